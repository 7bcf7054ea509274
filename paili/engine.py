"""The local engine with the client's interface: the answers are byte-equal to those of a server.

from paili.engine import local
local().move("standard landlord_down 34567899JJQQKA22D 4KX TT", level="expert")["move"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from paili.client import Client, Reply
from service.http import in_process
from service.http.texts.problem_texts import TEXTS
from service.http.texts.reasons import LANGUAGES, base_language, localize

if TYPE_CHECKING:
    from service.settings import Settings

__all__ = ["LocalTransport", "fix_for", "local"]


PACKAGE = in_process.__name__.partition("service")[0]
"""Prefix of the engine's modules, ending in a dot; "" in the source tree."""


class LocalTransport:
    """Transport to the application in this process: the API, or with *pages* all that a server serves.

    Keys and limits apply only if *settings* has them.
    """

    def __init__(self, *, pages: bool = False, settings: Settings | None = None) -> None:
        self.pages, self.settings = pages, settings

    @cached_property
    def caller(self) -> Any:
        """A client of the application, whose imports take longer than most answers."""
        create: Callable[[Settings], Any] = (
            import_module(f"{PACKAGE}app").create_app if self.pages else import_module("service.http.web").create_api
        )
        settings = self.settings or import_module("service.settings").read_settings({})
        return import_module("werkzeug.test").Client(create(settings))

    def __call__(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, address: str = ""
    ) -> Reply:
        """Send a request to the application, from the *address* of its sender."""
        if not self.settings:
            try:
                data = in_process.answered(method, path, headers, body)
            except Exception:  # noqa: BLE001 - the application describes any error
                data = None
            if data is not None:
                return Reply(200, {"content-type": "application/json"}, data)
        sent = {name: value for name, value in headers.items() if name != "Accept-Encoding"}
        sender = {"REMOTE_ADDR": address}
        answer = self.caller.open(path, method=method, headers=sent, data=body, environ_overrides=sender)
        return Reply(answer.status_code, {name.lower(): value for name, value in answer.headers}, answer.data)


class ClientSettings(TypedDict, total=False):
    """Settings of `Client` that apply without a server."""

    lang: str | None
    retries: int
    patience: float


def local(*, pages: bool = False, service: Settings | None = None, **settings: Unpack[ClientSettings]) -> Client:
    """Return a client of the engine in this process; *pages*, *service*: see `LocalTransport`, others: see `Client`."""
    return Client(send=LocalTransport(pages=pages, settings=service), **settings)


def fix_for(code: str, lang: str) -> str:
    """Return the advice of the page for a problem's code, in English for an unknown language; "" if there is none."""
    spoken = base_language(lang)
    return localize(TEXTS[code].advice, spoken if spoken in LANGUAGES else LANGUAGES[0]) if code in TEXTS else ""
