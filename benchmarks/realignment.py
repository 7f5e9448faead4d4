"""Outputs joined and segmented again: the share of right borders, next to mweralign's if it is installed.

Each output is joined by document, or without documents in runs of ``SEGMENTS``, and segmented again by the references.
A border is right if as many characters are before it as before the joining. The peer (GPL) is run on the same texts
with its tokenizer for white space, and with SentencePiece, whose model is trained on the references here. Both are also
measured without case and punctuation, as in recognized speech. REALIGNMENT_SYSTEMS changes the number of systems of
each set.
"""

import io
import os
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, islice

import numpy as np
import pyarrow as pa
from tabulate import tabulate

from benchmarks.data import Data
from scoring.studies.realignment import RealignmentRequest, StreamLines, TextsToRealign
from scoring.studies.realignment import run as realign

SEGMENTS = 250
SYSTEMS = 3
PIECES = 8_000
"""Size of the vocabulary of the peer's SentencePiece model."""
BINS = np.array([0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.01])
SPEECH = re.compile(r"[^\w\s'-]+")
Texts = list[str]
Cutter = Callable[[Texts, Texts], Texts]
"""Function from outputs and references of a document to the outputs segmented again."""


def run(sets: Sequence[Data]) -> None:
    confidences: list[tuple[float, bool]] = []
    rows = [row for data in sets for row in _rows(data, confidences)]
    if not rows:
        return
    print(tabulate(rows, ("", "borders", "as", "BLEUscope", *_PEERS, "times as fast"), floatfmt=".1f"))
    print("\nconfidence of a border, and share that is right")
    sure, right = (np.array(column) for column in zip(*confidences, strict=True))
    places = np.digitize(sure, BINS) - 1
    told = [(sure[places == n], right[places == n]) for n in range(len(BINS) - 1) if (places == n).any()]
    print(tabulate([(len(s), s.mean(), r.mean()) for s, r in told], ("borders", "confidence", "right"), floatfmt=".2f"))


def _rows(data: Data, confidences: list[tuple[float, bool]]) -> Iterator[list[object]]:
    reference = data.references[0]
    if len(data.references) and None in reference:
        return
    peers = _peers(reference)
    systems = list(islice(data.systems.values(), int(os.environ.get("REALIGNMENT_SYSTEMS", SYSTEMS))))
    for kind, change in (("written", lambda text: text), ("speech", lambda text: SPEECH.sub(" ", text.lower()))):
        right: dict[str, int] = defaultdict(int)
        seconds: dict[str, float] = defaultdict(float)
        borders = 0
        for segments in _documents(data):
            references = [reference[segment] for segment in segments]
            for texts in systems:
                outputs = [change(texts[segment]) for segment in segments]
                places = _places(outputs)
                borders += len(places)
                cuts = {"BLEUscope": _ours(confidences), **peers}
                for name, cut in cuts.items():
                    began = time.perf_counter()
                    found = cut(outputs, references)
                    seconds[name] += time.perf_counter() - began
                    right[name] += sum(a == b for a, b in zip(places, _places(found), strict=True))
        shares = [100 * right[name] / borders if name in right else None for name in ("BLEUscope", *_PEERS)]
        plain = seconds.get(_PEERS[0])
        yield [data.name, borders, kind, *shares, None if plain is None else plain / seconds["BLEUscope"]]


def _documents(data: Data) -> Iterator[Sequence[int]]:
    documents = data.test_set.documents
    n_segments = len(data.test_set)
    names = [n // SEGMENTS for n in range(n_segments)] if documents is None else documents.to_pylist()
    by_name: dict[object, list[int]] = defaultdict(list)
    for segment, name in enumerate(names):
        by_name[name].append(segment)
    return (segments for segments in by_name.values() if len(segments) > 1)


def _places(texts: Texts) -> list[int]:
    """Return the number of characters before each border."""
    return list(accumulate(len("".join(text.split())) for text in texts[:-1]))


def _ours(confidences: list[tuple[float, bool]]) -> Cutter:
    def cut(outputs: Texts, references: Texts) -> Texts:
        texts = TextsToRealign({"output": StreamLines(pa.array([" ".join(outputs)]))}, {"": pa.array(references)})
        (system,) = realign(RealignmentRequest(), texts).systems
        found: Texts = system.segments.to_pylist()
        pairs = zip(_places(outputs), _places(found), strict=True)
        are_right = [a == b for a, b in pairs]
        confidences.extend(zip(system.border_confidences[1:-1].tolist(), are_right, strict=True))
        return found

    return cut


_PEERS = ("mweralign, words", "mweralign, pieces")


def _peers(reference: Texts) -> dict[str, Cutter]:
    try:
        from mweralign import align_texts
        from sentencepiece import SentencePieceProcessor, SentencePieceTrainer
    except ImportError:
        return {}
    model = io.BytesIO()
    with _quiet():
        SentencePieceTrainer.train(
            sentence_iterator=iter(reference),
            model_writer=model,
            vocab_size=PIECES,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
        )
    pieces = SentencePieceProcessor(model_proto=model.getvalue())

    def by_words(outputs: Texts, references: Texts) -> Texts:
        with _quiet():
            found = align_texts("\n".join(references) + "\n", " ".join(outputs))
        return _lines(found, len(references))

    def by_pieces(outputs: Texts, references: Texts) -> Texts:
        encoded, stream = (
            [" ".join(pieces.encode(text, out_type=str)) for text in texts]
            for texts in (references, [" ".join(outputs)])
        )
        with _quiet():
            found = align_texts("\n".join(encoded) + "\n", stream[0], True, forbid_midword_boundary=True)
        return ["".join(line.split()).replace("\u2581", " ") for line in _lines(found, len(references))]

    return dict(zip(_PEERS, (by_words, by_pieces), strict=True))


def _lines(text: str, n_segments: int) -> Texts:
    """Return the lines of the peer's output, with the empty lines at the end that the peer leaves out."""
    lines = text.split("\n")
    return (lines + [""] * n_segments)[:n_segments]


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence C++ libraries that write to standard error."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
