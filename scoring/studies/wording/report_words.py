"""Sentences of a report on a comparison: risks of relying on the verdict, next steps, and headings of examples."""

import math
from collections.abc import Mapping, Sequence

from ...analysis.oddities import Oddity, oddities_of_systems, systems_in_doubt
from ...analysis.pair import SegmentWins
from ...judgments.external import ExternalScore
from ...metric import Metric
from ...output.numbers import counted, fixed
from ...output.sentence import Sentence, SentenceText, Strong, SystemName, join_sentences, name_list, sentence, strong
from ..comparison import Comparisons, Verdicts, better_system
from ..report import Reading, Report, apportion
from ..side_by_side import Reversals
from ..system_report import SystemReport
from ..term_caveats import caveats_to_say
from ..tradeoff import CostColumn
from ..verdict import Decision, Votes
from .verdict_words import (
    CLEAR,
    LIKELY,
    MAX_NAMES_SHOWN,
    MORE_TRIALS,
    TOO_LITTLE_DATA,
    cases_of_agreement,
    published_agreement_range,
    unscored_systems_sentence,
)

RATED = 100
"""Number of segments that people are advised to rate."""
TO_KEEP_IN_MIND, TO_DO_NEXT = "What to keep in mind", "What to do next"
MEND_FIRST = "Clear up the warnings above first. Until then, do not choose by this result."


def differences_heading(baseline: str | None, n_unlisted: int) -> str:
    """Return the heading of the tested pairs.

    ``baseline`` is the system that all are compared with, or None; ``n_unlisted`` pairs are not listed.

    >>> differences_heading(None, 0), differences_heading("old", 55), differences_heading(None, 55)
    ('Every pair, tested', 'Every system tested against old', 'Neighbours in the ranking, tested')
    """
    if baseline is not None:
        return f"Every system tested against {baseline}"
    return "Neighbours in the ranking, tested" if n_unlisted else "Every pair, tested"


def report_title(systems: Sequence[str], languages: tuple[str | None, str | None]) -> str:
    """Return the question that a report answers; ``languages`` are of source and references, where they are known.

    >>> report_title(["A", "B", "C"], ("English", "German"))
    'Which of 3 systems translates English into German best?'
    >>> report_title(["A", "B"], (None, "German"))
    'Does A or B translate into German better?'
    """
    into = _translated_languages(languages)
    if len(systems) == 2:
        return f"Does {systems[0]} or {systems[1]} translate{into} better?"
    return f"Which of {counted(len(systems), 'system')} translates{into} best?"


def not_shown_sentence(comparisons: Comparisons, shown: Sequence[str]) -> str:
    """Return which systems are not shown, whether one leads, and the correction of p; empty if all are shown."""
    ranked = [comparisons.systems[place] for place in comparisons.order]
    missing = [system for system in ranked if system not in shown]
    if not missing or math.isnan(comparisons.tested.scores[comparisons.order[0]]):
        return ""
    n_systems, are = counted(len(ranked), "system"), "is" if len(missing) == 1 else "are"
    leads = "" if ranked[0] != missing[0] else f"{'It' if len(missing) == 1 else missing[0]} leads. "
    corrected = "" if comparisons.correction == "none" else f"p is corrected for all {len(ranked)}."
    names = name_list(missing, MAX_NAMES_SHOWN)
    return f"{len(missing)} of {n_systems} {are} not shown: {names}. {leads}{corrected}".strip()


def system_report_title(system: str, languages: tuple[str | None, str | None]) -> str:
    """Return the question that a report on one system answers; ``languages`` as of ``report_title``."""
    return f"How well does {system} translate{_translated_languages(languages)}?"


def _translated_languages(languages: tuple[str | None, str | None]) -> str:
    """Return what follows the verb: " English into German", " into German", or nothing."""
    source, target = languages
    if target is None or source == target:
        return ""
    return f" into {target}" if source is None else f" {source} into {target}"


