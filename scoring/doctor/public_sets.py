"""Public test sets that are recognized, by digests of some of their lines; no text is kept."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from ..output.sentence import listed_names
from .finding import NOTE, REFERENCE, SOURCE, ExaminedText, ExaminedTexts, TextFinding
from .line_features import Digests, LineFeatures, distinct, splitmix
from .repeated_texts import placeholder_lines

PUBLIC_SET = "public-set"
SKETCH = 64
"""Digests that are kept of a text: its least ones, so that those of a part of it are among them (Broder 1997)."""
LEAST_LETTERS = 30
"""Letters and digits of the lines that are compared: shorter ones recur in any set."""
_FEWEST, _LEAST_SHARE = 3, 0.5
"""Digests of a set, and the share of them or of the text's own below them, by which the set is recognized."""
TABLE = Path(__file__).with_name("public_sets.json")


@dataclass(frozen=True, eq=False)
class PublicText:
    """One text of a public set."""

    name: str
    """Such as "WMT 2021, English to German, reference A"."""
    lines: int
    sketch: Digests
    """(up to 64,), ascending"""

    @property
    def set_name(self) -> str:
        """The name without its last part, which says which text of the set it is."""
        return self.name.rpartition(", ")[0] or self.name


def sketch_of(features: LineFeatures) -> Digests:
    """Return the least digests of a text's long lines, ascending."""
    return digests_of(features)[:SKETCH]


def digests_of(features: LineFeatures) -> Digests:
    """Return the mixed digests of a text's long lines, ascending, each once."""
    return distinct(splitmix(features.digests[features.letters >= LEAST_LETTERS]))


def public_record(features: LineFeatures) -> dict[str, object]:
    """Return what the table keeps of a text."""
    return {"lines": len(features), "digests": "".join(f"{digest:016x}" for digest in sketch_of(features).tolist())}


@cache
def public_texts() -> tuple[PublicText, ...]:
    """Return the texts that are known."""
    records = json.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(
        PublicText(name, record["lines"], np.frombuffer(bytes.fromhex(record["digests"]), ">u8").astype(np.uint64))
        for name, record in records.items()
    )


def find_public_sets(texts: ExaminedTexts) -> Iterator[TextFinding]:
    """Yield a finding for each known public set that the source or a reference is taken from, whole or in part.

    It is about the segments without placeholders, which are no lines of that set.
    """
    by_set: dict[str, list[ExaminedText]] = {}
    for text in texts.all:
        if text.role not in (SOURCE, REFERENCE):
            continue
        digests = digests_of(texts.features(text))
        found = max(
            ((*_overlap(digests, known), known) for known in public_texts()), key=lambda one: one[:2], default=None
        )
        if found is None or found[0] < _FEWEST or found[1] < _LEAST_SHARE:
            continue
        by_set.setdefault(found[2].set_name, []).append(text)
    for set_name, listed in by_set.items():
        first, *others = (text.subject for text in listed)
        names = listed_names([first, *(f"{name[0].lower()}{name[1:]}" for name in others)])
        text, are = listed[0], "are" if others else "is"
        flags = ~placeholder_lines(texts, text)
        lines = (np.flatnonzero(flags if flags.any() else ~flags) + 1).tolist()
        message = (
            f"{names} {are} from a published test set, {set_name}. A system may have seen it in training, so its scores"
            " may be too high."
        )
        where, n = (lines[0], lines[-1]), len(lines)
        share = n / len(texts)
        yield TextFinding(PUBLIC_SET, NOTE, text.role, text.file, *where, message, n, share, (lines[0],))


def _overlap(digests: Digests, known: PublicText) -> tuple[int, float]:
    """Return how many digests of a known text are there, and the larger share: of the known ones, or of those below."""
    places = np.searchsorted(digests, known.sketch)
    n_found = int((digests.take(places, mode="clip") == known.sketch).sum()) if len(digests) else 0
    n_below = int(np.searchsorted(digests, known.sketch[-1], "right")) if len(known.sketch) else 0
    return n_found, max(n_found / max(len(known.sketch), 1), n_found / max(n_below, 1))
