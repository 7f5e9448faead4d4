"""Which sentences are dangerous: what is said, which come first, and which systems differ, against counts by hand."""

import re
from itertools import product

import numpy as np
import pyarrow as pa
import pytest

from scoring.checks.terminology.glossary import Glossary
from scoring.doctor.finding import MisplacedLines
from scoring.report.checks_tables import checks_opening
from scoring.studies import checks, dangerous
from scoring.studies.checks import FlagRate
from scoring.studies.dangerous import CheckFlag, DangerousSegments
from scoring.studies.terminology import TermsRequest, check_with_terms

SOURCE = [f"It weighs {number} kg today." for number in (31, 32, 33, 34, 35, 36)] + ["See the the cat."]
GOOD = [f"Es wiegt heute {number} kg." for number in (31, 32, 33, 34, 35, 36)] + ["Sieh die Katze."]
BAD = [text.replace("3", "4") for text in GOOD[:5]] + GOOD[5:]
DOUBLED = [*GOOD[:5], "Es wiegt heute 36 kg.", "Sieh die die Katze."]
ONE_WRONG = [GOOD[0].replace("31", "51"), *GOOD[1:]]


def found_in(systems, references=(), source=SOURCE):
    named = {f"ref{number}": pa.array(text) for number, text in enumerate(references)}
    texts = checks.TextsToCheck({name: pa.array(text) for name, text in systems.items()}, named, pa.array(source))
    result = checks.run(checks.ChecksRequest(("numbers", "repetition", "links")), texts)
    return DangerousSegments(result, tuple(systems))


def test_the_worst_that_a_system_has_more_often_than_others_and_the_reference_leads():
    found = found_in({"A": BAD, "B": ONE_WRONG}, [GOOD])
    assert (
        str(found.sentence()) == "A changes a number in 5 of 7 segments, B in 1; the reference in 0. Read them below."
    )
    assert str(found.safest_sentence()).rstrip() == (
        "Critical or major by automatic checks: A 5, B 1 of 7 segments; the reference 0."
    )
    assert found.lead == (CheckFlag("numbers", "critical"), "A")


def test_systems_with_equal_numbers_are_counted_and_the_worse_reference_is_named():
    found = found_in({"A": BAD, "B": GOOD, "C": GOOD}, [GOOD, ONE_WRONG])
    assert str(found.sentence()) == "A changes a number in 5 of 7 segments, B and C in 0; ref1 in 1. Read them below."
    assert "A 5, B 0, C 0 of 7 segments; ref1 1." in str(found.safest_sentence())


def test_of_many_systems_all_numbers_are_covered_and_what_is_not_below_is_not_said_to_be():
    named = {"A": BAD, "B": ONE_WRONG} | dict.fromkeys("CDEFG", GOOD)
    found = found_in(named, [GOOD])
    said = "A changes a number in 5 of 7 segments, every other system in 0 to 1; the reference in 0."
    assert str(found.sentence(n_below=0)) == said
    assert str(found.sentence(n_below=2)) == f"{said} Read 2 of them below."
    assert str(found.sentence(n_below=5)) == f"{said} Read them below."
    few = found_in({"A": ONE_WRONG, "B": GOOD}, [GOOD])
    assert str(few.sentence()).endswith("in 1 of 7 segments, B in 0; the reference in 0. Read it below.")


def test_a_repeated_text_is_quoted():
    outputs = {"A": ["NO TRANSLATION"] * 5 + GOOD[5:], "B": GOOD}
    texts = checks.TextsToCheck({name: pa.array(text) for name, text in outputs.items()}, {}, pa.array(SOURCE))
    found = DangerousSegments(checks.run(checks.ChecksRequest(("constant",)), texts), ("A", "B"))
    said = "A gives the same text, “NO TRANSLATION”, for different sources in 5 of 7 segments, B in 0. "
    assert str(found.sentence()).startswith(said)
    assert [flag.title for flag in found.rates] == ["same text repeated, critical"]


def test_no_system_of_a_doubtful_comparison_is_called_the_safest():
    found = found_in({"A": BAD * 5, "B": GOOD * 5}, [GOOD * 5], SOURCE * 5)
    said = str(found.safest_sentence(dangerous.run(found), doubt="B is doubtful."))
    assert said.startswith(
        "B is doubtful, so no system is called the safest. Critical or major by automatic checks: A 25"
    )


def test_what_leads_is_read_first():
    source = [*SOURCE[:6], "A cat. It is here."]
    good = [*GOOD[:6], "Eine Katze. Sie ist hier."]
    short = [*good[:6], "Eine Katze."]
    texts = checks.TextsToCheck(
        {"A": pa.array(short), "B": pa.array([good[0].replace("31", "41"), *good[1:]])},
        {"ref": pa.array([good[0].replace("31", "51"), *good[1:]])},
        pa.array(source),
    )
    found = DangerousSegments(checks.run(checks.ChecksRequest(("numbers", "omission")), texts), ("A", "B"))
    assert found.lead == (CheckFlag("omission", "major"), "A")
    assert list(found.worst()) == [6, 0]


