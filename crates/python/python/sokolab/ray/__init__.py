"""Solve, label, rate or generate any number of levels on Ray, or on the cores of one machine.

``python -m sokolab.ray label SHARDS --out DIR [--address ADDRESS]``; ``--engine local`` does the
same without Ray. ``pip install sokolab[ray]`` installs what it needs.

The work is cut into units: a chunk of levels of one shard. Tasks of Ray Data read shards lazily
and hand chunks on, so the driver never holds a level; other tasks work on them. A unit writes one
Parquet file whose name is that of the unit. It appears whole or not at all, so whatever dies (a
worker, a node, the driver) loses only unfinished units: Ray runs them again, and so does the next
start with the same folder, which passes over what is there. A unit that ran twice wrote the same
file twice. At the end, rows whose level id an earlier row has are dropped, and ``manifest.json``
tells counts and a checksum that does not depend on the engine, the order or the machine.
"""

from .run import Manifest, checksum, run
from .units import ACTIONS

__all__ = ["ACTIONS", "Manifest", "checksum", "run"]
