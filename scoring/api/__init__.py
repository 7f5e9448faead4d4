"""The public API of `import bleuscope`: scores, comparisons and segments as objects for programs and notebooks."""

from ..lazily import lazily

__getattr__, __all__ = lazily(__name__, __file__)
