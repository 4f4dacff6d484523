"""The Gymnasium environment ``sokolab/Sokoban-v0``.

>>> import gymnasium, sokolab
>>> env = gymnasium.make("sokolab/Sokoban-v0", levels="#######\\n#@ $ .#\\n#######\\n")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["action_mask"].tolist()
((4, 3, 7), [0, 0, 1, 0])
>>> for action in [2, 2, 2]:
...     observation, reward, terminated, truncated, info = env.step(action)
>>> terminated, truncated, info["won"], round(reward, 1)
(True, False, True, 10.9)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .games import (
    Levels,
    Reward,
    any_size,
    chosen_actions,
    game_infos,
    highest,
    make_games,
)

__all__ = ["SokobanEnv"]

Observation = npt.NDArray[np.uint8]


class SokobanEnv(gymnasium.Env[Observation, np.int64]):
    """A level is played until it is won, or for ``max_steps`` actions.

    ``levels``: a file, a text, levels, or a list of them; the embedded collection if there are
    neither levels nor a generator. ``rules``: a rule set for all of them, instead of their own.
    ``generator``: the name of a generator, or its settings as in
    ``{"generator": "reverse", "boxes": 2}``, which makes a new level for every episode.

    ``observation``: ``planes`` (zeros and ones for wall, goal, box, keeper and, where levels have
    them, exit, door and dead field), ``symbols`` (see :data:`sokolab.games.SYMBOLS`) or ``rgb``
    with ``tile`` by ``tile`` pixels per square. The frame has the size of the largest level, or
    ``size`` (rows, columns); a smaller level is placed at the top left and padded with walls.

    ``actions``: ``steps``, one direction each (see :data:`sokolab.games.ACTIONS`), or ``pushes``:
    ``(row * columns + column) * directions + direction`` names a box and a direction, and the
    keeper walks to the box if it can; it also walks to an exit automatically. An illegal action
    changes nothing.

    ``reward``: a name or weights, see :data:`sokolab.games.REWARDS`. ``labels``: entries of infos,
    see :data:`sokolab.games.LABELS`. ``end_on_deadlock`` terminates an episode when the level is
    proved lost. ``order``: ``random``, or ``sequential`` from the first level to the last.

    A win and, with ``end_on_deadlock``, a deadlock set ``terminated``; ``max_steps`` actions
    without either set ``truncated``. ``reset(seed=…)`` repeats the same levels, and
    ``options={"level": 3}`` selects the third.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        levels: Levels | None = None,
        *,
        rules: str | None = None,
        generator: Mapping[str, Any] | str | None = None,
        observation: str = "planes",
        tile: int = 8,
        actions: str = "steps",
        reward: Reward = "boxes",
        max_steps: int | None = 1000,
        end_on_deadlock: bool = False,
        labels: Sequence[str] = ("action_mask",),
        order: str = "random",
        size: tuple[int, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        self._games = make_games(
            1,
            levels=levels,
            rules=rules,
            generator=generator,
            observation=observation,
            tile=tile,
            actions=actions,
            reward=reward,
            max_steps=max_steps,
            end_on_deadlock=end_on_deadlock,
            labels=labels,
            order=order,
            size=size,
            autoreset="disabled",
        )
        self._labels = (labels,) if isinstance(labels, str) else tuple(labels)
        self._tile = tile
        self._is_seeded = False
        self.render_mode = render_mode
        self.planes = tuple(self._games.planes)
        shape = tuple(self._games.shape)
        self.observation_space = spaces.Box(0, highest(self._games), shape, np.uint8)
        self.action_space = spaces.Discrete(self._games.action_count)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        seeds = None
        if seed is not None:
            seeds = [any_size(seed)]
        elif not self._is_seeded:
            seeds = [int(self.np_random.integers(2**63))]
        number = (options or {}).get("level")
        self._games.reset(seeds, None, None if number is None else [int(number)])
        self._is_seeded = True
        return self._games.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        actions = chosen_actions(np.array([action]).reshape(-1))
        rewards, terminated, truncated = self._games.step(actions)
        observation = self._games.observations[0].copy()
        outcome = float(rewards[0]), bool(terminated[0]), bool(truncated[0])
        return observation, *outcome, self._info()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for each legal action, 0 for the others."""
        mask: npt.NDArray[np.int8] = self._games.action_masks()[0]
        return mask

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return "\n".join(self._games.rows(0))
        if self.render_mode == "rgb_array":
            return self._games.colours(0, max(self._tile, 8))
        return None

    def _info(self) -> dict[str, Any]:
        info = game_infos(self._games, self._labels)
        single = {"level": int, "steps": int, "pushes": int, "won": bool, "deadlock": bool}
        single["distance"] = int
        return {
            key: single[key](value[0]) if key in single else value[0].copy()
            for key, value in info.items()
        }
