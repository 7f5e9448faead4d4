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
from ..judgments.error_density import ALL, PER, ErrorCounts, ErrorKindCount
from ..judgments.kinds import ANY_KIND, ErrorKind, severity_rank
from ..output.numbers import LEVEL, counted
from ..output.sentence import Said, Sentence, Strong, SystemName, join_sentences, name_list, reference_name, sentence
from ..significance.sign_test import exact_sign_test
from .checks import CheckFinding, CheckRates, ChecksResult, FlagRate

SERIOUS = ("critical", "major")
"""Severities of findings that may be dangerous."""
ANY = "critical or major"
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
MOST_NUMBERS = 6
"""The most systems whose numbers a sentence lists."""
MOST_QUOTED = 40
"""The most characters of a repeated text that a sentence quotes."""
MOST_NAMED = 3
"""The most systems that a sentence names."""
MOST_ACTIONS = 2
"""The most kinds of findings that a sentence on several systems describes."""
FINDING_BYTES = 100
"""Approximate memory of one finding, in bytes."""
FEW_RATE, TIMES = Fraction(1, 100), 2
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
        left = tuple(name for name in self.systems if name not in self.out_of_place)
        is_same = not left or len(left) == len(self.systems) or not self.ranks_systems
        return self if is_same else DangerousSegments(self.result, left)

    def is_out_of_place(self, found: CheckFinding) -> bool:
        """Return whether the line of a finding, or the source's line, belongs to another segment."""
        lines = self.out_of_place.get(found.system), self.source_out_of_place
        return any(of is not None and found.segment in of.segments for of in lines)

    def out_of_place_sentences(self) -> list[Sentence]:
        """Say of the source and of each system which lines are out of place, and whether most findings are in them.

        A sentence also says that systems are not ranked for this reason, except where no other system is left or none
        is ranked anyway.
        """
        told = []
        if self.source_out_of_place is not None:
            of, so = self.source_out_of_place, ", so no system is ranked here" if len(self.systems) > 1 else ""
            flagged = {found.segment for found in self.findings if flag_of_finding(found).is_of_any_check}
            where = self._where_most_are(flagged, of.segments)
            those = f": most findings {where[0]} these ({where[1]})" if where else ""
            told.append(sentence("{} of the source are {}{}{}.", of.where, of.how, those, so))
        so = "" if self.in_place is self else ", so it is not ranked here"
        for name in (name for name in self.systems if name in self.out_of_place):
            of, who = self.out_of_place[name], SystemName(name)
            flagged = {found.segment for found in self.findings if _is_serious_of(found, name)}
            if where := self._where_most_are(flagged, of.segments):
                said = "Most findings in {} {} its {} ({}){}."
                told.append(sentence(said, who, where[0], of.phrase, where[1], so))
            else:
                told.append(sentence("{} has {} in {}{}.", who, of.phrase, counted(len(of.segments), "segment"), so))
        return told

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
        return tuple(found for found in self.result.findings if found.system in self.systems)

    @cached_property
    def rates(self) -> Mapping[CheckFlag, CheckRates]:
        """Rates of each flag in these systems and in the references, the worst flag first; only flags that occur."""
        in_systems, in_references = (_flags(found) for found in (self.findings, self.result.reference_findings))
        rates = {}
        for flag in {CheckFlag(*of) for _, *of in (*in_systems, *in_references)}:
            of = self.result.checks[flag.check]
            systems = {name: FlagRate(in_systems[name, *flag], of.systems[name].segments) for name in self.systems}
            alarms = {name: FlagRate(in_references[name, *flag], one.segments) for name, one in of.references.items()}
            rates[flag] = CheckRates(systems, alarms)
        most = {flag: max(of.rate for of in found.systems.values()) for flag, found in rates.items()}
        return {flag: rates[flag] for flag in sorted(rates, key=lambda of: (severity_rank(of.severity), -most[of], of))}

    @cached_property
    def serious(self) -> CheckRates:
        """Rate of segments with a critical or major finding of any check, in each system and reference."""
        systems = {name: self.result.n_checked(name) for name in self.systems}
        references: dict[str, int] = {}
        for of in self.result.checks.values():
            references |= {name: found.segments for name, found in of.references.items()}
        return CheckRates(
            _serious_rates(systems, self.findings), _serious_rates(references, self.result.reference_findings)
        )

    def is_uninformative(self, flag: CheckFlag) -> bool:
        """Return whether a reference has this flag about as often as each of the systems, or more often."""
        found = self.rates[flag]
        return any(of.is_as_frequent_as(found.systems.values()) for of in found.references.values())

    def is_in_reference(self, found: CheckFinding) -> bool:
        """Return whether a reference has a finding of the same check and kind in the same segment."""
        return (found.segment, found.check, found.kind) in self._places_in_references

    @cached_property
    def _places_in_references(self) -> set[tuple[int, str, str]]:
        return {(found.segment, found.check, found.kind) for found in self.result.reference_findings}

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
        excess = {flag: _excess(found) for flag, found in self.rates.items() if _may_lead(flag, found)}

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
        most = _highest(rates.systems)
        least = other_system or min(rates.systems, key=lambda name: rates.systems[name].share)
        mine = _segments_with_flag(self.findings, flag, most)
        others = [
            _segments_with_flag(self.result.reference_findings, flag, name)
            for name, of in rates.references.items()
            if of.segments
        ]
        others += [_segments_with_flag(self.findings, flag, least)] if least != most or not others else []
        return all(exact_sign_test(len(mine - other), len(other - mine)) <= LEVEL for other in others)

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
        quoted = text if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]}…"
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
        flag, most = self.lead
        rates = self.rates[flag].systems
        least = _having_fewest(rates, most)
        said = self._most_serious_sentence + self._counts_of_flag(flag, most)
        is_open = tested is not None and least and all(pair.kind != str(flag) for pair in clear_differences(tested))
        count = rates[most].segments_found
        if is_open:
            real = "the error is likely real, but a single one makes no system worse" if count == 1 else ARE_REAL
            return said + f". {_read_below(count, n_below) or f'Read {_pronoun(count)}'}: {real}."
        return said + "." + _read_below(count, n_below, " {}.")

    def _counts_of_flag(self, flag: CheckFlag, most: str) -> Sentence:
        """Say, without a full stop, how many segments of a system, the others and the top reference have a flag."""
        rates = self.rates[flag].systems
        found, n_segments = f"{rates[most].segments_found:,}", counted(self._n_segments(rates[most]), "segment")
        said = sentence("{} {} in {} of {}", SystemName(most), self.action(flag, most), Strong(found), n_segments)
        if len(rates) > MOST_NUMBERS:
            said += _range_of_other_systems(rates, [most])
        for others in _group_by_count(rates, most) if len(rates) <= MOST_NUMBERS else []:
            who: Said = counted(len(others), "other") if len(others) > MOST_NAMED else _system_list_phrase(others)
            said += sentence(", {} in {}", who, Strong(f"{rates[others[0]].segments_found:,}"))
        return said + self._in_reference(self.rates[flag].references)

    @property
    def waits_for_test(self) -> bool:
        """Whether ``sentence`` needs a test to name systems: with many systems it names those far above a reference."""
        has_many = self.ranks_systems and len(self.systems) > MOST_NUMBERS
        return has_many and any(of.segments for of in self.serious.references.values())

    def ranking_sentence(self, tested: ErrorKinds | None = None) -> Sentence:
        """Say which flag is the worst, as ``sentence`` does, and how many serious segments each of several systems has.

        After a test it also says if no system has clearly more.
        """
        said = self.sentence(tested, n_below=0)
        if not self.ranks_systems:
            return said
        has_counts = len(self.systems) > 1 and any(of.segments_found for of in self.serious.systems.values())
        if has_counts and not self._far_above(tested):
            said += sentence(" {}{}.", self._other_counts, self._reference_counts)
        is_open = tested is not None and not clear_differences(tested)
        return said + f" {TOO_FEW_TO_RANK}" if is_open and ARE_REAL not in str(said) else said

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
        said = sentence(
            "{} of {} systems {} dangerous: {} {} a critical or major finding in {} of {:,} segments",
            *(Strong(str(len(above))), str(len(rates)), "looks" if one else "look", _system_list_phrase(above)),
            *("has" if one else "have", _range_phrase([rates[name] for name in above]), self.result.n_looked_at),
        )
        said += _range_of_other_systems(rates, above) + self._in_reference(self.serious.references) + "."
        flags = {flag: [self.rates[flag].systems[name] for name in above] for flag in self.serious_flags}
        told = [flag for flag, of in flags.items() if all(rate.segments_found for rate in of)]
        told = [flag for flag in told if any(is_far_above(of, self.rates[flag].references) for of in flags[flag])]
        told.sort(key=lambda flag: -sum(rate.segments_found for rate in flags[flag]))
        does = [sentence("{} in {}", flag.action, _range_phrase(flags[flag])) for flag in told[:MOST_ACTIONS]]
        return said + (sentence(" {} {}.", "It" if one else "Each", join_sentences(" and ", does)) if does else "")

    def _n_segments(self, rate: FlagRate) -> int:
        """Return the total for counts: all segments, or the checked ones where these are clearly fewer."""
        n_segments = self.result.n_looked_at
        return rate.segments if n_segments - rate.segments > FEW_RATE * n_segments else n_segments

    def _sentence_of_one(self, n_below: int | None) -> Sentence:
        """Say how many segments of a single system are serious, and what is wrong in them, as of ``sentence``."""
        (name,) = self.systems
        of = self.serious.systems[name]
        said = sentence(
            "{} has a critical or major finding in {} of {}: it ",
            *(SystemName(name), Strong(f"{of.segments_found:,}"), counted(of.segments, "segment")),
        )
        flags = self._serious_flags_of(name)
        for place, flag in enumerate(flags):
            n = f"{self.rates[flag].systems[name].segments_found:,}"
            joint = "" if not place else " and " if place == len(flags) - 1 else ", "
            said += sentence("{}{} in {} ({})", joint, self.action(flag, name), Strong(n), flag.severity)
        said += self._in_reference(self.serious.references) + "."
        return said + _read_below(of.segments_found, n_below, " {}.")

    def _serious_flags_of(self, system: str) -> list[CheckFlag]:
        """Return the serious flags that a system has, the most frequent first."""
        found = {flag: self.rates[flag].systems[system].segments_found for flag in self.serious_flags}
        return sorted(filter(found.__getitem__, found), key=lambda flag: -found[flag])

    @property
    def _most_serious(self) -> str:
        """System with the most serious segments; empty without a lead, or if it has no more than the lead's system."""
        rates = self.serious.systems
        most = _highest(rates)
        return "" if self.lead is None or rates[most].rate <= rates[self.lead[1]].rate else most

    @property
    def _most_serious_sentence(self) -> Sentence:
        """Sentence on the system of ``_most_serious``: its number of segments and most frequent flag; or empty."""
        if self.lead is None or not (most := self._most_serious):
            return sentence("")
        of, flag = self.serious.systems[most], self._serious_flags_of(most)[0]
        found, n_segments = Strong(f"{of.segments_found:,}"), f"{self._n_segments(of):,}"
        said = sentence(
            "{} has the most segments with a critical or major finding: {} of {}", SystemName(most), found, n_segments
        )
        if flag != self.lead[0]:
            often = f"{self.rates[flag].systems[most].segments_found:,}"
            said += sentence("; in {} of them it {}", often, self.action(flag, most))
        return said + ". "

    def _sentence_without_lead(self, n_below: int | None) -> Sentence:
        has_references = any(found.references for found in self.result.checks.values())
        serious = {found.segment for found in self.findings if flag_of_finding(found).is_of_any_check}
        if not serious:
            return sentence(NO_MORE_THAN_REFERENCE if has_references else NOTHING_SERIOUS)
        said = sentence(
            "Automatic checks find something critical or major in {}.{}",
            counted(len(serious), "segment"),
            _read_below(len(serious), n_below, " {}."),
        )
        return said + (f" {NO_MORE_THAN_REFERENCE}" if has_references else "")

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
        said = (sentence(NONE_SAFEST, doubt.removesuffix(".")) if doubt else self._safest(tested)) + " "
        references = {name: of for name, of in self.serious.references.items() if of.segments_found}
        if has_broken_reference or not references:
            if self._far_above(tested):
                return said
            return said + self._other_counts + self._reference_counts + "."
        most = _highest(references)
        n, why = f"{references[most].segments_found:,}", self._why_in_references(most)
        said += "" if self._far_above(tested) else self._other_counts + ". "
        if len(self.serious.references) == 1:
            return said + f"The reference has {n}, {why}."
        return said + sentence("Of the references, {} has the most: {}, {}.", Strong(most), n, why)

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
        doubt: Said = ""
        flag, most = self.lead or (None, "")
        if flag is not None and flag.is_serious and most in safest and self._is_clear(flag):
            doubt = sentence("; {} looks the least safe, but not surely", SystemName(most))
        if not losers:
            return sentence("No system is clearly the safest{}.", doubt)
        said = sentence(
            "The safest are {}, with no clear difference between them{}", _system_list_phrase(safest), doubt
        )
        if {*losers} == {*self._far_above(tested)}:  # they are named already
            return said + "."
        who = f"{len(losers)} systems" if len(losers) > MOST_NAMED else _system_list_phrase(losers)
        return said + sentence("; {} {} clearly more findings.", who, "has" if len(losers) == 1 else "have")

    def _significantly_worse_systems(self, tested: ErrorKinds) -> set[str]:
        """Return the systems that have clearly more serious findings than another system, in total or by one check."""
        kinds = {ANY, *map(str, self.serious_flags)}
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
        left = [found for found in self.findings if not self.is_in_reference(found)]
        rates = _serious_rates({name: self.result.n_checked(name) for name in self.systems}, left)
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
        for flag, found in self.rates.items() if self.ranks_systems and len(self.systems) > 1 else ():
            most, next_most = sorted(self.systems, key=lambda name: -found.systems[name].rate)[:2]
            held_against = {**found.references, next_most: found.systems[next_most]}
            is_far = not flag.is_serious and is_far_above(found.systems[most], held_against)
            if is_far and flag.check != TERMINOLOGY and self._is_clear(flag, next_most):
                gaps[flag] = found.systems[most].share - found.systems[next_most].share
        if not gaps:
            return sentence("")
        flag = max(gaps, key=gaps.__getitem__)
        return sentence("Minor: ") + self._counts_of_flag(flag, _highest(self.rates[flag].systems)) + "."

    @property
    def _reference_counts(self) -> Sentence:
        """Phrase for the number of serious segments in the reference with most."""
        return self._in_reference(self.serious.references, "")

    def _in_reference(self, rates: Mapping[str, FlagRate], within: str = "in ") -> Sentence:
        """Return a phrase for the number of segments in the reference with most; empty without references."""
        found = {name: of for name, of in rates.items() if of.segments}
        if not found:
            return sentence("")
        most = _highest(found)
        named = reference_name(most) if _having_fewest(found, most) else "the reference" + "s" * (len(found) > 1)
        n_segments = self._n_segments(found[most])
        of = f" of {n_segments:,}" if n_segments != self.result.n_looked_at else ""
        return sentence("; {} {}{}{}", named, within, f"{found[most].segments_found:,}", of)

    @property
    def _system_counts(self) -> Sentence:
        numbers, n_segments = self._numbers(self.serious.systems), f"{self.result.n_looked_at:,}"
        return sentence("Critical or major by automatic checks: {} of {} segments", numbers, n_segments)

    @property
    def _other_counts(self) -> Sentence:
        """Sentence on the serious segments of systems; of many, without the one that ``sentence`` has named."""
        most, rates = self._most_serious, self.serious.systems
        if not most or len(rates) <= MOST_NUMBERS:
            return self._system_counts
        others = {name: of for name, of in rates.items() if name != most}
        numbers, n_segments = self._numbers(others), f"{self.result.n_looked_at:,}"
        return sentence("Every system but {}: {} of {} segments", SystemName(most), numbers, n_segments)

    def _numbers(self, rates: Mapping[str, FlagRate]) -> Sentence:
        """Return the number of segments of each system; of many systems only the fewest and the most.

        The number of checked segments follows where it is far from the number of all segments.
        """
        if len(rates) > MOST_NUMBERS:
            ends = [choose(rates, key=lambda name: rates[name].segments_found) for choose in (min, max)]
            named = [sentence("{} ({})", Strong(f"{rates[name].segments_found:,}"), SystemName(name)) for name in ends]
            return sentence("{} to {}", *named)
        sizes = {name: self._n_segments(of) for name, of in rates.items()}
        of_others = {name: f" of {n:,}" if n != self.result.n_looked_at else "" for name, n in sizes.items()}
        listed = [
            sentence("{} {}{}", SystemName(name), Strong(f"{of.segments_found:,}"), of_others[name])
            for name, of in rates.items()
        ]
        return join_sentences(", ", listed)

    # --- the worst segments ---

    @staticmethod
    def start_sentence(number: int, found: Sequence[CheckFinding]) -> Sentence:
        """Say which segment to start with and what is wrong in it; ``found`` are its findings, as of ``worst``."""
        worst = found[0]
        also = {of.system for of in found if flag_of_finding(of) == flag_of_finding(worst)} - {worst.system}
        more = f", and so {'does' if len(also) == 1 else 'do'} {counted(len(also), 'other system')}" if also else ""
        does = flag_of_finding(worst).action
        return sentence("Start with segment {:,}: {} {}{}.", number, SystemName(worst.system), does, more)

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

        def rank(found: CheckFinding) -> tuple[bool, bool, bool, tuple[int, str], bool]:
            flag, is_out, severity = flag_of_finding(found), self.is_out_of_place(found), severity_rank(found.severity)
            return is_out, (flag, found.system) != lead, uninformative[flag], severity, self.is_in_reference(found)

        found: dict[int, list[CheckFinding]] = {}
        for finding in self.result.reference_findings if reference else self.findings:
            is_wanted = flags is None or flag_of_finding(finding) in flags
            if is_wanted and (reference or system) in ("", finding.system):
                found.setdefault(finding.segment, []).append(finding)
        for findings in found.values():
            findings.sort(key=rank)
        order = sorted(found, key=lambda segment: (rank(found[segment][0]), -len(found[segment]), segment))
        return {segment: found[segment] for segment in order}