def test_of_some_segments_all_numbers_are_of_these():
    whole = found_in({"A": BAD, "B": ONE_WRONG}, [[None, *ONE_WRONG[1:6], None]])
    are_looked_at = np.array([False, True, True, False, False, True, True])
    found = DangerousSegments(whole.result.among(are_looked_at), ("A", "B"))
    assert str(found.sentence(dangerous.run(found))).startswith("A changes a number in 2 of 4 segments, B in 0; ")
    (rates,) = (of for flag, of in found.rates.items() if flag.check == "numbers")
    assert rates.references == {"ref0": FlagRate(0, 3)}
    assert list(found.worst()) == [1, 2]
    counts = dangerous.count_flagged_segments(found)
    assert counts.n_judged.tolist() == [4, 4]
    assert counts.words.sum() == 8


def test_findings_of_a_reference_are_listed_by_themselves():
    found = found_in({"A": BAD, "B": GOOD}, [ONE_WRONG])
    assert [*found.worst(reference="ref0")] == [0]
    assert {of.system for of in found.worst(reference="ref0")[0]} == {"ref0"}
    assert [*found.worst({CheckFlag("repetition", "minor")}, reference="ref0")] == []
    assert [*found.worst(found.serious_flags)] == [1, 2, 3, 4, 0], "the reference has the first one, too"


def test_an_order_is_named_only_where_the_test_finds_one():
    few = found_in({"A": BAD, "B": ONE_WRONG, "C": GOOD}, [GOOD])
    tested = dangerous.run(few)
    assert str(few.sentence(tested)).endswith(
        "B in 1, C in 0; the reference in 0. Read them below: the errors are likely real, but too few to rank systems."
    )
    assert str(few.safest_sentence(tested)).startswith("No system is clearly the safest. Critical or major by")
    many = found_in({"A": BAD * 5, "B": ONE_WRONG * 5, "C": GOOD * 5}, [GOOD * 5], SOURCE * 5)
    tested = dangerous.run(many)
    assert str(many.sentence(tested)).endswith("C in 0; the reference in 0. Read them below.")
    assert str(many.safest_sentence(tested)) == (
        "The safest are C and B, with no clear difference between them; A has clearly more findings."
        " Critical or major by automatic checks: A 25, B 5, C 0 of 35 segments; the reference 0."
    )


def test_where_no_pair_differs_the_nearest_one_is_named():
    few = found_in({"A": BAD, "B": DOUBLED, "C": GOOD}, [GOOD])
    said = dangerous.nearest_sentence(few, dangerous.run(few))
    assert str(said) == "Nearest: numbers, critical: 5 segments only in A, 0 only in B; not significant."
    more = found_in(
        {"A": [*BAD, *ONE_WRONG], "B": [*GOOD, *ONE_WRONG], "C": GOOD * 2, "D": DOUBLED * 2}, [], SOURCE * 2
    )
    tested = dangerous.run(more)
    assert not dangerous.clear_differences(tested)
    assert str(dangerous.nearest_sentence(more, tested)) == (
        "Nearest: numbers, critical: 6 segments only in A, 0 only in C; not significant after correction."
    )
    same = found_in({"A": BAD, "B": BAD}, [GOOD])
    assert not dangerous.nearest_sentence(same, dangerous.run(same))


def test_it_is_said_why_a_sound_reference_has_findings_and_that_those_of_systems_are_to_be_read():
    found = found_in({"A": BAD, "B": GOOD}, [ONE_WRONG])
    tested = dangerous.run(found)
    assert str(found.safest_sentence(tested)).endswith(
        "A 5, B 0 of 7 segments. The reference has 1, perhaps because its translator rewords or converts units."
    )
    assert dangerous.REWORDED not in str(found.safest_sentence(tested, has_broken_reference=True))
    several = found_in({"A": BAD, "B": GOOD}, [GOOD, ONE_WRONG])
    said = str(several.safest_sentence(dangerous.run(several)))
    assert said.endswith(f"Of the references, ref1 has the most: 1, perhaps because {dangerous.CONVERTED}.")


def test_a_system_that_leads_by_more_than_chance_before_correction_looks_the_least_safe():
    source, good = SOURCE * 2, GOOD * 2
    found = found_in({"A": [*BAD, *ONE_WRONG], "B": good, "C": good, "D": good}, [good], source)
    tested = dangerous.run(found)
    assert dangerous.clear_differences(tested) == []
    assert str(found.safest_sentence(tested)).startswith(
        "No system is clearly the safest; A looks the least safe, but not surely. Critical or major by"
    )


