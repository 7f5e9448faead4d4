"""Find post-edits, and the system that each corrects, by the names of files and headers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...text.naming import path_parts
from ..columns import FORMATS_WITH_COLUMN_NAMES, LINES, TRANSLATION_FILES, Column, Role
from ..names import LANGUAGES, file_stem, guess_file, guess_translation_file, remove_language, role_of_word

_POST_EDIT = re.compile(r"(?<![^\W_])(?:mt[\W_]?)?(?:pe|post[\W_]?edit(?:ed|s|ing|or)?)\d*(?![^\W_])", re.IGNORECASE)
_LATER_WORDS = re.compile(
    r"(?<![^\W_])(?:after|corrected|edited|final|proofread|reviewed|revised)(?![^\W_])", re.IGNORECASE
)
"""Words in the name of the later one of two files of a translation tool."""
_EARLIER_WORDS = frozenset(["before", "draft", "mt", "original", "pretranslated", "raw"])
"""Words in the name of the earlier one of two files of a translation tool."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def with_post_edits(columns: Sequence[Column], systems_in_use: Sequence[str] = ()) -> list[Column]:
    """Return the columns; post-edits get that role and the name of the system whose output they correct.

    ``A.pe``, ``sysA-post-edited`` and ``pe/A`` belong to ``A``, and ``pe`` to the only system. In files of translation
    tools ``A_reviewed`` belongs to ``A``, too. A post-edit whose system is not found keeps its name: the user must say
    which system it corrects. ``systems_in_use`` are the systems of the test set in use, for post-edits that are
    uploaded without the outputs. Nothing changes if there is no system; a system that the user has stated stays a
    system.
    """
    marked = _called_post_edits(columns)
    may_be_edited = {
        column.name: place
        for place, column in enumerate(columns)
        if place not in marked and (column.role is Role.SYSTEM or _is_reference_by_state(column))
    }
    own = {name: _words(_compared_name(columns[place])) for name, place in may_be_edited.items()}
    free, in_use = dict(own), {name: _words(name) for name in systems_in_use if name not in own}
    if not (free or in_use) or not marked:
        return list(columns)
    new_columns = list(columns)
    for place, words in marked.items():
        column, owner = columns[place], _owner(words, free)
        if owner is None and (words or not own):
            owner = _owner(words, in_use)
        if owner is not None:
            if free.pop(owner, None) is not None:
                output = may_be_edited[owner]
                new_columns[output] = replace(columns[output], role=Role.SYSTEM)
            in_use.pop(owner, None)
        elif not own or not _POST_EDIT.search(_compared_name(column)):
            continue
        new_columns[place] = replace(column, role=Role.POST_EDIT, name=owner or column.name, stated=True)
    return new_columns


def exchanged_by_state(columns: Sequence[Column]) -> list[str]:
    """Return a question for each output that is final and whose post-edit is a draft: are the two exchanged?"""
    outputs = {column.name: column for column in columns if column.role is Role.SYSTEM}
    pairs = [(outputs.get(edit.name), edit) for edit in columns if edit.role is Role.POST_EDIT]
    return [
        f"{output.file} is final and its post-edit is a draft: are the two exchanged?"
        for output, edit in pairs
        if output is not None and output.is_final and edit.is_final is False
    ]


def _is_reference_by_state(column: Column) -> bool:
    """Return whether a translation file's translations are a reference only because all units are final."""
    is_reference = column.role is Role.REFERENCE and column.format in TRANSLATION_FILES
    return is_reference and guess_translation_file(column.file).stated_role is None


def with_a_system(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; final translations become systems if no column is a system and another is a reference."""
    by_state = [_is_reference_by_state(column) for column in columns]
    texts = [(column.role, is_by_state) for column, is_by_state in zip(columns, by_state, strict=True)]
    if any(role is Role.SYSTEM for role, _ in texts) or (Role.REFERENCE, False) not in texts:
        return list(columns)
    return [
        replace(column, role=Role.SYSTEM) if is_by_state else column
        for column, is_by_state in zip(columns, by_state, strict=True)
    ]


def is_called_post_edit(column: Column) -> bool:
    """Return whether the column's header or file has the name of a post-edit."""
    return _words_of_post_edit(column) is not None


def _called_post_edits(columns: Sequence[Column]) -> dict[int, frozenset[str]]:
    """Return the words for the corrected system, by the place of each column that is named as a post-edit.

    A folder such as ``MTPE pilot`` is ignored if it has outputs, too, and some files are named as post-edits
    themselves.
    """
    words_by_place = {place: _words_of_post_edit(column) for place, column in enumerate(columns)}
    by_themselves = {place: _words_of_post_edit(column, with_folders=False) for place, column in enumerate(columns)}
    texts = [place for place, column in enumerate(columns) if column.role in (Role.SYSTEM, Role.REFERENCE)]
    if all(words_by_place[place] is not None for place in texts) and any(
        words is not None for words in by_themselves.values()
    ):
        words_by_place = by_themselves
    return {place: words for place, words in words_by_place.items() if words is not None}


def _words_of_post_edit(column: Column, with_folders: bool = True) -> frozenset[str] | None:
    """Return the words for the system that a post-edit corrects; None for a column not named as a post-edit."""
    is_text = column.role is Role.REFERENCE or (column.role is Role.SYSTEM and not column.stated)
    if not is_text or not _is_named_by_itself(column):
        return None
    name = _compared_name(column)
    if _POST_EDIT.search(name):
        return _words(_POST_EDIT.sub(" ", name))
    folders = path_parts(column.file)[:-1] if with_folders else ()
    if column.format not in FORMATS_WITH_COLUMN_NAMES and any(map(_POST_EDIT.search, folders)):
        return _words(name)
    if column.format not in TRANSLATION_FILES or guess_file(column.file).stated_role is Role.REFERENCE:
        return None
    if _LATER_WORDS.search(name):
        return _words(_LATER_WORDS.sub(" ", name))
    return _words(name) if any(map(_LATER_WORDS.fullmatch, folders)) else None


def _is_named_by_itself(column: Column) -> bool:
    """Return whether the column's name comes from its header or file; matches of translation files have other names."""
    if column.format in TRANSLATION_FILES:
        return column.name.endswith(guess_translation_file(column.file).name)  # folders may be before it
    return column.format in FORMATS_WITH_COLUMN_NAMES | LINES


def _compared_name(column: Column) -> str:
    """Return the name to compare: the column's header, or its file's name."""
    return column.name if column.format in FORMATS_WITH_COLUMN_NAMES else remove_language(file_stem(column.file))


def _words(name: str) -> frozenset[str]:
    """Return the words of a name, without words for the kind of text."""
    words = re.split(r"[\W_]+", _CAMEL.sub(" ", name).lower())
    return frozenset(word for word in words if word and role_of_word(word) is None and word not in _EARLIER_WORDS)


def _owner(words: frozenset[str], systems: Mapping[str, frozenset[str]]) -> str | None:
    """Return the one system with these words, with or without languages, or the only system for words of languages."""
    for left_out in (frozenset[str](), LANGUAGES):
        same = [name for name, of in systems.items() if of - left_out == words - left_out]
        if len(same) == 1:
            return same[0]
    return next(iter(systems)) if len(systems) == 1 and not words - LANGUAGES else None
