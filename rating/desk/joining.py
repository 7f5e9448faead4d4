"""Joining on the rater's page: by a link or a code, under a name, or again in the same browser."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from markupsafe import Markup

from rating.desk import screens, seats
from rating.desk.language import campaign_name, chosen_language, draw_desk_title, says
from scoring.output.markup import html
from scoring.rating import protocol_of, translate, translate_filled
from ui.kit import changes
from ui.session import send, state
from workspace import BlindCampaign, Seat

CODE, NAME = "desk-code", "desk-name"


def draw_joining() -> None:
    with st.container(key="desk-said"):
        draw_desk_title(says("Rate translations"))
        invitation = seats.current_invitation()
        if why := state.widget_value(seats.IN_VAIN):
            changes.draw_sentence(changes.FAILED, translate_filled(why, chosen_language()))
        draw_known(state.widget_value(seats.OFFERED, ()))
        if invitation is None:
            st.write(says("Type in the code that you were given, or open the link that came with it."))
            with st.form("form-desk-code", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
                st.text_input(says("Code"), key=CODE, width=260)
                st.form_submit_button(
                    says("Go on"), type="primary", on_click=lambda: seats.enter_campaign(state.widget_value(CODE, ""))
                )
        else:
            ask_name(invitation)


def draw_known(offered_seats: tuple[Seat, ...]) -> None:
    """Draw the places that were taken in this browser, each with a button to go on or to see the others' answers."""
    for number, seat in enumerate(offered_seats):
        with st.container(border=True, horizontal=True, vertical_alignment="center", key=f"desk-known-{number}"):
            title_html = Markup('<div dir="auto"><b>{}</b> <small>{}</small></div>').format(
                campaign_name(seat.campaign), seat.name
            )
            send.html(html.page(title_html))
            if seat.closed is not None:
                st.text(says("Closed: no more answers are taken. Yours are kept."))
                continue
            label = says("Go on") if seat.finished is None else says("See what others said")
            st.button(
                label, key=f"desk-go-on-{number}", type="primary", on_click=seats.resume_seat, args=(seat.secret,)
            )


def ask_name(invitation: seats.Invitation) -> None:
    campaign = invitation.campaign
    question = protocol_of(campaign.protocol).translated_question(campaign.beside, chosen_language())
    heading = Markup('<h2 dir="auto">{}</h2><p class="statement">{}</p>').format(campaign_name(campaign), question)
    send.html(html.page(heading))
    items = screens.number_of_items(campaign.n_items, chosen_language())
    st.write(says("For you: {items}, one after another.", items=items))
    button = changes.new_button_key("desk-join")
    with st.form("form-desk-name", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(says("Your name"), key=NAME, width=260, autocomplete="name")

        def begin() -> None:
            seats.join(button, invitation.by, state.widget_value(NAME, "").strip())

        st.form_submit_button(says("Begin"), key=button, type="primary", on_click=begin)
    st.caption(
        says(
            "The person who invited you, and everyone they share the results with, sees your answers with this name."
            " You do not see which system wrote what. Each answer is kept at once: you can pause at any time and go on"
            " another day."
        )
    )
    with st.expander(says("How to rate")):
        send.html(html.page(instructions(invitation.campaign, chosen_language())))


def instructions(campaign: BlindCampaign, language: str) -> Markup:
    """Return what minor and major errors are, and the protocol's questions with the words on their scales, as HTML."""
    terms, step = Markup('<dl class="terms">{}</dl>'), Markup("<dt>{}</dt><dd>{}</dd>")
    parts = [severity_html(guide, language) for guide in screens.severities(campaign.protocol, language)]
    question = protocol_of(campaign.protocol).translated_question(campaign.beside, language)
    for one in screens.scales(campaign.protocol, campaign.beside, 0, language):
        means = [(at["value"], ": ".join(filter(None, (at["words"], at["meaning"])))) for at in one["steps"]]
        if one["question"] != question:
            parts.append(Markup('<p class="claim">{}</p>').format(one["question"]))
        parts.append(terms.format(Markup("").join(step.format(*meaning) for meaning in means)))
    return Markup("").join(parts)


def severity_html(guide: Mapping[str, Any], language: str) -> Markup:
    """Return the name, the meaning and the examples of one severity, as HTML."""
    example = Markup("<li><q>{wrong}</q> {instead} <q>{right}</q>: {why}</li>")
    instead = translate("for", language)
    examples = Markup("").join(example.format(instead=instead, **one) for one in guide["examples"])
    name = translate(guide["name"], language)
    return Markup('<p class="claim"><b>{}</b>: {}</p><ul>{}</ul>').format(name, guide["meaning"], examples)
