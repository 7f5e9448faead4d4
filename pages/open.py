"""What does this link open? The project of the link, for anyone who has the link."""

from ui.projects import opening

opening.draw_opened_link()
