"""Find the dangerous segments: serious findings of checks, and the systems that have more of them than others."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..analysis.error_kinds import DifferingPair, ErrorKinds, compare_kinds
from ..checks.constant_output import CONSTANT
from ..checks.numbers import Numbers
from ..checks.omission import Omission
from ..checks.terminology import TERMINOLOGY
from ..checks.terminology.find_check import check_title, find_check
from ..counting.progress import Progress, no_progress
from ..doctor.finding import MisplacedLines
from ..judgments.error_density import ALL_KINDS, PER, ErrorCounts, ErrorKindCount
from ..judgments.kinds import ANY_KIND, ErrorKind, severity_rank
from ..output.numbers import LEVEL, counted
from ..output.sentence import (
    Sentence,
    SentenceText,
    Strong,
    SystemName,
    join_sentences,
    name_list,
    reference_name,
    sentence,
)
from ..significance.sign_test import exact_sign_test
from .checks import CheckFinding, CheckRates, ChecksResult, FlagRate

SERIOUS = ("critical", "major")
"""Severities of findings that may be dangerous."""
SERIOUS_LABEL = "critical or major"
"""Label for findings of these severities, by any check."""
NOTHING_FOUND = "Checks find nothing in these outputs."
NO_MORE_THAN_REFERENCE = "No check finds clearly more in a system than in a reference."
BEING_TESTED = "The systems are still being compared. The table has their numbers."
"""Sentence for the time while the test that compares systems runs."""
NOTHING_SERIOUS = "Checks find nothing critical or major in these outputs."
NOTHING_SERIOUS_IN_EITHER = "Checks find nothing serious in either."
"""Sentence on the two systems of a verdict."""
NOT_RANKED = "Systems are not compared, because lines of the source are out of place."
"""Sentence that replaces a comparison of systems."""
ARE_REAL = "the errors are likely real, but too few to rank systems"
"""Phrase for findings that are too few to compare systems."""
TOO_FEW_TO_RANK = "No system has clearly more findings than another: they are too few to rank systems."
NONE_SAFEST = "{}, so no system is called the safest."
NOT_HUMAN = "These are automatic checks, not human judgments."
REWORDED, CONVERTED = "its translator rewords", "its translator rewords or converts units"
"""Reasons why checks find something in a sound reference; the second one is for numbers."""
_WHY = {Numbers.name: CONVERTED, Omission.name: REWORDED}
"""Reason why a check finds something in a sound reference, by check."""
MAX_NUMBERS = 6
"""The most systems whose numbers a sentence lists."""
MAX_QUOTED_CHARACTERS = 40
"""The most characters of a repeated text that a sentence quotes."""
MAX_NAMES_SHOWN = 3
"""The most systems that a sentence names."""
MAX_ACTIONS = 2
"""The most kinds of findings that a sentence on several systems describes."""
FINDING_BYTES = 100
"""Approximate memory of one finding, in bytes."""
FEW_RATE, RATE_RATIO = Fraction(1, 100), 2
"""Share of the segments, and multiple of the reference's rate, that a rate far above the reference's exceeds."""


class CheckFlag(NamedTuple):
    """A flag on a segment that has findings of one check and one severity."""

    check: str
    severity: str

    def __str__(self) -> str:
        return f"{self.check}, {self.severity}"

    @property
    def title(self) -> str:
        """Name of the flag on pages."""
        return f"{check_title(self.check, self.severity)}, {self.severity}"

    @property
    def is_serious(self) -> bool:
        """Whether the findings may be dangerous."""
        return self.severity in SERIOUS

    @property
    def is_of_any_check(self) -> bool:
        """Whether the flag counts as serious by any check; terms do not count, as references lack many of them."""
        return self.is_serious and self.check != TERMINOLOGY

    @property
    def action(self) -> str:
        """What a system does where it has this flag: a verb phrase with the system as its subject."""
        check = find_check(self.check)
        return check.does_less.get(self.severity) or check.does or f"has a finding of the check {self.check}"


@dataclass(frozen=True, eq=False)
class DangerousSegments:
    """The findings of checks in some systems, and the comparison of these systems."""

    result: ChecksResult
    systems: tuple[str, ...]
    """Names of the systems that are compared."""
    out_of_place: Mapping[str, MisplacedLines] = field(default_factory=dict)
    """Lines that belong to other segments, as of ``lines_out_of_place``, by system; such a system is not ranked."""
    source_out_of_place: MisplacedLines | None = None
    """Lines of the source that belong to other segments; then no system is ranked, as all texts are affected."""

    @property
    def ranks_systems(self) -> bool:
        """Whether systems are ranked; false where lines of the source are out of place."""
        return self.source_out_of_place is None

    @cached_property
    def in_place(self) -> "DangerousSegments":
        """These findings for only the systems without lines out of place; for all systems if none would be left."""
        systems = tuple(name for name in self.systems if name not in self.out_of_place)
        is_same = not systems or len(systems) == len(self.systems) or not self.ranks_systems
        return self if is_same else DangerousSegments(self.result, systems)

    def is_out_of_place(self, finding: CheckFinding) -> bool:
        """Return whether the line of a finding, or the source's line, belongs to another segment."""
        lines = self.out_of_place.get(finding.system), self.source_out_of_place
        return any(of is not None and finding.segment in of.segments for of in lines)

    def out_of_place_sentences(self) -> list[Sentence]:
        """Say of the source and of each system which lines are out of place, and whether most findings are in them.

        A sentence also says that systems are not ranked for this reason, except where no other system is left or none
        is ranked anyway.
        """
        sentences = []
        if self.source_out_of_place is not None:
            of, consequence = self.source_out_of_place, ", so no system is ranked here" if len(self.systems) > 1 else ""
            flagged = {finding.segment for finding in self.findings if flag_of_finding(finding).is_of_any_check}
            place_and_share = self._where_most_are(flagged, of.segments)
            findings_clause = (
                f": most findings {place_and_share[0]} these ({place_and_share[1]})" if place_and_share else ""
            )
            sentences.append(
                sentence("{} of the source are {}{}{}.", of.blocks_phrase, of.kind_phrase, findings_clause, consequence)
            )
        consequence = "" if self.in_place is self else ", so it is not ranked here"
        for name in (name for name in self.systems if name in self.out_of_place):
            of, system_name = self.out_of_place[name], SystemName(name)
            flagged = {finding.segment for finding in self.findings if _is_serious_of(finding, name)}
            if place_and_share := self._where_most_are(flagged, of.segments):
                template = "Most findings in {} {} its {} ({}){}."
                sentences.append(
                    sentence(template, system_name, place_and_share[0], of.phrase, place_and_share[1], consequence)
                )
            else:
                sentences.append(
                    sentence(
                        "{} has {} in {}{}.",
                        system_name,
                        of.phrase,
                        counted(len(of.segments), "segment"),
                        consequence,
                    )
                )
        return sentences

    def _where_most_are(self, flagged: Collection[int], places: frozenset[int]) -> tuple[str, str] | None:
        """Return "come from" or "are in", and how many flagged segments are at ``places``; None unless over half are.

        The phrase is "come from" where the rate in the other segments leaves more than half of all flagged segments
        unexplained.
        """
        n_out, n_all = len(places.intersection(flagged)), len(flagged)
        if 2 * n_out <= n_all:
            return None
        n_rest = self.result.n_looked_at - len(places)
        n_more = n_out * n_rest - (n_all - n_out) * len(places)
        come_from = n_rest > 0 and 2 * n_more > n_all * n_rest
        return "come from" if come_from else "are in", f"{n_out:,} of {counted(n_all, 'segment')}"

    @property
    def n_bytes(self) -> int:
        """Approximate memory of the findings, in bytes, without the result."""
        return FINDING_BYTES * len(self.result.findings)

    @cached_property
    def findings(self) -> tuple[CheckFinding, ...]:
        """Findings in the outputs of these systems."""
        return tuple(finding for finding in self.result.findings if finding.system in self.systems)

    @cached_property
    def rates(self) -> Mapping[CheckFlag, CheckRates]:
        """Rates of each flag in these systems and in the references, the worst flag first; only flags that occur."""
        in_systems, in_references = (_flags(findings) for findings in (self.findings, self.result.reference_findings))
        rates = {}
        for flag in {CheckFlag(*of) for _, *of in (*in_systems, *in_references)}:
            of = self.result.checks[flag.check]
            systems = {name: FlagRate(in_systems[name, *flag], of.systems[name].segments) for name in self.systems}
            alarms = {name: FlagRate(in_references[name, *flag], one.segments) for name, one in of.references.items()}
            rates[flag] = CheckRates(systems, alarms)
        highest_rates = {
            flag: max(of.rate for of in rates_of_flag.systems.values()) for flag, rates_of_flag in rates.items()
        }
        return {
            flag: rates[flag]
            for flag in sorted(rates, key=lambda of: (severity_rank(of.severity), -highest_rates[of], of))
        }

    @cached_property
    def serious(self) -> CheckRates:
        """Rate of segments with a critical or major finding of any check, in each system and reference."""
        systems = {name: self.result.n_checked(name) for name in self.systems}
        references: dict[str, int] = {}
        for of in self.result.checks.values():
            references |= {name: rate.segments for name, rate in of.references.items()}
        return CheckRates(
            _serious_rates(systems, self.findings), _serious_rates(references, self.result.reference_findings)
        )

    def is_uninformative(self, flag: CheckFlag) -> bool:
        """Return whether a reference has this flag about as often as each of the systems, or more often."""
        rates = self.rates[flag]
        return any(of.is_as_frequent_as(rates.systems.values()) for of in rates.references.values())

    def is_in_reference(self, finding: CheckFinding) -> bool:
        """Return whether a reference has a finding of the same check and kind in the same segment."""
        return (finding.segment, finding.check, finding.kind) in self._places_in_references

    @cached_property
    def _places_in_references(self) -> set[tuple[int, str, str]]:
        return {(finding.segment, finding.check, finding.kind) for finding in self.result.reference_findings}

    # --- what it says ---

    @cached_property
    def lead(self) -> tuple[CheckFlag, str] | None:
        """The worst flag that a system has more often than another system and than the references, and that system.

        If references were checked for the flag, the system must have it more than twice as often as each of them; if
        not, more than twice as often as another system. Serious flags come first; among these, flags for which a sign
        test excludes chance; then the worst severity; then the largest excess. A minor flag leads only where it is far
        above references that were checked for it. Terms never lead, because their number is reported with the glossary.
        None where no flag leads, or no system is ranked.
        """
        if not self.ranks_systems:
            return None
        excess = {flag: _excess(rates) for flag, rates in self.rates.items() if _may_lead(flag, rates)}

        def rank(flag: CheckFlag) -> tuple[bool, bool, tuple[int, str], Fraction]:
            return not flag.is_serious, not self._is_clear(flag), severity_rank(flag.severity), -excess[flag]

        order = sorted(excess, key=rank)
        first = next((flag for flag in order if excess[flag] > 0), None)
        return None if first is None else (first, _highest(self.rates[first].systems))

    def _is_clear(self, flag: CheckFlag, other_system: str = "") -> bool:
        """Return whether the system with most has the flag more often than each other text, beyond chance.

        The other texts are the references and one other system, by default the system with fewest. Each sign test
        counts the segments that are flagged in only one of two texts.
        """
        rates = self.rates[flag]
        worst = _highest(rates.systems)
        least = other_system or min(rates.systems, key=lambda name: rates.systems[name].share)
        flagged = _segments_with_flag(self.findings, flag, worst)
        others = [
            _segments_with_flag(self.result.reference_findings, flag, name)
            for name, of in rates.references.items()
            if of.segments
        ]
        others += [_segments_with_flag(self.findings, flag, least)] if least != worst or not others else []
        return all(exact_sign_test(len(flagged - other), len(other - flagged)) <= LEVEL for other in others)

    def action(self, flag: CheckFlag, system: str) -> str:
        """Return what a system does where it has a flag; for repeated text with the text that it repeats most."""
        texts = Counter(
            of.text
            for of in self.findings
            if of.system == system and flag_of_finding(of) == flag and of.kind == CONSTANT
        )
        if not texts:
            return flag.action
        text, _ = texts.most_common(1)[0]
        if not text.strip():
            return "gives an empty text for different sources"
        quoted = text if len(text) <= MAX_QUOTED_CHARACTERS else f"{text[:MAX_QUOTED_CHARACTERS]}…"
        return f"gives the same text, {'such as ' * (len(texts) > 1)}“{quoted}”, for different sources"

    def sentence(self, tested: ErrorKinds | None = None, *, n_below: int | None = None) -> Sentence:
        """Say which is the worst flag that a system has more often than others and the references, as of ``lead``.

        After a test, as of ``run``, the sentence says if the difference could be chance. ``n_below`` is the number of
        these segments shown below; None for all. Where no system is ranked, it only says how many segments each system
        has.
        """
        if not self.rates:
            return sentence(NOTHING_FOUND)
        if not self.ranks_systems:
            return self.serious_counts + "."
        if len(self.systems) == 1 and len(self._serious_flags_of(self.systems[0])) > 1:
            return self._sentence_of_one(n_below)
        if self.lead is None:
            return self._sentence_without_lead(n_below)
        if self._far_above(tested):
            return self._sentence_of_far_above(tested)
        flag, worst = self.lead
        rates = self.rates[flag].systems
        least = _having_fewest(rates, worst)
        text = self._most_serious_sentence + self._counts_of_flag(flag, worst)
        is_open = tested is not None and least and all(pair.kind != str(flag) for pair in clear_differences(tested))
        count = rates[worst].segments_found
        if is_open:
            real = "the error is likely real, but a single one makes no system worse" if count == 1 else ARE_REAL
            return text + f". {_read_below(count, n_below) or f'Read {_pronoun(count)}'}: {real}."
        return text + "." + _read_below(count, n_below, " {}.")

    def _counts_of_flag(self, flag: CheckFlag, worst: str) -> Sentence:
        """Say, without a full stop, how many segments of a system, the others and the top reference have a flag."""
        rates = self.rates[flag].systems
        count, n_segments = f"{rates[worst].segments_found:,}", counted(self._n_segments(rates[worst]), "segment")
        text = sentence("{} {} in {} of {}", SystemName(worst), self.action(flag, worst), Strong(count), n_segments)
        if len(rates) > MAX_NUMBERS:
            text += _range_of_other_systems(rates, [worst])
        for others in _group_by_count(rates, worst) if len(rates) <= MAX_NUMBERS else []:
            others_phrase: SentenceText = (
                counted(len(others), "other") if len(others) > MAX_NAMES_SHOWN else _system_list_phrase(others)
            )
            text += sentence(", {} in {}", others_phrase, Strong(f"{rates[others[0]].segments_found:,}"))
        return text + self._in_reference(self.rates[flag].references)

    @property
    def waits_for_test(self) -> bool:
        """Whether ``sentence`` needs a test to name systems: with many systems it names those far above a reference."""
        has_many = self.ranks_systems and len(self.systems) > MAX_NUMBERS
        return has_many and any(of.segments for of in self.serious.references.values())

    def ranking_sentence(self, tested: ErrorKinds | None = None) -> Sentence:
        """Say which flag is the worst, as ``sentence`` does, and how many serious segments each of several systems has.

        After a test it also says if no system has clearly more.
        """
        text = self.sentence(tested, n_below=0)
        if not self.ranks_systems:
            return text
        has_counts = len(self.systems) > 1 and any(of.segments_found for of in self.serious.systems.values())
        if has_counts and not self._far_above(tested):
            text += sentence(" {}{}.", self._other_counts, self._reference_counts)
        is_open = tested is not None and not clear_differences(tested)
        return text + f" {TOO_FEW_TO_RANK}" if is_open and ARE_REAL not in str(text) else text

    def _far_above(self, tested: ErrorKinds | None) -> list[str]:
        """Return the systems with serious findings in far more segments than any reference, the most first.

        Each of them has clearly more than another system in the test. Empty without a test; where few systems are
        compared, whose numbers are all listed; and where every system is far above.
        """
        references = {name: of for name, of in self.serious.references.items() if of.segments}
        if tested is None or not self.waits_for_test:
            return []
        beaten, rates = self._significantly_worse_systems(tested), self.serious.systems
        above = [name for name in self.systems if name in beaten and is_far_above(rates[name], references)]
        return sorted(above, key=lambda name: -rates[name].rate) if len(above) < len(self.systems) else []

    def _sentence_of_far_above(self, tested: ErrorKinds | None) -> Sentence:
        """Name the systems far above the references, with their numbers of segments, and say what each of them does."""
        above, rates = self._far_above(tested), self.serious.systems
        one = len(above) == 1
        text = sentence(
            "{} of {} systems {} dangerous: {} {} a critical or major finding in {} of {:,} segments",
            *(Strong(str(len(above))), str(len(rates)), "looks" if one else "look", _system_list_phrase(above)),
            *("has" if one else "have", _range_phrase([rates[name] for name in above]), self.result.n_looked_at),
        )
        text += _range_of_other_systems(rates, above) + self._in_reference(self.serious.references) + "."
        flags = {flag: [self.rates[flag].systems[name] for name in above] for flag in self.serious_flags}
        shared_flags = [flag for flag, of in flags.items() if all(rate.segments_found for rate in of)]
        shared_flags = [
            flag for flag in shared_flags if any(is_far_above(of, self.rates[flag].references) for of in flags[flag])
        ]
        shared_flags.sort(key=lambda flag: -sum(rate.segments_found for rate in flags[flag]))
        does = [sentence("{} in {}", flag.action, _range_phrase(flags[flag])) for flag in shared_flags[:MAX_ACTIONS]]
        return text + (sentence(" {} {}.", "It" if one else "Each", join_sentences(" and ", does)) if does else "")

    def _n_segments(self, rate: FlagRate) -> int:
        """Return the total for counts: all segments, or the checked ones where these are clearly fewer."""
        n_segments = self.result.n_looked_at
        return rate.segments if n_segments - rate.segments > FEW_RATE * n_segments else n_segments

    def _sentence_of_one(self, n_below: int | None) -> Sentence:
        """Say how many segments of a single system are serious, and what is wrong in them, as of ``sentence``."""
        (name,) = self.systems
        of = self.serious.systems[name]
        text = sentence(
            "{} has a critical or major finding in {} of {}: it ",
            *(SystemName(name), Strong(f"{of.segments_found:,}"), counted(of.segments, "segment")),
        )
        flags = self._serious_flags_of(name)
        for place, flag in enumerate(flags):
            n = f"{self.rates[flag].systems[name].segments_found:,}"
            joint = "" if not place else " and " if place == len(flags) - 1 else ", "
            text += sentence("{}{} in {} ({})", joint, self.action(flag, name), Strong(n), flag.severity)
        text += self._in_reference(self.serious.references) + "."
        return text + _read_below(of.segments_found, n_below, " {}.")

    def _serious_flags_of(self, system: str) -> list[CheckFlag]:
        """Return the serious flags that a system has, the most frequent first."""
        counts = {flag: self.rates[flag].systems[system].segments_found for flag in self.serious_flags}
        return sorted(filter(counts.__getitem__, counts), key=lambda flag: -counts[flag])

    @property
    def _most_serious(self) -> str:
        """System with the most serious segments; empty without a lead, or if it has no more than the lead's system."""
        rates = self.serious.systems
        worst = _highest(rates)
        return "" if self.lead is None or rates[worst].rate <= rates[self.lead[1]].rate else worst

    @property
    def _most_serious_sentence(self) -> Sentence:
        """Sentence on the system of ``_most_serious``: its number of segments and most frequent flag; or empty."""
        if self.lead is None or not (worst := self._most_serious):
            return sentence("")
        of, flag = self.serious.systems[worst], self._serious_flags_of(worst)[0]
        count, n_segments = Strong(f"{of.segments_found:,}"), f"{self._n_segments(of):,}"
        text = sentence(
            "{} has the most segments with a critical or major finding: {} of {}", SystemName(worst), count, n_segments
        )
        if flag != self.lead[0]:
            often = f"{self.rates[flag].systems[worst].segments_found:,}"
            text += sentence("; in {} of them it {}", often, self.action(flag, worst))
        return text + ". "

    def _sentence_without_lead(self, n_below: int | None) -> Sentence:
        has_references = any(rates.references for rates in self.result.checks.values())
        serious = {finding.segment for finding in self.findings if flag_of_finding(finding).is_of_any_check}
        if not serious:
            return sentence(NO_MORE_THAN_REFERENCE if has_references else NOTHING_SERIOUS)
        text = sentence(
            "Automatic checks find something critical or major in {}.{}",
            counted(len(serious), "segment"),
            _read_below(len(serious), n_below, " {}."),
        )
        return text + (f" {NO_MORE_THAN_REFERENCE}" if has_references else "")

    def safest_sentence(
        self, tested: ErrorKinds | None = None, has_broken_reference: bool = False, *, doubt: str = ""
    ) -> Sentence:
        """Say which systems are the safest, then how many segments of each have a critical or major finding.

        A system is not among the safest if it surely has more of these findings than another, in total or by one check.
        Without a test, as of ``run``, only the numbers are said. Empty for a single system, and where no system is
        ranked. The reason why references have findings is added unless a reference is broken. With a ``doubt``, such as
        ``A is doubtful.``, no system is called the safest.
        """
        rates = self.serious.systems
        if len(rates) < 2 or not self.ranks_systems:
            return sentence("")
        if not any(of.segments_found for of in rates.values()):
            but_terms = " besides terms" if TERMINOLOGY in self.result.checks else ""
            return sentence("No system is safer than another: none has a critical or major finding{}.", but_terms)
        if tested is None:
            return self._other_counts + self._reference_counts + "."
        text = (sentence(NONE_SAFEST, doubt.removesuffix(".")) if doubt else self._safest(tested)) + " "
        references = {name: of for name, of in self.serious.references.items() if of.segments_found}
        if has_broken_reference or not references:
            if self._far_above(tested):
                return text
            return text + self._other_counts + self._reference_counts + "."
        worst = _highest(references)
        n, why = f"{references[worst].segments_found:,}", self._why_in_references(worst)
        text += "" if self._far_above(tested) else self._other_counts + ". "
        if len(self.serious.references) == 1:
            return text + f"The reference has {n}, {why}."
        return text + sentence("Of the references, {} has the most: {}, {}.", Strong(worst), n, why)

    def _why_in_references(self, reference: str) -> str:
        """Return why a sound reference has its most frequent serious findings, or their number and check."""
        segments = {(of.check, of.segment) for of in self.result.reference_findings if _is_serious_of(of, reference)}
        ((check, count),) = Counter(check for check, _ in segments).most_common(1)
        if check in _WHY:
            return f"perhaps because {_WHY[check]}"
        return f"{count:,} of them by the check {check}"

    def _safest(self, tested: ErrorKinds) -> Sentence:
        """Return a sentence that names the systems that no other surely beats, and the least safe of these."""
        beaten = self._significantly_worse_systems(tested)
        safest, losers = ([name for name in self.systems if (name in beaten) is is_loser] for is_loser in (False, True))
        safest.sort(key=lambda name: self.serious.systems[name].rate)
        if not safest:
            return sentence("No system is the safest: each has clearly more than another by some check.")
        if len(safest) == 1:
            return sentence("{} is the safest.", _system_list_phrase(safest))
        doubt: SentenceText = ""
        flag, worst = self.lead or (None, "")
        if flag is not None and flag.is_serious and worst in safest and self._is_clear(flag):
            doubt = sentence("; {} looks the least safe, but not surely", SystemName(worst))
        if not losers:
            return sentence("No system is clearly the safest{}.", doubt)
        text = sentence(
            "The safest are {}, with no clear difference between them{}", _system_list_phrase(safest), doubt
        )
        if {*losers} == {*self._far_above(tested)}:  # they are named already
            return text + "."
        losers_phrase = f"{len(losers)} systems" if len(losers) > MAX_NAMES_SHOWN else _system_list_phrase(losers)
        return text + sentence("; {} {} clearly more findings.", losers_phrase, "has" if len(losers) == 1 else "have")

    def _significantly_worse_systems(self, tested: ErrorKinds) -> set[str]:
        """Return the systems that have clearly more serious findings than another system, in total or by one check."""
        kinds = {SERIOUS_LABEL, *map(str, self.serious_flags)}
        return {pair.more for pair in clear_differences(tested) if pair.kind in kinds}

    @property
    def serious_counts_or_none(self) -> Sentence | None:
        """Sentence on the number of serious segments of two systems, or that there are none; None without checks."""
        if not self.result.rates:
            return None
        is_clean = not any(of.segments_found for of in {**self.serious.systems, **self.serious.references}.values())
        return sentence(NOTHING_SERIOUS_IN_EITHER) if is_clean else self.serious_counts + "."

    @property
    def serious_counts(self) -> Sentence:
        """Sentence on the numbers of critical or major segments in each system and in the reference with most."""
        return self._system_counts + self._reference_counts

    @property
    def counts_above_reference(self) -> Sentence:
        """Sentence on the numbers of serious segments without the findings that a reference shares.

        Empty if the same systems have the most such segments as with these findings, and for a single system.
        """
        findings = [finding for finding in self.findings if not self.is_in_reference(finding)]
        rates = _serious_rates({name: self.result.n_checked(name) for name in self.systems}, findings)
        if len(self.systems) < 2 or _having_most(rates) == _having_most(self.serious.systems):
            return sentence("")
        return sentence("Without what a reference has in the same segment: {}.", self._numbers(rates))

    @property
    def minor_lead_sentence(self) -> Sentence:
        """Sentence on the system that has far more of a minor flag than every other; empty without such a system.

        Far more: in over 1 % of the segments, more than twice as often as in each other system and in each reference,
        and beyond chance by a sign test. Of several flags, the one with the largest difference is taken.
        """
        gaps: dict[CheckFlag, Fraction] = {}
        for flag, rates in self.rates.items() if self.ranks_systems and len(self.systems) > 1 else ():
            worst, next_worst = sorted(self.systems, key=lambda name: -rates.systems[name].rate)[:2]
            held_against = {**rates.references, next_worst: rates.systems[next_worst]}
            is_far = not flag.is_serious and is_far_above(rates.systems[worst], held_against)
            if is_far and flag.check != TERMINOLOGY and self._is_clear(flag, next_worst):
                gaps[flag] = rates.systems[worst].share - rates.systems[next_worst].share
        if not gaps:
            return sentence("")
        flag = max(gaps, key=gaps.__getitem__)
        return sentence("Minor: ") + self._counts_of_flag(flag, _highest(self.rates[flag].systems)) + "."

    @property
    def _reference_counts(self) -> Sentence:
        """Phrase for the number of serious segments in the reference with most."""
        return self._in_reference(self.serious.references, "")

    def _in_reference(self, rates: Mapping[str, FlagRate], preposition: str = "in ") -> Sentence:
        """Return a phrase for the number of segments in the reference with most; empty without references."""
        checked_rates = {name: of for name, of in rates.items() if of.segments}
        if not checked_rates:
            return sentence("")
        worst = _highest(checked_rates)
        phrase = (
            reference_name(worst)
            if _having_fewest(checked_rates, worst)
            else "the reference" + "s" * (len(checked_rates) > 1)
        )
        n_segments = self._n_segments(checked_rates[worst])
        of = f" of {n_segments:,}" if n_segments != self.result.n_looked_at else ""
        return sentence("; {} {}{}{}", phrase, preposition, f"{checked_rates[worst].segments_found:,}", of)

    @property
    def _system_counts(self) -> Sentence:
        numbers, n_segments = self._numbers(self.serious.systems), f"{self.result.n_looked_at:,}"
        return sentence("Critical or major by automatic checks: {} of {} segments", numbers, n_segments)

    @property
    def _other_counts(self) -> Sentence:
        """Sentence on the serious segments of systems; of many, without the one that ``sentence`` has named."""
        worst, rates = self._most_serious, self.serious.systems
        if not worst or len(rates) <= MAX_NUMBERS:
            return self._system_counts
        others = {name: of for name, of in rates.items() if name != worst}
        numbers, n_segments = self._numbers(others), f"{self.result.n_looked_at:,}"
        return sentence("Every system but {}: {} of {} segments", SystemName(worst), numbers, n_segments)

    def _numbers(self, rates: Mapping[str, FlagRate]) -> Sentence:
        """Return the number of segments of each system; of many systems only the fewest and the most.

        The number of checked segments follows where it is far from the number of all segments.
        """
        if len(rates) > MAX_NUMBERS:
            ends = [choose(rates, key=lambda name: rates[name].segments_found) for choose in (min, max)]
            extremes = [
                sentence("{} ({})", Strong(f"{rates[name].segments_found:,}"), SystemName(name)) for name in ends
            ]
            return sentence("{} to {}", *extremes)
        sizes = {name: self._n_segments(of) for name, of in rates.items()}
        of_others = {name: f" of {n:,}" if n != self.result.n_looked_at else "" for name, n in sizes.items()}
        listed = [
            sentence("{} {}{}", SystemName(name), Strong(f"{of.segments_found:,}"), of_others[name])
            for name, of in rates.items()
        ]
        return join_sentences(", ", listed)

    # --- the worst segments ---

    @staticmethod
    def start_sentence(number: int, findings: Sequence[CheckFinding]) -> Sentence:
        """Say which segment to start with and what is wrong in it; ``findings`` are its findings, as of ``worst``."""
        worst = findings[0]
        also = {of.system for of in findings if flag_of_finding(of) == flag_of_finding(worst)} - {worst.system}
        also_phrase = (
            f", and so {'does' if len(also) == 1 else 'do'} {counted(len(also), 'other system')}" if also else ""
        )
        does = flag_of_finding(worst).action
        return sentence("Start with segment {:,}: {} {}{}.", number, SystemName(worst.system), does, also_phrase)

    @property
    def serious_flags(self) -> tuple[CheckFlag, ...]:
        """Flags that count among the critical and major findings of any check."""
        return tuple(flag for flag in self.rates if flag.is_of_any_check)

    def worst(
        self, flags: Collection[CheckFlag] | None = None, system: str = "", reference: str = ""
    ) -> dict[int, list[CheckFinding]]:
        """Return the findings by segment, the worst segment and the worst finding of each first.

        The findings are those with some flags or with all, of all systems, of one system, or of a reference. Findings
        of ``lead``, among the systems in place, come first. Findings with a flag that is as frequent in a reference
        come late, and those in lines out of place last. Of one severity, findings that a reference has in the same
        segment come later. Terms, which references also lack, are ordered by severity.
        """
        uninformative = {flag: flag.check != TERMINOLOGY and self.is_uninformative(flag) for flag in self.rates}
        lead = self.in_place.lead
        lead = None if lead is None or lead[0].check == TERMINOLOGY else lead

        def rank(finding: CheckFinding) -> tuple[bool, bool, bool, tuple[int, str], bool]:
            flag, is_out, severity = (
                flag_of_finding(finding),
                self.is_out_of_place(finding),
                severity_rank(finding.severity),
            )
            return is_out, (flag, finding.system) != lead, uninformative[flag], severity, self.is_in_reference(finding)

        findings_by_segment: dict[int, list[CheckFinding]] = {}
        for finding in self.result.reference_findings if reference else self.findings:
            is_wanted = flags is None or flag_of_finding(finding) in flags
            if is_wanted and (reference or system) in ("", finding.system):
                findings_by_segment.setdefault(finding.segment, []).append(finding)
        for findings in findings_by_segment.values():
            findings.sort(key=rank)
        order = sorted(
            findings_by_segment, key=lambda n: (rank(findings_by_segment[n][0]), -len(findings_by_segment[n]), n)
        )
        return {segment: findings_by_segment[segment] for segment in order}


