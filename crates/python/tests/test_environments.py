"""The Gymnasium environments."""

import itertools
import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sokolab
from sokolab.env import SokobanEnv
from sokolab.games import ACTIONS, REWARDS, SYMBOLS
from sokolab.vector import SokobanVectorEnv

PLAIN = "#######\n#@ $ .#\n#######\n"
SMALL = ["#####\n#@$.#\n#####\n", "######\n#@$ .#\n######\n", "#####\n#.@ #\n# $ #\n#   #\n#####\n"]
RULES = ["official", "nethack", "nethack-game", "nethack-diagonal", "sink"]


def small_levels() -> list[sokolab.Level]:
    return [sokolab.Level(text) for text in SMALL]


def checked(env: gymnasium.Env[Any, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*render.*")
        warnings.filterwarnings("ignore", message=".*not within the observation.*flatten.*")
        warnings.filterwarnings("ignore", message=".*Casting input x to numpy.*")
        check_env(env.unwrapped)


@pytest.mark.parametrize("observation", ["planes", "symbols", "rgb"])
@pytest.mark.parametrize("actions", ["steps", "pushes"])
def test_check_env_passes(observation: str, actions: str) -> None:
    labels = ["action_mask", "deadlock", "distance"]
    checked(
        gymnasium.make(
            "sokolab/Sokoban-v0",
            levels=small_levels(),
            observation=observation,
            actions=actions,
            labels=labels,
            render_mode="rgb_array",
        )
    )


@pytest.mark.parametrize("rules", RULES)
def test_check_env_passes_under_every_rule_set(rules: str) -> None:
    generator = {"generator": "reverse", "boxes": 2, "tries": 1}
    checked(gymnasium.make("sokolab/Sokoban-v0", generator=generator, rules=rules))


def test_without_arguments_the_embedded_collection_is_played() -> None:
    env = gymnasium.make("sokolab/Sokoban-v0", order="sequential")
    _, info = env.reset(seed=1)
    assert info["level"] == 1
    _, info = env.reset()
    assert info["level"] == 2
    level = sokolab.collection()[0]
    observation, _ = env.reset(options={"level": 1})
    assert (observation[2:4].sum(axis=(1, 2)) == [level.boxes, 1]).all()
    checked(gymnasium.make("sokolab/Sokoban-v0"))


def test_the_table_of_actions() -> None:
    assert ACTIONS[:4] == ("left", "up", "right", "down")
    room = "#####\n#   #\n# @ #\n#  $#\n#  .#\n#####\n"
    env = SokobanEnv(room)
    for action, (row, column) in enumerate([(2, 1), (1, 2), (2, 3), (3, 2)]):
        env.reset(seed=0)
        observation, *_ = env.step(action)
        assert np.argwhere(observation[3]).tolist() == [[row, column]]
    assert SokobanEnv(room, rules="nethack-game").action_masks().shape == (8,)


def test_solutions_win_exactly_at_their_end() -> None:
    for level in sokolab.collection("first-steps")[:6]:
        result = sokolab.solve(level)
        assert result.solution is not None
        if not result.solution:
            # It starts won, and says so as soon as it can.
            env = SokobanEnv([level])
            env.reset(seed=0)
            assert env.step(0)[2] or env.step(1)[2]
            continue
        env = SokobanEnv([level], labels=("distance", "deadlock", "action_mask"))
        env.reset(seed=0)
        for index, letter in enumerate(result.solution):
            action = "lurd".index(letter.lower())
            assert env.action_masks()[action] == 1
            observation, _, terminated, truncated, info = env.step(action)
            assert terminated == info["won"] == (index + 1 == len(result.solution))
            assert not truncated
            assert not info["deadlock"]
            drawn = level.after(result.solution[: index + 1]).planes()
            assert (observation[1:, : level.height, : level.width] == drawn[1:]).all()
        assert (info["distance"], info["pushes"]) == (0, result.pushes)
        with pytest.raises(RuntimeError, match="reset"):
            env.step(0)


def test_rewards_are_as_documented() -> None:
    def play(reward: Any, moves: str, **more: Any) -> list[float]:
        env = SokobanEnv(PLAIN, reward=reward, **more)
        env.reset(seed=0)
        return [round(float(env.step("lurd".index(it))[1]), 3) for it in moves]

    assert play("boxes", "urrr") == [-0.1, -0.1, -0.1, 10.9]
    assert play("sparse", "urrr") == [0, 0, 0, 1]
    assert play("shortest", "urrr") == [-1, -1, -1, -1]
    assert play("approach", "rrr") == [-0.01, 0.09, 1.09]
    weights = {"push": 2, "refused": -3, "win": 5}
    assert play(weights, "urrr") == [-3, 0, 2, 7]
    assert set(REWARDS) == {"boxes", "sparse", "shortest", "approach"}
    with pytest.raises(ValueError, match="sparse"):
        SokobanEnv(PLAIN, reward="money")
    with pytest.raises(ValueError, match="refused"):
        SokobanEnv(PLAIN, reward={"money": 1})


def test_deadlocks_are_told_and_may_end_an_episode() -> None:
    corner = "######\n#    #\n# $@ #\n#.   #\n######\n"
    env = SokobanEnv(corner, labels=("deadlock", "distance"), reward="approach")
    _, info = env.reset(seed=0)
    assert (info["deadlock"], info["distance"]) == (False, 2)
    for action in [1, 0, 3]:
        _, reward, terminated, _, info = env.step(action)
    assert (info["deadlock"], info["distance"], terminated) == (False, 1, False)
    env.reset()
    left = env.step(0)
    assert not left[4]["deadlock"]
    env = SokobanEnv("#####\n#@ .#\n# $ #\n#   #\n#####\n", end_on_deadlock=True, reward="approach")
    env.reset(seed=0)
    env.step(2)
    _, reward, terminated, truncated, info = env.step(3)
    assert (terminated, truncated, info["won"]) == (True, False, False)
    assert reward < -0.9


def test_max_steps_truncates() -> None:
    env = SokobanEnv(PLAIN, max_steps=2)
    env.reset(seed=0)
    assert env.step(1)[2:4] == (False, False)
    assert env.step(1)[2:4] == (False, True)
    env = SokobanEnv(SMALL[0], max_steps=1)
    env.reset(seed=0)
    assert env.step(2)[2:4] == (True, False)


def test_pushes_name_boxes() -> None:
    env = SokobanEnv(PLAIN, actions="pushes")
    _, info = env.reset(seed=0)
    right = (1 * 7 + 3) * 4 + 2
    assert np.flatnonzero(info["action_mask"]).tolist() == [right]
    _, _, terminated, _, info = env.step(right)
    assert (terminated, info["steps"], info["pushes"]) == (False, 1, 1)
    _, _, terminated, _, _ = env.step(right + 4)
    assert terminated


def test_the_keeper_leaves_by_itself_if_actions_are_pushes() -> None:
    env = SokobanEnv("-------\n|@0^.<|\n-------\n", actions="pushes")
    assert env.planes == ("wall", "goal", "box", "keeper", "exit")
    observation, info = env.reset(seed=0)
    observation, _, terminated, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert terminated
    assert info["won"]
    assert observation[1:3].sum() == 0
    assert np.argwhere(observation[3]).tolist() == np.argwhere(observation[4]).tolist()


def test_symbols_have_names() -> None:
    env = SokobanEnv(PLAIN, observation="symbols")
    observation, _ = env.reset(seed=0)
    names = [SYMBOLS[it] for it in observation[1]]
    assert names == [
        "wall",
        "keeper on floor",
        "floor",
        "box on floor",
        "floor",
        "goal",
        "wall",
    ]


def test_missing_data_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        gymnasium.make("sokolab/Sokoban-v0", levels=tmp_path / "missing.txt")
    empty = tmp_path / "empty.txt"
    empty.write_text("")
    with pytest.raises(sokolab.LevelError):
        SokobanEnv(empty)
    broken = tmp_path / "broken.sok"
    broken.write_text(PLAIN + "\n#####\n# $.#\n#####\n")
    with pytest.raises(ValueError, match="level 2 cannot be played: E0201"):
        SokobanEnv(broken)
    with pytest.raises(ValueError, match="no level"):
        SokobanEnv([])


def rollout(envs: Any, seed: int, steps: int) -> Iterator[Any]:
    yield envs.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for _ in range(steps):
        yield envs.step(chance.integers(envs.single_action_space.n, size=envs.num_envs))


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("observation", ["planes", "symbols", "rgb"])
@pytest.mark.parametrize("actions", ["steps", "pushes"])
def test_side_by_side_is_the_same_as_one_by_one(
    mode: AutoresetMode, observation: str, actions: str
) -> None:
    settings: dict[str, Any] = {
        "levels": small_levels(),
        "max_steps": 13,
        "observation": observation,
        "actions": actions,
        "labels": ("action_mask", "deadlock", "distance"),
        "reward": "approach",
        "size": (6, 7),
        "tile": 4,
    }
    single = SyncVectorEnv([lambda: SokobanEnv(**settings)] * 5, autoreset_mode=mode)
    fast = gymnasium.make_vec(
        "sokolab/Sokoban-v0", num_envs=5, autoreset_mode=mode, **settings
    )
    assert fast.single_observation_space == single.single_observation_space
    assert fast.action_space == single.action_space
    assert fast.metadata["autoreset_mode"] == mode
    ended = 0
    for one, other in zip(rollout(single, 3, 60), rollout(fast, 3, 60), strict=True):
        assert len(one) == len(other)
        for expected, got in zip(one[:-1], other[:-1], strict=True):
            assert np.array_equal(expected, got)
        expected, got = one[-1], other[-1]
        assert same_info(expected, got)
        ended += int("final_obs" in got) if mode == AutoresetMode.SAME_STEP else 1
    assert ended > 3


def same_info(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    for key, value in expected.items():
        if key in {"final_obs", "final_info"}:
            continue
        if not data_equivalence(np.asarray(value), np.asarray(got[key]).astype(value.dtype)):
            return False
    if "final_obs" in expected:
        over = expected["_final_obs"]
        for one, other in zip(expected["final_obs"][over], got["final_obs"][over], strict=True):
            if not np.array_equal(one, other):
                return False
        for key in ["level", "steps", "pushes", "won", "deadlock", "distance"]:
            one, other = expected["final_info"][key], got["final_info"][key]
            if not np.array_equal(one[over], other[over]):
                return False
    return True


def test_observations_and_labels_equal_those_drawn_anew() -> None:
    levels = [it.level for it in sokolab.generate(count=4, seed=3, boxes=3)]
    envs = SokobanVectorEnv(4, levels, order="sequential", max_steps=None, copy=False)
    observations, _ = envs.reset(seed=0)
    moves = [""] * 4
    chance = np.random.default_rng(1)
    for _ in range(200):
        actions = chance.integers(4, size=4)
        masks = envs.action_masks()
        _, _, terminated, _, _ = envs.step(actions)
        if terminated.any():
            break
        for index, action in enumerate(actions):
            moves[index] += "lurd"[action] if masks[index, action] else ""
            level = levels[index].after(moves[index])
            drawn = level.planes()[:, : level.height, : level.width]
            seen = observations[index][:, : level.height, : level.width]
            assert (seen[1:] == drawn[1:]).all()
    else:
        assert all(moves)


def test_disabled_autoreset_waits_for_a_mask() -> None:
    envs = SokobanVectorEnv(
        2, SMALL[0], max_steps=3, autoreset_mode=AutoresetMode.DISABLED
    )
    envs.reset(seed=0)
    _, _, terminated, _, _ = envs.step(np.array([2, 1]))
    assert terminated.tolist() == [True, False]
    with pytest.raises(RuntimeError, match="environment 0 is over"):
        envs.step(np.array([2, 1]))
    _, infos = envs.reset(options={"reset_mask": np.array([True, False])})
    assert infos["_level"].tolist() == [True, False]
    assert infos["steps"].tolist() == [0, 1]
    envs.step(np.array([1, 1]))


def test_seeds_repeat_episodes() -> None:
    def levels_of(seed: int) -> Any:
        envs = SokobanVectorEnv(8, max_steps=1)
        found = [envs.reset(seed=seed)[1]["level"]]
        found += [envs.step(np.zeros(8))[-1]["level"] for _ in range(6)]
        return np.array(found).tolist()

    assert levels_of(4) == levels_of(4)
    assert levels_of(4) != levels_of(5)


def test_sequential_order_plays_every_level_once() -> None:
    levels = [sokolab.Level(PLAIN)] * 7
    envs = SokobanVectorEnv(3, levels, order="sequential", max_steps=1)
    seen = [envs.reset(seed=0)[1]["level"].tolist()]
    for _ in range(2):
        envs.step(np.zeros(3))
        seen.append(envs.step(np.zeros(3))[-1]["level"].tolist())
    assert list(itertools.chain(*seen))[:7] == [1, 2, 3, 4, 5, 6, 7]


def test_bad_actions_are_refused() -> None:
    envs = SokobanVectorEnv(2, PLAIN)
    with pytest.raises(RuntimeError, match="reset"):
        envs.step(np.zeros(2))
    envs.reset(seed=0)
    with pytest.raises(ValueError, match="0 to 3"):
        envs.step(np.array([0, 4]))
    with pytest.raises(ValueError, match="2 environments"):
        envs.step(np.zeros(3))
    with pytest.raises(ValueError, match="no level 9"):
        envs.reset(options={"level": 9})


def test_generated_levels_repeat_by_seed() -> None:
    settings: dict[str, Any] = {"generator": {"boxes": 2, "tries": 1}, "max_steps": 2}
    first, second = (SokobanVectorEnv(2, **settings) for _ in range(2))
    for one, other in zip(rollout(first, 9, 8), rollout(second, 9, 8), strict=True):
        assert np.array_equal(one[0], other[0])
    with pytest.raises(ValueError, match="not both"):
        SokobanEnv(PLAIN, generator="reverse")
    with pytest.raises(ValueError, match="unknown variant"):
        SokobanEnv(generator="magic")


def test_an_environment_can_be_rendered() -> None:
    env = gymnasium.make("sokolab/Sokoban-v0", levels=PLAIN, render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == PLAIN.strip()
    envs = SokobanVectorEnv(2, PLAIN, render_mode="rgb_array")
    envs.reset(seed=0)
    frames = envs.render()
    assert frames is not None
    assert frames[0].shape == (24, 56, 3)


def test_levels_cross_process_boundaries() -> None:
    levels = pickle.loads(pickle.dumps(small_levels()))
    assert levels == small_levels()
