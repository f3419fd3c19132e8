"""Where a run lies: a folder of this machine, or one in an object store.

Object stores are reached through ``pyarrow.fs``. A :class:`Remote` has of a ``Path`` what runs
need, under the same names, so that whoever reads or writes a run need not ask which one it is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from pyramid_stats.errors import UsageError, suggestion

SCHEMES = ("s3", "gs", "gcs", "abfs", "abfss", "hdfs")
_URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_AT_ONCE = 1 << 20  # bytes of a file that are read in one go: its pieces would take longer
_THREADS_REMOTE = 32  # an answer takes long, but many may be waited for at once


@dataclass(frozen=True, order=True)
class Remote:
    """A file or folder in an object store.

    Parameters
    ----------
    store
        The URI that was given, by which the store is found; it travels to other processes.
    path
        As the store names it, ``bucket/folder/name``.
    kind
        What lies there, if a listing told; None: to be asked.
    """

    store: str
    path: str
    kind: pafs.FileType | None = field(default=None, compare=False)

    def __truediv__(self, name: str) -> Remote:
        return Remote(self.store, f"{self.path.rstrip('/')}/{name}")

    def __str__(self) -> str:
        parts = urlsplit(self.store)
        query = f"?{parts.query}" if parts.query else ""
        return f"{parts.scheme}://{self.path}{query}"

    @property
    def name(self) -> str:
        """The last piece of the path."""
        return PurePosixPath(self.path).name

    @property
    def parent(self) -> Remote:
        """The folder that this lies in."""
        return Remote(self.store, str(PurePosixPath(self.path).parent))

    def with_name(self, name: str) -> Remote:
        """Return the place of that name in the same folder."""
        return self.parent / name

    def relative_to(self, other: Remote) -> PurePosixPath:
        """Return the path from a folder to what lies in it."""
        return PurePosixPath(self.path).relative_to(other.path)

    def is_dir(self) -> bool:
        """Tell whether anything lies under this name, as in a folder."""
        return self._is(pafs.FileType.Directory)

    def is_file(self) -> bool:
        """Tell whether it is a file."""
        return self._is(pafs.FileType.File)

    def exists(self) -> bool:
        """Tell whether it is a file or folder."""
        return not self._is(pafs.FileType.NotFound)

    def is_symlink(self) -> bool:
        """Return False: object stores have no links."""
        return False

    def iterdir(self) -> Iterator[Remote]:
        """Yield what lies in a folder."""
        for info in self._files().get_file_info(pafs.FileSelector(self.path)):
            yield Remote(self.store, info.path, info.type)

    def read_bytes(self) -> bytes:
        """Return what a file holds."""
        with self._files().open_input_stream(self.path) as file:
            data: bytes = file.read()
        return data

    def write_bytes(self, data: bytes) -> None:
        """Write a file. It appears when all of it is there: so an upload works."""
        with self._files().open_output_stream(self.path) as file:
            file.write(data)

    def unlink(self, missing_ok: bool = False) -> None:
        """Remove a file."""
        if not missing_ok or self.is_file():
            self._files().delete_file(self.path)

    def rmdir(self) -> None:
        """Remove a folder if nothing lies in it."""
        if next(self.iterdir(), None) is not None:
            raise OSError(f"{self}: not empty")
        self._files().delete_dir(self.path)

    def replace(self, target: Remote) -> None:
        """Give a file another place."""
        self._files().move(self.path, target.path)

    def open(self) -> pa.NativeFile:
        """Open a file to be read here and there."""
        return self._files().open_input_file(self.path)

    def _is(self, kind: pafs.FileType) -> bool:
        mine = self.kind or self._files().get_file_info(self.path).type
        return bool(mine == kind)

    def _files(self) -> pafs.FileSystem:
        return _store(self.store)[0]


Place = Path | Remote


@cache
def _store(uri: str) -> tuple[pafs.FileSystem, str]:
    """Return the file system of a URI, once in a process, and the path in it."""
    files, path = pafs.FileSystem.from_uri(uri)
    return files, path


def place_of(text: str) -> Place:
    """Return the folder that a user names, by a path or a URI as ``s3://bucket/run``.

    Raises
    ------
    UsageError
        No such store is known, or the URI makes no sense.
    """
    if not _URI.match(text):
        return Path(text)
    parts = urlsplit(text)
    if parts.scheme not in SCHEMES:
        hint = suggestion(parts.scheme, SCHEMES)
        raise UsageError(f"{_without_secret(text)}: unknown store {parts.scheme!r}", hint)
    if parts.username or parts.password:
        raise UsageError(
            f"{_without_secret(text)}: a key doesn't belong into a name that is shown and stored",
            "give it as the store's own tools take it, as in AWS_ACCESS_KEY_ID",
        )
    try:
        return Remote(text, _store(text)[1].rstrip("/"))
    except (OSError, ValueError, NotImplementedError) as error:
        raise UsageError(f"{text}: {reason(error)}", "as in s3://bucket/run") from None


def _without_secret(text: str) -> str:
    return re.sub(r"(://)[^/@]*@", r"\1", text)


def full_name(place: Place) -> str:
    """Return a folder's own name, also that of ``.``."""
    return place.resolve().name if isinstance(place, Path) else place.name


def place_in(folder: Place, inside: Place) -> str:
    """Return the path from a folder to what lies in it, with slashes."""
    return inside.relative_to(folder).as_posix()  # type: ignore[arg-type] # both of one kind


@contextmanager
def open_parquet(place: Place, **how: Any) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file wherever it lies."""
    if isinstance(place, Path):
        small = place.stat().st_size <= _AT_ONCE
        source = pa.BufferReader(place.read_bytes()) if small else place
        with pq.ParquetFile(source, **how) as file:
            yield file
    else:
        with place.open() as source, pq.ParquetFile(source, pre_buffer=True, **how) as file:
            yield file


def reading_threads(place: Place) -> int:
    """Return how many files are worth being read at once."""
    return min(8, os.cpu_count() or 1) if isinstance(place, Path) else _THREADS_REMOTE


def reason(error: BaseException) -> str:
    """Return in one line why a file can't be read or written."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return text.splitlines()[0] if text else type(error).__name__


def remove_empty_folders(folders: set[Place]) -> None:
    """Remove folders, and those that they lie in, as far as nothing else lies there."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
            folder.parent.rmdir()
