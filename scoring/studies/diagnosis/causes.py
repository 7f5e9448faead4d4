"""Causes of a low score: how many points of BLEU each explains, and the sentence that says so."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...bleu import BLEU
from ...doctor.finding import percentage
from ...output.numbers import counted, fixed, printed_difference, signed
from ...output.sentence import Sentence, Strong, sentence

ANOTHER_TEXT, SHIFT, PLACEHOLDERS, COPIED_REFERENCE, EMPTY_OUTPUTS, UNTRANSLATED = (
    "another-text",
    "shift",
    "placeholders",
    "copied-reference",
    "empty-outputs",
    "untranslated",
)
ENTITIES, PIECES, TOKENIZER, CASE, LENGTH, PART, ORDER, WORD_FORMS, REFERENCES = (
    "entities",
    "pieces",
    "tokenizer",
    "case",
    "length",
    "part",
    "order",
    "word-forms",
    "references",
)
DATA_FAULTS = ANOTHER_TEXT, SHIFT, PLACEHOLDERS, COPIED_REFERENCE, EMPTY_OUTPUTS, UNTRANSLATED
"""Kinds of causes that are measured by leaving segments out."""
HEADINGS = {
    ANOTHER_TEXT: "Another text",
    SHIFT: "Lines out of place",
    PLACEHOLDERS: "Placeholders",
    COPIED_REFERENCE: "Untranslated reference",
    EMPTY_OUTPUTS: "Empty outputs",
    UNTRANSLATED: "Untranslated segments",
    ENTITIES: "Escaped characters",
    PIECES: "Pieces of words",
    TOKENIZER: "Tokenization",
    CASE: "Capitals",
    LENGTH: "Length",
    PART: "One part of the texts",
    ORDER: "Word order",
    WORD_FORMS: "Word forms",
    REFERENCES: "Only one reference",
}
"""Kind of cause -> its heading, in the order in which causes are measured."""
REMEDIES = {
    ANOTHER_TEXT: ("Lines of another text cost", "put the right lines in their place"),
    SHIFT: ("Lines out of place cost", "line the texts up"),
    PLACEHOLDERS: ("Placeholders cost", "translate these lines"),
    COPIED_REFERENCE: ("Untranslated lines of the reference cost", "translate the reference"),
    EMPTY_OUTPUTS: ("Empty outputs cost", "translate these lines"),
    UNTRANSLATED: ("Untranslated segments cost", "translate these segments"),
    ENTITIES: ("HTML entities cost", "put the characters in their place"),
    PIECES: ("Words in pieces cost", "join the pieces"),
    TOKENIZER: ("Marks that are split in one text alone cost", "detokenize the texts, or choose another tokenizer"),
    CASE: ("Wrong capitals cost", "restore the case (truecase)"),
    LENGTH: ("The wrong length costs", "find what is missing or added"),
    PART: ("One part of the texts costs", "read it, and see whether it needs another system"),
    ORDER: ("Word order costs", "read the segments with the most moves"),
    WORD_FORMS: ("Word forms cost", "read the segments with the most wrong forms"),
}
"""Kind of a cause that can be severe -> the words that open its sentence, and the advice what to do."""
SYSTEM_FAULTS = PART, ORDER, WORD_FORMS
"""Kinds of causes that no change of the texts puts right."""
GAINED_BY_ALL = TOKENIZER, CASE
"""Kinds of causes whose remedy also raises scores of sound outputs, so that the fault costs less than is measured."""
USUAL_SHARES = {
    **dict.fromkeys((*DATA_FAULTS, ENTITIES, PIECES), 0.02),
    **dict.fromkeys((TOKENIZER, CASE, LENGTH, PART), 0.12),
    ORDER: 0.05,
    WORD_FORMS: 0.3,
}
"""Kind of a cause -> share of the score up to which a gain is usual.

