"""What does this link open? The project that it is for, for anyone who has the link."""

from ui.projects import opening

opening.draw_opened_link()
