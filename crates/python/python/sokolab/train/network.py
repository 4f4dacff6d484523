"""A small convolutional network with its gradients, in NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from .data import Sample

Array = npt.NDArray[np.float32]


def _columns(x: Array) -> Array:
    """The 3 by 3 neighbourhood of every place, as (n, height, width, 9 * channels)."""
    n, height, width, channels = x.shape
    padded = np.zeros((n, height + 2, width + 2, channels), dtype=np.float32)
    padded[:, 1:-1, 1:-1] = x
    shifts = [padded[:, y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.concatenate(shifts, axis=3)


def _uncolumns(columns: Array, channels: int) -> Array:
    """The adjoint of :func:`_columns`."""
    n, height, width, _ = columns.shape
    padded = np.zeros((n, height + 2, width + 2, channels), dtype=np.float32)
    for index in range(9):
        y, x = divmod(index, 3)
        part = columns[..., index * channels : (index + 1) * channels]
        padded[:, y : y + height, x : x + width] += part
    return padded[:, 1:-1, 1:-1]


@dataclass
class Network:
    """Convolutions of 3 by 3 with ReLU; from the last one, a policy and a value.

    The value comes from the mean over the floor, so the size of a board does not matter.
    """

    channels: int
    layers: int
    weights: dict[str, Array] = field(default_factory=dict)

    @classmethod
    def new(cls, channels: int, layers: int, seed: int) -> Network:
        """A network with random weights."""
        chance = np.random.default_rng(seed)
        weights: dict[str, Array] = {}

        def add(name: str, inputs: int, outputs: int, gain: float) -> None:
            scale = gain * np.sqrt(1 / inputs)
            weights[f"{name}.w"] = chance.normal(0, scale, (inputs, outputs)).astype(np.float32)
            weights[f"{name}.b"] = np.zeros(outputs, dtype=np.float32)

        for layer in range(layers):
            add(f"conv{layer}", 9 * (4 if layer == 0 else channels), channels, np.sqrt(2))
        add("policy", channels, 4, 0.1)
        add("hidden", channels, channels, np.sqrt(2))
        add("value", channels, 1, 0.1)
        return cls(channels, layers, weights)

    def run(self, planes: Array) -> tuple[Array, Array, Callable[[Array, Array], dict[str, Array]]]:
        """Policy logits (n, height, width, 4) and values (n) of planes (n, height, width, 4).

        The third result maps gradients of the logits and of the value's logits to gradients of the
        weights.
        """
        w = self.weights
        floor = 1 - planes[..., :1]
        count = floor.sum(axis=(1, 2))
        x, seen = planes, []
        for layer in range(self.layers):
            columns = _columns(x)
            y = columns @ w[f"conv{layer}.w"] + w[f"conv{layer}.b"]
            seen.append((columns, y > 0, x.shape[3]))
            x = np.maximum(y, 0)
        last = x
        policy = last @ w["policy.w"] + w["policy.b"]
        mean = (last * floor).sum(axis=(1, 2)) / count
        hidden = np.maximum(mean @ w["hidden.w"] + w["hidden.b"], 0)
        logit = (hidden @ w["value.w"] + w["value.b"])[:, 0]
        value = (1 / (1 + np.exp(-logit))).astype(np.float32)

        def gradients(by_policy: Array, by_logit: Array) -> dict[str, Array]:
            found: dict[str, Array] = {}

            def linear(name: str, inputs: Array, by_output: Array) -> Array:
                flat = inputs.reshape(-1, inputs.shape[-1])
                by = by_output.reshape(-1, by_output.shape[-1])
                found[f"{name}.w"], found[f"{name}.b"] = flat.T @ by, by.sum(axis=0)
                result: Array = by_output @ w[f"{name}.w"].T
                return result

            by_last = linear("policy", last, by_policy)
            by_hidden = linear("value", hidden, by_logit[:, None]) * (hidden > 0)
            by_mean = linear("hidden", mean, by_hidden)
            by_x = by_last + (by_mean / count)[:, None, None, :] * floor
            for layer in reversed(range(self.layers)):
                columns, is_on, channels = seen[layer]
                by_columns = linear(f"conv{layer}", columns, by_x * is_on)
                if layer > 0:
                    by_x = _uncolumns(by_columns, channels)
            return found

        return policy, value, gradients


def _turned(sample: Sample, symmetry: int) -> tuple[Array, tuple[int, int, int] | None]:
    """Planes and push after one of the eight symmetries of the square."""
    planes, push = sample.planes, sample.push
    if symmetry & 4:
        planes = planes[:, :, ::-1]
        if push is not None:
            # Left and right change places.
            push = ((2, 1, 0, 3)[push[0]], push[1], planes.shape[2] - 1 - push[2])
    for _ in range(symmetry & 3):
        width = planes.shape[2]
        planes = np.rot90(planes, axes=(1, 2))
        if push is not None:
            # A quarter turn against the clock: right becomes up, up left, left down.
            push = ((3, 0, 1, 2)[push[0]], width - 1 - push[2], push[1])
    return planes, push


def _batch(samples: Sequence[Sample], chance: np.random.Generator) -> tuple[Array, Array, Array]:
    """Planes, values and targets of the policy, each sample randomly turned."""
    turned = [_turned(it, int(chance.integers(8))) for it in samples]
    height = max(planes.shape[1] for planes, _ in turned)
    width = max(planes.shape[2] for planes, _ in turned)
    planes = np.zeros((len(samples), height, width, 4), dtype=np.float32)
    planes[..., 0] = 1
    target = np.zeros((len(samples), height, width, 4), dtype=np.float32)
    for index, (drawn, push) in enumerate(turned):
        planes[index, : drawn.shape[1], : drawn.shape[2]] = drawn.transpose(1, 2, 0)
        if push is not None:
            direction, y, x = push
            target[index, y, x, direction] = 1
    return planes, np.array([it.value for it in samples], dtype=np.float32), target


@dataclass(frozen=True)
class Losses:
    """Mean losses over samples."""

    policy: float
    value: float
    accuracy: float
    """The share of states whose best push has the highest logit among boxes."""


def _losses(network: Network, batch: tuple[Array, Array, Array]) -> tuple[Losses, dict[str, Array]]:
    planes, values, target = batch
    policy, value, gradients = network.run(planes)
    # Only boxes can be pushed.
    masked = np.where(planes[..., 2:3] > 0, policy, np.float32(-30))
    flat = masked.reshape(len(values), -1)
    shares = np.exp(flat - flat.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    wanted = target.reshape(len(values), -1)
    has_push = wanted.sum(axis=1)
    count = max(float(has_push.sum()), 1.0)
    loss = -(wanted * np.log(shares + 1e-9)).sum() / count
    hits = (shares.argmax(axis=1) == wanted.argmax(axis=1)) * has_push
    by_policy = (shares * has_push[:, None] - wanted) / count
    by_policy = by_policy.reshape(policy.shape) * (planes[..., 2:3] > 0)
    error = value - values
    # Cross entropy of the value, whose gradient by the logit is the error.
    by_logit = error * np.float32(2.0 / len(values))
    found = gradients(by_policy.astype(np.float32), by_logit)
    losses = Losses(float(loss), float((error**2).mean()), float(hits.sum() / count))
    return losses, found


def train(
    samples: Sequence[Sample],
    seed: int,
    *,
    channels: int = 16,
    layers: int = 5,
    epochs: int = 3,
    batch: int = 128,
    rate: float = 3e-3,
    report: Callable[[str], object] = print,
) -> Network:
    """Train a network by Adam with a learning rate that falls to 0; a twentieth is held out."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(samples))
    held, kept = order[: len(order) // 20], order[len(order) // 20 :]
    network = Network.new(channels, layers, seed)
    first = {name: np.zeros_like(it) for name, it in network.weights.items()}
    second = {name: np.zeros_like(it) for name, it in network.weights.items()}
    steps = max(epochs * len(kept) // batch, 1)
    for step in range(steps):
        chosen = chance.choice(kept, batch)
        losses, found = _losses(network, _batch([samples[it] for it in chosen], chance))
        speed = rate * (1 - step / steps)
        for name, gradient in found.items():
            first[name] = 0.9 * first[name] + 0.1 * gradient
            second[name] = 0.99 * second[name] + 0.01 * gradient**2
            one = first[name] / (1 - 0.9 ** (step + 1))
            two = second[name] / (1 - 0.99 ** (step + 1))
            network.weights[name] -= (speed * one / (np.sqrt(two) + 1e-8)).astype(np.float32)
        if step % 100 == 0 or step == steps - 1:
            report(f"step {step + 1} of {steps}: {losses}")
    if len(held):
        chosen = held[:1024]
        losses, _ = _losses(network, _batch([samples[it] for it in chosen], chance))
        report(f"held out, {len(chosen)} states: {losses}")
    return network
