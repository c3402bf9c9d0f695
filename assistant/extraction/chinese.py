"""Chinese declarations about the user: who they are, how to reach them, work, health, tastes, and how they want answers.

One table of patterns, tried in order on a clause whose subject is the user (named or understood from the clause before);
the first that fits wins. Simplified and traditional forms of the words that matter are both listed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.extraction.chinese_shapes import SHAPES
from assistant.extraction.chinese_words import (
    ADVERB,
    EMAIL,
    GIVEN,
    JOB,
    KIN,
    ME,
    ORG,
    PETS,
    PHONE,
    PLACE,
    ROLE,
    SURNAME,
)
from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

FACT, PREFERENCE, EVENT, RELATIONSHIP = Layer.FACT, Layer.PREFERENCE, Layer.EVENT, Layer.RELATIONSHIP


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: the named group `v` (or `w`) is the value, `k` the detail of the attribute."""

    pattern: re.Pattern[str]
    attribute: str
    layer: Layer = FACT
    is_negated: bool = False
    is_strict: bool = True


def _p(
    pattern: str, attribute: str, layer: Layer = FACT, *, negated: bool = False, strict: bool = True
) -> Pattern:
    return Pattern(re.compile(rf"(?:{pattern})$"), attribute, layer, negated, strict)


_V = r"(?P<v>[^，。]+?)[了啦哦呢啊呀~～]*"
_IS = r"(?:已经|已|现在|現在)?(?:改为|改成|改到|换成|換成|换到|变成|变更为|是|为|為|：|:|＝|=|叫)\s*"
PATTERNS: tuple[Pattern, ...] = (
    _p(
        rf"(?:大家好|你好|您好|嗨)?[，,]?{ME}(?:的)?(?:名字|姓名|全名|大名|本名|真名|原名)(?:就)?(?:是|叫)\s*(?P<v>{GIVEN})",
        "name",
    ),
    _p(rf"(?:我|本人)(?:的)?(?:全名|大名|本名|真名)(?:是|叫)?\s*(?P<v>{GIVEN})", "name"),
    _p(
        rf"(?:大家好|你好|您好|嗨)?(?:我|本人)(?:的名字)?(?:就)?(?:叫|名叫)(?!我)(?:做)?\s*(?P<v>{GIVEN})",
        "name",
    ),
    _p(rf"(?:大家好|你好|您好|嗨)?我是(?P<v>[{SURNAME}][\u4e00-\u9fff]{{1,2}})", "name"),
    _p(r"我姓(?P<v>[\u4e00-\u9fff]{1,2})", "surname"),
    _p(
        rf"(?:以后|今后|请|你可以|可以|平时)*(?:大家(?:都|一般|平时|通常)*|朋友们?都?|同事们?都?|别人都?|家里人都?|都|你就)?(?:管我叫|(?:叫|喊|称呼)我(?:作|为)?)\s*(?P<v>{GIVEN})(?:就行了?|就好了?|就成|就得了|好了|吧|即可|就可以了?)?",
        "nickname",
    ),
    _p(
        rf"(?:我的?|我们的?)?(?P<k>工作|公司|个人|私人|常用|备用|新|联系)?的?(?:电子)?(?:邮箱|郵箱|邮件|邮件地址|电邮|[Ee]-?mail)(?:地址)?(?:改了?)?[，,]?(?:{_IS}|\s*)(?P<v>{EMAIL})了?",
        "email",
    ),
    _p(
        rf"(?:我的?|我们的?)?(?P<k>工作|公司|个人|私人|备用|新|联系|家里)?的?(?:手机|電話|电话|座机|联系电话|联系方式)(?:号码?|號碼?)?(?:改了?)?[，,]?(?:{_IS}|\s*)(?P<v>{PHONE})了?",
        "phone",
    ),
    _p(
        rf"(?:以后|今后|有事|有急事|现在)(?:请|就|都)?(?:打|拨|用|发(?:邮件)?(?:到|给)?|联系|找)(?:我)?(?P<v>{PHONE})(?:这个号|这个)?(?:找我|联系我|就行|就好|吧)?",
        "phone",
    ),
    _p(
        rf"(?:以后|今后|有事|现在)(?:请|就|都)?(?:用|写|发(?:邮件)?(?:到|给)?|联系)(?:我)?(?P<v>{EMAIL})(?:这个邮箱|这个)?(?:找我|联系我|就行|就好|吧)?",
        "email",
    ),
    _p(
        rf"(?:我的?|我们的?)?(?P<k>收货|家庭|公司|办公|办公室|通讯|寄件|邮寄|快递|新|单位|联系)?的?(?:地址|住址)(?:改了?|变了?)?[，,]?{_IS}{_V}",
        "address",
    ),
    _p(
        rf"{ME}(?:家)?住(?!的)(?:在|到|进)?{ADVERB}(?P<v>[^，。]*(?:路|街|巷|弄|小区|号|號|栋|室|楼)[^，。]*)",
        "address",
    ),
    _p(
        rf"{ME}(?:住在?|定居在?|居住在|常住|搬(?:家)?(?:到|去|来|进)了?|移居到?|落户在?){ADVERB}(?P<v>{PLACE})(?:了|来|去|住|生活|工作)*",
        "city",
    ),
    _p(rf"{ME}家(?:就)?在(?P<v>{PLACE})", "city"),
    _p(
        rf"{ME}(?:来|去|到)了?(?P<v>[\u4e00-\u9fff]{{2,4}}?)(?:读博|读研|读书|读大学|念书|上学|上大学|工作|上班|定居|发展|生活)(?:了)?",
        "city",
    ),
    _p(
        r"我(?:就)?是(?:个)?(?:土生土长|地地道道|地道|正宗|从小长大)的(?P<v>[\u4e00-\u9fff]{2,6}?)人",
        "hometown",
    ),
    _p(
        rf"(?:我|咱)(?:是|来自|老家(?:是|在)?|出生在|出生于|籍贯是?|生在)(?P<v>{PLACE})(?:人)?(?<=人)|我?(?:来自|老家(?:是|在)?|出生在|籍贯是?|生在)(?P<w>{PLACE})(?:的|人)?",
        "hometown",
    ),
    _p(rf"我(?:从小|小时候|自小)?(?:是)?在(?P<v>{PLACE})(?:长大|土生土长)的?", "hometown:raised"),
    _p(rf"我(?:是)?在(?P<v>{PLACE})(?:出生|生)的?", "hometown:born"),
    _p(
        rf"(?:我的?)?(?:阳历|阴历|农历|公历)?生日(?:是|在|：|:){_V}|我(?:是)?(?P<w>.*?[年月日号])(?:出生|生)的?",
        "birthday",
    ),
    _p(rf"{ME}(?:今年)?(?P<v>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})(?:周)?[岁歲]了?", "age"),
    _p(rf"{ME}(?:今年|都|已经|刚|马上)*(?P<v>[二三四五六七八九]十[一二三四五六七八九]?)了", "age"),
    _p(
        rf"{ME}(?:是)?(?P<v>(?:19|20)?\d\d|[五六七八九零]{{2}}|[五六七八九零][一二三四五六七八九])年(?:的|生的|出生的?)",
        "birthday",
    ),
    _p(rf"(?:我的?)?血型(?:是|为){_V}|我是(?P<w>(?:A|B|AB|O)型)血?", "blood_type"),
    _p(rf"{ME}(?:母语|母語)是{_V}", "native_language"),
    _p(rf"{ME}(?:会说|会讲|能说|会){ADVERB}(?P<v>[^，。]*(?:语|话|文|英语|日语))", "language_spoken"),
    _p(
        rf"{ME}(?:对|對)(?P<v>[^，。]+?)(?:有点|有些|严重|轻微|都|会)?(?:过敏|過敏)(?:了|的)?|{ME}(?P<w>[^，。对]+?)(?:过敏|過敏)(?:的)?",
        "allergy",
    ),
    _p(
        rf"{ME}(?:[^，。没不]{{1,8}}?(?:就|开始))?(?:有|得了|患有|确诊了?|查出来?(?:有|得了|是)?了?|得过|犯了){ADVERB}(?P<v>[^，。]*(?:病|症|炎|高血压|糖尿病|哮喘|偏头痛|高血脂|痛风|贫血|失眠|癌|瘤|近视|乳糖不耐受?|麸质不耐受?))",
        "condition",
    ),
    _p(rf"{ME}(?:有点|有些)?(?P<v>(?:乳糖|麸质|果糖)不耐受?)", "condition"),
    _p(rf"{ME}(?:在)?(?:备孕|怀孕|哺乳)(?P<v>.*)", "condition"),
    _p(
        rf"{ME}(?:每[天晚日早周][^，。]*?|定期|长期|在)?(?:吃|服用|服|打|注射|用)(?P<v>[^，。]{{1,6}}?(?:毫克|微克|mg|国际单位|单位)(?:的)?[\u4e00-\u9fffA-Za-z]{{2,10}})",
        "medication",
    ),
    _p(
        rf"{ME}(?:每[天晚日早周][^，。]*?|定期|长期|在)?(?:吃|服用|服|打|注射)(?P<v>[^，。]*(?:药|片|胰岛素|胶囊|抗生素|激素|维生素)[^，。]*)",
        "medication",
    ),
    _p(
        rf"{ME}(?:是|吃)(?:个|一个|一名)?(?P<v>(?:纯)?(?:素食(?:者|主义者)?|素|清真|蛋奶素|全素))(?:的)?",
        "diet",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:不吃|不喝|不再吃|不再喝|不能吃|不能喝|戒了?|忌口?|从不吃|从不喝|再也不吃|再也不喝)(?!饭|了$)(?P<v>[^，。]+?)了?",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        r"(?:以后|平时)?(?:你|您)?(?:跟|和|给)我(?:说话|讲|聊天|解释|回复|回答|讲东西)(?:的时候|时)?(?P<v>(?:尽量|最好|可以|请|要|得)*(?:简短|简洁|短|直接|详细|慢|用|分点|口语|正式|随意)[^，。]*)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:[一二两三四五六七八九十半几\d]+(?:多|几)?(?:年|个月)多?)(?:都|就)?(?:没|没有)(?:再)?(?:碰|吃|喝|沾)过?(?P<v>[^，。]+?)了?",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        r"(?:以后)?(?:你|您)?给我(?:发|写|看|贴|讲|列|解释|推荐)[^，。]{1,8}(?:的时候|时)[，,]?(?P<v>(?:不用|别|不要|要|得|请|只|尽量|最好|都)[^，。]{1,14})",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        r"(?:我们俩|我俩|我们两口子|我们家|我们全家|我|我们)(?:都|全)?(?:不沾|滴酒不沾|不碰)(?P<v>[^，。]{1,6})",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(
        rf"{ME}(?:希望|喜欢|想要|要求)?(?:你|您)?(?:的)?(?:回答|回复|答案|解释|输出|总结)(?:要|请|最好|尽量|都|得|能|可以|用|带|先|里|简|短|详|不要|别)(?P<v>[^，。]*)|{ME}(?:喜欢|想要|希望)(?P<w>[^，。]*(?:回答|回复|答案|解释|输出|总结)[^，。]*)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        r"(?:以后|今后|从现在起|往后|之后|默认|每次)(?:都|请|你|您|就|一律|统一)*(?:请|都)?(?:用|以|先|给|直接|带|附|只)(?P<v>[^，。]+)(?:回答|回复|写|给我|说|解释|输出)?(?:我)?",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        r"(?:以后|今后|从现在起|往后|默认)(?:都|请|你|您|就)*(?:回答|回复|写|说话|讲)(?P<v>[^，。]+)",
        "answer_format",
        PREFERENCE,
    ),
    _p(
        r"(?:以后|今后|从现在起|往后|请)(?:都|请|你|您)*(?:不要|别|不用|勿)(?:再)?(?P<v>(?:用|给|写|加|说|发|带)[^，。]+)",
        "answer_dislike",
        PREFERENCE,
    ),
    _p(
        r"(?:请)?(?:不要|别|不用)(?:再)?(?:用|带|加|写|说|发)(?P<v>[^，。]*(?:表情|[Ee]moji|Markdown|markdown|列表|敬语|废话|套话|英文|客套|感叹号)[^，。]*)",
        "answer_dislike",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:更|最|比较|还是|都|宁愿|宁可)?(?:偏好|偏爱|倾向于?|更喜欢|比较喜欢|更愿意|宁愿|宁可|习惯用){_V}",
        "prefer",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:最)(?:喜欢|爱|喜歡)的(?P<k>[\u4e00-\u9fff]{{1,8}}?)(?:是|就是|还是){_V}",
        "favourite",
        PREFERENCE,
    ),
    _p(
        rf"{ME}最(?:喜欢|爱|喜歡)(?P<k>[吃喝看听玩])的(?:[\u4e00-\u9fff]{{0,4}})?是{_V}",
        "favourite",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:不(?:太|怎么|大|是很|再)?(?:喜欢|爱|喜歡|想再?)|讨厌|(?<!麻)烦(?!死|了|请|你)|嫌(?!弃)|看不惯|讨嫌|厌恶|受不了|恨|反感|怕)(?!你|您|这|那){_V}",
        "dislikes",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:喜欢|爱(?!人)|喜歡|热爱|酷爱|爱好|迷上了?|钟爱|痴迷于?|爱上了?)(?!你|您|这[个样种]|那[个样种])(?:是)?{_V}",
        "likes",
        PREFERENCE,
    ),
    _p(
        rf"(?:比起|相比)[^，。我]{{1,8}}[，,]?{ME}(?:更|还是)*(?:喜欢|爱|愿意|想)(?P<v>[^，。]+)",
        "prefer",
        PREFERENCE,
    ),
    _p(
        rf"{ME}(?:不太能|吃不了|喝不了|不怎么能|不能)(?:吃|喝)?(?P<v>辣|酸|甜|酒|冷的|生冷|海鲜|牛奶|面食)[的了]?",
        "diet",
        PREFERENCE,
        negated=True,
    ),
    _p(rf"{ME}的?(?:爱好|兴趣|业余爱好)(?:是|有|包括){_V}", "hobby", PREFERENCE),
    _p(
        rf"{ME}的?(?:职业|工作|职位|岗位|职务|头衔|角色)(?:现在)?(?:是|为|改成|变成|换成)(?:一[名个位])?{_V}",
        "role",
    ),
    _p(rf"{ME}是(?:一?[名个位]|做)?(?:的)?(?P<v>{JOB})(?:的)?", "role"),
    _p(
        rf"{ME}(?:升(?:职|任|成|为|到|做|当)*|晋升(?:为|成|到)?|提拔(?:为|成|到)|当上|调任|转做|改当|改做|被(?:任命|提拔|聘)(?:为|成)?)了?(?P<v>[\u4e00-\u9fffA-Za-z]{{0,10}}(?:主管|经理|总监|组长|主任|院长|校长|部长|科长|处长|店长|队长|班长|教授|副总|合伙人|专家|架构师|工程师|{JOB}))了?",
        "role",
    ),
    _p(
        rf"{ME}(?:当|做)(?:了)?(?P<v>{JOB})(?:有|都)?[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?(?:了)?",
        "role",
    ),
    _p(rf"{ME}(?:当|做)了[一二两三四五六七八九十几\d]+(?:多)?年(?:多)?的?(?P<v>{JOB})(?:了)?", "role"),
    _p(
        rf"{ME}(?:在(?P<k>[\u4e00-\u9fffA-Za-z]{{2,16}}?))?(?:当|做|担任|任职?)(?:了|着)?(?:一?[名个位])?(?P<v>{JOB})(?:的)?",
        "role",
    ),
    _p(
        rf"{ME}(?:在|调到了?|转到了?|加入了?|分到了?|去了)(?P<v>[\u4e00-\u9fffA-Za-z]{{1,12}}(?:部门|部|科室|科|处|事业群|事业部|团队|小组|组))(?:工作|上班|任职|了)?",
        "department",
    ),
    _p(rf"{ME}的?(?:部门|科室|团队)(?:是|叫|为|改成|换成){_V}", "department"),
    _p(
        rf"{ME}(?:在|就职于|任职于|供职于|入职了?|加入了?|跳槽到了?|跳槽去了?)(?P<v>[\u4e00-\u9fffA-Za-z]{{0,20}}{ORG}(?:跳动|总部|分公司|分行|分院|附中|附小)?)(?:工作|上班|任职|干活|了)?",
        "employer",
    ),
    _p(rf"{ME}在(?P<v>{PLACE})(?:工作|上班|办公|干活|打工)", "work_place"),
    _p(rf"{ME}(?:就职于|任职于|供职于|入职了?|跳槽到了?|跳槽去了?){_V}", "employer"),
    _p(
        rf"{ME}(?:毕业于|本科是?在|研究生是?在|硕士是?在|博士是?在|就读于|在读于|上的是|考上了?){_V}|{ME}是(?P<w>[\u4e00-\u9fff]{{2,12}}(?:大学|学院|中学))毕业的?|{ME}在(?P<x>[\u4e00-\u9fff]{{2,12}}(?:大学|学院|中学))(?:读|念|上学|学).*",
        "school",
    ),
    _p(
        rf"(?:(?:我|我们|咱们?)家?)?(?:现在|目前|新)?的?(?:[\u4e00-\u9fff]{{1,4}}的)?(?:新)?(?P<k>{ROLE})(?:现在)?(?:叫|换成了?|改成了?|变成了?|是|为|：|:)(?:了)?\s*(?P<v>{GIVEN})(?:了)?",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我|我们)?(?:刚|最近|已经)?换了?(?:个|新)?(?P<k>{ROLE})了?[，,]\s*(?:现在|如今|新的)?(?:是|叫|换成|找|看的?是?|去看|用|跟)(?P<v>{GIVEN})(?:看|了)?",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?P<v>[{SURNAME}][\u4e00-\u9fff]{{1,3}})是(?:我|我们)的?(?P<k>{ROLE}|{KIN})",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我家?|我们|我的)的?(?P<k>{KIN})(?:的名字)?(?:叫|名叫|是)(?P<v>{GIVEN})",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"{ME}(?:还)?有(?:一|两|三|\d)?[个位]?(?:双胞胎)?(?P<k>{KIN})(?:叫(?P<v>{GIVEN}))?",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我家?|我们家?|家里)的?(?:那只|那条)?(?P<k>{PETS})(?:的名字)?(?:叫|名叫|是|改名叫)(?P<v>{GIVEN})",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{ME}(?:家)?(?:里)?(?:养了?|養了?|有|收养了|領養了|领养了)(?P<v>(?:一|两|兩|三|四|几|\d)?[只條条隻匹个群缸]?[^，。]{{0,10}}{PETS})",
        "pet",
        RELATIONSHIP,
    ),
)


