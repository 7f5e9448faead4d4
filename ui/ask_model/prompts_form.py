"""The choices of the tab Ask: the protocol, the outputs, the texts shown with them, and the provider."""

from dataclasses import dataclass

import streamlit as st

from scoring import TestSet
from scoring.judgments.repeats import MAX_REPEATS
from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from scoring.model_judges.protocols import JUDGE_PROTOCOLS, JudgeProtocol, template_protocol
from scoring.studies.judge_prompts import (
    MAX_CONTEXT,
    MAX_PRICE,
    JudgePromptsRequest,
    TokenPrices,
    prompt_language_names,
)
from ui.context.context import Context
from ui.context.segment_scores import selection_metrics
from ui.kit import address, layout
from ui.session import state
from ui.store import cache

ALL, SAMPLE, DISPUTED = "all", "sample", "disagree"
"""Kinds of choice of the segments that are asked about."""
OWN = "own"
"""Name of the protocol whose prompt the visitor writes."""
USUAL_NUMBER, MAX_SEED = 100, 10**9
PROTOCOL, TEMPLATE = "ask_protocol", "ask_template"
EXAMPLE_TEMPLATE = """\
Rate this translation from 0 to 100.

Source: {source}
Translation: {translation}

Answer with JSON alone: {"score": <0 to 100>}"""
LABELLED, MODEL_FIELD, PRICE_FIELD = 190, 210, 310
"""Widths in px of fields with their labels next to them."""
HARDER = "These segments are harder than others: scores of systems on them are not those on all segments."


@dataclass(frozen=True)
class AskedSegments:
    """The choice of the segments that are asked about."""

    kind: str
    n: int = 0
    """Number of segments, unless all are asked about."""


@dataclass(frozen=True)
class PromptsForm:
    """The visitor's choices; the request is complete once segments are chosen."""

    request: JudgePromptsRequest
    segments: AskedSegments


def choose_prompts(context: Context, whole: TestSet) -> PromptsForm:
    """Draw the widgets and return the choices; raise ``ValueError`` for a prompt without the translation."""
    protocol = _choose_protocol()
    others = f"All {len(context.shown):,} shown" if len(context.shown) > 1 else context.shown[0]
    chosen = st.multiselect("Systems", whole.system_names, key="ask_systems", placeholder=others, bind="query-params")
    systems = [name for name in whole.system_names if name in chosen] or context.shown
    segments = _choose_segments(context)
    references, n_context = _choose_texts(whole)
    with layout.controls("ask-repeats"):
        repeats = address.draw_whole_number("Repeats", 1, MAX_REPEATS, 1, 1, "ask_repeats", LABELLED)
        seed = address.draw_whole_number("Seed", 0, MAX_SEED, 1, 1, "ask_seed", LABELLED)
    with layout.controls("ask-provider"):
        labels = {name: shape.label for name, shape in BATCH_SHAPES.items()}
        shape = BATCH_SHAPES[address.draw_named_option("File for", labels, "ask_for", LABELLED)]
        model = _choose_model(shape.usual_model)
    request = JudgePromptsRequest(
        protocol,
        shape,
        ModelSettings(model, json_answers=not protocol.template),
        tuple(systems),
        None,
        references,
        n_context,
        (),
        prompt_language_names(whole),
        repeats,
        seed,
        _choose_prices(),
    )
    return PromptsForm(request, segments)


def _choose_protocol() -> JudgeProtocol:
    titles = {name: protocol.title for name, protocol in JUDGE_PROTOCOLS.items()} | {OWN: "Your own prompt"}
    state.translate_asked(PROTOCOL, titles)
    names = list(titles)
    name = address.draw_single_choice(
        "Protocol", names, names[0], PROTOCOL, format_func=titles.__getitem__, label_visibility="collapsed"
    )
    if name != OWN:
        st.caption(JUDGE_PROTOCOLS[name].about)
        return JUDGE_PROTOCOLS[name]
    template = st.text_area("Prompt", EXAMPLE_TEMPLATE, key=TEMPLATE, height=170)
    return template_protocol(template, "Your prompt")


def _choose_segments(context: Context) -> AskedSegments:
    n_segments = len(context.test_set)
    kinds = {ALL: f"all {n_segments:,}", SAMPLE: "a random sample"}
    if len(selection_metrics(context)) > 1:
        kinds[DISPUTED] = "where metrics disagree"
    with layout.controls("ask-segments"):
        kind = address.draw_named_option("Segments", kinds, "ask_segments", 310)
        usual = min(USUAL_NUMBER, n_segments)
        n = 0 if kind == ALL else address.draw_whole_number("How many", 1, n_segments, usual, 1, "ask_n", LABELLED)
    if kind == DISPUTED:
        st.caption(HARDER)
    return AskedSegments(kind, n)


def _choose_texts(whole: TestSet) -> tuple[tuple[str, ...], int]:
    """Return the references that the model sees (by default none if there is a source) and the context's segments."""
    names = whole.reference_names
    references, n_context = list[str](), 0
    with layout.controls("ask-texts"):
        if names:
            usual = [] if whole.source is not None else names[:1]
            shown = dict(zip(names, names, strict=True))
            references = address.draw_multiple_choice("References", shown, usual, "ask_references", placeholder="none")
        if cache.origins(whole) is not None:
            n_context = address.draw_whole_number("Context", 0, MAX_CONTEXT, 0, 1, "ask_context", LABELLED)
    return tuple(references), n_context


def _choose_model(usual: str) -> str:
    """Return the model that requests name; the usual one if none is typed, which may be empty."""
    typed = st.text_input(
        "Model", key="ask_model", max_chars=80, placeholder=usual or "not named", width=MODEL_FIELD, bind="query-params"
    )
    return typed.strip() or usual


def _choose_prices() -> TokenPrices | None:
    """Return the prices of a million tokens; None until both are typed."""
    with layout.controls("ask-prices"):
        price_in = _price_field("Price of 1M tokens in", "ask_price_in")
        price_out = _price_field("Price of 1M tokens out", "ask_price_out")
    return None if price_in is None or price_out is None else TokenPrices(price_in, price_out)


def _price_field(label: str, key: str) -> float | None:
    """Draw a field for a price and return it; None while it is empty."""
    return st.number_input(
        label,
        0.0,
        MAX_PRICE,
        None,
        0.1,
        "%.2f",
        key,
        placeholder="none",
        width=PRICE_FIELD,
        bind="query-params",
    )
