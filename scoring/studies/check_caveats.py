"""Find what checks say against one or both systems of a verdict: the caveats that its reader must know."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..checks.terminology import TERMINOLOGY
from ..counting.progress import Progress, no_progress
from ..output.numbers import write_size
from ..output.sentence import Sentence, SentenceText, Strong, reference_name, sentence
from ..testset import TestSet
from . import checks, dangerous
from .checks import CheckRates, ChecksRequest, FlagRate, TextsToCheck, percent
from .dangerous import CheckFlag, DangerousSegments, is_far_above
from .ignored_findings import IgnoreRule, ignore_findings
from .verdict import Decision
from .wording.method_words import unit

MAX_TEXTS = 50_000
"""The most segments of two systems and the references that are checked unasked: about 6 s of one core."""
MIN_SEGMENTS = 3
"""The fewest segments with a flag that make a caveat, however small the test set is."""


@dataclass(frozen=True)
class CheckCaveat:
    """A flag that one of two systems has clearly more often than the other, or far more often than the references."""

    flag: CheckFlag
    system: str
    """Name of the system that has the flag more often."""
    rates: CheckRates
    """Rates of the flag in the two systems and in the references."""
    action: str = ""
    """What the system does, if that differs from the flag's own description."""

    @property
    def is_of_glossary(self) -> bool:
        """Whether the flag is about terms of a glossary."""
        return self.flag.check == TERMINOLOGY

    def sentence(self, decision: Decision) -> Sentence:
        """Say what the system does, after its lead if it leads, and how often the other system and the reference do."""
        (other,) = (name for name in self.rates.systems if name != self.system)
        head, rates = subject_with_lead(self.system, decision), self.rates.systems
        return sentence(
            "{}; {} in {}{}.", self._subject_and_rate(head), Strong(other), _share(rates[other]), self._in_reference
        )

    @property
    def sentence_on_one_system(self) -> Sentence:
        """Sentence on what the system does and how often the reference does it, without the other system."""
        return sentence("{}{}.", self._subject_and_rate(Strong(self.system)), self._in_reference)

    def _subject_and_rate(self, head: SentenceText) -> Sentence:
        share = _share(self.rates.systems[self.system])
        return sentence("{} {} in {} of segments", head, self.action or self.flag.action, share)

    @property
    def _in_reference(self) -> SentenceText:
        return _in_reference(self.rates)


def subject_with_lead(system: str, decision: Decision) -> SentenceText:
    """Return the system as the subject of a sentence on its fault, preceded by its lead if the system leads."""
    if system != decision.best or not decision.difference:
        return Strong(system)
    size = write_size(decision.printed_difference, decimals=decision.metric.decimals)
    return sentence("{} leads by {} {}, but", Strong(system), size, unit(decision.metric))


def are_few_texts(test_set: TestSet) -> bool:
    """Return whether the test set is small enough to check two systems without being asked."""
    return (2 + len(test_set.references)) * len(test_set) <= MAX_TEXTS


def run(
    test_set: TestSet, systems: Sequence[str], ignored: Sequence[IgnoreRule] = (), on_progress: Progress = no_progress
) -> tuple[CheckCaveat, ...]:
    """Run the checks on one or two systems of a test set and return their caveats, as ``find_caveats`` does.

    An exception that ``on_progress`` raises ends the work.
    """
    return find_caveats(check_systems(test_set, systems, ignored, on_progress))


def check_systems(
    test_set: TestSet, systems: Sequence[str], ignored: Sequence[IgnoreRule] = (), on_progress: Progress = no_progress
) -> DangerousSegments:
    """Run the checks on some systems of a test set; an exception that ``on_progress`` raises ends the work."""
    result = checks.run(ChecksRequest(), TextsToCheck.of_test_set(test_set, systems), on_progress)
    return DangerousSegments(ignore_findings(result, ignored, test_set.numbers), tuple(systems))


def find_caveats(dangerous_segments: DangerousSegments) -> tuple[CheckCaveat, ...]:
    """Return the caveats of one or two systems: the first system's first, and each system's most frequent first.

    A caveat is a critical or major flag in one of two cases: randomization finds that the systems differ, corrected for
    all flags of these systems; or the flag's rate exceeds 1 % of the segments and twice that of every reference, in at
    least three segments. A flag that a reference has about as often is no caveat.
    """
    tested = (
        dangerous.clear_differences(dangerous.run(dangerous_segments)) if len(dangerous_segments.systems) > 1 else []
    )
    differing = {pair.kind for pair in tested}
    caveats = []
    for flag, rates in dangerous_segments.rates.items():
        of = rates.systems
        worst = max(of, key=lambda name: of[name].rate)
        is_far = bool(rates.references) and is_far_above(of[worst], rates.references)
        is_caveat = str(flag) in differing or (is_far and of[worst].segments_found >= MIN_SEGMENTS)
        if flag.is_serious and is_caveat and not dangerous_segments.is_uninformative(flag):
            caveats.append(CheckCaveat(flag, worst, rates, dangerous_segments.action(flag, worst)))
    caveats.sort(
        key=lambda caveat: (dangerous_segments.systems.index(caveat.system), -caveat.rates.systems[caveat.system].rate)
    )
    return tuple(caveats)


def _share(rate: FlagRate) -> str:
    return f"{percent(rate) if rate.segments_found else 0} %"


def _in_reference(rates: CheckRates) -> SentenceText:
    references = {name: of for name, of in rates.references.items() if of.segments}
    if not references:
        return ""
    highest = max(references, key=lambda name: references[name].rate)
    return sentence(", {} in {}", reference_name(highest), _share(references[highest]))
