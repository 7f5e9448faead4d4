"""Guess the role of each uploaded column, by names and content, and check the columns against one another."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from ..output.numbers import counted
from ..text.naming import NAME_LENGTH, clean_name, path_parts
from ..validation import expect
from .assembly import OTHER_LANGUAGE, SEGMENT_ORDER, UNUSED_IDS, align, order_notices
from .bilingual.post_edits import is_called_post_edit, with_a_system, with_post_edits
from .columns import FORMATS_WITH_COLUMN_NAMES, LINES, TABLES, TRANSLATION_FILES, Column, Notice, Role, require_columns
from .distinct_names import distinct_names, free_name
from .errors import FormatError
from .json_files.json_fields import left_out_of
from .names import (
    Guess,
    file_stem,
    guess_file,
    guess_header,
    guess_translation_file,
    is_about_text,
    is_annotation,
    is_id_header,
    is_pair_of_languages,
    names_text_alone,
)
from .own_texts import OTHER_REFERENCE, OTHER_SOURCE, compare_whole
from .plain_text.uniform import are_ids
from .score_names import names_a_score
from .tables.tags import find_tagged_text
from .tables.written_numbers import is_data, is_numeric

TOGETHER = frozenset(["identical", SEGMENT_ORDER, UNUSED_IDS, OTHER_LANGUAGE, OTHER_SOURCE, OTHER_REFERENCE])
LABELS = "labels"
SOURCE_AGAIN = "source-again"
"""Kind of a notice: a translation file repeats the source."""
LEFT_OUT = frozenset(["not-aligned", "annotation", LABELS, "reference-copy", SOURCE_AGAIN])
"""Kinds of notices on why ``guess_roles`` ignores a column that could be text; shown while the column is ignored."""
MIN_COMPARED_SEGMENTS = 10
"""Number of segments below which half of them may be alike by chance."""
_TEXTS = (Role.REFERENCE, Role.SYSTEM)
SHORT = 3
"""Maximum mean number of words of a label."""
UNLESS = "it is left out. To take it, {} (on the dashboard: change its role)"


def guess_roles(columns: Sequence[Column], systems_in_use: Sequence[str] = ()) -> list[Column]:
    """Return the columns with a role each, names that are unique, and the notices of ``cross_check``.

    Roles that the format or a mapping states stay. Others come from file names, folders and headers; a column of
    numbers, truth values or dates in a table is ignored, even if its header names a system and a score; a single text
    in another language than all others is the source, and so is a file whose name is only a pair of languages. A column
    without any sign is a system: no reference is invented. Files of plain text with the name of another file and
    ``.tag`` are tags of that file. Left out with a notice are other annotation, references that are repeated among
    mt-metrics-eval's outputs, columns of tables and JSON that repeat few texts, and columns with another number of
    segments than the one on which files of plain text agree. Of the sources of several translation files one is taken.
    NIST's columns are renamed as ``name_by_files`` says, others of one role with the same name as ``distinct_names``
    does. Post-edits get the names of their systems, which ``with_post_edits`` finds, also among ``systems_in_use``, the
    systems of the test set in use.
    """
    columns = [_remove_notices(column, LEFT_OUT) for column in require_columns(columns)]
    columns = _assign_tag_role(columns)
    reasons = _reasons_to_leave_out(columns)
    columns_and_reasons = zip(columns, reasons, strict=True)
    guessed = iter(
        _assign_guessed_roles([c for c, reason in columns_and_reasons if reason is None and c.role is not Role.TAGS])
    )
    columns = [
        column
        if column.role is Role.TAGS
        else next(guessed)
        if reason is None
        else replace(column, role=Role.IGNORE).with_notices(reason)
        for column, reason in zip(columns, reasons, strict=True)
    ]
    named_columns = _unique_names(
        _with_distinct_names(name_by_files(_with_one_source(_ignore_reference_copies(columns))))
    )
    return cross_check(with_a_system(with_post_edits(named_columns, systems_in_use)))


def _ignore_reference_copies(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; references that are repeated among mt-metrics-eval's outputs are ignored."""
    references = [column for column in columns if column.role is Role.REFERENCE and not _is_output(column.file)]
    return [
        replace(column, role=Role.IGNORE).with_notices(_COPY)
        if column.role is Role.REFERENCE
        and _is_output(column.file)
        and any(column.segments.equals(reference.segments) for reference in references)
        else column
        for column in columns
    ]


