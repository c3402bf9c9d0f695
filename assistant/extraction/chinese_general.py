"""The general reading of Chinese: a plain lasting statement with 我 that no other rule knows.

Comes last; what passes, what is felt and what is asked for is left alone, and 不断, 不同, 不久, 不过 deny nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.chinese_things import noun
from assistant.extraction.chinese_words import KIN, PETS, ROLE
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from vault.records import Layer

_VERB_NOT = re.compile(
    r"(?:去(?:(?:查|看|试|问|找|改|弄|写|做|搞|确认|核实|研究|翻)(?:一下|一查|一看|一试|看|查|改)?$|倒|喝|拿|洗|睡|上(?:个)?(?:厕|洗手)|取|趟|忙|吃(?:饭|个|点|完)|接(?:个|一下|杯|电话)|开个?会|个洗手间|下)|信了?你|服了|无语|刚刚?(?:到|下[班课飞]|起|睡|醒|吃|喝|忙|回|开[完会]|洗|跑|出|落地|收工|考完|看完|买完|做完|写完|跟|和)|回来|到(?:了|家)|走了|先走|下线|上线|来了|醒了|睡了|吃完|忙完|自己(?:来|做|弄|想|看|搞|去)|想(?!念)|觉得|认为|以为|感觉|知道|明白|懂|理解|希望|需要|要(?!求)|看(?!书|电影|剧)|试|问|说|刚才|先|能|可以|应该|该|有点|很(?!少)|好(?!几)|真|太|累|困|饿|"
    r"同意|不同意|不知|不懂|不明|不确定|不太|没事|没有问题|没问题|忘|记得|再(?!也不)|来(?!自)|去看看|等|谢|爱你|错了|发现|注意到|听说|猜|担心|怀疑|建议|"
    r"在(?:开会|路上|忙|吃饭|上课|排队|外面|地铁|车上|洗澡|睡觉|开车|打电话|加班|做饭|收拾)(?:呢|了)?$|打开|运行|复制|粘贴|收到|点了|看到|遇到|在想|在看|在等|在找|这边|那个|就是|只是|也是|还是|不是|是说|是想|的意思|没看|没懂|也这么|刚刚?(?:看|说|问|试)|们?的问题|呢|没觉得|老样子|也没|也不|还在|反正|不知|不过|只不过|随口|们?不同|不久前?$)"
)
_PAST = re.compile(r"[了过過](?![来去])|曾经|以前|去年|上[个周月]|前[年天几两]|昨|小时候|当年")
_LASTING = re.compile(
    r"每|总是|一直|平时|通常|经常|常常|(?<![上下这本])周[一二三四五六日末天]|从不|从来|不再|戒|晚上|早上|中午|习惯|一般|长期"
)
_GENERAL = re.compile(r"(?:我|本人)(?P<plural>们)?(?:家(?=[开用养有种吃喝订买租装]))?(?P<rest>[^，。]+.*)")
# What is said of one's people is no doing of one's own.
_OF_OTHERS = re.compile(rf"(?:家|的)?(?:[大小二三老])?(?:{KIN}|{ROLE}|{PETS})(?!的)")
# 在码头开吊车, 在报社跑新闻: where somebody works and what they do there.
_WORKS = re.compile(
    r"(?:在)(?P<where>[^，。]{0,10}?(?:场|厂|店|馆|社|台|站|港|码头|工地|公司|医院|学校|大学|中学|小学|幼儿园|银行|局|所|院|部|队|矿|船上?|车间|食堂|餐厅|酒店|超市|物业|机场|剧团|乐团|农场|牧场|果园|菜市场|菜场|市场|仓库|后厨|厨房|前台))"
    r"(?P<what>(?:当|做|开|卖|修|教|搬|跑|看|扫|送|种|管|守|烧|炒|画|唱|弹|拉|写|编|缝|剪|理|干|跳|演|拍|洗|打|上班|值|养|挖|焊|装|测|化验|收|记账|算|采|接|带|翻译|搞)[^，。]*)$"
)
_CONTINUES = re.compile(
    r"(?:现在|目前|平时|每[天晚周月年]?|周末|周[一二三四五六日]|早上|晚上|从|一直|还|在[^，。]{1,8}?)*[养有住在做当爱喝吃用打学练教带开骑跑写读看玩参喜没戒买卖换搬去来回收组租负管想会拉弹唱画种报考毕结生]"
)


def find_general(clause: Clause, known: Known) -> list[Finding]:
    """A plain lasting statement with 我 that no other rule knows."""
    text = clause.text
    general = _GENERAL.match(text)
    if not general and clause.is_continued and not clause.has_subject and clause.subject == "user":
        general = _GENERAL.match("我" + text) if _CONTINUES.match(text) else None
    if general:
        return _first_person(clause, general)
    labelled = re.match(
        r"(?P<what>[^，。\d:：]{1,12}?)(?:\s?[:：]\s?|是|\s+)(?P<v>[\w./-]*\d[\w./-]*)$", text
    )
    if labelled and clause.is_requested:
        return [finding(clause, f"number:{noun(labelled['what'])}", labelled["v"])]
    return []


def _first_person(clause: Clause, general: re.Match[str]) -> list[Finding]:
    rest = re.sub(
        r"^(?:现在|目前|平时|一直|其实|最近|今天|今年|也|都|就|还|已经|正在|经常|常常?|通常|一般|总是|会)+",
        "",
        general["rest"],
    )
    if _OF_OTHERS.match(rest) or re.match(r"(?:认为|觉得|感觉|以为|想说|看)", rest):
        return []
    mine = re.match(
        r"(?P<what>[^，。是在叫有]{0,10}?)的(?P<noun>[^，。是在叫有]{1,8})(?P<v>(?:是|在|叫|有|朝|用|不).+)",
        rest,
    )
    if mine and not re.search(r"意思|问题|看法|想法|感觉", mine["noun"]):
        return [finding(clause, f"attribute:{mine['what']}{mine['noun']}", mine["v"])]
    if re.match(r"是(?!不是|否)[^，。]{2,}", rest) and not re.search(r"[吧呢]$|的$|意思|问题", rest):
        return [finding(clause, "attribute", rest[1:])]
    lacking = re.match(
        r"没有?(?!关系|问题|事|时间|空|办法|想|看|听|说|懂|明白|意见|兴趣|什么|了)(?P<v>[\u4e00-\u9fff]{1,8}(?<![过着完成到了]))$",
        rest,
    )
    if lacking:
        return [replace(finding(clause, "owns", lacking["v"]), is_negated=True)]
    if (
        _VERB_NOT.match(rest)
        or len(re.sub(r"[了过的\s]", "", rest)) < 2
        or re.fullmatch(
            r"(?:很|好|真|太|超|挺|不|也|都)*(?:喜欢|爱|讨厌|满意|开心|高兴|满足)(?:了|的|啊|呀|哦)*", rest
        )
    ):
        return []  # a feeling about what was just said
    is_ended = bool(
        re.match(
            r"(?:不再|再也不|戒了?|不(?!断|同|久|过|仅|但|光|禁|只|停|时|管|论|得不|妨|如|少|错|好意思))",
            rest,
        )
    )
    action = re.sub(
        r"^(?:不再|再也不|戒了?|不断地?|不停地?|不(?!同|久|过|仅|但|光|禁|只|时|管|论|得|妨|如|少|错))|(?:了|啦)$",
        "",
        rest,
    )
    if is_ended:
        return [replace(finding(clause, f"habit:{_action(action)}", action), is_negated=True)]
    owns = re.match(
        r"(?:有|开(?:一辆|的是|着)|买了|换了|拥有|养了?)(?P<v>.*[\u4e00-\u9fffA-Za-z\d]{2,}.*)", rest
    )
    if owns:
        is_event = rest.startswith(("买", "换"))
        return [
            finding(
                clause, "event" if is_event else "owns", owns["v"], Layer.EVENT if is_event else Layer.FACT
            )
        ]
    using = re.match(
        r"(?:只|都|一直|平时|在|也|还)*(?P<what>[\u4e00-\u9fff]{0,6}?)用(?:的是)?(?P<v>[^，。]{2,})", rest
    )
    if using:
        last = re.search(r"[\u4e00-\u9fff]{2}$", using["v"])
        what = using["what"] or (last[0] if last else "")
        return [finding(clause, f"uses:{what}" if what else "uses", using["v"])]
    works = _WORKS.match(rest)
    if works and not _PAST.search(clause.text):
        return [finding(clause, "works", action)]
    is_told_of = clause.text.endswith("的") and mentions_time(clause.text, "zh")  # 我2021年退休的
    if (is_told_of or _PAST.search(clause.text)) and not _LASTING.search(clause.text):
        return [finding(clause, "event", action, Layer.EVENT)]
    return [finding(clause, f"habit:{_action(action)}", action)]


def _action(action: str) -> str:
    """Verb and object without when, how often and how much: 喝咖啡 of 每天早上喝两杯咖啡."""
    core = re.sub(
        r"每[天周月年晚早日个]+[一二三四五六日末上]*|早上|晚上|上午|下午|中午|[零一二两三四五六七八九十\d]+点(?:钟|半)?|周[一二三四五六日末天]|星期[一二三四五六日天]|[一二两三四五六七八九十\d]+[杯次个只本片包支瓶碗公里分钟小时点半]+(?:钟)?",
        "",
        action,
    )
    core = re.sub(r"上{0,2}下{0,2}(?:周|星期)[一二三四五六日末天]?", "", core)
    return core.removeprefix("习惯").strip("在都会去的了 ")
