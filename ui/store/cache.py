"""The memory that all sessions share: test sets, readers' files, and results computed from them, keyed by identities.

Everything is in this module and not in Streamlit's caches, which any client may clear.
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
from scoring.judgments.external import ExternalScore, external_metrics_by_name
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
"""Most bytes of a metric's rows of statistics that are kept when only their sums are asked for."""

SEGMENTS = "segments"
"""Name of the lane for single segments: usually done at once."""
STATISTICS = "statistics"
"""Name of the lane for all segments by one metric: seconds."""
ALIGNMENTS = "alignments"
"""Name of the lane for tBLEU, which aligns all words: slow, so it has its own lane and delays no other metric."""
PAIRS = "pairs"
"""Name of the lane for the n-grams and words of two systems: seconds."""
TESTS = "tests"
"""Name of the lane for resampling: minutes."""
FILES = "files"
"""Name of the lane for reading files that visitors upload: seconds."""
PROJECTS = "projects"
"""Name of the lane for the import and export of whole projects, so that no upload waits for it."""
KERNELS = "kernels"
"""Name of the lane for compiling, once after an installation."""

Statistics = dict[str, np.ndarray]
"""System name -> its statistics, float64 (n_segments, n_statistics)."""


def new_engine(clock: Callable[[], float] = monotonic) -> Jobs:
    """Return a new engine with its lanes.

    Single segments have a cache of their own, so that results of the Playground never displace those of test sets.
    """
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
    """Return the engine of this server."""
    return new_engine()


# --- test sets, and files of labels and word counts ---


@cache
def shelf() -> Shelf:
    """Return the shelf of this server, with what its visitors have brought."""
    return Shelf(limits(), presence().is_present)


presence = cache(Presence)
"""Return the record of the visitors who stay on this server."""


def open_test_set(key: str, visitor: str = "") -> TestSet | None:
    """Return a sample by its folder's name, or a kept set by its key; None for a set that cannot be opened.

    The set may not exist, may not be this visitor's to read, or may fail to open: ``opening_problem`` says why.
    """
    if key in ALL_SAMPLES:
        return sample_set(key)
    kept_version = kept.find_kept_version(key)
    if kept_version is None:
        return None
    opened = shelf().get(kept_version.place, visitor)
    return _hold(kept_version, visitor, lambda: engine().now(opening_task(kept_version))) if opened is None else opened


def unopened_set_task(key: str, visitor: str) -> Task[TestSet] | None:
    """Return the task that reads a kept set for ``open_kept_set``; None if the set is open, or cannot be read."""
    kept_version = None if key in ALL_SAMPLES else kept.find_kept_version(key)
    is_open = (
        kept_version is None
        or shelf().get(kept_version.place, visitor) is not None
        or _was_refused(kept_version, visitor)
    )
    return None if is_open or kept_version is None else opening_task(kept_version)


def open_kept_set(read: Callable[[], TestSet | None], key: str, visitor: str) -> None:
    """Open the test set for this visitor, or note why this is impossible; ``read`` returns the set."""
    kept_version = kept.find_kept_version(key)
    if kept_version is not None:
        _hold(kept_version, visitor, read)


def opening_task(kept_version: KeptVersion) -> Task[TestSet]:
    """Return the task that reads a kept set, once for all who open it at the same moment."""
    workspace = kept.visitor_workspace()

    def compute(tell: Tell) -> TestSet:
        opened = kept.read_kept_set(kept_version, workspace)
        hash(opened)  # computes its identity now, so that no page has to
        return opened

    return Task(FILES, ("opened", kept_version.place), compute)


def _hold(kept_version: KeptVersion, visitor: str, read: Callable[[], TestSet | None]) -> TestSet | None:
    if _was_refused(kept_version, visitor):
        return None
    try:
        opened = read()
        if opened is not None:
            shelf().put(visitor, kept_version.place, opened, kept_version.display_name, can_return=True)
    except (*REFUSALS, OverLimit) as error:
        _refused.put((visitor, kept_version.place), (str(error), monotonic()))
        return None
    return opened


