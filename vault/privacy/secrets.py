"""Finds keys and tokens: by a provider's shape, by an assignment, by header or PEM form, and by randomness beside a naming word.

Randomness alone is never enough, so hashes, identifiers and version strings stay whole. Passwords and codes told in prose are
in `passwords`.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator

from vault.privacy.context import before
from vault.privacy.folding import Folded
from vault.privacy.spans import PiiType, Span

LAYER = "secrets"

_B = r"[A-Za-z0-9_-]"
# Source: the token formats that the providers document for secret scanning.
_SHAPES: tuple[str, ...] = (
    r"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA)[A-Z0-9]{16}",
    r"gh[pousr]_[A-Za-z0-9]{30,255}",
    r"github_pat_[A-Za-z0-9_]{22,255}",
    rf"gl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-{_B}{{18,}}(?:\.[0-9a-z.]+)?",
    rf"sk-(?:ant-|proj-|svcacct-|admin-|or-v1-|lf-)?{_B}{{18,}}",
    rf"AIza{_B}{{30,}}",
    rf"ya29\.[A-Za-z0-9_.-]{{20,}}|GOCSPX-{_B}{{20,}}|1//0{_B}{{30,}}",
    r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{20,}",
    r"hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,}",
    rf"pypi-{_B}{{30,}}|npm_[A-Za-z0-9]{{30,}}|rubygems_[a-f0-9]{{40,}}|dckr_(?:pat|oat)_{_B}{{20,}}",
    r"LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{28,40}|AKLT[A-Za-z0-9_-]{20,}|ALTAK[A-Za-z0-9]{16,}|bce-v3/ALTAK-[A-Za-z0-9/-]{20,}",
    r"xox[abeoprs]-(?:[A-Za-z0-9]+-?){2,}[A-Za-z0-9]{8,}|xapp-[0-9]-[A-Za-z0-9-]{20,}",
    r"https://hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_-]{20,}",
    r"https://(?:discord|discordapp)\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{30,}",
    r"https://(?:oapi\.dingtalk\.com/robot/send\?access_token=|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=)[A-Za-z0-9-]{20,}",
    rf"SG\.{_B}{{16,}}\.{_B}{{30,}}|xkeysib-[a-f0-9]{{40,}}-{_B}{{10,}}|key-[0-9a-f]{{32}}|[0-9a-f]{{32}}-us[0-9]{{1,2}}",
    r"(?:SK|AC)[0-9a-f]{32}",
    r"do[oprt]_v1_[a-f0-9]{40,}|sh(?:pat|pca|ppa|pss|ptka)_[a-fA-F0-9]{32}",
    rf"EAA[A-Za-z0-9]{{40,}}|[0-9]{{8,10}}:AA{_B}{{32,34}}|[MNO][A-Za-z0-9_-]{{23,27}}\.{_B}{{6}}\.{_B}{{27,}}",
    rf"gsk_[A-Za-z0-9]{{30,}}|xai-[A-Za-z0-9]{{40,}}|pplx-[A-Za-z0-9]{{30,}}|r8_[A-Za-z0-9]{{30,}}|nvapi-{_B}{{40,}}",
    rf"tvly-{_B}{{20,}}|fw_[A-Za-z0-9]{{20,}}|jina_{_B}{{30,}}|co_[A-Za-z0-9]{{36,}}|esecret_[a-z0-9]{{20,}}|tgp_v1_{_B}{{30,}}",
    rf"lin_(?:api|oauth)_[A-Za-z0-9]{{30,}}|AT(?:ATT|CTT|BB)3?x?[A-Za-z0-9_=-]{{24,}}|gl(?:sa|c)_{_B}{{30,}}={{0,2}}",
    rf"hv[sbr]\.{_B}{{20,}}|s\.[A-Za-z0-9]{{24}}(?![A-Za-z0-9])|AGE-SECRET-KEY-1[A-Z0-9]{{50,}}|dapi[a-f0-9]{{32}}(?:-[0-9])?",
    rf"sq0(?:atp|csp|idp)-{_B}{{20,}}|EAAAE{_B}{{50,}}|fig[doru]_{_B}{{30,}}|ntn_[A-Za-z0-9]{{30,}}|secret_[A-Za-z0-9]{{40,}}",
    rf"PMAK-[a-f0-9]{{24}}-[a-f0-9]{{34}}|sntry[su]_[A-Za-z0-9+/=_-]{{30,}}|FlyV1 [A-Za-z0-9_+/=,-]{{30,}}|fo1_{_B}{{30,}}",
    rf"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{{30,}}|pat[A-Za-z0-9]{{14}}\.[a-f0-9]{{64}}|sbp_[a-f0-9]{{40}}|nfp_{_B}{{30,}}",
    rf"pscale_(?:tkn|pw|oauth)_{_B}{{30,}}|tskey-[a-z]+-{_B}{{16,}}|NRAK-[A-Z0-9]{{27}}|[sp]k\.eyJ[A-Za-z0-9_.-]{{30,}}",
    rf"HRKU-{_B}{{30,}}|v1\.0-[a-f0-9]{{24}}-[a-f0-9]{{100,}}|ops_eyJ{_B}{{50,}}|rnd_[A-Za-z0-9]{{20,}}|phc_[A-Za-z0-9]{{30,}}",
    r"(?<=AccountKey=)[A-Za-z0-9+/]{40,}={0,2}|(?<=SharedAccessKey=)[A-Za-z0-9+/]{30,}={0,2}",
    r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])",
    rf"eyJ{_B}{{8,}}\.{_B}{{8,}}(?:\.{_B}*)?(?:\.{_B}+)*",
)
_PROVIDER = re.compile(r"(?<![A-Za-z0-9_-])(?:" + "|".join(_SHAPES) + r")")
_PEM = re.compile(
    r"-----BEGIN (?P<label>[A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?)-----(?:.*?-----END (?P=label)-----|(?:\\?[\sA-Za-z0-9+/=:,.-])*)",
    re.DOTALL,
)
_AUTHORISATION = re.compile(
    r"(?:authorization|auth)[\"']? ?[:=] ?[\"']?(?:basic|bearer|token|apikey|digest|negotiate) +(?P<value>[A-Za-z0-9._~+/=-]{6,})"
    r"|(?<![A-Za-z])bearer +(?P<bearer>[A-Za-z0-9._~+/=-]{16,})",
    re.IGNORECASE,
)
_COOKIE = re.compile(
    r"(?:set-)?cookie[\"']? ?: ?(?P<value>[A-Za-z0-9_.-]+=[^\s,;，。；\"']+(?:; ?[A-Za-z0-9_.-]+=[^\s;,，。\"']+)*)",
    re.IGNORECASE,
)
_URL_LOGIN = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,20}://(?P<value>[^\s/@:?#]{0,64}:[^\s/@]{1,128})@(?=[A-Za-z0-9\[])"
)
_URL_PARAMETER = re.compile(
    r"[?&](?:access_token|refresh_token|id_token|auth_token|token|api_?key|apikey|key|secret|sig|signature|password|passwd|pwd|code)"
    r"=(?P<value>[^\s&#\"'<>，。；]{6,})",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(
    r"(?P<name>[A-Za-z0-9_.-]{0,40}(?:api[_-]?key|secret[_-]?key|access[_-]?key(?:[_-]?id)?|private[_-]?key|client[_-]?secret|app[_-]?secret"
    r"|auth[_-]?token|access[_-]?token|refresh[_-]?token|bot[_-]?token|session[_-]?(?:id|token|key)|secret|token|credentials?|apikey|appkey)"
    r"(?:[_-]?(?:[0-9]{1,3}|id|prod|dev|test|live|staging|main|new|old))?)[\"']? ?(?:=>|:=|[:=]) ?(?P<quote>[\"'`]?)(?P<value>[^\s\"'`<>{}()\[\]$&,，；。、;]{6,})(?P=quote)",
    re.IGNORECASE,
)
_ASSIGNED_ZH = re.compile(
    r"(?:密钥|秘钥|私钥|令牌|凭证|口令牌|访问码|授权令牌)(?:是|为|[:：=]) ?(?P<value>[A-Za-z0-9+/_=.~-]{8,})"
)
_TOKEN = re.compile(r"(?<![A-Za-z0-9+/_=.~-])[A-Za-z0-9+/_=.~-]{16,512}")
_TOKEN_NAME = re.compile(
    r"(?<![a-z])(?:keys?|secrets?|tokens?|credentials?|api|apikey|access|sk|ak|auth|webhook|licen[cs]e key)(?![a-z])"
    r"|密钥|秘钥|私钥|令牌|凭证|凭据|授权码|访问码"
)
_NOT_SECRET_NAME = re.compile(
    r"(?<![a-z])(?:commit|sha-?(?:1|256|512)?|md5|hash|checksum|digest|uuid|guid|public key|primary key|foreign key|fingerprint)(?![a-z])|公钥|哈希|指纹|校验和"
)
_PLACEHOLDER = re.compile(
    r"(?i)^(?:your|my|the|some|example|sample|test|demo|dummy|changeme|placeholder|none|null|true|false|undefined|redacted|hidden|required|optional"
    r"|string|str|bytes|int|env|environ|process|os|config|settings|self|this|request|args|getpass|secrets?|tokens?|key|value|password)"
    r"(?:[_.-]?[a-z]+)*$|^[xX*.•_-]+$|^[A-Z][A-Z_]+$|^[a-z]+(?:[_.-][a-z]+)+$"
)


def entropy(text: str) -> float:
    """Shannon entropy of the characters, in bits per character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values())


