"""Match the names of systems in files with a test set's systems, if the match is obvious."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ...output.numbers import counted
from ...testset import TestSet
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from ...validation import short_repr
from ..columns import Notice
from ..errors import FormatError
from ..tables.spreadsheets import unescape_cell

MAX_NAMES_SHOWN = 30
"""Maximum number of names that one error lists."""
_REFERENCE = re.compile(r"(?:^|.*[^a-z])ref(?:erence)?s?[ ._-]?(?P<letter>[a-z0-9]?)$")
_CAMPAIGN = re.compile(r"^(?:(?:wmt|newstest)\d+[._-]|\d+\.)")
_RUN = re.compile(r"\.\d+$")


class UnmatchedError(FormatError):
    """Error for systems of a file of judgments that the test set does not have."""

    def __init__(self, file: str, unmatched: Sequence[str], systems: Sequence[str]):
        advice = "Say which is which, or leave these out."
        problem = f"{_names_phrase(unmatched)}, which no system is called; there are {_names_phrase(systems)}"
        super().__init__(file, problem, advice=advice)
        self.args = (file, unmatched, systems)
        self.unmatched = tuple(unmatched)
        """Names without a system, as the file writes them."""
        self.systems = tuple(systems)
        """Systems of the test set that no name of the file matches."""


@dataclass(frozen=True)
class SystemNames:
    """The system of the test set for each name of a file."""

    systems: Mapping[str, str | None]
    """System of each name in the file; None for a name that is left out."""
    references: tuple[str, ...]
    """Names in a file that are left out because they are references."""

    def notices(self) -> list[Notice]:
        notices = []
        if self.references:
            is_one = "is a reference and" if len(self.references) == 1 else "are references and"
            message = f"{_names_phrase(self.references)} {is_one} not among the systems; left out."
            notices.append(Notice("reference-left-out", message, len(self.references)))
        renamed = [f"{name} is {system}" for name, system in self.systems.items() if system not in (None, name)]
        if renamed:
            message = f"Names that differ: {', '.join(renamed[:MAX_NAMES_SHOWN])}."
            notices.append(Notice("names", message, len(renamed)))
        left_out = [name for name, system in self.systems.items() if system is None and name not in self.references]
        if left_out:
            notices.append(
                Notice(
                    "left-out",
                    f"{counted(len(left_out), 'system')} left out: {_names_phrase(left_out)}.",
                    len(left_out),
                )
            )
        return notices


def match_names(
    file: str, names: Sequence[str], test_set: TestSet, system_of_name: Mapping[str, str | None], by_file: bool = False
) -> SystemNames:
    """Return the system of each name: by ``system_of_name``, else the same name, else one that differs in marks.

    References that are rated are left out, and so are further names once every system has a name. ``by_file`` says that
    the only name is the file's: in a set with one system it is that system. Raises ``UnmatchedError`` if names are
    left over on both sides, ``ValueError`` for a given system that does not exist.
    """
    unknown = [
        system for system in system_of_name.values() if system is not None and system not in test_set.system_names
    ]
    if unknown:
        hint = did_you_mean(unknown[0], test_set.system_names)
        raise ValueError(
            f"No system is called {short_repr(unknown[0])}; there are {', '.join(test_set.system_names)}{hint}."
        )
    systems = {name: system_of_name[name] for name in names if name in system_of_name}
    for form in FORMS:
        other_names = [name for name in names if name not in systems]
        systems |= _pairs(other_names, _free(test_set, systems), form)
    references = [name for name in names if name not in systems and is_reference(name, test_set)]
    systems |= dict.fromkeys(references)
    other_names = [name for name in names if name not in systems]
    free = _free(test_set, systems)
    if by_file and len(other_names) == len(test_set.systems) == 1:
        systems[other_names[0]], other_names = free[0], []
    if other_names and free:
        raise UnmatchedError(file, other_names, free)
    systems |= dict.fromkeys(other_names)
    counts = Counter(system for system in systems.values() if system is not None)
    twice = next((system for system, count in counts.items() if count > 1), None)
    if twice is not None:
        both = _names_phrase([name for name, system in systems.items() if system == twice], " and ")
        raise FormatError(file, f"{both} for the system {twice}", "one name a system")
    return SystemNames({name: systems[name] for name in names}, tuple(references))


def is_reference(name: str, test_set: TestSet) -> bool:
    """Return whether a name is a reference's in the set, or looks like one: ``refA``, ``ref.B``, ``synthetic_ref``."""
    return _REFERENCE.match(name.lower()) is not None or letters_and_digits(name) in map(
        letters_and_digits, test_set.reference_names
    )


def letters_and_digits(name: str) -> str:
    """Return only the letters, in small form, and the digits of a name, of all alphabets."""
    return re.sub(r"[\W_]+", "", name.casefold())


FORMS: tuple[Callable[[str], str], ...] = (
    lambda name: name,
    unescape_cell,
    letters_and_digits,
    lambda name: letters_and_digits(_RUN.sub("", _CAMPAIGN.sub("", name.lower()))),
)
"""Functions that make the forms in which names are compared, the strictest first."""


def _pairs(names: Sequence[str], systems: Sequence[str], form: Callable[[str], str]) -> dict[str, str]:
    """Return the system of each name with an equal form, if both are the only ones with this form."""
    forms = [form(name) for name in names]
    of_systems = {form(system): system for system in systems}
    counts, of_system_counts = Counter(forms), Counter(map(form, systems))
    return {
        name: of_systems[key]
        for name, key in zip(names, forms, strict=True)
        if key and counts[key] == of_system_counts[key] == 1
    }


def _free(test_set: TestSet, systems: Mapping[str, str | None]) -> list[str]:
    """Return the systems that have no name yet."""
    used_systems = set(systems.values())
    return [system for system in test_set.system_names if system not in used_systems]


def _names_phrase(names: Sequence[str], between: str = ", ") -> str:
    rest = f" and {len(names) - MAX_NAMES_SHOWN:,} more" if len(names) > MAX_NAMES_SHOWN else ""
    return (between.join(map(clean_name, names[:MAX_NAMES_SHOWN])) or "none") + rest
