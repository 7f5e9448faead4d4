"""Measure which terms of a glossary outputs have, which are missing, and how consistently they are translated."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import ClassVar

import numpy as np
import pyarrow as pa

from ..checks.terminology import TERMINOLOGY
from ..checks.terminology.glossary import Glossary
from ..checks.terminology.source_terms import SourceTerms
from ..checks.terminology.term_matching import LISTED, STEM, TIERS, TermMatcher, TermMatches, find_stemmer
from ..checks.terminology.terminology_check import FORBIDDEN_TERM, MISSING_TERM, WITHIN_WORD, Terminology, found_places
from ..counting.arrays import Floats, Ints, quotients
from ..counting.progress import Progress, no_progress, progress_between, progress_of_part
from ..counting.usual_draws import check_draws
from ..judgments.kinds import severity_rank
from ..metric import Columns, Metric
from ..output.numbers import MISSING, counted, fixed, write_interval, write_size
from ..output.sentence import Sentence, Strong, SystemName, reference_name, sentence
from ..significance import CLEAR, LIKELY, SEED, TRIALS, bootstrap, bootstrap_by_equal_rows
from ..text.languages import find_language
from ..text.naming import unique_name
from ..validation import expect
from .checks import CheckFinding, CheckRates, ChecksRequest, ChecksResult, FlagRate, KindRates, TextsToCheck
from .checks import run as run_checks
from .comparison import ComparisonRequest, ComparisonResult
from .comparison import run as compare_systems
from .wording.method_words import describe_test_and_correction, interval_method_phrase
from .wording.set_facts import language_of_text
from .wording.verdict_words import describe_verdict

DECIMALS = 1
MAX_RESAMPLED = 10_000
"""The most segments that are resampled one by one; more are resampled in groups of equal rows."""
MAX_SHOWN = 5
"""The most pairs of systems that sentences name."""
NEEDS_SOURCE = "Terms are looked for where the source has them. Give the source."


@dataclass(frozen=True)
class TermsRequest:
    """The glossary whose terms are searched for, and the settings of tests."""

    glossary: Glossary
    trials: int = TRIALS
    seed: int = SEED

    def __post_init__(self) -> None:
        expect(self.glossary, Glossary, "glossary")
        check_draws(self.trials, self.seed)


@dataclass(frozen=True)
class TermSuccess(Metric):
    """The share of the requested terms that are found, in %; the statistics of a segment are (found, asked)."""

    name: ClassVar[str] = "terms"
    label: ClassVar[str] = "Terms"

    tier: str = TIERS[LISTED]
    """Level of matching that counts as found: one of ``TIERS``, together with all before it."""

    @property
    def statistic_names(self) -> tuple[str, ...]:
        return "found", "asked"

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        return (("tier", self.tier.replace(" ", "-")),)

    @property
    def decimals(self) -> int:
        return DECIMALS

    def _score(self, statistics: Floats) -> Floats:
        return 100 * quotients(statistics[..., 0], statistics[..., 1])

    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        raise ValueError("Terms need a glossary and a source; texts alone have none.")


@dataclass(frozen=True)
class TermCounts:
    """Numbers of requested terms, and of terms that one text has."""

    n_asked: int
    """Number of occurrences of terms in the source, in segments that have this text."""
    n_found: tuple[int, ...]
    """Number of terms found by each of ``TIERS``; without stems only by the first two."""
    overlapping: int
    """Number of terms found by the last tier if places of several terms may overlap."""
    most_frequent: int
    """Number of terms found in the form that is the most frequent for their term."""
    predefined: int
    """Number of terms found in the predefined form, the glossary's first one, or by its stems."""
    forbidden: int
    """Number of places with forbidden targets."""
    n_inexact: int
    """Number of segments that may have more terms, because too many places overlap to search all."""

    @classmethod
    def of(cls, matches: TermMatches) -> "TermCounts":
        """Return the counts of one text's matches."""
        places = matches.places
        forms, counts = np.unique(np.stack([places.terms, places.forms]), axis=1, return_counts=True)
        largest_counts = np.zeros(int(forms[0].max(initial=-1)) + 1, np.int64)
        np.maximum.at(largest_counts, forms[0], counts)
        return cls(
            int(matches.asked_terms.counts.sum()),
            tuple(matches.match_counts.sum(axis=0).tolist()),
            int(matches.overlapping.sum()),
            int(largest_counts.sum()),
            int((places.forms == 0).sum()),
            len(matches.forbidden),
            matches.n_inexact,
        )

    @property
    def share(self) -> Fraction:
        """Share of terms found by the last tier; ``ZeroDivisionError`` without requested terms."""
        return Fraction(self.n_found[-1], self.n_asked)

    def percent(self, count: int) -> float:
        """Return a number of terms in % of the requested terms; NaN without requested terms."""
        return 100 * count / self.n_asked if self.n_asked else math.nan


