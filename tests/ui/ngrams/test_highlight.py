"""The HTML of a segment: user's text stays text, colours say what was counted, the arithmetic can be done again."""

import functools
import math
import re
from dataclasses import replace
from itertools import cycle

import lxml.html
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import BLEU, TestSet
from scoring.bleu.smoothing import METHODS
from scoring.output.markup.ngrams import ngram_legend
from tests.cases import as_one_test
from tests.hostile import TEXTS
from ui.ngrams import highlight
from ui.store import cache
from ui.store.samples import SAMPLES

ELEMENTS = {
    "style",
    "div",
    "span",
    "b",
    "i",
    "br",
    "h4",
    "p",
    "small",
    "sup",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
}
ATTRIBUTES = {"class", "style", "tabindex", "dir", "data-tip", "role", "aria-label"}
OWN_STYLE = re.compile(r"background: ?#[0-9A-Fa-f]{6}")
COLOR = "#0072B2"


def parsed(page):
    """The page as a tree, in which nothing stands that highlight.py did not mean to be there."""
    tree = lxml.html.fragment_fromstring(page, create_parent="div")
    elements = [element for element in tree.iterdescendants() if element.tag is not lxml.html.etree.Comment]
    assert len(elements) == len(list(tree.iterdescendants())), "a comment"
    for element in elements:
        assert element.tag in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES
        assert OWN_STYLE.fullmatch(element.get("style", "background:#000000"))
        assert (element.get("role"), element.get("aria-label")) in [(None, None), ("group", "Source and references")]
    return tree


def of_class(tree, name):
    return [element for element in tree.iterdescendants() if name in element.get("class", "").split()]


def classes(element):
    return set(element.get("class").split())


def shown(element):
    """Text as a reader sees it, white space folded, without what waits for the pointer."""

    def pieces(inner):
        if inner.tag != "style":
            yield inner.text or ""
            for child in inner:
                yield from pieces(child)
                yield child.tail or ""

    return " ".join("".join(pieces(element)).split())


def style_of(tree):
    return "".join(element.text for element in tree.iterdescendants("style"))


def hypothesis_of(text, references, system="A", **options):
    bleu = BLEU(**{"tokenize": "none", **options})
    (row,) = bleu.statistics([text], [[reference] for reference in references])
    return highlight.Hypothesis(system, COLOR, bleu.matches(text, references), bleu.arithmetic(row))


def page_of(text, references, **options):
    named = {f"R{number}": reference for number, reference in enumerate(references) if reference is not None}
    return parsed(highlight.segment_html(None, named, [hypothesis_of(text, references, **options)]))


def tokens_of(tree, system=0):
    """The hypothesis' tokens, in order."""
    return [element for element in of_class(tree, "h") if f"s-{system}" in classes(element)]


def numbers(element, letter, system=0):
    """The n-grams that a token belongs to (g) or is lit up by (m)."""
    return {int(c.rsplit("-", 1)[1]) for c in classes(element) if c.startswith(f"{letter}-{system}-")}


# --- text ---


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_comes_back_as_it_was(text):
    hypotheses = [hypothesis_of(text, [text, "x y"], system=f"{text} {number}") for number in (1, 2)]
    tree = parsed(
        highlight.segment_html(f"source {text}", {f"first {text}": text, "second": "x y"}, hypotheses, f"note {text}")
    )
    whole = tree.text_content()
    for expected in (f"source {text}", f"first {text}", f"note {text}", f"{text} 1", f"{text} 2"):
        assert expected in whole
    for system in (0, 1):
        assert [token.text for token in tokens_of(tree, system)] == text.split()
    assert [token.text for token in of_class(tree, "r")] == [*text.split(), "x", "y"]
    assert text.split()[0] in listed_in_tip(tokens_of(tree)[0])


@as_one_test
@pytest.mark.parametrize("text", TEXTS)
def test_the_other_views_keep_text_as_it_was_too(text):
    cards = parsed(highlight.bleu_arithmetic([hypothesis_of("a b", ["a c"], system=text)], text))
    assert next(cards.iterdescendants("h4")).text_content() == text
    assert text in next(cards.iterdescendants("small")).text_content()


