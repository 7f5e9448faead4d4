"""Additions to the set in use: further outputs, references, post-edits, and judgments without texts."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from scoring import Reference, System, TestSet
from scoring.formats import Column, FormatError, Role
from scoring.formats.assembly import documents_and_domains
from scoring.formats.bilingual.post_edits import exchanged_by_state
from scoring.formats.columns import TRANSLATION_FILES, inserted_lines
from scoring.formats.names import is_realigned
from scoring.formats.own_texts import check_row_order
from scoring.output.numbers import counted
from scoring.studies.post_edit_sample import place_in_set
from scoring.studies.wording.effort_words import missing_post_edits
from scoring.testset import PostEdit
from ui.data import judgments, keeping, texts
from ui.data.keeping import Draft
from ui.data.realign import realigning
from ui.session import state
from ui.store import cache, kept

NOTHING_GOES = (
    "None of these files matches this set. Drop them together with the texts that were judged, or choose their set"
    " above first."
)


def offer_references(draft: Draft, columns: Sequence[Column], chosen: judgments.CorrectedJudgments) -> bool:
    """Offer to add references to the set in use; return False for columns that need another offer."""
    whole = cache.named_set(state.chosen_set(), state.visitor())
    used = without_source_of_set(columns, whole)
    if whole is None or not used or any(column.role is not Role.REFERENCE for column in used):
        return False
    if any(len(column) != len(whole) for column in used):
        return _say_other_segments(whole, used, "references")
    st.text(f"These references have {counted(len(whole), 'segment')}, the same number as the set in use: {whole.name}.")
    try:
        references = (
            *whole.references,
            *(Reference(column.name, column.segments, codes=column.codes) for column in used),
        )
        enlarged_set = replace(whole, references=references)
    except ValueError as error:
        st.error("They cannot be added to it.")
        st.code(str(error), language=None, wrap_lines=True)
        return True
    _offer(draft, enlarged_set, (whole.identity, judgments.correctable_values(columns)), chosen, "add-references")
    return True


def offer_post_edits(draft: Draft, columns: Sequence[Column], chosen: judgments.CorrectedJudgments) -> bool:
    """Offer to add post-edits of systems to the set in use; return False for columns that need another offer."""
    whole = cache.named_set(state.chosen_set(), state.visitor())
    used = without_source_of_set(columns, whole)
    if whole is not None:
        used = place_in_set(used, whole)
    if whole is None or not used or any(column.role is not Role.POST_EDIT for column in used):
        return False
    if any(len(column) != len(whole) for column in used):
        return _say_other_segments(whole, used, "post-edits")
    n_post_edits = max(len(column.segments) - column.segments.null_count for column in used)
    some = "" if n_post_edits == len(whole) else f"{n_post_edits:,} of the "
    st.text(f"These post-edits are of {some}{counted(len(whole), 'segment')} of the set in use: {whole.name}.")
    texts.ask_for_post_edits(draft, columns, whole.system_names)
    try:
        enlarged_set = whole.with_post_edits([PostEdit(column.name, column.segments, column.codes) for column in used])
    except ValueError as error:
        st.error("They cannot be added to it.")
        st.code(str(error), language=None, wrap_lines=True)
        return True
    say_of_post_edits(enlarged_set, columns)
    _offer(draft, enlarged_set, (whole.identity, judgments.correctable_values(columns)), chosen, "add-post-edits")
    return True


def offer_outputs(draft: Draft, columns: Sequence[Column], chosen: judgments.CorrectedJudgments) -> bool:
    """Offer to add outputs to the set in use, or say why not; return False for columns that need another offer."""
    whole = cache.named_set(state.chosen_set(), state.visitor())
    used = without_source_of_set(columns, whole)
    if not used or any(column.role is not Role.SYSTEM for column in used):
        return False
    if whole is None:  # the page says so
        return True
    if not can_add_outputs(whole, used):
        is_said = _say_other_segments(whole, used)
        if is_said:
            realigning.offer_realignment(draft, columns, whole)
        return is_said
    try:
        check_row_order(used)
    except FormatError as error:
        st.error("These outputs cannot be added to the test set in use.")
        st.code(str(error), language=None, wrap_lines=True)
        return True
    st.text(f"These outputs have {counted(len(whole), 'segment')}, the same number as the set in use: {whole.name}.")
    systems = [System(of.name, of.segments, None, is_realigned(of.file), of.codes, inserted_lines(of)) for of in used]
    names = [system.name for system in systems]
    existing_names = [name for name in dict.fromkeys(names) if name in whole.system_names]
    try:
        enlarged_set = whole.with_systems(systems)
    except ValueError as error:
        st.error("They cannot be added to it. Give each one its own name below.")
        st.code(str(error), language=None, wrap_lines=True)
        return True
    if existing_names and not _may_replace(draft, existing_names):
        return True
    _offer(draft, enlarged_set, (whole.identity, judgments.correctable_values(columns)), chosen, "add-outputs")
    return True


def say_of_post_edits(test_set: TestSet, columns: Sequence[Column]) -> bool:
    """Say which post-edits may be outputs, and what has no post-edit; return whether anything was said."""
    edits = {edit.system: edit.segments for edit in test_set.post_edits}
    sentences = [*exchanged_by_state(columns), *missing_post_edits(test_set.system_names, edits)]
    if sentences:
        st.warning("Look at the post-edits before you use them:")
    for sentence in sentences:
        st.text(sentence)
    return bool(sentences)


def without_source_of_set(columns: Sequence[Column], whole: TestSet | None) -> list[Column]:
    """Return the used columns, without a translation file's source if it equals the set's source, row by row."""
    return [
        column
        for column in columns
        if column.role is not Role.IGNORE
        and not (
            column.role is Role.SOURCE
            and column.format in TRANSLATION_FILES
            and whole is not None
            and whole.source is not None
            and column.segments.equals(whole.source)
        )
    ]


def _say_other_segments(whole: TestSet, columns: Sequence[Column], kind: str = "outputs") -> bool:
    """Say why these texts do not fit the set in use, if the visitor may add to it; return whether this was said."""
    version = kept.find_kept_version(state.chosen_set())
    if version is None or not version.may_change:
        return False
    short = [column for column in columns if len(column) != len(whole)]
    reasons = [
        f"{column.file} has {counted(len(column), 'segment')}, {whole.name} has {len(whole):,}." for column in short
    ]
    st.error(f"These {kind} cannot be added to the test set in use.")
    st.code("\n".join(reasons or [f"They are of other documents than {whole.name}."]), language=None, wrap_lines=True)
    return True


def _may_replace(draft: Draft, existing_names: Sequence[str]) -> bool:
    """Ask whether new outputs replace old ones of the same names, and return the answer."""
    outputs = counted(len(existing_names), "output is", "outputs are")
    st.warning(f"{outputs} already there under the same name. Rename the new ones below, or replace the old ones.")
    st.code("\n".join(existing_names), language=None, wrap_lines=True)
    key = f"replace-{draft.version}-{'-'.join(existing_names)}"
    return st.checkbox("Replace the old outputs, including their scores, errors and preferences", key=key)


def can_add_outputs(whole: TestSet, columns: Sequence[Column]) -> bool:
    """Return whether the columns are outputs alone with as many segments as the set, and of the same documents.

    Documents count only if both name them.
    """
    if not columns or any(column.role is not Role.SYSTEM or len(column) != len(whole) for column in columns):
        return False
    documents, _ = documents_and_domains(columns)
    return documents is None or whole.documents is None or documents.equals(whole.documents)


def attach_judgments_alone(draft: Draft, chosen: judgments.CorrectedJudgments) -> None:
    """Offer to add judgments without texts to the set in use."""
    whole = cache.named_set(state.chosen_set(), state.visitor())
    if whole is None:
        st.info("These are judgments without the texts. Drop both together.")
        return
    st.text(f"These files have judgments but no texts. They will be added to the set in use, {whole.name}.")
    _offer(draft, whole, whole.identity, chosen, "use-upload")
    st.button("Clear files", key="forget", on_click=keeping.clear_files)


def _offer(draft: Draft, test_set: TestSet, of: Hashable, chosen: judgments.CorrectedJudgments, key: str) -> None:
    """Draw a button that adds the dropped files: to the set itself if the visitor may change it, else to a copy."""
    whole, version = (
        cache.open_test_set(state.chosen_set(), state.visitor()),
        kept.find_kept_version(state.chosen_set()),
    )
    attached = judgments.attach_corrected(draft, test_set, of, chosen)
    judgments.say_refused(attached.refused)
    is_same = attached.test_set == whole
    if is_same:
        st.info(NOTHING_GOES)
    press = partial(st.button, key=key, type="primary", disabled=is_same)
    if version is not None and whole is not None and version.may_change:
        press("Add them to this set", on_click=keeping.add_version, args=(attached, draft, version, whole))
        return
    st.caption("This set is not yours, or it is an older version. Adding makes your own copy with everything in it.")
    project = keeping.choose_project("copy-in")
    press("Add them to a copy of it", on_click=keeping.keep_test_set, args=(attached, draft, project))
