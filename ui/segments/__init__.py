"""The page Segments: the list of segments, its filters, and the document around a segment."""