@dataclass(frozen=True, eq=False)
class TermFindings:
    """The terms that a glossary requests in a source, and the matches in each text."""

    glossary: Glossary
    stemmer: str | None
    """Snowball's name of the stemmer; None where stems are not compared."""
    has_characters: bool
    """Whether targets are in a script without word boundaries."""
    source: SourceTerms
    systems: Mapping[str, TermMatches]
    references: Mapping[str, TermMatches]

    @property
    def tier(self) -> int:
        """Index in ``TIERS`` of the last tier, by which terms count as found."""
        return LISTED if self.stemmer is None else STEM

    @cached_property
    def counts_of_systems(self) -> Mapping[str, TermCounts]:
        """Counts of terms by system."""
        return {name: TermCounts.of(matches) for name, matches in self.systems.items()}

    @cached_property
    def counts_of_references(self) -> Mapping[str, TermCounts]:
        """Counts of terms by reference: about the most to expect of a system."""
        return {name: TermCounts.of(matches) for name, matches in self.references.items()}


def match_glossary(glossary: Glossary, texts: TextsToCheck, on_progress: Progress = no_progress) -> TermFindings:
    """Find the terms of a glossary in all texts; raise ``ValueError`` without a source.

    Where the language of the outputs is not given, it is guessed from the most frequent words of the first reference,
    or output.
    """
    if texts.source is None:
        raise ValueError(NEEDS_SOURCE)
    texts = texts.without_placeholders
    columns = [*texts.checked.values(), *texts.references.values()]
    language = texts.language or find_language(language_of_text([*texts.references.values(), *columns][0]) or "")
    matcher = TermMatcher(glossary, find_stemmer(language))
    source = matcher.source_terms(texts.source, progress_of_part(on_progress, 0, len(columns) + 1))
    matches = [
        matcher.match(source, column, progress_of_part(on_progress, number, len(columns) + 1))
        for number, column in enumerate(columns, 1)
    ]
    systems = dict(zip(texts.systems, matches, strict=False))
    references = dict(zip(texts.references, matches[len(systems) :], strict=True))
    return TermFindings(glossary, matcher.stemmer, matcher.has_characters, source, systems, references)


@dataclass(frozen=True)
class TermRates:
    """Numbers of terms in one text, with the interval of their share."""

    name: str
    is_reference: bool
    counts: TermCounts
    low: float
    """Lower end of the 95 % interval of the share by the last tier, in %; NaN without an interval."""
    high: float
    within_words: int = 0
    """Number of terms that are missing as words but occur within a longer word, as in a compound."""

    @property
    def more_within_words(self) -> str:
        """Share of further terms that are within longer words, as printed."""
        return f"{printed_rate(self.counts.percent(self.within_words))} %"

    @property
    def success(self) -> float:
        """Share of terms found by the last tier, in %."""
        return self.counts.percent(self.counts.n_found[-1])

    @property
    def percent(self) -> Strong:
        """Share of terms found by the last tier, as printed."""
        return Strong(f"{printed_rate(self.success)} %")

    def record(self) -> dict[str, object]:
        """Return every rate as a share from 0 to 1; None for an unknown rate."""
        counts, tiers = self.counts, dict(enumerate(self.counts.n_found))

        def share(count: int | None) -> float | None:
            return None if count is None or not counts.n_asked else count / counts.n_asked

        return {
            "role": "reference" if self.is_reference else "system",
            "name": self.name,
            "asked": counts.n_asked,
            "found": counts.n_found[-1],
            "rate": share(counts.n_found[-1]),
            "ci_low": None if math.isnan(self.low) else self.low / 100,
            "ci_high": None if math.isnan(self.high) else self.high / 100,
            "within_words": share(self.within_words),
            "base_form": share(tiers[0]),
            "listed_form": share(tiers[1]),
            "stem": share(tiers.get(2)),
            "overlapping": share(counts.overlapping),
            "most_frequent_form": share(counts.most_frequent),
            "predefined_form": share(counts.predefined),
            "forbidden": counts.forbidden,
        }


