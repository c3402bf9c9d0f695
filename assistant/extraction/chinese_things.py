"""Chinese statements about numbers, dates ahead, plans, things and other people, and the general reading of 我…."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.extraction.chinese_words import KIN, ROLE
from assistant.extraction.findings import Clause, Finding, Known, finding, mentions_time
from assistant.extraction.limits import chinese_object, limited_object
from vault import quantities
from vault.records import Layer

_NUMBER = r"[\d零一二两三四五六七八九十百千万半几]"
_BUDGET = re.compile(
    r"(?:我们?的?|这次的?|这个)?(?P<what>[^，。]{0,10}?)的?(?P<kind>总?预算|预算上限|经费|款项|拨款)(?:大概|大约|差不多|就|只有|是|为|有|：|:|从|改成|改为|调到|降到|砍到|涨到|提到|定在|最多|不超过|控制在|增加到|削减到|约|在|\s)*.*?"
    + _NUMBER
)
_LIMIT = re.compile(
    rf"(?:最多|至多|不超过|顶多|最高|上限|至少|最少|大概|大约|差不多|控制在).*{_NUMBER}.*(?:万|千|块|元|美元|k|K|刀|欧)?"
)
_LIMIT_INSIDE = re.compile(
    rf"(?:最多|至多|不超过|不(?:能|想|愿|打算|准备)超过|别超过|不要超过|不会超过|顶多|上限).{{0,4}}?{_NUMBER}|{_NUMBER}\s*[万千百亿]?(?:块钱?|元|美元|刀)?(?:以内|以下|封顶|之内|顶天)"
)
_MONEY_UNITS = frozenset(("", "CNY", "USD", "EUR", "GBP", "JPY", "HKD"))
_MONEY_AT_LEAST = re.compile(r"万|块|元|刀|欧|千|[kK]\b|\d{4}|[$¥￥€£]")
_TOPIC_MONEY = re.compile(r"首付|房租|月租|学费|费用|租金|彩礼|装修")
_MEASURE = re.compile(
    r"(?P<what>[^，。]{0,18}?)(?P<kind>体重|身高|血压|血糖|心率|读数|腰围|体温|水位|海拔|库存|销量|产量|里程|余额|湿度|温度|步数|成绩|分数)(?:现在|已经)?(?:是|为|有|：|:|到了|\s)*(?P<v>.*"
    + _NUMBER
    + r".*)"
)
# 4月1日鱼缸水温24度: a date, a thing and a number with its unit.
_READ_OFF = re.compile(
    rf"(?:(?:20)?\d\d年)?(?:\d{{1,2}}|[一二三四五六七八九十]{{1,2}})月(?:\d{{1,2}}|[一二三四五六七八九十]{{1,3}})[日号]?(?:测|量|称|记录?|早上|晚上|上午|下午)*的?(?P<what>[\u4e00-\u9fff]{{2,8}}?)(?:是|为|有|测得|量得|降到了?|升到了?)?"
    rf"(?P<v>{_NUMBER}+(?:\.\d+)?(?:度|℃|公斤|千克|斤|升|毫升|厘米|毫米|米|公里|步|分贝|帕|伏|安|瓦|克|吨|个小时|小时|分钟))"
)
_USED_UP = re.compile(
    rf"(?:我们?家?|家里)?(?P<when>(?:上个?|这个?|本)?(?:\d{{1,2}}|十?[一二三四五六七八九十])?月份?)(?:我们?家?|家里)?(?:一共|总共)?(?P<what>用(?:电|水|气|煤气|天然气|流量)|跑步?|走路?|骑行|存款|开销|花销|电费|水费|燃气费|话费)(?:了|是|为|一共|总共)*(?P<v>{_NUMBER}+[^，。]{{0,8}})"
)
_COUNT = re.compile(
    rf"(?P<what>[^。]{{1,18}}?)(?:请了?|有|需要|要|能坐|坐得下|容纳|能装|装得下|招了?|邀请了?|一共|共|总共|来了?|摆|买了?|花了?|能拿出|拿得出|准备了?){{1,2}}(?:大概|大约|差不多|约|最多|至少|总共|共)?(?P<v>{_NUMBER}+(?:多)?[位个人桌名口套张本份辆间万千元块][^，。]*)"
)
_DEADLINE = re.compile(
    r"(?P<what>[^，。]{0,16}?)的?(?:截止(?:日期|时间|日)?|最后期限|到期(?:日|时间)?|ddl|DDL|deadline|交期|提交日期)(?:是|为|在|到|改到|推迟到|提前到|：|:|\s)*(?P<v>[^，。]*)"
)
_DUE = re.compile(
    r"(?P<what>[^，。]*?)(?:之前|以前|前)(?:要|得|必须|需要|务必)(?:交|提交|完成|做完|还|付|发|办|上线|交付|搞定)(?P<v>[^，。]*)"
)
_EVENT = r"(?:会|会议|例会|评审会?|面试|考试|约会|聚餐|饭局|体检|手术|航班|飞机|火车|高铁|婚礼|演出|演唱会|讲座|培训|答辩|开庭|牙医|复诊|家长会|比赛|课|预约|拜访|出差|旅行|聚会|生日会|发布会|签约|搬家|年会|值班|排练|路演)"
_APPOINTMENT = re.compile(
    rf"[^，。]*(?:有|约了?|预约了?|安排了?|开|参加|订了?|要去|去|上门|来|到|举行|举办|出发|起飞|改到|改在|改成|推迟到|提前到|是)[^，。]*{_EVENT}?[^，。]*"
)
_EVENT_WORD = re.compile(
    _EVENT
    + r"|吃饭|喝酒|喝咖啡|喝茶|看电影|看展|师傅|快递|上门|起飞|出发|到货|入住|退房|就诊|看病|看牙|接机|见面|碰头"
)
_PLAN = re.compile(
    r"(?:我|我们|咱们?)?(?:也|还|都)?(?:(?:今年|明年|后年|下个?月|下周|明天|过几天|年底|年后|暑假|寒假|周末|这周末|下半年|今天|今晚|马上)|[^，。]{0,8}?)?(?:打算|计划|准备(?!好)|想要?去|决定(?:去|要|明|下)|答应|承诺|保证|要去|要飞|要搬|要换|将要|将会|将|预计|拟|考虑)(?P<v>[^，。]+)"
)
# 后天上午九点半去车管所换驾照: with nobody named, what lies on a day ahead is the speaker's own.
_OWN_DAY = re.compile(
    r"(?:(?:下下?个?|这个?|本)?(?:周|星期|礼拜)[一二三四五六日天末]|明[天早晚]|大?后天|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]|\d{1,2}[日号]|下个?月(?:初|中旬?|底|\d{1,2}[日号])|月底|今晚(?=.*点))"
    r"(?:早上|上午|中午|下午|晚上|傍晚|凌晨|一早|晚)?(?:[\d一二两三四五六七八九十]{1,3}[点:：](?:半|[\d一二三四五六七八九十]{1,3}分?|一刻)?)?(?:要|得|还要|还得|我们?|准备|打算|约了?)?"
    r"(?P<act>(?:去|带|陪|接|送|飞|回|见|参加|赶|面试|考|搬|复查|复诊|体检|看(?=牙|病|房|医生|演出|电影)|(?:和|跟|同|与)[^，。]{1,8}(?:聚|吃|见|碰|喝|约|谈|签|开))[^，。]*)"
)
_WEATHER = re.compile(
    r"(?:明天|后天|今晚|周末|下周)?(?:会|要|有|是|又)*(?:[下有刮][大小中暴阵雷]*[雨雪风]|降温|升温|[晴阴多]天?转|天气|放晴)"
)
_NOT_OWN_DAY = re.compile(r"[下有刮]雨|下雪|降温|升温|天气|再说|(?:见|聊|联系|聊聊)$|怎么样|[吗呢吧?？]")
_REPEATED = re.compile(r"每|总是|通常|经常|平时|一般|从不|从来|不再")
_AHEAD = re.compile(
    r"明天|后天|大后天|今晚|明早|明晚|下周|下下周|下个月|这周[一二三四五六日末]|明年|下星期|下个星期|月底|年底"
)
_NO_EVENT = re.compile(r"不(?:开|去|来|上|参加|用|能|许|准|安排)")
_OURS = re.compile(r"(?:[^，。我]{0,8})?我(?:们)?(?!觉得|认为|想|知道|能|可以|应该)")
_REPAIR = re.compile(
    r"(?P<what>[^，。]{1,14}?)(?:上周|昨天|前天|今天|上个月|去年|刚刚?|已经|都|又|终于)*(?:送去)?(?:修好|修|坏|保养|维修|更换|安装|装|送修|年检)(?:好|完)?(?:了|过)"
)
_FEE = re.compile(
    rf"(?:我(?:们)?的?)?(?P<what>押金|定金|尾款|门票|[\u4e00-\u9fff]{{0,4}}(?:房租|月租|租金|月供|[卡费贷险])|宽带|流量|电费)(?:现在|目前)?(?:每个?月|一个?月|每年|一年|每季度|每次|一次|是|要|为|：)*\s*(?P<v>{_NUMBER}+[^，。]*)"
)
_HANDLED = re.compile(
    r"(?P<what>[^，。我]{1,14}?)(?:都|统一|一律)?(?:由|归|找)(?P<v>[\u4e00-\u9fff]{2,3}?|[A-Z][\w ]+)(?P<act>审批|批准|负责|签字|处理|审核|管|批)(?:的)?$"
)
_DECISION = re.compile(
    r"(?:我们?|团队|公司|大家|[^，。]{0,6})?(?:决定|商定|说好|定下来|敲定|约定)了?(?P<v>[^，。]+)"
)
_PERMISSION = re.compile(
    r"(?P<what>[^，。我]{1,16}?)(?P<v>不可以|不能|不许|不准|禁止|不允许|严禁|可以|允许|能够|能(?=[带进用吃喝停养拍抽])|准许)(?P<act>[^，。]{1,16})"
)
_CODE = re.compile(
    r"(?:我们?的?|这个|本)?(?P<of>[^，。]{0,8}?)(?:项目)?(?:代号|代码名|项目代码|项目编号|项目号)(?:是|叫|为|：|:|改成|改为|换成)\s*(?P<v>[^，。]+)"
)
_HELD = re.compile(
    rf"(?P<what>[^，。我]{{1,18}}?)(?:里面?|中|内)(?:还|只)?(?:有|剩|装了?|存了?|剩下)(?P<v>{_NUMBER}+(?:升|公斤|斤|吨|立方米?|方|度|瓶|袋|箱|桶|克|米)[^，。]{{0,6}})"
)
_TEAM = re.compile(
    rf"(?:我们?|咱们?)(?:的)?(?:团队|小?组|部门|科室|班组|工作室|项目组|店里?)?(?:现在|目前|一共|总共|共|有|就|只有|是)*{_NUMBER}+(?:多)?个?人(?:了)?"
)
_HAVE = re.compile(
    rf"(?:我们?|咱们?)?(?P<what>[^，。我们咱]{{1,8}})(?:现在|目前|一共|总共|共)*(?:有|招了?|收了?|来了?)(?P<v>{_NUMBER}+(?:多)?(?:个|位|名|口)(?P<who>[\u4e00-\u9fff]{{1,4}}))了?"
)
_NAMING = re.compile(
    r"(?P<what>[^，。]{0,10}?)(?:的)?(?:命名规则|命名规范|命名方式|命名|起名规则)(?:统一|一律|都)?(?:是|为|用|按|：|:|以)\s*(?P<v>.+)"
)
_STACK = re.compile(
    r"(?:我们?|咱们|团队|项目|公司|后端|前端|线上|数据库|生产环境|服务器|[\u4e00-\u9fff]{1,4}(?:库|环境|集群|平台|网关|服务|系统))(?:的)?[^，。]{0,6}?(?:现在|目前|已经)?(?:用的?是?|使用|跑的?是?|升级到了?|换成了?|迁到了?|部署在|基于)\s*(?P<v>(?P<tech>[A-Za-z][A-Za-z0-9_+#.-]*)\s?(?P<version>v?\d[A-Za-z0-9_.]*)?[^，。]*)"
)
_PLACE = re.compile(
    r"(?P<what>[^，。]{1,16}?)(?:现在|目前|就|都|已经|一直)?(?:在|放在|存在|存放在|贴在|位于|搬到了?|挂在|停在|藏在|寄存在|保存在|建在|(?:移|换|改|挪|转|收|搁|搬|放)(?:到|进|去)了?)(?P<v>[^，。]+)"
)
_PROPERTY = re.compile(
    r"(?:我们?|咱们?|本人)?的?(?P<what>[^，。我你他她]{1,24}?)(?:(?:改了?|变了?|换了?|错了|改签了?|升级了?|有变)[，,]\s*|不是[^，。]{1,20}[，,]\s*而?)?(?:现在|目前|已经|已|就)?(?:应该)?(?:改成了?|改为|换成了?|变成了?|变更为|是|为|叫|：|:)\s*(?P<v>[^，。]+)"
)
# 键盘换成灰雁牌了: any thing may be changed for another.
_SWAPPED = re.compile(
    r"(?:我们?家?的?|咱们?的?)?(?P<what>[\u4e00-\u9fff]{2,6}?)(?:已经|现在|也|都|最近|刚)*(?:换成|改成|换了|更换成|换到)了?(?P<v>[^，。]{2,16}?)了?"
)
# What is worked on in a chat is nobody's thing.
_OF_WORK = re.compile(
    r"函数|代码|变量|接口|循环|算法|脚本|字段|参数|标题|段落?|文案|图片?|按钮|页面|句子?|语气|格式|字体|配色|[这那]"
)
_PROPERTY_NOUN = re.compile(
    r"(?:号|号码|编号|案号|IP|ip|内存|硬盘|邮编|门牌|接口|代码|密级|版本|型号|尺码|颜色|名称|名字|标题|账号|用户名|开户行|银行|班级|班|鞋码|码|楼层|车牌|座位|工位|网址|链接|域名|主机|端口|地址|路径|目录|文件夹|规格|价格|房租|工资|月薪|单价|费用|配额|名额|人数|规模|时间|日期|日子|节日|口味|方式|制度|规则|流程|频率|周期|时区|语言|框架|工具|系统|平台|品牌|供应商|学校|专业|公司|部门|职位|标准|上限|下限|额度|输入法|浏览器|编辑器|手机|电脑|笔记本|车|相机|字体|主题|款|户型|朝向|面积|星座|属相|学历|学位|民族|国籍|工号|学号|会员号|订单号|航班号|车次|快递单号|牌子|密度|温度|电话|邮箱|地点|持续时间|主题|内容|背景)$"
)
_DEFINITE = re.compile(r"[\dA-Za-z一二三四五六七八九十百千万]|[省市区县路街]|[\u4e00-\u9fff]{4}")
_OTHERS_CONTACT = re.compile(r"的(?:邮箱|电话|手机|生日|地址|号码|手机号)")
_CALLED = re.compile(
    r"(?P<what>[^，。]{1,12}?的[^，。]{1,10}?)(?P<v>(?:叫|名叫|是|用的是|归|属于)[^，。]{2,24})"
)
_VALID = re.compile(
    r"(?:我们?的?|家里的?)?(?P<what>[^，。]{1,10}?(?:保修期?|合同|租约|会员|签证|护照|有效期|驾照|保险|订阅|年卡|许可证|执照|质保期?))(?:是|有效|一直)*到(?P<v>[^，。]{2,14})"
)
_TIME_WORD = re.compile(
    r"我?(?:以前|之前|现在|小时候|去年|今年|目前|从前|当年|曾经|最近|前两年|上个月|那时)$"
)
_MINE = re.compile(
    r"(?:我|我们|我家|咱家|家里|咱们?)的?(?P<what>[^，。]{1,12}?)(?P<verb>是|有|在|用|叫|朝|坏了|修好了|换了|属于|来自|装了|需要|没有|不)(?P<v>[^，。]*)"
)
PERSON = re.compile(
    rf"(?P<who>(?:我|我的|我家|我们家|咱)?的?(?:有?[一两]?[个位名])?(?:{KIN}|{ROLE})们?(?P<name>[老小阿][\u4e00-\u9fff]|(?!生日|电话|手机|邮箱|年龄|身高|体重|爱好|兴趣|职业|工作|地址|学历|老家|名字|教育|公司|[的不最很也都在对是有就])(?:(?![上下读念写打画的是在了过])[\u4e00-\u9fff]){{2,3}}(?=最近|在|是|不|喜|讨|对|住|也|很|说|今|明|昨|有|爱|偏|用|去|来|做|学|养|会|每))?)(?P<rest>.+)"
)


# A place within reach names where a thing is kept; a person or what moves by itself is there only now.
_SOMEWHERE = re.compile(
    r"(?:里|内|中|上|下|旁|旁边|边上|后面|后|前面|对面|隔壁|角落|底下|背后|[书厨卧客储杂地仓车机]?[房室厅库间台柜箱盒袋桌]|抽屉|阁楼|楼下|楼上|[一二三四五六七八九十\d]楼|门口|阳台|院子|走廊|玄关|后备箱|保险柜|[ABC]区)$"
)
_MOVING = re.compile(
    rf"(?:{KIN}|{ROLE}|人|猫|狗|孩子|大家|他|她|问题|原因|答案|重点|意思|道理|关键|毛病|心|脑子|时间|天气|太阳|月亮|飞机|火车|公交|快递|外卖|饭|菜)$"
)


def find_things(clause: Clause, known: Known) -> list[Finding]:
    """Numbers, deadlines, appointments, plans, permissions, places and properties of things."""
    is_person = bool(PERSON.match(clause.text) or re.match(r"[他她其](?![们实他余中])", clause.text))
    if is_person and clause.text[0] in "他她其":
        return []
    for rule in (_numbers,) if is_person else (_numbers, _dated, _named_things, _places):
        found = rule(clause)
        if found:
            return found
    return []


def _numbers(clause: Clause) -> list[Finding]:
    text = clause.text
    budget = _BUDGET.match(text)
    if budget:
        what = chinese_object(budget["what"])
        return [replace(finding(clause, f"budget:{what}" if what else "budget", text), wants_quantity=True)]
    is_limit = _LIMIT.match(text) or _LIMIT_INSIDE.search(text)
    if is_limit and _MONEY_AT_LEAST.search(text) and _is_money(text):
        topic = limited_object(text, "zh")
        return [replace(finding(clause, f"budget:{topic}" if topic else "budget", text), wants_quantity=True)]
    if _LIMIT.match(text) and {span.unit for span in quantities.parse(text, "zh")} == {"person"}:
        return [replace(finding(clause, "headcount", text), wants_quantity=True)]
    held = _HELD.fullmatch(text)
    if held:
        what = noun(re.sub(r"^.*?\d[日号天]|^.*?月", "", held["what"]))
        return [replace(finding(clause, f"measure:{what}", held["v"]), wants_quantity=True)]
    fee = _FEE.match(text)
    if fee:
        return [replace(finding(clause, f"price:{fee['what']}", fee["v"]), wants_quantity=True)]
    used = _USED_UP.fullmatch(text)
    if used:
        month = used["when"] or ""
        return [replace(finding(clause, f"measure:{used['what']}", used["v"]), wants_quantity=bool(month))]
    read = _READ_OFF.fullmatch(text)
    if read:
        return [replace(finding(clause, f"measure:{noun(read['what'])}", read["v"]), wants_quantity=True)]
    measure = _MEASURE.match(text)
    if measure:
        what = noun(re.sub(r"\d+年|\d+月|\d+[日号]|[今昨]天|这个月|上个月", "", measure["what"]))
        base = {"体重": "weight", "身高": "height"}.get(measure["kind"], f"measure:{what}{measure['kind']}")
        if base in ("weight", "height") and what and what != "我":
            return [replace(finding(clause, base, measure["v"]), subject=what, wants_quantity=True)]
        return [replace(finding(clause, base, measure["v"]), wants_quantity="/" not in measure["v"])]
    return _counted(clause)


def _counted(clause: Clause) -> list[Finding]:
    """How many there are of something, or how many people are in the user's team."""
    text = clause.text
    if _TEAM.fullmatch(text) and re.search(r"团队|组|部门|科室|工作室|店", text):
        return [replace(finding(clause, "team_size", text), wants_quantity=True)]
    have = _HAVE.fullmatch(text)
    if have and {span.unit for span in quantities.parse(have["v"], "zh")} == {"person"}:
        what = f"count:{noun(have['what'])} {have['who']}"
        return [replace(finding(clause, what, have["v"]), wants_quantity=True)]
    count = _COUNT.match(text)
    if (
        count
        and quantities.parse(count["v"], "zh")
        and not count["what"].startswith(("如果", "我家", "家里"))
    ):
        tail = re.sub(rf"^{_NUMBER}+(?:多)?[位个人桌名口套张本份辆间]?", "", count["v"])
        what = noun(re.sub(r"(?:大概|最多|至少|大约|一共|总共)$", "", count["what"]))
        if re.search(KIN, tail):
            return []
        if (not tail and not re.search(r"[人位桌名口万千块元]", count["v"])) or re.match(
            r"[再还先就也都]", what
        ):
            return []
        if _TOPIC_MONEY.search(text) and _MONEY_AT_LEAST.search(count["v"]):
            topic = chinese_object(re.split(r"[，,]", text)[0])
            return [replace(finding(clause, f"budget:{topic}", count["v"]), wants_quantity=True)]
        return [replace(finding(clause, f"count:{what} {tail}".strip(), count["v"]), wants_quantity=True)]
    return []


