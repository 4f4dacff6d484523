"""Runs units on an engine and brings the results together."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .units import Unit, write_whole

WAITING_PER_CORE = 4
"""Units that wait for each core: enough to keep it busy, and no more are held in memory."""


TRIES_MAX = 100
"""How often a unit is begun again after the machines it ran on were lost."""


@dataclass(frozen=True)
class Manifest:
    """What a folder of results holds."""

    units: int
    levels: int
    duplicates: int
    """Rows that were dropped because an earlier row has the same level id."""
    statuses: dict[str, int]
    checksum: str
    """SHA-256 of all rows but for their times, in the order of shards and numbers."""


def _on_cores(units: Iterable[Unit], folder: str, jobs: int) -> Iterator[int]:
    with ProcessPoolExecutor(jobs) as pool:
        waiting: set[Future[int]] = set()
        for unit in units:
            waiting.add(pool.submit(unit.run, folder))
            while len(waiting) >= jobs * WAITING_PER_CORE:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (it.result() for it in finished)
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (it.result() for it in finished)


def _on_ray(units: Iterable[Unit], folder: str, address: str | None) -> Iterator[int]:
    # Its types are incomplete, and it may not be installed.
    ray: Any = importlib.import_module("ray")
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    # A unit may be run any number of times: see its file name.
    work = ray.remote(max_retries=-1)(Unit.run)
    waiting: dict[Any, tuple[Unit, int]] = {}

    def finish_one() -> Iterator[int]:
        finished, _ = ray.wait(list(waiting))
        for reference in finished:
            unit, tries = waiting.pop(reference)
            try:
                yield ray.get(reference)
            except ray.exceptions.RayTaskError:
                raise
            except ray.exceptions.RayError:
                # Ray does not repeat what was lost with a node that it was told to leave.
                if tries >= TRIES_MAX:
                    raise
                waiting[work.remote(unit, folder)] = (unit, tries + 1)

    for unit in units:
        waiting[work.remote(unit, folder)] = (unit, 1)
        # Nodes come and go, so the number of cores is asked for every time.
        cores = int(ray.cluster_resources().get("CPU", 1))
        while len(waiting) >= max(cores, 1) * WAITING_PER_CORE:
            yield from finish_one()
    while waiting:
        yield from finish_one()


def _drop_duplicates(paths: list[Path]) -> int:
    """Keep only the first row of every level id, in the order of shards and numbers."""
    where: dict[str, tuple[str, int]] = {}
    for path in paths:
        table = pq.read_table(path, columns=["id", "shard", "number"])
        for row in table.to_pylist():
            if row["id"] is not None:
                place = (row["shard"], row["number"])
                where[row["id"]] = min(where.get(row["id"], place), place)
    dropped = 0
    for path in paths:
        table = pq.read_table(path)
        rows = zip(
            table["id"].to_pylist(),
            table["shard"].to_pylist(),
            table["number"].to_pylist(),
            strict=True,
        )
        keep = [level is None or where[level] == (shard, number) for level, shard, number in rows]
        if not all(keep):
            dropped += keep.count(False)
            write_whole(table.filter(pa.array(keep)), path)
    return dropped


def _summary(paths: list[Path], units: int, dropped: int) -> Manifest:
    order: list[tuple[str, int, Path]] = []
    for path in paths:
        rows = pq.read_table(path, columns=["shard", "number"]).slice(0, 1).to_pylist()
        order.extend((row["shard"], row["number"], path) for row in rows)
    levels, statuses, digest = 0, dict[str, int](), hashlib.sha256()
    for _, _, path in sorted(order):
        table = pq.read_table(path).drop_columns(["seconds"])
        levels += table.num_rows
        for count in pc.value_counts(table["status"]).to_pylist():
            statuses[count["values"]] = statuses.get(count["values"], 0) + count["counts"]
        for row in table.to_pylist():
            digest.update(json.dumps(row, sort_keys=True).encode() + b"\n")
    return Manifest(units, levels, dropped, dict(sorted(statuses.items())), digest.hexdigest())


def run(
    units: Iterable[Unit],
    out: str | os.PathLike[str],
    *,
    engine: str = "ray",
    address: str | None = None,
    jobs: int | None = None,
    report: Any = None,
) -> Manifest:
    """Run units and write ``manifest.json`` beside their files.

    Units whose files are in the folder are passed over. ``report`` is called with the number of
    units and levels that are done.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    earlier = folder / "manifest.json"
    names: list[str] = []

    def listed() -> Iterator[Unit]:
        for unit in units:
            names.append(unit.name)
            yield unit

    cores = jobs or os.cpu_count() or 1
    counts = (
        _on_ray(listed(), str(folder), address)
        if engine == "ray"
        else _on_cores(listed(), str(folder), cores)
    )
    levels = 0
    for finished, count in enumerate(counts, start=1):
        levels += count
        if report is not None:
            report(finished, levels)
    paths = [folder / name for name in dict.fromkeys(names)]
    dropped = _drop_duplicates(paths)
    if dropped == 0 and earlier.exists():
        # A finished run that is started again drops nothing: the rows are gone already.
        dropped = int(json.loads(earlier.read_text())["duplicates"])
    manifest = _summary(paths, len(paths), dropped)
    text = json.dumps({"schema": "sokolab/ray/1"} | asdict(manifest), indent=2) + "\n"
    beside = folder / ".manifest.json.tmp"
    beside.write_text(text)
    beside.replace(earlier)
    return manifest
