"""What the command line writes for spreadsheets runs no name of a system as a formula, and keeps its numbers."""

import pytest

from scoring.cli.main import main


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("reference,system =HYPERLINK(1),system -b\na b c d,a b c d,a b c e\nc d e f,c d e f,c d\n")
    return str(path)


@pytest.mark.parametrize(
    "arguments", [["score"], ["score", "--segments"], ["significance", "--trials", "100"], ["score", "-m", "ter"]]
)
def test_no_cell_begins_as_a_formula_does(table, arguments, capsys):
    command, *others = arguments
    assert main([command, table, "-i", table, *others, "--format", "tsv"]) == 0
    cells = [cell for line in capsys.readouterr().out.splitlines() for cell in line.split("\t")]
    assert any("HYPERLINK" in cell for cell in cells)
    begins = [cell for cell in cells if cell.startswith(("=", "@", "+", "-"))]
    assert all(is_number(cell) for cell in begins), begins


def is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True
