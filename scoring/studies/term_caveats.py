"""What does a glossary tell that a reader of the verdict has to know? Caveats for its two systems."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..checks.terminology.glossary import Glossary
from ..checks.terminology.terminology_check import FORBIDDEN_TERM
from ..counting.progress import Progress, no_progress
from ..output.sentence import Said, Sentence, Strong, reference_name, sentence
from ..testset import TestSet
from . import terminology
from .check_caveats import CheckCaveat, find_caveats, subject_with_lead
from .checks import ChecksResult, TextsToCheck
from .dangerous import DangerousSegments
from .ignored_findings import IgnoreRule, ignore_findings
from .terminology import TermRates, TermsRequest, TermsResult, printed_rate, with_terms
from .verdict import Decision

USES_FORBIDDEN = "uses forbidden terms"
"""What a system does that has forbidden terms, with the system as the subject."""


@dataclass(frozen=True)
class TermRateCaveat:
    """One of two systems has a lower share of the terms of a glossary than the other, by a test."""

    lower: TermRates
    """Rates of the system that has fewer of them."""
    higher: TermRates
    reference: TermRates | None
    """Rates of the reference that has most of them; None without references."""
    is_of_glossary: bool = True

    @property
    def system(self) -> str:
        """The system that has fewer of them."""
        return self.lower.name

    def said(self, decision: Decision) -> Sentence:
        """Say how many terms the system has, after its lead if it leads, and how many the other and the reference."""
        head, other = subject_with_lead(self.system, decision), Strong(self.higher.name)
        in_reference: Said = ""
        if self.reference is not None:
            name = reference_name(self.reference.name)
            in_reference = sentence(", {} {}", name, f"{printed_rate(self.reference.success)} %")
        return sentence(
            "{} has {} of the glossary's terms; {} has {}{}.",
            *(head, self.lower.percent, other, self.higher.percent, in_reference),
        )


Caveat: TypeAlias = CheckCaveat | TermRateCaveat


@dataclass(frozen=True)
class PairFindings:
    """What checks and a glossary tell of the two systems of a verdict."""

    caveats: tuple[Caveat, ...] = ()
    serious: Sentence | None = None
    """In how many segments of both people, or else checks, find something critical or major; None before."""


def run(
    test_set: TestSet,
    pair: Sequence[str],
    glossary: Glossary,
    ignored: Sequence[IgnoreRule] = (),
    on_progress: Progress = no_progress,
) -> tuple[Caveat, ...]:
    """Look for the terms of a glossary in two systems of a test set and return the caveats of these.

    None without a source, and where the glossary has terms for another number of segments. What ``on_progress`` raises
    ends the work.
    """
    if not terms_fit(glossary, test_set):
        return ()
    texts = TextsToCheck.of_test_set(test_set, pair)
    return find_term_caveats(terminology.run(TermsRequest(glossary), texts, on_progress), texts, pair, ignored)


def terms_fit(glossary: Glossary, test_set: TestSet) -> bool:
    """Return whether the terms of a glossary can be looked for in a test set."""
    return test_set.source is not None and glossary.n_segments in (None, len(test_set))


def find_term_caveats(
    terms: TermsResult, texts: TextsToCheck, pair: Sequence[str], ignored: Sequence[IgnoreRule] = ()
) -> tuple[Caveat, ...]:
    """Return the caveats of two systems: forbidden terms, by the rules of ``find_caveats``, then the share of terms.

    The share is one where the test finds that the systems differ.
    """
    n_segments = len(next(iter(texts.systems.values())))
    found = ignore_findings(with_terms(ChecksResult((), (), n_segments, {}, {}), terms, texts), ignored)
    forbidden = found.kept(lambda findings: [one.kind == FORBIDDEN_TERM for one in findings])
    of_forbidden = find_caveats(DangerousSegments(forbidden, tuple(pair)))
    caveats: list[Caveat] = [replace(caveat, action=USES_FORBIDDEN) for caveat in of_forbidden]
    if terms.do_differ(*pair):
        lower, higher = sorted((of for of in terms.systems if of.name in pair), key=lambda of: of.success)
        reference = max(terms.references, key=lambda of: of.success, default=None)
        caveats.append(TermRateCaveat(lower, higher, reference))
    return tuple(caveats)


def caveats_to_say(caveats: Iterable[Caveat]) -> list[Caveat]:
    """Return the first caveat of checks and the first of a glossary: a reader is told no more."""
    first: dict[bool, Caveat] = {}
    for caveat in caveats:
        first.setdefault(caveat.is_of_glossary, caveat)
    return [first[of] for of in sorted(first)]
