"""Logs: one line of JSON for each event on standard error; never hands, bodies, queries or keys.

The server's own lines are JSON too, except on a terminal.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import orjson


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


class Log:
    """Log of an application: events of at least *level*."""

    def __init__(self, level: str) -> None:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonFormatter())
        self.logger = logging.Logger("paili", level)
        self.logger.addHandler(handler)
        self.has_requests = self.logger.isEnabledFor(logging.INFO)
        """Whether each request is logged."""

    def info(self, event: str, /, **facts: Any) -> None:
        """Log a normal event."""
        self.logger.info(event, extra={"facts": facts})

    def fault(self, event: str, raised: BaseException | None = None, /, **facts: Any) -> None:
        """Log an error, with the traceback of *raised* if given."""
        self.logger.error(event, exc_info=raised, extra={"facts": facts})
