"""The command ``project``: lists and changes projects, test sets and views."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scoring.cli.input_files import InputFile, check_stdin_once, input_file
from scoring.cli.notes import write_note
from scoring.cli.shared.arguments import Commands, parse_match
from scoring.formats import Role
from scoring.testset import TestSet
from scoring.validation import check_known

from ..archive import export_project, import_project
from ..tables.errors import WorkspaceError
from ..workspace import KEPT_FOR, Workspace
from . import campaign, files, sharing, showing
from .command import (
    BY_NAME,
    CAMPAIGN,
    PROJECT,
    REPLACE,
    SET,
    Command,
    add_format,
    command_group,
    find_deleted,
    find_kept,
)

STATED = {"references": Role.REFERENCE, "systems": Role.SYSTEM, "source": Role.SOURCE}


def add(commands: Commands) -> None:
    about = "Projects of test sets that are kept, with their versions; the dashboard has the same ones."
    command = command_group(commands, "project", "test sets that are kept", about)
    listing = command("list", "all projects, the one changed last first", _list)
    states = listing.add_mutually_exclusive_group()
    states.add_argument("--archived", action="store_true", help="the archived ones")
    states.add_argument("--deleted", action="store_true", help="what was deleted and can come back")
    add_format(listing, command("show", "what is in a project, or the versions of a test set", _show, "THING"))
    _add_add(command)
    create = command("create", "a new project", _create, "NAME")
    create.add_argument("--note", default="", metavar="TEXT", help="what the project is for")
    command("rename", "another name", _rename, "THING", "NAME")
    note = command("note", "another note; an empty one takes it away", _note, "THING")
    note.add_argument("text", metavar="TEXT")
    archive = command("archive", "puts a project aside", _archive, "PROJECT")
    archive.add_argument("--back", action="store_true", help="takes it back")
    help_text = f"takes something away; undo brings it back within {KEPT_FOR.days} days"
    delete = command("delete", help_text, _delete, "THING")
    delete.add_argument("--for-good", action="store_true", help="nothing brings it back; also of what was deleted")
    undo = command("undo", "brings back what was deleted", _undo)
    undo.add_argument("target", metavar="THING", help="its id, or its name")
    export = command("export", "a project as one zip of plain files and JSON", _export, "PROJECT", "FILE")
    export.add_argument("--replace", action="store_true", help=REPLACE)
    import_ = command("import", "a new project from such a zip", _import, "FILE")
    import_.add_argument("--name", help="default: as it was called")
    sharing.add(command)


def _add_add(command: Command) -> None:
    parser = command("add", "a test set to a project, or outputs and judgments to a test set", _add)
    parser.add_argument("target", metavar="THING", help=f"a project or a test set: {BY_NAME}")
    help_text = "of any kind, and folders; their names say what they are; what is added to a test set are outputs"
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help=help_text)
    stated: dict[str, Any] = {"action": "extend", "nargs": "+", "type": Path, "default": [], "metavar": "FILE"}
    parser.add_argument("-r", "--reference", dest="references", **stated, help="references, under any name")
    parser.add_argument("-i", "--input", dest="systems", **stated, help="systems' outputs, under any name")
    parser.add_argument("--source", **stated, help="the source")
    help_text = "a glossary, in the place of the one that the test set has: TSV, CSV, TBX or WMT's JSON"
    parser.add_argument("--terms", type=Path, metavar="FILE", help=help_text)
    parser.add_argument("--name", help="of a new test set; default: the first file or folder")
    parser.add_argument("--note", default="", metavar="TEXT", help="of a new test set")
    help_text = (
        "a name in files of judgments, and the system that it means; NAME= leaves it out, '*=' all names that"
        " no output has; may be given again"
    )
    parser.add_argument("--match", action="append", type=parse_match, default=[], metavar="NAME=SYSTEM", help=help_text)
    help_text = "an output of a name that is there takes that one's place; what was judged of that goes"
    parser.add_argument("--replace", action="store_true", help=help_text)
    help_text = (
        "an output of the test set; a note says how far new outputs are from it, and from the nearest one; default:"
        " the baseline that the project keeps"
    )
    parser.add_argument("--baseline", metavar="NAME", help=help_text)
    remove = command("remove", "outputs, or the glossary, taken out of a test set", _remove)
    remove.add_argument("target", metavar="SET", help=f"a test set: {BY_NAME}")
    remove.add_argument("names", nargs="*", metavar="NAME", help="an output's; what was judged of it goes, too")
    remove.add_argument("--terms", action="store_true", help="the glossary")


def _list(workspace: Workspace, options: argparse.Namespace) -> str:
    if options.deleted:
        return showing.show_deleted(workspace.deleted(), options.format)
    return showing.show_projects(workspace.projects(options.archived), options.format)


def _create(workspace: Workspace, options: argparse.Namespace) -> str:
    return workspace.create(options.name, options.note).id


def _add(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, PROJECT, SET)
    is_new = target.kind == PROJECT
    if not is_new and (options.references or options.source or options.name or options.note):
        raise WorkspaceError("Outputs and judgments are added to a test set; for anything else add a new one.")
    if is_new and options.replace:
        raise WorkspaceError("--replace is for outputs of a test set; for a new set there are none yet.")
    if options.baseline is not None:
        if is_new:
            raise WorkspaceError("--baseline is for outputs that are added to a test set; this is a project.")
        check_known(options.baseline, workspace.test_set(target.id).newest.systems, "output")
    usual = None if is_new else Role.SYSTEM
    stated = [(path, usual) for path in options.files]
    stated += [(path, role) for dest, role in STATED.items() for path in getattr(options, dest)]
    terms = None if options.terms is None else files.read_glossary_file(options.terms)
    if not stated and terms is not None and not is_new:
        workspace.keep_glossary(target.id, terms.file, terms.data)
        return f"{target.name} has the glossary {terms.file} now."
    if not stated:
        raise WorkspaceError("Expected files to add; found none.")
    check_stdin_once(str(path) for path, _ in stated)
    read, names = files.read_user_files(stated), dict(options.match)
    if is_new:
        first = Path(input_file(str(stated[0][0])).name)
        name = options.name or first.absolute().name.split(".")[0] or "test set"
        test_set = read.test_set(name, names)
        files.tell_oddities(test_set, test_set.system_names)
        kept_set = workspace.add(target.id, test_set, name, options.note)
        if terms is not None:
            workspace.keep_glossary(kept_set.id, terms.file, terms.data)
        write_note(read.roles_sentence)
        return kept_set.id
    version = workspace.revise(target.id, lambda test_set: read.added(test_set, names, options.replace))
    if terms is not None:
        workspace.keep_glossary(target.id, terms.file, terms.data)
    baseline = options.baseline or workspace.test_set(target.id).baseline
    _tell_places(workspace.read(target.id), version.changes.new_systems, baseline)
    return f"{target.name}, version {version.number}: {version.changes or 'as it was'}"


def _tell_places(test_set: TestSet, new: Sequence[str], baseline: str) -> None:
    """Write a note on the rank of each new output."""
    if new:
        from scoring.studies import baseline as study  # takes long to import

        if baseline and baseline not in test_set.system_names:
            write_note(study.missing_baseline(baseline))
        for placement in study.place_new_systems(test_set, new, baseline):
            write_note(str(study.placement_sentence(placement)))


def _remove(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, SET)
    if options.terms:
        workspace.remove_glossary(target.id)
    if not options.names:
        if not options.terms:
            raise WorkspaceError("Expected the names of outputs, or --terms for the glossary; found neither.")
        return f"{target.name} has no glossary now."
    version = workspace.revise(target.id, lambda test_set: test_set.without_systems(options.names))
    return f"{target.name}, version {version.number}: {version.changes}"


def _show(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target)
    if target.kind == PROJECT:
        kinds = "test_sets", "views", "campaigns"
        contents = {kind: getattr(workspace, kind)(target.id) for kind in kinds}
        return showing.show_project(workspace.project(target.id), contents, options.format)
    if target.kind == SET:
        return showing.show_versions(workspace.test_set(target.id), workspace.versions(target.id), options.format)
    if target.kind == CAMPAIGN:
        return campaign.describe_campaign_results(workspace, target.id, options.format)
    return showing.show_view(workspace.view(target.id), options.format)


def _rename(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target)
    workspace.rename(target.id, options.name)
    return f"The {target.kind} {target.name} is called {options.name} now."


def _note(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target)
    workspace.annotate(target.id, options.text)
    return f"The {target.kind} {target.name} has {'this note' if options.text else 'no note'} now."


def _archive(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, PROJECT)
    workspace.archive(target.id, not options.back)
    return f"The project {target.name} is {'back' if options.back else 'put aside'}."


def _delete(workspace: Workspace, options: argparse.Namespace) -> str:
    if options.for_good:
        try:
            id_ = find_kept(workspace, options.target).id
        except WorkspaceError:
            id_ = find_deleted(workspace, options.target)
        workspace.delete(id_, for_good=True)
        return f"{options.target} is gone."
    target = find_kept(workspace, options.target)
    workspace.delete(target.id)
    back = f"For {KEPT_FOR.days} days this brings it back: bleuscope project undo {target.id}"
    return f"The {target.kind} {target.name} is deleted. {back}"


def _undo(workspace: Workspace, options: argparse.Namespace) -> str:
    return f"{workspace.undo(find_deleted(workspace, options.target))} is back."


def _export(workspace: Workspace, options: argparse.Namespace) -> str:
    target = find_kept(workspace, options.target, PROJECT)
    export_project(workspace, target.id, options.file, options.replace)
    return f"The project {target.name} is in {options.file}."


def _import(workspace: Workspace, options: argparse.Namespace) -> str:
    with InputFile(str(options.file)).as_path() as path:
        imported_project = import_project(workspace, path, options.name)
    if imported_project.left_out:
        listed = ", ".join(imported_project.left_out[:5]) + (", ..." if len(imported_project.left_out) > 5 else "")
        write_note(f"{len(imported_project.left_out):,} files are no part of the project and are left out: {listed}")
    return imported_project.project.id
