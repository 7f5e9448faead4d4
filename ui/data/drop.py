"""The files that a visitor drops: read, asked about, and made into a test set; scores over time; lost files."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring.checks.terminology.glossary_files import is_glossary
from scoring.formats import ENCODINGS, Column, EncodingError, FormatError, fields_to_choose, offered_endings
from scoring.formats.bilingual.language_pair import SeveralLanguagesError
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE, megabytes
from scoring.formats.names import is_pair_of_languages
from scoring.formats.pairs import sentence_on_others
from scoring.formats.tables.statistics import SAMPLE
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.wording.set_facts import NO_REFERENCE, ONLY_POST_EDITS
from scoring.text.naming import clean_file
from server.engine.tasks import Task, Tell
from server.memory.limits import OverLimit, limits
from ui.context.glossaries import GlossaryFile
from ui.data import adding, judgments, keeping, soundness, texts, upload, whole_campaign
from ui.data.realign import realigning
from ui.kit import address
from ui.session import send, state
from ui.store import cache, histories, uploads, waiting

SHOWN_FILES_KEY = "files-shown"
"""Key of a hidden input, whose value comes back from the browser, also to a new session."""
LOST_FILES_KEY = "files_known"
"""The session's key for whether files are lost; no value until the browser has answered."""
SEVERAL = "files_of_several_languages"
"""The session's key for the languages of dropped files with several, by the file's id."""
READING = "reading"
"""Place on the page that shows the progress of reading."""
ONLY_FLAT = "Top-level fields only"
WHOLE_SET = "Drop all files together: the outputs, a reference and, if at hand, the source. Checks need no reference."
LOST = (
    "The files that were dropped here are gone: the server was started anew meanwhile, or this page was away for too"
    " long. Drop them again."
)


def describe_history(over_time_scores: histories.OverTime) -> str:
    """Return one line on a file of scores over time."""
    names = {point.name for line in over_time_scores.lines for point in line.points}
    labels = ", ".join(line.label for line in over_time_scores.lines)
    n_outputs = counted(len(names), "output")
    return f"{over_time_scores.history.file}: scores over time of {n_outputs}, by {labels or 'no metric'}."


def describe_glossary(glossary: GlossaryFile, has_texts: bool) -> str:
    """Return what happens to a glossary that was dropped, with texts or alone."""
    description = f"{glossary.file} is a glossary with {counted(len(glossary.glossary.terms), 'term')}."
    if has_texts:
        return f"{description} It is kept with the test set; Checks says which of its terms outputs lack."
    return f"{description} Drop it together with the texts, or on the page Checks, under Terms."


def _open_history(over_time_scores: histories.OverTime) -> None:
    """Open scores over time and lead to Overview; a callback. The other dropped files stay where they are."""
    try:
        histories.open_(over_time_scores)
    except OverLimit as error:
        state.set_widget_value("refused", str(error))
        return
    state.open_page_in_next_run("overview")


def notice() -> None:
    """Say that files are lost, until other files are dropped."""
    are_here = keeping.current_draft() is not None
    are_lost = state.widget_value(LOST_FILES_KEY)
    if are_lost is not None:
        state.set_widget_value(SHOWN_FILES_KEY, "yes" if are_here else "")
    with st.sidebar:
        send.hide(SHOWN_FILES_KEY)
        shown_text = st.text_input("Files that are shown", key=SHOWN_FILES_KEY)
    if are_lost is None:
        are_lost = bool(shown_text)
    are_lost = are_lost and not are_here
    state.set_widget_value(LOST_FILES_KEY, are_lost)
    if are_lost:
        st.warning(LOST)


def choose_files(label: str = WHOLE_SET) -> None:
    """Draw the place where files are dropped; ``label`` says which ones."""
    files = st.file_uploader(
        label,
        type=None,
        accept_multiple_files=True,
        key=uploads.uploader_key(keeping.UPLOADER),
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help="Plain text has one segment a line. TSV, CSV, XLSX, JSONL, NIST SGML, WMT XML, XLIFF, TMX, PO, SRT, WebVTT"
        f" and zipped or gzipped files work too ({', '.join(offered_endings())}), and Parquet as bleuscope score writes"
        " it."
        " Until they make a"
        " test set, files stay in this server's memory, up to"
        f" {megabytes(limits().visitor_bytes)} for one open page. Test sets are kept in projects.",
    )
    fields = choose_fields(files)
    read_dropped_files(files, state.widget_value("encoding"), fields)
    choose_languages(files)


def choose_fields(files: list) -> dict[int, tuple[str, ...]]:
    """Ask which fields of JSON files with texts within objects or lists are read; return them by the file's number."""
    chosen: dict[int, tuple[str, ...]] = {}
    for number, file in enumerate(files):
        start = bytes(file.getbuffer()[:MEGABYTE])
        offered = fields_to_choose(file.name, start)
        if offered and not is_glossary(file.name, start):
            st.text(f"{clean_file(file.name)} has texts within objects or lists. Which fields do you want to read?")
            field_names = st.multiselect("Fields to read", offered, key=f"fields-{file.file_id}", placeholder=ONLY_FLAT)
            if field_names:
                chosen[number] = tuple(field_names)
    return chosen


