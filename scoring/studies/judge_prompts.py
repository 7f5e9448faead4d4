"""Build the file of requests that ask a language model to judge outputs, and estimate its cost; nothing is sent."""

import json
import sys
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, islice

import numpy as np
import pyarrow as pa

from ..counting.progress import Progress, no_progress
from ..counting.usual_draws import MAX_SEED, SEED
from ..formats.limits import MEGABYTE, megabytes
from ..judgments.fingerprints import output_fingerprint
from ..judgments.repeats import MAX_REPEATS
from ..model_judges.batch_shapes import BATCH_SHAPES, BatchShape, ModelSettings
from ..model_judges.prompts import (
    USER,
    ChatMessage,
    ContextSegment,
    JudgedTexts,
    JudgeExample,
    LanguageNames,
    prompt_messages,
    write_question,
)
from ..model_judges.protocols import ESA, JudgeProtocol
from ..model_judges.request_ids import RequestId
from ..model_judges.suspicious_texts import (
    KIND_WORDS,
    REFERENCE,
    SOURCE,
    SYSTEM,
    SuspiciousText,
    suspicious_texts,
)
from ..model_judges.token_estimate import TOKEN_ESTIMATE, estimate_tokens
from ..output.numbers import counted
from ..testset import TestSet
from ..validation import check_known, number_within, whole_number
from .wording.set_facts import language_names

MAX_CONTEXT = 100
MAX_TOKENS = 1_000_000
MAX_PRICE = 1e6
MAX_TEMPERATURE = 2.0
MILLION, CENT = 1_000_000, 0.01
ABOUT_ASKING = (
    "A language model can score outputs and mark errors. Download the requests, send them to a provider yourself, and"
    " drop the answers in the tab Answers. This page sends nothing."
)
BLOCK = 500
"""Requests in a piece of the file; progress is reported after each piece."""
_PLACE = "\ue000"
"""Placeholder for the question of a request."""
MAX_TEXTS_NAMED = 3
"""The most suspicious texts that a sentence names."""


@dataclass(frozen=True)
class TokenPrices:
    """Prices of a million tokens of input and of output, in any currency."""

    input: float
    output: float

    def __post_init__(self) -> None:
        number_within(self.input, "The price of input", 0, MAX_PRICE)
        number_within(self.output, "The price of output", 0, MAX_PRICE)

    def of(self, n_input: int, n_output: int) -> float:
        """Return the price of these numbers of tokens.

        >>> TokenPrices(2, 8).of(1_000_000, 500_000)
        6.0
        """
        return (n_input * self.input + n_output * self.output) / MILLION


EXAMPLE_PRICES = {"a small model": TokenPrices(0.15, 0.60), "a large one": TokenPrices(3, 15)}
"""Example prices in US dollars; users enter their provider's own prices."""


@dataclass(frozen=True)
class JudgePromptsRequest:
    """Question to a language model, the outputs it is about, and the number of repeats.

    Raises ``ValueError`` for numbers outside their limits, and for no system or no segment.
    """

    protocol: JudgeProtocol = ESA
    shape: BatchShape = BATCH_SHAPES["jsonl"]
    settings: ModelSettings = field(default_factory=lambda: ModelSettings(""))
    systems: tuple[str, ...] | None = None
    """Names of the systems; None for all."""
    segments: tuple[int, ...] | None = None
    """0-based places of the segments; None for all."""
    references: tuple[str, ...] | None = None
    """Names of the references that the model sees; None for all."""
    context: int = 0
    """Number of preceding segments of the document, with their translations, that the model sees."""
    examples: tuple[JudgeExample, ...] = ()
    languages: LanguageNames = field(default_factory=LanguageNames)
    repeats: int = 1
    """Number of times that each output is judged."""
    seed: int = SEED
    """Seed of the order of the requests."""
    prices: TokenPrices | None = None
    answer_tokens: int | None = None
    """Tokens of one answer; None for the protocol's estimate."""

    def __post_init__(self) -> None:
        whole_number(self.repeats, "The number of repeats", 1, MAX_REPEATS)
        whole_number(self.context, "The number of segments of context", 0, MAX_CONTEXT)
        whole_number(self.seed, "The seed", 0, MAX_SEED)
        if self.systems == () or self.segments == ():
            raise ValueError("Expected at least one system and one segment to ask about; found none.")
        if self.answer_tokens is not None:
            whole_number(self.answer_tokens, "The tokens of an answer", 1, MAX_TOKENS)
        if self.settings.max_tokens is not None:
            whole_number(self.settings.max_tokens, "The tokens of the longest answer", 1, MAX_TOKENS)
        if self.settings.temperature is not None:
            number_within(self.settings.temperature, "The temperature", 0, MAX_TEMPERATURE)

    @property
    def tokens_of_answer(self) -> int:
        """Estimated number of tokens of one answer."""
        return self.protocol.answer_tokens if self.answer_tokens is None else self.answer_tokens


