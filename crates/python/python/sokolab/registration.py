"""Registers the environments with Gymnasium."""

from __future__ import annotations

import gymnasium

ENVIRONMENT_ID = "sokolab/Sokoban-v0"


def register() -> None:
    """Register ``sokolab/Sokoban-v0``, unless it is registered already."""
    if ENVIRONMENT_ID not in gymnasium.registry:
        gymnasium.register(
            id=ENVIRONMENT_ID,
            entry_point="sokolab.env:SokobanEnv",
            vector_entry_point="sokolab.vector:SokobanVectorEnv",
        )
