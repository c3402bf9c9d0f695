"""The patterns and lists by which `assistant.support.claims` reads a clause, in English and Chinese."""

from __future__ import annotations

import re

RELATIONS = (
    "mother", "father", "niece", "nephew", "mother-in-law", "father-in-law", "brother-in-law", "sister-in-law", "parents", "sister", "brother", "son", "daughter", "child", "wife", "husband", "grandmother",
    "grandfather", "uncle", "aunt", "cousin", "friend", "neighbour", "colleague", "boss", "assistant", "customer",
    "landlord", "tenant", "teacher", "doctor", "dentist", "lawyer", "accountant", "cat", "dog", "roommate", "stepfather", "stepmother", "student", "classmate",
    "coach", "mentor", "employer", "employee", "partner", "fiance", "fiancee", "boyfriend", "girlfriend", "grandson", "granddaughter",
    "teammate", "owner",
)  # fmt: skip
OWNED = re.compile(
    r"((?:\b(?:my|your|his|her|our|their|the)|[a-z]['’]s)\s+(?:[\w'’-]+\s*){1,3}|(?:^|[我你您他她的])们?的?(?![是有在会要想不没也都])[\u4e00-\u9fff]{2,4})",
    re.IGNORECASE,
)
USER_EN = re.compile(
    r"^\W*(?:\w+ly,? |so |also |then |now |yes,? |currently |on [\w ]+? )?(?:i|you|we)(?:'|’|\b)",
    re.IGNORECASE,
)
USER_ZH = re.compile(
    r"^\W*(?:我|你|您|咱)(?!们?的)(?!们?[\u4e00-\u9fff]{0,1}(?:妈|爸|姐|妹|哥|弟|儿|女儿|妻|夫|同事|朋友|老板|室友|邻居|房东|老师|医生|同学|客户|领导|上司|经理|律师|助理|亲戚))"
)
FIRST_NAME = re.compile(
    r"^\W*([A-Z][a-z]+(?: [A-Z][a-z]+)?) (?:is|was|has|had|will|can|lives?|works?|\w+s|\w+ed|lent|gave|took|met|said|told|"
    r"bought|sold|owes?|thinks?|wants?|eats?|does|did|taught|told|sent|paid|wrote|made|saw|knew|left|drove|found|got|ran|came|"
    r"went|won|lost|kept|built|brought|caught|chose|fell|flew|grew|held|hurt|led|let|put|read|rode|sang|slept|spoke|spent|swam|"
    r"threw|wore)\b"
)
NOT_NAMES = frozenset(
    """the a an this that these those my your his her our their its it he she they we you i there here what who when where
    why how which flight hotel according both each all some no on in at by for from with after before nobody everybody
    somebody anybody everyone someone anyone nothing everything something none one neither either most many few several
    another other yes today tomorrow yesterday""".split()
)
SURNAMES = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高梁郑谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余杜叶程魏苏吕丁卢姚沈钟姜崔谭陆范汪廖石金韦贾夏"
    "付邹熊孟秦邱侯江尹薛闫段雷龙史陶贺毛郝顾龚邵覃武钱戴严莫孔汤"
)
ZH_NAME = re.compile(
    rf"(?:[老小阿][{SURNAMES}](?![\u4e00-\u9fff]?[店区学院]))|(?:(?:^|(?<=[，。；、和与跟给向由找被把对的是借叫让请了])|(?<=[\s]))(?:[{SURNAMES}][\u4e00-\u9fff]{{1,2}}))"
)
NOT_ZH_NAMES = re.compile(
    r"^(?:高兴|白天|马上|方便|方案|方面|金额|石头|任务|任何|安排|常常|成都|江西|许多|温度|黄金|周末|周[一二三四五六日天]|于是|程序|程度|"
    r"向来|万一|严重|严格|武汉|龙虾|金融|高铁|高中|高速|江苏|田地|白色|黄色|方式|马路|常见|经常|平常|金属|毛衣|段时|段|何时|何)"
)
HEDGE = re.compile(
    r"\b(?:might|may|maybe|perhaps|possibly|probably|likely|could be|not sure|unsure|considering|thinking (?:of|about)|seems?|"
    r"unsure|apparently|supposedly|allegedly|rumou?r(?:s|ed)?|heard|reportedly|thinks?|thought|believes?|suspects?|guess(?:es)?|according|"
    r"says?|said|claims?|hopes?|hoping|in case|if)\b"
    r"|可能|也许|大概(?!\s*要?\s*[\d一二两三四五六七八九十半百千])|或许|兴许|考虑|没准|说不定|好像|似乎|听说|据说|觉得|认为|估计|怀疑|猜|希望|如果|要是|不确定|没想好|说是",
    re.IGNORECASE,
)
PLAN = re.compile(
    r"\b(?:plans?|planned|planning|intends?|intended|going to|gonna|will|want(?:s|ed)? to|(?:would|'d) (?:like|love)|aims?|aiming|hopes?|wish(?:es)?|"
    r"hoping|considering|thinking of|scheduled|about to|shall|'ll)\b|等[^，。]{1,8}再|打算|计划|准备|想要?|要|将|会|拟",
    re.IGNORECASE,
)
INTENDS = re.compile(
    r"\b(?:plans?|planned|planning|intends?|intended|wants? to|would like|aims?|aiming|hopes?|hoping|considering|thinking of)\b"
    r"|打算|计划|想|考虑",
    re.IGNORECASE,
)
# Days that are still to come.
AHEAD = re.compile(
    r"\btomorrow\b|\bnext (?:week|month|year|spring|summer|autumn|winter|mon|tues|wednes|thurs|fri|satur|sun)|明[天日年晚早]|后天|下个?(?:周|月|星期|礼拜)",
    re.IGNORECASE,
)
TO_BE_DONE = re.compile(r"\b(?:to|will|must|should|can|may|might|could|would|not) be \w+")
KIN = re.compile(
    r"[表堂][哥姐弟妹]|(?<![表堂])(?:姐姐|妹妹|哥哥|弟弟)|姑姑|阿姨|舅舅|叔叔|伯伯|侄子|侄女|外甥女|外甥(?!女)"
)
DONE_ZH = re.compile(
    r"已经|已[^经]|过了|了[。，！,]?$|完成了|[\u4e00-\u9fff]了(?![解不得])(?=[\u4e00-\u9fff])"
)
ABSOLUTE = re.compile(
    r"\b(?:always|every(?! (?:mon|tues|wednes|thurs|fri|satur|sun|day|week\b|month|quarter|year|morning|evening|night|other|second|two|three|four|six|\d))|everyone|everything|definitely|certainly|must|guaranteed?|without exception|entirely|completely|"
    r"never|under no circumstances|for sure|undoubtedly|proven|exclusively)\b|(?<!in )(?<!at )(?<!after )\ball\b"
    r"|总是|一定|必须|肯定|绝对|从来|永远|所有|全部|全员|全体|每(?!隔|个?(?:月|年|周(?!末)|天|日|季|星期|礼拜|小时|晚|早|次|两|三|四|六|\d))|每次都|每回都|每趟都|百分之百|毫无疑问|只要",
    re.IGNORECASE,
)
FREQUENT = re.compile(
    r"\b(?:usually|normally|generally|mostly|typically|often|frequently|sometimes|occasionally|rarely|seldom|hardly ever)\b"
    r"|一般|通常|平时|经常|常常|大多|多半|有时|偶尔|很少|基本上",
    re.IGNORECASE,
)
DENIES_TOO = re.compile(
    r"\bwithout\b(?! (?:a |any )?(?:problems?|trouble|difficulty|issues?|hitch|exception|fail)\b)|\bdecided against\b|\bneither\b|\bnobody\b|\bnothing\b|\bnone\b|\bunable\b|\bfailed to\b|\bavoids?\b|\brefuses? to\b|未|无法|并非"
    r"|尚未|避免|忌口"
)
LIMITS = re.compile(
    r"\b(?:no|not) (?:more|less|later|earlier|fewer|higher|lower) than\b|\bno later\b|不超过|不少于|不低于|不高于|不到|不晚于|不早于",
    re.IGNORECASE,
)
OPPOSITES = (
    (
        "accept agree approve accepted agreed approved",
        "refuse decline reject cancel refused declined rejected cancelled",
    ),
    ("buy bought purchase", "sell sold"),
    (
        "increase rose raised rise up grew grow higher more",
        "decrease fell lowered fall down dropped shrank lower less",
    ),
    ("before", "after"),
    ("open opened opens", "close closed closes"),
    ("win won wins", "lose lost loses"),
    ("married marry", "divorced divorce"),
    ("like likes love loves loved liked enjoy enjoys", "dislike dislikes hate hates hated disliked"),
    ("cheap cheaper cheapest", "expensive dearer pricier"),
    ("start starts started begin begins began", "stop stops stopped end ends ended finish finished"),
    ("arrive arrives arrived", "leave leaves left depart departs departed"),
    ("lend lent lends", "borrow borrowed borrows"),
    ("left", "right"),
    ("east", "west"),
    ("north", "south"),
    ("morning", "evening afternoon night"),
    ("early earlier", "late later postponed"),
    ("older elder", "younger"),
    ("upstairs", "downstairs"),
    ("minimum least", "maximum most"),
    ("passed pass", "failed fail"),
    ("upheld granted allowed admitted", "dismissed denied rejected overturned"),
    ("improved better recovered", "worsened worse deteriorated"),
    ("found", "lost"),
    ("want wants wanted", "refuse refuses refused"),
    ("worse", "improved better"),
    ("full", "empty"),
    ("alive", "dead"),
    ("awake", "asleep"),
    ("guilty", "innocent acquitted"),
    ("deeper", "shallower"),
    ("wider", "narrower"),
    ("heavier", "lighter"),
    ("taller", "shorter"),
    ("支持 批准 准许", "驳回 反对 拒绝"),
    ("好转 改善", "恶化 变差"),
    ("胖 长胖", "瘦 变瘦"),
    ("变大 扩大", "变小 缩小"),
    ("存 存入", "取 取出"),
    ("进口", "出口"),
    ("加班", "休假 请假"),
    ("入院 住院", "出院"),
    ("赚", "亏"),
    ("hired", "fired dismissed"),
    ("gained", "lost"),
    ("join joined", "leave left quit"),
    ("healthy", "ill sick"),
    ("first", "last"),
    ("inside", "outside"),
    ("cancelled", "confirmed moved postponed rescheduled"),
    ("同意 接受 批准 答应", "拒绝 驳回 不同意"),
    ("买", "卖"),
    ("涨 上涨 增加 提高 升", "降 跌 下降 减少 降低"),
    ("之前 以前", "之后 以后"),
    ("开始", "结束 停止"),
    ("结婚", "离婚"),
    ("喜欢 爱", "讨厌 不喜欢"),
    ("便宜", "贵"),
    ("上午 早上", "下午 晚上"),
    ("左", "右"),
    ("南门 南边 南侧 南面 朝南 南部 向南", "北门 北边 北侧 北面 朝北 北部 向北"),
    ("东门 东边 东侧 东面 朝东 东部 向东", "西门 西边 西侧 西面 朝西 西部 向西"),
    ("东", "西"),
    ("提前", "推迟 延期"),
    ("取消", "改到 推迟 确认"),
    ("赢", "输"),
    ("通过", "没通过 不及格"),
    ("到达", "离开 出发"),
    ("入职", "离职 辞职"),
    ("最多", "最少 至少"),
    ("押金", "房租"),
    ("借给", "向 借"),
    ("打开 开门 营业 开张", "关上 关闭 关门 打烊 停业"),
    ("多", "少"),
    ("punctual punctually", "late delayed"),
    ("准点 准时 按时", "晚点 延误 迟到"),
    ("近", "远"),
    ("paid", "unpaid outstanding owing"),
    ("finished done completed", "unfinished pending"),
    ("attended came present", "absent missed"),
    ("strict stern severe", "lenient relaxed"),
    ("严厉 严格", "宽松 宽容"),
    ("hot hotter warm warmer", "cold colder cool cooler"),
    ("热 暖和", "冷 凉 低"),
    ("faster quicker", "slower"),
    ("longer", "shorter"),
    ("bigger larger", "smaller"),
    ("closer nearer", "farther further"),
    ("dearer costlier pricier", "cheaper"),
    ("wet", "dry"),
    ("rich richer", "poor poorer"),
    ("single", "married"),
    ("employed", "unemployed redundant"),
    ("permanent", "temporary"),
    ("public", "private"),
    ("indoors indoor", "outdoors outdoor"),
    ("vegetarian", "meat"),
    ("remember remembered", "forget forgot forgotten"),
    ("locked", "unlocked"),
    ("present", "absent"),
    ("allowed permitted allows permits", "forbidden banned prohibited forbids bans"),
    ("possible", "impossible"),
    ("safe", "dangerous unsafe"),
    ("legal", "illegal"),
    ("profit profits", "loss losses"),
    ("import imports imported", "export exports exported"),
    ("gain gains", "loss losses"),
    ("include includes included", "exclude excludes excluded"),
    ("strengthened", "weakened"),
    ("extended prolonged", "shortened"),
    ("tightened", "loosened relaxed"),
    ("hired employed", "laid sacked"),
    ("快", "慢"),
    ("早", "晚 迟"),
    ("长", "短"),
    ("重", "轻"),
    ("宽", "窄"),
    ("深", "浅"),
    ("强", "弱"),
    ("干燥", "潮湿"),
    ("单身 未婚", "已婚"),
    ("室内", "室外 户外"),
    ("长期 永久", "短期 临时"),
    ("记得", "忘记 忘了"),
    ("允许 可以", "禁止 不许 不准"),
    ("单程", "往返"),
    ("包含 包括 含", "不包括 不含 除外"),
    ("盈利", "亏损"),
    ("延长", "缩短"),
    ("收入", "支出"),
    ("合法", "违法"),
    ("新房", "二手房"),
    ("公立", "私立"),
    ("正式", "试用 临时"),
    ("成功", "失败"),
    ("老大", "老二 老小"),
)
# What a relation does, by which a source may tell it: she teaches me, he runs our team.
IMPLIES = {
    "teacher": "teach tutor lessons class", "boss": "supervise supervis manage manag lead run boss", "coach": "train coach", "mentor": "advis supervis",
    "lawyer": "represent lawsuit", "landlord": "rent let", "tenant": "rent", "owner": "own buy bought belong", "employer": "hire work employ",
    "employee": "hire work employ", "customer": "buy order", "student": "teach", "doctor": "treat", "partner": "found",
}  # fmt: skip
# It was my aunt who found it; Jonas is the one who keeps bees.
CLEFT = re.compile(
    r"\bit (?:was|is|'s) (?P<who>(?:my |our |the )?[\w'’-]+(?: [A-Z]\w+)?) (?:who|that) |(?P<one>(?:my |our |the )?[\w' -]+?) (?:is|was) the one (?:who|that) ",
    re.IGNORECASE,
)
# Verbs of two words, by one that the pairs above hold.
ONE_WORD = {
    "turned down": "refused", "turn down": "refuse", "put off": "postponed", "called off": "cancelled", "went up": "rose",
    "gone up": "rose", "goes up": "rise", "went down": "fell", "gone down": "fell", "goes down": "fall", "gave up": "stopped",
    "given up": "stopped", "let go": "dismissed", "laid off": "dismissed", "signed up": "joined", "moved out": "left",
}  # fmt: skip
OF_TWO_WORDS = re.compile(rf"\b({'|'.join(ONE_WORD)})\b", re.IGNORECASE)
# One character each, which stands in many words: only behind a word of degree is it an adjective.
GRADED_ZH = "大小 好坏 好差 新旧 远近 高低 高矮 多少 快慢 早晚 长短 宽窄 深浅 强弱 重轻 热冷 胖瘦 厚薄 软硬 湿干 忙闲 亮暗 贵廉 难易"


