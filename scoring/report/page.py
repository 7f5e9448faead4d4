"""The report as one HTML file, which loads nothing, runs no script, and can be printed. Pure.

Text of users is escaped when it is formatted into ``Markup``, as on every page of the dashboard.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from markupsafe import Markup

from ..analysis.oddities import oddities_of_systems
from ..judgments.score_coverage import name_with_base
from ..metric import Metric
from ..origins import DOCUMENT
from ..output.markup.html import bold, html_row, html_table, sentence_html
from ..output.markup.ngrams import ngram_legend
from ..output.numbers import MISSING, counted, fixed, printed_difference, probability, signed, write_size
from ..output.sentence import reference_name
from ..studies.checks import CheckRates, FlagRate, percent
from ..studies.comparison import CLEAR, CLOSE, LIKELY, MORE_TRIALS, TOO_LITTLE_DATA, doubts_of_systems
from ..studies.dangerous import NOT_HUMAN, is_far_above
from ..studies.report import Difference, Reading, Report, Standing
from ..studies.side_by_side import F1_DECIMALS, Reversal
from ..studies.wording import method_words as method
from ..studies.wording import report_words as words
from ..studies.wording.all_pairs_words import letters_by_system, letters_note
from ..studies.wording.plain_quotes_words import changed_verdicts_sentence, words_with_plain_quotes
from ..studies.wording.verdict_words import (
    NO_PAIR,
    VERDICT,
    displayed_state,
    doubts_opening,
    have_same_output,
    verdict_text,
)
from .charts import Scale, axis, strip
from .checks_tables import TERM_HEADERS, terms_rows
from .effort.effort_page import effort_parts
from .error_marking import flagged_segment
from .parts import (
    brief_html,
    head_html,
    html_file,
    link_facts,
    method_html,
    name_html,
    paragraph_html,
    section_html,
    warnings_html,
    wide_html,
)
from .segment_blocks import LONGEST, longest_fitting, marked_output, marked_segment, text_widths
from .verdict_card import card_in_words, no_verdict_card

MAX_EXTRA_METRICS = 4
"""Most other metrics with columns next to the interval; more metrics have a table of their own."""
UNCORRECTED = "Intervals are not corrected: one without 0 may have a corrected p above 0.05."
REVERSALS = 8
"""Most buckets with a reversed ranking that are listed."""
KINDS = {CLEAR: "clear", LIKELY: "likely", CLOSE: "close", MORE_TRIALS: "more", TOO_LITTLE_DATA: "little"}
"""State of a verdict -> CSS class."""


def document(report: Report) -> Markup:
    """Return the report as a whole HTML file."""
    body = [_head(report), _verdict(report), _risks_and_steps(report)]
    if report.reading is not None:
        body.append(_faults(report.metrics[0], report.reading))
    body += [_scores(report), _differences(report)]
    if report.reading is not None:
        body += [_reading(report, report.reading), _dangerous(report), _reversals(report, report.reading)]
    if report.effort is not None:
        body += effort_parts([report.effort], report.colors)
    body.append(_method(report))
    return html_file(_title(report), report.versions[0], report.made_on, body)


def summary_html(report: Report) -> Markup:
    """Return the verdict, the scores with their intervals and, for more than two systems, the differences."""
    return _verdict(report) + _scores(report) + _differences(report)


# --- what it says ---


def _title(report: Report) -> str:
    return words.report_title(_systems(report), report.languages)


def _systems(report: Report) -> list[str]:
    return [standing.system for standing in report.standings]


def _head(report: Report) -> Markup:
    about = [counted(len(report.standings), "system"), counted(report.n_segments, "segment")]
    about += [counted(report.n_references, "reference"), report.made_on.isoformat()]
    return head_html(_title(report), report.name, about)


def _verdict(report: Report) -> Markup:
    left_out = " ".join(filter(None, [words.not_shown_sentence(report.comparisons, _systems(report)), report.left_out]))
    if report.decision is None:
        return warnings_html(report.unfit) + no_verdict_card(NO_PAIR)
    first = report.weighed.first
    text = (
        verdict_text(report.decision, report.votes, report.oddities)
        if first is None
        else words_with_plain_quotes(first, report.votes, report.oddities)
    )
    return warnings_html(report.unfit) + card_in_words(text, report.oddities, left_out)


def _risks_and_steps(report: Report) -> Markup:
    """Return two lists side by side: the risks of relying on the verdict, and the next steps."""
    both = {words.TO_KEEP_IN_MIND: words.risk_sentences(report), words.TO_DO_NEXT: words.next_step_sentences(report)}
    return brief_html({heading: [*map(sentence_html, listed)] for heading, listed in both.items()})


def _faults(metric: Metric, reading: Reading) -> Markup:
    """Return an example segment for each warning whose segments are known."""
    if not reading.faults:
        return Markup("")
    longest = LONGEST[-1]
    template = Markup("<h3>The first of the segments with {}</h3>{}")
    shown = (
        template.format(
            fault_example.fault,
            marked_output(metric, fault_example.system, fault_example.color, fault_example.example, longest),
        )
        for fault_example in reading.faults
    )
    return section_html("What the warnings mean", Markup("").join(shown))


def _scores(report: Report) -> Markup:
    metric, *others = report.metrics
    scale = Scale([value for s in report.standings for value in (s.score, *s.interval)])
    best = {number: _best([s.others[number] for s in report.standings], of) for number, of in enumerate(others)}
    top = _best([standing.score for standing in report.standings], metric)
    comparisons = report.comparisons
    are_beside = len(others) <= MAX_EXTRA_METRICS
    other_cells, letters = (
        [_other_metric_cells(report, standing, best) for standing in report.standings],
        _letters(report),
    )
    rows = [
        html_row(
            [
                *_standing_cells(report, standing, scale, top, [letters.get(standing.system, "")] if letters else []),
                *(cells if are_beside else []),
            ]
        )
        for standing, cells in zip(report.standings, other_cells, strict=True)
    ]
    labels = [_heading(report, of) for of in others]
    head = ["system", metric.full_name, "", "95 % interval", "lead of the best", *(["letters"] if letters else [])]
    head += labels if are_beside else []
    if any(standing.score == standing.score for standing in report.standings):
        rows.append(html_row(["", "", axis(scale), *[""] * (len(head) - 3)]))
    shown = wide_html(html_table(head, rows, "scores"))
    if not are_beside:
        names = (name_html(standing.system, standing.color) for standing in report.standings)
        further = (html_row([name, *cells]) for name, cells in zip(names, other_cells, strict=True))
        shown += wide_html(html_table(["by other scores", *labels], further, "scores others"))
    people = [of.full_name for of in report.metrics if of.is_human]
    lower = [of.full_name for of in report.metrics if not of.higher_is_better]
    notes = [
        (
            "The bar is the interval of the score:"
            f" {method.interval_method_phrase(comparisons.bootstrap.trials, comparisons.unit)}."
        ),
        "Best of a column: bold." if len(report.standings) > 1 else "",
        letters_note(report.oddities) if letters else "",
        str(changed_verdicts_sentence(report.weighed.changed)) if letters else "",
        f"Given by people: {', '.join(people)}." if people else "",
        f"Lower is better: {', '.join(lower)}." if lower else "",
        "" if not others else _tested_metrics_sentence(report),
    ]
    return section_html("The systems", shown, *notes)


def _tested_metrics_sentence(report: Report) -> str:
    """Return by which metrics the systems were tested."""
    label = report.metrics[0].full_name
    if report.votes is None or not (report.votes.number or report.votes.by_people):
        return f"Only {label} was tested; the other metrics are shown next to it."
    return f"The lead of the best is tested by {label}; the verdict above says what the tests by other metrics show."


def _heading(report: Report, metric: Metric) -> str:
    """Return the metric's name, with the number of segments that its scores are based on where these are not all."""
    return name_with_base(metric.full_name, report.n_shared.get(metric.name))


