"""Extras that a first reader can skip: tuning, sharded sets, scores of a training run, metrics that run elsewhere."""
