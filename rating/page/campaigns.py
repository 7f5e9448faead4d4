"""The tab Campaigns: links for raters, their progress, and what the owner can change in a campaign."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from markupsafe import Markup

from rating.page import campaign_tables
from scoring import TestSet
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.agreement import names_of_people
from scoring.studies.wording.set_facts import people_order_sentence, ratings_sentence
from ui.context import ranking
from ui.context.context import Context
from ui.kit import address, changes, grid, layout, moments
from ui.projects import changing
from ui.session import navigation, send, state
from ui.store import cache, kept
from workspace import Campaign, Right

PART, CAMPAIGNS_PART, RESULTS_PART = "rate_part", "Campaigns", "Read"
"""The key of the page's tabs, and the names of this tab and of the tab with results."""
CAMPAIGN_KEY = "rate_campaign"
LEFT_OUT_KEY = "rate_without"
"""The key of the raters of the chosen campaign who are left out."""
NO_CAMPAIGN = "There is no campaign about this test set yet. Make one in the tab Set up."
NOBODY_YET = "Nobody has rated these outputs yet. Make a campaign and send people its link: their answers say {}."
WHICH_IS_BETTER, HOW_GOOD = "which system people prefer", "how good people find the system"
"""What answers tell about several systems, and about one."""
RELEASED = "rate_release"
ADD_MORE = "To have people of your own rate outputs, make a campaign and send them its link."
FULL = (
    "All places are taken: the link lets nobody else in. Release the place of a rater who does not go on,"
    " or make another campaign for more raters."
)
OPENS_FREE_PLACE = "The link, which opens the next free place for each new rater:"
OPENS_OWN_PLACE = "The link, for raters who come back; it lets nobody else in:"
ONE_RATER = (
    "Another rater may then take it, and goes on after its answers. The earlier rater cannot. The answers of both count"
    " as those of one rater, named by both: in agreement, in checks, and in z-scores. That is fine for few answers;"
    " where two people’s should not be mixed, let the place be, or make another campaign."
)


def show_campaign(campaign_id: str = "") -> None:
    """Open the tab Campaigns with the campaign of this id, or with the newest one."""
    state.forget([CAMPAIGN_KEY])
    state.set_widget_values(
        {PART: CAMPAIGNS_PART, LEFT_OUT_KEY: []} | ({CAMPAIGN_KEY: campaign_id} if campaign_id else {})
    )


def list_campaigns(kept_version: kept.KeptVersion) -> list[Campaign]:
    """Return the campaigns about any version of a kept set, the newest first."""
    campaigns = kept.visitor_workspace().campaigns(kept_version.project_id)
    return sorted(
        (one for one in campaigns if one.test_set == kept_version.id), key=lambda one: one.created, reverse=True
    )


def draw_opening(context: Context, campaigns: Sequence[Campaign], test_set: TestSet) -> None:
    """Draw the verdict of the set's own ratings, if any, and how far the newest campaign is or how to begin one."""
    if not draw_given_ratings(context, test_set):
        send.html(html.page(campaign_progress_html(campaigns, len(test_set.systems))))
    else:
        send.html(
            html.page(
                campaign_progress_html(campaigns) if campaigns else Markup('<p class="how">{}</p>').format(ADD_MORE)
            )
        )


def draw_given_ratings(context: Context, test_set: TestSet) -> bool:
    """Draw which ratings the set came with, which system they put first, and links; return whether there are any."""
    came = ratings_sentence(test_set)
    if came is None:
        return False
    sentences = [came]
    metric = next((one for one in context.metrics.values() if one.is_human), None)
    if metric is not None:
        judged_set = context.with_judged_segments(metric).test_set
        scores = ranking.corpus_scores(metric, cache.measure_systems(metric, judged_set))
        order = people_order_sentence(metric, scores, len(judged_set))
        sentences += [] if order is None else [order]
    shown = (html.sentence_html(of, context.colors) for of in sentences)
    send.sentences(Markup(" ").join(shown))
    with st.container(horizontal=True, gap="medium"):
        address.page_link("overview", "How sure is this ranking?")
        if any(of.is_human for of in test_set.annotations):
            address.page_link("errors", "Read the errors that people marked")
        if names_of_people(test_set):
            address.page_link("agreement", "Which metrics agree with people?")
    return True


