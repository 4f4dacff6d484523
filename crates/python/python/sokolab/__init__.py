"""The workbench for Sokoban puzzles.

>>> import sokolab
>>> level = sokolab.Level('''
... #######
... #@ $ .#
... #######''')
>>> sokolab.solve(level).solution
'rRR'

Names are those of the program ``soko``: :func:`solve`, :func:`verify`, :func:`analyze`,
:func:`rate`, :func:`explain`, :func:`generate`, :func:`optimize`, :func:`render`. :func:`read`
reads collections, :func:`collection` has those that come with the package. With Gymnasium
installed, ``gymnasium.make("sokolab/Sokoban-v0")`` plays them.
"""

from importlib.metadata import version as _version
from importlib.util import find_spec as _find_spec

from ._native import Level
from .collections import COLLECTIONS, collection, read
from .errors import (
    Finding,
    GenerateError,
    InternalError,
    LevelError,
    LevelWarning,
    MovesError,
    SokolabError,
)
from .functions import analyze, explain, generate, optimize, rate, render, solve, verify
from .results import (
    Analysis,
    Explanation,
    GeneratedLevel,
    OptimizeResult,
    Progress,
    Rating,
    SolveResult,
    Verdict,
    Why,
)

__version__ = _version("sokolab")

__all__ = [
    "COLLECTIONS",
    "Analysis",
    "Explanation",
    "Finding",
    "GenerateError",
    "GeneratedLevel",
    "InternalError",
    "Level",
    "LevelError",
    "LevelWarning",
    "MovesError",
    "OptimizeResult",
    "Progress",
    "Rating",
    "SokolabError",
    "SolveResult",
    "Verdict",
    "Why",
    "analyze",
    "collection",
    "explain",
    "generate",
    "optimize",
    "rate",
    "read",
    "render",
    "solve",
    "verify",
]

if _find_spec("gymnasium") is not None:
    from .registration import register as _register

    _register()
