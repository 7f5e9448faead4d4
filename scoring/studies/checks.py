"""Run the checks on outputs that nobody has judged, and on references: which errors are likely, and how often."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import compress
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..checks import CHECKS
from ..checks.check import Check, CheckedTexts, CheckSpans
from ..checks.model_talk import ModelTalk
from ..checks.terminology.find_check import check_title, find_check
from ..counting.arrays import Flags, Ints, numpy_column
from ..counting.progress import Progress, no_progress, progress_of_part
from ..doctor.finding import ExaminedTexts
from ..doctor.repeated_texts import find_placeholders
from ..judgments import Annotation, ErrorSpan
from ..judgments.kinds import severity_rank
from ..output.numbers import counted, fixed
from ..plugins.entry_points import describe_error
from ..plugins.plugin_errors import CancellableProgress, PluginError
from ..testset import TestSet
from ..text.languages import Language
from ..validation import as_list, check_known
from .talk_scores import TalkScores, TalkScoresRequest
from .talk_scores import run as score_without_talk
from .wording.set_facts import put_in_sentence

ANNOTATION = "Checks"
"""Name of the annotation that findings make; it is a program's, never people's."""
NO_REFERENCE = (
    "Without a reference nobody knows how often checks are wrong: names count as copies, small omissions are missed."
)
ONE_REFERENCE = (
    "Outputs are checked with the reference, the reference without another one, so its rate may be too high."
)
DECIMALS = 1
OUTPUT_SIDE, SOURCE_SIDE = "output", "source"
MAX_PLACES = 4
"""The most places of one kind of finding that a message names."""
MAX_CHARACTERS = 80
"""The most characters of a finding that its message quotes."""


@dataclass(frozen=True)
class ChecksRequest:
    """The checks that are run."""

    checks: tuple[str, ...] = ()
    """Names in CHECKS; empty for all checks."""

    def __post_init__(self) -> None:
        for name in as_list(self.checks, "checks"):
            check_known(name, CHECKS, "check")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the checks that are run, each once, in the order of CHECKS."""
        return tuple(name for name in CHECKS if not self.checks or name in self.checks)


