from __future__ import annotations

import tomllib

from tests.cli.conftest import Run

QUICK = ["--games", "500", "--generations", "2", "--population", "4", "--estimate", "1000"]


def test_it_writes_a_config_that_simulate_plays(run: Run, tmp_path) -> None:
    out = tmp_path / "tuned.toml"
    result = run("tune", "--variant", "swedish-two-passes", *QUICK, "--out", str(out))
    assert (result.code, result.out.strip()) == (0, str(out))
    assert "on 1,000 fresh deals" in " ".join(result.err.split())
    weights = tomllib.loads(out.read_text())["strategy"]["tuned-swedish-two-passes"]["weights"]
    assert any(weights.values())
    assert run("simulate", str(out), "--games", "10", "--out", str(tmp_path / "run")).code == 0
    again = run("tune", "--variant", "swedish-two-passes", *QUICK, "--out", str(out))
    assert again.code == 2
    assert "a search was begun here" in again.error
    assert "--resume" in again.hint
    before = out.read_text()
    assert (
        run("tune", "--variant", "swedish-two-passes", *QUICK, "--out", str(out), "--resume").code
        == 0
    )
    assert out.read_text() == before


def test_what_it_refuses(run: Run) -> None:
    assert run("tune", "--variant", "clasic").hint == "did you mean 'classic'?"
    assert run("tune", "--games", "0").error.startswith("--games 0")
    assert run("tune", "--population", "3").code == 2
