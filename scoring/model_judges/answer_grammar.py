"""The grammar of answers: which texts of a language model are answers, and what they say; all others are unread.

The grammar is strict, so that a damaged answer is noticed. If one character of an answer is lost, added or changed, the
answer keeps its score or is unread, unless the character is part of the score's own number.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

DA_ANSWER, MQM_ANSWER, ESA_ANSWER = "da", "mqm", "esa"
"""Kinds of answers: a score, errors, and errors with a score."""
ANSWER_KINDS = (DA_ANSWER, MQM_ANSWER, ESA_ANSWER)
LOWEST, HIGHEST = 0.0, 100.0
"""Lowest and highest score."""
SEVERITY_ORDER = ("critical", "major", "minor")
"""Severities, the worst first."""
TWO_SEVERITIES = SEVERITY_ORDER[1:]
"""Severities that GEMBA-ESA asks for."""
MAX_CHARACTERS = 1_000_000
"""Largest number of characters of an answer that is read."""
MAX_ERRORS = 1_000
"""Largest number of errors of an answer that is read."""
NON_TRANSLATION = "non-translation"
PUNCTUATION = "fluency/punctuation"
TOP_CATEGORIES = (
    "accuracy",
    "audience appropriateness",
    "design and markup",
    "fluency",
    "linguistic conventions",
    "locale",
    "locale convention",
    "locale conventions",
    NON_TRANSLATION,
    "omission",
    "other",
    "source error",
    "source issue",
    "style",
    "terminology",
    "verity",
)
"""First parts of categories in GEMBA's and BLEUscope's prompts and in MQM; any text may follow."""
SUBCATEGORIES = {
    **{name: f"accuracy/{name}" for name in ("addition", "mistranslation", "untranslated text", "untranslated")},
    **{name: f"fluency/{name}" for name in ("character encoding", "grammar", "inconsistency", "register", "spelling")},
    "punctuation": PUNCTUATION,
}
"""Whole category of each second part that models write alone."""
HALF_A_PAIR = re.compile(r"[\ud800-\udfff]")
"""Half of a surrogate pair, which JSON can spell and no file can hold."""
_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?"
"""Pattern of a number with at most two decimals: more would allow 95.100, which is 95/100 with a wrong character."""
_SCORE = re.compile(rf"(?i:(?:final |overall )?score ?[:=] ?)?(?P<number>{_NUMBER})(?: ?/ ?100)?", re.ASCII)
_OTHER_SCALE = re.compile(rf"{_NUMBER} ?/ ?[0-9]+", re.ASCII)
_THOUGHTS = re.compile(r"\s*<think>(?:(?!</?think>).)*</think>", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"</?\w[^<>]*>|<[|｜]")
"""Pattern of the beginning or end of a thought, which is no part of an answer."""
_FENCE = re.compile(r"```[a-z]*\n(?P<inside>.*?)\n?```", re.DOTALL)
_PYTHON_LIST = re.compile(r"\[ ?'([^'\\]*)' ?\]")
"""A list of one text as Python writes it, ``['95']``."""
_HEADER = re.compile(r"(?P<bold>\*\*)?(?P<severity>critical|major|minor):(?(bold)\*\*)", re.IGNORECASE)
_ERROR_LINE = re.compile(r'(?:[-*•] )?(?P<category>[^"]+?) - "(?P<text>.*)"')
_SECOND_ERROR = re.compile(r'" ?[^"]*- ?"')
_NUMBER_IN_PROSE = re.compile(
    r"(?<![\w.-])(?P<number>-?[0-9]+(?:\.[0-9]+)?)(?!\.?[0-9])"
    r"(?! (?:critical|major|minor|errors?|issues?|mistakes?|problems?|spans?|words?|sentences?|segments?)\b)",
    re.ASCII | re.IGNORECASE,
)
"""Pattern of a number that may be a score, as no counted noun, such as "errors", follows."""
_FRACTION = re.compile(r"[0-9] ?(?:/|out of) ?[0-9]", re.ASCII | re.IGNORECASE)
_SCORE_IN_PROSE = re.compile(r"\b(?:score|scores|rating|points?|grade)\b", re.IGNORECASE)
_NO_ERROR = ("no-error", "no error")
_REFUSAL = re.compile(
    r"(?:i['’]?m|i am)? ?(?:very |really )?(?:sorry|afraid)\b|(?:i can['’]?t|i cannot|i can not|i won['’]?t"
    r"|i(?:['’]?m| am) (?:not able|unable)|unfortunately|as an ai)\b",
    re.IGNORECASE,
)
_TEXT_KEYS = ("text", "span", "error_span", "marked_text")
_CONTEXT_KEYS = ("context", "span_with_context")
_CATEGORY_KEYS = ("category", "class", "error_type")
_FREE_KEYS = ("explanation", "reasoning", "rationale", "reason", "comment", "description", "correction", "suggestion")
"""Keys whose values are for people only."""
_BETTER_KEY = "improved translation"
"""Key that GEMBA's answers in JSON have in addition to their errors."""
_ERROR_KEYS = frozenset([*_TEXT_KEYS, *_CONTEXT_KEYS, *_CATEGORY_KEYS, *_FREE_KEYS, "severity"])


