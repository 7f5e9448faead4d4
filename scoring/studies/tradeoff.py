"""Compare systems' quality over many test sets with their cost or speed, and find the Pareto front."""

import csv
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

import numpy as np

from ..counting.arrays import Floats
from ..counting.progress import Progress, no_progress
from ..counting.usual_draws import SEED, check_draws
from ..formats.columns import Role
from ..formats.errors import FormatError
from ..formats.json_files.document_metadata import mean_metadata
from ..formats.names import name_from_file
from ..formats.plain_text.text import decode_text
from ..metric import Metric
from ..output.numbers import fixed
from ..output.sentence import Sentence, SystemName, listed_names, name_list, sentence
from ..text.naming import clean_name
from ..text.suggestions import did_you_mean
from .matrix import Record, auto_ranks, scale_scores
from .set_statistics import SetStatistics

RESAMPLES = 1000
_MAY_BE_THOUSANDS = re.compile(r"\d{1,3},\d{3}")
MAX_NAMED = 3
"""The most systems that a sentence names."""
FASTER_WORDS = ("speed", "per second", "/s", "throughput", "per sec")
"""Words in the name of a column where higher numbers are better."""
LOW, HIGH = 2.5, 97.5
"""Percentiles of the ends of a quality's interval."""


@dataclass(frozen=True)
class CostColumn:
    """The cost, or speed, of each system."""

    name: str
    costs: Mapping[str, float]
    """Cost or speed of each system, by name."""
    lower_is_better: bool = True

    @property
    def key(self) -> tuple[object, ...]:
        """Cache key of the column."""
        return self.name, self.lower_is_better, tuple(self.costs.items())


@dataclass(frozen=True)
class TradeoffRequest:
    """The metrics of the quality, the cost that it is compared with, and the settings of resampling.

    Raises ``ValueError`` for invalid draws.
    """

    metrics: tuple[Metric, ...]
    cost: CostColumn
    weights: tuple[tuple[str, float], ...] = ()
    """Weights of sets whose weight is not 1, each with the set's name."""
    resamples: int = RESAMPLES
    seed: int = SEED

    def __post_init__(self) -> None:
        check_draws(self.resamples, self.seed)


@dataclass(frozen=True)
class TradeoffPoint:
    """A system's quality and cost."""

    system: str
    cost: float
    quality: float
    """AutoRank by all metrics over all sets; 1 is best."""
    low: float
    """Lower end of the 95 % interval of the quality, by resampling the segments of each set."""
    high: float
    """Upper end of this interval."""
    is_on_front: bool
    """Whether no other system is at least as good and as cheap, and better or cheaper."""


@dataclass(frozen=True)
class TradeoffResult:
    """All systems that have a cost and a quality, the best quality first."""

    cost: CostColumn
    points: tuple[TradeoffPoint, ...]
    without_cost: tuple[str, ...]
    """Systems that are missing from the table of costs."""
    ruled_out: frozenset[str] = frozenset()
    """Systems that are significantly worse than another by the tests; none of them is proposed."""

    def sentence(self) -> Sentence:
        """Say which system is the best, which may be as good, and which are worth their cost."""
        if not self.points:
            return sentence("No system has a number in the column {}.", self.cost.name)
        return self._pareto_front_sentence() + self._missing_costs_sentence()

    def _pareto_front_sentence(self) -> Sentence:
        best, *others = self.points
        front = [point for point in others if point.is_on_front]
        noun = "cost" if self.cost.lower_is_better else "speed"
        among = "Among the systems with a number, " if self.without_cost else ""
        statement = sentence(f"{among}{{}} has the best AutoRank (scaled mean score).", SystemName(best.system))
        in_reach = [point.system for point in others if point.low <= best.high]
        may_be_as_good = [system for system in in_reach if system not in self.ruled_out]
        alike = [*map(SystemName, may_be_as_good)]
        if alike:
            statement += sentence(" {} may be as good: 95 % intervals overlap.", name_list(alike, MAX_NAMED))
        if not front:
            return statement + sentence(" No other system has a better {} ({}).", noun, self.cost.name)
        worthy = [point.system for point in front if point.system in may_be_as_good]
        worse = [point.system for point in front if point.system not in worthy]
        comparative = "cheaper" if self.cost.lower_is_better else "faster"
        if worthy:
            statement += sentence(" If {} counts, consider {}.", self.cost.name, listed_names(worthy))
        if worse:
            be = "is" if len(worse) == 1 else "are"
            statement += sentence(" {} {} {} ({}), but worse.", listed_names(worse), be, comparative, self.cost.name)
        return statement + sentence(" No system of such a {} is better.", noun)

    def _missing_costs_sentence(self) -> Sentence:
        if not self.without_cost:
            return sentence("")
        return sentence(" Left out, without a number there: {}.", listed_names(self.without_cost))

    def record(self) -> dict[str, object]:
        """Return the column and all points, for JSON."""
        systems = [
            {"system": of.system, "cost": of.cost, "quality": of.quality, "low": of.low, "high": of.high}
            | {"on_front": of.is_on_front}
            for of in self.points
        ]
        return {"column": self.cost.name, "lower_is_better": self.cost.lower_is_better, "systems": systems}

    def records(self) -> list[Record]:
        """Return a record for each system."""
        return [
            {
                "system": of.system,
                self.cost.name: of.cost,
                "quality": of.quality,
                "low": of.low,
                "high": of.high,
                "on the front": int(of.is_on_front),
            }
            for of in self.points
        ]


