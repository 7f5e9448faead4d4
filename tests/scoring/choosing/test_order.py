"""Lists of candidates in another order than their references, and lines that are no lists."""

import json

import pytest

from scoring.cli.main import main

NAMES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
TEXTS = [f"the {name} of them {name * 2} home by {name[::-1]} today" for name in NAMES]
ORDER = [7, 2, 11, 4, 0, 9, 1, 3, 10, 5, 8, 6]


def lines(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def choose(tmp_path, capsys, lists, reference, lists_name="lists.jsonl", reference_name="ref.jsonl", *more):
    (tmp_path / lists_name).write_text(lists)
    (tmp_path / reference_name).write_text(reference)
    files = [str(tmp_path / lists_name), str(tmp_path / reference_name)]
    status = main(["choose", *files, "--by", "first", "--judge", "bleu", "--format", "json", *more])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


MOVED = lines({"id": n, "candidates": [TEXTS[n], "something else"]} for n in ORDER)
PLAIN = "".join(f"{text}\n" for text in TEXTS)


def test_lists_line_up_with_references_by_their_ids(tmp_path, capsys):
    chosen = tmp_path / "chosen.txt"
    reference = lines({"id": n, "ref": text} for n, text in enumerate(TEXTS))
    written = ["--write", f"first={chosen}"]
    status, _, err = choose(tmp_path, capsys, MOVED, reference, "lists.jsonl", "ref.jsonl", *written)
    assert status == 0
    assert chosen.read_text().splitlines() == TEXTS
    assert "they are lined up by their ids" in err
    status, _, err = choose(tmp_path, capsys, MOVED, PLAIN, "lists.jsonl", "ref.txt", "--strict")
    assert status == 2
    assert "The rows are not in the order of their ids." in err


def test_a_lists_own_reference_that_contradicts_is_told(tmp_path, capsys):
    own = lines({"reference": TEXTS[n], "candidates": [TEXTS[n], "something"]} for n in ORDER)
    assert "Its references differ" in choose(tmp_path, capsys, own, PLAIN, "lists.jsonl", "ref.txt")[2]
    own = lines({"reference": text, "candidates": [text, "something"]} for text in TEXTS)
    assert "differ" not in choose(tmp_path, capsys, own, PLAIN, "lists.jsonl", "ref.txt")[2]


WORDS = ["Bread", "Fish", "Milk", "Oaks", "Jazz", "Gulls", "Wine", "Kayaks", "Hives", "Crypts", "Vows", "Zinc"]
CANDIDATES = [f"{word} {word * 3} {end}" for word in WORDS for end in ("up", "on")]


@pytest.mark.parametrize(
    ("candidates", "said"),
    [
        ([f"{text}\t-0.3" for text in CANDIDATES], "columns separated by tabs"),
        ([f"{n % 2 + 1}. {text}" for n, text in enumerate(CANDIDATES)], "begins with something like"),
        (CANDIDATES[::2] + CANDIDATES[1::2], "each line is like the one 12 lines later"),
        (CANDIDATES, ""),
    ],
)
def test_lines_that_are_no_lists_are_told(tmp_path, capsys, candidates, said):
    _, _, err = choose(tmp_path, capsys, "".join(f"{one}\n" for one in candidates), PLAIN, "lists.txt", "ref.txt")
    assert (said in err) if said else not err
