"""Rate limits: units spent by a caller in the current window, in this worker or, with Redis, everywhere.

Imported only if a limit is set. A caller's window begins with its first request and is reset at its end, so that the
headers (draft-ietf-httpapi-ratelimit-headers) are exact.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from importlib import import_module
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import NamedTuple

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage

from service.http.middleware.keys import Key
from service.settings import Rate, SettingsError

PREFIX = "paili-window"
"""Prefix of keys in Redis; a different counting method needs another prefix."""

PATIENCE = 0.25
"""Maximum seconds that a request waits for Redis."""

UNREADABLE = "PAILI_REDIS: Redis' client can make nothing of the address"

PURGE = 60.0
"""Seconds between two removals of the windows that ended."""

REST = 1.0
"""Seconds without another attempt after Redis failed, so that requests do not queue up."""


WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([^:]+):\d+")
"""Address with a port, as some proxies write it: the port differs for each connection."""

NOWHERE = "nowhere"
"""Bucket of all values that are not addresses."""


class Spent(NamedTuple):
    """Remaining units of a caller."""

    rate: Rate
    left: int
    """Units left; below zero if more than the rate was spent."""
    seconds: int
    """Seconds until the window ends."""

    def headers(self) -> list[tuple[str, str]]:
        """Return the headers of an answer."""
        return [
            ("RateLimit-Policy", f'"default";q={self.rate.most};w={self.rate.seconds}'),
            ("RateLimit", f'"default";r={max(self.left, 0)};t={self.seconds}'),
        ]


def bucket_of(address: str) -> str:
    """Return the bucket of an address: without its port, and for IPv6 the /64 network of one subscriber.

    All values that are not addresses share a bucket, so inventing them gains nothing.
    """
    bare = WITH_PORT.fullmatch(address)
    try:
        parsed = ip_address((bare[1] or bare[2] if bare else address).partition("%")[0])
    except ValueError:
        return NOWHERE
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


class Window:
    """Units spent by callers in windows of this process, by a clock that is never set."""

    def __init__(self) -> None:
        self.windows: dict[str, tuple[int, float]] = {}
        self.purged, self.lock = 0.0, Lock()

    def spend(self, name: str, seconds: int, cost: int) -> tuple[int, float]:
        """Return the units of a caller's window with *cost* added, and the seconds until it ends."""
        now = time.monotonic()
        with self.lock:
            if now >= self.purged + PURGE:
                self.windows = {name: window for name, window in self.windows.items() if window[1] > now}
                self.purged = now
            count, end = self.windows.get(name, (0, 0.0))
            count, end = (count + cost, end) if end > now else (cost, now + seconds)
            self.windows[name] = count, end
        return count, end - now


def storage_at(redis: str) -> RedisStorage:
    """Return the storage of counters in Redis.

    Raises SettingsError if the Redis client is not installed or rejects the address.
    """
    try:
        retry, backoff, errors = (import_module(f"redis.{name}") for name in ("retry", "backoff", "exceptions"))
    except ImportError as error:
        raise SettingsError("PAILI_REDIS needs Redis' client: pip install -r requirements/redis.txt") from error
    # Retry once, and only if Redis has closed the connection; the client's default waits for seconds.
    again = retry.Retry(backoff.NoBackoff(), 1, (errors.ConnectionError,))
    try:
        made = RedisStorage(
            redis if redis.startswith("redis") else f"redis+{redis}",
            wrap_exceptions=True, key_prefix=PREFIX, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE,
            retry=again,
        )  # fmt: skip
        made.storage.connection_pool.make_connection()  # the client parses the options in the address
    except (ValueError, TypeError):
        raise SettingsError(UNREADABLE) from None  # the error repeats parts of the address
    return made


class Limiter:
    """Counts the units of callers; a request that cannot be counted is reported to *on_fault* and admitted."""

    def __init__(self, rate: Rate, redis: str, on_fault: Callable[[str], None]) -> None:
        """Choose the storage; whether it is reachable is known after the first request."""
        self.rate, self.on_fault, self.rests_until = rate, on_fault, 0.0
        self.storage, self.own = storage_at(redis) if redis else None, Window()

    def rate_of(self, key: Key | None) -> Rate:
        """Return the rate of a key, or of an address without one."""
        return (key and key.rate) or self.rate

    def of_key(self, key: Key, cost: int = 1) -> Spent | None:
        """Charge *cost* units to the owner of a key; None if they cannot be counted."""
        return self.spend(f"key {key.name}", self.rate_of(key), cost)

    def of_address(self, address: str, cost: int = 1) -> Spent | None:
        """Charge *cost* units to an address; None if they cannot be counted."""
        return self.spend(f"address {bucket_of(address)}", self.rate, cost)

    def spend(self, caller: str, rate: Rate, cost: int) -> Spent | None:
        """Charge *cost* units to a caller. In Redis a window ends by the clock of Redis, which counts the rest."""
        if self.storage is None:
            count, rest = self.own.spend(f"{rate.most} {rate.seconds} {caller}", rate.seconds, cost)
            return Spent(rate, rate.most - count, math.ceil(rest))
        if time.monotonic() < self.rests_until:
            self.on_fault("")
            return None
        item = RateLimitItemPerSecond(rate.most, rate.seconds)
        name = item.key_for(caller)
        try:
            count = self.storage.incr(name, item.get_expiry(), cost)
            left = math.ceil(self.storage.get_expiry(name) - time.time())
        except StorageError as error:
            self.rests_until = time.monotonic() + REST
            self.on_fault(repr(error.storage_error))
            return None
        return Spent(rate, rate.most - count, min(max(left, 1), rate.seconds))
