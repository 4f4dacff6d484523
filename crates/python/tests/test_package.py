"""The functions of the package."""

import doctest
import importlib
import pickle
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sokolab

PLAIN = "#######\n#@ $ .#\n#######\n"
HARD = """
################
#              #
# $ $ $ $ $ $  #
#              #
# $ $ $ $ $ $  #
#      @       #
# . . . . . .  #
#              #
# . . . . . .  #
#              #
################
"""


@pytest.mark.parametrize(
    "name", ["sokolab", "functions", "collections", "errors", "env", "vector"]
)
def test_docstrings_are_true(name: str) -> None:
    module = sokolab if name == "sokolab" else importlib.import_module(f"sokolab.{name}")
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted > 0


def test_docstring_of_level_is_true() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for case in doctest.DocTestFinder().find(sokolab.Level, "Level", globs={}):
        runner.run(case)
    assert runner.tries > 0
    assert runner.failures == 0


def test_every_embedded_level_is_solved_and_replayed() -> None:
    for name in sokolab.COLLECTIONS:
        for level in sokolab.collection(name)[:5]:
            result = sokolab.solve(level, time=10)
            if result.is_solved:
                assert result.solution is not None
                verdict = sokolab.verify(level, result.solution, strict=True)
                assert verdict.ok
                assert (verdict.pushes, verdict.moves) == (result.pushes, result.moves)


def test_what_is_wrong_with_a_level_has_its_code() -> None:
    for text, code in [
        ("", "E0101"),
        ("hello", "E0101"),
        ("#####\n# $.#\n#####", "E0201"),
        ("#####\n#@$. \n#####", "E0203"),
        ("#####\n#@$ #\n#####", "E0206"),
        ("#####\n#@?.#\n#####", "E0102"),
    ]:
        with pytest.raises(sokolab.LevelError) as caught:
            sokolab.Level(text)
        assert caught.value.code == code
        assert isinstance(caught.value, ValueError)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (again.code, str(again)) == (code, str(caught.value))


def test_bad_names_say_which_there_are() -> None:
    level = sokolab.Level(PLAIN)
    with pytest.raises(ValueError, match="use one of any, pushes, moves"):
        sokolab.solve(level, objective="fast")
    with pytest.raises(ValueError, match="fess"):
        sokolab.solve(level, method="magic")
    with pytest.raises(ValueError, match="nethack"):
        level.with_rules("chess")
    with pytest.raises(ValueError, match="seconds"):
        sokolab.solve(level, time=float("nan"))
    with pytest.raises(ValueError, match="unknown"):
        sokolab.generate("reverse", colour="red")
    with pytest.raises(ValueError, match="two|2 levels"):
        sokolab.Level(PLAIN + "\n" + PLAIN)


def test_a_level_is_a_value() -> None:
    level = sokolab.Level(PLAIN)
    same = sokolab.Level(PLAIN)
    assert level == same
    assert hash(level) == hash(same)
    assert level != level.with_rules("sink")
    assert level != object()
    again = pickle.loads(pickle.dumps(level.with_title("Plain")))
    assert again == level
    assert again.title == "Plain"
    assert level.id == same.id
    assert str(level) == PLAIN.strip()
    assert level.rows == PLAIN.splitlines()
    assert sokolab.Level(level.to_text("jsonl")) == level


def test_a_generated_level_equals_itself_in_a_file() -> None:
    for rules in ("official", "nethack", "sink"):
        level = sokolab.generate("reverse", rules=rules, count=1)[0].level
        for again in (pickle.loads(pickle.dumps(level)), sokolab.Level(level.to_text("jsonl"))):
            assert again == level
            assert hash(again) == hash(level)
            assert (again.planes() == level.planes()).all()


def test_turned_levels_have_one_id() -> None:
    turned = "\n".join("".join(row) for row in zip(*PLAIN.splitlines(), strict=True))
    assert sokolab.Level(turned).id == sokolab.Level(PLAIN).id


def test_planes_show_the_level() -> None:
    planes = sokolab.Level(PLAIN).planes()
    assert planes.dtype == np.uint8
    assert planes.shape == (4, 3, 7)
    assert planes[0].sum() == 16
    assert [np.argwhere(plane).tolist() for plane in planes[1:]] == [[[1, 5]], [[1, 3]], [[1, 1]]]


def test_a_notebook_draws_levels() -> None:
    level = sokolab.Level(PLAIN)
    assert level._repr_svg_().startswith("<svg")
    assert level.svg(after="rR") != level.svg()
    with pytest.raises(sokolab.MovesError) as caught:
        level.svg(after="u")
    assert (caught.value.code, caught.value.index) == ("wall", 0)


