"""What is misprinted in the literature, and which computation shows it? Also the last part of Lessons."""

from ui.errata import misprints
from ui.kit import links

links.page_link("learn", "← Back to the lessons")
misprints.draw_misprints()
