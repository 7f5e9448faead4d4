"""What one file holds: columns of text, and judgments."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .columns import Column

if TYPE_CHECKING:
    from .judgments import FoundJudgments


@dataclass(frozen=True)
class Contents:
    """What one file, or all files of one archive, hold."""

    columns: Sequence[Column] = ()
    judgments: "Sequence[FoundJudgments]" = ()
