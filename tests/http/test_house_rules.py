"""An instance under many house rules: what caches keep under rules of earlier requests goes with the rules."""

from __future__ import annotations

import gc
import random
import weakref

from flask.testing import FlaskClient

from service.core import engine
from service.core.bindings import CompiledRules
from service.rules.variants import VARIANTS
from tests.helpers.client import post

REQUESTS = (
    ("/v1/analyze", {"hand": "34567899JJQQKA22D", "want": ["hints", "beliefs"]}),
    ("/v1/check", {"hand": "34567899JJQQKA22D", "cards": "34567"}),
    ("/v1/analyze", {"seat": "landlord_up", "hand": "33344455566677789", "history": ["A", ""], "want": ["unseen"]}),
)
"""Requests that fill the caches of plays, splits, hints and histories."""


def test_no_cache_keeps_rules_that_no_request_can_have(client: FlaskClient) -> None:
    rng, options = random.Random(1), VARIANTS["standard"].options
    made: weakref.WeakSet[CompiledRules] = weakref.WeakSet()
    for number in range(5 * engine.KEPT_RULES):
        chosen = {name: rng.choice(option.values) for name, option in options.items()}
        made.add(engine.rules_for("standard", tuple(chosen.items())))
        path, body = REQUESTS[number % len(REQUESTS)]
        post(client, path, {"variant": "standard", "options": chosen} | body)
    gc.collect()
    assert len(made) <= 3 * engine.KEPT_RULES  # in two caches, and removed but not yet forgotten


def test_answers_under_kept_rules_stay(client: FlaskClient) -> None:
    """Only answers under removed rules are forgotten."""
    engine.forget_removed()
    body = {"hand": "34567899JJQQKA22D", "want": ["hints"]}
    post(client, "/v1/analyze", body)
    before = engine.cache_info()["hints"]
    engine.forget_removed()
    post(client, "/v1/analyze", body)
    assert engine.cache_info()["hints"].hits == before.hits + 1