_OBJECT_FIRST = re.compile(
    r"(?P<o>(?!这|那|对|但|可|所以|不过)[^，。我你]{1,8}?)我(?P<how>(?:从来|从|都|也|一直|特别|最|很|挺|超|不太|不)*(?:不吃|不喝|吃不了|喝不了|爱吃|爱喝|喜欢吃?|讨厌|受不了|过敏))(?:了|的)?"
)


_MEDICINE_FIRST = re.compile(
    r"(?:就是|不过)?(?P<o>[^，。我你他她]{0,6}(?:药|胰岛素|激素|维生素[A-Z\d]*))(?:我)?(?:还|也|都|得|要|一直|天天|每天|每晚|早晚|长期)*(?P<how>天天|每天|每晚|早晚|长期|一直)(?:都|得|要)?(?:吃|打|用)(?:着|的)?"
)


def _object_last(text: str) -> str:
    """芒果我过敏的 says 我对芒果过敏, 香菜我不吃 我不吃香菜, and 降压药还得天天吃 我每天吃降压药."""
    medicine = _MEDICINE_FIRST.fullmatch(text)
    if medicine:
        return f"我每天吃{medicine['o']}"
    match = _OBJECT_FIRST.fullmatch(text)
    if not match:
        return text
    return f"我对{match['o']}过敏" if match["how"].endswith("过敏") else f"我{match['how']}{match['o']}"


def find(clause: Clause, known: Known) -> list[Finding]:
    """What a clause about the user declares by the patterns above; empty where none fits."""
    text = _object_last(clause.text.strip(" 。，,.!！~～"))
    for rule in PATTERNS:
        match = rule.pattern.match(text)
        if match:
            found = _made(clause, rule, match)
            if found:
                return found
    return []


def _made(clause: Clause, rule: Pattern, match: re.Match[str]) -> list[Finding]:
    groups = match.groupdict()
    value = next((groups[name] for name in ("v", "w", "x") if groups.get(name)), "") or match[0]
    detail = groups.get("k") or ""
    shape = SHAPES.get(rule.attribute)
    base = replace(finding(clause, rule.attribute, value, rule.layer), is_negated=rule.is_negated)
    return shape(clause, base, detail) if shape else [base]
