"""The page Smoothing: every smoothing method on the same counts. Other features may use only the names here."""

from ui.smoothing.formulas import methods_table, toolkits_html
from ui.smoothing.methods import method_arithmetic, paper, toolkit_metrics
from ui.smoothing.sliders import parameter

__all__ = ["method_arithmetic", "methods_table", "paper", "parameter", "toolkit_metrics", "toolkits_html"]
