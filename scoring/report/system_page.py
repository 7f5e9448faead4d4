"""The report on one system as one HTML file. Pure; users' text is escaped when it is formatted into ``Markup``."""

import math
from functools import partial

from markupsafe import Markup

from ..output.markup.html import html_row, html_table, sentence_html
from ..output.markup.ngrams import ngram_legend
from ..output.numbers import MISSING, counted, fixed, write_interval
from ..studies.diagnosis.diagnosis import SMALL_CAUSES_TITLE
from ..studies.scores import ScoreResult
from ..studies.system_report import SystemReport, short_last_sentence
from ..studies.wording import method_words as method
from ..studies.wording.report_words import TO_DO_NEXT, system_report_title, system_step_sentences
from ..studies.wording.set_facts import language_names
from .diagnosis_card import diagnosis_card
from .parts import brief_html, head_html, html_file, link_facts, method_html, section_html, warnings_html, wide_html
from .segment_blocks import longest_fitting, marked_output, text_widths


def system_document(report: SystemReport) -> Markup:
    """Return the report on one system as a whole HTML file."""
    body = [_head(report), _diagnosis(report), _scores(report), _segments(report), _method(report)]
    return html_file(_title(report), report.versions[0], report.request.made_on, body)


def _title(report: SystemReport) -> str:
    return system_report_title(report.request.system, language_names(report.test_set))


def _head(report: SystemReport) -> Markup:
    test_set = report.test_set
    about = [counted(len(test_set), "segment"), counted(len(test_set.references), "reference")]
    return head_html(_title(report), test_set.name, ["1 system", *about, report.request.made_on.isoformat()])


def _diagnosis(report: SystemReport) -> Markup:
    diagnosis = report.diagnosis
    causes = [
        Markup("<b>{}</b> ({}): {}").format(cause.heading, cause.gain, sentence_html(cause.evidence))
        for cause in diagnosis.severe
    ]
    brief = brief_html({"What lowers the score": causes, TO_DO_NEXT: system_step_sentences(report)})
    headings = (cause.heading.lower() for cause in diagnosis.others if not math.isnan(cause.points))
    others = ", ".join(dict.fromkeys(headings))
    note = Markup('<p class="note">{}: {}.</p>').format(SMALL_CAUSES_TITLE, others) if others else Markup("")
    return warnings_html(report.unfit) + diagnosis_card(diagnosis) + brief + note


def _scores(report: SystemReport) -> Markup:
    rows = (html_row(_score(result)) for result in report.scores)
    table = wide_html(html_table(("metric", "score", "95 % interval"), rows, "scores"))
    lower = [result.metric.full_name for result in report.scores if not result.metric.higher_is_better]
    return section_html("The scores", table, f"Lower is better: {', '.join(lower)}." if lower else "")


def _score(result: ScoreResult) -> tuple[str, str, str]:
    decimals = result.metric.decimals
    interval = write_interval(*result.interval, partial(fixed, decimals=decimals)).removeprefix("95 % interval ")
    return result.metric.full_name, fixed(result.score, decimals, MISSING), interval


def _segments(report: SystemReport) -> Markup:
    if not report.segments:
        return Markup("")
    widths = text_widths((system_segment.segment, [system_segment.matches]) for system_segment in report.segments)
    longest = longest_fitting(*widths, len(report.scores))
    name, color = report.request.system, report.color
    blocks = (
        marked_output(report.request.bleu, name, color, system_segment, longest) for system_segment in report.segments
    )
    marks = ngram_legend(report.segments[0].matches.max_order, pointing=False)
    last = short_last_sentence(report.diagnosis)
    return section_html("The worst segments", marks + Markup("").join(blocks), last)


def _method(report: SystemReport) -> Markup:
    request, test_set = report.request, report.test_set
    facts = [
        ("test set", Markup("<bdi>{}</bdi>, {}, fingerprint <code>{}</code>").format(
            test_set.name, counted(len(test_set), "segment"), test_set.fingerprint
        )),
        ("intervals", f"{method.interval_method_phrase(request.trials)}, seed {request.seed}"),
        *((result.metric.full_name, Markup("<code>{}</code>").format(result.signature)) for result in report.scores),
        ("made by", f"{', '.join(report.versions)}, {request.made_on.isoformat()}"),
        *link_facts(request.address),
    ]  # fmt: skip
    return method_html(facts)
