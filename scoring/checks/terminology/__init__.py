"""Terms of a glossary in sources and outputs: files of terms, places of terms, and counts of terms in outputs."""

TERMINOLOGY = "terminology"
"""Name of the check of terms."""
