"""Six protocols of human judgment: their questions, and the words on their scales."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ...validation import check_known
from ..languages import ENGLISH, translate

MAX_RANKED = 5
"""Largest number of outputs that are compared on one screen, as in WMT 2008 to 2016."""


@dataclass(frozen=True)
class ScaleStep:
    """A value of a scale that is described in words."""

    value: int
    words: str
    meaning: str = ""
    """Sentence that explains the value; empty if the protocol has none."""


def _steps_down_from(highest: int, *words: str) -> tuple[ScaleStep, ...]:
    return tuple(ScaleStep(highest - place, of) for place, of in enumerate(words))


@dataclass(frozen=True)
class RatingScale:
    """A scale for one number of an answer; higher is better, except for ranks."""

    name: str
    question: str
    """Question with ``{text}`` for what the output is compared with; see ``translated_question``."""
    low: int
    high: int
    steps: tuple[ScaleStep, ...]
    """Steps from the best to the worst: all values, or only some of a long scale."""

    def translated_question(self, text: str, language: str = ENGLISH) -> str:
        """Return the question in a language; ``text`` is what the output is compared with, such as "reference"."""
        return translate_question(self.question, text, language)


def translate_question(question: str, text: str, language: str) -> str:
    """Return the question in a language; ``text`` is what the output is compared with. German "in dem" becomes "im"."""
    sentence = translate(question, language).format(text=translate(text, language))
    return sentence.replace(" in dem ", " im ") if language == "de" else sentence


@dataclass(frozen=True)
class Protocol:
    """One way to ask people about outputs."""

    name: str
    title: str
    question: str
    """Question with ``{text}`` for what the output is compared with."""
    n_outputs: int
    """Largest number of outputs on one screen."""
    scales: tuple[RatingScale, ...]
    source: str
    """Publication that the protocol is from."""
    marks_errors: bool = False
    """Whether raters mark errors in an output."""

    def translated_question(self, text: str, language: str = ENGLISH) -> str:
        """Return the question in a language; ``text`` is what the output is compared with, such as "reference"."""
        return translate_question(self.question, text, language)


ADEQUACY = RatingScale(
    "adequacy",
    "How much of the meaning expressed in the {text} is also in the translation?",
    1,
    5,
    _steps_down_from(5, "All", "Most", "Much", "Little", "None"),
)
FLUENCY = RatingScale(
    "fluency",
    "How do you judge the fluency of this translation?",
    1,
    5,
    _steps_down_from(5, "Flawless", "Good", "Non-native", "Disfluent", "Incomprehensible"),
)
RANK = RatingScale(
    "rank",
    "Rank the translations from best to worst; ties are allowed.",
    1,
    MAX_RANKED,
    (ScaleStep(1, "Best"), ScaleStep(MAX_RANKED, "Worst")),
)
DIRECT = RatingScale(
    "score",
    "How much do you agree that the translation adequately expresses the meaning of the {text}?",
    0,
    100,
    (ScaleStep(100, "Agree fully"), ScaleStep(0, "Do not agree at all")),
)
QUALITY = RatingScale(
    "score",
    "How good is the translation as a whole?",
    0,
    100,
    (
        ScaleStep(100, "Perfect", "Meaning and grammar are completely consistent with the {text}."),
        ScaleStep(66, "Most meaning preserved", "There may be some grammar mistakes or minor inconsistencies."),
        ScaleStep(33, "Some meaning preserved", "Significant parts are missing; errors make it hard to follow."),
        ScaleStep(0, "No meaning preserved", "Nearly all information is lost."),
    ),
)


_PROTOCOLS = (
    Protocol(
        "adequacy-fluency",
        "Adequacy and fluency",
        "Compare each translation with the {text}. Judge its meaning first, then its language.",
        1,
        (ADEQUACY, FLUENCY),
        "Linguistic Data Consortium (2005), Linguistic Data Annotation Specification: Assessment of Fluency and"
        " Adequacy in Translations",
    ),
    Protocol(
        "ranking",
        "Ranking",
        "Compare with the {text}: which translation is best? Ties are allowed.",
        MAX_RANKED,
        (RANK,),
        "Callison-Burch et al. (2008), Further Meta-Evaluation of Machine Translation",
    ),
    Protocol(
        "da",
        "Direct assessment (DA)",
        DIRECT.question,
        1,
        (DIRECT,),
        "Graham et al. (2013), Continuous Measurement Scales in Human Evaluation of Machine Translation",
    ),
    Protocol(
        "esa",
        "Error spans (ESA)",
        "Compare with the {text}. Mark what is wrong in the translation, then score it as a whole.",
        1,
        (QUALITY,),
        "Kocmi et al. (2024), Error Span Annotation: A Balanced Approach for Human Evaluation of Machine Translation",
        marks_errors=True,
    ),
    Protocol(
        "mqm",
        "Errors only (MQM)",
        "Compare with the {text}. Mark every error in the translation. There is no score to give.",
        1,
        (),
        "Freitag et al. (2021), Experts, Errors, and Context: A Large-Scale Study of Human Evaluation for Machine"
        " Translation",
        marks_errors=True,
    ),
    Protocol(
        "contrastive",
        "Side-by-side scores",
        "Compare the translations with the {text} and with each other, and score each one.",
        MAX_RANKED,
        (QUALITY,),
        "Sakaguchi and Van Durme (2018), Efficient Online Scalar Annotation with Bounded Support",
    ),
)
PROTOCOLS: Mapping[str, Protocol] = MappingProxyType({protocol.name: protocol for protocol in _PROTOCOLS})
"""Protocols by name: adequacy-fluency, ranking, da, esa, mqm, contrastive."""


def protocol_of(name: str) -> Protocol:
    """Return the protocol with this name; raise ``ValueError`` for an unknown name."""
    check_known(name, PROTOCOLS, "protocol")
    return PROTOCOLS[name]
