"""The network of the example that trains."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="the dependency group dev")


def test_the_network_learns_what_no_linear_one_can() -> None:
    from dev.train import SmallNetwork

    x = np.array([[0, 0, 1], [0, 1, 0], [0, 0, 0], [0, 1, 1]], np.float32)  # the last two differ: 1, 1, 0, 0
    targets = np.array([1, 1, 0, 0], np.float32)
    network = SmallNetwork(3, (16, 8), seed=2)
    for _ in range(600):
        network.learn(x, targets, 0.01)
    assert np.abs(network.rate(x) - targets).max() < 0.1


def test_masked_ppo_learns_from_legal_actions() -> None:
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    from dev.train_ppo import share_won, train

    model = train(0, n_steps=8, batch_size=64, n_epochs=1)
    (first, *_) = model.policy.pi_features_extractor.parameters()
    before = first.clone()
    model.learn(256)  # 8 steps at each of 32 tables; an illegal one raises IndexError
    assert not before.equal(first)
    assert 0 < share_won(model, 50) < 1
