"""What is kept, and what changed? Projects with their test sets, versions and views."""

from ui.account import signing
from ui.kit import changes
from ui.projects import changing, listing, one, place
from workspace import UnavailableError, WorkspaceError


def main() -> None:
    project_id, set_id = place.draw_project_place()
    signing.draw_take_over()
    changing.draw_undo()
    try:
        if project_id:
            one.draw_open_project(project_id, set_id)
        else:
            listing.draw_project_list()
    except UnavailableError:
        raise
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))
        if project_id:
            signing.offer_if_shared()


main()
