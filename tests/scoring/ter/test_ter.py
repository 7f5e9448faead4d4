"""TER: sacreBLEU's edits on every segment, and its scores."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import TER as SacreTER

from scoring import TER, TestSet
from tests.cases import as_one_test
from tests.corpora import PIECES, REPEATS, SAMPLE_SETS, SAUDI, TER_OPTIONS, corpora
from tests.properties import examples

ASIAN = st.lists(st.sampled_from([*PIECES, "、", "「", "（", "か", "カ", "㐀", "'s ", "'S", "."]), max_size=9).map(
    "".join
)


NAN = float("nan")


def assert_equal_to_sacrebleu(hypotheses, references, corpus=True, **options):
    """Of one segment the corpus is the segment; sacreBLEU would search it twice."""
    ours, peer = TER(**options), SacreTER(**options)
    statistics = ours.statistics(hypotheses, references)
    theirs = [
        peer.sentence_score(hypothesis, list(texts)) for hypothesis, *texts in zip(hypotheses, *references, strict=True)
    ]
    assert statistics[:, :4].sum(axis=1).tolist() == [score.num_edits for score in theirs]
    assert statistics[:, -1].tolist() == [score.ref_length for score in theirs]
    expected = [score.score if score.num_edits or score.ref_length else NAN for score in theirs]  # theirs is 0
    assert ours.score(statistics) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True)
    if corpus and len(hypotheses) > 1:
        expected = peer.corpus_score(hypotheses, references).score if statistics.any() else NAN
        assert float(ours.score(statistics.sum(axis=0))) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True)


# Golden


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        # insertions, deletions, substitutions, shifts, shifted words; Snover et al. (2006), section 3.1, case ignored
        pytest.param(*SAUDI, (1, 0, 2, 1, 2), id="Saudi Arabia"),
        pytest.param("a d e b c f", "a b c d e f c", (1, 0, 0, 1, 2), id="the issue's"),
        pytest.param("d e f g h a b c", "a b c d e f g h", (0, 0, 0, 1, 3), id="one shift mends it"),
        pytest.param("a", "a b c", (2, 0, 0, 0, 0), id="an insertion is a word that the hypothesis lacks"),
        pytest.param("a b c", "a", (0, 2, 0, 0, 0), id="a deletion is a word that the reference lacks"),
        pytest.param("The Cat", "the cat", (0, 0, 0, 0, 0), id="case ignored"),
        pytest.param("", "a b", (2, 0, 0, 0, 0), id="empty hypothesis"),
        pytest.param("a b", "", (0, 2, 0, 0, 0), id="empty reference"),
        pytest.param("", "", (0, 0, 0, 0, 0), id="both empty"),
    ],
)
def test_edits_of_one_segment(hypothesis, reference, expected):
    (row,) = TER().statistics([hypothesis], [[reference]])
    assert row.tolist() == [*expected, len(reference.split())]


@pytest.mark.parametrize(("distance", "edits"), [(49, 1), (50, 1), (51, 2)])
def test_a_word_shifts_over_50_words_at_most(distance, edits):
    """Beyond them it is deleted here and inserted there. Snover et al. (2006), section 3; tercom and sacreBLEU."""
    others = [f"a{number}" for number in range(distance)]
    for texts in ((["x", *others], [*others, "x"]), ([*others, "x"], ["x", *others])):
        hypothesis, reference = map(" ".join, texts)
        (row,) = TER().statistics([hypothesis], [[reference]])
        assert row[:4].tolist() == ([0, 0, 0, 1] if edits == 1 else [1, 1, 0, 0])
        assert_equal_to_sacrebleu([hypothesis], [[reference]])


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("hypothesis", "reference", "edits"),
    [
        pytest.param("aabbbbbbabaabbababaaaabaaaaaa", "bbbabaabbaaabbaaaabaaaabbabaa", 4, id="999 are tried"),
        pytest.param("bbbababbaaabbabbbbbbaabbbaaaabb", "babbaabbaabbbbbabbabbbaaaababbb", 5, id="not the 1000th"),
        pytest.param("cfbda", "abcff", 4, id="a target just behind the phrase moves it by its length"),
    ],
)
def test_choices_of_the_search_for_shifts(hypothesis, reference, edits):
    """Words are letters. Found by search: a step to either side of the rule takes other edits than sacreBLEU."""
    texts = [" ".join(text) for text in (hypothesis, reference)]
    assert TER().statistics(texts[:1], [texts[1:]])[0, :4].sum() == edits
    assert_equal_to_sacrebleu(texts[:1], [texts[1:]])


@pytest.mark.parametrize(("length", "edits"), [(9, 1), (10, 1), (11, 2)])
def test_a_phrase_that_shifts_has_10_words_at_most(length, edits):
    """A longer one shifts in two parts. The twelve words that it passes are no phrase for one shift either."""
    phrase, others = [f"p{number}" for number in range(length)], [f"x{number}" for number in range(12)]
    hypothesis, reference = " ".join(phrase + others), " ".join(others + phrase)
    assert TER().statistics([hypothesis], [[reference]])[0, :5].tolist() == [0, 0, 0, edits, length]
    assert_equal_to_sacrebleu([hypothesis], [[reference]])


@pytest.mark.exhaustive
@pytest.mark.parametrize(("before", "within"), [("hypothesis", 25), ("reference", 24)])
def test_how_far_the_beam_reaches(before, within):
    """Of two texts with 30 words in common one has others before them, and the other as many behind them.

    So the way leaves the diagonal by as many words: 25 below it, 24 above it are in sacreBLEU's beam.
    """
    common = [f"c{number}" for number in range(30)]
    for n_others in (within, within + 1):
        texts = [[f"x{n}" for n in range(n_others)] + common, common + [f"y{n}" for n in range(n_others)]]
        hypothesis, reference = map(" ".join, texts if before == "hypothesis" else texts[::-1])
        edits = TER().statistics([hypothesis], [[reference]])[0, :4].sum()
        assert (edits == 2 * n_others) == (n_others == within)
        assert_equal_to_sacrebleu([hypothesis], [[reference]])


@pytest.mark.parametrize(("length", "edits"), [(50, 50), (51, 50)])
def test_the_beam_is_wider_where_a_text_is_more_than_50_times_as_long(length, edits):
    """The only word is the first of the reference's: 25 words off the diagonal it is found only by the wider beam."""
    reference = " ".join(f"a{number}" for number in range(length))
    assert TER().statistics(["a0"], [[reference]])[0, :4].sum() == edits
    assert_equal_to_sacrebleu(["a0"], [[reference]])


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        (*SAUDI, 100 * 4 / 13),
        ("a d e b c f", "a b c d e f c", 100 * 2 / 7),
        ("a b", "", 100),
        ("", "", NAN),
        ("a b c", "x", 300),
    ],
)
def test_score_of_one_segment(hypothesis, reference, expected):
    assert TER().score(TER().statistics([hypothesis], [[reference]])) == pytest.approx([expected], nan_ok=True)


