"""The exceptions of the package."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "Finding",
    "GenerateError",
    "InternalError",
    "LevelError",
    "LevelWarning",
    "MovesError",
    "SokolabError",
]


@dataclass(frozen=True)
class Finding:
    """Something wrong or odd about a text or a level."""

    code: str
    """Its stable code, such as E0203; those of errors begin with E, those of warnings with W."""
    message: str
    help: str
    """What to do about it."""
    line: int | None = None
    """The line of the text, from 1; ``None`` if it concerns all of it."""
    column: int | None = None

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, column {self.column}: "
        return f"{self.code} {place}{self.message}"


FindingParts = tuple[str, str, str, "int | None", "int | None"]


class SokolabError(Exception):
    """The base of all exceptions of this package."""


class LevelError(SokolabError, ValueError):
    """A text is not a level, or a level cannot be played.

    >>> import sokolab
    >>> try:
    ...     sokolab.Level("#####\\n# $.#\\n#####")
    ... except sokolab.LevelError as error:
    ...     print(error.code, error.findings[0].message)
    E0201 no keeper
    """

    code: str
    """The code of the first finding."""
    findings: list[Finding]
    """All findings."""

    def __init__(self, message: str, findings: list[FindingParts] | None = None) -> None:
        self.findings = [Finding(*parts) for parts in findings or []]
        self.code = self.findings[0].code if self.findings else ""
        help_text = f" ({self.findings[0].help})" if self.findings else ""
        super().__init__(f"{self.code} {message}{help_text}".strip())
        self._parts = (message, findings)

    def __reduce__(self) -> tuple[type[LevelError], tuple[object, ...]]:
        return type(self), self._parts


class MovesError(SokolabError, ValueError):
    """Illegal moves, with the codes of ``soko verify``."""

    code: str
    """The reason, such as ``wall`` or ``blocked_push``."""
    index: int
    """The index of the move, from 0."""

    def __init__(self, message: str, code: str = "", index: int = 0) -> None:
        self.code, self.index = code, index
        super().__init__(f"{code}: {message}")
        self._parts = (message, code, index)

    def __reduce__(self) -> tuple[type[MovesError], tuple[object, ...]]:
        return type(self), self._parts


class GenerateError(SokolabError, RuntimeError):
    """A generator did not make the requested levels."""


class InternalError(SokolabError, RuntimeError):
    """An internal error: please report it."""


class LevelWarning(UserWarning):
    """Something is wrong with a part of a collection; the rest is read."""
