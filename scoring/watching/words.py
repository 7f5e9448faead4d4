"""What is said of scores over time: no more than intervals of single scores allow. Plain text."""

from ..formats.columns import counted
from ..numbers import fixed
from .lines import Line, Point

CAUTION = (
    "An interval is of one score; it is no test of a difference. Two outputs whose intervals overlap may still differ"
    " by more than chance, because both translate the same segments; and the best of many is partly the luckiest. To"
    " know, test the outputs that matter in pairs: drop them, with their reference, on the page Test sets."
)


def said(line: Line) -> str:
    """Which output is the best so far, and which ones its interval leaves open."""
    best = line.best
    if best is None:
        return f"No score is defined of {counted(len(line.points), 'output')}."
    interval = f", 95 % interval {_fixed(line, best.low)} to {_fixed(line, best.high)}" if best.has_interval else ""
    first = f"{called(line, best)} is the best so far of {counted(len(line.points), 'output')}: "
    return f"{first}{_fixed(line, best.score)}{interval}. {_rest(line, best)}".strip()


def called(line: Line, point: Point) -> str:
    """Its name, with the step where the line goes by steps."""
    return f"{point.name} (step {point.step:,})" if line.by_step else point.name


def _rest(line: Line, best: Point) -> str:
    """What the intervals say of the others; nothing where there are none."""
    if len(line.points) == 1 or not all(point.has_interval for point in line.points):
        return ""
    start, last = line.level_from, line.points[-1]
    if start == 0:
        return "All intervals overlap its own: none of the others is shown to be worse."
    before = line.points[start - 1]
    if start == len(line.points):
        return f"The last one, {called(line, last)}, is worse: its interval does not overlap."
    if best == last and start == len(line.points) - 1:
        return f"The one before, {called(line, before)}, is worse: its interval does not overlap."
    since = line.points[start]
    where = f"step {since.step:,}" if line.by_step else since.name
    others = len(line.points) - start - (best in line.points[start:])
    each = (
        "the interval of the one other output overlaps"
        if others == 1
        else f"the intervals of all {others:,} others overlap"
    )
    return f"From {where} on, {each} its own: what lies between them may be chance."


def _fixed(line: Line, value: float) -> str:
    return fixed(value, line.decimals)