def test_a_sure_difference_by_one_check_counts_also_where_all_findings_do_not_differ():
    source = [f"It weighs {number} kg at example.org/{number} today." for number in range(30, 60)]
    good = [f"Es wiegt heute {number} kg bei example.org/{number}." for number in range(30, 60)]
    numbers = [*(text.replace(" 3", " 7").replace(" 4", " 8") for text in good[:15]), *good[15:]]
    links = [*good[:15], *(text.replace("example", "other") for text in good[15:])]
    found = found_in({"A": numbers, "B": links}, [good], source)
    assert [of.segments_found for of in found.serious.systems.values()] == [15, 15]
    said = str(found.safest_sentence(dangerous.run(found)))
    assert said.startswith("No system is the safest: each has clearly more than another by some check. ")
    third = found_in({"A": numbers, "C": good}, [good], source)
    assert str(third.safest_sentence(dangerous.run(third))).startswith("C is the safest. ")


def test_of_many_systems_the_fewest_and_the_most_are_said_and_of_none_with_findings_that():
    named = {f"s{number}": BAD if number else GOOD for number in range(7)}
    assert "by automatic checks: 0 (s0) to 5 (s1) of 7 segments." in str(found_in(named).safest_sentence())
    alike = "No system is safer than another: none has a critical or major finding."
    none = found_in({"A": GOOD, "B": GOOD})
    assert str(none.safest_sentence()) == alike
    assert str(none.serious_counts_or_none) == dangerous.NOTHING_SERIOUS_IN_EITHER
    assert str(found_in(named).serious_counts_or_none) == (
        "Critical or major by automatic checks: 0 (s0) to 5 (s1) of 7 segments."
    )


def test_one_system_without_references_is_told_alone():
    found = found_in({"A": BAD})
    assert str(found.sentence()) == "A changes a number in 5 of 7 segments. Read them below."
    assert str(found.safest_sentence()) == ""


def test_all_that_is_serious_in_one_system_is_said():
    texts = [*BAD[:4], "http://example.com/x", *BAD[5:]]
    source = [*SOURCE[:4], "See http://example.com/y now", *SOURCE[5:]]
    found = found_in({"A": texts}, [[*GOOD[:4], source[4], *GOOD[5:]]], source)
    assert str(found.sentence()) == (
        "A has a critical or major finding in 5 of 7 segments: it changes a number in 4 (critical) and changes a link"
        " or code in 1 (critical); the reference in 0. Read them below."
    )


def test_the_system_with_most_serious_segments_is_named_before_the_one_that_leads():
    source = [*SOURCE[:4], *(f"See http://example.com/{number} now" for number in range(3))]
    right = [*GOOD[:4], *source[4:]]
    numbers, both = [*BAD[:3], *right[3:]], [*BAD[:2], *right[2:5], "-", "-"]
    found = found_in({"A": numbers, "B": both, "C": right}, [right], source)
    assert str(found.sentence()) == (
        "B has the most segments with a critical or major finding: 4 of 7. A changes a number in 3 of 7"
        " segments, B in 2, C in 0; the reference in 0. Read them below."
    )


def test_of_many_systems_the_one_with_most_is_named_once():
    links = [f"See http://example.com/{number} now" for number in range(3)]
    right = [*GOOD[:4], *links]
    mixed = [*BAD[:2], *GOOD[2:4], "-", "-", "-"]
    systems = {"A": [*BAD[:4], *links], "B": mixed} | dict.fromkeys("CDEFGH", right)
    found = found_in(systems, [right], [*SOURCE[:4], *links])
    assert str(found.sentence()) == (
        "B has the most segments with a critical or major finding: 5 of 7; in 3 of them it changes a link or code."
        " A changes a number in 4 of 7 segments, every other system in 0 to 2; the reference in 0."
        " Read them below."
    )
    said = "Every system but B: 0 (C) to 4 (A) of 7 segments; the reference 0."
    assert str(found.safest_sentence()) == said


def test_of_many_systems_those_far_above_the_reference_are_named_once_with_what_each_does():
    named = {"A": BAD * 5, "B": [*BAD[:3], *GOOD[3:]] * 5} | dict.fromkeys("CDEFG", GOOD * 5)
    found = found_in(named | {"C": [*ONE_WRONG, *GOOD * 4]}, [[*ONE_WRONG, *GOOD * 4]], SOURCE * 5)
    tested = dangerous.run(found)
    assert found.waits_for_test
    assert not found_in({"A": BAD, "B": GOOD}, [GOOD]).waits_for_test, "the test changes no name"
    assert str(found.sentence(tested)) == (
        "2 of 7 systems look dangerous: A and B have a critical or major finding in 15 to 25 of 35 segments,"
        " every other system in 0 to 1; the reference in 1. Each changes a number in 15 to 25."
    )
    assert str(found.safest_sentence(tested)) == (
        "The safest are D, E and 3 others, with no clear difference between them. The reference has 1, perhaps because"
        f" {dangerous.CONVERTED}."
    )


