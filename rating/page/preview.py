"""A small picture of a rater's screen: the question, the texts, and the scale, for one item of the campaign. Pure."""

from collections.abc import Callable, Sequence
from functools import partial

from markupsafe import Markup

from scoring import TestSet
from scoring.rating import CampaignPlan, Item, Protocol, RatingScale, translate

LONGEST, LONGEST_RANKED = 280, 100
"""Longest text in the picture in characters, and longest text where several outputs are listed."""
LETTERS = "ABCDE"
Says = Callable[[str], str]
"""Function that translates an English text of the rater's page into the raters' language."""


def screen_preview(plan: CampaignPlan, test_set: TestSet, item: Item, n_items: int) -> Markup:
    """Return a small picture of a rater's first screen as HTML; it names no system."""
    says = partial(translate, language=plan.language)
    place = says("{at} of {all}").format(at=1, all=f"{n_items:,}")
    head = Markup('<div class="seen-head"><span>{}</span><small>{}</small></div>').format(
        plan.asks.translated_question(plan.beside, plan.language), place
    )
    # Texts next to the outputs, with their labels.
    labels_and_texts = []
    if plan.shows_source and test_set.source is not None:
        labels_and_texts.append((says("Source"), test_set.source[item.segment].as_py() or ""))
    shown = [reference for reference in test_set.references if reference.name in plan.references]
    labels_and_texts += [(says("Reference"), reference.segments[item.segment].as_py() or "") for reference in shown]
    shown_texts = Markup("").join(text(label, content) for label, content in labels_and_texts)
    body = shown_texts + outputs_with_scales(plan.asks, [output.text for output in item.outputs], says)
    return Markup('<div class="seen" role="img" aria-label="What a rater sees">{}{}</div>').format(head, body)


def text(label: str, content: str, longest: int = LONGEST, marks_in: Says | None = None) -> Markup:
    shown = content if len(content) <= longest else f"{content[: longest - 1]}…"
    cell = Markup('<div class="seen-text"><small>{}</small><span dir="auto">{}</span></div>')
    return cell.format(label, example_marks(shown, marks_in) if marks_in else shown)


def example_marks(content: str, says: Says) -> Markup:
    """Return the text with two words marked as errors, as an example; a short text has one mark."""
    words = content.split(" ")
    marked = [Markup("{}").format(word) for word in words]
    places = {len(words) // 3: "minor", 2 * len(words) // 3: "major"} if len(words) > 3 else {0: "major"}
    for place, severity in places.items():
        mark = Markup('<mark class="{}">{}<sup>{}</sup></mark>')
        marked[place] = mark.format(severity, words[place], says(severity))
    return Markup(" ").join(marked)


def outputs_with_scales(protocol: Protocol, outputs: Sequence[str], says: Says) -> Markup:
    """Return the outputs with the scales on which they are rated."""
    if protocol.n_outputs > 1:
        rows = enumerate(zip(LETTERS, outputs, strict=False), 1)
        return Markup("").join(
            text(f"{says('Translation')} {letter}", output, LONGEST_RANKED)
            + (rank_buttons(place, len(outputs)) if protocol.name == "ranking" else slider(protocol.scales[0], says))
            for place, (letter, output) in rows
        )
    output = text(says("Translation"), outputs[0], marks_in=says if protocol.marks_errors else None)
    if protocol.name == "adequacy-fluency":
        return output + Markup("").join(rating_buttons(scale, says) for scale in protocol.scales)
    missing = Markup('<div class="seen-keys"><i>{}</i><i>{}</i></div>').format(
        says("Missing, minor"), says("Missing, major")
    )
    lines = [missing] * protocol.marks_errors + [slider(scale, says) for scale in protocol.scales]
    return output + Markup("").join(lines)


def rating_buttons(scale: RatingScale, says: Says) -> Markup:
    """Return a button for each value of a scale, from the worst to the best, with its words."""
    keys = Markup("").join(
        Markup("<i><b>{}</b> {}</i>").format(step.value, says(step.words)) for step in reversed(scale.steps)
    )
    return Markup('<div class="seen-keys"><small>{}</small>{}</div>').format(scale.name, keys)


def rank_buttons(chosen: int, n_outputs: int) -> Markup:
    """Return the buttons for the ranks of one output, one of them chosen."""
    keys = Markup("").join(
        Markup("<i{}><b>{}</b></i>").format(Markup(' class="on"') if place == chosen else "", place)
        for place in range(1, n_outputs + 1)
    )
    return Markup('<div class="seen-keys"><small>rank</small>{}</div>').format(keys)


def slider(scale: RatingScale, says: Says) -> Markup:
    ends = Markup("<small>{} {}</small><small>{} {}</small>").format(
        scale.low, says(scale.steps[-1].words), scale.high, says(scale.steps[0].words)
    )
    return Markup('<div class="seen-slider"><i></i><div>{}</div></div>').format(ends)
