"""The sidebar: the test set in use, the choice of what to show, and settings; and chips for unusual settings.

A setting with an unusual value is drawn on every page, because a widget that is not drawn forgets its value; the
setting is hidden on pages on which it has no effect. A setting with its usual value is drawn only on pages on which it
counts: each widget costs time at every step.
"""

from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import METRICS, TestSet
from scoring.bleu.dialects import PARAMETERS
from scoring.bleu.smoothing import METHODS
from scoring.formats.tables.statistics import sampled_from
from scoring.options import DeclaredOption, Option
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.output.sentence import listed_names
from scoring.ter.error_rate import ErrorRate
from ui.account import signing
from ui.context import filters as filtering
from ui.context import kept_choices, language, selection, set_choices
from ui.context.context import Context
from ui.kit import changes, glossary, layout, steps
from ui.session import send, settings, state
from ui.session.navigation import PAGES, Page
from ui.smoothing import sliders
from ui.store import cache, kept
from ui.store.samples import SAMPLES
from ui.views import VIEWS
from workspace import Right

HEADINGS = {metric.label: metric.settings for metric in METRICS.values()}
HEADINGS |= {label: METRICS[view.metric].settings for label, view in VIEWS.items() if view.metric}
"""Metric or view that a page lets its reader choose -> heading of its settings."""
UNFOLDING = {page.unfolds for page in PAGES.values()} - {""}
"""Headings whose settings come first, unfolded on the pages that are about them."""

SET_BY_PAGES = {
    *("tokenize", "lowercase", "max_order", "weights", "smoothing", "effective_order", "tbleu_epsilon"),
    *("normalized", "asian_support", "ter_characters"),
}
"""Options that pages also set, such as the tokenizer of a language. They are drawn on every page, because Streamlit
puts only the values of widgets that were drawn before into the address.
"""
NOTES = {
    ErrorRate.settings: "tercom's and sacreBLEU's options. Without any, words are split at spaces and case is ignored."
}
"""Heading -> note below its settings."""

ABOUT_KEEPING = (
    "Everybody in the project then opens this test set with these metrics, this baseline, these ignored findings and"
    " the faults that are kept."
)
MAX_NAMES_SHOWN = 3
"""Largest number of systems that a chip names."""
REALIGNED = (
    "These outputs had other lines than the references. They were cut again into the references' segments, with the"
    " fewest word errors, so segment scores depend on the cuts."
)


def draw_choice(page: Page) -> None:
    """Draw the choice of the test set before the set is opened; from then on the address is known."""
    with st.sidebar:
        state.draw_address(page.name, page.lists)
        steps.announce_page(page.name)
        with st.container(key="set-in-use"):  # above the menu, as style.css has it
            choose_set()


def draw_sidebar(page: Page) -> None:
    """Draw the choice of references and systems, and the settings that count on this page."""
    with st.sidebar:
        draw_shown()
        choose_settings(page)
        send.hide(*idle_widget_keys(page))
        signing.draw_account_foot()


def idle_widget_keys(page: Page) -> list[str]:
    """Return the keys of the widgets that have no effect on this page."""
    counting = {declared.key for declared in page_settings(page)}
    idle_options = [declared for declared in settings.OPTIONS.values() if declared.key not in counting]
    idle = [key for declared in idle_options for key in (declared.key, *settings.option_keys(declared))]
    idle += [settings_key(heading) for heading in settings.GROUPS if heading not in page_headings(page)]
    return idle + ([] if page.shows_set else ["shown"])


def page_headings(page: Page) -> set[str]:
    """Return the headings of the settings that count on this page now."""
    chosen = state.widget_or_address_value(page.chosen_by) if page.chosen_by else None
    return {*page.settings, *([HEADINGS[chosen]] if chosen in HEADINGS else [])}


def page_settings(page: Page) -> list[DeclaredOption]:
    """Return the settings that count on this page now."""
    headings = page_headings(page)
    options = [declared for heading, options in settings.GROUPS.items() if heading in headings for declared in options]
    return [declared for declared in options if declared.key not in page.idle]


def settings_key(heading: str) -> str:
    """Return the key of the container with a heading's settings."""
    return f"settings-{list(settings.GROUPS).index(heading)}"