def find_test_set_name(key: str) -> str:
    """Return the name of a test set, without opening it; "not here" for an unknown one."""
    if key in ALL_SAMPLES:
        return ALL_SAMPLES[key]
    kept_version = kept.find_kept_version(key)
    return "not here" if kept_version is None else kept_version.display_name


_refused = BoundedCache(MEGABYTE, 1000)
"""Visitor and test set -> why it could not be opened last, and when."""
AGAIN_SECONDS = 1
"""Seconds until opening is tried again after a failure; a run of a page asks several times."""


def _was_refused(kept_version: KeptVersion, visitor: str) -> bool:
    """Return whether this visitor failed to open this set within the last ``AGAIN_SECONDS``."""
    _, when = _refused.get((visitor, kept_version.place)) or ("", -AGAIN_SECONDS)
    return bool(monotonic() - when < AGAIN_SECONDS)


def opening_problem(key: str, visitor: str) -> str:
    """Return why a test set could not be opened; empty where there is none that this visitor may read."""
    kept_version = kept.find_kept_version(key)
    return "" if kept_version is None else (_refused.get((visitor, kept_version.place)) or ("", 0.0))[0]


def named_set(key: str, visitor: str) -> TestSet | None:
    """Return the test set as ``open_test_set`` does, under its present name."""
    opened, kept_version = open_test_set(key, visitor), kept.find_kept_version(key)
    return opened if opened is None or kept_version is None else opened.named(kept_version.display_name)


_with_references: WeakKeyDictionary[TestSet, dict[tuple[str, ...], TestSet]] = WeakKeyDictionary()
"""Kept test set -> names of references -> the set with these references only; for as long as the set is kept."""


def with_references(test_set: TestSet, names: tuple[str, ...]) -> TestSet:
    """Return the test set with the named references only, the same object at every call.

    Raise ``ValueError`` where a segment loses all its references.
    """
    set_by_references = _with_references.setdefault(test_set, {})
    if names not in set_by_references:
        set_by_references[names] = test_set.with_references(names)
        hash(set_by_references[names])  # computes its identity now, so that copies under other names have it
    return set_by_references[names]


_without_copies: WeakKeyDictionary[TestSet, dict[str, TestSet | None]] = WeakKeyDictionary()
"""Kept test set -> identity of the set with the references in use -> this set without systems that are references.

None is for a set without such systems.
"""


def without_reference_copies(used: TestSet, whole: TestSet) -> TestSet:
    """Return ``used``, which has some references of ``whole``, without the systems that are references."""
    set_by_identity = _without_copies.setdefault(whole, {})
    if used.identity not in set_by_identity:
        copies = doctor.reference_copies(used, whole)
        reduced_set = used.without_systems(copies) if copies else None
        hash(reduced_set)  # computes its identity now, so that copies under other names have it
        set_by_identity[used.identity] = reduced_set
    cached_set = set_by_identity[used.identity]
    return used if cached_set is None else cached_set.named(used.name)


sample_set = cache(sample)
"""Return a sample by its folder's name; it is read once."""
lists_of_sample = cache(sample_lists)
"""Return the sample's lists of candidates; they are read once."""


def target(test_set: TestSet) -> TargetLanguage:
    """Return the language of a test set's references."""
    return _compute_segment_value(("target", test_set.identity), lambda: test_set.target)


def target_name(test_set: TestSet) -> str:
    """Return the name of the language of the references, or else of the outputs; empty where nothing tells it."""
    return _compute_segment_value(("target name", test_set.identity), lambda: language_names(test_set)[1] or "")


def source_and_target(test_set: TestSet) -> str:
    """Return the languages of the source and the references in words, as ``language_pair`` does."""
    return _compute_segment_value(("languages", test_set.identity), lambda: language_pair(test_set))


def origins(test_set: TestSet, origin: Origin = DOCUMENT) -> Origins | None:
    """Return a test set's segments by document, or by domain; None where it has no documents or domains."""
    names = getattr(test_set, COLUMNS[origin])
    if names is None:
        return None
    return _compute_segment_value((origin, test_set.identity), lambda: Origins.of(names, origin))


