"""The built-in tool that searches the user's documents alone, where a question is about what stands in them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Final

from assistant.endpoints.protocol import ToolSpec
from assistant.tools.tool import Tool, ToolContext, ToolResult
from assistant.tools.vault_tools import search
from vault.recall.units import PASSAGE

CALLS_FOR: Final = re.compile(
    r"\b(?:documents?|pdfs?|contracts?|agreements?|leases?|manuals?|papers?|reports?|policy|policies|clauses?|chapters?|pages?"
    r"|according to)\b|文档|文件|资料|合同|协议|说明书|手册|报告|条款|章节|第.{1,4}[页章条]|租约|保单",
    re.IGNORECASE,
)


async def _search(context: ToolContext, arguments: Mapping[str, object]) -> ToolResult:
    return await asyncio.to_thread(search, context, str(arguments["query"]), kinds=(PASSAGE,))


SEARCH_DOCUMENTS = Tool(
    ToolSpec(
        "search_documents",
        "Searches the documents in the user's vault. Results are numbered passages with title and page, to cite.",
        {
            "type": "object",
            "properties": {"query": {"type": "string"}},
            "required": ["query"],
            "additionalProperties": False,
        },
    ),
    _search,
)
