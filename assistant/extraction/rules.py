"""Which rules read a clause of each language, in their order: what knows more of a construction comes first.

The strict ones count beside a question or a task too.
"""

from __future__ import annotations

from assistant.extraction import (
    ahead,
    aliases,
    chinese,
    chinese_general,
    chinese_people,
    chinese_things,
    contacts,
    earning,
    endings,
    english,
    english_general,
    english_people,
    english_things,
    keeping,
    livelihood,
    moves,
    named_people,
    replacements,
    schedules,
    spending,
    stances,
    standing_orders,
    tastes,
    workings,
)
from assistant.extraction.findings import Rule

RULES: dict[str, tuple[Rule, ...]] = {
    "en": (
        contacts.find_listed,
        aliases.find_aliases,
        endings.find_endings,
        moves.find_moves,
        replacements.find_replacements,
        earning.find_earnings,
        keeping.find_kept,
        tastes.find_tastes,
        english.find,
        livelihood.find_livelihood,
        standing_orders.find_orders,
        spending.find_spending,
        workings.find_workings,
        named_people.find_named,
        schedules.find_schedules,
        english_things.find_things,
        english_people.find_others,
        ahead.find_ahead,
        stances.find_stances,
        english_general.find_general,
    ),
    "zh": (
        contacts.find_listed,
        aliases.find_aliases,
        endings.find_endings,
        moves.find_moves,
        replacements.find_replacements,
        earning.find_earnings,
        keeping.find_kept,
        tastes.find_tastes,
        chinese.find,
        livelihood.find_livelihood,
        standing_orders.find_orders,
        spending.find_spending,
        workings.find_workings,
        named_people.find_named,
        schedules.find_schedules,
        chinese_things.find_things,
        chinese_people.find_others,
        ahead.find_ahead,
        stances.find_stances,
        chinese_general.find_general,
    ),
}
STRICT_RULES: dict[str, tuple[Rule, ...]] = {
    "en": (contacts.find_listed, english.find, standing_orders.find_orders),
    "zh": (contacts.find_listed, chinese.find, standing_orders.find_orders),
}
ABOUT_USER = (
    english.find,
    chinese.find,
    spending.find_spending,
    tastes.find_tastes,
    earning.find_earnings,
    livelihood.find_livelihood,
)
