"""Functions for tests that raise an error where a metric, a check or a file format breaks its contract.

``bleuscope.testing`` offers them to other packages. They need neither pytest nor Hypothesis.
"""
