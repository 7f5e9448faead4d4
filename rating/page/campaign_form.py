"""The widgets of the tab Set up, from the protocol to the checks."""

import streamlit as st

from rating.page import segments
from rating.page.campaign_settings import CampaignSettings
from scoring import TestSet
from scoring.rating import ENGLISH, LANGUAGES, PROTOCOLS
from scoring.rating.protocols.plan import MAX_PLACES
from scoring.text.languages import find_language
from ui.context import ranking
from ui.context.context import Context
from ui.kit import address, layout
from ui.session import state
from ui.store import cache

PROTOCOL = "rate_protocol"
USUAL = "da"
"""Name of the protocol that is chosen at first."""
USUAL_RATERS = 2
"""Raters per item: a single rater's answers do not show whether others agree."""
MAX_SYSTEMS, PROPOSED = 5, 3
"""Above the first number of systems, only the second number of systems, the best ones, is proposed."""
USUAL_CHECKS, MAX_CHECKS = 10, 50
"""Share of a rater's items that are checks, of each kind, in per cent: at first, and at most."""
MAX_SEED = 10**9
GOOD_FOR = {
    "adequacy-fluency": "Two questions from 1 to 5 about each output: is the meaning there, and does it read well?",
    "ranking": "Up to five outputs, from best to worst. Fine differences show; how good they are does not.",
    "da": "One 0 to 100 score per output (DA). The fastest way to learn which system is better.",
    "esa": "Error span annotation (ESA): errors marked, then a score from 0 to 100. It says what is wrong.",
    "mqm": "Every error marked and no score: minor errors cost 1, major ones 5 (MQM). You may add categories below.",
    "contrastive": "Up to five outputs next to each other, each with a score from 0 to 100. Fine differences show.",
}
PREFILLED_BIAS = (
    "Raters remove wrong marks and add missing ones. That is faster, but they find fewer errors of their own, so the"
    " ratings lean towards what was marked; the exported answers say what that was."
)
NO_PREFILLED = (
    "This set has no marked errors that raters could start from: run the checks on the page Errors, or add a judge."
)
OF_DESK = "The desk speaks it to every rater, not the language of their browser; each can choose another one."
CATEGORIES = "rate_categories"
EXAMPLE_CATEGORIES = "accuracy/mistranslation\naccuracy/omission\nfluency/grammar\nterminology"
NO_ANNOTATOR = "nobody"
"""The choice of no errors marked beforehand."""
FIELD, LABELLED, OF_LANGUAGES = 130, 200, 300
"""Widths in px of a number's field, of a field with its label next to it, and of the list of languages."""


def choose_protocol() -> str:
    """Draw the choice of a protocol with what it is good for; return its name."""
    titles = {name: protocol.title for name, protocol in PROTOCOLS.items()}
    state.translate_asked(PROTOCOL, titles)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="rate-protocols"):
        names, title_of = list(titles), titles.__getitem__
        name = address.draw_single_choice(
            "Protocol", names, USUAL, PROTOCOL, format_func=title_of, label_visibility="collapsed"
        )
        st.caption(GOOD_FOR[name])
    return name


def choose_campaign_settings(context: Context, whole: TestSet, protocol: str) -> CampaignSettings:
    """Draw the fields of a campaign and return the settings; ``whole`` has all references and segments of the set."""
    chosen = choose_systems(context, whole)
    segment_choice = segments.choose_segment_selection(context, protocol)
    shows_source, references = choose_texts(whole)
    with layout.controls("rate-raters"):
        raters = address.draw_whole_number("Raters per item", 1, MAX_PLACES, USUAL_RATERS, 1, "rate_raters", LABELLED)
        places = address.draw_whole_number("Raters in all", 1, MAX_PLACES, USUAL_RATERS, 1, "rate_places", LABELLED)
        usual = usual_desk_language(cache.target_name(whole))
        languages = {usual: LANGUAGES[usual], **LANGUAGES}
        language = address.draw_named_option("Raters’ language", languages, "rate_language", OF_LANGUAGES, OF_DESK)
    with st.expander("Checks, and the seed", key="rate-checks"):
        with st.container(horizontal=True, gap="small"):
            repeats = percent_field("Repeated", "rate_repeats")
            damaged = percent_field("Damaged", "rate_damaged")
            seed = address.draw_whole_number("Seed", 0, MAX_SEED, 1, 1, "rate_seed", FIELD)
        st.caption(
            "In per cent of a rater’s items. Repeated ones show whether raters agree with themselves; in damaged ones"
            " some words are replaced, and a careful reader notices. Neither counts for a system. The seed decides the"
            " sample, the order and the checks."
        )
    marks_errors = PROTOCOLS[protocol].marks_errors
    prefilled, categories = (choose_prefilled(whole), choose_categories()) if marks_errors else ("", ())
    systems = tuple(name for name in whole.system_names if name in chosen) or context.shown
    shown = systems, segment_choice, shows_source, references
    return CampaignSettings(
        protocol, *shown, raters, places, repeats / 100, damaged / 100, seed, prefilled, categories, language
    )


