"""Ratings of outputs by people: campaigns, answers, and what follows from the answers."""

from .languages import ENGLISH, LANGUAGES, TRANSLATIONS, localized, translate, translate_filled
from .protocols.answers import (
    VALUES,
    AdequacyFluency,
    Answer,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    OutputScores,
    Value,
    check_answer,
    gathered,
    merged,
    spread,
    to_json,
)
from .protocols.choosing import every_segment, most_disputed, most_varied, of_documents, random_sample, widest
from .protocols.dealing import Dealer, damaged, deal_items
from .protocols.duration import duration, minutes_of_items
from .protocols.names import translate_usual_name, usual_name
from .protocols.plan import CampaignPlan, Item, ShownOutput
from .protocols.practice import PRACTICE_REFERENCE, PracticeRemark, practice_item, practice_remarks
from .protocols.prefilled import prefilled_errors
from .protocols.protocols import PROTOCOLS, Protocol, RatingScale, ScaleStep, protocol_of
from .protocols.ratings import AnsweredItem, PlaceRatings, Ratings
from .protocols.severities import SEVERITIES, SEVERITY_GUIDES, ErrorExample, SeverityGuide
from .statistics.alpha import Coefficient, krippendorffs_alpha
from .statistics.judges import Judgments, as_judgments, standing
from .statistics.kappa import PairKappas, fleiss_kappa, pair_kappas
from .statistics.needed import ASSUMED_DEVIATIONS, SegmentsNeeded, detectable_difference, needed
from .statistics.overlap import Overlap
from .statistics.preferred import PreferenceCounts, preference_counts
from .statistics.quality import DamagedOutputScores, RaterQuality, Repeats, quality
from .statistics.rater_agreement import PairOverlaps, RaterAgreement, rater_agreement, span_overlaps
from .statistics.systems import PairDifference, SystemScore, SystemScores, system_scores
