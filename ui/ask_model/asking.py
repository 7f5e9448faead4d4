"""The tab Ask: the choice of the questions, their cost, and the file of requests."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.output.markup import html
from scoring.studies.judge_prompts import ABOUT_ASKING, JudgePromptsResult
from ui.ask_model import jobs, prompt_html
from ui.ask_model.prompts_form import PromptsForm, choose_prompts
from ui.context.context import Context
from ui.kit import exports
from ui.session import send
from ui.store import waiting

MIME = "application/jsonl"


def draw_asking(context: Context, whole: TestSet) -> None:
    """Draw the choices, and next to them the requests that follow."""
    st.text(ABOUT_ASKING)
    with st.container(horizontal=True, gap="large", key="ask-setup"):
        with st.container(gap="small"):
            form = try_to_choose_prompts(context, whole)
        with st.container(gap="small", key="ask-seen"):
            if isinstance(form, str):
                draw_problem(form)
                return
            task = jobs.prompts_task(context, whole, form)
            show = partial(draw_prompts, whole, form)
            waiting.when_ready("ask-prompts", [task], show, "Writing the requests.")


def try_to_choose_prompts(context: Context, whole: TestSet) -> PromptsForm | str:
    """Return the choices, or the reason why no requests are possible."""
    try:
        return choose_prompts(context, whole)
    except ValueError as error:
        return str(error)


def draw_problem(problem: str) -> None:
    """Draw the reason why no requests are possible."""
    st.warning("There can be no requests like these.")
    st.text(problem)


def draw_prompts(whole: TestSet, form: PromptsForm, counted: JudgePromptsResult | str) -> None:
    """Draw the number of requests, their cost, the file, and the text that the model reads."""
    if isinstance(counted, str):
        draw_problem(counted)
        return
    result = counted.with_prices(form.request.prices, form.request.seed)
    head = Markup('<p class="statement">{}</p>{}').format(result.size_sentence, prompt_html.totals_list(result))
    if result.price is None:
        head += Markup('<p class="how">{}</p>').format(result.example_price_sentence)
    send.html(html.page(head))
    for caveat in result.caveats():
        send.sentences(caveat, look="caution")
    name = exports.file_name(whole.name, f"{result.request.protocol.name}-prompts", "jsonl")
    exports.draw_download_button("Download the requests", result.file, name, MIME, "download-prompts", type="primary")
    first = next(iter(result.columns.outputs)), result.segments[0]
    st.caption("What the model reads of the first output:")
    send.html(html.page(prompt_html.texts_picture(result.columns.texts(*first))))
    with st.expander("The whole request, and how tokens are counted"):
        send.html(html.page(prompt_html.prompt_picture(result.messages(*first))))
        for sentence in (result.example_prices, *result.cost_sentences()):
            st.caption(sentence)
