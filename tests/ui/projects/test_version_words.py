"""What is said of versions, and of times."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from ui.kit import moments
from ui.projects import sets
from workspace import Changes, NameChanges, Version

MADE = datetime(2026, 3, 3, 14, 2, tzinfo=UTC)


def version(number, changes):
    return Version(number, "", "abcdef0123456789", MADE, 1002, ("A", "B", "C"), ("R",), ("DA", "DA"), changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        (Changes(systems=NameChanges(added=("checkpoint-40k",))), "+ checkpoint-40k"),
        (Changes(systems=NameChanges(("new",), ("old",), ("same",))), "+ new, − old, same changed"),
        (
            Changes(references=NameChanges(added=("B",)), others=NameChanges(removed=("scores DA",))),
            "+ reference B, − scores DA",
        ),
        (Changes(segments=(1000, 1002)), "1,000 → 1,002 segments"),
        (Changes(is_reordered=True), "another order"),
        (Changes(systems=NameChanges(added=tuple("abcdefghij"))), "+ a, + b, + c, + d, + e, + f, + g, + h, 2 more"),
    ],
)
def test_what_a_version_changed(changes, expected):
    assert sets.version_changes(version(2, changes)) == expected


def test_the_row_of_a_project_says_what_changed_last_and_when():
    assert sets.newest_change(version(1, Changes())) == "added 3 March 2026"
    many = Changes(systems=NameChanges(added=tuple("abc")))
    assert sets.newest_change(version(2, many)) == "+ a, + b, 1 more, 3 March 2026"


def test_a_first_version_says_what_it_has():
    assert sets.version_changes(version(1, Changes())) == "first version: 3 systems, 1,002 segments"
    assert sets.version_contents(version(1, Changes())) == [
        "Systems: A, B, C",
        "References: R",
        "Judgments: DA",
    ]
    assert sets.short_fingerprint(version(1, Changes())) == "#abcdef01"


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (datetime(2026, 3, 3, 23, 59, tzinfo=UTC), "today, 14:02"),
        (datetime(2026, 3, 4, 0, 1, tzinfo=UTC), "yesterday, 14:02"),
        (datetime(2026, 3, 5, 0, 1, tzinfo=UTC), "3 March 2026"),
        (datetime(2026, 3, 4, 1, 0, tzinfo=ZoneInfo("Asia/Tokyo")), "yesterday, 23:02"),
        (datetime(2026, 3, 3, 20, 0, tzinfo=ZoneInfo("Pacific/Kiritimati")), "4 March 2026"),
    ],
)
def test_when_something_was(now, expected):
    assert moments.moment_words_at(MADE, now) == expected
