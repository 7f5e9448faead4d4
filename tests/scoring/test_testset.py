"""The test set: validated once, immutable, and known by its identity and its fingerprint."""

import pickle
import re
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import METRICS, TestSet, testset
from scoring.judgments import Annotation, Preferences, Scores
from scoring.judgments.errors import ErrorSpan
from scoring.testset import Reference, System
from tests.cases import as_one_test

# Few pieces, so that equal texts, moved borders and swapped names come up often.
TEXTS = st.sampled_from(["", "a", "b", "ab", "a ", "é", "e\u0301"])
NAMES = st.sampled_from(["x", "y", "xy", "reference 1"])


def example(**changes):
    """Two systems, two references of which one lacks a segment, a source and notes."""
    columns = {
        "systems": {"alpha": ["a b", "c", ""], "beta": ["a", "b c", "d"]},
        "references": {"one": ["a b", "c", "d"], "two": ["a", None, "d e"]},
        "source": ["A", "B", "C"],
        "notes": [None, "a remark", None],
        "name": "example",
    }
    return TestSet.build(**(columns | changes))


@st.composite
def contents(draw):
    """What a test set is made of, as plain Python: comparing it by == is the identity's oracle."""
    length = draw(st.integers(1, 3))
    segments = st.tuples(*[TEXTS] * length)
    maybe_missing = st.tuples(TEXTS, *[st.none() | TEXTS] * (length - 1))
    columns = [
        draw(st.lists(st.tuples(NAMES, segments), min_size=1, max_size=2, unique_by=lambda named: named[0])),
        draw(st.lists(st.tuples(NAMES, maybe_missing), min_size=1, max_size=2, unique_by=lambda n: n[0])),
        draw(st.none() | segments),
        draw(st.none() | maybe_missing),
    ]
    assume(all(any(r[s] is not None for _, r in columns[1]) for s in range(length)))
    return columns


def built(systems, references, source, notes):
    return TestSet.build(dict(systems), dict(references), source, notes)


# What it holds


def test_columns_and_names():
    test_set = example()
    assert len(test_set) == 3
    assert test_set.system_names == ("alpha", "beta")
    assert test_set.reference_names == ("one", "two")
    assert test_set.system("beta").segments.to_pylist() == ["a", "b c", "d"]
    assert test_set.n_bytes > 0


def test_a_segment_numbers_from_1_and_leaves_out_missing_references():
    segment = example().segment(1)
    assert segment.number == 2
    assert segment.source == "B"
    assert segment.references == {"one": "c"}
    assert segment.hypotheses == {"alpha": "c", "beta": "b c"}
    assert segment.note == "a remark"


def test_source_and_notes_are_optional():
    segment = example(source=None, notes=None).segment(0)
    assert (segment.source, segment.note) == (None, None)
    assert segment.references == {"one": "a b", "two": "a"}


def test_references_as_a_list_are_numbered():
    test_set = TestSet.build({"s": ["a"]}, [["b"], ["c"]])
    assert test_set.reference_names == ("reference 1", "reference 2")


def test_an_unknown_system_is_an_error_that_lists_the_known():
    with pytest.raises(KeyError, match="'gamma'; there are alpha, beta"):
        example().system("gamma")


def test_with_references_keeps_the_order_of_the_test_set():
    assert example().with_references(["two", "one"]) == example()
    assert example().with_references(["one"]).reference_names == ("one",)


def test_with_references_refuses_to_leave_a_segment_without():
    with pytest.raises(ValueError, match=r"Segment 2 has no reference \(1 such segments\)"):
        example().with_references(["two"])
    with pytest.raises(ValueError, match="at least one reference; found none"):
        example().with_references([])


# Parts


