"""Two systems, any metric: who leads, how surely, and what makes the difference."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import BLEU, Metric, Segment
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.output.sentence import Sentence, SystemName, join_sentences, sentence
from scoring.report import verdict_card
from scoring.studies import bleu_difference, capitals, mqm_difference
from scoring.studies.comparison import ComparisonResult, leave_one_out
from scoring.studies.side_by_side import (
    Contrast,
    ScoredPair,
    confirmed_ngrams_phrase,
    ngrams_sentence,
    production_sentence,
    score_pair,
    segments_by_difference,
    unconfirmed_note,
    win_sentence,
    win_size_sentence,
)
from scoring.studies.wording import method_words as words
from scoring.studies.wording.plain_quotes_words import ALIKE_MARKS
from scoring.studies.wording.verdict_words import evidence, undefined_scores_sentence
from server.engine.tasks import Task
from ui import views
from ui.compare import bucketing, charts, comparison_tables, jobs, outputs
from ui.context import leaving_out
from ui.context.context import Context, current_context
from ui.kit import address, budget, exports, grid, layout, reader
from ui.report import menu
from ui.session import send, state
from ui.significance import jobs as significance_jobs
from ui.store import cache, waiting
from ui.verdict.card import draw_published_studies, no_verdict_sentence, show_card
from ui.verdict.so_far import VerdictSoFar

EXAMPLES = 3
INFLUENCE = "How much this segment alone adds to the difference of the two corpus scores, first − second."
SHORT_NAME = 10
"""Longest name of a system, in characters, that a narrow column shows; longer ones are called first and second."""
CAPITALS, PLAIN_QUOTES = "compare-capitals", "compare-plain-quotes"
"""Tasks: BLEU without case, and with one kind of quotation marks; the first is also the place that waits for both."""
EITHER = "either"
SIDES = dict(zip(("first", "second"), comparison_tables.SIDES, strict=True))
"""Name of a side in the address -> the side."""
CONFIRMED, UNCONFIRMED, PRODUCED = "Confirmed", "Unconfirmed", "Over- and under-produced"
KINDS = {
    CONFIRMED: "n-grams that a reference has, counted as often as the reference that has them most. In each segment"
    " only one output can win an n-gram: the one that has it where the other lacks it.",
    UNCONFIRMED: "n-grams that no reference has (or not as often), and that one output has where the other lacks them.",
    PRODUCED: "n-grams that an output has more often or less often than the references do on average.",
}
Z_SAYS = (
    " A system's number is how often it has the n-gram more than the other one, added up over segments. Seg. is in how"
    " many segments this system has it more often. The list is ranked by z, the signed root of McNemar's statistic, of"
    " both numbers: (this − other) / √(this + other). p is from an exact two-sided binomial test of this n-gram alone:"
    " of 100 n-grams without any difference up to 5 have p ≤ 0.05. The test treats wins as independent, so a word that"
    " one text repeats makes p too small. The downloads have z and p."
)
G_SAYS = (
    " The list is ranked by Dunning's G², the log-likelihood ratio of the n-gram's two rates among all n-grams of its"
    " order: how unlikely both numbers are if output and references had the n-gram at the same rate. For one n-gram by"
    " itself, p ≤ 0.05 from about 3.84 on; what is clear goes by the exact binomial p. G² is below 0 for n-grams that"
    " are under-produced. Listed n-grams differ in the same direction in number and in rate. The downloads have G²."
)
CORRECTED = "corrected for all n-grams that are frequent enough to differ significantly (Tarone 1990)"
CLEARLY = f" Clearly: p ≤ 0.05, {CORRECTED}."
OF_BOTH = (
    " Among all lengths, an n-gram that is a part of a clearer one, or has one in it, is left out: a length lists all"
    " of its own. Tokenizer and case are the sidebar's; a sign at the edge of a word counts as a token of its own."
)


def main() -> None:
    context = current_context()
    with waiting.cancelling_places("tested", "buckets"):
        draw_compare_page(context)


def draw_compare_page(context: Context) -> None:
    if len(context.shown) < 2:
        reader.offer_second_system(context, "A comparison takes two systems, and there is one here.")
        return
    with layout.controls("pair"):
        place = st.container(horizontal=True)
        metric = context.metric(address.draw_named_option("Metric", context.labels, "compare_metric", 160))
    rated_context = context.with_rated_systems(metric)
    names = reader.choose_pair(rated_context, None if rated_context is context else metric, place)
    judged_context = rated_context.with_judged_segments(metric)
    context.say_judged(metric, judged_context)
    context.say_rated(metric, rated_context)
    if judged_context.test_set is context.test_set:
        judged_context.say_wider()
    judged_context.look_at()
    waiting.when_compiled(partial(draw_comparison_when_counted, judged_context, metric, names))


def draw_comparison_when_counted(context: Context, metric: Metric, names: tuple[str, str]) -> None:
    draw = partial(draw_counted_comparison, context, metric, names)
    tasks = [cache.statistics_task(metric, context.test_set)]
    waiting.when_ready("compared", tasks, draw, f"Computing {metric.full_name} of every system.")


def draw_counted_comparison(
    context: Context, metric: Metric, names: tuple[str, str], statistics: cache.Statistics
) -> None:
    pair = score_pair(metric, names, statistics, context.test_set)
    with st.container(key="small-verdict"):
        result, verdict = draw_pair_verdict(context, pair, statistics)
    parts: dict[str, Callable[[], None]] = {
        "Segments": partial(show_segments, context, pair, (statistics[names[0]], statistics[names[1]])),
        "By how much": partial(draw_pair_scores, context, pair, result, verdict),
        "Words and n-grams": partial(when_contrasted, context, names, partial(show_ngrams, context, pair)),
        "Groups": partial(
            when_contrasted,
            context,
            names,
            partial(bucketing.show_buckets, context, pair),
            *jobs.tag_sorting_tasks(context.bleu, context.test_set, names),
        ),
    }
    address.tabs(parts, "compare_part")


def when_contrasted(
    context: Context, names: tuple[str, str], draw: Callable[..., None], *further_tasks: Task[Any]
) -> None:
    """Draw the n-gram contrast and the results of ``further_tasks`` once they are computed."""
    tasks = [jobs.contrast_task(context.bleu, context.test_set, names), *further_tasks]
    waiting.when_ready("contrast", tasks, draw, "Counting the n-grams of both systems.")


def draw_pair_verdict(
    context: Context, pair: ScoredPair, statistics: cache.Statistics
) -> tuple[ComparisonResult | None, VerdictSoFar | None]:
    """Draw the verdict on the pair, and return the test's result and the verdict; None for each until known.

    All systems of the set are tested, and p is adjusted for all their pairs.
    """
    if context.by_quality:
        send.html(verdict_card.no_verdict_card(no_verdict_sentence(context)))
        return None, None
    request = budget.usual_request(pair.metric, context.test_set.system_names, len(context.test_set))
    menu.offer_report(context, request, pair.names)
    task = significance_jobs.verdicts_task(request, context.test_set)
    result = waiting.result_or_progress("tested", task, "Testing whether the difference could be chance.")
    if result is None:
        return None, None
    missing = [name for name, score in zip(pair.names, pair.corpus, strict=True) if np.isnan(score)]
    odd, undefined_scores = (
        leaving_out.doubts_in_use(context.test_set, pair.names, pair.metric),
        undefined_scores_sentence(pair.metric, missing),
    )
    verdict = show_card(replace(context, shown=pair.names), result, pair.names, odd, undefined_scores, request)
    if verdict is not None:
        draw_bleu_difference(context, pair, statistics, verdict)
        draw_mqm_difference(context, pair)
        a, b = pair.names
        chosen = {"pair_a": a, "pair_b": b, "significance_metric": pair.metric.full_name}
        address.page_link("significance", "All pairs and other metrics", **chosen)
    return result, verdict


def draw_mqm_difference(context: Context, pair: ScoredPair) -> None:
    """Draw what errors of each category add to a difference of people's MQM, if the set has these errors."""
    if not pair.metric.is_human:
        return
    scores = float(pair.corpus[0]), float(pair.corpus[1])
    of_people = (annotation for annotation in context.test_set.annotations if annotation.is_human)
    difference = next(filter(None, (mqm_difference.run(one, pair.names, scores) for one in of_people)), None)
    if difference is not None:
        send.html(html.page(Markup("<p>{}</p>").format(html.sentence_html(difference.sentence(), context.colors))))


