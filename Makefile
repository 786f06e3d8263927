PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup demo test bench lint mutants schema

setup: .venv/installed

.venv/installed: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: setup
	$(BIN)/python examples/demo.py

test: setup
	$(BIN)/python -m pytest -n 2

bench: setup
	$(BIN)/python benchmarks/engine.py --quick --work build/bench

lint: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

mutants: setup
	$(BIN)/python tests/spec/mutants.py

schema: setup
	$(BIN)/python -m tkg.migrate > schema/schema.sql