ODD = st.text(alphabet="<>&\"'`=/!-[]{};: ab#\u00a0\u202e😀", max_size=30)


@given(ODD, ODD, ODD, ODD)
def test_no_text_becomes_markup(source, reference, hypothesis, system):
    hypotheses = [hypothesis_of(hypothesis, [reference], system)]
    tree = parsed(highlight.segment_html(source, {system: reference}, hypotheses, source))
    assert [token.text for token in tokens_of(tree)] == list(hypotheses[0].matches.hypothesis)
    assert [token.text for token in of_class(tree, "r")] == list(hypotheses[0].matches.references[0] or ())
    assert tree.text_content().count(source) >= 2 or not source
    parsed(highlight.bleu_arithmetic(hypotheses, system))


def test_its_rules_hold_no_text_of_users():
    plain = style_of(page_of("a b", ["a b"]))
    hostile = style_of(page_of("</style><b> b", ["</style><b> b"], system="</style>"))
    assert plain == hostile != ""


# --- what the colours say ---

WORDS = st.lists(st.sampled_from("abc"), max_size=8).map(" ".join)


@given(WORDS, st.lists(st.none() | WORDS, max_size=2), WORDS, st.integers(1, 9))
def test_tokens_are_coloured_by_their_longest_match(text, others, reference, max_order):
    references = [*others, reference]
    matches = hypothesis_of(text, references, max_order=max_order).matches
    tokens = tokens_of(page_of(text, references, max_order=max_order))
    assert [token.text for token in tokens] == text.split()
    for token, longest, clipped in zip(tokens, matches.longest, matches.clipped, strict=True):
        assert {c for c in classes(token) if re.fullmatch(r"n\d", c)} == {f"n{min(longest, 4)}"}
        assert ("cut" in classes(token)) is clipped


@given(WORDS, st.lists(st.none() | WORDS, max_size=2), WORDS, st.integers(1, 5))
def test_a_token_marks_the_places_of_its_n_grams_in_every_reference(text, others, reference, max_order):
    references = [*others, reference]
    matches = hypothesis_of(text, references, max_order=max_order).matches
    tree = page_of(text, references, max_order=max_order)
    words = of_class(tree, "r")
    starts = np.cumsum([0, *(len(tokens or ()) for tokens in matches.references)])
    for position, token in enumerate(tokens_of(tree)):
        lit = {place for place, word in enumerate(words) if numbers(word, "m") & numbers(token, "g")}
        assert lit == {
            starts[reference] + there
            for ngram in matches.covering(position)
            for reference, spans in enumerate(ngram.reference_spans)
            for start, end in spans
            for there in range(start, end)
        }
    # A rule for each n-gram that a token is part of, and for no other.
    ruled = {int(k) for k in re.findall(r"\.g-0-(\d+)", style_of(tree))}
    assert ruled == {k for token in tokens_of(tree) for k in numbers(token, "g")}


def test_partners_of_two_systems_do_not_mix():
    hypotheses = [hypothesis_of("a x", ["a b"], "A"), hypothesis_of("y b", ["a b"], "B")]
    tree = parsed(highlight.segment_html(None, {"R": "a b"}, hypotheses))
    assert [[numbers(word, "m", system) for system in (0, 1)] for word in of_class(tree, "r")] == [
        [numbers(tokens_of(tree, 0)[0], "g", 0), set()],
        [set(), numbers(tokens_of(tree, 1)[1], "g", 1)],
    ]
    assert all(numbers(tokens_of(tree, system)[system], "g", system) for system in (0, 1))


def test_clipped_words_are_told_apart_from_unknown_ones():
    """Papineni et al. (2002), example 2: the first two "the" count, five do not."""
    tree = page_of("the the the the the the the", ["the cat is on the mat", "there is a cat on the mat"])
    tokens = tokens_of(tree)
    assert ["cut" in classes(token) for token in tokens] == [False] * 2 + [True] * 5
    assert "clipped" in shown_tip(tokens[6]).lower()
    assert "7" in shown_tip(tokens[0])
    assert "2" in shown_tip(tokens[0])
    assert "no reference" in shown_tip(tokens_of(page_of("dog", ["cat"]))[0])


def shown_tip(token):
    return token.get("data-tip")


