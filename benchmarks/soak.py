"""Forty visitors who read, first without and then with two hostile ones: the effect of attacks on the others."""

import io
import os
import random
import statistics
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from tabulate import tabulate
from websockets.exceptions import WebSocketException

from benchmarks.data import Data
from benchmarks.serving import Server, serve
from benchmarks.visitor import Refused, Visitor
from scoring.formats.limits import MEGABYTE

MINUTES = float(os.environ.get("SOAK_MINUTES", "30"))
VISITORS, HOSTILE = 38, 2
PAUSE_SECONDS = 5
SEGMENTS = 150
PAGES = ("overview", "segments", "ter", "smoothing", "compare", "significance")
GONE_MINUTES = 3
"""Minutes from the end of the hostile visits to the measurement of the server's memory."""
CUT_OFF = (OSError, WebSocketException)


@dataclass
class Noted:
    """The measurements of one part."""

    seconds: list[float] = field(default_factory=list)
    """Seconds of each step."""
    lost: int = 0
    """Number of times that a visitor's test set was missing."""
    failed: list[str] = field(default_factory=list)
    """Errors that ended a reader's visit."""
    begun: list[str] = field(default_factory=list)
    """Name of each attack that began."""
    done: list[str] = field(default_factory=list)
    """Name of each attack that reached its end."""
    cut_short: list[str] = field(default_factory=list)
    """Errors that ended the other attacks."""
    refused: int = 0
    """Number of refused uploads of hostile visitors."""


def run(sets: Sequence[Data]) -> None:
    """Run both parts and print the figures; raise ``RuntimeError`` if an attack never reached its end."""
    rows = []
    with serve() as server:
        _part(server, hostile=0, minutes=0.5)
        for hostile, minutes in ((0, MINUTES / 3), (HOSTILE, MINUTES)):
            before = server.megabytes()
            noted = _part(server, hostile, minutes)
            if hostile:
                _after_they_left(server)
            ordered = sorted(noted.seconds)
            figures = (statistics.median(ordered), ordered[int(0.95 * len(ordered))], ordered[-1])
            memory = f"{before:,.0f} to {server.megabytes():,.0f}"
            asked = f"{len(noted.begun):,}, {noted.refused:,} uploads refused" if hostile else "none"
            times = [f"{1e3 * figure:,.0f}" for figure in figures]
            rows.append([asked, f"{len(ordered):,}", *times, str(noted.lost), str(len(noted.failed)), memory])
            for problem in sorted({*noted.failed, *noted.cut_short}):
                print(f"  {problem}")
    head = f"memory, MB\n(after attacks: {GONE_MINUTES} minutes\nlater, and one visit)"
    headers = ["attacks", "steps", "median, ms", "95 %, ms", "longest, ms", "sets lost", "visits ended", head]
    print(tabulate(rows, headers, disable_numparse=True))
    _print_attacks(noted)


def _print_attacks(noted: Noted) -> None:
    """Print how often each attack began and ended; raise ``RuntimeError`` if one never reached its end."""
    begun, done = Counter(noted.begun), Counter(noted.done)
    counts = [(attack.name, begun[attack.name], done[attack.name]) for attack in ATTACKS]
    print("\n" + tabulate(counts, ["attack", "begun", "done"]))
    undone = [attack.name for attack in ATTACKS if not done[attack.name]]
    if undone:
        raise RuntimeError(f"Attacks that never reached their end: {', '.join(undone)}.")


def _after_they_left(server: Server) -> None:
    time.sleep(60 * GONE_MINUTES)
    with Visitor(server.address) as visitor:
        visitor.open("overview")


