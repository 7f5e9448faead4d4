"""The tab Terms of the page Checks: a glossary, and how many of its terms outputs and references contain."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from scoring import TestSet
from scoring.output.markup import html
from scoring.studies import terminology
from scoring.studies.checks import ChecksResult
from scoring.studies.dangerous import DangerousSegments
from scoring.studies.terminology import TermsResult
from ui.checks import jobs, term_tables
from ui.checks.glossary_upload import draw_glossary_upload
from ui.context.context import Context
from ui.context.findings import ignored_rules
from ui.context.glossaries import GlossaryFile, terms_task
from ui.kit import exports, grid, layout, reader
from ui.session import send
from ui.store import cache, waiting

SegmentReader = Callable[[Context, DangerousSegments, str], None]
"""Function that draws the segments with findings by a glossary and one to read; gets the glossary's digest last."""
ABOUT_RATES = "In % of the terms that the source asks for. Terms within a longer word, as in a compound, may be right."
ABOUT_FORMS = (
    "low and high: 95 % interval. Forms: how many are there in the glossary's first form, in any listed form, and with"
    " the same stem; and in the form that this text uses most for the term."
)
TERMS_PLACE, FILTERED_TERMS_PLACE = "terms_found", "terms_found_among"
"""Names of the page's places that wait for terms in all segments, and in the segments of a filter."""


def terms_in_use(checked: TestSet, in_use: GlossaryFile | None) -> TermsResult | str | None:
    """Return the terms that the glossary in use finds, or why it does not fit; None without one or while searching."""
    if in_use is None or checked.source is None:
        return None
    return waiting.result_or_progress(TERMS_PLACE, terms_task(in_use, checked), "Looking for terms in every text.")


def find_with_terms(
    context: Context, checked: TestSet, result: ChecksResult, in_use: GlossaryFile | None
) -> tuple[DangerousSegments, TermsResult | str | None, str]:
    """Return the findings in the systems shown, with terms of the glossary in use if there is one.

    Return also the result of ``terms_in_use``, and the glossary's digest, which is empty unless its terms are found.
    """
    terms = terms_in_use(checked, in_use)
    usable = terms if isinstance(terms, TermsResult) else None
    digest = "" if usable is None or in_use is None else in_use.digest
    ranked, ignored = reader.systems_by_rank(context), ignored_rules()
    examined = waiting.available_results(jobs.PLACED, {jobs.PLACED: cache.first_examination_task(checked)})[jobs.PLACED]
    dangerous_segments = jobs.find_dangerous(
        checked, result, ranked, ignored, usable, digest, looked_at=context.test_set, examined=examined
    )
    return dangerous_segments, terms, digest


def draw_terms(
    context: Context,
    checked: TestSet,
    in_use: GlossaryFile | None,
    terms_result: TermsResult | str | None,
    read: SegmentReader,
) -> None:
    """Draw the upload, the rates of the glossary in use, and the segments with missing and forbidden terms."""
    if checked.source is None:
        st.info(terminology.NEEDS_SOURCE)
        return
    draw_glossary_upload(checked, in_use)
    if in_use is None:
        st.caption("Drop a glossary to see how many of its terms each system has, which are missing and forbidden.")
    elif isinstance(terms_result, str):
        st.error("This glossary does not fit the test set:")
        st.code(terms_result, language=None, wrap_lines=True)
    elif terms_result is not None:
        shown_result: TermsResult | str | None = terms_result
        if len(context.test_set) < len(checked):
            task = terms_task(in_use, checked, context.test_set.places)
            shown_result = waiting.result_or_progress(
                FILTERED_TERMS_PLACE, task, "Looking for terms in the segments of the filter."
            )
        if isinstance(shown_result, TermsResult):
            draw_term_rates(context, shown_result, checked)
        read(context, jobs.find_dangerous_terms(checked, terms_result, in_use.digest, context.shown), in_use.digest)
        if isinstance(shown_result, TermsResult):
            draw_term_details(context, shown_result)


def draw_terms_answer(context: Context, terms_result: TermsResult) -> None:
    """Draw how many terms the best and the worst system have."""
    statement = html.sentence_html(terms_result.opening(), context.colors)
    send.sentences(statement)


def draw_term_rates(context: Context, terms_result: TermsResult, checked: TestSet) -> None:
    """Draw the table of rates, after the sentence on them if the page does not begin with it."""
    if len(context.test_set) < len(checked):
        draw_terms_answer(context, terms_result)
    rates = term_tables.term_rates_table(terms_result, context.shown)
    shown = [name for name in term_tables.FIRST_COLUMNS if name in rates]
    draw_rates_table(rates[shown])
    st.caption(ABOUT_RATES)


def draw_rates_table(rates: pd.DataFrame) -> None:
    """Draw a table of rates in %."""
    shares = [name for name in map(str, rates) if name in ("low", "high") or name.endswith("%")]
    rounded = st.column_config.NumberColumn(format=term_tables.RATE_FORMAT)
    grid.draw_grid(rates, dict.fromkeys(shares, rounded), most=layout.TALL_TABLE)


def draw_term_details(context: Context, terms_result: TermsResult) -> None:
    """Draw single terms, tests between systems, the definition of a term, and downloads."""
    terms = term_tables.glossary_terms_table(terms_result, context.shown)
    if len(terms):
        st.caption("How often each text has each term; terms that systems lack most often come first.")
        grid.draw_grid(terms.head(term_tables.MAX_TERMS), most=layout.TALL_TABLE)
    with st.expander("Intervals, and which forms are used"):
        rates = term_tables.term_rates_table(terms_result, context.shown)
        others = [name for name in map(str, rates) if name not in term_tables.FIRST_COLUMNS]
        draw_rates_table(rates[["text", "terms %", *others]])
        st.caption(ABOUT_FORMS)
    if differences := terms_result.difference_sentences():
        with st.expander("The largest differences between systems"):
            for difference in differences:
                st.text(difference)
    with st.expander("What counts as a term, and how this was tested"):
        for sentence in (*terms_result.caveats(), *terms_result.consistency_sentences(), *terms_result.method()):
            st.text(sentence)
    about = exports.export_source(context)
    exports.offer_table(partial(term_tables.term_rates_table, terms_result, context.shown), "Rates of terms", about)
    table = partial(term_tables.glossary_terms_table, terms_result, context.shown)
    exports.offer_table(table, "Terms", about, n_rows=len(terms_result.terms))
    findings = partial(term_tables.term_findings_table, terms_result, context.shown)
    exports.offer_table(findings, "Missing and forbidden terms", about, n_rows=len(terms_result.findings))