def test_after_a_test_it_is_said_that_findings_are_too_few_to_rank_systems():
    few = found_in({"A": BAD, "B": ONE_WRONG}, [BAD])
    assert str(few.ranking_sentence(dangerous.run(few))).endswith(f" {dangerous.TOO_FEW_TO_RANK}")
    counts = " Critical or major by automatic checks: A 5, B 1 of 7 segments; the reference 5."
    assert str(few.ranking_sentence()) == f"{few.sentence(n_below=0)}{counts}"
    open_lead = found_in({"A": BAD, "B": ONE_WRONG}, [GOOD])
    assert str(open_lead.ranking_sentence(dangerous.run(open_lead))).count("too few") == 1
    many = found_in({"A": BAD * 5, "B": GOOD * 5}, [GOOD * 5], SOURCE * 5)
    assert "too few" not in str(many.ranking_sentence(dangerous.run(many)))


def test_the_segment_to_start_with_says_who_does_what_in_it():
    found = found_in({"A": BAD, "B": ONE_WRONG, "C": ONE_WRONG, "D": GOOD}, [GOOD])
    segments = found.worst()
    said = [str(found.start_sentence(place + 1, segments[place])) for place in (0, 1)]
    assert said == [
        "Start with segment 1: A changes a number, and so do 2 other systems.",
        "Start with segment 2: A changes a number.",
    ]


def test_counts_are_of_one_number_of_segments_unless_far_fewer_were_checked():
    systems = {"A": pa.array(BAD * 20), "B": pa.array(ONE_WRONG * 20)}
    texts = checks.TextsToCheck(systems, {"ref": pa.array(GOOD * 20)}, pa.array(SOURCE * 20), put_in={"A": (6,)})
    found = DangerousSegments(checks.run(checks.ChecksRequest(("numbers",)), texts), ("A", "B"))
    assert found.serious.systems["A"].segments == 139
    assert str(found.sentence()).startswith("A changes a number in 100 of 140 segments, B in 20")
    assert str(found.serious_counts) == (
        "Critical or major by automatic checks: A 100, B 20 of 140 segments; the reference 0"
    )


def test_a_reference_of_other_segments_has_its_number_of_them_beside_and_counts_by_rates():
    """One of six is no less than one of seven, and what is left out of the reference is said."""
    references = [[None, *GOOD[1:6], "-"]]
    wrong = [*GOOD[:2], BAD[2], *GOOD[3:]]
    references[0][2] = BAD[3]
    found = found_in({"A": wrong, "B": GOOD}, references)
    flag = CheckFlag("numbers", "critical")
    (reference,) = found.rates[flag].references.values()
    assert (reference.segments_found, reference.segments) == (1, 6)
    assert found.is_uninformative(flag)
    assert str(found.serious_counts).endswith("A 1, B 0 of 7 segments; the reference 1 of 6")
    more = found_in({"A": [*BAD[:3], *GOOD[3:]], "B": GOOD}, references)
    assert not more.is_uninformative(flag)


def test_what_a_reference_has_as_often_is_no_lead():
    found = found_in({"A": ONE_WRONG, "B": GOOD}, [BAD])
    assert found.lead is None
    first = "Automatic checks find something critical or major in 1 segment. Read it below."
    assert str(found.sentence()) == f"{first} {dangerous.NO_MORE_THAN_REFERENCE}"
    assert found.is_uninformative(CheckFlag("numbers", "critical"))
    assert str(found_in({"A": GOOD}, [GOOD], GOOD).sentence()) == dangerous.NOTHING_FOUND


def test_what_systems_have_without_what_a_reference_has_in_the_same_segment_is_counted():
    source = [*SOURCE, "See https://example.org/a now."]
    right, wrong = "Sieh jetzt https://example.org/a an.", "Sieh jetzt hier an."
    outputs = {"A": [*ONE_WRONG, right], "B": [*GOOD, wrong]}
    found = found_in(outputs, [[*BAD, right]], source)
    assert str(found.serious_counts).startswith("Critical or major by automatic checks: A 1, B 1 of 8 segments")
    assert str(found.counts_above_reference) == "Without what a reference has in the same segment: A 0, B 1."
    assert not found_in(outputs, [[*GOOD, right]], source).counts_above_reference, "the reference has none"
    worst = {"A": [*BAD, wrong], "B": outputs["B"]}
    assert not found_in(worst, [[*ONE_WRONG, right]], source).counts_above_reference, "A has most either way"
    assert not found_in({"A": outputs["A"]}, [[*BAD, right]], source).counts_above_reference, "of one nothing is ranked"