def draw_bleu_difference(
    context: Context, pair: ScoredPair, statistics: cache.Statistics, verdict: VerdictSoFar
) -> None:
    """Draw what n-grams, length, capitals and quotation marks add to the difference in BLEU on the card.

    Other metrics are not products of such factors. A doubt about quotation marks is on the card and is not repeated.
    """
    metric = pair.metric
    if not isinstance(metric, BLEU):
        return
    lowered, is_plain = replace(metric, lowercase=True), verdict.is_with_plain_quotes
    as_typed = {name: statistics[name].sum(axis=0) for name in pair.names}

    def draw(results: Mapping[str, cache.Statistics | None]) -> None:
        sums, without_case = results[PLAIN_QUOTES] if is_plain else as_typed, results.get(CAPITALS)
        difference = None if sums is None else bleu_difference.run(metric, *(sums[name] for name in pair.names))
        if difference is None:
            return
        causes: dict[str, str | None] = {}
        if without_case is not None:
            scores = [float(lowered.score(without_case[name])) for name in pair.names]
            causes["With case"] = capitals.share_of_lead(difference.scores, (scores[0], scores[1]))
        for one in verdict.quotes:
            causes[bleu_difference.AS_THEY_ARE] = one.sentence if one.is_sure else None
        with_it, cause = next(((way, statement) for way, statement in causes.items() if statement != ""), ("", ""))
        if statement := difference.sentence(cause, with_it, pair.names, ALIKE_MARKS if is_plain else ""):
            send.html(html.page(Markup("<p>{}</p>").format(html.sentence_html(statement, context.colors))))

    tasks = {PLAIN_QUOTES: jobs.plain_quotes_sums_task(metric, context.test_set, pair.names)} if is_plain else {}
    if is_plain and not metric.lowercase:
        tasks[CAPITALS] = jobs.plain_quotes_sums_task(lowered, context.test_set, pair.names)
    elif not metric.lowercase:
        tasks[CAPITALS] = cache.sums_task(lowered, context.test_set)
    waiting.draw_partial_results(CAPITALS, tasks, draw, what="")


