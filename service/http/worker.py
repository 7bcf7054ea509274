"""Gunicorn worker that answers unparsable requests with problem documents.

Lines and headers that are too long or malformed never reach the application: gunicorn's parser rejects them, and would
answer in HTML. A worker serves once it has passed /readyz, and ends soon after its main process.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import orjson
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker
from werkzeug.test import EnvironBuilder, run_wsgi_app
from werkzeug.wsgi import ClosingIterator

from service.http.errors.http_status import DETAILS, status_problem, title_of
from service.http.texts.reasons import LANGUAGES
from service.rules.errors import Bilingual

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

STATUSES: tuple[tuple[type[Exception], int], ...] = (
    (errors.InvalidResponseHeader, 500),
    (errors.InvalidResponseHeaderName, 500),
    (errors.LimitRequestLine, 414),
    (errors.LimitRequestHeaders, 431),
    (errors.ExpectationFailed, 417),
    (errors.UnsupportedTransferCoding, 501),
    (errors.ForbiddenProxyRequest, 403),
    (errors.ConfigurationProblem, 500),
    (errors.ParseException, 400),
)
"""HTTP status of each parser error; any other error is internal."""

LAST_ANSWERS = 1.5
"""Seconds for open requests after the main process has exited."""

LOADING_NICE = 10
"""Niceness of a worker that loads while others serve."""

SWITCH_INTERVAL = 0.0005
"""Interval in seconds after which the interpreter switches threads: a tenth of its default, so that a cheap request
does not wait for a heavy one. The 99th percentile of cheap requests beside batches of master moves falls from 9 to 17
ms to 5 to 9 ms (`python -m dev.load.neighbours`)."""

MOST_READ = 1 << 16
"""Bytes of a rejected request that are read before the answer: unread bytes would reset the connection."""


def discard_rest(client: socket.socket) -> None:
    """Read and discard the rest of a request, as far as it has arrived."""
    with contextlib.suppress(OSError):
        client.recv(MOST_READ, socket.MSG_DONTWAIT)


def error_response(status: int) -> bytes:
    """Return the HTTP response to an unparsable request, in both languages: its headers may be unread."""
    request_id = uuid4().hex
    title, detail = title_of(status), DETAILS[status]
    problem = status_problem(status, Bilingual(f"{detail} / {detail.zh}", ""), LANGUAGES[0], request_id)
    problem["title"] = f"{title} / {title.zh}"
    body = orjson.dumps(problem)
    head = (
        f"HTTP/1.1 {status} {title_of(status)}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
        f"Content-Length: {len(body)}\r\nX-Request-Id: {request_id}\r\nX-Content-Type-Options: nosniff\r\n"
        "Access-Control-Allow-Origin: *\r\n\r\n"
    )
    return head.encode() + body


class OnePiece:
    """Socket wrapper that sends the head of a response together with the first part of the body.

    A worker killed between two writes would leave a truncated response, which a proxy cannot retry.
    """

    def __init__(self, client: socket.socket) -> None:
        self.client, self.head, self.began = client, b"", False

    def sendall(self, data: bytes) -> None:
        """Keep the first part; send later parts after it."""
        if self.began:
            self.flush(data)
        else:
            self.head, self.began = data, True

    def flush(self, more: bytes = b"") -> None:
        """Send the kept part, then *more*."""
        data, self.head = self.head + more, b""
        if data:
            self.client.sendall(data)


def in_one_piece(app: WSGIApplication) -> WSGIApplication:
    """Return *app* with the head of each response sent together with the first part of the body."""

    def answer(environ: WSGIEnvironment, start_response: Any) -> ClosingIterator:
        response = start_response.__self__  # gunicorn's function, which writes to its socket
        response.sock = kept = OnePiece(response.sock)
        if "HTTP_TRANSFER_ENCODING" in environ:
            response.force_close()  # the body is not read completely: the rest must not be parsed as a request
        return ClosingIterator(app(environ, start_response), kept.flush)

    return answer


def check_ready(app: WSGIApplication) -> None:
    """Request /readyz of *app*.

    Raises RuntimeError unless it succeeds.
    """
    body, status, _ = run_wsgi_app(app, EnvironBuilder(path="/readyz").get_environ(), buffered=True)
    if not status.startswith("200 "):
        raise RuntimeError(f"/readyz: {status} {b''.join(body).decode()}")


def lower_priority() -> None:
    """Lower the priority of this thread."""
    if sys.platform == "linux":  # on other systems this would affect the whole process
        os.nice(LOADING_NICE)  # only this thread


class Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker, with problem documents for rejections and answers sent in one piece."""

    wsgi: WSGIApplication
    alive: bool

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.made = self.tmp.last_update()
        self.in_background = False
        """Whether other workers serve while it loads."""

    @property
    def is_ready(self) -> bool:
        """Return whether the worker has loaded and serves, as the main process sees it: by its heartbeats."""
        return bool(self.tmp.last_update() != self.made)

    def load_wsgi(self) -> None:
        """Load the application and check that it is ready.

        In a low-priority thread if other workers serve meanwhile.
        """
        sys.setswitchinterval(SWITCH_INTERVAL)
        if self.in_background:
            with ThreadPoolExecutor(1, initializer=lower_priority) as loader:
                loader.submit(self.load_ready).result()
        else:
            self.load_ready()
        self.log.info("Worker ready (pid: %s)", self.pid)
        self.wsgi = in_one_piece(self.wsgi)

    def load_ready(self) -> None:
        """Load the application.

        Raises RuntimeError if it is not ready.
        """
        super().load_wsgi()
        check_ready(self.wsgi)

    def run(self) -> None:
        """Serve until the worker stops."""
        for listener in self.sockets:
            listener.listen(self.cfg.backlog)
        super().run()

    def follow(self, lifeline: tuple[int, int]) -> None:
        """Stop soon after the main process exits; only that process has the other end of a pipe."""
        os.close(lifeline[1])
        threading.Thread(target=self.end_after, args=(lifeline[0],), name="lifeline", daemon=True).start()

    def end_after(self, lifeline: int) -> None:
        """Wait for the exit of the main process, finish open requests for a moment, and exit."""
        os.read(lifeline, 1)
        self.log.info("the main process has ended; this worker ends, too")
        if self.booted:
            self.method_queue.defer(self.stop_listening)
            time.sleep(LAST_ANSWERS)
        os._exit(0)  # even if threads still run

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Begin to stop at TERM."""
        if self.alive:
            self.alive = False
            self.method_queue.defer(self.stop_listening)

    def stop_listening(self) -> None:
        """Accept waiting connections, then close the listening sockets.

        Open sockets would accept connections that no worker answers. After it a new server can bind the port.
        """
        self.alive = False
        self.set_accept_enabled(False)
        for listener in self.sockets:
            for _ in range(self.cfg.backlog):
                before = self.nr_conns
                self.accept(listener)
                if self.nr_conns == before:
                    break
            listener.close()

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: Exception) -> None:
        """Answer a request that could not be parsed, and log the reason."""
        status = next((status for kind, status in STATUSES if isinstance(exc, kind)), 500)
        if status == 500:
            self.log.error("error handling a request", exc_info=exc)
        else:
            self.log.warning("rejected a request: %s", type(exc).__name__)
        try:
            discard_rest(client)
            client.sendall(error_response(status))
        except OSError:
            self.log.debug("failed to send an error message")
