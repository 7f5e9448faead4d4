"""What does this link open? The project that it is for, for whoever has it."""

from ui.projects import opening

opening.draw_opened_link()
