"""``judge cost``: numbers of requests and tokens, and the price, for the arguments of ``judge prompts``."""

import argparse
from collections.abc import Callable, Iterator

from ....output.numbers import counted
from ....studies.judge_prompts import JudgePromptsResult, write_price
from ...reports.layout import Style, build_format_writers, json_object
from ...shared.arguments import add_output
from ...shared.model_judge_prompts import add_prompts, ask


def _rows(result: JudgePromptsResult) -> Iterator[list[str]]:
    yield ["requests", f"{result.n_requests:,}"]
    yield ["words", f"{result.words:,}"]
    yield ["tokens in", f"{result.input_tokens:,}"]
    yield ["tokens out", f"{result.output_tokens:,}"]
    yield ["bytes", f"{result.file_bytes:,}"]
    if result.price is not None:
        yield ["price", write_price(result.price)]


def _records(result: JudgePromptsResult) -> list[dict[str, object]]:
    record = result.record()
    return [{**record, "suspicious": len(result.suspicious)}]


def _tables(result: JudgePromptsResult, style: Style) -> list[str]:
    return [style.table([counted(result.n_outputs, "output"), ""], [*_rows(result)], n_left=1)]


def _notes(result: JudgePromptsResult) -> list[str]:
    return [*result.cost_sentences(), *result.caveats()]


def _write_json(result: JudgePromptsResult) -> str:
    return json_object(result.record())


FORMATS: dict[str, Callable[..., str]] = {
    **build_format_writers(_records, _tables, _notes, lambda result: [result.size_sentence]),
    "json": _write_json,
}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Counts the requests, words and tokens that bleuscope judge prompts would write with the same arguments, and"
        " their price. Nothing is sent or written."
    )
    command.set_defaults(run=run, metrics=[])
    add_prompts(command)
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """Return the numbers of requests, words and tokens, and the price, rendered."""
    return FORMATS[options.format](ask(options))
