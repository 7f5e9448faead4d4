"""A campaign's ratings as files to take away."""

from ui.rate.results import Results
from workspace import Campaign


def draw(campaign: Campaign, results: Results) -> None:
    """The menu."""
