"""Arguments that say what a language model is asked, and the requests that follow from them."""

import argparse
from pathlib import Path

import numpy as np

from ... import METRICS
from ...counting.usual_draws import MAX_SEED, SEED
from ...formats import Role
from ...formats.plain_text.text import decode_text
from ...judgments.repeats import MAX_REPEATS
from ...model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from ...model_judges.example_files import read_examples
from ...model_judges.prompts import JudgeExample, LanguageNames
from ...model_judges.protocols import JUDGE_PROTOCOLS, JudgeProtocol, template_protocol
from ...rating import most_disputed, random_sample
from ...studies import judge_prompts
from ...studies.judge_prompts import (
    MAX_CONTEXT,
    MAX_PRICE,
    MAX_TEMPERATURE,
    MAX_TOKENS,
    JudgePromptsRequest,
    JudgePromptsResult,
    TokenPrices,
)
from ...testset import Reference, System, TestSet
from ...text.languages import named_pair
from ...text.suggestions import did_you_mean
from ..completion import suggest
from ..input_files import input_file
from ..progress_bar import show_progress
from .arguments import add_reading, add_scores, add_systems, number, read_inputs
from .documents import read_documents, stated_documents
from .external_judgments import given_metrics, read_scores, with_judgments

USUAL_METRICS = ("bleu", "chrf", "ter")
"""Metrics whose disagreement selects disputed segments."""


def add_prompts(command: argparse.ArgumentParser) -> None:
    """Add the arguments for the texts, the question about them, the selection of segments, and the provider."""
    command.set_defaults(example="--source source.txt -i output.txt")
    _add_texts(command)
    _add_question(command)
    _add_selection(command)
    _add_provider(command)
    add_scores(command)


