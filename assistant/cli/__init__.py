"""The `keepsake` command: everything but the window. Follows the design page "Commands"."""

from __future__ import annotations

from assistant.cli.entry import main

__all__ = ["main"]
