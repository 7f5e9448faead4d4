"""What teachers and students see of a class: its code, its answers, and the lesson that it is at."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from io import BytesIO

import segno
import streamlit as st
from markupsafe import Markup

from course import asking, example, listing, present
from course.classroom import classroom, classroom_ballot, classroom_seat, classroom_table, quiz_gain
from course.classroom.class_question import class_question
from course.lessons import LESSONS, parts
from course.quiz import quiz
from scoring.formats.tables.spreadsheets import frame_to_csv
from scoring.output.markup.html import page
from ui.kit import changes, exports
from ui.session import navigation, send, state
from workspace import Lecture, NoSeatError, Stage, UnavailableError, WorkspaceError

Counts = Mapping[str, Mapping[int, int]]
"""Lesson -> choice -> number of students who chose it."""
LEADS_SECONDS, FOLLOWS_SECONDS = 1, 2
"""Seconds between two updates of a teacher's page, and of a student's."""
TYPED = "class-code"
LONGEST_LINK = 2_000
"""Most characters of a typed code or link; Streamlit drops a longer text without a message."""
STAGES = {
    Stage.ASKED: "Question",
    Stage.COUNTED: "Counts",
    Stage.ANSWERED: "Answer",
}
QUIZ_STAGES = {Stage.ASKED: "Questions", Stage.ANSWERED: "Answers"}
"""Stages of the quiz after the lessons; the quiz before shows no answers, as students would learn them by heart."""
ANSWER_NOTE = "Yours is counted."
CHANGES = "You can change it until the answer is shown."
CHANGES_BY = "“{}” changes it, until the answer is shown."
EARLIER_ANSWER_NOTE = "What you answered before is counted, until you answer again."
WAITS = "Your answer is not counted."
ABOUT_TEACHER = "This is a student's view. The teacher leads in the browser that began the class."
QUIZ_COUNTED = "Your answers are counted. Look at your teacher's screen."
QUIZ_CLOSED = "Your teacher has shown the answers: this quiz is closed."
ABOUT_QUIZ = (
    "Your class takes the quiz on its own devices, before the lessons and after them, by the same code. You see what it"
    " gained, idea by idea, and nobody's name."
)
ABOUT_ANSWERS = (
    "Students answer {} on devices of their own, and you see how many chose what. No name is asked for, and"
    " none is kept. A class ends by itself after a day."
)
END_ASKED = "End the class for everybody? Its answers are deleted then."
DOWNLOAD = "Download all answers (CSV)"


def offer_class(lesson: str) -> None:
    """Draw the menu to join a class, and to begin one."""
    with st.popover("Class", key="class-menu"):
        with st.form("form-class-code", border=False), st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input("Students: the code of your class", key=TYPED, width=230, max_chars=LONGEST_LINK)
            st.form_submit_button("Join", type="primary", on_click=enter_typed_class)
        key = changes.new_button_key("ask-a-class")
        st.markdown("Teachers: begin a class")
        st.button("Ask a class", key=key, on_click=classroom.begin_class, args=(key, lesson))
        st.caption(ABOUT_QUIZ if lesson in quiz.NAMES else _answers_note(lesson))
        if (ended := classroom.ended_class()) is not None and ended.counts:
            st.caption(f"Your class {spoken_code(ended.code)} has ended.")
            _offer_answers(lambda: ended.counts, ended.code, "ended-answers")


def enter_typed_class() -> None:
    """Enter the class of the typed code or link; a callback."""
    classroom.enter_class(state.widget_value(TYPED, ""))


def draw_class_notice() -> None:
    """Draw why the code in the address opens no class; or that the class has ended, while at the same lesson."""
    ended = classroom.ended_class()
    here = state.address_value(classroom_seat.CODE), state.address_value("lesson")
    if ended is not None and here == ("", ended.lesson):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="class-over"):
            changes.draw_sentence(changes.DONE, f"{classroom.ENDED} Its answers are deleted from the server.")
            if ended.counts:
                _offer_answers(lambda: ended.counts, ended.code, "last-answers")
    elif classroom.is_class_over() and here[1] not in quiz.NAMES:
        changes.draw_sentence(changes.DONE, classroom.ENDED)
    if why := classroom.code_error():
        changes.draw_sentence(changes.FAILED, why)


def draw_class_over(name: str) -> bool:
    """Draw that a student's class has ended in a part of the quiz; return whether that is so."""
    is_over = name in quiz.NAMES and classroom.is_class_over()
    if is_over:
        send.sentences(classroom.OVER_SAID)
        st.button("Go on to the lessons", key="to-lessons", on_click=state.choose_lesson, args=(listing.PARTS[0],))
    return is_over


