"""What is scored when, told by looks at a folder in memory: nothing here waits."""

import hashlib
from dataclasses import replace

import pytest
import sacrebleu

from scoring import BLEU, CHRF, TER
from scoring.lab.watching import ScoreRecord, Watch, follow_folders
from scoring.lab.watching.watch import PATIENCE
from scoring.significance import bootstrap
from scoring.significance.resampling import draws
from tests.scoring.lab.watching.made import GOOD, LIMITS, POOR, REFERENCE, Shelf, row, scorer


@pytest.fixture
def path(tmp_path):
    return tmp_path / "scores.parquet"


BY_BLEU = (BLEU(),)


def watching(path, shelf, metrics=BY_BLEU, **others):
    """A watch; ``told`` and ``notes`` are what it says."""
    found = Watch(shelf, others.get("scorer", scorer()), metrics, ScoreRecord(path, LIMITS), lambda *_: None, print)
    found.told, found.notes = [], []
    found.on_scores = lambda name, scores: found.told.append(name)
    found.on_note = found.notes.append
    return found


def rows(path, *columns):
    table = ScoreRecord(path, LIMITS)._rows()
    return list(zip(*(table[column].to_pylist() for column in columns), strict=True))


def test_an_output_is_taken_once_it_is_the_same_at_two_looks(path):
    shelf = Shelf(**{"step-10": POOR, "step-9": GOOD})
    watch = watching(path, shelf)
    assert watch.look() == 2
    assert shelf.reads == []
    shelf.put("step-11", GOOD)
    assert watch.look() == 1
    assert watch.told == ["step-9", "step-10"]
    assert watch.look() == 0
    assert watch.look() == 0
    assert shelf.reads == watch.told == ["step-9", "step-10", "step-11"]
    assert rows(path, "name", "step") == [("step-9", 9), ("step-10", 10), ("step-11", 11)]


def test_outputs_that_are_the_same_are_told_also_of_those_scored_before(path):
    told = []

    def look(shelf):
        with_oddities = replace(
            scorer(), on_read=lambda columns, output, odd: told.append([one.sentence for one in odd])
        )
        watch = watching(path, shelf, scorer=with_oddities)
        watch.look()
        watch.look()
        return watch

    shelf = Shelf(a=GOOD, b=POOR)
    look(shelf)
    shelf.put("c", GOOD)
    watch = look(shelf)
    del shelf.files["a"]
    shelf.put("c", POOR + b"\n")
    shelf.put("d", GOOD)
    watch.look()
    watch.look()
    assert told == [[], [], ["a and c have the same output."], []]


def test_a_file_that_grows_is_not_read(path):
    shelf = Shelf()
    watch = watching(path, shelf)
    for end in range(10, 60, 10):
        shelf.put("a.txt", GOOD[:end])
        assert watch.look() == 1
    assert shelf.reads == []
    shelf.put("a.txt", GOOD)
    watch.look()
    watch.look()
    assert watch.told == ["a.txt"]


def test_what_changes_while_it_is_read_waits(path):
    shelf = Shelf(**{"a.txt": POOR})
    watch = watching(path, shelf)
    watch.look()
    read = shelf.read

    def changing(name, stamp):
        shelf.put("a.txt", GOOD)
        return read(name, stamp)

    shelf.read = changing
    assert watch.look() == 1
    shelf.read = read
    assert watch.look() == 1
    assert watch.told == []
    assert watch.look() == 0
    assert rows(path, "output_digest") == [(hashlib.blake2b(GOOD, digest_size=16).hexdigest(),)]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"one\ntwo\n", "expected 3 lines, as many as the references have, found 2. It is scored once it has as many."),
        (GOOD + POOR, "expected 3 lines, as many as the references have, found 6."),
        (b"one\n\xff\nthree\n", "short.txt, line 2: expected text in UTF-8, found the byte 0xFF at offset 4."),
        (b"", "the file is empty"),
    ],
)
def test_what_cannot_be_scored_is_waited_for_then_named_once_and_tried_again_when_it_changes(path, data, said):
    shelf = Shelf(**{"short.txt": data, "whole.txt": GOOD})
    watch = watching(path, shelf)
    for _ in range(PATIENCE - 1):
        assert watch.look() > 0
    assert watch.notes == []
    assert watch.look() == 0
    assert watch.look() == 0
    (note,) = watch.notes
    assert note.startswith("short.txt")
    assert said in note
    assert shelf.reads.count("short.txt") == 1
    shelf.put("short.txt", GOOD)
    watch.look()
    assert watch.look() == 0
    assert watch.told == ["whole.txt", "short.txt"]