def read_cost_files(files: Sequence[tuple[str, bytes]]) -> list[CostColumn]:
    """Return the columns of tables of costs, then the numbers in the ``metadata`` of WMT 2026 outputs.

    ``files`` are names and contents. JSON Lines files are outputs; the file's name is the system's name. Numbers of
    outputs are means over documents. Raises ``FormatError`` as ``read_cost_file``, and for outputs without numbers.
    """
    outputs = [(file, data) for file, data in files if data.lstrip().startswith(b"{")]
    columns = [column for file, data in files if (file, data) not in outputs for column in read_cost_file(file, data)]
    costs: dict[str, dict[str, float]] = {}
    for file, data in outputs:
        for key, mean in mean_metadata(file, data).items():
            costs.setdefault(key, {})[name_from_file(file, Role.SYSTEM)] = mean
    if outputs and not costs:
        raise FormatError(outputs[0][0], "no numbers there", "documents with numbers in metadata")
    names = {key: f"{key.replace('_', ' ')} per document" for key in costs}
    return [
        *columns,
        *(CostColumn(names[key], cost_by_system, not _is_speed(key)) for key, cost_by_system in costs.items()),
    ]


def read_cost_file(file: str, data: bytes) -> list[CostColumn]:
    """Return the columns that ``read_costs`` reads from a file; raise ``FormatError`` also if it is no text."""
    return read_costs(decode_text(file, data).data.decode(), file)


def read_costs(text: str, file: str = "table") -> list[CostColumn]:
    """Read a table with tabs, semicolons or commas: a column of systems, then one or more columns of numbers.

    Where commas do not separate cells they may be decimal. A column whose name speaks of speed is better where it is
    higher. Raises ``FormatError``, which names the ``file``, for a table without numbers, a number below 0, one that
    may be a fraction or thousands, and a system that has two lines.

    >>> read_costs("system,EUR per million words\\na,2.5")[0].costs
    {'a': 2.5}
    """
    head = text.partition("\n")[0]
    delimiter = next((sign for sign in "\t;" if sign in head), ",")
    lines = csv.reader(StringIO(text.lstrip("\ufeff"), newline=None), delimiter=delimiter)
    try:
        rows = list(lines)
    except csv.Error as error:
        raise FormatError(file, str(error), "a table with tabs, semicolons or commas", lines.line_num) from None
    if len(rows) < 2 or len(rows[0]) < 2:
        raise FormatError(file, "fewer than two columns", "a table with a column of systems and one of numbers")
    by_system = _rows_by_system(file, rows[1:])
    columns = []
    for place, name in enumerate(map(str.strip, rows[0][1:]), 1):
        cost_by_system: dict[str, float] = {}
        for system, (line, row) in by_system.items():
            cell = row[place].strip() if len(row) > place else ""
            if delimiter != "," and _MAY_BE_THOUSANDS.fullmatch(cell):
                raise FormatError(file, f"{cell} for {clean_name(system)}", "a number without a comma", line)
            cost = _number(cell if delimiter == "," else cell.replace(",", "."))
            if cost < 0:
                actual = f"{clean_name(row[place])} for {clean_name(system)}"
                raise FormatError(file, actual, "a number of at least 0", line)
            if math.isfinite(cost):
                cost_by_system[system] = cost
        if cost_by_system:
            columns.append(CostColumn(name or f"column {place + 1}", cost_by_system, not _is_speed(name)))
    if not columns:
        raise FormatError(file, "none", "a column of numbers beside the systems")
    return columns


