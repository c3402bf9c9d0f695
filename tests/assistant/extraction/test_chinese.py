"""What Chinese sentences declare: attribute, value and layer; wording that is not in any measuring set."""

from __future__ import annotations

import pytest

from tests.assistant.extraction.telling import number, one, told
from vault.records import USER, Layer, Sensitivity


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("大家好，我叫林若溪。", "name", "林若溪"),
        ("我是陈默。", "name", "陈默"),
        ("叫我小林就行。", "nickname", "小林"),
        ("我今年28岁。", "age", "28"),
        ("我的工作邮箱是 ruoxi@example.org", "email:工作", "ruoxi@example.org"),
        ("我的手机号是13000000001。", "phone", "13000000001"),
        ("我家住在青阳街道银杏路9号。", "address", "青阳街道银杏路9号"),
        ("我家在苏州。", "city", "苏州"),
        ("我老家是四川绵阳的。", "hometown", "四川绵阳"),
        ("我在市场部上班。", "department", "市场部"),
        ("我是产品经理。", "role", "产品经理"),
        ("我就职于云栖出版社。", "employer", "云栖出版社"),
        ("我毕业于南京大学。", "school", "南京大学"),
        ("我是O型血。", "blood_type", "O型"),
        ("我会说粤语。", "language_spoken", "粤语"),
        ("我对花生过敏", "allergy", "花生"),
        ("我有高血压。", "condition", "高血压"),
        ("项目代号是“飞鸿”。", "project_code", "飞鸿"),
        ("项目文档放在 /data/docs/hong。", "location:项目文档", "/data/docs/hong"),
        ("后端用的是 Go 1.22。", "stack:go", "Go 1.22"),
        ("分支命名规则是 feature-工单号。", "naming_rule:分支", "feature-工单号"),
        ("我的鞋码是42。", "number:鞋码", "42"),
        ("我的办公桌在靠窗那排。", "location:办公桌", "靠窗那排"),
        ("我是个木匠。", "role", "木匠"),
        ("我在乌镇出生。", "hometown:born", "乌镇"),
        ("我的手机号换成13000000077了。", "phone", "13000000077"),
        ("打印机地址改成 10.0.8.9。", "number:打印机地址", "10.0.8.9"),
        ("我只用安卓手机。", "uses:手机", "安卓手机"),
        ("我打字用双拼输入法。", "uses:打字", "双拼输入法"),
    ],
)
def test_facts(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer, found.subject) == (attribute, value, Layer.FACT, USER)
    assert found.language == "zh"


def test_six_characters_are_enough_and_are_sensitive() -> None:
    assert one("我对花生过敏").sensitivity is Sensitivity.SENSITIVE


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("我喜欢爬山。", "likes"),
        ("我不喜欢吃香菜。", "dislikes"),
        ("我特别讨厌开会。", "dislikes"),
        ("我更喜欢坐靠窗的位置。", "prefer:位置"),
        ("我最喜欢的作家是鲁迅。", "favourite:作家"),
        ("回答尽量简短一点。", "answer_length"),
        ("以后请用英文回答我。", "answer_language"),
        ("我喜欢带代码的回答，要短。", "answer_format"),
        ("不要用表情符号。", "answer_dislike"),
        ("我不吃辣。", "diet"),
    ],
)
def test_preferences(text: str, attribute: str) -> None:
    found = one(text)
    assert (found.attribute, found.layer) == (attribute, Layer.PREFERENCE)


def test_a_condition_stays_with_its_preference() -> None:
    assert one("我爱喝美式，不加奶。").claim == "我爱喝美式，不加奶"


@pytest.mark.parametrize(
    ("text", "attribute", "value"),
    [
        ("我的会计是吴芳。", "holder:会计", "吴芳"),
        ("我们部门的审批人是周凯。", "holder:审批人", "周凯"),
        ("报销由赵敏审批。", "holder:报销审批人", "赵敏"),
        ("我换医生了，现在是郑大夫。", "holder:医生", "郑大夫"),
        ("我妹妹叫林若水。", "relation:妹妹", "林若水"),
        ("我家猫叫雪球。", "pet:猫", "雪球"),
    ],
)
def test_ties_between_people_are_relationships(text: str, attribute: str, value: str) -> None:
    found = one(text)
    assert (found.attribute, found.value, found.layer) == (attribute, value, Layer.RELATIONSHIP)