def _is_money(text: str) -> bool:
    units = {span.unit for span in quantities.parse(text, "zh")}
    return bool(units) and units <= _MONEY_UNITS


def _dated(clause: Clause) -> list[Finding]:
    text = clause.text
    deadline = _DEADLINE.match(text)
    if deadline:
        what = noun(deadline["what"])
        return [
            replace(
                finding(clause, f"deadline:{what}" if what else "deadline", text, Layer.EVENT), is_ahead=True
            )
        ]
    valid = _VALID.fullmatch(text)
    if valid and mentions_time(valid["v"], "zh"):
        return [finding(clause, f"attribute:{noun(valid['what'])}", f"到{valid['v']}")]
    due = _DUE.match(text)
    if due:
        return [replace(finding(clause, "task_deadline", text, Layer.EVENT), is_ahead=True)]
    plan = _PLAN.match(text)
    if plan and not re.match(r"(?:我们?)?(?:已经|早就)", text):
        return [replace(finding(clause, "plan", plan["v"], Layer.EVENT), is_plan=True, is_ahead=True)]
    decision = _DECISION.match(text)
    if decision:
        return [finding(clause, "decision", decision["v"], Layer.EVENT)]
    if _WEATHER.search(text):
        return []
    is_event = (_APPOINTMENT.match(text) or _AHEAD.match(text)) and _EVENT_WORD.search(text)
    if (
        is_event
        and (clause.is_timed or mentions_time(text, "zh"))
        and not _REPEATED.search(text)
        and not _NO_EVENT.search(text)
    ):
        return [replace(finding(clause, "appointment", text, Layer.EVENT), is_ahead=True)]
    own = _OWN_DAY.fullmatch(text)
    if own and not _NOT_OWN_DAY.search(text):
        return [replace(finding(clause, "appointment", text, Layer.EVENT), is_ahead=True)]
    if (
        _AHEAD.search(text)
        and _OURS.match(text)
        and not _REPEATED.search(text)
        and not re.search(r"[了过]", text)
    ):
        return [replace(finding(clause, "plan", text, Layer.EVENT), is_plan=True, is_ahead=True)]
    if _REPAIR.match(text) and (clause.is_requested or text.startswith("我") or mentions_time(text, "zh")):
        return [finding(clause, "event", text, Layer.EVENT)]
    return []


