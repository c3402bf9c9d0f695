#!/bin/sh
# Makes .venv with a supported Python and installs locked packages into it; for installers an environment of its own in
# build/package/venv, with nothing in it but what they need.
# Usage: packaging/environment.sh runtime | dev | package | project
# `project` tells the environment for installers what README and NOTICE say now: both go into the bundle from there.
# Only what the lock files name is installed, each file checked against its hash. --no-deps because the lock is
# complete and two packages are wanted without what they declare (see tool.uv in pyproject.toml).
set -eu
cd "$(dirname "$0")/.."

supported() {
    "$1" -c 'import sys; raise SystemExit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && supported "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    echo "Keepsake needs Python 3.11, 3.12 or 3.13 and found none. Install one, or name it: make env PYTHON=..." >&2
    exit 1
}

make_venv() {
    python=$(find_python)
    if ! "$python" -c 'import venv, ensurepip' 2>/dev/null; then
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
            echo "Installing python$version-venv" >&2
            apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y install "python$version-venv" >/dev/null
        else
            echo "$python lacks the venv module. On Debian and Ubuntu: apt install python$version-venv" >&2
            exit 1
        fi
    fi
    "$python" -m venv --clear "$venv"
}

install_locked() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary :all: -r "$1"
}

# The project itself, in place: packages are found where they lie, `keepsake` lands beside the interpreter.
install_project() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
}

venv=.venv
case "${1:-}" in package | project) venv=build/package/venv ;; esac
# Installers are built from a clean environment: nothing of an earlier one stays in it.
if [ "${1:-}" = package ] || [ ! -x "$venv/bin/python" ] || ! supported "$venv/bin/python"; then
    make_venv
fi
case "${1:-}" in
runtime)
    install_locked requirements.lock
    install_project
    ;;
package)
    install_locked requirements.lock
    install_locked requirements-package.lock
    install_project
    ;;
project)
    install_project
    ;;
dev)
    install_locked requirements-dev.lock
    ;;
*)
    echo "usage: packaging/environment.sh runtime | dev | package | project" >&2
    exit 2
    ;;
esac
