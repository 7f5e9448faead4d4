"""One-to-one assignment at the least cost, exact down to its ties.

Costs are pairs of whole numbers that are compared like words in a dictionary: the second ones decide
between assignments whose first ones add up to the same, and never outweigh them.
"""

import numba
import numpy as np

_jit = numba.njit(cache=True, nogil=True)


@_jit
def assign(first, second):
    """The column for each row, so that the sums of (first, second) are least; every row gets one.

    Shortest augmenting paths (Jonker and Volgenant 1987; Crouse 2016, as in SciPy's
    ``linear_sum_assignment``), with pairs for costs.

    Parameters
    ----------
    first, second : int64 (n_rows, n_columns), n_rows <= n_columns

    Returns
    -------
    int64 (n_rows,)
    """
    n_rows, n_columns = first.shape
    rows, columns = np.zeros((2, n_rows), np.int64), np.zeros((2, n_columns), np.int64)  # what each has to pay
    row_of, column_of = np.full(n_columns, -1), np.full(n_rows, -1)
    path, remaining = np.zeros(n_columns, np.int64), np.zeros(n_columns, np.int64)
    shortest = np.zeros((2, n_columns), np.int64)
    for row in range(n_rows):
        sink, n_left = _search(first, second, row, rows, columns, row_of, path, remaining, shortest)
        # The columns that were passed through stand behind those that are left, the sink first.
        for j in remaining[n_left + 1 :]:
            for kind in range(2):
                less = shortest[kind, sink] - shortest[kind, j]
                rows[kind, row_of[j]] += less
                columns[kind, j] -= less
        rows[:, row] += shortest[:, sink]
        i, j = -1, sink
        while i != row:
            i = path[j]
            row_of[j] = i
            column_of[i], j = j, column_of[i]
    return column_of


@_jit
def _search(first, second, row, rows, columns, row_of, path, remaining, shortest):
    """The nearest free column from ``row`` by reduced costs, and how many columns were not reached.

    Fills ``shortest`` with the distances to all columns and ``path`` with the row before each.
    """
    n_left = len(row_of)
    remaining[:] = np.arange(n_left)
    shortest[:] = np.iinfo(np.int64).max
    i, low_first, low_second = row, 0, 0
    while True:
        base_first, base_second = low_first - rows[0, i], low_second - rows[1, i]
        low_first = low_second = np.iinfo(np.int64).max
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
