"""`keepsake endpoint rules NAME …`: how each sensitivity leaves for an endpoint, and when a request is shown first."""

from __future__ import annotations

from dataclasses import replace

from assistant.cli.context import Context
from assistant.scrub import PREVIEW, policy_for, preview_of
from assistant.session import Session
from vault.records import EndpointConfig, Sensitivity

RULED = (Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE)
USUAL = "usual"


def rules(context: Context, session: Session) -> int:
    """Change what is named, and print the rules as they then are."""
    options = context.options
    config = session.vault.endpoints.get(options.name)
    changed = dict(config.options)
    for kind in RULED:
        wanted = getattr(options, kind.value)
        if wanted == USUAL:
            changed.pop(f"rule.{kind.value}", None)
        elif wanted:
            changed[f"rule.{kind.value}"] = wanted
    if options.preview:
        changed[PREVIEW] = options.preview
    if changed != dict(config.options):
        config = session.vault.endpoints.put(replace(config, options=changed))
    context.output.result(_data(config), _text(context, config))
    return 0


def _data(config: EndpointConfig) -> dict[str, object]:
    policy = policy_for(config, config.trust)
    decided = {kind: policy.decide(kind) for kind in Sensitivity}
    return {
        "name": config.name,
        "trust": config.trust,
        "rules": {kind.value: decision.treatment.value for kind, decision in decided.items()},
        "changed": [kind.value for kind, decision in decided.items() if decision.reason == "endpoint_rule"],
        "preview": preview_of(config),
    }


def _text(context: Context, config: EndpointConfig) -> str:
    policy = policy_for(config, config.trust)
    lines = [
        f"{context.say(f'rules.{kind.value}')}  {context.say(f'rules.{policy.decide(kind).treatment.value}')}"
        for kind in Sensitivity
    ]
    return "\n".join(
        [*lines, f"{context.say('rules.preview')}  {context.say(f'rules.preview_{preview_of(config)}')}"]
    )