def test_of_each_system_the_worst_segment_is_read_first_and_what_a_reference_has_there_late():
    """The reference has a number wrong in the first five segments, A in these and in the last but one."""
    source = [*SOURCE, "It weighs 37 kg today."]
    a, b = [*BAD[:5], GOOD[5].replace("36", "63"), *GOOD[6:], "Es wiegt heute 37 kg."], [*GOOD, "Es wiegt heute 73 kg."]
    found = found_in({"A": a, "B": b}, [[*BAD, "Es wiegt heute 37 kg."]], source)
    assert [*found.worst(found.serious_flags)] == [5, 7, 0, 1, 2, 3, 4]
    (said,) = checks_opening(found.result)
    assert re.findall(r"(\d) \((\w), ", said) == [("6", "A"), ("8", "B"), ("1", "A")]
    alone = found_in({"A": BAD, "B": [*BAD[:4], *GOOD[4:]]}, [GOOD])
    (said,) = checks_opening(alone.result)
    assert "Read first: segments 1 (A, missing number: 31; B, missing number: 31); 2 (A, " in said
    often = found_in({"A": BAD, "B": [*GOOD[:5], GOOD[5].replace("36", "63"), GOOD[6]]}, [BAD])
    (said,) = checks_opening(often.result)
    assert re.findall(r"(\d) \((\w), ", said) == [("6", "B"), ("1", "A"), ("2", "A")], "no more than in the reference"


def doubled_in(sizes, reference=None):
    """Systems, and maybe a reference, that double a word in the last of 40 segments."""
    texts = [["So."] * (40 - size) + ["So so."] * size for size in sizes]
    references = [] if reference is None else [["So."] * (40 - reference) + ["So so."] * reference]
    return found_in(dict(zip("ABC", texts, strict=False)), references, ["Well."] * 40)


@pytest.mark.parametrize(
    ("sizes", "reference", "said"),
    [
        ((12, 2, 5), None, "Minor: A doubles a word in 12 of 40 segments, C in 5, B in 2."),
        ((2, 12, 2), 1, "Minor: B doubles a word in 12 of 40 segments, A and C in 2; the reference in 1."),
        ((12, 2, 6), None, ""),
        ((12, 2, 2), 6, ""),
        ((5, 0, 0), None, ""),
        ((12,), None, ""),
    ],
    ids=["most", "reference", "another has half as many", "the reference has half as many", "chance", "one system"],
)
def test_minor_findings_are_said_of_a_system_that_has_far_more_than_each_other(sizes, reference, said):
    assert str(doubled_in(sizes, reference).minor_lead_sentence) == said


def test_no_system_has_most_minor_findings_where_lines_of_the_source_are_out_of_place():
    found = doubled_in((12, 2))
    assert found.minor_lead_sentence
    lines = MisplacedLines(frozenset({3}))
    assert not DangerousSegments(found.result, found.systems, source_out_of_place=lines).minor_lead_sentence


@pytest.mark.exhaustive
def test_a_minor_finding_leads_only_where_no_other_does():
    many = [f"{text} {text}" for text in ("Ja ja", "Nein nein", "Gut gut", "So so", "Na na", "Ha ha")] + GOOD[6:]
    source = ["Yes.", "No.", "Good.", "So.", "Well.", "Ha 7.", *SOURCE[6:]]
    wrong = ["Ja.", "Nein.", "Gut.", "So.", "Na.", "Ha 8.", *GOOD[6:]]
    assert found_in({"A": many, "B": wrong}, source=source).lead[0].severity == "critical"
    twice = {"A": many, "B": GOOD[6:] * 7}
    alone = found_in(twice, source=["See the the cat."] * 7)
    assert alone.lead is None, "without a reference nobody knows how often it is wrong"
    assert str(alone.sentence()) == dangerous.NOTHING_SERIOUS
    assert found_in(twice, [GOOD[6:] * 7], ["See the the cat."] * 7).lead == (CheckFlag("repetition", "minor"), "A")
    near = found_in(twice, [[*many[:4], *GOOD[6:] * 3]], ["See the the cat."] * 7)
    assert near.lead is None, "6 of 7 are not twice as many as 4 of 7"


@pytest.mark.parametrize(
    ("n_wrong", "lead"), [(6, (CheckFlag("numbers", "critical"), "B")), (5, (CheckFlag("omission", "major"), "A"))]
)
def test_the_worst_severity_leads_however_frequent_another_one_is_unless_it_may_be_chance(n_wrong, lead):
    source = [f"Number {number}. It is here. All is well with it." for number in range(20)]
    good = [f"Nummer {number}. Es ist hier. Damit ist alles gut." for number in range(20)]
    short = [text.split(".")[0] + "." for text in good[:8]] + good[8:]
    wrong = [*good[:-n_wrong], *(text.replace("1", "7") for text in good[-n_wrong:])]
    texts = checks.TextsToCheck({"A": pa.array(short), "B": pa.array(wrong)}, {"ref": pa.array(good)}, pa.array(source))
    found = DangerousSegments(checks.run(checks.ChecksRequest(("numbers", "omission")), texts), ("A", "B"))
    assert found.lead == lead


