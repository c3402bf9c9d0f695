"""What detection must reach (design page "Privacy, Targets"), and our own hard forms and look-alikes measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.vault.privacy.hard_forms import cases, hard_forms
from tests.vault.privacy.look_alikes import look_alikes
from vault.privacy import detect

_FORMS = 150
_LOOK_ALIKES = 600


@dataclass(frozen=True)
class Target:
    """One number: its file, the keys to it in the file's summary, the bound and in which direction it holds."""

    label: str
    keys: Sequence[str]
    bound: float
    at_most: bool = False


def _of_type(file: str, kind: str, measure: str, bound: float) -> Target:
    return Target(f"{file}: {kind} {measure}", ("files", file, "types", kind, measure), bound)


TARGETS: tuple[Target, ...] = (
    Target("adversarial: structured types whole", ("files", "adversarial", "structured_covered"), 0.95),
    Target(
        "adversarial: harmless texts hit", ("files", "adversarial", "harmless_hit_share"), 0.05, at_most=True
    ),
    *(_of_type("adversarial", kind, "covered", 1.0) for kind in ("SECRET", "PASSWORD", "OTP", "SSN", "IP")),
    _of_type("adversarial", "SECRET", "precision", 1.0),
    _of_type("synth-v2", "BANK_CARD", "recall", 1.0),
    _of_type("synth-v2", "BANK_CARD", "precision", 0.96),
    _of_type("synth-v2", "PHONE", "recall", 0.8),
    _of_type("synth-v2", "PHONE", "precision", 0.7),
    _of_type("synth-v2", "EMAIL", "recall", 1.0),
    _of_type("synth-v2", "IBAN", "recall", 1.0),
    Target("synth-v2: any type covered", ("files", "synth-v2", "any_type_covered"), 0.8),
    _of_type("commands", "PERSON", "recall", 0.85),
    _of_type("commands", "PERSON", "precision", 0.6),
    _of_type("posts-zh", "PERSON", "recall", 0.8),
    _of_type("posts-zh", "PERSON", "precision", 0.6),
    *(
        Target(f"200 characters, {language}: {name}", ("speed", language, key), bound, at_most=True)
        for language in ("zh", "en")
        for name, key, bound in (
            ("rules, ms", "rules_ms", 10.0),
            ("all, times the encoder", "all_by_encoder", 2.0),
        )
    ),
)


def target_lines(result: Mapping[str, Any]) -> Iterator[str]:
    """The targets whose numbers are in a summary, each with what was measured."""
    failures = sum(file["round_trip_failures"] for file in result["files"].values())
    yield f"{'met   ' if not failures else 'MISSED'} round trips that lost something: {failures} (must be 0)"
    for target in TARGETS:
        value: Any = result
        for key in target.keys:
            value = value.get(key) if isinstance(value, Mapping) else None
        if value is None:
            continue
        is_met = value <= target.bound if target.at_most else value >= target.bound
        sign = "at most" if target.at_most else "at least"
        yield f"{'met   ' if is_met else 'MISSED'} {target.label}: {value:.3f} ({sign} {target.bound:g})"


def own_forms() -> dict[str, Any]:
    """The share of our own hard forms that the rules mask whole, by type and language, and of look-alikes hit."""
    covered: dict[str, dict[str, float]] = {}
    for kind, language in cases():
        whole = 0
        for form in hard_forms(kind, language, _FORMS):
            masked = {place for span in detect(form.text) for place in range(span.start, span.end)}
            whole += all(
                place in masked or form.text[place].isspace() for place in range(form.start, form.end)
            )
        covered.setdefault(kind.value, {})[language] = round(whole / _FORMS, 4)
    hit = {
        language: round(
            sum(bool(detect(text)) for text in look_alikes(language, _LOOK_ALIKES)) / _LOOK_ALIKES, 4
        )
        for language in ("en", "zh")
    }
    return {"forms_each": _FORMS, "covered": covered, "look_alikes_hit": hit}
