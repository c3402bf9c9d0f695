"""Builds and tries the installers: `packaging/build_package.py`. Follows the design page "Packaging"."""