def campaign_progress_html(campaigns: Sequence[Campaign], n_systems: int = 2) -> Markup:
    """Return the progress of the newest campaign, or how to get outputs rated if there is none, as HTML."""
    if not campaigns:
        sentence = NOBODY_YET.format(WHICH_IS_BETTER if n_systems > 1 else HOW_GOOD)
        return Markup('<p class="statement">{}</p>').format(sentence)
    last = campaigns[0]
    return Markup('<p class="statement" dir="auto">{}: {}</p>').format(html.bold(last.name), progress_sentence(last))


def choose_campaign(campaigns: Sequence[Campaign]) -> Campaign:
    """Draw the choice of a campaign, shared by all tabs, and return it; a newly chosen campaign leaves out no rater."""
    names = layout.labels_by_id({one.id: one.name for one in campaigns})
    chosen = address.draw_named_option(
        "Campaign", names, CAMPAIGN_KEY, 400, on_change=state.set_widget_values, args=({LEFT_OUT_KEY: []},)
    )
    return next(one for one in campaigns if one.id == chosen)


def draw_campaigns(kept_version: kept.KeptVersion) -> None:
    changing.draw_undo()
    campaigns = list_campaigns(kept_version)
    if not campaigns:
        st.info(NO_CAMPAIGN)
        return
    with layout.controls("rate-campaign"):
        campaign = choose_campaign(campaigns)
    may_change = kept_version.right >= Right.EDIT
    plan = campaign.plan
    version = "" if campaign.number == kept_version.newest else f", version {campaign.number} of {kept_version.newest}"
    about = [
        plan.asks.title,
        f"{counted(len(plan.systems), 'system')} on {counted(len(plan.segments), 'segment')}{version}",
        f"made {moments.moment_words(campaign.created)}",
    ]
    summary = Markup("{}<small>{}</small>").format(campaign_progress_html([campaign]), " · ".join(about))
    send.html(html.page(summary))
    with st.container(horizontal=True, gap="large", key="rate-campaign-panes"):
        with st.container(gap="small"):
            draw_invitation_link(campaign)
            draw_changing(campaign, may_change)
        with st.container(gap="small"):
            draw_progress(campaign, may_change)


def progress_sentence(campaign: Campaign) -> str:
    """Return the progress of a campaign in one sentence."""
    finished = sum(rater.finished is not None for rater in campaign.raters)
    free = n_free(campaign)
    raters = counted(campaign.plan.n_places, "rater")
    if campaign.n_done == campaign.n_items and finished < campaign.plan.n_places:
        pressed = f"{finished:,} of {raters} pressed" if finished else "nobody has pressed"
        clauses = [f"All {counted(campaign.n_items, 'answer')} are there, but {pressed} Finish"]
    else:
        answers = f"{campaign.n_done:,} of {counted(campaign.n_items, 'answer')}"
        clauses = [f"{answers} are there", f"{finished:,} of {raters} are done"]
    if campaign.closed is not None:
        return f"{', '.join(clauses)}. It is closed: no more answers are taken."
    if is_full(campaign):
        return f"{', '.join(clauses)}, and no place is free."
    return f"{', '.join(clauses)}" + (f", {counted(free, 'place is', 'places are')} free." if free else ".")


def is_full(campaign: Campaign) -> bool:
    """Return whether an open campaign has no free place left while answers are still missing."""
    return campaign.closed is None and not n_free(campaign) and campaign.n_done < campaign.n_items


def n_free(campaign: Campaign) -> int:
    """Return the number of free places of a campaign."""
    return campaign.plan.n_places - sum(rater.released is None for rater in campaign.raters)


# --- what is handed out ---