def _is_speed(name: str) -> bool:
    return any(word in name.lower().replace("_", " ") for word in FASTER_WORDS)


def _rows_by_system(file: str, rows: Sequence[list[str]]) -> dict[str, tuple[int, list[str]]]:
    """Return the line and the row of each system; raise ``FormatError`` for a system with two rows."""
    rows_by_system: dict[str, tuple[int, list[str]]] = {}
    for line, row in enumerate(rows, 2):
        system = row[0].strip() if row else ""
        if system in rows_by_system:
            raise FormatError(file, f"{system} once more", "one line for each system", line)
        if system:
            rows_by_system[system] = line, row
    return rows_by_system


def _number(text: str) -> float:
    try:
        return float(text.strip())
    except ValueError:
        return math.nan


def unknown_systems(cost: CostColumn, systems: Sequence[str]) -> list[str]:
    """Say for each system of the table that no set has what name may be meant."""
    return [f"{name} is in no set{did_you_mean(name, systems)}." for name in cost.costs if name not in systems]


def run(
    request: TradeoffRequest, sets: Mapping[str, SetStatistics], on_progress: Progress = no_progress
) -> TradeoffResult:
    """Compute AutoRank by all metrics, with an interval for each system, and find the systems on the Pareto front.

    Segments are resampled within each set, the same segments for all systems.
    """
    systems = tuple(dict.fromkeys(name for one in sets.values() for rows in one.rows.values() for name in rows))
    weight = dict(request.weights)
    generator = np.random.default_rng(request.seed)
    sums, counts = np.zeros((2, request.resamples + 1, len(request.metrics), len(systems)))
    for n_done, (name, one) in enumerate(sets.items()):
        on_progress(n_done / len(sets))
        for number, metric in enumerate(request.metrics):
            scaled = _scaled_draws(metric, one.rows.get(metric, {}), systems, request.resamples, generator)
            has_value = ~np.isnan(scaled)
            sums[:, number] += np.where(has_value, scaled, 0.0) * weight.get(name, 1.0)
            counts[:, number] += has_value * weight.get(name, 1.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = sums / counts
    used = ~np.isnan(means[0]).all(axis=-1)
    qualities = np.stack([auto_ranks(of) for of in means[:, used].mean(axis=1)])
    points = _points(request.cost, systems, qualities)
    return TradeoffResult(request.cost, points, tuple(name for name in systems if name not in request.cost.costs))


def _scaled_draws(
    metric: Metric, rows: Mapping[str, Floats], systems: Sequence[str], resamples: int, generator: np.random.Generator
) -> Floats:
    """Return scaled scores of one set, (resamples + 1, n_systems), first of all segments; NaN without a score."""
    scores = np.full((resamples + 1, len(systems)), np.nan)
    if not rows:
        return scores
    n_segments = len(next(iter(rows.values())))
    resample_counts = generator.multinomial(n_segments, np.full(n_segments, 1 / n_segments), resamples).astype(float)
    resample_counts = np.concatenate([np.ones((1, n_segments)), resample_counts])
    for place, system in enumerate(systems):
        if system in rows:
            scores[:, place] = metric.score(resample_counts @ rows[system])
    goodness = scores if metric.higher_is_better else -scores
    return np.stack([scale_scores(of) for of in goodness])


def _points(cost: CostColumn, systems: Sequence[str], qualities: Floats) -> tuple[TradeoffPoint, ...]:
    places = [place for place, name in enumerate(systems) if name in cost.costs and not np.isnan(qualities[0, place])]
    sign = 1 if cost.lower_is_better else -1
    points = []
    for place in sorted(places, key=lambda of: (qualities[0, of], sign * cost.costs[systems[of]])):
        low, high = np.nanpercentile(qualities[:, place], [LOW, HIGH])
        own = float(qualities[0, place]), sign * cost.costs[systems[place]]
        others = [(float(qualities[0, of]), sign * cost.costs[systems[of]]) for of in places if of != place]
        is_on_front = not any(of[0] <= own[0] and of[1] <= own[1] and of != own for of in others)
        point = TradeoffPoint(systems[place], cost.costs[systems[place]], own[0], float(low), float(high), is_on_front)
        points.append(point)
    return tuple(points)


def quality_with_interval(point: TradeoffPoint) -> str:
    """Return the quality with its interval, such as ``1.2 (1.0 to 1.9)``."""
    return f"{fixed(point.quality, 1)} ({fixed(point.low, 1)} to {fixed(point.high, 1)})"
