"""`keepsake endpoint …`: the endpoints that can answer. Keys come from a file and are never printed."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

from assistant.catalogue import error_texts
from assistant.cli.context import Context
from assistant.cli.errors import ValueRefused
from assistant.cli.passphrases import read_secret
from assistant.cli.rules_command import rules
from assistant.endpoints import GGUF, KINDS, TestStep
from assistant.session import Session
from vault.records import EndpointConfig

_LOOPBACK = ("localhost", "127.0.0.1", "::1")


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    with context.session(with_encoder=False) as session:
        return {
            "add": _add,
            "list": _list,
            "test": _test,
            "remove": _remove,
            "models": _models,
            "rules": rules,
        }[context.options.action](context, session)


def _add(context: Context, session: Session) -> int:
    options = context.options
    if options.kind not in KINDS or options.kind == "recall_only":
        raise ValueRefused(option="--kind")
    key = read_secret(str(context.path(options.key_file)) if options.key_file else None, None)
    config = EndpointConfig(
        name=options.name,
        kind=options.kind,
        url=_where(context),
        model=options.model,
        trust="local" if options.kind == GGUF else options.trust or _trust(options.url),
        key=key.reveal().decode("utf-8", "replace").strip() if key is not None else "",
        is_default=options.default,
    )
    stored = session.vault.endpoints.put(config)
    context.output.result(_data(stored), _line(context, stored))
    return 0


def _where(context: Context) -> str:
    """The address, or the path of a model file as it stands from anywhere."""
    options = context.options
    if options.kind == GGUF:
        return str(context.path(options.url.strip()).absolute())
    return str(options.url).strip()


def _trust(url: str) -> str:
    """The trust to begin with; the gate judges every request by the addresses and can only lower it."""
    try:
        host = urlsplit(url.strip()).hostname or ""
    except ValueError as error:
        raise ValueRefused(option="--url") from error
    return "local" if host in _LOOPBACK else "remote"


def _list(context: Context, session: Session) -> int:
    found = session.vault.endpoints.list()
    data = {"items": [_data(config) for config in found]}
    context.output.result(data, "\n".join(_line(context, config) for config in found))
    return 0


def _remove(context: Context, session: Session) -> int:
    session.vault.endpoints.remove(context.options.name)
    context.output.result(
        {"removed": context.options.name}, context.say("endpoint.removed", name=context.options.name)
    )
    return 0


def _test(context: Context, session: Session) -> int:
    steps = asyncio.run(_steps(context, session))
    is_ok = bool(steps) and not any(step.is_fatal for step in steps)
    if context.output.is_json:
        context.output.result({"ok": is_ok, "steps": [_step_data(step) for step in steps]}, "")
    return 0 if is_ok else 1


async def _steps(context: Context, session: Session) -> list[TestStep]:
    """The steps, each shown to a person as soon as it is done."""
    steps = []
    async for step in session.test_endpoint(context.options.name):
        steps.append(step)
        if not context.output.is_json:
            outcome = "ok" if step.is_ok else "failed" if step.is_needed else "missing"
            parts = (
                context.say(f"endpoint.{outcome}"),
                context.say(f"endpoint.step.{step.name}"),
                f"{step.seconds:.2f} s",
                step.detail,
                " ".join(error_texts(step.error, context.language)[::2]) if step.error is not None else "",
            )
            context.output.line("  ".join(parts).rstrip())
    return steps


def _step_data(step: TestStep) -> dict[str, object]:
    return {
        "name": step.name, "ok": step.is_ok, "detail": step.detail, "seconds": round(step.seconds, 3),
        "error": step.error.code if step.error is not None else None,
    }  # fmt: skip


def _models(context: Context, session: Session) -> int:
    models = asyncio.run(session.list_models(context.options.name))
    context.output.result({"models": models}, "\n".join(models) or context.say("endpoint.no_models"))
    return 0


def _data(config: EndpointConfig) -> dict[str, object]:
    return {
        "name": config.name, "kind": config.kind, "url": config.url, "model": config.model, "trust": config.trust,
        "has_key": bool(config.key), "default": config.is_default,
    }  # fmt: skip


def _line(context: Context, config: EndpointConfig) -> str:
    default = context.say("endpoint.default") if config.is_default else ""
    parts = (config.name, config.kind, config.url, config.model, config.trust, default)
    return "  ".join(part for part in parts if part)
