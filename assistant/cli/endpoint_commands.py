"""`keepsake endpoint …`: the endpoints that can answer. Keys come from a file and are never printed."""

from __future__ import annotations

import asyncio

from assistant.catalogue import error_texts
from assistant.cli.context import Context
from assistant.cli.errors import FileUnreadable, ValueRefused
from assistant.cli.passphrases import read_secret
from assistant.cli.rules_command import rules
from assistant.cli.waits import with_waits
from assistant.endpoint_options import CHOICES, NUMBERS, headers_from, is_valid
from assistant.endpoints import GGUF, KINDS, TestStep
from assistant.endpoints.connection_test import STEPS
from assistant.session import Session
from vault.privacy import trust_of
from vault.records import EndpointConfig


def run(context: Context) -> int:
    """Carry out the action that the options name."""
    with context.session(with_encoder=False) as session:
        return _ACTIONS[context.options.action](context, session)


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
        trust="local" if options.kind == GGUF else options.trust or trust_of(options.url).value,
        key=key.reveal().decode("utf-8", "replace").strip() if key is not None else "",
        options=_options(context),
        is_default=options.default,
    )
    stored = session.vault.endpoints.put(config)
    if options.background:
        session.vault.endpoints.set_background(stored.name)
    context.output.result(_data(stored, _background_name(session)), _line(context, stored))
    return 0


def _options(context: Context) -> dict[str, str]:
    """What was given beside address, model and key. Raises: ValueRefused."""
    given = context.options
    found: dict[str, str] = {}
    for name in (*NUMBERS, *CHOICES, "proxy", "keep_alive", "think"):
        value = getattr(given, name)
        if value is not None:
            if not is_valid(name, value):
                raise ValueRefused(option="--" + name.removesuffix("_s").replace("_", "-"))
            found[name] = value
    if given.proxy_near:
        found["proxy_near"] = "true"
    if given.ca_file:
        found["ca_file"] = str(context.path(given.ca_file).absolute())
    if given.header_file:
        try:
            headers = headers_from(context.path(given.header_file).read_text("utf-8", "replace"))
        except OSError as error:
            raise FileUnreadable from error
        if headers is None:
            raise ValueRefused(option="--header-file")
        found |= headers
    return found


def _discover(context: Context, session: Session) -> int:
    """Model servers that answer on this machine."""
    found = asyncio.run(session.discover_endpoints())
    data = [
        {"name": one.server.name, "kind": one.server.kind, "url": one.server.url, "models": list(one.models)}
        for one in found
    ]
    lines = [
        "  ".join((one.server.name, one.server.kind, one.server.url, ", ".join(one.models))).rstrip()
        for one in found
    ]
    context.output.result({"items": data}, "\n".join(lines) or context.say("endpoint.none_found"))
    return 0


def _background(context: Context, session: Session) -> int:
    """Choose the endpoint for background work, or none."""
    session.vault.endpoints.set_background(context.options.name or "")
    name = _background_name(session)
    context.output.result(
        {"background": name},
        context.say("endpoint.background", name=name) if name else context.say("endpoint.no_background"),
    )
    return 0


def _where(context: Context) -> str:
    """The address, or the path of a model file as it stands from anywhere."""
    options = context.options
    if options.kind == GGUF:
        return str(context.path(options.url.strip()).absolute())
    return str(options.url).strip()


def _list(context: Context, session: Session) -> int:
    found = session.vault.endpoints.list()
    background = _background_name(session)
    data = {"items": [_data(config, background) for config in found]}
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
    steps: list[TestStep] = []

    def show(seconds: int) -> None:
        if not context.output.is_json and len(steps) < len(STEPS):
            step = context.say(f"endpoint.step.{STEPS[len(steps)]}")
            context.output.countdown(seconds, context.say("endpoint.waiting", step=step, seconds=seconds))

    async for step in with_waits(session.test_endpoint(context.options.name), show):
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


def _data(config: EndpointConfig, background: str = "") -> dict[str, object]:
    return {
        "name": config.name, "kind": config.kind, "url": config.url, "model": config.model, "trust": config.trust,
        "has_key": bool(config.key), "default": config.is_default, "background": config.name == background,
    }  # fmt: skip


def _background_name(session: Session) -> str:
    chosen = session.vault.endpoints.background()
    return chosen.name if chosen is not None else ""


def _line(context: Context, config: EndpointConfig) -> str:
    default = context.say("endpoint.default") if config.is_default else ""
    parts = (config.name, config.kind, config.url, config.model, config.trust, default)
    return "  ".join(part for part in parts if part)


_ACTIONS = {
    "add": _add,
    "list": _list,
    "test": _test,
    "remove": _remove,
    "models": _models,
    "discover": _discover,
    "background": _background,
    "rules": rules,
}