@dataclass(frozen=True, eq=False)
class TextsToCheck:
    """The outputs by system, with their source and references, if there are any."""

    systems: Mapping[str, pa.StringArray]
    references: Mapping[str, pa.StringArray]
    source: pa.StringArray | None = None
    language: Language | None = None
    """The language of outputs and references, where it is known."""
    source_language: Language | None = None
    """The language of the source, where it is known."""
    codes: Mapping[str, pa.StringArray] = field(default_factory=dict)
    """Inline codes of the outputs whose files can have them, by system."""
    reference_codes: Mapping[str, pa.StringArray] = field(default_factory=dict)
    source_codes: pa.StringArray | None = None
    put_in: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Places, 0-based, of the empty lines that were inserted into outputs, by system; they are not checked."""
    n_placeholders: int = 0
    """Number of reference lines that were placeholders and are null."""

    def __post_init__(self) -> None:
        if not self.systems:
            raise ValueError("Checks need the outputs of at least one system; found none.")
        for name, column in self.systems.items():
            if column.null_count:
                raise ValueError(f"{name}: found None; an empty output is the empty string.")
        if not any(map(len, self.systems.values())):
            raise ValueError("Checks need at least one segment; found none.")

    @classmethod
    def of_test_set(cls, test_set: TestSet, systems: Collection[str] | None = None) -> "TextsToCheck":
        """Return the texts of a test set, with all its systems or with some."""
        stated = test_set.target.stated_language
        return cls(
            {system.name: system.segments for system in test_set.systems if systems is None or system.name in systems},
            {reference.name: reference.segments for reference in test_set.references},
            test_set.source,
            None if stated is None else stated.language,
            codes={system.name: system.codes for system in test_set.systems if system.codes is not None},
            reference_codes={of.name: of.codes for of in test_set.references if of.codes is not None},
            source_codes=test_set.source_codes,
            put_in={
                name: tuple(np.flatnonzero(np.isin(test_set.numbers, numbers)).tolist())
                for name, numbers in test_set.put_in.items()
                if systems is None or name in systems
            },
        )

    def among(self, places: Ints) -> "TextsToCheck":
        """Return the texts of some segments, 0-based."""
        at = pa.array(places)
        systems, references = (
            {name: column.take(at) for name, column in of.items()} for of in (self.systems, self.references)
        )
        source = None if self.source is None else self.source.take(at)
        put_in = {name: tuple(np.flatnonzero(np.isin(places, of)).tolist()) for name, of in self.put_in.items()}
        return replace(self, systems=systems, references=references, source=source, put_in=put_in)

    @cached_property
    def without_placeholders(self) -> "TextsToCheck":
        """The texts with null for reference lines that the doctor calls placeholders."""
        if self.source is None or not self.references:
            return self
        texts = ExaminedTexts.of_columns(self.references, {}, self.source)
        lines = {finding.file: finding.places for finding in find_placeholders(texts) if finding.caveat}
        references = {name: _null_at(column, lines.get(name, ())) for name, column in self.references.items()}
        return replace(self, references=references, n_placeholders=sum(map(len, lines.values())))

    @property
    def reference_texts(self) -> dict[str, Flags]:
        """Flags of the segments in which a reference has a text, (n_segments,), by reference."""
        return {name: numpy_column(pc.is_valid(column)) for name, column in self.references.items()}

    @property
    def checked(self) -> dict[str, pa.StringArray]:
        """Output of each system, by name, with null where an empty line was inserted."""
        return {name: self._without_put_in(name) for name in self.systems}

    def _without_put_in(self, name: str) -> pa.StringArray:
        return _null_at(self.systems[name], self.put_in.get(name, ()))

    def texts_of_system(self, name: str) -> CheckedTexts:
        """Return one system's outputs with the source and all references."""
        return self._checked(self._without_put_in(name), self.codes.get(name), [*self.references])

    def texts_of_reference(self, name: str) -> CheckedTexts:
        """Return a reference as the checked output, with the source and the other references."""
        others = [other for other in self.references if other != name]
        return self._checked(self.references[name], self.reference_codes.get(name), others)

    def _checked(self, outputs: pa.StringArray, codes: pa.StringArray | None, names: Sequence[str]) -> CheckedTexts:
        references = tuple(self.references[name] for name in names)
        coded = tuple(self.reference_codes.get(name) for name in names)
        languages = self.language, self.source_language
        return CheckedTexts(outputs, self.source, references, *languages, codes, self.source_codes, coded)


def _null_at(column: pa.StringArray, places: Sequence[int] | Ints) -> pa.StringArray:
    """Return the column with null at these places, 0-based."""
    if not len(places):
        return column
    is_left_out = np.isin(np.arange(len(column)), places)
    return pc.if_else(pa.array(is_left_out), pa.scalar(None, column.type), column)


@dataclass(frozen=True)
class FlagRate:
    """The number of segments of one text in which a check found something of a kind."""

    segments_found: int
    segments: int
    """Number of segments that have a text."""

    @property
    def rate(self) -> float:
        """Share of segments with a finding, 0 to 1; NaN without segments."""
        return self.segments_found / self.segments if self.segments else float("nan")

    @property
    def share(self) -> Fraction:
        """Share of segments with a finding, as an exact number; ``ZeroDivisionError`` without segments."""
        return Fraction(self.segments_found, self.segments)

    def is_as_frequent_as(self, others: Iterable["FlagRate"]) -> bool:
        """Return whether there are findings, about as often as in each of the other texts or more often.

        About as often: at this text's rate the other text would have no fewer findings than it has, to the nearest
        segment. E.g. 6 of 1,001 counts as no more than 6 of 1,002.
        """
        return self.segments_found > 0 and all(
            self.share * of.segments + Fraction(1, 2) >= of.segments_found for of in others
        )


@dataclass(frozen=True)
class CheckRates:
    """How often one check found anything, in each system and reference."""

    systems: Mapping[str, FlagRate]
    references: Mapping[str, FlagRate]
    """Rate of each reference on which the check can be run, checked with the other references."""


