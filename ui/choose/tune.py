"""The tab Tune."""

from scoring.choosing import Gains
from ui.choose.asked import Asked

PLACE = "tuning"


def draw(asked: Asked, found: Gains | None) -> None: ...
