"""What wins when two memories disagree, on a real store."""

from __future__ import annotations

import pytest

from tests.vault.telling import active_claims, claims_in, number_in, said, tell
from vault import Vault
from vault.records import MemoryMode, Precision, Quantity, SourceKind, State, TimePoint

INFERRED = {"source": SourceKind.INFERRED, "confidence": 0.9}


def test_a_higher_weight_wins_at_any_age(vault: Vault) -> None:
    tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-09-01", source=SourceKind.FORM)
    outcome = tell(vault, "I live in York.", "home", "York", day="2026-01-01")
    assert (outcome.action, outcome.reason) == ("superseded", "outweighs")
    assert active_claims(vault, "home") == ["I live in York."]
    assert claims_in(vault, State.SUPERSEDED) == ["I live in Leeds."]


def test_a_weaker_newcomer_waits_as_a_proposal_with_its_reason(vault: Vault) -> None:
    tell(vault, "I live in York.", "home", "York", day="2026-01-01")
    outcome = tell(vault, "Off to Leeds again tonight.", "home", "Leeds", day="2026-09-01", **INFERRED)
    assert (outcome.action, outcome.reason) == ("queued", "outweighed")
    assert active_claims(vault, "home") == ["I live in York."]
    assert claims_in(vault, State.PROPOSED) == ["Off to Leeds again tonight."]


def test_two_plain_numbers_make_a_range_with_both_sources(vault: Vault) -> None:
    tell(vault, "预算50万", "budget", day="2026-10-01")
    outcome = tell(vault, "最多30万", "budget", day="2026-10-08")
    assert outcome.action == "ranged"
    [memory] = vault.memories.list()
    assert isinstance(memory.value, Quantity)
    assert (memory.value.low, memory.value.high, memory.value.unit) == (300_000, 500_000, "CNY")
    assert memory.claim == "预算 30–50 万元（50 万元，2026年10月1日；最多 30 万元，10月8日）"
    assert [part.qualifier for part in memory.value.parts] == ["", "at_most"]
    assert [item.quote for item in memory.evidence] == ["预算50万", "最多30万"]
    assert len({item.ref_id for item in memory.evidence}) == 2


def test_the_same_in_english_with_dollars(vault: Vault) -> None:
    tell(vault, "The budget is $500k.", "budget", day="2026-10-01")
    tell(vault, "At most $300k.", "budget", day="2026-10-08")
    [memory] = vault.memories.list()
    assert memory.claim == (
        "The budget is $300,000–500,000 ($500,000, 1 October 2026; at most $300,000, 8 October)"
    )
    assert isinstance(memory.value, Quantity)
    assert (memory.value.low, memory.value.high, memory.value.unit) == (300_000, 500_000, "USD")


def test_a_range_does_not_depend_on_the_order_of_arrival(vault: Vault) -> None:
    tell(vault, "最多30万", "budget", day="2026-10-08")
    tell(vault, "预算50万", "budget", day="2026-10-01")
    [memory] = vault.memories.list()
    assert "30–50 万元（50 万元，2026年10月1日；最多 30 万元，10月8日）" in memory.claim


def test_a_third_number_joins_the_range_and_keeps_the_users_own_unit(vault: Vault) -> None:
    for day, text in (
        ("2026-05-01", "婚礼请120位客人。"),
        ("2026-05-08", "婚礼请150位客人。"),
        ("2026-05-09", "婚礼请90位客人"),
    ):
        tell(vault, text, "count:婚礼客人", day=day)
    [memory] = vault.memories.list()
    assert memory.claim.startswith("婚礼请 90–150 位客人（")
    assert isinstance(memory.value, Quantity)
    assert len(memory.value.parts) == 3


