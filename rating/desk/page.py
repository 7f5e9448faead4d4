"""The rater's page: joining, rating item by item in a component of its own, a pause, the end."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from markupsafe import Markup

from rating.desk import door, joining, others, screens, seats
from rating.desk.language import campaign_name, chosen_language, draw_desk_title, localized_number, says
from rating.desk.practice_texts import practice_texts
from scoring.output.markup import html
from scoring.rating import (
    TRANSLATIONS,
    ErrorSpans,
    MarkedError,
    PracticeRemark,
    Value,
    practice_item,
    practice_remarks,
    translate,
    translate_filled,
)
from ui.kit import changes, steps
from ui.session import navigation, send, state
from workspace import Desk

KEY = "desk-rating"


def take_message() -> None:
    """Handle the message of the rating component, in a callback and again at the beginning of a run.

    A callback is stopped halfway when another message comes.
    """
    rater = seats.rater_state()
    if rater is None:
        return
    message = seats.Message.of(state.widget_value(KEY, {}).get("said"), rater)
    if message is not None:
        seats.handle_message(message, chosen_language())


SCRIPTS = ("marking", "scales", "rating")
"""Files of the component's code, one after another."""
_scripts = [Path(__file__).with_name(f"{name}.js") for name in SCRIPTS]
_look: Any = {"style": str(Path(__file__).with_name("rating.css")), "isolate_styles": False}
"""Options of the component: no shadow tree, because some browsers do not report a selection inside one."""
_texts = "".join(script.read_text(encoding="utf-8") for script in _scripts)
SCRIPT_TEXTS = {
    language: {text: translation for text, translation in table.items() if f'"{text}"' in _texts}
    for language, table in TRANSLATIONS.items()
}
"""Language -> English text of the component -> its translation."""
_component = steps.component_of_scripts("bleuscope_rating", steps.TYPED_INTO, *_scripts, **_look)


def draw_rater_page() -> None:
    take_message()
    rater = seats.rater_state()
    secret, item = ("", None) if rater is None else (rater.desk.seat.secret, rater.item)
    door.ask_browser_for_rater(seats.arrive, secret, item)
    rater = seats.rater_state()
    changes.draw_last_change(lambda sentence: translate_filled(sentence, chosen_language()))
    if rater is None:
        if door.has_answered():
            joining.draw_joining()
    elif rater.desk.seat.finished is not None:
        draw_thanks(rater)
    elif rater.is_paused:
        draw_pause(rater)
    elif rater.is_complete:
        draw_end(rater)
    elif rater.practised is not None:
        draw_practice_remarks(rater.desk, rater.practised)
    else:
        language = chosen_language()
        is_practice = rater.item == screens.PRACTICE
        show = screens.practice_screen if is_practice else partial(screens.screen, number=rater.item)
        data = show(rater.desk, language=language)
        rater_data = {"seat": rater.name, "visit": rater.visit, "heard": rater.heard}
        of_last = {"remark": translate_filled(rater.remark, language), "isOver": rater.is_over}
        language_data = {"language": language, "words": SCRIPT_TEXTS.get(language, {})}
        _component(key=KEY, data=data | rater_data | of_last | language_data, on_said_change=take_message)