WMT19_DEV = [
    (
        'wählen Sie " Bild neu berechnen , " um beim Ändern der Bildgröße Pixel hinzuzufügen oder zu entfernen , damit'
        " das Bild ungefähr dieselbe Größe aufweist wie die andere Größe .",
        'wählen Sie " Bild neu berechnen , " um beim Ändern der Bildgröße Pixel hinzuzufügen oder zu entfernen , damit'
        " die Darstellung des Bildes in einer anderen Größe beibehalten wird .",
    ),
    (
        "wenn Sie alle Aufgaben im aktuellen Dokument aktualisieren möchten , wählen Sie im Menü des"
        ' Aufgabenbedienfelds die Option " Alle Aufgaben aktualisieren . "',
    )
    * 2,
    (
        'klicken Sie auf der Registerkarte " Optionen " auf die Schaltfläche " Benutzerdefiniert " und geben Sie Werte'
        ' für " Fehlerkorrektur-Level " und " Y / X-Verhältnis " ein .',
        'klicken Sie auf der Registerkarte " Optionen " auf die Schaltfläche " Benutzerdefiniert " und geben Sie'
        ' für " Fehlerkorrektur-Level " und " Y / X-Verhältnis " niedrigere Werte ein .',
    ),
    (
        "Sie können beispielsweise ein Dokument erstellen , das ein Auto über die Bühne enthält .",
        "Sie können beispielsweise ein Dokument erstellen , das ein Auto enthalt , das sich über die Bühne bewegt .",
    ),
    ('wählen Sie im Dialogfeld " Neu aus Vorlage " eine Vorlage aus und klicken Sie auf " Neu . "',) * 2,
]


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("aaaa bbbb cccc dddd", "aaaa bbbb cccc dddd")], 0),
        ([("dddd eeee ffff", "aaaa bbbb cccc")], 100),
        ([("", "a")], 100),
        ([("d e f g h a b c", "a b c d e f g h")], 100 / 8),
        (WMT19_DEV, 13.6),
    ],
)
def test_sacrebleus_own_cases(pairs, expected):
    """test/test_ter.py of mjpost/sacrebleu."""
    hypotheses, references = map(list, zip(*pairs, strict=True))
    score = TER().score(TER().statistics(hypotheses, [references]).sum(axis=0))
    assert score == pytest.approx(expected, rel=0, abs=1e-3)
    assert_equal_to_sacrebleu(hypotheses, [references])


# sacreBLEU


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("hypotheses", "references"), [s[1:] for s in SAMPLE_SETS], ids=[s[0] for s in SAMPLE_SETS])
def test_segments_of_sample_data(hypotheses, references):
    """Every third, for sacreBLEU takes long."""
    chosen = [texts[::3] for texts in references]
    assert_equal_to_sacrebleu(hypotheses[::3], chosen, corpus=len(hypotheses) < 100)


@examples(45)
@given(corpora(REPEATS))
def test_texts_of_few_words_repeated(corpus):
    assert_equal_to_sacrebleu(*corpus)


@examples(45)
@given(corpora(), TER_OPTIONS)
def test_every_option(corpus, options):
    assert_equal_to_sacrebleu(*corpus, **options)