@pytest.mark.parametrize(
    ("first", "second", "low"),
    [
        ("The budget is $50k.", "No, it's $40k.", 40_000),
        ("预算50万", "预算改成40万", 400_000),
    ],
)
def test_a_correction_replaces_a_number(vault: Vault, first: str, second: str, low: float) -> None:
    tell(vault, first, "budget", day="2026-03-01")
    outcome = tell(vault, second, "budget", day="2026-03-02", corrects=True)
    assert (outcome.action, outcome.reason) == ("superseded", "correction")
    [memory] = vault.memories.list()
    assert isinstance(memory.value, Quantity)
    assert (memory.value.low, memory.value.high) == (low, low)
    assert claims_in(vault, State.SUPERSEDED) == [first]


def test_a_correction_to_a_number_inside_a_range_collapses_it(vault: Vault) -> None:
    tell(vault, "The budget is $50k.", "budget", day="2026-03-01")
    tell(vault, "The budget is $30k.", "budget", day="2026-03-02")
    tell(vault, "Actually the budget is $30k.", "budget", day="2026-03-03", corrects=True)
    assert active_claims(vault) == ["Actually the budget is $30k."]


def test_a_number_said_before_a_correction_and_read_in_later_is_history(vault: Vault) -> None:
    tell(vault, "The budget is $50k.", "budget", day="2026-03-01")
    tell(vault, "Now the budget is $40k.", "budget", day="2026-03-05", corrects=True)
    outcome = tell(vault, "The budget is $90k.", "budget", day="2026-02-01")
    assert (outcome.action, outcome.reason) == ("outdated", "earlier")
    assert active_claims(vault) == ["Now the budget is $40k."]


def test_a_stronger_source_collapses_a_range(vault: Vault) -> None:
    tell(vault, "12 people", "team_size", day="2026-03-01", source=SourceKind.FORM)
    tell(vault, "15 people", "team_size", day="2026-03-02", source=SourceKind.FORM)
    tell(vault, "My team size is nine.", "team_size", day="2026-03-03")
    assert active_claims(vault) == ["My team size is nine."]
    [memory] = vault.memories.list()
    assert memory.value == Quantity(9, 9, "person")


def test_of_two_words_the_later_said_is_in_force_whatever_the_order(vault: Vault) -> None:
    tell(vault, "I prefer window seats.", "prefer:seat", "window seats", day="2026-02-17")
    outcome = tell(vault, "I prefer aisle seats.", "prefer:seat", "aisle seats", day="2023-06-05")
    assert outcome.action == "outdated"
    assert active_claims(vault) == ["I prefer window seats."]
    assert claims_in(vault, State.SUPERSEDED) == ["I prefer aisle seats."]


def test_the_later_word_supersedes_and_dates_the_earlier(vault: Vault) -> None:
    old = tell(
        vault, "The NAS is at nas-old.example.com.", "address:nas", "nas-old.example.com", day="2026-05-10"
    ).memory
    new = tell(
        vault, "The NAS is at nas-new.example.com.", "address:nas", "nas-new.example.com", day="2026-07-08"
    )
    assert old is not None
    assert new.memory is not None
    assert active_claims(vault) == ["The NAS is at nas-new.example.com."]
    past = vault.memories.get(old.id)
    assert (past.state, past.superseded_by, new.replaced) == (State.SUPERSEDED, new.memory.id, (old.id,))
    assert past.valid_until is not None
    assert past.valid_until.start_utc == said("2026-07-08")


def test_dates_are_compared_only_as_exactly_as_both_were_given(vault: Vault) -> None:
    year = TimePoint(said("2026-01-01"), Precision.YEAR)
    month = TimePoint(said("2026-03-01"), Precision.MONTH)
    tell(vault, "自2026年3月起我在青岛工作", "work_place", "青岛", day="2026-04-01", valid_from=month)
    tell(vault, "2026年我在烟台工作", "work_place", "烟台", day="2026-05-01", valid_from=year)
    assert active_claims(vault) == ["2026年我在烟台工作"], (
        "2026 is not before March 2026: the later word counts"
    )


def test_another_persons_value_is_no_conflict(vault: Vault) -> None:
    tell(vault, "I like player A.", "likes", "player A")
    tell(vault, "My brother likes player B.", "likes", "player B", subject="brother")
    tell(vault, "My brother hates player A.", "dislikes", "player A", subject="brother")
    assert len(active_claims(vault)) == 3


