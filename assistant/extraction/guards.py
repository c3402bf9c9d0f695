"""What keeps a sentence from being a fact: questions, suppositions, jokes, jobs for once, secrets, orders to the assistant.

Each guard answers for one sentence or clause in one language; none of them looks at single characters where a word decides
(不断, 不同, 不久 and 不过 are not negations). Follows the design page "Memory core, Write gate".
"""

from __future__ import annotations

import re
import unicodedata

_I = re.IGNORECASE

_QUESTION_EN = re.compile(
    r"^(?:so |and |but |ok(?:ay)?,? |well,? |hey,? |sorry,? )*(?:what|what's|who|who's|whose|where|where's|when(?! you [^,?]+, )|why|how|how's|which|"
    r"do|does|did|doesn't|didn't|don't (?=you\b|i\b|we\b|they\b|people\b)|can|can't|could|couldn't|would|wouldn't|(?:will|won't)(?= (?:you|i|we|he|she|it|they|there|this|that|the|my|our|your)\b|$)|should|shouldn't|shall|"
    r"is|isn't|are|aren't|was|were|am|has|have you|had|may|might|any (?:idea|chance|tips|advice))\b",
    _I,
)
_QUESTION_ZH = re.compile(
    r"吗$|呢$|么$|吧\?$|什么|怎么|怎样|如何|为什么|为啥|多少|(?<![这那好前近过十没头第])几[个点号楼岁年月天位次口]|哪[里儿个些位天年种家一]|哪儿|是不是|有没有|能不能|"
    r"可不可以|要不要|会不会|好不好|行不行|对不对|谁[是会能的在]|谁$|来着$|多久|多大$|多高$|多远"
)
_NOT_ASKED_ZH = re.compile(
    r"什么[^，。]{1,3}都|(?:什么|怎么|多少|哪里|哪儿|谁)(?:都|也)|没什么|不怎么|无论|不管"
)
_HYPOTHESIS_EN = re.compile(
    r"^(?:well,? |so |and |but |hm+,? |ok,? )*(?:if|suppose|supposing|imagine|assuming|assume|what if|let's say|say i|hypothetically|"
    r"pretend|in another life|were i|had i|in theory|in a (?:perfect|parallel) world|one day)\b|"
    r"(?:^|[,;] |\b(?:and|but|so|then|otherwise|or|think|guess|maybe|probably) )i'd (?:have|be|buy|move|go|need|do)\b|\b(?:i wish|i would(?!n't miss)|as if i|let's pretend|for the sake of argument|in my dreams?|"
    r"if i (?:were|was|had|moved|won|ever|could|lived|got|did)|if only|in an ideal world|(?:is|are|'s|’s) (?:basically|practically|literally|virtually) (?:an? |the )?(?-i:[A-Z])\w+)\b",
    _I,
)
_HYPOTHESIS_ZH = re.compile(
    r"简直(?:就?是|像|跟)|活像|活脱脱|跟[^，。]{1,8}似的|等我[^，。]{0,8}(?:中了|发了|有钱了|成了|赚了)|如果|假如|假设|就当|权当|姑且当|要是|倘若|万一|假使|若是|设想|想象一下|打个比方|比如说我|就算我|哪怕我|下辈子|来生|做梦|梦见|梦到|恨不得|巴不得|有朝一日|"
    r"要不是|说不定|(?:我|他|她)(?:可能|也许|大概)(?:会|要|去)"
)
_UNSURE_EN = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|could be|not sure|i guess|thinking (?:of|about)|wondering|considering|i may)\b",
    _I,
)
_UNSURE_ZH = re.compile(r"也许|可能|或许|说不准|不确定|不知道|在考虑|考虑要|犹豫|好像|似乎|再想想|想想看")
_CANCEL = re.compile(
    r"\b(?:just kidding|only kidding|i'?m (?:just )?(?:kidding|joking)|j/?k|not really, (?:just )?(?:a )?joke|as a joke|april fools?)\b|"
    r"开(?:个)?玩笑|逗你(?:玩|的)|骗你的|说着玩|瞎说的|闹着玩",
    _I,
)
_LAUGH = re.compile(r"\b(?:lol|lmao|rofl|haha+|hehe+)\b|哈哈+|嘿嘿|呵呵|😂|🤣|😜|;-?\)", _I)

