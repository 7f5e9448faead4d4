"""Hold the judgments of one file in the file's own terms, before its systems and segments are matched."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from ...counting.arrays import Flags, Floats, Ints
from ...judgments.errors import MISSING
from ...judgments.repeats import MEAN
from ...output.numbers import counted
from ...text.texts import check_counts
from ..columns import Column, Notice


@dataclass(frozen=True, eq=False)
class ShownTexts:
    """The texts that a judge read, in a file with segment numbers of its own; used to find the test set's segments."""

    outputs: pa.StringArray
    """Outputs, (n_rows,)."""
    sources: pa.StringArray
    """Sources, (n_rows,); null if none was shown."""
    hints: Ints
    """Segments of the test set that the file names, from 1, 0 for none, (n_rows,); used if the texts agree."""

    @classmethod
    def of(cls, outputs: pa.StringArray, sources: pa.StringArray) -> "ShownTexts":
        """Return the texts of a file that names no segments of the test set."""
        return cls(outputs, sources, np.zeros(len(outputs), np.int64))

    def at(self, rows: Ints) -> "ShownTexts":
        """Return the texts of these rows only."""
        places = pa.array(rows)
        return ShownTexts(self.outputs.take(places), self.sources.take(places), self.hints[rows])


@dataclass(frozen=True, eq=False)
class JudgedFingerprints:
    """Fingerprints of the texts that were judged, as ``output_fingerprint`` makes them."""

    whole: pa.StringArray
    """Fingerprints of the source and the output, (n_rows,); null if the file has none."""
    outputs: pa.StringArray
    """Fingerprints of the output alone, (n_rows,); null if the file has none."""

    def at(self, rows: Ints) -> "JudgedFingerprints":
        """Return the fingerprints of these rows only."""
        places = pa.array(rows)
        return JudgedFingerprints(self.whole.take(places), self.outputs.take(places))


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """The system and segment of each row of a file."""

    systems: tuple[str, ...]
    """Names of systems as the file writes them, each once."""
    system: Ints
    """Place of each row's system among ``systems``, (n_rows,)."""
    segment: Ints
    """Number of each row's segment, from 1, (n_rows,).

    It counts in the test set, in the document if there are ``documents``, or in the file if there are ``texts``.
    """
    lines: Ints
    """Line of each row in the file, from 1, (n_rows,)."""
    documents: tuple[str, ...] = ()
    """Names of documents as the file writes them, each once; empty if segments are numbered throughout the test set."""
    document: Ints | None = None
    """Place of each row's document among ``documents``, (n_rows,); None without documents."""
    n_segments: int | None = None
    """Number of segments of the test set, if the file has all of them; else None."""
    shown: Ints | None = None
    """Number of segments of each row's document that were judged in one go, (n_rows,).

    Segments are counted from the first of these; None if segments are counted from the document's first.
    """
    is_whole: bool = False
    """Whether documents were shown whole, so that another number of segments is an error."""
    throughout: Ints | None = None
    """Numbers that the file gives segments throughout, from 1, (n_rows,); used if the test set's documents agree."""
    texts: ShownTexts | None = None
    """Texts of all rows, if segments are found by their texts; else None."""
    zero_based: str = ""
    """Field of the file whose numbers of segments count from 0; empty if they count from 1."""
    numbered_in: str = ""
    """Column of documents in which segments are numbered, for error messages."""
    ids: pa.StringArray | None = None
    """Ids of the table's rows, (n_rows,); None if it has none."""
    fingerprints: JudgedFingerprints | None = None
    """Fingerprints of all rows' texts; None if the file has none."""

    def __post_init__(self) -> None:
        check_counts({name: len(getattr(self, name)) for name in ("system", "segment", "lines")})

    @classmethod
    def of(
        cls,
        systems: pa.StringArray | Sequence[str],
        segments: Sequence[int] | Ints,
        lines: Sequence[int] | Ints,
        documents: Sequence[str] | None = None,
        n_segments: int | None = None,
        shown: Sequence[int] | None = None,
        is_whole: bool = False,
        throughout: Sequence[int] | None = None,
        texts: ShownTexts | None = None,
        zero_based: str = "",
        numbered_in: str = "",
    ) -> "JudgedOutputs":
        """Return the rows, made of one system's name, one segment's number and one line each."""
        names, places = number_names(systems)
        of_documents, at = ((), None) if documents is None else number_names(documents)
        return cls(
            names,
            places,
            np.array(segments, np.int64),
            np.array(lines, np.int64),
            of_documents,
            at,
            n_segments,
            None if shown is None else np.array(shown, np.int64),
            is_whole,
            None if throughout is None else np.array(throughout, np.int64),
            texts,
            zero_based,
            numbered_in,
        )

    def __len__(self) -> int:
        return len(self.system)

    def at(self, rows: Ints) -> "JudgedOutputs":
        """Return these rows only, without systems that have none of them."""
        places = np.unique(self.system[rows])
        return JudgedOutputs(
            tuple(self.systems[place] for place in places),
            np.searchsorted(places, self.system[rows]),
            self.segment[rows],
            self.lines[rows],
            self.documents,
            None if self.document is None else self.document[rows],
            self.n_segments,
            None if self.shown is None else self.shown[rows],
            self.is_whole,
            None if self.throughout is None else self.throughout[rows],
            None if self.texts is None else self.texts.at(rows),
            self.zero_based,
            self.numbered_in,
            None if self.ids is None else self.ids.take(pa.array(rows)),
            None if self.fingerprints is None else self.fingerprints.at(rows),
        )


