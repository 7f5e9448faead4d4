"""What does this link open? The project that it is for, for whoever has it."""

from ui.projects.sharing import opening

opening.draw_opened_link()
