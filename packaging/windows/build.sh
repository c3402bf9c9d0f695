#!/bin/sh
# Builds dist/keepsake-VERSION-windows-x86_64.exe in Git's bash on Windows. Needs Python 3.11 to 3.13 and NSIS.
# Not yet run on Windows: see docs/INSTALL.md.
set -eu
cd "$(dirname "$0")/../.."
venv=build/package/venv
python -m venv --clear "$venv"
pip() { "$venv/Scripts/python.exe" -m pip install --quiet --disable-pip-version-check --no-deps "$@"; }
pip --require-hashes --only-binary :all: -r requirements.lock
pip --require-hashes --only-binary :all: -r requirements-package.lock
pip --no-build-isolation --editable .
python=$venv/Scripts/python.exe
"$python" packaging/build_models.py
"$venv/Scripts/pyside6-lrelease.exe" -silent resources/translations/keepsake_zh.ts -qm resources/translations/keepsake_zh.qm
"$python" packaging/build_package.py
build/package/bundle/keepsake/keepsake.exe self-test
version=$("$python" -c 'from importlib.metadata import version; print(version("keepsake"))')
mkdir -p dist
PATH="$PATH:/c/Program Files (x86)/NSIS" makensis -V2 -DVERSION="$version" \
    -DPROGRAM="$(cygpath -aw build/package/bundle/keepsake)" -DICON="$(cygpath -aw build/package/icons/keepsake.ico)" \
    -DOUTPUT="$(cygpath -aw "dist/keepsake-$version-windows-x86_64.exe")" packaging/windows/keepsake.nsi
(cd dist && sha256sum ./*.exe >SHA256SUMS)
