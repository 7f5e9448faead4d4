"""The commands ``project people``, ``share``, ``link`` and others on rights on a project and its trail."""

import argparse
from datetime import datetime, timedelta

from ..tables.errors import WorkspaceError
from ..tables.texts import normalize_email
from ..tables.transaction import Right
from ..workspace import Workspace
from . import showing
from .command import PROJECT, Command, add_format, find_kept

RIGHTS = {str(right): right for right in Right}
ANYONE = "anyone with the link"


def add(command: Command) -> None:
    """Add the commands on rights to the command ``project``."""
    people = command("people", "who has a right on a project", _people, "PROJECT")
    help_text = "gives somebody a right on a project, at once or when they sign in"
    share = command("share", help_text, _share, "PROJECT", "EMAIL")
    share.add_argument("right", choices=RIGHTS, help="own: also share and delete it")
    command("unshare", "takes it back", _unshare, "PROJECT", "EMAIL")
    link = command("link", "a link that lets anyone who has it read a project", _link, "PROJECT")
    link.add_argument("--edit", action="store_true", help="lets them edit it, too")
    help_text = "the end of a day, such as 2026-12-31, or 2026-12-31T18:00"
    link.add_argument("--expires", type=_moment, metavar="DATE", help=help_text)
    link.add_argument("--name", default=ANYONE, help="for whom it is")
    links = command("links", "the links of a project", _links, "PROJECT")
    trail = command("trail", "who did what to a project, the latest first", _trail, "PROJECT")
    take_back = command("take-back", "ends a link, also for all who opened it", _take_back)
    take_back.add_argument("link", metavar="LINK", help="its id")
    add_format(people, links, trail)


def _moment(text: str) -> datetime:
    """Return a time from text, in this machine's time zone unless the text has one; a date alone is the day's end."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a date such as 2026-12-31; found {text!r}") from None
    if len(text) <= len("2026-12-31"):
        moment += timedelta(days=1)
    return moment if moment.tzinfo is not None else moment.astimezone()


def _people(workspace: Workspace, options: argparse.Namespace) -> str:
    return showing.show_members(workspace.members(_project_id(workspace, options)), options.format)


def _share(workspace: Workspace, options: argparse.Namespace) -> str:
    member = workspace.grant(_project_id(workspace, options), options.email, RIGHTS[options.right])
    when = "" if member.is_known else " once they sign in with this address"
    return f"{member.name} may {options.right} the project {options.target}{when}."


def _unshare(workspace: Workspace, options: argparse.Namespace) -> str:
    project_id, email = _project_id(workspace, options), normalize_email(options.email)
    for member in workspace.members(project_id):
        if member.email == email:
            workspace.take_right(project_id, member.id)
            return f"{member.name} has no right on the project {options.target} any more."
    raise WorkspaceError(
        f"Nobody with the address {email!r} has a right on this project; see bleuscope project people."
    )


def _link(workspace: Workspace, options: argparse.Namespace) -> str:
    right = Right.EDIT if options.edit else Right.READ
    return workspace.make_link(_project_id(workspace, options), options.name, right, options.expires).token


def _links(workspace: Workspace, options: argparse.Namespace) -> str:
    return showing.show_links(workspace.links(_project_id(workspace, options)), options.format)


def _take_back(workspace: Workspace, options: argparse.Namespace) -> str:
    workspace.take_back(options.link)
    return "The link leads nowhere any more."


def _trail(workspace: Workspace, options: argparse.Namespace) -> str:
    return showing.show_events(workspace.events(_project_id(workspace, options), limit=None), options.format)


def _project_id(workspace: Workspace, options: argparse.Namespace) -> str:
    return find_kept(workspace, options.target, PROJECT).id