@dataclass(frozen=True)
class TermRow:
    """A term of the glossary that the source has."""

    source: str
    targets: tuple[str, ...]
    note: str
    n_in_source: int
    """Number of times that the source has the term."""
    n_found: Mapping[str, int]
    """Number of times that the term is found by the last tier, by system or reference."""
    forms: Mapping[str, str]
    """Most frequent form of the term, by system or reference; empty without any."""


@dataclass(frozen=True, eq=False)
class TermsResult:
    """Rates of all texts with their intervals, tests between systems, and every term that is missing or forbidden."""

    term_findings: TermFindings
    rates: tuple[TermRates, ...]
    """Rates of the systems, then of the references."""
    comparison: ComparisonResult | None
    """Tests between systems; None for a single system, and where no term is requested."""
    findings: tuple[CheckFinding, ...]
    """Missing and forbidden terms in the order of systems, segments and places."""
    reference_findings: tuple[CheckFinding, ...]
    seed: int
    trials: int

    @property
    def systems(self) -> list[TermRates]:
        """Rates of the systems."""
        return [of for of in self.rates if not of.is_reference]

    @property
    def references(self) -> list[TermRates]:
        """Rates of the references."""
        return [of for of in self.rates if of.is_reference]

    @cached_property
    def terms(self) -> tuple[TermRow, ...]:
        """Terms that the source has, the ones that systems lack most often first."""
        glossary, source = self.term_findings.glossary, self.term_findings.source
        source_counts = np.bincount(source.terms, minlength=len(glossary.terms))
        texts = {**self.term_findings.systems, **self.term_findings.references}
        counts_by_text = {name: _match_counts_by_term(of, len(source_counts)) for name, of in texts.items()}
        forms = {name: _usual_forms(glossary, of) for name, of in texts.items()}
        in_systems = sum(
            (counts_by_text[name] for name in self.term_findings.systems), np.zeros(len(source_counts), np.int64)
        )
        lacking = len(self.term_findings.systems) * source_counts - in_systems
        terms_in_source = np.flatnonzero(source_counts)
        return tuple(
            TermRow(
                glossary.terms[term].source,
                glossary.terms[term].targets,
                glossary.terms[term].note,
                int(source_counts[term]),
                {name: int(of[term]) for name, of in counts_by_text.items()},
                {name: of.get(term, "") for name, of in forms.items()},
            )
            for term in terms_in_source[np.argsort(-lacking[terms_in_source], kind="stable")].tolist()
        )

    def record(self) -> dict[str, object]:
        """Return the result as the command ``check --terms`` writes it as JSON."""
        term_findings = self.term_findings
        return {
            "glossary": term_findings.glossary.name,
            "tier": TIERS[term_findings.tier],
            "stemmer": term_findings.stemmer,
            "rates": [of.record() for of in self.rates],
            "pairs": self.pair_records(),
            "terms": [
                {
                    "source": row.source,
                    "targets": list(row.targets),
                    "asked": row.n_in_source,
                    "found": dict(row.n_found),
                    "usual_form": {name: form or None for name, form in row.forms.items()},
                }
                for row in self.terms
            ],
        }

    def pair_records(self) -> list[dict[str, object]]:
        """Return a record for each pair of systems, with differences as shares."""
        if self.comparison is None:
            return []
        verdicts = self.comparison.verdicts
        return [
            {
                "system_a": pair.a,
                "system_b": pair.b,
                "difference": pair.difference / 100,
                "ci_low": pair.ci_low / 100,
                "ci_high": pair.ci_high / 100,
                "p_value": verdicts.p_value(pair.a, pair.b),
                "p_adjusted": verdicts.p_adjusted(pair.a, pair.b),
                "verdict": verdicts.state(pair.a, pair.b),
            }
            for pair in self.comparison.refined.pairs
        ]

    # --- what it says ---

    def opening(self) -> Sentence:
        """Say what share of terms the best and the worst system have, if these differ, and the reference."""
        if not any(of.counts.n_asked for of in self.rates):
            return sentence("No term of {} is in the source.", self.term_findings.glossary.name)
        ordered = sorted(self.systems, key=lambda of: -of.success)
        best, worst = ordered[0], ordered[-1]
        has_within_words = any(of.within_words for of in self.rates)
        if len(ordered) == 1 or self.do_differ(best.name, worst.name):
            statement = sentence("{} has {} of the terms that the source asks for", SystemName(best.name), best.percent)
            statement += f", and {best.more_within_words} more within a longer word" if has_within_words else ""
            if len(ordered) > 1:
                statement += sentence(
                    "{} {} {}", ";" if has_within_words else ",", SystemName(worst.name), worst.percent
                )
                statement += f" and {worst.more_within_words}" if has_within_words else ""
        else:
            statement = sentence("The systems have {}", worst.percent)
            if worst.percent != best.percent:
                ends = SystemName(worst.name), best.percent, SystemName(best.name)
                statement += sentence(" ({}) to {} ({})", *ends)
            statement += " of the terms that the source asks for"
            statement += f", and {_range_within(ordered)} more within a longer word" if has_within_words else ""
            statement += "; the difference is too small to be sure of"
        if self.references:
            ceiling = max(self.references, key=lambda of: of.success)
            reference = reference_name(ceiling.name) if len(self.references) > 1 else "the reference"
            statement += sentence("; {} has {}", reference, ceiling.percent)
            statement += f" and {ceiling.more_within_words}" if has_within_words else ""
            if ceiling.success > best.success:
                statement += ", about the most to expect"
        return statement + "."

    def do_differ(self, a: str, b: str) -> bool:
        """Return whether the test finds that two systems differ in their share of terms."""
        return self.comparison is not None and self.comparison.verdicts.state(a, b) in (CLEAR, LIKELY)

    def difference_sentences(self) -> list[str]:
        """Say for pairs of systems, the largest differences first, how large and how sure the difference is."""
        if self.comparison is None:
            return []
        pairs = sorted(self.comparison.refined.pairs, key=lambda pair: -abs(pair.difference))
        return [_difference_sentence(self.comparison, pair.a, pair.b) for pair in pairs[:MAX_SHOWN]]

    def consistency_sentences(self) -> list[str]:
        """Say for each text how often its terms have their most frequent form, and the predefined form."""
        return [
            f"{of.name}: {printed_rate(of.counts.percent(of.counts.most_frequent))} % in the form that it uses most for"
            f" a term, {printed_rate(of.counts.percent(of.counts.predefined))} % in the first form of the glossary."
            for of in self.rates
            if of.counts.n_asked and any(len(term.targets) > 1 for term in self.term_findings.glossary.terms)
        ]

    def forbidden_sentence(self) -> str:
        """Say how many forbidden terms each text has; empty where the glossary forbids no term."""
        if not self.term_findings.glossary.has_forbidden:
            return ""
        listed = ", ".join(f"{of.counts.forbidden:,} in {of.name}" for of in self.rates)
        return f"Forbidden terms: {listed}."

    def caveats(self) -> list[str]:
        """Say what counts as a term, and what the rates do not show."""
        term_findings = self.term_findings
        sentences = [] if self.references else ["Without a reference nobody knows which share is to be expected."]
        if term_findings.stemmer is None:
            sentences.append(
                "Only forms that the glossary lists count: no stemmer is known for the outputs' language. A file's name"
                " may say it, as in out.de.txt, or --language de."
            )
        else:
            sentences.append(
                f"A term counts where its words have the stems of a listed form (Snowball, {term_findings.stemmer})."
            )
        sentences.append("Source terms count as the glossary writes them; their other forms are not looked for.")
        if term_findings.has_characters:
            sentences.append(
                "In scripts without spaces between words, terms are found as characters, also within words."
            )
        inexact = sum(of.counts.n_inexact for of in self.rates)
        if inexact:
            sentences.append(
                f"In {counted(inexact, 'segment')} too many places overlap to try all; there may be more terms there."
            )
        return sentences

    def method(self) -> list[str]:
        """Say how intervals and tests were computed."""
        sentences = [f"Intervals: {interval_method_phrase(self.trials)}, seed {self.seed}."]
        if self.comparison is not None:
            sentences.append(f"Differences: {describe_test_and_correction(self.comparison.comparisons)}.")
        return sentences


