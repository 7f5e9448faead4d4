"""Where do systems differ, and why? A list of segments, next to the segment that is read."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.output.sentence import sentence
from scoring.studies.side_by_side import score_pair, win_sentence
from scoring.studies.wording.verdict_words import within_a_sentence
from ui import views
from ui.context import filters as filtering
from ui.context import ranking, selection
from ui.context.context import Context, current_context
from ui.kit import address, exports, layout, part, reader
from ui.kit.reader import SegmentView, View
from ui.segments import listing, narrowing, passage, picker
from ui.session import send, state
from ui.store import cache, waiting
from ui.verdict import doubt_line

BEST_SHOWN = 6
"""Most systems shown at first: with more, only the best; the sidebar chooses others."""
REASONS_SHOWN = 3
"""Most reasons shown why a segment is suspicious."""
FILTERS = 280
"""Width of a column of filters in px."""
FIND: Final = "find_text"
"""The key of the search box."""
VIEW: Final = "segment_view"
"""The key of the views."""


def main() -> None:
    context = current_context()
    waiting.when_measured(context.bleu, context.test_set, lambda _: show_segments_page(context))


def show_segments_page(context: Context) -> None:
    statistics = cache.measure_systems(context.measure, context.test_set)
    ranked = ranking.rank_by_corpus_score(context.measure, statistics, context.shown)
    best = ranking.baseline_first(ranked, context.baseline)
    compared = tuple(best[:2]) if context.is_scored else context.shown
    draw_unlisted = partial(doubt_line.draw_unlisted_doubt, context, best, len(compared))
    set_in_doubt = doubt_line.set_in_doubt(context)
    doubt_line.draw_doubts_of_set(set_in_doubt, compared, draw_below=draw_unlisted, metric=context.leading)
    draw_wins(context, best, statistics)
    choose_filters(context, best)
    if context.is_empty:
        st.info("No segment passes this filter. Search for something else, or widen the ranges.")
        return
    by = context.bleu, context.measure, context.shown, usual_order(context, best), context.baseline, context.opponent
    order = selection.segment_order(context.test_set, *by)
    if state.take_first_segment_request() or not state.is_looked_at():
        state.move_to_segment(int(order[0]))
    open_first(context, order, best)
    with st.container(horizontal=True, key="two-panes"):
        with st.container(key="list-pane", gap="xsmall"):
            show_list(context, order, best)
        with st.container(key="reading-pane"):
            part.draw_rerun_part(partial(show_reader, context, order, best), partial(reading_choices, context, order))
    measures = [context.measure] if context.is_scored else []
    table = partial(make_table, context, order)
    exports.offer_table(table, "Segments", exports.export_source(context, *measures), n_rows=len(order))


def draw_wins(context: Context, best: list[str], statistics: cache.Statistics) -> None:
    """Draw in how many of the listed segments each of the two compared systems is better."""
    if context.is_empty or not context.is_scored or len(best) < 2:
        return
    measure = context.measure
    pair = score_pair(measure, (best[0], best[1]), statistics, context.test_set)
    alike = cache.wins_with_plain_quotes(context.test_set, pair)
    won = within_a_sentence(cache.as_typed_sentence(context.test_set, pair, win_sentence(pair)))
    statement = sentence("By {}, {} {}", measure.full_name, won, alike)
    send.sentences(statement, colors=context.colors)


def reading_choices(context: Context, order: np.ndarray) -> tuple[Any, ...]:
    """Return the choices of the reading pane on which filters, settings, menu and list depend.

    The rest of the page is drawn again only when these choices change.
    """
    view_name = state.widget_or_address_value(VIEW)
    is_named = view_name in views.VIEWS and views.VIEWS[view_name].names_segment
    part_read = listed_at(context, order) // listing.PART
    return state.address_values_without_place(), view_name, state.segment_number() if is_named else None, part_read


def make_table(context: Context, order: np.ndarray) -> pd.DataFrame:
    """Return the table of listed segments for download."""
    scores = cache.score_segments(context.measure, context.test_set)
    lengths = selection.reference_lengths(context.bleu, context.test_set)
    shown = {name: scores[name] for name in context.shown if context.is_scored}
    return listing.listed_segments_table(context.test_set, context.measure.full_name, shown, lengths, order)


def choose_filters(context: Context, best: list[str]) -> None:
    """Draw the search box, the order, and the other filters, in one row."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="finder"):
        choose_text()
        choose_order(context, best)
        with st.popover("Filter", icon=":material/filter_list:", key="filter"), st.container(horizontal=True):
            with st.container(width=FILTERS):
                choose_suspicious(context)
                choose_places(context)
                choose_ranges(context)
            if narrowing.is_there(context):
                with st.container(width=FILTERS):
                    narrowing.narrow_segments(context)
        show_count(context)
    problem = filtering.pattern_problem(replace(context.filters, find=state.address_value("find")))
    if problem is not None:
        st.error("The search pattern is not a valid regular expression, so all segments are listed:")
        st.code(problem, language=None)
    if unknown := selection.unknown_filters(context.filters):
        each = (Markup("{} “{}”").format(name.replace("_", " "), value) for name, value in unknown.items())
        template = Markup("<small>The test set does not have what the link asks for: {}.</small>")
        send.html(html.page(template.format(Markup(", ").join(each))))


