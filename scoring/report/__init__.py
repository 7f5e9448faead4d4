"""A comparison as one page to take away: ``gather`` what it says, then ``page`` makes the HTML and ``pdf`` the PDF."""