def flag_of_finding(found: CheckFinding) -> CheckFlag:
    """Return the flag that a finding puts on its segment."""
    return CheckFlag(found.check, found.severity)


def _is_serious_of(found: CheckFinding, text: str) -> bool:
    return found.system == text and flag_of_finding(found).is_of_any_check


def is_far_above(rate: FlagRate, references: Mapping[str, FlagRate]) -> bool:
    """Return whether a rate exceeds 1 % of the segments, and twice the rate of every reference."""
    others = [TIMES * of.share for of in references.values() if of.segments]
    return bool(rate.segments) and rate.share > max([FEW_RATE, *others])


def _flags(findings: Iterable[CheckFinding]) -> Counter[tuple[str, ...]]:
    """Return the number of segments by (text, check, severity)."""
    flagged = {(found.segment, found.system, *flag_of_finding(found)) for found in findings}
    return Counter(of[1:] for of in flagged)


def _segments_with_flag(findings: Iterable[CheckFinding], flag: CheckFlag, text: str) -> set[int]:
    """Return the segments of one text that have a flag."""
    return {found.segment for found in findings if found.system == text and flag_of_finding(found) == flag}


def _serious_rates(texts: Mapping[str, int], findings: Iterable[CheckFinding]) -> dict[str, FlagRate]:
    """Return the rate of serious segments in each text; ``texts`` has each text's number of segments."""
    flagged = {(found.system, found.segment) for found in findings if flag_of_finding(found).is_of_any_check}
    counts = Counter(name for name, _ in flagged)
    return {name: FlagRate(counts[name], n_segments) for name, n_segments in texts.items()}


