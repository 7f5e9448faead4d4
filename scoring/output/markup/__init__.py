"""Results as HTML, for the dashboard's pages and for the report. Text is escaped by being formatted into ``Markup``."""
