"""Fuzzing of the readers of files: a fuzzer changes small files until they reach new code.

    python -m pip install --target=/tmp/atheris atheris
    mkdir /tmp/found
    PYTHONPATH=/tmp/atheris python -m tools.fuzzing texts /tmp/found -max_total_time=3600

The first word is one of ``TARGETS``. Inputs that reach new code are added to the folder; options of libFuzzer may
follow. A fault ends the run, and its input is in the current folder. With ``--keep`` instead of options, inputs of the
folder that reach new code are added to tests/fuzzed, where a quick test reads them.
"""

import gc
import importlib
import io
import json
import sys
import warnings
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, FunctionType, MappingProxyType
from typing import Any

import pyarrow as pa

from scoring.checks.terminology.glossary_files import read_glossary
from scoring.choosing.formats.reading import read_lists
from scoring.formats import FileLimits, FormatError, assemble, attach, guess_roles, read_contents, repair
from scoring.formats.bilingual.filling.filled_file import WRITTEN_WRONGLY, TranslationFile, fill_file
from scoring.formats.bilingual.filling.unit_filling import TargetState, UnitFilling
from scoring.formats.bilingual.inline_codes import CodedText
from scoring.model_judges.answer_files import read_answer_file
from scoring.model_judges.answer_grammar import UnreadAnswerError, parse_answer
from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from scoring.model_judges.error_places import place_error
from scoring.model_judges.example_files import read_examples
from scoring.model_judges.prompts import JudgedTexts, LanguageNames, prompt_messages
from scoring.model_judges.protocols import ESA
from scoring.model_judges.request_files import read_requests
from scoring.model_judges.request_ids import RequestId
from scoring.rating.formats import read_any, read_ratings, write_ratings
from scoring.studies.tradeoff import read_cost_file
from tests import bilingual, files, judgments, ratings
from tests.workspace.made import everything, rated
from tests.workspace.raters import answered, plan
from workspace import DamagedError, Workspace
from workspace.archive.export import export_project
from workspace.archive.forms import FORMS
from workspace.archive.manifest import FILE as MANIFEST
from workspace.archive.manifest import LIMITS, ColumnFiles, ExportedFile, read_manifest
from workspace.archive.reading import import_project
from workspace.storage.place import url_of_file
from workspace.versions.arrays import arrays_digest, compute_checksum, pack_arrays
from workspace.versions.manifest import SOURCE, Entry, Manifest, split_test_set
from workspace.versions.versions import load_columns

CORPUS = Path(__file__).parents[1] / "tests" / "fuzzed"
FUZZED = (
    *("bleuscope.scoring.formats.", "bleuscope.scoring.rating.formats.", "bleuscope.scoring.choosing.formats."),
    *("bleuscope.scoring.checks.terminology.", "bleuscope.scoring.studies.tradeoff.", "workspace."),
    "bleuscope.scoring.model_judges.",
)
"""Prefixes of the names of modules that the fuzzer watches."""
SMALL = FileLimits(
    file_bytes=300_000, total_bytes=600_000, archive_members=20, segments=5_000, columns=50, cells=20_000, tags=30_000
)
"""Limits that keep each file quick to read."""
MAX_KEPT = 4_000
"""Largest size in bytes of an input in tests/fuzzed."""
RATED, PLAN = rated(), plan()


def name_and_content(data: bytes) -> tuple[str, bytes]:
    """Return the first line of an input, which is a file's name, and the rest, which is its content."""
    name, _, content = data.partition(b"\n")
    return name.decode(errors="replace"), content


def texts(data: bytes) -> None:
    """Read a file as columns of texts or as judgments, and process it as a page does."""
    file, content = name_and_content(data)
    try:
        found = read_contents(file, content, limits=SMALL)
    except FormatError:
        return
    columns = guess_roles(found.columns)
    for column in columns:
        column.segments.validate(full=True)
        for notice in column.notices:
            if notice.repair:
                repair(column, notice.kind)
    with suppress(ValueError):
        assemble(columns, "fuzzed")
    attach(judgments.IN_DOCUMENTS, found.judgments)


