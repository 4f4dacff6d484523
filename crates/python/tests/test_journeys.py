"""What users do from beginning to end."""

import ast
import hashlib
import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np

import sokolab
from sokolab.vector import SokobanVectorEnv

SOKO = os.environ.get("SOKO", "soko")
TOUR = Path(__file__).parent.parent / "examples" / "tour.ipynb"


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell as a notebook does; the value of a last expression is what it shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_tour_runs() -> None:
    cells = json.loads(TOUR.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = [
        run_cell("".join(cell["source"]), names) for cell in cells if cell["cell_type"] == "code"
    ]
    pictures = [it for it in shown if hasattr(it, "_repr_svg_")]
    assert len(pictures) == 3
    assert all(it._repr_svg_().startswith("<svg") for it in pictures)


def test_a_researcher_makes_a_data_set_and_trains_on_it(tmp_path: Path) -> None:
    """J5: levels of the size of Boxoban's, divided without leakage, played side by side."""
    data, count = tmp_path / "data", 60
    words = ["reverse", "--profile", "boxoban", "--count", str(count), "--split", "80/10/10"]
    words += ["--optimal", "--seed", "1", "-o", str(data)]
    subprocess.run([SOKO, "generate", *words], check=True, capture_output=True)
    manifest = json.loads((data / "manifest.json").read_text())
    hashes = {it["path"]: it["sha256"] for it in manifest["files"]}
    for name, wanted in hashes.items():
        assert hashlib.sha256((data / name).read_bytes()).hexdigest() == wanted
    parts = {part: lines(data / f"{part}.jsonl") for part in ("train", "valid", "test")}
    assert {f"{part}.jsonl" for part in parts} <= set(hashes)
    ids = [{line["id"] for line in part} for part in parts.values()]
    assert sum(map(len, ids)) == len(set.union(*ids)) == count
    for line in parts["valid"]:
        best = sokolab.solve(sokolab.Level("\n".join(line["rows"])), objective="pushes")
        assert best.optimal and line["optimal"] and line["pushes"] == best.pushes

    envs = SokobanVectorEnv(
        256, data / "train.jsonl", max_steps=20, labels=("action_mask", "distance")
    )
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (256, 4, 10, 10)
    chance = np.random.default_rng(1)
    pushes, steps, begin = 0, 0, time.perf_counter()
    for _ in range(50):
        masks = infos["action_mask"].astype(float)
        actions = (masks * chance.random(masks.shape)).argmax(axis=1)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (observations[:, 2].sum(axis=(1, 2)) == 4).all()
        assert (infos["distance"] >= -1).all()
        pushes = max(pushes, int(infos["pushes"].max()))
        steps += len(actions)
    print(f"{steps / (time.perf_counter() - begin):,.0f} steps a second")
    assert pushes > 0
    assert rewards.shape == terminated.shape == truncated.shape == (256,)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]
