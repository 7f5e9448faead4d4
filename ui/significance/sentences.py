"""What is said above what the page Significance shows: Markup, into which names are escaped."""

from collections.abc import Sequence

from markupsafe import Markup

from scoring.markup.html import bold, page


def groups(proposed: Sequence[tuple[str, Sequence[str]]]) -> Markup:
    """Which runs would be which system."""
    row = Markup("<p class='how'>{} = {}</p>")
    return page(Markup("").join(row.format(bold(name), ", ".join(runs)) for name, runs in proposed))


def stated(sentence: str, beneath: str = "") -> Markup:
    """A verdict, if there is one, and beneath it in small print what it is based on."""
    said = Markup('<p class="verdict">{}</p>').format(sentence) if sentence else Markup("")
    return page(said + small_print(beneath))


def small_print(*sentences: str | None) -> Markup:
    """A line for each sentence, without those that are not said."""
    return Markup("").join(Markup('<p class="how">{}</p>').format(said) for said in sentences if said)
