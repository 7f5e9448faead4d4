"""A class of 30 browsers: a question, the quiz before the lessons and after, and the gain that the teacher sees."""

import json
import os
import re
import time
from collections.abc import Mapping, Sequence

from playwright.sync_api import Page, expect, sync_playwright
from tabulate import tabulate

from benchmarks.browser import FLAGS
from benchmarks.data import Data
from benchmarks.serving import serve
from course.classroom.quiz_gain import class_gain_sentence, number_of_choices
from course.quiz.questions import FORMS, Form, quiz_items
from course.quiz.quiz import encode_choices, quiz_title
from course.records import class_record_name
from tools import chromium
from workspace import ANSWERED_BOTH

N_STUDENTS = int(os.environ.get("CLASS_STUDENTS", "30"))
LESSON = "negation"
OPTION = ".st-key-question [role=radiogroup] label"
SHARES: dict[Form, int] = {"before": 2, "after": 4}
"""Number of right answers of a student to every five questions."""
MS = 120_000


def run(_: Sequence[Data]) -> None:
    rows = []
    expect.set_options(timeout=MS)
    with serve() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        teacher = browser.new_context().new_page()
        teacher.set_default_timeout(MS)
        teacher.goto(f"{server.address}/learn?lesson={LESSON}")
        teacher.locator(".st-key-class-menu button").click()
        teacher.get_by_role("button", name="Ask a class").click()
        expect(teacher.get_by_text("0 answers")).to_be_visible()
        (code,) = re.findall(r"class=(\w{6})", teacher.url)
        begun = time.perf_counter()
        students = [browser.new_context().new_page() for _ in range(N_STUDENTS)]
        for student in students:
            student.set_default_timeout(MS)
            student.goto(f"{server.address}/learn?class={code}", wait_until="commit")
        expect(teacher.get_by_text(f"0 of {N_STUDENTS} answered")).to_be_visible()
        rows.append(("all have joined", time.perf_counter() - begun))
        begun = time.perf_counter()
        for number, student in enumerate(students):
            student.locator(OPTION).nth(number % 3).click()
        expect(teacher.get_by_text(f"{N_STUDENTS} of {N_STUDENTS} answered")).to_be_visible()
        rows.append(("all have answered, and the teacher sees it", time.perf_counter() - begun))
        counts: dict[Form, dict[int, int]] = {form: {} for form in FORMS}
        for form in FORMS:
            begun = time.perf_counter()
            _take_quiz(teacher, students, form, code, counts[form])
            if form == "after":
                counts = {one: _marked(of_form) for one, of_form in counts.items()}
            expect(teacher.get_by_text(class_gain_sentence(counts))).to_be_visible()
            rows.append((f"the quiz {form}, and the right gain", time.perf_counter() - begun))
        browser.close()
    print(tabulate([(what, f"{seconds:.1f}") for what, seconds in rows], ["", "s"], colalign=["left", "right"]))
    print(class_gain_sentence(counts))


def _marked(counts: Mapping[int, int]) -> dict[int, int]:
    """Return the counts of choices, marked as from students who have taken both forms."""
    return {number + ANSWERED_BOTH: n for number, n in counts.items()}


def _take_quiz(teacher: Page, students: Sequence[Page], form: Form, code: str, counts: dict[int, int]) -> None:
    """Let all students take a quiz: all answers but the last are put into the browser's memory, the last is clicked."""
    title, items = quiz_title(f"quiz-{form}"), quiz_items(form)
    lessons = teacher.locator(".st-key-lesson_list input")
    lessons.click()
    lessons.fill(title)
    teacher.get_by_role("option", name=title).click()
    for student in students:
        expect(student.get_by_role("heading", name=title)).to_be_visible()
    for number, student in enumerate(students):
        is_right = [(number + place) % 5 < SHARES[form] for place in range(len(items))]
        choices = [
            item.right if right else (item.right + 1) % len(item.choices)
            for item, right in zip(items, is_right, strict=True)
        ]
        kept = json.dumps(
            {class_record_name(code, f"quiz-{form}"): [encode_choices(form, tuple(choices[:-1])), "", ""]}
        )
        student.evaluate("kept => localStorage.setItem('bleuscope-lessons', kept)", kept)
        student.reload(wait_until="commit")
        expect(student.get_by_text(f"Question {len(items)} of {len(items)}")).to_be_visible()
        chosen = number_of_choices(form, choices)
        counts[chosen] = counts.get(chosen, 0) + 1
        student.locator(OPTION).nth(choices[-1]).click()
        student.get_by_role("button", name="See your score").click()
