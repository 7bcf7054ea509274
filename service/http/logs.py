"""Logs: one line of JSON for each event, on the standard error; never hands, bodies, queries or keys.

The server's own lines are JSON too, unless somebody reads them at a terminal.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import orjson
import structlog
from structlog.types import Processor


def serialized(event: Any, **_: Any) -> str:
    """Return an event as JSON."""
    return orjson.dumps(event, default=repr).decode()


PROCESSORS: list[Processor] = [
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]

SERVER: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "root": {"level": "INFO", "handlers": ["error"]},
    "loggers": {"gunicorn.error": {"level": "INFO", "handlers": ["error"], "propagate": False}},
    "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": PROCESSORS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(serializer=serialized),
            ],
        }
    },
}
"""How gunicorn logs, as `logging.config.dictConfig` reads it."""


def set_up(level: str) -> None:
    """Log what is as grave as *level*."""
    structlog.configure(
        processors=[*PROCESSORS, structlog.processors.JSONRenderer(serializer=serialized)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
