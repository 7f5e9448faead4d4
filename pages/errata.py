"""What is misprinted in the literature, and which computation shows it? Also the last part of Lessons."""

from course.errata import misprints
from ui.kit import address

address.page_link("learn", "← Back to the lessons")
misprints.draw_misprints()