def listed_in_tip(token):
    """The n-grams that it names."""
    return [line.rsplit(": ", 1)[0] for line in shown_tip(token).split("\n")]


@pytest.mark.exhaustive
def test_a_tip_lists_every_counted_n_gram_of_its_token():
    hypothesis = hypothesis_of("a b c", ["a b c d"])
    for position, token in enumerate(tokens_of(page_of("a b c", ["a b c d"]))):
        listed = listed_in_tip(token)
        assert sorted(listed) == sorted(" ".join(ngram.tokens) for ngram in hypothesis.matches.covering(position))


# --- the rest of the segment ---


def test_a_missing_reference_is_left_out_and_an_empty_one_is_said():
    tree = page_of("a b", [None, "", "a c"])
    who = [shown(element) for element in of_class(tree, "who")]
    assert [name for name in ("R0", "R1", "R2") if any(name in text for text in who)] == ["R1", "R2"]
    assert [word.text for word in of_class(tree, "r")] == ["a", "c"]
    assert numbers(of_class(tree, "r")[0], "m") == numbers(tokens_of(tree)[0], "g") != set()
    assert "empty" in tree.text_content()


def test_an_empty_hypothesis_and_an_empty_source_are_said():
    hypotheses = [hypothesis_of("", ["a b"])]
    tree = parsed(highlight.segment_html("", {"R": "a b"}, hypotheses))
    assert [shown(element) for element in of_class(tree, "blank")] == ["(empty)", "(empty)"]
    assert tokens_of(tree) == []
    assert "BLEU 0.00" in shown(tree)
    assert not of_class(parsed(highlight.segment_html(None, {"R": "a b"}, [hypothesis_of("a", ["a b"])])), "blank")


def test_no_score_is_no_number():
    hypothesis = hypothesis_of("", [""])
    assert math.isnan(hypothesis.arithmetic.score)
    tree = parsed(highlight.segment_html(None, {"R": ""}, [hypothesis]))
    assert "not defined" in shown(tree)
    card = parsed(highlight.bleu_arithmetic([hypothesis], "exp"))
    assert "not defined" in shown(card)
    assert "nan" not in shown(tree).lower() + shown(card).lower()


def best_of(*texts, references=("a b c d e",)):
    hypotheses = [hypothesis_of(text, references, f"S{number}") for number, text in enumerate(texts)]
    tree = parsed(highlight.segment_html(None, {f"R{n}": r for n, r in enumerate(references)}, hypotheses))
    return [bool(of_class(who, "best")) for who in of_class(tree, "who") if of_class(who, "score")]


def test_the_best_is_marked_ties_included_and_alone_there_is_no_best():
    assert best_of("a b c d x", "a b c d e", "z") == [False, True, False]
    assert best_of("a b c d e", "a b c d e", "z") == [True, True, False]
    assert best_of("a b c d e") == [False]


def test_a_score_that_is_not_defined_does_not_hide_the_best():
    assert best_of("", "a b c d e", references=("", "a b c d e")) == [False, True]
    assert best_of("a b c d e", "", references=("", "a b c d e")) == [True, False]


@pytest.mark.parametrize(("max_order", "steps"), [(1, 1), (2, 2), (4, 4), (9, 4)])
def test_the_legend_has_a_step_for_each_colour(max_order, steps):
    tree = parsed(ngram_legend(max_order))
    assert [bool(of_class(tree, f"n{n}")) for n in range(1, 5)] == [n <= steps for n in range(1, 5)]
    assert ("or more" in tree.text_content()) is (max_order > 4)


def test_the_legend_explains_itself_unless_the_page_does():
    assert str(ngram_legend(4)).endswith("Colour: the longest match. Point at a word to see it.</span></div></div>")
    assert "Point at" not in str(ngram_legend(4, pointing=False))
    assert "Colour" not in str(ngram_legend(4, is_explained=False))


# --- the arithmetic, by hand ---


