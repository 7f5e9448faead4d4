"""The frame around every page: navigation and the sidebar.

Streamlit runs this script, then the page that it names.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st
from markupsafe import Markup

from course.errata.errata import ERRATA
from rating.desk import door
from scoring import TooLong
from scoring.output.markup import html
from scoring.studies.baseline import missing_baseline
from scoring.studies.wording import set_facts
from scoring.studies.wording.verdict_words import not_ranked
from ui import copy_link, missing_reference, sidebar
from ui.account import gate, signing
from ui.context import findings, language
from ui.context.context import Context, current_context, unmarked_set_in_use, when_selected, whole_set_in_use
from ui.data import keeping
from ui.kit import address, changes, glossary
from ui.projects import opening, recent, share_links, views
from ui.report import menu
from ui.session import navigation, send, state
from ui.store import cache, kept, monitoring, people, waiting
from workspace import UnavailableError

ABOUT = "BLEUscope: which machine translation is better, where, why, and can you trust the number?"
"""Text of the app's menu, which must exist for visitors to be able to choose the theme."""
SECRET_KEEPERS: Mapping[str, Callable[[], None]] = {
    share_links.PAGE: opening.keep_link_secret,
    navigation.DESK: door.keep_rater_secret,
}
"""Pages with a secret in the address -> function that keeps the secret while the visitor signs in."""


def main() -> None:
    is_presented = state.asks_to_present(navigation.LEARN)
    st.set_page_config("BLEUscope", None, "wide", "collapsed" if is_presented else "auto", {"About": ABOUT})
    send.stylesheet(is_presented)
    st.logo(Path(__file__).with_name("logo.svg"), size="large")
    people.begin_run()
    places = {
        streamlit_page(record): record
        for record in navigation.PAGES.values()
        if may_be_seen(record) or signing.can_begin()
    }
    is_open = gate.may_see_pages()
    state.send_repeated_parameters_once()
    chosen = navigate(places, is_open)
    page = places[chosen]
    if not is_open:
        if page.name in SECRET_KEEPERS:
            SECRET_KEEPERS[page.name]()
        return
    monitoring.note_session()
    if page.is_alone:
        chosen.run()
        return
    waiting.keep_wishes()
    examples = ERRATA if page.name == "playground" else {}
    state.take_example({name: erratum.settings for name, erratum in examples.items()})
    keeping.use_kept_upload()
    language.open_awaited_set()
    if (following := state.take_page_request()) is not None:  # before the page that is left sends another address
        name, parameters = following
        st.switch_page(navigation.path(name), query_params=parameters)
    state.follow_link(page.name, page.opens_first)
    sidebar.draw_choice(page)
    open_set()
    language.apply_fitting_settings()
    page = missing_reference.with_fitting_settings(page)
    sidebar.draw_sidebar(page)
    say_for_how_long()
    show_page(page, chosen.run)
    state.send_address()


def navigate(places: Mapping[Any, navigation.Page], is_open: bool) -> Any:
    """Return the page among these that the address names, and draw the menu.

    The menu is hidden if the visitor may see nothing, or the page is shown without the frame.
    """
    groups: dict[str, list] = {}
    for place, record in places.items():
        groups.setdefault(record.group, []).append(place)
    chosen = st.navigation(groups, position="sidebar" if is_open else "hidden", expanded=True)
    if places[chosen].is_alone:
        st.navigation(groups, position="hidden")
    return chosen


def open_set() -> None:
    """Read the test set in use if it is not open yet, and run the checks if pages show their findings.

    Either may take seconds with a long test set, so the page says what it is doing.
    """
    key, visitor = state.chosen_set(), state.visitor()
    if (task := cache.unopened_set_task(key, visitor)) is not None:
        cache.open_kept_set(partial(waiting.wait_for_result, "opening", task, "Opening the test set."), key, visitor)
    if findings.are_marked() and (set_in_use := unmarked_set_in_use()) is not None:
        waiting.wait_for_result("marking", findings.checks_task(set_in_use[0]), "Running the checks.")
        if (terms := findings.terms_in_use_task(set_in_use[0])) is not None:
            waiting.wait_for_result("marking_terms", terms, "Looking for terms in every text.")


def say_for_how_long() -> None:
    """Draw a warning in the sidebar if the server keeps nothing after it stops."""
    if kept.is_gone_with_server():
        st.sidebar.caption("This server has no place to write to: what you keep here is gone when it stops.")


