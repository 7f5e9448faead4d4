"""The tab Tune: which smoothing finds the best weights? Chen and Cherry (2014), Tables 5 to 8, for these lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring.counting.progress import Progress, progress_between
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.studies.choice import Gains
from scoring.studies.parameters import tuning as study
from scoring.studies.parameters.tuning import TuningCandidates as Sides
from server.engine.tasks import Task, Tell
from ui.choose import candidate_upload, choice_tables, matrix, tuning_charts
from ui.choose.candidates import ChoiceInput, ChoiceSettings, choice_input_from_lists
from ui.choose.sources import complete_set_in_use, offer_sample
from ui.kit import address, exports, grid, layout
from ui.session import send, state
from ui.store import cache, waiting

READING = 0.1
"""Share of the work after which the candidates have been compared with the references."""
PLACE = "tuning"
MAX_REPLICATIONS = 20
HALF, FILE = "half", "file"
JUDGED_ON = {HALF: "The other half of the lists", FILE: "Lists of your own"}
NO_FEATURES = (
    "Tuning finds weights of features, and these candidates have no features. Use a Moses n-best list, or JSON Lines in"
    " which every candidate has features, or try the sample lists."
)
DOING = "Tuning {} times. The other pages are ready."
LETTERS = (
    "Tuners that share a letter do not differ significantly on held-out lists (all pairs, Holm). p: compared with the"
    " {}, corrected for the tuners (Holm). ±: standard deviation over the replications. Length: words of the choice"
    " divided by words of the closest references."
)
HALVES = "The two sides are different sentences, and one may be easier: compare the dots of one colour."
ON_ALL = (
    "A system made of the mean weights chooses from all lists, including the lists used for tuning, where it does"
    " better than on others."
)
SHARES = "Each feature's influence on the choice, in %: its weight times its spread within lists."


@dataclass(frozen=True)
class TuningRefusal:
    """The reason why tuning gave no result."""

    why: str


def tuning_task(
    candidates: ChoiceInput, held_out: ChoiceInput | None, request: study.TuningRequest
) -> Task[study.TuningResult | TuningRefusal]:
    """Return the task that tunes weights; half of the lists are held out, unless ``held_out`` has other lists."""
    metric = candidates.context.bleu

    def sides(tell: Progress) -> tuple[Sides, Sides]:
        if held_out is None:
            return study.halves(candidates.lists, _references(candidates), metric, request.seed, tell)
        return (
            Sides.of(candidates.lists, _references(candidates), metric, progress_between(tell, 0.0, 0.5)),
            Sides.of(held_out.lists, _references(held_out), metric, progress_between(tell, 0.5, 1.0)),
        )

    def compute(tell: Tell) -> study.TuningResult | TuningRefusal:
        try:
            return study.run(
                request, *sides(progress_between(tell, 0.0, READING)), progress_between(tell, READING, 1.0)
            )
        except ValueError as error:  # lists that do not fit together, or too few of them
            return TuningRefusal(str(error))

    others = None if held_out is None else held_out.identity
    return Task(cache.TESTS, ("tuned", request, metric, candidates.identity, others), compute)


def _references(candidates: ChoiceInput) -> list:
    return [reference.segments for reference in candidates.test_set.references]


def draw_tuning(asked_choice: ChoiceSettings, gains: Gains | None) -> None:
    """Draw the tab; it does not depend on what other criteria choose."""
    candidates = asked_choice.candidates
    if not study.has_features(candidates.lists):
        st.info(NO_FEATURES)
        offer_sample()
        return
    with layout.controls("choose-tune"):
        request, judged_on = choose_tuning(asked_choice)
    held_out = None
    if judged_on == FILE:
        held_out = find_held_out(candidates)
        if held_out is None:
            return
    doing = DOING.format(request.replications * len(request.tuners))
    result = waiting.result_or_progress(PLACE, tuning_task(candidates, held_out, request), doing)
    if isinstance(result, TuningRefusal):
        st.warning(result.why)
    elif result is not None:
        draw_tuning_result(asked_choice, result)


def choose_tuning(asked_choice: ChoiceSettings) -> tuple[study.TuningRequest, str]:
    """Return the request, with tuners and replications, and the name of the lists on which weights are judged."""
    judged_on = address.draw_named_option("Judged on", JUDGED_ON, "held_out", 300)
    with st.popover("Tuners and replications", key="choose-tuners", width="content"):
        tuners = address.draw_multiple_choice(
            "Tuners", {name: tuning_charts.tuner_label(name) for name in study.TUNERS}, study.TUNERS, "tuners"
        )
        replications = address.draw_whole_number(
            "Replications", 1, MAX_REPLICATIONS, study.REPLICATIONS, step=1, key="replications", width=140
        )
        st.caption("Each replication tunes on resampled development lists, with the seed under How this is computed.")
    return study.TuningRequest(tuple(tuners), replications, seed=asked_choice.request.seed), judged_on


def find_held_out(candidates: ChoiceInput) -> ChoiceInput | None:
    """Return the visitor's held-out lists; None until a file is there that fits the candidates."""
    context = candidates.context
    candidate_upload.draw_candidate_upload(candidate_upload.HELD_OUT, context)
    candidate_file = candidate_upload.HELD_OUT.current()
    if candidate_file is None:
        return None
    try:
        return choice_input_from_lists(context, candidate_file, complete_set_in_use(), state.visitor())
    except ValueError as error:
        st.error("These lists cannot be judged.")
        st.code(str(error), language=None, wrap_lines=True)
        return None


