"""The words of a report about a comparison: what speaks against the verdict, what to do next, and its examples."""

from collections.abc import Sequence

from ...analysis.pair import SegmentWins
from ...judgments.external import ExternalScore
from ...output.numbers import counted, fixed
from ...output.sentence import Said, Sentence, Strong, SystemName, name_list, sentence, strong
from ..report import Reading, Report, apportion
from ..side_by_side import Reversals
from ..system_report import SystemReport
from ..verdict import Decision
from .verdict_words import (
    CLEAR,
    LIKELY,
    LITTLE,
    MAX_NAMES_SHOWN,
    MORE,
    cases_of_agreement,
    passed_over,
    published_agreement_range,
)

RATED = 100
"""Number of segments that people are advised to rate."""


def risk_sentences(report: Report) -> list[Said]:
    """Return what a reader has to know before relying on the verdict, besides what its card says."""
    decision, reading = report.decision, report.reading
    if decision is None or reading is None:
        return []
    found: list[Said | None] = [
        _shares(reading),
        _reversals(reading.reversals),
        _without_score(report),
        _people(decision),
        _limits(report),
    ]
    return [said for said in found if said]


def win_shares(wins: SegmentWins) -> tuple[int, int, int]:
    """Return in how many of 100 segments each system is better, and both tie; segments without a score do not count."""
    first, second, ties = apportion((wins.a, wins.b, wins.ties), 100)
    return first, second, ties


def _shares(reading: Reading) -> Sentence:
    first, second, ties = win_shares(reading.wins)
    a, b = map(SystemName, reading.outputs)
    ends = f"; {ties} % tie" if ties else ""
    return sentence("{} is better in {} % of the segments, {} in {} %{}.", a, first, b, second, ends)


def _reversals(found: Reversals) -> Sentence | None:
    if not found.surely or found.ranking is None:
        return None
    first = found.surely[0]
    return sentence(
        "{} is better in {} of {} groups of segments and words, such as {} {}.",
        SystemName(found.ranking[1]),
        len(found.surely),
        found.n_buckets,
        first.by,
        first.bucket.label,
    )


def _without_score(report: Report) -> Sentence | None:
    """Which systems the metric that decides has no score of, and how good the best of them is by another metric."""
    if not report.without_score:
        return None
    metric, *others = report.metrics
    names = report.without_score
    other = next((place for place, of in enumerate(others) if not isinstance(of, ExternalScore)), None)
    if other is None:
        listed = name_list(strong(names), MAX_NAMES_SHOWN)
        return sentence("{} {} no {} score.", listed, "has" if len(names) == 1 else "have", metric.full_name)
    scores = {standing.system: standing.others[other] for standing in report.standings}
    return passed_over(metric, names, others[other], scores)


def _people(decision: Decision) -> str | None:
    """How often people agreed with such a difference in a published study."""
    found = published_agreement_range(decision.metric, decision.difference)
    if found is None or decision.state == LITTLE:
        return None
    cases = cases_of_agreement(*found)
    return f"With such a difference, people preferred the higher-scoring system in {cases} in one large study."


def _limits(report: Report) -> str | None:
    metric = report.metrics[0]
    if isinstance(metric, ExternalScore):
        return None
    known = "one reference" if report.n_references == 1 else f"{report.n_references} references"
    return f"{metric.full_name} compares words with {known} and cannot see meaning."


def next_step_sentences(report: Report) -> list[Said]:
    """Return what to do with the verdict, the first step first."""
    decision = report.decision
    if decision is None:
        return []
    steps: list[Said] = []
    if report.oddities:
        steps.append("Mend the test set: the warnings above say what is wrong. Then compare again.")
    is_told = decision.state in (CLEAR, LIKELY)
    if report.reading is not None and report.reading.segments:
        sides = {segment.leads for segment in report.reading.segments}
        n = counted(len(report.reading.segments), "example")
        steps.append(f"Read the {n} below{', which show both sides' if {1, -1} <= sides else ''}.")
    if is_told and report.votes is not None and report.votes.against:
        steps.append(sentence("Do not choose {} yet: another metric contradicts the verdict.", Strong(decision.best)))
    elif is_told and _is_outvoted(report):
        steps.append(
            sentence("Do not choose {} yet: more metrics prefer {}.", Strong(decision.best), Strong(decision.next))
        )
    elif is_told and not report.oddities:
        steps.append(_choose(decision))
    elif decision.state == LITTLE:
        steps.append("Compare on more segments before you choose.")
    elif decision.state == MORE:
        steps.append("Run the test with more trials before you choose.")
    elif not is_told:
        steps.append(_choose_by_other_reasons(decision))
    if not any(metric.is_human for metric in report.metrics):
        steps.append(f"Before a costly choice, let people rate both outputs of about {RATED} segments.")
    return steps


def _choose(decision: Decision) -> Sentence:
    if not decision.alike:
        return sentence("If they read well, choose {}.", Strong(decision.best))
    return sentence(
        "If they read well, choose {}, or {} where price or speed is better: the difference is not significant.",
        Strong(decision.best),
        name_list(strong(decision.alike), MAX_NAMES_SHOWN),
    )


def _choose_by_other_reasons(decision: Decision) -> Sentence:
    names = strong([decision.best, decision.next, *decision.alike])
    return sentence(
        "Choose between {} by price, speed or other needs: this test does not show which one translates better.",
        name_list(names, MAX_NAMES_SHOWN + 1),
    )


def _is_outvoted(report: Report) -> bool:
    found = report.votes
    return found is not None and not report.metrics[0].is_human and len(found.second) > len(found.first)


def system_step_sentences(report: SystemReport) -> list[str]:
    """Return what to do with the score of one system, the first step first."""
    steps = ["Put right what lowers the score, then score the system again."] if report.diagnosis.severe else []
    if report.segments:
        steps.append(f"Read the {counted(len(report.segments), 'segment')} below, the worst first.")
    return [*steps, "Compare it with a second system: one score alone does not show whether a system is good."]


def example_headings(reading: Reading) -> list[tuple[Sentence, list[int]]]:
    """Return a heading for the examples of each side, with the places of its examples in ``reading.segments``."""
    names = [SystemName(name) for name in reading.outputs]
    n, shares = len(reading.segments), win_shares(reading.wins)
    found: list[tuple[Sentence, Sequence[int]]] = []
    for side, share, said in zip((1, -1, 0), shares, (*names, None), strict=True):
        places = [place for place, segment in enumerate(reading.segments) if segment.leads == side]
        if places:
            who: Said = "Both tie" if said is None else sentence("{} is better", said)
            found.append((sentence("{} in {} % of the segments: {} of {}", who, share, len(places), n), places))
    return found
