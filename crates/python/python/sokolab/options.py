"""Options on their way to the native part, which takes JSON."""

from __future__ import annotations

import json
import math
from operator import index
from typing import Any

__all__ = ["as_json", "as_seconds", "as_whole"]


def _plain(value: Any) -> Any:
    """Numbers of NumPy as Python's."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    raise TypeError(f"an option cannot be {value!r}, of the type {type(value).__name__}")


def as_json(options: dict[str, Any]) -> str:
    """Options as JSON."""
    return json.dumps(options, default=_plain)


def as_whole(name: str, value: int, least: int = 0, most: int = 2**64 - 1) -> int:
    """A whole number of any type, such as NumPy's; errors name the option."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} must be a whole number from {least} to {most}, not {number}")
    return number


def as_seconds(time: float | None) -> float | None:
    """A time limit in seconds; ``None`` for none."""
    if time is None or time == math.inf:
        return None
    if isinstance(time, str | bytes) or not hasattr(time, "__float__"):
        raise TypeError(f"time must be a number of seconds, or None for no limit, not {time!r}")
    if not time >= 0:
        raise ValueError(f"time must be a number of seconds, or None for no limit, not {time}")
    return float(time)
