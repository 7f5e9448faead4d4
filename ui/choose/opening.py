"""The sentences at the top of the page Choose: its purpose, which choice to take, and what it gains and loses."""

import streamlit as st
from markupsafe import Markup

from scoring.output.markup import html
from scoring.studies import choice
from scoring.studies.wording.report_words import MEND_FIRST
from ui.choose import jobs
from ui.choose.candidates import ChoiceSettings
from ui.context import leaving_out
from ui.kit import address, budget
from ui.session import send
from ui.store import cache, waiting

PLACE = "choices"
DOING = "Choosing among {:,} candidates. The other pages are ready."
PAIRS = (
    " MBR compares every candidate with all others of its list: {:,} pairs per metric, about {}, or more for long"
    " sentences. It is faster with shorter lists, or without MBR under Choices and metrics."
)
LONG_SECONDS = 10.0
"""Seconds from which the page says why choosing takes long."""
PAIR_SECONDS = {"bleu": 0.25e-6, "chrf": 0.33e-6}
"""Metric -> seconds for a pair of candidates, measured with n-best lists of news."""
SLOW_SECONDS = 1.2e-6
"""Seconds for a pair of candidates by any other metric."""
NO_OTHER = "There is nothing to compare. Add another way to choose under Choices and metrics."
MIXES = "A mix takes for each sentence the output most like the others (minimum Bayes risk, MBR)."
LISTS = "Each sentence has several candidates; minimum Bayes risk (MBR) takes the one most like the others."
CHECKING = "Checking whether the test set is sound."


def draw_choice_opening(asked_choice: ChoiceSettings) -> choice.Gains | None:
    """Draw the top of the page, and return the gains; None until all choices are made and judged."""
    gains = waiting.result_or_progress(PLACE, jobs.gains_task(asked_choice), progress_words(asked_choice))
    if gains is not None:
        sound = cache.first_examination_task(asked_choice.candidates.test_set)
        waiting.when_ready("choice-soundness", [sound], lambda _: draw_statement(asked_choice, gains), CHECKING)
    return gains


def draw_statement(asked_choice: ChoiceSettings, gains: choice.Gains) -> None:
    """Say what the page is for and what it found; if the test set is not sound, give no advice."""
    candidates = asked_choice.candidates
    of_systems = candidates.of_systems
    names = candidates.lists.names or candidates.test_set.system_names
    is_doubtful = bool(leaving_out.doubts_in_use(candidates.test_set, names, None))
    answer = next(iter(choice.choice_sentences(gains, is_doubtful)), NO_OTHER)
    answer_html = Markup('<p class="verdict">{}{}</p><p class="how">{}</p>').format(
        f"{MEND_FIRST} " * is_doubtful, answer, MIXES if of_systems else LISTS
    )
    with st.container(gap=None, key="choice-opening"):
        send.html(html.page(answer_html))
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            about = candidates.numbers if of_systems else candidates.summary
            send.html(html.page(Markup("<small>{}</small>").format(about)), "content")
            if of_systems:
                single = Markup("<b>{}</b>").format(choice.one_system_sentence(gains, is_doubtful))
                send.html(html.page(single), "content")
                address.page_link("overview", "See Overview")


def progress_words(asked_choice: ChoiceSettings) -> str:
    """Return what is being computed, and why it takes long if it does."""
    lists = asked_choice.candidates.lists
    n_pairs = int((lists.sizes**2).sum())
    by = [criterion.of for criterion in asked_choice.request.criteria if criterion.kind == choice.MBR]
    seconds = n_pairs * sum(PAIR_SECONDS.get(name, SLOW_SECONDS) for name in by)
    return DOING.format(len(lists)) + (
        PAIRS.format(n_pairs, budget.duration_words(seconds)) if seconds >= LONG_SECONDS else ""
    )
