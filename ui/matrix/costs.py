"""Quality against cost on the page Matrix: the numbers that the visitor types or drops, the chart and the table."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote, unquote

import pandas as pd
import streamlit as st

from scoring import Metric, TestSet
from scoring.output.markup import html
from scoring.studies import tradeoff
from scoring.studies.matrix import MatrixRequest
from scoring.studies.set_statistics import SetStatistics
from scoring.studies.tradeoff import CostColumn, TradeoffRequest, TradeoffResult
from scoring.text.naming import clean_file
from server.engine.tasks import Task, Tell
from ui.kit import address, exports, grid
from ui.matrix.jobs import ScoredSet
from ui.matrix.tradeoff_charts import tradeoff_chart, tradeoff_table
from ui.session import send, state
from ui.store import cache, uploads, waiting

READING_COSTS, COSTING = "matrix-cost-files", "matrix-cost"
"""Names of the page's places that wait for the costs, and for the comparison of quality and cost."""
UPLOADER, COLUMN = "costs", "cost_column"
LABEL = "Or drop a table of systems and numbers (CSV, TSV), or WMT 2026 outputs with metadata (JSONL)"
KINDS = {"price": True, "speed": False}
"""Kind of the typed numbers -> whether lower is better."""
KIND = "cost_kind"
TYPED, TYPED_PLACE, MAX_CHARACTERS = "cost_numbers", "cost-numbers-place", 5000
"""Name in the address of the typed numbers, place of their hidden input, and its largest number of characters."""
FIRST, LAST = "costs_first", "costs_last"
"""Session keys of the numbers with which the table was first drawn, by system, and of the text typed last."""
SYSTEM, NUMBER = "system", "number"
"""Columns of the table that the visitor types into."""
MAX_NUMBER, NUMBER_WIDTH = 1e9, 110
"""Largest number, and width of its column in px."""
ABOUT_TYPED = "Type one number for each system, in any unit: a price for a million characters, or words per second."
MAX_MEGABYTES = 50
"""Largest size of a file in MB; WMT 2026's outputs in all languages have 5 to 15."""
ABOUT_ONE_SET = (
    "AutoRank by the metric that decides: 1 is best, with its 95 % interval when segments are resampled. Filled points:"
    " no other system is at least as good and as cheap."
)
ABOUT = (
    "AutoRank by the metrics above, with its 95 % interval when segments are resampled in each set. Filled points are"
    " on the Pareto front: no other system is at least as good and as cheap."
)


def draw_costs(
    request: MatrixRequest,
    scored: Mapping[str, ScoredSet],
    key: object,
    colors: Mapping[str, str],
    ruled_out: frozenset[str],
) -> TradeoffResult | None:
    """Draw the fields and the comparison; return the result of typed or dropped numbers, or None without any.

    ``key`` distinguishes the sets from other versions of them. Systems in ``ruled_out`` by the tests are not
    recommended.
    """
    compare = partial(compare_costs, colors=colors, ruled_out=ruled_out)
    typed = type_costs([*colors])
    dropped = st.file_uploader(
        LABEL, key=uploads.uploader_key(UPLOADER), max_upload_size=MAX_MEGABYTES, width=560, accept_multiple_files=True
    )
    if not dropped:
        return None if typed is None else compare(tradeoff_task(request, typed, scored, key))
    columns = waiting.result_or_progress(READING_COSTS, cost_columns_task(dropped), "Reading the costs.")
    if columns is None:
        return None
    if isinstance(columns, str):
        st.error("These costs are not used:" if len(dropped) > 1 else "This table is not used:")
        st.code(columns, language=None, wrap_lines=True)
        return None
    names = {str(number): column.name for number, column in enumerate(columns)}
    cost = (
        columns[int(address.draw_named_choice("Column", names, COLUMN, width=260))] if len(columns) > 1 else columns[0]
    )
    return compare(tradeoff_task(request, cost, scored, key))


def type_costs(systems: Sequence[str]) -> CostColumn | None:
    """Draw a table with a cell for each system's number, and return the numbers; None while all are empty."""
    st.caption(ABOUT_TYPED)
    kind = address.draw_single_choice("Numbers are", [*KINDS], "price", KIND, label_visibility="collapsed")
    key, typed_numbers = (
        f"typed-costs-{'-'.join(systems)}",
        read_typed_numbers(state.widget_or_address_value(TYPED) or state.widget_value(LAST, "")),
    )
    if state.widget_value(key) is None:  # later edits are stored as changes to this table
        state.set_widget_value(FIRST, typed_numbers)
    first = state.widget_value(FIRST)
    frame = pd.DataFrame({SYSTEM: list(systems), NUMBER: pd.array([first.get(name) for name in systems], "Float64")})
    name_width = grid.text_width(max(map(len, systems)))
    configured = {
        SYSTEM: st.column_config.TextColumn(width=name_width),
        NUMBER: st.column_config.NumberColumn(kind, min_value=0, max_value=MAX_NUMBER, width=NUMBER_WIDTH),
    }
    look: dict[str, Any] = {"hide_index": True, "disabled": [SYSTEM], "column_config": configured}
    look["width"] = name_width + NUMBER_WIDTH + 2
    cost = typed_costs(st.data_editor(frame, key=key, placeholder="", **look), kind)
    others = {name: number for name, number in typed_numbers.items() if name not in systems}
    keep_typed_numbers(others | ({} if cost is None else dict(cost.costs)))
    return cost


