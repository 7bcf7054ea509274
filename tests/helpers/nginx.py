"""Several real instances of the service behind a real nginx, with the configuration that operators copy."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPMessage
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests import ROOT
from tests.helpers.ports import free_port
from tests.helpers.waiting import wait_until

CONFIGURATION = ROOT / "deploy" / "nginx.conf"

MAIN = """
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 2048; }}
http {{
    sendfile on;
    tcp_nopush on;
    types_hash_max_size 2048;
    default_type application/octet-stream;
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
    ssl_prefer_server_ciphers on;
    access_log {folder}/others.log;
    gzip on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/paili.conf;
}}
"""
"""The configuration around it, as in Debian, with all paths in one folder."""


class HttpAnswer(NamedTuple):
    """Status, headers and body of an answer."""

    status: int
    headers: HTTPMessage
    body: bytes


def ask(
    port: int, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None, source: str = "127.0.0.1"
) -> HttpAnswer:
    """Return the answer to a request on a new connection."""
    connection = HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    try:
        sent = {"Content-Type": "application/json"} if body else {}
        connection.request("POST" if body else "GET", path, body, sent | dict(headers or {}))
        answer = connection.getresponse()
        return HttpAnswer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def wait_for(port: int, path: str) -> None:
    """Wait until a server answers at that port."""
    wait_until(lambda: ask(port, path).status == 200)


class Instance:
    """One instance of the service in its own process group, like on a separate machine."""

    def __init__(
        self, variables: Mapping[str, str], application: str = "app:create_app()", wrapper: tuple[str, ...] = ()
    ) -> None:
        """Choose its port and start it."""
        self.port, self.variables, self.application = free_port(), variables, application
        self.wrapper = wrapper
        """Command prefix of the next start."""
        self.start()

    def start(self) -> None:
        environment = os.environ | {"PORT": str(self.port), "WORKERS": "1", "PAILI_PROXIES": "1"} | self.variables
        environment.pop("LD_PRELOAD", None)
        gunicorn = str(Path(sys.executable).with_name("gunicorn"))
        command = [*self.wrapper, gunicorn, "-c", "gunicorn.conf.py", self.application]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def send(self, number: signal.Signals) -> None:
        os.killpg(self.process.pid, number)

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Stop it, by SIGTERM to its main process as orchestrators do, or by a signal to all its processes."""
        if number == signal.SIGTERM and self.process.poll() is None:
            self.process.send_signal(number)
        elif number != signal.SIGTERM:
            with suppress(ProcessLookupError):  # after an upgrade other processes of the group remain
                self.send(number)
        self.process.wait(timeout=40)
        for place in ("/dev/shm", "/tmp"):
            for left in Path(place).glob(f"paili-metrics-{self.process.pid}-*"):  # a killed one leaves its counters
                shutil.rmtree(left, ignore_errors=True)


def start_nginx(folder: Path, text: str) -> subprocess.Popen[bytes]:
    """Start nginx with a configuration of the service, and everything in a folder."""
    (folder / "paili.conf").write_text(text)
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder))
    user = "user root; " if os.geteuid() == 0 else ""  # otherwise it could not write into a folder of root
    command = ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with (folder / "stderr.log").open("wb") as log:
        return subprocess.Popen([*command, "-g", f"{user}daemon off;"], stderr=log)


LIMITS = {
    line: line
    for line in ("rate=200r/s;", "rate=20r/s;", "rate=10r/s;", "limit_conn paili_connections 100;", "burst=400 ",
                 "proxy_read_timeout 30s;")
}  # fmt: skip
"""Changes that leave the limits as they are shipped."""


class Balanced:
    """nginx in front of some instances."""

    def __init__(
        self,
        folder: Path,
        instances: int,
        more: Mapping[str, str] = MappingProxyType({}),
        application: str = "app:create_app()",
        wrapper: tuple[str, ...] = (),
        **variables: str,
    ) -> None:
        """Start all; *variables* are the instances' environment, *more* are further changes of the configuration."""
        self.instances = [Instance(variables, application, wrapper) for _ in range(instances)]
        self.port, self.folder = free_port(), folder
        light, heavy = (
            "".join(f"server 127.0.0.1:{instance.port} {count};" for instance in self.instances)
            for count in ("max_fails=1 fail_timeout=2s", "max_fails=0")
        )
        changes = {
            "listen 8080; #plain": f"listen 127.0.0.1:{self.port};",
            "server 127.0.0.1:8001 max_fails=1 fail_timeout=2s;": light,
            "server 127.0.0.1:8002 max_fails=1 fail_timeout=2s;": "",
            "server 127.0.0.1:8001 max_fails=0;": heavy,
            "server 127.0.0.1:8002 max_fails=0;": "",
            "proxy_cache_path /var/cache/paili ": f"proxy_cache_path {folder}/cache ",
            "access_log /var/log/nginx/access.log ": f"access_log {folder}/access.log ",
            "error_log /var/log/nginx/error.log ": f"error_log {folder}/error.log ",
            "proxy_read_timeout 30s;": "proxy_read_timeout 3s;",
            "rate=200r/s;": "rate=100000r/s;",  # all callers of the tests have the same address
            "rate=20r/s;": "rate=100000r/s;",
            "rate=10r/s;": "rate=100000r/s;",
            "limit_conn paili_connections 100;": "limit_conn paili_connections 2000;",
            "burst=400 ": "burst=4000 ",
        }
        text = CONFIGURATION.read_text()
        for old, new in (changes | dict(more)).items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        self.error_log = folder / "error.log"
        self.nginx = start_nginx(folder, text)
        try:
            for instance in self.instances:
                wait_for(instance.port, "/readyz")
            wait_for(self.port, "/healthz")
        except BaseException:
            self.stop()
            raise

    def ask(self, path: str, body: bytes | None = None, **more: str) -> HttpAnswer:
        """Return the answer to a request with the headers *more* (`Accept_Language="zh"`)."""
        return ask(self.port, path, body, {name.replace("_", "-"): value for name, value in more.items()})

    def __enter__(self) -> Balanced:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self.nginx.terminate()
        self.nginx.wait(timeout=20)
        for instance in self.instances:
            instance.end(signal.SIGKILL)