_TASK_EN = re.compile(
    r"^(?:and |also,? |then |now,? |ok(?:ay)?,? |hey,? |hi,? |please,? |kindly |just |next,? |so,? |can you |could you |would you |will you )*"
    r"(?:please )?(?:translate|summari[sz]e|rewrite|rephrase|paraphrase|proofread|write|draft|compose|count|check|fix|correct|explain|give|"
    r"show|tell|list|make|set|run|create|generate|find|look|search|help|convert|calculate|compute|compare|grab|send|book|order|add|"
    r"edit|format|analy[sz]e|review|describe|suggest|recommend|plan|design|build|implement|debug|refactor|solve|lay|put|turn|"
    r"change|extract|read|reply to|respond to|answer (?:this|the|these)|continue|shorten|expand|improve|polish|spell|print|open|"
    r"sort|pick|choose|play|remind|schedule|let me know|let's|imagine|act as|pretend|say|repeat|brainstorm|outline|test)\b|"
    r"^(?:i (?:need|want|would like) you to|i'd like (?:you )?to|i need (?:help|to|some help|an? |(?:some|a few|a couple of|\w+) (?:\w+ )?(?:synonyms?|ideas?|examples?|words?|names?|options?|suggestions?|titles?|sentences?|tips?|reasons?|ways?|slogans?|questions?|alternatives?|quotes?|jokes?|recipes?|headlines?|rhymes?|puns?)\b)|i want (?:to|an? )|help me|"
    r"i'm (?:trying|looking) (?:to|for)|looking for|any ideas)\b",
    _I,
)
_TASK_ZH = re.compile(
    r"^(?:(?:明天|后天|今天|今晚|周末|下周|下个?月|[下这]?周[一二三四五六日末]|[下这本]?(?:周|星期|礼拜)[一二三四五六日天末]|\d+[点日号]|[^，。我]{1,8}(?:之?前|以前|分钟后|小时后))(?:早上|上午|中午|下午|晚上)?)?(?:那|那么|好的?|嗯|再|然后|接着|先|现在|顺便|另外)?[，,]?(?:请|麻烦|劳驾|拜托|能否)?(?:你|您)?(?:再)?(?:"
    r"帮(?!.{0,3}记(?:住|一下|下|着))[我忙个]?|替我|给我|提醒我|提醒一下我|翻译|总结|概括|归纳|润色|校对|检查|改写|改成|缩[成短]|扩写|续写|写[一个封篇份段首条点]|起草|生成|列[出个一举]|"
    r"推荐|查[一下找询]|搜|算[一下]|计算|解释|分析|对比|比较|画|做[一个份]|设计|安排|订[一个张]|"
    r"讲[讲个一]|说[说一]下|告诉我|看[看一]下|数一?下|读一?下|排[个一]|定个闹钟|放[一首]|打开|运行|执行|继续|把这|把下面|把以下|将以下|将下面)|"
    r"^给.{1,6}(?:写|发|打|回)|^(?:我想|我需要|我要)(?:你|您|请你|一[个份篇些])|^求"
)
_NOT_TASK_EN = re.compile(
    r"^(?:book|play|test|check|review|print|design|search|help|set|run|plan|project|order|sort) [a-z]+ (?:is|are|was|were|has|have|had|moved|starts?|meets?|ends?|got)\b|"
    r"^i need to (?:[\w'’]+ ){1,8}(?:by|before|no later than) |^give me .+ (?:any day|every time)\b|^(?:please )?(?:remember|note|keep in mind|don't forget|do not forget|call me|always|never|from now on|in future|going forward)\b|"
    r"^(?:please )?(?:write|give|show|put|list|spell|format|convert)(?: me)?(?: all)? (?:the )?(?:dates|times|numbers|amounts|prices|temperatures|distances|weights|"
    r"measurements|names|units|sums|figures|quantities|durations) (?:as|in|with|to|like|using)\b",
    _I,
)
_NOT_TASK_ZH = re.compile(
    r"给我(?:发|写|看|贴|讲|列|解释|推荐)[^，。]{1,8}(?:的时候|时)|(?:现在|目前|如今|以后)?(?:给我|帮我|替我)[^，。是]{1,12}的(?:人|医生|老师|师傅)?(?:现在)?(?:是|叫|姓)"
)  # 给我看牙的是蒋医生
_PAYLOAD = re.compile(r"[:：]|\b(?:this|the following|below|these)\b|以下|下面|这[句段封篇个]", _I)

