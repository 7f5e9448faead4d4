"""What post-editing costs: HTER, bands, costs, intervals, tests, and the sentences on them."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import TER as SacreTER

from scoring import TestSet
from scoring.studies.effort import (
    HTER,
    NEVER_MIXED,
    EffortRequest,
    PostEditedTexts,
    run,
)
from scoring.testset import PostEdit

OUTPUTS = ["the cat sat on the mat", "it rained all day", "yes", "we go home now then", "a b c d", "one two"]
EDITED = ["the cat sat on the mat", "it rained the whole day", "no", "We go home now then", "d a b c", "one two"]
"""HTER 0, 40, 100, 0 though case differs, 25 by a shift, 0."""
WORSE = ["a cat on a mat", "all rain", "sure", "go we home", "a b", "one"]
LONGER = [f"{text} indeed" for text in OUTPUTS]
RATES = (0.0, 0.1, 0.2, 0.3, 0.5)
QUICK = EffortRequest(trials=50)


def texts_of(outputs, post_edits, **others):
    columns = [{name: pa.array(lines, pa.string()) for name, lines in of.items()} for of in (outputs, post_edits)]
    return PostEditedTexts(*columns, **others)


def effort_of(outputs, post_edits, request=QUICK, **others):
    return run(request, texts_of(outputs, post_edits, **others))


@given(st.lists(st.tuples(*[st.text("ab c.", max_size=12)] * 2), min_size=1, max_size=8))
def test_hter_is_sacrebleus_ter_pair_by_pair_and_in_all(pairs):
    outputs, edited = (list(column) for column in zip(*pairs, strict=True))
    peer = SacreTER()
    metric = HTER()
    own = metric.score(metric.statistics(outputs, [edited]))
    for (output, edit), score in zip(pairs, own, strict=True):
        if output.split() or edit.split():
            assert score == pytest.approx(peer.sentence_score(output, [edit]).score, abs=1e-9)
        else:
            assert np.isnan(score)
    (found,) = effort_of({"a": outputs}, {"a": edited}, EffortRequest(trials=2)).systems
    if any(text.split() for text in edited):
        assert found.hter == pytest.approx(peer.corpus_score(outputs, [edited]).score, abs=1e-9)


def test_bands_words_and_cost():
    (found,) = effort_of({"a": OUTPUTS}, {"a": EDITED}, EffortRequest(rates=RATES, trials=1000)).systems
    assert [(band.band, band.segments, band.words) for band in found.bands] == [
        ("0 %", 3, 13),
        ("over 0 to 15 %", 0, 0),
        ("over 15 to 30 %", 1, 4),
        ("over 30 to 50 %", 1, 5),
        ("over 50 %", 1, 1),
    ]
    assert (found.edits, found.words) == (4, 23)
    assert found.hter == pytest.approx(100 * 4 / 23)
    assert found.cost == pytest.approx(4 * 0.2 + 5 * 0.3 + 1 * 0.5)
    assert found.cost == pytest.approx(sum(band.cost for band in found.bands))
    assert found.cost_per_1000 == pytest.approx(1000 * found.cost / 23)
    assert found.cost_per_1000_low <= found.cost_per_1000 <= found.cost_per_1000_high
    assert found.hter_low <= found.hter <= found.hter_high


@pytest.mark.parametrize("edits", [3, 7, 15, 29, 50])
def test_the_upper_end_of_a_band_is_in_it(edits):
    words = [str(number) for number in range(100)]
    edited = [f"x{word}" if place < edits else word for place, word in enumerate(words)]
    request = EffortRequest(bands=(float(edits),), trials=2)
    (found,) = effort_of({"a": [" ".join(words)]}, {"a": [" ".join(edited)]}, request).systems
    assert [band.segments for band in found.bands] == [1, 0]


def test_words_are_those_of_the_source_or_its_characters_where_it_has_no_spaces():
    source = pa.array(["eins zwei drei", "vier"])
    found = effort_of({"a": OUTPUTS[:2]}, {"a": EDITED[:2]}, source=source)
    assert (found.systems[0].words, found.words_of) == (4, "source")
    chinese = pa.array(["猫坐在垫子上。", "下了一整天雨。"])
    assert effort_of({"a": OUTPUTS[:2]}, {"a": EDITED[:2]}, source=chinese).systems[0].words == 14


def test_too_few_segments_have_no_interval_and_it_is_said():
    found = effort_of({"a": OUTPUTS[:5]}, {"a": EDITED[:5]})
    assert np.isnan(found.systems[0].hter_low)
    assert "A 95 % interval takes at least 6 segments; you have 5." in found.notes()
    many = effort_of({"a": OUTPUTS * 5}, {"a": EDITED * 5}, EffortRequest(trials=1000))
    assert not any("takes at least" in note for note in many.notes())


def test_untouched_is_the_same_text_and_hidden_changes_are_said():
    found = effort_of({"a": OUTPUTS}, {"a": [*EDITED[:5], " one two "]})
    assert found.systems[0].untouched == pytest.approx(100 * 2 / 6)
    assert found.n_hidden == 1
    assert any(note.startswith("1 segment has HTER 0 though its post-edit differs") for note in found.notes())
    by_case = effort_of({"a": OUTPUTS}, {"a": EDITED}, EffortRequest(HTER(case_sensitive=True), trials=50))
    assert (by_case.n_hidden, by_case.systems[0].edits) == (0, 5)


def test_nothing_in_output_and_post_edit_takes_no_effort():
    (found,) = effort_of({"a": ["", "a b"]}, {"a": ["", "a b"]}).systems
    assert (found.bands[0].segments, found.untouched, found.hter) == (2, 100.0, 0.0)


def test_the_answer_names_who_needs_less_and_what_it_costs():
    request = EffortRequest(rates=RATES, trials=1000)
    found = effort_of({"a": OUTPUTS * 8, "b": WORSE * 8}, {"a": EDITED * 8, "b": LONGER * 8}, request)
    first, second = found.answers()
    assert first.startswith("a needs less post-editing than b: HTER 17.39 against ")
    assert "Chance is a very unlikely explanation (p = 0.0" in first
    assert second.startswith("a costs less to post-edit than b: cost per 1,000 words ")
    assert [one.comparisons.tested.scores[0] for one in found.compared] == [
        pytest.approx(found.systems[0].hter),
        pytest.approx(found.systems[0].cost_per_1000),
    ]
    assert NEVER_MIXED in found.notes()


def test_what_chance_could_explain_is_called_too_close_first():
    mixed = {"a": [*OUTPUTS[:3], *WORSE[3:]] * 3, "b": [*WORSE[:3], *OUTPUTS[3:]] * 3}
    (answer,) = effort_of(mixed, {"a": LONGER * 3, "b": OUTPUTS * 3}, EffortRequest(trials=1000)).answers()
    assert answer.startswith("Too close to call. b needed less post-editing than a here: ")
    assert "This could be chance" in answer


def test_a_volume_is_priced_with_its_interval_and_against_a_full_translation():
    outputs, edited = {"a": OUTPUTS * 8, "b": WORSE * 8}, {"a": EDITED * 8, "b": LONGER * 8}
    found = effort_of(outputs, edited, EffortRequest(rates=RATES, trials=1000, full_rate=0.4, volume=50_000))
    first, second = found.volume_costs()
    by_name = {one.system: one for one in found.systems}
    assert (first.system, second.system) == ("a", "b")
    assert first.cost == pytest.approx(50 * by_name["a"].cost_per_1000)
    assert (first.low, first.high) == pytest.approx(
        (50 * by_name["a"].cost_per_1000_low, 50 * by_name["a"].cost_per_1000_high)
    )
    assert (first.full, first.saved) == (20_000, pytest.approx(20_000 - first.cost))
    assert (first.saved_low, first.saved_high) == (20_000 - first.high, 20_000 - first.low)
    said, dear = map(str, found.volume_sentences())
    assert said.startswith("With a, 50,000 words cost 6,087 (95 % interval ")
    assert "% less than a full translation (20,000)." in said
    assert "% more than a full translation (20,000)." in dear
    assert found.opening()[2:] == [said, dear]
    assert [one["system"] for one in found.record()["volume"]] == ["a", "b"]
    assert "; 0.4 in full" in " ".join(found.notes())


def test_a_saving_that_could_be_a_loss_is_said_to_be_open():
    request = EffortRequest(rates=RATES, trials=1000, full_rate=0.12, volume=100_000)
    (said,) = effort_of({"a": OUTPUTS}, {"a": EDITED}, request).volume_sentences()
    assert str(said).endswith("than a full translation (12,000); the interval has both more and less.")
    (alone,) = effort_of({"a": OUTPUTS}, {"a": EDITED}, EffortRequest(rates=RATES, volume=1)).volume_sentences()
    assert str(alone).startswith("With a, 1 word costs 0.12 (95 % interval ")
    assert "full" not in str(alone)


def test_exchanged_post_edits_price_no_volume():
    request = EffortRequest(rates=RATES, trials=50, volume=1000)
    edited = {"a": [*WORSE[:5], "x"], "b": [*OUTPUTS[:5], "y"]}
    assert not effort_of({"a": OUTPUTS, "b": WORSE}, edited, request).volume_costs()


def test_equal_effort_has_no_winner():
    found = effort_of({"a": OUTPUTS, "b": OUTPUTS}, {"a": EDITED, "b": EDITED})
    assert found.answers() == ["a and b have the same HTER."]


def test_several_pairs_are_one_sentence():
    outputs = {"a": OUTPUTS * 8, "b": WORSE * 8, "c": [text[::-1] for text in OUTPUTS] * 8}
    edited = {"a": EDITED * 8, "b": LONGER * 8, "c": [f"{text}!" for text in OUTPUTS] * 8}
    (answer,) = effort_of(outputs, edited, EffortRequest(trials=500)).answers()
    assert answer.startswith("HTER is lowest for a (17.39) and highest for c (95.45). All 3 pairs differ significantly")
    assert "pairs" in answer


def test_segments_without_a_post_edit_of_every_system_are_left_out_and_counted():
    outputs, edited = {"a": OUTPUTS, "b": WORSE}, {"a": [None, *EDITED[1:]], "b": OUTPUTS}
    groups = pa.array(["x", *["y"] * 5])
    found = effort_of(outputs, edited, source=pa.array(OUTPUTS), groups=groups, grouped_by="domain")
    assert found.n_without == 1
    assert {one.segments for one in found.systems} == {5}
    assert [one.group for one in found.groups] == ["y", "y"]
    assert "left out: 1 segment without a post-edit of every system" in found.notes()
    assert found.missing == ("The post-edit of a lacks 1 of 6 segments; both systems are compared on 5.",)
    assert found.opening()[-1] == found.missing[0]
    assert found.record()["missing"] == [*found.missing]
    both = effort_of(outputs, {"a": [None, *EDITED[1:]], "b": [*OUTPUTS[:4], None, None]})
    assert both.missing == ("The post-edit of a lacks 1 of 6 segments, that of b 2; both systems are compared on 3.",)


def test_systems_without_a_post_edit_are_named():
    test_set = TestSet.build({"a": OUTPUTS, "b": WORSE, "c": WORSE}, {}, OUTPUTS, name="half")
    texts = PostEditedTexts.of_test_set(test_set.with_post_edits([PostEdit("a", pa.array(EDITED))]))
    assert run(QUICK, texts).missing == ("b and c have no post-edit, so they cannot be compared.",)


def test_a_group_has_the_numbers_of_its_segments_alone():
    groups = pa.array(["x", "y"] * 3)
    found = effort_of({"a": OUTPUTS}, {"a": EDITED}, EffortRequest(rates=RATES, trials=50), groups=groups)
    for name, start in (("x", 0), ("y", 1)):
        request = EffortRequest(rates=RATES, trials=50)
        (alone,) = effort_of({"a": OUTPUTS[start::2]}, {"a": EDITED[start::2]}, request).systems
        (one,) = (one for one in found.groups if one.group == name)
        assert (one.hter, one.cost, one.bands) == (alone.hter, alone.cost, alone.bands)


def test_one_post_edit_of_two_systems_is_refused():
    with pytest.raises(ValueError, match="a reference that they share"):
        texts_of({"a": OUTPUTS, "b": WORSE}, {"a": EDITED, "b": EDITED})


def test_post_edits_in_another_order_are_noticed():
    found = effort_of({"a": OUTPUTS, "b": WORSE}, {"a": [*WORSE[:5], "x"], "b": [*OUTPUTS[:5], "y"]})
    assert found.caveats == ("The post-edits of a and b seem to be exchanged.",)
    assert found.answers() == ["No verdict until it is clear whose post-edits these are."]
    assert not found.compared
    assert found.opening() == [*found.caveats, *found.answers()]


def test_of_three_systems_it_is_said_which_post_edits_seem_to_be_exchanged():
    third = [f"{text} too" for text in OUTPUTS]
    outputs = {"a": OUTPUTS, "b": WORSE, "c": third}
    found = effort_of(outputs, {"a": [*WORSE[:5], "x"], "b": [*OUTPUTS[:5], "y"], "c": third})
    assert found.caveats == ("The post-edits of a and b seem to be exchanged.",)
    circle = effort_of(outputs, {"a": [*WORSE[:5], "x"], "b": [*third[:5], "y"], "c": [*OUTPUTS[:5], "z"]})
    assert circle.caveats[0] == (
        "The post-edit of a seems to be that of b: it has 5 segments of b unchanged, and 0 of a."
    )
    assert len(circle.caveats) == 3


def test_a_post_edit_may_end_as_the_better_output():
    edited = [OUTPUTS[0], *(f"{text} indeed" for text in OUTPUTS[1:])]
    assert not effort_of({"a": OUTPUTS, "b": WORSE}, {"a": EDITED, "b": edited}).caveats


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"bands": (5.0, 2.0)}, "ascend"),
        ({"bands": (5.0, 5.0)}, "ascend"),
        ({"bands": (-1.0,)}, "ascend"),
        ({"bands": ()}, "none"),
        ({"rates": (1.0,)}, "expected 5, one for each band"),
        ({"rates": (1.0, 1.0, 1.0, 1.0, -1.0)}, "numbers from 0"),
        ({"trials": 0}, "trials"),
        ({"volume": 1000}, "Volume: expected the rates"),
        ({"full_rate": 0.1}, "Full rate: expected the volume"),
        ({"full_rate": -0.1}, "expected numbers from 0; found -0.1 and 0"),
        ({"volume": -1}, "expected numbers from 0; found 0 and -1"),
    ],
)
def test_requests_that_cannot_be_are_refused(arguments, said):
    with pytest.raises(ValueError, match=said):
        EffortRequest(**arguments)


@pytest.mark.parametrize(
    ("outputs", "edited", "said"),
    [
        ({}, {}, "one post-edit for each output"),
        ({"a": OUTPUTS}, {}, "found 1 output and 0 post-edits"),
        ({"a": OUTPUTS}, {"a": EDITED[1:]}, "6"),
        ({"a": OUTPUTS}, {"a": [None] * 6}, "No segment has a post-edit"),
    ],
)
def test_texts_that_do_not_go_together_are_refused(outputs, edited, said):
    with pytest.raises(ValueError, match=said):
        texts_of(outputs, edited)


def test_bands_are_named_by_their_ends():
    assert EffortRequest(bands=(5.0, 10.5)).band_names == ("up to 5 %", "over 5 to 10.5 %", "over 10.5 %")
