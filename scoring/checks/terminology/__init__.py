"""Terms of a glossary in sources and outputs: files of terms, where a term is, and how many an output has."""

TERMINOLOGY = "terminology"
"""The name of the check of terms."""
