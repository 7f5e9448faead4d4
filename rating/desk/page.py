"""The rater's page: joining, rating item by item in a component of its own, a pause, the end."""

from pathlib import Path
from typing import Any

import streamlit as st
from markupsafe import Markup

from rating.desk import door, joining, others, screens, seats
from scoring.output.markup import html
from scoring.rating import PRACTICE_REFERENCE, Value, practice_item, practice_remarks
from ui.kit import changes, steps
from ui.session import navigation, send, state

KEY = "desk-rating"


def take_message() -> None:
    """For callbacks, and at the beginning of a run: a callback is ended halfway when another message comes."""
    there = seats.sitting()
    if there is None:
        return
    message = seats.Message.of(state.widget_value(KEY, {}).get("said"), there)
    if message is not None:
        seats.handle_message(message)


SCRIPTS = ("marking", "scales", "rating")
"""Files of the component's code, one after another."""
_scripts = (Path(__file__).with_name(f"{name}.js") for name in SCRIPTS)
_look: Any = {"style": str(Path(__file__).with_name("rating.css")), "isolate_styles": False}
"""In a shadow tree not every browser tells what is selected."""
_component = steps.scripted("bleuscope_rating", steps.TYPED_INTO, *_scripts, **_look)


def draw_rater_page() -> None:
    take_message()
    there = seats.sitting()
    secret, item = ("", None) if there is None else (there.desk.seat.secret, there.item)
    door.ask_browser_for_rater(seats.arrive, secret, item)
    there = seats.sitting()
    changes.draw_last_change()
    if there is None:
        joining.draw_joining()
    elif there.desk.seat.finished is not None:
        draw_thanks(there)
    elif there.is_paused:
        draw_pause(there)
    elif there.is_complete:
        draw_end(there)
    elif there.practised is not None:
        draw_practice_remarks(there.desk.seat.campaign.protocol, there.practised)
    else:
        is_practice = there.item == screens.PRACTICE
        data = screens.practice_screen(there.desk) if is_practice else screens.screen(there.desk, there.item)
        mine = {"seat": there.name, "visit": there.visit, "heard": there.heard}
        of_last = {"remark": there.remark, "isOver": there.is_over}
        _component(key=KEY, data=data | mine | of_last, on_said_change=take_message)


def draw_practice_remarks(protocol: str, practised: Value) -> None:
    remarks = practice_remarks(protocol, practised)
    texts = [("Reference", PRACTICE_REFERENCE)]
    texts += [("Translation", output.text) for output in practice_item(protocol).outputs]
    with st.container(key="desk-said"):
        all_right = all(remark.is_right for remark in remarks)
        st.title("Well done" if all_right else "What we would say", anchor=False)
        line = Markup('<li class="{}"><b>{}</b> {}</li>')
        said = [
            line.format(*(("done", "✓") if remark.is_right else ("failed", "✗")), remark.text) for remark in remarks
        ]
        shown = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(*text) for text in texts)
        page = Markup('<dl class="terms">{}</dl><ul class="practised">{}</ul>')
        send.html(html.page(page.format(shown, Markup("").join(said))))
        with st.container(horizontal=True, gap="small"):
            st.button("Start rating", type="primary", key="desk-start", on_click=seats.end_practice)
            st.button("Practise again", on_click=seats.practise)
        st.caption("This item was practice: your answer to it is not kept. The next one counts.")


def draw_pause(there: seats.Sitting) -> None:
    desk = there.desk
    with st.container(key="desk-said"):
        st.title("Paused", anchor=False)
        st.write(f"You have rated {len(desk.answers):,} of {len(desk.items):,}. All of it is kept.")
        with st.container(horizontal=True, gap="small"):
            st.button("Go on", type="primary", on_click=seats.resume)
            st.button("Somebody else wants to rate here", on_click=seats.leave_seat)
        st.write("This browser knows you again. To go on elsewhere, open this address there:")
        # Where a rater goes on; what stands behind # is never sent by a browser.
        st.code(f"{state.address_of(navigation.DESK)}#{desk.seat.secret}", language=None, wrap_lines=True)
        st.caption("Keep it to yourself: anyone who has it can answer in your name.")


def draw_end(there: seats.Sitting) -> None:
    with st.container(key="desk-said"):
        n_items = len(there.desk.items)
        st.title(f"All {n_items:,} are rated" if n_items > 1 else "It is rated", anchor=False)
        if there.remark:
            changes.draw_sentence(changes.DONE, there.remark)
        st.write(
            "You can still go back and change answers. Once you finish you cannot, and you see what others said in"
            " short."
        )
        with st.container(horizontal=True, gap="small"):
            st.button("Finish", type="primary", key="desk-finish", on_click=seats.finish)
            st.button("Back to the last one", on_click=seats.go_back)


def draw_thanks(there: seats.Sitting) -> None:
    with st.container(key="desk-said"):
        st.title("Thank you", anchor=False)
        seat = there.desk.seat
        thanks = Markup('<p class="statement" dir="auto">{}, you have rated all of {}.</p>')
        send.html(html.page(thanks.format(seat.name, seat.campaign.name)))
        others.draw_answers_of_others(there.desk, there.others)
        st.button("Somebody else wants to rate here", on_click=seats.leave_seat)