def test_another_scope_is_no_conflict(vault: Vault) -> None:
    tell(vault, "我的邮箱是 lu.office@example.com。", "email", "lu.office@example.com", scope="work")
    tell(vault, "我的邮箱是 lu.family@example.com。", "email", "lu.family@example.com", scope="home")
    assert len(active_claims(vault)) == 2


def test_another_thing_unit_or_currency_is_no_conflict(vault: Vault) -> None:
    tell(vault, "The kitchen budget is $12,000.", "budget:kitchen")
    tell(vault, "The garden budget is $4,000.", "budget:garden")
    tell(vault, "The kitchen budget is €9,000.", "budget:kitchen")
    assert len(active_claims(vault)) == 3


def test_a_plan_is_no_conflict_with_a_fact_and_is_fulfilled_by_it(vault: Vault) -> None:
    tell(vault, "我住在成都。", "home", "成都", day="2026-03-14")
    plan = tell(vault, "我打算明年搬去昆明。", "home", "昆明", day="2026-09-08", is_plan=True).memory
    assert len(active_claims(vault)) == 2
    assert plan is not None
    tell(vault, "我搬到昆明了。", "home", "昆明", day="2027-02-01")
    assert active_claims(vault) == ["我搬到昆明了。"]
    assert vault.memories.get(plan.id).state is State.SUPERSEDED


def test_a_dated_series_stands_side_by_side(vault: Vault) -> None:
    for day, text in (("2026-01-08", "I weighed 70 kg."), ("2026-03-09", "I weighed 68 kg.")):
        tell(vault, text, "weight", day=day, valid_from=TimePoint(said(day), Precision.DAY))
    assert active_claims(vault) == ["I weighed 70 kg.", "I weighed 68 kg."]


def test_dated_numbers_of_any_attribute_are_a_series(vault: Vault) -> None:
    for day, text in (("2026-01-08", "电表读数是4210度"), ("2026-03-09", "电表读数是4388度")):
        tell(vault, text, "number:电表读数", day=day, valid_from=TimePoint(said(day), Precision.DAY))
    assert len(active_claims(vault)) == 2


def test_the_same_measure_of_another_day_is_a_row_of_its_own(vault: Vault) -> None:
    for day in ("2026-01-08", "2026-03-09", "2026-03-09"):
        tell(vault, "I weigh 70 kg.", "weight", day=day)
    assert sorted(memory.confirmations for memory in vault.memories.list()) == [1, 2]


def test_closed_validity_that_does_not_overlap_is_no_conflict(vault: Vault) -> None:
    tell(
        vault, "I worked at Harbour Mills until 2020.", "employer", "Harbour Mills",
        valid_until=TimePoint(said("2020-12-31"), Precision.YEAR),
    )  # fmt: skip
    tell(
        vault, "I work at Tidewater since 2021.", "employer", "Tidewater",
        valid_from=TimePoint(said("2021-01-01"), Precision.YEAR),
    )  # fmt: skip
    assert len(active_claims(vault)) == 2


def test_a_less_exact_place_confirms_the_exact_one(vault: Vault) -> None:
    tell(vault, "I live in Oak Lane, Leeds.", "home", "Oak Lane, Leeds", day="2026-03-01")
    outcome = tell(vault, "I live in Leeds.", "home", "Leeds", day="2026-04-01")
    assert outcome.action == "confirmed"
    assert active_claims(vault) == ["I live in Oak Lane, Leeds."]


