"""What runs units: the cores of this machine, or Ray."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

from .units import Job, Unit, all_units, cut, generated_units

WAITING_PER_CORE = 4
"""Units that wait for each core: enough to keep it busy, and no more are held in memory."""

READING_CORES = 0.5
"""The share of a core that reading a shard takes. It differs from that of work so that Ray Data
does not join the two into one task, which would leave a large shard to one core."""

Done = tuple[str, int]
"""The name of the file of a unit, and its levels."""


def _run(unit: Unit, job: Job, folder: str) -> Done:
    return unit.name(job), unit.run(job, folder)


def on_cores(shards: list[str], count: int, job: Job, folder: str, jobs: int) -> Iterator[Done]:
    """Runs units in processes of this machine."""
    # Copies of a process that has threads, as Ray's have, may crash, so new ones are begun.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting: set[Future[Done]] = set()
        for unit in all_units(shards, count, job):
            waiting.add(pool.submit(_run, unit, job, folder))
            while len(waiting) >= jobs * WAITING_PER_CORE:
                finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (it.result() for it in finished)
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (it.result() for it in finished)


def _as_row(unit: Unit) -> dict[str, Any]:
    return {"shard": [unit.shard], "first": [unit.first], "count": [unit.count],
            "levels": [unit.levels], "faults": ["\n".join(unit.faults)]}


def _read(batch: dict[str, Any], job: Job) -> Iterator[dict[str, Any]]:
    for shard in batch["item"]:
        yield from map(_as_row, cut(str(shard), job))


def _work(batch: dict[str, Any], job: Job, folder: str) -> Iterator[dict[str, Any]]:
    columns = [batch[name] for name in ("shard", "first", "count", "levels", "faults")]
    for shard, first, count, levels, faults in zip(*columns, strict=True):
        told = tuple(str(faults).splitlines())
        unit = Unit(str(shard), int(first), int(count), str(levels), told)
        name, done = _run(unit, job, folder)
        yield {"name": [name], "levels": [done]}


def on_ray(
    shards: list[str], count: int, job: Job, folder: str, address: str | None
) -> Iterator[Done]:
    """Runs units with Ray Data: tasks that read shards, and tasks that work on what was read."""
    # Their types are incomplete, and they may not be installed.
    ray: Any = importlib.import_module("ray")
    data: Any = importlib.import_module("ray.data")
    ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    data.DataContext.get_current().enable_progress_bars = False
    if job.action == "generate":
        items = [
            {"shard": unit.shard, "first": unit.first, "count": unit.count,
             "levels": "", "faults": ""}
            for unit in generated_units(count, job)
        ]
        units = data.from_items(items, override_num_blocks=max(len(items), 1))
    else:
        units = data.from_items(shards, override_num_blocks=max(len(shards), 1))
        units = units.map_batches(
            _read, batch_size=1, fn_kwargs={"job": job}, num_cpus=READING_CORES
        )
        units = units.repartition(target_num_rows_per_block=1)
    # Ray Data begins lost tasks again without limit, and a unit that is done is passed over.
    results = units.map_batches(
        _work, batch_size=1, fn_kwargs={"job": job, "folder": folder}, num_cpus=1
    )
    for row in results.iter_rows():
        yield row["name"], row["levels"]
