"""Terms in sources and outputs: hand examples, plain patterns with exhaustive search, and what always holds."""

import re
from itertools import chain, combinations

import pyarrow as pa
import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from scoring.checks.terminology.disjoint import TermPlace, largest_disjoint_set
from scoring.checks.terminology.glossary import Glossary, GlossaryTerm
from scoring.checks.terminology.term_matching import BASE, LISTED, STEM, TermMatcher, find_stemmer
from scoring.text.languages import find_language

ZERO_WIDTH = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF])


def matched(glossary, source, outputs, stemmer=None):
    matcher = TermMatcher(glossary, stemmer)
    return matcher.match(matcher.source_terms(pa.array(source)), pa.array(outputs, pa.string()))


def found_of(glossary, source, output, stemmer=None):
    """Terms asked for, and those there by each tier."""
    found = matched(glossary, [source], [output], stemmer)
    return int(found.asked_terms.counts.sum()), found.match_counts.sum(axis=0).tolist()


def placed(places, texts):
    rows = zip(places.segments, places.starts, places.ends, strict=True)
    return [(int(segment), texts[segment][start:end]) for segment, start, end in rows]


# --- hand examples ---


def test_nested_terms_share_a_place_only_where_overlap_counts():
    segments = [[GlossaryTerm("x", ("a b",)), GlossaryTerm("y", ("b c",))]]
    found = matched(Glossary.from_segments("terms", segments), ["x y"], ["a b c"])
    assert found.match_counts[:, LISTED].sum() == 1
    assert found.overlapping.sum() == 2


def test_the_longer_term_is_not_lost_to_the_shorter_one_within_it():
    glossary = Glossary.of({"damper": "tłumik", "torsional damper": "tłumik drgań skrętnych"})
    assert found_of(glossary, "torsional damper, damper", "tłumik drgań skrętnych i tłumik") == (2, [2, 2])
    assert found_of(glossary, "torsional damper, damper", "tłumik drgań skrętnych") == (2, [1, 1])


def test_of_source_terms_that_overlap_the_longest_counts():
    glossary = Glossary.of({"data": "Daten", "data provider": "Anbieter", "provider": "Lieferant"})
    assert found_of(glossary, "The data provider has data.", "Der Anbieter hat Daten.") == (2, [2, 2])


def test_a_target_counts_as_often_as_the_source_term():
    glossary = Glossary.of({"space": "Space"})
    assert found_of(glossary, "space in space", "Space") == (2, [1, 1])
    assert found_of(glossary, "space in space", "Space, Space und Space") == (2, [2, 2])


def test_tiers_are_base_form_listed_form_and_stem():
    glossary = Glossary.of({"wiper": ["Wischer", "Scheibenwischer"], "blade": "Blatt"})
    stemmer = find_stemmer(find_language("de"))
    asked = "wiper wiper wiper blade"
    output = "Wischer, Scheibenwischer, Wischern, Blattes"
    assert found_of(glossary, asked, output, stemmer) == (4, [1, 2, 4])


def test_terms_have_borders_and_marks_are_part_of_them():
    glossary = Glossary.of({"TE": "TE", "C++": "C++", ".NET": ".NET"})
    assert found_of(glossary, "TE", "bateria TE2 _TE kate") == (1, [0, 0])
    assert found_of(glossary, "TE", "(TE-a)") == (1, [1, 1])
    assert found_of(glossary, "C++ and .NET", "C++, .NET") == (2, [2, 2])
    assert found_of(glossary, "C++ and .NET", "C++11 ASP.NET") == (2, [0, 0])


def test_case_counts_where_it_is_said():
    terms = [GlossaryTerm("IT", ("IT",), has_case=True), GlossaryTerm("it", ("es",))]
    glossary = Glossary.joined("terms", terms)
    assert found_of(glossary, "IT is it", "IT ist es") == (2, [2, 2])
    assert found_of(glossary, "IT is it", "it ist ES") == (2, [1, 1])


def test_zero_width_characters_and_kinds_of_white_space_do_not_matter():
    glossary = Glossary.of({"data\u200b provider": "Daten\u00adanbieter neu"})
    assert found_of(glossary, "the data\n provider\ufeff", "Datenan\u200bbieter \u00a0neu") == (1, [1, 1])


