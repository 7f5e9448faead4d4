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
MAX_CANDIDATES_SHOWN = 12
"""Most candidates that are drawn unless all are asked for."""
DECIMALS = 1
NAMES = {1: "one word", 2: "2 words", 3: "3 words", 4: "4 words"}


def candidates(
    consensus: Consensus, by: Criterion, bound: Criterion, colors: Mapping[str, str], every: bool = False
) -> Markup:
    """Return the candidates of one segment as HTML: the criterion's choice, the oracle's, then the others in order.

    All candidates that some criterion takes are among them. ``by`` is the criterion, ``bound`` the oracle that uses the
    references. Equal texts are drawn once. ``colors`` are the systems'.
    """
    first = [consensus.texts[consensus.chosen[one.name]] for one in (by, bound)]
    order = sorted(rank_texts(consensus, by), key=lambda place: [consensus.texts[place] != text for text in first])
    chosen_texts = {consensus.texts[place] for place in consensus.chosen.values()}
    places = [
        place
        for at, place in enumerate(order)
        if every or at < MAX_CANDIDATES_SHOWN or consensus.texts[place] in chosen_texts
    ]
    lines = [_line(consensus, place, colors) for place in places]
    return html.page(Markup('<div class="candidates">{}</div>').format(Markup("").join(lines)))


def rank_texts(consensus: Consensus, by: Criterion) -> list[int]:
    """Return the indices of the different texts, the best by the criterion first."""
    ranking = next((one for one in consensus.rankings if one.criterion == by), None)
    places = range(len(consensus.texts))
    first = {text: place for place, text in reversed(list(enumerate(consensus.texts)))}
    distinct = [place for place in places if first[consensus.texts[place]] == place]
    return distinct if ranking is None else sorted(distinct, key=lambda place: ranking.ranks[place])


def word_group_legend() -> Markup:
    """Return the legend of the colours of words.

    A word's colour shows the longest group of words around it that at least half of the other candidates have.
    """
    step = Markup('<span class="t n{}">{}</span>')
    steps = Markup(" ").join(step.format(n, NAMES[n]) for n in range(1, SHADES + 1))
    template = Markup('<div class="legend"><span>At least half of the others have this, too: {}</span></div>')
    return html.page(template.format(steps))


def _line(consensus: Consensus, place: int, colors: Mapping[str, str]) -> Markup:
    text = consensus.texts[place]
    same = [at for at, other in enumerate(consensus.texts) if other == text]
    shared = consensus.shared[place]
    token = Markup('<span class="t n{}">{}</span>')
    words = [token.format(shade(n), word) for n, word in zip(shared.longest(SHARE), shared.tokens, strict=True)]
    return html.html_line(_candidate_label_html(consensus, same, colors), html.html_words(words))


def _candidate_label_html(consensus: Consensus, same: Sequence[int], colors: Mapping[str, str]) -> Markup:
    """Return which systems made a text, which criteria take it, and its scores."""
    if consensus.names:
        name = Markup('<span class="name">{}<b>{}</b></span>')
        label = Markup(" ").join(name.format(html.dot(colors[consensus.names[at]]), consensus.names[at]) for at in same)
    else:
        copies = f" and {len(same) - 1:,} more like it" if len(same) > 1 else ""
        label = Markup("<b>candidate {:,}</b>{}").format(same[0] + 1, copies)
    chip = Markup(' <span class="best{}">{}</span>')
    takers = [parse(name) for name, place in consensus.chosen.items() if place in same]
    others = [by for by in takers if by.kind != SYSTEM]  # a system's name is there already
    chips = Markup("").join(chip.format(" bound" * by.is_bound, by.label) for by in others)
    worths = Markup(" ").join(_score_html(ranking, same[0]) for ranking in consensus.rankings)
    return Markup("{}{}<br>{}").format(label, chips, worths)


def _score_html(ranking: Ranking, place: int) -> Markup:
    """Return a candidate's score and rank by a criterion; for an oracle, the score against the references."""
    by = ranking.criterion
    label = f"{METRICS[by.of].label} by reference" if by.is_bound else by.label
    template = Markup('<span class="pair">{} {} <i>rank {}</i></span>')
    return template.format(label, fixed(float(ranking.scores[place]), DECIMALS, MISSING), int(ranking.ranks[place]))