def by_hand(card):
    """BLEU from nothing but what the card shows: (from the fractions, from the printed product, as printed)."""
    rows = [[cell.text_content() for cell in row] for row in card.iterdescendants("tr")][1:]
    said = written_out(of_class(card, "how")[0])
    c, r = (int(re.search(rf"{letter} = ([\d,]+)", said)[1].replace(",", "")) for letter in "cr")
    fractions = []
    for _, matched, of, clipped, smoothed, precision in rows:
        assert int(matched) + int(clipped) <= int(of)
        fractions.append(fraction(matched, of, smoothed))
        assert (
            precision == "none" if fractions[-1] is None else float(precision) == pytest.approx(fractions[-1], rel=1e-4)
        )
    product = re.search(r"BLEU = 100 × (?P<penalty>\S+) × (?P<mean>.*) = (?P<score>[\d.]+)", said)
    if product is None:  # it says why it is zero
        return 0.0, 0.0, re.search(r"BLEU = ([\d.]+):", said)[1]
    factors = factors_of(product["mean"])
    left = [f for f in fractions if f is not None]
    used = [left.pop(next(n for n, f in enumerate(left) if f == pytest.approx(v, rel=1e-4))) for v, _ in factors]
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return (
        100 * penalty * math.prod(f**weight for f, (_, weight) in zip(used, factors, strict=True)),
        100 * float(product["penalty"]) * math.prod(value**weight for value, weight in factors),
        product["score"],
    )


def written_out(said):
    """The lines beneath the table, with exponents as ``^x``."""
    for sup in said.iterdescendants("sup"):
        sup.text = f"^{sup.text}"
    return said.text_content()


def fraction(matched, of, smoothed):
    above, below = (float(part) for part in (smoothed.split("/") if smoothed.strip() else (matched, of)))
    return above / below if below else None


def factors_of(mean):
    """``(a × b)^1/2`` or ``a^0.7 × b^0.3`` -> [(a, weight), (b, weight)]."""
    together = re.fullmatch(r"\((.*)\)\^1/(\d+)", mean)
    if together:
        return [(float(value), 1 / int(together[2])) for value in together[1].split(" × ")]
    return [tuple(map(float, factor.split("^"))) for factor in mean.split(" × ")]


def check_card(hypothesis, smoothing):
    (card,) = of_class(parsed(highlight.bleu_arithmetic([hypothesis], smoothing)), "sum")
    exact = float(hypothesis.arithmetic.score)
    if math.isnan(exact):
        assert "BLEU is not defined" in card.text_content()
        assert "nan" not in card.text_content().replace(hypothesis.system, "")
        return
    from_fractions, from_product, printed = by_hand(card)
    assert printed == f"{exact:.2f}"
    assert from_fractions == pytest.approx(exact, abs=1e-3)
    assert from_product == pytest.approx(exact, abs=0.01)


@functools.cache
def matched(identity, bleu, step):
    """(index, system, matches) of every step-th segment; no smoothing changes them."""
    test_set = cache.open_test_set(identity)
    segments = [(index, test_set.segment(index)) for index in range(0, len(test_set), step)]
    return [
        (index, system, bleu.matches(hypothesis, list(segment.references.values())))
        for index, segment in segments
        for system, hypothesis in segment.hypotheses.items()
    ]


def sample(identity, bleu, step):
    statistics = bleu.measure(cache.open_test_set(identity))
    for index, system, matches in matched(identity, replace(bleu, smoothing="none"), step):
        yield highlight.Hypothesis(system, COLOR, matches, bleu.arithmetic(statistics[system][index]))


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize(
    ("smoothing", "identity"), zip([*METHODS, "floor=0.025", "add-k=0.5"], cycle(SAMPLES), strict=False)
)
def test_every_score_can_be_found_again_by_hand(identity, smoothing):
    bleu = BLEU(smoothing=smoothing)
    for hypothesis in sample(identity, bleu, 1 if identity == "textbook" else 11):
        check_card(hypothesis, str(bleu.smoothing))


@pytest.mark.quick_cases(3)
@pytest.mark.parametrize(
    "options",
    [
        {"max_order": 1},
        {"max_order": 9, "effective_order": True},
        {"max_order": 9, "smoothing": "add-k"},
        {"weights": (0.4, 0.3, 0.2, 0.1)},
        {"weights": (1, 1, 0, 0)},
        {"effective_order": True},
        {"lowercase": True, "tokenize": "char"},
    ],
    ids=str,
)
def test_every_score_can_be_found_again_by_hand_under_other_settings(options):
    bleu = BLEU(**options)
    for hypothesis in [*sample("textbook", bleu, 1), *sample("news-en-es", bleu, 23)]:
        check_card(hypothesis, str(bleu.smoothing))


