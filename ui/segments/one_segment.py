"""The view Texts of a segment without references: source and outputs, with search matches marked."""

from markupsafe import Markup

from scoring.output.markup import html
from ui.context.context import Context
from ui.context.filters import OUTPUTS, SOURCE, marked_text
from ui.kit.reader import SegmentView, View
from ui.session import send


def draw_segment_texts(context: Context, segment_view: SegmentView) -> None:
    segment, filters = context.test_set.segment(segment_view.index), context.filters
    source = None if segment.source is None else marked_text(segment.source, filters, SOURCE)
    lines = [
        html.html_line(
            Markup("{}<b>{}</b>").format(html.dot(context.colors[system]), system),
            html.html_words([marked_text(text, filters, OUTPUTS, system)] if text else []),
        )
        for system, text in segment_view.texts.items()
    ]
    body = Markup('<div class="above">{}</div>{}').format(
        html.source_rows(source, segment.note), Markup("").join(lines)
    )
    send.html(html.page(body))


VIEW = View("", "Texts", True, draw_segment_texts, is_there=lambda context: not context.test_set.references)