_COPY = Notice("reference-copy", "This is a reference once more, among the outputs; it is left out.", 1)


def _with_one_source(columns: Sequence[Column]) -> list[Column]:
    """Return the columns with at most one source among those of translation files.

    The source of a reference's file is taken, else the longest one of a file that is not named as a post-edit.
    """
    sources = [column for column in columns if column.role is Role.SOURCE]
    own = [column for column in sources if column.format in TRANSLATION_FILES]
    if len(sources) < 2 or not own:
        return list(columns)
    edited = {column.file for column in columns if is_called_post_edit(column)}
    of_references = {column.file for column in columns if column.role is Role.REFERENCE} - edited
    others = [column for column in sources if column.format not in TRANSLATION_FILES]

    def rank(column: Column) -> tuple[bool, bool, int]:
        return column.file in of_references, column.file not in edited, len(column)

    source = others[0] if others else max(own, key=rank)
    notice = Notice(SOURCE_AGAIN, f"The source is taken from {source.file}; it is left out here.", len(own))
    return [
        replace(column, role=Role.IGNORE).with_notices(notice)
        if any(column is other for other in own) and column is not source
        else column
        for column in columns
    ]


def _is_output(file: str) -> bool:
    return "system-outputs" in path_parts(file)


def _assign_guessed_roles(columns: Sequence[Column]) -> list[Column]:
    guesses = [_guess(column) for column in columns]
    roles = [_role(column, guess) for column, guess in zip(columns, guesses, strict=True)]
    if Role.REFERENCE not in roles:
        roles = [
            _weak_reference_role(column, guess, role)
            for column, guess, role in zip(columns, guesses, roles, strict=True)
        ]
    if Role.SOURCE not in roles:
        pairs = [number for number, column in enumerate(columns) if _is_pair(column, guesses[number])]
        source = pairs[0] if len(pairs) == 1 and len(columns) > 1 else _lone_language(columns, guesses)
        roles = [Role.SOURCE if number == source else role for number, role in enumerate(roles)]
    return [replace(column, role=role) for column, role in zip(columns, roles, strict=True)]


def cross_check(columns: Sequence[Column]) -> list[Column]:
    """Return the columns with notices about one another: identical text, ids in a different order, other sources."""
    columns = require_columns(columns)
    cleared = [_remove_notices(c, TOGETHER if c.role is Role.IGNORE else TOGETHER | LEFT_OUT) for c in columns]
    twins = defaultdict(list)
    for column in cleared:
        if column.role not in (Role.IGNORE, Role.TAGS):
            twins[_bucket(column)].append(column)
    used = [column for column in cleared if column.role not in (Role.IGNORE, Role.TAGS)]
    of_order = {id(column): notices for column, notices in zip(used, order_notices(used), strict=True)}
    own_texts = _own_text_notices(used)
    return [
        c.with_notices(*_identical(c, twins.get(_bucket(c), ())), *of_order.get(id(c), ()), *own_texts.get(id(c), ()))
        for c in cleared
    ]


def _own_text_notices(used: Sequence[Column]) -> dict[int, list[Notice]]:
    """Return the notices of ``compare_whole``, by the identity of each file's first column; empty for other counts.

    Columns that cannot be lined up, or have unequal numbers of segments, get no notices.
    """
    texts = [column for column in used if column.role is not Role.NOTES]
    try:
        aligned = align(texts)
    except FormatError:
        return {}  # told when the test set is made
    if len({len(column) for column in aligned}) != 1:
        return {}
    first = {column.file: column for column in reversed(texts)}
    notices: defaultdict[int, list[Notice]] = defaultdict(list)
    for file, notice in compare_whole(aligned):
        notices[id(first[file])].append(notice)
    return notices


