"""Talk of a model: what a language model says to its user in the place of a translation, or around it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from ..counting.progress import Progress
from .check import Check, CheckedTexts, CheckSpans, find_by_blocks
from .columns.rows import FoundPlace, chosen_rows, have, places_of

_TRANSLATION = (
    r"(?:translat(?:ion|ed)|Übersetzung|übersetzt|traduction|traduit|traducción|traducid|traduzione|tradução"
    r"|přeložen|překlad|перевод|переклад|翻译|译文|译法|翻訳|번역)"
)
_YES = (
    r"(?:sure|certainly|of course|absolutely|okay|gerne|natürlich|bien sûr|claro|por supuesto|certo|конечно"
    r"|当然|好的)"
)
_HERE = (
    r"(?:here(?:'s|’s| is| are)|this is|below is|hier (?:ist|sind)|voici|aquí (?:está|tienes)|ecco|aqui está|вот|zde je"
    r"|以下是|这是|以下は|다음은)"
)
PATTERNS: Mapping[str, str] = {
    "preamble": (
        rf"(?i)^[\s\"'*#]*(?:{_YES}[,!.，！。 ]{{0,3}})?{_HERE}?"
        rf"[^.!?:：。\n]{{0,80}}{_TRANSLATION}[^.!?:：。\n]{{0,120}}[:：]"
        r"|here are (?:a few|some|several) [^.!?:\n]{0,40}(?:options|translations|versions)"
    ),
    "note": (
        r"(?i)(?:^|[\s(\[*])(?:(?:translator'?s? )?note|anmerkung|hinweis|remarque|nota|примечание|注|注意|注释)"
        rf"[*]{{0,2}}[^:：，\n]{{0,30}}[:：，][^\n]{{0,200}}{_TRANSLATION}"
        r"|(?:let me know if|i hope this (?:helps|translation)|feel free to ask|lassen sie mich wissen, (?:ob|wenn) sie"
        r"|n'hésitez pas à me|avísame si|дайте мне знать, если|如果您需要)"
    ),
    "refusal": (
        r"(?i)(?:i'?m sorry,? but i|i(?: am|'m|’m) (?:unable|not able) to|as an ai(?: language)? model"
        r"|i can(?:not|'t|’t) (?:translate|assist|help|fulfill|provide)"
        r"|als ki-?(?:sprach)?modell|ich kann (?:diesen|den|das|dies)[^.]{0,40} nicht übersetzen"
        r"|je ne (?:peux|suis)[^.]{0,30} (?:pas|en mesure)[^.]{0,20} tradui|en tant qu[e'’ ]{1,3}(?:ia|modèle)"
        r"|no puedo traducir|lo siento,? pero no puedo"
        r"|как (?:языковая модель|ии)|я не могу перевести"
        r"|作为(?:一个)?(?:ai|人工智能)|抱歉，我(?:无法|不能)|申し訳(?:ありません|ございません)が、)"
    ),
    "request for the text": (
        r"(?i)(?:(?:please|could you)(?: please)? (?:provide|share|paste|send|give)[^.?!]{0,40} (?:text|sentence)"
        r"|(?:bitte|könnten sie)[^.?!]{0,40}(?:geben|senden|teilen|stellen)[^.?!]{0,40} (?:text|satz)[^.?!]{0,60}über"
        r"|veuillez (?:fournir|me)[^.?!]{0,40} texte|proporcion[ae][^.?!]{0,30} texto|предоставьте[^.?!]{0,30} текст"
        r"|请(?:提供|输入|给出)[^。？！]{0,15}(?:文本|内容|句子|原文))"
    ),
    "code fence": r"```",
    "thinking": r"(?i)</?think(?:ing)?>",
    "Markdown": r"(?m)^\s{0,3}#{1,6}\s+\S|\*\*[^*\n]+\*\*|\[[^\[\]\n]+\]\(https?://",
    "alternatives": (
        r"(?i)(?:^|[\s(])(?:option|variante?|version|möglichkeit|alternative(?: (?:translation|übersetzung))?)"
        r" ?(?:[1-3a-c])?[*]{0,2} ?[:：]"
        r"|(?:^|[.!?\n]\s*)(?:alternatively|or, more (?:literally|naturally|formally)|oder alternativ|eine andere"
        r" möglichkeit)[,:]|(?:^|\s)or:? [\"“]"
    ),
}
"""What a model says -> its pattern, in the syntax that RE2 and ``re`` share.

Reports of such outputs on GitHub: koharu #850 (a preamble, Markdown), oksskolten #110 ("Here are a few translation
options"), kiss-translator #218 (a note in Chinese), LunaTranslator #990 and mdc-ng #105 (refusals in English and
Chinese). The other languages have these sentences translated.
"""
_IN_SOURCE = {**PATTERNS, "Markdown": r"[#*]|\]\("}
"""What the source of such an output has not: signs that some outputs only move."""
_COMPILED = {kind: re.compile(pattern) for kind, pattern in PATTERNS.items()}


@dataclass(frozen=True)
class ModelTalk(Check):
    """A preamble, a closing note, a refusal, a request for the text, marks of thinking, Markdown or alternatives.

    Only what the source has not is found. Sentences are known in English, German, French, Spanish, Chinese and, less
    well, Italian, Portuguese, Czech, Russian, Ukrainian, Japanese and Korean.
    """

    name: ClassVar[str] = "talk"
    kinds: ClassVar[Mapping[str, str]] = dict.fromkeys(PATTERNS, "major")
    does: ClassVar[str] = "talks like a model"
    finds: ClassVar[str] = (
        "The output has what a language model says to its user: a preamble, a note, a refusal, a request for the text,"
        " marks of thinking, code fences, Markdown or alternatives, where the source has none."
    )
    errs: ClassVar[str] = "Texts about translation, and texts that talk to a reader, may say the same."

    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        return find_by_blocks(texts, _find_in_block, on_progress)


def _find_in_block(texts: CheckedTexts) -> Iterator[FoundPlace]:
    for kind, pattern in PATTERNS.items():
        flags = have(texts.outputs, pattern, len(texts))
        if flags.any():
            flags &= ~have(texts.source, _IN_SOURCE[kind], len(texts))
        for row in chosen_rows(texts, flags):
            for place in places_of(_COMPILED[kind], row.output, kind):
                yield row.segment, *place
