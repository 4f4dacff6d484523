"""Steps per second of other Sokoban environments beside ours, in one run, on one core.

In an environment of its own: ``pip install sokolab gymnasium gym gym-sokoban envpool jumanji``.
What is not installed is passed over, and said so. Rates are by processor time of all threads, so
other work on the machine and threads of an environment do not falsify them.
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
    # Made directly, because newer versions of gym check that it is a newer environment.
    from gym_sokoban.envs.sokoban_env import SokobanEnv  # type: ignore[import-not-found]

    env = SokobanEnv()
    env.reset()
    chance = np.random.default_rng(1)

    def step() -> int:
        # Without resets, which generate levels and take seconds.
        for action in chance.integers(1, 5, size=50):
            env.step(int(action), observation_mode="tiny_rgb_array")
        return 50

    return step


def jumanji() -> Callable[[], int]:
    import jax  # type: ignore[import-not-found]
    from jumanji.environments import Sokoban  # type: ignore[import-not-found]
    from jumanji.environments.routing.sokoban import generator  # type: ignore[import-not-found]
    from jumanji.wrappers import AutoResetWrapper  # type: ignore[import-not-found]

    env = AutoResetWrapper(Sokoban(generator=generator.SimpleSolveGenerator()))
    state, _ = jax.jit(jax.vmap(env.reset))(jax.random.split(jax.random.PRNGKey(1), 1024))
    actions = jax.random.randint(jax.random.PRNGKey(2), (64, 1024), 0, 4)

    def one(state: object, batch: object) -> tuple[object, object]:
        state, timestep = jax.vmap(env.step)(state, batch)
        return state, (timestep.reward, timestep.observation.grid)

    @jax.jit  # type: ignore[untyped-decorator]
    def play(state: object) -> tuple[object, object]:
        return jax.lax.scan(one, state, actions)  # type: ignore[no-any-return]

    def step() -> int:
        nonlocal state
        state, seen = play(state)
        jax.block_until_ready(seen)
        return 64 * 1024

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
    cases = {
        "sokolab, planes": ours,
        "gym-sokoban": gym_sokoban,
        "envpool": envpool,
        "jumanji": jumanji,
    }
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
