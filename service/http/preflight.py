"""What can be known before the service starts: `python -m service.http.preflight` says whether it can, and if not, why.

Modules that read the environment when they are imported are imported only once it is known to be right.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from service.http.keys import read_keys
from service.settings import Settings, SettingsError, read

NO_CLIENT = "PAILI_REDIS: Redis' client is not installed; pip install --require-hashes -r requirements-redis.txt"
UNREACHED = "PAILI_REDIS: nobody answers there; questions would pass uncounted until somebody does"
BROKEN = "the core answers a known position wrongly; build it again (make build)"


def checked() -> Settings:
    """Return what the environment says.

    Raises SettingsError with a line for each fault that would keep a worker from starting.
    """
    settings = read()
    if settings.keys_file:
        read_keys(settings.keys_file)
    if settings.redis and not find_spec("redis"):
        raise SettingsError(NO_CLIENT)
    return settings


def faults() -> list[str]:
    """Return a sentence for each thing that is wrong with the environment, with Redis or with the core."""
    try:
        settings = checked()
    except SettingsError as error:
        return str(error).splitlines()
    from service.http import api

    found = []
    if settings.redis:
        from service.http.rates import storage_at

        found += [] if storage_at(settings.redis).check() else [UNREACHED]
    try:
        api.self_test()
    except RuntimeError:
        found.append(BROKEN)
    return found


def main() -> int:
    """Print every fault; 0 where there is none."""
    found = faults()
    print("\n".join(found) if found else "ready to start", file=sys.stderr if found else sys.stdout)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
