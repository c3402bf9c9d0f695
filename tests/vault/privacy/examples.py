"""Sentences with personal data, and sentences that only look so.

Values stand between ⟦ and ⟧; key-like tokens are put together at run time.
"""

from __future__ import annotations

import random

from vault.privacy import PiiType

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def random_text(length: int, seed: int, alphabet: str = _LETTERS) -> str:
    """A made-up token body, the same on every run."""
    return "".join(random.Random(seed).choices(alphabet, k=length))


def cn_id(region: str, born: str, order: str) -> str:
    """A resident identity number with the right check character."""
    body = region + born + order
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]


def luhn(prefix: str, length: int) -> str:
    """A number with a right Luhn digit, filled up with a fixed pattern."""
    body = (prefix + "7391648205" * 2)[: length - 1]
    total = sum(
        value - 9 if value > 9 else value
        for place, digit in enumerate(reversed(body))
        for value in [int(digit) * (2 - place % 2)]
    )
    return body + str(-total % 10)


def spaced(digits: str, *sizes: int, gap: str = " ") -> str:
    """Digits in groups of the given sizes."""
    parts, place = [], 0
    for size in sizes:
        parts.append(digits[place : place + size])
        place += size
    return gap.join(parts)


_ID = cn_id("330106", "19851224", "457")
_ID_X = next(number for n in range(100, 300) if (number := cn_id("510107", "19930615", str(n))).endswith("X"))
ZERO_WIDTH = "\u200b"
_HEX = "0123456789abcdef"