def _named_things(clause: Clause) -> list[Finding]:
    text = clause.text
    handled = _HANDLED.match(text)
    if handled:
        detail = f"holder:{noun(handled['what'])}{handled['act']}人"
        return [replace(finding(clause, detail, handled["v"], Layer.RELATIONSHIP), entities=(handled["v"],))]
    code = _CODE.match(text)
    if code:
        what = noun(code["of"])
        return [finding(clause, f"project_code:{what}" if what else "project_code", code["v"])]
    naming = _NAMING.match(text)
    if naming:
        return [finding(clause, f"naming_rule:{noun(naming['what'])}", naming["v"])]
    stack = _STACK.match(text)
    if stack:
        return _stacks(clause, stack)
    permission = _PERMISSION.match(text)
    if (
        permission
        and not clause.is_strict
        and not re.search(r"你|您|这样|什么|找[他她我]|联系|问[他她我]|^一[分毛点丁]", text)
    ):
        is_no = permission["v"] in ("不可以", "不能", "不许", "不准", "禁止", "不允许", "严禁")
        detail = noun(permission["what"]) + permission["act"].strip("了的")
        return [replace(finding(clause, f"permission:{detail}", detail), is_negated=is_no)]
    return []


def _stacks(clause: Clause, stack: re.Match[str]) -> list[Finding]:
    """Each technology with its version; a list of them makes one finding each."""
    lead = clause.text[: stack.start("v")]
    parts = re.findall(r"[A-Za-z][A-Za-z0-9_+#.-]*(?:\s?v?\d[A-Za-z0-9_.]*)?", stack["v"])
    base = finding(clause, "stack", stack["v"].removesuffix("了"))
    if len(parts) < 2:
        return [replace(base, attribute=f"stack:{stack['tech'].lower()}")]
    return [
        replace(
            base,
            attribute=f"stack:{re.split(r'[ ]|(?<=[a-z])(?=[0-9])', one)[0].lower()}",
            value=one,
            claim=lead + one,
        )
        for one in parts
    ]


