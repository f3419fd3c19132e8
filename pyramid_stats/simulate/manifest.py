"""``run.json``: what was played, with which seed, rules and versions.

A manifest may come from somebody else, so it is only ever data: its names are checked against
what may name a folder, and no path is taken from it.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from pyramid_stats.errors import PyramidStatsError, UsageError, shown
from pyramid_stats.simulate.atomic import GO_ON, write_text
from pyramid_stats.simulate.parts import NAME, STRATEGY
from pyramid_stats.simulate.places import Place, reason

MANIFEST_NAME = "run.json"

Name = Annotated[str, Field(pattern=rf"^{NAME}$", max_length=200)]
Player = Annotated[str, Field(pattern=rf"^{STRATEGY}$", max_length=200)]
Title = Annotated[str, AfterValidator(lambda text: "".join(filter(str.isprintable, text)))]
"""A text for people, without what could steer a terminal."""
Count = Annotated[int, Field(ge=0, lt=2**64)]
Whole = Annotated[int, Field(gt=-(2**64), lt=2**64)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Setting = bool | Whole | Number | Title
"""The value of a variant's parameter, also of one that this version doesn't know."""
Share = Annotated[float, Field(gt=0, le=1)]


class _Entry(BaseModel):
    """A piece of the manifest; a later version may add keys to it."""

    model_config = ConfigDict(frozen=True, extra="allow")


class VariantEntry(_Entry):
    """A variant as it was played: its whole rule, not only its name."""

    name: Name
    title: Title = ""
    source: str = ""
    rule_hash: str
    parameters: dict[Title, Setting]


class StrategyEntry(_Entry):
    """A strategy that played, its name with the parameters that it was given."""

    name: Player
    title: Title = ""
    honest: bool = True
    source: Title = "built-in"
    origin: str = ""
    """By what the registry finds it; empty: by its name."""
    digest: str = ""
    parameters: dict[Title, float] = {}

    @property
    def base(self) -> str:
        """What the registry is to find it by: of a run from anybody, not to be run if a file."""
        return self.origin or self.name.partition("(")[0]


class CountEntry(_Entry):
    """What came of one variant and strategy."""

    variant: Name
    strategy: Player
    games: Count
    wins: Count
    undecided: Count


class StoppingEntry(_Entry):
    """When a variant and strategy had enough games; see ``pyramid_stats.statistics.stopping``."""

    precision: Share | None = None
    relative: Share | None = None
    min_games: Count
    max_games: Count
    confidence: Share


class Manifest(_Entry):
    """All of ``run.json``."""

    schema_number: Literal[1] = Field(default=1, alias="schema")
    title: Title = ""
    seed: Annotated[int, Field(ge=0, lt=2**64)]
    games: Count
    """Of each variant and strategy; where ``stopping`` is given, at most so many."""
    stopping: StoppingEntry | None = None
    at_most: dict[str, Count] = {}
    chunk: Annotated[int, Field(ge=1)] | None = None
    limit: Annotated[int, Field(ge=1, lt=2**63)] | None = None
    detail: Literal["games", "summary"] = "games"
    """What is stored; runs that don't say it are older than the choice."""
    variants: tuple[VariantEntry, ...]
    strategies: tuple[StrategyEntry, ...]
    generator: str
    kernel_hash: str
    versions: dict[str, str] = {}
    machine: dict[str, Any] = {}
    started: str
    finished: str | None = None
    counts: tuple[CountEntry, ...] = ()

    @property
    def deals(self) -> tuple[str, int]:
        """Generator and seed: what names the deals."""
        return self.generator, self.seed

    @property
    def planned_games(self) -> int:
        """Games that the run was to have in all; at most, if it stops by precision."""
        each = (min(self.games, self.at_most.get(one.name, self.games)) for one in self.strategies)
        return len(self.variants) * sum(each)

    def as_json(self) -> dict[str, Any]:
        """Return the manifest as plain values, with the keys of the file."""
        return self.model_dump(mode="json", by_alias=True)


def write_manifest(run: Place, manifest: Manifest) -> None:
    """Write ``run.json``, whole or not at all."""
    text = json.dumps(manifest.as_json(), indent=2, ensure_ascii=False, allow_nan=False)
    write_text(run / MANIFEST_NAME, text + "\n", GO_ON)


def read_manifest(run: Place) -> Manifest:
    """Read and check ``run.json``.

    Raises
    ------
    UsageError
        The folder is missing or is not a run.
    PyramidStatsError
        The manifest can't be read, or is of another schema.
    """
    path = run / MANIFEST_NAME
    try:
        if path.is_symlink():
            raise UsageError(f"{path}: a link, which leads out of the run", "copy the file there")
        if not path.is_file():
            problem = f"not a run (no {MANIFEST_NAME})" if run.is_dir() else "no such folder"
            raise UsageError(f"{run}: {problem}", "name a folder that `simulate` wrote")
        return Manifest.model_validate_json(path.read_bytes())
    except OSError as error:
        raise PyramidStatsError(f"{path}: {reason(error)}") from None
    except ValidationError as error:
        raise _explain(path, error) from None


def _explain(path: Place, error: ValidationError) -> PyramidStatsError:
    """Turn pydantic's first complaint into one line and a hint."""
    problem = error.errors()[0]
    if problem["type"] == "json_invalid":
        return PyramidStatsError(f"{path}: not JSON: {problem['ctx']['error']}", "play it again")
    where = ".".join(str(step) for step in problem["loc"])
    if where == "schema":
        return PyramidStatsError(
            f"{path}: schema: {shown(problem['input'])}; this version reads 1",
            "use the pyramid-stats that wrote the run",
        )
    return PyramidStatsError(
        f"{path}: {where or 'the whole file'}: {problem['msg']}", "the file was changed or damaged"
    )
