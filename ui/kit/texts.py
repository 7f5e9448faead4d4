"""The Playground's texts: what its boxes hold, a test set of one segment, and the code of a link. Pure.

A link holds all texts in one parameter: JSON, compressed by zlib, in base64url. No mail program or chat changes
anything in the alphabet [A-Za-z0-9_-], and zlib's checksum shows whether a link was cut off or changed. Readable
parameters would need three to nine characters for every letter that is not Latin. In 1,002 WMT segments with 20 outputs
and 3 references each, plain parameters have 5,300 characters (median; at most 18,600), the code 740 (at most 3,200).
Plain text that was cut off would also be scored as if it were complete.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from typing import Any

from scoring import TestSet
from scoring.text.naming import NAME_LENGTH, clean_name

_LARGEST_PAYLOAD = 1024**2
"""Most bytes after decompression: a small link may not fill the memory."""
LONGEST_CODE = 4_400
"""Most characters of the parameter of the texts.

By default nginx and Apache refuse a request whose first line is longer than 8,190; the rest is for the settings, with
two names of 100 letters that take 12 characters each. Streamlit itself and Chromium accepted 100,000.
"""
LONGEST_TEXT = 20_000
"""Most characters that a box may hold."""
MAX_LINES = {"hypotheses": 20, "references": 10}
"""Box -> its most lines; with more nothing is scored, because each hypothesis is edited into each reference."""
MAX_WORDS = 4_000
"""Most words of hypotheses and references together; a WMT segment with 20 and 3 of them has up to 3,300."""
LINE_HEIGHT, PADDING = 24, 18
"""Height in px of a box's line, and of the space around all lines."""
LETTERS, MIN_LINES, HIGHEST = 55, 3, 10
"""Approximate characters in a line of a box; fewest and most lines that a box shows."""


def pack(value: Any) -> str:
    """Return a code of ``value``, which JSON can hold: base64url of compressed JSON."""
    payload = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(payload, 9)).decode().rstrip("=")


def unpack(code: str) -> Any:
    """Return the value of a code; raise ``ValueError`` if it was cut off, changed, never one of ours, or too large."""
    try:
        payload = _decompress(base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True))
        value = json.loads(payload.decode())
        json.dumps(value, ensure_ascii=False).encode()  # a surrogate by itself is no text
    except (ValueError, zlib.error, RecursionError) as error:
        raise ValueError("The code was cut off or changed on its way.") from error
    return value


