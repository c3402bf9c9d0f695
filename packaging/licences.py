"""Check that every installed distribution has a licence this project may ship or use, and name those that don't.

A licence is read from the package's own metadata: the SPDX expression, else the licence field, else the classifiers.
Packages that state none are listed here by hand with what their source says.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, distributions

ALLOWED = {
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0", "MPL-2.0",
    "PSF-2.0", "Unlicense", "Zlib",
    # Of a font that is embedded, and neither sold by itself nor changed.
    "OFL-1.1",
    # Used through imports only and replaceable by the user, as the licence asks.
    "LGPL-2.1-or-later", "LGPL-3.0-only",
}  # fmt: skip

# Free-text names found in metadata, as SPDX.
SPELLINGS = {
    "3-clause bsd license": "BSD-3-Clause",
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    # pypdfium2: what PDFium is built from is named in its wheel, all of it under such licences.
    "bsd-3-clause, apache-2.0, dependency licenses": "BSD-3-Clause AND Apache-2.0",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd license": "BSD",
    "gnu lesser general public license v2 or later (lgplv2+)": "LGPL-2.1-or-later",
    "isc license (iscl)": "ISC",
    "lgpl": "LGPL-2.1-or-later",
    "mit license": "MIT",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
}

# Metadata is empty; the licence was read in the source.
STATED_ELSEWHERE = {
    "sqlcipher3": "Zlib",
}


def licence_of(distribution: Distribution) -> str:
    """The licence as its metadata states it, in SPDX where the spelling is known; empty when nothing is stated."""
    metadata = distribution.metadata
    stated = [metadata.get("License-Expression") or "", metadata.get("License") or ""]
    stated += [
        line.rsplit("::", 1)[-1].strip()
        for line in metadata.get_all("Classifier") or []
        if line.startswith("License ::") and "approved" not in line
    ]
    for text in stated:
        # A licence field that holds the whole text, or "UNKNOWN", says less than the classifier after it.
        if text and "\n" not in text and text != "UNKNOWN":
            return SPELLINGS.get(text.lower(), text)
    return STATED_ELSEWHERE.get(metadata["Name"].lower(), "")


def is_allowed(expression: str) -> bool:
    """Whether at least one alternative of an SPDX expression consists of allowed licences only; brackets first."""
    inner = re.search(r"\(([^()]*)\)", expression)
    while inner is not None:
        verdict = next(iter(ALLOWED)) if is_allowed(inner[1]) else "not allowed"
        expression = f"{expression[: inner.start()]}{verdict}{expression[inner.end() :]}"
        inner = re.search(r"\(([^()]*)\)", expression)
    alternatives = re.split(r"\s+OR\s+", expression)
    return any(
        all(term.strip() in ALLOWED for term in re.split(r"\s+AND\s+", alternative))
        for alternative in alternatives
    )


def main() -> int:
    """Print what is refused; the exit code for the shell."""
    refused = []
    for distribution in distributions():
        expression = licence_of(distribution)
        if not is_allowed(expression):
            refused.append(f"{distribution.metadata['Name']}: {expression or 'no licence stated'}")
    for line in sorted(refused):
        print(f"licence not allowed or not known: {line}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