def graded(pair: str) -> tuple[str, str]:
    """The two adjectives of a pair with each word of degree before them."""
    first, second = (
        " ".join(lead + word for lead in ("更", "变", "很", "太", "最", "较", "越来越")) for word in pair
    )
    return first, second


OWNER_FIRST = re.compile(
    r"^\W*(?:(?:my|your|our|me and my)\s+(?:\w+\s+){0,2}|(?:我|你|您)们?的?)", re.IGNORECASE
)
OWN_SUBJECT = re.compile(r"^\W*(?:my|our)\s+([a-z][\w-]*)(?:\s[\w-]+)*\s+[a-z]", re.IGNORECASE)
CALLED = re.compile(
    r"(?:名?叫(?:做)?|姓名是|名字是)([\u4e00-\u9fff]{2,4}?)(?=[，。；、]|$)|\b(?:named|called) ([A-Z]\w+)"
)
PLACE_EN = re.compile(
    r"\b(?:in|at|on|under|behind|near|beside|inside|into|from|to|for|above|below|next to|opposite)\s+((?:the|a|an|your|my|our|his|her|their)\s+"
    r"[a-z][\w-]*(?:\s+[a-z][\w-]*)?|[A-Z]\w+)"
)
PLACE_ZH = re.compile(
    r"(?:放在|位于|住在|在|到|去|来自|往)([\u4e00-\u9fff]{2,6}?)(?=里|上|下|旁|边|中|内|外|[，。；]|$)"
)
PAST = {
    "sold": "sell", "bought": "buy", "went": "go", "moved": "move", "took": "take", "made": "make", "left": "leave", "met": "meet",
    "got": "get", "gave": "give", "wrote": "write", "began": "begin", "paid": "pay", "quit": "quit", "flew": "fly", "drove": "drive",
    "ran": "run", "had": "have", "became": "become", "found": "find", "built": "build", "sent": "send", "came": "come",
}  # fmt: skip
OPPOSITE_THINGS = (
    ("increase", "decrease"), ("buy", "sell"), ("agree", "refuse"), ("like", "dislike"), ("cheap", "expensive"),
    ("married", "divorced"), ("start", "end"), ("arrive", "leave"), ("borrow", "lend"), ("early", "late"), ("big", "small"),
    ("hot", "cold"), ("fast", "slow"), ("new", "old"), ("high", "low"), ("long", "short"), ("morning", "afternoon"),
    ("husband", "wife"), ("mother", "father"), ("son", "daughter"), ("brother", "sister"), ("uncle", "aunt"),
    ("grandmother", "grandfather"), ("today", "tomorrow"), ("today", "yesterday"), ("repair", "broken"),
)  # fmt: skip
THAN = re.compile(r"(?P<a>.*?)\b(?:is|are|was|were|costs?|be)\b.*?\bthan\b(?P<b>.*)", re.I | re.S)
BI = re.compile(r"(?P<a>.*?)比(?P<b>.*)", re.S)
PASSIVE = re.compile(r"\bby\b|\bfrom\b|\blost to\b|被|由|从|输给")
# Doubt, not denial.
UNSURE = re.compile(
    r"\bnot (?:quite |entirely )?(?:sure|certain)\b|\bunsure\b|不确定|没想好|没定|不一定|说不准",
    re.IGNORECASE,
)
TIMES_OF_DAY = frozenset(
    {
        "morning",
        "afternoon",
        "evening",
        "night",
        "end",
        "middl",
        "begin",
        "weekend",
        "spring",
        "summer",
        "autumn",
        "winter",
    }
)
TITLED = re.compile(
    rf"(?:经理|老师|医生|主任|律师|同事|师傅|朋友|老板|教授|客户)([{SURNAMES}][\u4e00-\u9fff])"
)
HAVING = re.compile(r"\b(?:you|i|we)(?:'ve| have| own| use| keep| drive| ride| wear| got)\b", re.IGNORECASE)
# Verbs that tell one thing from two sides: who gives is the subject of the first, who gets that of the second.
CONVERSE = (
    ("lend lends lent lending", "borrow borrows borrowed borrowing"),
    ("sell sells sold selling", "buy buys bought buying"),
    ("give gives gave given giving", "get gets got receive receives received"),
    ("teach teaches taught teaching", "learn learns learnt learned learning"),
    ("owe owes owed owing", ""),
)
CONVERSE_ZH = (("借给", "借"), ("卖给", "买"), ("送给", "收到"), ("教", ""), ("欠", ""))
# A name with a kind at its end: the characters before it tell which one it is.
KIND_OF_PLACE = re.compile(
    r"([\u4e00-\u9fff]{2})(?:有限)?(公司|银行|医院|学校|大学|中学|小学|酒店|宾馆|餐厅|饭店|集团|律所|事务所|超市|小区|花园|大厦|广场|公园|俱乐部|出版社|基金会|路(?=[的号口店门\d])|街(?=[的号口店门\d]))"
)
NO_PART_OF_NAME = re.compile(
    r"[的家个所间座条这那哪本该我你他她们新老旧同某各每和跟与在去到从是一两几有了给对向由被把里外上下大]"
)
CHAIN_EN = re.compile(r"^\W*(?:my|our|your) ([\w-]+)['’]s ([\w-]+)", re.IGNORECASE)
CHAIN_ZH = re.compile(
    r"^\W*[我你您]们?的?([\u4e00-\u9fff]{2,3})的([\u4e00-\u9fff]{2,3}?)(?=[\u4e00-\u9fff]{2}|[，。])"
)
# What stands side by side: the roof and the gutter, 苹果、梨和香蕉.
LISTED_EN = re.compile(r"\b(?:and|or|as well as|plus)\b", re.IGNORECASE)
LISTED_ZH = re.compile(r"、|以及|还有|[和与跟]")
DETERMINED = re.compile(
    r"^\W*(?:an?|the|my|your|our|two|three|some|several|both|also)\b\s*(?P<what>[a-z][\w -]*)", re.IGNORECASE
)
# My classmate …: a Chinese clause whose subject is a person of the user's.
OWN_PERSON_ZH = re.compile(
    r"^\W*我们?的?([\u4e00-\u9fff]{1,2}[友桌师生员长伴邻东客板事档练司任傅姐哥弟妹兄蜜徒乡居医婆公爷奶叔舅姨姑伯娘侄孙甥媳婿])(?!的)"
)