@dataclass(frozen=True)
class KindRates:
    """How often one kind of finding is in the outputs and in the references."""

    check: str
    kind: str
    severity: str
    systems: Mapping[str, FlagRate]
    references: Mapping[str, FlagRate]
    """Rate of each reference, checked with the others like an output; its translator may have reworded the source."""

    @property
    def is_uninformative(self) -> bool:
        """Whether some reference has this kind about as often as each of the systems, or more often."""
        return any(of.is_as_frequent_as(self.systems.values()) for of in self.references.values())


AnyRates = TypeVar("AnyRates", CheckRates, KindRates)


@dataclass(frozen=True, slots=True)
class CheckFinding:
    """A place that a check found in an output, or in the source where the output lacks something."""

    system: str
    segment: int
    """0-based index of the segment."""
    start: int
    """Index of the first character (code point) in the output or source; -1 without a place."""
    end: int
    """Index after the last character; -1 without a place."""
    check: str
    kind: str
    severity: str
    text: str
    """Characters that were found."""
    in_source: bool = False
    """Whether the place is in the source."""
    expected: str = ""
    """Text that should be there, where it is known."""

    @property
    def side(self) -> str:
        """Side on which the place is: ``output`` or ``source``."""
        return SOURCE_SIDE if self.in_source else OUTPUT_SIDE

    @property
    def message(self) -> str:
        """Message on the finding: its kind and its characters, shortened."""
        text = self.text if len(self.text) <= MAX_CHARACTERS else f"{self.text[:MAX_CHARACTERS]}\N{HORIZONTAL ELLIPSIS}"
        message = f"{self.kind}: {text}" if text.strip() else self.kind
        return f"{message} (expected: {self.expected})" if self.expected else message

    @property
    def number(self) -> int:
        """Number of the segment, from 1, as in the files."""
        return self.segment + 1

    @property
    def span(self) -> ErrorSpan:
        """The finding as an error that a program marked; its category is the check, a slash and the kind."""
        category = f"{self.check}/{self.kind}"
        return ErrorSpan(
            self.system, self.segment, self.start, self.end, self.severity, category, ANNOTATION, self.in_source
        )