def keep_typed_numbers(numbers: Mapping[str, float]) -> None:
    """Keep typed numbers in the address, by a hidden input, and in the session for another page."""
    text = typed_numbers_text(numbers)
    state.set_widget_values({TYPED: text, LAST: text})
    with st.container(key=TYPED_PLACE):
        st.text_input(TYPED, key=TYPED, max_chars=MAX_CHARACTERS, bind="query-params")


def typed_numbers_text(numbers: Mapping[str, float]) -> str:
    """Return the text of the address for numbers by system.

    >>> typed_numbers_text({"big: v2": 9.0, "small": 0.25})
    'big%3A%20v2:9 small:0.25'
    """
    return " ".join(f"{quote(name, safe='')}:{number:.12g}" for name, number in numbers.items())


def read_typed_numbers(text: str) -> dict[str, float]:
    """Return the numbers by system in a text of ``typed_numbers_text``; skip all but numbers from 0.

    >>> read_typed_numbers("big%3A%20v2:9 small:0.25 odd:-1 other:x")
    {'big: v2': 9.0, 'small': 0.25}
    """
    numbers = {}
    for name, _, number_text in (part.rpartition(":") for part in text.split()):
        with suppress(ValueError):
            if 0 <= (number := float(number_text)) <= MAX_NUMBER:
                numbers[unquote(name)] = number
    return numbers


def typed_costs(table: pd.DataFrame, kind: str) -> CostColumn | None:
    """Return the numbers of a table that was typed into, of a kind in ``KINDS``; None if there are none."""
    filled = table.dropna(subset=[NUMBER])
    costs = dict(zip(filled[SYSTEM], map(float, filled[NUMBER]), strict=True))
    return CostColumn(kind, costs, KINDS[kind]) if costs else None


def compare_costs(
    task: Task[TradeoffResult], colors: Mapping[str, str], ruled_out: frozenset[str], about: str = ABOUT
) -> TradeoffResult | None:
    """Draw quality against these costs and return the result; None while it is computed.

    ``about`` is the caption of the chart. Systems in ``ruled_out`` by the tests are not recommended.
    """
    tradeoff_result = waiting.result_or_progress(COSTING, task, "Resampling the segments.")
    if tradeoff_result is None:
        return None
    result = replace(tradeoff_result, ruled_out=ruled_out)
    draw_tradeoff(result, colors, about)
    return result


def cost_columns_task(dropped: Sequence[Any]) -> Task[list[CostColumn] | str]:
    """Return the task that reads the columns of dropped files, or returns why they cannot be read."""

    def compute(tell: Tell) -> list[CostColumn] | str:
        try:
            return tradeoff.read_cost_files([(clean_file(one.name), one.getvalue()) for one in dropped])
        except ValueError as error:
            return str(error)

    return Task(cache.FILES, ("costs", *(one.file_id for one in dropped)), compute)


def tradeoff_task(
    request: MatrixRequest, cost: CostColumn, scored: Mapping[str, ScoredSet], key: object
) -> Task[TradeoffResult]:
    """Return the task of the quality and cost of all systems."""
    tradeoff_request = TradeoffRequest(request.metrics, cost, request.weights)
    statistics = {name: scored_set.statistics for name, scored_set in scored.items()}

    def compute(tell: Tell) -> TradeoffResult:
        return tradeoff.run(tradeoff_request, statistics, tell)

    return Task(cache.TESTS, ("tradeoff", request.metrics, request.weights, cost.key, key), compute)


def set_tradeoff_task(
    metric: Metric, cost: CostColumn, test_set: TestSet, shown: Sequence[str]
) -> Task[TradeoffResult]:
    """Return the task of the quality of the systems shown, by one metric on one test set, and their cost."""

    def compute(tell: Tell) -> TradeoffResult:
        rows = {name: of for name, of in cache.measure_systems(metric, test_set).items() if name in shown}
        return tradeoff.run(TradeoffRequest((metric,), cost), {"": SetStatistics({metric: rows}, len(test_set))}, tell)

    return Task(cache.TESTS, ("tradeoff", metric, cost.key, test_set.identity, frozenset(shown)), compute)


def draw_tradeoff(result: TradeoffResult, colors: Mapping[str, str], about: str) -> None:
    sentence = html.sentence_html(result.sentence(), colors)
    send.sentences(sentence)
    for unknown in tradeoff.unknown_systems(result.cost, [*colors]):
        st.text(unknown)
    if result.points:
        st.plotly_chart(tradeoff_chart(result, colors), key="tradeoff", alt="Quality of each system against its cost")
        st.caption(about)
        exports.offer_table(partial(tradeoff_table, result), "Quality and cost")