def draw_practice_remarks(desk: Desk, practised: Value) -> None:
    language, protocol = chosen_language(), desk.seat.campaign.protocol
    shown = practice_texts(desk, language)
    remarks = practice_remarks(protocol, practised, language, shown.target)
    outputs = [output.text for output in practice_item(protocol, shown.target).outputs]
    texts: list[tuple[str, str | None]] = [(says("Source"), shown.source), (says("Reference"), shown.reference)]
    if isinstance(practised, ErrorSpans):
        right_marks = [remark.error for remark in remarks if remark.error]
        texts += [(says("Your marks"), marked_text_html(outputs[0], practised.spans, language))]
        texts += [(says("Our marks"), marked_text_html(outputs[0], right_marks, language))]
    else:
        texts += [(says("Translation"), text) for text in outputs]
    with st.container(key="desk-said"):
        all_right = all(remark.is_right for remark in remarks)
        draw_desk_title(says("Well done") if all_right else says("What we would say"))
        line = Markup('<li class="{}"><b>{}</b> {}</li>')
        remark_items = [
            line.format("done" if one.is_right else "failed", remark_sign(one), one.text) for one in remarks
        ]
        terms = [Markup("<dt>{}</dt><dd>{}</dd>").format(*text) for text in texts if text[1] is not None]
        page = Markup('<dl class="terms">{}</dl><ul class="practised">{}</ul>')
        send.html(html.page(page.format(Markup("").join(terms), Markup("").join(remark_items))))
        with st.container(horizontal=True, gap="small"):
            st.button(says("Start rating"), type="primary", key="desk-start", on_click=seats.end_practice)
            st.button(says("Practise again"), on_click=seats.practise)
        st.caption(says("This item was practice: your answer to it is not kept. The next one counts."))


def marked_text_html(text: str, marks: Iterable[MarkedError], language: str) -> Markup:
    """Return the text with its marked errors, each followed by its severity; where two overlap, the second is cut."""
    template, pieces, at = Markup('{}<span class="err {}">{}</span><sup>{}</sup>'), [], 0
    for mark in sorted(marks, key=lambda mark: mark.start):
        start, end = max(mark.start, at), max(mark.end, at)
        pieces.append(
            template.format(text[at:start], mark.severity, text[start:end], translate(mark.severity, language))
        )
        at = end
    return Markup("").join([*pieces, text[at:]])


def remark_sign(remark: PracticeRemark) -> str:
    """Return the sign or the words before a remark: a tick, "Missed:" or "Not quite."."""
    if remark.is_right:
        return "✓"
    return says("Missed:") if remark.is_missed else says("Not quite.")


def draw_pause(rater: seats.RaterState) -> None:
    desk = rater.desk
    with st.container(key="desk-said"):
        draw_desk_title(says("Paused"))
        n_done, of_all = localized_number(len(desk.answers)), localized_number(len(desk.items))
        st.write(says("You have rated {done} of {all}. All of it is kept.", done=n_done, all=of_all))
        with st.container(horizontal=True, gap="small"):
            st.button(says("Go on"), type="primary", on_click=seats.resume)
            st.button(says("Somebody else wants to rate here"), on_click=seats.leave_seat)
        st.write(says("This browser knows you again. To go on elsewhere, open this address there:"))
        # Where a rater goes on; what stands behind # is never sent by a browser.
        st.code(f"{state.full_page_address(navigation.DESK)}#{desk.seat.secret}", language=None, wrap_lines=True)
        st.caption(says("Keep it to yourself: anyone who has it can answer in your name."))


def draw_end(rater: seats.RaterState) -> None:
    with st.container(key="desk-said"):
        n_items = len(rater.desk.items)
        draw_desk_title(
            says("All {all} are rated", all=localized_number(n_items)) if n_items > 1 else says("It is rated")
        )
        if rater.remark:
            changes.draw_sentence(changes.DONE, translate_filled(rater.remark, chosen_language()))
        st.write(
            says(
                "You can still go back and change answers. Once you finish you cannot; you then see a summary of what"
                " others said."
            )
        )
        with st.container(horizontal=True, gap="small"):
            st.button(says("Finish"), type="primary", key="desk-finish", on_click=seats.finish)
            st.button(says("Back to the last one"), on_click=seats.go_back)


def draw_thanks(rater: seats.RaterState) -> None:
    with st.container(key="desk-said"):
        draw_desk_title(says("Thank you"))
        seat = rater.desk.seat
        sentence = says(
            "{name}, you have rated all of “{campaign}”.", name=seat.name, campaign=campaign_name(seat.campaign)
        )
        send.sentences(sentence)
        others.draw_answers_of_others(rater.desk, rater.others)
        st.button(says("Somebody else wants to rate here"), on_click=seats.leave_seat)