def is_random(token: str) -> bool:
    """Whether a token looks drawn at random: mixed classes that change often, high entropy, not a path, name or address."""
    body = token.rstrip("=.")
    if len(body) < 16 or "//" in body or not re.search(r"[0-9]", body) or not re.search(r"[A-Za-z]", body):
        return False
    classes = [
        "d" if char.isdigit() else "u" if char.isupper() else "l" if char.islower() else "s" for char in body
    ]
    changes = sum(1 for left, right in itertools.pairwise(classes) if left != right)
    words = re.findall(r"[A-Za-z]{5,}", body)
    worded = sum(len(word) for word in words if word.islower() or word.istitle())
    return entropy(body) >= 3.2 and changes >= len(body) / 5 and worded <= len(body) * 0.5


def find(folded: Folded) -> Iterator[Span]:
    """Spans of keys, tokens and credentials, in folded offsets."""
    text = folded.text
    for match in _PROVIDER.finditer(text):
        yield Span(match.start(), match.start() + len(match[0].rstrip(".")), PiiType.SECRET, LAYER)
    for pattern in (_PEM,):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.start() + len(match[0].rstrip()), PiiType.SECRET, LAYER)
    for pattern in (_COOKIE, _URL_LOGIN):
        for match in pattern.finditer(text):
            yield Span(*match.span("value"), PiiType.SECRET, LAYER)
    for match in _AUTHORISATION.finditer(text):
        group = "value" if match["value"] else "bearer"
        if not _PLACEHOLDER.match(match[group]):
            yield Span(*match.span(group), PiiType.SECRET, LAYER)
    yield from _find_assigned(text)
    yield from _find_random(text)