def risk_sentences(report: Report) -> list[SentenceText]:
    """Return what a reader has to know before relying on the verdict, besides the words of its card."""
    decision, reading = report.decision, report.reading
    if decision is None or reading is None:
        return []
    shown = [standing.system for standing in report.standings]
    risks: list[SentenceText | None] = [
        *report.wrong_capitals,
        report.quotes,
        None if report.oddities else against_baseline_sentence(report.verdicts, shown, report.baseline),
        None if report.oddities else _shares(reading),
        *(caveat.sentence(decision) for caveat in caveats_to_say(report.caveats)),
        _reversals(reading.reversals),
        _missing_scores_sentence(report),
        *verdict_risk_sentences(decision, report.n_references, report.published),
    ]
    return [risk for risk in risks if risk]


def verdict_risk_sentences(decision: Decision, n_references: int, published: str | None) -> list[str]:
    """Return how far to trust a verdict of this size by this metric, on a test set that may be ``published``."""
    return [
        risk
        for risk in (published, _published_agreement_sentence(decision), _limits(decision.metric, n_references))
        if risk
    ]


def win_shares(wins: SegmentWins) -> tuple[int, int, int]:
    """Return in how many of 100 segments the first system, the second, and neither is better.

    Segments without a score are ignored.
    """
    first, second, ties = apportion((wins.a, wins.b, wins.ties), 100)
    return first, second, ties


def _shares(reading: Reading) -> Sentence:
    first, second, ties = win_shares(reading.wins)
    a, b = map(SystemName, reading.outputs)
    ends = f"; {ties} % tie" if ties else ""
    return sentence("{} is better in {} % of the segments, {} in {} %{}.", a, first, b, second, ends)


def _reversals(reversals: Reversals) -> Sentence | None:
    if not reversals.surely or reversals.ranking is None:
        return None
    first = reversals.surely[0]
    return sentence(
        "{} is better in {} of {} groups of segments and words, such as “{}: {}”.",
        SystemName(reversals.ranking[1]),
        len(reversals.surely),
        reversals.n_buckets,
        first.by,
        first.bucket.label,
    )


def _missing_scores_sentence(report: Report) -> Sentence | None:
    """Return which systems lack a score by the deciding metric, and the rank of the best of them by another metric."""
    if not report.without_score:
        return None
    metric, *others = report.metrics
    names = report.without_score
    other = next((place for place, of in enumerate(others) if not isinstance(of, ExternalScore)), None)
    if other is None:
        listed = name_list(strong(names), MAX_NAMES_SHOWN)
        return sentence("{} {} no {} score.", listed, "has" if len(names) == 1 else "have", metric.full_name)
    scores = {standing.system: standing.others[other] for standing in report.standings}
    return unscored_systems_sentence(metric, names, others[other], scores)


def _published_agreement_sentence(decision: Decision) -> str | None:
    """Return how often people agreed with a difference of this size in a published study; None where not known."""
    agreement = published_agreement_range(decision.metric, decision.difference)
    if agreement is None or decision.state == TOO_LITTLE_DATA:
        return None
    cases = cases_of_agreement(*agreement)
    return f"With such a difference, people preferred the higher-scoring system in {cases} in one large study."


def _limits(metric: Metric, n_references: int) -> str | None:
    if isinstance(metric, ExternalScore):
        return None
    references = "one reference" if n_references == 1 else f"{n_references} references"
    return f"{metric.full_name} compares words with {references} and cannot see meaning."


def next_step_sentences(report: Report) -> list[SentenceText]:
    """Return the next steps after the verdict, the first one first; only repairs where the test set is doubtful."""
    decision = report.decision
    if decision is None:
        return []
    steps = verdict_step_sentences(decision, report.votes, report.oddities)
    if report.reading is not None and report.reading.segments and not report.oddities:
        sides = {segment.leads for segment in report.reading.segments}
        n = counted(len(report.reading.segments), "example")
        steps.insert(0, f"Read the {n} below{', which show both sides' if {1, -1} <= sides else ''}.")
    if any(metric.is_human for metric in report.metrics) or report.oddities:
        return steps
    return [*steps, rating_sentence(decision)]