def _highest(rates: Mapping[str, FlagRate]) -> str:
    return max(rates, key=lambda name: rates[name].rate)


def _having_most(rates: Mapping[str, FlagRate]) -> set[str]:
    most = rates[_highest(rates)].rate
    return {name for name, of in rates.items() if of.rate == most}


def _having_fewest(rates: Mapping[str, FlagRate], most: str) -> list[str]:
    """Return the names with the lowest rate; empty where this is as high as the rate of ``most``."""
    lowest = min(of.rate for of in rates.values())
    return [name for name, of in rates.items() if of.rate == lowest < rates[most].rate]


def _excess(found: CheckRates) -> Fraction:
    """Return the highest rate of a system minus the highest of the lowest system's and the references' rates."""
    shares = [of.share for of in found.systems.values()]
    others = [of.share for of in found.references.values() if of.segments] + ([min(shares)] if len(shares) > 1 else [])
    return max(shares) - max(others, default=Fraction(0))


def _may_lead(flag: CheckFlag, found: CheckRates) -> bool:
    """Return whether some system has a flag so often that ``lead`` may name it."""
    highest = found.systems[_highest(found.systems)]
    references = [of for of in found.references.values() if of.segments]
    if flag.check == TERMINOLOGY:
        return False
    if not flag.is_serious:
        return bool(references) and is_far_above(highest, found.references)
    if not references:
        lowest = min(of.share for of in found.systems.values())
        return len(found.systems) == 1 or highest.share > TIMES * lowest
    return all(highest.share > TIMES * of.share for of in references)


