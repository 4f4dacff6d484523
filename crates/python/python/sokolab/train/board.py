"""States as grids of characters: what can be pushed, and what a network sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DIRECTIONS = ((0, -1), (-1, 0), (0, 1), (1, 0))
"""Left, up, right and down, as changes of row and column."""

LETTERS = "lurd"

Cell = tuple[int, int]
Push = tuple[Cell, int]
"""The square of a box, and the index of a direction."""


@dataclass(frozen=True)
class State:
    """A state under the official rules."""

    floor: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    keeper: Cell

    @classmethod
    def read(cls, rows: Sequence[str]) -> State:
        """The state that rows in XSB draw; floor is what the keeper could reach without boxes."""
        cells = {(y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        keeper = next(cell for cell, sign in cells.items() if sign in "@+")
        floor, pending = {keeper}, [keeper]
        while pending:
            y, x = pending.pop()
            for dy, dx in DIRECTIONS:
                to = (y + dy, x + dx)
                if to not in floor and cells.get(to, "#") != "#":
                    floor.add(to)
                    pending.append(to)

        def with_sign(signs: str) -> frozenset[Cell]:
            return frozenset(cell for cell, sign in cells.items() if sign in signs)

        return cls(frozenset(floor), with_sign(".*+"), with_sign("$*"), keeper)

    def rows(self) -> list[str]:
        """The rows in XSB, with a wall around the floor."""
        height = max(y for y, _ in self.floor) + 2
        width = max(x for _, x in self.floor) + 2
        return ["".join(self._sign((y, x)) for x in range(width)) for y in range(height)]

    def _sign(self, cell: Cell) -> str:
        if cell not in self.floor:
            return "#"
        signs = ".*+" if cell in self.goals else " $@"
        return signs[1 if cell in self.boxes else 2 if cell == self.keeper else 0]

    def region(self) -> frozenset[Cell]:
        """Where the keeper can walk."""
        reached, pending = {self.keeper}, [self.keeper]
        while pending:
            y, x = pending.pop()
            for dy, dx in DIRECTIONS:
                to = (y + dy, x + dx)
                if to in self.floor and to not in self.boxes and to not in reached:
                    reached.add(to)
                    pending.append(to)
        return frozenset(reached)

    def pushes(self) -> list[Push]:
        """What the keeper can push, in the order of squares and directions."""
        region, found = self.region(), []
        for y, x in sorted(self.boxes):
            for index, (dy, dx) in enumerate(DIRECTIONS):
                to, behind = (y + dy, x + dx), (y - dy, x - dx)
                if to in self.floor and to not in self.boxes and behind in region:
                    found.append(((y, x), index))
        return found

    def after(self, push: Push) -> State:
        """The state after a push."""
        (y, x), index = push
        dy, dx = DIRECTIONS[index]
        boxes = (self.boxes - {(y, x)}) | {(y + dy, x + dx)}
        return State(self.floor, self.goals, boxes, (y, x))

    def push_list(self, moves: str) -> list[Push]:
        """The pushes of moves, whose capitals are pushes."""
        (y, x), found = self.keeper, []
        for letter in moves:
            index = LETTERS.index(letter.lower())
            dy, dx = DIRECTIONS[index]
            y, x = y + dy, x + dx
            if letter.isupper():
                found.append(((y, x), index))
        return found

    def planes(self) -> npt.NDArray[np.float32]:
        """Walls, goals, boxes and the keeper's region, cropped to the floor and a wall around."""
        top, left = self.corner()
        height = max(y for y, _ in self.floor) - top + 2
        width = max(x for _, x in self.floor) - left + 2
        planes = np.zeros((4, height, width), dtype=np.float32)
        planes[0] = 1
        for y, x in self.floor:
            planes[0, y - top, x - left] = 0
        for plane, cells in enumerate((self.goals, self.boxes, self.region()), start=1):
            for y, x in cells:
                planes[plane, y - top, x - left] = 1
        return planes

    def corner(self) -> Cell:
        """Row and column of the level that are 0 in the planes."""
        return min(y for y, _ in self.floor) - 1, min(x for _, x in self.floor) - 1
