"""Shared parts of the environments: settings and names."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._native import Games, Level
from .collections import collection, read
from .options import as_json, as_whole

__all__ = ["ACTIONS", "LABELS", "REWARDS", "SYMBOLS"]

ACTIONS: tuple[str, ...] = tuple(Games.directions())
"""The directions in the order of actions: left, up, right, down, and the four diagonals, which
only rule sets with diagonal moves have."""

SYMBOLS: tuple[str, ...] = tuple(
    f"{standing}{ground}"
    for standing in ("", "box on ", "keeper on ")
    for ground in ("wall", "floor", "goal", "exit", "door", "dead field")
)
"""The meanings of the numbers in ``observation="symbols"``. A hole or sink counts as a goal; a
filled hole is floor."""

REWARDS: dict[str, dict[str, float]] = {
    "boxes": {"action": -0.1, "gain": 1.0, "loss": -1.0, "win": 10.0},
    "sparse": {"win": 1.0},
    "shortest": {"action": -1.0},
    "approach": {"action": -0.01, "approach": 0.1, "win": 1.0, "deadlock": -1.0},
}
"""Rewards by name. The reward of a step is the sum over its events: ``action`` (every action),
``push``, ``refused`` (an illegal action, which changes nothing), ``gain`` and ``loss`` (a box
enters or leaves a goal), ``win``, ``deadlock`` (the first time that the state is proved lost) and
``approach`` (times the decrease of the lower bound on the remaining pushes, which may be
negative). ``boxes`` is the reward of gym-sokoban."""

LABELS = ("action_mask", "deadlock", "distance")
"""What infos can contain in addition to ``level``, ``steps``, ``pushes`` and ``won``:
``action_mask`` (1 for each legal action), ``deadlock`` (whether the state is proved unsolvable; ``False`` proves
nothing) and ``distance`` (a lower bound on the pushes to a win; -1 if the state is unsolvable)."""

Levels = str | os.PathLike[str] | Level | Sequence[str | os.PathLike[str] | Level]
Reward = str | Mapping[str, float]


def _named_levels(levels: Levels | None, rules: str | None) -> list[Level]:
    """The levels that an environment plays. A missing file raises ``FileNotFoundError``."""
    if levels is None:
        found = collection()
    else:
        sources: Iterable[str | os.PathLike[str] | Level]
        sources = [levels] if isinstance(levels, str | os.PathLike | Level) else levels
        found = []
        for source in sources:
            found.extend([source] if isinstance(source, Level) else read(source, rules=rules))
    if rules is not None:
        found = [level.with_rules(rules) for level in found]
    return found


def _weights(reward: Reward) -> dict[str, float]:
    names = ("action", "push", "refused", "gain", "loss", "win", "deadlock", "approach")
    if isinstance(reward, str):
        if reward not in REWARDS:
            raise ValueError(f"there is no reward {reward!r}; there are {', '.join(REWARDS)}")
        reward = REWARDS[reward]
    if not isinstance(reward, Mapping):
        raise TypeError(f"reward must be a name or a dictionary of weights, not {reward!r}")
    unknown = sorted(set(reward) - set(names))
    if unknown:
        raise ValueError(f"there is no reward for {unknown[0]!r}; there are {', '.join(names)}")
    weights = {name: float(reward.get(name, 0.0)) for name in names}
    if not all(map(math.isfinite, weights.values())):
        raise ValueError("rewards must be finite numbers")
    return weights


def make_games(
    count: int,
    *,
    levels: Levels | None,
    rules: str | None,
    generator: Mapping[str, Any] | str | None,
    observation: str,
    tile: int,
    actions: str,
    reward: Reward,
    max_steps: int | None,
    end_on_deadlock: bool,
    labels: Sequence[str],
    order: str,
    size: tuple[int, int] | None,
    autoreset: str,
) -> Games:
    """Prepare games with the settings of an environment."""
    labels = [labels] if isinstance(labels, str) else labels
    unknown = [label for label in labels if label not in LABELS]
    if unknown:
        raise ValueError(f"there is no label {unknown[0]!r}; there are {', '.join(LABELS)}")
    if generator is not None and levels is not None:
        raise ValueError("give levels or a generator, not both")
    recipe = None
    if generator is not None:
        settings = {"generator": generator} if isinstance(generator, str) else dict(generator)
        recipe = {"generator": "reverse"} | settings
        if rules is not None:
            recipe["rules"] = rules
    config = {
        "games": as_whole("num_envs", count, 1),
        "observation": observation,
        "tile": as_whole("tile", tile, 1, 64),
        "actions": actions,
        "rewards": _weights(reward),
        "max_steps": None if max_steps is None else as_whole("max_steps", max_steps, 1, 2**32 - 1),
        "end_on_deadlock": end_on_deadlock,
        "has_labels": "deadlock" in labels or "distance" in labels,
        "has_masks": "action_mask" in labels,
        "order": order,
        "autoreset": autoreset,
        "recipe": recipe,
        "size": size,
    }
    found = [] if recipe is not None else _named_levels(levels, rules)
    return Games(found, as_json(config))


def chosen_actions(actions: Any) -> npt.NDArray[np.int64]:
    """Actions as the games take them. A number that is not whole is an error, not rounded."""
    given = np.asarray(actions)
    if given.ndim != 1:
        raise ValueError(f"there must be one action for each environment, not {actions!r}")
    if given.dtype == np.int64:
        return np.ascontiguousarray(given)
    is_whole = given.dtype.kind in "iu" or (
        given.dtype.kind == "f" and bool((np.isfinite(given) & (given == np.trunc(given))).all())
    )
    if not is_whole:
        raise ValueError(f"actions must be whole numbers, not {actions!r}")
    return np.ascontiguousarray(given, dtype=np.int64)


def any_size(seed: int) -> int:
    """A seed of any size as one of 64 bits."""
    return seed % 2**64


def game_infos(games: Games, labels: Sequence[str], *, is_final: bool = False) -> dict[str, Any]:
    """The infos of every game, as arrays by name."""
    steps, pushes, numbers, distances, is_lost, is_won = (
        games.final_infos() if is_final else games.infos()
    )
    info: dict[str, npt.NDArray[Any]] = {
        "level": numbers,
        "steps": steps,
        "pushes": pushes,
        "won": is_won,
    }
    if "action_mask" in labels and not is_final:
        info["action_mask"] = games.action_masks()
    if "deadlock" in labels:
        info["deadlock"] = is_lost
    if "distance" in labels:
        info["distance"] = distances
    return info


def highest(games: Games) -> int:
    """The highest number in an observation."""
    if len(games.shape) == 2:
        return len(SYMBOLS) - 1
    return 1 if games.planes else 255
