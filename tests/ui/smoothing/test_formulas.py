"""ui/smoothing/formulas.py: the numbers that it prints give the scores that it prints."""

import math
import re

import pytest
from lxml import html

from scoring import BLEU
from scoring.bleu.dialects import DIALECTS, Parameters
from scoring.bleu.smoothing import PAPER
from tests.cases import as_one_test
from ui.smoothing import formulas, methods

CASES = [
    ("you are ready ?", ["are you ready ?"]),
    ("the cat the cat on the mat", ["the cat is on the mat", "there is a cat on the mat"]),
    ("It is a guide to action which ensures that the military", ["It is a guide to action that ensures the military"]),
    ("b a", ["a b"]),
    ("a", ["a"]),
    ("", ["a b"]),
    ("x", ["a b c"]),
]


def drawn(hypothesis, references, max_order=4, parameters=None):
    bleu = BLEU(tokenize="none", max_order=max_order)
    row = bleu.statistics([hypothesis], [[reference] for reference in references])[0]
    bleus = methods.paper(bleu, parameters or Parameters())
    terms = methods.method_arithmetic(bleus, row)
    return html.fromstring(formulas.methods_table(terms, bleus)), terms


@as_one_test
@pytest.mark.parametrize(("hypothesis", "references"), CASES)
@pytest.mark.parametrize("max_order", [1, 2, 4, 9])
def test_each_row_can_be_computed_again_from_its_cells(hypothesis, references, max_order):
    tree, terms = drawn(hypothesis, references, max_order)
    rows = tree.xpath("//tbody/tr[not(@class)]")
    assert [row[0].text_content() for row in rows] == list(PAPER)
    for row, method in zip(rows, PAPER, strict=True):
        *cells, penalty, score = (cell.xpath("string(text())") or cell.text_content() for cell in row[1:])
        precisions = [0.0 if cell == "none" else float.__truediv__(*map(float, cell.split(" / "))) for cell in cells]
        mean = math.prod(precisions) ** (1 / max_order) if any(terms[method].matches) else 0.0
        assert float(score) == pytest.approx(100 * float(penalty) * mean, abs=0.006)


@as_one_test
@pytest.mark.parametrize(("hypothesis", "references"), CASES)
@pytest.mark.parametrize("method", ["1", "2", "3", "4", "5", "6", "7"])
def test_each_formula_gives_the_number_in_its_cell(hypothesis, references, method):
    """What stands right of the = signs, computed by Python."""
    tree, terms = drawn(hypothesis, references, parameters=Parameters(0.2, 3, 4))
    how = tree.xpath("//tr[@class='how']")[list(PAPER).index(method)]
    source = html.tostring(how, encoding="unicode")
    formula = re.compile(r"(m′|p)<sub>(\d)</sub> = ([^;,=]+?)(?: = [\d.e-]+)?(?:, prior[^;]*)?(?:;|</td>|$)")
    found = 0
    for kind, order, right in formula.findall(source.replace("&#8242;", "′").replace("\xa0", " ")):
        right = right.replace("ε = ", "").replace("×", "*").replace("ln ", "math.log")
        right = re.sub(r"math\.log([\d.]+)", r"math.log(\1)", re.sub(r"<sup>(\d+)</sup>", r"**\1", right))
        value = eval(re.sub(r"<[^>]*>|&nbsp;", "", right).strip(" ε=") or "0.2", {"math": math})  # noqa: S307
        exact = terms[method].smoothed_matches if kind == "m′" else terms[method].precisions
        assert value == pytest.approx(exact[int(order) - 1], rel=1e-3)
        found += 1
    changed = sum(
        abs(m - s) > 1e-12 or t != u
        for m, s, t, u in zip(
            terms[method].matches,
            terms[method].smoothed_matches,
            terms[method].totals,
            terms[method].smoothed_totals,
            strict=True,
        )
    )
    assert found >= changed
    assert source.count("counts by 4") == (
        method == "7" and terms[method].smoothed_matches[0] != terms[method].matches[0]
    )


def test_unchanged_counts_bear_no_mark():
    tree, _ = drawn("a b c d", ["a b c d"])
    assert not tree.xpath("//tr[position() < 4]//td[@class='changed']")


def test_changed_counts_are_marked_order_by_order():
    tree, terms = drawn("you are ready ?", ["are you ready ?"])
    for row, (method, found) in zip(tree.xpath("//tbody/tr[not(@class)]"), terms.items(), strict=True):
        marked = ["changed" in (cell.get("class") or "") for cell in row[1:5]]
        before = [*zip(found.matches, found.totals, strict=True)]
        after = [*zip(found.smoothed_matches, found.smoothed_totals, strict=True)]
        assert marked == [old != new for old, new in zip(before, after, strict=True)], method
    assert len(tree.xpath("//td[@class='changed']")) > 10


def test_toolkits_say_what_is_not_defined():
    bleu = BLEU(tokenize="none")
    row = bleu.statistics(["you are ready ?"], [["are you ready ?"]])[0]
    parameters = Parameters()
    others = methods.method_arithmetic(methods.toolkit_metrics(bleu, parameters), row)
    drawn = formulas.toolkits_html(others, methods.method_arithmetic(methods.paper(bleu, parameters), row))
    said = html.fromstring(drawn).text_content()
    assert "6 not defined (paper 14.29)" in said
    assert "7 32.65 (paper 42.20)" in said
    assert "exp 37.99 " in said
    assert {b.text for b in html.fromstring(drawn).xpath("//b[@class='other']")} >= {"not defined", "32.65"}
    assert "exp 37.99 (paper" not in said
    for name, dialect in DIALECTS.items():
        assert (dialect.label in said) == (name != "paper")
