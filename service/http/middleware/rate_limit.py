"""Rate limits: milliseconds of CPU spent by a caller in windows of time, in this worker or, with Redis, everywhere.

Imported only if a limit is set. A request is admitted if anything is left in the current window, and charged after its
work, so that it may overdraw. No strategy of the library `limits` holds a debt: they refuse what does not fit. So its
counters are used directly: what exceeds a window is added to the next windows, which are full until the debt is paid.
Each increment carries its own excess, so no lock is needed between workers.

The memory storage of `limits` starts a thread for each increment that walks through all callers, and its counters end
by the clock of the day; `Counters` has the same two methods without both.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from importlib import import_module
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import NamedTuple, Protocol
from zlib import crc32

from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage

from service.http.middleware.keys import Key
from service.settings import Rate, SettingsError

PREFIX = "paili-debt"
"""Prefix of keys in Redis; a different counting method needs another prefix."""

PATIENCE = 0.25
"""Maximum seconds that a request waits for Redis."""

UNREADABLE = "PAILI_REDIS: Redis' client can make nothing of the address"

PURGE = 60.0
"""Seconds between two removals of the counters that ended."""

REST = 1.0
"""Seconds without another attempt after Redis failed, so that requests do not queue up."""

MOST_WINDOWS = 60
"""Maximum windows that a debt fills; the rest of it is dropped."""

WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([^:]+):\d+")
"""Address with a port, as some proxies write it: the port differs for each connection."""

NOWHERE = "nowhere"
"""Bucket of all values that are not addresses."""


class Balance(NamedTuple):
    """Remaining units of a caller."""

    rate: Rate
    left: int
    """Units left; 0 or less: the next request is refused."""
    seconds: int
    """Seconds until the window ends; without units, until there are some again."""

    def headers(self) -> list[tuple[str, str]]:
        """Return the headers of an answer (draft-ietf-httpapi-ratelimit-headers)."""
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


class Storage(Protocol):
    """The part of a storage of `limits` that is used here."""

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a counter that ends after *expiry* seconds; return it."""

    def get(self, key: str) -> int:
        """Return a counter, 0 if there is none."""


class Counters:
    """Storage in the memory of this process, by a clock that is never set."""

    def __init__(self) -> None:
        self.counts: dict[str, tuple[int, float]] = {}
        self.purged, self.lock = 0.0, Lock()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a counter that ends after *expiry* seconds; return it."""
        now = time.monotonic()
        with self.lock:
            if now >= self.purged + PURGE:
                self.counts = {key: count for key, count in self.counts.items() if count[1] > now}
                self.purged = now
            count, end = self.counts.get(key, (0, now + expiry))
            self.counts[key] = count + amount, end
        return count + amount

    def get(self, key: str) -> int:
        """Return a counter, 0 if there is none."""
        return self.counts.get(key, (0, 0.0))[0]


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
        self.storage: Storage = storage_at(redis) if redis else Counters()
        self.is_shared = bool(redis)

    def caller_of(self, key: Key | None, address: str) -> str:
        """Return who is charged: the owner of a key, or an address without one."""
        return f"key {key.name}" if key else f"address {bucket_of(address)}"

    def balance(self, caller: str, rate: Rate | None, units: int = 0) -> Balance | None:
        """Charge units to a caller with a *rate* of its own or the default, with 0 none.

        Return the balance, None if it cannot be counted.
        """
        if time.monotonic() < self.rests_until:
            self.on_fault("")
            return None
        try:
            return self.count(caller, rate or self.rate, units)
        except StorageError as error:
            self.rests_until = time.monotonic() + REST
            self.on_fault(repr(error.storage_error))
            return None

    def count(self, caller: str, rate: Rate, units: int) -> Balance:
        """Add *units* to the current window of a caller, and what exceeds it to the next ones.

        Windows have numbers by the clock that all workers share, each caller's from a time of its own: otherwise all
        would come back in the same second.
        """
        item = RateLimitItemPerSecond(rate.most, rate.seconds)
        now = (time.time() if self.is_shared else time.monotonic()) + crc32(caller.encode()) % rate.seconds
        first = window = int(now // rate.seconds)
        while True:
            key = item.key_for(caller, str(window))
            ends = math.ceil((window + 1) * rate.seconds - now)
            count = self.storage.incr(key, max(1, ends), units) if units else self.storage.get(key)
            if count < rate.most or window == first + MOST_WINDOWS:
                break
            units = min(units, count - rate.most)
            window += 1
        if window == first:
            return Balance(rate, rate.most - count, max(1, ends))
        return Balance(rate, 0, max(1, math.ceil(window * rate.seconds - now)))