# --- by how much, and how surely ---


def draw_pair_scores(
    context: Context, pair: ScoredPair, result: ComparisonResult | None, verdict: VerdictSoFar | None
) -> None:
    if statement := win_size_sentence(pair):
        text = html.sentence_html(cache.as_typed_sentence(context.test_set, pair, statement), context.colors)
        send.sentences(text)
    st.plotly_chart(
        charts.histogram(pair, context.colors), key="compare-histogram", alt="Differences of segment scores"
    )
    if result is None:
        return
    comparisons = result.comparisons
    frame = comparison_tables.scores_table(pair, comparisons.bootstrap)
    number = st.column_config.NumberColumn
    numbers = {name: number(format=f"%.{pair.metric.decimals}f") for name in (pair.metric.full_name, "from", "to")}
    grid.draw_grid(frame, numbers, placeholder=MISSING)
    printed = dict.fromkeys(numbers, pair.metric.decimals)
    exports.offer_table(
        frame, "Scores", exports.export_source(context, pair.metric, tested=comparisons), decimals=printed
    )
    resampled = f"From and to: {words.interval_method_phrase(comparisons.bootstrap.trials)}."
    prefix = "As typed: " if verdict is not None and verdict.is_with_plain_quotes else ""
    st.caption(
        f"{prefix}{evidence(result.verdicts, *pair.names)}. A shuffle swaps the outputs of each segment at random;"
        " p is the share of shuffles that make a difference at least as large. A small p says that the test set is"
        " large enough to show a difference, not that the difference matters."
        f" {resampled if comparisons.n_units > 1 else words.no_interval_of_one_unit(comparisons.unit)}"
    )
    if verdict is not None:
        draw_published_studies(verdict.decision)


