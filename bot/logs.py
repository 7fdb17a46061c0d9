"""Log lines: one event with its facts, as text for people or JSON for collectors."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from bot.settings import Settings


class _ReconnectsInOneLine(logging.Filter):
    """A connection that is lost and made again is no fault: it is told without its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the line, and let it pass."""
        if record.exc_info and record.msg == "Attempting a reconnect in %.2fs":
            record.msg = f"{record.getMessage()}: {record.exc_info[1]!r}"
            record.args, record.exc_info = (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


class _CountErrors(logging.Handler):
    """Tells of every error that is logged."""

    def __init__(self, note: Callable[[], None]) -> None:
        super().__init__(logging.ERROR)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        """Tell of it."""
        self._note()


@contextmanager
def counting_errors(note: Callable[[], None]) -> Iterator[None]:
    """Meanwhile `note` is told of every error that is logged, in any thread."""
    handler = _CountErrors(note)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def configure(settings: Settings) -> None:
    """Send our log lines and those of the libraries to standard error, in one form."""
    level = getattr(logging, settings.log_level.upper())
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    # Tracebacks without the values of variables: the bot's token and what people wrote are among them.
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
    # discord.py tells every reconnect at length; numba and Pillow tell how they work.
    for name in ("discord.gateway", "discord.client", "numba", "PIL", "alembic", "aiosqlite"):
        logging.getLogger(name).setLevel(max(level, logging.WARNING))
