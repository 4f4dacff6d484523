"""Units of work, and what is done with the levels of one."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .. import Level, LevelError, LevelWarning, generate, rate, read, solve

ACTIONS = ("solve", "label", "rate", "generate")
"""``solve`` finds any solution, ``label`` the fewest pushes with a proof, ``rate`` a grade and its
measures, ``generate`` makes levels."""

LEVELS_MIN = 100
"""The fewest levels of a chunk: below, starting a task costs more than its work."""

SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("shard", pa.string()),
        ("number", pa.int64()),
        ("rules", pa.string()),
        ("rows", pa.string()),
        ("status", pa.string()),
        ("solution", pa.string()),
        ("pushes", pa.int64()),
        ("moves", pa.int64()),
        ("optimal", pa.bool_()),
        ("nodes", pa.int64()),
        ("grade", pa.int64()),
        ("more", pa.string()),
        ("seconds", pa.float64()),
    ]
)
"""The columns of results. ``more`` is JSON: measures of ``rate``. All but ``seconds`` repeat."""

LEVELS_KEY = b"sokolab.levels"
"""Under this key, a file says how many levels its unit had, before duplicates were dropped."""


@dataclass(frozen=True)
class Job:
    """What is done with all levels of a run."""

    action: str
    chunk: int
    """The most levels of a unit."""
    options: dict[str, Any] = field(default_factory=dict, hash=False)
    """Arguments of :func:`sokolab.solve`, :func:`sokolab.rate` or :func:`sokolab.generate`."""


@dataclass(frozen=True)
class Unit:
    """A chunk of levels of a shard, or of a generator."""

    shard: str
    first: int
    """Levels before this chunk."""
    count: int
    """The levels of the chunk."""
    levels: str = field(default="", repr=False)
    """The levels as JSON lines, so that nobody reads a shard again to reach the middle of it."""
    faults: tuple[str, ...] = ()
    """What is wrong with parts of the shard that could not be read."""

    def name(self, job: Job) -> str:
        """The name of its file: equal for equal units of equal jobs, and for no others."""
        description = json.dumps([job.action, job.chunk, job.options, self.shard, self.first])
        return f"part-{hashlib.sha256(description.encode()).hexdigest()[:24]}.parquet"

    def rows(self, job: Job) -> Iterator[dict[str, Any]]:
        """The results, level by level."""
        if job.action == "generate":
            yield from self._generated(job)
            return
        levels = read(self.levels, format="jsonl") if self.count else iter(())
        for number, level in enumerate(levels, start=self.first + 1):
            yield {"shard": self.shard, "number": number} | done(job, level)
        for fault in self.faults:
            yield {"shard": self.shard, "status": "unreadable", "more": fault}

    def _generated(self, job: Job) -> Iterator[dict[str, Any]]:
        options = dict(job.options)
        kind, seed = options.pop("generator", "reverse"), options.pop("seed", 0)
        # Every chunk has a seed of its own, so that chunks can be made in any order.
        made = generate(kind, count=self.count, seed=seed + self.first, **options)
        for number, it in enumerate(made, start=self.first + 1):
            yield {
                "shard": self.shard,
                "number": number,
                **_about(it.level),
                "status": "solved",
                "solution": it.solution,
                "pushes": it.pushes,
                "moves": it.moves,
                "optimal": it.optimal,
                "grade": it.grade,
            }

    def run(self, job: Job, folder: str) -> int:
        """Does the work and writes its file, whole or not at all; returns its levels."""
        path = Path(folder) / self.name(job)
        if path.exists():
            return levels_of(path)
        table = pa.Table.from_pylist(list(self.rows(job)), schema=SCHEMA)
        if job.action != "generate" and table.num_rows != self.count + len(self.faults):
            raise RuntimeError(f"{self}: {table.num_rows} levels were read again")
        metadata = {LEVELS_KEY: str(table.num_rows).encode()}
        write_whole(table.replace_schema_metadata(metadata), path)
        return int(table.num_rows)


def levels_of(path: Path) -> int:
    """How many levels the unit of a file had."""
    return int(pq.read_schema(path).metadata[LEVELS_KEY])


def write_whole(table: pa.Table, path: Path) -> None:
    """Write a file that never appears incomplete."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".tmp", dir=path.parent)
    os.close(handle)
    try:
        pq.write_table(table, name, compression="snappy")
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _about(level: Level) -> dict[str, Any]:
    return {"id": level.id, "rules": level.rules, "rows": "\n".join(level.rows)}


def done(job: Job, level: Level) -> dict[str, Any]:
    """The row of an action for a level. A level that cannot be played gives a row, too."""
    row = _about(level)
    if not level.is_playable:
        return row | {"status": "invalid"}
    if job.action == "rate":
        rating = rate(level, **job.options)
        more = json.dumps(rating.measures, sort_keys=True, default=str)
        return row | {"status": "rated", "grade": rating.grade, "more": more}
    objective = "pushes" if job.action == "label" else "any"
    result = solve(level, **({"objective": objective} | job.options))
    return row | {
        "status": result.status,
        "solution": result.solution,
        "pushes": result.pushes,
        "moves": result.moves,
        "optimal": result.optimal,
        "nodes": result.nodes,
        "seconds": result.seconds,
    }


def cut(shard: str, job: Job) -> Iterator[Unit]:
    """The units of a shard, which is read once, as they are asked for."""
    levels, first = read(shard), 0
    while True:
        part, faults = _next_part(shard, levels, job.chunk)
        if not part and not faults:
            return
        text = "".join(level.to_text("jsonl") for level in part)
        yield Unit(shard, first, len(part), text, tuple(faults))
        first += len(part)


def _next_part(
    shard: str, levels: Iterator[Level], size: int
) -> tuple[list[Level], list[str]]:
    """Some levels, and what is wrong with the shard, which is known at its end."""
    with warnings.catch_warnings(record=True) as found:
        # Nobody sees the warnings of a worker.
        warnings.simplefilter("always", LevelWarning)
        try:
            part = list(islice(levels, size))
        except LevelError as error:
            return [], [str(error)]
    return part, [str(it.message) for it in found if it.category is LevelWarning]


def try_out(job: Job) -> None:
    """Raise what is wrong with the options of a job before any work is begun."""
    if job.action == "generate":
        options = dict(job.options)
        generate(options.pop("generator", "reverse"), **(options | {"count": 0}))
    else:
        done(job, Level("#####\n#@$.#\n#####"))


def generated_units(count: int, job: Job) -> Iterator[Unit]:
    """The units of a generator."""
    for first in range(0, count, job.chunk):
        yield Unit("generator", first, min(job.chunk, count - first))


def all_units(shards: Iterable[str], count: int, job: Job) -> Iterator[Unit]:
    """The units of a run: those of shards, or of a generator of ``count`` levels."""
    if job.action == "generate":
        yield from generated_units(count, job)
        return
    for shard in shards:
        yield from cut(shard, job)