def test_verify_takes_any_text() -> None:
    level = sokolab.Level(PLAIN)
    codes = {text: sokolab.verify(level, text).code for text in ["", "x", "\0", "rrrr", "ü", "u"]}
    assert codes == {
        "": "not_solved",
        "x": "bad_letter",
        "\0": "bad_letter",
        "rrrr": "blocked_push",
        "ü": "bad_letter",
        "u": "wall",
    }
    assert sokolab.verify(level, "rrr").warning is not None
    assert sokolab.verify(level, "rrr", strict=True).code == "wrong_case"
    assert sokolab.verify(level, "lLL", alphabet="vi").ok


def test_limits_stop_a_search() -> None:
    level = sokolab.Level(HARD)
    result = sokolab.solve(level, objective="moves", nodes=10)
    assert (result.status, result.reason) in [("stopped", "nodes"), ("solved", "nodes")]
    begin = time.monotonic()
    result = sokolab.solve(level, objective="moves", time=0.3)
    assert time.monotonic() - begin < 5
    assert result.reason == "time"


def test_progress_is_reported_and_its_exceptions_end_the_search() -> None:
    seen: list[sokolab.Progress] = []
    level = sokolab.Level(HARD)
    sokolab.solve(level, objective="moves", time=1, progress=seen.append)
    assert seen
    assert seen[-1].nodes > 0

    def stop(progress: sokolab.Progress) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        sokolab.solve(level, objective="moves", time=60, progress=stop)


def test_control_c_ends_a_search() -> None:
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    begin = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sokolab.solve(sokolab.Level(HARD), objective="moves", time=60)
    assert time.monotonic() - begin < 10


def test_other_threads_run_while_a_search_does() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    sokolab.solve(sokolab.Level(HARD), objective="moves", time=0.5)
    done.set()
    thread.join()
    assert ticks > 20


def test_equal_seeds_make_equal_levels() -> None:
    settings: dict[str, Any] = {"count": 3, "seed": 5, "boxes": 2, "width": (6, 8), "height": 7}
    made = sokolab.generate("reverse", **settings)
    again = sokolab.generate("reverse", threads=2, **settings)
    assert [it.level for it in made] == [it.level for it in again]
    assert made[0].params == again[0].params
    for it in made:
        assert it.optimal
        assert sokolab.solve(it.level, objective="pushes").pushes == it.pushes
    third = sokolab.generate("reverse", **(settings | {"count": 1, "index": made[2].index}))
    assert third[0].level == made[2].level


def test_solutions_are_proved_on_demand() -> None:
    made = sokolab.generate("reverse", profile="boxoban", count=3, seed=2, optimal=True)
    assert all(it.optimal for it in made)
    for it in made:
        assert sokolab.solve(it.level, objective="pushes").pushes == it.pushes


def test_other_generators_and_rules() -> None:
    cases: list[tuple[str, dict[str, Any]]] = [
        ("murase", {}),
        ("chambers", {"rules": "nethack"}),
        ("reverse", {"rules": "nethack"}),
        ("reverse", {"rules": "sink"}),
    ]
    for generator, settings in cases:
        made = sokolab.generate(generator, count=1, **settings)[0]
        assert made.rules == settings.get("rules", "official")
        assert sokolab.verify(made.level, made.solution).ok
    with pytest.raises(ValueError, match="too small"):
        sokolab.generate("reverse", width=3, height=3)
    with pytest.raises(sokolab.GenerateError):
        sokolab.generate("reverse", count=5, trials=2)


def test_files_are_read_level_by_level(tmp_path: Path) -> None:
    path = tmp_path / "three.sok"
    levels = ["#####\n#@$.#\n#####\n", "######\n#@$ .#\n######\n", "#####\n# $.#\n#####\n"]
    path.write_text("\n".join(levels))
    read = list(sokolab.read(path))
    assert [level.width for level in read] == [5, 6, 5]
    assert [level.is_playable for level in read] == [True, True, False]
    assert [it.code for it in read[2].findings] == ["E0201"]
    assert sokolab.solve(read[2]).status == "invalid"
    assert [level.width for level in sokolab.read(f"{path}#2")] == [6]
    assert [level.width for level in sokolab.read(f"{path}#2-3")] == [6, 5]
    with pytest.raises(FileNotFoundError):
        sokolab.read(tmp_path / "missing.sok")
    with pytest.raises(sokolab.LevelError):
        list(sokolab.read("no level\nhere\n"))


def test_explain_rate_analyze_and_optimize_agree_with_solve() -> None:
    level = sokolab.collection("first-steps")[3]
    best = sokolab.solve(level, objective="pushes")
    rating = sokolab.rate(level)
    assert rating.measures is not None
    assert rating.measures["pushes"] == best.pushes
    bound = sokolab.analyze(level).measures["matching_bound"]
    assert best.pushes is not None
    assert bound <= best.pushes
    told = sokolab.explain(level, best.solution)
    assert told.status == "explained"
    assert str(told)
    improved = sokolab.optimize(level, best.solution, time=2)
    assert improved.pushes == best.pushes
    assert improved.origin == "given"
    with pytest.raises(sokolab.MovesError):
        sokolab.rate(level, "u" * 50)
