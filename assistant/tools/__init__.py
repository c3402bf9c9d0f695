"""What a model may call while it answers: the built-in tools and those of servers that the user has added."""

from __future__ import annotations

from assistant.tools.tool import Tool, Toolbox, ToolContext, ToolFailed, ToolResult

__all__ = ["Tool", "ToolContext", "ToolFailed", "ToolResult", "Toolbox"]
