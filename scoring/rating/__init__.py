"""People rate outputs: what a campaign asks, what raters answer, and what follows from their answers."""

from .protocols.answers import (
    VALUES,
    AdequacyFluency,
    Answer,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    Value,
    check_answer,
    to_json,
)
from .protocols.choosing import every_segment, most_disputed, of_documents, random_sample, widest
from .protocols.damage import damaged
from .protocols.dealing import Dealer, deal_items
from .protocols.merged import gathered, merged, spread
from .protocols.plan import CampaignPlan, Item, ShownOutput
from .protocols.protocols import PROTOCOLS, SEVERITIES, Protocol, RatingScale, ScaleStep, protocol_of
from .protocols.ratings import AnsweredItem, PlaceRatings, Ratings
from .statistics.alpha import krippendorffs_alpha
from .statistics.coefficient import Coefficient
from .statistics.judges import Judgments, as_judgments, standing
from .statistics.kappa import PairKappas, cohens_kappa, fleiss_kappa, pair_kappas
from .statistics.needed import SegmentsNeeded, needed
from .statistics.overlap import Overlap, span_overlap
from .statistics.quality import DamagedOutputScores, RaterQuality, Repeats, quality
from .statistics.rater_agreement import PairOverlaps, RaterAgreement, rater_agreement, span_overlaps
from .statistics.systems import PairDifference, SystemScore, SystemScores, system_scores

__all__ = [
    "PROTOCOLS",
    "SEVERITIES",
    "VALUES",
    "AdequacyFluency",
    "Answer",
    "AnsweredItem",
    "CampaignPlan",
    "Coefficient",
    "DamagedOutputScores",
    "Dealer",
    "DirectAssessment",
    "ErrorSpans",
    "Item",
    "Judgments",
    "MarkedError",
    "OutputRanking",
    "Overlap",
    "PairDifference",
    "PairKappas",
    "PairOverlaps",
    "PlaceRatings",
    "Protocol",
    "RaterAgreement",
    "RaterQuality",
    "RatingScale",
    "Ratings",
    "Repeats",
    "ScaleStep",
    "SegmentsNeeded",
    "ShownOutput",
    "SystemScore",
    "SystemScores",
    "Value",
    "as_judgments",
    "check_answer",
    "cohens_kappa",
    "damaged",
    "deal_items",
    "every_segment",
    "fleiss_kappa",
    "gathered",
    "krippendorffs_alpha",
    "merged",
    "most_disputed",
    "needed",
    "of_documents",
    "pair_kappas",
    "protocol_of",
    "quality",
    "random_sample",
    "rater_agreement",
    "span_overlap",
    "span_overlaps",
    "spread",
    "standing",
    "system_scores",
    "to_json",
    "widest",
]
