"""The page Segments: the list, its filters, and the document around a segment."""
