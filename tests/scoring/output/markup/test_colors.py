"""The colours of systems."""

import numpy as np

from scoring.output.markup import colors


def test_thirty_systems_have_colours_that_differ():
    assert len(set(colors.system_colors([f"system {n}" for n in range(30)]).values())) == 30
    drawn = np.array([[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in colors.PALETTE])
    apart = np.abs(drawn[:, None] - drawn).sum(axis=2) + 999 * np.eye(30)
    assert apart.min() >= 60
