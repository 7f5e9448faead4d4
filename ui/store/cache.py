"""What all sessions have in memory: test sets, readers' files, and what is computed of them, keyed on identities.

All of it lives in this module and not in Streamlit's caches, which any client may clear.
"""

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cache, partial
from hashlib import blake2b
from time import monotonic
from weakref import WeakKeyDictionary

import numpy as np
import pyarrow as pa

import scoring
from scoring import BLEU, TBLEU, Metric, TestSet, TooLong
from scoring.bleu.matches import SegmentMatches
from scoring.counting.limits import counted_after
from scoring.counting.progress import progress_between
from scoring.doctor.unlike_texts import systems_with_other_quotes
from scoring.formats.limits import MEGABYTE
from scoring.formats.tables.labels import WordCounts
from scoring.judgments.external import ExternalScore, metrics_of
from scoring.metric import ignores_case
from scoring.origins import COLUMNS, DOCUMENT, Origin, Origins
from scoring.output.sentence import Sentence, sentence
from scoring.report import pdf
from scoring.studies import doctor, plain_quotes_verdict, side_by_side
from scoring.studies.verdict import Oddity
from scoring.studies.wording.set_facts import language_names, language_pair
from scoring.studies.wording.verdict_words import within_a_sentence
from scoring.tbleu import AlignedColumns
from scoring.tbleu.segment import SegmentAlignment
from scoring.tbleu.tbleu import ALIGNING
from scoring.testset import TestSetPart
from scoring.text.languages import TargetLanguage
from server.engine.jobs import Jobs, Lane
from server.engine.runs import runs
from server.engine.tasks import REFUSALS, T, Task, Tell
from server.memory.bounded_cache import BoundedCache
from server.memory.limits import OverLimit, limits
from server.memory.shelf import Presence, Shelf, is_here
from ui.store import kept
from ui.store.kept import KeptVersion
from ui.store.samples import ALL_SAMPLES, sample, sample_lists

GIGABYTE = 1024**3
SMALL_BYTES = 8 * MEGABYTE
"""Most that the rows of a metric's statistics take up which are kept wherever their sums are asked for."""

SEGMENTS = "segments"
"""The lane for single segments: usually done at once."""
STATISTICS = "statistics"
"""For all segments by one metric: seconds."""
ALIGNMENTS = "alignments"
"""For tBLEU, which aligns all words: slow, so it has a lane of its own and delays no other metric."""
PAIRS = "pairs"
"""For the n-grams and words of two systems: seconds."""
TESTS = "tests"
"""For resampling: minutes."""
FILES = "files"
"""Reading what visitors upload: seconds."""
PROJECTS = "projects"
"""Whole projects, brought in and taken away: as long as that takes, no upload waits for it."""
KERNELS = "kernels"
"""For compiling, once after an installation."""

Statistics = dict[str, np.ndarray]
"""System name -> float64 (n_segments, n_statistics)."""


