"""People rate: the page on which a campaign is made and read, and the desk at which raters sit.

What is asked, and what follows from answers, is in scoring/rating.
"""
