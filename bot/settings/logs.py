"""Log lines: one event with its facts, as text for people or JSON for collectors; errors to Sentry."""

from __future__ import annotations

import errno
import io
import logging
import re
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import structlog

from bot.core.errors import SettingsError
from bot.core.masking import described, know_secrets, mask_entry, mask_event, masked
from bot.settings.settings import Settings
from data import StorageError
from executors.address import flipfour_version

FULL = "the disk is full"
FULL_AGAIN_SECONDS = 3600.0
"""Time between two lines about a disk that stays full."""
FULL_ENDS_SECONDS = 600.0
"""Time without such an error after which the next one is reported at once."""

MAX_RECENT = 100
"""Maximum warnings and errors remembered for `flipfour diagnostics`."""
MAX_FRAMES = 12
MAX_NUMBER = 10**6
"""Larger numbers could be ids of people, servers or messages."""

_PERSONAL = re.compile(
    r"""\w+://\S+ | (?:[A-Za-z]:)?[/\\][\w.~-]+(?:[/\\][^\s:,;'")]*)+ | [^\s@'"]{1,64}+@[^\s'"]+"""
    r"""| '[^']*' | "[^"]*" | \b[\w-]{20,}(?:\.[\w-]+)* | \d{7,}""",
    re.VERBOSE,
)
"""Addresses, paths, quoted words, tokens and ids."""


def scrubbed(text: str) -> str:
    """Replace everything in a text that may be secret or personal."""
    return _PERSONAL.sub("…", masked(text))


class _ReconnectsInOneLine(logging.Filter):
    """Turns a reconnect, which is no fault, into a warning of one line without traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = _exception(record)
        if error is not None and record.msg == "Attempting a reconnect in %.2fs":
            record.msg = f"{record.getMessage()}: {described(error)}"
            record.args, record.exc_info = (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class _StorageFailures(logging.Filter):
    """Shortens failures of the storage, which say all in one line; a full disk is reported once an hour."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said_at = self._last_at = float("-inf")
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback; return False for a full disk that was reported lately."""
        facts = record.msg if isinstance(record.msg, dict) else {}
        error = _exception(record)
        full = FULL in str(facts.get("error", ""))
        if isinstance(error, StorageError):
            full = full or FULL in str(error)
            if facts:
                facts.pop("exc_info", None)
                facts["error"] = described(error)
            else:
                record.msg, record.args = f"{record.getMessage()}: {described(error)}", ()
            record.exc_info = record.exc_text = None
        elif isinstance(error, OSError):
            full = full or error.errno == errno.ENOSPC
        return not full or self._is_news()

    def _is_news(self) -> bool:
        with self._lock:
            now, last = self._clock(), self._last_at
            self._last_at = now
            if now - self._said_at < FULL_AGAIN_SECONDS and now - last < FULL_ENDS_SECONDS:
                return False
            self._said_at = now
            return True


class _RecentWarnings(logging.Handler):
    """Remembers the last warnings and errors without anything secret or personal.

    Of a line it keeps the words of the code and small numbers, of an exception its type and place.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.entries: deque[dict[str, Any]] = deque(maxlen=MAX_RECENT)

    def emit(self, record: logging.LogRecord) -> None:
        facts = record.msg if isinstance(record.msg, dict) else {}
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": scrubbed(str(facts.get("event", "")) if facts else str(record.msg)),
        }
        for name, value in facts.items():
            if isinstance(value, int | float) and abs(value) < MAX_NUMBER and name not in entry:
                entry[name] = value
        error = _exception(record)
        if error is not None:
            entry["error"] = type(error).__qualname__
            frames = traceback.extract_tb(error.__traceback__)[-MAX_FRAMES:]
            entry["place"] = [
                f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames
            ]
        elif "error" in facts:
            entry["error"] = scrubbed(str(facts["error"]))
        self.entries.append(entry)


_recent = _RecentWarnings()


def recent_warnings() -> list[dict[str, Any]]:
    """Return the last warnings and errors, oldest first, without anything secret or personal."""
    return list(_recent.entries)


def _exception(record: logging.LogRecord) -> BaseException | None:
    """Return the exception that a line is about."""
    given: Any = record.msg.get("exc_info") if isinstance(record.msg, dict) else record.exc_info
    if given is True:
        given = sys.exc_info()
    return given[1] if isinstance(given, tuple) else given if isinstance(given, BaseException) else None


