"""The arguments of every command, as the design page "Commands" lays them down. Loads nothing that takes time.

Global options may stand before and after the subcommand; a value after it wins.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from assistant.catalogue import LANGUAGES, has, say
from assistant.endpoint_options import CHOICES

LAYERS = ("fact", "preference", "event", "relationship", "summary")
STATES = ("proposed", "active", "superseded", "expired", "archived", "rejected", "deleted")
TASK_STATES = ("planned", "running", "paused", "done", "failed", "cancelled")
TREATMENTS = ("usual", "plain", "masked", "ask", "never")
PREVIEWS = ("always", "sensitive", "never")
GLOBAL_OPTIONS = ("vault", "passphrase_file", "passphrase_fd", "json", "lang")


class UsageError(Exception):
    """The arguments fit no command. `usage` is the line that shows how it goes, `reason` what was wrong."""

    def __init__(self, usage: str, reason: str) -> None:
        super().__init__(reason)
        self.usage, self.reason = usage, reason


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(self.format_usage(), message)


class _Words:
    """Adds commands and arguments with their help in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def text(self, key: str) -> str:
        return say(f"cli.help.{key}", self.language)

    def parser(self, parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
        """Add the global options to a parser; give the group for its own arguments."""
        own = parser.add_argument_group(self.text("arguments"))
        common = parser.add_argument_group(self.text("common"))
        suppress = argparse.SUPPRESS
        common.add_argument("--vault", metavar="V", default=suppress, help=self.text("vault_option"))
        common.add_argument(
            "--passphrase-file", metavar="F", default=suppress, help=self.text("passphrase_file")
        )
        common.add_argument(
            "--passphrase-fd", metavar="N", type=int, default=suppress, help=self.text("passphrase_fd")
        )
        common.add_argument("--json", action="store_true", default=suppress, help=self.text("json"))
        common.add_argument("--lang", choices=LANGUAGES, default=suppress, help=self.text("lang"))
        common.add_argument("-h", "--help", action="help", default=suppress, help=self.text("help"))
        return own

    def command(self, commands: Any, name: str, *, family: str = "") -> argparse._ArgumentGroup:
        """A subcommand that carries its name in `family`, or below one in `action`."""
        key = f"{family}_{name}" if family else name
        parser = commands.add_parser(
            name, help=self.text(key), description=self.text(key), add_help=False, allow_abbrev=False
        )
        parser.set_defaults(
            **({"family": family, "action": name} if family else {"family": name, "action": ""})
        )
        return self.parser(parser)

    def commands(self, parser: argparse.ArgumentParser) -> Any:
        return parser.add_subparsers(
            title=self.text("commands"), metavar="COMMAND", required=True, parser_class=_Parser
        )

    def family(self, commands: Any, name: str) -> Any:
        """A subcommand that has subcommands of its own."""
        parser = commands.add_parser(
            name, help=self.text(name), description=self.text(name), add_help=False, allow_abbrev=False
        )
        self.parser(parser)
        return self.commands(parser)


def parse(given: Sequence[str], language: str) -> argparse.Namespace:
    """The options of a command line. What follows `--` behind `tools add` is a program's own line, its options too.

    Raises:
        UsageError: they fit no command.
        SystemExit: the help was asked for, and has been printed.
    """
    parser = build_parser(language)
    words = list(given)
    end = words.index("--") if "--" in words else len(words)
    # argparse takes an argument of any number for given as soon as an option follows the name.
    if ("tools", "add") in itertools.pairwise(words):
        options = parser.parse_args(words[:end])
        options.program = [*options.program, *words[end + 1 :]]
        return options
    return parser.parse_args(words)


def build_parser(language: str) -> argparse.ArgumentParser:
    """The parser of everything that `keepsake` takes, with help in `language`."""
    words = _Words(language)
    parser = _Parser(prog="keepsake", description=words.text("keepsake"), add_help=False, allow_abbrev=False)
    words.parser(parser)
    commands = words.commands(parser)
    _vault(words, commands)
    _conversation(words, commands)
    _memory(words, commands)
    _task(words, commands)
    _tools(words, commands)
    _endpoint(words, commands)
    _documents(words, commands)
    _transfer(words, commands)
    _records(words, commands)
    _why(words, commands)
    words.command(commands, "self-test")
    for name in ("show", "lock"):
        words.command(commands, name)
    return parser


def _vault(words: _Words, commands: Any) -> None:
    family = words.family(commands, "vault")
    for name in (
        "create",
        "info",
        "verify",
        "slots",
        "passphrase",
        "recover",
        "change-key",
        "keyring",
        "repair",
    ):
        own = words.command(family, name, family="vault")
        own.add_argument("folder", metavar="V", nargs="?", help=words.text("vault_folder"))
        if name == "keyring":
            own.add_argument("--off", action="store_true", help=words.text("keyring_off"))
        if name == "slots":
            ways = own.add_mutually_exclusive_group()
            ways.add_argument("--add", metavar="NAME", help=words.text("slots_add"))
            ways.add_argument("--remove", metavar="ID", help=words.text("slots_remove"))
            ways.add_argument("--new-recovery-code", action="store_true", help=words.text("slots_code"))
        if name == "repair":
            ways = own.add_mutually_exclusive_group()
            ways.add_argument("--restore", action="store_true", help=words.text("repair_restore"))
            ways.add_argument("--header-from", metavar="BACKUP", help=words.text("repair_header"))
            ways.add_argument("--salvage", metavar="TO", help=words.text("repair_salvage"))
        if name in ("passphrase", "recover", "change-key", "slots"):
            own.add_argument("--new-passphrase-file", metavar="F", help=words.text("new_passphrase_file"))
            own.add_argument("--new-passphrase-fd", metavar="N", type=int, help=words.text("passphrase_fd"))
        if name in ("recover", "repair"):
            own.add_argument("--recovery-code-file", metavar="F", help=words.text("recovery_code_file"))
            own.add_argument("--recovery-code-fd", metavar="N", type=int, help=words.text("passphrase_fd"))


def _conversation(words: _Words, commands: Any) -> None:
    own = words.command(commands, "chat")
    own.add_argument("--conversation", metavar="C", default="", help=words.text("conversation"))
    own.add_argument("--endpoint", metavar="E", default="", help=words.text("endpoint_option"))
    own.add_argument("--temporary", action="store_true", help=words.text("temporary"))
    own = words.command(commands, "ask")
    own.add_argument("text", metavar="TEXT")
    own.add_argument("--conversation", metavar="C", default="", help=words.text("conversation"))
    own.add_argument("--endpoint", metavar="E", default="", help=words.text("endpoint_option"))
    own.add_argument("--temporary", action="store_true", help=words.text("temporary"))
    own.add_argument("--attach", metavar="FILE", action="append", default=[], help=words.text("attach"))
    own = words.command(commands, "recall")
    own.add_argument("text", metavar="TEXT")
    own.add_argument("--context", metavar="TURN", action="append", default=[], help=words.text("context"))
    own.add_argument("--limit", metavar="N", type=_positive, default=20, help=words.text("limit"))
    own.add_argument("--at", metavar="TIME", default="", help=words.text("at"))
    own.add_argument("--scope", metavar="S", default="", help=words.text("scope"))


def _memory(words: _Words, commands: Any) -> None:
    family = words.family(commands, "memory")
    own = words.command(family, "list", family="memory")
    own.add_argument("--layer", choices=LAYERS, help=words.text("layer"))
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    own.add_argument("--text", metavar="TEXT", help=words.text("text_filter"))
    own.add_argument("--state", choices=(*STATES, "all"), default="active", help=words.text("state"))
    own.add_argument("--limit", metavar="N", type=_positive, help=words.text("limit"))
    own = words.command(family, "add", family="memory")
    own.add_argument("--claim", metavar="TEXT", required=True, help=words.text("claim"))
    own.add_argument("--layer", choices=LAYERS, help=words.text("layer"))
    own.add_argument("--scope", metavar="S", default="universal", help=words.text("scope"))
    own = words.command(family, "edit", family="memory")
    own.add_argument("ids", metavar="ID", nargs=1)
    own.add_argument("--claim", metavar="TEXT", help=words.text("claim"))
    own.add_argument("--layer", choices=LAYERS, help=words.text("layer"))
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    own.add_argument("--version", metavar="N", type=_positive, help=words.text("version"))
    for name in ("show", "history"):
        words.command(family, name, family="memory").add_argument("ids", metavar="ID", nargs=1)
    for name in ("approve", "reject", "seal", "archive", "restore", "keep", "undo"):
        words.command(family, name, family="memory").add_argument("ids", metavar="ID", nargs="+")
    for name in ("reveal", "unseal"):
        words.command(family, name, family="memory").add_argument("ids", metavar="ID", nargs=1)
    words.command(family, "clean-up", family="memory")
    own = words.command(family, "graph", family="memory")
    own.add_argument("--name", metavar="NAME", default="", help=words.text("graph_name"))
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    own = words.command(family, "learn", family="memory")
    own.add_argument("--all", action="store_true", help=words.text("learn_all"))
    own = words.command(family, "form", family="memory")
    own.add_argument("fields", metavar="FIELD=VALUE", nargs="+", help=words.text("form_fields"))
    own = words.command(family, "template", family="memory")
    chosen = own.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--email", metavar="E", default="", help=words.text("template_email"))
    chosen.add_argument("--field", metavar="F", default="", help=words.text("template_field"))
    own.add_argument("--load", action="store_true", help=words.text("template_load"))
    own = words.command(family, "pin", family="memory")
    own.add_argument("ids", metavar="ID", nargs="+")
    own.add_argument("--off", action="store_true", help=words.text("pin_off"))
    own = words.command(family, "merge", family="memory")
    own.add_argument("ids", metavar="ID", nargs="+")
    own.add_argument("--claim", metavar="TEXT", required=True, help=words.text("claim"))
    own = words.command(family, "forget", family="memory")
    own.add_argument("ids", metavar="ID", nargs="+")
    own.add_argument("--never-again", action="store_true", help=words.text("never_again"))


def _tools(words: _Words, commands: Any) -> None:
    family = words.family(commands, "tools")
    words.command(family, "list", family="tools")
    own = words.command(family, "add", family="tools")
    own.add_argument("name", metavar="NAME")
    own.add_argument("--url", metavar="U", default="", help=words.text("tools_url"))
    own.add_argument("--trusted", action="store_true", help=words.text("tools_trusted"))
    own.add_argument("program", metavar="COMMAND", nargs="*", help=words.text("tools_program"))
    for name in ("remove", "trust", "distrust", "test"):
        words.command(family, name, family="tools").add_argument("name", metavar="NAME")


def _task(words: _Words, commands: Any) -> None:
    family = words.family(commands, "task")
    own = words.command(family, "list", family="task")
    own.add_argument(
        "--state", choices=(*TASK_STATES, "open", "all"), default="all", help=words.text("task_state")
    )
    own.add_argument("--limit", metavar="N", type=_positive, default=50, help=words.text("limit"))
    words.command(family, "show", family="task").add_argument("id", metavar="ID")
    for name in ("cancel", "delete"):
        words.command(family, name, family="task").add_argument("ids", metavar="ID", nargs="+")


def _endpoint(words: _Words, commands: Any) -> None:
    family = words.family(commands, "endpoint")
    own = words.command(family, "add", family="endpoint")
    own.add_argument("name", metavar="NAME")
    own.add_argument("--kind", metavar="K", required=True, help=words.text("kind"))
    own.add_argument("--url", metavar="U", required=True, help=words.text("url"))
    own.add_argument("--model", metavar="M", default="", help=words.text("model"))
    own.add_argument("--key-file", metavar="F", help=words.text("key_file"))
    own.add_argument("--trust", choices=("local", "private", "remote"), help=words.text("trust"))
    own.add_argument("--default", action="store_true", help=words.text("default"))
    own.add_argument("--background", action="store_true", help=words.text("background"))
    own.add_argument("--header-file", metavar="F", help=words.text("header_file"))
    own.add_argument("--proxy", metavar="U", help=words.text("proxy"))
    own.add_argument("--proxy-near", action="store_true", help=words.text("proxy_near"))
    own.add_argument("--ca-file", metavar="F", help=words.text("ca_file"))
    own.add_argument("--think", choices=("true", "false"), help=words.text("think"))
    for option, choices in CHOICES.items():
        own.add_argument(
            f"--{option.replace('_', '-')}",
            choices=choices,
            dest=option,
            help=words.text(f"endpoint_{option}"),
        )
    own.add_argument("--keep-alive", metavar="T", help=words.text("keep_alive"))
    for flag, option in (("connect", "connect"), ("first-word", "first_token"), ("idle", "idle")):
        own.add_argument(
            f"--{flag}-timeout", metavar="S", dest=f"{option}_timeout_s", help=words.text(f"{option}_timeout")
        )
    for option in ("context_tokens", "max_tokens", "temperature", "threads"):
        own.add_argument(f"--{option.replace('_', '-')}", metavar="N", help=words.text(option))
    words.command(family, "list", family="endpoint")
    own = words.command(family, "rules", family="endpoint")
    own.add_argument("name", metavar="NAME")
    for name in ("normal", "personal", "sensitive"):
        own.add_argument(f"--{name}", choices=TREATMENTS, default="", help=words.text(f"rule_{name}"))
    own.add_argument("--preview", choices=PREVIEWS, default="", help=words.text("rule_preview"))
    words.command(family, "discover", family="endpoint")
    background = words.command(family, "background", family="endpoint")
    background.add_argument("name", metavar="NAME", nargs="?", help=words.text("background_name"))
    for name in ("test", "remove", "models"):
        words.command(family, name, family="endpoint").add_argument("name", metavar="NAME")


def _documents(words: _Words, commands: Any) -> None:
    family = words.family(commands, "documents")
    own = words.command(family, "add", family="documents")
    own.add_argument("files", metavar="FILE", nargs="+")
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    own.add_argument(
        "--sensitivity",
        choices=("normal", "personal", "sensitive"),
        default="normal",
        help=words.text("documents_sensitivity"),
    )
    own = words.command(family, "list", family="documents")
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    words.command(family, "show", family="documents").add_argument("id", metavar="ID")
    own = words.command(family, "export", family="documents")
    own.add_argument("id", metavar="ID")
    own.add_argument("target", metavar="TO")
    words.command(family, "remove", family="documents").add_argument("ids", metavar="ID", nargs="+")
    own = words.command(family, "search", family="documents")
    own.add_argument("text", metavar="TEXT")
    own.add_argument("--limit", metavar="N", type=_positive, default=10, help=words.text("limit"))
    own.add_argument("--scope", metavar="S", help=words.text("scope"))


def _transfer(words: _Words, commands: Any) -> None:
    own = words.command(commands, "scrub")
    own.add_argument("--mode", choices=("mask", "pseudonym"), default="mask", help=words.text("scrub_mode"))
    own = words.command(commands, "export")
    own.add_argument("target", metavar="TO")
    own.add_argument(
        "--format", choices=("json", "markdown", "csv"), default="json", help=words.text("format")
    )
    own.add_argument("--scope", metavar="S", help=words.text("scope"))
    own.add_argument("--sealed", action="store_true", help=words.text("export_sealed"))
    own = words.command(commands, "backup")
    own.add_argument("target", metavar="TO", nargs="?", help=words.text("backup_to"))
    own.add_argument("--if-due", action="store_true", help=words.text("if_due"))
    own = words.command(commands, "restore")
    own.add_argument("source", metavar="FROM")
    own.add_argument("target", metavar="TO")
    own.add_argument("--replace", action="store_true", help=words.text("replace"))
    own.add_argument("--recovery-code-file", metavar="F", help=words.text("recovery_code_file"))
    own.add_argument("--recovery-code-fd", metavar="N", type=int, help=words.text("passphrase_fd"))
    own = words.command(commands, "import")
    own.add_argument("file", metavar="FILE")
    own.add_argument("--kind", choices=("jsonl", "chatgpt"), default="", help=words.text("import_kind"))
    own.add_argument("--auto", action="store_true", help=words.text("auto"))
    own.add_argument("--ids", action="store_true", help=words.text("import_ids"))


def _records(words: _Words, commands: Any) -> None:
    family = words.family(commands, "receipts")
    words.command(family, "list", family="receipts").add_argument(
        "--limit", metavar="N", type=_positive, default=50, help=words.text("limit")
    )
    words.command(family, "show", family="receipts").add_argument("id", metavar="ID")
    family = words.family(commands, "audit")
    words.command(family, "list", family="audit").add_argument(
        "--limit", metavar="N", type=_positive, default=50, help=words.text("limit")
    )
    words.command(family, "verify", family="audit")
    family = words.family(commands, "settings")
    words.command(family, "get", family="settings").add_argument("key", metavar="KEY", nargs="?")
    own = words.command(family, "set", family="settings")
    own.add_argument("key", metavar="KEY")
    own.add_argument("value", metavar="VALUE")


def _why(words: _Words, commands: Any) -> None:
    own = words.command(commands, "why")
    subject = own.add_mutually_exclusive_group(required=True)
    subject.add_argument("reply", metavar="REPLY", nargs="?", default="", help=words.text("why_reply"))
    subject.add_argument("--memory", metavar="M", default="", help=words.text("why_memory"))
    own.add_argument("--query", metavar="TEXT", default="", help=words.text("why_query"))
    own.add_argument("--scope", metavar="S", default="", help=words.text("scope"))
    own.add_argument("--at", metavar="TIME", default="", help=words.text("at"))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language of the terminal: `--lang`, else Chinese where the locale is, else English."""
    ours = _ours(arguments)
    for place, argument in enumerate(ours):
        name, _, value = argument.partition("=")
        if name == "--lang":
            value = value or next(iter(ours[place + 1 :]), "")
            if value in LANGUAGES:
                return value
    # Source: POSIX, locale: the first of these that is set wins.
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "zh" if environment[name].lower().startswith("zh") else "en"
    return "en"


def wants_json(arguments: Sequence[str]) -> bool:
    """Whether `--json` stands anywhere, also where the rest cannot be understood."""
    return "--json" in _ours(arguments)


def _ours(arguments: Sequence[str]) -> Sequence[str]:
    """The arguments up to `--`: what follows it is text or another program's."""
    return arguments[: arguments.index("--")] if "--" in arguments else arguments


def named(group: str, key: str, language: str) -> str:
    """The terminal's word for a stable key, else the key itself."""
    return say(f"{group}.{key}", language) if has(f"{group}.{key}") else key
