"""Many levels on the cores of this machine and on Ray (`cargo xtask scale`)."""

from __future__ import annotations

import glob
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import sokolab
from sokolab.ray import Manifest, checksum, run

LEVELS = int(os.environ.get("SOKO_LEVELS", "2000"))
SHARDS = os.environ.get("SOKO_SHARDS")
SOKO = os.environ.get("SOKO", "soko")
CHUNK = 100 if LEVELS < 50_000 else 500
REPEATED = 10


def all_levels() -> Iterator[str]:
    """Levels as JSON lines: those of `SOKO_SHARDS`, or new ones."""
    if SHARDS is None:
        made = sokolab.generate("reverse", profile="boxoban", count=LEVELS, seed=1, threads=2)
        return (it.level.to_text("jsonl") for it in made)
    files = sorted(glob.glob(SHARDS, recursive=True))
    levels = chain.from_iterable(map(sokolab.read, files))
    return (level.to_text("jsonl") for level in islice(levels, LEVELS))


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A large file, many small ones, and one that repeats levels of the first."""
    folder = tmp_path_factory.mktemp("shards")
    levels = all_levels()
    first = list(islice(levels, LEVELS // 4))
    parts = [first]
    while part := list(islice(levels, max(LEVELS // 40, 1000))):
        parts.append(part)
    parts.append(first[:REPEATED])
    paths = []
    for index, part in enumerate(parts):
        path = folder / f"{index:04}.jsonl"
        path.write_text("".join(part))
        paths.append(str(path))
    return paths


@pytest.fixture(scope="module")
def single(shards: list[str], tmp_path_factory: pytest.TempPathFactory) -> Manifest:
    """What `soko solve` says on one machine."""
    out = tmp_path_factory.mktemp("single") / "solved.jsonl"
    words = [*shards, "--objective", "pushes", "--jobs", "2", "--format", "jsonl", "-o", str(out)]
    subprocess.run([SOKO, "solve", *words], check=True)
    rows: dict[str, dict[str, Any]] = {}
    lines, statuses = 0, dict[str, int]()
    with out.open() as file:
        for lines, line in enumerate(file, start=1):
            row = json.loads(line)
            if row["id"] not in rows:
                rows[row["id"]] = row
                statuses[row["status"]] = statuses.get(row["status"], 0) + 1
    out.unlink()
    told = checksum(rows.values())
    return Manifest(0, len(rows), lines - len(rows), dict(sorted(statuses.items())), told)


def assert_same(found: Manifest, wanted: Manifest) -> None:
    assert found.levels == wanted.levels
    assert found.duplicates == wanted.duplicates >= REPEATED
    assert found.statuses == wanted.statuses == {"solved": wanted.levels}
    assert found.checksum == wanted.checksum


def labelling(shards: list[str], out: Path, *words: str) -> list[str]:
    command = [sys.executable, "-m", "sokolab.ray", "label", *shards, "--chunk", str(CHUNK)]
    return [*command, "--out", str(out), *words]


def levels_done(out: Path) -> int:
    return len(list(out.glob("part-*.parquet"))) * CHUNK


def wait_until(is_so: Any, process: subprocess.Popen[bytes]) -> Any:
    while not (found := is_so()):
        assert process.poll() is None, "the run was over too early"
        time.sleep(0.02)
    return found


def test_a_killed_driver_is_resumed(shards: list[str], single: Manifest, tmp_path: Path) -> None:
    if LEVELS > 50_000:
        pytest.skip("a small run shows it")
    command = labelling(shards, tmp_path, "--engine", "local", "--jobs", "1")
    process = subprocess.Popen(command, start_new_session=True)
    wait_until(lambda: levels_done(tmp_path), process)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert not (tmp_path / "manifest.json").exists()
    done = {path: path.stat().st_mtime_ns for path in tmp_path.glob("part-*.parquet")}
    settings: dict[str, Any] = {"out": tmp_path, "chunk": CHUNK, "engine": "local", "jobs": 2}
    assert_same(run("label", shards, **settings), single)
    # The last file has lost duplicates; what was done was not done again.
    assert [path for path, at in done.items() if path.stat().st_mtime_ns == at]
    assert_same(run("label", shards, **settings), single)
    with pytest.raises(ValueError, match="other levels or settings"):
        run("label", shards[:1], **settings)


def working_child(raylet: int) -> int | None:
    """A process of this node of Ray that works on a unit; Ray names it after its task."""
    children = [
        child
        for path in Path(f"/proc/{raylet}/task").glob("*/children")
        for child in path.read_text().split()
    ]
    for child in children:
        try:
            if "ray::MapBatches(_work)" in Path(f"/proc/{child}/cmdline").read_text():
                return int(child)
        except OSError:
            continue
    return None


def test_nothing_is_lost_or_twice_while_a_worker_and_a_node_die(
    shards: list[str], single: Manifest, tmp_path: Path
) -> None:
    utils: Any = importlib.import_module("ray.cluster_utils")
    # The driver belongs to the head, which stays.
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = utils.Cluster(initialize_head=True, head_node_args=head)
    try:
        node = cluster.add_node(num_cpus=1)
        process = subprocess.Popen(labelling(shards, tmp_path, "--address", cluster.address))
        wait_until(lambda: levels_done(tmp_path) >= LEVELS // 10, process)
        raylet = cluster.head_node.all_processes["raylet"][0].process.pid
        os.kill(wait_until(lambda: working_child(raylet), process), signal.SIGKILL)
        wait_until(lambda: levels_done(tmp_path) >= LEVELS // 3, process)
        cluster.remove_node(node, allow_graceful=False)
        assert process.poll() is None
        assert levels_done(tmp_path) < LEVELS
        assert process.wait() == 0
    finally:
        cluster.shutdown()
    told = json.loads((tmp_path / "manifest.json").read_text())
    del told["schema"]
    assert_same(Manifest(**told), single)
    tables = [pq.read_table(path, columns=["id"]) for path in tmp_path.glob("part-*.parquet")]
    ids = [it for table in tables for it in table["id"].to_pylist()]
    assert len(ids) == len(set(ids)) == single.levels


def test_generating_repeats(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"count": 200, "chunk": 100, "engine": "local", "jobs": 2}
    settings |= {"options": {"width": 6, "height": 6, "boxes": 2, "seed": 5}}
    manifests = [run("generate", out=tmp_path / name, **settings) for name in ("a", "b")]
    assert manifests[0] == manifests[1]
    assert manifests[0].levels + manifests[0].duplicates == 200


def test_what_cannot_be_read_is_in_the_results(tmp_path: Path) -> None:
    made = sokolab.generate(count=100, boxes=2, width=6, height=6)
    levels = [it.level.to_text("jsonl") for it in made]
    # A line that cannot be read is a level that cannot be played.
    (tmp_path / "broken.jsonl").write_text("".join([*levels[:50], "{nonsense\n", *levels[50:]]))
    (tmp_path / "empty.jsonl").write_text("")
    shards = [tmp_path / "broken.jsonl", tmp_path / "empty.jsonl"]
    found = run("label", shards, out=tmp_path / "out", chunk=100, engine="local", jobs=1)
    assert found.statuses == {"invalid": 1, "solved": 100, "unreadable": 1}
    tables = [pq.read_table(path) for path in (tmp_path / "out").glob("part-*.parquet")]
    rows = [row for table in tables for row in table.to_pylist()]
    faults = {row["shard"]: row["more"] for row in rows if row["status"] == "unreadable"}
    assert list(faults) == [str(shards[1])]
    assert "no level" in faults[str(shards[1])]
    assert [row["number"] for row in rows if row["status"] == "invalid"] == [51]


def test_bad_settings_are_refused_before_the_work(tmp_path: Path) -> None:
    cases: list[tuple[str, dict[str, Any]]] = [
        ("label", {"colour": 1}),
        ("solve", {"time": "long"}),
        ("rate", {"states": -1}),
        ("generate", {"generator": "magic"}),
        ("generate", {"width": 2, "height": 2}),
    ]
    for action, options in cases:
        with pytest.raises((TypeError, ValueError)):
            run(action, [], out=tmp_path / "out", engine="local", jobs=1, options=options)
    with pytest.raises(ValueError, match="there are ray, local"):
        run("label", [], out=tmp_path / "out", engine="spark")
    assert not (tmp_path / "out").exists()
    words = [sys.executable, "-m", "sokolab.ray", "label", "missing.txt", "--out", "out"]
    outcome = subprocess.run([*words, "--option", "colour=1"], cwd=tmp_path, capture_output=True)
    assert outcome.returncode == 2
    assert b"Traceback" not in outcome.stderr