def choose_set() -> None:
    identity = state.chosen_set()
    recent = kept.recent_names()
    kept_version = kept.find_kept_version(identity)
    is_newest = kept_version is not None and kept_version.number == kept_version.newest
    # An address may have the version's number.
    same = {kept_version.id} - {identity} if kept_version is not None and is_newest else set()
    offered = [key for key in dict.fromkeys([*recent, *state.own_sets(), *SAMPLES, identity]) if key not in same]
    labels = layout.labels_by_id({key: recent.get(key) or cache.find_test_set_name(key) for key in offered})
    state.set_widget_value("test_set", identity)

    def use() -> None:
        language.use_set_with_settings(state.widget_value("test_set"))

    look: Any = {"format_func": labels.__getitem__, "label_visibility": "collapsed"}
    st.selectbox("Test set", offered, key="test_set", on_change=use, **look)


def draw_shown() -> None:
    """Draw the choices of references and systems of the test set in use."""
    whole = cache.open_test_set(state.chosen_set(), state.visitor())
    with st.container(key="shown"):
        if whole is None:
            return
        if (every := sampled_from(whole.notes)) is not None:
            st.caption(f"A sample of {every:,} segments, drawn by their scores.")
        if len(whole.references) > 1:
            names = whole.reference_names
            st.multiselect("References", names, key="references", placeholder="All references", bind="query-params")
        names = whole.system_names
        st.multiselect("Systems shown", names, key="systems", placeholder="All systems", bind="query-params")
        set_choices.draw_set_choices(whole)
        draw_keep_button(whole)
        st.divider()


def draw_keep_button(test_set: TestSet) -> None:
    """Draw a button that keeps the visitor's choices for a test set for its project, if the visitor may edit it.

    Nothing is kept without a press: other people's pages would change with each look at another baseline.
    """
    kept_version = kept.find_kept_version(state.chosen_set())
    if kept_version is None or kept_version.right < Right.EDIT:
        return
    chosen = kept_choices.chosen_baseline()
    baseline = chosen if chosen in ("", *test_set.system_names) else kept_version.baseline
    if baseline == kept_version.baseline and not any(
        state.address_value(name) for name in state.OF_SET if name != "baseline"
    ):
        return
    others = kept_choices.choice_in_use("ignored"), kept_choices.chosen_faults()
    args = kept_version, set_choices.metric_choice(test_set).address_text, baseline, *others
    st.button("Keep for this project", "keep-choices", ABOUT_KEEPING, keep_for_project, args, width="stretch")


@changes.change_callback
def keep_for_project(kept_version: kept.KeptVersion, metrics: str, baseline: str, ignored: str, faults: str) -> str:
    """Keep metrics, baseline, ignored findings and kept faults for all who open the set; a callback."""
    kept.visitor_workspace().keep_choices(kept_version.id, metrics, baseline, ignored, faults)
    state.set_address_values(dict.fromkeys(state.OF_SET, ""))
    return f"Everybody in the project now opens {kept_version.name} with these choices."


def choose_settings(page: Page) -> None:
    """Draw the widgets that change scores; the key of each is its name in the address."""
    counting = {declared.key for declared in page_settings(page)}
    drawn_keys = counting | SET_BY_PAGES
    groups = {
        heading: [option for option in options if option.key in drawn_keys or not settings.is_usual(option)]
        for heading, options in settings.GROUPS.items()
    }
    for heading, options in groups.items():
        if heading in UNFOLDING and options:
            with st.container(key=settings_key(heading)), st.expander(heading, expanded=page.unfolds == heading):
                choose_options(options, page)
    with st.container(key=settings_key("")):
        choose_options(groups[""], page)
    for heading, options in groups.items():
        if heading and heading not in UNFOLDING and options:
            with st.container(key=settings_key(heading)), st.popover(heading, width="stretch"):
                choose_options(options, page)
                if heading in NOTES:
                    st.caption(NOTES[heading])


def choose_options(options: list[DeclaredOption], page: Page) -> None:
    """Draw the widgets of these options, one or several for each option."""
    for declared in options:
        if declared.option.for_each_order:
            option = declared.option
            name = f"{option.label}: {'equal' if settings.option_value(declared) is None else 'your own'}"
            with st.popover(name, width="stretch", key=declared.key):
                st.caption(f"{option.help} So they do where all are 0.")
                for order, key in enumerate(settings.order_keys(declared), 1):
                    st.slider(f"{order}-grams", 0.0, 1.0, settings.USUAL[key], 0.05, key=key, bind="query-params")
        else:
            choose_option(declared)
        if declared.option.with_value:
            choose_value(settings.setting_value(declared.key), page)


