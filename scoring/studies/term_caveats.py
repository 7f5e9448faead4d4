"""Find what a glossary says against one of a verdict's two systems: the caveats that its reader must know."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..checks.terminology.glossary import Glossary
from ..checks.terminology.terminology_check import FORBIDDEN_TERM
from ..counting.progress import Progress, no_progress
from ..output.sentence import Sentence, SentenceText, Strong, reference_name, sentence
from ..testset import TestSet
from . import terminology
from .check_caveats import CheckCaveat, find_caveats, subject_with_lead
from .checks import ChecksResult, TextsToCheck
from .dangerous import DangerousSegments
from .ignored_findings import IgnoreRule, ignore_findings
from .terminology import TermRates, TermsRequest, TermsResult, add_term_findings, printed_rate
from .verdict import Decision

USES_FORBIDDEN = "uses forbidden terms"
"""What a system with forbidden terms does: a verb phrase with the system as its subject."""


@dataclass(frozen=True)
class TermRateCaveat:
    """A significantly lower share of a glossary's terms in one of two systems."""

    lower: TermRates
    """Rates of the system that has fewer terms."""
    higher: TermRates
    reference: TermRates | None
    """Rates of the reference that has most terms; None without references."""
    is_of_glossary: bool = True

    @property
    def system(self) -> str:
        """Name of the system that has fewer terms."""
        return self.lower.name

    def sentence(self, decision: Decision) -> Sentence:
        """Say the system's share of terms, after its lead if any, and the other system's and the reference's."""
        head, other = subject_with_lead(self.system, decision), Strong(self.higher.name)
        in_reference: SentenceText = ""
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
    """The findings of checks and a glossary on the two systems of a verdict."""

    caveats: tuple[Caveat, ...] = ()
    serious: Sentence | None = None
    """Sentence on the segments in which people, or else checks, find critical or major errors; None until known."""


def run(
    test_set: TestSet,
    pair: Sequence[str],
    glossary: Glossary,
    ignored: Sequence[IgnoreRule] = (),
    on_progress: Progress = no_progress,
) -> tuple[Caveat, ...]:
    """Search for a glossary's terms in two systems of a test set, and return the caveats on these systems.

    Empty without a source, and where the glossary has terms for another number of segments. An exception that
    ``on_progress`` raises ends the work.
    """
    if not terms_fit(glossary, test_set):
        return ()
    texts = TextsToCheck.of_test_set(test_set, pair)
    return find_term_caveats(terminology.run(TermsRequest(glossary), texts, on_progress), texts, pair, ignored)


def terms_fit(glossary: Glossary, test_set: TestSet) -> bool:
    """Return whether the terms of a glossary can be searched for in a test set."""
    return test_set.source is not None and glossary.n_segments in (None, len(test_set))


def find_term_caveats(
    terms: TermsResult, texts: TextsToCheck, pair: Sequence[str], ignored: Sequence[IgnoreRule] = ()
) -> tuple[Caveat, ...]:
    """Return the caveats on two systems: forbidden terms, by the rules of ``find_caveats``, then the share of terms.

    The share of terms is a caveat only where the test finds a difference.
    """
    n_segments = len(next(iter(texts.systems.values())))
    result = ignore_findings(add_term_findings(ChecksResult((), (), n_segments, {}, {}), terms, texts), ignored)
    forbidden = result.filter_findings(lambda findings: [one.kind == FORBIDDEN_TERM for one in findings])
    of_forbidden = find_caveats(DangerousSegments(forbidden, tuple(pair)))
    caveats: list[Caveat] = [replace(caveat, action=USES_FORBIDDEN) for caveat in of_forbidden]
    if terms.do_differ(*pair):
        lower, higher = sorted((of for of in terms.systems if of.name in pair), key=lambda of: of.success)
        reference = max(terms.references, key=lambda of: of.success, default=None)
        caveats.append(TermRateCaveat(lower, higher, reference))
    return tuple(caveats)


def caveats_to_say(caveats: Iterable[Caveat]) -> list[Caveat]:
    """Return the first caveat from checks and the first from a glossary, because a reader is told no more."""
    first: dict[bool, Caveat] = {}
    for caveat in caveats:
        first.setdefault(caveat.is_of_glossary, caveat)
    return [first[of] for of in sorted(first)]