def _places(clause: Clause) -> list[Finding]:
    text = clause.text
    prop = _PROPERTY.match(text)
    is_ours = bool(re.match(r"我|本人|咱|(?:公司|项目|团队|家里?|店里?|单位|学校|办公室|部门|宿舍)", text))
    is_definite = clause.is_requested or is_ours or clause.corrects
    if prop and _OTHERS_CONTACT.search(prop["what"]) and not is_ours:
        prop = None
    if prop and _PROPERTY_NOUN.search(prop["what"]) and (is_definite or _DEFINITE.search(prop["v"])):
        what = noun(prop["what"])
        if re.search(r"团队(?:规模|人数)", what):
            return [replace(finding(clause, "team_size", prop["v"]), wants_quantity=True)]
        if re.search(r"工资|月薪|年薪|薪水", what):
            return [replace(finding(clause, "income", prop["v"]), wants_quantity=True)]
        return [finding(clause, f"number:{what}", prop["v"])]
    swapped = _SWAPPED.fullmatch(text) if clause.corrects and not _OF_WORK.search(text) else None
    if swapped and not mentions_time(swapped["v"], "zh") and not _MOVING.search(swapped["what"]):
        thing = noun(swapped["what"])
        return [replace(finding(clause, f"number:{thing}", swapped["v"]), changes=thing)]
    called = _CALLED.fullmatch(text) if is_ours else None
    if called:
        return [finding(clause, f"attribute:{noun(called['what'])}", called["v"])]
    place = _PLACE.match(text)
    if (
        place
        and not clause.is_strict
        and not re.match(r"(?:我|他|她|你|我们|他们|咱|现|正|实|存)$|.*[跟和与]", place["what"])
        and not re.search(r"我(?:每|现|正|不)|不$|正$", place["what"])
    ):
        is_here = re.search(r"[这那](?:里|儿)?$", place["v"])
        is_definite = is_definite or bool(re.search(r"[/\\]|[A-Za-z]+-?\d|\d+(?:\.\d+){3}", place["v"]))
        is_definite = is_definite or bool(_SOMEWHERE.search(place["v"]) and not _MOVING.search(place["what"]))
        if _TIME_WORD.search(place["what"]):
            return []
        if is_definite and not is_here:
            made = finding(clause, f"location:{noun(place['what'])}", place["v"])
            has_moved = clause.corrects and re.search(r"(?:搬|挪|移|换|迁|转|改)(?:到|进|去)", text)
            return [replace(made, changes=noun(place["what"]) if has_moved else "")]
    return []


def noun(phrase: str) -> str:
    return re.sub(
        r"^(?:把(?![手柄握])|现在|目前|如今|其实|以后|我们?的?|咱们?的?|这个|那个|这次|这回|今年|本|的|请|关于)+|(?:[的了是\s]|现在|目前|如今|一共|总共|估计|预计|大概|大约|预期)+$",
        "",
        phrase.strip(),
    ).strip()