def _add_texts(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("files").add_argument
    add("--source", metavar="SRC", help="the source; without it the model judges by the references")
    add_systems(add, required=True)
    help_ = "references that the model sees, too"
    add("--references", action="extend", nargs="+", default=[], metavar="REF", help=help_)
    add("--documents", metavar="FILE", help="domain, tab and document of each segment, a line each; for --context")
    add_reading(add)


def _add_question(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("question").add_argument
    protocol_names = ", ".join(JUDGE_PROTOCOLS)
    help_ = (
        f"{protocol_names}, or a file with a prompt of your own that has {{source}} and {{translation}}; default: esa"
    )
    suggest(add("--protocol", default="esa", metavar="NAME|TEMPLATE", help=help_), JUDGE_PROTOCOLS)
    help_ = "codes of both languages, such as en-de; default: as files, or the commonest words, say"
    add("--language", metavar="CODE", help=help_)
    help_ = "segments before the judged one in its document that the model sees, with their translations; default 0"
    add("--context", type=number(int, 0, MAX_CONTEXT), default=0, metavar="N", help=help_)
    help_ = "judgments that the model sees first: JSON Lines with source, translation, answer and maybe reference"
    add("--examples", metavar="FILE", help=help_)


def _add_selection(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("segments and repeats")
    some = group.add_mutually_exclusive_group()
    some.add_argument("--sample", type=number(int, 1, MAX_SEED), metavar="N", help="a random sample, by --seed")
    help_ = f"the N segments where metrics disagree most: {', '.join(USUAL_METRICS)}, and those of --scores"
    some.add_argument("--disputed", type=number(int, 1, MAX_SEED), metavar="N", help=help_)
    help_ = "how often each output is judged, which shows how much the model varies; default 1"
    group.add_argument("--repeats", type=number(int, 1, MAX_REPEATS), default=1, metavar="K", help=help_)
    help_ = f"of the sample, and of the order of the requests; default {SEED}"
    group.add_argument("--seed", type=number(int, 0, MAX_SEED), default=SEED, help=help_)


def _add_provider(command: argparse.ArgumentParser) -> None:
    add = command.add_argument_group("provider").add_argument
    help_ = "whose batch shape the requests have; default: jsonl, plain chat messages"
    add("--for", dest="shape", choices=BATCH_SHAPES, default="jsonl", help=help_)
    usual_models = ", ".join(
        f"{shape.usual_model} for {name}" for name, shape in BATCH_SHAPES.items() if shape.usual_model
    )
    add("--model", default="", metavar="NAME", help=f"the model that the requests name; default: {usual_models}")
    help_ = "the longest answer; default: the provider's, and 2048 for anthropic, which must be told"
    add("--max-tokens", type=number(int, 1, MAX_TOKENS), metavar="N", help=help_)
    help_ = "how much answers vary, from 0 to 2; default: the model's, which repeats need"
    add("--temperature", type=number(float, 0, MAX_TEMPERATURE), metavar="T", help=help_)
    help_ = "what a million tokens of prompts cost; with --output-price"
    add("--input-price", type=number(float, 0, MAX_PRICE), metavar="PRICE", help=help_)
    help_ = "what a million tokens of answers cost; with --input-price"
    add("--output-price", type=number(float, 0, MAX_PRICE), metavar="PRICE", help=help_)
    guessed = ", ".join(f"{protocol.answer_tokens} for {name}" for name, protocol in JUDGE_PROTOCOLS.items())
    help_ = f"tokens of one answer, for the price; default: a guess, {guessed}; models that think first take more"
    add("--answer-tokens", type=number(int, 1, MAX_TOKENS), metavar="N", help=help_)


def ask(options: argparse.Namespace) -> JudgePromptsResult:
    """Return the requests that the arguments describe."""
    protocol = _protocol(options)
    shape = BATCH_SHAPES[options.shape]
    settings = ModelSettings(
        options.model or shape.usual_model, options.max_tokens, options.temperature, not protocol.template
    )
    prices = _prices(options)
    test_set = _read_test_set(options)
    request = JudgePromptsRequest(
        protocol,
        shape,
        settings,
        segments=_segments(options, test_set),
        context=options.context,
        examples=() if options.examples is None else _examples(options.examples, protocol),
        languages=_languages(options, test_set),
        repeats=options.repeats,
        seed=options.seed,
        prices=prices,
        answer_tokens=options.answer_tokens,
    )
    with show_progress("prompts") as on_progress:
        return judge_prompts.run(request, test_set, on_progress)


def _protocol(options: argparse.Namespace) -> JudgeProtocol:
    """Return the protocol of this name, or a protocol with the template in this file."""
    name = options.protocol
    if name in JUDGE_PROTOCOLS:
        return JUDGE_PROTOCOLS[name]
    source = input_file(name)
    if not Path(source.path).exists():
        protocol_names = ", ".join(JUDGE_PROTOCOLS)
        hint = did_you_mean(name, JUDGE_PROTOCOLS)
        raise ValueError(f"--protocol: expected {protocol_names} or a file with a template; found {name}{hint}.")
    with source.opened() as stream:
        text = decode_text(source.shown, stream.read(), options.encoding).data.decode()
    return template_protocol(text, source.shown)


def _examples(path: str, protocol: JudgeProtocol) -> tuple[JudgeExample, ...]:
    source = input_file(path)
    with source.opened() as stream:
        return read_examples(source.shown, stream.read(), protocol)


def _prices(options: argparse.Namespace) -> TokenPrices | None:
    if options.input_price is None and options.output_price is None:
        return None
    if options.input_price is None or options.output_price is None:
        raise ValueError("--input-price and --output-price belong together; found only one of them.")
    return TokenPrices(options.input_price, options.output_price)


def _languages(options: argparse.Namespace, test_set: TestSet) -> LanguageNames:
    """Return the languages of ``--language``, or else the languages that files or the commonest words show."""
    if options.language is None:
        return judge_prompts.prompt_language_names(test_set)
    source, target = named_pair(options.language, "--language")
    return LanguageNames("" if source is None else source.name, target.name)


def _read_test_set(options: argparse.Namespace) -> TestSet:
    if options.source is None and not options.references:
        raise ValueError("A model judges an output by its source, or by references; give --source or --references.")
    if options.documents is not None and not options.context:
        raise ValueError("--documents is for --context N; give that, too.")
    with read_inputs(options, options.references, options.systems, options.source) as inputs:
        columns = inputs.whole_columns()
        judgments = [] if options.documents is None else read_documents(options.documents)
        documents = stated_documents("--context", inputs, judgments) if options.context else None
        language = inputs.language
    test_set = TestSet(
        tuple(System(name, column) for name, column in columns[Role.SYSTEM].items()),
        tuple(Reference(name, column) for name, column in columns[Role.REFERENCE].items()),
        next(iter(columns[Role.SOURCE].values()), None),
        language=language,
        documents=documents,
    )
    scores = read_scores(options)
    return with_judgments(test_set, scores, options.match, options.strict) if scores else test_set


def _segments(options: argparse.Namespace, test_set: TestSet) -> tuple[int, ...] | None:
    """Return the places of the segments that are asked about; None for all segments."""
    if options.scores and options.disputed is None:
        raise ValueError("--scores is for --disputed N, which looks for segments where metrics disagree.")
    if options.sample is not None:
        return random_sample(test_set, options.sample, options.seed)
    if options.disputed is None:
        return None
    metrics = [METRICS[name].configure({}) for name in USUAL_METRICS] if test_set.references else []
    tables = []
    for metric in (*metrics, *given_metrics(test_set)):
        rows = metric.measure(test_set)
        sign = 1 if metric.higher_is_better else -1
        tables.append(np.stack([sign * metric.score(rows[system]) for system in test_set.system_names]))
    if len(tables) < 2:
        raise ValueError("--disputed needs two metrics; give --references, or at least two sets of --scores.")
    return most_disputed(tables, options.disputed)
