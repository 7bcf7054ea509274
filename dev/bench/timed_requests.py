"""CPU time of requests to the application: `python timed_requests.py` in the root of this tree or of an earlier one.

Standard input has the requests as JSON, each a method, a path, a query and a body; standard output gets the
microseconds of each. It imports only what both trees have.
"""

from __future__ import annotations

import gc
import io
import json
import sys
import time
from typing import Any

from app import create_app


def environ_of(method: str, path: str, query: str, body: object) -> dict[str, Any]:
    """Return the WSGI environment of a request."""
    data = b"" if body is None else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "SERVER_NAME": "x", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "x", "HTTP_ACCEPT": "*/*", "wsgi.input": io.BytesIO(data), "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http", "wsgi.version": (1, 0), "wsgi.multithread": True, "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }  # fmt: skip
    return environ | ({"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(len(data))} if data else {})


def timed(app: Any, environ: dict[str, Any]) -> float:
    """Return the microseconds of CPU that a request takes in this thread.

    Raises RuntimeError if it is rejected.
    """
    statuses: list[str] = []

    def start(status: str, headers: object, exc_info: object = None) -> None:
        statuses.append(status)

    began = time.thread_time_ns()
    answer = b"".join(app(environ, start))
    spent = time.thread_time_ns() - began
    if not statuses[0].startswith("200"):
        raise RuntimeError(f"{statuses[0]}: {answer.decode()[:500]}")
    return spent / 1000


if __name__ == "__main__":
    warm, measured = json.load(sys.stdin)
    app = create_app()
    gc.disable()
    for request in warm:
        timed(app, environ_of(*request))
    json.dump([timed(app, environ_of(*request)) for request in measured], sys.stdout)