def test_a_few_segments_more_of_very_many_may_be_chance():
    """53 against 47 other segments are no evidence; 53 of which the other one has 47 are."""
    source = [f"Number {number}. It is here. All is well with it." for number in range(120)]
    good = [f"Nummer {number}. Es ist hier. Damit ist alles gut." for number in range(120)]

    def lead(first):
        wrong = [text.replace(" ", " 9", 1) for text in good]
        most = pa.array([*wrong[:53], *good[53:]])
        other = [*good[:first], *wrong[first : first + 47], *good[first + 47 :]]
        short = pa.array([*(text.split(".")[0] + "." for text in other[:30]), *other[30:]])
        texts = checks.TextsToCheck({"A": most, "B": short}, {"ref": pa.array(good)}, pa.array(source))
        result = checks.run(checks.ChecksRequest(("numbers", "omission")), texts)
        return DangerousSegments(result, ("A", "B")).lead

    assert lead(60) == (CheckFlag("omission", "major"), "B")
    assert lead(6) == (CheckFlag("numbers", "critical"), "A")


def test_what_references_have_half_as_often_does_not_lead_though_it_is_critical():
    source = [*SOURCE[:6], "A cat. It is here."]
    half = [GOOD[0].replace("31", "41"), GOOD[1].replace("32", "42"), *GOOD[2:6], "Eine Katze. Sie ist hier."]
    wrong = [text.replace("3", "4") for text in GOOD[:4]] + half[4:]
    assert found_in({"A": wrong, "B": half}, [half], source).lead is None
    assert found_in({"A": wrong, "B": half}, [[GOOD[0], *half[1:]]], source).lead == (
        CheckFlag("numbers", "critical"),
        "A",
    )


def test_what_is_less_than_the_check_says_is_said_so():
    assert CheckFlag("copy", "critical").action == "copies the source"
    assert CheckFlag("copy", "minor").action == "leaves words of the source in"
    assert CheckFlag("repetition", "minor").action == "doubles a word"


def test_a_minor_finding_that_references_are_not_checked_for_does_not_lead():
    source = ["Berlin and Fleischmann won against Hamburg."] * 3
    outputs, reference = (
        pa.array(["Sie haben gewonnen."] * 3),
        pa.array(["Berlin und Fleischmann schlugen Hamburg."] * 3),
    )
    texts = checks.TextsToCheck({"A": outputs}, {"r": reference}, pa.array(source))
    found = DangerousSegments(checks.run(checks.ChecksRequest(("names", "numbers")), texts), ("A",))
    assert [str(flag) for flag in found.rates] == ["names, minor"]
    assert found.lead is None


def test_terms_count_apart_from_the_findings_of_other_checks_and_do_not_lead():
    columns = {"A": pa.array(GOOD), "B": pa.array(ONE_WRONG)}
    texts = checks.TextsToCheck(columns, {"ref": pa.array(DOUBLED)}, pa.array(SOURCE))
    glossary = Glossary.of({"today": "jetzt"})
    result, _ = check_with_terms((), TermsRequest(glossary, trials=20), texts)
    found, term = DangerousSegments(result, ("A", "B")), CheckFlag("terminology", "major")
    assert [of.segments_found for of in found.rates[term].systems.values()] == [6, 6]
    assert [of.segments_found for of in found.serious.systems.values()] == [0, 1]
    assert found.lead == (CheckFlag("numbers", "critical"), "B")
    counts = dangerous.count_flagged_segments(found)
    assert [kind.name for kind in counts.counted][1:] == [dangerous.SERIOUS_LABEL, "numbers, critical", str(term)]
    assert [int((counts.at[2] == kind).sum()) for kind in (1, 2, 3)] == [1, 1, 12]


def test_the_worst_segments_come_first_and_one_check_or_system_can_be_chosen():
    source = [*SOURCE[:3], "It weighs 34 kg, not 77 kg, today.", *SOURCE[4:6], "See the cat."]
    found = found_in({"A": BAD, "B": DOUBLED}, [GOOD], source)
    worst = found.worst()
    assert [finding.severity for finding in worst[0]] == ["critical", "critical"]
    assert list(worst) == [3, 0, 1, 2, 4, 6], "four findings come before two, and what is minor last"
    assert list(found.worst({CheckFlag("repetition", "minor")})) == [6]
    assert list(found.worst(system="B")) == [3, 6]


