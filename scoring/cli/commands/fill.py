"""``fill``: translations, post-edits and marked errors, written into the translation file that has their source."""

import argparse
from dataclasses import dataclass
from pathlib import PurePath

import pyarrow as pa

from ...formats import Role
from ...formats.bilingual.filling.filled_file import TranslationFile
from ...formats.bilingual.filling.unit_filling import TargetState
from ...formats.bilingual.units import CODES
from ...formats.columns import TRANSLATION_FILES
from ...formats.names import guess_translation_file
from ...formats.plain_text.notices import TOKENIZED
from ...studies import translation_file
from ...studies.translation_file import FillRequest, error_notes
from ...testset import System, TestSet
from ..progress_bar import show_progress
from ..shared.arguments import add_file, add_reading, parse_match, read_inputs
from ..shared.external_judgments import attach_all, check_matched, note_all, read_judgments
from ..shared.translation_files import open_translation_file, tell_filled


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Writes translations into the XLIFF, TMX or PO that has their source. Every byte outside of targets, states and"
        " notes stays as it is; inline codes of the source keep their places."
    )
    command.set_defaults(run=run, metrics=[], untold=[TOKENIZED, CODES], scores=[], mqm_weights=None)
    add = command.add_argument_group("files").add_argument
    add("filled_file", metavar="FILE", help="the translation file; FILE#de chooses a language")
    help_ = "the translations: a translation file, matched by ids or sources, or one segment a line, in their order"
    add("--with", dest="systems", nargs=1, default=[], metavar="SYS", help=help_)
    help_ = "errors that were marked in these translations, or without --with in those of FILE; each becomes a note"
    add("--errors", dest="judgments", nargs="+", action="extend", default=[], metavar="ERRORS", help=help_)
    help_ = "a name in files of errors, and the system that it means; NAME= leaves it out; may be given again"
    add("--match", action="append", type=parse_match, default=[], metavar="NAME=SYSTEM", help=help_)
    add_reading(add)
    add_option = command.add_argument_group("translations").add_argument
    help_ = "which translations of FILE are filled, such as de, where it has several languages"
    add_option("--language", metavar="CODE", help=help_)
    help_ = "the translations are post-edits: their state says translated, and does not ask for a review"
    add_option("--post-edit", action="store_true", help=help_)
    help_ = "whose translations these are, for notes; default: the name of the file of --with"
    add_option("--origin", default="", metavar="NAME", help=help_)
    add_file(command.add_argument_group("output"))


def run(options: argparse.Namespace) -> bytes:
    """Return the translation file with its new translations and notes, as bytes."""
    if not options.systems and not options.judgments:
        raise ValueError(f"{options.filled_file}: nothing is to be written into it; add --with SYS or --errors ERRORS.")
    file = open_translation_file(options.filled_file, options.language, options.encoding)
    texts = _read_translations(options) if options.systems else _own_translations(file)
    notes = _read_errors(options, file, texts) if options.judgments else {}
    state = TargetState.EDITED if options.post_edit else TargetState.DRAFT
    request = FillRequest(
        len(texts.segments),
        texts.segments if options.systems else None,
        texts.codes,
        options.origin or texts.name,
        state,
        notes,
        texts.keys,
        texts.sources,
    )
    with show_progress("file") as on_progress:
        result = translation_file.run(request, file, on_progress)
    tell_filled(result, options.strict)
    return result.data


@dataclass(frozen=True, eq=False)
class _Translations:
    """Translations of one system, with inline codes, ids and sources of their units if their file has these."""

    name: str
    segments: pa.StringArray
    codes: pa.StringArray | None
    keys: pa.StringArray | None
    sources: pa.StringArray | None


def _read_translations(options: argparse.Namespace) -> _Translations:
    with read_inputs(options, [], options.systems) as inputs:
        translations = inputs.whole_columns()[Role.SYSTEM]
        columns = inputs.columns
    if len(translations) != 1:
        listed = ", ".join(translations)
        raise ValueError(f"{options.systems[0]}: expected one translation; found {listed}. Choose one: FILE#NAME.")
    ((name, segments),) = translations.items()
    with_ids = [column for column in columns if column.format in TRANSLATION_FILES]
    if not with_ids:
        return _Translations(name, segments, None, None, None)
    table = with_ids[0].table
    sources = None if table is None else table.columns["source"]
    return _Translations(name, segments, with_ids[0].codes, with_ids[0].keys, sources)


def _own_translations(file: TranslationFile) -> _Translations:
    """Return the translations that the file has already; ``ValueError`` where it has none."""
    units = [unit for unit in file.units.units if unit.source and unit.is_translated]
    if not units:
        raise ValueError(f"{file.file}: it has no translations in which errors are marked; add --with SYS.")
    keys = pa.array([unit.id for unit in units], pa.string()) if all(unit.id for unit in units) else None
    texts = pa.array([unit.target for unit in units], pa.string())
    sources = pa.array([unit.source for unit in units], pa.string())
    return _Translations(guess_translation_file(PurePath(file.file).name).name, texts, None, keys, sources)


def _read_errors(
    options: argparse.Namespace, file: TranslationFile, texts: _Translations
) -> translation_file.SegmentNotes:
    """Return the errors that are marked in these translations, as notes; ``ValueError`` where there are none."""
    test_set = TestSet((System(texts.name, texts.segments),), (), pa.array([""] * len(texts.segments), pa.string()))
    judgments = read_judgments(options.judgments, options)
    attached = attach_all(test_set, judgments, options.match)
    check_matched(options.match, judgments)
    note_all(attached, strict=options.strict)
    notes = error_notes(attached.test_set, attached.test_set.annotations, texts.name)
    if not notes:
        raise ValueError(f"{', '.join(options.judgments)}: found no marked errors in the translations of {texts.name}.")
    return notes
