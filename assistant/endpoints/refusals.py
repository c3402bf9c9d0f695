"""What each model's server refuses: parameters to leave out, to call by another name, or to keep below a number.

Learnt from a 400 that names one of our parameters, so that it costs one refused (and unbilled) request a model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

# None: leave it out. A name: call it so. A number: never more.
Rule = str | int | None
_LIMIT = re.compile(
    r"at most|maximum|up to|exceed|less than|between|range|[<>≤]|不能超过|不得超过|最大|范围", re.I
)
_UNSUPPORTED = re.compile(
    r"unsupported|not supported|unknown|unrecognized|extra (inputs|fields)|不支持", re.I
)
_NUMBER = re.compile(r"(?<![\w.-])\d{2,7}(?![\w.-]*[A-Za-z-])")


class Refusals:
    """The rules of all models of one endpoint. `keep` is called with the whole state as text when it changes."""

    def __init__(self, stored: str = "", keep: Callable[[str], None] | None = None) -> None:
        self._keep = keep
        self._rules: dict[str, dict[str, Rule]] = _read(stored)

    def knows(self, model: str, parameter: str) -> bool:
        return parameter in self._rules.get(model, {})

    def apply(self, model: str, wanted: Mapping[str, object]) -> dict[str, object]:
        """The parameters as this model takes them."""
        rules, given = self._rules.get(model, {}), {}
        for name, value in wanted.items():
            rule: Rule = name
            while isinstance(rule, str):
                name, rule = rule, rules.get(rule, 0)
            if rule == 0:  # no rule
                given[name] = value
            elif isinstance(rule, int) and isinstance(value, int):
                given[name] = min(rule, value)
        if "stream" not in given:
            given.pop("stream_options", None)
        return given

    def learn(
        self, model: str, parameter: str, value: object, *, server_text: str, renamed: Mapping[str, str]
    ) -> None:
        """Remember that the model refused `parameter` with `value`, saying `server_text`."""
        rules = self._rules.setdefault(model, {})
        allowed = _allowed(value, server_text)
        if allowed and parameter not in rules:
            rules[parameter] = allowed
        else:
            rules[parameter] = None if parameter in rules else renamed.get(parameter)
        if self._keep is not None:
            self._keep(json.dumps(self._rules, sort_keys=True))


def _allowed(value: object, text: str) -> int:
    """The largest number below `value` that the refusal names as a limit; 0 where it names none."""
    if not isinstance(value, int) or isinstance(value, bool) or _UNSUPPORTED.search(text):
        return 0
    if not _LIMIT.search(text):
        return 0
    return max((n for n in map(int, _NUMBER.findall(text)) if 16 <= n < value), default=0)


def _read(stored: str) -> dict[str, dict[str, Rule]]:
    try:
        value = json.loads(stored or "{}")
    except ValueError:
        return {}
    return {
        model: {k: v for k, v in rules.items() if v is None or isinstance(v, str | int)}
        for model, rules in value.items()
        if isinstance(rules, dict)
    }