def test_members_of_a_set_join_one_another(vault: Vault) -> None:
    for thing in ("peanuts", "penicillin", "latex"):
        tell(vault, f"I am allergic to {thing}.", "allergy", thing)
    assert len(active_claims(vault)) == 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("I love oysters.", "likes", "oysters"), ("I hate oysters.", "dislikes", "oysters")),
        (("西馆可以拍照。", "note", "西馆可以拍照"), ("西馆不可以拍照。", "note", "西馆不可以拍照")),
        (("西馆可以拍照。", "note", "西馆可以拍照"), ("西馆禁止拍照。", "note", "西馆禁止拍照")),
        (("Photos are allowed in the hall.", "note", "photos are allowed in the hall"),
         ("Photos are not allowed in the hall.", "note", "photos are not allowed in the hall")),
        (("我每天早上喝两杯咖啡。", "habit", "每天早上喝两杯咖啡"), ("我不再喝咖啡了。", "habit", "不再喝咖啡")),
        (("I drive to work.", "habit", "drive to work"),
         ("I no longer drive to work.", "habit", "no longer drive to work")),
    ],
)  # fmt: skip
def test_a_contradiction_replaces_the_member(
    vault: Vault, first: tuple[str, str, str], second: tuple[str, str, str]
) -> None:
    tell(vault, *first, day="2026-02-01")
    outcome = tell(vault, *second, day="2026-05-01")
    assert (outcome.action, outcome.reason) == ("superseded", "contradiction")
    assert active_claims(vault) == [second[0]]


def test_not_allowed_is_not_a_second_telling_of_allowed(vault: Vault) -> None:
    tell(vault, "Photos are allowed.", "note", "photos are allowed")
    outcome = tell(vault, "Photos are not allowed.", "note", "photos are not allowed", day="2026-04-01")
    assert outcome.action != "confirmed"


def test_two_denials_of_one_domain_both_stay(vault: Vault) -> None:
    tell(vault, "I no longer eat dairy.", "habit", "no longer eat dairy")
    tell(vault, "I no longer eat meat.", "habit", "no longer eat meat")
    tell(vault, "I eat rice.", "habit", "eat rice")
    assert len(active_claims(vault)) == 3


def test_disliking_tea_says_nothing_of_tea_roses(vault: Vault) -> None:
    tell(vault, "I like tea roses.", "likes", "tea roses")
    tell(vault, "I dislike tea.", "dislikes", "tea", day="2026-05-01")
    assert len(active_claims(vault)) == 2


def test_a_correction_replaces_the_member_with_the_same_detail(vault: Vault) -> None:
    tell(vault, "The dentist is on Tuesday.", "appointment:dentist", "Tuesday", day="2026-03-01")
    tell(vault, "The vet is on Friday.", "appointment:vet", "Friday", day="2026-03-01")
    tell(
        vault,
        "The dentist is on Thursday instead.",
        "appointment:dentist",
        "Thursday",
        day="2026-03-02",
        corrects=True,
    )
    assert active_claims(vault) == ["The vet is on Friday.", "The dentist is on Thursday instead."]


def test_a_correction_does_not_take_down_an_unrelated_member(vault: Vault) -> None:
    tell(vault, "我每天早上喝两杯咖啡。", "habit", "每天早上喝两杯咖啡", day="2026-03-01")
    tell(vault, "我现在晚上跑步。", "habit", "晚上跑步", day="2026-03-02", corrects=True)
    assert len(active_claims(vault)) == 2


def test_the_users_word_and_a_tools_observation_both_stand(vault: Vault) -> None:
    tell(vault, "The order is not shipped yet.", "status:order", "not shipped", day="2026-03-01")
    outcome = tell(
        vault, "Order status: shipped", "status:order", "shipped", day="2026-03-02",
        source=SourceKind.TOOL, confidence=0.9, requested=True,
    )  # fmt: skip
    assert (outcome.action, outcome.reason) == ("added", "observations_differ")
    assert {memory.reason for memory in vault.memories.list()} == {"observations_differ"}
    assert len(active_claims(vault)) == 2


def test_two_hundred_unrelated_facts_retire_nothing(vault: Vault) -> None:
    for index in range(100):
        tell(vault, f"I own lamp number {index}.", "owns", f"lamp number {index}")
        tell(vault, f"我不再订第{index}号报纸。", "habit", f"不再订第{index}号报纸")
    assert len(active_claims(vault)) == 200
    assert claims_in(vault, State.SUPERSEDED) == []


def test_a_money_number_without_currency_in_chinese_is_renminbi(vault: Vault) -> None:
    tell(vault, "预算50万", "budget")
    [memory] = vault.memories.list()
    assert memory.value == number_in("50万元")


