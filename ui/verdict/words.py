"""What stands in place of a verdict where there can be none."""

from ui.context import Context
from ui.kit.filters import ALL_SCORES


def why_none(context: Context, by_filter: str = "") -> str:
    """Why nothing can be said of segments that are chosen by how good outputs are, by a filter or as a sample.

    ``by_filter`` is what a page that gives no verdict says of a filter.
    """
    if context.sampled_from is not None:
        return (
            f"No verdict: these are a sample of {context.sampled_from:,} segments, drawn so that low, middling and high"
            " scores are all in it. Read them here; their scores are not those of all. bleuscope significance"
            " --engine tests all of them."
        )
    if by_filter:
        return by_filter
    by_score = context.filters.scores != ALL_SCORES
    by = f"their {context.filters.score_by}" if by_score else "the errors that are marked in outputs"
    off = "score" if by_score else "error"
    return (
        f"No verdict: these segments were chosen by {by}, and this choice decides who leads on them. Take the {off}"
        " filter off to see who is better."
    )