def choose_languages(files: list) -> None:
    """Ask which translations are used of each file that was read and has several languages."""
    languages_by_file = state.widget_value(SEVERAL, {})
    for file in files:
        if file.file_id in languages_by_file:
            st.text(f"{clean_file(file.name)} has translations into several languages. Which do you want to read?")
            look: dict[str, Any] = {"placeholder": "Choose it", "width": 240}
            st.selectbox("Language", languages_by_file[file.file_id], None, key=language_key(file), **look)


def chosen_languages(files: list) -> dict[int, str]:
    """Return the chosen language of each file with several, by the file's number."""
    chosen = ((number, state.widget_value(language_key(file))) for number, file in enumerate(files))
    return {number: language for number, language in chosen if language is not None}


def language_key(file: Any) -> str:
    return f"language-{file.file_id}"


def is_asked_about(error: FormatError) -> bool:
    """Return whether a file is refused only because its language is not chosen yet, which the page asks."""
    files = state.widget_value(uploads.uploader_key(keeping.UPLOADER)) or []
    languages_by_file = state.widget_value(SEVERAL, {})
    file_names = {clean_file(file.name) for file in files if file.file_id in languages_by_file}
    return isinstance(error, SeveralLanguagesError) and error.file in file_names


def note_languages(files: list, draft: keeping.Draft) -> None:
    """Keep the languages of each file that was refused because it has several."""
    errors = {error.file: error for error in draft.refused if isinstance(error, SeveralLanguagesError)}
    languages_by_file = {
        file.file_id: [language for language in error.languages if language]
        for file in files
        if (error := errors.get(clean_file(file.name))) is not None
    }
    state.set_widget_value(SEVERAL, {**state.widget_value(SEVERAL, {}), **languages_by_file})


def show_draft_or_refusal() -> None:
    """Show the draft that was read, or why files were refused."""
    notice()
    refused = state.widget_value("refused") or uploads.last_refusal(state.visitor())
    if refused and not is_about_missing_set(refused):
        st.error(refused)
    draft = keeping.current_draft()
    if draft is not None:
        show_draft(draft)
    elif keeping.was_draft_dropped():
        st.warning("The files read last are no longer kept: the server needed the room. Upload them again.")


def is_about_missing_set(refused: str) -> bool:
    """Return whether a refusal says that the test set in use is not here, which the page says already."""
    key = state.chosen_set()
    return cache.open_test_set(key, state.visitor()) is None and key.split(".")[0] in refused


def read_dropped_files(files: list, encoding: str | None, fields: Mapping[int, tuple[str, ...]]) -> None:
    """Read the files if they are new; the uploader forgets them at a page switch, the draft does not."""
    languages = chosen_languages(files)
    key = (*(file.file_id for file in files), encoding, *fields.items(), *languages.items())
    if not files or key == state.widget_value("files_read"):
        return
    before = keeping.current_draft()
    version = before.version + 1 if before else 0
    whole = cache.named_set(state.chosen_set(), state.visitor())
    names = () if whole is None else whole.system_names

    def read(tell: Tell) -> keeping.Draft:
        contents = [(file.name, file.getvalue()) for file in files]
        return upload.read_files(contents, encoding, version, tell, fields, names, languages)

    task = Task(cache.FILES, key, read)
    draft = waiting.result_or_progress(READING, task, f"Reading {counted(len(files), 'file')} …")
    if draft is not None:
        state.set_widget_value("files_read", key)
        keeping.keep_draft(draft)
        note_languages(files, draft)


def show_draft(draft: keeping.Draft) -> None:
    refused = [error for error in draft.refused if not is_asked_about(error)]
    if refused:
        st.error(f"Refused: {counted(len(refused), 'file')}.")
        st.code("\n".join(map(upload.refusal, refused)), language=None, wrap_lines=True)
    choose_encoding(draft)
    choose_language_pair(draft)
    for number, over_time_scores in enumerate(draft.histories):
        with st.container(border=True, horizontal=True, vertical_alignment="center"):
            st.text(describe_history(over_time_scores), width="stretch")
            key = f"over-time-{draft.version}-{number}"
            st.button("See them on Overview", key=key, type="primary", on_click=_open_history, args=(over_time_scores,))
            if not draft.columns and not draft.judgments and not number:
                st.button("Clear files", key="forget", on_click=keeping.clear_files)
    if draft.glossary is not None:
        has_texts = bool(draft.columns or draft.pairs)
        st.text(describe_glossary(draft.glossary, has_texts))
        if not has_texts and not draft.judgments and not draft.histories:
            st.button("Clear files", key="forget", on_click=keeping.clear_files)
    if not draft.columns and not draft.judgments:
        return
    answer = st.container()
    columns = texts.edit_texts(draft) if draft.columns else []
    chosen = judgments.edit_judgments(draft, columns)
    with answer:
        say_sample(columns)
        if draft.columns:
            if adding.offer_references(draft, columns, chosen) or adding.offer_post_edits(draft, columns, chosen):
                st.button("Clear files", key="forget", on_click=keeping.clear_files)
            elif adding.offer_outputs(draft, columns, chosen):
                with st.expander("Or make a separate test set of them"):
                    make_set(draft, columns, chosen)
            else:
                make_set(draft, columns, chosen)
        else:
            adding.attach_judgments_alone(draft, chosen)
    texts.show_notices(draft, columns)


