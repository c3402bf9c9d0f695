"""What people say around a value, by language and type; `{}` is the value."""

from __future__ import annotations

ZH_PHONE = (
    "我的手机号是{}，晚上联系",
    "电话：{}",
    "有事打{}找我",
    "新号{}，旧的停用了",
    "他留的联系方式是{}",
    "加我微信，手机同号{}",
    "{}是我的号码，记一下",
    "快递放门口，打我电话{}",
    "紧急联系人 {}",
    "联系电话{}（王女士）",
)
EN_PHONE = (
    "My phone number is {}, call after six",
    "call me on {}",
    "text {} when you land",
    "You can reach me at {}.",
    "mobile: {}",
    "her cell is {} and she is up late",
    "new number, {}, same name",
    "ring {} if the gate is shut",
    "tel. {}",
    "phone ({})",
    "<tel:{}>",
)
ZH_EMAIL = (
    "发到{}就行",
    "我的邮箱是{}请联系",
    "邮箱：{}",
    "抄送{}和财务",
    "有问题写信给{}。",
    "用{}登录的",
    "简历投{}",
)
EN_EMAIL = (
    "You can reach me at {} any time",
    "my email is {}",
    "write to {}.",
    "cc {} please",
    "send it to {}, thanks",
    "email: {}",
    "<{}>",
    "mailto:{}",
)
ZH_ID = (
    "身份证号{}请核对",
    "我的身份证是{}",
    "证件号码：{}，请查收",
    "身份证 {}",
    "公民身份号码为{}。",
    "办卡要用身份证号，我的是{}",
)
EN_ID = ("my Chinese ID number is {}", "ID card no. {}", "identity number: {} as on the card")
ZH_CARD = (
    "工资卡号：{}（工商银行）",
    "刷{}这张",
    "把钱打到{}",
    "银行卡{}",
    "我的卡号是{}，户名李梅",
    "信用卡 {} 下个月到期",
)
EN_CARD = (
    "Charge my card {} please",
    "my visa is {}",
    "card number: {}, exp 09/28",
    "pay with {} today",
    "the number on the card is {}",
)
ZH_PASSPORT = ("护照号码{}有效期到2030年", "护照：{}", "我的护照号是{}", "passport {}，机票用这个")
EN_PASSPORT = (
    "my passport number is {}",
    "passport no. {} expires in 2031",
    "Passport: {}",
    "passport # {}",
)
ZH_PASSWORD = (
    "密码是{}，别告诉别人",
    "登录密码改成了{}",
    "wifi密码：{}",
    "我的邮箱密码是 {}",
    "{}是路由器的密码",
    "路由器用户名admin，密码{}",
    "登录用 {} 就行",
    "登录的时候输{}",
    "用 {} 登进去",
    "账号 lena 密码 {}",
    "账号：lena，口令：{}",
    "邮箱登录名lena，登录口令{}",
    "网盘用{}解锁",
    "解压用 {}",
    "解压密码{}",
    "输入 {} 才能解锁",
    "密碼是{}",
    "密码还是老样子，{}",
    "暗号：{}",
    "把 wifi 密码 {} 发给客人",
    "vpn 用 lena / {} 登录",
    "保险箱密码：{}",
)
EN_PASSWORD = (
    "my password is {}",
    "the wifi password is {}",
    "use {} to log in",
    "log in with {}",
    "sign in with lena and {}",
    "pwd:{} ok?",
    "Password = {}",
    "the login is lena / {}",
    "user lena pass {}",
    "you can unlock it with {}",
    "type {} at the login prompt",
    "enter {} to unlock the safe",
    "{} is the password for the router",
    "my new passphrase: {}",
    "credentials: lena:{}",
    "username lena, password {}",
    "it unlocks with {}",
    "login lena, pw {}",
    "the password, {}, is on the fridge",
    "remember {} as my password",
    "the zip opens with {}",
    "passwd {}",
)
ZH_OTP = (
    "验证码:{}，请勿泄露",
    "您的登录验证码是{}，5分钟内有效",
    "{}是您的验证码",
    "收到的验证码为 {}",
    "【云帆】{}（登录验证码）",
    "动态口令{}",
    "校验码 {}",
    "短信里的码是{}",
    "取件码：{}",
    "门禁码是{}",
    "把验证码{}报给我",
)
EN_OTP = (
    "OTP {}; do not share",
    "{} is your verification code.",
    "Your code is {}",
    "use {} as your login code",
    "verification code: {}",
    "my one-time code is {}",
    "the door code is {}",
    "2FA code {}",
    "enter code {} to sign in",
    "Your security code: {}. Never share it.",
    "code {} expires in ten minutes",
)


EN_KEY = (
    "here is the key {} keep it safe",
    "{}",
    "export API_KEY={}",
    '{{"apiKey": "{}"}}',
    "token: {}",
    "curl -H 'Authorization: Bearer {}'",
    "use {} for the build",
    "https://api.example.com/v1?token={}",
    "the key,{},works",
    "set it to `{}`",
)
ZH_KEY = (
    "测试凭证为{}。",
    "密钥{}，别外传",
    "用这个：{}",
    "我的key是{}请收好",
    "把{}填到设置里",
    "令牌（{}）明天到期",
    "环境变量设成{}就行",
)
