# Everything runs in .venv, which `make setup` builds by itself when it is missing or out of date.
# Without make (Windows), see README.md: plain pip does the same.

PYTHON ?= python3
WORKERS ?= auto
BENCH ?=
SECONDS ?= 60
KEPT := text,json,html,png

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
FUZZ_READY := $(VENV)/.ready-fuzz

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_BUILD_CONSTRAINT := constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup demo reference test lint format bench fuzz clean

help: ## Say what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 11

setup: $(READY) ## Build .venv with the pinned versions (the other targets do it when needed)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "$(PYTHON) is older than Python 3.11; try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	@touch $@

demo: $(READY) ## Play the rules of the five texts, a million games; print the table, make the page
	$(BIN)/pyramid-stats simulate configs/demo.toml --out results/demo --overwrite
	$(BIN)/pyramid-stats report results/demo --format text,html

reference: $(READY) ## Play the comparison in results/reference anew (an hour and a quarter)
	$(BIN)/pyramid-stats simulate configs/seeds.toml --out results/seeds --overwrite
	$(BIN)/pyramid-stats report results/seeds --format $(KEPT) --out results/reference
	$(BIN)/pyramid-stats simulate configs/facts.toml --out results/facts --overwrite
	$(BIN)/pyramid-stats report results/facts --format $(KEPT) --out results/reference/facts

test: $(READY) ## Run the tests
	$(BIN)/python -m pytest -n $(WORKERS)

lint: $(READY) ## Check style, types and the floors of the house
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) ## Let ruff repair what it can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY) ## Measure speed and memory as ratios (BENCH="--quick" for a short look)
	$(BIN)/python -m benchmarks.bench $(BENCH)

$(FUZZ_READY): $(READY)
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev,fuzz]'
	@touch $@

fuzz: $(FUZZ_READY) ## Feed changed decks, configs and runs to what reads them (SECONDS=60 in all)
	$(BIN)/python -m tests.fuzz.guided --seconds $(SECONDS)

clean: ## Remove .venv, caches and the demo's results
	rm -rf $(VENV) results/demo results/seeds results/facts dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .fuzz \
	    .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
