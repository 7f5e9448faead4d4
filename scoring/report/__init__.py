"""Reports: a comparison as one page; ``page`` makes the HTML of a ``Report``, and ``pdf`` makes the PDF of the page."""
