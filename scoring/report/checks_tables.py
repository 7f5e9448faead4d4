"""Results of checks and terms as rows of cells and as plain text. Computes nothing."""

from collections.abc import Mapping, Sequence

from ..doctor.finding import MisplacedLines
from ..judgments.kinds import severity_rank
from ..output.numbers import MISSING
from ..output.plain_tables import plain_table, without_trailing_blanks
from ..output.sentence import sentence
from ..studies.checks import ChecksResult, FlagRate, percent
from ..studies.dangerous import CONVERTED, DangerousSegments, flag_of_finding
from ..studies.terminology import TermRates, TermsResult, printed_rate
from ..text.naming import clean_name

MAX_SHOWN = 3
"""Most segments that are named before the table."""
TERM_HEADERS = (
    *("", "terms\n%", "low", "high", "within a word\n%", "base form\n%", "listed form\n%", "stem\n%"),
    *("most used form\n%", "first form\n%", "forbidden"),
)


def checks_rows(result: ChecksResult) -> tuple[list[str], list[list[str]]]:
    """Return the headers and rows of the table of findings: three columns of words, then columns of numbers."""
    systems = list(dict.fromkeys(name for rates in result.rates for name in rates.systems))
    references = list(dict.fromkeys(name for rates in result.rates for name in rates.references))
    rows = [
        [
            *(rates.check, rates.kind, rates.severity),
            *_percents(rates.systems, systems),
            *_percents(rates.references, references),
        ]
        for rates in result.kinds_found
    ]
    return ["check", "finds", "severity", *(f"{name}\n%" for name in [*systems, *references])], rows


def checks_notes(result: ChecksResult, about_checks: bool = True) -> list[str]:
    """Return sentences on the numbers, on what they cannot tell and, if ``about_checks``, on what each check finds."""
    return [
        f"%: segments in which something was found; in a sound reference perhaps because {CONVERTED}",
        *result.nothing_found(),
        *result.caveats(),
        *(result.check_descriptions() if about_checks else ()),
    ]


def checks_opening(
    result: ChecksResult,
    terms: TermsResult | None = None,
    out_of_place: Mapping[str, MisplacedLines] | None = None,
    source_out_of_place: MisplacedLines | None = None,
) -> list[str]:
    """Return how many segments of each text have a critical or major finding, which ones to read first, and terms.

    Serious findings are mentioned only if an output has one. Minor findings are mentioned where one system has far more
    of them than every other. Lines of systems and of the source that are out of place are not among the segments to
    read first.
    """
    systems = dict.fromkeys(name for rates in result.rates for name in rates.systems)
    dangerous = DangerousSegments(result, tuple(systems), out_of_place or {}, source_out_of_place)
    is_found = any(of.segments_found for of in dangerous.serious.systems.values())
    counts = (sentence("{}.", dangerous.serious_counts), dangerous.counts_above_reference) if is_found else ()
    sentences = [*counts, dangerous.in_place.minor_lead_sentence, *([_worst(dangerous)] if is_found else [])]
    serious = [*filter(None, [" ".join(str(part) for part in sentences if part)])]
    of_source = map(str, dangerous.out_of_place_sentences()[:1] if is_found and not dangerous.ranks_systems else ())
    return [*of_source, *serious, *(() if terms is None else [str(terms.opening())])]


def _worst(dangerous: DangerousSegments) -> str:
    """Return a sentence on the segments to read first, with the findings in each; empty where no such line is in place.

    The worst segment of all comes first, then the worst of each system, without findings that a reference has as often,
    then others.
    """
    of_any, *of_each = (
        [of[0] for of in dangerous.worst(dangerous.serious_flags, name).values()] for name in ("", *dangerous.systems)
    )
    own = [of[0] for of in of_each if of and not dangerous.is_uninformative(flag_of_finding(of[0]))]
    own.sort(key=lambda one: severity_rank(one.severity))
    in_order = dict.fromkeys([*of_any[:1], *own, *of_any])
    worst = [one for one in in_order if not dangerous.is_out_of_place(one)][:MAX_SHOWN]
    if not worst:
        return ""
    segments: dict[int, list[str]] = {}
    for one in worst:
        segments.setdefault(one.number, []).append(f"{one.system}, {clean_name(one.message)}")
    listed = (f"{number:,} ({'; '.join(messages)})" for number, messages in segments.items())
    return f"Read first: {'segments' if len(segments) > 1 else 'segment'} {'; '.join(listed)}."


def terms_rows(result: TermsResult) -> list[list[str]]:
    """Return the rows of cells below ``TERM_HEADERS``: one for each system, then one for each reference."""
    return [_term_row(of) for of in result.rates]


def terms_notes(result: TermsResult) -> list[str]:
    """Return sentences on what the rates are, how systems differ, and what the rates cannot tell."""
    return [
        *result.difference_sentences(),
        *filter(None, [result.forbidden_sentence()]),
        *result.caveats(),
        *result.method(),
    ]


def checks_text(result: ChecksResult, terms: TermsResult | None = None) -> str:
    """Return the tables and notes as plain text, as the command ``check`` prints them."""
    tables = [plain_table(*checks_rows(result), n_left=3)] if result.kinds_found else []
    notes = checks_notes(result, about_checks=False)
    if terms is not None:
        tables.append(plain_table(TERM_HEADERS, terms_rows(terms), n_left=1))
        notes += terms_notes(terms)
    return without_trailing_blanks("\n\n".join([*checks_opening(result, terms), *tables, "\n".join(notes)]))


def _percents(rates: Mapping[str, FlagRate], texts: Sequence[str]) -> list[str]:
    return [percent(rates[name]) if name in rates else "" for name in texts]


def _term_row(of: TermRates) -> list[str]:
    counts = of.counts
    tiers: Sequence[int | None] = [*counts.n_found, None][:3]
    others = (*tiers, counts.most_frequent, counts.predefined)
    shares = [MISSING if count is None else printed_rate(counts.percent(count)) for count in others]
    ends = [printed_rate(end) for end in (of.low, of.high)]
    rate_within_words = printed_rate(counts.percent(of.within_words))
    return [of.name, printed_rate(of.success), *ends, rate_within_words, *shares, f"{counts.forbidden:,}"]
