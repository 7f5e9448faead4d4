"""The base class of all metrics: segments -> additive statistics -> scores.

    statistics(hypotheses, references) -> float64 (n_segments, n_statistics)
    score(statistics)                  -> (...,)  from (..., n_statistics), 0-100; error rates may exceed 100

The corpus score is ``score(S.sum(0))``, the segment scores are ``score(S)``. A scale other than 0-100 says so in
``is_percentage``, and statistics that depend on more than their own segment in ``needs_all_references``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .counting import kernels
from .counting.arrays import Floats
from .counting.blocks import MAX_BYTES, MIN_BYTES, bounded_runs, segment_bytes
from .counting.limits import Limit
from .counting.progress import Progress, no_progress, progress_between
from .counting.threads import THREADS, run_side_by_side
from .options import TOKENIZE, options_of
from .plugins.entry_points import METRIC_PLUGINS
from .plugins.plugin_errors import NamedPluginErrors, is_built_in
from .testset import TestSet
from .text.languages import Script, unfit_tokenizer
from .text.suggestions import did_you_mean
from .text.texts import Text, as_column, as_mask, as_references, check_counts, check_coverage
from .text.tokenizers import find_tokenizer
from .validation import as_float_array, check_known, expect, short_repr

VERSION = "0.1.0"
SIGNATURE_ORDER = ("case", "eff", "tok", "smooth", "reweigh", "nc", "nw", "space", "norm", "punct", "asian")
"""The parts of sacreBLEU's signatures, in its order, and NLTK's reweighing."""
ROUNDING = 1e-9
"""Largest difference of two scores that count as equal; it exceeds the rounding error of floats."""
PREPARING = 0.1
"""Approximate share of the work that reading all references takes, in metrics that need them."""

Columns: TypeAlias = Sequence[pa.StringArray]
Measure: TypeAlias = Callable[[Columns, Columns, Progress], list[Floats]]
"""Function from the hypotheses and references of a block of segments to the statistics of each column of hypotheses."""


@dataclass(frozen=True)
class Metric(ABC):
    """A metric: a frozen dataclass that holds the metric's options and nothing else."""

    name: ClassVar[str]
    """Key of the metric in METRICS and its name on the command line."""
    label: ClassVar[str]
    """Name of the metric that people read."""
    higher_is_better: ClassVar[bool] = True
    settings: ClassVar[str] = ""
    """Heading of the metric's options in the sidebar and the command's help; empty for BLEU.

    BLEU's options have no heading in the sidebar, and its label in the command's help. An option that several
    metrics have is listed under the heading of the first of them in METRICS.
    """
    fixed_parts: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Parts of the signature that no option changes."""
    is_percentage: ClassVar[bool] = True
    """Whether scores are on the scale 0-100 (error rates may exceed 100); False for a metric with its own scale."""
    rounding: ClassVar[float] = ROUNDING
    """Largest difference of two scores that count as equal."""
    is_human: ClassVar[bool] = False
    """Whether people gave the scores."""
    is_slow: ClassVar[bool] = False
    """Whether the metric aligns or shifts words; it then takes many times as long and is computed last."""
    needs_all_references: ClassVar[bool] = False
    """Whether a segment's statistics depend on the references of all segments, such as by the weights of n-grams.

    Rows are summed as for every metric. So a part of a test set, or a resample of the bootstrap, is scored with the
    weights of the whole reference set.
    """
    segment_statistics: ClassVar[tuple[str, ...]] = ()
    """Names of the statistics that the command line shows next to each segment's score."""
    several_references: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Parts of the signature that are written only if there are several references."""
    package: ClassVar[str] = ""
    """Name and version of the other package that provides the metric, for its signature: ``word-f1-1.0``."""

    def __new__(cls, *values: Any, **options: Any) -> Self:
        """Return a new metric; raise ``ValueError`` for an unknown option (a dataclass raises ``TypeError``)."""
        names = [own.name for own in fields(cls)]
        for name in options:
            if name not in names:
                listed = ", ".join(names) or "none"
                raise ValueError(f"{cls.label} has no option {name!r}{did_you_mean(name, names)}; it has {listed}.")
        if len(values) > len(names):
            raise ValueError(f"{cls.label}: expected at most {len(names)} options; found {len(values)}.")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for declared in options_of(type(self)):
            value = declared.checked(getattr(self, declared.name), self.label)
            object.__setattr__(self, declared.name, value)

    @property
    @abstractmethod
    def statistic_names(self) -> tuple[str, ...]:
        """Names of the columns of ``statistics``, in order."""

    def column(self, statistics: Floats, name: str) -> Floats:
        """Return one statistic, (...,), of statistics (..., n_statistics); ``ValueError`` for an unknown name."""
        check_known(name, self.statistic_names, "statistic")
        return self._column(self._checked(statistics), name)

    def _column(self, statistics: Floats, name: str) -> Floats:
        column: Floats = statistics[..., self.statistic_names.index(name)]
        return column

    def _columns(self, statistics: Floats, name: str) -> Floats:
        """Return a view (..., n) of the statistics whose names begin with ``name`` and ``_``, such as one an order."""
        places = [place for place, of in enumerate(self.statistic_names) if of.startswith(f"{name}_")]
        step = places[1] - places[0] if len(places) > 1 else 1
        return statistics[..., places[0] : places[-1] + 1 : step]

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """Parts of the signature: sacreBLEU's in its words and order, then the others in the order of the fields."""
        parts = dict(self.fixed_parts)
        for declared in options_of(type(self)):
            value, option = getattr(self, declared.name), declared.option
            if value != declared.default or not option.only_if_changed:
                parts[option.part] = option.written(value)
        first = [part for part in SIGNATURE_ORDER if part in parts]
        return tuple((part, parts[part]) for part in (*first, *(part for part in parts if part not in first)))

    @property
    def statistics_key(self) -> tuple[Any, ...]:
        """Key of the statistics: two metrics with equal keys give equal statistics."""
        declared = options_of(type(self))
        return self.name, *(getattr(self, d.name) for d in declared if not d.option.of_score)

    @abstractmethod
    def _score(self, statistics: Floats) -> Floats:
        """Return the scores (...,) of validated float64 statistics (..., n_statistics)."""

    @abstractmethod
    def _statistics(self, columns: Columns, references: Columns, on_progress: Progress = no_progress) -> list[Floats]:
        """Return the statistics of each column of hypotheses against the references; all columns are validated.

        The columns are a block of the segments; ``on_progress`` is called where the work on one block can take long.
        """

    def _within(self, reference_set: Columns, on_progress: Progress) -> Measure:
        """Return ``_statistics`` for any part of a test set with these references; see ``needs_all_references``."""
        return self._statistics

    def _measure_within(self, reference_set: Columns, on_progress: Progress) -> Measure:
        """Return what ``_within`` returns; errors of another package's metric name that package."""
        if is_built_in(type(self)):
            return self._within(reference_set, on_progress)
        with self._named_errors() as plugin_errors:
            prepared = self._within(reference_set, plugin_errors.progress(on_progress))

        def measure(columns: Columns, references: Columns, on_progress: Progress) -> list[Floats]:
            with self._named_errors() as plugin_errors:
                statistics = prepared(columns, references, plugin_errors.progress(on_progress))
                self._check_shapes(statistics, [(len(column), len(self.statistic_names)) for column in columns])
            return statistics

        return measure

    def _named_errors(self) -> NamedPluginErrors:
        return NamedPluginErrors(METRIC_PLUGINS, type(self), self.name)

    def _check_shapes(self, arrays: Sequence[Floats], shapes: Sequence[tuple[int, ...]]) -> None:
        """Raise ``ValueError`` unless another package's metric returned arrays of numbers of exactly these shapes."""
        if not isinstance(arrays, Sequence):
            raise ValueError(f"expected statistics in a list, one array a column; found {short_repr(arrays)}")
        returned = [np.shape(one) for one in arrays]
        if returned != [*shapes]:
            raise ValueError(f"expected numbers of the shapes {short_repr([*shapes])}; found {short_repr(returned)}")

    def _measured(
        self, columns: Columns, references: Columns, reference_set: Columns, on_progress: Progress = no_progress
    ) -> list[Floats]:
        """Return the statistics of each column of hypotheses against references that belong to ``reference_set``."""
        prepared = PREPARING if self.needs_all_references else 0.0
        measure = self._measure_within(reference_set, progress_between(on_progress, 0.0, prepared))
        return self._measure_by_blocks(measure, columns, references, progress_between(on_progress, prepared, 1.0))

    def _measure_by_blocks(
        self, measure: Measure, columns: Columns, references: Columns, on_progress: Progress = no_progress
    ) -> list[Floats]:
        """Return the statistics that ``measure`` finds, block by block; a segment's are the same in any block.

        A call that follows the progress, as the dashboard's do, runs on one core, because other users need the other
        cores; any other call runs on all cores.
        """
        work = segment_bytes([*references, *columns])
        statistics = [np.empty((len(work), len(self.statistic_names))) for _ in columns]
        ends = np.cumsum(work) / work.sum()

        def measure_block(block: slice) -> None:
            begin, end = float(ends[block.start - 1]) if block.start else 0.0, float(ends[block.stop - 1])
            tell = progress_between(on_progress, begin, end)
            hypotheses, among = ([column[block] for column in side] for side in (columns, references))
            for rows, block_statistics in zip(statistics, measure(hypotheses, among, tell), strict=True):
                rows[block] = block_statistics
            tell(1.0)

        share = max(MIN_BYTES, float(work.sum() / THREADS + work.max()))
        if on_progress is no_progress and THREADS > 1 and work.sum() > share:
            list(run_side_by_side(measure_block, bounded_runs(work, min(share, MAX_BYTES))))
        else:
            for block in bounded_runs(work, MAX_BYTES):
                measure_block(block)
        return statistics

    def statistics(
        self, hypotheses: Text, references: Sequence[Text], reference_set: Sequence[Text] | None = None
    ) -> Floats:
        """Return the additive statistics of each segment.

        Parameters
        ----------
        hypotheses : n_segments strings, a sequence or a test set's column
        references : ``[reference][segment]``; None where a segment lacks that reference
        reference_set : the references of the whole test set, ``[reference][segment]``, where those given are only a
            part of it; by default those given. Only a metric that ``needs_all_references`` reads it.

        Returns
        -------
        float64 (n_segments, n_statistics), the columns named by ``statistic_names``

        Raises
        ------
        ValueError
            Where the counts differ, a hypothesis is missing or a segment has no reference, or where the metric
            needs the reference set and a reference is not in it.
        TooLong
            Where a segment exceeds one of the metric's ``limits``; it is a ``ValueError``.
        """
        column, columns = self._validated_columns(hypotheses, references)
        self._check_lengths({"hypotheses": column}, columns)
        if not len(column):
            return np.zeros((0, len(self.statistic_names)))
        around = columns
        if reference_set is not None and self.needs_all_references:
            around = _checked_reference_set(columns, reference_set)
        return self._measured([column], columns, around)[0]

    def _validated_columns(
        self, hypotheses: Text, references: Sequence[Text]
    ) -> tuple[pa.StringArray, list[pa.StringArray]]:
        """Return hypotheses and references as columns; raise ``ValueError`` where ``statistics`` does."""
        column, columns = as_column(hypotheses, "hypotheses"), as_references(references)
        counts = {f"reference {number}": len(r) for number, r in enumerate(columns, 1)}
        check_counts({"hypotheses": len(column)} | counts, references=counts.keys())
        check_coverage(columns)
        if column.null_count:
            raise ValueError("hypotheses: found None; an empty output is the empty string.")
        return column, columns

    def _segment_columns(
        self, hypothesis: str, references: Sequence[str | None]
    ) -> tuple[pa.StringArray, list[pa.StringArray]]:
        """Return a hypothesis and its references as columns; raise ``ValueError`` if it or every reference is None."""
        if hypothesis is None:
            raise ValueError("The hypothesis is None; an empty output is the empty string.")
        expect(hypothesis, str, "hypothesis")
        texts = as_column(references, "references", each="reference").to_pylist()
        if all(text is None for text in texts):
            raise ValueError(f"references: a segment needs at least one reference; found {short_repr(texts)}.")
        columns = [as_column([text], "references") for text in texts]
        column = as_column([hypothesis], "hypothesis")
        self._check_lengths({"hypothesis": column}, columns)
        return column, columns

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Limits on a segment's size: the tokenizer's, and those of a metric with more than linear time."""
        tokenize = getattr(self, "tokenize", None)
        return () if tokenize is None else find_tokenizer(tokenize).limits

    def _check_lengths(self, hypotheses: Mapping[str, pa.StringArray], references: Columns) -> None:
        """Raise ``TooLong`` for the first text that exceeds one of the limits."""
        numbered = {f"reference {number}": column for number, column in enumerate(references, 1)}
        for limit in self.limits:
            limit.check({**hypotheses, **numbered})

    def score(self, statistics: Floats) -> Floats:
        """Return scores of shape (...,) from statistics of shape (..., n_statistics); one number for one row.

        Where a statistic is NaN, so is the score. Raises ``ValueError`` for another number of statistics, infinite
        statistics, or values that are no numbers.
        """
        statistics = self._checked(statistics)
        return np.where(np.isnan(statistics[..., 0]), np.nan, self._score_naming_errors(statistics))[()]

    def resampled_scores(self, sums: Floats, seeds: Sequence[Sequence[int]]) -> Floats:
        """Return the scores (n_resamples, n_systems) of resamples from their sums of statistics.

        ``sums`` is (n_resamples, n_systems, n_statistics). A metric whose segments have a random part, such as a judge
        that would not answer the same twice, draws it by ``seeds``, one for each system.
        """
        return self.score(sums)

    def _score_naming_errors(self, statistics: Floats) -> Floats:
        """Return what ``_score`` returns; errors of another package's metric name that package."""
        if is_built_in(type(self)):
            return self._score(statistics)
        with self._named_errors():
            scores = self._score(statistics)
            self._check_shapes([scores], [statistics.shape[:-1]])
        return scores

    def _checked(self, statistics: Floats) -> Floats:
        """Return statistics as float64, a row with any NaN as all NaN; raise ``ValueError`` where ``score`` does."""
        statistics = as_float_array(statistics, "statistics")
        n_statistics = statistics.shape[-1] if statistics.ndim else 0
        if n_statistics != len(self.statistic_names):
            raise ValueError(
                f"{self.label} with these options has {len(self.statistic_names)} statistics a row;"
                f" found {n_statistics}."
            )
        if np.isfinite(statistics).all():
            return statistics
        if np.isinf(statistics).any():
            raise ValueError(f"{self.label}: statistics must be finite; found {statistics[np.isinf(statistics)][0]}.")
        return np.where(np.isnan(statistics).any(axis=-1, keepdims=True), np.nan, statistics)

    def measure(self, test_set: TestSet, on_progress: Progress = no_progress) -> dict[str, Floats]:
        """Return each system's statistics by its name.

        The references are read once for all systems, and are the whole reference set. ``on_progress`` is called several
        times a second. An exception that it raises ends the work. Raises ``TooLong``, a ``ValueError``, where a segment
        exceeds one of the metric's ``limits``.
        """
        columns, references = self._test_set_columns(test_set)
        statistics = self._measured(columns, references, references, on_progress)
        return dict(zip(test_set.system_names, statistics, strict=True))

    def _test_set_columns(self, test_set: TestSet) -> tuple[list[pa.StringArray], list[pa.StringArray]]:
        """Return a test set's hypotheses and references; raise ``TooLong`` for a text that is too long."""
        expect(test_set, TestSet, "test set")
        if not test_set.references:
            raise ValueError(f"{self.label} needs a reference; {test_set.name} has none.")
        references = [reference.segments for reference in test_set.references]
        columns = [system.segments for system in test_set.systems]
        self._check_lengths(dict(zip(map(repr, test_set.system_names), columns, strict=True)), references)
        return columns, references

    def within(self, reference_set: Sequence[Text]) -> Callable[[TestSet], dict[str, Floats]]:
        """Return a function that works as ``measure`` for parts of a test set with these references.

        ``reference_set`` is ``[reference][segment]``. The references are read once for all parts, and only by a metric
        that ``needs_all_references``. Raises ``ValueError`` where references have unequal numbers of segments.
        """
        columns = as_references(reference_set)
        check_counts({f"reference {number}": len(column) for number, column in enumerate(columns, 1)})
        prepared = self._measure_within(columns, no_progress)

        def measure(part: TestSet) -> dict[str, Floats]:
            columns, references = self._test_set_columns(part)
            return dict(zip(part.system_names, self._measure_by_blocks(prepared, columns, references), strict=True))

        return measure

    @property
    def decimals(self) -> int:
        """Number of decimals with which a score is written."""
        return 2

    @property
    def full_name(self) -> str:
        """Label of the metric, or its name in the literature with these options, such as chrF2++."""
        return self.label

    def score_parts(self, statistics: Floats) -> dict[str, float | list[float]]:
        """Return the parts of a score by name, from one row of statistics (n_statistics,); empty if none is shown."""
        self._checked(as_float_array(statistics, "statistics", 1))
        return {}

    @property
    def called(self) -> str:
        """Label of the metric, followed by "human judgment" if people gave the scores."""
        return f"{self.label}, human judgment" if self.is_human else self.label

    def unfit_for(self, script: Script) -> str | None:
        """Return the reason why the score says little about texts in this script; None where the metric fits."""
        expect(script, Script, "script")
        tokenize = getattr(self, "tokenize", None)
        flags = {declared.name: declared.option.flag for declared in options_of(type(self))}
        return None if tokenize is None else unfit_tokenizer(tokenize, script, flags.get("tokenize", TOKENIZE.flag))

    def why_zero(self, statistics: Floats) -> str | None:
        """Return why a test set with this sum of statistics scores 0 although words match; None for another score."""
        self._checked(statistics)
        return None

    def warm_up(self) -> None:
        """Run every kernel of the metric once on a toy text, so that Numba compiles it or loads it from its cache."""
        kernels.load_numba()
        self.score(self.statistics(["a b"], [["a b"]]))

    @property
    def signature(self) -> str:
        """Signature of the options that change the score, written as in sacreBLEU."""
        return self._written(self.options)

    def full_signature(self, references: Sequence[Text], realigned: bool = False) -> str:
        """Return the signature with the number of references, or ``var`` where the number differs between segments.

        ``realigned`` says that outputs were cut again into the references' segments.
        """
        columns = as_references(references)
        varies = any(column.null_count for column in columns)
        several = self.several_references if len(columns) > 1 else ()
        count = "var" if varies else str(len(columns))
        cut = [("realigned", "mwer")] if realigned else []
        return self._written([("nrefs", count), *self.options, *several, *cut])

    def _written(self, parts: Sequence[tuple[str, str]]) -> str:
        """Return the signature of these parts, with the versions of the plug-in and of BLEUscope."""
        plugin = [("plugin", self.package)] if self.package else []
        return "|".join(f"{key}:{value}" for key, value in (*parts, *plugin, ("version", f"BLEUscope-{VERSION}")))

    @classmethod
    def configure(cls, options: Mapping[str, Any]) -> Self:
        """Return the metric with these options by key; options that the metric does not have are ignored."""
        expect(options, Mapping, "options")
        return cls(**{own.name: options[own.key] for own in options_of(cls) if own.key in options})