def test_a_part_has_its_segments_in_the_order_of_the_file_under_their_numbers():
    part = example().only([2, 0, 2])
    assert part.numbers.tolist() == [1, 3]
    assert part.system("alpha").segments.to_pylist() == ["a b", ""]
    assert part.source.to_pylist() == example().source.take(pa.array([0, 2])).to_pylist()
    assert part.segment(1).number == 3
    assert part.segment(1).references == example().segment(2).references
    assert part.part.whole == example()
    assert part.name == example().name
    assert example().numbers.tolist() == [1, 2, 3]


def test_a_part_of_a_part_and_one_with_fewer_references_keep_the_numbers():
    part = example().only([1, 2])
    assert part.only([1]).numbers.tolist() == [3]
    assert part.only([1]).part.whole == example()
    assert part.with_references(["one"]).numbers.tolist() == [2, 3]
    assert part.with_references(["one"]) == example().with_references(["one"]).only([1, 2])
    assert part.named("other").numbers.tolist() == [2, 3]


def test_parts_have_identities_of_their_own_and_the_fingerprint_of_their_texts():
    parts = [example().only(places) for places in ([0], [1], [0, 1], [0, 1, 2])]
    assert len({part.identity for part in [*parts, example()]}) == 5
    assert example().only([0, 1]) == parts[2]
    assert example(source=None).only([0]) != parts[0]
    assert parts[3].fingerprint == example().fingerprint
    assert len({part.fingerprint for part in parts}) == 4


@pytest.mark.parametrize("places", [[], [3], [-1], [0.5], ["a"], [True], [None], None, "0"])
def test_a_part_needs_segments_that_are_there(places):
    with pytest.raises(ValueError, match=r"from 0 to 2, are expected; found"):
        example().only(places)


# The identity and the fingerprint


def test_the_identity_is_the_same_in_every_process_and_version():
    """A stored test set is found again by it: whoever changes it orphans every link that was shared."""
    assert example().identity == "d0e4df23233e78f8a81f59f740822d97"


@given(contents(), contents())
def test_identities_are_equal_where_the_contents_are(one, other):
    first, second = built(*one), built(*other)
    assert (first.identity == second.identity) == (one == other)
    assert (first == second) == (one == other)
    assert built(*one).identity == first.identity
    assert hash(built(*one)) == hash(first)


def test_another_owners_set_is_not_read_again(monkeypatch):
    """Of 100,000 segments by six systems that took a second."""
    mine = example().owned_by("me")
    identity = mine.identity
    monkeypatch.setattr(testset, "_digest", lambda *of: pytest.fail("read again"))
    yours = mine.owned_by("you")
    assert yours.identity != identity
    assert yours.owned_by("me").identity == mine.identity == identity


def test_references_are_known_by_their_texts_whatever_else_a_set_has():
    one = example()
    reference = one.references[0].segments.to_pylist()
    other = TestSet.build({"another": ["x"] * len(one)}, {"renamed": reference})
    alone = one.with_references([one.reference_names[0]])
    assert other.identity_of_references == alone.identity_of_references
    several = [other, one, other.only([0]), other.only([1]), TestSet.build({"another": ["x"]}, [["y"]])]
    assert len({of.identity_of_references for of in several}) == 5
    assert alone.only([1]).identity_of_references == other.only([1]).identity_of_references


def test_equal_sets_of_two_owners_have_two_identities_and_one_fingerprint():
    mine, yours = example().owned_by("me"), example().owned_by("you")
    assert len({mine.identity, yours.identity, example().identity}) == 3
    assert mine.fingerprint == yours.fingerprint == example().fingerprint
    assert mine.only([0, 1]).owned_by("you") == yours.only([0, 1])
    assert mine.only([0, 1]) != yours.only([0, 1])
    assert mine.with_references(["one"]).identity != yours.with_references(["one"]).identity
    assert mine.owned_by("") == example()
    with pytest.raises(ValueError, match="owner: expected str; found None"):
        example().owned_by(None)