def _best(scores: Sequence[float], metric: Metric) -> str | None:
    """Return the best score as it is written; None for fewer than two scores, or without a defined one."""
    defined = [score for score in scores if score == score]
    best = (max if metric.higher_is_better else min)(defined, default=None)
    return None if best is None or len(scores) < 2 else fixed(best, metric.decimals)


def _letters(report: Report) -> dict[str, str]:
    """Return each system's letters; empty for fewer than three systems with scores, where the lead says the same."""
    scored = [system for system in _systems(report) if system not in report.without_score]
    return {} if len(scored) < 3 else letters_by_system(report.verdicts.refined.only(scored), report.oddities)


def _standing_cells(
    report: Report, standing: Standing, scale: Scale, top: str | None, letters: Sequence[str]
) -> list[str]:
    """Return the cells of a system by the metric that decides; ``letters`` is the cell with its letters, or empty."""
    low, high = standing.interval
    first = report.metrics[0].decimals
    score, interval = fixed(standing.score, first, MISSING), _ends(low, high, partial(fixed, decimals=first))
    chart = strip(scale, standing.score, standing.interval, standing.color, f"{score}, 95 % interval {interval}")
    name = name_html(standing.system, standing.color)
    best = [] if report.decision is None else [report.decision.best]
    state = _state(standing.against_best, report, standing.system, *best)
    if best and report.weighed.decision_on(standing.system, *best):
        state += " as typed"
    return [name, _number(score, top), chart, interval, state, *letters]


