"""What an address asks of Learn that there is not: one sentence each, with what is shown in its place."""

from collections.abc import Iterator

from course import listing, memory, present
from course.quiz import quiz
from ui.kit import changes
from ui.session import state

UNREAD = {
    "answer": "The answer in this address cannot be read, so the question is open: answer it here.",
    "edit": "The change in this address cannot all be read; the rest is as the lesson brings it. Is the link whole?",
}
"""Parameter -> what is said if it cannot be read."""


def draw_bad_links(name: str) -> None:
    """``name`` is the part that is shown."""
    for sentence in sentences(name):
        changes.draw_sentence(changes.FAILED, sentence)


def sentences(name: str) -> Iterator[str]:
    asked, part = state.address_value("lesson"), state.address_value("part")
    if asked and asked not in listing.NAMES:
        yield f"There is no lesson “{asked}”. Shown is “{listing.part_title(name)}”; choose another from the list."
    if name in quiz.NAMES:
        yield from of_quiz()
    elif state.address_value("present") and part not in present.presented_parts(name, in_class=True):
        yield f"This lesson has no part “{part}”, so it is at its beginning. Its answer is “part={present.ANSWER}”."
    yield from (UNREAD[which] for which in memory.unread(name))


def of_quiz() -> Iterator[str]:
    for key, what in (("present", "no slides"), ("notes", "no notes for the teacher")):
        if state.address_value(key):
            yield f"The ten questions have {what}: they are answered by each alone, here."
