"""Orders to the memory: which messages give one, what they are about, and which only sound like one."""

from __future__ import annotations

import pytest

from assistant.commands import Command, asks_what_is_known, confirms, parse


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("/forget my old address", "my old address"),
        ("Forget that I collect stamps.", "I collect stamps"),
        ("Please forget my birthday", "my birthday"),
        ("Can you delete the memory about my landline number?", "my landline number"),
        ("Could you please erase what I told you about my divorce?", "my divorce"),
        ("I'd like you to forget my salary.", "my salary"),
        ("Delete my email address, please.", "my email address"),
        ("Remove the note about the greenhouse from your memory", "the greenhouse"),
        ("Let's pretend I never told you about Sven", "Sven"),
        ("My debts have no place in your notes.", "My debts"),
        ("I don't want you to remember my weight.", "my weight"),
        ("把我的住址删了", "我的住址"),
        ("能不能把我的手机号忘掉？", "我的手机号"),
        ("请忘记我的生日", "我的生日"),
        ("麻烦你把关于前公司的记忆删掉", "前公司"),
        ("忘掉我在学跳伞", "我在学跳伞"),
        ("不要再记着我的体重了", "我的体重"),
        ("吵架那件事，就当我没说过吧。", "吵架"),
        ("删除关于老宅的记录", "老宅"),
        ("Could you remove the bit about my loan?", "my loan"),
        ("Delete everything you have about Otto Brandt.", "Otto Brandt"),
        ("Scrap what I said about the lawsuit.", "the lawsuit"),
        ("I'd like my salary removed from your memory.", "my salary"),
        ("Take my birthday off your list.", "my birthday"),
        ("Get rid of anything to do with Harlow.", "Harlow"),
        ("Stop keeping track of my weight.", "my weight"),
        ("我的体重不要留了", "我的体重"),
        ("有关离婚的内容全删", "离婚"),
        ("跟前任有关的都清空", "前任"),
        ("我说过的工资那条，麻烦去掉", "工资"),
        ("我欠钱那件事，你删掉吧。", "我欠钱"),
    ],
)
def test_requests_to_forget(text: str, argument: str) -> None:
    found = parse(text)
    assert found is not None
    assert (found.kind, found.argument) == ("forget", argument)


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my umbrella.",
        "I always forget names.",
        "Never forget that I am diabetic",
        "Don't forget the milk",
        "forget it",
        "Forget about it, let's go on.",
        "Delete line 3",
        "Delete my name from line 3",
        "Drop the last sentence.",
        "那条注释删了",
        "Remove the last paragraph.",
        "Clear the table",
        "How do I delete a branch?",
        'Check this: "forget that I am tall"',
        "我忘了带伞",
        "我老是忘事",
        "千万别忘了关灯",
        "忘了吧",
        "删除第三行",
        "把最后一段删掉吧，太长",
        "别把我的生日忘了",
        "他让我别忘了开会",
    ],
)
def test_what_is_no_request_to_forget(text: str) -> None:
    found = parse(text)
    assert found is None or found.kind == "remember"


def test_everything_and_never_again_are_told() -> None:
    assert parse("Forget everything about Sven Holm.") == Command("forget", "Sven Holm", is_everything=True)
    assert parse("把关于老宅的记忆全部删掉") == Command("forget", "老宅", is_everything=True)
    found = parse("Forget my salary and never remember it again.")
    assert found == Command("forget", "my salary", never_again=True)


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("/remember the bins go out on Monday", "the bins go out on Monday"),
        ("Please remember that I park at gate C", "I park at gate C"),
        ("Don't forget I'm off on Thursday", "I'm off on Thursday"),
        ("Keep in mind: no onions", "no onions"),
        ("记住我喜欢靠走道", "我喜欢靠走道"),
        ("帮我记一下，周四收快递", "周四收快递"),
        ("别忘了我吃素", "我吃素"),
    ],
)
def test_requests_to_remember(text: str, argument: str) -> None:
    found = parse(text)
    assert found is not None
    assert (found.kind, found.argument) == ("remember", argument)


@pytest.mark.parametrize(
    "text",
    ["Do you remember my name?", "Remember when we met?", "你还记得我叫什么吗？", "记得我说过的预算吗"],
)
def test_questions_about_memory_are_no_orders(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "/why",
        "How do you know that?",
        "Why did you say that?",
        "Where did you get that from?",
        "你怎么知道的？",
        "依据是什么？",
    ],
)
def test_asking_for_the_reason(text: str) -> None:
    found = parse(text)
    assert found is not None
    assert found.kind == "why"


