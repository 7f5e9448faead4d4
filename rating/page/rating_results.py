"""The tab Read: systems ranked by raters, agreement between raters, quality of each rater, and files of ratings."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st
from markupsafe import Markup

from rating.page import campaign_tables, campaigns, charts, jobs, judge
from scoring import TestSet
from scoring.origins import DOCUMENT, SEGMENT
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.rating import SystemScores, study
from scoring.rating.disputed_answers import DisputedAnswers, disputed_answers
from scoring.rating.formats import exports_of, write_disputed
from scoring.rating.study import RatingResult
from ui.context.context import Context
from ui.kit import address, exports, glossary, grid, layout
from ui.session import send
from ui.store import cache, waiting
from ui.store.kept import KeptVersion
from workspace import Campaign

COMES_BACK = (
    "To bring answers back, drop a file of ratings, ours or from Pearmut or Appraise, on the page Test sets: they"
    " become judgments of the set. To add them to this campaign, run bleuscope campaign import, which takes JSON Lines"
    " and Pearmut’s annotations, for places that no rater has taken."
)
DISPUTED = "Pearmut, the outputs that raters disagree about most"
UNIT_HELP = (
    "What is drawn for intervals, and exchanged for p: segments, or whole documents. Where whole documents were rated"
    " take documents: their segments are alike, so that by segments intervals are too narrow and p is too small."
)
UNITS = {SEGMENT: "segments", DOCUMENT: "documents"}
NO_ANSWERS = "Nobody has answered yet. Hand out the link in the tab Campaigns; what raters say appears here at once."
MAX_READ = 3
"""Largest number of disputed outputs on the page; the exported file has more."""
DECIMALS = 2
"""Decimals of scores."""
ABOUT = (
    "A system’s score is the mean of its rated segments, each the mean of its raters; of rankings the share of"
    " comparisons that it won. Two systems are compared on the segments that have ratings of every system; of rankings,"
    " on those in which both are ranked. Repeated and damaged items do not count. {method}"
)


def draw_rating_files(campaign: Campaign, results: RatingResult) -> None:
    """Draw the menu of files with ratings; a file is made when it is downloaded."""
    ratings = results.ratings
    with st.popover("Ratings as files", type="tertiary", key="rate-files"), st.container(gap=None):
        for export in exports_of(campaign.plan.protocol):
            offer_rating_file(
                campaign, export.title, export.ending, export.media_type, partial(export.write, ratings, campaign.name)
            )
        if results.disputed:
            write = partial(write_disputed, results.disputed, ratings.test_set, campaign.name, campaign.plan)
            offer_rating_file(campaign, DISPUTED, ".disputed.pearmut.json", "application/json", write)
        st.caption(COMES_BACK)


def offer_rating_file(campaign: Campaign, title: str, ending: str, mime: str, write: Callable[[], bytes]) -> None:
    """Draw a download button; ``ending`` names the content, then the file type, such as ``.ratings.jsonl``."""
    content, _, kind = ending.removeprefix(".").partition(".")
    file_name = exports.file_name(campaign.name, content, kind)
    exports.draw_download_button(title, write, file_name, mime, f"ratings-{ending}", type="tertiary")


def draw_campaign_results(context: Context, whole: TestSet, kept_version: KeptVersion) -> None:
    set_campaigns = campaigns.list_campaigns(kept_version)
    if not set_campaigns:
        campaigns.draw_given_ratings(context, whole)
        st.info(campaigns.NO_CAMPAIGN)
        return
    with layout.controls("rate-read"):
        campaign = campaigns.choose_campaign(set_campaigns)
        axis, unit, left_out_places = choose_rating_axis(campaign), choose_rating_unit(whole), choose_left_out(campaign)
    if too_small := small_campaign(campaign):
        st.warning(too_small)
    if not campaign.n_done:
        st.info(NO_ANSWERS)
        return
    task = jobs.campaign_results_task(campaign, unit, left_out_places)
    show_all = partial(draw_rating_result, context, whole, kept_version, campaign, (axis, unit))
    waiting.when_ready("ratings", [task], show_all, "Reading what raters say.")


def small_campaign(campaign: Campaign) -> str:
    """Return why the campaign is too small to compare systems; empty if it is not."""
    return study.small_campaign_sentence(len(campaign.plan.systems), len(campaign.plan.segments))


def choose_rating_axis(campaign: Campaign) -> int:
    """Return the number of the rating axis, such as adequacy or fluency, by which systems are scored."""
    names = [axis.partition(",")[0].partition(":")[0] for axis in study.AXES[campaign.plan.protocol]]
    if len(names) == 1:
        return 0
    return names.index(address.draw_named_option("By", {name: name for name in names}, "rate_by", 200))


def choose_left_out(campaign: Campaign) -> tuple[int, ...]:
    """Return the places of raters who are left out; empty if fewer than two raters have answered or all are chosen."""
    by_place = {one.place: one.names for one in campaign.raters if one.n_done}
    common = Counter(by_place.values())
    places = {name if common[name] == 1 else f"{name} ({place + 1})": place for place, name in by_place.items()}
    if len(places) < 2:
        return ()
    names = dict(zip(places, places, strict=True))
    chosen = address.draw_multiple_choice(
        "Leave out", names, [], campaigns.LEFT_OUT_KEY, placeholder="nobody", width=300
    )
    return tuple(places[name] for name in chosen) if len(chosen) < len(places) else ()


def choose_rating_unit(whole: TestSet) -> str:
    """Return the unit that is resampled: segments, or documents if the set has several and they are chosen."""
    documents = cache.origins(whole)
    if documents is None or not 2 <= len(documents) < len(whole):
        return SEGMENT
    return address.draw_named_option("Drawn", UNITS, "rate_unit", 230, UNIT_HELP)


def draw_rating_result(
    context: Context,
    whole: TestSet,
    kept_version: KeptVersion,
    campaign: Campaign,
    by: tuple[int, str],
    results: RatingResult,
) -> None:
    """Draw the results of a campaign; ``by`` is the axis by which systems are scored, and the resampled unit."""
    axis, unit = by
    plan = campaign.plan
    about = {
        "test set": kept_version.name,
        "version": str(campaign.number),
        "campaign": campaign.name,
        "protocol": f"{plan.asks.title} ({plan.asks.source})",
        "answers": str(campaign.n_done),
        "seed": str(plan.seed),
    }
    draw_rater_progress(campaign)
    if left_out := study.left_out_raters_sentence(results):
        about["left out"] = ", ".join(results.left_out)
        st.text(left_out)
    axis = min(axis, len(results.scores) - 1)
    scores = results.scores[axis] if results.scores else None
    is_small = bool(small_campaign(campaign))
    with st.container(horizontal=True, vertical_alignment="center", gap="medium", key="rate-said"):
        if scores is not None:
            n_raters = sum(bool(one.n_answers) for one in results.raters if one.rater not in results.left_out)
            send.html(html.page(rating_statement_html(scores, campaign.plan.protocol, n_raters, is_small)))
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="rate-ways"):
            judge.draw_judge_button(whole, kept_version, campaign, results)
            draw_rating_files(campaign, results)
    if doubts := study.rating_doubts(results):
        st.warning("  \n".join(doubts))
    with st.container(horizontal=True, gap="large", key="rate-read-panes"):
        with st.container(gap="small"):
            if scores is not None:
                st.subheader("Which system is better", anchor=False)
                figure = charts.system_scores_chart(
                    scores, study.AXES[campaign.plan.protocol][axis], context.colors, DECIMALS
                )
                st.plotly_chart(figure, key="rate-systems", alt="Each system's score by raters, with its interval")
                if (sentence := study.missing_interval_sentence(scores, unit)) and not is_small:
                    st.caption(sentence)
                exports.offer_table(campaign_tables.rating_score_table(scores), "Systems by raters", about)
                explain_method(scores, unit, campaign.plan.protocol)
        with st.container(gap="small"):
            show_agreement(results)
    if scores is not None:
        show_pairs(scores, about)
    show_raters(results, about)
    show_preferences(results, about)
    show_disputed(results)


def draw_rater_progress(campaign: Campaign) -> None:
    """Draw the progress of the raters, unless all have finished."""
    if len(campaign.raters) == campaign.plan.n_places and all(rater.finished for rater in campaign.raters):
        return
    st.caption(
        f"{campaigns.progress_sentence(campaign)} Raters see nothing of this before they have finished; you see all."
        " If you rate, too, do that first."
    )


def rating_statement_html(scores: SystemScores, protocol: str, n_raters: int, is_small: bool) -> Markup:
    """Return which of the two best systems leads, and how many more ratings a test needs.

    ``is_small`` says that the campaign has too few segments for a test.
    """
    if not scores.pairs:
        return Markup('<p class="statement">Raters have seen one system.</p>')
    first = scores.pairs[0]
    more_segments = study.more_segments_sentence(first)
    statement = study.difference_statement(scores, first, DECIMALS, study.SHARES.get(protocol, ""), n_raters, is_small)
    on = "" if protocol in study.SHARES else study.compared_segments_sentence(scores)
    return Markup('<p class="statement" dir="auto">{} {} {}</p>').format(
        statement, on, html.bold(more_segments) if more_segments else ""
    )


# --- systems ---


def show_pairs(scores: SystemScores, about: Mapping[str, str]) -> None:
    frame = campaign_tables.pairs(scores)
    if len(frame):
        shown = frame[campaign_tables.SHOWN_COLUMNS].copy()
        shown[campaign_tables.MORE_SEGMENTS] = [study.more_segments_cell(one) for one in scores.pairs]
        max_height, style = layout.TABLE_HEIGHT, grid.format_probabilities
        grid.draw_grid(shown, campaign_tables.PAIRS, style, max_height, placeholder=MISSING)
        exports.offer_table(frame, "Pairs of systems by raters", about)


def explain_method(scores: SystemScores, unit: str, protocol: str) -> None:
    """Draw a folded note on how scores, intervals and p-values are computed."""
    with st.popover("How this is computed", type="tertiary", key="about-rating"):
        st.markdown(ABOUT.format(method=study.method(scores, unit)))
        if protocol in study.SHARES:
            st.markdown(study.HEAD_TO_HEAD)
        st.markdown(study.HOW_MANY)
        if protocol not in study.SHARES:
            st.markdown(study.SAME_RESULT)


def show_preferences(results: RatingResult, about: Mapping[str, str]) -> None:
    """Draw how often raters put one output above another when they saw both."""
    if not results.preferences:
        return
    st.subheader("Who prefers which?", anchor=False)
    frame = campaign_tables.preferences(results.preferences)
    grid.draw_grid(frame, campaign_tables.PREFERENCES, most=2 * layout.TALL_TABLE)
    exports.offer_table(frame, "Preferences of raters", about)


# --- raters ---


def show_agreement(results: RatingResult) -> None:
    st.subheader("Do raters agree?", anchor=False)
    rows = [agreement_item_html(study.rater_agreement_finding(agreement)) for agreement in results.between]
    if finding := study.overlap_finding(results.overlaps):
        rows.append(agreement_item_html(finding))
    note = Markup("<small>{}</small>").format(glossary.with_term_tooltips(study.alpha_sentence(results.between)))
    send.html(html.page(Markup('<ul class="agreed">{}</ul>{}').format(Markup("").join(rows), note)))


def agreement_item_html(finding: study.Finding) -> Markup:
    line = Markup("<li>{}: {}. {}<br><small>{}</small></li>")
    return line.format(finding.kind, html.bold(finding.number), finding.means, finding.other_coefficients)


def show_disputed(results: RatingResult) -> None:
    """Draw the outputs on which raters disagree most, with each rater's answer."""
    if not results.disputed:
        return
    st.subheader("Where do raters disagree most?", anchor=False)
    disputes = disputed_answers(results.ratings, results.disputed[:MAX_READ])
    send.html(html.page(Markup('<div class="disputed">{}</div>').format(Markup("").join(map(disputed_html, disputes)))))


def disputed_html(dispute: DisputedAnswers) -> Markup:
    """Return one disputed segment as HTML: the texts that raters saw, then their answers."""
    rows = [*dispute.shown_texts, *dispute.outputs, *dispute.answers]
    row = Markup('<dt dir="auto">{}</dt><dd dir="auto">{}</dd>')
    terms = Markup("").join(row.format(*one) for one in rows)
    return Markup("<article><b>Segment {:,}</b><dl>{}</dl></article>").format(dispute.segment + 1, terms)


def show_raters(results: RatingResult, about: Mapping[str, str]) -> None:
    st.subheader("How well does each rate?", anchor=False)
    frame = campaign_tables.raters(results.raters)
    grid.draw_grid(frame, campaign_tables.RATERS, most=layout.TALL_TABLE)
    for sentence in study.inattentive_rater_sentences(results.raters):
        st.text(sentence)
    exports.offer_table(frame, "Raters", about)
