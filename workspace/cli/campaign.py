"""The command ``campaign``: rating campaigns, their progress and their results."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from scoring.cli.input_files import InputFile
from scoring.cli.reports.layout import format_score_cell, json_list
from scoring.cli.shared.arguments import Commands
from scoring.formats.limits import OWN_LIMITS
from scoring.output.json_values import number_or_none
from scoring.output.numbers import MISSING, counted, probability
from scoring.rating import PairDifference, SystemScore, SystemScores, study
from scoring.rating.formats import EXPORTS, read_any
from scoring.rating.study import RatingRequest
from scoring.text.naming import clean_name

from ..storage.place import replacing_outside_workspace
from ..tables.errors import WorkspaceError
from ..workspace import Workspace
from . import showing
from .command import CAMPAIGN, PROJECT, REPLACE, add_format, command_group, find_kept


def add(commands: Commands) -> None:
    about = "Campaigns of ratings: what people are asked of test sets that are kept, and what they say."
    command = command_group(commands, "campaign", "ratings by people", about)
    listing = command("list", "all campaigns, or those of a project", _list)
    listing.add_argument("project", nargs="?", metavar="PROJECT")
    help_text = "what a campaign asks, its link, how far its raters are, and what they say of the systems"
    add_format(listing, command("show", help_text, _show, "CAMPAIGN"))
    close = command("close", "takes no more answers", _close, "CAMPAIGN")
    close.add_argument("--back", action="store_true", help="takes answers again")
    help_text = "a campaign's answers, or what it asks, as a file for other programs"
    export = command("export", help_text, _export, "CAMPAIGN", "FILE")
    export.add_argument("--as", dest="as_", choices=EXPORTS, default="jsonl", help="default: jsonl, which import reads")
    export.add_argument("--replace", action="store_true", help=REPLACE)
    command("import", "answers to what a campaign asks, as exported or from Pearmut", _import, "CAMPAIGN", "FILE")


def _list(workspace: Workspace, options: argparse.Namespace) -> str:
    if options.project is None:
        projects = [one.id for archived in (False, True) for one in workspace.projects(archived)]
    else:
        projects = [find_kept(workspace, options.project, PROJECT).id]
    return showing.show_campaigns([one for id_ in projects for one in workspace.campaigns(id_)], options.format)


def _show(workspace: Workspace, options: argparse.Namespace) -> str:
    return describe_campaign_results(workspace, find_kept(workspace, options.target, CAMPAIGN).id, options.format)


def describe_campaign_results(workspace: Workspace, id_: str, format_: str) -> str:
    """Return a campaign's state and its results for the systems, as text or JSON."""
    campaign = workspace.campaign(id_)
    result = study.run(RatingRequest(campaign.name), workspace.ratings(id_)) if campaign.n_done else None
    scores, doubts = (result.scores, study.rating_doubts(result)) if result else ((), [])
    if format_ == showing.JSON:
        return json_list([{**showing.plain_record(campaign), "results": _score_records(scores)}])
    parts = (part for one in scores for part in _tables(one))
    return showing.paragraphs(showing.show_campaign_details(campaign), "\n".join(doubts), *parts)


def _close(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    workspace.close_campaign(target.id, not options.back)
    return f"The campaign {target.name} {'takes answers again' if options.back else 'is closed'}."


def _export(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    export, ratings = EXPORTS[options.as_], workspace.ratings(target.id)
    if ratings.plan.protocol not in export.protocols:
        export_names = ", ".join(one.name for one in EXPORTS.values() if ratings.plan.protocol in one.protocols)
        raise WorkspaceError(
            f"{export.title} has no words for {ratings.plan.asks.title}; there are --as {export_names}."
        )
    data = export.write(ratings, target.name)
    with replacing_outside_workspace(workspace.database.url, options.file, options.replace) as unfinished:
        unfinished.write_bytes(data)
    return f"The campaign {target.name} is in {options.file}."


def _import(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, CAMPAIGN)
    campaign_ratings, file = workspace.ratings(target.id), InputFile(str(options.file))
    with file.opened() as stream:
        data = stream.read()
    ratings = read_any(
        clean_name(Path(file.name).name), data, campaign_ratings.plan, campaign_ratings.test_set, OWN_LIMITS
    )
    return f"{target.name} has {counted(workspace.add_ratings(target.id, ratings), 'answer')} more."


def _score_records(scores_of_axes: Sequence[SystemScores]) -> list[dict[str, object]]:
    """Return the systems' scores as objects for JSON; undefined values are null."""
    return [
        {"by": scores.judgments_name, "systems": _systems(scores), "pairs": [*map(_pair, scores.pairs)]}
        for scores in scores_of_axes
    ]


def _tables(scores: SystemScores) -> list[str]:
    """Return a campaign's scores and pair differences as two tables, with notes on the method, like the page Rate."""
    systems = [
        {
            "system": one.system,
            **_rounded_fields(one, score="score", low="low", high="high"),
            "segments": f"{one.n_segments:,}",
        }
        for one in scores
    ]
    pairs = [
        {"better": one.first, "than": one.second, **_rounded_fields(one, by="difference", low="low", high="high")}
        | {"p": probability(one.p_value, MISSING), "corrected p": probability(one.p_adjusted, MISSING)}
        | {"verdict": one.state}
        for one in scores.pairs
    ]
    tables = showing.text_table(systems, n_right=4), showing.text_table(pairs, n_right=6)
    return [scores.judgments_name, *tables, "\n".join(study.rating_table_notes(scores))]


def _rounded_fields(one: object, **names: str) -> dict[str, str]:
    return {header: format_score_cell(getattr(one, name)) for header, name in names.items()}


def _systems(scores: SystemScores) -> list[dict[str, object]]:
    return [
        {"system": one.system} | _numbers(one, "score") | _interval(one) | {"n_segments": one.n_segments}
        for one in scores
    ]


def _pair(one: PairDifference) -> dict[str, object]:
    numbers = _numbers(one, "difference") | _interval(one) | _numbers(one, "p_value", "p_adjusted")
    return {
        "better": one.first,
        "than": one.second,
        **numbers,
        "verdict": one.state,
        "n_segments": one.needed.n_segments,
    }


def _interval(one: SystemScore | PairDifference) -> dict[str, object]:
    """Return the ends of the 95 % confidence interval for JSON."""
    return {"ci_low": number_or_none(one.low), "ci_high": number_or_none(one.high)}


def _numbers(one: object, *names: str) -> dict[str, object]:
    return {name: number_or_none(getattr(one, name)) for name in names}