@pytest.mark.parametrize(
    ("rate", "references", "expected"),
    [
        ((2, 100), [(0, 100)], True),
        ((1, 100), [(0, 100)], False),
        ((2, 100), [(1, 100)], False),
        ((3, 100), [(1, 100)], True),
        ((3, 100), [(0, 100), (2, 100)], False),
        ((3, 100), [(0, 0)], True),
        ((0, 0), [], False),
    ],
)
def test_far_above_is_more_than_1_percent_and_twice_each_reference(rate, references, expected):
    named = {str(number): FlagRate(*of) for number, of in enumerate(references)}
    assert dangerous.is_far_above(FlagRate(*rate), named) == expected


def test_p_is_that_of_all_exchanges_and_differences_are_in_percent():
    """Flags of one system alone: of all 2^5 exchanges only two are as extreme, a sign test."""
    found = found_in({"A": BAD, "B": GOOD})
    tested = dangerous.run(found)
    kind = tested.counts.kinds.index("numbers, critical")
    flags = [1] * 5
    exact = sum(
        abs(sum(sign * flag for sign, flag in zip(signs, flags, strict=True))) == 5
        for signs in product((1, -1), repeat=5)
    )
    assert abs(tested.p_values[0, kind] - exact / 2**5) < 0.01
    assert np.isclose(tested.differences[0, kind], 1000 * 5 / 7)
    assert dangerous.clear_differences(tested) == [], "five segments are too few after correction"
    many = found_in({"A": [of.replace("3", "4") for of in GOOD[:1] * 40], "B": GOOD[:1] * 40}, source=SOURCE[:1] * 40)
    pairs = {pair.kind: pair for pair in dangerous.clear_differences(dangerous.run(many))}
    assert {*pairs} == {dangerous.SERIOUS_LABEL, "numbers, critical"}
    assert (
        pairs[dangerous.SERIOUS_LABEL].fewer,
        pairs[dangerous.SERIOUS_LABEL].more,
        pairs[dangerous.SERIOUS_LABEL].difference,
    ) == ("B", "A", 100.0)


def test_findings_are_counted_again_when_some_are_taken_away():
    result = found_in({"A": BAD, "B": DOUBLED}, [ONE_WRONG], [*SOURCE[:6], "See the cat."]).result
    same = result.filter_findings(lambda findings: [True] * len(findings))
    assert (same.rates, same.checks) == (result.rates, result.checks)
    left = result.filter_findings(lambda findings: [of.segment > 1 for of in findings])
    assert left.checks["numbers"].systems["A"] == FlagRate(3, 7)
    assert left.checks["numbers"].references["ref0"] == FlagRate(0, 7)
    assert left.checks["repetition"] == result.checks["repetition"]
    assert all(of.segment > 1 for of in (*left.findings, *left.reference_findings))


def test_findings_of_one_kind_in_one_text_are_one_message():
    def finding(text, kind="missing number", severity="critical"):
        return checks.CheckFinding("A", 0, 0, 1, "numbers", kind, severity, text)

    assert checks.list_messages([finding("7")]) == ["missing number: 7 (critical)"]
    many = [finding("7"), finding("8", "added number"), finding("9"), *(finding("12") for _ in range(11))]
    assert checks.list_messages(many) == [
        "missing number: 7, 9, 12 (11 times) (critical)",
        "added number: 8 (critical)",
    ]
    assert checks.list_messages([finding(str(number)) for number in range(13)]) == [
        "missing number: 0, 1, 2, 3 and 9 more (critical)"
    ]
    assert checks.list_messages([finding("") for _ in range(3)]) == ["missing number (3 times) (critical)"]


def late_one(lines):
    """The lines, each one later, after an added one."""
    return ["", *lines[:-1]]


def with_late(systems, late, places=range(7), references=(GOOD,)):
    found = found_in(systems, references)
    return DangerousSegments(found.result, found.systems, {late: MisplacedLines(frozenset(places))})


def test_a_system_with_lines_out_of_place_is_not_ranked():
    found = with_late({"late": late_one(GOOD), "A": ONE_WRONG, "B": GOOD}, "late")
    assert found.lead == (CheckFlag("numbers", "critical"), "late"), "what its lines do"
    (said,) = map(str, found.out_of_place_sentences())
    assert said == "Most findings in late are in its lines out of place (7 of 7 segments), so it is not ranked here."
    assert found.in_place.systems == ("A", "B")
    assert (
        str(found.in_place.sentence(n_below=0)) == "A changes a number in 1 of 7 segments, B in 0; the reference in 0."
    )
    segment, (first, *_) = next(iter(found.worst().items()))
    assert (segment, first.system) == (0, "A"), "what is read first is in place"
    assert [found.is_out_of_place(of[0]) for of in found.worst().values()] == [False] + [True] * 6
    assert {*found.rates[CheckFlag("numbers", "critical")].systems} == {"late", "A", "B"}, "the table has all"


