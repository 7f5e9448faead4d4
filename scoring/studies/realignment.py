"""Divide an output whose lines differ from the references' into the references' segments.

The output is joined and cut again with the smallest number of word errors, within documents where these are known.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from ..counting.progress import Progress, no_progress, progress_between
from ..origins import Origins
from ..output.numbers import counted, fixed
from ..realignment.cut_outputs import StreamPart, encode_references, realign_output
from ..realignment.realigned_system import RealignedSystem
from ..realignment.stream import StreamEncoder
from ..testset import System, TestSet
from ..text.languages import Script, StatedLanguage, detect_target_language
from ..text.texts import check_counts, check_coverage
from ..text.tokenizers import CHARACTERS, USUAL, find_tokenizer

DOUBTFUL = 0.5
"""Confidence below which a segment is listed as doubtful."""
MAX_LISTED = 10
"""The most leftovers that sentences name."""


@dataclass(frozen=True)
class RealignmentRequest:
    """Settings for cutting outputs into segments."""

    tokenize: str = ""
    """Tokenizer that defines words for word errors; empty for the one that fits the script."""

    def __post_init__(self) -> None:
        if self.tokenize:
            find_tokenizer(self.tokenize)

    def tokenizer_of_script(self, script: Script) -> str:
        """Return the tokenizer for references in this script."""
        return self.tokenize or (USUAL if script.has_spaces else CHARACTERS)


@dataclass(frozen=True, eq=False)
class StreamLines:
    """The lines of one output, and the document of each line if known."""

    lines: pa.StringArray
    documents: pa.StringArray | None = None


@dataclass(frozen=True, eq=False)
class TextsToRealign:
    """Outputs by system, and the references into whose segments they are cut."""

    systems: Mapping[str, StreamLines]
    references: Mapping[str, pa.StringArray]
    documents: pa.StringArray | None = None
    """Name of each reference segment's document; None where the whole set is one stream."""
    language: StatedLanguage | None = None
    """Language of the references that files state."""

    def __post_init__(self) -> None:
        if not self.systems or not self.references:
            missing = "reference" if self.systems else "output"
            raise ValueError(f"Realignment needs at least one output and one reference; found no {missing}.")
        counts = {name: len(column) for name, column in self.references.items()}
        counts |= {} if self.documents is None else {"documents": len(self.documents)}
        check_counts(counts)
        if not len(self):
            raise ValueError("Realignment needs at least one segment of references; found none.")
        check_coverage([*self.references.values()])

    def __len__(self) -> int:
        return len(next(iter(self.references.values())))


@dataclass(frozen=True, eq=False)
class RealignmentResult:
    """Outputs that are cut into the references' segments."""

    systems: tuple[RealignedSystem, ...]
    tokenizer: str
    streams: Mapping[str, str]
    """Sentence on what was joined, documents or all lines, by system."""

    def __len__(self) -> int:
        return len(self.systems[0])

    def system(self, name: str) -> RealignedSystem:
        """Return the system of this name; raise ``ValueError`` for an unknown name."""
        for system in self.systems:
            if system.name == name:
                return system
        names = ", ".join(system.name for system in self.systems)
        raise ValueError(f"No system is called {name!r}; there are {names}.")

    def moved(self, system: str, border: int, cut: int) -> "RealignmentResult":
        """Return the result with one border of one system moved, as ``RealignedSystem.moved`` does."""
        changed = self.system(system).moved(border, cut)
        return replace(self, systems=tuple(changed if one.name == system else one for one in self.systems))

    def outputs(self) -> tuple[System, ...]:
        """Return the outputs as systems of a test set, marked as realigned."""
        return tuple(System(system.name, system.segments, realigned=True) for system in self.systems)

    def sentences(self, below: float = DOUBTFUL) -> list[str]:
        """Say for each system its word error rate, doubtful borders and leftovers."""
        return [sentence for system in self.systems for sentence in self._system_sentences(system, below)]

    def _system_sentences(self, system: RealignedSystem, below: float) -> Iterator[str]:
        unit = "Character" if self.tokenizer == CHARACTERS else "Word"
        rate = fixed(system.word_error_rate, 2)
        yield f"{system.name}: {self.streams[system.name]} {unit} error rate against the reference: {rate} %."
        doubtful = int((system.confidences < below).sum())
        if doubtful:
            of = counted(len(system), "segment")
            yield f"{system.name}: {doubtful:,} of {of} {_has(doubtful)} a confidence below {below:g}; look at them."
        edited = int(system.edited.sum())
        if edited:
            yield f"{system.name}: {counted(edited, 'border')} {'was' if edited == 1 else 'were'} moved by hand."
        leftovers = system.leftovers
        for leftover in leftovers[:MAX_LISTED]:
            yield f"{system.name}: {leftover}"
        if len(leftovers) > MAX_LISTED:
            n_others = len(leftovers) - MAX_LISTED
            yield f"{system.name}: {counted(n_others, 'further segment')} {_has(n_others)} far more or far fewer words."

    def records(self, below: float | None = None) -> list[dict[str, Any]]:
        """Return a record for each segment of each system; with ``below`` only less sure segments and leftovers."""
        return [
            record
            for system in self.systems
            for record in system_records(system)
            if below is None or record["confidence"] < below or record["leftover"] is not None
        ]


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


