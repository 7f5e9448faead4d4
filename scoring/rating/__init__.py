"""Ratings of outputs by people: campaigns, answers, and what follows from the answers."""

from .languages import ENGLISH, LANGUAGES, TRANSLATIONS, localize_number, translate, translate_filled
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
    to_json,
    value_for_all_outputs,
    value_for_distinct_texts,
    with_distinct_texts,
)
from .protocols.choosing import (
    every_segment,
    largest_score_differences,
    most_disputed,
    most_varied,
    random_sample,
    segments_of_documents,
)
from .protocols.dealing import Dealer, damage_text, deal_items
from .protocols.duration import duration, minutes_of_items
from .protocols.names import translate_usual_name, usual_name
from .protocols.plan import CampaignPlan, Item, ShownOutput
from .protocols.practice import PRACTICE_REFERENCE, PracticeRemark, practice_item, practice_remarks
from .protocols.prefilled import prefilled_errors
from .protocols.protocols import PROTOCOLS, Protocol, RatingScale, ScaleStep, protocol_of
from .protocols.ratings import AnsweredItem, PlaceRatings, Ratings
from .protocols.severities import SEVERITIES, SEVERITY_GUIDES, ErrorExample, SeverityGuide
from .statistics.alpha import Coefficient, krippendorffs_alpha
from .statistics.judges import Judgments, judgments_from_ratings, judgments_of_campaign
from .statistics.kappa import PairKappas, fleiss_kappa, pair_kappas
from .statistics.needed import ASSUMED_DEVIATIONS, SegmentsNeeded, detectable_difference, needed
from .statistics.overlap import Overlap
from .statistics.preferred import PreferenceCounts, preference_counts
from .statistics.quality import DamagedOutputScores, RaterQuality, Repeats, rater_quality
from .statistics.rater_agreement import PairOverlaps, RaterAgreement, rater_agreement, span_overlaps
from .statistics.systems import PairDifference, SystemScore, SystemScores, system_scores
