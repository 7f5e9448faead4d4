"""The candidates of one segment as HTML, best first, with colours for the n-grams that they share. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scoring import METRICS
from scoring.output.markup import html
from scoring.output.markup.ngrams import SHADES, shade
from scoring.output.numbers import MISSING, fixed
from scoring.studies.choice import SYSTEM, Consensus, Criterion, Ranking, parse

SHARE = 0.5
"""Smallest share of the other candidates that must have an n-gram for it to be coloured."""
SHOWN = 12
"""Most candidates that are drawn unless all are asked for."""
DECIMALS = 1
NAMES = {1: "one word", 2: "2 words", 3: "3 words", 4: "4 words"}


def candidates(
    found: Consensus, by: Criterion, bound: Criterion, colors: Mapping[str, str], every: bool = False
) -> Markup:
    """Return the candidates of one segment as HTML: the criterion's choice, the oracle's, then the others in order.

    All candidates that some criterion takes are among them. ``by`` is the criterion, ``bound`` the oracle that uses the
    references. Equal texts are drawn once. ``colors`` are the systems'.
    """
    first = [found.texts[found.chosen[one.name]] for one in (by, bound)]
    order = sorted(rank_texts(found, by), key=lambda place: [found.texts[place] != text for text in first])
    taken = {found.texts[place] for place in found.chosen.values()}
    drawn = [place for at, place in enumerate(order) if every or at < SHOWN or found.texts[place] in taken]
    lines = [_line(found, place, colors) for place in drawn]
    return html.page(Markup('<div class="candidates">{}</div>').format(Markup("").join(lines)))


def rank_texts(found: Consensus, by: Criterion) -> list[int]:
    """Return the indices of the different texts, the best by the criterion first."""
    ranking = next((one for one in found.rankings if one.criterion == by), None)
    places = range(len(found.texts))
    first = {text: place for place, text in reversed(list(enumerate(found.texts)))}
    distinct = [place for place in places if first[found.texts[place]] == place]
    return distinct if ranking is None else sorted(distinct, key=lambda place: ranking.ranks[place])


def word_group_legend() -> Markup:
    """Return the legend of the colours of words.

    A word's colour shows the longest group of words around it that at least half of the other candidates have.
    """
    step = Markup('<span class="t n{}">{}</span>')
    steps = Markup(" ").join(step.format(n, NAMES[n]) for n in range(1, SHADES + 1))
    said = Markup('<div class="legend"><span>At least half of the others have this, too: {}</span></div>')
    return html.page(said.format(steps))


def _line(found: Consensus, place: int, colors: Mapping[str, str]) -> Markup:
    text = found.texts[place]
    same = [at for at, other in enumerate(found.texts) if other == text]
    shared = found.shared[place]
    token = Markup('<span class="t n{}">{}</span>')
    words = [token.format(shade(n), word) for n, word in zip(shared.longest(SHARE), shared.tokens, strict=True)]
    return html.html_line(_candidate_label_html(found, same, colors), html.html_words(words))


def _candidate_label_html(found: Consensus, same: Sequence[int], colors: Mapping[str, str]) -> Markup:
    """Return which systems made a text, which criteria take it, and its scores."""
    if found.names:
        name = Markup('<span class="name">{}<b>{}</b></span>')
        made = Markup(" ").join(name.format(html.dot(colors[found.names[at]]), found.names[at]) for at in same)
    else:
        more = f" and {len(same) - 1:,} more like it" if len(same) > 1 else ""
        made = Markup("<b>candidate {:,}</b>{}").format(same[0] + 1, more)
    chip = Markup(' <span class="best{}">{}</span>')
    takers = [parse(name) for name, place in found.chosen.items() if place in same]
    others = [by for by in takers if by.kind != SYSTEM]  # a system's name is there already
    taken = Markup("").join(chip.format(" bound" * by.is_bound, by.label) for by in others)
    worths = Markup(" ").join(_worth(ranking, same[0]) for ranking in found.rankings)
    return Markup("{}{}<br>{}").format(made, taken, worths)


def _worth(ranking: Ranking, place: int) -> Markup:
    """Return a candidate's score and rank by a criterion; for an oracle, the score against the references."""
    by = ranking.criterion
    label = f"{METRICS[by.of].label} by reference" if by.is_bound else by.label
    said = Markup('<span class="pair">{} {} <i>rank {}</i></span>')
    return said.format(label, fixed(float(ranking.scores[place]), DECIMALS, MISSING), int(ranking.ranks[place]))
