"""Many environments side by side, stepped in Rust.

>>> import gymnasium, sokolab
>>> envs = gymnasium.make_vec("sokolab/Sokoban-v0", num_envs=3, max_steps=5)
>>> observations, infos = envs.reset(seed=1)
>>> len(observations), infos["action_mask"].shape
(3, (3, 4))
>>> envs.step(envs.action_space.sample())[1].shape
(3,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .games import (
    Levels,
    Reward,
    any_size,
    chosen_actions,
    game_infos,
    highest,
    make_games,
)

__all__ = ["SokobanVectorEnv"]

Arrays = npt.NDArray[Any]

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class SokobanVectorEnv(VectorEnv[Arrays, Arrays, Arrays]):
    """A vector of :class:`~sokolab.env.SokobanEnv`, whose settings it takes.

    Environment ``i`` after ``reset(seed=s)`` plays as a single one after ``reset(seed=s + i)``.
    With ``order="sequential"``, it begins with level ``i + 1`` and continues in steps of
    ``num_envs``, so that together they play every level once. ``autoreset_mode`` is one of
    Gymnasium's; with ``DISABLED``, ``reset(options={"reset_mask": mask})`` begins new episodes.

    ``copy=False`` returns the internal array of observations, which the next step overwrites: the
    fastest way, if you neither keep nor modify it. Infos are arrays by name; ``labels=()`` leaves
    out what costs time.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}")
        mode = AutoresetMode(autoreset_mode)
        self._games = make_games(
            num_envs,
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
            autoreset=_MODES[mode],
        )
        self._labels = (labels,) if isinstance(labels, str) else tuple(labels)
        self._tile = tile
        self._copy = copy
        self._mode = mode
        self._is_seeded = False
        self.metadata = self.metadata | {"autoreset_mode": mode}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.planes = tuple(self._games.planes)
        shape = tuple(self._games.shape)
        self.single_observation_space = spaces.Box(0, highest(self._games), shape, np.uint8)
        self.single_action_space = spaces.Discrete(self._games.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Arrays, dict[str, Any]]:
        options = options or {}
        if isinstance(seed, SupportsIndex):
            first = index(seed)
            super().reset(seed=first)
            seeds: list[int] | None = [any_size(first + i) for i in range(self.num_envs)]
        elif seed is not None:
            seeds = [self._any_seed() if it is None else any_size(index(it)) for it in seed]
        elif not self._is_seeded:
            seeds = [self._any_seed() for _ in range(self.num_envs)]
        else:
            seeds = None
        mask = options.get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask, dtype=np.bool_).tolist()
        number = options.get("level")
        numbers = None
        if number is not None:
            numbers = [int(it) for it in np.broadcast_to(number, (self.num_envs,))]
        self._games.reset(seeds, mask, numbers)
        self._is_seeded = True
        is_reset = None if mask is None else np.array(mask)
        return self._observed(), self._infos(is_reset)

    def step(self, actions: Arrays) -> tuple[Arrays, Arrays, Arrays, Arrays, dict[str, Any]]:
        rewards, terminated, truncated = self._games.step(chosen_actions(actions))
        infos = self._infos(None)
        if self._mode == AutoresetMode.SAME_STEP:
            is_over = terminated | truncated
            if is_over.any():
                self._add_finals(infos, is_over)
        return self._observed(), rewards, terminated, truncated, infos

    def action_masks(self) -> npt.NDArray[np.int8]:
        """1 for each legal action of each environment, 0 for the others."""
        return self._games.action_masks()

    def render(self) -> tuple[Any, ...] | None:
        numbers = range(self.num_envs)
        if self.render_mode == "ansi":
            return tuple("\n".join(self._games.rows(it)) for it in numbers)
        if self.render_mode == "rgb_array":
            return tuple(self._games.colours(it, max(self._tile, 8)) for it in numbers)
        return None

    def _any_seed(self) -> int:
        return int(self.np_random.integers(2**63))

    def _observed(self) -> Arrays:
        observations = self._games.observations
        return observations.copy() if self._copy else observations

    def _infos(self, is_in: Arrays | None) -> dict[str, Any]:
        if is_in is None:
            is_in = np.ones(self.num_envs, dtype=np.bool_)
        info = game_infos(self._games, self._labels)
        return info | {f"_{key}": is_in for key in info}

    def _add_finals(self, infos: dict[str, Any], is_over: Arrays) -> None:
        observed = np.full(self.num_envs, None, dtype=object)
        finals = self._games.final_observations
        for game in np.flatnonzero(is_over):
            observed[game] = finals[game].copy()
        final = game_infos(self._games, self._labels, is_final=True)
        final |= {f"_{key}": is_over for key in list(final)}
        infos |= {"final_obs": observed, "_final_obs": is_over}
        infos |= {"final_info": final, "_final_info": is_over}
