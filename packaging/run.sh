#!/bin/sh
# Starts the window; where there is no display, says so and opens the same assistant in the terminal.
set -eu
cd "$(dirname "$0")/.."
if [ "$(uname -s)" = Linux ] && [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}${QT_QPA_PLATFORM:-}" ]; then
    echo "No display here: opening the same assistant in this terminal."
    # For a window that is opened later by its own command; the terminal needs none of it, nor the libraries that it takes.
    make --no-print-directory translations >/dev/null 2>&1 || true
    exec .venv/bin/keepsake chat
fi
# Says in words which libraries the window misses, before Qt says it in its own.
packaging/system_libraries.sh --name-only
make --no-print-directory translations
exec .venv/bin/keepsake
