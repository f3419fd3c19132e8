"""No module of the package turns data into code; who does it on purpose is named here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyramid_stats

PACKAGE = Path(pyramid_stats.__file__).parent

MODULES = {
    "pickle", "cPickle", "_pickle", "pickletools", "marshal", "shelve", "dill", "cloudpickle",
    "joblib", "yaml", "ruamel", "jsonpickle", "importlib", "imp", "runpy", "code", "codeop",
    "pkgutil", "multiprocessing", "distributed", "ctypes", "subprocess", "pty", "xml", "dbm",
}  # fmt: skip
"""Modules by which what is read may come to be run, or that unpickle what comes to them."""

CALLS = {
    "eval", "exec", "compile", "__import__", "system", "popen", "execv", "execve", "spawnv",
    "read_pickle", "to_pickle", "fromfile", "memmap", "breakpoint",
}  # fmt: skip
"""Functions, and methods, of those names."""

HARMLESS = {"re.compile", "platform.system"}

ALLOWED = {
    ("strategies/files.py", "importlib"): "a user's strategy is code, and is run on purpose",
    ("strategies/files.py", "exec"): "a user's strategy is code, and is run on purpose",
    ("strategies/files.py", "compile"): "a user's strategy is code, and is run on purpose",
    ("strategies/registry.py", "importlib"): "modules of the package, and installed packages",
    ("strategies/registry.py", "pkgutil"): "lists the modules of the package",
    ("strategies/weighted.py", "importlib"): "importlib.resources: a file of the package",
    ("rules/catalog.py", "importlib"): "importlib.resources: files of the package",
    ("cli/main.py", "importlib"): "the module of a command, from a fixed list",
    ("cli/options.py", "importlib"): "importlib.resources: files of the package",
    ("simulate/cluster.py", "distributed"): "the user's own cluster, named by the user",
    ("simulate/provenance.py", "importlib"): "importlib.metadata: versions",
    ("simulate/tasks.py", "distributed"): "the user's own cluster, named by the user",
    ("simulate/tasks.py", "pickle"): "tasks from the user's own process, which Dask brings",
    ("simulate/verify.py", "importlib"): "importlib.metadata: versions",
    ("simulate/workers.py", "multiprocessing"): "pipes to processes of our own",
    ("simulate/workers.py", "pickle"): "whether an error can go through such a pipe",
    ("tuning/playing.py", "multiprocessing"): "pipes to processes of our own",
}


def found_in(tree: ast.AST) -> Iterator[str]:
    """Yield the names of what is imported and called there that is of the two lists."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from {alias.name.partition(".")[0] for alias in node.names} & MODULES
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from {str(node.module).partition(".")[0]} & MODULES
        elif isinstance(node, ast.Call):
            yield from _called(node)


def _called(node: ast.Call) -> Iterator[str]:
    name = ast.unparse(node.func)
    if name.rpartition(".")[2] in CALLS and name not in HARMLESS:
        yield name.rpartition(".")[2]
    if any(keyword.arg == "allow_pickle" for keyword in node.keywords):
        yield "allow_pickle"
    if name in {"np.load", "numpy.load"}:
        yield "np.load"


def all_found() -> set[tuple[str, str]]:
    return {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in found_in(ast.parse(path.read_text(encoding="utf-8")))
    }


def test_data_is_never_run() -> None:
    assert sorted(all_found() - ALLOWED.keys()) == []


def test_no_exception_is_stale() -> None:
    assert sorted(ALLOWED.keys() - all_found()) == []


@pytest.mark.parametrize(
    "code",
    [
        "import pickle as p", "from marshal import loads", "import yaml.loader", "eval(x)",
        "np.load(x)", "np.load(x, allow_pickle=True)", "f(allow_pickle=False)", "os.system(x)",
        "builtins.exec(x)", "pd.read_pickle(x)", "importlib.import_module(x); import importlib",
    ],
)  # fmt: skip
def test_it_would_be_noticed(code: str) -> None:
    assert list(found_in(ast.parse(code)))


@pytest.mark.parametrize("code", ["re.compile(x)", "from . import code", "json.loads(x)"])
def test_what_is_harmless_is_let_pass(code: str) -> None:
    assert list(found_in(ast.parse(code))) == []