def flag_of_finding(finding: CheckFinding) -> CheckFlag:
    """Return the flag that a finding puts on its segment."""
    return CheckFlag(finding.check, finding.severity)


def _is_serious_of(finding: CheckFinding, text: str) -> bool:
    return finding.system == text and flag_of_finding(finding).is_of_any_check


def is_far_above(rate: FlagRate, references: Mapping[str, FlagRate]) -> bool:
    """Return whether a rate exceeds 1 % of the segments, and twice the rate of every reference."""
    others = [RATE_RATIO * of.share for of in references.values() if of.segments]
    return bool(rate.segments) and rate.share > max([FEW_RATE, *others])


def _flags(findings: Iterable[CheckFinding]) -> Counter[tuple[str, ...]]:
    """Return the number of segments by (text, check, severity)."""
    flagged = {(finding.segment, finding.system, *flag_of_finding(finding)) for finding in findings}
    return Counter(of[1:] for of in flagged)


def _segments_with_flag(findings: Iterable[CheckFinding], flag: CheckFlag, text: str) -> set[int]:
    """Return the segments of one text that have a flag."""
    return {finding.segment for finding in findings if finding.system == text and flag_of_finding(finding) == flag}


def _serious_rates(texts: Mapping[str, int], findings: Iterable[CheckFinding]) -> dict[str, FlagRate]:
    """Return the rate of serious segments in each text; ``texts`` has each text's number of segments."""
    flagged = {(finding.system, finding.segment) for finding in findings if flag_of_finding(finding).is_of_any_check}
    counts = Counter(name for name, _ in flagged)
    return {name: FlagRate(counts[name], n_segments) for name, n_segments in texts.items()}


