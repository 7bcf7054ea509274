"""Rate limits: the units that a caller has spent in the present window, in this worker or, by Redis, everywhere.

Imported only where a limit is set. The window of a caller begins with its first question and all is given back at its
end, so that what the headers promise (draft-ietf-httpapi-ratelimit-headers) is exact.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from importlib import import_module
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import MemoryStorage, RedisStorage, Storage

from service.http.middleware.keys import Key
from service.settings import Rate, SettingsError

PREFIX = "paili-window"
"""Of keys in Redis: another way of counting under the same keys would fail on what it finds there."""

PATIENCE = 0.25
"""Seconds that a question waits for Redis at most."""

UNREADABLE = "PAILI_REDIS: Redis' client can make nothing of the address"

REST = 1.0
"""Seconds without another try after Redis failed: questions must not queue up behind a dead one."""


WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([^:]+):\d+")
"""How some proxies write where a caller is: with the port of its connection, another one each time."""

NOWHERE = "nowhere"
"""What stands for all that is no address."""


class Spent(NamedTuple):
    """What is left of a caller's units."""

    rate: Rate
    left: int
    """Below zero: more was spent than the rate allows."""
    seconds: int
    """Until all are given back."""

    def headers(self) -> list[tuple[str, str]]:
        """Return what every answer says of it."""
        return [
            ("RateLimit-Policy", f'"default";q={self.rate.most};w={self.rate.seconds}'),
            ("RateLimit", f'"default";r={max(self.left, 0)};t={self.seconds}'),
        ]


def bucket_of(address: str) -> str:
    """Return what stands for an address: itself without a port, for IPv6 its network of 64 bits, one subscriber's.

    Whatever is no address is one caller: by making such up nobody becomes many.
    """
    bare = WITH_PORT.fullmatch(address)
    try:
        parsed = ip_address((bare[1] or bare[2] if bare else address).partition("%")[0])
    except ValueError:
        return NOWHERE
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)


def storage_at(redis: str) -> Storage:
    """Return where questions are counted.

    Raises SettingsError if Redis is asked for and its client is not installed, or makes nothing of the address.
    """
    if not redis:
        return MemoryStorage(wrap_exceptions=True)
    try:
        retry, backoff, errors = (import_module(f"redis.{name}") for name in ("retry", "backoff", "exceptions"))
    except ImportError as error:
        raise SettingsError("PAILI_REDIS needs Redis' client: pip install -r requirements/redis.txt") from error
    # Only what Redis has closed is tried again, once; its client's own default waits seconds.
    again = retry.Retry(backoff.NoBackoff(), 1, (errors.ConnectionError,))
    try:
        made = RedisStorage(
            redis if redis.startswith("redis") else f"redis+{redis}",
            wrap_exceptions=True, key_prefix=PREFIX, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE,
            retry=again,
        )  # fmt: skip
        made.storage.connection_pool.make_connection()  # which looks at the options behind the address
    except (ValueError, TypeError):
        raise SettingsError(UNREADABLE) from None  # what was raised repeats parts of the address
    return made


class Limiter:
    """Counts what callers ask; *on_fault* is called for each question that cannot be counted, and then passes."""

    def __init__(self, rate: Rate, redis: str, on_fault: Callable[[str], None]) -> None:
        """Choose where to count; whether it can be reached shows with the first question."""
        self.rate, self.storage, self.on_fault, self.rests_until = rate, storage_at(redis), on_fault, 0.0

    def rate_of(self, key: Key | None) -> Rate:
        """Return the rate of a key, or of an address without one."""
        return (key and key.rate) or self.rate

    def of_key(self, key: Key, cost: int = 1) -> Spent | None:
        """Count *cost* units of a key's owner; None where they cannot be counted."""
        return self.spend(f"key {key.name}", self.rate_of(key), cost)

    def of_address(self, address: str, cost: int = 1) -> Spent | None:
        """Count *cost* units from an address; None where they cannot be counted."""
        return self.spend(f"address {bucket_of(address)}", self.rate, cost)

    def spend(self, caller: str, rate: Rate, cost: int) -> Spent | None:
        """Count *cost* units of a caller."""
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