FOUND: tuple[tuple[PiiType, str], ...] = (
    # telephone
    (PiiType.PHONE, "有事打⟦15988001234⟧"),
    (PiiType.PHONE, "我换号了，新号⟦199 8800 1234⟧，旧的别打了"),
    (PiiType.PHONE, "手机⟦159-8800-1234⟧"),
    (PiiType.PHONE, "⟦+86 15988001234⟧找我"),
    (PiiType.PHONE, "⟦+8615988001234⟧"),
    (PiiType.PHONE, "⟦(+86)159 8800 1234⟧"),
    (PiiType.PHONE, "⟦0086-159-8800-1234⟧"),
    (PiiType.PHONE, "⟦１５９８８００１２３４⟧这个号"),
    (PiiType.PHONE, "⟦一五九八八零零一二三四⟧，记一下"),
    (PiiType.PHONE, "⟦幺五九八八零零幺二三四⟧"),
    (PiiType.PHONE, "座机⟦0571-88001234⟧转人工"),
    (PiiType.PHONE, "传真⟦(021)5800 1234⟧"),
    (PiiType.PHONE, "公司总机⟦0755-8800 1234转802⟧"),
    (PiiType.PHONE, "客服⟦400-820-1234⟧"),
    (PiiType.PHONE, "⟦159.8800.1234⟧"),
    (PiiType.PHONE, "⟦159—8800—1234⟧"),
    (PiiType.PHONE, "⟦159\u200b8800\u200b1234⟧"),
    (PiiType.PHONE, "ring me: ⟦(212) 555-0187⟧"),
    (PiiType.PHONE, "my cell is ⟦2125550187⟧"),
    (PiiType.PHONE, "⟦212.555.0187⟧ works too"),
    (PiiType.PHONE, "⟦+1-212-555-0187⟧"),
    (PiiType.PHONE, "⟦+44 20 7946 0321⟧ is my desk"),
    (PiiType.PHONE, "⟦07700 900 461⟧"),
    (PiiType.PHONE, "mobile ⟦+49 151 23456789⟧"),
    (PiiType.PHONE, "⟦+33 6 12 34 56 78⟧"),
    (PiiType.PHONE, "⟦0033 6 12 34 56 78⟧"),
    (PiiType.PHONE, "my number is ⟦212-555-0187 ext 42⟧"),
    (PiiType.PHONE, "phone ⟦٢١٢٥٥٥٠١٨٧⟧"),
    (PiiType.PHONE, "text me on ⟦212–555–0187⟧"),
    (PiiType.PHONE, "⟦1 5 9 8 8 0 0 1 2 3 4⟧"),
    (PiiType.PHONE, "⟦2125550187⟧ is my phone"),
    (PiiType.PHONE, "call ⟦two one two five five five zero one eight seven⟧"),
    # e-mail
    (PiiType.EMAIL, "写信到⟦wang.xc@mail.example⟧吧"),
    (PiiType.EMAIL, "write to ⟦priya+bank@sub.example.co.uk⟧."),
    (PiiType.EMAIL, "邮箱：⟦小川@例子.公司⟧"),
    (PiiType.EMAIL, "⟦xiaochuan(at)example.org⟧"),
    (PiiType.EMAIL, "⟦xiaochuan[at]example[dot]org⟧"),
    (PiiType.EMAIL, "⟦xiaochuan#at#example.org⟧"),
    (PiiType.EMAIL, "it is ⟦priya dot nair at example dot com⟧ thanks"),
    (PiiType.EMAIL, "mail ⟦priya_nair at example dot co dot uk⟧"),
    (PiiType.EMAIL, '⟦"priya nair"@example.com⟧ is odd'),
    (PiiType.EMAIL, "⟦d'arcy@example.com⟧"),
    (PiiType.EMAIL, "⟦priya@bücher.example⟧"),
    (PiiType.EMAIL, "⟦priya＠example．com⟧"),
    (PiiType.EMAIL, "⟦priy\u0430@example.com⟧ with a Cyrillic a"),
    (PiiType.EMAIL, "抄送⟦88001234@qq.com⟧和财务"),
    # identity
    (PiiType.CN_ID, f"身份证⟦{_ID}⟧"),
    (PiiType.CN_ID, f"⟦{_ID}⟧"),
    (PiiType.CN_ID, f"证件号码：⟦{_ID_X.lower()}⟧，请查收"),
    (PiiType.CN_ID, f"⟦{spaced(_ID, 6, 8, 4)}⟧"),
    (PiiType.CN_ID, f"⟦{spaced(_ID, 6, 4, 4, 4)}⟧"),
    (PiiType.CN_ID, f"⟦{spaced(_ID, 6, 8, 4, gap='-')}⟧"),
    (PiiType.CN_ID, f"⟦{_ID[:9]}{ZERO_WIDTH}{_ID[9:]}⟧"),
    (PiiType.CN_ID, "老身份证⟦330106851224457⟧"),
    (PiiType.CN_ID, "身份证 ⟦330106********4571⟧"),
    (PiiType.CN_ID, f"身份证号是⟦{_ID[:17]}{(int(_ID[17], 11) + 1) % 10}⟧，好像抄错了一位"),
    (PiiType.CN_ID, f"my Chinese ID number is ⟦{_ID}⟧"),
    (PiiType.CN_ID, "香港身份证⟦A123456(3)⟧"),
    (PiiType.SSN, "SSN ⟦219-09-9998⟧"),
    (PiiType.SSN, "my social is ⟦219 09 9998⟧"),
    (PiiType.SSN, "Social Security: ⟦219099998⟧"),
    (PiiType.SSN, "⟦219–09–9998⟧"),
    (PiiType.PASSPORT, "护照⟦G87654321⟧"),
    (PiiType.PASSPORT, "护照号：⟦EA7654321⟧"),
    (PiiType.PASSPORT, "my passport number is ⟦533401372⟧"),
    (PiiType.PASSPORT, "passport no. ⟦X1234567⟧"),
    (PiiType.PASSPORT, "往来港澳通行证⟦C87654321⟧"),
    (PiiType.PASSPORT, "台胞证号⟦01234567⟧"),
    (PiiType.PASSPORT, "回乡证⟦H1234567801⟧"),
    # cards
    (PiiType.BANK_CARD, f"刷⟦{luhn('4', 16)}⟧这张"),
    (PiiType.BANK_CARD, f"my visa is ⟦{spaced(luhn('4', 16), 4, 4, 4, 4)}⟧"),
    (PiiType.BANK_CARD, f"amex ⟦{spaced(luhn('37', 15), 4, 6, 5)}⟧"),
    (PiiType.BANK_CARD, f"⟦{spaced(luhn('52', 16), 4, 4, 4, 4, gap='-')}⟧"),
    (PiiType.BANK_CARD, f"⟦{spaced(luhn('52', 16), 4, 4, 4, 4, gap='.')}⟧"),
    (PiiType.BANK_CARD, f"储蓄卡 ⟦{spaced(luhn('62', 19), 4, 4, 4, 4, 3)}⟧"),
    (PiiType.BANK_CARD, f"储蓄卡 ⟦{spaced(luhn('62', 19), 6, 13)}⟧"),
    (PiiType.BANK_CARD, f"⟦{luhn('36', 14)}⟧ is the diners"),
    (PiiType.BANK_CARD, f"card: ⟦{spaced(luhn('4', 16), 4, 4, 4, 4, gap=ZERO_WIDTH)}⟧"),
    (PiiType.BANK_CARD, "工行卡号⟦6222021234567890129⟧"),
    (PiiType.BANK_TAIL, "尾号⟦8842⟧的卡"),
    (PiiType.BANK_TAIL, "the card ending in ⟦8842⟧"),
    # others
    (PiiType.USCC, "税号⟦91330106MA2B12345X⟧"),
    (PiiType.PLATE, "我的车 ⟦浙A·8K123⟧"),
    (PiiType.PLATE, "⟦沪AD12345⟧是新能源"),
    (PiiType.PLATE, "⟦粤Z1234港⟧"),
    (PiiType.IP, "server at ⟦198.51.100.23⟧"),
    (PiiType.IP, "⟦2001:db8:85a3::8a2e:370:7334⟧"),
    (PiiType.IP, "内网⟦192.168.31.7⟧:22"),
    (PiiType.IBAN, "IBAN ⟦GB29 NWBK 6016 1331 9268 19⟧"),
    (PiiType.IBAN, "⟦fr1420041010050500013m02606⟧ bitte"),
    (PiiType.CRYPTO, "btc ⟦bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq⟧"),
    (PiiType.CRYPTO, "⟦0x" + random_text(40, 3, _HEX) + "⟧"),
    (PiiType.CRYPTO, "⟦3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy⟧"),
    (PiiType.SEED, "⟦army van defense carry jealous true garbage claim echo media make crunch⟧"),
    (PiiType.ACCOUNT, "bank account number ⟦12345678⟧"),
    (PiiType.ACCOUNT, "微信号：⟦wxc_1985⟧"),
    (PiiType.BIRTH_DATE, "出生日期：⟦1985年12月24日⟧"),
    (PiiType.BIRTH_DATE, "I was born on ⟦December 24, 1985⟧"),
    (PiiType.COORDINATES, "at ⟦30.274085, 120.155070⟧"),
    (PiiType.ZIP_CODE, "邮编⟦310012⟧"),
    # keys
    (PiiType.SECRET, "⟦" + "gh" + "p_" + random_text(36, 1) + "⟧"),
    (PiiType.SECRET, "用这个：⟦" + "s" + "k-" + random_text(48, 2) + "⟧。"),
    (PiiType.SECRET, "⟦" + "sk-" + "ant-api03-" + random_text(60, 3) + "⟧ works"),
    (PiiType.SECRET, "⟦" + "AK" + "IA" + random_text(16, 4, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") + "⟧"),
    (PiiType.SECRET, "⟦" + "gl" + "pat-" + random_text(20, 5) + "⟧"),
    (PiiType.SECRET, "⟦" + "xo" + "xb-" + "123456789012-" + random_text(24, 6) + "⟧"),
    (PiiType.SECRET, "⟦" + "np" + "m_" + random_text(36, 7) + "⟧"),
    (PiiType.SECRET, "⟦" + "S" + "G." + random_text(22, 8) + "." + random_text(43, 9) + "⟧"),
    (PiiType.SECRET, "⟦" + "1234567890" + ":AA" + random_text(33, 10) + "⟧"),
    (PiiType.SECRET, "⟦" + "LT" + "AI5t" + random_text(20, 11) + "⟧"),
    (PiiType.SECRET, "api_key = '⟦" + random_text(32, 12) + "⟧'"),
    (PiiType.SECRET, 'client_secret: "⟦' + random_text(28, 13) + '⟧"'),
    (PiiType.SECRET, "the secret token is ⟦" + random_text(40, 14) + "⟧ ok"),
    (PiiType.SECRET, "密钥是⟦" + random_text(32, 15) + "⟧"),
    (PiiType.SECRET, "Authorization: Bearer ⟦" + random_text(40, 16) + "⟧"),
    (PiiType.SECRET, "postgres://⟦keeper:" + "s3cr3tpw" + "⟧@db.example.com/app"),
    (PiiType.SECRET, "Cookie: ⟦session=" + random_text(24, 17) + "; theme=dark⟧"),
    (PiiType.SECRET, "https://api.example.com/v1?access_token=⟦" + random_text(30, 18) + "⟧&x=1"),
    (
        PiiType.SECRET,
        "⟦-----BEGIN "
        + "OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE\nAAAA\n-----END OPENSSH PRIVATE KEY-----⟧",
    ),
    # passwords
    (PiiType.PASSWORD, "my password is ⟦tr0ub4dor&3⟧"),
    (PiiType.PASSWORD, "My Netflix password is ⟦Blue$Whale9⟧, keep it"),
    (PiiType.PASSWORD, "the wifi password is ⟦sunflower77⟧"),
    (PiiType.PASSWORD, "my password is ⟦swordfish⟧"),
    (PiiType.PASSWORD, "password: ⟦letmein⟧"),
    (PiiType.PASSWORD, "Password=⟦S3cure!pass⟧"),
    (PiiType.PASSWORD, "my new passphrase is ⟦purple monkey dishwasher tango⟧"),
    (PiiType.PASSWORD, "I changed my password to ⟦N3wOne!⟧"),
    (PiiType.PASSWORD, "my password has been changed to ⟦N3wOne!⟧ today"),
    (PiiType.PASSWORD, "password for the router is ⟦admin123⟧"),
    (PiiType.PASSWORD, "my pin is ⟦7719⟧"),
    (PiiType.PASSWORD, "PIN: ⟦7719⟧"),
    (PiiType.PASSWORD, "the PIN code for my phone is ⟦771942⟧"),
    (PiiType.PASSWORD, "⟦hunter42!⟧ is my password"),
    (PiiType.PASSWORD, "log in with ⟦Gr33n.tea⟧ as the password"),
    (PiiType.PASSWORD, "user bob, pass ⟦Gr33n.tea⟧"),
    (PiiType.PASSWORD, "my passcode's ⟦990142⟧"),
    (PiiType.PASSWORD, 'the password is "⟦open sesame⟧"'),
    (PiiType.PASSWORD, "密码：⟦wxc@1985⟧"),
    (PiiType.PASSWORD, "我的支付密码是⟦771942⟧"),
    (PiiType.PASSWORD, "邮箱密码改为⟦Xc#2026new⟧了"),
    (PiiType.PASSWORD, "wifi密码⟦88001234⟧"),
    (PiiType.PASSWORD, "WiFi 密码是 ⟦qwerty⟧"),
    (PiiType.PASSWORD, "锁屏密码就是⟦771942⟧，别外传"),
    (PiiType.PASSWORD, "口令是⟦芝麻开门⟧"),
    (PiiType.PASSWORD, "⟦wxc1985!⟧是我的登录密码"),
    (PiiType.PASSWORD, "账号admin 密码⟦letmein⟧"),
    (PiiType.PASSWORD, "用户名是root，密码是⟦toor⟧"),
    (PiiType.PASSWORD, "保险箱密码设成了⟦40217⟧"),
    (PiiType.PASSWORD, "把密码换成⟦Xc2026⟧"),
    (PiiType.PASSWORD, "门锁密码：⟦402175#⟧"),
    (PiiType.PASSWORD, "cvv ⟦123⟧"),
    (PiiType.PASSWORD, "my password is ⟦hunter42!⟧ and the pin is ⟦7719⟧"),
    (PiiType.PASSWORD, "登录密码是⟦Abc@778⟧，支付密码是⟦556677⟧"),
    (PiiType.PASSWORD, "密码改了，现在是⟦Xc2026new⟧"),
    (PiiType.PASSWORD, "the combination to my locker is ⟦12-34-56⟧"),
    (PiiType.PASSWORD, "两个密码分别是⟦abc123⟧和⟦654321⟧"),
    (PiiType.PASSWORD, "my password is ⟦correct purple battery staple⟧."),
    # codes
    (PiiType.OTP, "验证码是⟦482913⟧"),
    (PiiType.OTP, "【某银行】您的验证码为⟦482913⟧，5分钟内有效"),
    (PiiType.OTP, "动态码⟦482913⟧"),
    (PiiType.OTP, "短信验证码 ⟦4829⟧"),
    (PiiType.OTP, "⟦482913⟧是您的登录验证码"),
    (PiiType.OTP, "取件码⟦524829⟧"),
    (PiiType.OTP, "Your verification code is ⟦482913⟧"),
    (PiiType.OTP, "Your verification code is: ⟦482 913⟧"),
    (PiiType.OTP, "⟦482913⟧ is your login code"),
    (PiiType.OTP, "Use ⟦482913⟧ to verify your account"),
    (PiiType.OTP, "the code is ⟦4829⟧"),
    (PiiType.OTP, "my one-time password is ⟦482913⟧"),
    (PiiType.OTP, "2FA code: ⟦482913⟧"),
    (PiiType.OTP, "the door code is ⟦4829#⟧"),
    (PiiType.OTP, "security code ⟦48291⟧"),
    # names in frames
    (PiiType.PERSON, "我叫⟦王小川⟧"),
    (PiiType.PERSON, "我叫⟦王小川⟧，住在杭州"),
    (PiiType.PERSON, "my name is ⟦Priya Nair⟧"),
    (PiiType.PERSON, "Hi, my name is ⟦Siobhán O’Neill⟧."),
    (PiiType.PERSON, "⟦赵小刚⟧的生日是下周"),
    (PiiType.PERSON, "收件人：⟦诸葛小明⟧"),
    (PiiType.PERSON, "负责人⟦阿不都·热合曼⟧"),
    (PiiType.PERSON, "Dr. ⟦Emil Haas⟧ will see you"),
)

HARMLESS: tuple[str, ...] = (
    "Update to release 4.18.2.7 tonight",
    "v10.2.3.4 is out",
    "版本 3.11.0.12 修复了崩溃",
    "see section 4.2.1.3 below",
    "chapter 12, pages 230-241",
    "order number 4003-2231-9907",
    "order #78123456789",
    "Ticket INC0012345 is closed",
    "case number 2024-118-44",
    "asset tag 0048213, rack B12",
    "tracking 9400110200881234567890",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "uuid 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "epoch 1764480000",
    "timestamp 1764480000000",
    "2026-11-30 07:14:19",
    "30/11/2026 at 10:45",
    "pi is 3.141592653589793",
    "6.02214076E23 per mole",
    "screen 2560x1440",
    "localhost:5432 and 127.0.0.1:8080",
    "bind to 0.0.0.0",
    "MAC 3c:22:fb:aa:10:9e",
    "std::map and a::b",
    "::1 is loopback",
    "the price is $1,299.00",
    "budget 500,000 to 800,000",
    "ISBN 978-3-16-148410-0",
    "the year 2026, not 1999",
    "room 1204 on floor 12",
    "flight CA1831 at 08:30",
    "error code 1045",
    "the error code is 1045",
    "status code is 5003",
    "the code is 200",
    "the code is clean",
    "country code 0044",
    "promo code is 2026",
    "passwords must have 12 characters",
    "the password must contain a digit",
    "your password is too short",
    "my password is not working",
    "the password is incorrect",
    "my password is expired",
    "password is required",
    "password reset link sent",
    "is my password safe?",
    "what is my password?",
    "I forgot my password again",
    "my password is wrong every time",
    "the password is stored in the keyring",
    "password policy: 90 days",
    "choose a strong password",
    "a pin is on the map",
    "pin the message to the top",
    "API keys are rotated every quarter",
    "set the API key in the settings",
    "the token expires after an hour",
    "api_key = os.environ['API_KEY']",
    "password = getpass()",
    "token: your_token_here",
    "secret = None",
    "the access key is in the vault",
    "primary key user_account_id",
    "two-factor authentication is on",
    "the verification code has expired",
    "enter the code we sent you",
    "密码不能少于12位",
    "密码必须包含数字和字母",
    "密码错了",
    "忘记密码怎么办",
    "密码是什么？",
    "我的密码是多少来着",
    "密码已重置",
    "密码保护已开启",
    "密码每90天更换一次",
    "修改密码的步骤",
    "请输入6位密码",
    "验证码过期了",
    "没收到验证码",
    "验证码60秒内有效",
    "请输入验证码",
    "口令很重要",
    "订单编号20261130000012345678",
    "运单号SF1234567890123",
    "快递单号773312345678901",
    "案号（2026）浙0106民初1234号",
    "资产编号 IT-2024-00871",
    "工单 202611300042",
    "时间戳 1764480000",
    "2026年11月30日 07:14",
    "圆周率是3.1415926535897",
    "第15988页",
    "房间号1204",
    "学号 3230102345",
    "航班MU5101",
    "预算30万到50万",
    "增长了13.8%",
    "手机号怎么换绑",
    "电话会议改到三点",
    "身份证要带原件",
    "银行卡丢了怎么挂失",
    "护照什么时候到期",
    "车牌摇号结果",
    "邮箱满了",
    "高速公路堵车",
    "华为发布了新手机",
    "明天下午3点开会",
    "一二三四五六七",
    "look at example dot com",
    "meet me at noon",
    "print(x[1]) # comment",
    "Windows 11 24H2 build 26100.2314",
    "serial number SN4829130042",
    "part 212-555 fits",
    "self.password_hash = hash(password)",
    "password = request.json['password']",
    "users(id, username, password_hash)",
    "pass `debug=True` to run()",
    "the train pass for my commute is 20,000 yen",
    "a pin on your purse. Is Spider-Man your favourite?",
    "## Secure Password Policies**",
    "- name: Set up Python",
    "token_limit: 128000",
    "the password is case-sensitive",
    "my password isn't accepted",
    "route 192.168.0.0/16 to the tunnel",
)


def example(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """Plain text and the marked ranges of one example."""
    text, ranges, start = "", [], 0
    for character in marked:
        if character == "⟦":
            start = len(text)
        elif character == "⟧":
            ranges.append((start, len(text)))
        else:
            text += character
    return text, ranges
