"""HTML of requests to a language model: their totals, and the text that the model reads."""

from collections.abc import Sequence

from markupsafe import Markup

from scoring.formats.limits import megabytes
from scoring.model_judges.prompts import ASSISTANT, SYSTEM, ChatMessage, JudgedTexts
from scoring.studies.judge_prompts import JudgePromptsResult, write_price

NAMES = {SYSTEM: "task", ASSISTANT: "answer"}
"""Role of a message -> its label; messages of other roles are labelled as texts."""
NO_PRICE = "type both prices"
_ROW = Markup('<div class="seen-text"><small>{}</small><span class="prompt" dir="auto">{}</span></div>')
_PROMPT_BOX = Markup('<div class="seen">{}</div>')


def totals_list(result: JudgePromptsResult) -> Markup:
    """Return the HTML of the words, tokens, size and price of all requests."""
    price = NO_PRICE if result.price is None else write_price(result.price)
    rows = {
        "words": f"{result.words:,}",
        "tokens in": f"{result.input_tokens:,}",
        "tokens out": f"{result.output_tokens:,}",
        "file": megabytes(result.file_bytes),
        "price": price,
    }
    cells = (Markup("<dt>{}</dt><dd>{}</dd>").format(name, value) for name, value in rows.items())
    return Markup('<dl class="comes-to">{}</dl>').format(Markup("").join(cells))


def texts_picture(texts: JudgedTexts) -> Markup:
    """Return the HTML of one request's texts, each with its label."""
    rows = [("before it", f"{one.source}\n{one.translation}") for one in texts.context]
    rows += [("source", texts.source)] if texts.source else []
    rows += [("reference", reference) for reference in texts.references]
    return _PROMPT_BOX.format(Markup("").join(_ROW.format(*row) for row in [*rows, ("translation", texts.translation)]))


def prompt_picture(messages: Sequence[ChatMessage]) -> Markup:
    """Return the HTML of one request's messages, one below another, exactly as they are sent."""
    return _PROMPT_BOX.format(Markup("").join(_ROW.format(NAMES.get(one.role, "texts"), one.text) for one in messages))