def show_count(context: Context) -> None:
    """Draw the number of listed segments, and the filters other than the search."""
    if context.filters.lets_all_pass:
        st.markdown(f"**{context.how_many}**", width="content")
        return
    layout.draw_chip("filters", context.how_many, selection.take_off)
    others = filtering.describe_filters(replace(context.filters, find=""))
    send.html(html.page(Markup("<small>{}</small>").format(others)), "content")


def choose_text() -> None:
    if state.widget_value(FIND) != state.address_value("find"):  # else what is typed meanwhile would be undone
        state.set_widget_value(FIND, state.address_value("find"))
    look: Any = {"label_visibility": "collapsed", "placeholder": "Find a word or phrase in any text"}
    press: Any = {"on_change": put_into_address, "args": ("find", FIND)}
    st.text_input("Find", key=FIND, type="search", live="250ms", max_chars=state.LONGEST_TEXT, **look, **press)


def put_into_address(field: str, key: str) -> None:
    """Put a widget's value into the address; a callback."""
    selection.ask_for_filters(**{field: state.widget_value(key)})


def take_range(field: str, key: str, whole: tuple[float, float]) -> None:
    """Put a widget's range into the address, or remove it if the range is the whole one; a callback."""
    chosen = state.widget_value(key)
    selection.ask_for_filters(**{field: getattr(filtering.NO_FILTERS, field) if chosen == whole else chosen})


def usual_order(context: Context, best: list[str]) -> str:
    """Return the order of segments unless the address has one; a single system's worst segments come first."""
    if not context.is_scored:
        return selection.FILE
    return selection.DIFFERENCE if len(best) > 1 else f"{selection.WORST}:{best[0]}"


def choose_order(context: Context, best: list[str]) -> None:
    """Draw the choice of the order of segments."""
    from_baseline = " from the baseline" if context.baseline else ""
    labels = (
        {selection.DIFFERENCE: f"largest difference{from_baseline} first"}
        if context.is_scored and len(best) > 1
        else {}
    )
    if labels and context.opponent is not None:
        labels[selection.DISAGREEMENT] = f"{context.measure.full_name} and {context.opponent.full_name} disagree most"
    labels |= {selection.FILE: "file order", selection.LONGEST: "longest first", selection.SHORTEST: "shortest first"}
    scored = best if context.is_scored else []
    lowest, highest = selection.WORST, selection.BEST
    if not context.measure.higher_is_better:
        lowest, highest = highest, lowest
    for system in scored:
        for end, word in ((lowest, "lowest"), (highest, "highest")):
            labels[f"{end}:{system}"] = f"{word} {context.measure.full_name} of {system}"
    sorting = selection.sorting(context.shown)
    state.set_widget_value("sort_by", sorting if sorting in labels else usual_order(context, best))
    address.draw_named_choice("Sort by", labels, "sort_by", label_visibility="collapsed", width=290, on_change=sort)


def sort() -> None:
    """Go to the first segment after sorting; a callback."""
    state.set_address_values({"sort": state.widget_value("sort_by")})
    state.to_first_segment()


def choose_places(context: Context) -> None:
    """Draw the choice of texts to search, and whether the search is a regular expression."""
    places = list(filtering.searchable_columns(context.test_set))
    state.set_widget_values({"find_where": context.filters.where, "find_regex": context.filters.is_regex})
    st.selectbox("Find in", places, key="find_where", on_change=put_into_address, args=("where", "find_where"))
    st.toggle(
        "Find a regular expression", key="find_regex", on_change=put_into_address, args=("is_regex", "find_regex")
    )


def choose_suspicious(context: Context) -> None:
    """Draw the switch that lists only segments to read before a comparison is trusted."""
    state.set_widget_values({"find_suspicious": context.filters.is_suspicious})
    help = "Empty, copied or repeated texts, outputs of twice or half the usual length, and lines out of place."
    st.toggle("Suspicious segments only", key="find_suspicious", help=help, on_change=take_suspicious)


