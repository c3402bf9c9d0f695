"""Sentences whose numbers, tokens and words only look like personal data, made by a seed from carriers and values."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Iterator, Mapping

from tests.vault.privacy.hard_values import HEX, digits, token

Fill = Callable[[random.Random], str]


def _date(rng: random.Random) -> str:
    return f"{rng.randint(1990, 2030)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"


def _clock(rng: random.Random) -> str:
    return f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}"


def _isbn(rng: random.Random) -> str:
    body = "978" + digits(rng, 9)
    check = -sum(int(one) * (1, 3)[place % 2] for place, one in enumerate(body)) % 10
    return rng.choice((f"{body}{check}", f"978-{body[3]}-{body[4:8]}-{body[8:12]}-{check}"))


_FILL: Mapping[str, Fill] = {
    "version": lambda r: ".".join(str(r.randint(0, 40)) for _ in range(r.choice((3, 4)))),
    "order": lambda r: (
        r.choice(("", "INV-", "SO-", "PO", "#"))
        + r.choice((digits(r, 8), digits(r, 12), f"2026{digits(r, 10)}", f"2026-{digits(r, 6)}"))
    ),
    "parcel": lambda r: r.choice(
        (
            "1Z999AA1" + digits(r, 10),
            "SF" + digits(r, 13),
            "9400110200" + digits(r, 12),
            "JD" + digits(r, 13),
            digits(r, 14),
        )
    ),
    "price": lambda r: r.choice(
        (
            f"{r.randint(10, 99999):,}.{digits(r, 2)}",
            f"{r.randint(1000, 9999999)}",
            f"{r.randint(1, 900)}.{digits(r, 2)}",
        )
    ),
    "date": _date,
    "clock": _clock,
    "isbn": _isbn,
    "sha": lambda r: "".join(r.choices(HEX, k=r.choice((7, 40, 40, 64)))),
    "md5": lambda r: "".join(r.choices(HEX, k=32)),
    "uuid": lambda r: str(uuid.UUID(int=r.getrandbits(128), version=4)),
    "epoch": lambda r: r.choice((f"17{digits(r, 8)}", f"17{digits(r, 11)}")),
    "count": lambda r: str(r.randint(2, 900)),
    "mac": lambda r: ":".join("".join(r.choices("0123456789ABCDEF", k=2)) for _ in range(6)),
    "pi": lambda r: f"{r.randint(0, 9)}.{digits(r, r.randint(6, 16))}",
    "exp": lambda r: f"{r.randint(1, 9)}.{digits(r, 10)}E{r.choice('+-')}{r.randint(1, 30)}",
    "pages": lambda r: f"{r.randint(10, 300)}-{r.randint(301, 900)}",
    "screen": lambda r: r.choice(("1920x1080", "2560×1440", "3840 x 2160")),
    "serial": lambda r: r.choice(
        (
            f"SN{digits(r, 10)}",
            f"{token(r, 4).upper()}-{token(r, 5).upper()}-{digits(r, 4)}",
            f"IT-2025-{digits(r, 5)}",
        )
    ),
    "product": lambda r: r.choice(
        (
            "iPhone 15",
            "Windows 11",
            "RTX 4090",
            "USB3.2",
            "Python 3.12",
            "HTTP/2",
            "Galaxy S24",
            "A380",
            "GPT-4o",
            "utf8mb4",
            "Node18",
            "IPv6",
            "OAuth2",
            "TLS1.3",
            "Office365",
            "SHA256",
        )
    ),
    "word": lambda r: r.choice(
        (
            "wrong",
            "required",
            "expired",
            "too short",
            "case-sensitive",
            "visible",
            "missing",
            "not saved",
            "being reset",
        )
    ),
    "zhword": lambda r: r.choice(
        ("错了", "过期了", "太短", "忘了", "必填", "不一致", "已重置", "不能为空", "明天到期")
    ),
    "flight": lambda r: r.choice(("CA", "MU", "BA", "LH")) + digits(r, 4),
    "long": lambda r: digits(r, r.choice((18, 20, 22))),
    "table": lambda r: " ".join(str(r.randint(1, 99)) for _ in range(8)),
    "score": lambda r: f"{r.randint(0, 7)}-{r.randint(0, 7)}",
    "percent": lambda r: f"{r.randint(1, 99)}.{digits(r, 1)}%",
    "hanzi": lambda r: (
        "".join(r.choices("二三四五六七八九", k=2))
        + r.choice(("百", "千", "万"))
        + r.choice("三四五六")
        + "十"
    ),
    "year": lambda r: r.choice(("二零二六年", "一九八四年", "二〇三〇年")),
}

_CARRIERS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "upgrade to version {version} tonight",
        "release {version} is out",
        "see section {version} of the manual",
        "order {order} has shipped",
        "invoice {order}",
        "tracking number {parcel}",
        "tracking {parcel}",
        "it costs ${price}",
        "total: {price} EUR",
        "the meeting is on {date} at {clock}",
        "logged {date} {clock}",
        "ISBN {isbn}",
        "commit {sha} breaks the build",
        "git show {sha}",
        "md5 {md5}",
        "checksum: {md5}",
        "id {uuid}",
        "uuid={uuid}",
        "unix time {epoch}",
        "timestamp {epoch}",
        "{count} people came",
        "page {count} of {count}",
        "MAC {mac}",
        "the constant is {pi}",
        "rate {exp}",
        "pages {pages}",
        "screen {screen}",
        "serial number {serial}",
        "asset tag {serial}",
        "my {product} is slow",
        "log in with {product}",
        "use {product} to connect",
        "unlock it with {product}",
        "sign in using {product}",
        "the password is {word}",
        "my pin is {word}",
        "your code is {word}",
        "the API key is {word}",
        "a token is {word}",
        "flight {flight} at {clock}",
        "ticket {order} is closed",
        "case {order}",
        "error {count}",
        "the code is 404",
        "status code 5{count}",
        "port 8{count}",
        "data: {table}",
        "we won {score}",
        "growth of {percent}",
        "numbers {long} in the test file",
        "call me maybe",
        "text me later",
        "ring the bell at {clock}",
        "I have two or three or four ideas, five at most",
        "count: one two three",
        "meet me at noon",
        "look at the dot com boom",
        "he is at home",
        "room {count}, floor 3",
        "the ratio is {count}:{count}",
        "127.0.0.1:8{count}",
        "std::vector and a::b",
        "enter the password to continue",
        "type your password at the prompt",
        "use the key to unlock the door",
        "open it with a knife",
        "log in with your account to see it",
        "the login page is broken",
        "account settings / privacy",
        "user guide / chapter {count}",
        "connect with friends",
        "use git-lfs to unlock files",
        "I signed in with Google!",
        "open with Preview.app",
        "remember the milk",
        "add {count} g of flour",
        "chapter {count}",
        "the year {count} BC",
        "batch {order}",
        "part number {serial}",
        "build {count}.{count}",
        "lat and long are missing",
        "born to run",
        "zip the folder",
        "the card is red",
        "my passport photo",
        "social security reform",
        "IBAN is a standard",
        "see repo#{count} for it",
        "room#12B is free",
        "color: red!important",
        "use admin and editor roles",
        "the wifi is slow and it's annoying",
        "two-factor is on",
        "press 911 in an emergency",
        "number plate recognition",
        "a&b=1&c={count}",
        "R&B charts of {count}",
    ),
    "zh": (
        "升级到版本{version}",
        "{version}版修复了崩溃",
        "见第{version}节",
        "订单号{order}已发货",
        "发票号码{order}",
        "运单{parcel}",
        "快递单号{parcel}",
        "价格是{price}元",
        "一共¥{price}",
        "会议定在{date} {clock}",
        "日志时间{date} {clock}",
        "书号ISBN {isbn}",
        "提交{sha}有问题",
        "哈希值{md5}",
        "校验和：{md5}",
        "编号{uuid}",
        "时间戳{epoch}",
        "来了{count}个人",
        "第{count}页",
        "MAC地址{mac}",
        "圆周率是{pi}",
        "系数{exp}",
        "第{pages}页",
        "分辨率{screen}",
        "序列号{serial}",
        "资产编号{serial}",
        "我的{product}很卡",
        "用{product}登录",
        "用 {product} 连接",
        "解锁用{product}",
        "密码{zhword}",
        "密码{zhword}怎么办",
        "验证码{zhword}",
        "口令{zhword}",
        "航班{flight}，{clock}起飞",
        "工单{order}关了",
        "错误码{count}",
        "端口8{count}",
        "数据：{table}",
        "比分{score}",
        "增长{percent}",
        "花了{hanzi}块",
        "一共{hanzi}人",
        "{year}的事了",
        "数到十：一二三四五六七八九十",
        "一二三四五，上山打老虎",
        "三三两两地走了",
        "一五一十地说了",
        "七上八下",
        "四六级成绩",
        "八九不离十",
        "一一零三零二号房",
        "学号{order}",
        "案号{order}",
        "批次{order}",
        "会议号 845 123 {count}",
        "电话打不通",
        "手机号怎么换绑",
        "身份证丢了",
        "银行卡丢了怎么挂失",
        "护照快到期了",
        "车牌摇号",
        "登录的时候报错",
        "用手机登录就行",
        "输入密码才能解锁",
        "输入验证码就能登录",
        "用微信扫码登录",
        "解压用什么软件",
        "打开用记事本",
        "连接用的是蓝牙",
        "账号/密码登录",
        "用户名和密码都对",
        "邮箱满了",
        "在家点外卖",
        "圈a和圈b",
        "艾特一下他",
        "房间号{count}",
        "门牌号{count}",
        "高速堵车",
        "温度{percent}",
        "考了{count}分",
        "每{count}天一次",
        "尾号限行",
        "生日快乐",
        "地址栏",
        "坐标系",
        "邮编是什么",
        "型号{serial}",
        "货号{order}",
        "单号{parcel}",
        "预算30万到50万",
        "1.5倍速",
        "血压120/80",
        "打开 {product} 看看",
        "按 1 键转人工",
        "root 目录满了",
        "开机 {count} 秒",
    ),
}


def look_alikes(language: str, count: int, seed: int = 20261130) -> Iterator[str]:
    """That many sentences without any personal data."""
    rng = random.Random(f"{seed} {language}")
    carriers = _CARRIERS[language]
    for number in range(count):
        parts = carriers[number % len(carriers)].split("{")
        text = parts[0]
        for part in parts[1:]:
            name, _, rest = part.partition("}")
            text += _FILL[name](rng) + rest
        yield text
