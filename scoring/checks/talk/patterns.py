"""Sentences of language models to their users, by language, each with reports of such outputs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ...counting.arrays import Flags
from ..check import CheckedTexts
from ..columns.rows import match_pattern


@dataclass(frozen=True)
class TalkOfLanguage:
    """Sentences of models in one language, as regular expressions without case.

    The syntax is that of both RE2 and ``re``.
    """

    seen_in: str
    """Reports and files in public repositories on GitHub with such outputs; else the origin of the words."""
    translation: str
    """Words for a translation, as in "Here is the translation:"."""
    yes: str = ""
    """Words of consent before a preamble."""
    here: str = ""
    """Beginnings of a preamble."""
    note: str = ""
    """Headings of a note about the translation."""
    closing: str = ""
    """Offers of more help after the translation."""
    refusal: str = ""
    request: str = ""
    """Requests for the text that was to be translated."""
    alternatives: str = ""
    """Labels of the first of several translations."""
    another: str = ""
    """Phrases that introduce another translation."""


TALK: Mapping[str, TalkOfLanguage] = {
    "en": TalkOfLanguage(
        "koharu-rs/koharu #850, PauseAI/pauseai-website #334, mozilla/sumo #2544 (preambles); babarot/oksskolten #110"
        " (alternatives); LunaTranslator #990, mdc-ng #105 (refusals)",
        "translat(?:ion|ed)",
        "sure|certainly|of course|absolutely|okay",
        "here(?:'s|’s| is| are)|this is|below is",
        "(?:translator'?s? )?note",
        "let me know if|i hope this (?:helps|translation)|feel free to ask",
        r"i'?m sorry,? but i|i(?: am|'m|’m) (?:unable|not able) to|as an ai(?: language)? model"
        r"|i can(?:not|'t|’t) (?:translate|assist|help|fulfill|provide)",
        "(?:please|could you)(?: please)? (?:provide|share|paste|send|give)[^.?!]{0,40} (?:text|sentence)",
        "option|version|alternative(?: translation)?",
        "alternatively|or, more (?:literally|naturally|formally)",
    ),
    "de": TalkOfLanguage(
        "quantalogic/quantalogic README_DE.md",
        "Übersetzung|übersetzt",
        "gerne|natürlich",
        "hier (?:ist|sind)",
        "anmerkung|hinweis",
        "lassen sie mich wissen, (?:ob|wenn) sie",
        "als ki-?(?:sprach)?modell|ich kann (?:diesen|den|das|dies)[^.]{0,40} nicht übersetzen",
        "(?:bitte|könnten sie)[^.?!]{0,40}(?:geben|senden|teilen|stellen)[^.?!]{0,40} (?:text|satz)[^.?!]{0,60}über",
        "variante?|möglichkeit|alternative übersetzung",
        "oder alternativ|eine andere möglichkeit",
    ),
    "fr": TalkOfLanguage(
        "Comfy-Org/embedded-docs RunwayImageToVideoNodeGen3a/fr.md",
        "traduction|traduit",
        "bien sûr",
        "voici",
        "remarque",
        "n'hésitez pas à me",
        "je ne (?:peux|suis)[^.]{0,30} (?:pas|en mesure)[^.]{0,20} tradui|en tant qu[e'’ ]{1,3}(?:ia|modèle)",
        "veuillez (?:fournir|me)[^.?!]{0,40} texte",
    ),
    "es": TalkOfLanguage(
        "HarperDB's documentation in Spanish",
        "traducción|traducid",
        "claro(?: que sí)?|por supuesto",
        "aquí (?:está|tienes)",
        "nota",
        "avísame si",
        "no puedo traducir|lo siento,? pero no puedo",
        "proporcion[ae][^.?!]{0,30} texto",
    ),
    "ru": TalkOfLanguage(
        "Comfy-Org/embedded-docs SkipLayerGuidanceSD3/ru.md",
        "перевод",
        "конечно",
        "вот",
        "примечание",
        "дайте мне знать, если",
        "как (?:языковая модель|ии)|я не могу перевести",
        "предоставьте[^.?!]{0,30} текст",
    ),
    "zh": TalkOfLanguage(
        "fishjar/kiss-translator #218, hcfyapp/crx-selection-translate #2285 (notes); LunaTranslator #990 (refusals)",
        "翻译|译文|译法",
        "当然|好的",
        "以下是|这是",
        "注|注意|注释",
        "如果您需要",
        "作为(?:一个)?(?:ai|人工智能)|抱歉，我(?:无法|不能)",
        "请(?:提供|输入|给出)[^。？！]{0,15}(?:文本|内容|句子|原文)",
    ),
    "it": TalkOfLanguage("Cap-go/website src/content/blog/it", "traduzione", "certo", "ecco"),
    "pt": TalkOfLanguage("the English sentences, translated", "tradução", here="aqui está"),
    "cs": TalkOfLanguage("the English sentences, translated", "přeložen|překlad", here="zde je"),
    "uk": TalkOfLanguage("the English sentences, translated", "переклад"),
    "ja": TalkOfLanguage(
        "TanStack's documentation in Japanese", "翻訳", here="以下は", refusal="申し訳(?:ありません|ございません)が、"
    ),
    "ko": TalkOfLanguage("the English sentences, translated", "번역", here="以下는|다음은"),
}
"""Sentences of models, by the code of the language."""


def _alternation(part: str) -> str:
    return "|".join(filter(None, (getattr(of, part) for of in TALK.values())))


PATTERNS: Mapping[str, str] = {
    "preamble": (
        rf"(?i)^[\s\"'*#¡]*(?:(?:{_alternation('yes')})[,!.，！。 ]{{0,3}})?(?:{_alternation('here')})?"
        rf"[^.!?:：。\n]{{0,80}}(?:{_alternation('translation')})[^.!?:：。\n]{{0,120}}[:：]"
        r"|here are (?:a few|some|several) [^.!?:\n]{0,40}(?:options|translations|versions)"
    ),
    "note": (
        rf"(?i)(?:^|[\s(\[*（])(?:{_alternation('note')})[*]{{0,2}}[^:：，\n]{{0,30}}[:：，][^\n]{{0,200}}(?:{_alternation('translation')})"
        rf"|(?:{_alternation('closing')})"
    ),
    "refusal": f"(?i)(?:{_alternation('refusal')})",
    "request for the text": f"(?i)(?:{_alternation('request')})",
    "code fence": r"```",
    "thinking": r"(?i)</?think(?:ing)?>",
    "Markdown": r"(?m)^\s{0,3}#{1,6}\s+\S|\*\*[^*\n]+\*\*|\[[^\[\]\n]+\]\(https?://",
    "alternatives": (
        rf"(?i)(?:^|[\s(])(?:{_alternation('alternatives')}) ?(?:[1-3a-c])?[*]{{0,2}} ?[:：]"
        rf"|(?:^|[.!?\n]\s*)(?:{_alternation('another')})[,:]|(?:^|\s)or:? [\"“]"
    ),
}
"""Pattern of each kind of talk, in the syntax that RE2 and ``re`` share."""
COMPILED = {kind: re.compile(pattern) for kind, pattern in PATTERNS.items()}
_IN_SOURCE = {**PATTERNS, "Markdown": r"[#*]|\]\("}
"""Patterns that the source must not have: for Markdown also signs that some outputs only move."""


def have_talk(texts: CheckedTexts) -> dict[str, Flags]:
    """Return for each kind of talk whether it is in the output and not in the source, (n_segments,)."""
    flags = {}
    for kind, pattern in PATTERNS.items():
        flags[kind] = match_pattern(texts.outputs, pattern, len(texts))
        if flags[kind].any():
            flags[kind] &= ~match_pattern(texts.source, _IN_SOURCE[kind], len(texts))
    return flags
