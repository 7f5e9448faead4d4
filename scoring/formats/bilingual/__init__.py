"""Files of translation tools, which have a source and its translation in each unit: XLIFF, TMX and PO."""