def _find_assigned(text: str) -> Iterator[Span]:
    for match in _URL_PARAMETER.finditer(text):
        if re.search(r"[0-9]", match["value"]) or len(match["value"]) >= 20:
            yield Span(*match.span("value"), PiiType.SECRET, LAYER)
    for pattern in (_ASSIGNED, _ASSIGNED_ZH):
        for match in pattern.finditer(text):
            value = match["value"].rstrip(".!?")
            if _is_value(value):
                yield Span(match.start("value"), match.start("value") + len(value), PiiType.SECRET, LAYER)


def _is_value(value: str) -> bool:
    if (
        len(value) < 6
        or _PLACEHOLDER.match(value)
        or value.startswith(("/", "./", "~/", "http://", "https://"))
    ):
        return False
    return (
        re.search(r"[0-9]", value) is not None
        or len(value) >= 20
        or re.search(r"[!@#%^&*+?~]", value) is not None
    )


def _find_random(text: str) -> Iterator[Span]:
    for match in _TOKEN.finditer(text):
        body = match[0].rstrip(".-")
        start = match.start() + body.rstrip("=").rfind("=") + 1
        near = before(text, start, 40)
        token = text[start : match.start() + len(body)]
        if _TOKEN_NAME.search(near) and not _NOT_SECRET_NAME.search(near) and is_random(token):
            yield Span(start, start + len(token), PiiType.SECRET, LAYER)
