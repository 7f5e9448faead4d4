"""The language of translations, from their files and their script, and the tokenizer that fits the language.

For Chinese, Japanese and Korean it is the tokenizer that sacreBLEU takes by default.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import take_arrow_rows
from ..validation import short_repr
from .sentencepiece_models import ModelName
from .texts import Text, as_column
from .tokenizers import CHARACTERS, TOKENIZERS, USUAL

_MIN_SHARE = 0.2
"""Smallest share of a text's letters that decides its script, so that names in another script do not count."""
SCRIPT_SEGMENTS = 1000
"""Number of segments of a text from which its script is detected."""


@dataclass(frozen=True)
class Script:
    """A script: how a language is written, as far as words are concerned."""

    name: str
    """Name that people use for texts in the script."""
    letters: str
    """Regular expression (RE2) for one letter of the script."""
    usual: str
    """Name of the tokenizer that fits the script, where it is installed."""
    has_spaces: bool
    """Whether spaces separate words."""
    examples: tuple[str, ...] = ()
    """One sentence in each language of a script without spaces, to try tokenizers on."""

    @property
    def tokenizer(self) -> str:
        """Name of the script's usual tokenizer, or single characters where it is not installed."""
        return self.usual if TOKENIZERS[self.usual].available else CHARACTERS

    @property
    def advice(self) -> str | None:
        """Advice what to install for the usual tokenizer; None where it is installed."""
        missing = TOKENIZERS[self.usual].missing
        return f"Install {' and '.join(missing)} for its usual tokenizer, {self.usual}." if missing else None

    @property
    def of_references(self) -> str:
        """Sentence that says that references are in this script, which has no spaces."""
        script_phrase = "a script" if self is UNSPACED else f"{self.name},"
        return f"The references are in {script_phrase} where no spaces separate words."

    def is_unfit(self, tokenizer: str) -> bool:
        """Return whether the tokenizer takes whole sentences in this script for words."""
        is_of_pieces = ModelName.parse(tokenizer) is not None
        return not self.has_spaces and tokenizer not in {self.usual, CHARACTERS} and not is_of_pieces

    def is_foreign(self, tokenizer: str) -> bool:
        """Return whether the tokenizer is made for another script."""
        made_for_one = {script.usual for script in SCRIPTS} - {CHARACTERS, USUAL}
        return tokenizer in made_for_one - {self.usual}


SCRIPTS = (
    Script("Japanese", r"[\p{Hiragana}\p{Katakana}]", "ja-mecab", False, ("今日はとても天気がいいです",)),
    Script("Chinese", r"\p{Han}", "zh", False, ("今天天气很好",)),
    Script("Korean", r"\p{Hangul}", "ko-mecab", has_spaces=True),
    Script(
        "a script without spaces",
        r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]",
        CHARACTERS,
        False,
        (
            "วันนี้อากาศดีมาก",
            "ມື້ນີ້ອາກາດດີຫຼາຍ",
            "ថ្ងៃនេះអាកាសធាតុល្អណាស់",
            "ယနေ့ရာသီဥတုအလွန်ကောင်းသည်",
            "དེ་རིང་གནམ་གཤིས་ཡག་པོ་འདུག",
        ),
    ),
)
"""Scripts in order of priority: Japanese comes before Chinese because it has Chinese characters, too."""
SPACED = Script("another script", r"\p{L}", USUAL, has_spaces=True)
"""Script of all other languages, where spaces separate words."""


JAPANESE, CHINESE, KOREAN, UNSPACED = SCRIPTS


@dataclass(frozen=True)
class Language:
    """A language that a file may state for its texts."""

    name: str
    codes: tuple[str, ...]
    """Codes of ISO 639, and other codes in use for the language, in lower case."""
    letters: str
    """Regular expression (RE2) for one letter of the language."""
    script: Script


