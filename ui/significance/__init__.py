"""The page Significance: which differences are reliable. Other features may use only the names here."""

from ui.significance.jobs import each_verdicts_task, plain_quotes_verdicts_task, verdicts_task

__all__ = ["each_verdicts_task", "plain_quotes_verdicts_task", "verdicts_task"]
