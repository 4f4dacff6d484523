"""Reading collections of levels."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from . import _native
from ._native import Level
from .errors import Finding, LevelError, LevelWarning

__all__ = ["COLLECTIONS", "collection", "read"]

COLLECTIONS = (
    "workshop",
    "quarry",
    "forced",
    "first-steps",
    *(f"ladder-{band:02}" for band in range(1, 11)),
)
"""The embedded collections; the ladder has ten bands of difficulty."""

_CHUNK = 1 << 16


def collection(name: str = "workshop") -> list[Level]:
    """The levels of an embedded collection.

    >>> import sokolab
    >>> sokolab.collection("first-steps")[0].rules
    'official'
    """
    return _native.embedded(name)


def read(
    source: str | os.PathLike[str],
    *,
    rules: str | None = None,
    format: str | None = None,
) -> Iterator[Level]:
    """Read the levels of a file or of a string, one by one.

    ``source`` is a path, where ``file.sok#7``, ``file.sok#3-10`` and ``file.sok#3-`` select levels,
    or a string of several lines. The format is detected from the content unless it is given. An unreadable
    part of the text causes a :class:`~sokolab.LevelWarning`, and the rest is read; a text without
    any level raises :class:`~sokolab.LevelError`. Levels that cannot be played are returned, too:
    see ``level.is_playable``.

    >>> import sokolab
    >>> text = "#####\\n#@$.#\\n#####\\n\\n######\\n#@$ .#\\n######\\n"
    >>> [level.width for level in sokolab.read(text)]
    [5, 6]
    """
    if isinstance(source, str) and "\n" in source:
        return _levels(iter([source.encode()]), rules, format)
    path, first, last = _selection(os.fsdecode(source))
    levels = _levels(_chunks(path), rules, format)
    return levels if (first, last) == (1, None) else _selected(levels, path, first, last)


def _selection(path: str) -> tuple[Path, int, int | None]:
    """The file, and the numbers of the first and the last level; ``None`` is the last there is."""
    found = re.fullmatch(r"(.+)#(\d+)(-(\d*))?", path)
    if found is None or Path(path).exists():
        return Path(path), 1, None
    first = int(found[2])
    last = first if found[3] is None else int(found[4]) if found[4] else None
    if first < 1 or (last is not None and last < first):
        raise ValueError(f"{path!r}: levels are counted from 1, the first before the last")
    return Path(found[1]), first, last


def _selected(
    levels: Iterator[Level], path: Path, first: int, last: int | None
) -> Iterator[Level]:
    number = 0
    for number, level in enumerate(levels, start=1):
        if number >= first:
            yield level
        if number == last:
            return
    if number < (last or first):
        raise ValueError(f"{str(path)!r} has {number} levels, so it has no level {last or first}")


def _chunks(path: Path) -> Iterator[bytes]:
    # Opened at once, so that a missing file is no surprise later.
    file = path.open("rb")

    def chunks() -> Iterator[bytes]:
        with file:
            while chunk := file.read(_CHUNK):
                yield chunk

    return chunks()


def _levels(
    chunks: Iterator[bytes], rules: str | None, format: str | None
) -> Iterator[Level]:
    # Made at once, so that bad options are no surprise later.
    reader = _native.Reader(rules, format)
    return _read_with(reader, chunks)


def _read_with(reader: _native.Reader, chunks: Iterator[bytes]) -> Iterator[Level]:
    count = 0
    findings = []
    for chunk in chain(chunks, [None]):
        if chunk is None:
            reader.finish()
        else:
            reader.feed(chunk)
        while (item := reader.take()) is not None:
            level, finding = item
            if level is not None:
                count += 1
                yield level
            elif finding is not None:
                findings.append(finding)
    if count == 0:
        raise LevelError("there is no level in this text", findings)
    for finding in findings:
        warnings.warn(str(Finding(*finding)), LevelWarning, stacklevel=2)
