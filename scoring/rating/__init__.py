"""People rate outputs: what a campaign asks, what raters answer, and what follows from their answers."""

from .answers import (
    AdequacyFluency,
    Answer,
    Direct,
    ErrorSpans,
    Marked,
    Ranking,
    Value,
    checked,
    to_json,
)
from .damage import damaged
from .dealing import items
from .plan import Item, Output, Plan
from .protocols import PROTOCOLS, SEVERITIES, Protocol, Scale, Step, protocol_of
from .ratings import Given, PlaceRatings, Ratings

__all__ = [
    "PROTOCOLS",
    "SEVERITIES",
    "AdequacyFluency",
    "Answer",
    "Direct",
    "ErrorSpans",
    "Given",
    "Item",
    "Marked",
    "Output",
    "PlaceRatings",
    "Plan",
    "Protocol",
    "Ranking",
    "Ratings",
    "Scale",
    "Step",
    "Value",
    "checked",
    "damaged",
    "items",
    "protocol_of",
    "to_json",
]