def _part(server: Server, hostile: int, minutes: float) -> Noted:
    noted, end = Noted(), time.monotonic() + 60 * minutes
    threads = [threading.Thread(target=_read, args=(server, number, noted, end)) for number in range(VISITORS)]
    threads += [threading.Thread(target=_attack, args=(server, number, noted, end)) for number in range(hostile)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return noted


def _read(server: Server, number: int, noted: Noted, end: float) -> None:
    """Upload a test set, step through it every few seconds, and sometimes open another page."""
    generator = random.Random(number)
    time.sleep(PAUSE_SECONDS * generator.random())
    try:
        with Visitor(server.address) as visitor:
            query = _own_set(visitor, f"visitor {number}", _texts(generator, SEGMENTS, 12, 6))
            visitor.open("segments", query)
            for step in range(10**9):
                if time.monotonic() > end:
                    return
                visitor.hear(PAUSE_SECONDS * (0.5 + generator.random()))
                if step % 10 == 9:
                    visitor.open(generator.choice(PAGES), query)
                    visitor.hear(PAUSE_SECONDS)
                    visitor.open("segments", query)
                noted.seconds.append(visitor.step("on" if step % SEGMENTS < SEGMENTS - 1 else "back"))
                noted.lost += not any(f"of {SEGMENTS} listed" in text for text in visitor.texts)
    except (*CUT_OFF, Refused, KeyError) as error:
        noted.failed.append(f"visitor: {type(error).__name__}: {error}")


def _attack(server: Server, number: int, noted: Noted, end: float) -> None:
    """Run one attack after another until the time is over and each has begun; visitors begin with different attacks."""
    generator = random.Random(1000 + number)
    for attack in islice(cycle(ATTACKS), number * len(ATTACKS) // HOSTILE, None):
        if time.monotonic() > end and len(set(noted.begun)) == len(ATTACKS):
            return
        noted.begun.append(attack.name)
        try:
            with Visitor(server.address) as visitor:
                visitor.open("data")
                noted.refused += attack.act(visitor, generator) or 0
        except (*CUT_OFF, Refused, LookupError) as error:
            if isinstance(error, LookupError) or not attack.may_be_refused:
                noted.cut_short.append(f"{attack.name}: {type(error).__name__}: {error}")
                continue
        noted.done.append(attack.name)


def _own_set(visitor: Visitor, name: str, texts: Sequence[str]) -> str:
    """Upload a reference and two systems and use them, as ``Visitor.bring`` does; return the address's query."""
    named = {"reference.txt": texts[0], f"system.{name}.txt": texts[1], "system.other.txt": texts[2]}
    return visitor.bring({file: text.encode() for file, text in named.items()})


def _texts(generator: random.Random, lines: int, words: int, length: int) -> list[str]:
    """Return three texts that share most words."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    known = ["".join(generator.choices(alphabet, k=length)) for _ in range(300)]
    reference = [[generator.choice(known) for _ in range(words)] for _ in range(lines)]
    texts = [
        [[w if generator.random() < keep else generator.choice(known) for w in line] for line in reference]
        for keep in (1.0, 0.8, 0.6)
    ]
    return ["".join(" ".join(line) + "\n" for line in text) for text in texts]


# --- what the hostile ones do; each returns how many uploads were refused, if it uploads what may be ---


def _clear_caches(visitor: Visitor, generator: random.Random) -> None:
    for _ in range(20):
        visitor.clear_caches()
    visitor.run()


def _one_long_line(visitor: Visitor, generator: random.Random) -> None:
    query = _own_set(visitor, "long", _texts(generator, 1, 140_000, 6))
    visitor.open("overview", query)
    visitor.hear(10)


def _large_uploads(visitor: Visitor, generator: random.Random) -> int:
    data = b"a b c d e f g\n" * (150 * MEGABYTE // 14)
    statuses = [visitor.drop("files", {f"system.{number}.txt": data})[0] for number in range(14)]
    return sum(status >= 400 or not status for status in statuses)


def _many_sets(visitor: Visitor, generator: random.Random) -> None:
    for number in range(50):
        _own_set(visitor, f"many {number}", [f"a {generator.random()}\n"] * 3)


def _long_words_and_away(visitor: Visitor, generator: random.Random) -> None:
    query = _own_set(visitor, "words", _texts(generator, 200, 100, 1000))
    visitor.page, visitor.query = "tbleu", query
    visitor.ask()
    visitor.hear(1)


def _six_tests_and_away(visitor: Visitor, generator: random.Random) -> None:
    for _ in range(6):
        with Visitor(visitor.address) as another:
            seed = generator.randrange(10**6)
            another.page, another.query = "significance", f"set=news-en-es&trials=1000000&seed={seed}"
            another.ask()
            another.hear(0.5)


def _bombs(visitor: Visitor, generator: random.Random) -> int:
    files = {
        "a.sgm": b"<doc " + b"a" * 400_000 + b">",
        "b.xml": b"<" * (50 * MEGABYTE),
        "c.xlsx": _workbook(5_000_000),
        "d.jsonl": b'{"a":' * 200_000 + b"\n",
        "e.csv": b'"' * MEGABYTE,
    }
    refused = sum(status >= 400 or not status for status in visitor.drop("files", files))
    visitor.run_until(lambda: visitor.says("Refused: "))
    if not refused and not visitor.says(f"Refused: {len(files)} files"):
        raise LookupError("The page does not say that it refuses all files.")
    return refused


def _workbook(empty_rows: int) -> bytes:
    """Return the smallest XLSX file that is read, with this number of empty rows."""
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    parts = {
        "[Content_Types].xml": f"<Types><Override PartName='/xl/workbook.xml' ContentType='{kind}'/></Types>",
        "xl/workbook.xml": "<workbook><sheets><sheet name='S' id='r1'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<Relationships><Relationship Id='r1' Type='worksheet' Target='sheet1.xml'/>"
        "</Relationships>",
        "xl/sheet1.xml": f"<worksheet><sheetData>{'<row/>' * empty_rows}</sheetData></worksheet>",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return packed.getvalue()


def _wild_addresses(visitor: Visitor, generator: random.Random) -> None:
    for wild in ("inf", "1e999", "", "%00", "x" * 100_000):
        for page in PAGES:
            visitor.open(page, f"trials={wild}&seed={wild}&segment={wild}&compare_kind={wild}&set={wild}")


def _as_fast_as_it_goes(visitor: Visitor, generator: random.Random) -> None:
    visitor.open("segments")
    for number in range(200):
        visitor.step("on" if number % 20 < 10 else "back")


@dataclass(frozen=True)
class Attack:
    """An attack, and whether it may end by being refused or cut off."""

    name: str
    act: Callable[[Visitor, random.Random], int | None]
    may_be_refused: bool = False


ATTACKS = (
    Attack("clearing all caches", _clear_caches),
    Attack("one long line", _one_long_line),
    Attack("large uploads", _large_uploads, may_be_refused=True),
    Attack("many test sets", _many_sets, may_be_refused=True),
    Attack("long words, and away", _long_words_and_away),
    Attack("six tests, and away", _six_tests_and_away),
    Attack("bombs", _bombs, may_be_refused=True),
    Attack("wild addresses", _wild_addresses, may_be_refused=True),
    Attack("as fast as it goes", _as_fast_as_it_goes),
)
