"""Every metric by its name: BLEUscope's own, then those of other packages."""

from typing import TYPE_CHECKING

from .plugins.entry_points import METRIC_PLUGINS, Plugin
from .plugins.plugin_registry import PluginRegistry

if TYPE_CHECKING:
    from .metric import Metric


def _accept(plugin: Plugin, metric_class: object) -> "type[Metric]":
    from .plugins.accepted_metrics import accept_metric  # imported late: few users have plug-ins

    return accept_metric(plugin, metric_class, map(METRICS.__getitem__, METRICS.built_in))


METRICS: "PluginRegistry[type[Metric]]" = PluginRegistry(
    __package__,
    {
        "bleu": ("bleu", "BLEU"),
        "chrf": ("chrf", "CHRF"),
        "chrf++": ("chrf", "CHRFPlusPlus"),
        "tbleu": ("tbleu", "TBLEU"),
        "ter": ("ter", "TER"),
        "wer": ("ter.wer", "WER"),
        "per": ("ter.per", "PER"),
        "nist": ("nist", "NIST"),
        "meteor": ("meteor", "METEOR"),
        "cer": ("ter.cer", "CER"),
        "gleu": ("gleu", "GLEU"),
        "ribes": ("segment_means.ribes", "RIBES"),
        "character": ("ter.character", "CharacTER"),
        "eed": ("ter.eed", "EED"),
    },
    METRIC_PLUGINS,
    _accept,
)