def say_sample(columns: Sequence[Column]) -> None:
    """Say, of a file with statistics of a larger set, that a sample is used, and what the whole set scores."""
    for notice in [notice for column in columns for notice in column.notices if notice.kind == SAMPLE]:
        st.warning("This file holds the statistics of a larger set. What can be used here is a sample of its segments.")
        st.text(notice.message)


def make_set(draft: keeping.Draft, columns: Sequence[Column], chosen: judgments.CorrectedJudgments) -> None:
    """Ask for what is missing, then offer to use the set."""
    texts.ask_for_reference(draft, columns)
    texts.ask_for_post_edits(draft, columns, upload.system_names(columns))
    texts.ask_for_systems(draft, columns)
    offer_to_use(draft, columns, chosen)


def choose_encoding(draft: keeping.Draft) -> None:
    """Ask for an encoding if a file is not UTF-8."""
    if state.widget_value("encoding") is None and not any(isinstance(error, EncodingError) for error in draft.refused):
        return
    names = {None: "refused"} | {name: f"read as {name}" for name in ENCODINGS}
    address.draw_named_choice("Files that are not UTF-8 are", names, "encoding", width=280)


def choose_language_pair(draft: keeping.Draft) -> None:
    """Ask which pair of languages is used, if the files have several: texts of two pairs are no test set."""
    if not draft.pairs:
        return
    pairs, key = list(draft.pairs), f"pair-{draft.version}"

    def choose() -> None:
        keeping.keep_draft(draft.select_pair(state.widget_value(key)))

    whole_campaign.offer_whole_campaign(draft)
    of = "pairs of languages" if any(map(is_pair_of_languages, pairs)) else "test sets"
    label = f"These files are of {len(pairs)} {of}. Or use only one of them"
    at = None if draft.pair is None else pairs.index(draft.pair)
    st.selectbox(label, pairs, at, key=key, placeholder="Choose it", on_change=choose, width=420)
    if draft.pair is not None:
        st.caption(sentence_on_others(draft.pairs, draft.pair))


def offer_to_use(draft: keeping.Draft, columns: Sequence[Column], chosen: judgments.CorrectedJudgments) -> None:
    """Offer to use the test set if everything lines up; otherwise say what does not."""
    at_top = st.container()
    row = st.container(horizontal=True, vertical_alignment="bottom")
    below = st.container()
    with row:
        name = st.text_input("Name of this test set", draft.suggested_name, max_chars=100, width=320)
        project = keeping.choose_project("keep-in")
    counts = upload.count_roles(columns)
    test_set, problem = upload.to_test_set(columns, name, draft.refused)
    lined_up = None
    if test_set is not None:
        lined_up = judgments.attach_corrected(draft, test_set, judgments.correctable_values(columns), chosen)
        test_set = lined_up.test_set
        ends = {role: "s" if n > 1 and role not in ("notes", "tags") else "" for role, n in counts.items()}
        listed = ", ".join(f"{n} {role}{ends[role]}" for role, n in counts.items() if n)
        further = upload.described_judgments(test_set)
        description = f"{counted(len(test_set), 'segment')}: {listed}{further}."
        with at_top:
            if lost := len(draft.refused) + len(lined_up.refused):
                st.warning(f"{description} The texts line up, but {counted(lost, 'file is', 'files are')} left out.")
                judgments.say_refused(lined_up.refused)
            is_whole = not adding.say_of_post_edits(test_set, columns) and not lost
            soundness.say_of_dropped(test_set, description, is_whole)
        with below:
            if not test_set.references:
                st.info(ONLY_POST_EDITS if test_set.post_edits else NO_REFERENCE)
            for sentence in upload.left_out_names(lined_up):
                st.text(sentence)
            soundness.list_findings_of_dropped(test_set)
    else:
        with at_top, st.container(border=True, key="no-set-yet"):
            template = Markup('<p class="statement" dir="auto"><b>These files do not make a test set yet.</b> {}</p>')
            send.html(html.page(template.format(problem or "")))
            if any(len(column) != len(columns[0]) for column in columns):
                realigning.offer_empty_line(draft, columns)
            realigning.offer_realignment(draft, columns)
    with row:
        press, args = partial(st.button, key="use-upload", type="primary"), (lined_up, draft, project)
        press("Use this set", disabled=problem is not None, on_click=keeping.keep_test_set, args=args)
        st.button("Clear files", key="forget", on_click=keeping.clear_files)
