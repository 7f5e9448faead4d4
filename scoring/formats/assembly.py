"""Make a TestSet of columns: by their roles, lined up by id where the format has ids, and never cut or padded."""

from collections.abc import Sequence
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from ..output.numbers import counted
from ..testset import PostEdit, Reference, System, TestSet
from ..text.languages import FILE_NAME, StatedLanguage, agreed_language, find_language
from ..text.naming import clean_name
from .columns import (
    FORMATS_WITH_COLUMN_NAMES,
    LINES,
    SUBTITLES,
    TRANSLATION_FILES,
    Column,
    Notice,
    Role,
    TableCells,
    inserted_lines,
    require_columns,
)
from .errors import CountMismatchError, FormatError
from .names import guess_header, is_realigned, target_language
from .plain_text.slip import expected_count, find_slips
from .subtitles.cue_keys import cue_notices, with_cue_keys
from .tables.ids import are_in_order, are_unique, may_line_up, share_nothing
from .tables.shared_columns import with_shared_keys
from .tables.tags import match_tags

SEGMENT_ORDER, UNUSED_IDS = "segment-order", "unused-ids"
"""Kinds of notices: segments were lined up by their ids; ids were not used, and rows are not in their order."""
OTHER_LANGUAGE = "other-language"
"""Kind of a notice: the file of a system states another language than the references' files."""
_HAVE_NO_DOCUMENTS = FORMATS_WITH_COLUMN_NAMES | SUBTITLES | {"TMX", "PO"}
"""Formats whose ids have no document before them."""
_SPINE_ORDER = (Role.SOURCE, Role.REFERENCE, Role.SYSTEM)


def assemble(columns: Sequence[Column], name: str) -> TestSet:
    """Return the test set of the columns, by their roles and under their names.

    Several notes are joined as ``name: text``. Raises ``CountMismatchError`` for unequal counts, ``FormatError`` if a
    system or the source lacks a segment id, or if tags do not fit their text, and ``ValueError`` for more than one
    source, for neither source nor reference nor post-edit, for no system, for names that occur twice, or for a
    post-edit without the name of a system.
    """
    columns = require_columns(columns)
    used = [column for column in columns if column.role not in (Role.IGNORE, Role.TAGS)]
    _check_roles(used)
    aligned = align(used)
    ids = ids_of(used, aligned)
    used = aligned
    _check_counts(used)
    tags = match_tags(used, [column for column in columns if column.role is Role.TAGS])
    tagged = list(zip(used, tags, strict=True))
    by_role = {role: [column for column in used if column.role is role] for role in Role}
    source = next((column.segments for column in by_role[Role.SOURCE]), None)
    return TestSet(
        tuple(
            System(c.name, c.segments, of, is_realigned(c.file), c.codes, inserted_lines(c))
            for c, of in tagged
            if c.role is Role.SYSTEM
        ),
        tuple(Reference(c.name, c.segments, of, c.codes) for c, of in tagged if c.role is Role.REFERENCE),
        source,
        _notes(by_role[Role.NOTES]),
        name,
        test_set_language([(column.role, stated_language(column)) for column in used]),
        *documents_and_domains(used),
        ids=ids,
        post_edits=tuple(PostEdit(column.name, column.segments, column.codes) for column in by_role[Role.POST_EDIT]),
        source_codes=next((column.codes for column in by_role[Role.SOURCE]), None),
    )


def documents_and_domains(columns: Sequence[Column]) -> tuple[pa.StringArray | None, pa.StringArray | None]:
    """Return the document and the domain of each segment; None for what neither ids nor files state."""
    keyed = next(
        (column for column in columns if column.keys is not None and column.format not in _HAVE_NO_DOCUMENTS), None
    )
    domains = next((column.domains for column in columns if column.domains is not None), None)
    if keyed is None:
        return None, domains
    return pc.replace_substring_regex(keyed.keys, r" / [^/]*\z", ""), domains


def stated_language(column: Column) -> StatedLanguage | None:
    """Return the language that the file, the column's header or the file's name states for a column, or None."""
    if column.language is not None:
        return column.language
    by_header = None if column.format in LINES else guess_header(column.name).language
    language = None if by_header is None else find_language(by_header)
    return language_in_name(column.file) if language is None else StatedLanguage(language, FILE_NAME)


def language_in_name(file: str) -> StatedLanguage | None:
    """Return the language that a file's name states, or None."""
    language = target_language(file)
    return None if language is None else StatedLanguage(language, FILE_NAME)


def test_set_language(statements: Sequence[tuple[Role, StatedLanguage | None]]) -> StatedLanguage | None:
    """Return the language that the references state, or else at least half of the systems; None if they disagree.

    One system among many may have a name that looks like languages, such as ``uk-dan-moses``.
    """
    references, systems = ([one for of, one in statements if of is role] for role in (Role.REFERENCE, Role.SYSTEM))
    by_systems = agreed_language(systems) if 2 * systems.count(None) <= len(systems) else None
    return agreed_language(references) if any(references) else by_systems