@examples(45)
@given(corpora(ASIAN), TER_OPTIONS)
def test_every_option_on_asian_text(corpus, options):
    assert_equal_to_sacrebleu(*corpus, **options)


def _words(generator, n_types, length):
    return [generator.choice("abcdefghijklmnopqrstuvwxyz"[:n_types]) for _ in range(length)]


def _moved(generator, words):
    """The words with phrases moved, some of them further or longer than a shift may be, and some replaced."""
    words = words[:]
    for _ in range(generator.randrange(5)):
        start, length = generator.randrange(len(words)), generator.randrange(1, 14)
        phrase = words[start : start + length]
        del words[start : start + length]
        destination = generator.randrange(len(words) + 1)
        words[destination:destination] = phrase
    return [generator.choice("xyz") if generator.random() < 0.1 else word for word in words]


@pytest.mark.exhaustive
@pytest.mark.parametrize("n_types", [2, 26])
def test_limits_of_beam_candidates_and_shifts(n_types):
    """Long texts: some end the search by their number of candidates, some ways leave the beam."""
    generator = random.Random(n_types)
    references = [_words(generator, n_types, length) for length in (12, 40, 80)]
    hypotheses = [_moved(generator, words) for words in references]
    references += [_words(generator, n_types, length) for length in (1, 2, 120, 200, 30)]
    hypotheses += [_words(generator, n_types, length) for length in (120, 200, 1, 2, 80)]
    texts = [[" ".join(words) for words in column] for column in (hypotheses, references)]
    assert_equal_to_sacrebleu(texts[0], texts[1:], corpus=False)


# Bounds


@pytest.mark.parametrize("shape", ["the same", "swapped", "reversed", "few words", "one word", "none"])
def test_a_thousand_words(shape):
    """Defined, and no memory but what the beam takes; sacreBLEU needs minutes for some of these."""
    reference = [f"w{number}" for number in range(1000)]
    generator = random.Random(0)
    hypothesis = {
        "the same": reference,
        "swapped": [word for pair in zip(reference[1::2], reference[::2], strict=True) for word in pair],
        "reversed": reference[::-1],
        "few words": _words(generator, 3, 1000),
        "one word": reference[500:501],
        "none": [],
    }[shape]
    if shape == "few words":
        reference = _words(generator, 3, 1000)
    metric = TER()
    (row,) = metric.statistics([" ".join(hypothesis)], [[" ".join(reference)]])
    insertions, deletions, *_ = row
    assert insertions - deletions == 1000 - len(hypothesis)
    assert row[:4].sum() <= 1000
    assert (row[:4].sum() == 0) == (shape == "the same")
    assert metric.edits(" ".join(hypothesis), [" ".join(reference)]).statistics == tuple(row)


# Properties


@given(corpora(REPEATS))
def test_shifts_never_cost_more_than_they_save(corpus):
    shifted, unshifted = (TER(shifts=shifts).statistics(*corpus) for shifts in (True, False))
    assert (shifted[:, :4].sum(axis=1) <= unshifted[:, :4].sum(axis=1)).all()
    assert not unshifted[:, 3:5].any()
    assert (shifted[:, 4] >= shifted[:, 3]).all()
    assert (shifted[:, 4] <= 10 * shifted[:, 3]).all()


@given(corpora(REPEATS))
def test_of_several_references_the_cheapest_counts_over_the_mean_length(corpus):
    hypotheses, references = corpus
    statistics = TER().statistics(hypotheses, references)
    for segment, hypothesis in enumerate(hypotheses):
        texts = [column[segment] for column in references if column[segment] is not None]
        alone = TER().statistics([hypothesis] * len(texts), [texts])
        cheapest = alone[alone[:, :4].sum(axis=1).argmin()]
        np.testing.assert_array_equal(statistics[segment, :5], cheapest[:5])
        assert statistics[segment, 5] == sum(len(text.split()) for text in texts) / len(texts)


@given(corpora(REPEATS))
def test_insertions_and_deletions_make_up_for_the_lengths(corpus):
    hypotheses, references = corpus
    single = [next(text for text in texts if text is not None) for texts in zip(*references, strict=True)]
    statistics = TER().statistics(hypotheses, [single])
    lengths = [[len(text.split()) for text in texts] for texts in (hypotheses, single)]
    assert (statistics[:, 0] - statistics[:, 1]).tolist() == np.subtract(lengths[1], lengths[0]).tolist()


# Signature


@as_one_test
@pytest.mark.parametrize("options", [{}, *({name: True} for name in SacreTER().__dict__ if name in TER().__dict__)])
@pytest.mark.parametrize("references", [[["a"]], [["a"], ["b"]], [["a"], [None]]])
def test_the_signature_reads_like_sacrebleus(options, references):
    peer = SacreTER(**options)
    peer.corpus_score(["a"], references)
    columns = [r.segments for r in TestSet.build({"s": ["a"]}, references).references]
    assert TER(**options).full_signature(columns).split("|version:")[0].replace("var", "1") == str(
        peer.get_signature()
    ).split("|version:")[0].replace("var", "1")


def test_without_shifts_the_signature_says_so():
    assert "|shifts:no|" in TER(shifts=False).signature
