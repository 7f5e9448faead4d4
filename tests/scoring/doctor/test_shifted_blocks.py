"""Lines that are late or early: planted blocks are found with their ends, in the right text; sound sets are silent."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.doctor.finding import ExaminedTexts
from scoring.doctor.line_features import measure_lines
from scoring.doctor.line_offsets import measure_offsets
from scoring.doctor.shifted_blocks import (
    SHIFTED,
    UNALIGNED,
    LinedUpTexts,
    doubt_sentence,
    find_shifted_blocks,
    find_unaligned_texts,
    shift_sentence,
    shifted_findings,
)
from scoring.studies.doctor import DoctorRequest, run
from scoring.text.texts import as_column
from tests.slipped import late, made_set

REFERENCE, ONE, OTHER, SOURCE = made_set(400)


def texts(references, systems=(), source=None):
    named = {f"sys{number}": as_column(lines) for number, lines in enumerate(systems, 1)}
    columns = {f"ref{number}": as_column(lines) for number, lines in enumerate(references, 1)}
    return ExaminedTexts.of_columns(columns, named, None if source is None else as_column(source))


def found(*given):
    examined = texts(*given)
    return [shift_sentence(one) for one in find_shifted_blocks(examined, LinedUpTexts(examined))]


@pytest.mark.parametrize(
    "given", [([REFERENCE], [ONE, OTHER], SOURCE), ([REFERENCE], [ONE]), ([REFERENCE], (), SOURCE)]
)
def test_a_sound_set_gives_nothing(given):
    assert found(*given) == []


@pytest.mark.parametrize(("by", "how"), [(1, "one line late"), (-2, "two lines early"), (3, "three lines late")])
@pytest.mark.parametrize("length", [5, 72])
def test_the_majority_tells_which_text_is_shifted(by, how, length):
    block = f"Lines 101 to {100 + length} of"
    assert found([late(REFERENCE, 100, length, by)], [ONE, OTHER]) == [f"{block} the reference seem to be {how}."]
    assert found([REFERENCE], [ONE, late(OTHER, 100, length, by)]) == [f"{block} the output of sys2 seem to be {how}."]


def test_the_source_tells_which_of_two_texts_is_shifted():
    slipped = late(REFERENCE, 100, 40, 1)
    assert found([slipped], [ONE], SOURCE) == ["Lines 101 to 140 of the reference seem to be one line late."]
    one = late(ONE, 100, 40, 1)
    assert found([REFERENCE], [one], SOURCE) == ["Lines 101 to 140 of the output of sys1 seem to be one line late."]


def test_outputs_that_all_slip_are_told_where_the_source_fits_the_reference():
    examined = texts([REFERENCE], [late(ONE, 100, 40, 1), late(OTHER, 100, 40, 1)], SOURCE)
    blocks = find_shifted_blocks(examined, lined_up := LinedUpTexts(examined))
    assert [shift_sentence(one) for one in blocks] == [
        "Lines 101 to 140 of the output of sys1 seem to be one line late.",
        "Lines 101 to 140 of the output of sys2 seem to be one line late.",
    ]
    message = next(shifted_findings(examined, lined_up, blocks)).message
    assert ", or the reference and the source are one line early there. Read some of these lines" in message


@pytest.mark.parametrize("source", [None, late(SOURCE, 100, 40, 1)])
def test_outputs_alone_do_not_prove_a_reference_wrong(source):
    examined = texts([REFERENCE], [late(ONE, 100, 40, 1), late(OTHER, 100, 40, 1)], source)
    blocks = find_shifted_blocks(examined, LinedUpTexts(examined))
    shifted = next(one for one in blocks if one.text.role == "reference")
    assert shifted.is_sure == (source is not None)
    others = "the output of sys1 and the output of sys2 are one line late there."
    assert (others in doubt_sentence(shifted)) == (source is None)


def test_lines_out_of_place_are_told_first():
    lines = [*late(ONE, 100, 40, 1)[:250], *[""] * 150]
    kinds = [one.kind for one in run(DoctorRequest(), texts([REFERENCE], [lines, OTHER], SOURCE)).findings]
    assert kinds[0] == SHIFTED
    assert "collapsed" in kinds


@pytest.mark.parametrize(("n_alike", "is_sure"), [(2, False), (3, True)])
def test_two_texts_against_two_are_not_sure(n_alike, is_sure):
    alike = [late(ONE, 100, 60, -1)] * n_alike
    examined = texts([REFERENCE, alike[0]], [*alike[1:], OTHER])
    (block,) = find_shifted_blocks(examined, LinedUpTexts(examined))
    assert (block.text.role, block.how_far, block.is_sure) == ("reference", "one line late", is_sure)


def test_references_that_are_shifted_alike_are_both_told():
    alike = [late(lines, 100, 40, 1) for lines in (REFERENCE, ONE)]
    assert found([*alike, OTHER], [made_again(ONE), made_again(OTHER)], SOURCE) == [
        "Lines 101 to 140 of ref1 seem to be one line late.",
        "Lines 101 to 140 of ref2 seem to be one line late.",
    ]


def made_again(lines):
    return [line.replace("b", "d") for line in lines]


def test_a_repeated_line_tells_where_there_is_no_source():
    assert found([late(REFERENCE, 100, 40, 1)], [ONE]) == [
        "Lines 101 to 140 of the reference seem to be one line late."
    ]


def test_a_source_that_no_text_fits_is_shifted():
    slipped = late(SOURCE, 50, 60, -1)
    assert found([REFERENCE], [ONE, OTHER], slipped) == ["Lines 51 to 110 of the source seem to be one line early."]


def test_a_reference_and_its_source_alone():
    slipped = late(REFERENCE, 200, 30, 2)
    (sentence,) = found([slipped], (), SOURCE)
    assert sentence == "Lines 201 to 230 of the reference seem to be two lines late."


MONTHS = [
    "tammikuu",
    "helmikuu",
    "maaliskuu",
    "huhtikuu",
    "toukokuu",
    "kesäkuu",
    "heinäkuu",
    "elokuu",
    "syyskuu",
    "lokakuu",
    "marraskuu",
    "joulukuu",
]
ENGLISH_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
COLOURS = ["赤", "青", "緑", "黒", "白", "灰色", "黄色", "橙色"]
GARMENTS = ["シャツ", "ジャケット", "帽子", "スカーフ", "バッグ", "コート", "スカート", "ブラウス", "ベスト"]
ENGLISH_COLOURS = ["Red", "Blue", "Green", "Black", "White", "Grey", "Yellow", "Orange"]
ENGLISH_GARMENTS = ["shirt", "jacket", "hat", "scarf", "bag", "coat", "skirt", "blouse", "vest"]


def years(months):
    return [f"{month} {year}" for year in range(1990, 2010) for month in months]


def sizes(colours, garments):
    return [f"{one} {other}, {size}" for one in colours for other in garments for size in ("S", "M", "L", "XL")]


@pytest.mark.parametrize(
    ("reference", "source"),
    [
        (years(MONTHS), years(ENGLISH_MONTHS)),
        (sizes(COLOURS, GARMENTS), sizes(ENGLISH_COLOURS, ENGLISH_GARMENTS)),
    ],
    ids=["months", "sizes"],
)
def test_lists_whose_lines_recur_are_no_shift(reference, source):
    examined = texts([reference], (), source)
    lined_up = LinedUpTexts(examined)
    assert find_shifted_blocks(examined, lined_up) == []
    assert [*find_unaligned_texts(examined, lined_up, [])] == []


def test_a_shift_in_a_list_whose_lines_recur_is_found():
    lines = sizes(ENGLISH_COLOURS, ENGLISH_GARMENTS)
    (sentence,) = found([late(lines, 100, 17, 1)], [[line.replace("a", "e") for line in lines]])
    assert sentence == "Lines 101 to 117 of the reference seem to be one line late."


def test_two_blocks_and_one_to_the_end():
    lines = [*late(late(REFERENCE, 40, 30, 1), 300, 99, -1)[:399], OTHER[0]]
    sentences = found([REFERENCE], [lines, OTHER])
    assert [sentence.split(" of ")[0] for sentence in sentences] == ["Lines 41 to 70", "Lines 301 to 400"]


def shift(reference, lines):
    """Return the only finding of lines out of place in an output."""
    findings = run(DoctorRequest(), texts([reference], [lines, OTHER], SOURCE)).findings
    (only,) = [one for one in findings if one.kind == SHIFTED]
    assert only.repair
    assert only.repair in only.message
    assert only.caveat.endswith(only.repair)
    return only


def with_lines(lines, at, *added):
    """Return the lines with others put in before the one at ``at``, from 0, and as many lost at the end."""
    return [*lines[:at], *added, *lines[at : len(lines) - len(added)]]


AGAIN = ", add the last line, which is cut off, and upload the file again."


@pytest.mark.parametrize(
    ("added", "repair"),
    [
        ([""], f"Line 101 of sys1 is empty and seems to be extra: delete it{AGAIN}"),
        ([" "], f"Line 101 of sys1 is empty and seems to be extra: delete it{AGAIN}"),
        (
            ["", ""],
            "Lines 101 to 102 of sys1 are empty and seem to be extra: delete them, add the last 2 lines, which are cut"
            " off, and upload the file again.",
        ),
        ([ONE[99]], f"Line 101 of sys1 repeats line 100 and seems to be extra: delete it{AGAIN}"),
    ],
)
def test_an_added_line_is_named_with_the_repair_and_left_out_with_those_behind_it(added, repair):
    slipped = shift(REFERENCE, with_lines(ONE, 100, *added))
    assert slipped.repair == repair
    assert (slipped.first, slipped.last, slipped.segments, slipped.share) == (101, 400, 300, 0.75)
    assert (int(slipped.places[0]), len(slipped.places), slipped.examples[0]) == (100, 300, 101)


@pytest.mark.parametrize(("added", "what"), [(["Page 7"], "an added line"), (["", "Page 7"], "2 added lines")])
def test_where_nothing_tells_which_line_is_added_it_is_looked_for(added, what):
    slipped = shift(REFERENCE, with_lines(ONE, 100, *added))
    told = re.fullmatch(
        f"Look for {what} near line (\\d+) of sys1, put the file right and upload it again.", slipped.repair
    )
    assert told is not None
    assert abs(int(told[1]) - 101) <= 2


def test_an_empty_line_that_all_texts_have_is_not_called_extra():
    """Empty lines separate documents: one of them, after an added line, is no evidence."""
    split = [with_lines(lines, 101, "") for lines in (REFERENCE, ONE, OTHER, SOURCE)]
    reference, one, other, source = split
    examined = texts([reference], [with_lines(one, 100, "Page 7"), other], source)
    (slipped,) = [found for found in run(DoctorRequest(), examined).findings if found.kind == SHIFTED]
    assert slipped.repair.startswith("Look for an added line near line 10")


def test_two_lines_that_may_be_the_added_one_are_not_told_apart():
    empty = with_lines([*ONE[:99], "", *ONE[100:]], 101, "")
    assert shift(REFERENCE, empty).repair.startswith("Look for an added line near line 10")


def test_a_missing_line_is_looked_for_and_one_that_fills_up_the_end_is_named():
    early = [*ONE[:100], *ONE[101:], ""]
    expected = "Line 400 of sys1 is empty and seems to be extra: delete it, look for a missing line near line 10"
    assert shift(REFERENCE, early).repair.startswith(expected)
    told = shift(REFERENCE, [*ONE[:100], *ONE[101:], "Page 7"]).repair
    assert told.startswith("Look for a missing line near line 10")
    assert told.endswith(" of sys1 and for an added line near line 400, put the file right and upload it again.")


def test_a_shift_that_ends_within_the_text_is_repaired_at_both_ends():
    lines = [*ONE[:100], "", *ONE[100:199], *ONE[200:]]
    expected = "Line 101 of sys1 is empty and seems to be extra: delete it, look for a missing line near line 20"
    assert shift(REFERENCE, lines).repair.startswith(expected)


@pytest.mark.parametrize("missing", [397, 398])
def test_a_line_that_is_missing_near_the_end_is_not_called_the_last_one(missing):
    lines = [*ONE[:100], "", *ONE[100:missing], *ONE[missing + 1 :]]
    assert shift(REFERENCE, lines).repair == (
        "Line 101 of sys1 is empty and seems to be extra: delete it, look for a missing line near line"
        f" {missing + 2} or at the end and upload the file again."
    )


def repairs(lines):
    """Return the repair of each block of an output, in the order of the text."""
    findings = run(DoctorRequest(), texts([REFERENCE], [lines, OTHER], SOURCE)).findings
    return [one.repair for one in sorted(findings, key=lambda one: one.first) if one.kind == SHIFTED]


IN_ORDER = ". Put the {} blocks of sys1 right from the last to the first, then upload the file again."


def test_where_two_blocks_touch_each_names_the_line_that_begins_it():
    first, second = repairs(with_lines(with_lines(ONE, 100, ""), 201, ""))
    assert first == f"Line 101 of sys1 is empty and seems to be extra: delete it{IN_ORDER.format(2)}"
    assert second == (
        "Line 202 of sys1 is empty and seems to be extra: delete it, add the last 2 lines, which are cut off"
        f"{IN_ORDER.format(2)}"
    )


def test_blocks_that_move_each_other_are_put_right_from_the_last_to_the_first():
    first, second = repairs([*ONE[:100], "", *ONE[100:199], *ONE[201:301], "Page 7", *ONE[301:]])
    assert first == f"Line 101 of sys1 is empty and seems to be extra: delete it{IN_ORDER.format(2)}"
    assert second == (
        f"Look for 2 missing lines near line 201 of sys1 and for an added line near line 301{IN_ORDER.format(2)}"
    )


def test_lines_in_place_between_late_ones_are_in_no_block():
    lines = late(late(late(ONE, 100, 50, 1), 200, 50, 1), 300, 50, 1)
    assert found([REFERENCE], [lines, OTHER]) == [
        f"Lines {first + 1} to {first + 50} of the output of sys1 seem to be one line late."
        for first in (100, 200, 300)
    ]
    assert repairs(lines) == [
        f"Line {first + 1} of sys1 repeats line {first} and seems to be extra: delete it, look for a missing line near"
        f" line {first + 51}{IN_ORDER.format(3)}"
        for first in (100, 200, 300)
    ]


def test_lines_that_are_further_out_of_place_within_a_block_are_a_block():
    lines = [*ONE[:100], "", *ONE[100:180], "Page 7", *ONE[180:220], *ONE[221:399]]
    assert found([REFERENCE], [lines, OTHER])[1].endswith("of the output of sys1 seem to be two lines late.")


def test_of_many_blocks_the_last_ones_are_told_which_are_put_right_first():
    lines = ONE
    for start in range(30, 390, 60):
        lines = late(lines, start, 20, 1)
    told = repairs(lines)
    assert len(told) == 5
    assert told[-1].startswith("Line 331 of sys1 repeats line 330 and")
    assert all(one.endswith(IN_ORDER.format(6)) for one in told)


def test_an_empty_line_is_not_called_extra_where_a_line_behind_it_is_in_place():
    untranslated = [*ONE[:98], "", ONE[99], "Page 7", *ONE[100:399]]
    assert shift(REFERENCE, untranslated).repair.startswith("Look for an added line near line 10")


def test_a_whole_text_one_line_early_is_told_with_both_scores():
    (found_shift,) = run(DoctorRequest(), texts([REFERENCE], [ONE[1:] + ONE[:1]])).findings
    assert (found_shift.kind, found_shift.first, found_shift.severity) == (SHIFTED, 1, "warning")
    assert found_shift.last >= 399
    assert "chrF++ with the reference is" in found_shift.message
    assert found_shift.caveat.endswith(
        "of the output of sys1 seem to be one line early, or the reference is one line late there. Look for a missing"
        " line near line 1 of sys1, or for an added one in the reference, put the file right and upload it again."
    )


@pytest.mark.parametrize("order", [lambda lines: lines[::-1], lambda lines: lines[50:] + lines[:50]])
def test_a_text_in_another_order_belongs_nowhere(order):
    examined = texts([REFERENCE], [ONE, order(OTHER)])
    lined_up = LinedUpTexts(examined)
    assert find_shifted_blocks(examined, lined_up) == []
    assert [(one.kind, one.file) for one in find_unaligned_texts(examined, lined_up, [])] == [(UNALIGNED, "sys2")]


OTHER_SET = made_set(400, 9)[0]


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("reference", "systems", "role", "first", "last"),
    [
        ([*REFERENCE[:250], *OTHER_SET[250:]], [ONE, OTHER], "reference", 251, 400),
        (REFERENCE, [[*ONE[:100], *ONE[199:99:-1], *ONE[200:]]], "system", 101, 200),
        ([*REFERENCE[:100], *REFERENCE[199:99:-1], *REFERENCE[200:]], [ONE], "reference", 101, 200),
        (
            [*REFERENCE[:101], *OTHER_SET[:7], *REFERENCE[101:293], *REFERENCE[300:]],
            [ONE, OTHER],
            "reference",
            102,
            300,
        ),
    ],
    ids=["another set", "reversed output", "reversed reference", "late by seven"],
)
def test_a_block_that_belongs_nowhere_nearby(reference, systems, role, first, last):
    findings = run(DoctorRequest(), texts([reference], systems, SOURCE)).findings
    assert (findings[0].kind, findings[0].role) == (UNALIGNED, role)
    assert {found.kind for found in findings} <= {UNALIGNED, SHIFTED}, "reversed lines cross in the middle"
    assert abs(min(found.first for found in findings) - first) <= 2
    assert abs(max(found.last for found in findings) - last) <= 2
    assert "do not seem to belong to those of" in findings[0].message


def test_the_source_tells_which_of_two_texts_is_in_another_order():
    (finding,) = run(DoctorRequest(), texts([[REFERENCE[at * 7 % 400] for at in range(400)]], [ONE], SOURCE)).findings
    assert (finding.kind, finding.role) == (UNALIGNED, "reference")
    assert "do not seem to be those of the output of sys1 and of the source" in finding.message
    (finding,) = run(DoctorRequest(), texts([REFERENCE], [[ONE[at * 7 % 400] for at in range(400)]], SOURCE)).findings
    assert (finding.kind, finding.role) == (UNALIGNED, "system")


@pytest.mark.parametrize(
    "lines",
    [
        [""] * 60,
        ["the same line"] * 60,
        ["x"],
        ["."] * 30,
        ["a b c " * 30_000] * 25,
        [chr(0x5D0 + at % 20) * (at % 7) for at in range(60)],
    ],
)
def test_texts_without_anything_to_tell_give_nothing(lines):
    assert found([lines], [lines[::-1]], lines) == []


@pytest.mark.parametrize("first", [0x4E00, 0xE01, 0x3041, 0xAC00])
def test_scripts_without_spaces(first):
    draw = np.random.default_rng(1)
    lines = ["".join(chr(first + at) for at in draw.integers(0, 45, draw.integers(8, 40))) for _ in range(200)]
    outputs = ["".join(line[at] if draw.random() < 0.8 else chr(first) for at in range(len(line))) for line in lines]
    assert found([lines], [outputs]) == []
    slipped = late(lines, 60, 20, 1)
    assert found([slipped], [outputs]) == ["Lines 61 to 80 of the reference seem to be one line late."]


@pytest.mark.exhaustive
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000), start=st.integers(5, 60), length=st.integers(8, 40), by=st.sampled_from([-3, -1, 1, 2])
)
def test_what_is_planted_is_found_and_nothing_else(seed, start, length, by):
    reference, output, other, _ = made_set(120, seed)
    assert found([reference], [output, other]) == []
    (block,) = find_shifted_blocks(
        examined := texts([late(reference, start, length, by)], [output, other]), LinedUpTexts(examined)
    )
    assert block.text.name == "ref1"
    assert block.block.offset == -by
    assert abs(block.block.start - start) <= 2
    assert abs(block.block.stop - start - length) <= 2


def plain_path(lines, others, most=3, cost=6.0):
    """The likeliest offset of each line, by shared words and dynamic programming over all lines: the slow oracle."""
    offsets = range(-most, most + 1)
    best = {offset: (0.0 if offset == 0 else -cost, ()) for offset in offsets}
    words, other_words = [set(line.split()) for line in lines], [set(line.split()) for line in others]
    for at, own in enumerate(words):
        score = {}
        for offset in offsets:
            there = other_words[at + offset] if 0 <= at + offset < len(others) else set()
            score[offset] = 10 * 2 * len(own & there) / (len(own) + len(there) or 1)
        best = {
            offset: max(
                (best[before][0] - cost * (before != offset) + score[offset], (before, best[before][1]))
                for before in offsets
            )
            for offset in offsets
        }
        best = {offset: (total, (offset, path[1])) for offset, (total, path) in best.items()}
    path, chosen = max(best.values())[1], []
    while path:
        chosen.append(path[0])
        path = path[1]
    return chosen[::-1]


@pytest.mark.parametrize(("start", "length", "by"), [(30, 12, 1), (80, 6, -2), (100, 15, 3)])
def test_blocks_are_those_of_a_plain_search(start, length, by):
    lines = late(REFERENCE[:150], start, length, by)
    expected = plain_path(lines, ONE[:150])
    evidence = measure_offsets(measure_lines(as_column(lines)), measure_lines(as_column(ONE[:150])))
    mine = [0] * 150
    for block in evidence.blocks():
        mine[block.start : block.stop] = [block.offset] * (block.stop - block.start)
    assert mine == expected