# --- the teacher ---


def draw_class_controls(lecture: Lecture, lesson: str, stage: Stage | None = None) -> Lecture:
    """Draw the class's code and its controls; return the class after it has moved to its teacher's place.

    ``stage``: as for ``classroom.follow_or_lead``. A slide with an answer has no room for the controls: see
    ``draw_result``.
    """
    lecture = classroom.follow_or_lead(lecture, lesson, stage)
    if stage == Stage.ANSWERED and lesson in LESSONS:
        return lecture
    address = state.full_page_address(navigation.LEARN)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="class-band"):
        send.html(page(_code(lecture, address.partition("://")[2])), "content")
        if lesson not in LESSONS and lesson not in quiz.NAMES:
            with st.container(width="content", key="class-joined"):
                watch_class(lecture, lambda now: send.html(page(_joined_count_html(now))))
        if lesson in LESSONS:
            _choose_stage(lecture, lesson, STAGES, stage is not None)
        elif quiz.NAMES.get(lesson) == "after":
            _choose_stage(lecture, lesson, QUIZ_STAGES, stage is not None)
        with st.popover("Link, QR" if stage is None else "QR", key="class-link"):
            _draw_link(lesson, f"{address}?{classroom_seat.CODE}={lecture.code}")
        if stage is not None:
            offer_end(lecture)
    return lecture


def offer_end(lecture: Lecture) -> None:
    """Draw the teacher's menu with all answers as a file, and the end of the class."""
    with st.popover("Answers, end", key="class-close"):
        _draw_end(lecture)


def _code(lecture: Lecture, address: str = "") -> Markup:
    code = spoken_code(lecture.code)
    above = (
        Markup("<span>{} → “Class”</span>").format(address) if address else Markup("<small>Student in class</small>")
    )
    return Markup('<div class="code">{}<b>{}</b></div>').format(above, code)


def spoken_code(code: str) -> str:
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def _draw_link(lesson: str, link: str) -> None:
    send.html(page(qr_code(link, "The class's link, for a camera")))
    st.code(link, language=None, wrap_lines=True)
    st.caption(_answers_note(lesson))


def _draw_end(lecture: Lecture) -> None:
    _offer_answers(classroom.counts_of_all_lessons(lecture), lecture.code, "class-answers")
    is_ending = classroom.is_ending(lecture)
    if is_ending:
        st.markdown(END_ASKED)
    with st.container(horizontal=True, gap="small"):
        if is_ending:
            st.button("End it", key="class-end-now", type="primary", on_click=classroom.end_class, args=(lecture,))
            st.button("Go on", key="class-go-on", on_click=classroom.ask_to_end, args=(None,))
        else:
            st.button("End the class …", key="class-end", on_click=classroom.ask_to_end, args=(lecture,))


def _answers_note(lesson: str) -> str:
    return ABOUT_ANSWERS.format("the quiz" if lesson in quiz.NAMES else "this lesson")


def _offer_answers(counts: Callable[[], Counts], code: str, key: str) -> None:
    """Draw a download button for all answers of a class so far, without names."""

    def make() -> bytes:
        return frame_to_csv(classroom_table.class_answers(counts()))

    exports.draw_download_button(DOWNLOAD, make, exports.file_name(code, "class", "csv"), "text/csv", key)


def _choose_stage(lecture: Lecture, lesson: str, stages: Mapping[Stage, str], is_presented: bool) -> None:
    """Draw one button for each stage.

    A widget with a value would send an old stage with the next key press, and lead the class back there.
    """

    def choose(stage: Stage) -> None:
        if is_presented:
            state.choose_lesson(lesson, present.PART_OF[stage])
        else:
            classroom.show_stage(lecture, lesson, stage)

    with st.container(horizontal=True, gap=None, width="content", key="class-stage"):
        for stage, label in stages.items():
            st.button(
                label,
                key=f"class-stage-{stage}",
                type="primary" if stage == lecture.stage else "secondary",
                on_click=choose,
                args=(stage,),
            )


def draw_question(lecture: Lecture, question: parts.Question) -> None:
    """Draw for the teacher the question, and the class's answers as far as they may be seen."""
    st.markdown(asking.prompt(question))

    def draw(now: Lecture) -> None:
        send.html(page(_number(now)))
        if question.is_listed or now.stage != Stage.ASKED:
            send.html(page(_bars(question, now)))

    watch_class(lecture, draw)