def test_few_findings_in_lines_out_of_place_are_not_called_most():
    found = with_late({"bad": BAD, "B": GOOD}, "bad", places=(5, 6))
    (said,) = map(str, found.out_of_place_sentences())
    assert said == "bad has lines out of place in 2 segments, so it is not ranked here."
    assert not any(found.is_out_of_place(one) for one in found.findings)
    half = with_late({"bad": BAD[:4] + GOOD[4:], "B": GOOD}, "bad", places=(0, 1))
    assert str(half.out_of_place_sentences()[0]).startswith("bad has lines out of place in 2 segments")


def test_where_all_systems_have_lines_out_of_place_all_are_told_of():
    found = with_late({"late": late_one(GOOD)}, "late")
    assert found.in_place is found
    (said,) = map(str, found.out_of_place_sentences())
    assert said == "Most findings in late are in its lines out of place (7 of 7 segments)."
    sound = found_in({"A": BAD, "B": GOOD}, [GOOD])
    assert sound.in_place is sound
    assert sound.out_of_place_sentences() == []


WRONG = [of.replace("3", "4") for of in GOOD[:1]]


@pytest.mark.parametrize(
    ("wrong", "n_places", "said"),
    [
        (range(0, 100, 10), 60, "Most findings in bad are in its lines out of place (6 of 10 segments)"),
        (range(0, 60, 6), 60, "Most findings in bad come from its lines out of place (10 of 10 segments)"),
        ((0, 1, 2, 99), 10, "Most findings in bad come from its lines out of place (3 of 4 segments)"),
        (range(90, 100), 60, "bad has lines out of place in 60 segments"),
        (range(100), 100, "Most findings in bad are in its lines out of place (100 of 100 segments)"),
    ],
    ids=["same rate", "none elsewhere", "one elsewhere", "elsewhere", "no other lines"],
)
def test_findings_come_from_lines_out_of_place_only_where_the_rate_is_higher_there(wrong, n_places, said):
    bad = [WRONG[0] if at in wrong else GOOD[0] for at in range(100)]
    of_any = found_in({"bad": bad, "B": GOOD[:1] * 100}, source=SOURCE[:1] * 100)
    found = DangerousSegments(of_any.result, of_any.systems, {"bad": MisplacedLines(frozenset(range(n_places)))})
    assert [*map(str, found.out_of_place_sentences())] == [f"{said}, so it is not ranked here."]


def test_lines_of_another_text_are_called_so():
    of_any = found_in({"bad": GOOD, "B": GOOD})
    found = DangerousSegments(of_any.result, of_any.systems, {"bad": MisplacedLines(frozenset(range(3)), True)})
    (said,) = map(str, found.out_of_place_sentences())
    assert said == "bad has lines of another text in 3 segments, so it is not ranked here."


def test_where_the_source_is_out_of_place_no_system_is_ranked():
    source = [*SOURCE[:1] * 60, *["The dog weighs 8 kg."] * 40]
    of_any = found_in({"A": [*GOOD[:1] * 99, WRONG[0]], "B": GOOD[:1] * 100}, [GOOD[:1] * 100], source=source)
    assert of_any.ranks_systems
    assert "perhaps because its translator rewords" in str(of_any.safest_sentence(dangerous.run(of_any)))
    lines = MisplacedLines(frozenset(range(60, 100)), spans=((61, 80), (81, 100)))
    found = DangerousSegments(of_any.result, of_any.systems, source_out_of_place=lines)
    assert not found.ranks_systems
    assert found.in_place is found
    (said,) = map(str, found.out_of_place_sentences())
    assert said == (
        "Lines 61 to 80 and lines 81 to 100 of the source are out of place: most findings come from these"
        " (40 of 40 segments), so no system is ranked here."
    )
    counts = "Critical or major by automatic checks: A 40, B 40 of 100 segments; the reference 40."
    assert str(found.sentence(dangerous.run(found))) == str(found.ranking_sentence()) == counts
    assert str(found.safest_sentence(dangerous.run(found))) == ""
    assert found.lead is None
    assert all(map(found.is_out_of_place, found.findings))
    few = DangerousSegments(of_any.result, ("A",), source_out_of_place=MisplacedLines(frozenset(range(9))))
    assert [*map(str, few.out_of_place_sentences())] == ["Lines of the source are out of place."]


def test_of_many_systems_none_waits_for_a_test_where_the_source_is_out_of_place():
    of_any = found_in(dict.fromkeys("ABCDEFG", GOOD), [GOOD])
    assert of_any.waits_for_test
    lines = MisplacedLines(frozenset({0}))
    assert not DangerousSegments(of_any.result, of_any.systems, source_out_of_place=lines).waits_for_test