def _other_metric_cells(report: Report, standing: Standing, best: dict[int, str | None]) -> list[str]:
    """Return the cells with a system's scores by the other metrics."""
    scores = zip(standing.others, report.metrics[1:], strict=True)
    texts = (fixed(score, metric.decimals, MISSING) for score, metric in scores)
    return [_number(text, best[number]) for number, text in enumerate(texts)]


def _number(number: str, best: str | None) -> str:
    return bold(number) if number == best else number


def _differences(report: Report) -> Markup:
    if len(report.differences) < 2:  # the card says all of it
        return Markup("")
    label = report.metrics[0].full_name
    typed = ("verdict as typed", "with marks made alike") if report.weighed.changed else ("verdict",)
    head = ("better", "than", *typed, f"{label} by", "95 % interval", "corrected p")
    note = f"{counted(report.n_unlisted, 'more pair')} of these systems: bleuscope significance lists all."
    return section_html(
        words.differences_heading(report.baseline, report.n_unlisted),
        wide_html(html_table(head, (_difference(difference, report) for difference in report.differences), "pairs")),
        method.correction_sentence(report.comparisons),
        UNCORRECTED if len(report.differences) > 1 else "",
        note if report.n_unlisted else "",
    )


def _state_with_plain_quotes(difference: Difference, report: Report) -> str:
    """Return the verdict with quotation marks made alike, with the system that leads if it is another one."""
    alike = report.weighed.decision_on(difference.better, difference.worse)
    if alike is None:
        return "the same"
    shown = _marked_state(alike.state)
    return shown if alike.best == difference.better else Markup("{} for <bdi>{}</bdi>").format(shown, alike.best)


def _difference(difference: Difference, report: Report) -> Markup:
    decimals = report.metrics[0].decimals
    return html_row(
        (
            Markup("<bdi>{}</bdi>").format(difference.better),
            Markup("<bdi>{}</bdi>").format(difference.worse),
            _state(difference.state, report, difference.better, difference.worse),
            *([_state_with_plain_quotes(difference, report)] if report.weighed.changed else []),
            write_size(difference.difference, MISSING, decimals),
            _difference_ends(*difference.interval, decimals),
            probability(difference.p_adjusted, MISSING),
        )
    )