@dataclass(frozen=True, eq=False)
class JudgedColumns:
    """Texts for the prompts: the segments that are asked about, and their context."""

    rows: Mapping[int, int]
    """Row of each segment in the columns, by 0-based place in the test set, ascending."""
    outputs: Mapping[str, list[str]]
    """Outputs of each system, (n_rows,), by name."""
    source: list[str] | None
    references: Mapping[str, list[str | None]]
    before: Mapping[int, tuple[int, ...]]
    """Places of the context of each segment that is asked about, ascending, by the segment's place."""

    @classmethod
    def of(cls, request: JudgePromptsRequest, test_set: TestSet, segments: Sequence[int]) -> "JudgedColumns":
        """Return the texts that a request needs; raise ``ValueError`` where the test set lacks them."""
        for name in request.systems or ():
            check_known(name, test_set.system_names, "system")
        for name in request.references or ():
            check_known(name, test_set.reference_names, "reference")
        chosen = test_set.reference_names if request.references is None else request.references
        shown = [one for one in test_set.references if one.name in chosen and request.protocol.reads_reference]
        if test_set.source is None and not shown:
            raise ValueError("A model needs the source or a reference to judge by; add the source.")
        before = _places_before(test_set, segments, request.context) if request.context else {}
        places = sorted({*segments, *chain.from_iterable(before.values())})
        indices = pa.array(places, pa.int64())
        names = test_set.system_names if request.systems is None else request.systems
        return cls(
            {place: row for row, place in enumerate(places)},
            {name: test_set.system(name).segments.take(indices).to_pylist() for name in names},
            None if test_set.source is None else test_set.source.take(indices).to_pylist(),
            {reference.name: reference.segments.take(indices).to_pylist() for reference in shown},
            before,
        )

    @property
    def n_bytes(self) -> int:
        """Memory of all texts, in bytes."""
        columns: list[Sequence[str | None]] = [*self.outputs.values(), *self.references.values(), self.source or []]
        return sum(sys.getsizeof(column) + sum(map(sys.getsizeof, column)) for column in columns)

    def source_at(self, place: int) -> str:
        """Return the source of a segment; empty where the set has no source."""
        return "" if self.source is None else self.source[self.rows[place]]

    def output_at(self, system: str, place: int) -> str:
        """Return the output of a system for a segment."""
        return self.outputs[system][self.rows[place]]

    def texts(self, system: str, place: int) -> JudgedTexts:
        """Return the texts that one prompt shows."""
        references = (column[self.rows[place]] for column in self.references.values())
        return JudgedTexts(
            self.output_at(system, place),
            self.source_at(place),
            tuple(text for text in references if text is not None),
            tuple(
                ContextSegment(self.source_at(before), self.output_at(system, before))
                for before in self.before.get(place, ())
            ),
        )


def _places_before(test_set: TestSet, segments: Sequence[int], n_context: int) -> dict[int, tuple[int, ...]]:
    """Return, by segment, the places of up to ``n_context`` segments before it in its document, ascending."""
    if test_set.documents is None:
        raise ValueError(
            "Context needs to know which segments make up a document, and nothing says so; add documents, or ask"
            " without context."
        )
    segment_set, places_by_segment = {*segments}, {}
    latest: dict[str, deque[int]] = defaultdict(partial(deque, maxlen=n_context))
    for place, document in enumerate(test_set.documents.to_pylist()):
        if place in segment_set:
            places_by_segment[place] = tuple(latest[document])
        latest[document].append(place)
    return places_by_segment


