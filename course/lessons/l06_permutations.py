"""Lesson on shuffled blocks: permutations that BLEU cannot see."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, permutations

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from scoring import BLEU
from scoring.bleu.matches import SegmentMatches
from scoring.output.markup.html import html_line, page
from scoring.output.markup.ngrams import shade
from scoring.output.numbers import counted, two_decimals

METRIC = BLEU(tokenize="none", lowercase=True, smoothing="none")
ALL_BLOCKS = 8
"""Most blocks for which all orders are tried: 8! = 40,320."""
WORDS_TRIED = 5_000_000
"""Most words, of all tried orders and their references together."""
SAMPLED = 2_000
"""Number of random orders if there are too many to try all; fewer for long texts, see below."""
WORDS_DRAWN = 1_000_000
PAIRS_DRAWN = 200_000_000
"""Most words, and most pairs of blocks, of all random orders together."""
LISTED = 50
MAX_BLOCKS_WRITTEN_OUT = 12
"""Most blocks whose number of orders is written out."""
SEED = 1

Blocks = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Reorderings:
    """Orders of one output's blocks, and their BLEU."""

    blocks: Blocks
    orders: np.ndarray
    """Place of each block in the output, int (n, n_blocks); all orders, or a random sample."""
    score: float
    """BLEU of the output itself."""
    scores: np.ndarray
    """BLEU of each order, float64 (n,)."""
    same: np.ndarray
    """Whether all counts of an order equal the output's, bool (n,)."""

    @property
    def n_words(self) -> int:
        return sum(map(len, self.blocks))

    @property
    def n_joined(self) -> int:
        """Number of pairs of neighbours that a counted n-gram holds together, b in the paper.

        At least the bigram matches: if repeated words are clipped, longer n-grams can count in other places.
        """
        return self.n_words - len(self.blocks)

    @property
    def are_all(self) -> bool:
        return len(self.orders) == math.factorial(min(len(self.blocks), 20))

    def text(self, order: np.ndarray) -> str:
        return " ".join(word for place in order for word in self.blocks[place])


def cut_into_blocks(matches: SegmentMatches) -> Blocks:
    """Return the output cut wherever no counted n-gram holds two neighbours together.

    In any order of the blocks every counted n-gram is still there: no count becomes smaller.
    """
    longer = [n for n in matches.ngrams if 1 < n.order <= matches.max_order]
    joined = {place for ngram in longer for start, end in ngram.matched_spans for place in range(start, end - 1)}
    blocks: list[list[str]] = []
    for place, word in enumerate(matches.hypothesis):
        if place - 1 in joined:
            blocks[-1].append(word)
        else:
            blocks.append([word])
    return tuple(map(tuple, blocks))


@lru_cache(maxsize=16)
def reorderings(output: str, references: tuple[str, ...]) -> Reorderings:
    """Return all orders of the blocks, or a random sample, with their scores."""
    blocks = cut_into_blocks(METRIC.matches(output, references))
    orders = _orders(len(blocks), sum(len(text.split()) for text in (output, *references)))
    tried = Reorderings(blocks, orders, 0.0, np.empty(0), np.empty(0, bool))
    texts = [output, *map(tried.text, orders)]
    rows = METRIC.statistics(texts, [[reference] * len(texts) for reference in references])
    scores = METRIC.score(rows)
    return Reorderings(blocks, orders, float(scores[0]), scores[1:], (rows[1:] == rows[0]).all(axis=1))


