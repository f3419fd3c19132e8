"""Finding a variant: by the name of a built-in, from a TOML file, with single parameters on top."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pyramid_stats.errors import UsageError, shown, suggestion
from pyramid_stats.rules.variant import RULE_KEYS, Variant, build_variant

_FOLDER = resources.files("pyramid_stats.rules") / "variants"


@cache
def variant_names() -> tuple[str, ...]:
    """Return the names of the built-in variants, in alphabetical order."""
    names = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def builtin(name: str) -> Variant:
    """Return a built-in variant."""
    if name not in variant_names():
        raise UsageError(f"unknown variant {shown(name)}", suggestion(name, variant_names()))
    delta = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return from_delta(delta, name, where=f"{name}.toml")


def from_delta(delta: Mapping[str, Any], name: str, where: str) -> Variant:
    """Build a variant from its differences to ``base`` (a built-in; the default is the default).

    The name is the delta's own if it has one. Title and source are never inherited: they would
    speak of another game.
    """
    changes = dict(delta)
    base = changes.pop("base", None)
    if base is not None and not isinstance(base, str):
        raise UsageError(
            f"{where}: base: {shown(base)} is not allowed", "base takes a variant's name"
        )
    values = {"name": name} if base is None else {**builtin(base).parameters(), "name": name}
    return build_variant(values | changes, where)


def from_file(path: Path) -> Variant:
    """Read a variant from a TOML file; its name is the file's unless the file says otherwise.

    A config, or a line of a batch, may name the file: a pipe, which might never end, is refused.
    """
    if _is_special(path):
        raise UsageError(f"{path}: not a file", "name an existing TOML file")
    return from_delta(read_toml(path), path.stem, where=str(path))


def _is_special(path: Path) -> bool:
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):  # what is wrong with it is told where it is read
        return False


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file, or say in one line why that can't be done."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(f"{path}: not TOML: {error}", "see configs/ for an example") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: not a text file in UTF-8", "save it as UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "name an existing TOML file") from None
    except ValueError as error:  # a number of thousands of digits, or a path that can't be one
        raise UsageError(f"{path}: {error}", "see configs/ for an example") from None


def find(spec: str) -> Variant:
    """Return the variant that a name or the path of a ``.toml`` file stands for."""
    return from_file(Path(spec)) if spec.endswith(".toml") else builtin(spec)


def with_settings(variant: Variant, settings: Iterable[str]) -> Variant:
    """Change single parameters, each written ``key=value`` as on the command line.

    The variant keeps its name, with the changes added to it, so that no report can take the
    changed game for the original.
    """
    changes: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise UsageError(f"--set {setting}: no '='", "write --set key=value, as in passes=3")
        changes[key.strip()] = _parse_value(text.strip())
    return with_changes(variant, changes, where="--set") if changes else variant


def with_changes(variant: Variant, changes: Mapping[str, Any], where: str) -> Variant:
    """Return the variant with some parameters changed and the changes in its name."""
    for key in changes:
        if key not in RULE_KEYS:  # name and title too: the name has to keep to what names a folder
            raise UsageError(f"{where}: unknown key {shown(key)}", suggestion(key, RULE_KEYS))
    changed = build_variant(variant.parameters() | {"name": variant.name} | dict(changes), where)
    suffix = "".join(f"+{key}-{in_words(value)}" for key, value in sorted(changes.items()))
    return changed.model_copy(update={"name": variant.name + suffix})


def _parse_value(text: str) -> Any:
    """Read a number or a truth value as TOML does; anything else is a word."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):  # also a number of thousands of digits
        return text


def in_words(value: object) -> str:
    """Write a parameter's value as a config does, without quotes."""
    return str(value).lower() if isinstance(value, bool) else str(value)