def find_spine(columns: Sequence[Column]) -> Column | None:
    """Return the spine, whose ids other columns follow: the source, else the longest reference, else a system."""
    keyed = [column for column in columns if column.keys is not None]
    keyed = [column for column in keyed if column.format not in FORMATS_WITH_COLUMN_NAMES or are_unique(column.keys)]
    for role in _SPINE_ORDER:
        candidates = [column for column in keyed if column.role is role]
        if candidates:
            return max(candidates, key=len)
    return None


def align(columns: Sequence[Column]) -> list[Column]:
    """Return the columns, with ids put in the order of the spine's ids; a reference is null where it lacks an id."""
    columns = with_shared_keys(with_cue_keys(columns))
    spine = find_spine(columns)
    tables: dict[int, TableCells] = {}
    return [column if spine is None else _align_column(column, spine, tables) for column in columns]


def ids_of(columns: Sequence[Column], aligned: Sequence[Column]) -> pa.StringArray | None:
    """Return each segment's id if ``align`` moved rows of a table, whose row numbers no longer help then; else None."""
    pairs = zip(columns, aligned, strict=True)
    return next(
        (after.keys for before, after in pairs if after is not before and before.format in FORMATS_WITH_COLUMN_NAMES),
        None,
    )


def order_notices(columns: Sequence[Column], with_others: bool = False) -> list[list[Notice]]:
    """Return each column's notices about the order of its segments, and about a language unlike the references'.

    A notice says that segments were lined up by ids, or that they were not although rows look moved.
    ``with_others``: whether there are texts without ids besides these columns.
    """
    columns = with_shared_keys(with_cue_keys(columns))
    spine = find_spine(columns)
    of_cues = cue_notices(columns)
    notices: list[list[Notice]] = []
    files: set[str] = set()
    for column in columns:
        moved = [] if spine is None else _moved_segment_notices(column, spine)
        is_new = column.file not in files
        of_ids = moved or (_unused_ids(column, spine, columns, with_others) if is_new else [])
        notices.append([*of_ids, *of_cues.get(column.file, ()), *_language_mismatch_notices(column, columns)])
        files.add(column.file)
    return notices


def _language_mismatch_notices(column: Column, columns: Sequence[Column]) -> list[Notice]:
    """Return a notice if a system's file states another language inside it than the references' files do."""
    reference_languages = [
        other.language.language for other in columns if other.role is Role.REFERENCE and other.language is not None
    ]
    if (
        column.role is not Role.SYSTEM
        or column.language is None
        or not reference_languages
        or column.language.language in reference_languages
    ):
        return []
    message = (
        f"It says that it is in {column.language.language.name}, and the references say {reference_languages[0].name}."
    )
    return [Notice(OTHER_LANGUAGE, message, len(column))]


def _moved_segment_notices(column: Column, spine: Column) -> list[Notice]:
    if column.keys is None or spine.keys is None or column.keys.equals(spine.keys) or not may_line_up(column, spine):
        return []
    if len(column) == len(spine):
        count = int(pc.sum(pc.not_equal(column.keys, spine.keys)).as_py())
        count_phrase = counted(count, "segment stands", "segments stand")
        by = f"the column {column.key_column}, which both files have" if column.key_column else "their ids"
        message = f"{count_phrase} elsewhere than in {spine.name}; they are lined up by {by}."
        return [Notice(SEGMENT_ORDER, message, count)]
    count_phrase = counted(len(column), "segment id")
    message = f"{count_phrase} against {len(spine):,} in {spine.name}; they are lined up by their ids"
    is_extra = pc.invert(pc.is_in(column.keys, spine.keys))
    n_left_out = int(pc.sum(is_extra).as_py()) if column.format in TRANSLATION_FILES else 0
    lacked = f"that {spine.file} lacks"
    dropped = counted(n_left_out, f"unit {lacked} is", f"units {lacked} are")
    others = f" {dropped} left out." if n_left_out else ""
    return [Notice(SEGMENT_ORDER, f"{message}.{others}", abs(len(column) - len(spine)))]


def _unused_ids(column: Column, spine: Column | None, columns: Sequence[Column], with_others: bool) -> list[Notice]:
    if column.keys is None:
        return []
    if spine is not None and column.file != spine.file and share_nothing(column, spine):
        message = f"None of its ids is one of {spine.file}'s, so texts are lined up row by row."
        return [Notice(UNUSED_IDS, message, len(column))]
    if are_in_order(column.keys):
        return []
    others = [other for other in columns if other.file != column.file and not may_line_up(column, other)]
    if not (others or with_others or all(other.role is not Role.REFERENCE for other in columns)):
        return []
    rows = "rows" if column.format in FORMATS_WITH_COLUMN_NAMES else "segments"
    if not are_unique(column.keys):
        message = f"Some of its {rows} have the same id, so that ids line up nothing: texts are lined up row by row."
        return [Notice(UNUSED_IDS, message, len(column))]
    message = f"The {rows} are not in the order of their ids. These are left out, for other texts do not have them:"
    return [Notice(UNUSED_IDS, f"{message} texts are lined up row by row.", len(column))]


