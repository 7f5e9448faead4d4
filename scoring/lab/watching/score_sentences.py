"""Word scores over time as plain text, claiming no more than intervals of single scores allow."""

from collections.abc import Sequence

from ...output.numbers import counted, fixed
from .lines import ScoreLine, ScorePoint

CAUTION = (
    "An interval is of one score; it is no test of a difference. Two outputs whose intervals overlap may still differ"
    " by more than chance, because both translate the same segments; and the best of many is partly the luckiest. To"
    " know, test the outputs that matter in pairs: drop them, with their reference, on the page Test sets."
)
OPEN = "these outputs may still differ: the paired test on Test sets tells."


def best_output_sentence(line: ScoreLine) -> str:
    """Return which output has the best score so far, and which intervals overlap its own."""
    best = line.best
    if best is None:
        return f"No score is defined of {counted(len(line.points), 'output')}."
    interval = (
        f", 95 % interval {_format_line_score(line, best.low)} to {_format_line_score(line, best.high)}"
        if best.has_interval
        else ""
    )
    of = counted(len(line.points), "output")
    first = (
        f"{point_name(line, best)} has the {'highest' if line.higher_is_better else 'lowest'} score so far of {of}: "
    )
    return f"{first}{_format_line_score(line, best.score)}{interval}. {_overlap_clause(line, best)}".strip()


def point_name(line: ScoreLine, point: ScorePoint) -> str:
    """Return the name of a point, with its step where the line goes by steps."""
    return f"{point.name} (step {point.step:,})" if line.by_step and point.step is not None else point.name


def left_out_sentence(lines: Sequence[ScoreLine]) -> str:
    """Return how many outputs have no place on an axis of steps; empty where all have one."""
    names = {point.name for line in lines for point in {*line.points} - {*line.placed}}
    outputs, verb = counted(len(names), "output"), "is" if len(names) == 1 else "are"
    return f"{outputs} without a step {verb} in the table only." if names else ""


def _overlap_clause(line: ScoreLine, best: ScorePoint) -> str:
    """Return which other intervals overlap the best one's; empty without other points or intervals."""
    points, start = line.run_of_best, line.level_from
    if not points or points == (best,) or not all(point.has_interval for point in points):
        return ""
    of_run = " of its run" if line.by_run else ""
    last = points[-1]
    if start == 0:
        scope = of_run or (" of outputs with a step" if len(line.placed) < len(line.points) else "")
        return f"All intervals{scope} overlap its own; {OPEN}"
    before = points[start - 1]
    if start == len(points):
        return f"The interval of the last one{of_run}, {point_name(line, last)}, does not overlap its own."
    if best == last and start == len(points) - 1:
        return f"The interval of the one before, {point_name(line, before)}, does not overlap its own."
    start_name = f"step {points[start].step:,}" if line.by_step else points[start].name
    others = sum(point != best for point in points[start:])
    if others == 1:
        each = f"the interval of the one other output{of_run} overlaps"
    else:
        each = f"the intervals of all {others:,} others{of_run} overlap"
    return f"From {start_name} on, {each} its own; {OPEN}"


def _format_line_score(line: ScoreLine, value: float) -> str:
    return fixed(value, line.decimals)
