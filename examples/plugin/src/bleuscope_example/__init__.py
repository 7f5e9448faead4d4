"""A metric, a check and a file format for BLEUscope."""
