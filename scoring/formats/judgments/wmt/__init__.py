"""Read judgments as WMT and mt-metrics-eval publish them."""
