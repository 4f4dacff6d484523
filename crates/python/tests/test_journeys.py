"""What users do from beginning to end."""

import ast
import json
from pathlib import Path
from typing import Any

import numpy as np

import sokolab
from sokolab.vector import SokobanVectorEnv

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
    made = sokolab.generate("reverse", profile="boxoban", count=40, seed=1)
    parts: dict[str, list[sokolab.GeneratedLevel]] = {"train": [], "valid": []}
    for it in made:
        parts["valid" if int(it.id[-4:], 16) % 10 == 0 else "train"].append(it)
    for name, levels in parts.items():
        text = "".join(it.level.to_text("jsonl") for it in levels)
        (tmp_path / f"{name}.jsonl").write_text(text)
    ids = {name: {it.id for it in levels} for name, levels in parts.items()}
    assert not ids["train"] & ids["valid"]
    best = [sokolab.solve(it.level, objective="pushes", time=20) for it in made[:5]]
    assert all(it.optimal for it in best)
    envs = SokobanVectorEnv(
        64, tmp_path / "train.jsonl", max_steps=20, labels=("action_mask", "distance")
    )
    observations, infos = envs.reset(seed=1)
    assert observations.shape == (64, 4, 10, 10)
    chance = np.random.default_rng(1)
    pushes = 0
    for _ in range(50):
        masks = infos["action_mask"].astype(float)
        actions = (masks * chance.random(masks.shape)).argmax(axis=1)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (observations[:, 2].sum(axis=(1, 2)) == 4).all()
        assert (infos["distance"] >= -1).all()
        pushes = max(pushes, int(infos["pushes"].max()))
    assert pushes > 0
    assert rewards.shape == terminated.shape == truncated.shape == (64,)