@pytest.mark.parametrize(
    ("text", "attribute", "expected"),
    [
        ("装修预算大概15万。", "budget:装修", (150000, 150000, "CNY")),
        ("预算十二万。", "budget", (120000, 120000, "CNY")),
        ("最多八千块。", "budget", (8000, 8000, "CNY")),
        ("年会请80位嘉宾。", "count:年会 嘉宾", (80, 80, "person")),
        ("合唱班现在有42个学生。", "count:合唱班 学生", (42, 42, "person")),
        ("我们组一共七个人。", "team_size", (7, 7, "person")),
        ("年会的经费是8万元。", "budget:年会", (80000, 80000, "CNY")),
        ("房租每个月3500。", "price:房租", (3500, 3500, "CNY")),
        ("我体重82公斤。", "weight", (82, 82, "kg")),
        ("押金是2000元。", "price:押金", (2000, 2000, "CNY")),
        ("最多40人。", "headcount", (40, 40, "person")),
        ("婚宴最多摆20桌。", "count:婚宴", (20, 20, "")),
        ("装修的费用，我大概能拿出两三万。", "budget:装修", (20000, 30000, "CNY")),
    ],
)
def test_numbers_come_in_base_units(text: str, attribute: str, expected: tuple[float, float, str]) -> None:
    found = one(text)
    assert (found.attribute, number(found)) == (attribute, expected)


@pytest.mark.parametrize(
    ("text", "subject", "attribute"),
    [
        ("我弟弟不吃羊肉。", "弟弟", "diet"),
        ("我妈妈的邮箱是 mama@example.com", "妈妈", "email"),
        ("我同事小王对海鲜过敏。", "同事小王", "allergy"),
        ("我爸今年65岁。", "爸", "age"),
        ("小王的邮箱是 wang@example.org", "小王", "email"),
        ("张伟负责采购。", "张伟", "responsibility"),
        ("我女朋友喜欢看恐怖片。", "女朋友", "likes"),
    ],
)
def test_what_is_said_of_others_is_theirs(text: str, subject: str, attribute: str) -> None:
    found = one(text)
    assert (found.subject, found.attribute) == (subject, attribute)


def test_a_clause_without_a_subject_belongs_to_the_one_before() -> None:
    found = told("我妹妹叫林若水，在厦门当护士。")
    assert [c.subject for c in found] == [USER, "妹妹"]
    assert told("我在苏州当裁缝，养了三只鹅和一条狗。")[1].claim == "我养了三只鹅和一条狗"


def test_a_pronoun_means_the_person_mentioned_last() -> None:
    found = told("昨天跟表弟吃饭，他下个月去读军校。")
    assert [c.subject for c in found if "军校" in c.claim] == ["表弟"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("我在一家律所当助理。", 2),
        ("我们用 MySQL 8.0 和 Redis 7。", 2),
        ("我叫林若溪，今年28岁，住在扬州。", 3),
    ],
)
def test_several_facts_in_a_sentence_are_several_memories(text: str, count: int) -> None:
    found = told(text)
    assert len(found) == count
    assert len({c.claim for c in found}) == count


@pytest.mark.parametrize(
    "text",
    [
        "我不再吃辣了。",
        "我戒烟了。",
        "我没有车。",
        "我已经戒酒三年了。",
        "我对猫毛不过敏。",
        "展厅里不可以拍照。",
    ],
)
def test_denials_are_marked(text: str) -> None:
    assert one(text).negated


@pytest.mark.parametrize("text", ["我这几年不断地练书法。", "我不久前换了键盘。", "我每天走不同的路上班。"])
def test_words_that_only_look_like_denials_are_none(text: str) -> None:
    assert not one(text).negated


def test_an_ended_habit_has_the_slot_of_the_habit() -> None:
    assert one("我不再喝奶茶了。").attribute == one("我每天下午喝一杯奶茶。").attribute == "habit:喝奶茶"


@pytest.mark.parametrize(
    "text",
    [
        "早上好",
        "哈哈哈",
        "今天好累啊。",
        "这个代码报错了。",
        "我觉得可以。",
        "我不明白第二步。",
        "谢谢你！",
        "嗯，我再看看。",
        "我不过是随口一说。",
        "你知道我住哪吗？",
        "真不错",
    ],
)
def test_small_talk_leaves_nothing(text: str) -> None:
    assert told(text) == []


def test_traditional_characters_are_read() -> None:
    assert one("我養了一隻叫豆腐的狗。").attribute == "pet"
    assert one("我住在臺南。").value == "臺南"
