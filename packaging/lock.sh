#!/bin/sh
# Resolves pyproject.toml into requirements.lock (run time, build), requirements-dev.lock (tests, tools, live model) and
# requirements-package.lock (installers).
# One version of each package for all supported Pythons and systems; hashes of all files; no index address.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -m venv "$scratch/venv"
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check uv

resolve() {
    "$scratch/venv/bin/uv" pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
        --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate "$@"
}

# Existing pins are kept unless `UPGRADE=1 make lock` asks for the newest.
upgrade=${UPGRADE:+--upgrade}
# shellcheck disable=SC2086  # empty or one word
resolve pyproject.toml --group build $upgrade --output-file requirements.lock
# shellcheck disable=SC2086
resolve --group dev --group live --group sbom --constraints requirements.lock $upgrade --output-file requirements-dev.lock
# shellcheck disable=SC2086
resolve --group package --group sbom --constraints requirements.lock --constraints requirements-dev.lock $upgrade \
    --output-file requirements-package.lock