# --- segments ---


def show_segments(context: Context, pair: ScoredPair, statistics: tuple[np.ndarray, np.ndarray]) -> None:
    direction = words.lower_is_better_sentence(pair.metric)
    alike = cache.wins_with_plain_quotes(context.test_set, pair)
    won = cache.as_typed_sentence(context.test_set, pair, win_sentence(pair))
    statement = join_sentences(" ", [one for one in (won, direction or "", alike) if one])
    statement_html = html.sentence_html(statement, context.colors)
    with layout.controls("side"):
        send.sentences(statement_html)
        side = address.draw_named_option("In favour of", {EITHER: EITHER} | sides(pair), "compare_side", 280)
    order = segments_by_difference(pair, SIDES.get(side, 0))
    chosen_by = pair.names, pair.metric.full_name, side
    if len(order) and state.must_open_segment(*chosen_by):
        state.open_at(int(order[0]), f"{' and '.join(pair.names)} differ most in it.", *chosen_by)
    index = state.segment_in_use(len(context.test_set))
    left, right = layout.side_by_side()
    with left:
        reader.leading_chart(
            charts.segment_scatter(pair, index, context.colors, context.test_set.numbers),
            "compare-scatter",
            "Segment scores of both systems",
        )
        if (shown := len(charts.drawn_segments(len(pair.leads)))) < len(pair.leads):
            st.caption(f"The chart shows {shown:,} of the {len(pair.leads):,} segments, evenly spaced.")
    with right:
        list_segments(context, pair, order, leave_one_out(pair.metric, *statistics))
    draw_pair_reader(context, pair, order, index)
    show_examples(context, pair, order, index)


def sides(pair: ScoredPair) -> dict[str, str]:
    """Return both systems as options, each name after its side, so that a name is never mistaken for another option."""
    return {side: f"{side}: {name}" for side, name in zip(SIDES, pair.names, strict=True)}


def list_segments(context: Context, pair: ScoredPair, order: np.ndarray, influence: np.ndarray) -> None:
    """Draw the table of segments, the largest differences first."""
    listed = order[: comparison_tables.LISTED]
    frame = comparison_tables.segments_table(pair, context.test_set, listed, influence, is_printed=True)
    reader.leading_table(frame, listed, "compare_segments", charts.HEIGHT - 52, score_column_formats(pair))
    cut = f"The table has the first {len(listed):,} of {len(order):,} segments; the downloads have all."
    st.caption(f"Click a point or a row to read its segment below. {cut if len(listed) < len(order) else ''}")
    every = comparison_tables.segments_table(pair, context.test_set, np.arange(len(influence)), influence)
    exports.offer_table(every, "Segments", exports.export_source(context, pair.metric))


def score_column_formats(pair: ScoredPair) -> dict:
    """Return the formats of the columns of scores."""
    number = st.column_config.NumberColumn
    difference_column, decimals = comparison_tables.score_difference_column(pair), pair.metric.decimals
    scores = {
        column: number(
            **grid.named_head(name) | {"width": 86}, format=f"%.{decimals}f", help=f"The score of the {side} system."
        )
        for side, column, name in zip(SIDES, comparison_tables.system_columns(pair), pair.names, strict=True)
    }
    others = {
        difference_column: number("difference", format=f"%+.{decimals}f", width=78, help=bucketing.DIFFERENCE),
        "influence": number(format="%+.3f", width=78, help=INFLUENCE),
    }
    return {"#": number(width=45)} | scores | others


