"""Runs a job on an engine and brings the results together."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .engines import on_cores, on_ray
from .units import ACTIONS, LEVELS_MIN, Job, levels_of, try_out, write_whole

CHECKED = ("id", "status", "solution", "pushes", "moves", "optimal", "grade", "more")
"""The columns that the checksum covers: all that is said about a level, wherever it was found."""

Report = Callable[[int, int], object]
"""Is called with the number of units and of levels that are done."""


@dataclass(frozen=True)
class Manifest:
    """What a folder of results holds."""

    units: int
    levels: int
    duplicates: int
    """Rows that were dropped because an earlier row has the same level id."""
    statuses: dict[str, int]
    checksum: str
    """That of :func:`checksum` over all rows."""


def checksum(rows: Iterable[Mapping[str, Any]]) -> str:
    """The sum of the SHA-256 of all rows, so that their order and their files do not matter.

    >>> from sokolab.ray import checksum
    >>> rows = [{"id": "a", "pushes": 3}, {"id": "b", "pushes": 5, "seconds": 0.1}]
    >>> checksum(rows) == checksum(reversed(rows))
    True
    """
    total = 0
    for row in rows:
        line = json.dumps([row.get(name) for name in CHECKED], ensure_ascii=False)
        total += int.from_bytes(hashlib.sha256(line.encode()).digest(), "big")
    return f"{total % 2**256:064x}"


def _drop_duplicates(paths: list[Path]) -> int:
    """Keep only the first row of every level id, in the order of shards and numbers."""
    where: dict[str, tuple[str, int]] = {}
    places = ["id", "shard", "number"]

    def rows(path: Path) -> Iterable[tuple[str | None, tuple[str, int]]]:
        table = pq.read_table(path, columns=places)
        ids, shards, numbers = (table[name].to_pylist() for name in places)
        return zip(ids, zip(shards, numbers, strict=True), strict=True)

    for path in paths:
        for level, place in rows(path):
            if level is not None:
                where[level] = min(where.get(level, place), place)
    for path in paths:
        keep = [level is None or where[level] == place for level, place in rows(path)]
        if not all(keep):
            write_whole(pq.read_table(path).filter(pa.array(keep)), path)
    # Counted by what the files say they had, because an earlier start may have dropped some.
    return sum(levels_of(path) - pq.read_metadata(path).num_rows for path in paths)


def _summary(paths: list[Path], dropped: int) -> Manifest:
    levels, statuses, total = 0, dict[str, int](), 0
    for path in paths:
        table = pq.read_table(path, columns=list(CHECKED))
        levels += table.num_rows
        for count in pc.value_counts(table["status"]).to_pylist():
            statuses[count["values"]] = statuses.get(count["values"], 0) + count["counts"]
        total += int(checksum(table.to_pylist()), 16)
    counts = dict(sorted(statuses.items()))
    return Manifest(len(paths), levels, dropped, counts, f"{total % 2**256:064x}")


def _write_json(path: Path, content: dict[str, Any]) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_text(json.dumps(content, indent=2) + "\n")
    temporary.replace(path)


def _claim(folder: Path, job: Job, shards: list[str], count: int) -> None:
    """Refuse a folder that has results of something else: they would be mixed."""
    sizes = [[shard, Path(shard).stat().st_size] for shard in shards]
    settings = {"schema": "sokolab/ray-job/1"} | asdict(job) | {"shards": sizes, "count": count}
    path = folder / "job.json"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _write_json(path, settings)
    elif json.loads(path.read_text()) != json.loads(json.dumps(settings)):
        raise ValueError(f"{folder} holds results of other levels or settings; see job.json there")


def run(
    action: str,
    shards: Iterable[str | os.PathLike[str]] = (),
    *,
    out: str | os.PathLike[str],
    chunk: int = 500,
    count: int = 0,
    options: Mapping[str, Any] | None = None,
    engine: str = "ray",
    address: str | None = None,
    jobs: int | None = None,
    report: Report | None = None,
) -> Manifest:
    """Run an action on all levels of files, or generate ``count`` levels; see :data:`ACTIONS`.

    Units whose files are in the folder ``out`` are passed over. ``manifest.json`` is written last.
    """
    if action not in ACTIONS:
        raise ValueError(f"there is no action {action!r}; there are {', '.join(ACTIONS)}")
    if chunk < LEVELS_MIN:
        raise ValueError(f"a chunk has {LEVELS_MIN} levels or more")
    if engine not in ("ray", "local"):
        raise ValueError(f"there is no engine {engine!r}; there are ray, local")
    job = Job(action, chunk, dict(options or {}))
    try_out(job)
    # Workers have other working directories.
    folder = Path(out).absolute()
    paths = [str(Path(shard).absolute()) for shard in shards]
    _claim(folder, job, paths, count)
    if engine == "ray":
        done = on_ray(paths, count, job, str(folder), address)
    else:
        done = on_cores(paths, count, job, str(folder), jobs or os.cpu_count() or 1)
    # A unit that two tasks have reported counts once.
    names: dict[str, int] = {}
    levels = 0
    for name, found in done:
        levels += 0 if name in names else found
        names[name] = found
        if report is not None:
            report(len(names), levels)
    files = [folder / name for name in names]
    manifest = _summary(files, _drop_duplicates(files))
    if manifest.levels + manifest.duplicates != levels:
        raise RuntimeError(f"{folder} has rows of {manifest.levels} levels of {levels}")
    _write_json(folder / "manifest.json", {"schema": "sokolab/ray/1"} | asdict(manifest))
    return manifest
