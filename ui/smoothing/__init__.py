"""Every smoothing method over the same counts. The names here are the door: what other features may use."""

from ui.smoothing.formulas import methods_table, toolkits_table
from ui.smoothing.methods import arithmetic, paper, toolkits
from ui.smoothing.sliders import parameter

__all__ = ["arithmetic", "methods_table", "paper", "parameter", "toolkits", "toolkits_table"]
