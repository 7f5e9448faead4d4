"""``campaign``: ratings that people give, and how far they are."""

import argparse
from pathlib import Path

from scoring.cli.commands.arguments import Commands
from scoring.cli.inputs import LIMITS
from scoring.cli.program import Parser
from scoring.cli.reports.layout import json_list
from scoring.output.numbers import counted
from scoring.rating import study
from scoring.rating.formats import EXPORTS, read_any
from scoring.rating.study import RatingRequest
from scoring.text.naming import clean_name

from ..storage.replacing import replacing_outside_workspace
from ..tables.errors import WorkspaceError
from ..workspace import Workspace
from . import campaign_results, showing
from .command import Run
from .copies import REPLACE
from .finding import CAMPAIGN, PROJECT, find_kept

ONE = "its id, its name, or PROJECT/NAME"


def add(commands: Commands) -> None:
    about = "Campaigns of ratings: what people are asked of test sets that are kept, and what they say."
    parser = commands.add_parser("campaign", help="ratings by people", description=about, allow_abbrev=False)
    inner: Commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, about: str, run: Run) -> argparse.ArgumentParser:
        made = inner.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.", allow_abbrev=False)
        made.set_defaults(run=run)
        return made

    listing = command("list", "all campaigns, or those of a project", _list)
    listing.add_argument("project", nargs="?", metavar="PROJECT")
    show = command(
        "show", "what a campaign asks, its link, how far its raters are, and what they say of the systems", _show
    )
    for shown in (listing, show):
        shown.add_argument("--format", choices=showing.FORMATS, default=showing.TABLE, help="default: table")
    close = command("close", "takes no more answers", _close)
    close.add_argument("--back", action="store_true", help="takes answers again")
    export = command("export", "a campaign's answers, or what it asks, as a file for other programs", _export)
    import_ = command("import", "answers to what a campaign asks, as exported or from Pearmut", _import)
    for one in (export, import_):
        one.add_argument("target", metavar="CAMPAIGN", help=ONE)
        one.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--as", dest="as_", choices=EXPORTS, default="jsonl", help="default: jsonl, which import reads")
    export.add_argument("--replace", action="store_true", help=REPLACE)
    for one in (show, close):
        one.add_argument("target", metavar="CAMPAIGN", help=ONE)


def _list(workspace: Workspace, options: argparse.Namespace) -> str:
    if options.project is None:
        projects = [one.id for archived in (False, True) for one in workspace.projects(archived)]
    else:
        projects = [find_kept(workspace, options.project, PROJECT).id]
    return showing.campaigns([one for id_ in projects for one in workspace.campaigns(id_)], options.format)


def _show(workspace: Workspace, options: argparse.Namespace) -> str:
    return describe_campaign_results(workspace, find_kept(workspace, options.target, CAMPAIGN).id, options.format)


def describe_campaign_results(workspace: Workspace, id_: str, format_: str) -> str:
    """A campaign, and what its answers say of the systems."""
    found = workspace.campaign(id_)
    scores = study.run(RatingRequest(found.name), workspace.ratings(id_)).scores if found.n_done else ()
    if format_ == showing.JSON:
        return json_list([{**showing.plain_record(found), "results": campaign_results.as_records(scores)}])
    return showing.paragraphs(showing.campaign(found), campaign_results.write_campaign_results(scores))


def _close(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    workspace.close_campaign(target.id, not options.back)
    return f"The campaign {target.name} {'takes answers again' if options.back else 'is closed'}."


def _export(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    export, ratings = EXPORTS[options.as_], workspace.ratings(target.id)
    if ratings.plan.protocol not in export.protocols:
        known = ", ".join(one.name for one in EXPORTS.values() if ratings.plan.protocol in one.protocols)
        raise WorkspaceError(f"{export.title} has no words for {ratings.plan.asks.title}; there are --as {known}.")
    data = export.write(ratings, target.name)
    with replacing_outside_workspace(workspace.database.url, options.file, options.replace) as unfinished:
        unfinished.write_bytes(data)
    return f"The campaign {target.name} is in {options.file}."


def _import(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    asked, data = workspace.ratings(target.id), options.file.read_bytes()
    found = read_any(clean_name(options.file.name), data, asked.plan, asked.test_set, LIMITS)
    return f"{target.name} has {counted(workspace.add_ratings(target.id, found), 'answer')} more."
