"""What stands in place of a verdict where there can be none."""

from ui.kit.filters import ALL_SCORES, Filters


def why_none(filters: Filters, sampled_from: int | None) -> str:
    """Why nothing can be said of segments that are chosen by how good outputs are, by a filter or as a sample."""
    if sampled_from is not None:
        return (
            f"No verdict: these are a sample of {sampled_from:,} segments, drawn so that low, middling and high scores"
            " are all in it. Read them here; their scores are not those of all. bleuscope significance --engine tests"
            " all of them."
        )
    by_score = filters.scores != ALL_SCORES
    by = f"their {filters.score_by}" if by_score else "the errors that are marked in outputs"
    off = "score" if by_score else "error"
    return (
        f"No verdict: these segments were chosen by {by}, and this choice decides who leads on them. Take the {off}"
        " filter off to see who is better."
    )