def filling(data: bytes) -> None:
    """Fill a translation file with its own translations, then with others, and read what was written."""
    file, content = name_and_content(data)
    try:
        read = TranslationFile.read(file, content, SMALL)
        units = dict(enumerate(read.units.units))
        own = {number: CodedText(unit.target) for number, unit in units.items() if unit.target}
        unchanged = fill_file(read, {number: UnitFilling(text) for number, text in own.items()}, TargetState.EDITED)
        assert unchanged.data == content, "its own translations change a file"
        for state in TargetState:
            changed = {
                number: UnitFilling(CodedText(f"{number} <&> {unit.source}"), ("-",)) for number, unit in units.items()
            }
            fill_file(read, changed, state)
    except FormatError as error:
        if WRITTEN_WRONGLY in str(error):
            raise


def glossaries(data: bytes) -> None:
    """Read a glossary file."""
    with suppress(FormatError):
        read_glossary(*name_and_content(data), limits=SMALL)


def candidates(data: bytes) -> None:
    """Read a file with several outputs for each segment."""
    with suppress(FormatError):
        read_lists(*name_and_content(data), limits=SMALL)


def costs(data: bytes) -> None:
    """Read a table of costs."""
    with suppress(FormatError):
        read_cost_file(*name_and_content(data))


def model_answers(data: bytes) -> None:
    """Read a file as answers of a language model, as requests to one, and as examples for it."""
    file, content = name_and_content(data)
    with suppress(FormatError):
        for given in read_answer_file(file, content, limits=SMALL):
            with suppress(UnreadAnswerError):
                for error in parse_answer(given.text or "").errors:
                    place_error(error, JUDGED)
    with suppress(FormatError):
        read_requests(file, content, SMALL)
    with suppress(FormatError):
        read_examples(file, content, ESA)


def answers(data: bytes) -> None:
    """Read raters' answers, as answers of one campaign and as answers of any campaign."""
    file, content = name_and_content(data)
    with suppress(FormatError):
        read_any(file, content, PLAN, RATED, SMALL)
    with suppress(FormatError):
        read_ratings(file, content, RATED, SMALL)


def projects(data: bytes) -> None:
    """Import an exported project from the input: a zip, or instructions for changing an exported zip."""
    folder = Path(_FOLDER.name)
    (folder / "project.zip").write_bytes(data if data.startswith(b"PK") else changed_export(data))
    limits = replace(LIMITS, file_bytes=SMALL.file_bytes, total_bytes=SMALL.total_bytes)
    with suppress(ValueError):  # FormatError, or WorkspaceError for a name that cannot be kept
        made = import_project(workspace(), folder / "project.zip", limits=limits)
        workspace().delete(made.project.id, for_good=True)


def manifests(data: bytes) -> None:
    """Read the manifest of an exported project."""
    with suppress(FormatError):
        read_manifest(MANIFEST, data, SMALL)


def columns(data: bytes) -> None:
    """Read a file as a column of an exported project; the first line names the file in the project."""
    name, content = name_and_content(data)
    if name in (described := exported_columns()):
        column, n_segments = described[name]
        with suppress(FormatError, KeyError, TypeError):  # the importer turns the last two into a FormatError
            arrays = FORMS[column.form].read([ExportedFile(name, content)], column.about, n_segments)
            arrays_digest(arrays)


def blobs(data: bytes) -> None:
    """Load a column from a blob with any content and the right checksum."""
    manifest = Manifest(1, None, (Entry(SOURCE, "", "digest"),))
    with suppress(DamagedError):
        for arrays in load_columns("fuzzed", manifest, {"digest": (compute_checksum(data), data)}).values():
            arrays_digest(arrays)
            for array in arrays.values():
                array.validate(full=True)
                array.to_pylist()


