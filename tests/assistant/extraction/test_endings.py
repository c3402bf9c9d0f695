"""What is over, renamed or restated: sold things, new names, "not A but B"."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import one, told, turn
from vault.records import Quantity


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("I sold the caravan.", "owns:caravan"),
        ("We got rid of our piano last week.", "owns:piano"),
        ("I haven't got a bike.", "owns:bike"),
        ("面包车我卖了。", "owns:面包车"),
        ("我把旧手机送人了。", "owns:旧手机"),
        ("我们家不订报纸了。", "habit:订报纸"),
    ],
)
def test_what_is_gone_is_denied(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.negated) == (attribute, True)


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I changed my surname to Ashworth.", "surname", "Ashworth"),
        ("I've moved from Leeds to York.", "city", "York"),
        ("My email isn't a@example.com any more, it's b@example.com.", "email", "b@example.com"),
        ("我改名叫程远了。", "name", "程远"),
        ("我从长沙搬到了株洲。", "city", "株洲"),
        ("我邮箱不是a@example.com，是b@example.com。", "email", "b@example.com"),
        ("我跳槽了，现在在青石软件上班。", "employer", "青石软件"),
        ("房东换人了，现在的房东是尹先生。", "holder:房东", "尹先生"),
    ],
)
def test_what_took_its_place_corrects(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.corrects) == (attribute, value, True)


@pytest.mark.parametrize(
    ("text", "claim", "ends"),
    [
        (
            "The spare key isn't in the shed any more, it's in the hall drawer.",
            "The spare key is in the hall drawer",
            "in the shed",
        ),
        ("报表模板不是放在D区，是放在F区。", "报表模板放在F区", "D区"),
    ],
)
def test_what_is_denied_is_left_out_of_the_claim_and_named_as_over(text: str, claim: str, ends: str) -> None:
    found = one(text)
    assert (found.claim, found.ends, found.corrects) == (claim, ends, True)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("We switched the billing service from Postgres 14 to Postgres 16.", "Postgres 14"),
        ("I've left Harrow Mills, I work for Brightwater now.", ""),
        ("预算从9万涨到了11万。", "9万"),
    ],
)
def test_the_old_value_that_is_named_is_noted(text: str, ends: str) -> None:
    assert told(text)[-1].ends == ends


@pytest.mark.parametrize(
    ("first", "second", "claim"),
    [
        ("The party has 30 guests.", "Make that 40 guests, not 30.", "The party has 40 guests"),
        ("婚宴请了80位客人。", "改成40位客人，不是30位。", "婚宴请了40位客人"),
    ],
)
def test_a_number_that_is_restated_takes_the_place_of_the_old_one(
    first: str, second: str, claim: str
) -> None:
    found = one(second, previous=[turn(first)])
    assert isinstance(found.value, Quantity)
    assert (found.claim, found.value.low, found.value.high, found.corrects) == (claim, 40, 40, True)


@pytest.mark.parametrize("text", ["I sold the idea to my boss.", "I left the house.", "这本书我不看了。"])
def test_what_only_sounds_like_an_end_denies_nothing(text: str) -> None:
    assert not [one for one in told(text) if one.attribute.startswith("owns")]
