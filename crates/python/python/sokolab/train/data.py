"""States of generated levels, labelled by the exact solver."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .. import Level, solve
from .board import Push, State

PUSHES_SCALE = 40.0
"""A value of 1/e means that so many pushes are left."""


@dataclass(frozen=True)
class Sample:
    """What a network sees, and what it should answer."""

    planes: npt.NDArray[np.float32]
    value: float
    """exp(-n / 40) with n pushes left; 0 if there is no solution."""
    push: tuple[int, int, int] | None
    """Direction, row and column of a best push in the planes; ``None`` if there is none."""


def _sample(state: State, left: int | None, push: Push | None) -> Sample:
    value = 0.0 if left is None else math.exp(-left / PUSHES_SCALE)
    place = None
    if push is not None:
        top, left_column = state.corner()
        (y, x), direction = push
        place = (direction, y - top, x - left_column)
    return Sample(state.planes(), value, place)


def _labelled(state: State) -> Sample | None:
    """A state with the label of the exact solver; ``None`` if it gave up."""
    result = solve(Level("\n".join(state.rows())), objective="pushes", time=5)
    if result.status == "unsolvable":
        return _sample(state, None, None)
    if not result.optimal or not result.solution:
        return None
    return _sample(state, result.pushes, state.push_list(result.solution)[0])


def label_levels(levels: Iterable[Level], seed: int, *, states: int = 6) -> Iterator[Sample]:
    """Label states of levels: some on a shortest solution, and as many one wrong push beside it.

    Everything is exact: the rest of a shortest solution is shortest, and the other states are
    solved again. A state that the solver does not decide within 5 seconds is left out.
    """
    chance = random.Random(seed)
    for level in levels:
        result = solve(level, objective="pushes", time=20)
        if not result.optimal or not result.solution:
            continue
        state = State.read(level.rows)
        way = state.push_list(result.solution)
        chosen = set(chance.sample(range(len(way)), min(states, len(way))))
        for index, push in enumerate(way):
            if index in chosen:
                yield _sample(state, len(way) - index, push)
                others = [it for it in state.pushes() if it != push]
                beside = _labelled(state.after(chance.choice(others))) if others else None
                if beside is not None:
                    yield beside
            state = state.after(push)