def _repair_first_sentence(decision: Decision, oddities: Sequence[Oddity]) -> SentenceText:
    """Return what to repair before choosing; where only other systems are doubtful, that their places are open."""
    if oddities_of_systems(oddities, (decision.best, decision.next)):
        return MEND_FIRST
    names = systems_in_doubt(oddities)
    place, is_open = ("place", "is") if len(names) == 1 else ("places", "are")
    template = f"Clear up the warnings above first: until then the {place} of {{}} {is_open} open."
    return sentence(template, name_list(strong(names), MAX_NAMES_SHOWN))


def not_judged_sentences(unjudged: Mapping[str, str]) -> list[Sentence]:
    """Return, for each system left out as doubtful, a sentence that says so and how to repair its file.

    >>> [str(said) for said in not_judged_sentences({"A": "Line 4 of A is empty and seems to be extra: delete it."})]
    ['A is left out, so it is not judged. Line 4 of A is empty and seems to be extra: delete it.']
    """
    shown_systems = list(unjudged.items())[:MAX_NAMES_SHOWN]
    return [
        sentence("{} is left out, so it is not judged.{}", Strong(name), f" {repair}" if repair else "")
        for name, repair in shown_systems
    ]


def verdict_step_sentences(
    decision: Decision, votes: Votes | None, oddities: Sequence[Oddity], dangers: Sentence | None = None
) -> list[SentenceText]:
    """Return what follows from the verdict: which systems are out, which are open, and how to choose.

    ``dangers`` says how many dangerous sentences the two systems of the verdict have; it is added where the choice may
    depend on them.
    """
    if oddities:
        repairs = dict.fromkeys(one.repair for one in oddities if one.repair)
        return [*list(repairs)[:MAX_NAMES_SHOWN], _repair_first_sentence(decision, oddities)]
    if decision.state == TOO_LITTLE_DATA:
        return ["Compare on more segments before you choose."]
    if decision.state == MORE_TRIALS:
        return ["Repeat the test with more shuffles before you choose."]
    is_told = decision.state in (CLEAR, LIKELY)
    if is_told and votes is not None and votes.against:
        return [sentence("Do not choose {} yet: another metric contradicts the verdict.", Strong(decision.best))]
    remaining, out = _open_systems(decision), [*([decision.next] if is_told else []), *decision.behind]
    if len(remaining) == 1:
        return [sentence("If its translations read well, choose {}.", Strong(decision.best))]
    behind = _worse_open_systems_sentences(decision, remaining)
    return [
        *([_ruled_out_sentence(decision, out)] if out else []),
        sentence("Still open: {}.", name_list(strong(remaining), MAX_NAMES_SHOWN + 1)),
        *behind,
        "Choose between these by dangerous sentences, price or speed: the test does not show which is better."
        if not behind
        else "Otherwise choose by dangerous sentences, price or speed: the test does not show which is better.",
        *([] if dangers is None else [dangers]),
    ]


def _ruled_out_sentence(decision: Decision, systems: Sequence[str]) -> Sentence:
    """Return which systems are out, because the best system is significantly better."""
    names = name_list(strong(systems), MAX_NAMES_SHOWN)
    return sentence("Out: {}, because {} is significantly better.", names, Strong(decision.best))


def _worse_open_systems_sentences(decision: Decision, systems: Sequence[str]) -> list[Sentence]:
    """Return which of the open systems are significantly worse than another open system."""
    sentences = []
    for place, worse in enumerate(systems):
        better = [name for name in systems[:place] if decision.verdicts.state(name, worse) in (CLEAR, LIKELY)]
        if better:
            names = name_list(strong(better), MAX_NAMES_SHOWN)
            sentences.append(sentence("But {} is significantly worse than {}.", Strong(worse), names))
    return sentences[:MAX_NAMES_SHOWN]