@dataclass(frozen=True, eq=False)
class ChecksResult:
    """What checks found, how often, and which checks could not be run."""

    rates: tuple[KindRates, ...]
    """Rates of each kind, the worst severity first, then in the order of CHECKS."""
    findings: tuple[CheckFinding, ...]
    """Findings in the order of systems, segments and places."""
    n_segments: int
    left_out: Mapping[str, str]
    """Reason why a check was not run, by check."""
    checks: Mapping[str, CheckRates]
    """Rates of any finding, by check that was run."""
    reference_findings: tuple[CheckFinding, ...] = ()
    """Findings in references, each checked as if it were a system; most are what its translator reworded."""
    talk_scores: tuple[TalkScores, ...] = ()
    """Scores with and without a model's talk, of each system that has such talk; empty without references."""
    n_ignored: int = 0
    """Number of findings in systems that rules have removed."""
    are_looked_at: Flags | None = None
    """Segments that findings and rates cover, (n_segments,), as ``among`` sets them; None for all."""
    put_in: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Places, 0-based, of the empty lines that were inserted into outputs, by system; they are not checked."""
    reference_texts: Mapping[str, Flags] = field(default_factory=dict)
    """Flags of the segments in which a reference has a text that is no placeholder, (n_segments,), by reference."""
    n_placeholders: int = 0
    """Number of reference lines that were left out as placeholders."""

    @property
    def n_looked_at(self) -> int:
        """Number of segments that findings and rates cover."""
        return self.n_segments if self.are_looked_at is None else int(self.are_looked_at.sum())

    def among(self, are_looked_at: Flags) -> "ChecksResult":
        """Return the result restricted to some segments, bool (n_segments,)."""
        sizes_of_systems = {
            name: int((self.are_checked(name) & are_looked_at).sum()) for rate in self.rates for name in rate.systems
        }
        sizes = {name: int((are_texts & are_looked_at).sum()) for name, are_texts in self.reference_texts.items()}
        result = self.filter_findings(lambda findings: [bool(are_looked_at[finding.segment]) for finding in findings])

        def with_new_sizes(of: AnyRates) -> AnyRates:
            systems = {name: FlagRate(rate.segments_found, sizes_of_systems[name]) for name, rate in of.systems.items()}
            in_references = {name: FlagRate(rate.segments_found, sizes[name]) for name, rate in of.references.items()}
            return replace(of, systems=systems, references=in_references)

        rates, checks = (
            tuple(map(with_new_sizes, result.rates)),
            {name: with_new_sizes(of) for name, of in result.checks.items()},
        )
        return replace(result, rates=rates, checks=checks, are_looked_at=are_looked_at)

    def filter_findings(self, is_kept: Callable[[Sequence[CheckFinding]], Sequence[bool]]) -> "ChecksResult":
        """Return the result with only the findings for which ``is_kept`` is true, and with their rates."""
        of_systems, of_references = (
            tuple(compress(findings, is_kept(findings))) for findings in (self.findings, self.reference_findings)
        )
        systems, references = _count_flags(of_systems), _count_flags(of_references)
        rates = tuple(
            replace(
                of,
                systems=_recount_rates(of.systems, systems, (of.check, of.kind)),
                references=_recount_rates(of.references, references, (of.check, of.kind)),
            )
            for of in self.rates
        )
        checks = {
            name: CheckRates(
                _recount_rates(of.systems, systems, (name,)), _recount_rates(of.references, references, (name,))
            )
            for name, of in self.checks.items()
        }
        return replace(self, findings=of_systems, reference_findings=of_references, rates=rates, checks=checks)

    def are_checked(self, system: str) -> Flags:
        """Return the segments of a system that were checked, bool (n_segments,): all except inserted empty lines."""
        return ~np.isin(np.arange(self.n_segments), self.put_in.get(system, ()))

    def n_checked(self, system: str) -> int:
        """Return the number of a system's segments that findings and rates cover."""
        checked = self.are_checked(system)
        return int((checked if self.are_looked_at is None else checked & self.are_looked_at).sum())

    def annotation(self) -> Annotation:
        """Return the findings as a program's annotation of all checked segments of every system.

        Raises ``ValueError`` if no check was run.
        """
        systems = next(iter(self.rates)).systems if self.rates else {}
        if not systems:
            raise ValueError("No check was run on these texts; there is nothing to mark.")
        flags_by_system = {system: self.are_checked(system) for system in systems}
        return Annotation(ANNOTATION, tuple(finding.span for finding in self.findings), flags_by_system, is_human=False)

    def record(self) -> dict[str, object]:
        """Return the result as the object that the command ``check`` writes as JSON."""
        return {"findings": [*self.finding_records()], **self.summary_record()}

    def summary_record(self) -> dict[str, object]:
        """Return the same object as ``record``, without the findings."""
        return {
            "rates": self.check_records(),
            "kinds": self.rate_records(),
            "talk": [scores.record() for scores in self.talk_scores],
            "left_out": dict(self.left_out),
            "ignored": self.n_ignored,
        }

    def check_records(self) -> list[dict[str, object]]:
        """Return a record for each check and system; ``reference_rate`` is the highest rate of any reference."""
        return [
            {
                "check": name,
                "system": system,
                "rate": rate.rate,
                "reference_rate": max((of.rate for of in rates.references.values() if of.segments), default=None),
                "n": rate.segments,
            }
            for name, rates in self.checks.items()
            for system, rate in rates.systems.items()
        ]

    def rate_records(self) -> list[dict[str, object]]:
        """Return a record for each kind and each system or reference."""
        return [
            {
                "check": rates.check,
                "kind": rates.kind,
                "severity": rates.severity,
                "role": role,
                "name": name,
                "segments_found": rate.segments_found,
                "segments": rate.segments,
                "rate": rate.rate,
                "is_uninformative": rates.is_uninformative,
            }
            for rates in self.rates
            for role, of_role in (("system", rates.systems), ("reference", rates.references))
            for name, rate in of_role.items()
        ]

    def finding_records(self) -> Iterator[dict[str, object]]:
        """Yield a record for each finding, one at a time: a list of all would take about a kilobyte a finding."""
        for finding in self.findings:
            yield {
                "check": finding.check,
                "kind": finding.kind,
                "system": finding.system,
                "segment": finding.number,
                "severity": finding.severity,
                "side": finding.side,
                "start": finding.start,
                "end": finding.end,
                "text": finding.text,
                "message": finding.message,
            }

    # --- what it says ---

    @property
    def kinds_found(self) -> tuple[KindRates, ...]:
        """Rates of the kinds that were found in some output or reference."""
        return tuple(filter(_is_found, self.rates))

    def nothing_found(self) -> list[str]:
        """Say which checks found nothing; empty if all found something."""
        names = [name for name in self.checks if all(rates.check != name for rates in self.kinds_found)]
        return [f"Looked for and not found: {', '.join(map(check_title, names))}."] if names else []

    def rate_sentences(self) -> list[str]:
        """Say for each kind that was found how often each system and each reference has it."""
        return [*map(_rate_sentence, self.kinds_found)]

    def caveats(self) -> list[str]:
        """Say what talk does to scores, which kinds are uninformative, and what was left out or cannot be known."""
        alarms = [*filter(None, [self._uninformative_sentence()])]
        n_references = max((len(rates.references) for rates in self.rates), default=0)
        if self.rates and n_references == 0:
            alarms.append(NO_REFERENCE)
        elif n_references == 1:
            alarms.append(ONE_REFERENCE)
        if self.n_ignored:
            alarms.append(self.ignored_sentence())
        talk = (scores.sentence for scores in self.talk_scores)
        alarms += filter(None, [self.left_out_lines_sentence])
        return [*talk, *alarms, *self.left_out_sentences()]

    @property
    def left_out_lines_sentence(self) -> str:
        """Sentence on inserted empty lines and placeholders of references that are left out; empty without any."""
        put_in = put_in_sentence({name: [place + 1 for place in of] for name, of in self.put_in.items()})
        lines = counted(self.n_placeholders, "placeholder line")
        of = "the references" if len(self.reference_texts) > 1 else "the reference"
        left_out = f"Checks leave out {lines} of {of}." if self.n_placeholders else ""
        return " ".join(filter(None, [put_in, left_out]))

    def _uninformative_sentence(self) -> str:
        """Say which kinds no system has more often than a reference; empty where there is no such kind."""
        kinds_by_check: dict[str, list[str]] = {}
        for rates in self.rates:
            if rates.is_uninformative:
                kinds_by_check.setdefault(check_title(rates.check), []).append(rates.kind)
        listed = (
            check if kinds == [check] else f"{check} ({', '.join(kinds)})" for check, kinds in kinds_by_check.items()
        )
        text = f"No more in any system than in a reference: {'; '.join(listed)}. Read these, but do not rank by them."
        return text if kinds_by_check else ""

    def left_out_sentences(self) -> list[str]:
        """Say which checks were not run, in one sentence for all checks with the same reason."""
        names_by_reason: dict[str, list[str]] = {}
        for name, reason in self.left_out.items():
            names_by_reason.setdefault(reason, []).append(name)
        sentences = []
        for reason, (*names, last) in names_by_reason.items():
            of_each = reason.replace("it ", "each ", 1)
            listed = f"The checks {', '.join(names)} and {last} were not run: {of_each}."
            sentences.append(listed if names else f"The check {last} was not run: {reason}.")
        return sentences

    def ignored_sentence(self) -> str:
        """Say how many findings are ignored."""
        return f"{counted(self.n_ignored, 'finding')} {'is' if self.n_ignored == 1 else 'are'} ignored."

    def check_descriptions(self) -> list[str]:
        """Say for each check that found something what it finds and when it errs."""
        names = dict.fromkeys(rates.check for rates in self.kinds_found)
        return [find_check(name).describe() for name in names]