def take_suspicious() -> None:
    """Put the choice of suspicious segments into the address; a callback."""
    state.set_address_values({"suspicious": "yes" if state.widget_value("find_suspicious") else ""})


def choose_ranges(context: Context) -> None:
    """Draw the ranges of scores and lengths in which a segment must be."""
    filters, whole, label = context.filters, context.every_segment, context.measure.full_name
    if context.is_scored:
        choose_list_measure(context)
        choose_scores(context)
        state.set_widget_values({"score_system": filters.score_of or ""})
        names = {"": "any system shown"} | {name: name for name in whole.system_names}
        address.draw_named_choice(
            f"{label} of", names, "score_system", on_change=put_into_address, args=("score_of", "score_system")
        )
    if not whole.references:
        return
    lengths = selection.reference_lengths(context.bleu, whole)
    shortest, longest = int(lengths.min()), int(lengths.max())
    if shortest < longest:
        length_range = filters.lengths or (shortest, longest)
        state.set_widget_value("length_range", tuple(min(max(length, shortest), longest) for length in length_range))
        ends = "Words in the reference, from and to"
        args = "lengths", "length_range", (shortest, longest)
        st.slider(ends, shortest, longest, key="length_range", on_change=take_range, args=args)


def choose_list_measure(context: Context) -> None:
    """Draw the choice of the metric that lists, sorts and filters segments, if there are others than BLEU."""
    offered = selection.list_measures(context.metrics, context.bleu)
    if len(offered) < 2:
        return
    state.set_widget_values({"score_measure": context.measure.name})
    labels = {name: metric.full_name for name, metric in offered.items()}
    address.draw_named_choice("List, sort and filter by", labels, "score_measure", on_change=take_measure)


def take_measure() -> None:
    """Go to the first segment after sorting by another score, and drop the range of the old one; a callback."""
    state.set_address_values({"score_by": state.widget_value("score_measure"), "score": ""})
    state.to_first_segment()


def choose_scores(context: Context) -> None:
    """Draw the range of scores in which a segment must be: 0 to 100 for percentages, else lowest to highest score."""
    low, high = filtering.ALL_SCORES
    if not context.measure.is_percentage:
        low, high = selection.score_range(context.measure, context.every_segment)
    if not low < high:
        return
    score_range = context.filters.scores if context.filters.scores != filtering.ALL_SCORES else (low, high)
    state.set_widget_values({"score_range": tuple(min(max(end, low), high) for end in score_range)})
    label = f"{context.measure.full_name}, from and to"
    args = "scores", "score_range", (low, high)
    st.slider(label, low, high, key="score_range", on_change=take_range, args=args)


def open_first(context: Context, order: np.ndarray, best: list[str]) -> None:
    """Open the first listed segment when the search or the order changes."""
    chosen_by = context.filters, selection.sorting(context.shown), *best[:2]
    if not state.must_open_segment(*chosen_by):
        return
    order_in_use = selection.sorting(context.shown) or usual_order(context, best)
    label, why = context.measure.full_name, ""
    if order_in_use == selection.DIFFERENCE and len(best) > 1 and context.is_scored:
        pair = "the baseline and the best other system, " if context.baseline else ""
        why = f"{pair}{best[0]} and {best[1]}{',' * bool(pair)} differ most in it by {label}."
    elif order_in_use == selection.DISAGREEMENT and len(best) > 1 and context.opponent is not None:
        why = disagreement_reason(context, best, int(order[0]))
    elif order_in_use.startswith(f"{selection.WORST}:"):
        why = f"{order_in_use.partition(':')[2]} has its worst {label} in it."
    state.open_at(int(order[0]), why, *chosen_by)


def disagreement_reason(context: Context, best: list[str], index: int) -> str:
    """Return which output of a segment each of the two metrics prefers; empty if both prefer the same one."""
    prefers = {
        metric.full_name: best[0] if lead > 0 else best[1]
        for metric in (context.measure, context.opponent)
        if metric is not None and (lead := selection.segment_leads(metric, context.test_set, best[:2])[index])
    }
    if len({*prefers.values()}) < 2:
        return ""
    return " and ".join(f"{metric} prefers {system}" for metric, system in prefers.items()) + " in it."


