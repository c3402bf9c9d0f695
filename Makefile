# Keepsake. `make run` starts it, `make test` tests it; every target is described in CONTRIBUTING.md.
SHELL := /bin/sh
.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.SUFFIXES:

PY := .venv/bin/python
RUNTIME := .venv/.runtime-installed
DEV := .venv/.dev-installed
PACKAGING := build/package/venv/.installed
MODELS := build/models/.built
TS := $(wildcard resources/translations/*.ts)
QM := $(TS:.ts=.qm)

.PHONY: env dev libraries models translations run test offline check bench crash package lock format texts clean

env: $(RUNTIME)
dev: $(DEV)
models: $(MODELS)
translations: $(QM)

$(RUNTIME): requirements.lock pyproject.toml packaging/environment.sh
	@echo "Installing locked packages into .venv"
	@packaging/environment.sh runtime
	@mkdir -p $(@D) && touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@echo "Installing locked development packages into .venv"
	@packaging/environment.sh dev
	@mkdir -p $(@D) && touch $@

# The builder verifies every file by hash, so running it again is safe and quick.
$(MODELS): $(wildcard packaging/build_models.py packaging/model_builder/*.py resources/models.toml) | $(RUNTIME)
	@echo "Building models into build/models"
	@$(PY) packaging/build_models.py
	@mkdir -p $(@D) && touch $@

resources/translations/%.qm: resources/translations/%.ts | $(RUNTIME)
	@.venv/bin/pyside6-lrelease -silent $< -qm $@

# Translations are compiled by run.sh, only for a window: a bare machine without one has no libraries for lrelease.
run: env models
	@packaging/run.sh

# Before lrelease and lupdate, which need them too.
libraries:
	@packaging/system_libraries.sh

# The whole suite runs on all cores, each file on one of them, because a file's tests share what they have opened.
test: libraries dev models translations
	@QT_QPA_PLATFORM=offscreen $(PY) -m pytest -q $(if $(TESTS),$(TESTS),--numprocesses auto --maxprocesses 4 --dist loadfile)

# The same tests where nothing but loopback exists; fails where one packet tries to leave. Linux.
offline: libraries dev models translations
	@packaging/offline.sh $(TESTS)

check: libraries dev models translations
	@packaging/check.sh

bench: dev models
	@test -n "$(EVAL)" || { echo "usage: make bench EVAL=DIR (the folder with the measurement data)" >&2; exit 2; }
	@$(PY) -m tests.bench "$(EVAL)"

# Kills, faults, power cuts, full disks and the cost of encryption, for half an hour or more; a short version is part of make test.
crash: dev
	@$(PY) -m tests.crash $(CRASH)

# Installers into dist, tried in bare systems; `make package PACKAGE="--once --no-chroots --no-measuring"` is quicker and says less.
package: libraries models translations $(PACKAGING)
	@packaging/environment.sh project
	@build/package/venv/bin/python packaging/build_package.py $(PACKAGE)

# A clean environment, made anew when what it holds has changed.
$(PACKAGING): requirements.lock requirements-package.lock pyproject.toml packaging/environment.sh
	@echo "Installing locked packages into build/package/venv"
	@packaging/environment.sh package
	@touch $@

format: dev
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .

# Takes new and changed texts of the window into the translation files.
texts: dev
	@.venv/bin/pyside6-lupdate -silent -no-obsolete -locations none $$(git ls-files 'desktop/*.py') -ts $(TS)

# Writes both lock files anew: every version with the hashes of all its files and no index address.
lock:
	@packaging/lock.sh

clean:
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache keepsake.egg-info $(QM)
