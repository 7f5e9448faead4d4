"""What is kept, and what changed? Projects with their test sets, versions and views."""

from ui.projects import changing, listing, one, place
from workspace import WorkspaceError


def main() -> None:
    project_id, set_id = place.draw()
    changing.say()
    changing.draw_undo()
    try:
        if project_id:
            one.draw(project_id, set_id)
        else:
            listing.draw()
    except WorkspaceError as error:
        changing.draw_sentence(changing.FAILED, str(error))


main()
