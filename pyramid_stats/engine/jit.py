"""The one place where kernels are compiled, and where their machine code is kept.

Numba's cache doesn't notice an edit in another file than the kernel's own: a stale kernel would
give old answers in silence. So the cache lies in a folder named after a hash of all kernel
sources and of the versions that compile them.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_ROOMS = ("engine", "solver", "strategies")
"""The rooms whose sources decide what a kernel does."""

OPTIONS: dict[str, Any] = {"nogil": True, "cache": True}
"""No ``parallel`` and no ``fastmath``: a game must come out the same everywhere."""


@cache
def kernel_hash() -> str:
    """Return a hash of everything that decides what the kernels answer."""
    digest = hashlib.sha256()
    for room in KERNEL_ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    digest.update(f"numba {numba.__version__} llvmlite {llvmlite.__version__}".encode())
    digest.update(f"numpy {np.__version__} python {sys.version_info[:3]}".encode())
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Return the folder of this version's compiled kernels; the first that can be written.

    ``NUMBA_CACHE_DIR`` comes first, then the user's cache folder, then the temporary folder.
    """
    user = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("pyramid-stats")
    owner = os.getuid() if os.name == "posix" else "user"
    spare = Path(tempfile.gettempdir()) / f"pyramid-stats-{owner}"
    for base in (Path(user), spare):
        folder = base / f"kernels-{kernel_hash()}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return Path(tempfile.mkdtemp(prefix="pyramid-stats-"))


def kernel(signature: Any = None, *, inline: bool = False) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function, keeping its machine code in :func:`cache_folder`.

    Parameters
    ----------
    signature
        Numba signature: then the function is compiled (or loaded) at once, and can be passed to
        another kernel as a function pointer. Without one it is compiled as its callers need it.
    inline
        Let the compiler always merge it into its callers.
    """
    options = OPTIONS | ({"forceinline": True} if inline else {})

    def compile_(function: Callable[..., Any]) -> Any:
        # Numba reads the folder while it decorates; other packages' kernels keep their own.
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(cache_folder())
        try:
            args = () if signature is None else (signature,)
            return numba.njit(*args, **options)(function)
        finally:
            config.CACHE_DIR = before

    return compile_