class _Handler(logging.StreamHandler[Any]):
    """Writes log lines; a line that can't be written, as on a full disk, is dropped silently."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Report faults of the program only, without the line: it could not be masked."""
        error = sys.exc_info()[1]
        if error is not None and not isinstance(error, OSError):
            place = f"{record.pathname}:{record.lineno}"
            sys.stderr.write(f"a line could not be logged, from {place}: {described(error)}\n")


class _Lines(io.TextIOBase):
    """A standard stream whose lines become log events."""

    def __init__(self, name: str, level: int) -> None:
        self._log = logging.getLogger(name)
        self._level = level
        self._begun = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        *lines, self._begun = (self._begun + text).split("\n")
        for line in lines:
            if line.strip():
                self._log.log(self._level, "%s", line)
        return len(text)


def adopt_streams(settings: Settings) -> None:
    """Log everything else that the process writes, in the one format: warnings, tracebacks, `print`.

    Only for JSON: people read the bare lines of the text format as they are.
    """
    logging.captureWarnings(True)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda given: _log_uncaught(
        given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback
    )
    sys.unraisablehook = lambda given: logging.getLogger("python").error(
        "%s",
        given.err_msg or "exception ignored",
        exc_info=(given.exc_type, given.exc_value or given.exc_type(), given.exc_traceback),
    )
    if settings.log_format == "json":
        sys.stdout = _Lines("stdout", logging.INFO)
        sys.stderr = _Lines("stderr", logging.WARNING)


def _log_uncaught(kind: type[BaseException], error: BaseException, trace: Any) -> None:
    logging.getLogger("python").critical("uncaught exception", exc_info=(kind, error, trace))


MAX_KIND = 100
"""Maximum characters of an error's words that tell its kind."""


class _CountErrors(logging.Handler):
    """Calls `note` with the kind of every error that is logged: its words in the code, and its exception."""

    def __init__(self, note: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        words = record.msg.get("event", "") if isinstance(record.msg, dict) else record.msg
        error = _exception(record)
        self._note(str(words)[:MAX_KIND] + ("" if error is None else f" ({type(error).__name__})"))


@contextmanager
def counting_errors(note: Callable[[str], None]) -> Iterator[None]:
    """Call `note` with the kind of every error logged in this context, by any thread."""
    handler = _CountErrors(note)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def configure(settings: Settings) -> None:
    """Send our log lines and those of the libraries to standard error in one format."""
    level = getattr(logging, settings.log_level.upper())
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    know_secrets(settings)
    # Tracebacks without local variables, which include what people wrote.
    if settings.log_format == "json":
        last: list[structlog.typing.Processor] = [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            mask_entry,
            structlog.processors.JSONRenderer(),
        ]
    else:
        last = [
            structlog.processors.format_exc_info,
            mask_entry,
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    # The process's own stream, even after `adopt_streams`.
    handler = _Handler(sys.stderr)
    handler.addFilter(_ReconnectsInOneLine())
    handler.addFilter(_StorageFailures())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    logging.basicConfig(level=level, handlers=[_recent, handler], force=True)
    # Verbose at level info: every reconnect, every compilation.
    for name in ("discord.gateway", "discord.client", "numba", "PIL", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


def report_errors(settings: Settings) -> None:
    """Send errors to Sentry if the settings name a project. Raises `SettingsError` without its package."""
    dsn = settings.sentry_dsn.get_secret_value().strip() if settings.sentry_dsn else ""
    if not dsn:
        return
    try:
        import sentry_sdk
        from sentry_sdk.utils import BadDsn
    except ImportError as error:
        raise SettingsError(
            "FLIPFOUR_SENTRY_DSN needs a package: in Flipfour's folder, pip install '.[sentry]'"
        ) from error
    try:
        # No personal data, no local variables, no requests that people made.
        sentry_sdk.init(
            dsn,
            release=f"flipfour@{flipfour_version()}",
            send_default_pii=False,
            include_local_variables=False,
            max_breadcrumbs=0,
            before_send=mask_event,
            # Discord is none of Sentry's business.
            trace_propagation_targets=[],
        )
    except BadDsn as error:
        raise SettingsError(f"FLIPFOUR_SENTRY_DSN is not the address of a Sentry project: {error}") from error