def _reversals(report: Report, reading: Reading) -> Markup:
    listed, heading = reading.reversals.rows, "Where the ranking reverses"
    colors = dict(zip(reading.outputs, reading.colors, strict=True))
    paragraph = paragraph_html(sentence_html(reading.reversals.sentence, colors))
    if not listed:
        return section_html(heading, paragraph)
    sides = (name_html(name, color) for name, color in colors.items())
    head = ("segments or words with", "segments", *sides, "difference", "95 % interval", "surely")
    rows = [_reversal(reversal, surely, report.metrics[0].decimals) for reversal, surely in listed[:REVERSALS]]
    cut = f"The first {REVERSALS} of {len(listed)}. " if len(listed) > REVERSALS else ""
    unit_note = " Here segments are drawn, not documents." if report.comparisons.unit == DOCUMENT else ""
    table = wide_html(html_table(head, rows, "reversals"))
    return section_html(heading, paragraph + table, f"{cut}{reading.reversals.note}{unit_note}")


def _reversal(reversal: Reversal, surely: str, decimals: int) -> Markup:
    bucket = reversal.bucket
    a, b = bucket.scores
    decimals = F1_DECIMALS if reversal.is_of_words else decimals
    ends = _difference_ends(*bucket.difference_interval, decimals)
    difference = signed(printed_difference(a, b, decimals), decimals=decimals)
    return html_row(
        (str(reversal), f"{bucket.size:,}", fixed(a, decimals), fixed(b, decimals), difference, ends, surely)
    )


def _reading(report: Report, reading: Reading) -> Markup:
    if not reading.segments:
        return Markup("")
    why = "See what the judges saw:" if report.metrics[0].is_human else "A measure cannot see meaning:"
    intro = (
        f"{why} read these before you decide. Each side has examples in proportion to the segments it wins, the largest"
        " differences first, very short segments last. Words in which the two outputs differ are marked."
    )
    n_rows = len(report.standings) + len(report.differences) + min(len(reading.reversals.rows), REVERSALS)
    widths = text_widths((report_segment.segment, report_segment.matches) for report_segment in reading.segments)
    longest = longest_fitting(*widths, n_rows)
    cut = " Long texts are cut (…)." if max(map(max, widths)) > longest else ""
    shown = Markup('<p class="lead">{}</p>').format(intro + cut) + ngram_legend(_max_order(reading), pointing=False)
    colors = dict(zip(reading.outputs, reading.colors, strict=True))
    alarms = {} if report.dangerous is None else report.dangerous.alarms
    for heading, places in words.example_headings(reading):
        shown += Markup("<h3>{}</h3>").format(sentence_html(heading, colors))
        for place in places:
            report_segment, outputs = reading.segments[place], (reading.outputs, reading.colors)
            of = alarms.get(report_segment.segment.number, ())
            shown += marked_segment(report.metrics[0], *outputs, report_segment, longest, is_brief=True, alarms=of)
    return section_html(f"{counted(len(reading.segments), 'segment')} to read", shown)