def _highest(rates: Mapping[str, FlagRate]) -> str:
    return max(rates, key=lambda name: rates[name].rate)


def _having_most(rates: Mapping[str, FlagRate]) -> set[str]:
    highest = rates[_highest(rates)].rate
    return {name for name, of in rates.items() if of.rate == highest}


def _having_fewest(rates: Mapping[str, FlagRate], worst: str) -> list[str]:
    """Return the names with the lowest rate; empty where this is as high as the rate of ``worst``."""
    lowest = min(of.rate for of in rates.values())
    return [name for name, of in rates.items() if of.rate == lowest < rates[worst].rate]


def _excess(rates: CheckRates) -> Fraction:
    """Return the highest rate of a system minus the highest of the lowest system's and the references' rates."""
    shares = [of.share for of in rates.systems.values()]
    others = [of.share for of in rates.references.values() if of.segments] + ([min(shares)] if len(shares) > 1 else [])
    return max(shares) - max(others, default=Fraction(0))


def _may_lead(flag: CheckFlag, rates: CheckRates) -> bool:
    """Return whether some system has a flag so often that ``lead`` may name it."""
    highest = rates.systems[_highest(rates.systems)]
    references = [of for of in rates.references.values() if of.segments]
    if flag.check == TERMINOLOGY:
        return False
    if not flag.is_serious:
        return bool(references) and is_far_above(highest, rates.references)
    if not references:
        lowest = min(of.share for of in rates.systems.values())
        return len(rates.systems) == 1 or highest.share > RATE_RATIO * lowest
    return all(highest.share > RATE_RATIO * of.share for of in references)


