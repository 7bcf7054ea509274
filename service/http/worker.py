"""gunicorn's threaded worker, with five differences.

- A complete request is answered by the thread that reads it: handing a request of a tenth of a millisecond to another
  thread, and its connection back, takes longer than the answer. Slow senders and slow readers go to the threads of the
  pool.
- Heavy requests are answered by a process of their own (`heavy_process`), which is forked from the worker and ends
  with it: a heavy request raises `HandOver` before its work begins, and starts again there. Without such a process it
  starts again in the pool.
- Head and body of an answer are sent together.
- Settings are plain attributes, and date and heartbeat are renewed once a second, not for each request.
- A worker that stops closes its listening sockets at once. gunicorn keeps them open for two more seconds and accepts no
  connection from them: behind nginx, one request in a thousand took 2 s while an instance restarted, 0.1 s with this
  worker (`python -m dev.load.outages term`).
"""

from __future__ import annotations

import math
import os
import re
import selectors
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import lru_cache, partial
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from gunicorn import util
from gunicorn.http import wsgi
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from service.http import heavy_process
from service.http.handover import HandOver, connection_thread
from service.http.headers import HEADERS
from service.http.heavy_process import IS_SUPPORTED, MOST_LENT, Borrower, Lender, Loan, Return
from service.http.metrics import files
from service.http.state import STATE, state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

MOST_HERE = MOST_LENT
"""Bytes of a request that are read at once: more than head and body of any request of the API."""

LENGTH = re.compile(rb"\r\ncontent-length:([^\r]*)", re.IGNORECASE)
EXPECTATION = re.compile(rb"\r\nexpect:[^\r]*", re.IGNORECASE)
UNUSUAL = re.compile(rb"\r\n(?:transfer-encoding|expect|upgrade)", re.IGNORECASE)
"""Headers of requests whose end is not known from the head, or that get an answer before it."""


def is_complete(data: bytes) -> bool:
    """Return whether *data* contain a whole request of an ordinary kind."""
    head = data.find(b"\r\n\r\n") + 2
    if head < 2 or UNUSUAL.search(data, 0, head):
        return False
    length = LENGTH.search(data, 0, head)
    digits = length[1].strip() if length else b"0"
    return digits.isdigit() and len(digits) < 9 and len(data) >= head + 2 + int(digits)


CONSTANT = frozenset((*HEADERS, ("Content-Type", "application/json")))
"""Headers of nearly all answers."""


PLAIN_KEYS = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})


def fixed_environ(conn: TConn) -> WSGIEnvironment:
    """Return the part of the environment that all requests of a connection share."""
    environ: WSGIEnvironment = wsgi.base_environ(conn.cfg)
    return environ | {
        "gunicorn.socket": conn.sock,
        "wsgi.multithread": True,
        "wsgi.url_scheme": "http",
        "REMOTE_ADDR": conn.client[0],
        "REMOTE_PORT": str(conn.client[1]),
        "SCRIPT_NAME": "",
        "SERVER_NAME": conn.server[0],
        "SERVER_PORT": str(conn.server[1]),
    }


def environ_of(request: Any, conn: Connection) -> WSGIEnvironment:
    """Return the environment of a request without an expectation."""
    environ = conn.environ | {
        "wsgi.input": request.body,
        "REQUEST_METHOD": request.method,
        "QUERY_STRING": request.query,
        "RAW_URI": request.uri,
        "SERVER_PROTOCOL": f"HTTP/{request.version[0]}.{request.version[1]}",
        "PATH_INFO": util.unquote_to_wsgi_str(request.path),
    }
    for name, value in request.headers:
        key = name.replace("-", "_")
        key = key if key in PLAIN_KEYS else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ


@lru_cache(1)
def date_of(second: int) -> str:
    """Return a time, in seconds since 1970, as the header Date has it."""
    date: str = util.http_date(second)
    return date


