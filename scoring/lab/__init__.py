"""Extras that a first reader can skip: tuning, sets in shards, outputs as they come, metrics that run elsewhere."""
