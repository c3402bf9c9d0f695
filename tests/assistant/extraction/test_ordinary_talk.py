"""Ordinary talk in freer wording: times beside a value, adverbs before a subject, pronouns, holders, what is due."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant.extraction import Known, extract
from tests.assistant.extraction.telling import number, one, told, turn
from vault import FLOOR_COST, Secret, Vault, create_vault
from vault.records import Layer, MemoryMode, Role


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("I moved to Lisbon in March.", "city", "Lisbon"),
        ("In August I relocated to Ghent for my PhD.", "city", "Ghent"),
        ("I've been living in Leeds since 2019.", "city", "Leeds"),
        ("I've had type 1 diabetes since I was nine.", "condition", "type 1 diabetes"),
        ("I've lived in Utrecht for ten years now.", "city", "Utrecht"),
        ("For the past six years I've been a paramedic in Hull.", "role", "paramedic"),
        ("I've been vegan since 2020.", "diet", "vegan"),
        ("我三月份搬到了成都。", "city", "成都"),
        ("三月份搬到了成都。", "city", "成都"),
        ("我从2018年起就住在苏州了。", "city", "苏州"),
        ("八月份我来了杭州读博。", "city", "杭州"),
        ("去年年底我们搬进了滨江那套新房子。", "home", "滨江那套新房子"),
    ],
)
def test_a_time_beside_a_value_is_no_part_of_it(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value) == (attribute, value)


def test_the_time_cut_from_a_value_dates_it() -> None:
    assert one("I moved to Lisbon in March.").valid_from is not None
    assert one("我三月份搬到了成都。").valid_from is not None


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("Actually Paula lives in Ghent now.", "Paula"),
        ("Sadly my grandad passed away last year.", "grandad"),
        ("Oh, by the way my sister is a nurse.", "sister"),
        ("Luckily my brother works at Norlund.", "brother"),
        ("其实我妹妹住在苏州。", "妹妹"),
    ],
)
def test_an_adverb_of_the_sentence_is_no_part_of_the_subject(text: str, subject: str) -> None:
    found = one(text)
    assert found.subject == subject
    assert not found.claim.lower().startswith(("actually", "sadly", "luckily", "oh", "其实"))


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("My mum is coming on 12 June, she can't eat nuts.", "My mum can't eat nuts"),
        ("Dad's coming for lunch on Sunday and he's lactose intolerant.", "My dad's lactose intolerant"),
        ("我妈六月十二号来看我，她对坚果过敏。", "妈对坚果过敏"),
        ("我爸周日过来吃饭，他乳糖不耐。", "爸乳糖不耐"),
    ],
)
def test_a_claim_names_whom_its_pronoun_means(text: str, claim: str) -> None:
    found = told(text)
    assert [candidate.claim for candidate in found][-1] == claim
    assert found[-1].subject != "user"


def test_a_pronoun_means_somebody_it_fits() -> None:
    found = told("My dad lives with my sister. She is allergic to cats.")
    assert [(c.subject, c.attribute) for c in found][-1] == ("sister", "allergy")
    assert told("My dad likes trains. She is allergic to cats.")[-1].attribute == "likes"


def test_a_pronoun_may_mean_who_was_named_in_the_message_before() -> None:
    before = turn("My brother is a baker.", identity="t_0")
    assert one("He lives in Ulm.", previous=[before]).subject == "brother"


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("My mum is visiting from the 12th to the 19th of June.", (6, 12), (6, 19)),
        ("我妈六月十二号到十九号来看我。", (6, 12), (6, 19)),
    ],
)
def test_a_visit_is_an_event_of_the_one_who_comes(
    text: str, first: tuple[int, int], last: tuple[int, int]
) -> None:
    found = one(text)
    assert found.subject in ("mum", "妈")
    assert (found.attribute, found.layer) == ("event", Layer.EVENT)
    assert found.valid_from is not None
    assert found.valid_until is not None
    for point, expected in ((found.valid_from, first), (found.valid_until, last)):
        local = point.start_utc.timestamp() + 8 * 3600  # Shanghai
        said = datetime.fromtimestamp(local, UTC)
        assert (said.month, said.day) == expected


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("My salary went up to 2,350 euros a month after taxes.", 2350),
        ("My salary rose to 52k in April.", 52000),
        ("I take home about 3,100 pounds a month.", 3100),
        ("After the raise I'm on 61,000 a year.", 61000),
        ("涨薪以后我一年能拿十九万。", 190000),
        ("四月份我的工资涨到一万八了。", 18000),
        ("我每个月到手一万三左右。", 13000),
    ],
)
def test_what_is_earned_is_an_income_and_what_it_rose_to_no_limit(text: str, amount: float) -> None:
    found = one(text)
    assert found.attribute == "income"
    assert number(found)[0] == amount
    assert getattr(found.value, "qualifier", "") in ("", "about")


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("车子明年三月三号要年检。", "appointment:车子年检"),
        ("个税六月三十号之前要报完。", "deadline:个税"),
        ("The tax return has to be in by 30 June.", "deadline:tax return"),
        ("I have to hand in my thesis by mid-July.", "deadline:thesis"),
    ],
)
def test_what_is_due_on_a_day_lies_ahead(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer) == (attribute, Layer.EVENT)
    assert found.valid_from is not None or found.valid_until is not None


def test_not_more_than_a_sum_is_a_limit() -> None:
    found = one("I don't want to spend more than 250 on her present.")
    assert getattr(found.value, "qualifier", "") == "at_most"


def test_a_birthday_party_is_no_birthday() -> None:
    assert all(candidate.attribute != "birthday" for candidate in told("我妈的生日宴定在十二月六号。"))


@pytest.mark.parametrize("text", ["I teach physics at a secondary school.", "我主要给几家奶茶店做账。"])
def test_what_one_lives_by_is_no_habit(text: str) -> None:
    assert one(text).attribute == "works"


@pytest.mark.parametrize(
    "text",
    [
        "我都是在手机上看。",
        "我们老板简直是灭绝师太。",
        "等我中了五百万就买个岛。",
        "We're thinking of getting a second dog, but Tom isn't convinced.",
        "My boss is basically Darth Vader.",
        "Now I'm at Starbucks.",
        "I have to finish this function by tomorrow.",
        "He runs the shop in the story.",
        "Tom has the flu.",
        "周五要下雨。",
    ],
)
def test_words_that_name_nothing_are_left_out(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize("text", ["I leave on Friday.", "I fly to Oslo on 3 June.", "我六月三号飞奥斯陆。"])
def test_what_is_done_on_one_day_is_no_habit(text: str) -> None:
    found = one(text)
    assert found.layer is Layer.EVENT
    assert found.expires_utc is not None


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made, _ = create_vault(tmp_path / "vault", Secret(b"a passphrase for tests only"), cost=FLOOR_COST)
    return made


@pytest.mark.parametrize(
    ("first", "second", "old", "new"),
    [
        (
            "I keep the spare key with our neighbour Rui in flat 3B.",
            "Actually Rui moved out last week, so Paula in 2A has the spare key now.",
            "Rui",
            "Paula",
        ),
        ("备用钥匙放在邻居老葛家。", "其实老葛上个月搬走了，现在钥匙在九号的柯家。", "老葛家", "柯家"),
        ("My GP is Dr Lund.", "Turns out Dr Lund retired, so I see Dr Abara these days.", "Lund", "Abara"),
        ("我的家庭医生是林大夫。", "林大夫退休了，我现在看的是区大夫。", "林大夫", "区大夫"),
        ("My flight to Oslo is on 3 June.", "They've put me on the 5 June one instead.", "3 June", "5 June"),
        ("我六月三号飞奥斯陆。", "他们给我改签到六月五号了。", "六月三号", "六月五号"),
        ("My dentist is Dr Amsel.", "I've switched dentists, I go to Dr Volk now.", "Amsel", "Volk"),
        ("我的牙医是安大夫。", "我换牙医了，现在找沃大夫看。", "安大夫", "沃大夫"),
        ("我家钟点工是马姐。", "马姐回老家了，现在来打扫的是尹姐。", "马姐", "尹姐"),
        ("The wifi box is in the hallway.", "We've moved the wifi box into the study.", "hallway", "study"),
        ("备用车钥匙在果盘里。", "备用车钥匙我给莲娜了。", "果盘", "莲娜"),
        ("I work at Brightwell Dental.", "I left, and now I'm at Oakfield Vets.", "Brightwell", "Oakfield"),
    ],
)
def test_a_change_in_other_words_ends_what_it_changes(
    vault: Vault, first: str, second: str, old: str, new: str
) -> None:
    conversation = vault.conversations.create()
    history = []
    for minute, text in enumerate((first, second)):
        at = datetime(2026, 5, 13, 2, minute, tzinfo=UTC)
        said = vault.conversations.add_turn(conversation.id, Role.USER, text, at=at, zone="Asia/Shanghai")
        known = Known(vault.memories.own_names(), vault.memories.people())
        found = extract(said, previous=history, now=at, known=known)
        vault.memories.apply(found, mode=MemoryMode.AUTO, actor="test", at=at)
        history.append(said)
    claims = [memory.claim for memory in vault.memories.list()]
    values = [str(memory.value) for memory in vault.memories.list()]
    assert any(new in claim for claim in claims), claims
    assert not any(old in value for value in values), values
    vault.close()
