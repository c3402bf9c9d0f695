#!/bin/sh
# Everything `make check` looks at. All checks run, so that one run names all faults; fails if any failed.
set -u
cd "$(dirname "$0")/.."
bin=.venv/bin
failed=""

step() {
    name=$1
    shift
    if output=$("$@" 2>&1); then
        echo "ok      $name"
    else
        echo "FAILED  $name"
        printf '%s\n' "$output"
        failed="$failed, $name"
    fi
}

step "format" $bin/ruff format --check .
step "lint" $bin/ruff check .
step "types" $bin/mypy
step "import contracts" $bin/lint-imports --no-logo
step "licences" $bin/python packaging/licences.py
step "translations" $bin/python packaging/translations.py
step "tracked files and sizes" $bin/python -m pytest -q -p no:randomly tests/contracts

if [ -n "$failed" ]; then
    echo "check failed: ${failed#, }" >&2
    exit 1
fi
