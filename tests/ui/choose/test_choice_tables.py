"""Chosen by x judged by as it is written: differences, marks, and what is best."""

import numpy as np
import pytest
from lxml import html as html_parser

from scoring import BLEU, CHRF, TER, TestSet
from scoring.choosing import Criterion, Lists, gains, parse, score_choices
from scoring.choosing.criteria import Chooser
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.output.latex import Best
from scoring.studies.choice import allowed_criteria, first_criteria, one_system_sentence
from scoring.studies.comparison import ComparisonRequest, run
from tests.candidates import REFERENCES, UNSMOOTHED, toy_lists
from ui.choose import choice_tables
from ui.kit import exports

NAMES = ["first", "oracle:bleu", "mbr:bleu", "mbr:chrf"]


@pytest.fixture(scope="module")
def found():
    lists = toy_lists()
    chooser = Chooser(lists, REFERENCES, UNSMOOTHED)
    choices = [chooser.choose(parse(name)) for name in NAMES]
    judges = [BLEU(tokenize="none", smoothing="none"), CHRF(), TER()]
    return gains(score_choices(choices, lists, REFERENCES, judges), "first", trials=50)


def rows_of(found, of_systems=False, **tests):
    """What each row says, and its cells."""
    table = html_parser.fromstring(str(choice_tables.gain_table(found, found.matrix.judges, of_systems, **tests)))
    return {row.xpath("th")[0].text_content(): row.xpath("td") for row in table.xpath(".//tr[th[@scope='row']]")}, [
        head.text_content() for head in table.xpath(".//th[@scope='rowgroup']")
    ]


def test_bounds_stand_last_under_a_heading_of_their_own(found):
    rows, headings = rows_of(found)
    assert list(rows) == [
        "first in its list",
        "most like the others by BLEU MBR by BLEU",
        "most like the others by chrF MBR by chrF",
        "closest to the reference by BLEU oracle by BLEU",
    ]
    assert headings == [choice_tables.CHOICES, choice_tables.BOUNDS]


def test_cells_have_the_difference_of_the_printed_scores_and_a_mark_where_a_metric_judges_itself(found):
    (rows, _), matrix = rows_of(found), found.matrix
    for name, cells in zip(("first", "mbr:bleu", "mbr:chrf", "oracle:bleu"), rows.values(), strict=True):
        for column, (metric, cell) in enumerate(zip(matrix.judges, cells, strict=True)):
            score, first = (round(float(matrix.scores[at, column]), 2) for at in (matrix.index(name), 0))
            if name == "first":
                assert cell.text_content().strip() == f"{score:.2f}"
                continue
            difference = round(score - first, 2)
            sign = "" if not difference else "+" if difference > 0 else "−"
            own = " own" if name.endswith(metric.name) else ""
            # Of two segments all could be chance.
            assert cell.text_content() == f"{score:.2f} {sign}{abs(difference):.2f} ≈{own}"
            assert (cell.get("class") == "own") == bool(own)


def test_the_best_result_stands_out_in_each_column_and_no_bound(found):
    rows, _ = rows_of(found)
    places = [NAMES.index(name) for name in ("first", "mbr:bleu", "mbr:chrf")]
    for column, metric in enumerate(found.matrix.judges):
        worth = found.matrix.scores[:, column] * (1 if metric.higher_is_better else -1)
        bold = [bool(cells[column].xpath("b")) for cells in rows.values()]
        best = worth[places].max() - 1e-9
        assert bold == [*(bool(worth[place] >= best) for place in places), False]


def test_single_systems_stand_first_and_have_the_marks_of_the_test_of_all_pairs():
    outputs = {"poor": ["a x y", "c z w"], "good": ["a b c", "c d x"], "fair": ["a b z", "c y x"]}
    test_set = TestSet.build(outputs, [["a b c", "c d e"]])
    lists = Lists.of_systems(test_set, ["poor", "good", "fair"])
    names = ["system:poor", "system:fair", "random", "system:good"]
    chooser, references = Chooser(lists, [["a b c", "c d e"]]), [["a b c", "c d e"]]
    made = gains(score_choices([chooser.choose(parse(name)) for name in names], lists, references, [CHRF()]), names[-1])
    rows, headings = rows_of(made, of_systems=True)
    assert list(rows) == ["good", "fair", "poor", "picked at random"]
    assert headings == [choice_tables.SINGLE, choice_tables.MIXED]
    assert "≈" not in rows["fair"][0].text_content(), "not tested yet"
    assert "≈" in rows["picked at random"][0].text_content()
    assert [len(row[0].xpath("small")) for row in rows.values()] == [1] * 4, "all numbers stand in line"
    tested = run(ComparisonRequest(CHRF(), test_set.system_names, trials=50), CHRF().measure(test_set))
    marked, _ = rows_of(made, of_systems=True, tests={"chrf": tested})
    assert ["≈" in row[0].text_content() for row in marked.values()] == [False, True, True, True]
    assert choice_tables.gain_legend(made).endswith("Single systems: as tested on Overview.")
    fair = choice_tables.gain_records(made, {"chrf": tested}).set_index("choice")["corrected p"]["fair"]
    assert fair == tested.verdicts.p_adjusted("fair", "good"), "that of the page"
    assert np.isnan(choice_tables.gain_records(made).set_index("choice")["corrected p"]["fair"]), "not tested yet"
    plain = str(choice_tables.gain_table(made, made.matrix.judges, True, {"chrf": tested}, with_marks=False))
    assert "≈" not in plain
    assert "≈" not in choice_tables.gain_legend(made, with_marks=False)
    assert one_system_sentence(made) == "To choose one system: good."
    assert one_system_sentence(made, is_doubtful=True) == "To choose one system:"