def is_unsure(column: Column) -> bool:
    """Return whether the column is a table's or JSON's, and neither its format nor its name states its role."""
    expect(column, Column, "column")
    return column.format in FORMATS_WITH_COLUMN_NAMES and not column.stated and _guess(column).stated_role is None


def is_text(column: Column) -> bool:
    """Return whether a column can be scored; in a table, ids and numbers can only if the header names a text."""
    expect(column, Column, "column")
    return column.format in LINES or _role(column, _guess(column)) is not Role.IGNORE


def found_columns(columns: Sequence[Column]) -> str:
    """Return a text for errors about a missing column: the columns of a file, and what was left out of it."""
    listed = ", ".join(f"{column.name} ({column.role})" for column in require_columns(columns))
    left_out = left_out_of([notice for column in columns for notice in column.notices])
    if any(map(is_text, columns)):
        return f"the columns {listed}{left_out}"
    return f"no column of text{left_out}; ids or numbers are in {', '.join(column.name for column in columns)}"


def no_text_names(columns: Sequence[Column]) -> list[str]:
    """Return the names of a table's columns that were ignored as numbers, dates or the like, without a notice.

    Columns of ids are not among them.
    """
    return [
        column.name
        for column in columns
        if column.format in FORMATS_WITH_COLUMN_NAMES
        and column.role is Role.IGNORE
        and not any(notice.kind in LEFT_OUT for notice in column.notices)
        and (not is_id_header(column.name) or (is_data(column.segments) and not is_numeric(column.segments)))
    ]


def columns_in_role(file: str, columns: Sequence[Column], role: Role) -> list[Column]:
    """Return the columns of a file that was given in this role; its only column has the given role if it is text.

    The translations of a translation file also have the given role. For systems, the file's matches are returned as
    well, and if its name says that its own translations are a reference, only the matches. Raises ``FormatError`` if
    there is no such column, if there are several sources, or if a text that is not a reference is missing.
    """
    is_template = columns[0].format in TRANSLATION_FILES and columns[0].role is Role.SOURCE
    is_lone = len(columns) == 1 and is_text(columns[0]) and not is_template
    is_json = columns[0].format == "JSONL"
    chosen = [column for column in columns if is_lone or column.role is role]
    if role is not Role.SOURCE and columns[0].format in TRANSLATION_FILES and len({of.file for of in columns}) == 1:
        chosen = _translations_in_role(file, columns, role)
    if not chosen and is_template and len(columns) == 1:
        raise FormatError(file, "a source that is not translated", f"at least one {role}")
    if not chosen or (role is Role.SOURCE and len(chosen) > 1):
        expected = "one source" if role is Role.SOURCE else f"at least one {role}"
        advice = f"Name a field by its path, as in {file}#field.0.text, or rename" if is_json else "Rename"
        raise FormatError(file, found_columns(columns), expected, advice=f"{advice} the columns, or give another file.")
    for column in chosen:
        missing = pc.index(pc.is_null(column.segments), True).as_py()
        if role is not Role.REFERENCE and missing >= 0:
            actual = f"no text in segment {missing + 1:,} of the {role} {column.name}"
            raise FormatError(file, actual, advice="Only references may miss segments.")
    return [replace(column, role=role) for column in chosen]


def _translations_in_role(file: str, columns: Sequence[Column], role: Role) -> list[Column]:
    texts = [column for column in columns if column.role in _TEXTS]
    if role is Role.REFERENCE:
        return texts[:1]
    is_reference = guess_file(file).stated_role is Role.REFERENCE
    return texts[1:] if is_reference and texts[1:] else texts


def _remove_notices(column: Column, kinds: frozenset[str]) -> Column:
    return replace(column, notices=tuple(notice for notice in column.notices if notice.kind not in kinds))


