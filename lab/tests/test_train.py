"""The example that trains."""

from __future__ import annotations

import pytest


def test_masked_ppo_learns_from_legal_actions() -> None:
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    from lab.train_ppo import share_won, train

    model = train(0, n_steps=8, batch_size=64, n_epochs=1)
    (first, *_) = model.policy.pi_features_extractor.parameters()
    before = first.clone()
    model.learn(256)  # 8 steps at each of 32 tables; an illegal one raises IndexError
    assert not before.equal(first)
    assert 0 < share_won(model, 50) < 1
