"""The endpoints of one session: made from their configurations at first use, with what was learnt about each server."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from functools import partial

from assistant.egress import Gate
from assistant.endpoints import Endpoint, LocalModels, TestStep, create
from assistant.endpoints.address import native_base
from assistant.endpoints.discovery import FoundServer, discover
from assistant.errors import EndpointError, EndpointUnknown, SendRefused
from vault import Vault
from vault.errors import NotFound
from vault.records import EndpointConfig

_LEARNT = "learnt."
# Ollama speaks both; a proxy before it, or its version, may refuse one.
_OTHER_KIND = {"openai": "ollama", "ollama": "openai"}


class ChosenEndpoints:
    """By name, as the vault has them now. Any thread; the endpoints themselves belong to one event loop."""

    def __init__(self, vault: Vault, gate: Gate) -> None:
        self._vault, self._gate = vault, gate
        self._models = LocalModels()
        self._made: dict[str, tuple[EndpointConfig, Endpoint]] = {}

    def get(self, name: str = "") -> Endpoint:
        """The endpoint of that name, the default one for an empty name.

        Raises:
            EndpointUnknown: none of that name, or of a kind that is not there.
            EndpointAddressInvalid: its address cannot be used.
        """
        try:
            config = self._vault.endpoints.get(name) if name else self._vault.endpoints.default()
        except NotFound as error:
            raise EndpointUnknown from error
        known = self._made.get(config.name)
        if known is None or known[0] != _as_chosen(config):
            learn = partial(self._vault.endpoints.learn, config.name)
            known = (_as_chosen(config), create(config, self._gate, self._models, learn))
            self._made[config.name] = known
        return known[1]

    def background(self) -> Endpoint | None:
        """The endpoint that the user chose for background work; None where none was chosen or it cannot be used:
        such work is then left undone or done without a model, and never sent anywhere else.
        """
        config = self._vault.endpoints.background()
        try:
            return self.get(config.name) if config is not None else None
        except EndpointError:
            return None

    async def test(self, endpoint: str | EndpointConfig) -> AsyncGenerator[TestStep, None]:
        """Test a configured endpoint, or one that is only being typed, step by step. Where a server is there and this
        interface of it does not work, its other one is tried: the step `other`. Raises: as `get`.
        """
        tested = self._resolved(endpoint)
        steps: list[TestStep] = []
        async for step in tested.test():
            steps.append(step)
            yield step
        kind = _OTHER_KIND.get(tested.config.kind)
        if kind is not None and _is_worth_another(steps):
            yield await self._other(replace(tested.config, kind=kind, url=native_base(tested.config.url)))

    async def _other(self, config: EndpointConfig) -> TestStep:
        """Whether the server lists models over that interface."""
        started = time.monotonic()
        names: list[str] = []
        failure: EndpointError | SendRefused | None = None
        try:
            names = await create(config, self._gate, self._models).models()
        except (EndpointError, SendRefused) as error:
            failure = error
        detail = f"{config.kind}: {', '.join(names[:20])}" if names else config.kind
        return TestStep("other", bool(names), detail, time.monotonic() - started, failure, is_needed=False)

    async def models(self, endpoint: str | EndpointConfig) -> list[str]:
        """The model ids that an endpoint lists. Raises: EndpointError."""
        return await self._resolved(endpoint).models()

    async def discover(self) -> list[FoundServer]:
        """Model servers that answer on this machine's usual ports."""
        return await discover(self._gate)

    def close(self) -> None:
        """End the models that run here. Idempotent."""
        self._models.close()

    def _resolved(self, endpoint: str | EndpointConfig) -> Endpoint:
        if isinstance(endpoint, str):
            return self.get(endpoint)
        return create(endpoint, self._gate, self._models)


def _is_worth_another(steps: Sequence[TestStep]) -> bool:
    """Whether a server answered and did not do what was asked: it has no models, or refuses."""
    done = {step.name: step for step in steps}
    is_there = "tls" in done and done["tls"].is_ok
    works = "stream" in done and done["stream"].is_ok
    lists = "models" in done and done["models"].is_ok and bool(done["models"].detail)
    return is_there and not (works and lists)


def _as_chosen(config: EndpointConfig) -> EndpointConfig:
    """What the user decides, without what was learnt since."""
    chosen = {name: value for name, value in config.options.items() if not name.startswith(_LEARNT)}
    return replace(config, options=chosen)
