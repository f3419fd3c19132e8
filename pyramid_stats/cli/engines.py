"""Who plays: the options, and what comes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from pyramid_stats.cli.options import WholeNumber
from pyramid_stats.errors import UsageError

if TYPE_CHECKING:
    from pyramid_stats.simulate.runners import Engine

ENGINE_OPTIONS = (
    click.option(
        "--workers",
        type=WholeNumber("workers", 1, 1024),
        metavar="N",
        help="Processes that play.  [default: one a CPU]",
    ),
    click.option(
        "--engine",
        type=click.Choice(["local", "dask"]),
        help="Who plays: processes of this machine, or Dask's workers, which are started here "
        "if no --scheduler is named.  [default: local; with a scheduler, dask]",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        envvar="DASK_SCHEDULER_ADDRESS",
        help="Play on a Dask cluster: tcp://HOST:PORT, or the file that its scheduler wrote.  "
        "[default: DASK_SCHEDULER_ADDRESS]",
    ),
    click.option("--start-method", type=click.Choice(["fork", "spawn", "forkserver"]), hidden=True),
)


def chosen_engine(
    *, engine: str | None, scheduler: str | None, workers: int | None, start_method: str | None
) -> Engine:
    """Return who plays; an address in the environment yields to ``--engine local``."""
    from pyramid_stats.simulate.workers import processes, usual_workers

    named = click.get_current_context().get_parameter_source("scheduler")
    if engine == "local" and scheduler and named is ParameterSource.COMMANDLINE:
        raise UsageError("--engine local and --scheduler don't go together", "leave one out")
    if engine == "local" or not (engine or scheduler):
        return processes(workers or usual_workers(), start_method)
    if scheduler and workers:
        raise UsageError(
            "--workers and --scheduler don't go together", "a cluster has the workers it has"
        )
    from pyramid_stats.simulate.cluster import dask

    return dask(scheduler or None, workers or usual_workers())
