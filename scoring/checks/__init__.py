"""Checks, which find likely errors in outputs that nobody has judged: one check a file; CHECKS has all by name."""

from ..plugins.entry_points import CHECK_PLUGINS
from ..plugins.plugin_registry import PluginRegistry
from .check import Check, accept_check

CHECKS: "PluginRegistry[type[Check]]" = PluginRegistry(
    __package__,
    {
        "numbers": ("numbers", "Numbers"),
        "links": ("links", "LinksAndCode"),
        "placeholders": ("placeholders", "Placeholders"),
        "copy": ("copied_source", "CopiedSource"),
        "language": ("wrong_language", "WrongLanguage"),
        "repetition": ("repetition", "Repetition"),
        "constant": ("constant_output", "ConstantOutput"),
        "omission": ("omission", "Omission"),
        "too_long": ("too_long", "Overlong"),
        "talk": ("model_talk", "ModelTalk"),
        "punctuation": ("punctuation", "Punctuation"),
        "names": ("names", "Names"),
    },
    CHECK_PLUGINS,
    accept_check,
)

__all__ = ["CHECKS"]
