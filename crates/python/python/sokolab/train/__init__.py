"""Train a network that judges states for ``soko solve --method tree-search --judge FILE.onnx``.

``python -m sokolab.train --out judge.onnx`` makes levels with our generator, labels states of them
with our exact solver, trains a small policy and value network on the CPU and writes it as ONNX.
NumPy trains it, and the package ``onnx`` writes the file: ``pip install sokolab[train]``. Equal
seeds give equal data; the weights are equal on machines whose NumPy adds up in the same order.

A network sees four planes of 0 and 1 (walls, goals, boxes, the keeper's region), cropped to the
floor with a border of one wall, and gives

* ``policy``: four planes of logits, for pushing the box of a square left, up, right and down;
* ``value``: exp(-n / 40) for a state that is n pushes from a solution, and 0 for one that is lost.
"""

from .data import Sample, label_levels
from .export import write_onnx
from .network import Network, train

__all__ = ["Network", "Sample", "label_levels", "train", "write_onnx"]
