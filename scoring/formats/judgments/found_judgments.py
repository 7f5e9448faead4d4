"""What one file of judgments says, in its own words: before its systems and segments are those of a test set."""

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
    """What was read on the screen, in a file that numbers segments in its own way; by it the test set's are found."""

    outputs: pa.StringArray
    """(n_rows,)"""
    sources: pa.StringArray
    """(n_rows,), null where none was shown"""
    hints: Ints
    """(n_rows,): the 1-based segment of the test set that the file names, 0 where none; taken if the texts agree"""

    @classmethod
    def of(cls, outputs: pa.StringArray, sources: pa.StringArray) -> "ShownTexts":
        """Return the texts of a file that names no segments of the test set."""
        return cls(outputs, sources, np.zeros(len(outputs), np.int64))

    def at(self, rows: Ints) -> "ShownTexts":
        """Only these rows."""
        taken = pa.array(rows)
        return ShownTexts(self.outputs.take(taken), self.sources.take(taken), self.hints[rows])


@dataclass(frozen=True, eq=False)
class JudgedFingerprints:
    """Fingerprints of the texts that were judged, as of ``output_fingerprint``."""

    whole: pa.StringArray
    """(n_rows,): that of the source and the output, null where the file has none"""
    outputs: pa.StringArray
    """(n_rows,): that of the output alone, null where the file has none"""

    def at(self, rows: Ints) -> "JudgedFingerprints":
        """Only these rows."""
        taken = pa.array(rows)
        return JudgedFingerprints(self.whole.take(taken), self.outputs.take(taken))


