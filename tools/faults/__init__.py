"""Faults for tests: a disk that fails at a chosen operation, power cuts, and cut connections."""
