"""Steps per second of the vector environment, on one core, with 1,024 levels of 10 by 10."""

import argparse
import time

import numpy as np

import sokolab
from sokolab.vector import SokobanVectorEnv


def measure(name: str, count: int, seconds: float, **settings: object) -> None:
    envs = SokobanVectorEnv(count, **settings)  # type: ignore[arg-type]
    envs.reset(seed=1)
    chance = np.random.default_rng(1)
    actions = chance.integers(envs.single_action_space.n, size=(64, count))  # type: ignore[attr-defined]
    for batch in actions:
        envs.step(batch)
    steps, begin, used = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < seconds:
        for batch in actions:
            envs.step(batch)
        steps += actions.size
    wall = steps / (time.perf_counter() - begin) / 1e6
    cpu = steps / (time.process_time() - used) / 1e6
    print(f"{name:40} {wall:8.2f} {cpu:8.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    print(f"{'million steps':40} {'a second':>8} {'a second of processor time':>8}")
    made = sokolab.generate("reverse", profile="boxoban", count=options.games, seed=1, threads=2)
    levels = [it.level for it in made]
    cases: dict[str, dict[str, object]] = {
        "planes": {},
        "planes, without action masks": {"labels": ()},
        "planes, not copied": {"copy": False},
        "planes, not copied, without masks": {"labels": (), "copy": False},
        "symbols": {"observation": "symbols"},
        "colours, 8 pixels": {"observation": "rgb"},
        "pushes": {"actions": "pushes"},
        "labels of deadlocks and distances": {"labels": ("deadlock", "distance")},
    }
    for name, settings in cases.items():
        settings |= {"levels": levels, "max_steps": 120}
        measure(name, options.games, options.seconds, **settings)


if __name__ == "__main__":
    main()