def _group_by_count(rates: Mapping[str, FlagRate], worst: str) -> list[list[str]]:
    """Return the systems other than ``worst``, in groups of equal numbers, the highest number first."""
    groups: dict[int, list[str]] = {}
    for name in sorted((name for name in rates if name != worst), key=lambda name: -rates[name].segments_found):
        groups.setdefault(rates[name].segments_found, []).append(name)
    return [*groups.values()]


def _range_of_other_systems(rates: Mapping[str, FlagRate], excluded: Collection[str]) -> Sentence:
    """Return a phrase for the fewest and most segments of the systems that are not ``excluded``."""
    return sentence(
        ", every other system in {}", _range_phrase([rate for name, rate in rates.items() if name not in excluded])
    )


def _range_phrase(rates: Sequence[FlagRate]) -> Sentence:
    """Return the fewest and the most segments found, as a range."""
    numbers = [rate.segments_found for rate in rates]
    lowest, highest = (Strong(f"{number:,}") for number in (min(numbers), max(numbers)))
    return sentence("{}", lowest) if lowest == highest else sentence("{} to {}", lowest, highest)


def _read_below(count: int, n_below: int | None, form: str = "{}") -> str:
    """Say how many of the segments to read below, all if ``n_below`` is None; empty if none is shown below."""
    if n_below == 0:
        return ""
    segments = _pronoun(count) if n_below is None or n_below >= count else f"{n_below:,} of them"
    return form.format(f"Read {segments} below")


