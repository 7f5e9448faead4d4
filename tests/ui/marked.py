"""A test set with documents, domains and the errors that people and a program marked."""

import numpy as np

from scoring.formats import attach
from scoring.judgments import Annotation, ErrorSpan
from tests.judgments import IN_DOCUMENTS, MQM, SYSTEMS, found

FIRST, SECOND = SYSTEMS
PROGRAM = Annotation(
    "XCOMET",
    (ErrorSpan(FIRST, 3, 0, 4, "critical"),),
    {FIRST: np.array([False, False, False, True]), SECOND: np.zeros(4, bool)},
    is_human=False,
)
PEOPLE = attach(IN_DOCUMENTS, found("mqm.tsv", MQM)).test_set.annotations
MARKED = IN_DOCUMENTS.with_judgments(annotations=[*PEOPLE, PROGRAM])
"""By people: errors of the first system in segments 1 and 3, of the second in 2. By a program: of the first in 4."""
