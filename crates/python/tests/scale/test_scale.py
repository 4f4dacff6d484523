"""Many levels on the cores of this machine and on Ray (`cargo xtask scale`)."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import sokolab
from sokolab.ray import Manifest, file_units, run

LEVELS = int(os.environ.get("SOKO_LEVELS", "600"))


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Files with levels, the last of which repeats ten levels of the first."""
    folder = tmp_path_factory.mktemp("shards")
    made = sokolab.generate("reverse", profile="boxoban", count=LEVELS, seed=1)
    texts = [it.level.to_text("jsonl") for it in made]
    size = -(-len(texts) // 4)
    paths = []
    for index in range(4):
        part = texts[index * size : (index + 1) * size]
        path = folder / f"{index}.jsonl"
        path.write_text("".join(part + (texts[:10] if index == 3 else [])))
        paths.append(str(path))
    return paths


@pytest.fixture(scope="module")
def local(shards: list[str], tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    out = tmp_path_factory.mktemp("local")
    return run(file_units("label", shards, 100, {}), out, engine="local", jobs=2)


def test_every_level_is_labelled_once(local: Manifest) -> None:
    assert local.levels == LEVELS
    assert local.duplicates == 10
    assert local.statuses == {"solved": LEVELS}


def test_a_killed_driver_is_resumed(
    shards: list[str], local: Manifest, tmp_path: Path
) -> None:
    words = ["-m", "sokolab.ray", "label", *shards, "--engine", "local", "--jobs", "1"]
    command = [sys.executable, *words, "--chunk", "100", "--out", str(tmp_path)]
    process = subprocess.Popen(command, start_new_session=True)
    while not list(tmp_path.glob("part-*.parquet")):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "manifest.json").exists()
    done = {path: path.stat().st_mtime_ns for path in tmp_path.glob("part-*.parquet")}
    manifest = run(file_units("label", shards, 100, {}), tmp_path, engine="local", jobs=2)
    assert manifest == local
    # The first file may have lost duplicates; what was done was not done again.
    kept = [path for path, at in done.items() if path.stat().st_mtime_ns == at]
    assert kept
    again = run(file_units("label", shards, 100, {}), tmp_path, engine="local", jobs=2)
    assert again == local


def working_child(raylet: int) -> int | None:
    """A process of this node of Ray that runs a unit; Ray names it after its task."""
    children = [
        int(child)
        for path in Path(f"/proc/{raylet}/task").glob("*/children")
        for child in path.read_text().split()
    ]
    names = {
        child: Path(f"/proc/{child}/cmdline").read_text()
        for child in children
        if Path(f"/proc/{child}").exists()
    }
    # The agents of a node have such names, too; without them the node itself would die.
    workers = [child for child, name in names.items() if "ray::" in name and "Agent" not in name]
    return workers[0] if workers else None


def test_ray_gives_the_same_while_a_worker_and_a_node_die(
    shards: list[str], local: Manifest, tmp_path: Path
) -> None:
    ray: Any = pytest.importorskip("ray")
    utils: Any = importlib.import_module("ray.cluster_utils")
    # The driver belongs to the head, which stays.
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = utils.Cluster(initialize_head=True, connect=True, head_node_args=head)
    node = cluster.add_node(num_cpus=1)
    killed: list[str] = []

    def report(units: int, _levels: int) -> None:
        if units == 1:
            worker = working_child(cluster.head_node.all_processes["raylet"][0].process.pid)
            if worker is not None:
                os.kill(worker, signal.SIGKILL)
                killed.append("worker")
        if units == 3:
            cluster.remove_node(node)
            killed.append("node")

    try:
        manifest = run(
            file_units("label", shards, 100, {}),
            tmp_path,
            engine="ray",
            address=cluster.address,
            report=report,
        )
    finally:
        ray.shutdown()
        cluster.shutdown()
    assert "node" in killed
    assert manifest == local
    tables = [pq.read_table(path) for path in tmp_path.glob("*.parquet")]
    ids = [it for table in tables for it in table["id"].to_pylist()]
    assert len(ids) == len(set(ids)) == LEVELS