def _pronoun(count: int) -> str:
    return "it" if count == 1 else "them"


def _system_list_phrase(names: Sequence[str]) -> SentenceText:
    return name_list([*map(SystemName, names)], MAX_NAMES_SHOWN)


# --- which systems differ ---


def count_flagged_segments(dangerous_segments: DangerousSegments) -> ErrorCounts:
    """Return which segments of each system have a critical or major finding, and which have each flag.

    A segment counts once for each flag, and as one word, so that densities are numbers per 1,000 segments.
    """
    flags = [
        flag
        for flag, of in dangerous_segments.rates.items()
        if any(rate.segments_found for rate in of.systems.values())
    ]
    kinds = [ErrorKindCount(ALL_KINDS, ANY_KIND), ErrorKindCount(SERIOUS_LABEL, ErrorKind(severities=SERIOUS))]
    kinds += [ErrorKindCount(str(flag), ErrorKind(flag.check, (flag.severity,))) for flag in flags]
    place = {flag: number for number, flag in enumerate(flags, 2)}
    system = {name: number for number, name in enumerate(dangerous_segments.systems)}
    flagged = {(system[of.system], of.segment, place[flag_of_finding(of)]) for of in dangerous_segments.findings}
    flagged |= {
        (system[of.system], of.segment, 1) for of in dangerous_segments.findings if flag_of_finding(of).is_of_any_check
    }
    at = np.array(sorted(flagged), np.int64).reshape(-1, 3).T
    are_judged = np.stack([dangerous_segments.result.are_checked(name) for name in dangerous_segments.systems])
    if dangerous_segments.result.are_looked_at is not None:
        are_judged &= dangerous_segments.result.are_looked_at
    return ErrorCounts(
        tuple(kinds), dangerous_segments.systems, at, np.ones(len(flagged)), are_judged.astype(float), are_judged
    )