def _align_column(column: Column, spine: Column, tables: dict[int, TableCells]) -> Column:
    """Return the column in the order of the spine.

    ``tables`` has the tables that were put in this order before, by identity.
    """
    if column.keys is None or spine.keys is None or column.keys.equals(spine.keys) or not may_line_up(column, spine):
        return column
    from .json_files.paragraphs import check_paragraphs  # few texts have ids

    check_paragraphs(column, spine)
    if not are_unique(column.keys):
        counts = pc.value_counts(column.keys)
        again = counts.filter(pc.greater(counts.field("counts"), 1))[0]
        actual = f"the id {clean_name(again['values'].as_py())} {again['counts'].as_py():,} times"
        advice = f"{spine.name} ({spine.file}) has it once; mend the ids, or remove that column from one of the files."
        raise FormatError(column.file, actual, "a different id in each row", advice=advice)
    extra = pc.index(pc.is_in(column.keys, spine.keys), False).as_py()
    if extra >= 0 and column.format not in TRANSLATION_FILES:  # which units are translated differs by file
        key = clean_name(column.keys[extra].as_py())
        actual = f"segment {key}, which {spine.name} ({spine.file}) does not have"
        advice = "Both must hold the same documents and segment ids."
        if column.format in FORMATS_WITH_COLUMN_NAMES:
            advice += " If these are ids of something else, remove that column from one of the files."
        raise FormatError(column.file, actual, advice=advice)
    rows = pc.index_in(spine.keys, column.keys)
    if rows.null_count and column.role not in (Role.REFERENCE, Role.POST_EDIT):
        key = spine.keys[pc.index(pc.is_null(rows), True).as_py()].as_py()
        advice = (
            f"It lacks {rows.null_count:,} of {counted(len(spine), 'segment')}; only references and post-edits may."
        )
        raise FormatError(column.file, f"{column.role} {column.name} lacks segment {clean_name(key)}", advice=advice)
    domains = None if column.domains is None else column.domains.take(rows)
    table = column.table
    if table is not None:
        table = tables[id(table)] if id(table) in tables else tables.setdefault(id(table), table.take(rows))
    segments, codes = column.segments.take(rows), None if column.codes is None else column.codes.take(rows)
    return replace(column, segments=segments, keys=spine.keys, domains=domains, table=table, codes=codes)


def _check_roles(columns: Sequence[Column]) -> None:
    roles = [column.role for column in columns]
    if not {Role.REFERENCE, Role.SOURCE, Role.POST_EDIT} & {*roles}:
        raise ValueError("A test set needs at least one reference, or a source; say which column is one.")
    if Role.SYSTEM not in roles:
        raise ValueError("A test set needs at least one system; say which column is one.")
    systems = [column.name for column in columns if column.role is Role.SYSTEM]
    for column in columns:
        if column.role is Role.POST_EDIT and column.name not in systems:
            actual = f"{column.name}, which is no system here"
            advice = f"Say whose output was corrected: {', '.join(systems)}."
            raise FormatError(column.file, actual, "a post-edit called as its system", advice=advice)
    if roles.count(Role.SOURCE) > 1:
        names = ", ".join(column.name for column in columns if column.role is Role.SOURCE)
        raise ValueError(f"A test set has one source; found {roles.count(Role.SOURCE)}: {names}.")


def _check_counts(columns: Sequence[Column]) -> None:
    if len({len(column) for column in columns}) == 1:
        return
    counts = {_label(column, columns): len(column) for column in columns}
    expected = expected_count(columns)
    file = next(column.file for column in columns if len(column) != expected)
    raise CountMismatchError(file, counts, find_slips(columns, expected))


def _label(column: Column, columns: Sequence[Column]) -> str:
    """Return the file's name, with the column's name if the file has several columns or another file has its name."""
    alone = sum(other.file == column.file for other in columns) == 1
    return column.file if alone else f"{column.role} {column.name} ({column.file})"


def _notes(columns: Sequence[Column]) -> pa.StringArray | None:
    if not columns:
        return None
    if len(columns) == 1:
        return columns[0].segments
    names = [column.name for column in columns]
    rows = zip(*(column.segments.to_pylist() for column in columns), strict=True)
    joined = ["; ".join(f"{n}: {text}" for n, text in zip(names, row, strict=True) if text) for row in rows]
    return pa.array(joined, pa.string())
