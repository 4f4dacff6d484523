"""The functions of the package: one for each command of ``soko`` that works on a level."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _native
from ._native import Level
from .options import as_json, as_seconds, as_whole
from .results import (
    Analysis,
    Explanation,
    GeneratedLevel,
    OptimizeResult,
    Progress,
    Rating,
    SolveResult,
    Verdict,
    Why,
    from_line,
)

__all__ = ["analyze", "explain", "generate", "optimize", "rate", "render", "solve", "verify"]

OnProgress = Callable[[Progress], object]

MEMORY = 2 << 30
"""The default memory limit of a search: 2 GiB."""

THREADS_MAX = 1024

Span = int | tuple[int, int]
"""A number, or a lower and an upper bound."""


def _limits(time: float | None, nodes: int | None, memory: int, threads: int) -> dict[str, Any]:
    return {
        "time": as_seconds(time),
        "nodes": None if nodes is None else as_whole("nodes", nodes),
        "memory": as_whole("memory", memory),
        "threads": as_whole("threads", threads, 1, THREADS_MAX),
    }


def _why(line: dict[str, Any]) -> dict[str, Any]:
    why = line.get("why")
    return {"why": from_line(Why, why)} if why else {}


def solve(
    level: Level,
    *,
    objective: str = "any",
    method: str = "auto",
    time: float | None = 60,
    nodes: int | None = None,
    memory: int = MEMORY,
    threads: int = 1,
    progress: OnProgress | None = None,
) -> SolveResult:
    """Solve a level, prove that it has no solution, or stop at a limit.

    ``objective`` is ``any``, ``pushes`` or ``moves``; ``method`` a name of
    ``soko solve --method list``. ``time`` is in seconds, ``memory`` in bytes, and ``None`` means no
    limit. With one thread, equal calls expand equal nodes. ``progress`` is called a few times a
    second; an exception that it raises, or Ctrl-C, ends the search.

    >>> import sokolab
    >>> level = sokolab.Level('''
    ... #######
    ... #@ $ .#
    ... #######''')
    >>> result = sokolab.solve(level, objective="pushes")
    >>> result.status, result.solution, result.pushes, result.optimal
    ('solved', 'rRR', 2, True)
    >>> sokolab.solve(sokolab.Level('''
    ... ######
    ... #$@ .#
    ... ######''')).why.sentence
    'the box on b2 cannot be pushed at all: there are walls to the left, above and below; ...'
    """
    options = {
        "objective": objective,
        "method": method,
        **_limits(time, nodes, memory, threads),
    }
    line = json.loads(_native.solve(level, as_json(options), progress))
    return from_line(SolveResult, line, **_why(line))


def optimize(
    level: Level,
    solution: str | None = None,
    *,
    objective: str = "pushes",
    time: float | None = 60,
    nodes: int | None = None,
    memory: int = MEMORY,
    threads: int = 1,
    progress: OnProgress | None = None,
) -> OptimizeResult:
    """Make a solution shorter; it never gets longer.

    Without a solution, the best one stored with the level is used; if there is none, the level is
    solved first. ``objective`` is ``pushes`` (then moves) or ``moves`` (then pushes).

    >>> import sokolab
    >>> level = sokolab.Level("#######\\n#@ $ .#\\n#     #\\n#######")
    >>> result = sokolab.optimize(level, "druRR", objective="moves")
    >>> result.moves_before, result.moves, result.solution
    (5, 3, 'rRR')
    """
    options = {
        "objective": objective,
        "solution": solution,
        "limits": _limits(time, nodes, memory, threads),
    }
    return from_line(
        OptimizeResult, json.loads(_native.optimize(level, as_json(options), progress))
    )


def verify(
    level: Level, moves: str, *, strict: bool = False, alphabet: str = "lurd"
) -> Verdict:
    """Replay moves and say whether they solve the level. No text raises an exception.

    ``strict`` refuses lower case for a push and upper case for a step. ``alphabet`` is ``lurd``
    or ``vi``.

    >>> import sokolab
    >>> level = sokolab.Level("#######\\n#@ $ .#\\n#######")
    >>> bool(sokolab.verify(level, "rRR"))
    True
    >>> verdict = sokolab.verify(level, "rrrr")
    >>> verdict.ok, verdict.code, verdict.index
    (False, 'blocked_push', 3)
    """
    options = {"strict": strict, "alphabet": alphabet}
    # Half of a surrogate pair is no character of Unicode, and no move.
    moves = moves.encode(errors="replace").decode() if isinstance(moves, str) else moves
    line = json.loads(_native.verify(level, moves, as_json(options)))
    if line.get("keeper") is not None:
        line["keeper"] = tuple(line["keeper"])
    return from_line(Verdict, line)


def analyze(level: Level, *, thorough: bool = False) -> Analysis:
    """Compute facts about a level before play: locked squares, tunnels, chambers, measures.

    ``thorough`` searches longer for groups of boxes that lock each other.

    >>> import sokolab
    >>> facts = sokolab.analyze(sokolab.Level("#######\\n#@ $ .#\\n#######"))
    >>> facts.locked["corner"], facts.measures["matching_bound"]
    (['b2'], 2)
    """
    options = {"thorough": thorough}
    return from_line(Analysis, json.loads(_native.analyze(level, as_json(options))))


def rate(
    level: Level,
    solution: str | None = None,
    *,
    states: int = 200_000,
    time: float | None = 60,
    nodes: int | None = None,
    memory: int = MEMORY,
    progress: OnProgress | None = None,
) -> Rating:
    """Rate how hard a level is. ``states`` bounds the measures that need every state.

    >>> import sokolab
    >>> rating = sokolab.rate(sokolab.Level("#######\\n#@ $ .#\\n#######"))
    >>> rating.status, rating.grade, rating.measures["pushes"]
    ('rated', 1, 2)
    """
    options = {
        "solution": solution,
        "states": as_whole("states", states),
        "limits": _limits(time, nodes, memory, 1),
    }
    return from_line(Rating, json.loads(_native.rate(level, as_json(options), progress)))


def explain(
    level: Level,
    solution: str | None = None,
    *,
    states: int = 300_000,
    time: float | None = 60,
    nodes: int | None = None,
    memory: int = MEMORY,
    progress: OnProgress | None = None,
) -> Explanation:
    """Explain a level and its solution in plain words.

    >>> import sokolab
    >>> explanation = sokolab.explain(sokolab.Level("#######\\n#@ $ .#\\n#######"))
    >>> print(explanation.summary[0])
    One box and one goal, official rules.
    """
    options = {
        "solution": solution,
        "states": as_whole("states", states),
        "limits": _limits(time, nodes, memory, 1),
    }
    line = json.loads(_native.explain(level, as_json(options), progress))
    return from_line(Explanation, line, **_why(line))


def generate(
    generator: str = "reverse",
    *,
    count: int = 10,
    seed: int = 1,
    index: int = 1,
    trials: int | None = None,
    time: float | None = None,
    threads: int = 1,
    states: int = 0,
    pushes: Span | None = None,
    moves: Span | None = None,
    lines: Span | None = None,
    changes: Span | None = None,
    grade: Span | None = None,
    optimal: bool = False,
    near_duplicates: bool = True,
    boxes_on_goals: bool = True,
    progress: OnProgress | None = None,
    **settings: Any,
) -> list[GeneratedLevel]:
    """Generate levels, each with a verified solution.

    ``generator`` is ``reverse``, ``murase`` or ``chambers``; ``settings`` are its options on the
    command line, such as ``rules``, ``width``, ``height``, ``boxes`` and, for ``reverse``,
    ``profile="boxoban"``. A range is a pair. Equal seeds give equal levels, for any number of
    threads. ``optimal`` drops levels whose solution is not proved to have the fewest pushes.
    With ``time``, in seconds, there may be fewer levels than ``count``; too few trials
    raise :class:`~sokolab.GenerateError`.

    >>> import sokolab
    >>> made = sokolab.generate("reverse", count=2, seed=7, boxes=2, width=7, height=7)
    >>> [bool(sokolab.verify(it.level, it.solution)) for it in made]
    [True, True]
    """
    recipe = {"generator": generator} | settings
    options = {
        "recipe": recipe,
        "count": as_whole("count", count),
        "seed": as_whole("seed", seed),
        "index": as_whole("index", index, 1),
        "trials": None if trials is None else as_whole("trials", trials, 1),
        "time": as_seconds(time),
        "threads": as_whole("threads", threads, 1, THREADS_MAX),
        "states": as_whole("states", states),
        "pushes": pushes,
        "moves": moves,
        "lines": lines,
        "changes": changes,
        "grade": grade,
        "optimal": optimal,
        "near_duplicates": near_duplicates,
        "boxes_on_goals": boxes_on_goals,
    }
    made = _native.generate(as_json(options), progress)
    return [from_line(GeneratedLevel, json.loads(line), level=level) for level, line in made]


def render(level: Level, *, format: str = "svg", after: str = "") -> str:
    """Draw a level, optionally after some moves, as ``svg`` or ``text``.

    >>> import sokolab
    >>> level = sokolab.Level("#######\\n#@ $ .#\\n#######")
    >>> print(sokolab.render(level, format="text", after="rR"))
    #######
    #  @$.#
    #######
    >>> sokolab.render(level).startswith("<svg")
    True
    """
    if format == "svg":
        return level.svg(after=after)
    if format == "text":
        return str(level.after(after))
    raise ValueError(f"there is no format {format!r} for pictures; there are svg, text")
