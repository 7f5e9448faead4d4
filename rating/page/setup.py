"""The tab Set up: the settings of a new campaign, a preview, the amount of work, and the button that makes it."""

from functools import partial
from itertools import chain, count

import streamlit as st
from markupsafe import Markup

from rating.page import campaign_form, campaign_settings, campaigns, jobs, preview
from scoring import TestSet
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.rating import CampaignPlan, judgments_of_campaign, usual_name
from scoring.text.naming import NAME_LENGTH
from ui.context.context import Context
from ui.kit import changes
from ui.session import send, state
from ui.store import kept, waiting
from workspace import Campaign, Right, WorkspaceError

NAME = "rate_name"
"""The session's key for the name of the campaign to be made."""
LONG_MINUTES = 120
LESS = "That is long. Less work for each: fewer systems, fewer segments, or more raters in all with as many per item."
READ_ONLY = (
    "You may read the project of this test set, and change nothing in it. Make a copy of the project on the page"
    " Projects to have its outputs rated."
)


def draw_campaign_setup(context: Context, whole: TestSet, kept_version: kept.KeptVersion) -> None:
    """Draw the tab Set up; ``whole`` is the kept version of the set in use, with all its segments and references."""
    if kept_version.right < Right.EDIT:
        st.info(READ_ONLY)
        return
    campaigns.draw_opening(context, campaigns.list_campaigns(kept_version), whole)
    if campaign_form.proposes_best_systems(context):
        waiting.when_measured(context.bleu, context.test_set, lambda _: draw_form(context, whole, kept_version))
    else:
        draw_form(context, whole, kept_version)


def draw_form(context: Context, whole: TestSet, kept_version: kept.KeptVersion) -> None:
    protocol = campaign_form.choose_protocol()
    with st.container(horizontal=True, gap="large", key="rate-setup"):
        with st.container(gap="small"):
            settings = campaign_form.choose_campaign_settings(context, whole, protocol)
        with st.container(gap="small", key="rate-seen"):
            task = jobs.work_task(context, whole, settings)
            show = partial(draw_planned, whole, kept_version)
            waiting.when_ready("rate-plan", [task], show, "Choosing segments and dealing them out.")


def draw_planned(whole: TestSet, kept_version: kept.KeptVersion, planned: campaign_settings.Work | str) -> None:
    """Draw the planned campaign and the button that makes it, or why it cannot be made."""
    if isinstance(planned, str):
        st.warning("There can be no campaign like this.")
        st.text(planned)
        return
    plan = planned.plan
    template = Markup('<p class="statement">{}</p><small>{}</small>')
    send.html(html.page(template.format(campaign_settings.work_sentence(planned), extent(planned))))
    if planned.minutes > LONG_MINUTES:
        st.caption(LESS)
    usual = usual_name(plan.protocol, len(plan.segments))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input("Name of the campaign", key=NAME, placeholder=usual, help=f"At most {NAME_LENGTH} characters.")
        button = changes.new_button_key("make-campaign")
        st.button(
            "Make the campaign",
            key=button,
            type="primary",
            on_click=make,
            args=(whole, kept_version, plan, usual, button),
        )
    st.caption("What raters see, without the name of any system:")
    send.html(html.page(preview.screen_preview(plan, whole, planned.first, planned.n_items[0])))


def extent(planned: campaign_settings.Work) -> str:
    """Return a sentence on how many outputs are rated in all, how often, and with how many checks."""
    plan = planned.plan
    outputs = counted(planned.n_outputs, "output")
    of = f"{counted(len(plan.systems), 'system')} on {counted(len(plan.segments), 'segment')}"
    times = "by one rater" if plan.raters_per_item == 1 else f"by {plan.raters_per_item:,} raters"
    checks = f"; {counted(planned.n_checks, 'check')} on top" if planned.n_checks else "; too few items for checks"
    checks_phrase = checks if plan.repeats or plan.damaged else ""
    return f"{outputs} of {of}, each rated {times}{checks_phrase}. The time is a guess, by how much there is to read."


def unused_campaign_name(usual: str, kept_version: kept.KeptVersion, whole: TestSet) -> str:
    """Return the usual name of a campaign, with a number if a campaign or a judge already has the name."""
    taken_names = {campaign.name for campaign in campaigns.list_campaigns(kept_version)}
    names = chain([usual], (f"{usual} ({number})" for number in count(2)))
    return next(name for name in names if name not in taken_names and not judgments_of_campaign(whole, name))


def make(whole: TestSet, kept_version: kept.KeptVersion, plan: CampaignPlan, usual: str, button: str) -> None:
    """Make a campaign and open the tab that has its link."""
    typed = (state.widget_value(NAME) or "").strip()

    def make() -> Campaign:
        try:
            return kept.visitor_workspace().make_campaign(
                kept_version.id, kept_version.number, typed or unused_campaign_name(usual, kept_version, whole), plan
            )
        except ValueError as error:
            raise WorkspaceError(str(error)) from error

    def announce_campaign(campaign: Campaign) -> str:
        state.set_widget_value(NAME, "")
        campaigns.show_campaign()
        return f"The campaign {campaign.name} is there: hand out its link, or its code."

    changes.make_once(button, make, announce_campaign)