def _group_by_count(rates: Mapping[str, FlagRate], most: str) -> list[list[str]]:
    """Return the systems other than ``most``, in groups of equal numbers, the highest number first."""
    groups: dict[int, list[str]] = {}
    for name in sorted((name for name in rates if name != most), key=lambda name: -rates[name].segments_found):
        groups.setdefault(rates[name].segments_found, []).append(name)
    return [*groups.values()]


def _range_of_other_systems(rates: Mapping[str, FlagRate], named: Collection[str]) -> Sentence:
    """Return a phrase for the fewest and most segments of the systems that are not ``named``."""
    return sentence(
        ", every other system in {}", _range_phrase([rate for name, rate in rates.items() if name not in named])
    )


def _range_phrase(rates: Sequence[FlagRate]) -> Sentence:
    """Return the fewest and the most segments found, as a range."""
    numbers = [rate.segments_found for rate in rates]
    fewest, most = (Strong(f"{number:,}") for number in (min(numbers), max(numbers)))
    return sentence("{}", fewest) if fewest == most else sentence("{} to {}", fewest, most)


def _read_below(count: int, n_below: int | None, form: str = "{}") -> str:
    """Say how many of the segments to read below, all if ``n_below`` is None; empty if none is shown below."""
    if n_below == 0:
        return ""
    which = _pronoun(count) if n_below is None or n_below >= count else f"{n_below:,} of them"
    return form.format(f"Read {which} below")