def number_names(names: pa.StringArray | Sequence[str]) -> tuple[tuple[str, ...], Ints]:
    """Return each name once, in the order of first appearance, and each row's place among these names."""
    encoded = pa.array(names, pa.string()).dictionary_encode()
    return tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy().astype(np.int64)


MQM = "MQM"
"""Name of errors from which scores can be computed."""


def _pair_phrase(language: str) -> str:
    return f", {language}" if language else ""


@dataclass(frozen=True, eq=False)
class FoundScores:
    """Scores of outputs. ``dataclasses.replace`` corrects the name and the direction."""

    file: str
    name: str
    outputs: JudgedOutputs
    values: Floats
    """Scores, (n_rows,); NaN for a missing one."""
    higher_is_better: bool = True
    is_human: bool = False
    several: bool = False
    """Whether several rows may score one output; its score is their mean."""
    by_file: bool = False
    """Whether the file does not name the system, so that the system has the file's name here."""
    language: str = ""
    """Pair of languages as the file writes it, such as ``en-de_DE``; empty if the file states none."""
    texts: pa.StringArray | None = None
    """Outputs as they were scored, (n_rows,), null for a row without; None if the file has none."""
    is_direction_stated: bool = False
    """Whether the format states the direction, so that it is not guessed from the name and the numbers."""
    repeats: Ints | None = None
    """Number of the repeat, from 1, in which the judge gave each score, (n_rows,); None if the judge was asked once."""
    combined_by: str = MEAN
    """Way to combine the scores of an output's repeats, of ``COMBINED_BY``."""
    protocol: str = ""
    """Protocol by which a language model was asked, as in ``Scores``."""
    own_family: tuple[str, ...] = ()
    """Systems of the judge's own model family, by their names in the file."""
    notices: tuple[Notice, ...] = ()

    def __post_init__(self) -> None:
        texts = {} if self.texts is None else {"texts": len(self.texts)}
        repeats = {} if self.repeats is None else {"repeats": len(self.repeats)}
        check_counts({"outputs": len(self.outputs), "values": len(self.values), **texts, **repeats})

    @property
    def systems(self) -> tuple[str, ...]:
        return self.outputs.systems

    @property
    def summary(self) -> str:
        """Number of scores and systems, in a few words."""
        count_phrase = counted(int((~np.isnan(self.values)).sum()), "score")
        return f"{count_phrase} of {counted(len(self.systems), 'system')}{_pair_phrase(self.language)}"