def run(request: ChecksRequest, texts: TextsToCheck, on_progress: Progress = no_progress) -> ChecksResult:
    """Run the checks on every system and on every reference.

    A check of another package that fails is left out, and the result says so. An exception that ``on_progress`` raises
    ends the work.
    """
    rates: list[KindRates] = []
    findings: list[CheckFinding] = []
    in_references: list[CheckFinding] = []
    left_out: dict[str, str] = {}
    checks: dict[str, CheckRates] = {}
    names, texts = request.names, texts.without_placeholders
    for number, name in enumerate(names):
        check, tell = CHECKS[name](), CancellableProgress(progress_of_part(on_progress, number, len(names)))
        reason = _reason_not_run(check, texts)
        if reason is not None:
            left_out[name] = reason
            continue
        try:
            of_systems, of_references = _find_all(check, texts, tell)
        except Exception as error:
            if tell.cancelled is not None:
                raise tell.cancelled from None
            if name in CHECKS.built_in:
                raise
            message = str(error).rstrip(".") if isinstance(error, PluginError) else describe_error(error)
            left_out[name] = f"it failed ({message})"
            continue
        checks[name] = CheckRates(_flag_rates(of_systems, texts.checked), _flag_rates(of_references, texts.references))
        rates += _kind_rates(check, texts, of_systems, of_references)
        for system, spans in of_systems.items():
            findings += _findings(check, system, spans, texts.texts_of_system(system))
        for reference, spans in of_references.items():
            in_references += _findings(check, reference, spans, texts.texts_of_reference(reference))
    order = {system: number for number, system in enumerate(texts.systems)}
    findings.sort(key=lambda finding: (order[finding.system], finding.segment, finding.start, finding.end))
    rates.sort(key=lambda of_kind: severity_rank(of_kind.severity))
    n_segments = len(next(iter(texts.systems.values())))
    talking = {
        finding.system: replace(texts.texts_of_system(finding.system), outputs=texts.systems[finding.system])
        for finding in findings
        if finding.check == ModelTalk.name
    }
    talk_scores = score_without_talk(TalkScoresRequest(), talking)
    return ChecksResult(
        tuple(rates),
        tuple(findings),
        n_segments,
        left_out,
        checks,
        tuple(in_references),
        talk_scores,
        put_in=texts.put_in,
        reference_texts=texts.reference_texts,
        n_placeholders=texts.n_placeholders,
    )