def new_engine(clock: Callable[[], float] = monotonic) -> Jobs:
    """Single segments have room of their own, so that results of the Playground never displace those of test sets."""
    return Jobs(
        {
            SEGMENTS: Lane(1, BoundedCache(GIGABYTE // 4, 1000)),
            STATISTICS: Lane(2, BoundedCache(GIGABYTE, 500)),
            ALIGNMENTS: Lane(1, BoundedCache(GIGABYTE, 200)),
            PAIRS: Lane(1, BoundedCache(GIGABYTE // 2, 500)),
            TESTS: Lane(2, BoundedCache(GIGABYTE // 2, 500)),
            FILES: Lane(2, BoundedCache(GIGABYTE // 4, 20)),
            PROJECTS: Lane(1, BoundedCache(GIGABYTE // 4, 20)),
            KERNELS: Lane(1, BoundedCache(GIGABYTE, 1)),
        },
        clock,
        limits().queued_per_visitor,
        is_here,
        runs,
    )


@cache
def engine() -> Jobs:
    """Return the one of this server."""
    return new_engine()


# --- test sets, and files of labels and word counts ---


@cache
def shelf() -> Shelf:
    """Return what this server's visitors have brought."""
    return Shelf(limits(), presence().stays)


presence = cache(Presence)
"""Who of them stays."""


def open_test_set(key: str, visitor: str = "") -> TestSet | None:
    """Return a sample by its folder's name, or a kept set by its key; None where there is none that this visitor may
    read.

    None, too, where it cannot be opened: ``opening_problem`` says why.
    """
    if key in ALL_SAMPLES:
        return sample_set(key)
    found = kept.find_kept_version(key)
    if found is None:
        return None
    opened = shelf().get(found.place, visitor)
    return _hold(found, visitor, lambda: engine().now(opening_task(found))) if opened is None else opened


def unopened_set_task(key: str, visitor: str) -> Task[TestSet] | None:
    """Return what reads a kept set, to be given to ``open_by``; None where it is open, or there is none that can be
    read.
    """
    found = None if key in ALL_SAMPLES else kept.find_kept_version(key)
    is_open = found is None or shelf().get(found.place, visitor) is not None or _was_refused(found, visitor)
    return None if is_open or found is None else opening_task(found)


def open_by(read: Callable[[], TestSet | None], key: str, visitor: str) -> None:
    """From then on the test set is open for this visitor, or it is known why it cannot be."""
    found = kept.find_kept_version(key)
    if found is not None:
        _hold(found, visitor, read)


def opening_task(found: KeptVersion) -> Task[TestSet]:
    """Return a kept set, read once for all who open it at the same moment."""
    workspace = kept.mine()

    def compute(tell: Tell) -> TestSet:
        opened = kept.read_kept_set(found, workspace)
        hash(opened)  # takes its identity, so that no page has to
        return opened

    return Task(FILES, ("opened", found.place), compute)


def _hold(found: KeptVersion, visitor: str, read: Callable[[], TestSet | None]) -> TestSet | None:
    if _was_refused(found, visitor):
        return None
    try:
        opened = read()
        if opened is not None:
            shelf().put(visitor, found.place, opened, found.called, can_return=True)
    except (*REFUSALS, OverLimit) as error:
        _refused.put((visitor, found.place), (str(error), monotonic()))
        return None
    return opened


def find_test_set_name(key: str) -> str:
    """Return what a test set is called, without opening it."""
    if key in ALL_SAMPLES:
        return ALL_SAMPLES[key]
    found = kept.find_kept_version(key)
    return "not here" if found is None else found.called


_refused = BoundedCache(MEGABYTE, 1000)
"""Visitor and test set -> why it could not be opened last, and when."""
AGAIN_SECONDS = 1
"""After which it is tried again; a run of a page asks several times."""


def _was_refused(found: KeptVersion, visitor: str) -> bool:
    """Return a moment ago."""
    _, when = _refused.get((visitor, found.place)) or ("", -AGAIN_SECONDS)
    return bool(monotonic() - when < AGAIN_SECONDS)


def opening_problem(key: str, visitor: str) -> str:
    """Return why a test set could not be opened; empty where there is none that this visitor may read."""
    found = kept.find_kept_version(key)
    return "" if found is None else (_refused.get((visitor, found.place)) or ("", 0.0))[0]


def named_set(key: str, visitor: str) -> TestSet | None:
    """As ``open_test_set``, under the name that it has now."""
    opened, found = open_test_set(key, visitor), kept.find_kept_version(key)
    return opened if opened is None or found is None else opened.named(found.called)


_with_references: WeakKeyDictionary[TestSet, dict[tuple[str, ...], TestSet]] = WeakKeyDictionary()
"""Of the sets that are kept, as long as they are."""


def with_references(found: TestSet, names: tuple[str, ...]) -> TestSet:
    """Return the test set with the named references only, the same object at every call.

    ``ValueError`` where a segment loses all.
    """
    known = _with_references.setdefault(found, {})
    if names not in known:
        known[names] = found.with_references(names)
        hash(known[names])  # takes its identity, so that copies under other names have it
    return known[names]


_without_copies: WeakKeyDictionary[TestSet, dict[str, TestSet | None]] = WeakKeyDictionary()
"""The same of sets without systems that are references."""


def without_reference_copies(used: TestSet, whole: TestSet) -> TestSet:
    """Return a test set with some references of the whole one, without the systems that are references."""
    known = _without_copies.setdefault(whole, {})
    if used.identity not in known:
        copies = doctor.reference_copies(used, whole)
        left = used.without_systems(copies) if copies else None
        hash(left)  # takes its identity, so that copies under other names have it
        known[used.identity] = left
    found = known[used.identity]
    return used if found is None else found.named(used.name)


sample_set = cache(sample)
"""A sample by its folder's name, read once."""
lists_of_sample = cache(sample_lists)
"""The sample's lists of candidates, read once."""


def target(test_set: TestSet) -> TargetLanguage:
    """Return the language of its references."""
    return _in_segments(("target", test_set.identity), lambda: test_set.target)


def target_name(test_set: TestSet) -> str:
    """Return the name of the language of its references, or of its outputs; empty where nothing tells it."""
    return _in_segments(("target name", test_set.identity), lambda: language_names(test_set)[1] or "")


def source_and_target(test_set: TestSet) -> str:
    """Return the languages of its source and its references, as ``language_pair`` says them."""
    return _in_segments(("languages", test_set.identity), lambda: language_pair(test_set))


def origins(test_set: TestSet, origin: Origin = DOCUMENT) -> Origins | None:
    """Its segments by their documents, or by their domains; None where it has none."""
    names = getattr(test_set, COLUMNS[origin])
    if names is None:
        return None
    return _in_segments((origin, test_set.identity), lambda: Origins.of(names, origin))


def fingerprint(test_set: TestSet) -> str:
    """By which people see that two results are of the same data: read of all its texts, once."""
    return _in_segments(("fingerprint", test_set.identity), lambda: test_set.fingerprint)


def oddities(
    test_set: TestSet, systems: tuple[str, ...], kept: tuple[str, ...] = (), metric: Metric | None = None
) -> tuple[Oddity, ...]:
    """Return what is odd about the outputs of these systems, and what else makes their comparison doubtful.

    ``kept`` names findings that are kept as faults of systems; ``metric`` is the one that decides.
    """
    found = first_examination(test_set)
    key = "oddities", systems, kept, ignores_case(metric), test_set.identity
    return _in_segments(key, lambda: doctor.doubts(test_set, systems, found, kept, metric))


def outputs_equal_but_for_case(
    test_set: TestSet, systems: tuple[str, ...], metric: Metric | None
) -> tuple[Oddity, ...]:
    """Return the systems whose outputs differ in case alone, where the metric that decides ignores case."""
    if not ignores_case(metric):
        return ()
    odd = oddities(test_set, systems, (), metric)
    key = "same without case", systems, test_set.identity
    return _in_segments(key, lambda: (*doctor.same_without_case(test_set, systems, odd),))


def wins_with_plain_quotes(test_set: TestSet, pair: side_by_side.ScoredPair) -> Sentence:
    """As the study says it: wins with quotation marks of one kind, where these change who wins more segments."""
    key = "wins with plain quotes", pair.metric, pair.names, test_set.identity
    return _in_segments(key, lambda: side_by_side.win_sentence_with_plain_quotes(pair, test_set))


def as_typed_sentence(test_set: TestSet, pair: side_by_side.ScoredPair, said: Sentence) -> Sentence:
    """Return a sentence on segment scores, which says that they are as typed where marks could change them."""
    is_in_doubt = retested_systems(test_set, pair.metric, pair.names)
    return sentence("As typed {}", within_a_sentence(said)) if is_in_doubt else said


def retested_systems(test_set: TestSet, metric: Metric, systems: tuple[str, ...]) -> tuple[str, ...]:
    """As the study says it: those of these systems for whose quotation marks a test is run again."""
    key = "systems to retest", metric, systems, test_set.identity
    return _in_segments(key, lambda: plain_quotes_verdict.systems_to_retest(metric, systems, test_set))


def names_with_other_quotes(test_set: TestSet, systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these systems with other quotation marks than the references; none where all systems have."""
    key = "systems with other quotes", test_set.identity
    found = _in_segments(key, lambda: systems_with_other_quotes(doctor.examined_texts(test_set)))
    return tuple(name for name in found if name in systems)


def set_with_plain_quotes(test_set: TestSet) -> TestSet:
    """Return the test set with quotation marks of one kind; a whole one is made once, and parts are taken from it."""
    if test_set.part is not None:
        return plain_quotes_verdict.plain_quotes_part(set_with_plain_quotes(test_set.part.whole), test_set)

    def compute(tell: Tell) -> TestSet:
        alike = plain_quotes_verdict.plain_quotes_set(test_set)
        hash(alike)  # takes its identity, so that no page has to
        return alike

    return engine().now(Task(STATISTICS, ("plain quotes", test_set.identity), compute)).named(test_set.name)


def agreement_doubts(test_set: TestSet, systems: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return what makes the agreement of metrics with people on these systems doubtful; ``kept`` as of ``oddities``."""
    return doctor.doubts_of_agreement(test_set, systems, first_examination(test_set), kept)


def first_examination(test_set: TestSet) -> doctor.DoctorResult:
    """Return what the doctor finds at little cost in a test set; in a part of one, what it finds in the whole."""
    return engine().now(first_examination_task(test_set))


def first_examination_task(test_set: TestSet) -> Task[doctor.DoctorResult]:
    """Return the same for pages that show how far it is."""
    whole = test_set if test_set.part is None else test_set.part.whole

    def examine(tell: Tell) -> doctor.DoctorResult:
        return doctor.run(doctor.DoctorRequest(is_shallow=True), doctor.examined_texts(whole), tell)

    return Task(STATISTICS, ("first examination", whole.identity), examine)


def pass_on_examination(test_set: TestSet, owner: str) -> None:
    """Let the test set of this owner, which has the same texts, have the first examination of this one."""
    found, owned = first_examination_task(test_set), first_examination_task(test_set.owned_by(owner))
    if owned.key != found.key:
        engine().later(replace(owned, compute=lambda tell: engine().now(found, (0.0, 1.0))))


def whole_examination_task(test_set: TestSet) -> Task[doctor.DoctorResult]:
    """Return all that the doctor finds in a test set, without training data; in a part of one, in the whole."""
    whole = test_set if test_set.part is None else test_set.part.whole

    def examine(tell: Tell) -> doctor.DoctorResult:
        return doctor.run(doctor.DoctorRequest(), doctor.examined_texts(whole), tell)

    return Task(STATISTICS, ("doctor", whole.identity), examine)


def keep_given(visitor: str, kind: str, file: str, data: bytes, content: WordCounts | pa.StringArray) -> str:
    """Keeps what was read of a visitor's file; returns its id for ``visitor_file``. Raises as ``shelve`` does."""
    whose = blake2b(visitor.encode(), digest_size=32).digest()
    identity = blake2b(data, digest_size=16, key=whose, person=kind.encode()).hexdigest()
    shelf().put(visitor, identity, content, file)
    return identity


def visitor_file(identity: str | None) -> WordCounts | pa.StringArray | None:
    """Return what a visitor's file says; None without one, or where it is no longer kept."""
    return shelf().get(identity)


# --- a metric's statistics ---


def measure_systems(metric: Metric, test_set: TestSet) -> Statistics:
    """Return every system's statistics, at once."""
    return engine().now(statistics_task(metric, test_set))


def statistics_task(metric: Metric, test_set: TestSet) -> Task[Statistics]:
    """Return every system's statistics."""
    return Task(lane(metric, test_set), _key(metric, test_set), partial(_measure, metric, test_set))


def summing(metric: Metric, test_set: TestSet) -> Task[Statistics]:
    """Return the sum of every system's statistics, (n_statistics,): small, so that those of many metrics can be kept.

    NaN where a segment is too long for the metric, so that a table still shows all others. Rows that take little room
    are kept too, for tests and filters need them next.
    """

    def compute(tell: Tell) -> Statistics:
        try:
            if 8 * len(test_set) * len(test_set.systems) * len(metric.statistic_names) <= SMALL_BYTES:
                found = engine().now(statistics_task(metric, test_set), within=(0.0, 1.0))
            else:
                found = _measure(metric, test_set, tell)
            return {system: rows.sum(axis=0) for system, rows in found.items()}
        except TooLong:
            return dict.fromkeys(test_set.system_names, np.full(len(metric.statistic_names), np.nan))

    return Task(lane(metric, test_set), ("sums", *_key(metric, test_set)), compute)


def score_systems(metric: Metric, test_set: TestSet) -> dict[str, float]:
    """System name -> corpus score, at once; NaN where a segment is too long for the metric."""
    sums = engine().now(summing(metric, test_set))
    return {system: float(metric.score(total)) for system, total in sums.items()}


def score_segments(metric: Metric, test_set: TestSet) -> Statistics:
    """System name -> the score of every segment, (n_segments,), at once."""

    def compute(tell: Tell) -> Statistics:
        return {system: metric.score(rows) for system, rows in measure_systems(metric, test_set).items()}

    return engine().now(Task(lane(metric, test_set), ("scores", metric, test_set.identity), compute))


def aligning(metric: TBLEU, test_set: TestSet) -> Task[AlignedColumns]:
    """Return all words of a test set aligned: the same for every epsilon, and for all options but these two."""
    key = "aligned", metric.tokenize, metric.lowercase, test_set.identity
    return Task(ALIGNMENTS, key, partial(metric.align, test_set))


def _measure(metric: Metric, test_set: TestSet, tell: Tell) -> Statistics:
    """One segment's alignment is not worth keeping."""
    if test_set.part is not None:
        return _of_part(metric, test_set, test_set.part, tell)
    if isinstance(metric, TBLEU) and len(test_set) > 1:
        aligned = engine().now(aligning(metric, test_set), within=(0.0, ALIGNING))
        return metric.measure_aligned(aligned, progress_between(tell, ALIGNING, 1.0))
    return metric.measure(test_set, tell)


def _of_part(metric: Metric, test_set: TestSet, part: TestSetPart, tell: Tell) -> Statistics:
    """The rows that the whole set has there: NIST's weights are those of all references."""
    try:
        whole = engine().now(statistics_task(metric, part.whole), within=(0.0, 1.0))
    except TooLong as of_whole:
        try:
            return metric.measure(test_set, tell)
        except TooLong:
            raise of_whole from None  # it has the segment's number in the file
    return {system: rows[part.places] for system, rows in whole.items()}


def lane(metric: Metric, test_set: TestSet) -> str:
    """Return where what a metric makes of a test set is computed and kept."""
    if len(test_set) == 1:
        return SEGMENTS
    return ALIGNMENTS if isinstance(metric, TBLEU) else STATISTICS


def _key(metric: Metric, test_set: TestSet) -> tuple:
    return *metric.statistics_key, test_set.identity


def external_metrics(test_set: TestSet, taken: frozenset[str]) -> dict[str, ExternalScore]:
    """The metrics of all scores that a test set has, as ``metrics_of`` reads them of all their values, once."""
    return _in_segments(("external", taken, test_set.identity), lambda: metrics_of(test_set, taken))


# --- one segment ---


def matches(metric: BLEU, test_set: TestSet, system: str, index: int) -> SegmentMatches:
    """Return one segment's n-gram matches."""

    def compute() -> SegmentMatches:
        with counted_after(int(test_set.numbers[index]) - 1):
            return metric.matches(test_set.system(system).segments[index].as_py(), test_set.reference_texts(index))

    return _in_segments(("matches", system, index, *_key(metric, test_set)), compute)


def tolerant(
    metric: TBLEU, test_set: TestSet, hypothesis: str, references: tuple[str | None, ...]
) -> tuple[SegmentAlignment, np.ndarray]:
    """Return a hypothesis aligned with references of this set, and its statistics (n_statistics,)."""
    columns = [[reference] for reference in references]
    return _in_segments(
        ("tolerant", hypothesis, references, *_key(metric, test_set)),
        lambda: (metric.alignment(hypothesis, references), metric.statistics([hypothesis], columns)[0]),
    )


def _in_segments(key: Hashable, compute: Callable[[], T]) -> T:
    """Return what is computed at once, in the lane of single segments."""
    return engine().now(Task(SEGMENTS, key, lambda tell: compute()))


# --- code ---


def compiling() -> Task[bool]:
    """Return every metric's kernels compiled, or loaded, and what makes PDF."""

    def compute(tell: Tell) -> bool:
        scoring.warm_up()
        pdf.missing_for_pdf()
        return True

    return Task(KERNELS, "kernels", compute)
