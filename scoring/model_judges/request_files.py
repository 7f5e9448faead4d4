"""Files of requests, read back: which outputs were asked about, and in which form answers were to come."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..counting.progress import Progress, no_progress
from ..formats.containers.archives import gunzip, is_gzip
from ..formats.errors import FormatError
from ..formats.json_files.objects import objects
from ..formats.limits import OWN_LIMITS, Budget, FileLimits, check_size, packed_limits
from ..formats.plain_text.text import decode_text
from .prompts import JudgedTexts, read_question
from .protocols import JUDGE_PROTOCOLS
from .request_ids import RequestId, parse_request_id

DEEPEST = 12
"""How deep the messages of a request may lie."""
SHORTEST_INSTRUCTIONS, MOST_INSTRUCTIONS = 100, 1_000
"""Characters from which a text may be instructions, and how many different ones are looked at."""
ADVICE = "Give the file that bleuscope judge prompts wrote."


@dataclass(frozen=True)
class SentRequests:
    """The requests of a file, in its order."""

    file: str
    texts: Mapping[RequestId, JudgedTexts | None]
    """What each asks about; None where its texts cannot be told from the words of a template."""
    lines: Mapping[RequestId, int]
    protocols: frozenset[str] = field(default_factory=frozenset)
    """Names of the protocols whose instructions some request has."""


def read_requests(
    file: str, data: bytes, limits: FileLimits = OWN_LIMITS, on_progress: Progress = no_progress
) -> SentRequests:
    """Read the requests that ``bleuscope judge prompts`` wrote, in any provider's shape, packed with gzip or not.

    Raises ``FormatError`` with the line for what is no request, and for an id that occurs twice.
    """
    check_size(file, len(data), limits)
    if is_gzip(data):
        limits = packed_limits(limits, len(data))
        data = gunzip(file, data, Budget(file, limits))
    texts: dict[RequestId, JudgedTexts | None] = {}
    lines: dict[RequestId, int] = {}
    protocols: set[str] = set()
    instructions: dict[str, str] = {}
    for line, value in objects(file, decode_text(file, data).data, limits, on_progress):
        said = value.get("custom_id", value.get("key"))
        request_id = parse_request_id(said) if isinstance(said, str) else None
        if request_id is None:
            raise FormatError(file, "no id of a request", "fingerprint|system|segment|repeat", line, ADVICE)
        if request_id in texts:
            found = f"{request_id.custom_id} a second time, after line {lines[request_id]:,}"
            raise FormatError(file, found, "each request once", line, ADVICE)
        texts[request_id], lines[request_id] = None, line
        for text in _texts_within(value, DEEPEST):
            if text.startswith("{"):
                texts[request_id] = read_question(text) or texts[request_id]
            elif (
                len(text) >= SHORTEST_INSTRUCTIONS
                and len(instructions) < MOST_INSTRUCTIONS
                and text not in instructions
            ):
                instructions[text] = _protocol_in(text)
                protocols.add(instructions[text])
    return SentRequests(file, texts, lines, frozenset(filter(None, protocols)))


def _texts_within(value: object, deepest: int) -> Iterator[str]:
    """Yield all texts of a request, in order."""
    if isinstance(value, str):
        yield value
    elif deepest:
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        for one in inner:
            yield from _texts_within(one, deepest - 1)


def _protocol_in(text: str) -> str:
    """Return the protocol whose instructions a text has; empty where it has none."""
    found = (name for name, protocol in JUDGE_PROTOCOLS.items() if _form_of(protocol.instructions) in text)
    return next(found, "")


def _form_of(instructions: str) -> str:
    """Return the example with which instructions end."""
    return instructions.rpartition("\n")[2]
