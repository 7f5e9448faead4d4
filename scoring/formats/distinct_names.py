"""Make equal names distinct by the names of their files: the whole file name, else the folders before it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from ..text.naming import NAME_LENGTH, clean_name, path_parts, printable_text
from .columns import Role
from .names import file_stem, guess_file, name_from_file

_FOLDERS = 20
"""Maximum number of folders that a name takes from a file's path."""
_DOTS = "\N{HORIZONTAL ELLIPSIS}"


def distinct_names(names_and_files: Sequence[tuple[str, str]]) -> list[str]:
    """Return a name for each (name, file), none of them twice and none longer than ``NAME_LENGTH``.

    Unique names stay. Equal names are replaced by each file's whole name without its ending (``our system v2``), or get
    its folders in front (``sysA/wmt``). A name that is a column's and not the file's gets the file's name or folders at
    the end (``mine (second)``). If the files have equal names, too, the names are numbered.
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, (name, _) in enumerate(names_and_files):
        places[name].append(place)
    chosen = {name: [name] for name in places}
    for name, group in places.items():
        if len(group) > 1:
            chosen[name] = _shortest_distinct_names(name, [names_and_files[place][1] for place in group])
    new_names = [""] * len(names_and_files)
    used_names: set[str] = set()
    for name, group in sorted(places.items(), key=lambda item: len(item[1]) > 1):  # unique ones stay
        for place, one in zip(group, chosen[name], strict=True):
            new_names[place] = free_name(one, used_names)
            used_names.add(new_names[place])
    return new_names


def free_name(name: str, used_names: set[str]) -> str:
    """Return the name, shortened if too long, with the first number that makes it different from all taken names."""
    name = _shorten_name(name)
    endings = (f" ({number})" for number in count(2))
    numbered = (f"{name[: NAME_LENGTH - len(ending)].rstrip()}{ending}" for ending in endings)
    return name if name not in used_names else next(one for one in numbered if one not in used_names)


def _shortest_distinct_names(name: str, files: Sequence[str]) -> list[str]:
    """Return the shortest distinct name for each of these files, which share one name.

    The same file gets the same name again, and files without a difference share the name.
    """
    different = list(dict.fromkeys(files))
    ways = zip(*(_candidates(name, file) for file in different), strict=True)
    distinct = next((way for way in ways if len(set(way)) == len(way)), None)
    names = dict(zip(different, distinct or [name] * len(different), strict=True))
    return [names[file] for file in files] if len(different) > 1 else [name] * len(files)


def _candidates(name: str, file: str) -> Iterator[str]:
    """Yield possible names for a file's column, short ones first; always the same number of names."""
    *folders, last = [printable_text(part) for part in path_parts(file)]
    stem = printable_text(file_stem(file))
    is_files = name in _derived_names(file)
    before = ["", *("/".join(folders[-depth:]) + "/" for depth in range(1, _FOLDERS))] if folders else [""] * _FOLDERS
    for way in before:
        for short in (name if is_files else stem, stem, last):
            yield _shorten_name(f"{way}{short}" if is_files else f"{name} ({way}{short})")


def _derived_names(file: str) -> set[str]:
    """Return every name that readers may derive from a file's own name."""
    return {clean_name(file_stem(file)), guess_file(file).name, *(name_from_file(file, role) for role in Role)}


def _shorten_name(name: str) -> str:
    """Return the name, with dots for its middle if it is too long: names often differ at their ends."""
    end = NAME_LENGTH // 2
    begin = NAME_LENGTH - end - len(_DOTS)
    return name if len(name) <= NAME_LENGTH else f"{name[:begin].rstrip()}{_DOTS}{name[-end:].lstrip()}"