class WholeResponse(wsgi.Response):  # type: ignore[misc]
    """A response that is collected, so that one call of the system sends it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.parts: list[bytes] = []

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Take the headers of all answers as they are, and check the others."""
        self.headers += [header for header in headers if header in CONSTANT]
        super().process_headers([header for header in headers if header not in CONSTANT])

    def default_headers(self) -> list[str]:
        """Return the first lines of the head; the date is written once a second."""
        major, minor = self.req.version
        connection = "close" if self.should_close() else "keep-alive"
        lines = [
            f"HTTP/{major}.{minor} {self.status}\r\nServer: {self.version}\r\n"
            f"Date: {date_of(int(time()))}\r\nConnection: {connection}\r\n"
        ]
        return [*lines, "Transfer-Encoding: chunked\r\n"] if self.chunked else lines

    def send_headers(self) -> None:
        """Collect the head."""
        if not self.headers_sent:
            lines = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
            self.parts.append("".join(lines).encode("latin-1"))
            self.headers_sent: bool = True

    def _emit_body(self, data: bytes) -> None:
        self.parts.append(b"%X\r\n%s\r\n" % (len(data), data) if self.chunked else data)

    def close(self) -> None:
        """Collect the end."""
        self.send_headers()
        if self.chunked:
            self.parts.append(b"0\r\n\r\n")


class RecordingUnreader(SocketUnreader):  # type: ignore[misc]
    """Reads a socket and keeps the bytes of the request, so that it can start again elsewhere."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock)
        self.seen = bytearray()

    def begin(self) -> None:
        """Begin a request."""
        self.seen = bytearray(self.buf.getvalue())

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next bytes of the socket."""
        data: bytes = super().chunk(size_hint)
        if len(self.seen) <= MOST_HERE:
            self.seen += data
        return data


class Connection(TConn):  # type: ignore[misc]
    """A connection, with the rest of an answer that its socket has not taken yet."""

    unsent = b""
    environ: WSGIEnvironment
    kept = False
    """Whether the connection is kept after the rest."""
    heavy = b""
    """A heavy request that was read and not begun."""
    charge: Callable[[int], object] | None = None
    """Charges the caller of the heavy request here, too."""
    charged = 0
    """Units that the caller of the last request was charged."""

    def init(self) -> None:
        """Create the parser."""
        if not self.initialized:
            super().init()
            self.parser.unreader = RecordingUnreader(self.sock)

    def start_again(self, data: bytes) -> None:
        """Let the parser begin with *data*, which belong to no request that it has read."""
        self.parser.mesg = None
        self.parser.unreader.take_buffered()
        self.parser.unreader.unread(data)


LENT = object()
"""Result of a request whose connection was lent."""


def done(result: Any) -> Future[Any]:
    """Return a future that has ended."""
    future = Future[Any]()
    future.set_result(result)
    return future


