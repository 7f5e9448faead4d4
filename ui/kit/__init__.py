"""Parts that pages share: the reader of segments, tables, charts and exports, links, buttons that lose no press."""
