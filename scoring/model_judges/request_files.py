"""Files of requests, read back: the outputs that they ask about, and the protocols that they use."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from ..counting.progress import Progress, no_progress
from ..formats.containers.archives import gunzip, is_gzip
from ..formats.errors import FormatError
from ..formats.json_files.objects import objects
from ..formats.limits import OWN_LIMITS, Budget, FileLimits, check_size, packed_limits
from ..formats.plain_text.text import decode_text
from .batch_shapes import read_request
from .prompts import SYSTEM, JudgedTexts, read_question
from .protocols import JUDGE_PROTOCOLS
from .request_ids import RequestId

ADVICE = "Give the file of requests as it was written."
MAX_TASKS = 1_000
"""Largest number of different instructions that are looked at; a file of BLEUscope has one."""


@dataclass(frozen=True)
class SentRequests:
    """The requests of a file, in its order."""

    file: str
    texts: Mapping[RequestId, JudgedTexts | None]
    """Texts that each request asks about; None where a template does not show which words are the texts."""
    protocols: frozenset[str] = frozenset()
    """Names of the protocols whose instructions are in the file."""


def read_requests(
    file: str, data: bytes, limits: FileLimits = OWN_LIMITS, on_progress: Progress = no_progress
) -> SentRequests:
    """Read the requests that ``bleuscope judge prompts`` wrote, in any provider's shape, packed with gzip or not.

    Raise ``FormatError`` with the line for anything that is no request, and for an id that occurs twice.
    """
    texts: dict[RequestId, JudgedTexts | None] = {}
    tasks: dict[str, str] = {}
    for line, value in _objects(file, data, limits, on_progress):
        request = read_request(value)
        if request is None:
            raise FormatError(file, "something else", "a request to a language model", line, ADVICE)
        if request.request_id in texts:
            actual = f"a second request {request.request_id.custom_id}"
            raise FormatError(file, actual, "each request once", line, ADVICE)
        texts[request.request_id] = read_question(request.messages[-1].text)
        first = request.messages[0]
        if first.role == SYSTEM and first.text not in tasks and len(tasks) < MAX_TASKS:
            tasks[first.text] = _find_protocol(first.text)
    return SentRequests(file, texts, frozenset(filter(None, tasks.values())))


def join_requests(files: Sequence[SentRequests]) -> SentRequests:
    """Return the requests of several files as one; raise ``FormatError`` for an id that two files have."""
    texts: dict[RequestId, JudgedTexts | None] = {}
    for sent in files:
        if again := next((one for one in sent.texts if one in texts), None):
            raise FormatError(sent.file, f"a second request {again.custom_id}", "each request once", advice=ADVICE)
        texts |= sent.texts
    return SentRequests(files[0].file, texts, frozenset().union(*(sent.protocols for sent in files)))


def begins_with_request(file: str, data: bytes, limits: FileLimits = OWN_LIMITS) -> bool:
    """Return whether the first object of a file is a request, so that the file is meant as a file of requests."""
    try:
        return any(read_request(value) is not None for _, value in islice(_objects(file, data, limits), 1))
    except FormatError:
        return False


def _objects(
    file: str, data: bytes, limits: FileLimits, on_progress: Progress = no_progress
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield each object of a file with its line; the file may be packed with gzip."""
    check_size(file, len(data), limits)
    if is_gzip(data):
        limits = packed_limits(limits, len(data))
        data = gunzip(file, data, Budget(file, limits))
    yield from objects(file, decode_text(file, data).data, limits, on_progress)


def _find_protocol(task: str) -> str:
    """Return the name of the protocol whose instructions end like this task; empty where no protocol's do."""
    ends = {name: protocol.instructions.rpartition("\n")[2] for name, protocol in JUDGE_PROTOCOLS.items()}
    return next((name for name, end in ends.items() if task.endswith(f"\n{end}")), "")
