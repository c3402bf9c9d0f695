"""The contents list of a bundle: CycloneDX 1.6 in JSON, written by the format's own library, checked by its schema."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licences import licence_of
from packageurl import PackageURL

from installer.failure import PackagingFailed
from installer.origins import Origins, SystemPackage

# Names this list itself: the same contents give the same serial number (RFC 9562, version 5).
_NAMESPACE = UUID("6f2a1c1e-4b6e-5d0e-9f5a-0c1d7a3f8b42")


def write_sbom(target: Path, origins: Origins, models: dict[str, Any], *, version: str, epoch_s: int) -> None:
    """Write and check the list; `models` is resources/models.toml. Raises: PackagingFailed: the schema refuses it."""
    bom = Bom()
    root = _component("keepsake", version, "Apache-2.0", kind=ComponentType.APPLICATION)
    bom.metadata.component = root
    bom.metadata.timestamp = datetime.fromtimestamp(epoch_s, UTC)
    parts = [_python_package(distribution) for distribution in origins.distributions]
    parts += [_debian_package(package) for package in origins.packages]
    parts += [_model(models[name]) for name in ("encoder", "names")]
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(root, parts)
    names = "\n".join(sorted(f"{part.name} {part.version}" for part in parts))
    bom.serial_number = uuid5(_NAMESPACE, f"{version}\n{names}")
    text = str(JsonV1Dot6(bom).output_as_string(indent=2))
    if wrong := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise PackagingFailed(f"The contents list does not fit its schema: {wrong}")
    target.write_text(text + "\n", encoding="utf-8")


def _component(name: str, version: str, licence: str, **more: Any) -> Component:
    kind = more.pop("kind", ComponentType.LIBRARY)
    found = [LicenseFactory().make_from_string(licence)] if licence else []
    return Component(
        name=name, version=version, type=kind, licenses=found, bom_ref=f"{name}@{version}", **more
    )


def _python_package(distribution: Distribution) -> Component:
    name, version = distribution.metadata["Name"], distribution.version
    # Source: PEP 503, normalised names, which package URLs use.
    purl = PackageURL("pypi", None, re.sub(r"[-_.]+", "-", name).lower(), version)
    return _component(name, version, licence_of(distribution), purl=purl)


def _debian_package(package: SystemPackage) -> Component:
    purl = PackageURL("deb", "debian", package.name, package.version)
    return _component(
        package.name, package.version, "", purl=purl, description=f"Inside: {', '.join(package.files)}"
    )


def _model(pin: dict[str, Any]) -> Component:
    digest = pin["outputs"]["model.onnx"]["sha256"]
    return _component(
        pin["name"],
        digest[:12],
        pin["licence"],
        kind=ComponentType.MACHINE_LEARNING_MODEL,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )
