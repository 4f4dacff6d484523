"""Wrong arguments and interruptions: always a clear exception, never a crash or a hang."""

import copy
import itertools
import signal
import threading
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import sokolab
from sokolab.env import SokobanEnv
from sokolab.vector import SokobanVectorEnv

PLAIN = "#######\n#@ $ .#\n#######\n"
SLOW = {"generator": "reverse", "boxes": 14, "width": 12, "height": 12, "goals": "grouped"}

HOSTILE: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**64, 2**70, 10**400, 0.5, -0.0, float("nan"), float("inf"),
    "", "x", "\0", "\ud800", "ü" * 1000, b"", b"\xff", (), [], {}, [None], (1, 2), (2, 1), (1, 2, 3),
    object(), np.int64(3), np.float32(2), np.zeros(2), Path("missing"), sokolab.Level, PLAIN,
]  # fmt: skip

ACCEPTED = (TypeError, ValueError, OverflowError, OSError, sokolab.SokolabError)
"""What wrong arguments may raise; gymnasium adds an exception of its own."""


def quietly(call: Any) -> None:
    """A result, or an exception with a text."""
    try:
        call()
    except (*ACCEPTED, gymnasium.error.Error, RuntimeError) as error:
        assert str(error)
        assert "internal error" not in str(error)


def test_no_argument_of_a_function_crashes() -> None:
    level = sokolab.Level(PLAIN)
    limited: dict[str, Any] = {"time": 0.2, "nodes": 50}
    searches = ["time", "nodes", "memory", "progress"]
    names: dict[Any, list[str]] = {
        sokolab.solve: ["objective", "method", "threads", *searches],
        sokolab.optimize: ["solution", "objective", *searches],
        sokolab.rate: ["solution", "states", *searches],
        sokolab.explain: ["solution", "states", *searches],
    }
    for function, options in names.items():
        for option, value in itertools.product(options, HOSTILE):
            arguments = limited | {option: value}
            quietly(lambda function=function, it=arguments: function(level, **it))
        for value in HOSTILE:
            quietly(lambda function=function, it=value: function(it))
    for value in HOSTILE:
        quietly(lambda it=value: sokolab.Level(it))
        quietly(lambda it=value: sokolab.Level(PLAIN, rules=it))
        quietly(lambda it=value: sokolab.Level(PLAIN, format=it))
        quietly(lambda it=value: sokolab.verify(level, it))
        quietly(lambda it=value: sokolab.verify(level, "rRR", alphabet=it))
        quietly(lambda it=value: sokolab.analyze(it))
        quietly(lambda it=value: sokolab.render(level, after=it))
        quietly(lambda it=value: sokolab.render(level, format=it))
        quietly(lambda it=value: sokolab.collection(it))
        quietly(lambda it=value: list(sokolab.read(it)))
        for method in ("with_rules", "with_title", "after", "to_text"):
            quietly(lambda it=value, method=method: getattr(level, method)(it))


def test_no_setting_of_a_generator_crashes() -> None:
    options = ["generator", "count", "seed", "index", "trials", "time", "threads", "states"]
    options += ["pushes", "moves", "lines", "changes", "grade", "optimal", "boxes_on_goals"]
    options += ["near_duplicates", "progress"]
    options += ["rules", "width", "height", "boxes", "outline", "symmetry", "goals", "start"]
    options += ["tries", "frame", "nodes", "profile", "unknown"]
    limited = {"count": 1, "trials": 2, "time": 0.3, "boxes": 2, "width": 6, "height": 6}
    for option, value in itertools.product(options, HOSTILE):
        arguments: dict[str, Any] = limited | {option: value}
        quietly(lambda it=arguments: sokolab.generate(**it))


def test_no_setting_of_an_environment_crashes() -> None:
    options = ["levels", "rules", "observation", "tile", "actions", "reward", "max_steps"]
    options += ["end_on_deadlock", "labels", "order", "size", "render_mode"]
    for option, value in itertools.product(options, HOSTILE):
        arguments: dict[str, Any] = {"levels": PLAIN} | {option: value}

        def play(settings: dict[str, Any] = arguments) -> None:
            env = SokobanEnv(**settings)
            env.reset(seed=1)
            env.step(0)
            env.render()
            env.close()

        quietly(play)
    for value in HOSTILE:
        quietly(lambda it=value: SokobanEnv(generator=it).reset(seed=1))
        quietly(lambda it=value: SokobanVectorEnv(it, PLAIN))
        quietly(lambda it=value: SokobanVectorEnv(2, PLAIN, autoreset_mode=it))
        env, envs = SokobanEnv(PLAIN), SokobanVectorEnv(2, PLAIN)
        quietly(lambda it=value, env=env: env.reset(seed=it))
        quietly(lambda it=value, envs=envs: envs.reset(seed=it))
        quietly(lambda it=value, env=env: env.reset(options={"level": it}))
        quietly(lambda it=value, envs=envs: envs.reset(options={"level": it}))
        quietly(lambda it=value, envs=envs: envs.reset(options={"reset_mask": it}))
        env.reset(seed=1)
        envs.reset(seed=1)
        quietly(lambda it=value, env=env: env.step(it))
        quietly(lambda it=value, envs=envs: envs.step(it))


def test_errors_name_the_option() -> None:
    level = sokolab.Level(PLAIN)
    with pytest.raises(ValueError, match="nodes must be a whole number from 0"):
        sokolab.solve(level, nodes=-1)
    with pytest.raises(TypeError, match="memory must be a whole number, not '2G'"):
        sokolab.solve(level, memory="2G")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="time must be a number of seconds"):
        sokolab.solve(level, time="1m")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads must be a whole number from 1"):
        sokolab.generate(count=1, threads=0)
    with pytest.raises(TypeError, match="progress must be a function"):
        sokolab.solve(level, progress=5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="num_envs must be a whole number from 1"):
        SokobanVectorEnv(0, PLAIN)
    with pytest.raises(ValueError, match="size must be at least 3"):
        SokobanEnv(generator="reverse", size=(0, 0))
    with pytest.raises(ValueError, match="whole numbers"):
        env = SokobanEnv(PLAIN)
        env.reset(seed=1)
        env.step(0.5)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    level = sokolab.Level(PLAIN)
    limits: dict[str, Any] = {"nodes": np.int32(1000), "time": np.float32(5)}
    assert sokolab.solve(level, **limits).is_solved
    settings: dict[str, Any] = {"count": np.int64(1), "seed": np.uint8(3), "boxes": np.int64(2)}
    assert sokolab.generate(**settings)[0].level.boxes == 2
    steps: Any = np.int64(5)
    envs = SokobanVectorEnv(2, [level], max_steps=steps)
    seeds: list[Any] = [np.int64(7), [7, np.uint64(2**64 - 1)], 2**64 - 1]
    first, second, third = (envs.reset(seed=seed)[0] for seed in seeds)
    assert (first == second).all()
    assert (first == third).all()


def test_verify_takes_what_is_no_text_of_unicode() -> None:
    assert sokolab.verify(sokolab.Level(PLAIN), "r\ud800").code == "bad_letter"


def test_places_of_a_file_that_do_not_exist_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "two.sok"
    path.write_text(PLAIN + "\n" + PLAIN)
    assert len(list(sokolab.read(f"{path}#2-"))) == 1
    assert len(list(sokolab.read(str(path).encode()))) == 2  # type: ignore[arg-type]
    for wrong in ("#3", "#2-3", "#3-"):
        with pytest.raises(ValueError, match="has 2 levels"):
            list(sokolab.read(f"{path}{wrong}"))
    with pytest.raises(ValueError, match="counted from 1"):
        sokolab.read(f"{path}#0")


def test_one_level_is_enough() -> None:
    env = SokobanEnv(sokolab.Level(PLAIN), labels="distance")
    assert env.reset(seed=1)[1]["distance"] == 2


@pytest.mark.parametrize(
    "options", [{"grade": 11}, {"grade": (0, 3)}, {"pushes": (30, 10)}, {"changes": (2, 1)}]
)
def test_ranges_that_no_level_can_be_in_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        sokolab.generate(count=1, width=6, height=6, boxes=1, **options)


