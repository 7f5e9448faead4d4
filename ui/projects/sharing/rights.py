"""The words for each right on a project: one table, from which all pages have them. Pure."""

from dataclasses import dataclass

from workspace import Project, Right


@dataclass(frozen=True)
class RightWords:
    """What is said of a right."""

    they: str
    """What is said of somebody who has the right."""
    you: str
    """What is said to everybody who has the right."""
    can: str
    """what it is good for"""
    advice: str
    """what follows, to everybody who has it"""


WORDS = {
    Right.READ: RightWords(
        "may read",
        "you may read it",
        "sees everything in the project, changes nothing, and can make a copy of their own",
        "To add to it or change it, make a copy of your own.",
    ),
    Right.EDIT: RightWords(
        "may edit",
        "you may change it",
        "adds, changes and deletes test sets and views",
        "All others see what you add to it or change in it.",
    ),
    Right.OWN: RightWords("owner", "it is yours", "all that, and shares and deletes the project", ""),
}


def they(right: Right) -> str:
    """Such as ``may read``."""
    return WORDS[right].they


def to_you(project: Project) -> str:
    """Who shares a project with the person who looks at it, what these may do, and what follows from it."""
    said = WORDS[project.right]
    if project.right is Right.OWN:
        return "It is yours."
    return f"Shared by {project.owner or 'somebody'}: {said.you}. {said.advice}"