def _assign_tag_role(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; files of tags that belong to one of the texts get that role."""
    texts = [column for column in columns if not is_annotation(column.file)]
    is_tags = [c.format == "text" and is_annotation(c.file) and find_tagged_text(c, texts) is not None for c in columns]
    return [replace(c, role=Role.TAGS if tags else c.role) for c, tags in zip(columns, is_tags, strict=True)]


def _reasons_to_leave_out(columns: Sequence[Column]) -> list[Notice | None]:
    plain = [c for c in columns if c.format == "text" and _role(c, _guess(c)) is not Role.IGNORE]
    counts = {len(column) for column in plain}
    agreed = counts.pop() if len(counts) == 1 and len(plain) > 1 else None
    return [
        None
        if column.stated or column.role is Role.TAGS
        else _annotation(column) or _labels(column) or _not_aligned(column, agreed)
        for column in columns
    ]


def _annotation(column: Column) -> Notice | None:
    if not is_annotation(column.file) or (column.format != "text" and _guess(column).stated_role is not None):
        return None
    unless = UNLESS.format("rename the file")
    message = f"By its name this looks like annotation, tags of a text, but of none that is called so; {unless}."
    return Notice("annotation", message, len(column))


def _labels(column: Column) -> Notice | None:
    """Return a notice for a named column with a property of texts, by its name or by all of its cells; else None.

    A column whose name is a role and nothing else is a text, with cells of any kind.
    """
    guess = _guess(column)
    role = _role(column, guess)
    if (
        column.format not in FORMATS_WITH_COLUMN_NAMES
        or column.stated
        or role not in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM)
    ):
        return None
    if guess.stated_role is None and not guess.weak_reference:
        unless = UNLESS.format("put the word system into the column's name")
        evidence = _label_cells(column.segments)
    elif names_text_alone(column.name):
        return None
    else:
        unless = UNLESS.format(f"call it {role}, or {role} 2")
        is_short = role is not Role.SYSTEM and _are_short(column.segments)
        evidence = (
            ("By its name it says something about a text and is none", len(column))
            if is_about_text(column.name)
            else ("Every cell is a number, a date or a time", len(column))
            if is_data(column.segments)
            else _label_cells(column.segments, is_short)
        )
    return None if evidence is None else Notice(LABELS, f"{evidence[0]}; {unless}.", evidence[1])


def _label_cells(segments: pa.StringArray, may_repeat: bool = True) -> tuple[str, int] | None:
    """Return why cells are ids or labels, with a count; None if they can be texts.

    A translation hardly ever fits half of all other segments, but labels do if they ``may_repeat``.
    """
    n_segments = len(segments)
    if are_ids(segments):
        return "Every cell looks like an id, not like a translation", n_segments
    if n_segments >= MIN_COMPARED_SEGMENTS and _differ_in_numbers(segments):
        return "Cells differ in nothing but numbers: these look like labels, not like translations", n_segments
    n_texts = len(segments.unique())
    if not may_repeat or n_segments < 2 or n_texts > (n_segments // 2 if n_segments >= MIN_COMPARED_SEGMENTS else 1):
        return None
    count_phrase = counted(n_texts, "different text")
    return f"{count_phrase} in {n_segments:,} segments: this looks like labels, not like translations", n_texts


def _differ_in_numbers(segments: pa.StringArray) -> bool:
    texts = pc.replace_substring_regex(segments.drop_null(), r"[0-9]+", "0")
    return len(texts.unique()) == 1 and len(segments.unique()) > 1


def _are_short(segments: pa.StringArray) -> bool:
    """Return whether cells have on average at most three words, for scripts with spaces between words."""
    cells = segments.drop_null()
    cells = cells.filter(pc.not_equal(pc.utf8_trim_whitespace(cells), ""))
    words = pc.count_substring_regex(cells, r"\S+")
    return not len(cells) or pc.mean(words).as_py() <= SHORT


def _not_aligned(column: Column, agreed: int | None) -> Notice | None:
    if (
        agreed is None
        or agreed == len(column)
        or column.format not in TABLES
        or _role(column, _guess(column)) is Role.IGNORE
    ):
        return None
    count_phrase = counted(len(column), "segment")
    message = (
        f"It has {count_phrase}, but the files of plain text have {agreed:,}; it is left out, as only equally many line"
        " up."
    )
    return Notice("not-aligned", message, abs(len(column) - agreed))


def _guess(column: Column) -> Guess:
    if column.format in TRANSLATION_FILES:
        return guess_translation_file(column.file)
    return guess_file(column.file) if column.format in LINES else guess_header(column.name)


def _role(column: Column, guess: Guess) -> Role:
    if column.stated:
        return column.role
    is_score = guess.stated_role is None or (guess.stated_role is Role.SYSTEM and names_a_score(column.name))
    is_table = column.format not in LINES | TRANSLATION_FILES
    return Role.IGNORE if is_score and is_table and is_data(column.segments) else guess.role


def _weak_reference_role(column: Column, guess: Guess, role: Role) -> Role:
    return Role.REFERENCE if guess.weak_reference and not column.stated else role


def _is_pair(column: Column, guess: Guess) -> bool:
    return column.format in LINES and guess.stated_role is None and is_pair_of_languages(column.file)


def _lone_language(columns: Sequence[Column], guesses: Sequence[Guess]) -> int | None:
    """Return the place of the one column in a language of its own, if all others share another; else None.

    The column's name must say no role.
    """
    languages = Counter(guess.language for guess in guesses if guess.language)
    lone = [
        number
        for number, (column, guess) in enumerate(zip(columns, guesses, strict=True))
        if guess.stated_role is None
        and not column.stated
        and guess.language is not None
        and languages[guess.language] == 1
    ]
    return lone[0] if len(lone) == 1 and len(languages) == 2 and languages.total() > 2 else None


def name_by_files(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; NIST's columns get their files' names if their own names do not distinguish the files.

    Most of NIST's files say ``sysid="sys"`` for any system. A column that shares its file with others of its role
    keeps its own name, because the file's name would not distinguish them.
    """
    columns = _renamed_by_file(require_columns(columns), lambda file: guess_file(file).name)
    return _renamed_by_file(columns, lambda file: clean_name(file_stem(file)))  # with the language, which a guess lacks


def _renamed_by_file(columns: Sequence[Column], name_of: Callable[[str], str]) -> list[Column]:
    names = Counter((column.role, column.name) for column in columns)
    in_file = Counter((column.role, column.file) for column in columns)

    def is_vague(column: Column) -> bool:
        alone, shared = in_file[column.role, column.file] == 1, names[column.role, column.name] > 1
        return column.format == "NIST" and alone and shared

    return [replace(column, name=name_of(column.file)) if is_vague(column) else column for column in columns]


def _with_distinct_names(columns: Sequence[Column]) -> list[Column]:
    """Return the columns; columns with the same role and name get the names of ``distinct_names``."""
    names: dict[int, str] = {}
    for role in Role:
        places = [place for place, column in enumerate(columns) if column.role is role]
        names_and_files = [(columns[place].name, columns[place].file) for place in places]
        names.update(zip(places, distinct_names(names_and_files), strict=True))
    return [replace(column, name=names[place]) for place, column in enumerate(columns)]


def _unique_names(columns: Sequence[Column]) -> list[Column]:
    """Return the columns under names that are unique across all roles: with the file's stem, or a number.

    A system keeps its name before all others, so that references' names never change a system's name.
    """
    used_names: set[str] = set()
    unique = [*columns]
    for place in sorted(range(len(columns)), key=lambda place: columns[place].role is not Role.SYSTEM):
        column = columns[place]
        stem = file_stem(column.file)[: NAME_LENGTH // 2]
        with_stem = f"{column.name[: NAME_LENGTH - len(stem) - 3]} ({stem})"
        is_free = column.name not in used_names or stem == column.name or with_stem in used_names
        name = free_name(column.name if is_free else with_stem, used_names)
        used_names.add(name)
        unique[place] = replace(column, name=name)
    return unique


def _bucket(column: Column) -> tuple[int, int]:
    return len(column), pc.sum(pc.binary_length(column.segments)).as_py() or 0


def _identical(column: Column, candidates: Sequence[Column]) -> list[Notice]:
    same = [c for c in candidates if c is not column and c.segments.equals(column.segments)]
    if not same:
        return []
    listed = ", ".join(f"{c.role} {c.name} ({c.file})" for c in same[:5])
    return [Notice("identical", f"Every segment is identical to {listed}.", len(same))]