@as_one_test
@pytest.mark.parametrize(
    "changes",
    [
        {"systems": {"alpha": ["a b", "c", ""], "gamma": ["a", "b c", "d"]}},
        {"systems": {"beta": ["a", "b c", "d"], "alpha": ["a b", "c", ""]}},
        {"systems": {"alpha": ["a b", "c", ""]}},
        {"systems": {"alpha": ["a", "b c", "d"], "beta": ["a b", "c", ""]}},
        {"systems": {"alpha": ["a bc", "", ""], "beta": ["a", "b c", "d"]}},
        {"systems": {"alpha": ["a b", "c", " "], "beta": ["a", "b c", "d"]}},
        {"references": {"one": ["a b", "c", "d"], "three": ["a", None, "d e"]}},
        {"references": {"two": ["a", None, "d e"], "one": ["a b", "c", "d"]}},
        {"references": {"one": ["a b", "c", "d"], "two": ["a", "", "d e"]}},
        {"references": {"one": ["a b", "c", "d"]}},
        {"source": None},
        {"source": ["A", "BC", ""]},
        {"source": [None] * 3, "notes": ["A", "B", "C"]},
        {"notes": None},
        {"notes": [None, None, "a remark"]},
    ],
    ids=[
        "system renamed",
        "systems in another order",
        "system left out",
        "names swapped",
        "text moved between segments",
        "empty text becomes a space",
        "reference renamed",
        "references in another order",
        "missing becomes empty",
        "reference left out",
        "no source",
        "source text moved",
        "source becomes notes",
        "no notes",
        "note moved",
    ],
)
def test_any_change_changes_the_identity(changes):
    if changes.get("source") == [None] * 3:  # a source may not be missing: compare the two single columns
        as_source = example(source=["A", "B", "C"], notes=None)
        as_notes = example(source=None, notes=["A", "B", "C"])
        assert as_source.identity != as_notes.identity
    else:
        assert example(**changes).identity != example().identity


@given(contents(), contents())
def test_fingerprints_are_equal_where_texts_and_authors_are(one, other):
    """The oracle is plain Python: notes, references' names and the order of systems leave the numbers as they are."""

    def scored(systems, references, source, notes):
        return sorted(systems), [segments for _, segments in references], source

    assert (built(*one).fingerprint == built(*other).fingerprint) == (scored(*one) == scored(*other))


def test_the_fingerprint_does_not_hang_on_who_read_the_files():
    read = example()
    otherwise = {"a.txt": ["a b", "c", "d"], "b.txt": ["a", None, "d e"]}
    systems = {"beta": ["a", "b c", "d"], "alpha": ["a b", "c", ""]}
    again = example(references=otherwise, systems=systems, notes=None)
    assert again.fingerprint == read.fingerprint == "bbfe5e2ffc5570379ff04614248d40dc"
    assert again.identity != read.identity


def test_a_system_is_not_taken_for_a_reference():
    one = TestSet.build({"x": ["a"]}, {"y": ["b"]})
    other = TestSet.build({"y": ["b"]}, {"x": ["a"]})
    assert one.identity != other.identity


def test_how_the_columns_are_stored_does_not_matter():
    stored = pa.array(["left out", "a", None, "b"])
    plain = TestSet.build({"s": ["h", "h", "h"]}, {"r": ["a", "", "b"], "q": ["c", "c", "c"]})
    sliced = TestSet.build({"s": ["h"] * 3}, {"r": stored.slice(1).fill_null(""), "q": ["c"] * 3})
    assert sliced.identity == plain.identity
    missing = TestSet.build({"s": ["h"] * 3}, {"r": stored.slice(1), "q": ["c"] * 3})
    assert missing == TestSet.build({"s": ["h"] * 3}, {"r": ["a", None, "b"], "q": ["c"] * 3})
    assert missing != plain


def test_a_pickled_copy_is_equal():
    copy = pickle.loads(pickle.dumps(example()))  # noqa: S301 (our own bytes)
    assert copy == example()
    assert copy.segment(1) == example().segment(1)
    assert copy != "example"


