"""Log lines: one event with its facts, as text for people or JSON for collectors; errors to Sentry."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from bot.errors import SettingsError
from bot.settings import Settings
from executors.address import flipfour_version


class _ReconnectsInOneLine(logging.Filter):
    """Turns a reconnect, which is no fault, into a warning of one line without traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the line and let it pass."""
        if record.exc_info and record.msg == "Attempting a reconnect in %.2fs":
            record.msg = f"{record.getMessage()}: {record.exc_info[1]!r}"
            record.args, record.exc_info = (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class _CountErrors(logging.Handler):
    """Calls `note` for every error that is logged."""

    def __init__(self, note: Callable[[], None]) -> None:
        super().__init__(logging.ERROR)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        """Count the error."""
        self._note()


@contextmanager
def counting_errors(note: Callable[[], None]) -> Iterator[None]:
    """Call `note` for every error logged in this context, by any thread."""
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
    # Tracebacks without local variables, which include the bot's token and what people wrote.
    if settings.log_format == "json":
        last: list[structlog.typing.Processor] = [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(),
        ]
    else:
        last = [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
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
    handler = logging.StreamHandler()
    handler.addFilter(_ReconnectsInOneLine())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    logging.basicConfig(level=level, handlers=[handler], force=True)
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
        # No personal data and no local variables, which include the token.
        sentry_sdk.init(
            dsn,
            release=f"flipfour@{flipfour_version()}",
            send_default_pii=False,
            include_local_variables=False,
            max_breadcrumbs=0,
        )
    except BadDsn as error:
        raise SettingsError(f"FLIPFOUR_SENTRY_DSN is not the address of a Sentry project: {error}") from error