def run(dangerous_segments: DangerousSegments, on_progress: Progress = no_progress) -> ErrorKinds:
    """Test which systems differ in their numbers of flagged segments, as ``compare_kinds`` does."""
    return compare_kinds(count_flagged_segments(dangerous_segments), on_progress=on_progress)


def clear_differences(tested: ErrorKinds) -> list[DifferingPair]:
    """Return the pairs of systems that differ in a flag, or in serious findings, in % of the segments."""
    scale = 100 / PER
    return [
        replace(pair, difference=scale * pair.difference, low=scale * pair.low, high=scale * pair.high)
        for pair in tested.differing(tested.counts.systems)
        if pair.kind != ALL_KINDS
    ]


def flag_titles(dangerous_segments: DangerousSegments) -> dict[str, str]:
    """Return the title of each flag, by its name in ``ErrorKinds``."""
    return {str(flag): flag.title for flag in dangerous_segments.rates}


def nearest_sentence(dangerous_segments: DangerousSegments, tested: ErrorKinds) -> Sentence:
    """Say which two systems come nearest to a significant difference, and in what; empty if no systems differ.

    ``tested`` is as of ``run``. The numbers count segments that are flagged in only one of the two systems.
    """
    counts, p, sizes = tested.counts, tested.p_values, np.abs(tested.differences)
    differing = [(place, kind) for place, kind in np.argwhere(np.nan_to_num(sizes)) if counts.kinds[kind] != ALL_KINDS]
    if not differing:
        return sentence("")
    place, kind = max(differing, key=lambda at: (-p[at], sizes[at], at[1]))
    pair = tested.pairs[place]
    flagged = np.zeros((2, counts.n_segments), bool)
    for flags, system in zip(flagged, pair, strict=True):
        flags[counts.at[1, (counts.at[0] == system) & (counts.at[2] == kind)]] = True
    flagged &= counts.judged[pair[0]] & counts.judged[pair[1]]
    n_only = (flagged & ~flagged[::-1]).sum(axis=1)
    (n_more, worse), (n_fewer, better) = sorted(zip(n_only.tolist(), pair, strict=True), reverse=True)
    titles = flag_titles(dangerous_segments)
    return sentence(
        "Nearest: {}: {} only in {}, {:,} only in {}; not significant{}.",
        titles.get(counts.kinds[kind], counts.kinds[kind]),
        counted(n_more, "segment"),
        SystemName(counts.systems[worse]),
        n_fewer,
        SystemName(counts.systems[better]),
        " after correction" if p[place, kind] <= LEVEL else "",
    )
