"""One-to-one assignment at the least cost, with defined results for ties.

Costs are pairs of whole numbers in lexicographic order: the second numbers decide between assignments whose first
numbers have the same sum, and never outweigh them. For two sequences the second cost is the squared distance of the
relative positions of two items, (i / m - j / n)^2 for item i of m and item j of n. With squares, unlike with absolute
values, items of equal first cost are cheapest in their order. Where both sums tie, the first row gets the leftmost
column that an optimal assignment gives it, then the second row, and so on, so that the result is unique.
"""

import numpy as np

from ..counting.arrays import Ints
from ..counting.kernels import kernel

_FARTHEST = np.iinfo(np.int64).max


@kernel
def assign(first: Ints, second: Ints) -> Ints:
    """Return a column for each row such that the sums of (first, second) are least.

    Of several such assignments it returns the lexicographically first. Shortest augmenting paths (Jonker and Volgenant
    1987; Crouse 2016, as in SciPy's ``linear_sum_assignment``), with pairs as costs.

    Parameters
    ----------
    first, second : int64 (n_rows, n_columns), n_rows <= n_columns

    Returns
    -------
    int64 (n_rows,)
    """
    n_rows, n_columns = first.shape
    rows, columns = np.zeros((2, n_rows), np.int64), np.zeros((2, n_columns), np.int64)  # the dual variables
    row_of, column_of = np.full(n_columns, -1), np.full(n_rows, -1)
    path, remaining = np.zeros(n_columns, np.int64), np.zeros(n_columns, np.int64)
    shortest = np.zeros((2, n_columns), np.int64)
    for row in range(n_rows):
        sink, n_left = _search(first, second, row, rows, columns, row_of, path, remaining, shortest)
        # _search moves the columns that it has scanned behind the remaining ones, the sink first.
        for j in remaining[n_left + 1 :]:
            for kind in range(2):
                decrease = shortest[kind, sink] - shortest[kind, j]
                rows[kind, row_of[j]] += decrease
                columns[kind, j] -= decrease
        rows[:, row] += shortest[:, sink]
        i, j = -1, sink
        while i != row:
            i = path[j]
            row_of[j] = i
            column_of[i], j = j, column_of[i]
    _settle(first, second, rows, columns, row_of, column_of)
    return column_of


@kernel
def _is_tight(first: Ints, second: Ints, rows: Ints, columns: Ints, i: int, j: int) -> bool:
    """Return whether the reduced cost of the pair is 0, as it is for every pair of an optimal assignment."""
    tight: bool = first[i, j] == rows[0, i] + columns[0, j] and second[i, j] == rows[1, i] + columns[1, j]
    return tight


@kernel
def _settle(first: Ints, second: Ints, rows: Ints, columns: Ints, row_of: Ints, column_of: Ints) -> None:
    """Give each row the leftmost column that an optimal assignment has for it, without changing earlier rows."""
    nexts = np.full(len(row_of), -1)
    reached = np.empty(len(row_of), np.int64)
    for row in range(len(column_of)):
        for column in range(column_of[row]):
            if _is_tight(first, second, rows, columns, row, column):
                _reach(first, second, rows, columns, row, row_of, column_of, nexts, reached)
                break
        else:
            continue
        for column in range(column_of[row]):
            if nexts[column] >= 0 and _is_tight(first, second, rows, columns, row, column):
                _rotate(row, column, row_of, column_of, nexts)
                break


@kernel
def _reach(
    first: Ints,
    second: Ints,
    rows: Ints,
    columns: Ints,
    row: int,
    row_of: Ints,
    column_of: Ints,
    nexts: Ints,
    reached: Ints,
) -> None:
    """Fill ``nexts`` with the columns that ``row`` could take in another optimal assignment.

    It searches backwards from the row's present column. For each column that the row could take, ``nexts`` has the
    column that its present row would move to; for all other columns it has -1. A column whose dual variables are 0 may
    stay without a row; then any column without a row may take its place.
    """
    nexts[:] = -1
    reached[0], n_reached = column_of[row], 1
    nexts[column_of[row]] = column_of[row]
    may_be_left = True
    at = 0
    while at < n_reached:
        column = reached[at]
        at += 1
        for i in range(row + 1, len(column_of)):
            if nexts[column_of[i]] < 0 and _is_tight(first, second, rows, columns, i, column):
                nexts[column_of[i]] = column
                reached[n_reached] = column_of[i]
                n_reached += 1
        if may_be_left and columns[0, column] == 0 and columns[1, column] == 0:
            may_be_left = False
            for j in range(len(row_of)):
                if row_of[j] < 0 and nexts[j] < 0:
                    nexts[j] = column
                    reached[n_reached] = j
                    n_reached += 1


