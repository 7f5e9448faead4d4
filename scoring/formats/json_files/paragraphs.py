"""Read WMT's documents of 2025 and 2026: one document a line, with all its paragraphs in one text."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...counting.progress import Progress, no_progress, progress_of_part
from ...output.numbers import counted
from ...text.naming import clean_name
from ..columns import Column, Notice, Role
from ..containers.growing import string_array
from ..errors import FormatError
from ..limits import FileLimits, check_cells, check_ids, check_segments
from ..names import guess_file
from ..plain_text.notices import notice_segments
from ..plain_text.text import DecodedText
from .objects import first_keys, name_at, objects, text_at

FORMAT = "documents"
IDS = ("doc_id", "document_id", "docid")
ROLES = {
    "hypothesis": Role.SYSTEM,
    "translation": Role.SYSTEM,
    "tgt_text": Role.SYSTEM,
    "src_text": Role.SOURCE,
    "source": Role.SOURCE,
    "src": Role.SOURCE,
    "reference": Role.REFERENCE,
    "ref": Role.REFERENCE,
}
"""Keys of texts that are split into paragraphs."""
OWN = frozenset(["hypothesis", "src_text", "tgt_text"])
"""Keys that show that a line is a document: files with one segment a line do not have them next to a document's id."""
MAX_DOCUMENTS_SHOWN = 5
"""Maximum number of documents that one error lists."""
_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_PARTS = re.compile(r"_#+_")


@dataclass
class _Table:
    keys: list[str] = field(default_factory=list)
    domains: list[str] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    other: set[str] = field(default_factory=set)
    """Keys that are left out."""
    pairs: set[str] = field(default_factory=set)


def is_documents(start: bytes) -> bool:
    """Return whether JSON Lines with this beginning are WMT's documents, by keys of their own, or by long ids."""
    keys = first_keys(start)
    has_text = bool(keys & OWN) or (b"_#" in start and bool(keys & ROLES.keys()))
    return has_text and bool(keys & set(IDS))


def read_paragraphs(
    file: str, text: DecodedText, limits: FileLimits, on_progress: Progress = no_progress
) -> list[Column]:
    """Return a column of paragraphs for each text of the documents; keys are ``document / paragraph``.

    Paragraphs are in <p>, or between blank lines; in a file with <p>, a document without <p> has one paragraph a line.
    ``refs`` is an object of name -> ``{"ref": text}``. Other values, such as ``metadata``, are left out with a notice.
    Raises ``FormatError`` with the line for documents that occur twice, and for texts of one document with unequal
    numbers of paragraphs.
    """
    table = _Table()
    documents: set[str] = set()
    has_marks = b"<p>" in text.data
    for line, value in objects(file, text.data, limits, progress_of_part(on_progress, 0, 2)):
        document = name_at(file, line, value, *IDS)
        if document in documents:
            raise FormatError(file, f"document {clean_name(document)} a second time", None, line)
        documents.add(document)
        _add(file, line, document, value, table, has_marks)
        check_segments(file, len(table.keys), limits)
        check_cells(file, len(table.keys) * len(table.texts), limits)
    check_ids(file, sum(map(len, table.keys)), limits)
    return _columns(file, text.notices, table, progress_of_part(on_progress, 1, 2))


def parse_document_id(id: str) -> tuple[str, str, str]:
    """Return the document, the domain and the languages of one of WMT's long ids.

    ``WMT26_###_news_###_eng_###_isl_###_x`` is the document x.
    """
    parts = _PARTS.split(id)
    if len(parts) < 3:
        return id, "", ""
    if parts[0].upper().startswith("WMT"):
        return _PARTS.split(id, 4)[-1] if len(parts) > 4 else parts[-1], parts[1], "-".join(parts[2:4])
    return "_".join(parts[2:]), parts[1], parts[0]


def split_paragraphs(text: str, has_marks: bool) -> list[str]:
    """Return the paragraphs of a text, at least one: in <p>, one a line if ``has_marks``, or between blank lines.

    ``has_marks``: whether other documents of the file have <p>.
    """
    marked = _PARAGRAPH.findall(text)
    if marked:
        return [paragraph.strip() for paragraph in marked]
    if has_marks:
        return [line.strip() for line in text.strip().split("\n")]
    return _BLANK_LINES.split(text.strip())


