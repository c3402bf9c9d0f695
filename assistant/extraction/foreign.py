"""Where the user's own words end and output of programs or text of a system begins, in a message pasted together. Pure.

What stands behind such a mark was not said by the user, whatever it claims about them.
"""

from __future__ import annotations

import re

_MARK = re.compile(
    r"^[ \t>]*(?:"
    # roles and instructions of another program
    r"\[?(?:system|assistant|developer|tool|function)(?: (?:prompt|message|output|result|reminder))?\]?[ \t]*[:：]"
    r"|\[(?:system|assistant|developer|tool|function)\]"
    r"|</?(?:system|assistant|developer|tool|function|instructions?|context|memory|html|body|head|div|script)[\w-]*[ >]"
    r"|#{1,6}[ \t]*(?:system|instructions?|rules|context|prompt)\b"
    r"|[\[【]?系统(?:提示|消息|指令)?[\]】]?[ \t]*[:：]|[\[【](?:系统|工具|助手)[\]】]"
    r"|(?:工具|函数)(?:输出|结果|返回)[ \t]*[:：]"
    # what programs print
    r"|Traceback \(most recent call last\)|HTTP/\d(?:\.\d)? \d{3}|PING \S+ \(|total \d+$|[dl-](?:[r-][w-][xsS-]){3}[ .+]"
    r"|\{[ \t]*$|\{[ \t]*\"[^\"]+\"[ \t]*:|\[[ \t]*\{|<\?xml|<!DOCTYPE|(?:\$|>>>|PS [A-Z]:\\[^>]*>|C:\\[^>]*>)[ \t]+\S"
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)[ \t]*[:\[|]|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*[ \t]+(?:\[|DEBUG|INFO|WARN|ERROR)"
    r"|(?:diff --git|@@ -\d+|commit [0-9a-f]{40})"
    r")",
    re.IGNORECASE | re.MULTILINE,
)


def own_part(text: str) -> str:
    """The beginning of a message, up to the first line that a program or a system wrote; offsets into it stay true."""
    found = _MARK.search(text)
    return text if found is None else text[: found.start()]