def draw_tuning_result(asked_choice: ChoiceSettings, result: study.TuningResult) -> None:
    tunings, tests = result.tunings, result.tests
    send.sentences(study.tuning_opening(tunings, tests))
    left, right = layout.side_by_side()
    with left:
        st.plotly_chart(tuning_charts.tuning_score_chart(result), key="tuned", alt="BLEU of each tuner on both halves")
        send.html(html.page(Markup("<small>{}</small>").format(HALVES)))
    with right:
        send.html(
            html.page(
                sentence_list(
                    [
                        study.smoothings(tunings, tests),
                        study.output_length_sentence(tunings),
                        study.overfitting(tunings),
                    ]
                )
            )
        )
        send.html(html.page(Markup('<p class="heading">What these lists cannot show</p>')))
        send.html(html.page(sentence_list(study.limits_of_lists_sentences(tunings, tests))))
    draw_tuning_scores(asked_choice, result)
    show_weights(asked_choice, result)
    st.caption(ON_ALL)
    matrix.draw_choice_adding(asked_choice, offers(asked_choice, result), "choose_added_tuned")


def offers(asked_choice: ChoiceSettings, result: study.TuningResult) -> dict[str, matrix.Offer]:
    """Return what each tuner's mean weights over the replications choose among all lists, by name."""
    lists, offer_by_name = asked_choice.candidates.lists, {}
    for one in result.ranked:
        if one.name != result.tunings.baseline.name:
            label = choice_tables.tuned_weights_name(tuning_charts.tuner_label(one.name))
            offer_by_name[one.name] = matrix.Offer(
                label, label, partial(study.choose_by_weights, one.name, lists, one.mean_weights)
            )
    return offer_by_name


def sentence_list(sentences: Sequence[str | None]) -> Markup:
    """Return the sentences as an HTML list; they may contain names of features and files."""
    item = Markup("<li>{}</li>")
    items = Markup("").join(item.format(sentence) for sentence in sentences if sentence)
    return Markup('<ul class="differing">{}</ul>').format(items)


def draw_tuning_scores(asked_choice: ChoiceSettings, result: study.TuningResult) -> None:
    tunings = result.tunings
    frame = tuning_charts.tuning_score_table(result)
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    formats: dict[str, Any] = {str(name): number(format="%.2f") for name in frame.select_dtypes("float")}
    formats |= {name: number(format="%.3f") for name in tuning_charts.LENGTHS.values()}
    formats |= {"letters": text(width=60), tuning_charts.TUNED_BY: text(pinned=True), "p_adjusted": number("p")}
    grid.draw_grid(frame, formats, grid.format_probabilities, placeholder=MISSING)
    st.caption(LETTERS.format(tuning_charts.tuner_label(tunings.baseline.name)))
    exports.offer_table(frame, "Tuning", tuning_source(asked_choice, result))


def show_weights(asked_choice: ChoiceSettings, result: study.TuningResult) -> None:
    tunings = result.tunings
    st.subheader("Weights", anchor=False)
    frame = tuning_charts.weight_share_table(result)
    number = st.column_config.NumberColumn
    grid.draw_grid(frame, {str(name): number(format="%.1f") for name in frame.columns[1:]}, placeholder=MISSING)
    st.caption(" ".join(filter(None, [SHARES, study.weight_variation_words(tunings)])))
    with st.popover("How this is tuned", key="about-tuning", width="content"):
        st.text(study.tuning_method(tunings))
    exports.offer_table(partial(tuning_charts.weight_records, tunings), "Weights", tuning_source(asked_choice, result))


def tuning_source(asked_choice: ChoiceSettings, result: study.TuningResult) -> dict[str, str]:
    """Return where the numbers come from, as facts of a table."""
    return exports.export_source(asked_choice.candidates.context, result.tunings.metric) | {
        "candidates": asked_choice.candidates.summary,
        "tuning": study.tuning_method(result.tunings),
    }
