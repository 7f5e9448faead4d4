"""Sizes that pages share."""

SHORT_TABLE, TABLE_HEIGHT, TALL_TABLE = 213, 248, 318
"""px of tables that scroll, of 5, 6 and 8 rows."""


HALF = 460
"""px of what stands beside its like where both fit."""