@pytest.mark.parametrize(
    ("text", "scope"),
    [("/scope work", "work"), ("Switch to the home scope.", "home"), ("切换到工作空间", "工作")],
)
def test_changing_the_scope(text: str, scope: str) -> None:
    assert parse(text) == Command("scope", scope, is_slash=text.startswith("/"))


@pytest.mark.parametrize(
    "text",
    [
        "What do you know about me?",
        "what do you remember?",
        "Tell me everything you know about me",
        "你记得我什么？",
        "你都知道我哪些事？",
    ],
)
def test_asking_for_all_that_is_known_is_a_question(text: str) -> None:
    assert asks_what_is_known(text)
    assert parse(text) is None


@pytest.mark.parametrize("text", ["What do you know about bees?", "你知道天气怎么样吗", "Remember me?"])
def test_asking_for_something_else_is_not(text: str) -> None:
    assert not asks_what_is_known(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes, delete it.", True),
        ("yep", True),
        ("Right, that one.", True),
        ("go ahead, please", True),
        ("delete them", True),
        ("对，删吧", True),
        ("是的，都清掉", True),
        ("好的", True),
        ("No, keep it", False),
        ("don't", False),
        ("cancel", False),
        ("不用了", False),
        ("算了，留着吧", False),
        ("What is the weather like?", None),
        ("我明天去上海", None),
        ("Yes, and what about dinner?", None),
        ("好的，那明天见吗？", None),
        ("y", True),
        ("OK!", True),
        ("好的，删掉吧。", True),
        ("对，就那条", True),
        ("那条是对的，别删", None),
        ("就都删了吧", True),
        ("Yes, only that one.", True),
        ("Yes, all of it.", True),
        ("Right, that one, take it out.", True),
        ("Yesterday I saw the dentist.", None),
        ("Right now I live in Oslo.", None),
        ("Sure, but my sister's number stays.", None),
        ("Of course not", None),
        ("ok wait", None),
        ("对了，我明天去北京。", None),
        ("好像不是这一条", None),
        ("是不是还有别的", None),
        ("行李还没收拾", None),
        ("可以先别删", None),
    ],
)
def test_answers_to_a_pending_question(text: str, answer: bool | None) -> None:
    assert confirms(text) is answer


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("I'd rather you didn't remember my salary.", "my salary"),
        ("Would you mind forgetting my shoe size?", "my shoe size"),
        ("Scratch my medical history from memory.", "my medical history"),
        ("Please unlearn where I live.", "where I live"),
        ("That thing about my debts, delete it please.", "my debts"),
        ("Strike the bit about my knee from your notes.", "my knee"),
        ("我的体重你不用记了。", "我的体重"),
        ("你就当我没说过膝盖的事。", "膝盖"),
        ("把老徐的事都忘干净。", "老徐"),
        ("我的邮箱删了吧，以后也别再记。", "我的邮箱"),
        ("那件欠债的事，请从记忆里抹去。", "欠债"),
        ("不要保存我的身高。", "我的身高"),
        ("我不想让你记得我的前任。", "我的前任"),
        ("能不能不记我的鞋码？", "我的鞋码"),
        ("帮我忘记我住哪儿。", "我住哪儿"),
    ],
)
def test_further_ways_to_ask_for_forgetting(text: str, argument: str) -> None:
    command = parse(text)
    assert command is not None
    assert (command.kind, command.argument) == ("forget", argument)


@pytest.mark.parametrize(
    "text",
    [
        "The report, delete it.",
        "Forget where we were, let's start.",
        "我的稿子删了。",
        "这个函数删掉",
        "不要保存这个文件",
        "别记这么多笔记了",
        "不存在这种事",
        "我不记得密码了",
    ],
)
def test_what_is_worked_on_is_not_forgotten(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    "text",
    ["Who told you that?", "What makes you say so?", "谁告诉你的？", "你从哪儿听说的？", "这话有什么根据？"],
)
def test_asking_where_it_is_known_from(text: str) -> None:
    command = parse(text)
    assert command is not None
    assert command.kind == "why"


@pytest.mark.parametrize(
    "text", ["List what you've stored about me.", "你对我有什么印象？", "列一下你记住的关于我的内容。"]
)
def test_asking_for_all_that_is_known(text: str) -> None:
    assert asks_what_is_known(text)
