"""Tables as LaTeX: text stays text whatever it holds, and pdflatex knows every character that the program writes."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.output.latex import Best, captioned_table, comments, escape_latex, tabular
from tests.cases import as_one_test
from tests.hostile import TEXTS

SIGNS = "−±×·≤≥≈∞√→²′▲▼–—‘’“”…"
"""All that tables of this project write beyond ASCII."""
BOOKTABS = r"% \usepackage{booktabs}"
READ = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textasciigrave{}": "`",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\char34{}": '"',
}


def read(written):
    """What LaTeX would print, by another way than the writer's: from left to right, one command after the other."""
    found, at = [], 0
    while at < len(written):
        command = next((command for command in READ if written.startswith(command, at)), None)
        if command:
            found.append(READ[command])
            at += len(command)
        elif written[at] == "\\":
            assert written[at + 1] in "&%$#_{}", written
            found.append(written[at + 1])
            at += 2
        elif written.startswith("{}", at):
            at += 2
        else:
            assert written[at] not in "&%$#_{}~^", "would do something"
            found.append(written[at])
            at += 1
    return "".join(found)


def rows_of(table):
    body = table.split("\\midrule\n")[1].split("\\bottomrule")[0]
    return [re.split(r"(?<!\\)&", line.removesuffix(r" \\")) for line in body.strip("\n").split("\n")]


def test_a_table_as_a_whole():
    assert tabular(["system", "BLEU A − B"], [["a_b", Best("2.50")], ["50%", "-0.25"]], "lr") == (
        "% \\usepackage{booktabs}\n"
        "\\begin{tabular}{lr}\n"
        "\\toprule\n"
        "system &  BLEU A $-$ B \\\\\n"
        "\\midrule\n"
        "a\\_b   & \\textbf{2.50} \\\\\n"
        "50\\%   &       $-$0.25 \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}"
    )


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_text_is_printed_as_it_is(text):
    assert read(escape_latex(text)) == text


@pytest.mark.parametrize("text", ["a--b", "---", "''", "``", ",,", "<<", ">>", "?`", "-----"])
def test_no_two_signs_become_one(text):
    written = escape_latex(text)
    assert not any(ligature in written for ligature in ("--", "''", "``", ",,", "<<", ">>", "?`"))
    assert read(written) == text


@as_one_test
@pytest.mark.parametrize("sign", SIGNS)
def test_signs_are_written_in_ascii(sign):
    written = escape_latex(f"1 {sign} 2")
    assert written.isascii()
    assert re.fullmatch(r"1 (\$[^$]+\$|\\[a-z]+\{\}) 2", written)


@pytest.mark.parametrize("cell", ["[2pt]", "*", "*[1]"])
def test_no_cell_is_an_option_of_the_row_before_it(cell):
    table = tabular([cell, "n"], [[cell, "1"], [cell, "2"]], "lr")
    assert not re.search(r"(\\\\|rule)\s*[\[*]", table)
    assert [read(row[0]).strip() for row in rows_of(table)] == [cell, cell]


def test_a_minus_is_a_minus_only_in_numbers():
    table = tabular(["-1", "-", "-x"], [["-1", "-1.5", "-x"]], "lrr")
    assert [cell.strip() for cell in rows_of(table)[0]] == ["-1", "$-$1.5", "-x"]


def test_a_mark_behind_a_number_takes_no_room():
    table = tabular(["a*", "n"], [["x1*", "-1.5 (+0.2)*"], ["y", "2*"]], "lr")
    assert [[cell.strip() for cell in row] for row in rows_of(table)] == [
        ["x1*", r"$-$1.5 (+0.2)\rlap{*}"],
        ["y", r"2\rlap{*}"],
    ]


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("plain", [BOOKTABS]),
        ("Český Łódź façade ¿", [BOOKTABS, r"% \usepackage[T1]{fontenc}"]),
        ("系统", [BOOKTABS, r"% \usepackage[T1]{fontenc}", "% pdflatex does not know all of these characters: use"]),
    ],
)
def test_what_the_table_takes_stands_above_it(name, needed):
    lines = tabular(["system"], [[name]], "l").split("\n")
    assert [line[: len(begin)] for line, begin in zip(lines, needed, strict=False)] == needed
    assert lines[len(needed)] == r"\begin{tabular}{l}"


@pytest.mark.parametrize("given", ["a\nb", "a\tb", "a\u2028b", "a\u2029b", "a\u3000b", "a\x00b"])
def test_what_has_no_shape_is_a_blank(given):
    assert escape_latex(given) == "a b"
    assert escape_latex("\u202ea\ufeffb\xad\ud800") == "ab?"


def test_a_letter_and_its_accent_are_one_character():
    assert escape_latex("e\N{COMBINING ACUTE ACCENT}") == "é"


@as_one_test
@pytest.mark.parametrize("text", [*TEXTS, "a\nb", "a\u2028b", "a\tb\x00", "\u202eabc", "\ud800"])
def test_whatever_a_cell_holds_it_is_one_cell_of_one_line(text):
    table = tabular(["text", "n"], [[text, "1"]], "lr")
    table.encode()
    ((_, number),) = rows_of(table)
    assert number == " 1"
    assert "\n" not in comments([text])


def test_comments_are_typed():
    assert comments(["p ≤ 0.05", "A − B"]) == "% p <= 0.05\n% A - B"


def test_a_table_without_rows_has_its_head():
    assert "a & b \\\\\n\\midrule\n\\bottomrule" in tabular(["a", "b"], [], "ll")


GROUPED = tabular(
    ["metric", "a", "b", "c"],
    [[row, "1", "2", "3"] for row in "xyz"],
    "lrrr",
    column_groups=["", "both", "both", "50%"],
    row_groups={0: "first_one", 1: "second", 2: ""},
)


def test_groups_of_columns_share_a_head_with_a_rule_and_groups_of_rows_have_one():
    assert GROUPED.split("\n")[2:] == [
        r"\toprule",
        r" & \multicolumn{2}{c}{both} & \multicolumn{1}{c}{50\%} \\",
        r"\cmidrule(lr){2-3} \cmidrule(lr){4-4}",
        r"metric & a & b & c \\",
        r"\midrule",
        r"\multicolumn{4}{l}{\emph{first\_one}} \\*",
        r"x      & 1 & 2 & 3 \\",
        r"\addlinespace",
        r"\multicolumn{4}{l}{\emph{second}} \\*",
        r"y      & 1 & 2 & 3 \\",
        r"\midrule",
        r"z      & 1 & 2 & 3 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    plain = tabular(["a", "b"], [["x", "y"]], "ll")
    assert tabular(["a", "b"], [["x", "y"]], "ll", column_groups=["", ""]) == plain


def test_a_table_over_pages_has_all_heads_on_each_and_keeps_its_groups():
    rows = [["x", "1"]] * 60
    long = captioned_table(
        tabular(["a", "b"], rows, "lr", column_groups=["", "B"], row_groups={9: "later"}), "Long", "l"
    )
    assert [long.count(one) for one in (r"\cmidrule(lr){2-2}", r"a & b \\", r"\emph{later}} \\*", r"x & 1 \\")] == [
        2,
        2,
        1,
        60,
    ]
    assert long.count(r"\midrule") == 2
