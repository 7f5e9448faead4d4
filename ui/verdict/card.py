"""The card of a verdict on a page, what every metric says, and whether people would notice the difference."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import streamlit as st

from scoring import Metric, TestSet
from scoring.counting.progress import progress_between
from scoring.output.sentence import Said
from scoring.report import verdict_card
from scoring.studies import check_caveats, error_kinds, term_caveats
from scoring.studies.bleu_difference import QuotesOfLead, with_doubts
from scoring.studies.comparison import ComparisonRequest, ComparisonResult
from scoring.studies.term_caveats import Caveat, PairFindings
from scoring.studies.verdict import Decision, Votes, decide, votes
from scoring.studies.wording import verdict_words
from scoring.studies.wording.comparison_notes import notes_on_outputs
from scoring.studies.wording.plain_quotes_words import counting_decision, words_with_plain_quotes
from scoring.studies.wording.report_words import against_baseline_sentence
from server.engine.tasks import Task, Tell
from ui.context import findings, glossaries, leaving_out
from ui.context.context import Context
from ui.session import send
from ui.significance import comparing
from ui.store import cache, waiting
from ui.verdict import lead_cause

PLACE = "leaderboard"
VOTES = "votes"
"""The place where the tests by other metrics are waited for."""
FOLLOWING = "votes-below"
"""The same of what follows from the verdict; it wants fewer tests than the card."""
CAVEATS = "caveats"
"""The place where what follows from the verdict waits, with what checks find in its two systems."""


def columns(context: Context) -> dict[str, Task[cache.Statistics]]:
    """Of all systems, by metric, as far as these are chosen."""
    return {name: cache.summing(metric, context.test_set) for name, metric in context.choice.chosen.items()}


def scores_of(metric: Metric, sums: cache.Statistics | None) -> dict[str, float] | None:
    """System -> corpus score; None where the sums are not there yet."""
    return None if sums is None else {system: float(metric.score(row)) for system, row in sums.items()}


def other_tests(context: Context, request: ComparisonRequest | None) -> dict[str, Task[Any]]:
    """The tests by the other metrics of a report, the same as on the page Significance; none without a request."""
    if request is None:
        return {}
    return {
        metric.name: comparing(replace(request, metric=metric), context.judged_by(metric).test_set)
        for metric in context.told_with(request.metric)[1:]
    }


def show_card(
    context: Context,
    result: ComparisonResult,
    systems: Sequence[str],
    odd: Sequence[verdict_words.Oddity],
    without: Said = verdict_words.NO_PAIR,
    request: ComparisonRequest | None = None,
    before: str = "",
    quotes: Sequence[QuotesOfLead] = (),
    weighs_quotes: bool = False,
) -> Decision | None:
    """Draws the verdict on those systems; None where fewer than two have a score, which is said as ``without``.

    ``before`` is a sentence that is read before who leads.

    ``odd`` is said in it. Other metrics are tested like ``request``, and join the card as their tests are done; without
    it nothing is said of them. ``context`` has the segments that were tested.

    The test with quotation marks of one kind joins the card in the same way, unless ``quotes`` tell of these two
    systems on the page; then it has a sentence where the two verdicts differ. If it ``weighs_quotes``, it is about the
    verdict that counts, in place of the doubts of ``quotes``, which are said until that test is done.
    """
    same = cache.outputs_equal_but_for_case(context.test_set, tuple(systems), result.metric)
    decision = decide(result.verdicts, systems, (*odd, *same))
    if decision is None:
        send.html(verdict_card.nothing(without))
        return None
    left_out = context.filters.left_out
    is_compared = len(systems) > 2 and not odd
    against = against_baseline_sentence(result.verdicts, systems, context.baseline) if is_compared else None
    metrics, examined = context.told_with(decision.metric), cache.first_examination(context.test_set)
    on_outputs = notes_on_outputs(context.test_set, systems, metrics, examined, same)
    said = [before, on_outputs, "" if left_out is None else left_out.sentence, "" if against is None else str(against)]
    sentence = " ".join(filter(None, said))

    typed_tests, retests = other_tests(context, request), dict[str, Task[Any]]()
    if request is not None:
        retests = lead_cause.retest_tasks(context, request, decision, quotes, weighs_quotes)

    def draw(tests: Mapping[str, ComparisonResult | None]) -> None:
        retested = tests.get(lead_cause.retest_name(decision.metric.name))
        both = None if retested is None else lead_cause.both_verdicts(context, decision, retested)
        counting = decision if both is None or not weighs_quotes else counting_decision(both, odd)
        others = {name: tests[name] for name in typed_tests}
        if counting is not decision:
            others |= {name: tests[again] for name in others if (again := lead_cause.retest_name(name)) in tests}
        found, n_to_come = votes_so_far(context, counting, others)
        if both is None:
            doubts = with_doubts((), quotes) if weighs_quotes else ()
            text = verdict_words.in_words(decision, found, (*odd, *doubts), n_to_come)
            if doubts:
                with nullcontext() if odd else st.container(key="doubts-card"):
                    send.html(verdict_card.doubts_card(doubts))
        else:
            text = words_with_plain_quotes(both, found, odd, n_to_come, weighs_quotes)
        send.html(verdict_card.result_card(text, sentence))

    with st.container(key="doubts-card") if odd else nullcontext():
        if odd:
            send.html(verdict_card.doubts_card(odd))
        leaving_out.offer(context)
    waiting.fill_in(VOTES, typed_tests | retests, draw, what="")
    return decision


def draw_what_follows(
    context: Context,
    decision: Decision,
    request: ComparisonRequest,
    draw: Callable[[Votes | None, int, PairFindings], None],
) -> None:
    """Draws what follows from the decision: by the votes so far, how many are to come, and what checks find.

    Once all votes are there the card's place has the whole page drawn again.
    """
    few = check_caveats.are_few_texts(context.test_set)
    tasks = {CAVEATS: caveats_task(context.test_set, (decision.best, decision.next))} if few else {}

    def draw_so_far(found: Mapping[str, PairFindings | None]) -> None:
        tests = waiting.those_there(FOLLOWING, other_tests(context, request))
        draw(*votes_so_far(context, decision, tests), found.get(CAVEATS) or PairFindings())

    waiting.fill_in(CAVEATS, tasks, draw_so_far, what="")


def votes_so_far(
    context: Context, decision: Decision, tests: Mapping[str, ComparisonResult | None]
) -> tuple[Votes | None, int]:
    """Return the votes of the metrics that are tested, None before the first, and how many are to come."""
    there = [found.verdicts for found in tests.values() if found is not None]
    return votes(decision, there, context.test_set.scores) if there else None, len(tests) - len(there)


def caveats_task(test_set: TestSet, pair: tuple[str, str]) -> Task[PairFindings]:
    """What checks and the glossary in use tell of the two systems that the verdict is about."""
    ignored, in_use = findings.ignored_rules(), glossaries.glossary_in_use(test_set)

    def compute(tell: Tell) -> PairFindings:
        checked = check_caveats.check_systems(test_set, pair, ignored, progress_between(tell, 0.0, 0.5))
        caveats: tuple[Caveat, ...] = check_caveats.find_caveats(checked)
        if in_use is not None:
            left = progress_between(tell, 0.5, 1.0)
            caveats = (*caveats, *term_caveats.run(test_set, pair, in_use.glossary, ignored, left))
        return PairFindings(caveats, error_kinds.serious_by_people(test_set, pair) or checked.serious_steps)

    key = CAVEATS, pair, ignored, "" if in_use is None else in_use.digest, test_set.identity
    return Task(cache.PAIRS, key, compute)


def why_none(context: Context, by_filter: str = "") -> str:
    """Why nothing can be said of segments that are chosen by how good outputs are, by a filter or as a sample.

    ``by_filter`` is what a page that gives no verdict says of a filter.
    """
    if context.sampled_from is not None:
        return verdict_words.no_verdict_of_sample(context.sampled_from)
    return by_filter or context.filters.why_no_verdict


def show_elsewhere(decision: Decision) -> None:
    """Nothing where no study tells it."""
    said = verdict_words.meant_elsewhere(decision)
    if said is not None:
        with st.expander("Would people notice this difference?"):
            st.markdown(said)