def choose_option(declared: DeclaredOption) -> None:
    """Draw the widget of one option: a switch, a choice, or a slider."""
    option, key = declared.option, declared.key
    if declared.is_switch:
        st.toggle(option.label, declared.default, key=key, help=option_help(option), bind="query-params")
    elif option.choices is not None:
        choices = option.choices()
        listed = "\n".join(f"- `{name}`: {description}" for name, description in choices.items() if description)
        help = f"{option_help(option)}\n\n{listed}"
        index = list(choices).index(declared.default)
        st.selectbox(option.label, list(choices), index, key=key, help=help, bind="query-params")
    else:
        ends = option.lowest, option.highest if option.slider_to is None else option.slider_to
        st.slider(
            option.label, *ends, declared.default, option.step, key=key, help=option_help(option), bind="query-params"
        )


def option_help(option: Option) -> str:
    """Return the help of a setting: the glossary's, then its metric's."""
    return " ".join(dict.fromkeys(filter(None, [glossary.help_for(option.label), option.help])))


def choose_value(name: str, page: Page) -> None:
    """Draw the field of a smoothing method's value, if any; the page Smoothing draws the paper's parameters itself."""
    method = METHODS[name]
    if method.parameter in PARAMETERS:
        if page.name != "smoothing":
            sliders.parameter(method.parameter)
    elif method.value is not None:
        least, key = 0.01 if method.positive else 0.0, settings.value_key(name)
        st.number_input("Smoothing value", least, 100.0, method.value, 0.1, "%g", key, bind="query-params")


def draw_chips(page: Page, place: Any, context: Context | None = None) -> None:
    """Draw chips for the language and for each unusual choice that counts on this page; a click resets a choice."""
    with place:
        if context is not None and page.settings:
            language.draw_language_badge(context)
        if context is not None and not page.filters:
            draw_filters_chip(context)
        if page.shows_set:
            draw_version_chip()
            draw_realigned_note()
            draw_part_chip("systems", "systems shown")
            draw_part_chip("references", "references")
        for declared in page_settings(page):
            if (label := settings.unusual(declared)) is not None:
                usual = {key: settings.USUAL[key] for key in settings.own_keys(declared)}
                layout.draw_chip(declared.key, label, partial(state.set_widget_values, usual))


def draw_filters_chip(context: Context) -> None:
    """Draw a chip if only some of the set's segments are shown."""
    if not context.filters.lets_all_pass:
        with st.container(horizontal=True, width="content", vertical_alignment="center", gap="xsmall", key="narrowed"):
            layout.draw_chip("filters", context.how_many, selection.take_off)
            send.html(
                html.page(Markup("<small>{}</small>").format(filtering.describe_filters(context.filters))), "content"
            )


def draw_version_chip() -> None:
    """Draw a chip if an older version of the test set is in use."""
    kept_version = kept.find_kept_version(state.chosen_set())
    if kept_version is not None and kept_version.number < kept_version.newest:
        label = f"version {kept_version.number} of {kept_version.newest}"
        layout.draw_chip(
            "version",
            label,
            partial(language.use_set_with_settings, kept_version.id),
            "Click to see the newest version.",
        )


def draw_realigned_note() -> None:
    """Draw a note if outputs were realigned to the references' segments."""
    whole = cache.open_test_set(state.chosen_set(), state.visitor())
    if whole is not None and (names := whole.realigned_systems):
        note = Markup('<span class="realigned" title="{}" dir="auto">realigned: {}</span>')
        listed = ", ".join(names[:MAX_NAMES_SHOWN]) + (
            f" and {len(names) - MAX_NAMES_SHOWN} more" if names[MAX_NAMES_SHOWN:] else ""
        )
        send.html(html.page(note.format(REALIGNED, listed)), "content")


def draw_part_chip(key: str, noun: str) -> None:
    """Draw a chip if only some of the set's systems or references are shown."""
    whole = cache.open_test_set(state.chosen_set(), state.visitor())
    names = () if whole is None else getattr(whole, f"{key[:-1]}_names")
    chosen = {*names} & {*state.widget_value(key, ())}
    if 0 < len(chosen) < len(names):
        hidden = listed_names([name for name in names if name not in chosen])
        label = f"{len(chosen)} of {len(names)} {noun}"
        layout.draw_chip(
            key,
            label,
            partial(state.set_widget_values, {key: []}),
            f"Hidden: {escape_markdown(hidden)}. Click to show all.",
        )