def _dangerous(report: Report) -> Markup:
    """Return the rates of critical and major findings in each system and reference, and the worst examples."""
    if report.dangerous is None:
        return Markup("")
    dangerous, tested, colors = report.dangerous.segments, report.dangerous.tested, report.dangerous.colors
    ranked, is_broken = dangerous.in_place, report.dangerous.has_broken_reference
    statement = (
        *dangerous.out_of_place_sentences(),
        ranked.sentence(tested, n_below=report.dangerous.n_examples_of_lead),
        ranked.safest_sentence(
            tested, is_broken, doubt=doubts_opening(oddities_of_systems(report.oddities, ranked.systems))
        ),
    )
    shown = Markup("").join(paragraph_html(sentence_html(sentence, colors)) for sentence in statement if sentence)
    left_out = dangerous.result.left_out_lines_sentence
    shown += paragraph_html(left_out) if left_out else ""
    serious = {flag: rates for flag, rates in dangerous.rates.items() if flag.is_serious}
    rows = [
        html_row([name_html(name, colors[name]), *(_flag_rate(of.systems[name], of) for of in serious.values())])
        for name in dangerous.systems
    ]
    rows += [
        html_row(
            [sentence_html(reference_name(name)), *(_flag_rate(of.references.get(name)) for of in serious.values())]
        )
        for name in dangerous.serious.references
    ]
    notes = [f"{NOT_HUMAN} In % of the segments. Bold: more than 1 %, and more than twice the reference's rate."]
    if serious:
        shown += wide_html(html_table(["system", *(flag.title for flag in serious)], rows, "scores"))
    if (terms := report.dangerous.terms) is not None:
        shown += paragraph_html(sentence_html(terms.opening(), colors))
        shown += wide_html(html_table(TERM_HEADERS, map(html_row, terms_rows(terms)), "scores"))
    for segment, findings in report.dangerous.examples:
        head = Markup('<p class="who"><b>Segment {:,}</b></p>').format(segment.number)
        shown += Markup('<article class="segment">{}{}</article>').format(
            head, flagged_segment(segment, findings, colors)
        )
    return section_html("Dangerous sentences", shown, *(notes if serious else []))


def _flag_rate(rate: FlagRate | None, rates: CheckRates | None = None) -> str:
    if rate is None or not rate.segments:
        return MISSING
    text = percent(rate) if rate.segments_found else "0"
    return bold(text) if rates is not None and rates.references and is_far_above(rate, rates.references) else text


def _max_order(reading: Reading) -> int:
    return reading.segments[0].matches[0].max_order


def _method(report: Report) -> Markup:
    comparisons = report.comparisons
    facts = [
        ("test set", Markup("<bdi>{}</bdi>, {}, fingerprint <code>{}</code>").format(
            report.name, counted(report.n_segments, "segment"), report.fingerprint
        )),
        ("test", method.describe_test_and_correction(comparisons)),
        ("verdicts", VERDICT),
        (
            "intervals",
            f"{method.interval_method_phrase(comparisons.bootstrap.trials, comparisons.unit)},"
            f" seed {comparisons.bootstrap.seed}",
        ),
        *((one.full_name, Markup("<code>{}</code>").format(signed)) for one, signed in _metric_signatures(report)),
        ("made by", f"{', '.join(report.versions)}, {report.made_on.isoformat()}"),
    ]  # fmt: skip
    if comparisons.unit == DOCUMENT:
        facts.insert(4, ("unit", method.drawn_documents_sentence(comparisons.n_units, report.n_segments)))
    if comparisons.runs:
        facts.append(("runs", f"{method.runs_sentence(comparisons.unit)} {method.AS_THEY_ARE}"))
    return method_html([*facts, *link_facts(report.address)])


def _metric_signatures(report: Report) -> Iterable[tuple[Metric, str]]:
    return zip(report.metrics, report.signatures, strict=True)


def _state(state: str | None, report: Report, *pair: str) -> str:
    """Return the state of a pair's verdict; a doubtful lead is not called sure."""
    if state is None:
        return ""
    is_doubtful = bool(doubts_of_systems(report.comparisons, report.oddities, pair))
    shown_state = displayed_state(state, is_doubtful, have_same_output(report.oddities, *pair))
    return _marked_state(state) if shown_state == state else shown_state


def _marked_state(state: str) -> Markup:
    return Markup('<span class="state-{}">{}</span>').format(KINDS[state], state)


def _difference_ends(low: float, high: float, decimals: int) -> str:
    """Return the interval of a difference, with enough decimals to show on which side of 0 its ends are."""
    return MISSING if low != low else "{} to {}".format(*method.interval_ends(low, high, decimals))


def _ends(low: float, high: float, write: Callable[[float], str]) -> str:
    return MISSING if low != low else f"{write(low)} to {write(high)}"
