"""What is in use on every page: the test set, the systems shown, the settings that change scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring import BLEU, METRICS, TBLEU, Metric, TestSet
from scoring.bleu import MAX_ORDER
from scoring.smoothing import METHODS
from ui import cache, state
from ui.charts import system_colors

TER_OPTIONS = {
    "case_sensitive": "Case counts",
    "normalized": "Separate punctuation (tercom's normalisation)",
    "no_punct": "Remove punctuation",
    "asian_support": "Both for Asian characters too",
}
"""What TER, WER and PER can do to texts: the metrics' name -> what people read."""


USUAL = {
    "tokenize": "13a",
    "lowercase": False,
    "max_order": 4,
    **{f"weight_{order}": 1.0 for order in range(1, MAX_ORDER + 1)},
    "smoothing": "exp",
    "effective_order": False,
    "tbleu_epsilon": TBLEU.epsilon,
}
"""What the sidebar's widgets hold at the start, by key: sacreBLEU's defaults."""
SETTING_NAMES = {
    "tokenize": "tokenizer",
    "lowercase": "ignore case",
    "max_order": "longest n-gram",
    "smoothing": "smoothing",
    **{f"weight_{order}": f"weight of {order}-grams" for order in range(1, MAX_ORDER + 1)},
    "effective_order": "effective order",
    "tbleu_epsilon": "epsilon of tBLEU",
}
"""What a sentence calls them."""


@dataclass(frozen=True)
class Context:
    """A page's input: everything that the sidebar decides."""

    test_set: TestSet
    """With the chosen references only."""
    shown: tuple[str, ...]
    """The systems shown, in the test set's order."""
    colors: Mapping[str, str]
    """System name -> its colour on every page."""
    options: Mapping[str, Any]
    """Every metric takes from these what it knows."""
    problem: str | None = None
    """Why the chosen references could not be used, if so; then all are."""

    def metric(self, name: str) -> Metric:
        return METRICS[name].configure(self.options)

    @property
    def bleu(self) -> BLEU:
        return self.metric(BLEU.name)

    @property
    def tbleu(self) -> TBLEU:
        return self.metric(TBLEU.name)

    def signature(self, metric: Metric) -> str:
        return metric.full_signature([reference.segments for reference in self.test_set.references])


PARAMETERS = ("epsilon", "K", "alpha")
"""The free parameters of Chen and Cherry (2014), in the order of ``Parameters``; a key is the name in small letters."""


def in_use() -> Context | None:
    """What the sidebar and the address say; None where the test set is no longer kept."""
    chosen = cache.test_set(state.chosen_set())
    if chosen is None:
        return None
    names = chosen.system_names
    picked = set(state.current("systems") or names)
    shown = tuple(name for name in names if name in picked) or names
    test_set, problem = _with_references(chosen)
    return Context(test_set, shown, system_colors(names), score_options(), problem)


def score_options() -> dict[str, Any]:
    """The settings of the sidebar, and tBLEU's epsilon, under the names that the metrics have for them."""
    smoothing = _current("smoothing")
    value = state.current(value_key(smoothing)) if METHODS[smoothing].value is not None else None
    return {
        "tokenize": _current("tokenize"),
        "lowercase": _current("lowercase"),
        "max_order": _current("max_order"),
        "smoothing": smoothing if value is None else f"{smoothing}={value}",
        "effective_order": _current("effective_order"),
        "weights": weights(),
        **{option: state.current(option, False) for option in TER_OPTIONS},
        "epsilon": _current("tbleu_epsilon"),
    }


def _current(key: str) -> Any:
    return state.current(key, USUAL[key])


def unusual(settings: Mapping[str, Any]) -> str:
    """Those of the settings, by key, that are not the usual ones, in words; empty where there are none."""
    said = {SETTING_NAMES[key]: value for key, value in settings.items() if value != USUAL[key]}
    switched = {True: "on", False: "off"}
    return ", ".join(f"{name} {switched[value] if isinstance(value, bool) else value}" for name, value in said.items())


def value_key(smoothing: str) -> str:
    """The key of what holds a method's value: the paper's parameters are shared by all methods that have them."""
    parameter = METHODS[smoothing].parameter
    return parameter.lower() if parameter in PARAMETERS else f"{smoothing}_value"


def setting_keys() -> list[str]:
    """Those of all widgets that change scores; each is its parameter in the address."""
    values = (value_key(name) for name, method in METHODS.items() if method.value is not None)
    return list(dict.fromkeys([*USUAL, *TER_OPTIONS, *values]))


def weights() -> tuple[float, ...] | None:
    """The weight of each order; None where all are equal, also where all are 0, which no mean can take."""
    chosen = [_current(f"weight_{order}") for order in range(1, _current("max_order") + 1)]
    return tuple(chosen) if len(set(chosen)) > 1 else None


def _with_references(test_set: TestSet) -> tuple[TestSet, str | None]:
    picked = set(state.current("references") or ())
    names = tuple(name for name in test_set.reference_names if name in picked)
    if not names or len(names) == len(test_set.references):
        return test_set, None
    try:
        return test_set.with_references(names), None
    except ValueError as error:
        return test_set, str(error)
