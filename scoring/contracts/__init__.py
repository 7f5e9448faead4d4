"""The contracts of metrics, checks and file formats, as functions that fail where one is broken: for tests.

``bleuscope.testing`` offers them to other packages. They need neither pytest nor Hypothesis.
"""
