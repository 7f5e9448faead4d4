"""The contract tests that other packages get: what keeps a contract passes, and each fault that is put in is named."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pytest

from scoring import CHRF, METRICS, Metric
from scoring.checks import CHECKS
from scoring.checks.check import Check, CheckSpans
from scoring.contracts.check_contract import check_check
from scoring.contracts.format_contract import check_format
from scoring.contracts.metric_contract import check_metric
from scoring.formats import Column, FileFormat, FormatError, Role
from scoring.options import option
from scoring.plugins.accepted_metrics import accept_metric
from scoring.plugins.entry_points import Plugin


@pytest.mark.exhaustive
def test_a_metric_with_other_settings_than_its_defaults_keeps_the_contract():
    check_metric(METRICS["chrf"](lowercase=True, word_order=2))


@pytest.mark.parametrize("name", CHECKS.built_in)
def test_our_checks_keep_the_contract(name):
    check_check(CHECKS[name]())


@dataclass(frozen=True)
class Shared(Metric):
    """The share of words that are the same at the same place; it keeps the contract."""

    name: ClassVar[str] = "shared"
    label: ClassVar[str] = "Shared"
    settings: ClassVar[str] = "Shared"
    package: ClassVar[str] = "shared-1.0"

    lower: bool = option(False, label="Lower", help="Ignore case.", flag="--shared-lower", key="shared_lower", part="l")

    @property
    def statistic_names(self):
        return "same", "words"

    def _statistics(self, columns, references, on_progress=lambda share: None):
        return [np.array([self._row(*texts) for texts in zip(c, *references, strict=True)], float) for c in columns]

    def _row(self, output, *references):
        rows = [self._words(output, reference) for reference in references if reference.is_valid]
        return max(rows, key=lambda row: (row[0] / max(row[1], 1), -row[1]))

    def _words(self, output, reference):
        a, b = ((text.as_py().lower() if self.lower else text.as_py()).split() for text in (output, reference))
        return sum(x == y for x, y in zip(a, b, strict=False)), max(len(a), len(b))

    def _score(self, statistics):
        words = statistics[..., 1]
        return np.where(words > 0, 100 * statistics[..., 0] / np.where(words > 0, words, 1), np.nan)


class TooHigh(Shared):
    def _score(self, statistics):
        return 2 * super()._score(statistics)


class NeverUndefined(Shared):
    def _score(self, statistics):
        return np.nan_to_num(super()._score(statistics))


class Unversioned(Shared):
    package: ClassVar[str] = ""


class LooksAround(Shared):
    def _statistics(self, columns, references, on_progress=lambda share: None):
        return [np.add(rows, [0, len(rows) > 1]) for rows in super()._statistics(columns, references)]


@dataclass(frozen=True)
class SilentOption(Shared):
    quiet: bool = option(
        False, label="Q", help="Q.", flag="--shared-q", key="shared_q", part="q", written=lambda value: ""
    )


@dataclass(frozen=True)
class WithoutOptions(Metric):
    """The share of words that are the same at the same place, in the best reference."""

    name: ClassVar[str] = "bare"
    label: ClassVar[str] = "Bare"
    package: ClassVar[str] = "shared-1.0"

    statistic_names = Shared.statistic_names
    _statistics = Shared._statistics
    _row = Shared._row
    _score = Shared._score
    lower: ClassVar[bool] = False
    _words = Shared._words


class WithTies(WithoutOptions):
    several_references: ClassVar[tuple[tuple[str, str], ...]] = (("ties", "first"),)


class WithoutPackage(WithoutOptions):
    def _written(self, parts):
        return super()._written(parts).replace("plugin:shared-1.0|", "")


class NoTies(WithTies):
    def full_signature(self, references):
        return super().full_signature(references).replace("|ties:first", "")


class KnowsNoMissingReference(Shared):
    def _row(self, output, *references):
        return self._words(output, references[-1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [Shared, WithoutOptions, WithTies])
def test_a_metric_that_keeps_the_contract_passes(kind):
    check_metric(kind())


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (WithoutPackage, "the signature lacks plugin:shared-1.0; found version:BLEUscope-"),
        (NoTies, r"found nrefs:3\|plugin:shared-1.0\|version:BLEUscope-.*, expected nrefs:3\|ties:first\|plugin:"),
    ],
)
def test_a_wrong_signature_of_a_metric_without_options_is_printed(kind, found):
    with pytest.raises(AssertionError, match=found):
        check_metric(kind())


def test_rules_that_fail_with_the_same_error_stand_together_above_it():
    with pytest.raises(AssertionError) as error:
        check_metric(KnowsNoMissingReference())
    lines = str(error.value).splitlines()
    assert lines.count("  AttributeError: 'NoneType' object has no attribute 'split'") == 1
    rules = [line for line in lines if line.startswith("- ")]
    assert len(rules) == len(set(rules)) > len([line for line in lines if line.startswith("  ")])


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (TooHigh, "Scores are 0 to 100 or NaN"),
        (NeverUndefined, "Two empty texts have no score"),
        (Unversioned, "package is empty"),
        (LooksAround, "The statistics of a set are those of its parts"),
        (SilentOption, "quiet changes no signature"),
    ],
)
def test_a_broken_metric_is_told_which_rule_it_breaks(kind, message):
    with pytest.raises(AssertionError, match=message) as error:
        check_metric(kind())
    assert str(error.value).startswith("The metric shared breaks the contract:\n- ")


class Undecorated(Shared):
    """Its option is no field."""

    factor: float = 1.0

    def __init__(self, factor=1.0):
        super().__init__()


class Forgotten(Shared):
    """Its option is no field, as the class is no dataclass."""

    factor: float = option(1.0, label="F", help="F.", flag="--shared-f", key="shared_f", part="f")


@pytest.mark.parametrize(
    ("kind", "said"), [(Undecorated, "takes factor, and its fields are lower"), (Forgotten, "takes lower, and its")]
)
def test_a_metric_that_takes_more_than_its_fields_is_refused(kind, said):
    for check in (lambda: check_metric(kind()), lambda: accept(kind)):
        with pytest.raises((AssertionError, ValueError), match=rf"decorated with @dataclass\(frozen=True\).*{said}"):
            check()


def accept(kind):
    return accept_metric(Plugin("bleuscope.metrics", kind.name, "shared", "1.0", lambda: kind), kind, [CHRF])


def test_what_is_no_metric_is_refused():
    with pytest.raises(ValueError, match="metric: expected Metric"):
        check_metric(CHRF)


@dataclass(frozen=True)
class Everything(Check):
    """Finds every text."""

    name: ClassVar[str] = "everything"
    kinds: ClassVar[Mapping[str, str]] = {"text": "minor"}
    finds: ClassVar[str] = "Any text."
    errs: ClassVar[str] = "Always."

    def _find(self, texts, on_progress):
        return CheckSpans.of((n, 0, len(t), "text") for n, t in enumerate(texts.outputs.to_pylist()) if t)


class Beyond(Everything):
    def _find(self, texts, on_progress):
        return CheckSpans.of((n, 0, 99, "text") for n, t in enumerate(texts.outputs.to_pylist()) if t)


class UnknownKind(Everything):
    def _find(self, texts, on_progress):
        return CheckSpans.of((n, 0, 0, "other") for n, t in enumerate(texts.outputs.to_pylist()) if t)


class Harmless(Everything):
    kinds: ClassVar[Mapping[str, str]] = {"text": "harmless"}


class Greedy(Everything):
    needs_source: ClassVar[bool] = False

    def _find(self, texts, on_progress):
        assert texts.source is not None
        return super()._find(texts, on_progress)


def test_a_check_that_keeps_the_contract_passes():
    check_check(Everything())


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Beyond, "characters 0 to 99 of segment 1, whose text has 11"),
        (UnknownKind, "found 'other'; its kinds are text"),
        (Harmless, "must be critical, major or minor"),
        (Greedy, "Texts that lack what the check says it needs"),
    ],
)
def test_a_broken_check_is_told_which_rule_it_breaks(kind, message):
    with pytest.raises(AssertionError, match=message):
        check_check(kind())


@dataclass(frozen=True)
class Lines(FileFormat):
    """Lines behind a first line."""

    name: ClassVar[str] = "lines"
    label: ClassVar[str] = "LINES"
    endings: ClassVar[tuple[str, ...]] = ("lines",)

    def read(self, file, data, encoding, on_progress=lambda share: None):
        head, *lines = data.decode("utf-8", "replace").split("\n")
        if head != "LINES" or not lines:
            raise FormatError(file, "no LINES")
        return [Column(file, "lines", Role.SYSTEM, pa.array(lines), (), self.label, stated=True)]


class Fragile(Lines):
    def read(self, file, data, encoding, on_progress=lambda share: None):
        return super().read(file, data[: data.index(b"b")], encoding)


class TakesText(Lines):
    endings: ClassVar[tuple[str, ...]] = ("txt",)


class TakesAll(Lines):
    def recognizes(self, start):
        return True


def test_a_format_that_keeps_the_contract_passes():
    check_format(Lines(), {"a.lines": b"LINES\na\nb"})


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Fragile, "ValueError for b''"),
        (TakesText, "that BLEUscope does not read; found 'txt'"),
        (TakesAll, "it recognizes a file of BLEUscope's own formats"),
    ],
)
def test_a_broken_format_is_told_which_rule_it_breaks(kind, message):
    with pytest.raises(AssertionError, match=message):
        check_format(kind(), {"a.lines": b"LINES\na\nb"})
