"""Which definition of identities and fingerprints is in force: scoring may change it from one version to the next.

What is kept outlives such a change, so it is checked by digests of our own (``arrays``), which never change.
Identities and fingerprints must agree as well where they are of the same definition.
"""

from functools import cache
from hashlib import blake2b

import numpy as np
import pyarrow as pa

from scoring.judgments import Annotation, ErrorSpan, Preferences, Scores
from scoring.testset import Reference, System, TestSet
from scoring.text.languages import FILE, StatedLanguage, find_language


@cache
def scheme() -> str:
    """16 hexadecimal digits that change with the definition: by those of a set that has every kind of column."""
    probe = _probe()
    return blake2b(f"{probe.identity} {probe.fingerprint}".encode(), digest_size=8).hexdigest()


def _probe() -> TestSet:
    text, tags = pa.array(["a b", ""]), pa.array(["x y", ""])
    english = find_language("en")
    judged = {"A": np.array([True, False])}
    span = ErrorSpan("A", 0, 0, 1, "minor", "style", "r1")
    first = np.array([0])
    return TestSet(
        (System("A", text, tags), System("B", text)),
        (Reference("r", text, tags), Reference("s", pa.array(["c", None]))),
        text,
        text,
        "probe",
        None if english is None else StatedLanguage(english, FILE),
        pa.array(["d", "d"]),
        pa.array(["e", "e"]),
        (Scores("s", {"A": np.array([0.5, np.nan])}, source="file"),),
        (Annotation("e", (span,), judged, True, "file", {"A": np.array([2, 0])}),),
        (Preferences("p", ("A", "B"), first, first, first + 1, first > 0, 2, "file"),),
    )