@dataclass(frozen=True, eq=False)
class JudgePromptsResult:
    """Requests to a language model, with their number of tokens and size."""

    request: JudgePromptsRequest
    columns: JudgedColumns
    segments: tuple[int, ...]
    """0-based places of the segments that are asked about, ascending."""
    words: int
    """Number of words of all prompts, separated by white space."""
    input_tokens: int
    """Estimated tokens of all prompts, by ``TOKEN_ESTIMATE``."""
    file_bytes: int
    """Size of the file, in bytes."""
    suspicious: tuple[SuspiciousText, ...]
    """Texts that look like instructions to the model."""

    @property
    def n_outputs(self) -> int:
        """Number of outputs that are judged."""
        return len(self.columns.outputs) * len(self.segments)

    @property
    def n_requests(self) -> int:
        """Number of requests, which are the lines of the file."""
        return self.n_outputs * self.request.repeats

    @property
    def output_tokens(self) -> int:
        """Estimated number of tokens of all answers."""
        return self.n_requests * self.request.tokens_of_answer

    @property
    def price(self) -> float | None:
        """Price of all requests; None without prices."""
        prices = self.request.prices
        return None if prices is None else prices.of(self.input_tokens, self.output_tokens)

    def with_prices(self, prices: TokenPrices | None, seed: int) -> "JudgePromptsResult":
        """Return the same requests with these prices, and shuffled by this seed."""
        return replace(self, request=replace(self.request, prices=prices, seed=seed))

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file, in an order that the seed shuffles."""
        repeats, systems = self.request.repeats, [*self.columns.outputs]
        order = np.random.default_rng(self.request.seed).permutation(self.n_requests)
        for number in map(int, order):
            output, repeat = divmod(number, repeats)
            system, place = systems[output // len(self.segments)], self.segments[output % len(self.segments)]
            yield self._line(system, place, repeat + 1, self.question(system, place))

    def pieces(self, on_progress: Progress = no_progress) -> Iterator[bytes]:
        """Yield the file in pieces, so that the whole file is never in memory."""
        lines, n_done = self.lines(), 0
        while block := [*islice(lines, BLOCK)]:
            yield "".join(f"{line}\n" for line in block).encode()
            n_done += len(block)
            on_progress(n_done / self.n_requests)

    def messages(self, system: str, place: int) -> list[ChatMessage]:
        """Return all messages of the prompt about one output."""
        request, texts = self.request, self.columns.texts(system, place)
        return prompt_messages(request.protocol, texts, request.languages, request.examples)

    def question(self, system: str, place: int) -> str:
        """Return the last message of the prompt about one output; the messages before it are equal in all prompts."""
        request, texts = self.request, self.columns.texts(system, place)
        return write_question(request.protocol, texts, request.languages)

    @cached_property
    def _around_question(self) -> tuple[str, str]:
        """The JSON before and after the question, which is equal in all requests except for the id."""
        request = self.request
        messages = prompt_messages(request.protocol, JudgedTexts(""), request.languages, request.examples)
        marked = [*messages[:-1], ChatMessage(USER, _PLACE)]
        body = json.dumps(request.shape.body(marked, request.settings), ensure_ascii=False)
        before, _, after = body.rpartition(_PLACE)  # settings after the question never contain _PLACE
        return before, after

    def _line(self, system: str, place: int, repeat: int, question: str) -> str:
        columns = self.columns
        fingerprint = output_fingerprint(columns.source_at(place), columns.output_at(system, place))
        before, after = self._around_question
        body = f"{before}{json.dumps(question, ensure_ascii=False)[1:-1]}{after}"
        return self.request.shape.format_request_line(RequestId(fingerprint, system, place + 1, repeat), body)

    def file(self, on_progress: Progress = no_progress) -> bytes:
        """Return the whole file."""
        return b"".join(self.pieces(on_progress))

    @cached_property
    def n_files(self) -> int:
        """Number of files into which the provider's limits divide the requests."""
        shape = self.request.shape
        by_requests = -(-self.n_requests // shape.most_requests) if shape.most_requests else 1
        by_size = -(-self.file_bytes // shape.most_bytes) if shape.most_bytes else 1
        return max(by_requests, by_size)

    def check_size(self, most_bytes: int) -> None:
        """Raise ``ValueError`` where the file is larger than ``most_bytes``."""
        if self.file_bytes > most_bytes:
            raise ValueError(
                f"{counted(self.n_requests, 'request takes', 'requests take')} {megabytes(self.file_bytes)}, and a file"
                f" may have at most {megabytes(most_bytes)}; choose fewer systems, segments or repeats."
            )

    @property
    def size_sentence(self) -> str:
        """Sentence on the number of requests."""
        factors = (
            counted(len(self.columns.outputs), "system"),
            counted(len(self.segments), "segment"),
            counted(self.request.repeats, "repeat"),
        )
        return f"{counted(self.n_requests, 'request')}: {' x '.join(factors)}."

    @property
    def example_price_sentence(self) -> str:
        """Sentence on the price of all requests at the example prices."""
        costs = {model: prices.of(self.input_tokens, self.output_tokens) for model, prices in EXAMPLE_PRICES.items()}
        price_texts = {
            model: write_price(cost) if cost >= CENT else f"less than {CENT}" for model, cost in costs.items()
        }
        priced = (f"{price_texts[model]} with {model}" for model in EXAMPLE_PRICES)
        return f"For example, in US dollars: {' or '.join(priced)}."

    @property
    def example_prices(self) -> str:
        """Sentences on the prices behind ``example_price_sentence``, and on what a token is."""
        priced = (f"{prices.input:.2f} and {prices.output:.2f} ({model})" for model, prices in EXAMPLE_PRICES.items())
        return f"Examples of prices for a million tokens in and out: {', '.join(priced)}. A token is a piece of a word."

    def cost_sentences(self) -> list[str]:
        """Say how tokens are counted, and what they cost."""
        request = self.request
        of_answer = f"{counted(request.tokens_of_answer, 'token')} an answer"
        guess = f"{of_answer}, a guess" if request.answer_tokens is None else of_answer
        sentences = [
            f"About {self.input_tokens:,} tokens in ({TOKEN_ESTIMATE}) and {self.output_tokens:,} out ({guess}; a model"
            " that thinks before it answers writes more)."
        ]
        if request.prices is not None and self.price is not None:
            prices = f"{request.prices.input:,g} and {request.prices.output:,g} for a million tokens in and out"
            sentences.append(f"Price: about {write_price(self.price)}, at {prices}.")
        return sentences

    def caveats(self) -> list[str]:
        """Say what the user must know before sending the file."""
        return [*self._size_notes(), *self._suspicious_text_notes()]

    def _size_notes(self) -> Iterator[str]:
        shape = self.request.shape
        if self.n_files > 1:
            limits = [counted(shape.most_requests, "request")] if shape.most_requests else []
            limits += [f"{shape.most_bytes // MEGABYTE:,} MB"] if shape.most_bytes else []
            n_lines = -(-self.n_requests // self.n_files)
            yield (
                f"{shape.label} takes at most {' and '.join(limits)} a file, and this one has"
                f" {self.n_requests:,} and {self.file_bytes / MEGABYTE:,.0f} MB: split it, such as by"
                f" split -l {n_lines} prompts.jsonl."
            )

    def _suspicious_text_notes(self) -> Iterator[str]:
        if self.suspicious:
            listed = "; ".join(map(describe_suspicious, self.suspicious[:MAX_TEXTS_NAMED]))
            n_more = len(self.suspicious) - MAX_TEXTS_NAMED
            others = f"; and {n_more:,} more" if n_more > 0 else ""
            looks, are, them = (
                ("text looks", "is", "it") if len(self.suspicious) == 1 else ("texts look", "are", "them")
            )
            yield (
                f"{len(self.suspicious):,} {looks} like instructions to the model, and {are} passed on as text:"
                f" {listed}{others}. Read what the model says of {them}."
            )

    def record(self) -> dict[str, object]:
        """Return all numbers by name, for programs."""
        request = self.request
        prices = request.prices
        return {
            "requests": self.n_requests,
            "systems": len(self.columns.outputs),
            "segments": len(self.segments),
            "repeats": request.repeats,
            "protocol": request.protocol.name,
            "for": request.shape.name,
            "model": request.settings.model,
            "words": self.words,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "token_estimate": TOKEN_ESTIMATE,
            "bytes": self.file_bytes,
            "files": self.n_files,
            "input_price": None if prices is None else float(prices.input),
            "output_price": None if prices is None else float(prices.output),
            "price": self.price,
            "suspicious": [asdict(one) for one in self.suspicious],
        }


def prompt_language_names(test_set: TestSet) -> LanguageNames:
    """Return the names of the languages for prompts; empty names where the test set does not state them."""
    source, target = language_names(test_set)
    return LanguageNames(source or "", target or "")


def write_price(price: float) -> str:
    """Return a price with two decimals, or two significant digits if it is below 1.

    >>> write_price(1234.5), write_price(0.00123)
    ('1,234.50', '0.0012')
    """
    return f"{price:,.2f}" if price >= 1 or not price else f"{price:.2g}"


def describe_suspicious(suspicious_text: SuspiciousText) -> str:
    """Return where a suspicious text is, and the kind of suspicion."""
    of = f"{suspicious_text.role} {suspicious_text.name}" if suspicious_text.name else suspicious_text.role
    return f"{of}, segment {suspicious_text.segment:,} ({KIND_WORDS[suspicious_text.kind]})"


def run(request: JudgePromptsRequest, test_set: TestSet, on_progress: Progress = no_progress) -> JudgePromptsResult:
    """Return the requests about a test set, with their words, tokens and size.

    Raises ``ValueError`` where the set lacks a requested system, reference, source or documents, and where a system's
    name is too long for the provider.
    """
    segments = tuple(range(len(test_set))) if request.segments is None else tuple(sorted({*request.segments}))
    for place in segments:
        whole_number(place, "The place of a segment", 0, len(test_set) - 1)
    columns = JudgedColumns.of(request, test_set, segments)
    for system in columns.outputs:
        request.shape.write_id(RequestId(output_fingerprint("", ""), system, segments[-1] + 1, request.repeats))
    result = JudgePromptsResult(request, columns, segments, 0, 0, 0, tuple(_suspicious(columns, segments)))
    *same, _ = result.messages(next(iter(columns.outputs)), segments[0])
    words = result.n_outputs * sum(len(message.text.split()) for message in same)
    tokens = result.n_outputs * sum(estimate_tokens(message.text) for message in same)
    file_bytes = 0
    for number, system in enumerate(columns.outputs, 1):
        for place in segments:
            question = result.question(system, place)
            words += len(question.split())
            tokens += estimate_tokens(question)
            file_bytes += len(result._line(system, place, 1, question).encode()) + 1
        on_progress(number / len(columns.outputs))
    repeats = request.repeats
    longer_ids = result.n_outputs * sum(len(str(repeat)) - 1 for repeat in range(1, repeats + 1))
    return replace(
        result,
        words=words * repeats,
        input_tokens=tokens * repeats,
        file_bytes=file_bytes * repeats + longer_ids,
    )


def _suspicious(columns: JudgedColumns, segments: Sequence[int]) -> Iterator[SuspiciousText]:
    """Yield the suspicious texts among the texts for the model."""
    shown: list[tuple[str, str, list[str] | list[str | None], Sequence[int]]] = []
    places = [*columns.rows]
    if columns.source is not None:
        shown.append((SOURCE, "", columns.source, places))
    shown += [(REFERENCE, name, column, segments) for name, column in columns.references.items()]
    shown += [(SYSTEM, name, column, places) for name, column in columns.outputs.items()]
    for role, name, column, at in shown:
        texts = pa.array([column[columns.rows[place]] for place in at], pa.string())
        yield from suspicious_texts(role, name, texts, [place + 1 for place in at])
