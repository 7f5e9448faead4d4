"""``judge prompts``: requests to a language model about outputs, as a file in a provider's batch shape."""

import argparse
from collections.abc import Iterator

from ....studies.judge_prompts import JudgePromptsResult
from ...notes import write_note
from ...program import check_not_read
from ...progress_bar import show_progress
from ...shared.arguments import add_file
from ...shared.model_judge_prompts import add_prompts, ask


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Writes requests to a language model, one a line: each asks it to judge one output. Nothing is sent. Send the"
        " file yourself, and read the answers with bleuscope judge read."
    )
    command.set_defaults(run=run, metrics=[])
    add_prompts(command)
    add_file(command.add_argument_group("output"))


def run(options: argparse.Namespace) -> Iterator[bytes]:
    """Return the file of requests in pieces; write notes on its size, cost and caveats."""
    if options.output is not None:
        check_not_read(options.output, [options.protocol, *filter(None, [options.examples])])
    result = ask(options)
    shape = result.request.shape
    if not options.model and shape.usual_model:
        write_note(f"The requests name the model {shape.usual_model}; --model names another one.")
    for sentence in (result.size_sentence, *result.cost_sentences(), *result.caveats()):
        write_note(sentence)
    return result.pieces() if options.output is None else _pieces(result)  # a bar would be among the lines


def _pieces(result: JudgePromptsResult) -> Iterator[bytes]:
    with show_progress("file") as on_progress:
        yield from result.pieces(on_progress)
