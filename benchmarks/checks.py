"""Rates of all checks, planted faults, a million segments by the command, and pofilter where it is installed.

pofilter is translate-toolkit's (GPL); its test is of a unit, so its time is for ``PEER_SEGMENTS``. CHECKS_SEGMENTS
changes the million.
"""

import os
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
from tabulate import tabulate

from benchmarks.data import Data, source_of
from benchmarks.million import write_varied
from benchmarks.planted_faults import PLANTED, plant_faults
from benchmarks.process import measure
from scoring.studies.checks import ChecksRequest, TextsToCheck
from scoring.studies.checks import run as check
from scoring.text.languages import Language, find_language

SEGMENTS = int(os.environ.get("CHECKS_SEGMENTS", "1_000_000"))
PEER_SEGMENTS = 10_000


class Example(NamedTuple):
    """A pair of texts with the kinds of findings that we expect, most of them from pofilter or Weblate's issues."""

    what: str
    source: str
    output: str
    kinds: tuple[str, ...] = ()
    language: str = "de"


EXAMPLES = (
    Example("printf field lost", "Hello %s, %d files", "Hallo, %d Dateien", ("missing placeholder",)),
    Example("printf fields in another order", "%1$s of %2$s", "%2$s von %1$s"),
    Example("named field lost", "Hi {name}", "Hallo", ("missing placeholder",)),
    Example(
        "Weblate: :messages translated", ":count new :messages", ":count neue :Nachrichten", ("missing placeholder",)
    ),
    Example(
        "Weblate: tag lost", "<b>Save</b> now", "<b>Speichern jetzt", ("missing placeholder", "unclosed tag or brace")
    ),
    Example("URL changed", "See www.a.org", "Siehe www.b.org", ("added link or code", "missing link or code")),
    Example("e-mail address changed", "To info@a.com", "An info@b.de", ("added link or code", "missing link or code")),
    Example("path changed", "in /home/user now", "jetzt in /heim/user", ("added link or code", "missing link or code")),
    Example("number changed", "Take 15 mg daily", "Nehmen Sie täglich 50 mg", ("added number", "missing number")),
    Example("unit changed", "Take 15 mg daily", "Nehmen Sie täglich 15 g", ("changed unit or currency",)),
    Example("number in words", "I bought 3 tickets", "Ich kaufte drei Karten"),
    Example("decimal comma", "It is 1,234.5 metres", "Es sind 1.234,5 Meter"),
    Example("Arabic digits", "It has 123 pages", "الكتاب ١٢٣ صفحة", language="ar"),
    Example("another final mark", "Is it so?", "Ist es so.", ("other final mark",)),
    Example("Chinese full stop", "It is so.", "是这样。", language="zh"),
    Example("bracket lost", "It is so (today).", "Es ist so (heute.", ("unpaired bracket",)),
    Example("quotation mark lost", 'He said "no" to it', 'Er sagte "nein dazu', ("unpaired quotation mark",)),
    Example("German quotation marks", 'He said "no" to it', "Er sagte „nein“ dazu"),
    Example("doubled word", "The cat is here", "Die die Katze ist hier", ("doubled word",)),
    Example("not translated", "Save the file as it is", "Save the file as it is", ("copied source",)),
    Example("partly translated", "Save the file as it is", "Speichern the file as it ist", ("partial copy",)),
    Example("another script", "Save the file as it is", "Сохраните файл как он есть", ("wrong script",)),
    Example("space before a comma", "Yes, it is.", "Ja , das ist es.", ("space before a mark",)),
    Example("preamble", "The cat is here.", "Hier ist die Übersetzung: Die Katze ist hier.", ("preamble",)),
    Example("refusal", "The cat is here.", "I'm sorry, but I can't translate that.", ("refusal",)),
    Example("loop", "The cat is here", f"Die Katze ist hier{' und so' * 12}", ("repeated bigram",)),
)


def run(sets: Sequence[Data]) -> None:
    rows = [_time_systems(data) for data in sets]
    print(tabulate(rows, ["all checks", "wall time, s", "processor, s"], floatfmt=".2f"))
    for data in sets:
        if source_of(data) is not None:
            _show_rates(data)
    _show_planted(sets)
    whole = max(
        (data for data in sets if source_of(data) is not None), key=lambda data: len(data.test_set), default=None
    )
    if whole is not None:
        _time_command(whole)
    _show_peer(whole)


def _texts_of(data: Data) -> TextsToCheck:
    source = source_of(data)
    systems, references = (
        {str(name): pa.array(lines, pa.string()) for name, lines in of}
        for of in (data.systems.items(), enumerate(data.references, 1))
    )
    own, target = languages_of(data)
    return TextsToCheck(systems, references, None if source is None else pa.array(source, pa.string()), target, own)