_SECRET = re.compile(
    r"pass ?words?|passcodes?|passphrase|\bpins?\b(?! (?:board|number is on))|\botp\b|one[- ]time code|verification code|security code|\bcvv\b|"
    r"api[ _-]?keys?|access tokens?|(?:deploy|auth|bearer|secret|private|session) (?:token|key)s?|seed phrase|"
    r"密码|口令|验证码|校验码|动态码|密钥|私钥|令牌|助记词|暗号",
    _I,
)
_SECRET_RULE = re.compile(
    r"at least|at most|must|characters|policy|rule|rotate|manager|expires?|every \d|longer|length|minimum|长度|至少|不少于|位数|规定|必须|定期|"
    r"每\d|不得|要求|管理器|过期",
    _I,
)
_TYPED_SECRET = re.compile(
    r"\b(?:get|log|let myself|sign|break) (?:in|into|on|onto)\b.*\b(?:tap|type|key|punch|enter|put|use) (?:in )?(?=\S*[\d-])\S{6,}|"
    r"(?:进|登录|登陆|解锁|打开|开)[^，。]{0,12}(?:敲|输入?|按|打|填)(?:的是|的|上|入)?\s*[“\"「『‘'][^”\"」』’']{4,}",
    _I,
)
_CUT = re.compile(
    r"[‹<\[【⟦](?:[^›>\]】⟧\n]{0,24})(?:removed|已移除|已删)[^›>\]】⟧\n]{0,24}[›>\]】⟧]|\*{3,}|█", _I
)
_IDENTITY = re.compile(
    r"passport (?:number|no)|social security|\bssn\b|national id|id (?:card )?number|identity (?:card|number)|driver'?s licen[cs]e number|"
    r"credit card|debit card|card number|iban|身份证|护照号|证件号|社保号|银行卡|信用卡|卡号|通行证号",
    _I,
)
_INJECTION = re.compile(
    r"ignore (?:all |any )?(?:the )?(?:previous|prior|above|earlier) (?:instructions?|prompts?|messages?)|disregard (?:all|the|any) |"
    r"(?:to|dear|attention,?|note to) (?:the )?(?:assistant|ai|chatbot|llm|model|reader)\b|system prompt|you are now\b|new instructions?:|"
    r"忽略(?:之前|以上|前面|上面|先前)|无视(?:之前|以上|上面)|(?:致|请|给).{0,8}(?:助手|AI|模型|机器人)[:：]|系统提示|你现在是|"
    r"(?:assistant|chatbot|\bai|language model)\b[^.。]{0,30}\b(?:remember|note|save|update|forget|store|record)\b[^.。]{0,30}\bthe user\b|"
    r"(?:助手|助理|机器人|模型)[^。]{0,12}(?:注意|牢记|记住|记录|更新|保存)[^。]{0,12}用户",
    _I,
)


def is_question(text: str, mark: str, language: str) -> bool:
    """Whether a clause asks. `mark` is what closes it; an inverted or interrogative start counts without one."""
    if "?" in mark or "？" in mark:
        return True
    if language == "zh":
        return bool(_QUESTION_ZH.search(text)) and not _NOT_ASKED_ZH.search(text)
    return bool(_QUESTION_EN.match(text))


def is_hypothetical(text: str, language: str) -> bool:
    return bool((_HYPOTHESIS_ZH if language == "zh" else _HYPOTHESIS_EN).search(text))


def is_unsure(text: str, language: str) -> bool:
    return bool((_UNSURE_ZH if language == "zh" else _UNSURE_EN).search(text))


def is_cancelled(message: str) -> bool:
    """Whether the message takes itself back as a joke."""
    return bool(_CANCEL.search(message))