_LANGUAGES = {
    JAPANESE: {r"\p{Hiragana}\p{Katakana}\p{Han}": "Japanese ja jpn jp"},
    CHINESE: {r"\p{Han}": "Chinese zh zho chi cmn cn, Cantonese yue"},
    KOREAN: {r"\p{Hangul}": "Korean ko kor kr"},
    UNSPACED: {
        r"\p{Thai}": "Thai th tha",
        r"\p{Lao}": "Lao lo lao",
        r"\p{Khmer}": "Khmer km khm",
        r"\p{Myanmar}": "Burmese my mya bur",
        r"\p{Tibetan}": "Tibetan bo bod tib",
    },
    SPACED: {
        r"\p{Latin}": "English en eng, German de deu ger, French fr fra fre, Spanish es spa, Italian it ita, Portuguese"
        " pt por, Dutch nl nld dut, Danish da dan, Swedish sv swe, Norwegian no nor, Bokmål nb nob, Nynorsk nn"
        " nno, Icelandic is isl ice, Finnish fi fin, Estonian et est, Latvian lv lav, Lithuanian lt lit,"
        " Polish pl pol, Czech cs ces cze, Slovak sk slk slo, Slovenian sl slv, Croatian hr hrv, Bosnian bs"
        " bos, Hungarian hu hun, Romanian ro ron rum, Albanian sq sqi alb, Maltese mt mlt, Irish ga gle, Welsh"
        " cy cym wel, Gaelic gd gla, Basque eu eus baq, Catalan ca cat, Galician gl glg, Turkish tr tur,"
        " Azerbaijani az aze, Indonesian id ind, Malay ms msa may, Tagalog tl tgl, Vietnamese vi vie, Swahili"
        " sw swa, Hausa ha hau, Zulu zu zul, Xhosa xh xho, Yoruba yo yor, Somali so som, Afrikaans af afr,"
        " Esperanto eo epo",
        r"\p{Cyrillic}": "Russian ru rus, Ukrainian uk ukr, Belarusian be bel, Bulgarian bg bul, Macedonian mk mkd mac,"
        " Mongolian mn mon, Tajik tg tgk",
        r"\p{Cyrillic}\p{Latin}": "Serbian sr srp, Kazakh kk kaz, Uzbek uz uzb",
        r"\p{Arabic}": "Arabic ar ara, Persian fa fas per, Urdu ur urd, Pashto ps pus",
        r"\p{Hebrew}": "Hebrew he heb, Yiddish yi yid",
        r"\p{Greek}": "Greek el ell gre",
        r"\p{Devanagari}": "Hindi hi hin, Marathi mr mar, Nepali ne nep",
        r"\p{Bengali}": "Bengali bn ben, Assamese as asm",
        r"\p{Gujarati}": "Gujarati gu guj",
        r"\p{Gurmukhi}": "Punjabi pa pan",
        r"\p{Tamil}": "Tamil ta tam",
        r"\p{Telugu}": "Telugu te tel",
        r"\p{Kannada}": "Kannada kn kan",
        r"\p{Malayalam}": "Malayalam ml mal",
        r"\p{Sinhala}": "Sinhala si sin",
        r"\p{Georgian}": "Georgian ka kat geo",
        r"\p{Armenian}": "Armenian hy hye arm",
        r"\p{Ethiopic}": "Amharic am amh",
    },
}
LANGUAGES = tuple(
    Language(name, tuple(codes), f"[{letters}]", script)
    for script, spelt in _LANGUAGES.items()
    for letters, listed in spelt.items()
    for name, *codes in map(str.split, listed.split(","))
)
_BY_NAME = {name: language for language in LANGUAGES for name in (language.name.lower(), *language.codes)}

FILE_NAME, FILE = "the file's name", "the file"
"""Places where a language is stated."""


def find_language(code_or_name: str) -> Language | None:
    """Return the language of a code, also with a region (``zh-CN``), or of an English name; None for any other text."""
    return _BY_NAME.get(re.split(r"[-_]", code_or_name.strip().lower())[0])


def named_language(code_or_name: object, name: str) -> Language:
    """Return the language of a code or an English name; raise ``ValueError``, which names the argument ``name``.

    >>> named_language("German", "--language").codes[0]
    'de'
    """
    language = find_language(code_or_name) if isinstance(code_or_name, str) else None
    if language is None:
        raise ValueError(
            f"{name}: expected a code or an English name, such as de or German; found {short_repr(code_or_name)}."
        )
    return language


def named_pair(languages: object, name: str) -> tuple[Language | None, Language]:
    """Return the languages of source and outputs from ``en-de``; from one language None and the outputs' language.

    A region is written in capital letters, a second language in small ones: ``fr-CA`` is French.

    >>> [of and of.name for of in named_pair("en-de", "--language")], named_pair("fr-CA", "--language")[0]
    (['English', 'German'], None)
    """
    match = (
        re.fullmatch(r"([A-Za-z]{2,3})-([a-z]{2,3})(?:[-_]\w+)?", languages.strip())
        if isinstance(languages, str)
        else None
    )
    pair = [None, None] if match is None else [*map(find_language, match.groups())]
    if pair[0] is not None and pair[1] is not None and pair[0] != pair[1]:
        return pair[0], pair[1]
    return None, named_language(languages, name)


