"""``python -m sokolab.ray``: many levels on Ray or on the cores of this machine."""

from __future__ import annotations

import argparse
import glob
import sys
import time
from typing import Any

from ..errors import SokolabError
from .run import run
from .units import ACTIONS


def _options(words: list[str]) -> dict[str, Any]:
    """``name=value`` as arguments of the function, with numbers, ``true`` and ``false``."""
    found: dict[str, Any] = {}
    for word in words:
        name, is_there, value = word.partition("=")
        if not is_there:
            raise SystemExit(f"error: write an option as name=value, not {word}")
        try:
            found[name] = int(value)
        except ValueError:
            try:
                found[name] = float(value)
            except ValueError:
                found[name] = {"true": True, "false": False}.get(value, value)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m sokolab.ray", description=__doc__)
    parser.add_argument("action", choices=ACTIONS)
    parser.add_argument("shards", nargs="*", help="files of levels, or patterns as 'data/*.txt'")
    parser.add_argument("--out", required=True, metavar="DIR", help="folder of results; resumable")
    parser.add_argument("--engine", choices=("ray", "local"), default="ray")
    parser.add_argument("--address", help="of a cluster; without it, Ray starts one here")
    parser.add_argument("--jobs", type=int, help="processes of --engine local")
    parser.add_argument("--chunk", type=int, default=500, help="levels of a unit (default: 500)")
    parser.add_argument("--count", type=int, default=1000, help="levels to generate")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="an argument of sokolab.solve, rate or generate, as in time=10")
    words = parser.parse_args()
    shards = sorted({path for shard in words.shards for path in glob.glob(shard) or [shard]})
    if (words.action == "generate") == bool(shards):
        parser.error("name files of levels for solve, label and rate, and none for generate")
    begin = last = time.monotonic()

    def report(units_done: int, levels: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > 5:
            last = now
            rate = levels / (now - begin)
            print(f"{units_done} units, {levels} levels, {rate:.0f} a second", file=sys.stderr)

    try:
        manifest = run(
            words.action,
            shards,
            out=words.out,
            chunk=words.chunk,
            count=words.count if words.action == "generate" else 0,
            options=_options(words.option),
            engine=words.engine,
            address=words.address,
            jobs=words.jobs,
            report=report,
        )
    except (OSError, TypeError, ValueError, SokolabError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted; the same command continues", file=sys.stderr)
        return 130
    print(
        f"{manifest.levels} levels in {manifest.units} files, {manifest.duplicates} duplicates "
        f"dropped, {manifest.statuses}, checksum {manifest.checksum}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
