"""Which licence expressions are let through."""

from __future__ import annotations

import licences
import pytest


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT", True),
        ("GPL-2.0", False),
        ("", False),
        ("GPL-2.0 OR MIT", True),
        ("GPL-2.0 AND MIT", False),
        ("(MIT OR Apache-2.0) AND OFL-1.1", True),
        ("(MIT OR Apache-2.0) AND GPL-2.0", False),
        ("MIT AND (GPL-3.0 OR BSD-3-Clause)", True),
        ("(GPL-2.0)", False),
    ],
)
def test_an_expression_is_read_with_its_brackets(expression: str, expected: bool) -> None:
    assert licences.is_allowed(expression) is expected
