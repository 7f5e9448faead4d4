"""How much must be edited, and which phrases moved? One segment shift by shift, and the whole test set."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from scoring import TER, WER
from scoring.metric import ignores_case
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.output.sentence import join_sentences, sentence
from scoring.studies.capitals import unseen_capitals_sentence
from scoring.studies.edit_rate import EditRates
from scoring.studies.ranking_change import RankingChange, compare_rankings
from scoring.studies.verdict import decide
from scoring.ter.edit_table import EditTable
from scoring.ter.edits import EditKind
from server.engine.tasks import Task
from ui.context import ranking
from ui.context.context import Context, current_context
from ui.kit import address, budget, exports, grid, layout, reader
from ui.session import send, state
from ui.significance import verdicts_task
from ui.store import cache, opening, waiting
from ui.ter import charts, edit_tables, jobs, one_segment
from ui.verdict import doubt_line

LOWERED = "BLEU ignoring case"
"""The task of the scores that show whether capitals are why BLEU ranks systems differently."""
MAX_EDITS_SHOWN = 100
WORDS = {
    EditKind.INSERTION: ("Inserted", "Words that are missing from the output."),
    EditKind.DELETION: ("Deleted", "Extra words in the output."),
    EditKind.SUBSTITUTION: ("Substituted", "Wrong words in the output."),
}


def main() -> None:
    context = current_context()
    parts = {
        "This segment": show_ter_segment,
        "BLEU against TER": show_disagreements,
        "Edit types": show_types,
        "Words and shifts": show_edited_words,
    }
    doubt_line.draw_doubts(context, context.ter)
    draw_corpus_scores(context)
    context.say_wider()
    draws = {name: partial(waiting.when_compiled, partial(draw, context)) for name, draw in parts.items()}
    address.tabs(draws, "ter_part")


def draw_corpus_scores(context: Context) -> None:
    """Draw how many edits the systems need, whether chance explains the lead, and whether BLEU ranks them alike."""
    tasks: dict[str, Task[Any]] = {
        "ter": cache.statistics_task(context.ter, context.test_set),
        "bleu": cache.statistics_task(context.bleu, context.test_set),
        "doctor": cache.first_examination_task(context.test_set),
    }
    if len(context.shown) > 1 and not context.by_quality:
        request = budget.usual_request(context.ter, context.test_set.system_names, len(context.test_set))
        tasks["test"] = verdicts_task(request, context.test_set)

    lowered = replace(context.bleu, lowercase=True)
    if ignores_case(context.ter) and not context.bleu.lowercase:
        tasks[LOWERED] = cache.statistics_task(lowered, context.test_set)

    def draw(results: dict[str, Any]) -> None:
        if (rows := results["ter"]) is None:
            return
        rates = EditRates(context.ter, {system: rows[system].sum(axis=0) for system in context.shown})
        tested = results.get("test")
        decision = None if tested is None else decide(tested.verdicts, context.shown)

        def lowered_change(by_lowered: cache.Statistics | None) -> RankingChange | None:
            if by_lowered is None:
                return None
            return compare_rankings(context.ter, lowered, rates.scores, ranking.corpus_scores(lowered, by_lowered))

        statements = [rates.sentence("" if decision is None else decision.state)]
        if (by_bleu := results["bleu"]) is not None:
            exact = ranking.corpus_scores(context.bleu, by_bleu)
            change = compare_rankings(context.ter, context.bleu, rates.scores, exact)
            statements += [change.sentence(), change.capitals_reason_sentence(lowered_change(results.get(LOWERED)))]
        statements.append(rates.edit_kinds_sentence())
        if (examined := results["doctor"]) is not None:
            metrics = context.ter, context.bleu
            statement = unseen_capitals_sentence(examined, context.test_set, context.shown, metrics)
            statements += [sentence("{}", statement)] if statement else []
        statement = html.sentence_html(join_sentences(" ", [*filter(None, statements)]))
        send.sentences(statement)

    waiting.draw_partial_results("corpus-ter", tasks, draw, what="")


# --- one segment ---


def show_ter_segment(context: Context) -> None:
    with layout.controls("systems"):
        usual = reader.best_systems(context)
        chosen = st.multiselect("Systems", context.shown, usual, key="ter_systems", bind="query-params")
        systems = [system for system in context.shown if system in chosen] or usual
        with st.container():
            open_at_shift(context, systems)
            index = state.segment_in_use(len(context.test_set))
            texts = {system: reader.edited_output(context, system, index) for system in systems}
            reader.draw_segment_steps(context, context.order, index, texts, "TER")
    picture = st.container()
    system = systems[0]
    if len(systems) > 1:
        system = st.selectbox("What if? Edit the output of", systems, key="ter_edited", width=320, bind="query-params")
    texts |= {system: reader.draw_output_editor(context, system, index)}
    with picture:
        outputs = one_segment.draw_ter_outputs(context, texts, index)
        draw_source_and_note(context, index)
    one_segment.edit_files(context, outputs, index)


def open_at_shift(context: Context, systems: Sequence[str]) -> None:
    """Open the segment of these systems in which shifts save most."""
    if not state.must_open_segment():
        return
    scores = {system: [_first_scores(context, metric, system) for metric in (WER, TER)] for system in systems}
    effects = {system: edit_tables.saved_by_shifts(*both) for system, both in scores.items()}
    system_and_place = opening.largest_of_systems(effects, context.test_set)
    if system_and_place is not None:
        system, place = system_and_place
        state.open_at(place, f"moving phrases saves most edits here, for {system}.")


def _first_scores(context: Context, metric: type[TER] | type[WER], system: str) -> np.ndarray:
    """Return the scores of the segments that are searched, float64 (n_readable,)."""
    configured = metric.configure(context.options)
    return configured.score(opening.readable_statistics(configured, context.test_set, system))


def draw_source_and_note(context: Context, index: int) -> None:
    """Draw the source and the note of a segment, small."""
    segment = context.test_set.segment(index)
    with st.container(key="small-given"):
        send.html(html.page(html.source_rows(segment.source, segment.note)))


def show_edited_segment(context: Context, systems: Sequence[str], order: np.ndarray, index: int) -> None:
    """Draw the chosen segment of a list, with the outputs of these systems."""
    texts = {system: reader.edited_output(context, system, index) for system in systems}
    reader.draw_segment_steps(context, order, index, texts, "TER")
    one_segment.draw_ter_outputs(context, texts, index)
    draw_source_and_note(context, index)


# --- where BLEU says something else ---


def show_disagreements(context: Context) -> None:
    if len(context.shown) < 2:
        reader.offer_second_system(context, "This view takes two systems, and one is shown.")
        return
    with layout.controls("pair"):
        pair = reader.choose_pair(context)
    tasks = [cache.statistics_task(metric, context.test_set) for metric in (context.metric(TER.name), context.bleu)]
    draw = partial(draw_disagreements, context, pair)
    waiting.when_ready("disagreements", tasks, draw, "Computing TER of every segment of every system.")


def draw_disagreements(
    context: Context, pair: tuple[str, str], by_ter: cache.Statistics, by_bleu: cache.Statistics
) -> None:
    scores = {
        "TER": [context.metric(TER.name).score(by_ter[system]) for system in pair],
        "BLEU": [context.bleu.score(by_bleu[system]) for system in pair],
    }
    order, clarity = edit_tables.disagreements(scores["BLEU"], scores["TER"])
    if not len(order):
        st.info("BLEU and TER agree on the better system in every segment.")
        return
    st.markdown(
        f"In **{len(order):,}** of {len(context.test_set):,} segments BLEU prefers one system and TER the other."
    )
    frame = disagreement_table(pair, scores, order, clarity)
    frame.insert(0, "#", context.test_set.numbers[order])
    formats = {"clarity": "%.0f"} | dict.fromkeys(frame.columns[3:], "%.2f")
    columns = {name: st.column_config.NumberColumn(format=form) for name, form in formats.items()}
    reader.leading_table(frame, order, "disagreements", layout.SHORT_TABLE, columns)
    exports.offer_table(frame, "Disagreements", exports.export_source(context, context.ter))
    if state.must_open_segment("disagreements", pair):
        state.open_at(int(order[0]), "BLEU and TER disagree most clearly here.", "disagreements", pair)
    show_edited_segment(context, pair, order, state.segment_in_use(len(context.test_set)))
    st.caption(
        "The clearest disagreements come first. Both differences are ranked by size among all segments, 0 to 100;"
        " clarity is the smaller rank. By default TER splits words at spaces and ignores case; BLEU uses the tokenizer"
        " and the case setting in the sidebar."
    )


def disagreement_table(
    pair: tuple[str, str], scores: dict[str, list[np.ndarray]], order: np.ndarray, clarity: np.ndarray
) -> pd.DataFrame:
    by_bleu = scores["BLEU"][0] - scores["BLEU"][1]
    columns = {
        "clarity": clarity,
        "BLEU for": [pair[0] if by_bleu[index] > 0 else pair[1] for index in order],
    }
    for metric, both in scores.items():
        for system, values in zip(pair, both, strict=True):
            columns[f"{metric} {system}"] = values[order]
    return pd.DataFrame(columns)


# --- the whole test set ---


def show_types(context: Context) -> None:
    metrics = context.ter, WER.configure(context.options)
    tasks = [cache.statistics_task(metric, context.test_set) for metric in metrics]
    draw = partial(draw_types, context, metrics)
    waiting.when_ready("edit-types", tasks, draw, "Computing TER and WER of every system.")


def draw_types(context: Context, metrics: tuple[TER, WER], *statistics: cache.Statistics) -> None:
    scores = ranking.corpus_scores(metrics[0], statistics[0])
    systems = sorted(context.shown, key=lambda system: scores[system])
    sorted_statistics = [{system: by_system[system] for system in systems} for by_system in statistics]
    figure = charts.edit_rates(edit_tables.rates(sorted_statistics[0], systems))
    st.plotly_chart(figure, key="edit-rates", alt="Edits per 100 reference words by system and type")
    st.subheader("What shifts save")
    st.caption(
        "WER has no shifts: it deletes a phrase in the wrong place and inserts it in the right one, word by word. Edit"
        " types are per 100 reference words."
    )
    frame = edit_tables.overview(*metrics, *sorted_statistics)
    number = st.column_config.NumberColumn
    formats = {name: number(format="%.2f") for name in frame.columns[3:]}
    mark = partial(ranking.mark_best, higher_is_better={"TER": False, "WER": False})
    grid.draw_grid(frame, formats, mark, placeholder=MISSING)
    exports.offer_table(frame, "Edit types", exports.export_source(context, context.ter))


def show_edited_words(context: Context) -> None:
    with layout.controls("system"):
        system = reader.choose_system(context)
    task = jobs.edits_of_system(context.ter, context.test_set, system)
    waiting.when_ready(
        "edits", [task], partial(draw_edited_words, context, system), "Collecting every edit of this system."
    )


def draw_edited_words(context: Context, system: str, table: EditTable) -> None:
    left, right = layout.side_by_side()
    with left:
        for tab, (kind, (_, meaning)) in zip(st.tabs([name for name, _ in WORDS.values()]), WORDS.items(), strict=True):
            with tab:
                frame, segments = edit_tables.frequent(table, kind, MAX_EDITS_SHOWN)
                st.caption(f"{meaning} {table.count(kind):,} in all. Click a row to see its first segment below.")
                if segments:
                    show_frequent(context, frame, segments, kind)
    with right:
        show_shifts(table)
    open_at_shift(context, [system])
    show_edited_segment(context, [system], context.order, state.segment_in_use(len(context.test_set)))


def show_shifts(table: EditTable) -> None:
    if not len(table.shift_lengths):
        st.info("This system's outputs need no shift.")
        return
    lengths = charts.shift_counts(table.shift_lengths, "words that move together")
    st.plotly_chart(lengths, key="shift-lengths", alt="Shifts by length")
    distances = charts.shift_counts(table.shift_distances, "words passed; below 0 towards the beginning")
    st.plotly_chart(distances, key="shift-distances", alt="Shifts by distance")


def show_frequent(context: Context, frame: pd.DataFrame, segments: list[np.ndarray], kind: EditKind) -> None:
    key = f"frequent-{kind.value}"
    row = reader.leading_table(frame, np.array([indices[0] for indices in segments]), key, layout.TABLE_HEIGHT)
    if row is not None:
        reader.offer_segments(segments[row], key)
    exports.offer_table(frame, f"Frequent {kind.value}", exports.export_source(context, context.ter))


main()
