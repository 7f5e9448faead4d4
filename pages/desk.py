"""What do you think of these translations? The page on which raters work, opened by a link or a code."""

from rating.desk import page

page.draw_rater_page()
