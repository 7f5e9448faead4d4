"""What is kept, and what changed? Projects with their test sets, versions and views."""

from ui.kit import changes
from ui.projects import changing, listing, one, place
from workspace import WorkspaceError


def main() -> None:
    project_id, set_id = place.draw()
    changing.draw_undo()
    try:
        if project_id:
            one.draw(project_id, set_id)
        else:
            listing.draw()
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))


main()