@kernel
def _rotate(row: int, column: int, row_of: Ints, column_of: Ints, nexts: Ints) -> None:
    """Give ``column`` to ``row``, and move the rows in the way along ``nexts``, up to the row's former column."""
    given_up = column_of[row]
    while True:
        row, row_of[column] = row_of[column], row
        if row_of[column] >= 0:
            column_of[row_of[column]] = column
        if column == given_up:
            return
        column = nexts[column]


@kernel
def _search(
    first: Ints,
    second: Ints,
    row: int,
    rows: Ints,
    columns: Ints,
    row_of: Ints,
    path: Ints,
    remaining: Ints,
    shortest: Ints,
) -> tuple[int, int]:
    """Return the free column nearest to ``row`` by reduced costs, and the number of columns not scanned.

    It is Dijkstra's algorithm. Fills ``shortest`` with the distances to all columns and ``path`` with the row before
    each.
    """
    n_left = len(row_of)
    for j in range(n_left):
        remaining[j] = j
        shortest[0, j] = shortest[1, j] = _FARTHEST
    i, low_first, low_second = row, 0, 0
    while True:
        base_first, base_second = low_first - rows[0, i], low_second - rows[1, i]
        low_first = low_second = _FARTHEST
        nearest = 0
        for k in range(n_left):
            j = remaining[k]
            x, y = base_first + first[i, j] - columns[0, j], base_second + second[i, j] - columns[1, j]
            if x < shortest[0, j] or (x == shortest[0, j] and y < shortest[1, j]):
                shortest[0, j], shortest[1, j], path[j] = x, y, i
            x, y = shortest[0, j], shortest[1, j]
            if x < low_first or (x == low_first and y < low_second):
                low_first, low_second, nearest = x, y, k
        n_left -= 1
        j = remaining[nearest]
        remaining[nearest], remaining[n_left] = remaining[n_left], j
        if row_of[j] < 0:
            return j, n_left
        i = row_of[j]


@kernel
def assign_pieces(costs: Ints, offsets: Ints, pieces: Ints, partners: Ints, chosen: Ints) -> None:
    """Assign the items of two spans, for many pairs of spans; all items of the shorter span get a partner.

    Parameters
    ----------
    costs : int64 (offsets[-1],), for each piece (n_first, n_second) first costs, flat
    offsets : int64 (n_pieces + 1,)
    pieces : int64 (n_pieces, 4), start and end of the first span and of the second; at most 2^20 pairs of items
        a piece, as ``scoring.counting.blocks.pieces_to_match`` cuts them, so that sums of squared gaps stay
        below 2^51
    partners, chosen : int64, by positions of first spans; the partner's position and the cost of the
        pair are written there, nothing where an item has no partner
    """
    for piece in range(len(pieces)):
        start, end, other_start, other_end = pieces[piece]
        first = costs[offsets[piece] : offsets[piece + 1]].reshape((end - start, other_end - other_start))
        gaps = _gaps(end - start, other_end - other_start)
        if len(first) <= len(first[0]):
            columns = assign(first, gaps)
            for i in range(len(first)):
                partners[start + i], chosen[start + i] = other_start + columns[i], first[i, columns[i]]
        else:
            rows = assign(np.ascontiguousarray(first.T), np.ascontiguousarray(gaps.T))
            for j in range(len(first[0])):
                partners[start + rows[j]], chosen[start + rows[j]] = other_start + j, first[rows[j], j]


@kernel
def _gaps(m: int, n: int) -> Ints:
    """Return (i / m - j / n)^2 times (m n)^2, int64 (m, n)."""
    gaps = np.empty((m, n), np.int64)
    for i in range(m):
        for j in range(n):
            gaps[i, j] = (i * n - j * m) ** 2
    return gaps
