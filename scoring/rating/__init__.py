"""People rate outputs: what a campaign asks, what raters answer, and what follows from their answers."""

from .alpha import krippendorffs_alpha
from .answers import VALUES, AdequacyFluency, Answer, Direct, ErrorSpans, Marked, Ranking, Value, checked, to_json
from .between import Between, PairOverlaps, between, span_overlaps
from .choosing import everything, most_disputed, of_documents, random_sample, widest
from .coefficient import Coefficient
from .damage import damaged
from .dealing import Dealer, items
from .judges import Judgments, as_judgments, standing
from .kappa import PairKappas, cohens_kappa, fleiss_kappa, pair_kappas
from .merged import gathered, merged, spread
from .needed import Needed, needed
from .overlap import Overlap, span_overlap
from .plan import Item, Output, Plan
from .protocols import PROTOCOLS, SEVERITIES, Protocol, Scale, Step, protocol_of
from .quality import Damaged, RaterQuality, Repeats, quality
from .ratings import Given, PlaceRatings, Ratings
from .systems import PairDifference, SystemScore, SystemScores, system_scores

__all__ = [
    "PROTOCOLS",
    "SEVERITIES",
    "VALUES",
    "AdequacyFluency",
    "Answer",
    "Between",
    "Coefficient",
    "Damaged",
    "Dealer",
    "Direct",
    "ErrorSpans",
    "Given",
    "Item",
    "Judgments",
    "Marked",
    "Needed",
    "Output",
    "Overlap",
    "PairDifference",
    "PairKappas",
    "PairOverlaps",
    "PlaceRatings",
    "Plan",
    "Protocol",
    "Ranking",
    "RaterQuality",
    "Ratings",
    "Repeats",
    "Scale",
    "Step",
    "SystemScore",
    "SystemScores",
    "Value",
    "as_judgments",
    "between",
    "checked",
    "cohens_kappa",
    "damaged",
    "everything",
    "fleiss_kappa",
    "gathered",
    "items",
    "krippendorffs_alpha",
    "merged",
    "most_disputed",
    "needed",
    "of_documents",
    "pair_kappas",
    "protocol_of",
    "quality",
    "random_sample",
    "span_overlap",
    "span_overlaps",
    "spread",
    "standing",
    "system_scores",
    "to_json",
    "widest",
]