def add_findings_annotation(test_set: TestSet, result: ChecksResult) -> TestSet:
    """Return the test set with the findings as an annotation, which replaces the annotation of an earlier run.

    Raises ``ValueError`` if an annotation of people or of another program has this annotation's name.
    """
    others = tuple(one for one in test_set.annotations if one.name != ANNOTATION)
    if any(
        one.name == ANNOTATION and (one.is_human or {*one.annotators} - {ANNOTATION}) for one in test_set.annotations
    ):
        raise ValueError(f"There are errors named {ANNOTATION} that no check has found; remove or rename them first.")
    return replace(test_set, annotations=(*others, result.annotation()))


def list_messages(findings: Iterable[CheckFinding]) -> list[str]:
    """Return a message for each kind and severity of finding in one text, with the first few places."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        kinds.setdefault((finding.kind, finding.severity), []).append(finding.message)
    return [f"{_message_of_kind(kind, messages)} ({severity})" for (kind, severity), messages in kinds.items()]


def _message_of_kind(kind: str, messages: Sequence[str]) -> str:
    first, *others = Counter(messages).items()
    if not others and first[1] == 1:
        return first[0]
    parts = [
        (message.removeprefix(f"{kind}: ") if message != kind else "") + (f" ({n} times)" if n > 1 else "")
        for message, n in (first, *others)
    ]
    listed = ", ".join(part.strip() for part in parts[:MAX_PLACES])
    rest = f" and {len(parts) - MAX_PLACES:,} more" if len(parts) > MAX_PLACES else ""
    return f"{kind} {listed}" if listed.startswith("(") else f"{kind}: {listed}{rest}"


def percent(rate: FlagRate) -> str:
    """Return the rate in percent as printed; a rate that is not 0 is never printed as 0."""
    percentage = fixed(100 * rate.rate, DECIMALS)
    return f"<{10**-DECIMALS:.{DECIMALS}f}" if rate.segments_found and not float(percentage) else percentage


def _reason_not_run(check: Check, texts: TextsToCheck) -> str | None:
    return check.why_not(texts.texts_of_system(next(iter(texts.systems))))


def _find_all(
    check: Check, texts: TextsToCheck, on_progress: Progress
) -> tuple[dict[str, CheckSpans], dict[str, CheckSpans]]:
    """Return the findings of a check in every system, and in every reference on which it can be run."""
    texts_to_check = [texts.texts_of_system(name) for name in texts.systems] + [
        texts.texts_of_reference(name) for name in texts.references
    ]
    all_spans: list[CheckSpans | None] = []
    for number, one in enumerate(texts_to_check):
        can_be_run = check.why_not(one) is None
        all_spans.append(
            check.find(one, progress_of_part(on_progress, number, len(texts_to_check))) if can_be_run else None
        )
    n_systems = len(texts.systems)
    return _spans_by_name(texts.systems, all_spans[:n_systems]), _spans_by_name(texts.references, all_spans[n_systems:])


def _spans_by_name(names: Iterable[str], all_spans: Sequence[CheckSpans | None]) -> dict[str, CheckSpans]:
    return {name: spans for name, spans in zip(names, all_spans, strict=True) if spans is not None}


def _kind_rates(
    check: Check, texts: TextsToCheck, of_systems: Mapping[str, CheckSpans], of_references: Mapping[str, CheckSpans]
) -> Iterator[KindRates]:
    for kind, severity in check.kinds.items():
        systems = _flag_rates(of_systems, texts.checked, kind)
        references = _flag_rates(of_references, texts.references, kind)
        yield KindRates(check.name, kind, severity, systems, references)


def _flag_rates(
    spans_by_name: Mapping[str, CheckSpans], columns: Mapping[str, pa.StringArray], kind: str | None = None
) -> dict[str, FlagRate]:
    """Return how often each text has a finding of this kind, by default of any kind."""
    return {name: _flag_rate(spans, columns[name], kind) for name, spans in spans_by_name.items()}


def _flag_rate(spans: CheckSpans, column: pa.StringArray, kind: str | None) -> FlagRate:
    pairs = zip(spans.segments.tolist(), spans.kinds, strict=True)
    flagged = {segment for segment, of in pairs if kind in (None, of)}
    return FlagRate(len(flagged), len(column) - column.null_count)


def _findings(check: Check, system: str, spans: CheckSpans, texts: CheckedTexts) -> Iterator[CheckFinding]:
    labels, expected = (of or [""] * len(spans) for of in (spans.labels, spans.expected))
    ints = (of.tolist() for of in (spans.segments, spans.starts, spans.ends))
    for segment, start, end, kind, label, should_be in zip(*ints, spans.kinds, labels, expected, strict=True):
        in_source = kind in check.in_source and texts.source is not None
        column = texts.source if in_source and texts.source is not None else texts.outputs
        text = label or (column[segment].as_py() or "")[max(start, 0) : max(end, 0)]
        yield CheckFinding(system, segment, start, end, check.name, kind, check.kinds[kind], text, in_source, should_be)


def _count_flags(findings: Iterable[CheckFinding]) -> Counter[tuple[str, ...]]:
    """Return the number of segments with a finding, by (text, check) and by (text, check, kind)."""
    segments = {
        (finding.segment, finding.system, finding.check, *of) for finding in findings for of in ((), (finding.kind,))
    }
    return Counter(flag[1:] for flag in segments)


def _recount_rates(
    rates: Mapping[str, FlagRate], counts: Mapping[tuple[str, ...], int], of: tuple[str, ...]
) -> dict[str, FlagRate]:
    return {name: FlagRate(counts.get((name, *of), 0), rate.segments) for name, rate in rates.items()}


def _is_found(rates: KindRates) -> bool:
    return any(rate.segments_found for of in (rates.systems, rates.references) for rate in of.values())


def _rate_sentence(rates: KindRates) -> str:
    references = _rates_phrase(rates.references) or "no reference"
    return f"{rates.check}, {rates.kind}: {_rates_phrase(rates.systems)}; {references}."


def _rates_phrase(rates: Mapping[str, FlagRate]) -> str:
    return ", ".join(f"{percent(rate)} % of {name}" for name, rate in rates.items())
