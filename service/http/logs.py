"""Logs: one line of JSON for each event on standard error; never hands, bodies, queries or keys.

The server's own lines are JSON too, except on a terminal.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import orjson

LOG = logging.getLogger("paili")


class JsonFormatter(logging.Formatter):
    """Formatter that writes each record as one line of JSON: event, facts, level and timestamp."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of one event."""
        event = {"event": record.getMessage(), **getattr(record, "facts", {}), "level": record.levelname.lower()}
        event["timestamp"] = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        if record.exc_info:
            event["exception"] = self.formatException(record.exc_info)
        return orjson.dumps(event, default=repr).decode()


SERVER: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "root": {"level": "INFO", "handlers": ["error"]},
    "loggers": {"gunicorn.error": {"level": "INFO", "handlers": ["error"], "propagate": False}},
    "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    "formatters": {"json": {"()": JsonFormatter}},
}
"""Logging configuration of gunicorn, for `logging.config.dictConfig`."""


def set_up(level: str) -> None:
    """Log events of at least *level*."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    LOG.handlers[:] = [handler]
    LOG.propagate = False
    LOG.setLevel(level)


def info(event: str, /, **facts: Any) -> None:
    """Log a normal event."""
    LOG.info(event, extra={"facts": facts})


def error(event: str, raised: BaseException | None = None, /, **facts: Any) -> None:
    """Log an error, with the traceback of *raised* if given."""
    LOG.error(event, exc_info=raised, extra={"facts": facts})
