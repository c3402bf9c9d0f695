"""How a pseudonym looks, and how one is recognised in whatever form it comes back.

A token is a word and a number in single angle quotation marks: ‹人物1›, ‹person 1›. A model may change case, spaces, the
brackets, the script of the digits or the language of the word, or escape it inside JSON. `Candidate`s are found by one
pattern, the same for restoring and for escaping what the user typed, so nothing restorable can enter unescaped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from vault.privacy.spans import PiiType

# English, Chinese, then what models translate them to.
_WORDS: dict[PiiType, tuple[str, ...]] = {
    PiiType.PERSON: (
        "person",
        "人物",
        "人",
        "人名",
        "姓名",
        "个人",
        "name",
        "personne",
        "persona",
        "pessoa",
        "персона",
        "человек",
        "人物名",
        "사람",
        "인물",
        "persoon",
        "kişi",
        "شخص",
    ),
    PiiType.LOCATION: (
        "place",
        "地点",
        "地方",
        "位置",
        "场所",
        "location",
        "lieu",
        "ort",
        "lugar",
        "luogo",
        "место",
        "場所",
        "장소",
    ),
    PiiType.ADDRESS: (
        "address",
        "地址",
        "住址",
        "adresse",
        "dirección",
        "direccion",
        "indirizzo",
        "endereço",
        "адрес",
        "住所",
        "주소",
    ),
    PiiType.ORGANIZATION: (
        "organisation",
        "机构",
        "组织",
        "公司",
        "organization",
        "company",
        "organisation",
        "organización",
        "organizzazione",
        "организация",
        "組織",
        "회사",
    ),
    PiiType.PHONE: (
        "phone",
        "电话",
        "手机",
        "电话号码",
        "手机号",
        "telephone",
        "phone number",
        "téléphone",
        "telefon",
        "teléfono",
        "telefono",
        "telefone",
        "телефон",
        "電話",
        "전화",
    ),
    PiiType.EMAIL: (
        "email",
        "邮箱",
        "邮件",
        "电子邮件",
        "电子邮箱",
        "e-mail",
        "mail",
        "courriel",
        "correo",
        "почта",
        "メール",
        "이메일",
    ),
    PiiType.CN_ID: (
        "id number",
        "身份证",
        "身份证号",
        "身份证号码",
        "id",
        "identity number",
        "ausweis",
        "identité",
    ),
    PiiType.SSN: ("ssn", "社会安全号", "社保号", "social security number"),
    PiiType.PASSPORT: (
        "passport",
        "证件",
        "证件号",
        "护照",
        "护照号",
        "permit",
        "passeport",
        "reisepass",
        "pasaporte",
        "паспорт",
    ),
    PiiType.BANK_CARD: (
        "card",
        "银行卡",
        "卡号",
        "银行卡号",
        "bank card",
        "card number",
        "carte",
        "karte",
        "tarjeta",
        "карта",
    ),
    PiiType.BANK_TAIL: ("card ending", "尾号", "卡尾号"),
    PiiType.IBAN: ("iban", "国际账号"),
    PiiType.ACCOUNT: (
        "account",
        "账号",
        "账户",
        "帐号",
        "compte",
        "konto",
        "cuenta",
        "conto",
        "conta",
        "счёт",
        "счет",
        "계정",
    ),
    PiiType.USCC: ("credit code", "信用代码", "统一社会信用代码"),
    PiiType.PLATE: ("plate", "车牌", "车牌号", "licence plate", "license plate"),
    PiiType.IP: ("ip", "网络地址", "ip address", "ip地址"),
    PiiType.CRYPTO: ("wallet", "钱包", "钱包地址", "wallet address"),
    PiiType.SEED: ("recovery words", "助记词", "seed phrase"),
    PiiType.PASSWORD: (
        "password",
        "密码",
        "口令",
        "mot de passe",
        "passwort",
        "contraseña",
        "senha",
        "пароль",
        "パスワード",
        "비밀번호",
    ),
    PiiType.OTP: ("code", "验证码", "校验码", "verification code", "código", "codice", "код"),
    PiiType.SECRET: ("key", "密钥", "秘钥", "secret", "clé", "schlüssel", "clave", "chiave", "ключ"),
    PiiType.BIRTH_DATE: ("birth date", "出生日期", "生日", "date of birth", "birthday"),
    PiiType.COORDINATES: ("coordinates", "坐标"),
    PiiType.ZIP_CODE: ("postcode", "邮编", "邮政编码", "zip", "zip code", "postal code"),
    PiiType.CUSTOM: ("private word", "私密词", "private"),
    PiiType.LITERAL: ("text", "原文", "文本", "texte"),
}


def normal_word(word: str) -> str:
    """A token's word as it is compared: compatibility form, folded case, no spaces or joining marks."""
    return re.sub(r"[\s_'’-]+", "", unicodedata.normalize("NFKC", word).casefold())


