"""The page Checks' tables of terms: rates of systems and references, single terms, and findings. Pure."""

from collections.abc import Sequence

import pandas as pd

from scoring.output.sentence import reference_name
from scoring.studies.terminology import TermRates, TermsResult

MAX_TERMS = 1_000
"""Largest number of terms that the page lists; all are in the file."""
RATE_FORMAT = "%.1f"
FIRST_COLUMNS = ("text", "terms %", "within a word %", "missing %", "forbidden")
"""Columns of the rates that are shown first; all are in the file and in the expander below."""


def term_rates_table(result: TermsResult, systems: Sequence[str]) -> pd.DataFrame:
    """Return a row for each reference, then for each of these systems, the one with the most terms first."""
    ordered = sorted((of for of in result.systems if of.name in systems), key=lambda of: -of.success)
    rows = [_rate_row(of) for of in (*result.references, *ordered)]
    table = pd.DataFrame(rows)
    if not result.term_findings.glossary.has_forbidden:
        table = table.drop(columns="forbidden")
    return table.dropna(axis=1, how="all")


def glossary_terms_table(result: TermsResult, systems: Sequence[str]) -> pd.DataFrame:
    """Return a row for each term that the source has, the term that systems lack most often first."""
    names = {name: name for name in systems} | {of.name: str(reference_name(of.name)) for of in result.references}
    return pd.DataFrame(
        [
            {"term": row.source, "targets": " | ".join(row.targets), "in the source": row.n_in_source}
            | {shown: row.n_found[name] for name, shown in names.items()}
            | {"note": row.note}
            for row in result.terms
        ]
    )


def term_findings_table(result: TermsResult, systems: Sequence[str]) -> pd.DataFrame:
    """Return a row for each term that is missing or forbidden in these systems."""
    return pd.DataFrame(
        [
            {"segment": of.number, "system": of.system, "finds": of.kind, "side": of.side}
            | {"start": of.start, "end": of.end, "text": of.text, "expected": of.expected}
            for of in result.findings
            if of.system in systems
        ]
    )


def _rate_row(of: TermRates) -> dict[str, object]:
    counts = of.counts
    tiers = [counts.percent(count) for count in counts.n_found]
    within_words = counts.percent(of.within_words)
    return {
        "text": str(reference_name(of.name)) if of.is_reference else of.name,
        "terms %": of.success,
        "within a word %": within_words,
        "missing %": 100 - of.success - within_words,
        "low": of.low,
        "high": of.high,
        "base form %": tiers[0],
        "listed form %": tiers[1],
        "stem %": tiers[2] if len(tiers) > 2 else None,
        "most used form %": counts.percent(counts.most_frequent),
        "forbidden": counts.forbidden,
    }
