"""What few units make of percentiles and p-values of the bootstrap, by SciPy: Hesterberg (2015)."""

import numpy as np
from scipy import stats


def outside(n_units, level=0.95):
    """The share of the resamples that an interval leaves out."""
    return 2 * stats.norm.sf(np.sqrt(n_units / (n_units - 1)) * stats.t.isf((1 - level) / 2, n_units - 1))


def ends(samples, n_units, level=0.95):
    share = outside(n_units, level)
    return tuple(np.nanquantile(samples, [share / 2, 1 - share / 2]))


def expanded(share, n_units):
    """The two-sided p-value of a share of the resamples."""
    found = 2 * stats.t.sf(np.sqrt((n_units - 1) / n_units) * stats.norm.isf(share / 2), n_units - 1)
    return np.maximum(found, 2.0 ** (1 - n_units))
