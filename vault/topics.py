"""What a text is about, as the content words that two texts on one topic share. Pure.

English words are compared lightly stemmed, Chinese by pairs of characters. Words that any message may hold ("help",
"tomorrow", 怎么, 一下) are no topic. Follows the design page "Memory core, Life".
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence

from vault import fold, slots
from vault.records import Memory, Quantity

OTHER_TOPIC_TURNS = (
    3  # that many messages on other topics, and what was spoken of before is no longer kept alive
)
_SHORTEST_WORD = 3
_RUN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+|[^\W_\u3400-\u9fff\uf900-\ufaff]+(?:[-'’][^\W_]+)*")
_COMMON_EN = """
    about above after again all also always and any anything are ask asked asking away back bad because
    been before being best better between both but buy call came can cant cannot cause check come could
    course day days did didnt different does doesnt doing done dont down each easy else enough even ever
    every everything explain find fine first for friend from full get give given goes going gone good
    got great had happen hard has hasnt have havent hello help her here hers hey him his hour how howdy
    however idea ill important interesting into isnt its just keep kind know last later least left less
    let like likely list little long look looking lot made make makes making many maybe mean means mine
    minute month months more morning most much must myself name near need needs never new next nice
    night nothing now number off often okay old once one only other our ours out over own part people
    person please point possible prefer pretty problem put question quick quite rather read ready really
    reason recommend remember right said same say says see seem send set several shall she short should
    show shown simple since some someone something soon sorry sort start still stop such suggest sure
    take talk tell than thank thanks that thats the their them then there these they thing things think
    this those thought time times tip tips today together told tomorrow tonight too toward try trying
    two type under understand until upon use used useful user using usual usually very want wanted wants
    was wasnt way week weekend weeks well went were what whats when where whether which while who whole
    whom whose why will wish with without won wonder wont word words work works would write wrong year
    years yes yesterday yet you your yours yourself monday tuesday wednesday thursday friday saturday
    sunday three four five six seven eight nine ten answer reply option options example difference
    compare worth
"""
_COMMON_ZH = """
    怎么 什么 如何 为何 多少 哪些 哪个 哪里 哪儿 哪种 几个 几点 帮我 帮忙 请问 推荐 一下 一个 一些 一点
    一样 一起 可以 可能 能不 不能 是不 是否 有没 没有 还有 还是 还要 就是 不是 但是 因为 所以 如果 或者
    而且 然后 知道 觉得 认为 需要 应该 想要 想问 问题 问下 告诉 介绍 解释 今天 明天 昨天 后天 现在 最近
    上次 下次 这次 这个 那个 这些 那些 这样 那样 怎样 我的 我们 你们 他们 她们 自己 大家 时候 时间 上午
    下午 早上 晚上 中午 周末 星期 本周 下周 上周 每天 每周 每个 今年 去年 明年 东西 事情 办法 方法 区别
    比较 合适 适合 好吗 是吗 行吗 对吗 谢谢 你好 麻烦 给我 看看 说说 讲讲 再来 关于 有关
    注意 么样 的话 多久 多长 什么样 最好 比如 例如 其他 另外 继续 之前 以前 以后 之后 已经 喜欢
    不喜 平时 一般 通常 经常 总是 用户 记得 记住 出来 起来 下来 不要 不用 为什 么用 么办 怎麽 吃什 去哪
    买什 好的 可不 不可 么做 做什 么才 要不 不会 会不
"""
_FUNCTION_ZH = frozenset(
    "的了吗呢吧啊呀嘛么是我你您他她它们在有和与及或就都也还又把被给对从到于为之其这那哪个些着过地得很请不没会能要想去来说看几"
)


@functools.cache
def _common_english() -> frozenset[str]:
    return frozenset(word for text in _COMMON_EN.split() for word in fold.words(text))


@functools.cache
def _common_chinese() -> re.Pattern[str]:
    """What parts a run of Chinese: common words, the longer ones first, and function characters."""
    words = sorted(_COMMON_ZH.split(), key=len, reverse=True)
    return re.compile("|".join([*words, f"[{''.join(sorted(_FUNCTION_ZH))}]"]))


@functools.lru_cache(maxsize=4096)
def topics_of(text: str) -> frozenset[str]:
    """The content words of a text: English ones stemmed, Chinese ones as pairs of characters."""
    found: set[str] = set()
    for match in _RUN.finditer(fold.fold(text)):
        run = match.group()
        if fold.is_cjk(run[0]):
            for part in _common_chinese().split(run):
                found.update(part[place : place + 2] for place in range(len(part) - 1))
        elif len(run) >= _SHORTEST_WORD and not run.isdigit():
            found.update(fold.words(run))
    return frozenset(found - _common_english())


def topics_of_memory(memory: Memory) -> frozenset[str]:
    """What a memory is about: its sentence, its value, the thing its attribute names, topics and entities."""
    value = "" if isinstance(memory.value, Quantity) else memory.value
    parts = (memory.claim, value, slots.detail_of(memory.attribute), *memory.topics, *memory.entities)
    return frozenset().union(*(topics_of(part) for part in parts))


def is_spoken_of(memory: Memory, messages: Sequence[str]) -> bool:
    """Whether the last few messages (oldest first) share a topic with it; three on other topics mean no."""
    about = topics_of_memory(memory)
    return any(about & topics_of(text) for text in messages[-OTHER_TOPIC_TURNS:])


def shared(texts: Iterable[str]) -> frozenset[str]:
    """The content words that all of these texts hold."""
    found = [topics_of(text) for text in texts]
    return frozenset.intersection(*found) if found else frozenset()