def languages_of(data: Data) -> tuple[Language | None, Language | None]:
    """Return the languages of source and outputs in the folder's name, such as wmt21-en-de."""
    found = re.search(r"-([a-z]{2})-([a-z]{2})(?![a-z])", data.name)
    return (None, None) if found is None else (find_language(found[1]), find_language(found[2]))


def _show_rates(data: Data) -> None:
    """Print each kind's rate in % of the segments: mean and highest of the systems, and highest of the references."""
    rows = []
    for of in check(ChecksRequest(), _texts_of(data)).kinds_found:
        systems, references = ([100 * rate.rate for rate in one.values()] for one in (of.systems, of.references))
        rows.append(
            (f"{of.check}: {of.kind}", sum(systems) / len(systems), max(systems), max(references, default=None))
        )
    print(f"\n{tabulate(rows, [data.name, 'mean', 'highest', 'reference'], floatfmt='.1f')}")


def _show_planted(sets: Sequence[Data]) -> None:
    """Print recall and precision, in %, for faults planted in the first reference of each set."""
    known = [(data, source) for data in sets if (source := source_of(data)) is not None]
    rows = []
    for fault, (name, _) in PLANTED.items():
        cells = []
        for data, source in known:
            text, *others = data.references
            found = plant_faults(fault, text, source, others, languages_of(data))
            cells.append("" if found is None else f"{100 * found.recall:.0f} / {100 * found.precision:.0f}")
        rows.append((fault, name, *cells))
    print(f"\n{tabulate(rows, ['planted', 'check', *(data.name for data, _ in known)])}")


def kinds_of(example: Example) -> tuple[str, ...]:
    """Return the kinds of findings that the checks have in an example, in alphabetical order."""
    output, source = (pa.array([text]) for text in (example.output, example.source))
    texts = TextsToCheck({"output": output}, {}, source, find_language(example.language), find_language("en"))
    return tuple(sorted({found.kind for found in check(ChecksRequest(), texts).findings}))


def _time_systems(data: Data) -> tuple[str, float, float]:
    texts = _texts_of(data)
    check(ChecksRequest(), texts)
    wall, processor = time.perf_counter(), time.process_time()
    check(ChecksRequest(), texts)
    return str(data), time.perf_counter() - wall, time.process_time() - processor


def _time_command(data: Data) -> None:
    source = source_of(data)
    assert source is not None
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("src.txt", "sys.txt")]
        for file, lines in zip(files, (source, next(iter(data.systems.values()))), strict=True):
            write_varied(file, lines, SEGMENTS)
        output = Path(folder, "found.json")
        before = os.times()
        seconds, peak = measure("scoring", "check", str(files[0]), "-i", str(files[1]), "-o", str(output))
        after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    print(f"\n{SEGMENTS:,} segments of {data.name} with their source, by the command:")
    print(f"{seconds:.0f} s, {processor:.0f} s of processors, {peak:.0f} MB")


def _show_peer(data: Data | None) -> None:
    try:
        from translate.filters.checks import CheckerConfig, StandardChecker
        from translate.storage.po import pounit
    except ImportError:
        print("\npofilter is not installed (translate-toolkit).")
        StandardChecker = None

    def theirs(language: str, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
        if StandardChecker is None:
            return
        checker = StandardChecker(CheckerConfig(targetlanguage=language))
        for source, output in pairs:
            unit = pounit(source)
            unit.target = output
            yield ", ".join(sorted(checker.run_filters(unit)))

    rows = [(one.what, ", ".join(kinds_of(one)), *theirs(one.language, [(one.source, one.output)])) for one in EXAMPLES]
    print(tabulate(rows, ["", "checks", "pofilter"]))
    source = None if data is None else source_of(data)
    if StandardChecker is None or data is None or source is None:
        return
    outputs = next(iter(data.systems.values()))
    pairs = [*islice(cycle(zip(source, outputs, strict=True)), PEER_SEGMENTS)]
    columns = [pa.array([f"{text} {n}" for n, text in enumerate(texts)]) for texts in zip(*pairs, strict=True)]
    seconds = []
    for work in (
        lambda: check(ChecksRequest(), TextsToCheck({"output": columns[1]}, {}, columns[0])),
        lambda: [*theirs("de", [*zip(*(column.to_pylist() for column in columns), strict=True)])],
    ):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    print(f"{PEER_SEGMENTS:,} segments: {seconds[0]:.1f} s of processors, pofilter {seconds[1]:.1f} s", end="")
    print(f" ({seconds[1] / seconds[0]:.1f} times as long)")
