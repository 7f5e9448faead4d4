"""Gettext's PO files: msgid is the source, msgstr the translation."""

import ast
import re
from dataclasses import dataclass
from typing import ClassVar

import pyarrow as pa
from bleuscope.scoring.counting.progress import Progress, no_progress
from bleuscope.scoring.formats import Column, FileFormat, FormatError, Role, decode_text
from bleuscope.scoring.formats.names import guess_file

_ENTRY = re.compile(r'^msgid ((?:".*"\s*)+)msgstr ((?:".*"\s*)+)', re.MULTILINE)


@dataclass(frozen=True)
class GettextPo(FileFormat):
    """PO files without plural forms."""

    name: ClassVar[str] = "po"
    label: ClassVar[str] = "PO"
    endings: ClassVar[tuple[str, ...]] = ("po",)

    def recognizes(self, start: bytes) -> bool:
        """Whether the first line that is no comment begins an entry."""
        lines = [line for line in start.splitlines() if line.strip() and not line.startswith(b"#")]
        return bool(lines) and lines[0].startswith(b'msgid "')

    def read(self, file: str, data: bytes, encoding: str | None, on_progress: Progress = no_progress) -> list[Column]:
        """The source, and a column of translations whose role is that of the file's name."""
        text = decode_text(file, data, encoding, on_progress)
        entries = [
            (_joined(source), _joined(translation)) for source, translation in _ENTRY.findall(text.data.decode())
        ]
        entries = [entry for entry in entries if entry[0]]  # the first one is the header
        if not entries:
            raise FormatError(file, "no msgid with a msgstr", "a PO file", advice="Is it a template (POT)?")
        sources, translations = (pa.array(column, pa.string()) for column in zip(*entries, strict=True))
        guess = guess_file(file.removesuffix(".po"))
        return [
            Column(file, "msgid", Role.SOURCE, sources, text.notices, self.label, stated=True),
            Column(file, guess.name, guess.role, translations, (), self.label, stated=True),
        ]


def _joined(quoted: str) -> str:
    return "".join(ast.literal_eval(line) for line in quoted.strip().splitlines())