def test_compatible_forms_are_not_the_same():
    assert found_of(Glossary.of({"fi": "ﬁ"}), "fi", "fi") == (1, [0, 0])


def test_scripts_without_word_borders_are_matched_by_characters():
    glossary = Glossary.of({"server": "服务器", "GPU": "GPU"})
    assert found_of(glossary, "the server has a GPU", "这台服务器使用GPU进行") == (2, [2, 2])
    assert TermMatcher(glossary).has_characters
    assert not TermMatcher(Glossary.of({"a": "b"})).has_characters


def test_vowel_signs_belong_to_words():
    assert found_of(Glossary.of({"a": "हिन्द"}), "a", "हिन्दी") == (1, [0, 0])


def test_forbidden_terms_are_found_where_their_source_is():
    glossary = Glossary.joined("terms", [GlossaryTerm("customer", ("Debitor",), ("Kunde", "Kundschaft"))])
    outputs = ["Der Kunde zahlt.", "Der Kunde zahlt.", "Die Kunden zahlen."]
    found = matched(glossary, ["The customer pays.", "He pays.", "The customer pays."], outputs, "german")
    assert placed(found.forbidden, outputs) == [(0, "Kunde"), (2, "Kunden")]
    assert found.match_counts.sum() == 0


def test_what_is_accepted_as_it_is_listed_is_not_forbidden():
    terms = [
        GlossaryTerm("access", ("Zugriff",), ("Zugriffe",)),
        GlossaryTerm("provider", ("Datenanbieter neu",), ("neu",)),
    ]
    glossary = Glossary.joined("terms", terms)
    outputs = ["Zugriff", "Zugriffs", "Zugriffe", "Datenanbieter neu"]
    source = ["access", "access", "access", "provider"]
    found = matched(glossary, source, outputs, "german")
    assert found.match_counts[:, STEM].tolist() == [1, 1, 0, 1]
    assert placed(found.forbidden, outputs) == [(2, "Zugriffe")]


def test_terms_of_a_segment_are_asked_for_at_least_once_there_and_nowhere_else():
    segments = [
        [GlossaryTerm("customer", ("Debitor",))],
        [GlossaryTerm("provider", ("Anbieter",)), GlossaryTerm("data provider", ("DA",))],
        [],
    ]
    glossary = Glossary.from_segments("terms", segments)
    matcher = TermMatcher(glossary)
    source = matcher.source_terms(pa.array(["customers", "a data provider", "customer"]))
    rows = zip(source.segments, source.starts, source.ends, source.terms, strict=True)
    assert [tuple(map(int, row)) for row in rows] == [(0, -1, -1, 0), (1, 2, 15, 2), (1, 7, 15, 1)]
    with pytest.raises(ValueError, match="expected the terms of 2 segments, as many as the source has"):
        matcher.source_terms(pa.array(["a", "b"]))


def test_segments_without_a_text_ask_for_nothing():
    found = matched(Glossary.of({"a": "b"}), ["a", "a"], ["b", None])
    assert found.rows(BASE).tolist() == [[1, 1], [0, 0]]


def test_places_are_characters_of_the_text():
    outputs = ["👩\u200d🚀 e\u0301 Data\u200b provider!"]
    found = matched(Glossary.of({"x": "data provider"}), ["x"], outputs)
    assert placed(found.places, outputs) == [(0, "Data\u200b provider")]


# --- plain regular expressions, and every choice of places ---


def plain(text):
    return text.translate(ZERO_WIDTH).lower()


def regex_places(form, text):
    """All places of a form, also overlapping ones."""
    words = r"\s+".join(map(re.escape, plain(form).split()))
    return [match.span(1) for match in re.finditer(rf"(?<!\w)(?=({words})(?!\w))", text)]


def longest_first(terms, text):
    places = [(end - start, start, end, term) for term in terms for start, end in regex_places(term, text)]
    taken, found = set(), []
    for _, start, end, term in sorted(places, key=lambda place: (-place[0], place[1])):
        if not taken & {*range(start, end)}:
            taken |= {*range(start, end)}
            found.append(term)
    return found


