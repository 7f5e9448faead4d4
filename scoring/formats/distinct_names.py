"""Names that would be equal, with what tells their files apart: the whole file name, else the folders before it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from ..text.naming import NAME_LENGTH, clean_name, path_parts, without_controls
from .columns import Role
from .names import file_stem, guess_file, name_from_file

_FOLDERS = 20
"""Folders before a file at most that a name has."""
_DOTS = "\N{HORIZONTAL ELLIPSIS}"


def distinct_names(named: Sequence[tuple[str, str]]) -> list[str]:
    """Return a name for each (name, file), none of them twice and none longer than ``NAME_LENGTH``.

    Names that are unique stay. Those of a group that share one become the file's whole name without its ending
    (``our system v2``), or have its folders before them (``sysA/wmt``); a name that is not the file's, but a column's,
    has these behind it (``mine (second)``). Where files do not tell them apart either, they are numbered.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (name, _) in enumerate(named):
        places[name].append(place)
    chosen = {name: [name] for name in places}
    for name, group in places.items():
        if len(group) > 1:
            chosen[name] = _told_apart(name, [named[place][1] for place in group])
    found = [""] * len(named)
    taken: set[str] = set()
    for name, group in sorted(places.items(), key=lambda item: len(item[1]) > 1):  # unique ones stay
        for place, one in zip(group, chosen[name], strict=True):
            found[place] = free_name(one, taken)
            taken.add(found[place])
    return found


def free_name(name: str, taken: set[str]) -> str:
    """Return the name, with the first number that makes it another one than all that are taken; never too long."""
    name = _shortened(name)
    endings = (f" ({number})" for number in count(2))
    numbered = (f"{name[: NAME_LENGTH - len(ending)].rstrip()}{ending}" for ending in endings)
    return name if name not in taken else next(one for one in numbered if one not in taken)


def _told_apart(name: str, files: Sequence[str]) -> list[str]:
    """Return a name for each of these files, which share one name: the shortest by which they differ.

    The same file has the same name again, as have files that nothing tells apart.
    """
    different = list(dict.fromkeys(files))
    ways = zip(*(_candidates(name, file) for file in different), strict=True)
    distinct = next((way for way in ways if len(set(way)) == len(way)), None)
    names = dict(zip(different, distinct or [name] * len(different), strict=True))
    return [names[file] for file in files] if len(different) > 1 else [name] * len(files)


def _candidates(name: str, file: str) -> Iterator[str]:
    """Yield what a file's column can be called, the short ones first; always the same number of names."""
    *folders, last = [without_controls(part) for part in path_parts(file)]
    stem = without_controls(file_stem(file))
    is_files = name in _names_of(file)
    before = ["", *("/".join(folders[-depth:]) + "/" for depth in range(1, _FOLDERS))] if folders else [""] * _FOLDERS
    for way in before:
        for short in (name if is_files else stem, stem, last):
            yield _shortened(f"{way}{short}" if is_files else f"{name} ({way}{short})")


def _names_of(file: str) -> set[str]:
    """Every name that readers make of a file's own name."""
    return {clean_name(file_stem(file)), guess_file(file).name, *(name_from_file(file, role) for role in Role)}


def _shortened(name: str) -> str:
    """Return the name with dots for its middle where it is too long: names often differ at their ends."""
    end = NAME_LENGTH // 2
    begin = NAME_LENGTH - end - len(_DOTS)
    return name if len(name) <= NAME_LENGTH else f"{name[:begin].rstrip()}{_DOTS}{name[-end:].lstrip()}"
