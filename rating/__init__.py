"""People rate translations: the page on which a campaign is made and read, and the page on which raters work.

What raters are asked, and what follows from their answers, is in scoring/rating.
"""