def draw_invitation_link(campaign: Campaign) -> None:
    if campaign.n_done == campaign.n_items:
        st.button(
            "Read what raters say",
            key="to-results",
            type="primary",
            on_click=state.set_widget_values,
            args=({PART: RESULTS_PART},),
        )
    st.subheader("Hand this out" if n_free(campaign) else "Link and code", anchor=False)
    if not campaign.token:
        st.text("Only people who may edit the project see its link and code.")
        return
    if campaign.closed is not None:
        st.text("Closed: the link and the code open nothing. Open it again to have more answers.")
        return
    if is_full(campaign):
        st.warning(FULL)
    desk = state.full_page_address(navigation.DESK)
    st.text(OPENS_FREE_PLACE if n_free(campaign) else OPENS_OWN_PLACE)
    st.code(f"{desk}#{campaign.token}", language=None, wrap_lines=True)
    st.text(f"Or, on a board: the address {desk} and this code:")
    with st.container(key="campaign-code"):
        st.code(campaign.code, language=None)


# --- what can be done with it ---


def draw_changing(campaign: Campaign, may_change: bool) -> None:
    if not may_change:
        return
    is_closed = campaign.closed is not None
    with st.container(horizontal=True, gap="small"):
        label = "Open it again" if is_closed else "Close"
        help = "While it is closed, no more answers are taken; the existing ones stay."
        st.button(label, key="close-campaign", on_click=close_campaign, args=(campaign, not is_closed), help=help)
        with st.popover("Name and note", key=f"edit-{campaign.id}"):
            changing.form(campaign.id, campaign.id, campaign.name, campaign.note)
        args = (campaign.id, "campaign", campaign.name, partial(state.forget, [CAMPAIGN_KEY]))
        st.button("Delete", key="delete-campaign", icon=":material/delete:", on_click=changing.delete, args=args)


@changes.change_callback
def close_campaign(campaign: Campaign, closed: bool) -> str:
    """Close a campaign, or open it again if ``closed`` is False; a callback. Return the sentence about the change."""
    kept.visitor_workspace().close_campaign(campaign.id, closed)
    return f"{campaign.name} is closed." if closed else f"{campaign.name} is open: answers are taken again."


# --- who is how far ---


def draw_progress(campaign: Campaign, may_change: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):  # left of the table's own buttons
        st.subheader("How far they are", anchor=False, width="content")
        st.button("Look again", key="look-again", type="tertiary")
        if may_change and campaign.closed is None:
            draw_releasing(campaign)
    frame = campaign_tables.progress(campaign, moments.moment_words)
    grid.draw_grid(frame, campaign_tables.PROGRESS, most=layout.TALL_TABLE)
    st.caption(
        "Raters see nothing of what others say before they have finished. You see all of it: if you rate, too, do that"
        " before you open the tab Read."
    )


def draw_releasing(campaign: Campaign) -> None:
    """Draw the menu that frees places of raters who do not go on, or who have not answered anything."""
    rater_by_place = {rater.place: rater for rater in campaign.raters if rater.is_rating}
    if not rater_by_place:
        return
    with st.popover("Release a place", type="tertiary", key="releasing"):
        st.caption(ONE_RATER)
        names = {place: f"{place + 1}: {rater.name}" for place, rater in rater_by_place.items()}
        st.selectbox("Place", list(names), format_func=names.__getitem__, key=RELEASED)
        st.button("Release it", key="release", type="primary", on_click=release, args=(campaign, names))
        if n_idle := sum(rater.is_idle for rater in campaign.raters):
            st.caption("Who has answered nothing so far can open the link again, as long as a place is free.")
            label = f"Release {counted(n_idle, 'place')} without answers"
            st.button(label, key="release-idle", on_click=release_idle, args=(campaign,))


@changes.change_callback
def release(campaign: Campaign, names: dict[int, str]) -> str:
    """Free the chosen place; return the sentence about the change."""
    place = state.widget_value(RELEASED, min(names))
    kept.visitor_workspace().release(campaign.id, place)
    return f"Place {place + 1} is free: the next one who opens the link takes it."


@changes.change_callback
def release_idle(campaign: Campaign) -> str:
    """Free all places whose raters have answered nothing; return the sentence about the change."""
    n_released = kept.visitor_workspace().release_idle(campaign.id)
    return f"{counted(n_released, 'place is', 'places are')} free: who opens the link takes one."