@dataclass(frozen=True)
class StatedLanguage:
    """The language of the translations as a file states it, and the place of the statement."""

    language: Language
    place: str
    """Place of the statement, ``FILE_NAME`` or ``FILE``."""

    def __str__(self) -> str:
        return f"{self.language.name}, from {self.place}"


def find_stated_language(names: Iterable[str]) -> StatedLanguage | None:
    """Return the language that a file states by names or codes; None unless they give exactly one known language."""
    return agreed_language(
        None if language is None else StatedLanguage(language, FILE) for language in map(find_language, names)
    )


def agreed_language(statements: Iterable[StatedLanguage | None]) -> StatedLanguage | None:
    """Return the language that all statements agree on, ignoring None; None where they differ or there are none."""
    by_language = {one.language: one for one in statements if one is not None}
    return next(iter(by_language.values())) if len(by_language) == 1 else None


@dataclass(frozen=True)
class TargetLanguage:
    """The language of the references, and whether the files and the script agree on it."""

    script: Script
    stated_language: StatedLanguage | None
    """Language that the files state, if the script of the references agrees; else None."""
    contradicted: StatedLanguage | None = None
    """Language that the files state, if the script does not agree: then the script decides."""

    def __str__(self) -> str:
        """Return the language and the source that it was detected from; empty where nothing was detected."""
        if self.stated_language is not None:
            return str(self.stated_language)
        name = "" if self.script is SPACED else f"{self.script.name[0].upper()}{self.script.name[1:]}, "
        by = f"{name}from the script of the references" if name or self.contradicted else ""
        if self.contradicted is None:
            return by
        return f"{by}: {self.contradicted.place} says {self.contradicted.language.name}, which does not fit"


def detect_target_language(references: Sequence[Text], stated_language: StatedLanguage | None) -> TargetLanguage:
    """Return the language of references: the stated one if their letters fit it, else the language of their script."""
    script = detect_script(references)
    if stated_language is None:
        return TargetLanguage(script, None)
    columns = [_spread(as_column(text, "text")) for text in references]
    n_letters, n_own = (
        sum(_count(column, of) for column in columns) for of in (SPACED.letters, stated_language.language.letters)
    )
    is_own = script is stated_language.language.script or (
        script is CHINESE and stated_language.language.script is JAPANESE
    )
    if n_letters and not (is_own and n_own > _MIN_SHARE * n_letters):
        return TargetLanguage(script, None, stated_language)
    return TargetLanguage(stated_language.language.script, stated_language)


def detect_script(texts: Sequence[Text]) -> Script:
    """Return the script of some texts, such as a test set's references, from ``SCRIPT_SEGMENTS`` segments of each.

    The segments are spread evenly over the text.
    """
    columns = [_spread(as_column(text, "text")) for text in texts]
    if _is_mostly_latin(columns):
        return SPACED
    n_letters = sum(_count(column, SPACED.letters) for column in columns)
    for script in SCRIPTS:
        if sum(_count(column, script.letters) for column in columns) > _MIN_SHARE * n_letters:
            return script
    return SPACED


def unfit_tokenizer(tokenizer: str, script: Script, flag: str = "--tokenize") -> str | None:
    """Return the reason why scores with this tokenizer say little about texts in this script; None where it fits.

    ``flag`` is the option of the command that chooses the tokenizer.
    """
    if not script.is_unfit(tokenizer):
        return None
    reason = (
        f"{script.of_references} The tokenizer {tokenizer} takes whole phrases for words there: few of them match, and"
        f" systems may be ranked wrongly. Use {script.tokenizer} ({flag} {script.tokenizer})."
    )
    return reason if script.advice is None else f"{reason} {script.advice}"


def _spread(column: pa.StringArray) -> pa.StringArray:
    if len(column) <= SCRIPT_SEGMENTS:
        return column
    return take_arrow_rows(column, np.linspace(0, len(column) - 1, SCRIPT_SEGMENTS).astype(int))


def _is_mostly_latin(columns: Sequence[pa.StringArray]) -> bool:
    """Return whether the letters a to z are so frequent that no script of ``SCRIPTS`` can reach its share of letters.

    The letters of ``SCRIPTS`` need not be counted then. In UTF-8 each of them begins with a byte of 0xE0 or above.
    """
    text = "".join(text for column in columns for text in column.to_pylist() if text is not None)
    data = np.frombuffer(text.encode(), np.uint8)
    n_latin = np.count_nonzero((data | 0x20) - np.uint8(ord("a")) < 26)
    return bool(np.count_nonzero(data >= 0xE0) <= _MIN_SHARE * n_latin)


def _count(column: pa.StringArray, letters: str) -> int:
    return int(pc.sum(pc.count_substring_regex(column, letters)).as_py() or 0)
