"""What played: versions and machine, as ``run.json`` keeps them and a cluster's workers compare."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from pyramid_stats import __version__

GENERATOR = "philox4x64-10, batched fisher-yates"
LIBRARIES = ("numpy", "numba", "pandas", "pyarrow")


def versions() -> dict[str, str]:
    """Return the versions of this program and of what the bytes of a part depend on."""
    found = {"pyramid-stats": __version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:  # installed in a way that leaves no metadata
            found[library] = "unknown"
    return found


def machine() -> dict[str, Any]:
    """Return what kind of machine this is."""
    return {
        "system": platform.system(),
        "processor": platform.processor() or platform.machine(),
        "cpus": os.cpu_count(),
    }