def _orders(n_blocks: int, n_words: int) -> np.ndarray:
    n = math.factorial(min(n_blocks, ALL_BLOCKS))
    if n_blocks <= ALL_BLOCKS and n * n_words <= WORDS_TRIED:
        return np.array(list(permutations(range(n_blocks))), np.int16).reshape(n, n_blocks)
    n = max(1, min(SAMPLED, WORDS_DRAWN // n_words, PAIRS_DRAWN // n_blocks**2))
    return np.random.default_rng(SEED).permuted(np.tile(np.arange(n_blocks, dtype=np.int16), (n, 1)), axis=1)


def order_changes(orders: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for each order (n,) how many blocks keep their neighbour, and how many pairs of blocks are reversed."""
    neighbours_kept = (np.diff(orders, axis=1) == 1).sum(axis=1)
    pairs_turned = sum((orders[:, [i]] > orders[:, i + 1 :]).sum(axis=1) for i in range(orders.shape[1]))
    return neighbours_kept, np.broadcast_to(pairs_turned, len(orders))


def compute(values: parts.Values) -> parts.ComputedBlocks:
    output, references = output_and_references(values)
    block_orders = reorderings(output, references)
    own = parts.match_output(METRIC, output, references)
    others, n_sentences = other_sentences(block_orders)
    n_same, n_blocks = int(block_orders.same.sum()), len(block_orders.blocks)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("orders of the tiles", _number_of_orders(n_blocks), _tried_orders_phrase(block_orders)),
                parts.Fact("with the same BLEU", f"{n_same:,}", _different(n_same, n_sentences)),
                parts.Fact("with a higher BLEU", f"{n_higher(block_orders):,}", "by chance"),
                parts.Fact("with a lower BLEU", f"{n_lower(block_orders):,}"),
            ),
            _formula(block_orders),
        ),
        (
            blocks_html(block_orders, own.matches),
            parts.TableBlock(
                reordering_table(block_orders, others[:LISTED]),
                "permutations",
                {"BLEU": "%.2f"},
                f"The first {min(LISTED, len(others)):,} of {counted(len(others), 'other sentence')} with every"
                " count as in the output, worst reading first: fewest tiles that keep their neighbour, then most pairs"
                " of tiles that change places. That replaces a test of fluency; it cannot read.",
            ),
            parts.Plain(_other_orders_sentence(len(block_orders.orders) - n_same)),
            parts.signature(METRIC, len(references)),
        ),
    )


def _formula(block_orders: Reorderings) -> parts.FormulaBlock:
    """Return the paper's number of orders, (K - b)!."""
    n_blocks = len(block_orders.blocks)
    return parts.aligned(
        rf"{block_orders.n_words} \text{{ words}} - {parts.asked_part(str(block_orders.n_joined))} \text{{ pairs}}"
        rf" &= {n_blocks} \text{{ tiles}}",
        rf"{n_blocks}! &{_latex(n_blocks)} \text{{ orders}}",
    )


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return each block as a tile; a note shows how moving them changes BLEU."""
    output = parts.match_output(METRIC, *output_and_references(values))
    (row,) = parts.views_with_score(output, with_score=True)
    n_same = n_kept(values)
    still = (
        "1 tile still follows its old neighbour" if n_same == 1 else f"{n_same} tiles still follow their old neighbour"
    )
    note = row.note if answered else f"{row.note}, {still}"
    return {"output": [replace(row, note=note, sizes=tuple(map(len, cut_into_blocks(output.matches))))]}


def output_and_references(values: parts.Values) -> tuple[str, tuple[str, ...]]:
    return values["output"], tuple(parts.text_lines(values["references"]))


def n_kept(values: parts.Values) -> int:
    """Return the number of the lesson's blocks that still follow their old neighbour."""
    words = values["output"].lower().split()
    lesson_blocks = cut_into_blocks(METRIC.matches(*output_and_references(LESSON.example)))
    return sum(_is_ngram_in(first + second, words) for first, second in pairwise(lesson_blocks))


def _is_ngram_in(piece: tuple[str, ...], words: list[str]) -> bool:
    return any(tuple(words[start : start + len(piece)]) == piece for start in range(len(words)))


def are_all_moved(values: parts.Values) -> bool:
    """Return whether all blocks are still present, and none follows its old neighbour."""
    is_whole = sorted(values["output"].split()) == sorted(LESSON.example["output"].split())
    return is_whole and not n_kept(values)


def blocks_html(block_orders: Reorderings, matches: SegmentMatches) -> parts.Html:
    """Return the output with bars between its blocks, next to K and b, and the bigram matches if these are fewer."""
    word = Markup('<span class="t n{}{}">{}</span>')
    words = (
        word.format(shade(longest), " cut" if clipped else "", token)
        for token, longest, clipped in zip(matches.hypothesis, matches.longest, matches.clipped, strict=True)
    )
    blocks = [Markup(" ").join(next(words) for _ in block) for block in block_orders.blocks]
    body = Markup(' <span class="bar">|</span> ').join(blocks)
    pairs = sum(ngram.matched for ngram in matches.select_ngrams(2))
    same = pairs == block_orders.n_joined
    fewer = "" if same else Markup("<br><small>{} counted</small>").format(counted(pairs, "bigram"))
    about = Markup("<b>K = {}</b> words <br><b>b = {}</b> pairs held together{}").format(
        block_orders.n_words, block_orders.n_joined, fewer
    )
    return parts.Html(page(html_line(about, Markup('<div class="words" dir="auto">{}</div>').format(body))))


def n_lower(block_orders: Reorderings) -> int:
    """Return how many orders score less than the output itself."""
    return int((block_orders.scores < block_orders.score - 1e-9).sum())


def n_higher(block_orders: Reorderings) -> int:
    """Return how many orders score more than the output itself."""
    return int((block_orders.scores > block_orders.score + 1e-9).sum())


def _different(n_same: int, n_sentences: int) -> str:
    """Return the number of different sentences among these orders, in words."""
    return "all different sentences" if n_same == n_sentences else counted(n_sentences, "different sentence")


def other_sentences(block_orders: Reorderings) -> tuple[np.ndarray, int]:
    """Return one order with the same counts for each sentence other than the output, the worst reading first.

    Also return the number of all sentences with these counts; it includes the output if its order was tried.
    """
    same = np.flatnonzero(block_orders.same)
    neighbours_kept, pairs_turned = order_changes(block_orders.orders[same])
    places: dict[str, int] = {}
    for place in same[np.lexsort((-pairs_turned, neighbours_kept))]:
        places.setdefault(block_orders.text(block_orders.orders[place]), place)
    n_sentences = len(places)
    places.pop(block_orders.text(np.arange(len(block_orders.blocks))), None)
    return np.array([*places.values()], int), n_sentences


def reordering_table(block_orders: Reorderings, places: np.ndarray) -> pd.DataFrame:
    """Return one row for each of these orders."""
    neighbours_kept, pairs_turned = order_changes(block_orders.orders[places])
    texts = {"reordering": [block_orders.text(block_orders.orders[place]) for place in places]}
    return pd.DataFrame(
        texts | {"neighbours kept": neighbours_kept, "pairs turned": pairs_turned, "BLEU": block_orders.scores[places]}
    )


def _other_orders_sentence(n_orders: int) -> str:
    """Return a sentence on the orders whose counts differ from the output's."""
    some = f"The other {counted(n_orders, 'order')} gained matches, where two tiles now meet."
    sentence = some if n_orders else "No order gained a match."
    return f"{sentence} None has fewer than the output, for every counted n-gram lies within a tile."


def _number_of_orders(n_blocks: int) -> str:
    return f"{math.factorial(n_blocks):,}" if n_blocks <= MAX_BLOCKS_WRITTEN_OUT else f"about 10^{_digits(n_blocks)}"


def _latex(n_blocks: int) -> str:
    """Return ``_number_of_orders`` as LaTeX."""
    if n_blocks <= MAX_BLOCKS_WRITTEN_OUT:
        return f"= {_number_of_orders(n_blocks)}".replace(",", "{,}")
    return rf"\approx 10^{{{_digits(n_blocks)}}}"


def _digits(n_blocks: int) -> str:
    """Return the power of ten nearest to the number of orders."""
    return f"{math.lgamma(n_blocks + 1) / math.log(10):.0f}"


def _tried_orders_phrase(block_orders: Reorderings) -> str:
    return "all tried" if block_orders.are_all else f"{len(block_orders.orders):,} drawn at random"


def ask(values: parts.Values) -> parts.Question:
    block_orders = reorderings(*output_and_references(values))
    (row,) = LESSON.words[0].rows
    view = parts.TileRowView(sizes=tuple(map(len, block_orders.blocks)))
    amount = "none" if not n_lower(block_orders) else f"{n_lower(block_orders):,}"
    return parts.Question(
        "Each tile is a piece of a machine's output. Make nonsense of it: drag until no tile follows the one it"
        f" followed before. How far below {two_decimals(block_orders.score)} does BLEU fall?",
        Markup("Of the {:,} orders of these tiles <b>{}</b> has a lower BLEU: no n-gram that matches is torn.").format(
            len(block_orders.orders), amount
        ),
        goal=parts.Goal(
            row,
            are_all_moved,
            "It does not fall in any order, not even backwards",
            tuple(view.tiles(values["output"].split())[::-1]),
        ),
        why="The output was cut wherever no reference has two neighbours side by side. So every n-gram that counts"
        f" is within a tile, and is there in any order: {int(block_orders.same.sum()):,} orders have exactly BLEU"
        f" {two_decimals(block_orders.score)}, the others gain a match by chance.",
    )


LESSON = parts.Lesson(
    title="Shuffled pieces",
    claim="Cut an output between words that no reference has side by side, and shuffle the pieces: BLEU does not fall.",
    fields=(
        parts.WordsField(
            "output",
            "Output",
            "appeared calm when he was taken to the American plane , which will to Miami , Florida .",
            "drag",
        ),
        parts.WordsField(
            "references",
            "Reference",
            "Orejuela appeared calm as he was led to the American plane which will take him to Miami , Florida .",
            is_small=True,
        ),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Two outputs with the same BLEU need not be equally good, and a higher BLEU is not by itself a better"
    " system. Compare systems of the same kind, read sentences, and put a metric that sees order (TER, a later lesson),"
    " or people, as well as BLEU before you claim more.",
    pages=(("ter", "Order, as TER sees it"), ("segments", "Read sentences")),
    sources=(
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3.1 and Table 1. There b is the number of bigram matches in an output of k words; case is ignored."
        " Where words repeat, longer matches can hold more pairs together than bigrams are counted. The paper has four"
        " references; the first, which is shown, cuts the output at the same places as all four.",
    ),
    notes=parts.Notes(
        say="Have a student build the worst sentence that still has this BLEU, and read it aloud.",
        think="Such nonsense must lose points.",
        correction="Only what matched before can be lost, and between two tiles nothing did.",
        minutes=6,
        following="What a tile is depends on what a word is. Now: who decides that?",
    ),
)
