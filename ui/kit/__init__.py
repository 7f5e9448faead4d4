"""Parts that pages share: the reader of segments, the glossary, changes that may fail."""
