"""Check of the configuration before the start: `python -m service.http.config_check` reports all faults.

It imports the engine only after the settings: the core may be what is broken.
"""

from __future__ import annotations

import socket
import sys
from contextlib import closing
from functools import cache
from importlib.util import find_spec

from gunicorn.util import is_ipv6, parse_address

from service.http.middleware.keys import read_keys
from service.settings import TRACES, Settings, SettingsError, are_traces_wanted, read_settings

NO_HOST = (
    "HOST: {host!r} is no name or address of this machine ({why}); write HOST=0.0.0.0, or leave it out for 127.0.0.1"
)
NO_CLIENT = "PAILI_REDIS: Redis' client is not installed; pip install --require-hashes -r requirements/redis.txt"
NO_TRACES = f"{TRACES[1]}: OpenTelemetry is not installed; pip install --require-hashes -r requirements/otel.txt"
UNREACHED = "PAILI_REDIS: Redis does not answer; until it does, requests are not limited"
BROKEN = "the core answers a known position wrongly; build it again (make build)"


def can_trace() -> bool:
    return bool(find_spec("opentelemetry")) and all(find_spec(f"opentelemetry.{name}") for name in ("sdk", "exporter"))


def listen_error(host: str) -> str:
    """Return why *host* cannot be listened on, as gunicorn parses it; empty if it can, given a free port."""
    try:
        address = parse_address(f"{host}:0")
        if not isinstance(address, tuple):  # a path, or the number of a file
            return "not a host"
        family = socket.AF_INET6 if is_ipv6(address[0]) else socket.AF_INET
        with closing(socket.socket(family)) as tried:
            tried.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    except TypeError as error:  # too long for a host name
        return str(error)
    except RuntimeError:
        return "write IPv6 addresses in brackets"
    return ""


def checked() -> Settings:
    """Return the settings of the environment.

    Raises SettingsError with a line for each fault that would prevent a worker from starting.
    """
    settings = read_settings()
    if why := listen_error(settings.host):
        raise SettingsError(NO_HOST.format(host=settings.host, why=why))
    if settings.keys_file:
        read_keys(settings.keys_file)
    if settings.redis and not find_spec("redis"):
        raise SettingsError(NO_CLIENT)
    if settings.redis:
        from service.http.middleware.rate_limit import storage_at

        storage_at(settings.redis)
    if are_traces_wanted() and not can_trace():
        raise SettingsError(NO_TRACES)
    return settings


@cache
def settings_of_server() -> Settings:
    """Return the settings with which this server started; a reload cannot change them, nor end it by a broken key file.

    Raises SettingsError like `checked`.
    """
    return checked()


def configuration_faults() -> list[str]:
    """Return a message for each fault of the environment, of Redis or of the core."""
    try:
        settings = checked()
    except SettingsError as error:
        return str(error).splitlines()
    from service.http.api import routes

    messages = []
    if settings.redis:
        from service.http.middleware.rate_limit import storage_at

        messages += [] if storage_at(settings.redis).check() else [UNREACHED]
    try:
        routes.self_test()
    except RuntimeError:
        messages.append(BROKEN)
    return messages


def main() -> int:
    """Print every fault; return 0 without faults."""
    messages = configuration_faults()
    print("\n".join(messages) if messages else "ready to start", file=sys.stderr if messages else sys.stdout)
    return 1 if messages else 0


if __name__ == "__main__":
    raise SystemExit(main())