@dataclass(frozen=True, eq=False)
class JudgedOutputs:
    """Which output each row of a file is about."""

    systems: tuple[str, ...]
    """Names of systems as the file has them, each once."""
    system: Ints
    """(n_rows,): the place among ``systems``"""
    segment: Ints
    """(n_rows,): 1-based, in the test set, or in the document where documents are stated; the file's, with ``texts``"""
    lines: Ints
    """(n_rows,): 1-based, in the file"""
    documents: tuple[str, ...] = ()
    """Names of documents as the file has them, each once; empty where segments are numbered throughout."""
    document: Ints | None = None
    """(n_rows,): the place among ``documents``"""
    n_segments: int | None = None
    """Number of segments of the test set, where the file has all of them."""
    shown: Ints | None = None
    """(n_rows,): how many segments of its document were judged in one go, counted from 1; None where segments
    are numbered from the document's first"""
    is_whole: bool = False
    """whether documents are said to be shown whole, so that another number of segments is an error"""
    throughout: Ints | None = None
    """(n_rows,): 1-based, as the file numbers segments of documents; they are the test set's, if its documents agree"""
    texts: ShownTexts | None = None
    """of all rows, where segments are found by them"""
    zero_based: str = ""
    """the field of the file whose numbers of segments count from 0; empty where they count from 1"""
    numbered_in: str = ""
    """the column of documents in which segments are numbered, where errors are to name it"""
    ids: pa.StringArray | None = None
    """(n_rows,): the ids of the table's rows, where it has some"""
    fingerprints: JudgedFingerprints | None = None
    """of all rows, where the file says by them which texts were judged"""

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
        """Return the rows from one name, number and line each."""
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
        """Only these rows; systems without any are gone."""
        kept = np.unique(self.system[rows])
        return JudgedOutputs(
            tuple(self.systems[place] for place in kept),
            np.searchsorted(kept, self.system[rows]),
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
    """Return each name once as they first appear, and the place of each row's among them."""
    encoded = pa.array(names, pa.string()).dictionary_encode()
    return tuple(encoded.dictionary.to_pylist()), encoded.indices.to_numpy().astype(np.int64)


MQM = "MQM"
"""The name of errors from which scores can be computed."""


def _of_pair(language: str) -> str:
    return f", {language}" if language else ""


@dataclass(frozen=True, eq=False)
class FoundScores:
    """Numbers of outputs. ``dataclasses.replace`` corrects the name and the direction."""

    file: str
    name: str
    outputs: JudgedOutputs
    values: Floats
    """(n_rows,), NaN where there is none"""
    higher_is_better: bool = True
    is_human: bool = False
    several: bool = False
    """whether several rows may be of one output, whose score is their mean"""
    by_file: bool = False
    """whether the file says nothing of the system, which has the file's name here"""
    language: str = ""
    """Pair of languages as the file has it: ``en-de_DE``; empty where it says nothing."""
    texts: pa.StringArray | None = None
    """(n_rows,): the outputs as they were scored, where the file has them; null where it has none"""
    is_direction_stated: bool = False
    """whether the format says which is better, not the name and the numbers"""
    repeats: Ints | None = None
    """(n_rows,): number of the time, from 1, that the judge was asked; None of a judge that was asked once"""
    combined_by: str = MEAN
    """how the scores of an output's repeats become one, of ``COMBINED_BY``"""
    protocol: str = ""
    """what a language model was asked for, as of ``Scores``"""
    own_family: tuple[str, ...] = ()
    """systems, by their names in the file, that are of one family with the judge"""
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
        """What it holds, in a few words."""
        held = counted(int((~np.isnan(self.values)).sum()), "score")
        return f"{held} of {counted(len(self.systems), 'system')}{_of_pair(self.language)}"


@dataclass(frozen=True, slots=True)
class FoundError:
    """One error, at characters of the text, half-open, both ``MISSING`` where it is nowhere in it."""

    row: int
    """the place among the outputs that were judged"""
    start: int = MISSING
    end: int = MISSING
    severity: str = ""
    category: str = ""
    in_source: bool = False
    text: str | None = None
    """the whole text as it was annotated, where the file has it"""
    words: str | None = None
    """the marked words, where the file has these and not the whole text"""


@dataclass(frozen=True, eq=False)
class FoundErrors:
    """Errors that were marked in outputs, each output judged by one annotator a row."""

    file: str
    name: str
    outputs: JudgedOutputs
    annotators: tuple[str, ...]
    """(n_rows,)"""
    errors: tuple[FoundError, ...]
    is_human: bool = True
    language: str = ""
    notices: tuple[Notice, ...] = ()
    in_code_units: bool = False
    """whether offsets count UTF-16 code units, not characters"""
    weights: str = ""
    """name of the MQM weights by which scores are computed; empty: as the categories say, see ``mqm_scores``"""
    texts: pa.StringArray | None = None
    """(n_rows,): the outputs as they were judged, where the file has them; null where it has none"""

    @property
    def gives_scores(self) -> bool:
        """Whether scores are computed from these errors where no file has them."""
        return self.is_human and self.name == MQM

    def __post_init__(self) -> None:
        texts = {} if self.texts is None else {"texts": len(self.texts)}
        check_counts({"outputs": len(self.outputs), "annotators": len(self.annotators), **texts})

    @property
    def systems(self) -> tuple[str, ...]:
        return self.outputs.systems

    @property
    def summary(self) -> str:
        held = counted(len(self.errors), "error")
        return f"{held} in outputs of {counted(len(self.systems), 'system')}{_of_pair(self.language)}"


@dataclass(frozen=True, eq=False)
class FoundPreferences:
    """Pairs of outputs, each with the one that people prefer."""

    file: str
    name: str
    systems: tuple[str, ...]
    segment: Ints
    """(n_rows,), 1-based"""
    better: Ints
    """(n_rows,): the place among ``systems``"""
    worse: Ints
    tied: Flags
    lines: Ints
    notices: tuple[Notice, ...] = ()
    texts: ShownTexts | None = None
    """of the better outputs, where segments are found by them"""
    language: str = ""

    @property
    def summary(self) -> str:
        return f"{counted(len(self.segment), 'pair')} of {counted(len(self.systems), 'system')}"


@dataclass(frozen=True, eq=False)
class FoundDocuments:
    """The document, and the domain, of every segment."""

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
    """A file that is known and has nothing to add, such as the scores of whole systems."""

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
    """What one file, or all files of one archive, hold."""

    columns: Sequence[Column] = ()
    judgments: Sequence[FoundJudgments] = ()