def run(request: TermsRequest, texts: TextsToCheck, on_progress: Progress = no_progress) -> TermsResult:
    """Find all terms, resample segments for intervals, and test every pair of systems by randomization.

    Raises ``ValueError`` without a source, and where the glossary has terms for another number of segments.
    """
    term_findings = match_glossary(request.glossary, texts, progress_between(on_progress, 0.0, 0.5))
    metric = TermSuccess(TIERS[term_findings.tier])
    systems, references = (
        {name: matches.rows(term_findings.tier).astype(float) for name, matches in of.items()}
        for of in (term_findings.systems, term_findings.references)
    )
    has_terms = any(of.n_asked for of in term_findings.counts_of_systems.values())
    draws = request.trials if has_terms else 1
    unique_names = {name: unique_name(tuple(systems), name) for name in references}
    statistics = systems | {unique_names[name]: rows for name, rows in references.items()}
    if len(texts.source or ()) > MAX_RESAMPLED:
        resampled = bootstrap_by_equal_rows(metric, statistics, draws, request.seed)
    else:
        resampled = bootstrap(metric, statistics, draws, request.seed, progress_between(on_progress, 0.5, 0.7))
    comparison = None
    if len(systems) > 1 and has_terms:
        comparison_request = ComparisonRequest(metric, tuple(systems), trials=request.trials, seed=request.seed)
        of_systems = resampled.only(tuple(systems))
        comparison = compare_systems(comparison_request, systems, progress_between(on_progress, 0.7, 1.0), of_systems)
    findings = tuple(_findings(term_findings, term_findings.systems, texts.systems, texts.source))
    in_references = tuple(_findings(term_findings, term_findings.references, texts.references, texts.source))
    within_of_systems, within_of_references = (
        Counter(one.system for one in of if one.kind == WITHIN_WORD) for of in (findings, in_references)
    )
    rates = [
        TermRates(name, False, of, *resampled.interval(name), within_of_systems[name])
        for name, of in term_findings.counts_of_systems.items()
    ]
    rates += [
        TermRates(name, True, of, *resampled.interval(unique_names[name]), within_of_references[name])
        for name, of in term_findings.counts_of_references.items()
    ]
    return TermsResult(term_findings, tuple(rates), comparison, findings, in_references, request.seed, request.trials)