def test_records_have_every_digit(found):
    frame = choice_tables.gain_records(found)
    assert len(frame) == 12
    row = frame[(frame["choice"] == "oracle by BLEU") & (frame["metric"] == "TER")].iloc[0]
    assert row["score"] == found.matrix.scores[1, 2]
    difference = round(found.matrix.scores[1, 2] - found.matrix.scores[0, 2], 6)
    assert round(row["difference"], 6) == difference, "with the sign that the page has"
    assert [np.isnan(row[end]) for end in ("low", "high")] == [np.isnan(found.high[1, 2]), np.isnan(found.low[1, 2])]
    assert (row["uses references"], row["n"]) == ("yes", len(found.matrix.columns[2].places))
    assert row["corrected p"] == found.p_adjusted[1, 2]
    assert np.isnan(frame[frame["choice"] == "first"]["corrected p"]).all()


def test_papers_have_a_row_a_choice_with_the_differences_of_the_page(found):
    rows, _ = rows_of(found)
    printed = choice_tables.printed_gains(found, found.matrix.judges, of_systems=False)
    frame = printed.frame
    assert list(frame) == ["choice", "BLEU ↑", "chrF ↑", "TER ↓"]
    assert frame["choice"].tolist() == [
        "first in its list",
        "most like the others by BLEU",
        "most like the others by chrF",
        "closest to the reference by BLEU",
    ]
    assert printed.row_groups == {0: choice_tables.CHOICES, 3: choice_tables.BOUNDS}
    assert printed.column_groups == {}, "no people"
    for texts, cells in zip(frame.iloc[:, 1:].to_numpy().tolist(), rows.values(), strict=True):
        of_page = [cell.text_content().replace(" own", "").replace(" ≈", "").strip() for cell in cells]
        assert [text.replace("(", "").replace(")", "") for text in texts] == of_page
    best = [isinstance(text, Best) for text in frame["BLEU ↑"]]
    assert best == [row in found.matrix.best(0) for row in (0, 2, 3, 1)]
    latex = next(kind for kind in exports.DOWNLOADS if kind.ending == "tex").data(
        exports.Table(frame, "Choices", paper=printed)
    )
    assert latex.decode().count(r"\textbf{") == sum(len(found.matrix.best(column)) for column in range(3))
    assert choice_tables.gain_base(found) == "2"
    assert choice_tables.gain_note(found).startswith("In brackets: the difference from ")
    assert "*: differs significantly from it (corrected p ≤ 0.05: 50 shuffles, Holm)." in choice_tables.gain_note(found)


def test_papers_mark_what_differs_significantly_and_say_how_many_systems_are_shown():
    texts = [f"a b c {number}" for number in range(40)]
    outputs = {"good": texts, "poor": ["a x y z"] * 40, "same": texts}
    test_set = TestSet.build(outputs, [texts])
    scores = Scores("MQM", {name: np.zeros(40) for name in outputs}, is_human=True)
    test_set = test_set.with_judgments([scores])
    lists = Lists.of_systems(test_set, list(outputs))
    chooser = Chooser(lists, [texts])
    judges = [*external_metrics_by_name(test_set).values(), CHRF()]
    choices = [chooser.choose(parse(name)) for name in ("system:good", "system:poor", "random")]
    made = gains(score_choices(choices, lists, [texts], [CHRF()], test_set.scores), "system:good", trials=999)
    tested = run(ComparisonRequest(CHRF(), test_set.system_names, trials=999), CHRF().measure(test_set))
    printed = choice_tables.printed_gains(made, judges, True, {"chrf": tested})
    assert printed.row_groups == {0: choice_tables.SINGLE, 2: choice_tables.MIXED}
    heads = list(printed.frame)[1:]
    assert heads == ["MQM ↑", "chrF ↑"]
    assert printed.column_groups == dict(zip(heads, ("people", "metrics"), strict=True))
    assert [text.endswith("*") for text in printed.frame["chrF ↑"]] == [False, True, True]
    untested = choice_tables.printed_gains(made, judges, True).frame
    assert [text.endswith("*") for text in untested["chrF ↑"]] == [False, False, True]
    note = choice_tables.gain_note(made, 3)
    assert note.startswith("2 of 3 systems are shown. In brackets: the difference from good. *: differs sig")
    assert "are shown" not in choice_tables.gain_note(made, 2)


@pytest.mark.parametrize("name", ["first", "random", "mbr:ter", "oracle:bleu", "corpus-oracle:chrf"])
def test_a_choice_that_became_a_system_is_known_by_its_name(name):
    assert choice_tables.is_choice(choice_tables.choice_system_name(parse(name)))
    assert "uses references" in choice_tables.choice_system_name(parse(name)) or not parse(name).is_bound
    assert not choice_tables.is_choice("GPT-4")
    assert choice_tables.is_choice(choice_tables.tuned_weights_name("MERT"))


def test_what_is_offered_can_be_made_of_these_lists():
    lists = toy_lists()
    offered = allowed_criteria(lists)
    assert Criterion("decoder") in offered
    assert Criterion("mbr", "nist") not in offered  # it weighs by the references of the whole set
    chooser = Chooser(lists, REFERENCES, UNSMOOTHED)
    assert all(len(chooser.choose(one).picks) == 2 for one in first_criteria(lists, ()))
    assert np.array_equal([one.kind for one in offered[:3]], ["first", "random", "decoder"])
