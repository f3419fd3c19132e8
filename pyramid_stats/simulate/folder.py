"""The folder that a run goes into: its usual name, and making room for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from pyramid_stats.errors import PyramidStatsError, UsageError
from pyramid_stats.simulate.manifest import MANIFEST_NAME, Manifest
from pyramid_stats.simulate.parts import parse_part, part_path
from pyramid_stats.simulate.places import Place, reason, remove_empty_folders
from pyramid_stats.simulate.plan import Chunk

RESULTS = Path("results")
LONGEST_SLUG = 80


def usual_folder(title: str, seed: int) -> Path:
    """Return where a run goes if nobody says otherwise: ``results/<title>-seed<seed>``."""
    slug = re.sub(r"[^a-z0-9]+", "-", title.lower())[:LONGEST_SLUG].strip("-")
    return RESULTS / f"{slug or 'run'}-seed{seed}"


def make_room(folder: Place, *, overwrite: bool) -> None:
    """See to it that a folder holds no run.

    Parameters
    ----------
    folder
        Need not exist.
    overwrite
        Remove the run that is there: ``run.json`` and files that by place and name are parts or
        left by a writer that was killed. Nothing else is touched.

    Raises
    ------
    UsageError
        There is a run, and it may not be overwritten.
    PyramidStatsError
        The folder can't be read or changed.
    """
    try:
        found = list(_files_of_runs(folder)) if folder.is_dir() else []
        if found and not overwrite:
            raise UsageError(
                f"{folder}: holds a run already",
                "--resume goes on with it, --overwrite replaces it, --out names another",
            )
        _remove(found)
    except OSError as error:
        raise PyramidStatsError(
            f"{error.filename or folder}: {reason(error)}", "name another folder with --out"
        ) from None


def refuse_links(run: Place, manifest: Manifest) -> None:
    """Refuse a folder for parts that is a link: games would be stored wherever it leads."""
    for variant in manifest.variants:
        for strategy in manifest.strategies:
            cell = part_path(run, variant.name, strategy.name, 0, 0).parent
            for path in (cell.parent, cell):
                if path.is_symlink():
                    raise UsageError(f"{path}: a link, which leads out of the run", "remove it")


def holds_run(folder: Place) -> bool:
    """Tell whether anything of a run lies in a folder."""
    return any(True for _ in _files_of_runs(folder))


def remove_parts(run: Place, chunks: Iterable[Chunk]) -> None:
    """Remove the parts of chunks that turned out not to belong to the run, if they are there."""
    for chunk in chunks:
        path = chunk.path(run)
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise PyramidStatsError(
                f"{path}: can't be removed: {reason(error)}",
                "play it again, with --overwrite or another --out",
            ) from None


def _files_of_runs(run: Place) -> Iterator[Place]:
    """Yield the manifest first: a run that is half removed must not look whole."""
    if (run / MANIFEST_NAME).exists():
        yield run / MANIFEST_NAME
    for variant in _folders(run, "variant="):
        for strategy in _folders(variant, "strategy="):
            for path in strategy.iterdir():
                if _is_ours(run, path):
                    yield path


def remove_leftovers(run: Place) -> None:
    """Remove what writers of a run's parts left that were killed. Nobody may be writing there."""
    with suppress(OSError):  # it does no harm where it can't be removed: readers pass over it
        for path in _files_of_runs(run):
            if path.name.startswith("."):
                path.unlink(missing_ok=True)


def _folders(parent: Place, prefix: str) -> list[Place]:
    """List folders; a link leads out of the run, so what lies there is not the run's."""
    return [
        path
        for path in parent.iterdir()
        if path.name.startswith(prefix) and path.is_dir() and not path.is_symlink()
    ]


def _is_ours(run: Place, path: Place) -> bool:
    """Tell a part, or the temporary file of one (``.<name>.<number>-<hex>.tmp``), by its name."""
    temporary = re.fullmatch(
        r"\.((?:deals|summary)-\d+-\d+\.parquet)\.\d+-[0-9a-f]+\.tmp", path.name
    )
    named = path.with_name(temporary[1]) if temporary else path
    return parse_part(run, named) is not None


def _remove(paths: list[Place]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
    remove_empty_folders({path.parent for path in paths if path.name != MANIFEST_NAME})
