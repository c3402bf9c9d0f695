"""Runs in the frozen program before everything else, PyInstaller's own hook for Qt included, which loads QtCore."""

import sys

from desktop.entry import load_model_runtime_first

load_model_runtime_first(sys.platform)
