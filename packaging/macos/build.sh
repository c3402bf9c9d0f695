#!/bin/sh
# Builds dist/keepsake-VERSION-macos-arm64.dmg on a Mac with Apple silicon. Needs Python 3.11 to 3.13, and nothing else.
# Not yet run on a Mac: see docs/INSTALL.md.
set -eu
cd "$(dirname "$0")/../.."
packaging/environment.sh package
venv=build/package/venv
"$venv/bin/python" packaging/build_models.py
"$venv/bin/pyside6-lrelease" -silent resources/translations/keepsake_zh.ts -qm resources/translations/keepsake_zh.qm
"$venv/bin/python" packaging/build_package.py
build/package/bundle/Keepsake.app/Contents/MacOS/keepsake self-test
version=$("$venv/bin/python" -c 'from importlib.metadata import version; print(version("keepsake"))')
mkdir -p dist
packaging/macos/make_dmg.sh build/package/bundle/Keepsake.app "dist/keepsake-$version-macos-arm64.dmg"
(cd dist && shasum -a 256 ./*.dmg >SHA256SUMS)
