"""Chinese declarations about the user: who they are, how to reach them, work, health, tastes, and how they want answers.

One table of patterns, tried in order on a clause whose subject is the user (named or understood from the clause before);
the first that fits wins. Simplified and traditional forms of the words that matter are both listed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from assistant.extraction.findings import Clause, Finding, Known, finding
from vault.records import Layer

FACT, PREFERENCE, EVENT, RELATIONSHIP = Layer.FACT, Layer.PREFERENCE, Layer.EVENT, Layer.RELATIONSHIP

EMAIL = r"(?<![A-Za-z0-9_.%+-])[A-Za-z0-9_.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})+"
PHONE = r"\+?\d[\d\s-]{5,18}\d"
ADVERB = r"(?:现在|現在|目前|一直|平时|平時|其实|真的?|特别|特別|非常|很|最|比较|比較|都|也|还|還|就|已经|已經|如今|眼下|总是|总|從來|从来|通常|一般|向来|今年|去年|最近|本来|比较|更|超|挺|蛮|已|刚|刚刚|前不久|不久前|上个月|上周|这个月)*"
ME = rf"(?:我(?:自己|本人|个人)?|本人|咱)?(?:们)?{ADVERB}"
ROLE = (
    r"(?:直属领导|上司|直属上级|顶头上司|领导|上司|老板|经理|项目经理|产品经理|主管|总监|导师|班主任|会计|医生|家庭医生|主治医生|牙医|律师|房东|老师|教练|助理|秘书|"
    r"编辑|中介|经纪人|审批人|负责人|联系人|紧急联系人|对接人|接口人|财务|出纳|师父|师傅|保姆|阿姨|理财顾问|顾问|技术负责人|组长|队长|店长|院长|校长|辅导员|"
    r"客户经理|合伙人|搭档|钢琴老师|英语老师|健身教练|审核人|验收人|维护人|供应商)"
)
KIN = (
    r"(?:妹妹|姐姐|弟弟|哥哥|妹|姐|弟|哥|表妹|表姐|表弟|表哥|堂妹|堂姐|堂弟|堂哥|妈妈|母亲|妈|爸爸|父亲|爸|爷爷|奶奶|外公|外婆|姥姥|姥爷|岳父|岳母|公公|婆婆|"
    r"老公|老婆|丈夫|妻子|爱人|对象|男朋友|女朋友|男友|女友|未婚妻|未婚夫|前男友|前女友|儿子|女儿|兒子|女兒|孩子|宝宝|大儿子|小女儿|侄子|侄女|外甥女|外甥|叔叔|舅舅|姑姑|姨妈|"
    r"朋友|好友|闺蜜|发小|同事|室友|舍友|同学|邻居|同桌|客户|爸妈|父母|嫂子|姐夫|妹夫|孙子|孙女|下属|部下|徒弟|学生|老乡|战友|婶婶|伯伯|大伯|伯母|姑父|姨父|大姨|小姨|舅妈|外婆|公公|丈母娘|前妻|前夫|发小|哥们|学长|学姐|学弟|学妹|师兄|师姐)"
)
PETS = r"(?:狗|猫|貓|小狗|小猫|兔子|仓鼠|鹦鹉|乌龟|烏龜|金鱼|鱼|鸟|马|龙猫|蜥蜴|刺猬|柯基|金毛|布偶|英短|橘猫|泰迪|拉布拉多|哈士奇|鸡|鸭|猪)"
_ORG = r"(?:公司|集团|医院|学校|大学|中学|小学|幼儿园|银行|局|研究院|研究所|设计院|事务所|工厂|厂|报社|出版社|电视台|科技|字节|腾讯|阿里|华为|百度|美团|京东|工作室|律所|酒店|超市|书店|餐厅|博物馆|图书馆|委员会|中心|协会|基金会|法院|检察院|派出所)"
JOB = r"[\w\u4e00-\u9fff]{0,12}?(?:师|員|员|生|家|工|医|者|手|官|长|匠|警|兵|导|理|监|计|律师|教授|顾问|程序员|会计|护士|编辑|记者|司机|厨师|老板|博士|研究生|产品|运营|前端|后端|开发|测试|设计|翻译|老师|校对|作家|主播|博主|法官|裁缝)"
_NAME = r"[\u4e00-\u9fff·]{2,8}?(?<![的了吗呢])|[A-Za-z][\w .'-]{1,30}"
_PLACE = r"[\u4e00-\u9fffA-Za-z]{2,20}?"
SURNAME = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公欧阳司马上官夏侯诸葛東陳張劉黃趙吳鄭馬孫楊許鄧佟佘肖付覃仝冼鄢苟阳闫逄缑代岳帅"


# What ends so after 我是 says what somebody is, not what they are called.
NO_NAME_END = re.compile(r"[子手人者师员生家工商党族迷控粉班岁类型星座娃友民客户]$")


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
        rf"(?:大家好|你好|您好|嗨)?[，,]?{ME}(?:的)?(?:名字|姓名|全名|大名|本名|真名|原名)(?:就)?(?:是|叫)\s*(?P<v>{_NAME})",
        "name",
    ),
    _p(
        rf"(?:大家好|你好|您好|嗨)?(?:我|本人)(?:的名字)?(?:就)?(?:叫|名叫)(?!我)(?:做)?\s*(?P<v>{_NAME})",
        "name",
    ),
    _p(rf"(?:大家好|你好|您好|嗨)?我是(?P<v>[{SURNAME}][\u4e00-\u9fff]{{1,2}})", "name"),
    _p(r"我姓(?P<v>[\u4e00-\u9fff]{1,2})", "surname"),
    _p(
        rf"(?:以后|今后|请|你可以|可以|平时)*(?:大家都|朋友都|都|你就)?(?:叫|喊|称呼)我(?:作|为)?\s*(?P<v>{_NAME})(?:就行|就好|吧|即可)?",
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
        rf"(?:我的?|我们的?)?(?P<k>收货|家庭|公司|办公|办公室|通讯|寄件|邮寄|快递|新|单位|联系)?的?(?:地址|住址)(?:改了?|变了?)?[，,]?{_IS}{_V}",
        "address",
    ),
    _p(
        rf"{ME}(?:家)?住(?!的)(?:在|到|进)?{ADVERB}(?P<v>[^，。]*(?:路|街|巷|弄|小区|号|號|栋|室|楼)[^，。]*)",
        "address",
    ),
    _p(
        rf"{ME}(?:住在?|定居在?|居住在|常住|搬(?:家)?(?:到|去|来|进)了?|移居到?|落户在?){ADVERB}(?P<v>{_PLACE})(?:了|住|生活|工作)*",
        "city",
    ),
    _p(rf"{ME}家(?:就)?在(?P<v>{_PLACE})", "city"),
    _p(
        rf"(?:我|咱)(?:是|来自|老家(?:是|在)?|出生在|出生于|籍贯是?|生在)(?P<v>{_PLACE})(?:人)?(?<=人)|我在(?P<x>{_PLACE})(?:出生|长大)的?|我?(?:来自|老家(?:是|在)?|出生在|籍贯是?|生在)(?P<w>{_PLACE})(?:的|人)?",
        "hometown",
    ),
    _p(
        rf"(?:我的?)?(?:阳历|阴历|农历|公历)?生日(?:是|在|：|:){_V}|我(?:是)?(?P<w>.*?[年月日号])(?:出生|生)的?",
        "birthday",
    ),
    _p(rf"{ME}(?:今年)?(?P<v>\d{{1,3}}|[一二三四五六七八九十]{{1,3}})(?:周)?[岁歲]了?", "age"),
    _p(rf"(?:我的?)?血型(?:是|为){_V}|我是(?P<w>(?:A|B|AB|O)型)血?", "blood_type"),
    _p(rf"{ME}(?:母语|母語)是{_V}", "native_language"),
    _p(rf"{ME}(?:会说|会讲|能说|会){ADVERB}(?P<v>[^，。]*(?:语|话|文|英语|日语))", "language_spoken"),
    _p(
        rf"{ME}(?:对|對)(?P<v>[^，。]+?)(?:有点|有些|严重|轻微|都|会)?(?:过敏|過敏)(?:了|的)?|{ME}(?P<w>[^，。对]+?)(?:过敏|過敏)(?:的)?",
        "allergy",
    ),
    _p(
        rf"{ME}(?:有|得了|患有|确诊了?|查出了?|得过|犯了){ADVERB}(?P<v>[^，。]*(?:病|症|炎|高血压|糖尿病|哮喘|偏头痛|高血脂|痛风|贫血|失眠|癌|瘤|近视))",
        "condition",
    ),
    _p(rf"{ME}(?:在)?(?:备孕|怀孕|哺乳)(?P<v>.*)", "condition"),
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
        rf"{ME}(?:不(?:太|怎么|大|是很|再)?(?:喜欢|爱|喜歡|想再?)|讨厌|讨嫌|厌恶|受不了|恨|反感|怕)(?!你|您|这|那){_V}",
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
        rf"{ME}(?:在(?P<k>[\u4e00-\u9fffA-Za-z]{{2,16}}?))?(?:当|做|担任|任职?)(?:了|着)?(?:一?[名个位])?(?P<v>{JOB})(?:的)?",
        "role",
    ),
    _p(
        rf"{ME}(?:在|调到了?|转到了?|加入了?|分到了?|去了)(?P<v>[\u4e00-\u9fffA-Za-z]{{1,12}}(?:部门|部|科室|科|处|事业群|事业部|团队|小组|组))(?:工作|上班|任职|了)?",
        "department",
    ),
    _p(rf"{ME}的?(?:部门|科室|团队)(?:是|叫|为|改成|换成){_V}", "department"),
    _p(
        rf"{ME}(?:在|就职于|任职于|供职于|入职了?|加入了?|跳槽到了?|跳槽去了?)(?P<v>[\u4e00-\u9fffA-Za-z]{{0,20}}{_ORG}(?:跳动|总部|分公司|分行|分院|附中|附小)?)(?:工作|上班|任职|干活|了)?",
        "employer",
    ),
    _p(rf"{ME}在(?P<v>{_PLACE})(?:工作|上班|办公|干活|打工)", "work_place"),
    _p(rf"{ME}(?:就职于|任职于|供职于|入职了?|跳槽到了?|跳槽去了?){_V}", "employer"),
    _p(
        rf"{ME}(?:毕业于|本科是?在|研究生是?在|硕士是?在|博士是?在|就读于|在读于|上的是|考上了?){_V}|{ME}是(?P<w>[\u4e00-\u9fff]{{2,12}}(?:大学|学院|中学))毕业的?|{ME}在(?P<x>[\u4e00-\u9fff]{{2,12}}(?:大学|学院|中学))(?:读|念|上学|学).*",
        "school",
    ),
    _p(
        rf"(?:我|我们|咱们?)?(?:现在|目前|新)?的?(?:[\u4e00-\u9fff]{{1,4}}的)?(?:新)?(?P<k>{ROLE})(?:现在)?(?:叫|换成了?|改成了?|变成了?|是|为|：|:)(?:了)?\s*(?P<v>{_NAME})(?:了)?",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我|我们)?(?:刚|最近|已经)?换了?(?:个|新)?(?P<k>{ROLE})了?[，,]\s*(?:现在|新的)?(?:是|叫|换成)(?P<v>{_NAME})",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?P<v>[{SURNAME}][\u4e00-\u9fff]{{1,3}})是(?:我|我们)的?(?P<k>{ROLE}|{KIN})",
        "holder",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我家?|我们|我的)的?(?P<k>{KIN})(?:的名字)?(?:叫|名叫|是)(?P<v>{_NAME})",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"{ME}(?:还)?有(?:一|两|三|\d)?[个位]?(?:双胞胎)?(?P<k>{KIN})(?:叫(?P<v>{_NAME}))?",
        "relation",
        RELATIONSHIP,
    ),
    _p(
        rf"(?:我家?|我们家?|家里)的?(?:那只|那条)?(?P<k>{PETS})(?:的名字)?(?:叫|名叫|是|改名叫)(?P<v>{_NAME})",
        "pet",
        RELATIONSHIP,
    ),
    _p(
        rf"{ME}(?:家)?(?:里)?(?:养了?|養了?|有|收养了|領養了|领养了)(?P<v>(?:一|两|兩|三|四|几|\d)?[只條条隻匹个群缸]?[^，。]{{0,10}}{PETS})",
        "pet",
        RELATIONSHIP,
    ),
)


def find(clause: Clause, known: Known) -> list[Finding]:
    """What a clause about the user declares by the patterns above; empty where none fits."""
    text = clause.text.strip(" 。，,.!！~～")
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
    shape = _SHAPES.get(rule.attribute)
    base = replace(finding(clause, rule.attribute, value, rule.layer), is_negated=rule.is_negated)
    return shape(clause, base, detail) if shape else [base]


def _name(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    if re.search(r"[的了吗不在有没你我他她]", value[1:]) or re.match(
        r"什么|说|谁|认真|真的|学生|男|女|单身", value
    ):
        return []
    if clause.text.startswith("我是") and NO_NAME_END.search(value):
        return []
    return [replace(base, entities=(value,), is_open=False)]


def _contact(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    if base.attribute == "address" and re.match(r"\d+(?:\.\d+){3}|https?:|[/\\]", str(base.value)):
        return []  # of a machine or a file
    detail = "" if detail in ("新", "联系", "常用") else detail
    return [
        replace(base, attribute=f"{base.attribute}:{detail}" if detail else base.attribute, is_open=False)
    ]


def _city(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A town; 搬到 means that the one before is over."""
    value = str(base.value)
    if re.match(r"[一二两三四五六七八九十\d]", value) or re.search(r"酒店|宾馆|民宿|旅馆|客栈|朋友家", value):
        return []
    if re.search(r"[层楼号]|附近|对面|里$|边$|[的了过]", value) or re.match(r"一|这|那|哪", value):
        return [replace(base, attribute="home")] if re.search(r"[层楼]|附近|对面", value) else []
    return [replace(base, corrects=base.corrects or bool(re.search(r"搬|移居", clause.text)))]