def most_terms(wanted, text):
    """As many as there may be at once, by trying every place and none for each that is wanted."""
    options = [{place for form in forms for place in regex_places(form, text)} for forms in wanted]

    def best(number, taken):
        if number == len(options):
            return 0
        free = (place for place in options[number] if all(end <= place[0] or place[1] <= start for start, end in taken))
        return max([best(number + 1, taken), *(1 + best(number + 1, [*taken, place]) for place in free)])

    return best(0, [])


WORDS = st.sampled_from(["a", "b", "c", "A", "ab", "a\u200bb", "-", "."])
PHRASE = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)
LINE = st.lists(WORDS, max_size=7).map(" ".join) | st.lists(WORDS, max_size=7).map("".join)


@given(
    terms=st.dictionaries(PHRASE, st.lists(PHRASE, min_size=1, max_size=2, unique=True), min_size=1, max_size=4),
    rows=st.lists(st.tuples(LINE, LINE), min_size=1, max_size=3),
)
def test_counts_are_those_of_plain_patterns(terms, rows):
    glossary = Glossary.of(terms)
    source, outputs = zip(*rows, strict=True)
    found = matched(glossary, source, outputs)
    by_source = {term.source: term for term in glossary.terms}
    for segment, (text, output) in enumerate(rows):
        asked = longest_first(by_source, plain(text))
        assert found.rows(BASE)[segment, 1] == len(asked)
        for tier, count in ((BASE, 1), (LISTED, None)):
            wanted = [by_source[term].targets[:count] for term in asked]
            assert found.rows(tier)[segment, 0] == most_terms(wanted, plain(output))


@pytest.mark.exhaustive
@given(
    terms=st.dictionaries(PHRASE, PHRASE, min_size=1, max_size=4),
    rows=st.lists(st.tuples(LINE, LINE), min_size=1, max_size=5),
    draw=st.randoms(use_true_random=False),
)
def test_the_order_of_segments_changes_nothing_and_places_lie_within_texts(terms, rows, draw):
    glossary = Glossary.of(terms)
    order = [*range(len(rows))]
    draw.shuffle(order)
    moved = [rows[place] for place in order]
    for tier in (BASE, LISTED, STEM):
        counts, counts_moved = (
            matched(glossary, *zip(*of, strict=True), "german").rows(tier).tolist() for of in (rows, moved)
        )
        assert counts_moved == [counts[place] for place in order]
    outputs = [output for _, output in rows]
    found = matched(glossary, *zip(*rows, strict=True), "german")
    assert len(found.places) == found.match_counts[:, STEM].sum()
    assert (found.overlapping >= found.match_counts[:, STEM]).all()
    stem = Stemmer.Stemmer("german").stemWord
    for (_, text), term in zip(placed(found.places, outputs), found.places.terms, strict=True):
        forms = glossary.terms[term].targets
        assert [*map(stem, plain(text).split())] in [[*map(stem, plain(form).split())] for form in forms]


def chosen_by_trying_all(places, wanted):
    for size in range(len(places), 0, -1):
        for some in combinations(places, size):
            cells = [*chain.from_iterable(range(place.first, place.last + 1) for place in some)]
            terms = [place.term for place in some]
            if len({*cells}) == len(cells) and all(terms.count(term) <= wanted.get(term, 0) for term in terms):
                return size
    return 0


PLACES = st.builds(
    lambda first, length, term, rank: TermPlace(first, first + length, term, rank),
    *(st.integers(0, most) for most in (9, 3, 3, 2)),
)


@given(places=st.lists(PLACES, max_size=9), wanted=st.dictionaries(st.integers(0, 3), st.integers(0, 3)))
def test_no_choice_of_places_is_larger(places, wanted):
    found = largest_disjoint_set(places, wanted)
    assert found.is_exact
    assert len(found.chosen) == chosen_by_trying_all(places, wanted)
    chosen = [places[number] for number in found.chosen]
    assert chosen_by_trying_all(chosen, wanted) == len(chosen)


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("word", ["a ", "猫"])
def test_terms_that_are_everywhere_in_a_megabyte_are_found(word):
    terms = {f"x{length}": (word * length).strip() for length in range(1, 60)}
    source = " ".join(["x1 x2 x30"] * 1000)
    found = matched(Glossary.of(terms), [source], [word * 500_000])
    assert found.asked_terms.counts.sum() == 3000
    assert found.rows(LISTED)[0, 0] > 2000
    assert found.n_inexact == 1
