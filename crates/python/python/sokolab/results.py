"""The results of the package's functions. Fields have the names of soko's JSON lines."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from ._native import Level

__all__ = [
    "Analysis",
    "Explanation",
    "GeneratedLevel",
    "OptimizeResult",
    "Progress",
    "Rating",
    "SolveResult",
    "Verdict",
    "Why",
]

T = TypeVar("T")


def from_line(kind: type[T], line: dict[str, Any], **more: Any) -> T:
    """A dataclass object from a JSON line; unknown keys are ignored."""
    names = {it.name for it in fields(kind)}  # type: ignore[arg-type]
    return kind(**({key: value for key, value in line.items() if key in names} | more))


@dataclass(frozen=True)
class Progress:
    """The progress of a search or a generator, for callbacks."""

    seconds: float
    nodes: int
    """States expanded."""
    open: int
    """States waiting to be expanded."""
    seen: int
    """Distinct states seen."""
    lower_bound: int
    best: int | None
    """The cost of the best solution found so far."""
    memory_bytes: int
    levels: int
    """Levels made so far, for a generator."""


@dataclass(frozen=True)
class Why:
    """Why a level has no solution."""

    kind: str
    """The kind of deadlock; ``search`` if a complete search proves it."""
    boxes: list[str]
    """The squares of the boxes concerned."""
    sentence: str


@dataclass(frozen=True)
class SolveResult:
    """The result of solving a level."""

    status: str
    """``solved``, ``unsolvable`` (a proof), ``stopped``, ``invalid`` or ``failed``."""
    id: str | None
    """The hash of the level's canonical form, which rotated and reflected copies share."""
    objective: str
    optimal: bool
    """Whether the solution is proved to be the best for the objective."""
    method: str
    nodes: int
    seconds: float
    memory_bytes: int
    lower_bound: int
    solution: str | None = None
    """The moves: ``lurd``, ``qezc`` for diagonals, capitals for pushes."""
    pushes: int | None = None
    moves: int | None = None
    reason: str | None = None
    """The limit that was hit, or the error in the level."""
    why: Why | None = None
    """Why there is no solution."""
    note: str | None = None
    """Why another method than the requested one was used."""
    lemma_nodes: int = 0

    @property
    def is_solved(self) -> bool:
        """Whether there is a solution."""
        return self.solution is not None


@dataclass(frozen=True)
class OptimizeResult:
    """The result of improving a solution."""

    status: str
    id: str | None
    objective: str
    nodes: int
    seconds: float
    memory_bytes: int
    solution: str | None = None
    pushes: int | None = None
    moves: int | None = None
    origin: str | None = None
    """Where the first solution came from: ``given``, ``stored`` with the level, or ``solved``."""
    pushes_before: int | None = None
    moves_before: int | None = None
    reason: str | None = None
    """The limit that was hit; ``None`` if nothing was left to try."""


@dataclass(frozen=True)
class Verdict:
    """The verdict of the referee. It is true if and only if the moves solve the level."""

    ok: bool
    id: str | None = None
    pushes: int | None = None
    moves: int | None = None
    code: str | None = None
    """Why the moves are refused: ``wall``, ``blocked_push``, ``not_solved``, ``bad_letter``, …"""
    index: int | None = None
    """The index of the refused move, from 0."""
    keeper: tuple[int, int] | None = None
    """Column and row of the keeper there, from 1."""
    message: str | None = None
    warning: str | None = None

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True)
class Analysis:
    """Facts about a level before play. Squares have names: c2 is in column 3 of row 2."""

    id: str | None
    symmetries: list[str]
    measures: dict[str, Any]
    locked: dict[str, list[str]]
    """Locked squares by kind: corner, wall, chokepoint, connectivity, storage, visit."""
    frozen: list[str]
    crate_locks: dict[str, Any]
    goal_locks: list[dict[str, Any]]
    filling_order: list[str] | None
    closed_diagonals: list[list[str]]
    cut_squares: list[str]
    tunnels: list[dict[str, Any]]
    rooms: list[list[str]]
    chambers: list[dict[str, Any]]
    corridors: list[dict[str, Any]]
    chambers_form_a_tree: bool
    soft_cuts: list[str]
    distances: list[dict[str, Any]]
    """For each square, the pushes of a lone box to the nearest goal."""
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Rating:
    """How hard a level is, and why."""

    status: str
    """``rated``, ``unsolvable``, ``stopped`` or ``invalid``."""
    id: str | None
    grade: int | None
    """From 1, easy, to 10."""
    score: float | None
    """The score from which the grade is derived: 0 is the mean, and higher is harder."""
    optimal: bool
    """Whether the measured solution is proved to have the fewest pushes."""
    measures: dict[str, Any] | None
    missing: dict[str, str]
    """Why measures are missing, by name."""
    seconds: float
    solution: str | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Explanation:
    """A level and its solution in plain words; ``str()`` returns all sentences."""

    status: str
    """``explained``, ``unsolvable``, or ``stopped`` if no solution was found."""
    id: str | None
    summary: list[str]
    chambers: list[dict[str, Any]]
    remarks: list[str]
    plan: dict[str, Any] | None = None
    """The steps of the solution, the forced pushes, and the decisive moment."""
    solution: str | None = None
    reason: str | None = None
    why: Why | None = None

    def __str__(self) -> str:
        lines = list(self.summary)
        for chamber in self.chambers:
            lines.extend(chamber["sentences"])
        lines.extend(self.remarks)
        if self.plan is not None:
            lines.extend(step["text"] for step in self.plan["steps"])
        return "\n".join(lines)


@dataclass(frozen=True)
class GeneratedLevel:
    """A generated level with its verified solution."""

    level: Level
    id: str
    solution: str
    pushes: int
    moves: int
    optimal: bool
    """Whether it is proved that no solution has fewer pushes."""
    grade: int
    score: float
    generator: str
    seed: int
    index: int
    """The trial that made it: ``index`` and ``count=1`` reproduce it."""
    version: str
    params: dict[str, Any]
    measures: dict[str, Any]
    rules: str
    rows: list[str] = field(repr=False)
    missing: dict[str, str] = field(default_factory=dict)
    notes: list[list[str]] = field(default_factory=list)

    def _repr_svg_(self) -> str:
        return self.level._repr_svg_()