def _add(file: str, line: int, id: str, value: Mapping[str, object], table: _Table, has_marks: bool) -> None:
    from .json_fields import (  # plain text, whose command imports this file, needs neither
        holds_references,
        text_under_key,
    )
    from .json_rows import JsonPlace

    whole_texts = {
        key: text_at(file, line, value, key) for key in value if key in ROLES and isinstance(value[key], str)
    }
    several = {key: one for key, one in value.items() if holds_references(one, key) and isinstance(one, dict)}
    for key, one in several.items():
        for name, text in one.items():
            is_free = name not in whole_texts and ROLES.get(name, Role.REFERENCE) is Role.REFERENCE
            whole_texts[name if is_free else f"{key} {name}"] = (
                text_under_key(JsonPlace(file, line), f"{key} {name}", text) or ""
            )
    texts = {key: split_paragraphs(text, has_marks) for key, text in whole_texts.items()}
    if not texts:
        raise FormatError(file, "no text", f"one of {', '.join(ROLES)}", line)
    counts = {key: len(paragraphs) for key, paragraphs in texts.items()}
    document, domain, languages = parse_document_id(id)
    if len(set(counts.values())) > 1:
        listed = ", ".join(f"{counted(count, 'paragraph')} in {key}" for key, count in counts.items())
        expected = f"as many paragraphs in every text of document {clean_name(document)}"
        raise FormatError(file, listed, expected, line, "Nothing is cut or padded.")
    if table.keys and texts.keys() != table.texts.keys():
        raise FormatError(file, " and ".join(texts), f"texts under {' and '.join(table.texts)}, as before", line)
    for key, paragraphs in texts.items():
        table.texts.setdefault(key, []).extend(paragraphs)
    count = len(next(iter(texts.values())))
    table.keys += [f"{document} / {number}" for number in range(1, count + 1)]
    table.domains += [domain or text_at(file, line, value, "domain")] * count
    table.other |= {key for key in value if key not in {*texts, *several, *IDS, "domain"}}
    if languages:
        table.pairs.add(languages)


def _columns(file: str, notices: Sequence[Notice], table: _Table, on_progress: Progress) -> list[Column]:
    if len(table.pairs) > 1:
        advice = "Give one file for each pair."
        raise FormatError(file, ", ".join(sorted(table.pairs)[:5]), "one pair of languages", advice=advice)
    keys = string_array(table.keys)
    domains = string_array(table.domains) if all(table.domains) else None
    file_notices = list(notices)
    if table.other:
        listed = ", ".join(map(clean_name, sorted(table.other)[:5]))
        file_notices.append(Notice("left-out", f"Besides texts there is {listed}; left out.", len(table.other)))
    columns = []
    for number, (key, texts) in enumerate(table.texts.items()):
        segments = string_array(texts)
        role = ROLES.get(key, Role.REFERENCE)
        name = guess_file(file).name if len(table.texts) == 1 or role is Role.SYSTEM else clean_name(key)
        segment_notices = notice_segments(segments, FORMAT, progress_of_part(on_progress, number, len(table.texts)))
        columns.append(Column(file, name, role, segments, segment_notices, FORMAT, keys, stated=True, domains=domains))
    return [columns[0].with_notices(*file_notices), *columns[1:]]


def check_paragraphs(column: Column, spine: Column) -> None:
    """Raise ``FormatError``, which names the documents, if two columns have unequal numbers of paragraphs."""
    if FORMAT not in (column.format, spine.format):
        return
    expected_counts, counts = _counts(spine), _counts(column)
    unequal = [name for name in counts if name in expected_counts and counts[name] != expected_counts[name]]
    if not unequal:
        return
    listed = ", ".join(
        f"{clean_name(name)} has {counts[name]:,}, not {expected_counts[name]:,}"
        for name in unequal[:MAX_DOCUMENTS_SHOWN]
    )
    rest = f", and {len(unequal) - MAX_DOCUMENTS_SHOWN:,} more" if len(unequal) > MAX_DOCUMENTS_SHOWN else ""
    expected = f"as many paragraphs of each document as in {spine.name} ({spine.file})"
    raise FormatError(column.file, listed + rest, expected, advice="Nothing is cut or padded.")


def _counts(column: Column) -> Counter[str]:
    if column.keys is None:
        return Counter()
    return Counter(key.rpartition(" / ")[0] for key in column.keys.to_pylist())
