"""Training a judge: gradients, the exported file, and tree search with it (`cargo xtask train`)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx.reference
import pytest

import sokolab
from sokolab.train import Network, label_levels, train, write_onnx
from sokolab.train.board import State
from sokolab.train.network import _batch, _losses, _turned

LEVEL = """
#######
#@ $ .#
#  $ .#
#     #
#######"""


def samples(count: int = 3) -> list[sokolab.train.Sample]:
    made = sokolab.generate("reverse", width=8, height=8, boxes=2, count=count, seed=3)
    return list(label_levels((it.level for it in made), 3))


def test_labels_are_exact() -> None:
    found = list(label_levels([sokolab.Level(LEVEL)], 1))
    best = sokolab.solve(sokolab.Level(LEVEL), objective="pushes").pushes
    assert best is not None
    assert max(it.value for it in found) <= 1
    lefts = sorted(round(-40 * np.log(it.value)) for it in found if it.value > 0)
    assert lefts[0] >= 1 and best in lefts
    for it in found:
        if it.push is not None:
            direction, y, x = it.push
            assert it.planes[2, y, x] == 1 and 0 <= direction < 4


def test_rows_are_read_and_written_alike() -> None:
    state = State.read(LEVEL.strip().splitlines())
    assert State.read(state.rows()) == state
    assert len(state.pushes()) == 2 * 3


def test_turning_keeps_the_push_on_its_box() -> None:
    for sample in samples():
        if sample.push is None:
            continue
        for symmetry in range(8):
            planes, push = _turned(sample, symmetry)
            assert push is not None
            direction, y, x = push
            dy, dx = ((0, -1), (-1, 0), (0, 1), (1, 0))[direction]
            assert planes[2, y, x] == 1
            assert planes[3, y - dy, x - dx] == 1, "the keeper can stand behind the box"
            assert planes[0, y + dy, x + dx] == 0, "no wall is in the way"


def test_gradients_are_those_of_the_losses() -> None:
    network = Network.new(4, 2, 1)
    precise: Any = {name: it.astype(np.float64) for name, it in network.weights.items()}
    network.weights = precise
    batch = _batch(samples(), np.random.default_rng(1))

    def total() -> float:
        policy, value, _ = network.run(batch[0])
        masked = np.where(batch[0][..., 2:3] > 0, policy, -30)
        flat = masked.reshape(len(value), -1)
        logs = flat - np.log(np.exp(flat).sum(axis=1, keepdims=True))
        wanted = batch[2].reshape(len(value), -1)
        v = value.astype(np.float64)
        entropy = -(batch[1] * np.log(v) + (1 - batch[1]) * np.log(1 - v)).mean()
        return float(-(wanted * logs).sum() / wanted.sum() + 2 * entropy)

    _, found = _losses(network, batch)
    for name in ("conv0.w", "conv1.w", "policy.w", "hidden.w", "value.b"):
        place = (0,) * network.weights[name].ndim
        step = 1e-4
        network.weights[name][place] += step
        above = total()
        network.weights[name][place] -= 2 * step
        below = total()
        network.weights[name][place] += step
        assert (above - below) / (2 * step) == pytest.approx(found[name][place], abs=2e-3), name


def test_the_file_says_what_the_network_says(tmp_path: Path) -> None:
    network = Network.new(6, 3, 2)
    write_onnx(network, tmp_path / "judge.onnx", "a test")
    evaluator = onnx.reference.ReferenceEvaluator(str(tmp_path / "judge.onnx"))
    for sample in samples()[:4]:
        outputs: Any = evaluator.run(None, {"board": sample.planes[None]})
        policy, value = outputs
        own, own_value, _ = network.run(sample.planes.transpose(1, 2, 0)[None])
        np.testing.assert_allclose(policy[0].transpose(1, 2, 0), own[0], atol=1e-4)
        np.testing.assert_allclose(value.ravel(), own_value, atol=1e-5)


def test_training_lowers_the_loss_and_repeats() -> None:
    found = samples(12)
    batch = _batch(found, np.random.default_rng(5))
    first, _ = _losses(Network.new(8, 3, 1), batch)
    trained = train(found, 1, channels=8, layers=3, epochs=40, batch=32, report=lambda _: None)
    last, _ = _losses(trained, batch)
    assert last.policy < first.policy and last.value < first.value
    again = train(found, 1, channels=8, layers=3, epochs=40, batch=32, report=lambda _: None)
    assert all((again.weights[name] == it).all() for name, it in trained.weights.items())


@pytest.mark.skipif("SOKO" not in os.environ, reason="SOKO names the program, built with onnx")
def test_tree_search_reads_what_was_trained(tmp_path: Path) -> None:
    out = tmp_path / "judge.onnx"
    train_it = [sys.executable, "-m", "sokolab.train", "--levels", "30", "--channels", "6"]
    subprocess.run([*train_it, "--layers", "3", "--epochs", "1", "--out", out], check=True)
    (tmp_path / "level.sok").write_text(LEVEL)
    solve = [os.environ["SOKO"], "solve", "level.sok", "--method", "tree-search"]
    solve += ["--judge", str(out)]
    done = subprocess.run([*solve, "--format", "jsonl"], cwd=tmp_path, check=True, capture_output=True)
    assert json.loads(done.stdout)["status"] == "solved"
