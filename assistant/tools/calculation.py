"""Exact arithmetic and dates: what a model most often gets wrong is worked out here, without a model."""

from __future__ import annotations

import ast
import calendar
import operator
import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

from assistant.endpoints.protocol import ToolSpec
from assistant.sources import local_date
from assistant.tools.tool import Tool, ToolContext, ToolFailed, ToolResult

_MOST_NODES, _MOST_EXPONENT, _DIGITS = 200, 1_000, 28
_BINARY: Mapping[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_SIGNS = str.maketrans(
    {"×": "*", "÷": "/", "−": "-", "–": "-", "＋": "+", "－": "-", "（": "(", "）": ")", "，": ","}
)
_WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "zh": ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"),
}


def calculate(expression: str) -> Decimal:
    """The value of an expression of numbers, + - * / // ** and brackets; 17% is 0.17 and sum, min, max, round and
    abs work.

    Raises:
        ToolFailed: it is none, or too large.

    """
    text = expression.replace("^", "**").translate(_SIGNS)
    if not re.search(r"[A-Za-z]", text):  # between the values of a function a comma parts them
        text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    text = re.sub(r"(\d+(?:\.\d+)?)\s*%(?!\s*[\d(])", r"(\1/100)", text)
    try:
        tree = ast.parse(text.strip(), mode="eval")
        if sum(1 for _ in ast.walk(tree)) > _MOST_NODES:
            raise ToolFailed("The expression is too long.")
        with localcontext() as context:
            context.prec = _DIGITS
            return _value(tree.body)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ToolFailed("That is no arithmetic expression.") from error
    except (DivisionByZero, InvalidOperation, Overflow) as error:
        raise ToolFailed("That has no value, or too large a one.") from error


def _value(node: ast.expr) -> Decimal:
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return Decimal(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        inner = _value(node.operand)
        return -inner if isinstance(node.op, ast.USub) else inner
    if isinstance(node, ast.BinOp):
        left, right = _value(node.left), _value(node.right)
        if isinstance(node.op, ast.Pow):
            if abs(right) > _MOST_EXPONENT:
                raise ToolFailed("The exponent is too large.")
            return left**right
        change = _BINARY.get(type(node.op))
        if change is not None:
            return change(left, right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _function(node.func.id, [_value(one) for one in node.args])
    raise ToolFailed("That is no arithmetic expression.")


def _function(name: str, values: list[Decimal]) -> Decimal:
    if name in ("sum", "min", "max") and values:
        return {"sum": sum(values, Decimal(0)), "min": min(values), "max": max(values)}[name]
    if name == "average" and values:
        return sum(values, Decimal(0)) / len(values)
    if name == "abs" and len(values) == 1:
        return abs(values[0])
    if name == "sqrt" and len(values) == 1:
        return values[0].sqrt()
    if name == "round" and 1 <= len(values) <= 2:
        return round(values[0], int(values[1]) if len(values) == 2 else 0)
    raise ToolFailed(f"There is no function “{name}”.")


def shown(value: Decimal) -> str:
    """A number without needless digits."""
    text = f"{value:f}" if abs(value) < Decimal(10) ** 20 else f"{value:e}"
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def moved(start: date, *, years: int = 0, months: int = 0, days: int = 0) -> date:
    """A day so many years, months and days later; the last day of a shorter month. Raises: ToolFailed beyond year
    9999.
    """
    try:
        month = start.month - 1 + months + 12 * years
        year, month = start.year + month // 12, month % 12 + 1
        last = calendar.monthrange(year, month)[1]
        return date(year, month, min(start.day, last)) + timedelta(days=days)
    except (ValueError, OverflowError) as error:
        raise ToolFailed("That day is out of range.") from error


async def _calculate(_: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    expression = str(arguments["expression"])
    return ToolResult(f"{expression} = {shown(calculate(expression))}")


async def _dates(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    today = local_date(context.g.ask.at, context.g.ask.zone)
    start = _day(str(arguments.get("start") or today))
    weekdays = _WEEKDAYS[context.g.ask.language if context.g.ask.language in _WEEKDAYS else "en"]
    if arguments.get("end"):
        end = _day(str(arguments["end"]))
        return ToolResult(f"{start} → {end}: {(end - start).days} days ({weekdays[end.weekday()]})")
    shift = {unit: _whole(arguments.get(unit)) for unit in ("years", "months", "days")}
    shift["days"] += 7 * _whole(arguments.get("weeks"))
    found = moved(start, **shift)
    return ToolResult(f"{found} ({weekdays[found.weekday()]})")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError as error:
        raise ToolFailed("A day is written like 2026-11-30.") from error


CALCULATE = Tool(
    ToolSpec(
        "calculate",
        "Works out an arithmetic expression exactly. 17% is 0.17; sum, average, min, max, round, abs, sqrt work.",
        {"type": "object", "properties": {"expression": {"type": "string"}}, "required": ["expression"]},
    ),
    _calculate,
)
DATES = Tool(
    ToolSpec(
        "dates",
        "Days between start and end, or the day so many days, weeks, months or years after start, with its weekday. "
        "Days are written 2026-11-30; without a start today is meant.",
        {
            "type": "object",
            "properties": {
                "start": {"type": "string"},
                "end": {"type": "string"},
                "days": {"type": "integer"},
                "weeks": {"type": "integer"},
                "months": {"type": "integer"},
                "years": {"type": "integer"},
            },
        },
    ),
    _dates,
)
