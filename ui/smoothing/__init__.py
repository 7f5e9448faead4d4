"""Every smoothing method over the same counts. The names here are the door: what other features may use."""

from ui.smoothing.formulas import methods_table, toolkits_table
from ui.smoothing.methods import arithmetic, paper, toolkits

__all__ = ["arithmetic", "methods_table", "paper", "toolkits", "toolkits_table"]
