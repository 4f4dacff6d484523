"""Steps per second of other Sokoban environments beside ours, in one run, on one core.

``pip install gym-sokoban==0.0.6 gym==0.21`` and ``pip install envpool`` first: what is not installed
is passed over, and said so.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import sokolab
from sokolab.vector import SokobanVectorEnv

SECONDS = 3.0


def rate(step: Callable[[], int]) -> float:
    """Steps a second of processor time."""
    step()
    steps, begin = 0, time.process_time()
    while time.process_time() - begin < SECONDS:
        steps += step()
    return steps / (time.process_time() - begin)


def ours() -> Callable[[], int]:
    made = sokolab.generate("reverse", profile="boxoban", count=1024, seed=1)
    envs = SokobanVectorEnv(1024, [it.level for it in made], max_steps=120)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(4, size=(64, 1024))

    def step() -> int:
        for batch in actions:
            envs.step(batch)
        return int(actions.size)

    return step


def gym_sokoban() -> Callable[[], int]:
    import gym  # type: ignore[import-not-found]
    import gym_sokoban  # type: ignore[import-not-found]  # noqa: F401

    env = gym.make("Sokoban-v0")
    env.reset()
    chance = np.random.default_rng(1)

    def step() -> int:
        for action in chance.integers(1, 5, size=50):
            if env.step(int(action))[2]:
                env.reset()
        return 50

    return step


def envpool() -> Callable[[], int]:
    import envpool as pool  # type: ignore[import-not-found]

    envs = pool.make("Sokoban-v0", env_type="gymnasium", num_envs=1024, num_threads=1)
    envs.reset()
    actions = np.random.default_rng(1).integers(4, size=(16, 1024)).astype(np.int32)

    def step() -> int:
        for batch in actions:
            envs.step(batch)
        return int(actions.size)

    return step


def main() -> None:
    cases = {"sokolab, planes": ours, "gym-sokoban": gym_sokoban, "envpool": envpool}
    base = None
    for name, make in cases.items():
        try:
            found = rate(make())
        except Exception as error:  # noqa: BLE001
            print(f"{name:20} not measured: {type(error).__name__}: {error}")
            continue
        base = base or found
        print(f"{name:20} {found:14,.0f} steps a second, ours is {base / found:,.1f} times as fast")


if __name__ == "__main__":
    main()
