"""HTTP for the MCP server: allowed hosts and origins, bearer keys, and units charged to the caller of each tool.

Keys and the rate limit are the service's settings (`PAILI_KEYS`, `PAILI_KEYS_FILE`, `PAILI_RATE_LIMIT`). The SDK
compares Host and Origin, so that a page in a browser cannot reach a server of its own machine by DNS rebinding.
"""

from __future__ import annotations

import copy
import socket
import sys
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import Response

from paili.client import Client
from paili.engine import LocalTransport
from service.http.middleware.keys import Keyring
from service.settings import Settings

if TYPE_CHECKING:
    from mcp.server import Server
    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""Names of this machine in the header Host."""


class BearerGate:
    """ASGI middleware: answers 401 to requests without a valid key."""

    def __init__(self, app: ASGIApp, keyring: Keyring) -> None:
        self.app, self.keyring = app, keyring

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or let it pass."""
        if scope["type"] == "http":
            authorization = Headers(scope=scope).get("authorization", "")
            if not self.keyring.find({"HTTP_AUTHORIZATION": authorization}):
                denied = Response("a bearer key is required\n", 401, {"WWW-Authenticate": "Bearer"})
                await denied(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_loopback(host: str) -> bool:
    """Return whether *host* can be reached from this machine only."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def client_of_caller(client: Client, request: Request | None) -> Client:
    """Return a client that calls the local engine with the key and the address of a request's sender.

    Without a request (stdio), or for the engine of another server, it is *client*.
    """
    if request is None or not isinstance(client.send, LocalTransport):
        return client
    own = copy.copy(client)
    own.headers = client.headers | {"Authorization": request.headers.get("authorization", "")}
    own.send = partial(client.send, address=request.client.host if request.client else "")
    return own


def security(host: str, names: Sequence[str]) -> TransportSecuritySettings:
    """Return the accepted values of Host and Origin: the address, this machine's names, and *names*."""
    hosts = [*LOOPBACK, *names] if is_loopback(host) else [*LOOPBACK, host, socket.gethostname(), *names]
    ports = [name + port for name in hosts for port in ("", ":*")]
    origins = [f"{scheme}://{name}" for scheme in ("http", "https") for name in ports]
    return TransportSecuritySettings(allowed_hosts=ports, allowed_origins=origins)


def http_app(server: Server, settings: Settings, host: str, names: Sequence[str] = ()) -> ASGIApp:
    """Return the ASGI application of a server that listens on *host*; no state is kept between requests.

    Raises SettingsError for a key file that cannot be read.
    """
    app: ASGIApp = server.streamable_http_app(
        stateless_http=True, json_response=True, transport_security=security(host, names)
    )
    if not (settings.keys or settings.keys_file):
        return app
    return BearerGate(app, Keyring(settings.keys, settings.keys_file, partial(print, file=sys.stderr)))


def serve_http(server: Server, settings: Settings, address: tuple[str, int], names: Sequence[str]) -> None:
    """Serve clients at http://HOST:PORT/mcp until interrupted."""
    host, port = address
    uvicorn.run(http_app(server, settings, host, names), host=host.strip("[]"), port=port, log_level="warning")