def usual_desk_language(target: str) -> str:
    """Return the code of the outputs' language if the rater's page is translated into it; else English."""
    known_language = find_language(target)
    return next((code for code in known_language.codes if code in LANGUAGES), ENGLISH) if known_language else ENGLISH


def choose_categories() -> tuple[str, ...]:
    """Return the categories of errors that were typed, each once; empty if raters give only the severity."""
    with st.expander("Categories of errors", key="rate-categories-of-errors"):
        typed = st.text_area("One a line", key=CATEGORIES, placeholder=EXAMPLE_CATEGORIES)
        st.caption("Raters give each error one of these, as in MQM. Leave it empty to ask only for minor or major.")
    return tuple(dict.fromkeys(filter(None, map(str.strip, typed.split("\n")))))


def choose_prefilled(whole: TestSet) -> str:
    """Return the name of the errors that are marked before raters see an output; empty for none."""
    names = [one.name for one in whole.annotations]
    if not names:
        st.caption(NO_PREFILLED)
        return ""
    kinds = {NO_ANNOTATOR: NO_ANNOTATOR} | dict(zip(names, names, strict=True))
    with layout.controls("rate-prefilled"):
        name = address.draw_named_option("Errors marked beforehand by", kinds, "rate_prefilled", 330)
    if name == NO_ANNOTATOR:
        return ""
    st.caption(PREFILLED_BIAS)
    return name


def proposes_best_systems(context: Context) -> bool:
    """Return whether there are too many systems to rate all, and scores to choose the best."""
    return context.is_scored and len(context.shown) > MAX_SYSTEMS


def choose_systems(context: Context, whole: TestSet) -> set[str]:
    """Return the names of the rated systems, at first a few if there are many; empty means all systems shown."""
    metric, best = context.leading, list[str]()
    if proposes_best_systems(context):
        best = ranking.rank_by_corpus_score(metric, cache.measure_systems(metric, context.test_set), context.shown)[
            :PROPOSED
        ]
    names, others = whole.system_names, "All systems shown"
    chosen = st.multiselect("Systems", names, best, key="rate_systems", placeholder=others, bind="query-params")
    if best and {*chosen} == {*best}:
        st.caption(
            f"The {PROPOSED} best by {metric.full_name} are proposed: raters read every system’s output of each"
            f" segment. Take them all out to have all {len(context.shown)} rated."
        )
    return {*chosen}


def percent_field(label: str, key: str) -> int:
    return address.draw_whole_number(label, 0, MAX_CHECKS, USUAL_CHECKS, 5, key, FIELD)


def choose_texts(whole: TestSet) -> tuple[bool, tuple[str, ...]]:
    """Return whether raters see the source, and the names of the references that they see.

    At first they see the source; one reference if there is no source.
    """
    has_source = whole.source is not None
    names = whole.reference_names
    with layout.controls("rate-texts"):
        shows_source = has_source and st.checkbox("Raters see the source", True, key="rate_source", bind="query-params")
        usual = [] if has_source else list(names[:1])
        if not names:
            return shows_source, ()
        label, own = "References" if has_source else "Raters see", dict(zip(names, names, strict=True))
        references = address.draw_multiple_choice(label, own, usual, "rate_references", placeholder="none")
    return shows_source, tuple(references)
