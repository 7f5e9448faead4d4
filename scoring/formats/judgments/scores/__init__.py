"""Read scores in tables and lines, and files that COMET and MetricX write."""
