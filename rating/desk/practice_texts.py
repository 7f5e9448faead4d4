"""The texts of the practice item, in the languages of the campaign's texts, with a source or a reference."""

from dataclasses import dataclass

from scoring.rating import ENGLISH, LANGUAGES, PRACTICE_REFERENCE, translate
from scoring.text.languages import find_language
from workspace import Desk


@dataclass(frozen=True)
class PracticeTexts:
    """The source and the reference of the practice item, and the language of its outputs."""

    target: str
    """code of the outputs' language, one of ``LANGUAGES``"""
    source: str | None
    """None if raters of the campaign see no source, or no language other than the outputs' is known for it"""
    reference: str | None

    @property
    def beside(self) -> str:
        """What raters compare the outputs with, in words: source, reference, both, or nothing."""
        return " and ".join(name for name in ("source", "reference") if getattr(self, name) is not None)


def practice_texts(desk: Desk, language: str) -> PracticeTexts:
    """Return the texts of the practice item for a rater who reads the page in ``language``.

    Outputs are in the language of the campaign's outputs, or in ``language`` if the practice item is not translated
    into theirs. A source is in the language of the campaign's sources, else in ``language`` or in English, if that is
    not the language of the outputs.
    """
    compared_texts = desk.seat.campaign.beside
    of_sources, of_outputs = desk.languages
    target, source = _practice_language(of_outputs, [language]), None
    if "source" in compared_texts:
        source = _practice_language(of_sources, [one for one in (language, ENGLISH) if one != target])
    source = None if source == target else source
    has_reference = "reference" in compared_texts or source is None
    return PracticeTexts(
        target or language,
        None if source is None else translate(PRACTICE_REFERENCE, source),
        translate(PRACTICE_REFERENCE, target or language) if has_reference else None,
    )


def _practice_language(name: str | None, others: list[str]) -> str | None:
    """Return the named language's code if the practice item exists in it, else the first such code of ``others``.

    None if there is no such code.
    """
    known_language = None if name is None else find_language(name)
    codes = () if known_language is None else known_language.codes
    return next((code for code in (*codes, *others) if code in LANGUAGES), None)
