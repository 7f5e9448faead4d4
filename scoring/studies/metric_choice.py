"""Choose which of a test set's metrics all tables, votes and files show.

A set of WMT brings 75 columns of scores. A reader compares a few of them; the others are only counted.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..judgments.external import ExternalScore
from ..metric import Metric
from ..output.numbers import counted

USUAL = ("bleu", "chrf", "ter")
"""Names of the metrics that are computed by default: of words, letters, edits."""
MAX_GIVEN = 7
"""The most scores from files that are shown by default: three of people and one of each family."""
FAMILIES = {
    "XCOMET": re.compile("xcomet"),
    "COMET": re.compile("comet"),
    "MetricX": re.compile("metricx"),
    "GEMBA": re.compile("gemba"),
}
"""Pattern by family that matches its metrics' names, in lower case and without signs."""
FAMILY_ORDER = ("COMET", "MetricX", "XCOMET", "GEMBA")
"""Families in the order of their columns; they agreed best with people in the shared tasks of WMT from 2022 on."""
VARIANT = re.compile("kiwi|qe|src|oid|calibri|doc|random")
"""Pattern of names of metrics that read no reference, or that change another metric; they come after the others."""
EVERY = "*"
"""Sign in an address for the choice of all metrics."""
SEPARATOR = ","


@dataclass(frozen=True)
class MetricChoice:
    """The metrics that tables, votes and files of a test set show, among all its metrics."""

    metrics: Mapping[str, Metric]
    """All metrics by name."""
    names: tuple[str, ...]
    """Names of the chosen metrics, in the order of columns."""

    @classmethod
    def usual(cls, metrics: Mapping[str, Metric]) -> "MetricChoice":
        """Return the default choice."""
        external_scores = [metric for metric in metrics.values() if isinstance(metric, ExternalScore)]
        computed = [metrics[name] for name in USUAL if name in metrics]
        return cls(metrics, tuple(metric.name for metric in usual_metrics(computed, external_scores)))

    @classmethod
    def of(cls, metrics: Mapping[str, Metric], names: Iterable[str]) -> "MetricChoice":
        """Return the choice of these metrics; the default choice where the set has none of them."""
        requested_names = {*names}
        ordered_names = tuple(name for name in column_order(metrics) if name in requested_names)
        return cls(metrics, ordered_names) if ordered_names else cls.usual(metrics)

    @classmethod
    def read(cls, metrics: Mapping[str, Metric], text: str) -> "MetricChoice":
        """Read a choice from an address; the inverse of ``address_text``."""
        names = metrics if text == EVERY else map(_plain, text.split(SEPARATOR))
        return cls.of(metrics, names)

    @property
    def address_text(self) -> str:
        """The choice as an address has it; empty for the default choice."""
        return self.address_text_over("")

    def address_text_over(self, project_choice: str) -> str:
        """Return the choice as an address has it; empty if it equals ``project_choice``, as a project stores it."""
        if self.names == self.read(self.metrics, project_choice).names:
            return ""
        return SEPARATOR.join(map(_escape_name, self.names)) if self.others else EVERY

    @property
    def chosen(self) -> dict[str, Metric]:
        """The chosen metrics by name, in the order of columns."""
        return {name: self.metrics[name] for name in self.names}

    @property
    def others(self) -> tuple[str, ...]:
        """Names of the metrics that are not chosen, in the order of columns."""
        return tuple(name for name in column_order(self.metrics) if name not in self.names)

    @property
    def computed_names(self) -> tuple[str, ...]:
        """Names of all metrics that are computed here."""
        return tuple(name for name, metric in self.metrics.items() if not isinstance(metric, ExternalScore))

    @property
    def share(self) -> str:
        """Numbers of chosen and of all metrics: ``8 of 75``."""
        return f"{len(self.names)} of {len(self.metrics)}"

    @property
    def further(self) -> str:
        """Phrase for the number of other metrics: ``69 more metrics``; empty where all are chosen."""
        return counted(len(self.others), "more metric") if self.others else ""


def usual_metrics(computed: Sequence[Metric], external_scores: Sequence[ExternalScore]) -> list[Metric]:
    """Return the default metrics of a table, a verdict and a report; the first one decides.

    These are people's scores, all of ``computed``, then other scores from files: one of each family that agrees well
    with people, then further ones. At most ``MAX_GIVEN`` are from files. Scores from files by a metric that is
    computed here are left out.
    """
    people = [metric for metric in external_scores if metric.is_human][:MAX_GIVEN]
    others = [metric for metric in _scores_in_family_order(external_scores) if not metric.title]
    return [*people, *computed, *others[: MAX_GIVEN - len(people)]]


def column_order(metrics: Mapping[str, Metric]) -> list[str]:
    """Return all names in the order of columns: people's scores, computed metrics, then other scores by family."""
    external_scores = [metric for metric in metrics.values() if isinstance(metric, ExternalScore)]
    people = [name for name, metric in metrics.items() if metric.is_human]
    computed = [name for name, metric in metrics.items() if not isinstance(metric, ExternalScore)]
    return [*people, *computed, *(metric.name for metric in _scores_in_family_order(external_scores))]


def family_of_metric(name: str) -> str | None:
    """Return the family of a metric by its name, in any case and version; None for any other metric."""
    letters = _letters(name)
    return next((family for family, pattern in FAMILIES.items() if pattern.search(letters)), None)


def _scores_in_family_order(external_scores: Iterable[ExternalScore]) -> list[ExternalScore]:
    """Return scores by programs: the first one of each family, then the others in their order, doubles last."""
    others = [metric for metric in external_scores if not metric.is_human]
    firsts: list[ExternalScore] = []
    for family in FAMILY_ORDER:
        members = [metric for metric in others if family_of_metric(metric.of) == family and not metric.title]
        firsts += sorted(members, key=lambda metric: bool(VARIANT.search(_letters(metric.of))))[:1]
    return [*firsts, *sorted((metric for metric in others if metric not in firsts), key=lambda one: bool(one.title))]


def describe_choice(text: str) -> str:
    """Return a choice in an address as a list of names for people; ``all`` for the choice of every metric.

    Example:
        >>> describe_choice("bleu,a%2Cb"), describe_choice("*")
        ('bleu, a,b', 'all')
    """
    return "all" if text == EVERY else ", ".join(map(_plain, text.split(SEPARATOR)))


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name.casefold())


def _escape_name(name: str) -> str:
    return name.replace("%", "%25").replace(SEPARATOR, "%2C").replace(EVERY, "%2A")


def _plain(text: str) -> str:
    return text.replace("%2A", EVERY).replace("%2C", SEPARATOR).replace("%25", "%")