def draw_pair_reader(context: Context, pair: ScoredPair, order: np.ndarray, index: int) -> None:
    """Draw the segment in use, both outputs side by side."""
    segment = context.test_set.segment(index)
    texts = {name: segment.hypotheses[name] for name in pair.names}
    reader.draw_segment_steps(context, order, index, texts, "n-grams")
    with st.container(key="small-given"):
        send.html(outputs.differences_legend(pair))
        draw_outputs(context, pair, {index: segment})
    reader.offer_to_read(index, views.metric_view(pair.metric, context))


def show_examples(context: Context, pair: ScoredPair, order: np.ndarray, index: int) -> None:
    """Draw the segments with the largest differences, one under another, folded."""
    examples = [int(example) for example in order[: EXAMPLES + 1] if example != index][:EXAMPLES]
    if not examples:
        return
    segments = {example: context.test_set.segment(example) for example in examples}
    with st.expander(f"The top {len(examples)} of the list side by side", key="compare-examples"):
        draw_outputs(context, pair, segments)


def draw_outputs(context: Context, pair: ScoredPair, segments: dict[int, Segment]) -> None:
    bleu = context.bleu
    send.html(outputs.outputs_side_by_side(pair, context.colors, segments, bleu.tokenize, bleu.lowercase))


# --- words and n-grams ---


def show_ngrams(context: Context, pair: ScoredPair, contrast: Contrast) -> None:
    with layout.controls("ngrams"):
        kind = address.draw_single_choice("Kind", list(KINDS), CONFIRMED, "compare_kind", label_visibility="collapsed")
        orders: list[str | int] = ["all", *range(1, contrast.counts.max_order + 1)]
        length = address.draw_single_choice("Length", orders, "all", "compare_order")
        output_index = choose_output(pair) if kind == PRODUCED else None
    order = length if isinstance(length, int) else None
    if output_index is None:
        wins = contrast.confirmed if kind == CONFIRMED else contrast.unconfirmed
        ngrams_phrase = confirmed_ngrams_phrase(kind == CONFIRMED, len(context.test_set.references))
        statement = ngrams_sentence(ngrams_phrase, wins, pair.names, order)
        if not isinstance(pair.metric, BLEU):
            statement += f" {pair.metric.full_name} does not count them; BLEU does." * (kind == CONFIRMED)
        if kind == UNCONFIRMED:
            statement += unconfirmed_note(order, len(context.test_set.references))
    else:
        statement = production_sentence(contrast, pair.names, output_index, order)
    send.html(html.page(Markup('<p dir="auto">{}</p>').format(html.sentence_html(statement, context.colors))))
    first_ngrams: list[tuple[str, int]] = []
    for side, column in zip(comparison_tables.SIDES, layout.side_by_side(), strict=True):
        with column:
            if output_index is None:
                first_ngrams += show_wins(context, pair, contrast, kind, side, order)
            else:
                first_ngrams += show_production(context, pair, contrast, output_index, side, order)
    with st.popover("How to read this", key="about-ngrams"):
        st.markdown(KINDS[kind] + (G_SAYS if kind == PRODUCED else Z_SAYS) + CLEARLY + OF_BOTH)
    chosen_by = pair.names, kind, order, output_index
    if first_ngrams and state.must_open_segment(*chosen_by):
        words, index = first_ngrams[0]
        state.open_at(index, f"it has the first words of the tables ({words}).", *chosen_by)
    draw_pair_reader(context, pair, segments_by_difference(pair), state.segment_in_use(len(context.test_set)))


def choose_output(pair: ScoredPair) -> int:
    return list(SIDES).index(address.draw_named_option("Output of", sides(pair), "compare_output", 280))