def test_started_again_it_scores_only_what_is_new(path):
    shelf = Shelf(a=GOOD, b=POOR)
    first = watching(path, shelf)
    first.look(), first.look()
    before = rows(path, "name", "score")
    shelf.put("c", GOOD)
    shelf.put("a", GOOD)  # written again, with the same content
    again = watching(path, shelf)
    again.look(), again.look()
    assert (again.told, again.n_scored, again.n_known) == (["c"], 1, 2)
    assert rows(path, "name", "score")[:2] == before


def test_a_changed_file_is_a_new_row_also_when_it_changes_back(path):
    shelf = Shelf(a=GOOD)
    watch = watching(path, shelf)
    for data in (GOOD, POOR, GOOD):
        shelf.put("a", data)
        watch.look(), watch.look()
    scores = [score for (score,) in rows(path, "score")]
    assert scores[0] == scores[2] > scores[1]
    said = "a or its --encoding has changed since it was scored: new scores are added, old ones stay."
    assert watch.notes == [said] * 2
    again = watching(path, shelf)
    again.look(), again.look()
    assert again.n_scored == 0


def test_equal_names_in_two_folders_are_scored_once_each(path):
    ScoreRecord(path, LIMITS).append([row("a", 10.0, folder=None)])
    for _ in range(2):
        for folder, data in (("one", GOOD), ("two", POOR)):
            watch = watching(path, Shelf(a=data))
            watch.folder = folder
            watch.look(), watch.look()
            assert not watch.notes
    assert rows(path, "folder", "name") == [(None, "a"), ("one", "a"), ("two", "a")]


def test_rows_from_before_outputs_had_folders_count(path):
    shelf = Shelf(a=GOOD)
    watch = watching(path, shelf)
    watch.look(), watch.look()
    (old,) = ScoreRecord(path, LIMITS)._rows().to_pylist()
    path.unlink()
    ScoreRecord(path, LIMITS).append([old | {"folder": None}])
    again = watching(path, shelf)
    again.look(), again.look()
    assert (again.n_scored, again.n_known) == (0, 1)


def test_scores_that_are_removed_meanwhile_are_written_again(path):
    shelf = Shelf(a=GOOD, b=POOR)
    watch = watching(path, shelf)
    watch.look(), watch.look()
    before = rows(path, "name", "score", "output_digest")
    path.unlink()
    for name in "cd":
        shelf.put(name, GOOD)
        watch.look(), watch.look()
    assert rows(path, "name", "score", "output_digest")[:2] == before
    assert [name for (name,) in rows(path, "name")] == ["a", "b", "c", "d"]
    (note,) = watch.notes
    assert note.startswith(f"{path} was removed: it is written again with all scores so far.")


def test_text_that_is_read_in_another_encoding_is_scored_anew(path):
    shelf = Shelf(a=GOOD.replace(b"cat", b"c\xe3t"))
    for encoding, expected in (("latin-1", 1), ("iso-8859-1", 1), ("cp1250", 2), ("latin-1", 3)):
        watch = watching(path, shelf, scorer=replace(scorer([["the cãt sat", *REFERENCE[1:]]]), encoding=encoding))
        watch.look(), watch.look()
        assert len(rows(path, "score")) == expected
    latin, middle, again = rows(path, "score")
    assert latin == again > middle


def test_another_metric_or_reference_adds_rows_of_its_own(path):
    shelf = Shelf(a=GOOD)
    for metrics, references in (
        ([BLEU()], [REFERENCE]),
        ([BLEU(), CHRF()], [REFERENCE]),
        ([BLEU(), CHRF()], [REFERENCE, GOOD.decode().split("\n")[:3]]),
        ([BLEU(lowercase=True)], [REFERENCE]),
    ):
        watch = watching(path, shelf, metrics, scorer=scorer(references))
        watch.look(), watch.look()
        assert not watch.notes
    found = rows(path, "metric", "signature", "reference_digest")
    assert [metric for metric, _, _ in found] == ["bleu", "chrf", "bleu", "chrf", "bleu"]
    assert len(set(found)) == 5
    assert found[2][1].startswith("nrefs:2")
    assert len({digest for _, _, digest in found}) == 2


def test_scores_are_sacrebleus_and_intervals_those_of_the_test(path):
    references, outputs = REFERENCE * 10, POOR.decode().split("\n")[:3] * 10
    shelf = Shelf(a="".join(f"{line}\n" for line in outputs).encode())
    watch = watching(path, shelf, [BLEU(), TER()], scorer=scorer([references]))
    watch.look(), watch.look()
    (bleu, low, high, resamples, seed), (ter, *_) = rows(path, "score", "low", "high", "resamples", "seed")
    assert bleu == pytest.approx(sacrebleu.corpus_bleu(outputs, [references]).score, abs=1e-12)
    assert ter == pytest.approx(sacrebleu.corpus_ter(outputs, [references]).score, abs=1e-12)
    measured = {"x": BLEU().statistics(outputs, [references])}
    assert (low, high) == bootstrap(BLEU(), measured, resamples, seed).interval("x")
    assert (resamples, seed) == (10_000, 1)