def test_the_end_of_one_value_says_nothing_of_another(vault: Vault) -> None:
    tell(vault, "I work at Tidewater.", "employer", "Tidewater", day="2026-02-01")
    tell(
        vault,
        "I no longer work at Harbour Mills.",
        "employer",
        "Harbour Mills",
        day="2026-03-01",
        negated=True,
    )
    assert len(active_claims(vault, "employer")) == 2
    tell(vault, "I no longer work at Tidewater.", "employer", "Tidewater", day="2026-04-01", negated=True)
    assert claims_in(vault, State.SUPERSEDED) == ["I work at Tidewater."]


@pytest.mark.parametrize(
    ("attribute", "first", "second"),
    [
        ("age", "I am 34 years old.", "I am 35 years old."),
        ("number:locker", "My locker is 218.", "My locker is 305."),
    ],
)
def test_a_number_that_names_or_ages_is_replaced_and_never_a_range(
    vault: Vault, attribute: str, first: str, second: str
) -> None:
    tell(vault, first, attribute, day="2026-03-01")
    tell(vault, second, attribute, day="2026-09-01")
    assert active_claims(vault) == [second]


def test_a_statement_may_name_the_memory_that_it_ends(vault: Vault) -> None:
    goats = tell(vault, "We keep two goats", "owns", "two goats").memory
    assert goats is not None
    told = tell(
        vault, "Both goats went to Wales", "note", "went to Wales", day="2026-04-01", replaces=goats.id
    )
    assert (told.action, told.replaced) == ("superseded", (goats.id,))
    assert vault.memories.get(goats.id).state is State.SUPERSEDED
    inferred = tell(
        vault, "The goats may be back", "owns", "goats", day="2026-05-01", source=SourceKind.INFERRED,
        replaces=told.memory.id if told.memory else "",
    )  # fmt: skip
    assert inferred.action == "queued"


def test_a_proposal_that_ends_a_memory_does_so_when_it_is_approved(vault: Vault) -> None:
    goats = tell(vault, "We keep two goats", "owns", "two goats").memory
    assert goats is not None
    waiting = tell(
        vault, "Both goats went to Wales", "note", "went to Wales", day="2026-04-01", mode=MemoryMode.ASK,
        replaces=goats.id,
    ).memory  # fmt: skip
    assert waiting is not None
    assert vault.memories.get(goats.id).state is State.ACTIVE
    vault.memories.approve(waiting.id)
    assert vault.memories.get(goats.id).state is State.SUPERSEDED


def test_what_belongs_to_another_is_not_ended(vault: Vault) -> None:
    goats = tell(vault, "We keep two goats", "owns", "two goats").memory
    assert goats is not None
    told = tell(vault, "Hers went to Wales", "note", "Wales", subject="sister", replaces=goats.id)
    assert (told.action, vault.memories.get(goats.id).state) == ("added", State.ACTIVE)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("I prefer hardbacks.", "prefer:hardback"), ("I prefer paperbacks now.", "prefer:paperback")),
        (("我喜欢看纸质书。", "prefer:纸质书"), ("我现在喜欢看电子书。", "prefer:电子书")),
    ],
)
def test_a_corrected_preference_replaces_that_of_another_thing_of_its_kind(
    vault: Vault, first: tuple[str, str], second: tuple[str, str]
) -> None:
    tell(vault, *first, "old", day="2026-01-01")
    tell(vault, "I prefer window seats.", "prefer:seat", "window seats", day="2026-01-02")
    tell(vault, *second, "new", day="2026-02-01", corrects=True)
    assert claims_in(vault, State.SUPERSEDED) == [first[0]]


def test_without_a_correcting_word_both_preferences_stand(vault: Vault) -> None:
    tell(vault, "I prefer hardbacks.", "prefer:hardback", "hardbacks", day="2026-01-01")
    tell(vault, "I prefer paperbacks.", "prefer:paperback", "paperbacks", day="2026-02-01")
    assert claims_in(vault, State.SUPERSEDED) == []