# Immutability


@pytest.mark.parametrize("field", ["systems", "references", "source", "notes", "name"])
def test_no_field_can_be_set(field):
    with pytest.raises(FrozenInstanceError):
        setattr(example(), field, None)


def test_later_changes_of_the_lists_it_was_built_from_do_not_reach_it():
    hypotheses = ["a", "b"]
    test_set = TestSet.build({"s": hypotheses}, [["a", "b"]])
    before = test_set.identity
    hypotheses[0] = "changed"
    assert test_set.segment(0).hypotheses == {"s": "a"}
    assert replace(test_set).identity == before


# Outputs that come and go


def column(*texts):
    return pa.array(texts, pa.string())


def judged():
    """Three systems, each with a score, an error and preferences."""
    names = "alpha", "beta", "gamma"
    seen = np.array([True, False, True])
    return TestSet.build({name: [f"{name} a", "b", "c"] for name in names}, [["a", "b", "c"]]).with_judgments(
        [
            Scores("DA", {name: [float(place), 2.0, 3.0] for place, name in enumerate(names)}),
            Scores("ESA", {"beta": [1, 2, 3]}),
        ],
        [
            Annotation(
                "MQM",
                (ErrorSpan("beta", 0, 0, 1, "minor"), ErrorSpan("gamma", 2, 0, 1, "major")),
                dict.fromkeys(names, seen),
                n_annotators=dict.fromkeys(names, 2 * seen),
            )
        ],
        [Preferences("ranks", names, [0, 1, 2, 2], [0, 1, 2, 2], [1, 2, 0, 1], [False, True, False, False], 3)],
    )


def by_name(preferences):
    """(segment, better, worse, tied), systems by their names."""
    names = preferences.systems
    columns = preferences.segments, preferences.better, preferences.worse, preferences.tied
    return [(s, names[b], names[w], t) for s, b, w, t in zip(*(c.tolist() for c in columns), strict=True)]


def test_what_was_judged_of_an_output_goes_with_it():
    left = judged().without_systems(["beta"])
    assert left.system_names == ("alpha", "gamma")
    (da,) = left.scores
    assert {name: scores.tolist() for name, scores in da.values.items()} == {"alpha": [0, 2, 3], "gamma": [2, 2, 3]}
    (mqm,) = left.annotations
    assert [span.system for span in mqm.spans] == ["gamma"]
    assert set(mqm.judged) == set(mqm.n_annotators) == {"alpha", "gamma"}
    (ranks,) = left.preferences
    assert by_name(ranks) == [(2, "gamma", "alpha", False)]


def test_judgments_of_no_output_that_is_left_go():
    left = judged().without_systems(["alpha", "gamma"])
    assert [scores.name for scores in left.scores] == ["DA", "ESA"]
    assert left.preferences == ()


def test_a_part_has_the_outputs_that_are_left():
    left = judged().only([1, 2]).without_systems(["alpha"])
    assert left.identity == judged().without_systems(["alpha"]).only([1, 2]).identity
    assert left.numbers.tolist() == [2, 3]


@pytest.mark.parametrize(
    ("names", "message"),
    [(["delta"], "No system is called 'delta'"), (["alpha", "beta", "gamma"], "at least one system")],
)
def test_only_outputs_that_are_there_are_taken_out_and_one_stays(names, message):
    with pytest.raises(ValueError, match=message):
        judged().without_systems(names)


def test_an_output_of_a_name_that_is_there_takes_its_place_without_its_judgments():
    before = judged()
    after = before.with_systems([System("delta", column("x", "y", "z")), System("beta", column("p", "q", "r"))])
    assert after.system_names == ("alpha", "beta", "gamma", "delta")
    assert after.system("beta").segments.to_pylist() == ["p", "q", "r"]
    assert after.system("alpha") == before.system("alpha")
    assert [set(scores.values) for scores in after.scores] == [{"alpha", "gamma"}]
    assert set(after.annotations[0].judged) == {"alpha", "gamma"}
    assert by_name(after.preferences[0]) == [(2, "gamma", "alpha", False)]