def show_wins(
    context: Context, pair: ScoredPair, contrast: Contrast, kind: str, side: int, order: int | None
) -> list[tuple[str, int]]:
    """Draw the n-grams that one system has more often; return the first one with the segment that shows it best."""
    at = comparison_tables.SIDES.index(side)
    wins = contrast.confirmed if kind == CONFIRMED else contrast.unconfirmed
    system, other_system = (SystemName(pair.names[place]) for place in (at, 1 - at))
    draw_ngram_heading(context, sentence("{} more often in {} than in {}", kind, system, other_system))
    frame, segments = comparison_tables.wins_table(pair, wins, side, order)
    columns = comparison_tables.system_columns(pair, "wins of")
    headings = {
        columns[place]: st.column_config.NumberColumn(
            short_name(pair, place),
            width=75,
            help=f"how often the {list(SIDES)[place]} system has it more than the other one, over all segments",
        )
        for place in (at, 1 - at)
    }
    key, title = f"{kind.lower()}-{at + 1}", f"{kind} in {pair.names[at]}"
    return show_ngram_table(context, frame, segments, key, title, headings)


def show_production(
    context: Context, pair: ScoredPair, contrast: Contrast, output_index: int, side: int, order: int | None
) -> list[tuple[str, int]]:
    """Draw n-grams that an output has more, or less, often than the references do; return the first of them.

    With the n-gram comes the segment that shows it best. Empty if there is no n-gram.
    """
    kind = "Over" if side == comparison_tables.SIDES[0] else "Under"
    draw_ngram_heading(context, sentence("{}-produced by {}", kind, SystemName(pair.names[output_index])))
    production, other_production = (contrast.production[place] for place in (output_index, 1 - output_index))
    frame, segments = comparison_tables.production_table(production, other_production, side, order)
    key = f"{kind.lower()}-produced-{output_index + 1}"
    title = f"{kind}-produced by {pair.names[output_index]}"
    number, is_one = st.column_config.NumberColumn, len(context.test_set.references) == 1
    of_references = "how often the reference has it" if is_one else "how often the references have it on average"
    head, other_head = (short_name(pair, place) for place in (output_index, 1 - output_index))
    headings = {
        "output": number(head, width=72, help="how often this system has it"),
        "references": number("ref.", format=f"%.{0 if is_one else 1}f", width=50, help=of_references),
        "other output": number(other_head, width=72, help="how often the other system has it"),
    }
    return show_ngram_table(context, frame, segments, key, title, headings)


def short_name(pair: ScoredPair, place: int) -> str:
    """Return a system's name as the head of a narrow column; first or second if the name is too long."""
    return pair.names[place] if len(pair.names[place]) <= SHORT_NAME else list(SIDES)[place]


def draw_ngram_heading(context: Context, heading: Sentence) -> None:
    send.sentences(heading, colors=context.colors, look="heading")


def show_ngram_table(
    context: Context, frame: pd.DataFrame, segments: list[np.ndarray], name: str, title: str, headings: dict[str, Any]
) -> list[tuple[str, int]]:
    """Draw a table of n-grams; return the first n-gram, with a word if any has one, and the segment that shows it best.

    Empty if the table is empty.
    """
    if frame.empty:
        st.info("There is none.")
        return []
    number = st.column_config.NumberColumn
    numbers = {"in segments": number("seg.", width=42, help="segments in which this system has it more often")}
    firsts = np.array([indices[0] for indices in segments])
    text = {
        "n-gram": st.column_config.TextColumn("word or phrase", width=165 if len(headings) < 3 else 140),
        "z": None,
        "p": None,
        "G²": None,
    }
    row = reader.leading_table(
        frame,
        firsts,
        f"compare_{name}",
        layout.TABLE_HEIGHT,
        text | headings | numbers,
    )
    if row is not None and row < len(segments):
        reader.offer_segments(segments[row], f"compare_{name}")
    exports.offer_table(frame, title, exports.export_source(context, context.bleu))
    words = frame["n-gram"].tolist()
    shown = next((at for at, of in enumerate(words) if any(map(str.isalnum, of))), 0)
    return [(words[shown], int(firsts[shown]))]


main()