def is_laughing(text: str) -> bool:
    return bool(_LAUGH.search(text))


def is_task(text: str, language: str) -> bool:
    """Whether a clause orders a job for once; standing orders ("always answer …") are not."""
    if language == "zh":
        return bool(_TASK_ZH.search(text)) and not _NOT_TASK_ZH.match(text)
    return bool(_TASK_EN.match(text)) and not _NOT_TASK_EN.match(text)


_WORK_NOUN_EN = (
    r"(?:button|loop|function|paragraph|chapter|scene|variable|method|sentence|slide|hero|heroine|protagonist|regex|query|component|selector|"
    r"array|pointer|stanza|caption|unit tests?|codebase|getter|setter|callback|constructor|import|docstring|stack trace)s?\b"
)
_WORK_EN = re.compile(
    rf"^(?:(?:the|this|that|your) (?:\w+ ){{0,2}}?{_WORK_NOUN_EN}|"
    rf"(?:I|we)(?:'ve| have)? (?:just |now |also |already )?(?:moved|replaced|renamed|refactored|deleted|removed|added|changed|fixed|swapped|wrapped|"
    rf"commented out|merged|reverted|inlined|extracted|updated|rewrote|rewritten|split) (?:the|this|that|a|an|your|my|some|all) (?:\w+ ){{0,2}}?{_WORK_NOUN_EN})|"
    r"^(?:the|she|he|they|it's|it is)\b.*\bin (?:chapter|scene|act|stanza|the (?:first|second|third|last|next|opening|final) (?:chapter|scene|act|stanza)) ?\w*[.!]?$",
    _I,
)
_WORK_ZH = re.compile(
    r"^(?:我)?(?:把|将)?(?:[这那]|第[一二三四五六七八九十\d]+|上面|下面|最后|开头)(?:一)?(?:个|段|句|行|页|章|节|条|处|幕|场|张|列)?的?(?:函数|代码|变量|接口|循环|算法|脚本|字段|参数|标题|段落?|文案|图片?|按钮|页面|句子?|[段句行页章节])?"
    r"[^，。]{0,6}?(?:改成|改为|换成|挪到|移到|放到|删掉|删了|换到|改到|推迟)|^(?:单元)?测试(?:用例)?(?:改|挪|放)到"
)


def is_work(text: str, language: str) -> bool:
    """Whether a clause speaks of what is worked on in the chat: a function, a paragraph, a scene. It is nobody's fact."""
    return bool((_WORK_ZH if language == "zh" else _WORK_EN).search(text))


def carries_payload(text: str) -> bool:
    """Whether a job hands over text of its own: after a colon, or "the following"."""
    return bool(_PAYLOAD.search(text))


_TEXT_INTRO = re.compile(
    r"(?:here(?:'s| is| are)|below is|this is|see) (?:the|my|an?|our|his|her) [\w' -]*(?:text|e-?mail|letter|article|passage|draft|paragraph|cv|r[ée]sum[ée]|essay|story|transcript|message|document|log|output|bio)\b[\w ]*:|"
    r"(?:原文|全文|正文|内容|文章|邮件|来信|文本|材料|简历|聊天记录|日志|稿子)(?:内容)?(?:如下|是这样的?|在下面)?\s*[:：]",
    _I,
)


def introduces_text(text: str) -> bool:
    """Whether a sentence only announces a text that follows it."""
    return bool(_TEXT_INTRO.search(text))


def is_secret(text: str) -> bool:
    """Whether a clause tells a password, a code, a key, or the number of a card or identity paper.

    A rule about passwords tells none.
    """
    if _CUT.search(text) or _TYPED_SECRET.search(text):
        return True
    if _SECRET.search(text):
        return not _SECRET_RULE.search(text)
    return bool(_IDENTITY.search(text)) and any(char.isdigit() for char in text)


def is_injection(text: str) -> bool:
    """Whether a text gives orders to the assistant that do not come from the user."""
    return bool(_INJECTION.search(_plain(text)))


def _plain(text: str) -> str:
    """The text as it reads: full-width letters as ordinary ones, without what is not seen, with single blanks."""
    shown = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return re.sub(r"\s+", " ", shown)
