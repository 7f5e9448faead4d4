"""Which system is better? Every metric for every system, and the evidence behind the numbers."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from textwrap import shorten

import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.report import verdict_card
from scoring.studies import error_kinds
from scoring.studies.agreement import names_of_people
from scoring.studies.capitals import missing_capitals_caveats, wrong_capitals
from scoring.studies.comparison import ComparisonRequest, ComparisonResult, doubts_of_systems
from scoring.studies.diagnosis.diagnosis import DiagnosisResult
from scoring.studies.metric_choice import MetricChoice
from scoring.studies.wording import report_words
from scoring.studies.wording.all_pairs_words import letters_by_system, letters_note
from scoring.studies.wording.method_words import describe_test_and_correction
from scoring.studies.wording.plain_quotes_words import ALIKE_MARKS, TYPED_MARKS, changed_verdicts_sentence
from scoring.studies.wording.verdict_words import doubts_opening, leader_phrase, no_pair
from scoring.text.tokenizers import TOKENIZERS, find_tokenizer
from ui.context import leaving_out, ranking, set_choices
from ui.context.context import Context, current_context
from ui.data import keeping, soundness
from ui.kit import address, budget, exports, grid, leaderboard
from ui.kit.charts import score_distribution
from ui.matrix import costs
from ui.overview import charts, new_systems, next_steps, one_system, over_time, overview_tables
from ui.projects import recent
from ui.report import menu, translation_files
from ui.session import send
from ui.significance import jobs
from ui.significance.charts import score_forest_chart
from ui.store import cache, histories, waiting
from ui.verdict import card, doubt_line, lead_cause
from ui.verdict.so_far import VerdictSoFar, verdict_so_far

ALL_TOGETHER = "all together"
WHY_CHARACTERS = 160
"""Most characters of the reason why a file is not used."""
LOWERED = "without case"
"""Name of the task of the scores that ignore case."""
LETTERS_HEAD = "letters"
"""Head of the column of significance letters in the files of the leaderboard."""
BY_PRICE = "Choose by price or speed"


def main() -> None:
    over_time_scores = histories.open_histories()
    if over_time_scores is None:
        show_set()
    else:
        address.tabs(
            {over_time.TAB: partial(over_time.draw_scores_over_time, over_time_scores), "Test set": show_set},
            "overview_part",
        )


def show_set() -> None:
    context = current_context()
    translation_files.offer_systems(context)
    say_files_not_used()
    # All pairs are tested as soon as they can be, not only once the page is drawn again.
    judged_context = context.with_judged_segments(context.leading)
    if len(judged_context.test_set.systems) > 1 and not judged_context.by_quality:
        waiting.available_results(
            "pairs", {"all": jobs.pair_test_task(all_pairs_request(judged_context), judged_context.test_set)}
        )
    waiting.when_measured(context.bleu, context.test_set, partial(draw_overview, context))


def say_files_not_used() -> None:
    """Draw the names of dropped files that are not in this set, with the reason for the first one."""
    refused = keeping.files_not_used()
    if not refused:
        return
    first, n_more = refused[0], len(refused) - 1
    others_phrase = f" {counted(n_more, 'more file is', 'more files are')} not used." if n_more else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="not-used"):
        template = Markup('<p class="statement" dir="auto">⚠ {} is not used: {}.{}</p>')
        send.html(
            html.page(
                template.format(first.file, shorten(first.reason, WHY_CHARACTERS, placeholder=" …"), others_phrase)
            ),
            "content",
        )
        address.page_link("data", "See why")


def all_pairs_request(context: Context) -> ComparisonRequest:
    """Return the request that tests all systems of the set and adjusts p for all their pairs."""
    return budget.usual_request(context.leading, context.test_set.system_names, len(context.test_set))


def draw_overview(context: Context, statistics: cache.Statistics) -> None:
    judged_context = context.with_judged_segments(context.leading)
    scores = ranking.corpus_scores(
        judged_context.leading, cache.measure_systems(judged_context.leading, judged_context.test_set)
    )
    ranked = tuple(ranking.rank_by_scores(judged_context.leading, scores, context.shown))
    context, judged_context = (replace(each, shown=ranked) for each in (context, judged_context))
    has_references = bool(context.test_set.references)
    if len(ranked) == 1 and context.sampled_from is None and has_references:
        menu.offer_system_report(context, ranked[0])
        is_told = one_system.draw_diagnosis(context, soundness.TAB, partial(note_diagnosis, context))
    else:
        is_told = draw_systems_verdict(context, judged_context, scores)
        context.say_judged(context.leading, judged_context, "The verdict is based on")
        new_systems.draw_new_systems(context, statistics)
        if is_told and has_references:
            draw_wrong_capitals(context, statistics)
        if is_told:
            draw_prices(judged_context)
    draw_scores(context, judged_context, scores, is_told)
    if is_told and has_references:  # charts and further columns would take the machine's time from the test
        show_bleu(context, statistics)
        address.page_link("data", "Add COMET, or another metric that runs elsewhere")
        show_tokenizers(context)
        show_references(context)


def verdicts_so_far(judged_context: Context) -> ComparisonResult | None:
    """Return the verdicts on all pairs; None until they are computed."""
    task = jobs.verdicts_task(all_pairs_request(judged_context), judged_context.test_set)
    return waiting.available_results("ranking", {"verdicts": task})["verdicts"]


def verdict_in_use(judged_context: Context, result: ComparisonResult | None) -> VerdictSoFar | None:
    """Return the verdict of the card; None until the pairs are tested, or if fewer than two systems have a score."""
    if result is None:
        return None
    odd = leaving_out.doubts_in_use(judged_context.test_set, judged_context.shown, judged_context.leading)
    return verdict_so_far(judged_context, result, judged_context.shown, odd, all_pairs_request(judged_context))


def draw_prices(judged_context: Context) -> None:
    """Draw a table to type a price or speed of each system, and the best by it of the systems still in question."""
    if len(judged_context.shown) < 2 or judged_context.by_quality:
        return
    verdict = verdict_in_use(judged_context, verdicts_so_far(judged_context))
    if verdict is None:
        return
    if not st.toggle(BY_PRICE, key="prices", bind="query-params"):
        return
    decision = verdict.decision
    with st.container(key="overview-prices"):
        cost = costs.type_costs(judged_context.shown)
        if cost is None:
            return
        statement, out = report_words.cost_sentence(decision, cost), report_words.ruled_out_systems(decision)
        if statement is not None:
            shown = html.sentence_html(statement, judged_context.colors)
            send.sentences(shown)
        of_set = costs.set_tradeoff_task(judged_context.leading, cost, judged_context.test_set, judged_context.shown)
        costs.compare_costs(of_set, judged_context.colors, out, costs.ABOUT_ONE_SET)


def draw_wrong_capitals(context: Context, statistics: cache.Statistics) -> None:
    """Draw which systems lose far more BLEU by capitals than others; systems without capitals are left out.

    The doctor finds systems without capitals. ``statistics`` are by the BLEU of the settings.
    """
    if context.bleu.lowercase or len(context.shown) < 2:
        return
    cased, lowered = ranking.corpus_scores(context.bleu, statistics), replace(context.bleu, lowercase=True)
    without_capitals = missing_capitals_caveats(cache.first_examination(context.test_set))
    shown = {name: cased[name] for name in context.shown if name not in without_capitals}

    def draw(results: dict[str, cache.Statistics | None]) -> None:
        scores = card.corpus_scores_or_none(lowered, results[LOWERED])
        for caveat in () if scores is None else wrong_capitals(shown, scores).values():
            send.sentences(caveat, colors=context.colors, look="caution")

    waiting.draw_partial_results("capitals", {LOWERED: cache.sums_task(lowered, context.test_set)}, draw, what="")


def draw_scores(context: Context, judged_context: Context, scores: Mapping[str, float], is_told: bool) -> None:
    """Draw the table of all metrics, and whether people would notice the difference by the leading metric."""
    table_context = choose_segments_of_table(context, judged_context)
    only = None if is_told else (context.bleu.name,)
    ranked = [system for system in judged_context.shown if not math.isnan(scores[system])]
    result = verdicts_so_far(judged_context) if len(ranked) > 1 and not judged_context.by_quality else None
    tested, verdict = (
        result if table_context.test_set is judged_context.test_set else None,
        verdict_in_use(judged_context, result),
    )
    note = "" if verdict is None else str(changed_verdicts_sentence(verdict.changed))
    waiting.draw_partial_results(
        card.PLACE, card.columns(table_context), partial(draw_leaderboard, table_context, tested, note), only
    )
    draw_further_metrics(context.choice)
    if verdict is not None:
        card.draw_published_studies(verdict.decision)


def choose_segments_of_table(context: Context, judged_context: Context) -> Context:
    """Return the context of the table: the segments of the verdict, or all of them if the visitor wants that."""
    if judged_context.test_set is context.test_set:
        return context
    label = f"Table of all {len(context.test_set):,} segments, not the {len(judged_context.test_set):,} of the verdict"
    return context if st.toggle(label, key="table_of_all", bind="query-params") else judged_context


def draw_ranking(context: Context, systems: Sequence[str], verdict: VerdictSoFar) -> None:
    """Draw scores with intervals and letters, with one kind of quotation marks if these change a verdict."""
    result, odd, marks = verdict.result, verdict.oddities, TYPED_MARKS
    if verdict.changed and verdict.retested is not None:
        result, odd, marks = verdict.retested, verdict.faults, ALIKE_MARKS
    ranked = result.refined.only(systems)
    figure = charts.reduce_height(score_forest_chart(ranked, context.colors, odd), len(ranked.systems))
    caption = f"{ranked.metric.full_name} with 95 % intervals. {letters_note(odd)}"
    if context.baseline in ranked.systems:
        charts.mark_baseline(figure, ranked, context.baseline)
        caption += " Numbers at the right are differences from the baseline (dashed line)."
    st.plotly_chart(figure, key="ranking", alt="Scores with their 95 % intervals")
    st.caption(f"{caption} {escape_markdown(str(changed_verdicts_sentence(verdict.changed, marks=marks)))}")


def draw_systems_verdict(context: Context, judged_context: Context, scores: Mapping[str, float]) -> bool:
    """Draw the verdict on the shown systems in the segments of ``judged_context``; return whether it is final.

    It is final when it is computed, or when there can be none.
    """
    ranked = [system for system in context.shown if not math.isnan(scores[system])]
    if context.sampled_from is not None or (len(ranked) > 1 and context.by_quality):
        send.html(verdict_card.no_verdict_card(card.no_verdict_sentence(context)))
        return True
    if len(ranked) < 2:
        send.html(verdict_card.no_verdict_card(no_pair(context.leading, scores, context.shown)))
        return True
    request = all_pairs_request(judged_context)
    menu.offer_report(judged_context, request, context.shown)
    tasks = [jobs.verdicts_task(request, judged_context.test_set), cache.first_examination_task(context.test_set)]

    def draw(result: ComparisonResult, _: object) -> None:
        draw_verdict(context, judged_context, ranked, result)

    testing_it = "Testing whether the differences could be chance. Other metrics follow."
    with st.container(key="overview-verdict"):
        return waiting.when_ready("verdict", tasks, draw, testing_it)


def draw_verdict(context: Context, judged_context: Context, ranked: Sequence[str], result: ComparisonResult) -> None:
    """Draw the card, the ranking, what to do next, and links to the evidence."""
    odd = leaving_out.doubts_in_use(context.test_set, context.shown, judged_context.leading)
    hidden = report_words.not_shown_sentence(result.refined, context.shown)
    verdict = card.show_card(
        judged_context, result, context.shown, odd, request=all_pairs_request(judged_context), before=hidden
    )
    if verdict is None:
        return
    odd, decision = verdict.oddities, verdict.decision
    lead_cause.draw_quotes_of_leads(verdict.quotes)
    draw_ranking(judged_context, ranked, verdict)
    card.draw_what_follows(judged_context, verdict, partial(next_steps.draw_next_steps, context, odd))
    if is_of_whole_set(context):
        is_doubtful = bool(doubts_of_systems(result.comparisons, odd, (decision.best, decision.next)))
        doubt = f"{doubts_opening(odd).removesuffix('.')} · " if odd else ""
        recent.note_verdict(f"{doubt}{leader_phrase(decision, is_doubtful)}", bool(odd))
    metric = None if decision.metric == context.bleu else decision.metric.name
    pair = {"first": decision.best, "second": decision.next}
    with st.container(horizontal=True, gap="medium"):
        if odd:
            doubt_line.draw_soundness_link(odd)
        if context.test_set.references:
            compared = {"compare_metric": metric} if metric else {}
            address.page_link("compare", "Where the two differ", **pair, **compared)
        by = {"significance_metric": metric} if metric else {}
        address.page_link("significance", "All pairs", **by)
        address.page_link("segments", "Read the segments")
        if error_kinds.serious_by_people(context.test_set, (decision.best, decision.next)) is None:
            address.page_link("checks", "Dangerous sentences")
        else:
            address.page_link("errors", "Errors that people marked")
        if names_of_people(context.test_set) and len(context.metrics) > 1:
            address.page_link("agreement", "Which metrics agree with people?")
        elif not odd:
            next_steps.draw_rating_link(decision)


def note_diagnosis(context: Context, diagnosis: DiagnosisResult) -> None:
    if is_of_whole_set(context):
        recent.note_verdict(
            f"One system, so no verdict · {diagnosis.heading}", bool(diagnosis.severe or diagnosis.doubts)
        )


def is_of_whole_set(context: Context) -> bool:
    """Return whether all segments and systems are in use, as lists of test sets assume."""
    is_whole = context.filters.lets_all_pass and context.sampled_from is None
    return is_whole and {*context.shown} == {*context.every_segment.system_names}


def draw_leaderboard(
    context: Context, tested: ComparisonResult | None, note: str, sums: dict[str, cache.Statistics | None]
) -> None:
    """Draw all metrics of each system; ``note`` says which verdicts quotation marks change, for exported letters."""
    scores = {name: card.corpus_scores_or_none(context.metric(name), statistics) for name, statistics in sums.items()}
    prefix = "As typed. " if note else ""
    frame, metrics = leaderboard.leaderboard_table(context, scores, "system", prefix), context.choice.chosen.values()
    unequal = leaderboard.unequal_columns(context)
    heads = leaderboard.headings(context)
    best = {heads[metric.full_name]: metric.higher_is_better for metric in metrics if metric.full_name not in unequal}
    decimals = {heads[metric.full_name]: metric.decimals for metric in metrics}
    about = exports.export_source(context, *metrics) | {exports.SEGMENTS: f"{len(context.test_set):,}"}
    frame, noted = frame.rename(columns=heads), dict(about)
    if tested is not None and tested.metric.full_name in heads:
        odd = leaving_out.doubts_in_use(context.test_set, context.shown, tested.metric)
        letters = letters_by_system(tested.refined, odd)
        metric, place = tested.metric, [*frame.columns].index(heads[tested.metric.full_name])
        frame.insert(place + 1, LETTERS_HEAD, [letters.get(system, "") for system in frame["system"]])
        noted |= {exports.NOTE: f"Letters are by {metric.full_name}. {letters_note(odd)} {note}".strip()}
        noted |= {exports.TEST_FACT: describe_test_and_correction(tested.comparisons, tested.verdicts.most_trials)}
    exports.offer_table(frame, "Leaderboard", noted, best, decimals)
    if context.baseline is not None:
        compared = {name: metric for name, metric in context.choice.chosen.items() if metric.full_name not in unequal}
        differences = overview_tables.baseline_differences(scores, compared, context.shown, context.baseline)
        printed = {metric.full_name: metric.decimals for metric in compared.values()}
        about |= {"baseline": context.baseline}
        exports.offer_table(differences, "Differences to the baseline", about, decimals=printed)
    with st.expander("Signatures"):
        leaderboard.signatures(context)


def draw_further_metrics(choice: MetricChoice) -> None:
    """Draw how many metrics the table leaves out, and the way to them."""
    if choice.others:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="further-metrics"):
            st.caption(f"{choice.further} in the sidebar, under Metrics.", width="content")
            set_choices.draw_computed_button(choice)


def show_bleu(context: Context, statistics: cache.Statistics) -> None:
    bleu = context.bleu
    st.header("Inside BLEU")
    context.say_wider("the verdict")
    show_why_zero(context, statistics)
    st.subheader(
        "Precision by n-gram order", help="How many of a system's words, and groups of words, are in a reference."
    )
    precisions = {s: bleu.arithmetic(statistics[s].sum(axis=0)).precisions for s in context.shown}
    st.plotly_chart(charts.precisions_chart(precisions), key="precisions", alt="Precision by order")
    st.subheader("Segment scores")
    st.caption(
        "How BLEU is spread over the segments: the higher the shape, the more segments; the bar marks the middle half."
    )
    scores = {system: bleu.score(statistics[system]) for system in context.shown}
    figure = score_distribution(scores, context.colors, bleu.label)
    st.plotly_chart(figure, key="distribution", alt="Distribution of segment scores")
    show_details(context, overview_tables.bleu_details(bleu, statistics, context.shown))


def show_why_zero(context: Context, statistics: cache.Statistics) -> None:
    """Draw why BLEU is 0 for texts that may be right; nothing for a script whose words BLEU does not see.

    For such a script, the page has a warning already.
    """
    if context.bleu.unfit_for(cache.target(context.every_segment).script) is not None:
        return
    reasons = (context.bleu.why_zero(statistics[system].sum(axis=0)) for system in context.shown)
    for why in dict.fromkeys(filter(None, reasons)):
        st.warning(f"BLEU is 0 because {why}.")


def show_details(context: Context, details: pd.DataFrame) -> None:
    st.subheader("Length, and corpus against segments")
    undefined, bleu = details.pop("segments not defined"), context.bleu
    precisions = overview_tables.precision_heads(bleu)
    number = st.column_config.NumberColumn
    means = "corpus BLEU", "weighted mean", "plain mean"
    formats = dict.fromkeys(means, "%.2f") | dict.fromkeys(("brevity penalty", "length ratio"), "%.3f")
    grid.draw_grid(details.drop(columns=precisions), {name: number(format=form) for name, form in formats.items()})
    st.caption(
        "Corpus BLEU is not the mean of segment BLEU: counts are added up first. The three numbers can rank systems"
        " differently."
    )
    if undefined.any():
        st.info(
            f"{undefined.max():,} segments have no BLEU because hypothesis and reference are empty."
            " They are left out of both means."
        )
    about = exports.export_source(context, bleu)
    note = "Corpus BLEU adds up the counts of all segments; the means are of segment BLEU, one weighted by length."
    decimals = {name: int(form[2]) for name, form in formats.items()} | dict.fromkeys(precisions, 1)
    about, best = about | {exports.NOTE: note}, dict.fromkeys(means, True)
    paper = overview_tables.printed_bleu_details(bleu, details)
    exports.offer_table(details, "BLEU details", about, best, decimals, paper=paper)


def show_tokenizers(context: Context) -> None:
    st.header("Does the tokenizer matter?")
    context.say_wider("the verdict")
    with_rank = ", with its rank" if len(context.shown) > 1 else ""
    st.caption(f"BLEU of every system with every tokenizer{with_rank}. Only compare numbers of one column.")
    script, own = cache.target(context.every_segment).script, find_tokenizer(context.bleu.tokenize).name
    others = (name for name, tokenizer in TOKENIZERS.items() if tokenizer.available and not script.is_foreign(name))
    names = [own, *(name for name in others if name != own)]
    bleus = {name: context.bleu if name == own else replace(context.bleu, tokenize=name) for name in names}
    tasks = {name: cache.sums_task(bleu, context.test_set) for name, bleu in bleus.items()}
    waiting.draw_partial_results("tokenizers", tasks, partial(draw_alternatives, context, bleus, "tokenizer"))


def show_references(context: Context) -> None:
    """Draw BLEU with each single reference, if there are several and each has all segments."""
    names = context.test_set.reference_names
    if len(names) < 2 or any(reference.segments.null_count for reference in context.test_set.references):
        return
    st.header("Does the reference matter?")
    context.say_wider("the verdict")
    st.caption(
        "BLEU of every system with all references together and with each alone. The more references, the more words"
        " are right: only compare numbers of one column."
    )
    sets = {ALL_TOGETHER: context.test_set} | {name: cache.with_references(context.test_set, (name,)) for name in names}
    tasks = {name: cache.sums_task(context.bleu, test_set) for name, test_set in sets.items()}
    bleus = dict.fromkeys(sets, context.bleu)
    waiting.draw_partial_results("references", tasks, partial(draw_alternatives, context, bleus, "reference"))


def draw_alternatives(
    context: Context, bleus: dict[str, BLEU], kind: str, sums: dict[str, cache.Statistics | None]
) -> None:
    """Draw a table with a column for each tokenizer or reference; the first is the one in use."""
    scores = {name: card.corpus_scores_or_none(bleus[name], statistics) for name, statistics in sums.items()}
    frame, changed = overview_tables.alternatives(scores, context.shown)
    grid.draw_grid(ranking.add_ranks(frame, [name for name, ready in scores.items() if ready is None]))
    if changed:
        listed = ", ".join(changed)
        st.warning(
            f"The ranking with {next(iter(bleus))} changes with: {listed}. Choose the {kind} before you see scores."
        )
    elif all(result is not None for result in scores.values()) and len(context.shown) > 1:
        st.success(f"The ranking is the same with every {kind}.")
    best = dict.fromkeys(map(str, frame.columns[1:]), True)
    under = bleus if kind == "tokenizer" else {ALL_TOGETHER: context.bleu}
    about = exports.export_source(context) | {
        exports.SEGMENTS: f"{len(context.with_judged_segments(context.bleu).test_set):,}"
    }
    about |= {f"{name}{exports.SIGNATURE}": context.signature(bleu) for name, bleu in under.items()}
    about |= {exports.NOTE: f"BLEU with each {kind}; compare numbers of one column only."}
    exports.offer_table(frame, f"{kind.capitalize()}s", about, best, dict.fromkeys(best, context.bleu.decimals))


main()
