"""Checks find likely errors in outputs that nobody has judged. One check a file; CHECKS has them all by name."""

from ..plugins.entry_points import CHECK_PLUGINS
from ..plugins.plugin_registry import PluginRegistry
from .check import Check, accept_check

CHECKS: "PluginRegistry[type[Check]]" = PluginRegistry(
    __package__,
    {
        "copy": ("copied_source", "CopiedSource"),
        "repetition": ("repetition", "Repetition"),
    },
    CHECK_PLUGINS,
    accept_check,
)

__all__ = ["CHECKS"]