def _pronoun(count: int) -> str:
    return "it" if count == 1 else "them"


def _system_list_phrase(names: Sequence[str]) -> Said:
    return name_list([*map(SystemName, names)], MOST_NAMED)


# --- which systems differ ---


def count_flagged_segments(found: DangerousSegments) -> ErrorCounts:
    """Return which segments of each system have a critical or major finding, and which have each flag.

    A segment counts once for each flag, and as one word, so that densities are numbers per 1,000 segments.
    """
    flags = [flag for flag, of in found.rates.items() if any(rate.segments_found for rate in of.systems.values())]
    kinds = [ErrorKindCount(ALL, ANY_KIND), ErrorKindCount(ANY, ErrorKind(severities=SERIOUS))]
    kinds += [ErrorKindCount(str(flag), ErrorKind(flag.check, (flag.severity,))) for flag in flags]
    place = {flag: number for number, flag in enumerate(flags, 2)}
    system = {name: number for number, name in enumerate(found.systems)}
    flagged = {(system[of.system], of.segment, place[flag_of_finding(of)]) for of in found.findings}
    flagged |= {(system[of.system], of.segment, 1) for of in found.findings if flag_of_finding(of).is_of_any_check}
    at = np.array(sorted(flagged), np.int64).reshape(-1, 3).T
    judged = np.stack([found.result.are_checked(name) for name in found.systems])
    if found.result.are_looked_at is not None:
        judged &= found.result.are_looked_at
    return ErrorCounts(tuple(kinds), found.systems, at, np.ones(len(flagged)), judged.astype(float), judged)