@dataclass(frozen=True, slots=True)
class FoundError:
    """One marked error: half-open characters of the text, both ``MISSING`` if it has no place in the text."""

    row: int
    """Place of the error's output among the judged outputs."""
    start: int = MISSING
    end: int = MISSING
    severity: str = ""
    category: str = ""
    in_source: bool = False
    text: str | None = None
    """Whole text as it was annotated; None if the file does not have it."""
    words: str | None = None
    """Marked words; None if the file has the whole text or neither."""


@dataclass(frozen=True, eq=False)
class FoundErrors:
    """Errors that were marked in outputs; each row is one output judged by one annotator."""

    file: str
    name: str
    outputs: JudgedOutputs
    annotators: tuple[str, ...]
    """Annotators, (n_rows,)."""
    errors: tuple[FoundError, ...]
    is_human: bool = True
    language: str = ""
    notices: tuple[Notice, ...] = ()
    in_code_units: bool = False
    """Whether offsets count UTF-16 code units, not characters."""
    weights: str = ""
    """Name of the MQM weights for computing scores; if empty, the categories choose them, see ``mqm_scores``."""
    texts: pa.StringArray | None = None
    """Outputs as they were judged, (n_rows,), null for a row without; None if the file has none."""

    @property
    def gives_scores(self) -> bool:
        """Whether scores are computed from these errors if no file has the scores."""
        return self.is_human and self.name == MQM

    def __post_init__(self) -> None:
        texts = {} if self.texts is None else {"texts": len(self.texts)}
        check_counts({"outputs": len(self.outputs), "annotators": len(self.annotators), **texts})

    @property
    def systems(self) -> tuple[str, ...]:
        return self.outputs.systems

    @property
    def summary(self) -> str:
        count_phrase = counted(len(self.errors), "error")
        return f"{count_phrase} in outputs of {counted(len(self.systems), 'system')}{_pair_phrase(self.language)}"


@dataclass(frozen=True, eq=False)
class FoundPreferences:
    """Pairs of outputs, each with the output that people prefer."""

    file: str
    name: str
    systems: tuple[str, ...]
    segment: Ints
    """Number of each pair's segment, from 1, (n_rows,)."""
    better: Ints
    """Place of the better system among ``systems``, (n_rows,)."""
    worse: Ints
    tied: Flags
    lines: Ints
    notices: tuple[Notice, ...] = ()
    texts: ShownTexts | None = None
    """Texts of the better outputs, if segments are found by their texts; else None."""
    language: str = ""

    @property
    def summary(self) -> str:
        return f"{counted(len(self.segment), 'pair')} of {counted(len(self.systems), 'system')}"


@dataclass(frozen=True, eq=False)
class FoundDocuments:
    """The document, and the domain if known, of every segment."""

    file: str
    documents: pa.StringArray
    domains: pa.StringArray | None = None
    name: str = "documents"
    systems: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def summary(self) -> str:
        return f"documents of {counted(len(self.documents), 'segment')}"


@dataclass(frozen=True)
class LeftOutFile:
    """A file that is recognized and has nothing to add, such as the scores of whole systems."""

    file: str
    why: str
    name: str = ""
    systems: tuple[str, ...] = ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        return (Notice("left-out", self.why, 1),)

    @property
    def summary(self) -> str:
        return "left out"


FoundJudgments: TypeAlias = FoundScores | FoundErrors | FoundPreferences | FoundDocuments | LeftOutFile


@dataclass(frozen=True)
class Contents:
    """The columns and judgments of one file, or of all files of one archive."""

    columns: Sequence[Column] = ()
    judgments: Sequence[FoundJudgments] = ()