def draw_counts_for_teacher(lecture: Lecture, question: parts.Question) -> None:
    """Draw for the teacher's own screen the class's answers so far, and which ones are right."""

    def draw(now: Lecture) -> None:
        n_right = classroom_ballot.number_right(question, now.counts)
        right, counts = classroom_ballot.right_bars(question), classroom_ballot.bar_counts(question, now.counts)
        send.html(page(_number(now, f"{n_right:,} right")))
        send.html(page(classroom_ballot.answer_bars(classroom_ballot.bar_labels(question), counts, now.n_votes, right)))

    watch_class(lecture, draw)


def draw_result(lecture: Lecture, question: parts.Question) -> None:
    """Draw on a slide with the answer the counts, the number of right answers, and the class's code."""

    def draw(now: Lecture) -> None:
        n_right = classroom_ballot.number_right(question, now.counts)
        send.html(page(_number(now, f"{n_right:,} right · class {spoken_code(lecture.code)}")))
        send.html(page(classroom_ballot.shortest_bars(question, now.counts, now.n_votes)))

    watch_class(lecture, draw)


def draw_quiz_gain(lecture: Lecture, name: str) -> None:
    """Draw for the teacher how many have taken the quiz, and for each idea how many were right before and after.

    Once answers are shown, also each question of this part with its counts and the right choice.
    """

    def draw(now: Lecture) -> None:
        counts = classroom.counts_of_all_lessons(now)()
        by_form = {form: counts.get(name, {}) for name, form in quiz.NAMES.items()}
        is_closed = now.stage == Stage.ANSWERED
        if not (now.n_votes or state.address_value("present")):
            st.caption(ABOUT_QUIZ)
        sentence = quiz_gain.class_gain_sentence(by_form, now.n_joined, is_closed)
        send.html(page(_number(now, sentence, verb="finished")))
        if is_closed:
            send.html(page(quiz_gain.quiz_votes_html(quiz.NAMES[name], counts.get(name, {}))))
        send.html(page(quiz_gain.class_gain_html(by_form, is_closed)))

    with st.container(key="quiz-gain"):
        watch_class(lecture, draw)


# --- the students ---


def draw_followed_lesson(lecture: Lecture, show: Callable[[str, parts.Lesson, bool], None]) -> None:
    """Draw the teacher's lesson and nothing else; ``show`` draws it, with the answer once that may be seen."""
    name = lecture.question
    with st.container(horizontal=True, horizontal_alignment="distribute", key="class-band"):
        send.html(page(_code(lecture)), "content")
        st.button(
            "Leave the class", key="class-leave", type="tertiary", on_click=classroom.leave_class, args=(lecture,)
        )
    with st.container(key="class-teacher"):
        st.caption(ABOUT_TEACHER)
    if name in LESSONS:
        send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.part_title(name))))
        _remind(lecture, LESSONS[name])
        show(name, LESSONS[name], lecture.stage == Stage.ANSWERED)
    elif name in quiz.NAMES:
        draw_quiz_of_student(lecture)
    else:
        send.html(page(Markup('<p class="statement">Nothing is asked now. Look at your teacher\'s screen.</p>')))
        watch_class(lecture)


def draw_quiz_of_student(lecture: Lecture) -> None:
    """Draw the quiz of the class; at its end, count the student's answers."""
    name = lecture.question
    send.html(page(Markup('<div class="lesson"><h2>{}</h2></div>').format(listing.part_title(name))))
    is_revealed = lecture.stage == Stage.ANSWERED
    choices = quiz.draw_quiz_of_class(name, is_revealed)
    if choices is not None:
        try:
            is_counted = classroom.take_quiz_answers(lecture, choices)
        except UnavailableError:
            raise
        except NoSeatError:  # the class has ended meanwhile: the next run says so
            st.rerun()
        except WorkspaceError as error:
            changes.draw_sentence(changes.FAILED, str(error))
            is_counted = False
        send.sentences(QUIZ_COUNTED if is_counted else WAITS)
    elif is_revealed:
        st.caption(QUIZ_CLOSED)
    watch_class(lecture)