def streamlit_page(record: navigation.Page) -> Any:
    """Return the Streamlit page of a page record."""
    visibility: Any = "visible" if record.in_menu and may_be_seen(record) else "hidden"
    file, is_start = navigation.path(record.name), record.name == navigation.START
    return st.Page(file, title=record.title, url_path=record.name, default=is_start, visibility=visibility)


def may_be_seen(page: navigation.Page) -> bool:
    """Return whether the visitor may see the page; pages for administrators are theirs only."""
    return not page.for_administrators or people.is_administrator()


def show_page(page: navigation.Page, draw: Callable[[], None]) -> None:
    """Draw the page if the visitor may see it and its test set is available, else the reason."""
    if not may_be_seen(page):
        st.title(page.title, anchor=False)
        signing.offer_here("This page is for those who administer the server: sign in as one of them.")
        return
    if page.needs_set and whole_set_in_use() is None:
        say_gone()
        return
    if page.needs_set:
        recent.note_set_use()
    button_container, beneath = draw_page_head(page)
    with button_container:
        if page.needs_set:
            copy_link.draw_copy_link()
        views.draw_save_button(page)
    changes.draw_last_change()
    with menu.collect_download_menu(button_container):
        if page.needs_set:
            when_selected(partial(show_page_of_set, page, beneath, draw))
        else:
            sidebar.draw_chips(page, beneath)
            draw_page(draw)


def show_page_of_set(page: navigation.Page, beneath: Any, draw: Callable[[], None]) -> None:
    """Draw a page about the test set in use."""
    context = current_context()
    with beneath:
        draw_facts(context)
    sidebar.draw_chips(page, beneath, context)
    if context.problem:
        st.warning("The chosen references leave segments without any, so all references are used.")
    if not missing_reference.can_be_shown(page, context):
        return
    if page.settings and context.test_set.references:
        language.say_unfit(context)
    if context.not_ranked:
        send.html(html.page(Markup('<small dir="auto">{}</small>').format(not_ranked(context.not_ranked))))
    if context.absent_baseline:
        sentence = missing_baseline(context.absent_baseline)
        send.html(html.page(Markup('<small dir="auto">{}</small>').format(sentence)))
    if context.is_empty and not page.filters:
        st.info("No segment passes the filter above. Take it off to see the page.")
        return
    draw_page(draw)


def draw_page(draw: Callable[[], None]) -> None:
    try:
        draw()
    except TooLong as error:
        st.warning(str(error))


def draw_page_head(page: navigation.Page) -> tuple[Any, Any]:
    """Draw the page's title and question; return the containers next to and below them."""
    question_text = page.question_of_one if page.question_of_one and shows_one_system() else page.question
    question = html.page(Markup('<p class="question">{}</p>').format(glossary.with_term_tooltips(question_text)))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="head"):
            st.title(page.title, width="content", anchor=False)
            send.html(question, "content")
        button_container = st.container(width="content", horizontal=True, gap="small", key="beside")
    return button_container, st.container(horizontal=True, gap="xsmall", key="chips")


def shows_one_system() -> bool:
    """Return whether the test set in use has only one system, or only one is chosen."""
    opened = whole_set_in_use()
    names = () if opened is None else opened[0].system_names
    return len({*names} & {*state.widget_value("systems", ())} or names) == 1


def draw_facts(context: Context) -> None:
    """Draw the facts of the test set in use, in a line below the title."""
    languages = cache.source_and_target(context.every_segment)
    metric = context.leading.full_name if context.metrics else None
    facts = set_facts.facts(context.test_set, languages, metric, context.n_judged if context.metrics else 0)
    facts_html = Markup(" ").join(map(Markup('<span dir="auto">{}</span>').format, facts))
    name = context.every_segment.name
    send.html(
        html.page(Markup('<p class="facts-of-set"><b dir="auto">{}</b> {}</p>').format(name, facts_html)), "content"
    )


def say_gone() -> None:
    changes.draw_last_change()
    why = cache.opening_problem(state.chosen_set(), state.visitor())
    st.title("This test set cannot be opened" if why else "This test set is not here")
    if why:
        st.error(why)
    else:
        st.write(
            "The link leads to a test set that was never here, that was deleted, or that is not shared with you. Ask"
            " the person who sent you the link, or upload the same files yourself."
        )
    if not why:
        signing.offer_if_shared()
        signing.draw_take_over()
    address.page_link("data", "Upload files")
    st.button("Open the sample set", on_click=language.use_set_with_settings, args=(state.ADDRESS["set"],))


try:
    main()
except UnavailableError as error:
    st.error(str(error))