TARGETS: Mapping[str, Callable[[bytes], None]] = MappingProxyType(
    {
        target.__name__: target
        for target in (
            texts,
            filling,
            glossaries,
            candidates,
            costs,
            model_answers,
            answers,
            projects,
            manifests,
            columns,
            blobs,
        )
    }
)
"""Name of a target -> function that takes an input, and raises an error only if the program has a fault."""
TERMS = {
    "x.tsv": b"house\tHaus\n",
    "x.csv": b'en,de\n"garden, small",G\xc3\xa4rtchen\n',
    "x.json": b'[{"src": "a house", "proper_terms": {"house": "Haus"}, "random_terms": {}}]',
    "x.jsonl": b'{"en": "a house", "hints": {"house": ["Haus", "Heim"]}}\n',
    "x.tbx": b"<martif type='TBX'><text><body><termEntry id='1'><langSet xml:lang='en'><tig><term>house</term></tig>"
    b"</langSet><langSet xml:lang='de'><tig><term>Haus</term></tig></langSet></termEntry></body></text></martif>",
}
LISTS = {
    "x.nbest": b"0 ||| das Haus ||| F0= -1 2 ||| -0.2\n0 ||| ein Haus ||| F0= -2 3 ||| -0.5\n1 ||| ja ||| F0= 0 1"
    b" ||| 1",
    "x.jsonl": b'{"candidates": ["das Haus", "ein Haus"], "scores": [0.5, 0.25], "id": "a"}\n{"candidates": ["ja"]}\n',
    "x.txt": b"das Haus\nein Haus\nja\nnein\n",
}
COSTS = {"x.csv": b"system,EUR,words per second\nA,2.5,100\nB,1e3,\n", "x.tsv": b"A\t1\nB\t2\n"}
ASKED, JUDGED = RequestId("0123abcd", "A", 1, 1), JudgedTexts("the dog and the cat", "der Hund und die Katze")
CHAT = {"choices": [{"finish_reason": "stop", "message": {"content": "Score: 87.5"}}], "model": "m"}
QUOTED = {"text": "the", "context": "the cat", "severity": "minor", "category": "fluency/grammar"}
BY_LINE = 'Critical:\nno-error\nMajor:\naccuracy/mistranslation - "dog"\nMinor:\nno-error'
FROM_MODELS: Mapping[str, object] = {
    "plain": {"answer": json.dumps({"score": 70, "errors": [QUOTED]})},
    "openai": {"response": {"status_code": 200, "body": CHAT}},
    "responses": {"output": [{"type": "message", "content": [{"type": "output_text", "text": BY_LINE}]}]},
    "anthropic": {"result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": "95"}]}}},
    "gemini": {"response": {"candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "95"}]}}]}},
    "harness": {"doc_id": 1, "doc": {}, "filtered_resps": ["88"]},
    "lighteval": {"doc": {}, "model_response": {"text": ["88"]}},
}
"""Answers of a language model, each as a line of a file."""


def written_by_models() -> dict[str, bytes]:
    """Return files of answers, of requests and of examples, by their names."""
    asked = json.dumps({"custom_id": ASKED.custom_id})[:-1]
    found = {f"{name}.jsonl": f"{asked}, {json.dumps(one)[1:]}\n".encode() for name, one in FROM_MODELS.items()}
    messages = prompt_messages(ESA, JUDGED, LanguageNames("German", "English"))
    for shape in BATCH_SHAPES.values():
        line = shape.format_request_line(ASKED, json.dumps(shape.body(messages, ModelSettings("m"))))
        found[f"{shape.name}-requests.jsonl"] = line.encode()
    example = {"source": JUDGED.source, "translation": JUDGED.translation, "answer": {"score": 95, "errors": []}}
    return {**found, "examples.jsonl": json.dumps(example).encode()}


_FOLDER = TemporaryDirectory(prefix="fuzzing-")


@cache
def workspace() -> Workspace:
    """Return an empty workspace in a folder that is removed at the end."""
    return Workspace(url_of_file(Path(_FOLDER.name) / "workspace.sqlite"))


@cache
def exported_zip() -> bytes:
    """Return the zip of a project with every kind of content."""
    kept, path = workspace(), Path(_FOLDER.name) / "exported.zip"
    project = kept.create("project", "a note")
    kept.add(project.id, everything())
    kept.add(project.id, replace(RATED, notes=pa.array(["a\nb", *"cdefg"])))
    test_set = kept.add(project.id, RATED)
    campaign = kept.make_campaign(test_set.id, 1, "campaign", PLAN)
    answered(kept, kept.join(campaign.token, "Ann"))
    kept.keep_glossary(test_set.id, "terms.tsv", TERMS["x.tsv"])
    kept.save_view(project.id, f"/segments?set={test_set.id}", "view")
    export_project(kept, project.id, path)
    kept.delete(project.id, for_good=True)
    return path.read_bytes()


@cache
def exported_files() -> dict[str, bytes]:
    """Return the files in the zip of ``exported``, by their names."""
    with zipfile.ZipFile(io.BytesIO(exported_zip())) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def changed_export(changes: bytes) -> bytes:
    """Return the exported zip with one change a line: a byte for the kind, a byte for the file, then the new content.

    A fuzzer that changed the zip's own bytes would only make invalid zips.
    """
    files = [*exported_files().items()]
    for change in changes.split(b"\n")[:20]:
        if len(change) < 2 or not files:
            continue
        at, put = change[1] % len(files), change[2:]
        name, content = files[at]
        half = len(content) // 2
        done: list[list[tuple[str, bytes]]] = [
            [],
            [(put.decode(errors="replace"), content)],
            [(name, content), (name, put)],
            [(name, put)],
            [(name, content[:half] + put + content[half:])],
            [(name, content[: len(put)])],
        ]
        files[at : at + 1] = done[change[0] % len(done)]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about duplicate names
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


@cache
def exported_columns() -> dict[str, tuple[ColumnFiles, int]]:
    """Return name of a file in the exported zip -> its first column, and the number of segments."""
    manifest = read_manifest(MANIFEST, exported_files()[MANIFEST], LIMITS)
    each = [(column, version) for one in manifest.test_sets for version in one.versions for column in version.columns]
    return {name: (column, version.n_segments) for column, version in reversed(each) for name in column.files}


def seeds(target: str) -> list[bytes]:
    """Return the first inputs of a target: one of each kind of file, and the inputs in tests/fuzzed."""
    whole = {
        "blobs": lambda: [*map(pack_arrays, split_test_set(everything())[1].values())],
        "projects": lambda: [exported_zip(), b"", *(b"%c%cx.txt" % (what, at) for what in b"012345" for at in b"01")],
        "manifests": lambda: [exported_files()[MANIFEST]],
    }
    named: dict[str, Callable[[], Mapping[str, bytes]]] = {
        "texts": lambda: {**files.SEEDS, **judgments.FILES},
        "filling": lambda: {name: text.encode() for name, text in bilingual.FILES.items()},
        "glossaries": lambda: TERMS,
        "candidates": lambda: LISTS,
        "costs": lambda: COSTS,
        "model_answers": written_by_models,
        "answers": lambda: {"x.jsonl": write_ratings(ratings.answered(PLAN, RATED)), "x.pearmut": judgments.PEARMUT},
        "columns": lambda: {name: exported_files()[name] for name in exported_columns()},
    }
    there = whole[target]() if target in whole else [f"{name}\n".encode() + of for name, of in named[target]().items()]
    path = CORPUS / f"{target}.txt"
    return [*there, *(map(unescape_input, path.read_text("ascii").splitlines()) if path.exists() else ())]


def escape_input(data: bytes) -> str:
    """Return an input as a line of ASCII."""
    return data.decode("latin-1").encode("unicode_escape").decode("ascii")


def unescape_input(line: str) -> bytes:
    """Return the input of a line."""
    return line.encode().decode("unicode_escape").encode("latin-1")


def lines_reached(target: str, data: bytes) -> set[tuple[CodeType, int]]:
    """Return the lines of code in ``FUZZED`` that an input reaches."""
    reached: set[tuple[CodeType, int]] = set()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if not f"{frame.f_globals.get('__name__')}.".startswith(FUZZED):
            return None
        reached.add((frame.f_code, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        TARGETS[target](data)
    finally:
        sys.settrace(before)
    return reached


def keep(target: str, folder: Path) -> None:
    """Add the smallest inputs of a folder that reach new lines to tests/fuzzed."""
    reached = set[tuple[CodeType, int]]().union(*(lines_reached(target, data) for data in seeds(target)))
    path = CORPUS / f"{target}.txt"
    found = [one for one in sorted(file.read_bytes() for file in folder.iterdir()) if len(one) <= MAX_KEPT]
    with path.open("a", encoding="ascii", newline="\n") as stream:
        for data in sorted(found, key=len):
            new = lines_reached(target, data) - reached
            if new:
                reached |= new
                stream.write(f"{escape_input(data)}\n")


def main() -> None:
    target, folder, *options = sys.argv[1:]
    if options == ["--keep"]:
        keep(target, Path(folder))
        return
    atheris = importlib.import_module("atheris")
    for data in seeds(target):
        Path(folder, sha256(data).hexdigest()).write_bytes(data)
    for function in [one for one in gc.get_objects() if isinstance(one, FunctionType)]:
        if f"{function.__module__}.".startswith(FUZZED):
            atheris.instrument_func(function)
    atheris.Setup([sys.argv[0], *options, folder], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