def _remind(lecture: Lecture, lesson: parts.Lesson) -> None:
    """Put the counted choice back into the page after a reload, unless the student has taken it back since."""
    name, question = lecture.question, class_question(lesson)
    key = example.answer_key(name)
    if state.widget_value(f"{key}_reminded"):
        return
    state.set_widget_value(f"{key}_reminded", True)
    choice = lecture.choice
    if choice is None or not question.choices or not question.can_be(choice) or state.widget_value(key) is not None:
        return
    state.set_widget_value(key, choice)
    if control := lesson.control(question.slider or question.setting):
        state.set_widget_values({example.example_key(name, control.name): parts.control_settings(control)[choice]})


def counted_answer(lecture: Lecture, question: parts.Question, answer: parts.Answer | None) -> parts.Answer | None:
    """Return the answer; once the right one is shown, the counted choice, even if another was made since."""
    is_over = lecture.stage == Stage.ANSWERED and question.choices
    return lecture.choice if is_over else answer


def draw_answers(lecture: Lecture, question: parts.Question, answer: parts.Answer | None) -> None:
    """Count the student's answer, and draw beneath the question the number of answers or the counts.

    Students who have not answered yet do not see the counts until the right answer is shown.
    """
    try:
        is_counted = classroom.take_answer(lecture, question, answer)
    except UnavailableError:
        raise
    except NoSeatError:  # the class has ended meanwhile: the next run says so
        st.rerun()
    except WorkspaceError as error:
        changes.draw_sentence(changes.FAILED, str(error))
        is_counted = False

    about_own = _own_answer_sentence(question, answer) if is_counted else WAITS if answer is not None else ""

    def draw(now: Lecture) -> None:
        send.html(page(_number(now, "" if now.stage == Stage.ANSWERED else about_own)))
        if now.stage == Stage.ANSWERED or (now.stage == Stage.COUNTED and is_counted):
            send.html(page(_bars(question, now)))

    watch_class(lecture, draw)


def _own_answer_sentence(question: parts.Question, answer: parts.Answer | None) -> str:
    """Return a sentence about a student's own answer that is counted."""
    if answer is None:
        return EARLIER_ANSWER_NOTE
    return f"{ANSWER_NOTE} {CHANGES if question.is_listed else CHANGES_BY.format(asking.retry_label(question))}"


# --- both ---


def draw_class_question(lecture: Lecture, question: parts.Question, answer: parts.Answer | None) -> None:
    """Draw beneath a question what the teacher, or a student, sees of the class's answers."""
    if lecture.is_led:
        draw_question(lecture, question)
    else:
        draw_answers(lecture, question, answer)


def watch_class(lecture: Lecture, draw: Callable[[Lecture], None] | None = None) -> None:
    """Draw the class again every second or two; run the whole page again once its teacher has moved on."""

    def look() -> None:
        try:
            now = classroom.class_now(lecture)
        except UnavailableError as error:
            st.caption(str(error))
            return
        except WorkspaceError:
            st.rerun()
        if (now.question, now.stage) != (lecture.question, lecture.stage):
            st.rerun()
        elif draw is not None:
            draw(now)

    st.fragment(look, run_every=LEADS_SECONDS if lecture.is_led else FOLLOWS_SECONDS)()


def _number(now: Lecture, note: str = "", verb: str = "answered") -> Markup:
    answers = "1 answer" if now.n_votes == 1 else f"{now.n_votes:,} answers"
    if now.n_joined:
        answers = f"{now.n_votes:,} of {max(now.n_joined, now.n_votes):,} {verb}"
    return Markup('<p class="votes-n" role="status"><b>{}</b> {}</p>').format(answers, note)


def _joined_count_html(now: Lecture) -> Markup:
    return Markup('<p class="votes-n" role="status"><b>{:,}</b> joined</p>').format(now.n_joined)


def _bars(question: parts.Question, now: Lecture) -> Markup:
    counts = None if now.stage == Stage.ASKED else classroom_ballot.bar_counts(question, now.counts)
    right = classroom_ballot.right_bars(question) if now.stage == Stage.ANSWERED else frozenset()
    own = classroom_ballot.bars_of_choice(question, now.choice)
    return classroom_ballot.answer_bars(classroom_ballot.bar_labels(question), counts, now.n_votes, right, own)


def qr_code(address: str, label: str) -> Markup:
    """Return a QR code, black on white in any theme, as cameras need it."""
    file = BytesIO()
    segno.make(address, micro=False).save(file, kind="svg", scale=8, border=3, light="#fff", dark="#000", xmldecl=False)
    picture = Markup("data:image/svg+xml;base64,{}").format(b64encode(file.getvalue()).decode("ascii"))
    return Markup('<img class="qr" src="{}" alt="{}">').format(picture, label)