def reference_sample(missing: Iterable[int]) -> list[pa.Array]:
    """Return the shortest references that give the same signature, from each reference's number of missing segments.

    A reference that misses a segment becomes one null, any other one text.
    """
    return [pa.nulls(1) if number else pa.repeat("", 1) for number in missing]


def _checked_reference_set(references: Sequence[pa.StringArray], reference_set: Sequence[Text]) -> list[pa.StringArray]:
    """Return the whole reference set as columns; raise ``ValueError`` unless the set contains each reference given."""
    columns = as_references(reference_set)
    check_counts({f"reference {number} of the set": len(column) for number, column in enumerate(columns, 1)})
    texts = pa.concat_arrays(columns)
    for number, reference in enumerate(references, 1):
        strange = as_mask(pc.and_not(pc.is_valid(reference), pc.is_in(reference, texts)))
        if strange.any():
            raise ValueError(
                f"reference_set: expected the references of the whole test set, those given among them; segment"
                f" {np.argmax(strange) + 1:,} of reference {number} is not there ({strange.sum():,} such segments)."
            )
    return columns


def ignores_case(metric: Metric | None) -> bool:
    """Return whether a metric ignores case; False for no metric, and for scores from files."""
    return bool(getattr(metric, "lowercase", False)) or not getattr(metric, "case_sensitive", True)


def document_score(segment_scores: Floats, reference_lengths: Floats) -> float:
    """Return the mean of segment scores weighted by reference length: Chen and Cherry (2014), Eq. 13.

    Segments whose score is not defined (NaN) are left out; NaN where nothing is left.
    Raises ``ValueError`` for unequal numbers of scores and lengths.
    """
    scores = as_float_array(segment_scores, "segment scores", 1)
    lengths = as_float_array(reference_lengths, "reference lengths", 1)
    check_counts({"scores": len(scores), "reference lengths": len(lengths)})
    defined = ~np.isnan(scores)
    weights = np.where(defined, lengths, 0.0)
    total = weights.sum()
    return float(np.where(defined, scores, 0.0) @ weights / total) if total else float("nan")


def mean_score(segment_scores: Floats) -> float:
    """Return the plain mean of segment scores; undefined scores (NaN) are left out, NaN where no score is left."""
    scores = as_float_array(segment_scores, "segment scores", 1)
    defined = scores[~np.isnan(scores)]
    return float(defined.mean()) if len(defined) else float("nan")