class Worker(ThreadWorker):  # type: ignore[misc]
    """The worker of the service."""

    answers_here = True
    """Whether the thread of the connections answers requests; not if they wait for another server."""
    heavy_priority = ""
    """Priority of the process for heavy requests; without one there is no such process."""
    heavy: Lender | Borrower | None = None
    """This process's end of the channel between the worker and its process for heavy requests."""
    notified = -math.inf
    """Time of the last heartbeat (`time.monotonic`)."""

    def init_process(self) -> None:
        """Keep the settings as attributes: gunicorn reads some thirty a request, each through two function calls."""
        self.cfg.__dict__.update({name: setting.get() for name, setting in self.cfg.settings.items()})
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the application, then fork the process for heavy requests, before there are other threads."""
        super().load_wsgi()
        if self.heavy_priority and IS_SUPPORTED:
            self.heavy = heavy_process.fork(self.heavy_priority)
        if isinstance(self.heavy, Borrower):
            self.pid = os.getpid()
            files.Process.number = files.set_beside(files.Process.number)

    def run(self) -> None:
        """Serve; in the worker this thread reads the requests of all connections."""
        if isinstance(self.heavy, Borrower):
            self.run_heavy(self.heavy)
            return
        if self.heavy:
            self.poller.register(self.heavy, selectors.EVENT_READ, self.on_returned)
        with connection_thread():
            super().run()
        if self.heavy:
            self.heavy.end()

    # ---- heavy requests, in their process ---------------------------------------------------------------------------

    def run_heavy(self, borrower: Borrower) -> None:
        """Answer heavy requests until the worker ends."""
        self.max_requests = sys.maxsize  # it ends with the worker
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_IGN)
        for listener in self.sockets:
            listener.close()
        self.log.info("Booting process for heavy requests with pid: %s", self.pid)
        while loan := borrower.borrow():
            self.tpool.submit(self.answer_lent, borrower, loan)
        self.tpool.shutdown(wait=False, cancel_futures=True)

    def answer_lent(self, borrower: Borrower, loan: Loan) -> None:
        """Answer a heavy request and return its connection."""
        kept, charged, rest = False, 0, b""
        try:
            with loan.sock as sock, suppress(OSError):  # the client may have gone
                conn = Connection(self.cfg, sock, sock.getpeername(), sock.getsockname())
                conn.init()
                conn.start_again(loan.request)
                kept, charged = super().handle(conn) is True, conn.charged
                rest = conn.parser.unreader.take_buffered()
        finally:
            borrower.give_back(Return(loan.number, kept, charged, rest))

    # ---- heavy requests, in the worker ------------------------------------------------------------------------------

    def lend(self, conn: Connection, request: bytes) -> bool:
        """Lend a connection to the process for heavy requests; return False if that is not possible now."""
        if not isinstance(self.heavy, Lender) or len(request) > MOST_HERE:
            return False
        head, end, body = request.partition(b"\r\n\r\n")
        return self.heavy.lend(conn, EXPECTATION.sub(b"", head) + end + body)  # it has been met

    def on_returned(self, lender: Lender) -> None:
        """Go on with the connections that come back; if the process for heavy requests has ended, end, too."""
        try:
            for conn, returned in lender.take_back():
                if conn.charge:
                    conn.charge(returned.charged)
                conn.parser.unreader.unread(returned.rest)
                self.finish_request(conn, done(returned.kept))
        except ConnectionError:
            self.log.error("The process for heavy requests has ended; this worker stops.")
            self.poller.unregister(lender)
            self.alive = False
            while lender.lent:
                self.finish_request(lender.lent.popitem()[1], done(False))

    def handle(self, conn: Connection) -> Any:
        """Answer a request in the pool, or lend its connection; return whether to keep it, LENT, or gunicorn's mark."""
        conn.init()
        conn.parser.unreader.begin()
        if isinstance(self.heavy, Lender):
            try:
                with connection_thread():
                    return super().handle(conn)
            except HandOver as handed:
                handed.forget()
                conn.charge = handed.charge
                request = bytes(conn.parser.unreader.seen)
                conn.start_again(b"")
                if self.lend(conn, request):
                    return LENT
                conn.start_again(request)
        return super().handle(conn)

    def finish_request(self, conn: Connection, answered: Future[Any]) -> None:
        """Keep a connection whose request was answered, or close it; go without one that is lent."""
        if answered.cancelled() or answered.exception() or answered.result() is not LENT:
            super().finish_request(conn, answered)

    # ---- connections ------------------------------------------------------------------------------------------------

    def notify(self) -> None:
        """Send the heartbeat to the main process once a second, not before each wait for requests."""
        now = monotonic()
        if now >= self.notified + 1:
            self.notified = now
            super().notify()

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection and wait for its first request without a thread."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        conn = Connection(self.cfg, client, address, listener.getsockname())
        conn.set_timeout()
        self.pending_conns.append(conn)
        self.poller.register(client, selectors.EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """Answer the next request of a kept connection, here or in the pool."""
        self.on_readable(conn, self.keepalived_conns)

    def on_pending_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """Answer the first request of a connection, here or in the pool."""
        conn.data_ready = True
        self.on_readable(conn, self.pending_conns)

    def on_readable(self, conn: Connection, waiting: deque[Connection]) -> None:
        """Answer a complete request here; otherwise let the pool go on."""
        waiting.remove(conn)
        kept = self.answer_in_connection_thread(conn) if self.answers_here else None
        if kept and self.alive:
            conn.set_timeout()
            self.keepalived_conns.append(conn)
            if waiting is not self.keepalived_conns:
                self.poller.modify(conn.sock, selectors.EVENT_READ, partial(self.on_client_socket_readable, conn))
            return
        self.poller.unregister(conn.sock)
        if conn.heavy:
            request, conn.heavy = conn.heavy, b""
            if self.lend(conn, request):
                return
            conn.start_again(request)
        if kept is None:
            work = self.tpool.submit(self.send_rest if conn.unsent else self.handle, conn)
            work.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))
        else:
            self.nr_conns -= 1
            self.tpool.submit(conn.close, graceful=True)  # this may take two seconds

    def answer_in_connection_thread(self, conn: Connection) -> bool | None:
        """Return whether to keep a connection whose request was answered; None if the pool must go on."""
        request = None
        try:
            data = conn.sock.recv(MOST_HERE)
            if not data:
                return False
            if not conn.initialized:
                conn.init()
                conn.sock.setblocking(False)
                conn.environ = fixed_environ(conn)
            conn.parser.unreader.unread(data)
            if not is_complete(data):
                return None
            request = next(conn.parser)
            response = WholeResponse(request, conn.sock, self.cfg)
            self.respond(response, environ_of(request, conn))
            request.body.read()  # what the application left of it
            conn.parser.mesg = None  # it is finished
            kept = not response.should_close()
            self.send_now(conn, b"".join(response.parts))
        except HandOver as handed:
            handed.forget()
            conn.charge = handed.charge
            conn.start_again(b"")
            conn.heavy = data
            return None
        except (OSError, StopIteration):
            return False
        except Exception as error:  # noqa: BLE001 - gunicorn answers all of them
            self.handle_error(request, conn.sock, conn.client, error)
            return False
        conn.kept = kept
        return None if conn.unsent or conn.parser.unreader.buf.tell() else kept

    def send_now(self, conn: Connection, data: bytes) -> None:
        """Send what the socket takes at once; the rest is `unsent`."""
        try:
            sent = conn.sock.send(data)
        except BlockingIOError:
            sent = 0
        conn.unsent = data[sent:]

    def send_rest(self, conn: Connection) -> bool:
        """Send the rest of an answer to a slow reader, in the pool; return whether to keep the connection."""
        conn.sock.setblocking(True)
        try:
            conn.sock.sendall(conn.unsent)
        except OSError:
            return False
        conn.unsent = b""
        return conn.kept

    def handle_request(self, req: Any, conn: Connection) -> bool:
        """Answer a request in the pool; return whether to keep the connection."""
        response, environ = wsgi.create(req, conn.sock, conn.client, conn.server, self.cfg, WholeResponse)
        environ["wsgi.multithread"] = True
        self.respond(response, environ)
        conn.charged = state_of(environ).charged if STATE in environ else 0  # another application has no state
        conn.sock.sendall(b"".join(response.parts))
        return not response.should_close()

    def respond(self, response: WholeResponse, environ: WSGIEnvironment) -> None:
        """Collect the response of the application."""
        self.nr += 1
        if self.nr >= self.max_requests and self.alive:
            self.log.info("Autorestarting worker after current request.")
            self.alive = False
        if not self.alive or len(self.keepalived_conns) >= self.max_keepalived:
            response.force_close()
        items = self.wsgi(environ, response.start_response)
        try:
            for item in items:
                response.write(item)
        finally:
            if close := getattr(items, "close", None):
                close()
        response.close()

    def set_accept_enabled(self, enabled: bool) -> None:
        """Accept connections or not; if the worker stops, accept those that wait and close the sockets."""
        super().set_accept_enabled(enabled)
        if self.alive:
            return
        for listener in self.sockets:
            for _ in range(self.cfg.backlog):
                before = self.nr_conns
                self.accept(listener)
                if self.nr_conns == before:
                    break
            listener.close()

    def _cap_keepalive(self, deadline: float) -> None:
        """Close connections without a request by *deadline*, those that have not sent any included."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)
