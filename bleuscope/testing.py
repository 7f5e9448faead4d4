"""The contract tests of metrics, checks and file formats, for the tests of packages that add them.

    from bleuscope.testing import check_metric

    def test_the_metric_keeps_the_contract():
        check_metric(MyMetric())

Each function raises ``AssertionError`` with a list of all broken rules. pytest is not needed.
"""

from .scoring.contracts.check_contract import check_check  # type: ignore[import-not-found]
from .scoring.contracts.format_contract import check_format  # type: ignore[import-not-found]
from .scoring.contracts.metric_contract import check_metric  # type: ignore[import-not-found]

__all__ = ["check_check", "check_format", "check_metric"]
