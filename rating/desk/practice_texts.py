"""The texts of the practised item: a source or a reference as the campaign shows one, in the languages of its texts."""

from dataclasses import dataclass

from scoring.rating import ENGLISH, LANGUAGES, PRACTICE_REFERENCE, translate
from scoring.text.languages import find_language
from workspace import Desk


@dataclass(frozen=True)
class PracticeTexts:
    """What the practised outputs are held against, and the language that they are in."""

    target: str
    """the outputs' language, one of ``LANGUAGES``"""
    source: str | None
    """None where raters of the campaign see no source, or none can be told from the outputs' language"""
    reference: str | None

    @property
    def beside(self) -> str:
        """In words, as of a campaign."""
        return " and ".join(name for name in ("source", "reference") if getattr(self, name) is not None)


def practice_texts(desk: Desk, language: str) -> PracticeTexts:
    """Return the texts for the rater of a desk, who reads the page in ``language``.

    Outputs are in the language of the campaign's, or the rater's where there are no texts in it. A source is in the
    language of the campaign's, else in the rater's or in English if the outputs are in another one.
    """
    asked = desk.seat.campaign.beside
    of_sources, of_outputs = desk.languages
    target, source = _practised(of_outputs, [language]), None
    if "source" in asked:
        source = _practised(of_sources, [one for one in (language, ENGLISH) if one != target])
    source = None if source == target else source
    has_reference = "reference" in asked or source is None
    return PracticeTexts(
        target or language,
        None if source is None else translate(PRACTICE_REFERENCE, source),
        translate(PRACTICE_REFERENCE, target or language) if has_reference else None,
    )


def _practised(name: str | None, others: list[str]) -> str | None:
    """The code of a language where the practised item is translated into it; else the first of others."""
    known = None if name is None else find_language(name)
    codes = () if known is None else known.codes
    return next((code for code in (*codes, *others) if code in LANGUAGES), None)