def fingerprint(test_set: TestSet) -> str:
    """Return the fingerprint of a test set's data, computed once; equal fingerprints mean results of the same data."""
    return _compute_segment_value(("fingerprint", test_set.identity), lambda: test_set.fingerprint)


def oddities(
    test_set: TestSet, systems: tuple[str, ...], kept_faults: tuple[str, ...] = (), metric: Metric | None = None
) -> tuple[Oddity, ...]:
    """Return what is odd about the outputs of these systems, and what else makes their comparison doubtful.

    ``kept_faults`` are names of findings that are kept as faults of systems; ``metric`` is the deciding one.
    """
    examination = first_examination(test_set)
    key = "oddities", systems, kept_faults, ignores_case(metric), test_set.identity
    return _compute_segment_value(key, lambda: doctor.doubts(test_set, systems, examination, kept_faults, metric))


def outputs_equal_but_for_case(
    test_set: TestSet, systems: tuple[str, ...], metric: Metric | None
) -> tuple[Oddity, ...]:
    """Return an oddity for each group of systems whose outputs differ in case alone.

    Empty where the deciding metric distinguishes case.
    """
    if not ignores_case(metric):
        return ()
    odd = oddities(test_set, systems, (), metric)
    key = "same without case", systems, test_set.identity
    return _compute_segment_value(key, lambda: (*doctor.same_without_case(test_set, systems, odd),))


def wins_with_plain_quotes(test_set: TestSet, pair: side_by_side.ScoredPair) -> Sentence:
    """Return the sentence on who wins more segments with quotation marks of one kind; empty where these change nothing.

    The sentence is that of the study ``side_by_side``.
    """
    key = "wins with plain quotes", pair.metric, pair.names, test_set.identity
    return _compute_segment_value(key, lambda: side_by_side.win_sentence_with_plain_quotes(pair, test_set))


def as_typed_sentence(test_set: TestSet, pair: side_by_side.ScoredPair, segment_sentence: Sentence) -> Sentence:
    """Return a sentence on segment scores; it says that texts are as typed if quotation marks could change it."""
    is_in_doubt = retested_systems(test_set, pair.metric, pair.names)
    return sentence("As typed {}", within_a_sentence(segment_sentence)) if is_in_doubt else segment_sentence