def interrupted(call: Any, after: float = 0.3) -> float:
    """Seconds until a call ends after Ctrl-C."""
    timer = threading.Timer(after, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    return time.monotonic() - begin - after


def test_control_c_ends_the_generator_of_an_environment() -> None:
    # No level has so many boxes on so little floor.
    settings = {"generator": "reverse", "boxes": 14, "width": 12, "height": 12, "tries": 1000}
    env = SokobanEnv(generator=settings)
    assert interrupted(lambda: env.reset(seed=1)) < 20
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_control_c_ends_an_analysis_and_the_preparation_of_levels() -> None:
    rows = ["#" * 90, *["#" + " " * 88 + "#"] * 88, "#" * 90]
    rows[1] = "#@" + rows[1][2:]
    for y in range(3, 86, 2):
        rows[y] = "# " + " $." * 28 + rows[y][86:]
    level = sokolab.Level("\n".join(rows))
    assert interrupted(lambda: sokolab.analyze(level, thorough=True), after=0.1) < 5
    settings: dict[str, Any] = {"labels": "distance"}
    assert interrupted(lambda: SokobanEnv([level] * 100, **settings), after=0.1) < 20


def test_games_that_failed_halfway_are_reset_first() -> None:
    # Some levels of this generator do not fit, so the first reset fails after a few games.
    settings: dict[str, Any] = {"boxes": 1, "width": (5, 9), "height": (5, 9), "tries": 1}
    for mode in AutoresetMode:
        envs = SokobanVectorEnv(64, generator=settings, size=(8, 8), autoreset_mode=mode)
        with pytest.raises(ValueError, match="size is too small"):
            envs.reset(seed=1)
        mask = np.zeros(64, dtype=bool)
        mask[-1] = True
        with pytest.raises(RuntimeError, match="reset all"):
            envs.reset(options={"reset_mask": mask})
        with pytest.raises(RuntimeError, match="call reset first"):
            envs.step(np.zeros(64))


def test_a_refused_reset_changes_nothing() -> None:
    envs = SokobanVectorEnv(2, [sokolab.Level(PLAIN)] * 2)
    envs.reset(seed=1)
    envs.step(np.array([2, 2]))
    with pytest.raises(ValueError, match="no level 3"):
        envs.reset(options={"level": [1, 3]})
    assert envs.step(np.array([0, 0]))[-1]["steps"].tolist() == [2, 2]


def test_a_deep_copy_goes_its_own_way() -> None:
    sources: list[dict[str, Any]] = [{"levels": PLAIN}, {"generator": {"boxes": 2, "tries": 1}}]
    for settings in sources:
        env = SokobanEnv(**settings, max_steps=30)
        env.reset(seed=3)
        env.step(2)
        other = copy.deepcopy(env)
        for action in (2, 0, 1, 3, 2, 2):
            one, two = env.step(action), other.step(action)
            assert (one[0] == two[0]).all()
            assert one[1:4] == two[1:4]
            if one[2]:
                break
        assert env.reset()[1]["level"] == other.reset()[1]["level"]
    level = sokolab.Level(PLAIN)
    assert copy.deepcopy([level])[0] is level


def test_many_threads_may_use_the_package_at_once() -> None:
    found: list[bool] = []
    levels = sokolab.collection("first-steps")[:8]

    def work() -> None:
        for level in levels:
            moves = sokolab.solve(level).solution
            found.append(moves is not None and sokolab.verify(level, moves).ok)
        envs = SokobanVectorEnv(16, levels)
        envs.reset(seed=1)
        for _ in range(50):
            envs.step(np.zeros(16, dtype=np.int64))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 32
    assert all(found)


def test_wrappers_of_gymnasium_work() -> None:
    vector = gymnasium.make_vec("sokolab/Sokoban-v0", num_envs=4, levels=PLAIN, max_steps=4)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector)
    counted.reset(seed=1)
    lengths: list[int] = []
    for _ in range(12):
        infos = counted.step(np.ones(4, dtype=np.int64))[-1]
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert lengths
    assert set(lengths) == {4}
    counted.close()
    plain = gymnasium.make("sokolab/Sokoban-v0", levels=PLAIN, max_episode_steps=3)
    plain.reset(seed=1)
    assert [plain.step(1)[3] for _ in range(3)] == [False, False, True]
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec(
            "sokolab/Sokoban-v0", num_envs=2, vectorization_mode=mode, levels=PLAIN
        )
        assert envs.reset(seed=1)[0].shape == (2, 4, 3, 7)
        envs.step(envs.action_space.sample())
        envs.close()
