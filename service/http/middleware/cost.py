"""Admission of requests: their cost in units is computed, checked and charged before any work."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from service.advice.rates import MOST_BATCH_UNITS, MOST_UNITS
from service.http.middleware.auth import allowance, charge
from service.review.cost import HEAVY_UNITS
from service.rules.errors import Bilingual, RuleError

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def is_heavy(units: int) -> bool:
    """Return whether a request of *units* needs a slot."""
    return units > HEAVY_UNITS


def require_affordable(units: int, environ: WSGIEnvironment) -> None:
    """Raise RuleError "cost_too_large" for a request above the maximum, or above the whole allowance of its caller."""
    most = min(MOST_UNITS, allowance(environ))
    if units > most:
        message = Bilingual(
            f"this request costs {units} units; the limit is {most}: "
            "lower top, limits.games or the level, or leave out parts of want; in a review, judge fewer seats",
            f"这个请求要花{units}个计算单位，上限是{most}；请减小 `top`、`limits.games` 或难度，"
            "或少要几项 `want`；复盘时请少选几家",
        )
        raise RuleError("cost_too_large", message)


def admit(units: int, environ: WSGIEnvironment) -> None:
    """Charge a request to its caller.

    Raises RuleError "cost_too_large" above the maximum, TooManyRequests above the caller's remaining units.
    """
    require_affordable(units, environ)
    charge(environ, units)


def admit_batch(units: Sequence[int], environ: WSGIEnvironment) -> None:
    """Charge all requests of a batch.

    Raises RuleError "batch_too_large" above the maximum of a batch, TooManyRequests above the caller's remaining units.
    """
    total, most = sum(units), min(MOST_BATCH_UNITS, allowance(environ))
    if total > most:
        message = Bilingual(
            f"these {len(units)} items cost {total} units together; the limit of a batch is {most}: "
            "send several batches",
            f"这一批{len(units)}个请求共要{total}个计算单位，一批上限是{most}；请分成几批发送",
        )
        raise RuleError("batch_too_large", message, "/items")
    charge(environ, total)