def run(found: DangerousSegments, on_progress: Progress = no_progress) -> ErrorKinds:
    """Test which systems differ in their numbers of flagged segments, as ``compare_kinds`` does."""
    return compare_kinds(count_flagged_segments(found), on_progress=on_progress)


def clear_differences(tested: ErrorKinds) -> list[DifferingPair]:
    """Return the pairs of systems that differ in a flag, or in serious findings, in % of the segments."""
    scale = 100 / PER
    return [
        replace(pair, difference=scale * pair.difference, low=scale * pair.low, high=scale * pair.high)
        for pair in tested.differing(tested.counts.systems)
        if pair.kind != ALL
    ]


def flag_titles(found: DangerousSegments) -> dict[str, str]:
    """Return the title of each flag, by its name in ``ErrorKinds``."""
    return {str(flag): flag.title for flag in found.rates}


def nearest_sentence(found: DangerousSegments, tested: ErrorKinds) -> Sentence:
    """Say which two systems come nearest to a significant difference, and in what; empty if no systems differ.

    ``tested`` is as of ``run``. The numbers count segments that are flagged in only one of the two systems.
    """
    counts, p, sizes = tested.counts, tested.p_values, np.abs(tested.differences)
    differing = [(place, kind) for place, kind in np.argwhere(np.nan_to_num(sizes)) if counts.kinds[kind] != ALL]
    if not differing:
        return sentence("")
    place, kind = max(differing, key=lambda at: (-p[at], sizes[at], at[1]))
    pair = tested.pairs[place]
    flagged = np.zeros((2, counts.n_segments), bool)
    for flags, system in zip(flagged, pair, strict=True):
        flags[counts.at[1, (counts.at[0] == system) & (counts.at[2] == kind)]] = True
    flagged &= counts.judged[pair[0]] & counts.judged[pair[1]]
    n_only = (flagged & ~flagged[::-1]).sum(axis=1)
    (n_more, more), (n_fewer, fewer) = sorted(zip(n_only.tolist(), pair, strict=True), reverse=True)
    titles = flag_titles(found)
    return sentence(
        "Nearest: {}: {} only in {}, {:,} only in {}; not significant{}.",
        titles.get(counts.kinds[kind], counts.kinds[kind]),
        counted(n_more, "segment"),
        SystemName(counts.systems[more]),
        n_fewer,
        SystemName(counts.systems[fewer]),
        " after correction" if p[place, kind] <= LEVEL else "",
    )
