"""Hypothesis: the same examples every time, and nothing left behind in the project's folder."""

import sys
from pathlib import Path

from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

set_hypothesis_home_dir(Path(sys.prefix) / "hypothesis")  # what it caches of our code, inside .venv
settings.register_profile("bleuscope", derandomize=True, database=None, deadline=None)
settings.load_profile("bleuscope")
