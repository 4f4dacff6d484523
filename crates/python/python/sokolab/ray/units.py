"""Units of work, and what is done with the levels of one."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from .. import Level, generate, rate, read, solve

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


@dataclass(frozen=True)
class Unit:
    """A chunk of levels of a shard, or of a generator, and what to do with it."""

    action: str
    shard: str
    first: int
    """Levels before this chunk."""
    count: int
    """The most levels of the chunk."""
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The name of its file: equal for equal units, and for no others."""
        told = json.dumps([self.action, self.shard, self.first, self.count, self.options])
        return f"part-{hashlib.sha256(told.encode()).hexdigest()[:24]}.parquet"

    def rows(self) -> Iterator[dict[str, Any]]:
        """The results, level by level."""
        if self.action == "generate":
            yield from self._generated()
            return
        levels = islice(read(self.shard), self.first, self.first + self.count)
        for number, level in enumerate(levels, start=self.first + 1):
            yield {"shard": self.shard, "number": number} | done(self.action, level, self.options)

    def _generated(self) -> Iterator[dict[str, Any]]:
        options = dict(self.options)
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

    def run(self, folder: str) -> int:
        """Does the work and writes its file, whole or not at all; returns the rows written."""
        path = Path(folder) / self.name
        if path.exists():
            return int(pq.read_metadata(path).num_rows)
        table = pa.Table.from_pylist(list(self.rows()), schema=SCHEMA)
        write_whole(table, path)
        return int(table.num_rows)


def write_whole(table: pa.Table, path: Path) -> None:
    """Write a file that is never seen in parts."""
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


def done(action: str, level: Level, options: dict[str, Any]) -> dict[str, Any]:
    """What an action says about a level. A level that cannot be played is a result, too."""
    row = _about(level)
    if not level.is_playable:
        return row | {"status": "invalid"}
    if action == "rate":
        rating = rate(level, **options)
        more = json.dumps(rating.measures, sort_keys=True, default=str)
        return row | {"status": "rated", "grade": rating.grade, "more": more}
    objective = "pushes" if action == "label" else "any"
    result = solve(level, **({"objective": objective} | options))
    return row | {
        "status": result.status,
        "solution": result.solution,
        "pushes": result.pushes,
        "moves": result.moves,
        "optimal": result.optimal,
        "nodes": result.nodes,
        "seconds": result.seconds,
    }


def file_units(
    action: str, shards: Iterable[str], chunk: int, options: dict[str, Any]
) -> Iterator[Unit]:
    """The units of files, read one after the other as they are asked for."""
    for shard in shards:
        count = sum(1 for _ in read(shard))
        for first in range(0, count, chunk):
            yield Unit(action, shard, first, min(chunk, count - first), options)


def generated_units(count: int, chunk: int, options: dict[str, Any]) -> Iterator[Unit]:
    """The units of a generator."""
    for first in range(0, count, chunk):
        yield Unit("generate", "generator", first, min(chunk, count - first), options)
