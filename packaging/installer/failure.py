"""The one error of `make package`; its text says what is wrong and what to do."""

from __future__ import annotations


class PackagingFailed(Exception):
    """An installer could not be built, or did not pass a trial. Nothing unfinished was left in `dist`."""