def system_records(system: RealignedSystem) -> list[dict[str, Any]]:
    """Return a record for each segment: text, confidence, word errors, words, leftover and if a border was moved."""
    leftover = {one.segment: one.kind for one in system.leftovers}
    columns = (system.segments.to_pylist(), system.confidences, system.errors, system.reference_words)
    counts, edited = system.word_counts, system.edited[:-1] | system.edited[1:]
    return [
        {
            "system": system.name,
            "segment": segment + 1,
            "text": text,
            "confidence": float(confidence),
            "errors": int(errors),
            "words": int(counts[segment]),
            "reference_words": int(words),
            "leftover": leftover.get(segment),
            "edited": bool(edited[segment]),
        }
        for segment, (text, confidence, errors, words) in enumerate(zip(*columns, strict=True))
    ]


def run(request: RealignmentRequest, texts: TextsToRealign, on_progress: Progress = no_progress) -> RealignmentResult:
    """Cut every output into the references' segments.

    Parameters
    ----------
    on_progress : is told the share done; what it raises ends the work

    Raises
    ------
    ValueError
        For a stream that is too long to be cut at once, and for documents of an output that do not fit.

    Examples
    --------
    >>> import pyarrow as pa
    >>> reference = pa.array(["the cat sat", "on the mat .", "it rained all day"])
    >>> stream = StreamLines(pa.array(["the cat sat on the mat . it was raining all day"]))
    >>> result = run(RealignmentRequest(), TextsToRealign({"mt": stream}, {"reference": reference}))
    >>> result.systems[0].segments.to_pylist()
    ['the cat sat', 'on the mat .', 'it was raining all day']
    >>> round(result.systems[0].word_error_rate, 2)
    18.18
    """
    columns = [*texts.references.values()]
    script = detect_target_language(columns, texts.language).script
    tokenizer = request.tokenizer_of_script(script)
    encoder = StreamEncoder(USUAL if tokenizer == CHARACTERS and not script.has_spaces else tokenizer)
    by_characters = not script.has_spaces
    references = encode_references(columns, encoder, by_characters)
    systems, streams = [], {}
    for number, (name, lines) in enumerate(texts.systems.items()):
        parts, streams[name] = _parts(name, lines, texts)
        tell = progress_between(on_progress, number / len(texts.systems), (number + 1) / len(texts.systems))
        systems.append(realign_output(name, parts, references, encoder, by_characters, tell))
    return RealignmentResult(tuple(systems), tokenizer, streams)


def _parts(name: str, stream: StreamLines, texts: TextsToRealign) -> tuple[list[StreamPart], str]:
    """Return the streams of one output, and a sentence on them.

    There is one stream for each document if the output states the documents of its lines, or has one line for each
    document; otherwise one stream.
    """
    lines = stream.lines.to_pylist()
    n_segments = len(texts)
    whole = [StreamPart(lines, 0, n_segments)]
    joined = f"its {counted(len(lines), 'line')} {'was' if len(lines) == 1 else 'were'} cut into"
    all_segments = counted(n_segments, "segment")
    if texts.documents is None:
        return whole, f"{joined} {all_segments}."
    runs = _document_runs(texts.documents)
    summary = f"{joined} {all_segments}, each of {counted(len(runs), 'document')} by itself."
    if stream.documents is not None:
        of_output = Origins.of(stream.documents)
        places = {of: of_output.segments(number) for number, of in enumerate(of_output.names)}
        names = [of for of, _, _ in runs]
        unknown = next((of for of in places if of not in names), None)
        missing = next((of for of in names if of not in places), None)
        if unknown is not None or missing is not None:
            difference = f"no {missing!r}" if unknown is None else f"{unknown!r}, which the references do not have"
            raise ValueError(f"{name}: expected the documents of the references; found {difference}.")
        return [StreamPart([lines[at] for at in places[of]], first, last) for of, first, last in runs], summary
    if len(lines) == len(runs):
        return [StreamPart([line], *of[1:]) for line, of in zip(lines, runs, strict=True)], summary
    why = f"Its lines are not of {counted(len(runs), 'document')}, so documents were not used."
    return whole, f"{joined} {all_segments}. {why}"


def _document_runs(documents: pa.StringArray) -> list[tuple[str, int, int]]:
    """Return the name, first segment and segment after the last of each document; raise ``ValueError`` if scattered."""
    of = Origins.of(documents)
    runs = []
    for number, name in enumerate(of.names):
        segments = of.segments(number)
        if segments[-1] - segments[0] >= len(segments):
            raise ValueError(
                f"The document {name!r} comes again after another one; expected its segments to follow one another."
            )
        runs.append((name, int(segments[0]), int(segments[-1]) + 1))
    return runs
