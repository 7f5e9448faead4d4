"""A campaign's ratings as files to take away, and what its raters disagree about most as a campaign of Pearmut."""

from collections.abc import Callable
from functools import partial

import streamlit as st

from scoring.rating.formats import exports_of, write_disputed
from scoring.rating.study import RatingResult
from ui.kit.tables import downloads
from workspace import Campaign

COMES_BACK = (
    "How answers come back: drop a file of ratings, of ours or of what people say in Pearmut or Appraise, on the page"
    " Test sets, and they become judgments of the set. To have them in this campaign, run bleuscope campaign import,"
    " which takes JSON Lines and Pearmut’s annotations, at places where nobody sits."
)
DISPUTED = "Pearmut, the outputs that raters disagree about most"


def draw_rating_files(campaign: Campaign, results: RatingResult) -> None:
    """The menu; a file is made when it is asked for."""
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
    """``ending`` says what is in the file, then its kind, such as ``.ratings.jsonl``."""
    what, _, kind = ending.removeprefix(".").partition(".")
    file_name = downloads.file_name(campaign.name, what, kind)
    downloads.draw_download_button(title, write, file_name, mime, f"ratings-{ending}", type="tertiary")
