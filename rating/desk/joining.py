"""Coming to the rater's page: by a link or a code, under a name, or again in the same browser."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from markupsafe import Markup

from rating.desk import screens, seats
from scoring.output.markup import html
from scoring.rating import protocol_of
from ui.kit import changes
from ui.session import send, state
from workspace import BlindCampaign, Seat

CODE, NAME = "desk-code", "desk-name"


def draw_joining() -> None:
    with st.container(key="desk-said"):
        st.title("Rate translations", anchor=False)
        invited = seats.invited()
        if why := state.widget_value(seats.IN_VAIN):
            changes.draw_sentence(changes.FAILED, why)
        draw_known(state.widget_value(seats.OFFERED, ()))
        if invited is None:
            st.write("Type in the code that you were given, or open the link that came with it.")
            with st.form("form-desk-code", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
                st.text_input("Code", key=CODE, width=260)
                st.form_submit_button(
                    "Go on", type="primary", on_click=lambda: seats.enter_campaign(state.widget_value(CODE, ""))
                )
        else:
            ask_name(invited)


def draw_known(known: tuple[Seat, ...]) -> None:
    """Places that were taken in this browser."""
    for number, seat in enumerate(known):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"desk-known-{number}"):
            said = Markup('<div dir="auto"><b>{}</b> <small>{}</small></div>').format(seat.campaign.name, seat.name)
            send.html(html.page(said))
            if seat.closed is not None:
                st.text("Closed: no more answers are taken. Yours are kept.")
                continue
            label = "Go on" if seat.finished is None else "See what others said"
            st.button(
                label, key=f"desk-go-on-{number}", type="primary", on_click=seats.resume_seat, args=(seat.secret,)
            )


def ask_name(invited: seats.Invitation) -> None:
    campaign = invited.campaign
    question = protocol_of(campaign.protocol).asked(campaign.beside)
    asked = Markup('<h2 dir="auto">{}</h2><p class="statement">{}</p>').format(campaign.name, question)
    send.html(html.page(asked))
    button = changes.new_button_key("desk-join")
    with st.form("form-desk-name", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input("Your name", key=NAME, width=260, autocomplete="name")

        def begin() -> None:
            seats.join(button, invited.by, state.widget_value(NAME, "").strip())

        st.form_submit_button("Begin", key=button, type="primary", on_click=begin)
    st.caption(
        "The person who invited you, and everyone they share the results with, sees your answers with this name. You do"
        " not see which system wrote what. Each answer is kept at once: you can pause at any time and go on another"
        " day."
    )
    with st.expander("How to rate"):
        send.html(html.page(instructions(invited.campaign)))


def instructions(campaign: BlindCampaign) -> Markup:
    """What minor and major errors are, and the questions of the protocol with the words on their scales."""
    terms, step = Markup('<dl class="terms">{}</dl>'), Markup("<dt>{}</dt><dd>{}</dd>")
    said = [severity_html(guide) for guide in screens.severities(campaign.protocol)]
    for one in screens.scales(campaign.protocol, campaign.beside, 0):
        means = [(at["value"], ": ".join(filter(None, (at["words"], at["meaning"])))) for at in one["steps"]]
        if one["question"] != protocol_of(campaign.protocol).asked(campaign.beside):
            said.append(Markup('<p class="claim">{}</p>').format(one["question"]))
        said.append(terms.format(Markup("").join(step.format(*meaning) for meaning in means)))
    return Markup("").join(said)


def severity_html(guide: Mapping[str, Any]) -> Markup:
    """One severity with its examples."""
    example = Markup("<li><q>{wrong}</q> for <q>{right}</q>: {why}</li>")
    examples = Markup("").join(example.format(**one) for one in guide["examples"])
    return Markup('<p class="claim"><b>{}</b>: {}</p><ul>{}</ul>').format(guide["name"], guide["meaning"], examples)