def _range_within(rates: Sequence[TermRates]) -> str:
    """Return the smallest and the largest share of terms within longer words, as printed."""
    ordered = sorted(rates, key=lambda of: of.within_words)
    lowest, highest = ordered[0].more_within_words, ordered[-1].more_within_words
    return highest if lowest == highest else f"{lowest} to {highest}"


def run_among(
    request: TermsRequest, texts: TextsToCheck, places: Ints, on_progress: Progress = no_progress
) -> TermsResult:
    """Return the result of ``run`` on some segments, 0-based; findings have the numbers of all segments."""
    result = run(replace(request, glossary=request.glossary.among(places.tolist())), texts.among(places), on_progress)
    findings, in_references = (
        tuple(replace(finding, segment=int(places[finding.segment])) for finding in of)
        for of in (result.findings, result.reference_findings)
    )
    return replace(result, findings=findings, reference_findings=in_references)


def check_with_terms(
    names: Sequence[str], request: TermsRequest | None, texts: TextsToCheck, on_progress: Progress = no_progress
) -> tuple[ChecksResult, TermsResult | None]:
    """Run checks by name, by default all, and the check of terms if there is a glossary.

    Raises ``ValueError`` for unknown checks, for the check of terms without a glossary, and as ``run`` does.
    """
    if request is None:
        if TERMINOLOGY in names:
            raise ValueError(f"The check {TERMINOLOGY} needs a glossary: --terms FILE, in Python terms=.")
        return run_checks(ChecksRequest(tuple(names)), texts, on_progress), None
    others = tuple(name for name in names if name != TERMINOLOGY)
    result = ChecksResult((), (), len(next(iter(texts.systems.values()))), {}, {})
    if others or not names:
        result = run_checks(ChecksRequest(others), texts, progress_between(on_progress, 0.0, 0.5))
    terms = run(request, texts, progress_between(on_progress, 0.5, 1.0))
    return add_term_findings(result, terms, texts), terms