No sound output of WMT 2012, 2021 and 2023 and of TED gains more by another tokenizer, case, order or word forms.
"""
LOW_SCORE = 20.0
"""Score that replaces a lower one where a usual gain is computed as a share, which would be too small otherwise."""
MIN_POINTS = 0.5
"""Fewest points of BLEU that count as a cause."""
MAX_EXAMPLES = 5
"""Most segments that a cause names."""


@dataclass(frozen=True)
class Cause:
    """One possible cause of a low score."""

    kind: str
    """One of the keys of ``HEADINGS``."""
    evidence: Sentence
    """Sentence with the evidence and its numbers."""
    points: float
    """Points of BLEU that the cause explains, as printed; NaN where they cannot be measured."""
    is_severe: bool
    """Whether the cause explains more than is usual in sound outputs."""
    segments: tuple[int, ...] = ()
    """Numbers of segments to look at, from 1, the one with the largest effect first."""

    @property
    def heading(self) -> str:
        return HEADINGS[self.kind]

    @property
    def remedy(self) -> Sentence:
        """Sentence that says what the cause costs, and what to do."""
        costs, advice = REMEDIES[self.kind]
        if self.kind in GAINED_BY_ALL:
            costs += " up to"
        score = "" if self.kind in SYSTEM_FAULTS else ", then score again"
        if math.isnan(self.points):
            return sentence("The number says nothing about the system: {}{}.", advice, score)
        return sentence("{} {} points: {}{}.", costs, Strong(fixed(self.points, 2)), advice, score)

    @property
    def gain(self) -> str:
        """Points of BLEU with their sign, or the words "not measurable"."""
        return "not measurable" if math.isnan(self.points) else f"{signed(self.points)} BLEU"


def measured_cause(kind: str, evidence: Sentence, before: float, after: float, segments: Sequence[int] = ()) -> Cause:
    """Return a cause that explains the difference between the scores before and after a repair."""
    points = printed_difference(after, before)
    is_severe = points >= MIN_POINTS and points > USUAL_SHARES[kind] * max(before, LOW_SCORE)
    return Cause(kind, evidence, points, is_severe, tuple(segments[:MAX_EXAMPLES]))


def sorted_causes(causes: Sequence[Cause]) -> tuple[Cause, ...]:
    """Return severe causes before others, and within each group first those whose points are NaN, then the largest."""
    return tuple(sorted(causes, key=lambda one: (not one.is_severe, -one.points if one.points == one.points else -1e9)))


def score_change_words(before: float, after: float) -> Sentence:
    """Return both scores as a phrase, such as "27.90 BLEU instead of 21.30"."""
    return sentence("{} BLEU instead of {}", Strong(fixed(after, 2)), fixed(before, 2))


def flagged_sentence(statement: str, before: float, after: float) -> Sentence:
    """Return a sentence about segments, followed by the score without these segments."""
    return sentence("{} Without these segments the score is {}.", statement, score_change_words(before, after))


def segments_sentence(n_found: int, n_segments: int, phrase: str, fault: str) -> str:
    """Return how many segments of a text have a fault; ``fault`` names the fault and begins with "are" or "have"."""
    if not n_found:
        return f"No segments of {phrase} {fault}."
    verb, rest = fault.split(" ", 1)
    verb = {"are": "is", "have": "has"}[verb] if n_found == 1 else verb
    return f"{counted(n_found, 'segment')} ({percentage(n_found / n_segments)}) of {phrase} {verb} {rest}."


def entities_sentence(n_segments: int, before: float, after: float) -> Sentence:
    template = "{} of the output {} HTML entities, such as &quot; for a quotation mark. As characters, they give {}."
    return sentence(
        template,
        counted(n_segments, "segment"),
        "has" if n_segments == 1 else "have",
        score_change_words(before, after),
    )


def pieces_sentence(n_segments: int, before: float, after: float) -> Sentence:
    template = "{} of the output {} words in pieces, marked @@. Joined, they give {}."
    return sentence(
        template,
        counted(n_segments, "segment"),
        "has" if n_segments == 1 else "have",
        score_change_words(before, after),
    )


def tokenizer_sentence(tokenized: str, name: str, own: str, before: float, after: float) -> Sentence:
    """Return what another tokenizer gives, after ``tokenized``: which text is tokenized, or an empty string."""
    template = "{}The tokenizer {} gives {} with {}."
    return sentence(template, tokenized, name, score_change_words(before, after), own)


def case_sentence(
    capitals_notes: Sequence[str], capitals: tuple[float, float], before: float, after: float
) -> Sentence:
    """Return what ignoring case gives, where capitals are missing if that is known, and how frequent capitals are."""
    outputs, references = map(percentage, capitals)
    template = "Ignoring case gives {}. {}Capitals are in {} of the output's words and in {} of the reference's."
    return sentence(
        template, score_change_words(before, after), "".join(f"{one} " for one in capitals_notes), outputs, references
    )


def short_sentence(ratio: float, penalty: float, before: float, after: float) -> Sentence:
    template = "The output has {} of the reference's words. Without the brevity penalty of {} the score would be {}."
    return sentence(template, percentage(ratio), fixed(penalty, 3), score_change_words(before, after))


def long_sentence(ratio: float, _penalty: float, before: float, after: float) -> Sentence:
    template = "The output has {} of the reference's words. Without the extra words the score would be at most {}."
    return sentence(template, percentage(ratio), score_change_words(before, after))


def part_sentence(origin: str, name: str, n_segments: int, own: float, before: float, after: float) -> Sentence:
    template = "The {} {}, {}, has {} BLEU. Without it the score is {}."
    return sentence(
        template, origin, Strong(name), counted(n_segments, "segment"), fixed(own, 2), score_change_words(before, after)
    )


def order_sentence(wer: float, per: float, before: float, after: float) -> Sentence:
    template = (
        "The same words in the reference's order would give {}. WER, which counts word order, is {}; PER, which ignores"
        " it, is {}."
    )
    return sentence(template, score_change_words(before, after), fixed(wer, 2), fixed(per, 2))


def word_forms_sentence(bleu: BLEU, epsilon: float, chrf: float, before: float, after: float) -> Sentence:
    ignoring = " Case is ignored in both." if bleu.lowercase else ""
    template = "tBLEU, which accepts other forms of a word, is {} at tolerance {:g}; BLEU is {}, chrF {}.{}"
    return sentence(template, Strong(fixed(after, 2)), epsilon, fixed(before, 2), fixed(chrf, 2), ignoring)


ONE_REFERENCE = sentence(
    "There is one reference. BLEU counts every other good translation as wrong, so scores with one reference are low"
    " even for good systems."
)