def test_a_worked_example():
    """The cat the cat on the mat: 5/7, 4/6, 2/5, 1/4, BLEU 46.71 (Papineni et al.'s references)."""
    references = ["The cat is on the mat", "There is a cat on the mat"]
    hypothesis = hypothesis_of("the cat the cat on the mat", [r.lower() for r in references])
    (card,) = of_class(parsed(highlight.bleu_arithmetic([hypothesis], "none")), "sum")
    rows = [[cell.text_content() for cell in row][:3] for row in card.iterdescendants("tr")][1:]
    assert rows == [["1", "5", "7"], ["2", "4", "6"], ["3", "2", "5"], ["4", "1", "4"]]
    assert np.isclose(by_hand(card)[0], 46.7138, atol=1e-4)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "why"),
    [
        ("", "a b", "empty hypothesis"),
        ("x y z w", "a b c d", "no word is in a reference"),
        ("a x b y", "a b c d", "no 2-gram matches"),
        ("a b", "a b c", "no 3-gram exists in so short a hypothesis"),
    ],
)
def test_a_zero_says_why(hypothesis, reference, why):
    found = hypothesis_of(hypothesis, [reference], smoothing="none")
    (card,) = of_class(parsed(highlight.bleu_arithmetic([found], "none")), "sum")
    assert why in shown(card)
    assert "0.00" in shown(card)


@pytest.mark.parametrize(
    ("smoothing", "max_order", "why"),
    [("matlab", 4, "fewer words than there are weights"), ("nltk-6", 2, "where N is below 3")],
)
def test_what_a_toolkit_does_not_score_says_why(smoothing, max_order, why):
    found = hypothesis_of("a b", ["a b"], smoothing=smoothing, max_order=max_order)
    (card,) = of_class(parsed(highlight.bleu_arithmetic([found], smoothing)), "sum")
    assert why in shown(card)


def test_a_test_set_is_read_for_display_as_it_is_for_scoring():
    """The order of references on the page is the order of the matches' references, missing ones left out."""
    test_set = TestSet.build({"A": ["a b"]}, {"first": [None], "second": ["x a"], "third": ["b y"]})
    references = test_set.segment(0).references
    bleu = BLEU(tokenize="none")
    matches = bleu.matches("a b", [reference.segments[0].as_py() for reference in test_set.references])
    row = bleu.measure(test_set)["A"][0]
    tree = parsed(
        highlight.segment_html(None, references, [highlight.Hypothesis("A", COLOR, matches, bleu.arithmetic(row))])
    )
    marked = [word.text for word in of_class(tree, "r") if any(c.startswith("m-") for c in classes(word))]
    assert marked == ["a", "b"]


def test_a_long_repetitive_segment_grows_with_its_text_and_no_faster():
    """Every token matches every token: marks by pairs of tokens would be quadratic."""
    short, long = (
        len(highlight.segment_html(None, {"R": text}, [hypothesis_of(text, [text])]))
        for text in ("a " * 100, "a " * 200)
    )
    assert long < 2.2 * short


def test_a_very_long_segment_is_drawn_without_links_and_says_so():
    text = "a b " * highlight.LINKED_TOKENS
    tree = parsed(highlight.segment_html(None, {"R": text}, [hypothesis_of(text, [text])]))
    assert len(of_class(tree, "n4")) == 2 * highlight.LINKED_TOKENS
    assert not tree.xpath("//*[@data-tip]")
    assert "pointing shows nothing" in tree.text_content()


@pytest.mark.parametrize(
    ("options", "text", "reference", "why"),
    [
        ({"effective_order": True}, "the", "the " * 800, "the brevity penalty is too small"),
        ({"weights": (0, 0, 0, 1), "effective_order": True}, "a x", "a b", "no order that the hypothesis reaches"),
        ({}, "x", "a", "nothing to smooth"),
    ],
)
def test_every_zero_is_explained(options, text, reference, why):
    assert why in highlight.bleu_arithmetic([hypothesis_of(text, [reference], **options)], "exp")