def retested_systems(test_set: TestSet, metric: Metric, systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the systems whose test is run again with plain quotation marks, as ``plain_quotes_verdict`` finds them."""
    key = "systems to retest", metric, systems, test_set.identity
    return _compute_segment_value(key, lambda: plain_quotes_verdict.systems_to_retest(metric, systems, test_set))


def names_with_other_quotes(test_set: TestSet, systems: tuple[str, ...]) -> tuple[str, ...]:
    """Return the systems with other quotation marks than the references; none where all systems have others."""
    key = "systems with other quotes", test_set.identity
    names = _compute_segment_value(key, lambda: systems_with_other_quotes(doctor.examined_texts(test_set)))
    return tuple(name for name in names if name in systems)


def set_with_plain_quotes(test_set: TestSet) -> TestSet:
    """Return the test set with all quotation marks alike; a whole set is made once, and parts are taken from it."""
    if test_set.part is not None:
        return plain_quotes_verdict.plain_quotes_part(set_with_plain_quotes(test_set.part.whole), test_set)

    def compute(tell: Tell) -> TestSet:
        alike = plain_quotes_verdict.plain_quotes_set(test_set)
        hash(alike)  # computes its identity now, so that no page has to
        return alike

    return engine().now(Task(STATISTICS, ("plain quotes", test_set.identity), compute)).named(test_set.name)


def agreement_doubts(test_set: TestSet, systems: tuple[str, ...], kept_faults: tuple[str, ...]) -> tuple[str, ...]:
    """Return what makes metrics' agreement with people on these systems doubtful.

    ``kept_faults`` are as in ``oddities``.
    """
    return doctor.doubts_of_agreement(test_set, systems, first_examination(test_set), kept_faults)


def first_examination(test_set: TestSet) -> doctor.DoctorResult:
    """Return the doctor's quick findings in a test set; for a part of a set, those in the whole set."""
    return engine().now(first_examination_task(test_set))


def first_examination_task(test_set: TestSet) -> Task[doctor.DoctorResult]:
    """Return the task of the doctor's quick examination, for pages that show its progress."""
    whole = test_set if test_set.part is None else test_set.part.whole

    def examine(tell: Tell) -> doctor.DoctorResult:
        return doctor.run(doctor.DoctorRequest(is_shallow=True), doctor.examined_texts(whole), tell)

    return Task(STATISTICS, ("first examination", whole.identity), examine)


def pass_on_examination(test_set: TestSet, owner: str) -> None:
    """Give the first examination of a test set also to the same set under another owner, who has the same texts."""
    task, owned = first_examination_task(test_set), first_examination_task(test_set.owned_by(owner))
    if owned.key != task.key:
        engine().later(replace(owned, compute=lambda tell: engine().now(task, (0.0, 1.0))))


def whole_examination_task(test_set: TestSet) -> Task[doctor.DoctorResult]:
    """Return the task of the doctor's full examination without training data; for a part of a set, of the whole set."""
    whole = test_set if test_set.part is None else test_set.part.whole

    def examine(tell: Tell) -> doctor.DoctorResult:
        return doctor.run(doctor.DoctorRequest(), doctor.examined_texts(whole), tell)

    return Task(STATISTICS, ("doctor", whole.identity), examine)


def keep_given(visitor: str, kind: str, file: str, data: bytes, content: WordCounts | pa.StringArray) -> str:
    """Keep the content of a visitor's file and return its id for ``visitor_file``.

    Raise ``OverLimit`` where the visitor may not keep so much.
    """
    visitor_digest = blake2b(visitor.encode(), digest_size=32).digest()
    identity = blake2b(data, digest_size=16, key=visitor_digest, person=kind.encode()).hexdigest()
    shelf().put(visitor, identity, content, file)
    return identity


def visitor_file(identity: str | None) -> WordCounts | pa.StringArray | None:
    """Return the content of a visitor's file; None without an id, or where the file is no longer kept."""
    return shelf().get(identity)


# --- a metric's statistics ---


def measure_systems(metric: Metric, test_set: TestSet) -> Statistics:
    """Return every system's statistics by its name, computed at once if they are not kept."""
    return engine().now(statistics_task(metric, test_set))


def statistics_task(metric: Metric, test_set: TestSet) -> Task[Statistics]:
    """Return the task that computes every system's statistics."""
    return Task(lane(metric, test_set), _key(metric, test_set), partial(_measure, metric, test_set))


def sums_task(metric: Metric, test_set: TestSet) -> Task[Statistics]:
    """Return the task that computes the sum of every system's statistics, (n_statistics,).

    Sums are small, so those of many metrics can be kept. They are NaN where a segment is too long for the metric, so
    that a table still shows all other metrics. Rows that take little room are kept too, because tests and filters need
    them next.
    """

    def compute(tell: Tell) -> Statistics:
        try:
            if 8 * len(test_set) * len(test_set.systems) * len(metric.statistic_names) <= SMALL_BYTES:
                statistics = engine().now(statistics_task(metric, test_set), within=(0.0, 1.0))
            else:
                statistics = _measure(metric, test_set, tell)
            return {system: rows.sum(axis=0) for system, rows in statistics.items()}
        except TooLong:
            return dict.fromkeys(test_set.system_names, np.full(len(metric.statistic_names), np.nan))

    return Task(lane(metric, test_set), ("sums", *_key(metric, test_set)), compute)


def score_systems(metric: Metric, test_set: TestSet) -> dict[str, float]:
    """Return each system's corpus score by its name, at once; NaN where a segment is too long for the metric."""
    sums = engine().now(sums_task(metric, test_set))
    return {system: float(metric.score(total)) for system, total in sums.items()}


def score_segments(metric: Metric, test_set: TestSet) -> Statistics:
    """Return every segment's score (n_segments,) by the system's name, at once."""

    def compute(tell: Tell) -> Statistics:
        return {system: metric.score(rows) for system, rows in measure_systems(metric, test_set).items()}

    return engine().now(Task(lane(metric, test_set), ("scores", metric, test_set.identity), compute))


def alignment_task(metric: TBLEU, test_set: TestSet) -> Task[AlignedColumns]:
    """Return the task that aligns all words of a test set.

    The result is the same for every epsilon, and for all options except the tokenizer and case.
    """
    key = "aligned", metric.tokenize, metric.lowercase, test_set.identity
    return Task(ALIGNMENTS, key, partial(metric.align, test_set))


def _measure(metric: Metric, test_set: TestSet, tell: Tell) -> Statistics:
    """Return the statistics of a test set; tBLEU's alignments are kept, except those of a single segment."""
    if test_set.part is not None:
        return _part_statistics(metric, test_set, test_set.part, tell)
    if isinstance(metric, TBLEU) and len(test_set) > 1:
        aligned = engine().now(alignment_task(metric, test_set), within=(0.0, ALIGNING))
        return metric.measure_aligned(aligned, progress_between(tell, ALIGNING, 1.0))
    return metric.measure(test_set, tell)


def _part_statistics(metric: Metric, test_set: TestSet, part: TestSetPart, tell: Tell) -> Statistics:
    """Return the whole set's statistics for the segments of a part: NIST's weights come from all references."""
    try:
        whole = engine().now(statistics_task(metric, part.whole), within=(0.0, 1.0))
    except TooLong as of_whole:
        try:
            return metric.measure(test_set, tell)
        except TooLong:
            raise of_whole from None  # it has the segment's number in the file
    return {system: rows[part.places] for system, rows in whole.items()}


def lane(metric: Metric, test_set: TestSet) -> str:
    """Return the name of the lane in which a metric's results for a test set are computed and kept."""
    if len(test_set) == 1:
        return SEGMENTS
    return ALIGNMENTS if isinstance(metric, TBLEU) else STATISTICS


def _key(metric: Metric, test_set: TestSet) -> tuple:
    return *metric.statistics_key, test_set.identity


def external_metrics(test_set: TestSet, reserved_names: frozenset[str]) -> dict[str, ExternalScore]:
    """Return the metrics of all scores that a test set has, as ``external_metrics_by_name`` reads them; read once."""
    return _compute_segment_value(
        ("external", reserved_names, test_set.identity), lambda: external_metrics_by_name(test_set, reserved_names)
    )


# --- one segment ---


def matches(metric: BLEU, test_set: TestSet, system: str, index: int) -> SegmentMatches:
    """Return one segment's n-gram matches."""

    def compute() -> SegmentMatches:
        with counted_after(int(test_set.numbers[index]) - 1):
            return metric.matches(test_set.system(system).segments[index].as_py(), test_set.reference_texts(index))

    return _compute_segment_value(("matches", system, index, *_key(metric, test_set)), compute)


def tbleu_alignment(
    metric: TBLEU, test_set: TestSet, hypothesis: str, references: tuple[str | None, ...]
) -> tuple[SegmentAlignment, np.ndarray]:
    """Return a hypothesis aligned with references of this set, and its statistics (n_statistics,)."""
    columns = [[reference] for reference in references]
    return _compute_segment_value(
        ("tolerant", hypothesis, references, *_key(metric, test_set)),
        lambda: (metric.alignment(hypothesis, references), metric.statistics([hypothesis], columns)[0]),
    )


def _compute_segment_value(key: Hashable, compute: Callable[[], T]) -> T:
    """Return what ``compute`` returns, computed at once in the lane of single segments, and kept under ``key``."""
    return engine().now(Task(SEGMENTS, key, lambda tell: compute()))


# --- code ---


def compilation_task() -> Task[bool]:
    """Return the task that compiles or loads every metric's kernels, and loads what makes PDF."""

    def compute(tell: Tell) -> bool:
        scoring.warm_up()
        pdf.missing_for_pdf()
        return True

    return Task(KERNELS, "kernels", compute)
