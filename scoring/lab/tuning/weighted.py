"""What weights choose, as a choice like that of any criterion: to be judged, or to become a system."""

import numpy as np

from ...checks import as_float_array, expect
from ...choosing.choices import Choice, choose_best
from ...choosing.lists import Lists
from ...counting.arrays import Floats


def weighted(name: str, lists: Lists, weights: Floats) -> Choice:
    """Of each list the candidate with the highest features @ weights, the first of equals.

    Where weights were tuned on some of the lists, the choice among these is better than it would be among others.
    Raises ``ValueError`` for lists without features, and unless there is one weight for each.
    """
    expect(lists, Lists, "lists")
    vector = as_float_array(weights, "weights", 1)
    if lists.features is None or len(vector) != len(lists.feature_names):
        raise ValueError(f"Expected one weight a feature, {len(lists.feature_names)} in all; found {len(vector)}.")
    scores = np.zeros(len(lists))
    for weight, column in zip(vector, lists.features.T, strict=True):
        scores += weight * column  # as tuners add up: equal features give equal sums, as a product need not
    return choose_best(name, scores, lists, 0.0)