def show_list(context: Context, order: np.ndarray, best: list[str]) -> None:
    """Draw the rows around the segment that is read, with the scores by which they are sorted."""
    test_set, place = context.test_set, st.container()
    systems = listed_systems(context, best)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        listed = order[choose_part(context, order)]
        dots = Markup(" ").join(Markup("{}{}").format(html.dot(context.colors[name]), name) for name in systems)
        if systems:
            send.html(html.page(Markup("<small>{}: {}</small>").format(context.measure.full_name, dots)), "content")
    scores = cache.score_segments(context.measure, test_set)
    decimals = 1 if context.measure.is_percentage else context.measure.decimals
    rows = listing.list_rows(test_set, listed, context.filters, {name: scores[name] for name in systems}, decimals)
    with place:
        picker.draw_segment_list(rows, [context.colors[name] for name in systems], state.choose_segment)


def listed_systems(context: Context, best: list[str]) -> list[str]:
    """Return the systems whose scores the list shows: the system that it is sorted by, else the two best."""
    if not context.is_scored:
        return []
    by, _, system = (selection.sorting(context.shown) or usual_order(context, best)).partition(":")
    return [system] if by in (selection.BEST, selection.WORST) and system in best else best[:2]


def listed_at(context: Context, order: np.ndarray) -> int:
    """Return the place in the list, from 0, of the segment that is read."""
    return int(np.flatnonzero(order == state.segment_in_use(len(context.test_set)))[0])


def choose_part(context: Context, order: np.ndarray) -> slice:
    """Return the rows of a long list that are shown: the chosen part, at first the one with the selected segment."""
    parts = listing.list_parts(len(order))
    if len(parts) == 1:
        return parts[0]
    here = listed_at(context, order) // listing.PART
    labels = [f"{part.start + 1:,} to {part.stop:,} of {len(order):,}" for part in parts]
    key = f"rows_{len(order)}_{here}"  # the selected segment's part is shown again when it is another one
    chosen = st.selectbox("Rows", labels, index=here, key=key, label_visibility="collapsed", width=170)
    return parts[labels.index(chosen)]


def show_reader(context: Context, order: np.ndarray, best: list[str]) -> None:
    """Draw the segment that is read."""
    index = state.segment_in_use(len(context.test_set))
    # Those whose outputs are drawn: the one whose errors are filtered by, those that are compared, then all others.
    filtered_system = context.filters.errors.of
    first = [filtered_system] if filtered_system in context.test_set.system_names else []
    first = list(dict.fromkeys([*first, *listed_systems(context, best)]))
    max_systems = len(context.shown) if state.widget_value("systems") else BEST_SHOWN
    drawn_systems = list(dict.fromkeys([*first, *best]))[:max_systems]
    shown = first + [system for system in context.shown if system in drawn_systems and system not in first]
    hypotheses = context.test_set.segment(index).hypotheses
    texts = {system: hypotheses[system] for system in shown}
    with st.container(gap=None):
        picker.mark_chosen_segment(int(context.test_set.numbers[index]))
        steps = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = choose_view(context)
        chosen = shown[0] if view.of_all else reader.choose_system(context, (listed_systems(context, best) or best)[0])
    with steps:
        reader.draw_segment_steps(context, order, index, texts, view.label, part.read_on)
        say_suspicions(context, index)
        best_shown = next((system for system in best if system in shown), shown[0])
        passage.draw_document_row(context, index, shown, best_shown if view.of_all else chosen)
    segment_view = SegmentView(index, texts | {chosen: hypotheses[chosen]}, chosen)
    if view.of_all and len(shown) < len(context.shown):
        number = f"{len(shown)} of {len(context.shown)} systems"
        note = (
            f"{number}: the one with these errors, then the best" if context.filters.errors.of else f"The best {number}"
        )
        st.caption(f"{note}. Choose others under Systems shown.")
    waiting.when_compiled(lambda: view.draw(context, segment_view))


def say_suspicions(context: Context, index: int) -> None:
    """Draw why the segment is suspicious, if only suspicious segments are listed."""
    if not context.filters.is_suspicious:
        return
    place = int(context.test_set.places[index])
    suspicions = selection.suspicions(context.every_segment, context.shown)
    reasons = [one.sentence for one in suspicions if place in one.places]
    n_more = len(reasons) - REASONS_SHOWN
    shown_reasons = [*reasons[:REASONS_SHOWN], *([f"{counted(n_more, 'more reason')}."] if n_more > 0 else [])]
    send.sentences(f"⚠ {' '.join(shown_reasons)}")


def choose_view(context: Context) -> View:
    """Return the chosen view of the segment; at first, the view of the metric that lists the segments."""
    names = [name for name, view in views.VIEWS.items() if view.is_there(context)]
    usual = views.metric_view(context.measure, context)
    if len(names) == 1:
        return views.VIEWS[usual]
    return views.VIEWS[address.draw_single_choice("View", names, usual, VIEW, label_visibility="collapsed")]


main()
