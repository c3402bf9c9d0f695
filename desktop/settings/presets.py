"""Addresses of common services and local servers with the interface that they speak, to begin a form with.

Nothing is contacted by being listed here; the user sees and may change every field before it is saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Preset:
    """`name` becomes the endpoint's name."""

    name: str
    url: str
    kind: str = "openai"


PRESETS: Final = (
    Preset("Ollama", "http://127.0.0.1:11434", "ollama"),
    Preset("LM Studio", "http://127.0.0.1:1234/v1"),
    Preset("llama.cpp", "http://127.0.0.1:8080/v1"),
    Preset("Jan", "http://127.0.0.1:1337/v1"),
    Preset("Anthropic", "https://api.anthropic.com", "anthropic"),
    Preset("OpenAI", "https://api.openai.com/v1"),
    Preset("DeepSeek", "https://api.deepseek.com/v1"),
    Preset("Moonshot", "https://api.moonshot.cn/v1"),
    Preset("Zhipu", "https://open.bigmodel.cn/api/paas/v4"),
    Preset("DashScope", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    Preset("SiliconFlow", "https://api.siliconflow.cn/v1"),
    Preset("Mistral", "https://api.mistral.ai/v1"),
    Preset("Groq", "https://api.groq.com/openai/v1"),
    Preset("OpenRouter", "https://openrouter.ai/api/v1"),
)


def free_name(wanted: str, taken: frozenset[str]) -> str:
    """`wanted`, or the first of `wanted 2`, `wanted 3`, … that no endpoint has."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name
