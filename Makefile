# The tools stand beside the Python that is used, so no environment has to be active.
PYTHON ?= python
BIN = $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("scripts"))')
BUILD = build

.PHONY: laws help format lint types layers rules docs test coverage static check dist bench

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

format:  ## rewrite the code in the project's style
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

lint:  ## style, dead code, dependencies, spelling
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/vulture
	$(BIN)/deptry src
	$(BIN)/typos

types:  ## mypy, strict
	$(BIN)/mypy

layers:  ## who may import whom
	$(BIN)/lint-imports

rules:  ## the rule pack, its own tests, and what other people's validators say about it
	$(BIN)/yamllint --strict .yamllint.yaml .pre-commit-config.yaml .pre-commit-hooks.yaml action.yml templates rules examples tests
	$(BIN)/check-jsonschema --builtin-schema vendor.github-actions action.yml
	$(BIN)/gpucmp rules check
	$(BIN)/gpucmp rules test
	@mkdir -p $(BUILD)
	$(BIN)/gpucmp schema profile > $(BUILD)/profile.schema.json
	$(BIN)/check-jsonschema --check-metaschema $(BUILD)/profile.schema.json
	$(BIN)/check-jsonschema --schemafile $(BUILD)/profile.schema.json examples/*.yaml

docs:  ## rewrite the generated documents
	$(PYTHON) -m tests.generated

test:  ## the tests
	$(PYTHON) -m pytest -q -n auto

laws:  ## the laws, with 20,000 examples each: hours
	$(PYTHON) -m pytest -q -n auto tests/properties --hypothesis-profile thorough

coverage:  ## the tests, and that they reach every branch
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n auto
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

static: lint types layers rules  ## all but the tests

check: static coverage  ## everything that CI runs

dist:  ## source distribution and wheel
	rm -rf dist
	$(PYTHON) -m build

bench:  ## how long the command takes
	$(PYTHON) benchmarks/run.py
