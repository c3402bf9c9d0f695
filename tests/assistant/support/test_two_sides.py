"""What is told from the other side, in other units, or of more things and other people than its sources tell."""

from __future__ import annotations

import pytest

from assistant.support import judge

TRUE = [
    ("Marta borrowed the ladder from Hugo", "Hugo lent Marta his ladder."),
    ("Anna taught Ben to swim", "Ben learnt to swim from Anna."),
    ("You sold the car to Ivo", "Ivo bought my car."),
    ("Your aunt gave you the ring", "I got the ring from my aunt."),
    ("小周向小林借了帐篷", "小林把帐篷借给了小周。"),
    ("老张把车卖给了你", "我从老张那里买了车。"),
    ("The course lasts 14 days", "The course takes a fortnight."),
    ("The walk takes half an hour", "The walk takes 30 minutes."),
    ("The walk takes 90 minutes", "The walk takes an hour and a half."),
    ("Lunch is at noon", "Lunch is at 12:00."),
    ("会议持续一个半小时", "会议开了 90 分钟。"),
    ("四分之一的预算已经用掉", "预算已经用了 25%。"),
    ("It is 77 °F in the room", "The room has 25 °C."),
    ("You ran 10 miles", "I ran 16.1 km."),
    ("路程大约半小时", "路上大概要 30 分钟。"),
    ("You own a flat and a boat", "I have an apartment and a boat."),
    ("Your son weighs about 30 kg", "My son weighs 66 pounds."),
    ("The lease runs for 24 months", "The lease runs for two years."),
    ("小区或许会装充电桩", "小区说不定会装充电桩。"),
    ("你欠表亲 200 欧元", "I owe my cousin 200 euros."),
    ("Your boss's brother moved to Leeds", "My boss's brother moved to Leeds."),
]
FALSE = [
    ("Marta lent Hugo her ladder", "Hugo lent Marta his ladder.", "order"),
    ("Ben taught Anna to swim", "Ben learnt to swim from Anna.", "order"),
    ("You gave your aunt the ring", "I got the ring from my aunt.", "order"),
    ("你把车卖给了老张", "我从老张那里买了车。", "order"),
    ("The walk takes half an hour", "The walk takes an hour and a half.", "number"),
    ("会议持续两个小时", "会议开了 90 分钟。", "number"),
    ("It is 90 °F in the room", "The room has 25 °C.", "number"),
    ("You ran 10 miles", "I ran 10 km.", "number"),
    ("The roof and the gutter were repaired", "The roof was repaired.", "words"),
    ("你买了苹果、梨和香蕉", "我买了苹果和香蕉。", "words"),
    ("Your boss moved to Leeds", "My boss's brother moved to Leeds.", "person"),
    ("你老板搬去了杭州", "我老板的弟弟搬去了杭州。", "person"),
    ("你养了一只鹦鹉", "我室友养了一只鹦鹉。", "person"),
    ("你和中信银行签了合同", "我和招商银行签了合同。", "name"),
    ("阿梅借给阿芳三千块", "阿芳借给阿梅三千块。", "order"),
    ("表亲欠你 200 欧元", "I owe my cousin 200 euros.", "order"),
    ("快递寄到了吉林路的门店", "快递寄到了桂林路的门店。", "name"),
    ("Your son weighs about 66 kg", "My son weighs 66 pounds.", "number"),
    ("公交车改走南门了", "公交车改走北门了。", "opposite"),
]


@pytest.mark.parametrize(("said", "known"), TRUE)
def test_the_same_told_otherwise_is_supported(said: str, known: str) -> None:
    assert judge(said, [known]).is_supported


@pytest.mark.parametrize(("said", "known", "reason"), FALSE)
def test_what_the_sources_do_not_tell_is_not(said: str, known: str, reason: str) -> None:
    found = judge(said, [known])
    assert (found.is_supported, found.reason) == (False, reason)