def against_baseline_sentence(verdicts: Verdicts, shown: Sequence[str], baseline: str | None) -> Sentence | None:
    """Return which systems are significantly better or worse than the baseline, and which do not differ from it.

    None where there is no baseline, the baseline has no score, or no other system shown has one.
    """
    comparisons = verdicts.comparisons
    scores = dict(zip(comparisons.systems, map(float, comparisons.tested.scores), strict=True))
    others = [
        system for place in comparisons.order if (system := comparisons.systems[place]) in shown and system != baseline
    ]
    others = [system for system in others if not math.isnan(scores[system])]
    if baseline is None or math.isnan(scores.get(baseline, math.nan)) or not others:
        return None
    sides: dict[str, list[str]] = {
        "significantly better": [],
        "not significantly different": [],
        "significantly worse": [],
    }
    for system in others:
        is_sure = verdicts.state(system, baseline) in (CLEAR, LIKELY)
        better = better_system(comparisons.metric, scores[system] - scores[baseline], (system, baseline))
        side = (
            "not significantly different"
            if not is_sure
            else f"significantly {'better' if better == system else 'worse'}"
        )
        sides[side].append(system)
    parts = [
        sentence("{} {}", name_list(strong(names), MAX_NAMES_SHOWN), f"{'is' if len(names) == 1 else 'are'} {side}")
        for side, names in sides.items()
        if names
    ]
    return sentence("Against the baseline {}: {}.", Strong(baseline), join_sentences("; ", parts))


def rating_sentence(decision: Decision) -> Sentence:
    """Return the advice that people rate the systems that are still open, or else the two best."""
    names = rated_systems(decision)
    listed = "each of them" if len(names) > MAX_NAMES_SHOWN else name_list(strong(names), MAX_NAMES_SHOWN)
    return sentence("Before a costly choice, let people rate about {} segments of {}.", RATED, listed)


def cost_sentence(decision: Decision, cost: CostColumn) -> Sentence | None:
    """Return which of the open systems costs least, or is fastest; None where fewer than two have a number.

    A system that is significantly worse is not named, however cheap it is.
    """
    costs = {name: cost.costs[name] for name in _open_systems(decision) if name in cost.costs}
    if len(costs) < 2:
        return None
    best = (min if cost.lower_is_better else max)(costs, key=lambda name: costs[name])
    equal = [name for name, number in costs.items() if number == costs[best]]
    if len(equal) > 1:
        return sentence(
            "Of the systems still open, {} have the same {}.", name_list(strong(equal), MAX_NAMES_SHOWN), cost.name
        )
    others = name_list(strong([name for name in costs if name != best]), MAX_NAMES_SHOWN)
    comparative = "cheaper" if cost.lower_is_better else "faster"
    return sentence("{} is {} than {}, and no worse as far as the test can tell.", Strong(best), comparative, others)


def ruled_out_systems(decision: Decision) -> frozenset[str]:
    """Return the systems that are significantly worse than the best one."""
    return frozenset(decision.verdicts.comparisons.systems) - {*_open_systems(decision)}


def rated_systems(decision: Decision) -> tuple[str, ...]:
    """Return the systems that people are advised to rate: the systems still open, or else the two best."""
    remaining = _open_systems(decision)
    return remaining if len(remaining) > 1 else (decision.best, decision.next)


def _open_systems(decision: Decision) -> tuple[str, ...]:
    """Return the best system and the systems that do not differ significantly from it."""
    following = () if decision.state in (CLEAR, LIKELY) else (decision.next,)
    return (decision.best, *following, *decision.not_surely_worse)


def system_step_sentences(report: SystemReport) -> list[str]:
    """Return the next steps after scoring one system, the first one first."""
    steps = ["Put right what lowers the score, then score the system again."] if report.diagnosis.severe else []
    if report.segments:
        steps.append(f"Read the {counted(len(report.segments), 'segment')} below, the worst first.")
    return [*steps, "Compare it with a second system: one score alone does not show whether a system is good."]


def example_headings(reading: Reading) -> list[tuple[Sentence, list[int]]]:
    """Return a heading for each side's examples, with the places of these examples in ``reading.segments``."""
    names = [SystemName(name) for name in reading.outputs]
    n, shares = len(reading.segments), win_shares(reading.wins)
    headings = []
    for side, share, winner in zip((1, -1, 0), shares, (*names, None), strict=True):
        places = [place for place, segment in enumerate(reading.segments) if segment.leads == side]
        if places:
            opening: SentenceText = "Both tie" if winner is None else sentence("{} is better", winner)
            headings.append((sentence("{} in {} % of the segments: {} of {}", opening, share, len(places), n), places))
    return headings
