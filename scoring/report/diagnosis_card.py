"""The diagnosis of one system's low score in HTML, in which names are escaped."""

from markupsafe import Markup

from ..output.markup.html import page, sentence_html
from ..studies.diagnosis.causes import Cause
from ..studies.diagnosis.diagnosis import DiagnosisResult


def diagnosis_card(diagnosis: DiagnosisResult) -> Markup:
    """Return the likeliest cause, the score and the doubts about the score, in a card like the verdict's."""
    doubts = Markup("").join(Markup("<li>{}</li>").format(odd.sentence) for odd in diagnosis.doubts)
    caveats = Markup('<ul class="caveats">{}</ul>').format(doubts) if doubts else Markup("")
    is_marked = bool(diagnosis.severe or diagnosis.doubts)
    card = Markup(
        '<section class="decision{}" aria-label="The diagnosis"><div class="state">{}{}</div>{}'
        '<p class="verdict">{}</p></section>'
    )
    sign = Markup("<span>⚠</span> ") if is_marked else Markup("")
    return page(
        card.format(
            " doubtful" if is_marked else "", sign, diagnosis.heading, caveats, sentence_html(diagnosis.summary)
        )
    )


def cause_row(cause: Cause) -> Markup:
    """Return a row for one cause: its points, its name and the evidence."""
    row = Markup('<div class="finding"><b class="severity{}">{}</b><b>{}</b><p dir="auto">{}</p></div>')
    severity = " warning" if cause.is_severe else ""
    return page(row.format(severity, cause.gain, cause.heading, sentence_html(cause.evidence)))
