"""The card of a verdict on a page, the votes of other metrics, and whether people would notice the difference."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial

import streamlit as st

from scoring import Metric, TestSet
from scoring.counting.progress import progress_between
from scoring.output.sentence import SentenceText
from scoring.report import verdict_card
from scoring.studies import check_caveats, error_kinds, term_caveats
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.term_caveats import Caveat, PairFindings
from scoring.studies.verdict import Decision, Votes
from scoring.studies.wording import verdict_words
from scoring.studies.wording.comparison_notes import notes_on_outputs
from scoring.studies.wording.report_words import against_baseline_sentence
from server.engine.tasks import Task, Tell
from ui.context import findings, glossaries, leaving_out
from ui.context.context import Context
from ui.session import send
from ui.store import cache, waiting
from ui.verdict.so_far import RETEST, VerdictSoFar, verdict_so_far

PLACE = "leaderboard"
VOTES = "votes"
"""Name of the place that waits for the tests by other metrics."""
CAVEATS = "caveats"
"""Name of the place that waits for the findings of checks in the verdict's two systems."""


def columns(context: Context) -> dict[str, Task[cache.Statistics]]:
    """Return the tasks of all systems' summed statistics, by name of each chosen metric."""
    return {name: cache.sums_task(metric, context.test_set) for name, metric in context.choice.chosen.items()}


def corpus_scores_or_none(metric: Metric, sums: cache.Statistics | None) -> dict[str, float] | None:
    """Return each system's corpus score; None if the sums are not ready."""
    return None if sums is None else {system: float(metric.score(row)) for system, row in sums.items()}


def show_card(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[verdict_words.Oddity],
    no_verdict: SentenceText = verdict_words.NO_PAIR,
    request: ComparisonRequest | None = None,
    before: str = "",
) -> VerdictSoFar | None:
    """Draw the verdict on these systems and return it.

    Draw ``no_verdict`` and return None if fewer than two have scores. ``context`` has the segments that were tested.
    ``odd`` are doubts that the card includes; ``before`` is a sentence before the leader. Other metrics are tested like
    ``request``, and join the card as their tests are done; without it nothing is said of them.

    If systems have other quotation marks than the references, a test with all marks alike redraws the whole page when
    it is ready. Until then a lead that is mostly due to quotation marks is doubtful.
    """
    verdict = verdict_so_far(context, result, systems, odd, request)
    if verdict is None:
        send.html(verdict_card.no_verdict_card(no_verdict))
        return None
    odd, decision = verdict.oddities, verdict.decision
    left_out = context.filters.left_out
    is_compared = len(systems) > 2 and not odd
    verdicts = decision.verdicts
    against = against_baseline_sentence(verdicts, systems, context.baseline) if is_compared else None
    same = cache.outputs_equal_but_for_case(context.test_set, tuple(systems), result.metric)
    metrics, examined = context.report_metrics(decision.metric), cache.first_examination(context.test_set)
    on_outputs = notes_on_outputs(context.test_set, systems, metrics, examined, same)
    sentences = [
        before,
        on_outputs,
        "" if left_out is None else left_out.sentence,
        "" if against is None else str(against),
    ]
    sentence = " ".join(filter(None, sentences))

    def draw(tests: Mapping[str, ComparisonResult | None]) -> None:
        send.html(
            verdict_card.card_in_words(verdict.text_with_votes(*verdict.count_votes(context, tests)), left_out=sentence)
        )

    with st.container(key="doubts-card") if odd else nullcontext():
        if odd:
            send.html(verdict_card.doubts_card(odd))
        leaving_out.offer(context)
    waiting.draw_partial_results(VOTES, verdict.other_tests, draw, what="")
    waiting.draw_partial_results(RETEST, verdict.retests, partial(_rerun_when_retested, verdict), what="")
    return verdict


def _rerun_when_retested(verdict: VerdictSoFar, retests: Mapping[str, ComparisonResult | None]) -> None:
    """Rerun the page if the test with all quotation marks alike became ready after the verdict was drawn."""
    if verdict.is_waiting and retests and None not in retests.values():
        st.rerun()


def draw_what_follows(
    context: Context, verdict: VerdictSoFar, draw: Callable[[Decision, Votes | None, int, PairFindings], None]
) -> None:
    """Draw the consequences of the decision, from the votes so far, votes to come, and findings of checks.

    Once all votes are ready, the card's place redraws the whole page.
    """
    are_few, decision = check_caveats.are_few_texts(context.test_set), verdict.decision
    tasks = {CAVEATS: caveats_task(context.test_set, (decision.best, decision.next))} if are_few else {}

    def draw_so_far(pair_findings: Mapping[str, PairFindings | None]) -> None:
        tests = waiting.available_results(VOTES, verdict.other_tests)
        draw(decision, *verdict.count_votes(context, tests), pair_findings.get(CAVEATS) or PairFindings())

    waiting.draw_partial_results(CAVEATS, tasks, draw_so_far, what="")


def caveats_task(test_set: TestSet, pair: tuple[str, str]) -> Task[PairFindings]:
    """Return the task of the findings of checks and the glossary in use in the verdict's two systems."""
    ignored, in_use = findings.ignored_rules(), glossaries.glossary_in_use(test_set)

    def compute(tell: Tell) -> PairFindings:
        checked = check_caveats.check_systems(test_set, pair, ignored, progress_between(tell, 0.0, 0.5))
        caveats: tuple[Caveat, ...] = check_caveats.find_caveats(checked)
        if in_use is not None:
            tell_rest = progress_between(tell, 0.5, 1.0)
            caveats = (*caveats, *term_caveats.run(test_set, pair, in_use.glossary, ignored, tell_rest))
        return PairFindings(caveats, error_kinds.serious_by_people(test_set, pair) or checked.serious_counts_or_none)

    key = CAVEATS, pair, ignored, "" if in_use is None else in_use.digest, test_set.identity
    return Task(cache.PAIRS, key, compute)


def no_verdict_sentence(context: Context, by_filter: str = "") -> str:
    """Return the reason for no verdict on segments that were chosen by their outputs' quality, by filter or sample.

    ``by_filter`` is the sentence about a filter on a page that gives no verdict.
    """
    if context.sampled_from is not None:
        return verdict_words.no_verdict_of_sample(context.sampled_from)
    return by_filter or context.filters.why_no_verdict


def draw_published_studies(decision: Decision) -> None:
    """Draw the results of studies on such differences; nothing if no study fits."""
    sentence = verdict_words.published_agreement_sentence(decision)
    if sentence is not None:
        with st.expander("Would people notice this difference?"):
            st.markdown(sentence)