def _decompress(data: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    payload = unpacking.decompress(data, _LARGEST_PAYLOAD)
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("cut off, too large, or followed by something else")
    return payload


@dataclass(frozen=True)
class Texts:
    """The texts in the Playground's boxes.

    Each line is a text. The part before a line's first tab is its name. An empty line is an empty text; a last newline
    ends the last line and begins no other. An empty box has one empty text.
    """

    source: str = ""
    hypotheses: str = ""
    references: str = ""


EXAMPLE = Texts(
    hypotheses="The dogs barked loudly in the garden last night .\nLast night the dog barks loud in garden .",
    references="Last night the dogs barked loudly in the garden .\nThe dogs were barking in the garden last night .",
)


def segment_texts(source: str | None, hypotheses: Mapping[str, str], references: Mapping[str, str]) -> Texts:
    """Return a segment's texts, with their names."""
    return Texts(one_line(source or ""), _box(hypotheses), _box(references))


def _box(texts: Mapping[str, str]) -> str:
    lines = (f"{clean_name(name)}\t{one_line(text)}" for name, text in texts.items())
    return "".join(f"{line}\n" for line in lines)


def one_line(text: str) -> str:
    """Return the text with newlines as spaces: every tokenizer reads both alike."""
    return normalize_newlines(text).replace("\n", " ")


def normalize_newlines(text: str) -> str:
    return text.replace("\r\n", "\n")


def entries(box: str, role: str) -> dict[str, str]:
    """Return the text of each line by its name; names are made distinct, and missing ones are ``role`` and a number."""
    texts: dict[str, str] = {}
    again: dict[str, int] = {}
    for number, line in enumerate(_lines(box), 1):
        name, text = _parse_named_line(line)
        texts[_distinct(name or f"{role} {number}", texts, again)] = text
    return texts


def _lines(box: str) -> list[str]:
    lines = normalize_newlines(box).split("\n")
    return lines[:-1] if len(lines) > 1 and not lines[-1] else lines


def _parse_named_line(line: str) -> tuple[str, str]:
    """Return a line's name, which may be empty, and its text.

    A tab at the beginning means no name, so that any text can be written, even one with tabs.
    """
    name, tab, text = line.partition("\t")
    if not tab or len(name) > NAME_LENGTH:
        return "", line
    return (clean_name(name) if name.strip() else ""), text


def _distinct(name: str, existing_names: Mapping[str, str], again: dict[str, int]) -> str:
    """Return the name, with a number if it is taken.

    ``again`` holds how far each name was counted, so that equal names do not count from the start each time.
    """
    free = name
    while free in existing_names:
        again[name] = again.get(name, 1) + 1
        free = f"{name} ({again[name]})"
    return free


def text_problem(texts: Texts) -> str | None:
    """Return why these texts are not scored; None where they are."""
    exceeded_limit = next(_find_exceeded_limits(texts), None)
    if exceeded_limit is None:
        return None
    return f"Too much to be scored here: {exceeded_limit}. Shorten it, or upload it on the page Test sets."


def _find_exceeded_limits(texts: Texts) -> Iterator[str]:
    boxes = {"source": texts.source, "hypotheses": texts.hypotheses, "references": texts.references}
    for name, box in boxes.items():
        if len(box) > LONGEST_TEXT:
            yield f"{len(box):,} characters in the box {name}, where {LONGEST_TEXT:,} are allowed"
    for name, limit in MAX_LINES.items():
        n_lines = len(_lines(boxes[name]))
        if n_lines > limit:
            yield f"{n_lines:,} {name}, where {limit} are allowed"
    n_words = sum(len(boxes[name].split()) for name in MAX_LINES)
    if n_words > MAX_WORDS:
        yield f"{n_words:,} words in hypotheses and references together, where {MAX_WORDS:,} are allowed"


def one_segment_set(texts: Texts) -> TestSet:
    """Return a test set of one segment with these texts; ``text_problem`` must have found nothing."""
    hypotheses, references = entries(texts.hypotheses, "hypothesis"), entries(texts.references, "reference")
    return TestSet.build(
        {name: [text] for name, text in hypotheses.items()},
        {name: [text] for name, text in references.items()},
        [one_line(texts.source)] if texts.source else None,
        name="Playground",
    )


def count_phrase(texts: Mapping[str, str]) -> str:
    """Return how many texts a box has, and which of them are empty or blank."""
    blank = [str(number) for number, text in enumerate(texts.values(), 1) if not text.strip()]
    if not blank:
        return f"{len(texts)}"
    if len(texts) == 1:
        return "1, which is empty"
    return f"{len(texts)} ({', '.join(blank)} {'is' if len(blank) == 1 else 'are'} empty)"


def box_height(box: str) -> int:
    """Return the approximate height in px that shows a box's text, within bounds."""
    n_lines = sum(1 + len(line) // LETTERS for line in _lines(box))
    return LINE_HEIGHT * min(max(n_lines, MIN_LINES), HIGHEST) + PADDING


def encode(texts: Texts) -> str:
    """Return the texts as a code that a link can hold."""
    return pack(astuple(texts))


def decode_link(code: str) -> Texts:
    """Return the texts of a link; raise ``ValueError`` if it cannot be read, or holds too much.

    It cannot be read if it was cut off, changed, or never one of ours.
    """
    try:
        parts = unpack(code)
    except ValueError:
        parts = None
    if not (isinstance(parts, list) and len(parts) == 3 and all(isinstance(part, str) for part in parts)):
        raise ValueError(
            "The text in this link cannot be read: the link was cut off or changed on its way. Ask for it once more."
        )
    texts = Texts(*parts)
    if too_much := text_problem(texts):
        raise ValueError(f"The text in this link is not taken over. {too_much}")
    return texts


def fits(code: str) -> bool:
    return len(code) <= LONGEST_CODE


def long_link_sentence(code: str) -> str:
    """Return the sentence that is said in place of a link that is too long."""
    return (
        f"No link: the texts take {len(code):,} characters in it, and {LONGEST_CODE:,} are what servers let pass."
        " They are scored all the same, in this window only, and are gone when it is reloaded."
    )