def add_term_findings(result: ChecksResult, terms: TermsResult, texts: TextsToCheck) -> ChecksResult:
    """Return the checks' result with missing and forbidden terms added as findings of one more check."""
    texts = texts.without_placeholders
    columns = {**texts.checked, **texts.references}
    in_references = terms.reference_findings
    of_systems = _flags(terms.term_findings.systems, terms.findings)
    of_references = _flags(terms.term_findings.references, in_references)

    def flag_rates(flags: Mapping[str, Mapping[str, set[int]]], kinds: Iterable[str]) -> dict[str, FlagRate]:
        segments_by_text = {name: set().union(*(of[kind] for kind in kinds)) for name, of in flags.items()}
        return {
            name: FlagRate(len(of), len(columns[name]) - columns[name].null_count)
            for name, of in segments_by_text.items()
        }

    rates = [
        KindRates(TERMINOLOGY, kind, severity, flag_rates(of_systems, [kind]), flag_rates(of_references, [kind]))
        for kind, severity in Terminology.kinds.items()
        if kind != FORBIDDEN_TERM or terms.term_findings.glossary.has_forbidden
    ]
    every = CheckRates(*(flag_rates(of, Terminology.kinds) for of in (of_systems, of_references)))
    order = {system: number for number, system in enumerate(texts.systems)}
    findings = sorted(
        (*result.findings, *terms.findings),
        key=lambda finding: (order[finding.system], finding.segment, finding.start, finding.end),
    )
    return replace(
        result,
        rates=tuple(sorted((*result.rates, *rates), key=lambda of: severity_rank(of.severity))),
        findings=tuple(findings),
        checks={**result.checks, TERMINOLOGY: every},
        reference_findings=(*result.reference_findings, *in_references),
        put_in=texts.put_in,
        reference_texts=texts.reference_texts,
        n_placeholders=texts.n_placeholders,
    )


def printed_rate(rate: float) -> str:
    """Return the rate in % as printed."""
    return fixed(rate, DECIMALS, MISSING)


def _flags(names: Iterable[str], findings: Iterable[CheckFinding]) -> dict[str, dict[str, set[int]]]:
    """Return the segments that have each kind of finding, by text and kind."""
    flags: dict[str, dict[str, set[int]]] = {name: {kind: set() for kind in Terminology.kinds} for name in names}
    for finding in findings:
        flags[finding.system][finding.kind].add(finding.segment)
    return flags


def _findings(
    term_findings: TermFindings,
    of_texts: Mapping[str, TermMatches],
    columns: Mapping[str, pa.StringArray],
    source: pa.Array,
) -> Iterator[CheckFinding]:
    """Yield a finding for each missing or forbidden term in these texts."""
    for name, matches in of_texts.items():
        for segment, start, end, kind, number in found_places(
            term_findings.source, matches, columns[name], term_findings.glossary
        ):
            in_source = kind in Terminology.in_source
            term = term_findings.glossary.terms[number]
            text = term.source
            if start >= 0:
                text = (source if in_source else columns[name])[segment].as_py()[start:end]
            expected, severity = " / ".join(term.targets), Terminology.kinds[kind]
            place = segment, start, end
            yield CheckFinding(name, *place, TERMINOLOGY, kind, severity, text, in_source, expected)


def _match_counts_by_term(matches: TermMatches, n_terms: int) -> Ints:
    """Return the number of times that each term is found, (n_terms,)."""
    return np.bincount(matches.asked_terms.terms, matches.match_counts[:, -1], n_terms).astype(np.int64)


def _usual_forms(glossary: Glossary, matches: TermMatches) -> dict[int, str]:
    """Return the most frequent form by term; of equally frequent forms the glossary's first."""
    places = matches.places
    pairs, counts = np.unique(np.stack([places.terms, places.forms]), axis=1, return_counts=True)
    usual: dict[int, tuple[int, int]] = {}
    for term, form, count in zip(*pairs.tolist(), counts.tolist(), strict=True):
        if term not in usual or count > usual[term][1]:
            usual[term] = form, count
    return {term: glossary.terms[term].targets[form] for term, (form, _) in usual.items()}


def _difference_sentence(result: ComparisonResult, a: str, b: str) -> str:
    verdicts, (pair,) = result.verdicts, [pair for pair in result.refined.pairs if (pair.a, pair.b) == (a, b)]
    if not abs(pair.difference) > result.metric.rounding:
        return f"{a} and {b} have the same share of terms."
    low, high = pair.ci_low, pair.ci_high
    if pair.difference < 0:
        a, b, low, high = b, a, -high, -low
    interval = write_interval(low, high, printed_rate)
    size = write_size(pair.difference, decimals=DECIMALS)
    return f"{a} has {size} points more than {b} ({interval}). {describe_verdict(verdicts, a, b)}"