def _role(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """A job; what stands between 是 and it must not be a judgement (我是新手, 我是第一个)."""
    if len(str(base.value)) < 2 or re.search(r"(?:还|也|就|不|算|都|老)是", clause.text):
        return []
    if re.search(r"新手|第一|这个|那个|的人$|认真|高手|粉丝|路痴|医生说|陌生|先生|学生时", str(base.value)):
        return []
    if not detail or not re.search(_ORG, detail):
        return [base]
    return [base, replace(base, attribute="employer", value=detail, claim=f"我在{detail}工作")]


def _person(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value).removesuffix("了")
    if re.search(r"[的不在很没]|^(?:一|个|谁|什么|我|他|她)", value):
        return []
    if re.search(rf"(?:{KIN})(?:现在)?(?:是)", clause.text) and not re.match(
        rf"[{SURNAME}][\u4e00-\u9fff]{{1,2}}(?:老师|教授|医生)?$", value
    ):
        return []
    if re.search(r"[师员手生家医]$", value) and "是" in clause.text and detail and re.fullmatch(KIN, detail):
        return []
    named = value != clause.text
    attribute = "relation" if re.fullmatch(KIN, detail) and base.attribute == "holder" else base.attribute
    return [
        replace(
            base,
            attribute=f"{attribute}:{detail}" if detail else attribute,
            value=value,
            entities=(value,) if named else (),
        )
    ]


def _pet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    return [
        replace(base, attribute=f"pet:{detail}" if detail else "pet", entities=(value,) if detail else ())
    ]


def _prefer(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """The topic: what stands last in what is preferred, two characters of it (靠窗座位: 座位)."""
    core = re.split(r"而不|不要|胜过|多于|[，,]", str(base.value))[0]
    does = re.match(r"(?P<verb>[喝吃坐住看听穿买玩])(?!.*的)[\u4e00-\u9fff]{1,6}$", core)
    return [replace(base, attribute=f"prefer:{does['verb'] if does else core[-2:]}")]


def _favourite(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    return [replace(base, attribute=f"favourite:{detail}")]


def _answers(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    text = clause.text
    has_form = re.search(r"代码|表格|列表|要点|例子|步骤|结论|分点|图|链接|来源|Markdown", text)
    if re.search(r"用(?:中文|英文|英语|汉语|日语|粤语|普通话|繁体|简体)", text):
        attribute = "answer_language"
    elif re.search(r"短|简洁|简短|精简|详细|长|句话|字以内|一句", text) and not has_form:
        attribute = "answer_length"
    else:
        attribute = base.attribute
    return [replace(base, attribute=attribute, value=text)]


def _allergy(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    value = str(base.value)
    if re.search(r"(?:不|没|没有|从不|并不)$", value) or re.search(r"不(?:过敏|過敏)", clause.text):
        return [replace(base, value=re.sub(r"(?:不|没|没有|从不|并不)$", "", value), is_negated=True)]
    return [base]


def _diet(clause: Clause, base: Finding, detail: str) -> list[Finding]:
    """不再喝咖啡 ends the habit that 喝咖啡 began; 不吃牛肉 is a diet."""
    ended = re.search(r"(?:不再|再也不|戒)(?P<verb>[吃喝]?)", clause.text)
    if not ended:
        return [base]
    base = replace(
        base, value=re.sub(r"[一二两三四五六七八九十半\d]+(?:多)?(?:年|个月|天|周)多?$", "", str(base.value))
    )
    verb = ended["verb"] or {"烟": "抽", "酒": "喝", "糖": "吃"}.get(str(base.value), "")
    return [replace(base, attribute=f"habit:{verb}{base.value}", layer=FACT)]


_SHAPES = {
    "name": _name,
    "email": _contact,
    "phone": _contact,
    "address": _contact,
    "city": _city,
    "role": _role,
    "holder": _person,
    "relation": _person,
    "pet": _pet,
    "prefer": _prefer,
    "favourite": _favourite,
    "answer_format": _answers,
    "allergy": _allergy,
    "diet": _diet,
}