def test_the_only_output_can_be_replaced():
    before = TestSet.build({"one": ["a"]}, [["a"]])
    assert before.with_systems([System("one", column("b"))]).segment(0).hypotheses == {"one": "b"}


@pytest.mark.parametrize(
    ("systems", "message"),
    [
        ([System("new", column("a"))], "system 'new' has 1"),
        ([System("new", column("a", "b", "c"))] * 2, "a name of its own; 'new' occurs 2 times"),
    ],
)
def test_outputs_that_do_not_go_with_the_set_are_refused(systems, message):
    with pytest.raises(ValueError, match=message):
        judged().with_systems(systems)


def test_outputs_are_added_to_whole_test_sets():
    with pytest.raises(ValueError, match="found some of its segments"):
        judged().only([0]).with_systems([System("new", column("a"))])


# Without references


def plain():
    return example(references={})


def test_a_set_with_a_source_needs_no_reference():
    found = plain()
    assert (len(found), found.reference_names, found.system_names) == (3, (), ("alpha", "beta"))
    assert found.segment(1) == replace(example().segment(1), references={})
    assert found.reference_texts(0) == []
    assert found.translations == found.systems
    assert repr(found) == "TestSet('example', segments: 3, references: none, systems: alpha, beta)"
    assert example().translations == example().references


def test_parts_and_joins_and_identities_without_references():
    found = plain()
    assert found.only([2, 1]).numbers.tolist() == [2, 3]
    assert TestSet.joined([found.only([0]), found.only([1, 2])]).identity == found.identity
    assert found.with_references([]) == found
    assert len({found.identity, example().identity, example(references={}, source=["A", "B", "D"]).identity}) == 3
    assert len({found.fingerprint, example().fingerprint}) == 2
    assert found.with_systems([System("new", column("a", "b", "c"))]).system_names == ("alpha", "beta", "new")


@pytest.mark.parametrize("metric", METRICS.values())
def test_a_metric_says_that_it_needs_a_reference(metric):
    with pytest.raises(ValueError, match=f"{re.escape(metric.label)} needs a reference; example has none"):
        metric().measure(plain())


def test_the_language_is_that_of_the_outputs():
    outputs = {"alpha": ["今天天气很好"] * 3}
    assert plain().target.script.name == "another script"
    assert example(systems=outputs, references={}).target.script.name == "Chinese"


# Errors