TYPE_OF_WORD: dict[str, PiiType] = {
    normal_word(word): kind for kind, words in reversed(_WORDS.items()) for word in words
}
_LONGEST_WORD = 30
_OPEN, _CLOSE = "‹〈《⟨<«[【〔「『{(（［｛＜〖", "›〉》⟩>»]】〕」』})）］｝＞〗"
_OWN_OPEN = frozenset("‹〈⟨")
_SPACE = "[ \\u00a0\\u3000\\u202f]"
_LETTER = r"[^\W\d_]"
_WORD_PATTERN = rf"{_LETTER}(?:[^\W\d]|{_SPACE}(?! )|['’-]){{0,{_LONGEST_WORD - 1}}}?"
_GAP = rf"(?:{_SPACE}|[_:：#-]){{0,3}}"
_BODY = rf"{_SPACE}{{0,2}}(?P<word>{_WORD_PATTERN}){_GAP}(?P<number>\d{{1,6}}){_SPACE}{{0,2}}"
_PLAIN = rf"(?P<open>[{re.escape(_OPEN)}]){_BODY}(?P<close>[{re.escape(_CLOSE)}])"
_ESCAPED_OPEN = r"\\u(?:2039|3008|3010|27[eE]8)"
_ESCAPED_CLOSE = r"\\u(?:203[aA]|3009|3011|27[eE]9)"
_ESCAPED_BODY = rf"(?:(?!{_ESCAPED_OPEN}|{_ESCAPED_CLOSE})(?:\\u[0-9A-Fa-f]{{4}}|[A-Za-z0-9 _-])){{1,60}}"
_CANDIDATE = re.compile(rf"{_PLAIN}|(?P<escaped>{_ESCAPED_OPEN}{_ESCAPED_BODY}{_ESCAPED_CLOSE})")
_WHOLE_PLAIN = re.compile(_PLAIN)

# What may stand at the end of a chunk and still become a candidate.
_PLAIN_BEGUN = re.compile(
    rf"(?P<open>[{re.escape(_OPEN)}]){_SPACE}{{0,2}}(?:(?P<word>{_LETTER}(?:[^\W\d]|{_SPACE}|['’-]){{0,{_LONGEST_WORD + 1}}}[:：#]?{_SPACE}{{0,2}}[:：#]?){_GAP}(?:\d{{1,6}}{_SPACE}{{0,2}})?)?\Z"
)
_ESCAPED_BEGUN = re.compile(
    rf"{_ESCAPED_OPEN}(?:\\u[0-9A-Fa-f]{{4}}|[A-Za-z0-9 _-]){{0,60}}(?:\\u?[0-9A-Fa-f]{{0,3}})?\Z|\\(?:u(?:[23][0-9A-Fa-f]{{0,2}})?)?\Z"
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something at `start:end` that reads as a token: its normalised word, number, and how far the form can be trusted.

    `is_own` tells our own kind of brackets, `is_json` the form with \\u escapes, which a restored value must keep to.
    """

    start: int
    end: int
    word: str
    number: int
    is_own: bool
    is_json: bool

    @property
    def type(self) -> PiiType | None:
        return TYPE_OF_WORD.get(self.word)


def token(kind: PiiType, number: int, *, chinese: bool) -> str:
    """The token of a type and number: ‹人物1› or ‹person 1›."""
    english_word, chinese_word = _WORDS[kind][:2]
    return f"‹{chinese_word}{number}›" if chinese else f"‹{english_word} {number}›"


def candidates(text: str) -> Iterator[Candidate]:
    """Everything in a text that reads as a token, in order: in our brackets any word, in other brackets a known one."""
    for match in _CANDIDATE.finditer(text):
        plain = match
        if match["escaped"]:
            decoded = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda code: chr(int(code[1], 16)), match["escaped"])
            whole = _WHOLE_PLAIN.fullmatch(decoded)
            if whole is None:
                continue
            plain = whole
        if not _is_pair(plain["open"], plain["close"]):
            continue
        word, is_own = normal_word(plain["word"]), plain["open"] in _OWN_OPEN
        if word and (is_own or word in TYPE_OF_WORD):
            yield Candidate(*match.span(), word, int(plain["number"]), is_own, bool(match["escaped"]))


def _is_pair(opening: str, closing: str) -> bool:
    return _CLOSE[_OPEN.index(opening)] == closing or (opening in "‹〈⟨<＜" and closing in "›〉⟩>＞")


def unfinished(text: str) -> int:
    """Where the suffix begins that more text could still turn into a candidate; the text's length where there is none."""
    place = max(text.rfind(mark) for mark in _OPEN)
    held = len(text)
    if place >= 0 and (match := _PLAIN_BEGUN.match(text, place)) and _can_become(match):
        held = place
    for match in _ESCAPED_BEGUN.finditer(text, max(0, len(text) - 400)):
        held = min(held, match.start())
        break
    return held


def _can_become(match: re.Match[str]) -> bool:
    if match["word"] is None or match["open"] in _OWN_OPEN:
        return True
    begun = normal_word(match["word"].rstrip(":：# \u00a0\u3000"))
    return any(word.startswith(begun) for word in TYPE_OF_WORD)


def number_of(text: str) -> tuple[str, int] | None:
    """Normalised word and number of one of our own tokens; None for anything else."""
    match = _WHOLE_PLAIN.fullmatch(text)
    return None if match is None else (normal_word(match["word"]), int(match["number"]))