def test_resamples_are_drawn_once_for_all_metrics(path, monkeypatch):
    drawn, choices = [], draws.choices
    monkeypatch.setattr(draws, "choices", lambda *args: drawn.append(args) or choices(*args))
    shelf = Shelf(a=POOR)
    watch = watching(path, shelf, [BLEU(), CHRF(), TER()])
    watch.look(), watch.look()
    assert len(rows(path, "metric")) == 3
    assert len(drawn) == 1


def test_what_is_not_defined_is_null(path):
    shelf = Shelf(a=b"\n")
    watch = watching(path, shelf, scorer=scorer([[""]]))
    watch.look(), watch.look()
    assert rows(path, "score", "low", "high") == [(None, None, None)]


def test_what_is_no_output_is_said_once(path):
    shelf = Shelf(a=GOOD)
    shelf.others = {f"dir-{number}": "a folder" for number in range(12)}
    watch = watching(path, shelf)
    watch.look(), watch.look()
    listed = ", ".join(f"dir-{number} (a folder)" for number in range(5))
    assert watch.notes == [f"Not scored: {listed}, and 7 others."]


def test_a_folder_that_is_gone_for_a_while_is_looked_at_again(path):
    shelf = Shelf(a=GOOD)
    watch = watching(path, shelf)
    watch.look()
    look = shelf.look

    def gone():
        raise OSError(5, "Input/output error")

    shelf.look = gone
    assert watch.look() == 1
    assert watch.look() == 1
    assert shelf.reads == []
    shelf.look = look
    shelf.put("b", POOR)
    watch.look(), watch.look()
    assert watch.told == ["a", "b"]
    assert watch.notes == ["The folder cannot be read (Input/output error); it is looked at again."]
    shelf.look = gone
    with pytest.raises(OSError, match="Input/output"):
        watching(path, shelf).look()


def test_a_file_that_cannot_be_read_is_tried_again_and_then_named(path):
    shelf = Shelf(a=GOOD, b=POOR)
    watch = watching(path, shelf)
    read, refusals = shelf.read, {"a": 2, "b": 99}

    def refusing(name, stamp):
        refusals[name] -= 1
        if refusals[name] >= 0:
            raise PermissionError(13, "Permission denied")
        return read(name, stamp)

    shelf.read = refusing
    for _ in range(PATIENCE + 2):
        watch.look()
    assert watch.told == ["a"]
    assert watch.notes == ["b: cannot be read (Permission denied)."]
    assert (watch.look(), watch.n_wrong) == (0, 1)
    refusals["b"] = 0
    assert watch.look() == 0
    assert watch.told == ["a", "b"]
    assert (len(watch.notes), watch.n_wrong) == (1, 0)


def test_what_is_wrong_with_a_file_counts_only_as_long_as_it_is_there_as_it_was(path):
    shelf = Shelf(a=b"one\n", b=b"two\n", c=b"six\n")
    watch = watching(path, shelf)
    for _ in range(PATIENCE):
        watch.look()
    assert (len(watch.notes), watch.n_wrong) == (3, 3)
    del shelf.files["a"]
    shelf.put("b", GOOD)
    watch.look(), watch.look()
    assert (watch.told, len(watch.notes), watch.n_wrong) == (["b"], 3, 1)


def test_once_it_looks_twice_and_leaves_what_is_written_for_the_next_time(path):
    shelf = Shelf(a=GOOD, b=POOR, short=b"one\n")
    watch = watching(path, shelf)
    slept = []

    def sleep(seconds):
        slept.append(seconds)
        shelf.put("b", GOOD)

    with pytest.raises(ValueError, match="1 file could not be scored; the notes above say why"):
        follow_folders([watch], 2.5, once=True, sleep=sleep)
    assert (slept, watch.told) == ([2.5], ["a"])
    assert "short: expected 3 lines" in watch.notes[0]
    assert watch.notes[1] == "1 file is being written at this moment, and left for the next time."


def test_once_a_folder_that_is_gone_at_the_second_look_is_an_error(path):
    shelf = Shelf(a=GOOD)
    watch = watching(path, shelf)

    def gone():
        raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output"):
        follow_folders([watch], 1, once=True, sleep=lambda _: setattr(shelf, "look", gone))
    assert not watch.notes


def test_otherwise_it_goes_on_until_it_is_ended(path):
    shelf, slept = Shelf(a=GOOD), []
    watch = watching(path, shelf)

    def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 2:
            shelf.put("b", POOR)
        if len(slept) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        follow_folders([watch], 7, once=False, sleep=sleep)
    assert watch.told == ["a", "b"]