@as_one_test
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"systems": {"alpha": ["a"], "beta": ["a", "b"]}},
            "source has 3, notes has 3, reference 'one' has 3, reference 'two' has 3,"
            " system 'alpha' has 1, system 'beta' has 2",
        ),
        ({"source": ["A"] * 1234}, "source has 1,234"),
        ({"systems": {}}, "at least one system; found none"),
        ({"references": {}, "source": None}, "at least one reference; found none"),
        ({"references": []}, "at least one, found none"),
        (
            {"systems": {"s": []}, "references": [[]], "source": None, "notes": None},
            "at least one segment; every file is empty",
        ),
        ({"systems": {" ": ["a"] * 3}}, "Every system needs a name; found an empty one"),
        ({"references": {"": ["a"] * 3}}, "Every reference needs a name; found an empty one"),
        ({"systems": {"\udc80": ["a"] * 3}}, "system needs a name that can be encoded as UTF-8; found"),
        (
            {"references": {"one": ["a", None, None], "two": ["b", None, "c"]}},
            "Segment 2 has no reference (1 such segments)",
        ),
        ({"references": [["a", "b", None]]}, "Segment 3 has no reference (1 such segments)"),
        ({"references": [[None] * 3]}, "Segment 1 has no reference (3 such segments)"),
        ({"systems": {"alpha": ["a", None, "c"]}}, "system 'alpha': segment 2 is missing; only references"),
        ({"source": ["a", "b", None]}, "source: segment 3 is missing; only references"),
        (
            {"systems": {"alpha": "abc"}},
            "alpha: expected a sequence of strings, one a segment; found one str",
        ),
        ({"source": b"abc"}, "source: expected a sequence of strings, one a segment; found one bytes"),
        ({"references": ["a", "b", "c"]}, "Write [references] for a single reference"),
        ({"references": "abc"}, "Write [references] for a single reference"),
        ({"references": pa.array(["a", "b", "c"])}, "Write [references] for a single reference"),
        ({"references": {"one": "abc"}}, "one: expected a sequence of strings, one a segment; found one str"),
        ({"systems": {"alpha": ["a", "\ud800", "c"]}}, "alpha: expected a sequence of strings that can be"),
        ({"systems": {"alpha": ["a", 1, "c"]}}, "alpha: expected a sequence of strings"),
        ({"systems": {"alpha": None}}, "alpha: expected a sequence of strings"),
        ({"systems": {"alpha": pa.array([1, 2, 3])}}, "alpha: expected a column of strings, one a segment"),
        ({"systems": {"alpha": pa.array([b"\xff"] * 3)}}, "found one of binary"),
    ],
)
def test_errors_state_the_numbers_that_disagree(changes, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the message is compared below, not as a pattern)
        example(**changes)
    assert message in str(caught.value)


@pytest.mark.parametrize("role", ["systems", "references"])
def test_names_are_unique(role):
    """A mapping cannot repeat a name, files can: they come as columns of their own."""
    test_set = example()
    with pytest.raises(ValueError, match=f"Every {role[:-1]} needs a name of its own; .* occurs 2 times"):
        replace(test_set, **{role: (*getattr(test_set, role), getattr(test_set, role)[0])})


def test_parts_joined_are_the_whole():
    whole = TestSet.build(
        {"A": ["a", "b", "c"], "B": ["d", "", "f"]}, [["g", "h", "i"], [None, "j", None]], ["k", "l", "m"], name="set"
    )

    def part(where):
        cut = {s.name: s.segments[where] for s in whole.systems}
        references = {r.name: r.segments[where] for r in whole.references}
        return TestSet.build(cut, references, whole.source[where], name="set")

    joined = TestSet.joined([part(slice(0, 1)), part(slice(1, 3))])
    assert joined == whole
    assert joined.name == "set"


def test_parts_that_are_joined_and_parts_of_a_set_say_which_outputs_were_realigned():
    text = pa.array(["a", "b"])
    whole = TestSet((System("A", text, realigned=True), System("B", text)), (Reference("R", text),))
    assert TestSet.joined([whole, whole]).realigned_systems == whole.only([1]).realigned_systems == ("A",)


def test_parts_that_are_joined_say_which_lines_were_put_in():
    text = pa.array(["a", ""])
    whole = TestSet((System("A", text, put_in=(2,)), System("B", text)), (Reference("R", text),))
    assert TestSet.joined([whole, whole]).put_in == {"A": (2, 4)}
    assert TestSet.joined([whole.only([0]), whole.only([1])]).put_in == {"A": (2,)}


def test_parts_of_different_test_sets_are_not_joined():
    parts = [TestSet.build({name: ["a"]}, [["b"]]) for name in "AB"]
    with pytest.raises(ValueError, match="same columns; found 2 kinds"):
        TestSet.joined(parts)
    with pytest.raises(ValueError, match="same columns; found 0 kinds"):
        TestSet.joined([])


def test_another_name_changes_nothing_else():
    test_set = TestSet.build({"A": ["a"]}, [["b"]], name="mine")
    named = test_set.named("theirs")
    assert (test_set.name, named.name) == ("mine", "theirs")
    assert named == test_set
    assert named.identity == test_set.identity