@dataclass(frozen=True, slots=True)
class QuotedError:
    """One error that a language model names, with the words that it quotes."""

    severity: str
    """Severity of the error, one of ``SEVERITY_ORDER``."""
    category: str = ""
    text: str = ""
    """The wrong words; empty where the error quotes none."""
    context: str = ""
    """The wrong words with the words around them; empty where the error quotes none."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """The score and the errors that one answer states."""

    kind: str
    """Kind of the answer, one of ``ANSWER_KINDS``."""
    score: float | None
    """Score from 0 to 100; None for errors alone."""
    errors: tuple[QuotedError, ...] = ()


class UnreadAnswerError(ValueError):
    """The reason why an answer is unread; ``kind`` is one of a few words, for counting."""

    def __init__(self, kind: str, why: str = "") -> None:
        super().__init__(f"{kind}: {why}" if why else kind)
        self.kind = kind


REFUSAL, TRUNCATED, EMPTY, FORM, RANGE = "refusal", "cut off", "empty", "other form", "out of range"
"""Kinds of unread answers."""


def parse_answer(text: str, kind: str = "") -> ModelAnswer:
    """Return the score and errors of an answer of the ``kind`` that was asked for; empty for any kind.

    A score alone may stand where errors and a score were asked for. Raises ``UnreadAnswerError`` for every other text
    that is not an answer of that kind, letter by letter.

    >>> parse_answer("95/100").score, parse_answer("['95']").score
    (95.0, 95.0)
    >>> parse_answer('Here it is: {"errors": [], "score": 95}').kind
    'esa'
    >>> parse_answer("95 points")
    Traceback (most recent call last):
    bleuscope.scoring.model_judges.answer_grammar.UnreadAnswerError: other form: no score and no list of errors
    """
    if len(text) > MAX_CHARACTERS:
        raise UnreadAnswerError(FORM, f"{len(text):,} characters")
    thoughts = _THOUGHTS.match(text)
    if HALF_A_PAIR.search(text):
        raise UnreadAnswerError(FORM, "half a pair of surrogates")
    body = text[thoughts.end() if thoughts else 0 :].strip()
    if not body:
        raise UnreadAnswerError(EMPTY)
    answer = _parse_body(body)
    if len(answer.errors) > MAX_ERRORS:
        raise UnreadAnswerError(FORM, f"{len(answer.errors):,} errors")
    if kind and answer.kind != kind and (kind, answer.kind) != (ESA_ANSWER, DA_ANSWER):
        was = "was" if kind == DA_ANSWER else "were"
        raise UnreadAnswerError(
            FORM, f"{_answer_kind_phrase(answer.kind)}, where {_answer_kind_phrase(kind)} {was} asked for"
        )
    return answer


def _answer_kind_phrase(kind: str) -> str:
    return {DA_ANSWER: "a score", MQM_ANSWER: "errors", ESA_ANSWER: "errors and a score"}[kind]


def _parse_body(body: str) -> ModelAnswer:
    fenced = _FENCE.fullmatch(body)
    inside = body if fenced is None else fenced["inside"].strip()
    lines = [line.strip() for line in inside.split("\n")]
    if any(_HEADER.fullmatch(line) for line in lines):
        _check_tags(re.sub('".*"', "", inside))
        return ModelAnswer(MQM_ANSWER, None, _errors_by_line(lines))
    if not re.search(r"[{}\[\]]", inside):
        _check_tags(inside)
        return ModelAnswer(DA_ANSWER, _score_of_text(inside))
    if (match := _PYTHON_LIST.fullmatch(inside)) is not None:
        return _answer_of_json([match[1]])
    value, prose = _json_within(body)
    _check_tags(prose)
    answer = _answer_of_json(value)
    _check_prose(prose, answer.score)
    return answer


def _check_tags(text: str) -> None:
    """Raise ``UnreadAnswerError`` for a tag outside the words that errors quote, as text near it may be a thought."""
    if (tag := _TAG.search(text)) is not None:
        raise UnreadAnswerError(FORM, f"{tag[0][:20]}, as of a thought without its end")


# --- scores ---


def _score_of_text(text: str) -> float:
    """Return the score in a text that has nothing else; raise ``UnreadAnswerError`` for any other text."""
    match = _SCORE.fullmatch(text)
    if match is None:
        if _OTHER_SCALE.fullmatch(text):
            raise UnreadAnswerError(FORM, "a score on another scale than 0 to 100")
        if _REFUSAL.match(text):
            raise UnreadAnswerError(REFUSAL)
        raise UnreadAnswerError(FORM, "no score and no list of errors")
    return _parse_score_in_scale(match["number"])


def _parse_score_in_scale(number: str) -> float:
    score = float(number)
    if not LOWEST <= score <= HIGHEST:
        raise UnreadAnswerError(RANGE, f"{number if len(number) <= 12 else number[:12] + '...'} is not from 0 to 100")
    return score + 0.0


def _score_of_value(value: object) -> float:
    """Return the score in a value of JSON, a number or a text; raise ``UnreadAnswerError`` for any other value."""
    if isinstance(value, _Number):
        if re.fullmatch(_NUMBER, value.text, re.ASCII) is None:
            raise UnreadAnswerError(FORM, f"the score {value.text[:12]}")
        return _parse_score_in_scale(value.text)
    if isinstance(value, str):
        return _score_of_text(value.strip())
    raise UnreadAnswerError(FORM, "a score that is no number")


# --- JSON ---


@dataclass(frozen=True, slots=True)
class _Number:
    """A number of JSON as it is written."""

    text: str


def _json_within(body: str) -> tuple[object, str]:
    """Return the only value of JSON in a text, and the prose around the value, which has no brackets."""
    bracket = re.search(r"[{\[]", body)
    if bracket is None:
        raise UnreadAnswerError(FORM, "bad JSON")
    begin = bracket.start()
    try:
        value, end = _DECODER.raw_decode(body, begin)
    except _TwiceError as error:
        raise UnreadAnswerError(FORM, f"the key {str(error)[:20]!r} twice in one object") from None
    except RecursionError:
        raise UnreadAnswerError(FORM, "JSON that is nested too deeply") from None
    except ValueError:
        raise UnreadAnswerError(FORM, "bad JSON") from None
    prose = f"{body[:begin]} {body[end:]}"
    if re.search(r"[{}\[\]]", prose):
        raise UnreadAnswerError(FORM, "more than one value of JSON")
    return value, prose


def _check_prose(prose: str, score: float | None) -> None:
    """Raise ``UnreadAnswerError`` where the prose around the JSON of an answer may state another score."""
    differs = any(float(match["number"]) != score for match in _NUMBER_IN_PROSE.finditer(prose))
    if differs or _FRACTION.search(prose):
        raise UnreadAnswerError(FORM, "a number outside the JSON, which may be another score")
    if _SCORE_IN_PROSE.search(prose) and re.search(r"[0-9]", prose):
        raise UnreadAnswerError(FORM, "a score outside the JSON, too")


class _TwiceError(Exception):
    """The error for a key that an object has twice."""


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_int=_Number, parse_float=_Number, parse_constant=_Number)


def _answer_of_json(value: object) -> ModelAnswer:
    if isinstance(value, list):
        if len(value) == 1 and not isinstance(value[0], dict):
            return ModelAnswer(DA_ANSWER, _score_of_value(value[0]))
        return ModelAnswer(MQM_ANSWER, None, _errors_of_list(value))
    if not isinstance(value, dict):
        raise UnreadAnswerError(FORM, "no score and no list of errors")
    keys = {key for key in value if key not in (*_FREE_KEYS, _BETTER_KEY)}
    if not keys <= {"errors", "score"} or not keys:
        strange = ", ".join(sorted(str(key)[:20] for key in keys - {"errors", "score"})[:3]) or "none"
        raise UnreadAnswerError(FORM, f"the keys {strange}")
    errors = _errors_of_value(value["errors"]) if "errors" in keys else ()
    if "score" not in keys:
        return ModelAnswer(MQM_ANSWER, None, errors)
    return ModelAnswer(ESA_ANSWER if "errors" in keys else DA_ANSWER, _score_of_value(value["score"]), errors)


def _errors_of_value(value: object) -> tuple[QuotedError, ...]:
    """Return the errors of a list, or of an object with a list for each severity."""
    if isinstance(value, list):
        return _errors_of_list(value)
    if not isinstance(value, Mapping) or set(value) != set(SEVERITY_ORDER):
        raise UnreadAnswerError(FORM, "errors that are no list")
    lists = [(severity, value[severity]) for severity in SEVERITY_ORDER]
    return tuple(error for severity, entries in lists for error in _errors_of_list(entries, severity))


def _errors_of_list(entries: object, severity: str = "") -> tuple[QuotedError, ...]:
    if not isinstance(entries, list):
        raise UnreadAnswerError(FORM, "errors that are no list")
    return tuple(_error_of_entry(entry, severity) for entry in entries)


def _error_of_entry(entry: object, severity: str) -> QuotedError:
    """Return one error; ``severity`` is the severity of its list, empty where each error states its own."""
    if not isinstance(entry, Mapping):
        raise UnreadAnswerError(FORM, "an error that is no object")
    if strange := sorted(key[:20] for key in entry if key not in _ERROR_KEYS):
        raise UnreadAnswerError(FORM, f"an error with the key {strange[0]}")
    if bool(severity) == ("severity" in entry):
        raise UnreadAnswerError(FORM, "an error without one severity")
    own_severity = severity or _text_at(entry, ("severity",)).strip().lower()
    if own_severity not in SEVERITY_ORDER:
        raise UnreadAnswerError(FORM, f"the severity {own_severity[:20]!r}")
    category = _text_at(entry, _CATEGORY_KEYS)
    if not any(key in entry for key in (*_TEXT_KEYS, *_CATEGORY_KEYS)):
        raise UnreadAnswerError(FORM, "an error without its words and its category")
    return QuotedError(
        own_severity,
        known_category(category) if category else "",
        _text_at(entry, _TEXT_KEYS),
        _text_at(entry, _CONTEXT_KEYS),
    )


def _text_at(entry: Mapping[str, object], keys: Iterable[str]) -> str:
    """Return the text under the only one of these keys that the entry has; empty where none has a text.

    Raise ``UnreadAnswerError`` where the entry has several of the keys, or a value that is no text.
    """
    values = [entry[key] for key in keys if key in entry]
    if len(values) > 1:
        raise UnreadAnswerError(FORM, "an error that says one thing twice")
    if not values or values[0] is None:
        return ""
    if not isinstance(values[0], str) or HALF_A_PAIR.search(values[0]):
        raise UnreadAnswerError(FORM, "an error whose words are no text")
    return values[0]


# --- lines, as GEMBA-MQM and GEMBA-ESA ask for them ---


def _errors_by_line(lines: Sequence[str]) -> tuple[QuotedError, ...]:
    """Return the errors in lists by severity; each list has one error a line, or "no-error".

    The lists are Critical, Major and Minor, or, as GEMBA-ESA asks for them, Major and Minor with nothing before them.
    """
    matches = ((place, _HEADER.fullmatch(line)) for place, line in enumerate(lines))
    headers = {place: header["severity"].lower() for place, header in matches if header is not None}
    severities, begins = tuple(headers.values()), [*headers]
    if severities not in (SEVERITY_ORDER, TWO_SEVERITIES):
        raise UnreadAnswerError(FORM, "not the lists Critical, Major and Minor, each once, in this order")
    before = lines[: begins[0]]
    if severities == TWO_SEVERITIES and any(before):
        raise UnreadAnswerError(FORM, "words before the list of major errors, where one of critical ones may be")
    if any('"' in line or line.lower() in _NO_ERROR for line in before):
        raise UnreadAnswerError(FORM, "an error before the list of critical ones")
    errors: list[QuotedError] = []
    for severity, (start, end) in zip(severities, pairwise([*begins, len(lines)]), strict=True):
        entries = [line for line in lines[start + 1 : end] if line]
        if [entry.lower().removeprefix("- ") in _NO_ERROR for entry in entries] == [True]:
            continue
        if not entries:
            raise UnreadAnswerError(TRUNCATED, f"nothing under {severity.capitalize()}")
        errors += [_error_of_line(entry, severity) for entry in entries]
    return tuple(errors)


def _error_of_line(line: str, severity: str) -> QuotedError:
    """Return the error in one line, such as ``accuracy/mistranslation - "words"``."""
    if line.lower() == NON_TRANSLATION:
        return QuotedError(severity, NON_TRANSLATION)
    match = _ERROR_LINE.fullmatch(line)
    if match is None or _SECOND_ERROR.search(f'{match["text"]}"'):
        raise UnreadAnswerError(FORM, f"the line {line[:40]!r}")
    return QuotedError(severity, known_category(match["category"]), match["text"])


def known_category(category: str) -> str:
    """Return a category in small letters, without spaces around its parts; a subcategory alone gets its first part.

    Raise ``UnreadAnswerError`` where the first part is unknown, and where the category is a misspelled one on which the
    score depends.
    """
    spelled = "/".join(part.strip() for part in category.lower().split("/"))
    spelled = SUBCATEGORIES.get(spelled, spelled)
    if spelled.split("/")[0] not in TOP_CATEGORIES:
        raise UnreadAnswerError(FORM, f"the category {category[:30]!r}")
    for costly in (NON_TRANSLATION, PUNCTUATION):
        if spelled != costly and _are_near(spelled, costly):
            raise UnreadAnswerError(FORM, f"the category {category[:30]!r}, which is nearly {costly}")
    return spelled


def _are_near(one: str, other: str) -> bool:
    """Return whether at most two changed, added or removed characters make one text the other."""
    if abs(len(one) - len(other)) > 2:
        return False
    row: list[int] = [*range(len(other) + 1)]
    for place, letter in enumerate(one, 1):
        before, row = row, [place]
        for at, expected in enumerate(other, 1):
            row.append(min(before[at] + 1, row[-1] + 1, before[at - 1] + (letter != expected)))
    return row[-1] <= 2
