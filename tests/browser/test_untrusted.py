"""Text of users is shown as text, in names, segments and notes; nothing of it runs or is fetched."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser import steps
from tests.hostile import MARKDOWN, SCRIPTS, SCRIPTURES

NAMES = (
    "<img src=x onerror=window.flag=1>",
    "<script>window.flag=1</script>",
    "![x](http://evil.example/x.png)",
    "[x](javascript:window.flag=1) $\\LaTeX$",
    ":red[x] :material/home: **bold** -> &lt;",
)
NOTE = '<iframe srcdoc="<script>parent.flag=1</script>"></iframe> ![x](http://evil.example/n.png)'
GROUPS = (SCRIPTS, MARKDOWN, SCRIPTURES)
FILE_NAME = "<img src=x onerror=window.flag=1> ![x](y) :red[z].txt"


def hostile_set():
    """Every hostile text as source, reference and output, under hostile names."""
    rows = []
    for group in GROUPS:
        text = " ".join(group)
        systems = {name: f"{text} {number}" for number, name in enumerate(NAMES)}
        rows.append({"origin": NOTE, "source": text, "references": [f"{text} 0", "other"], "systems": systems})
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    return {"name": "set.jsonl", "mimeType": "application/json", "buffer": lines.encode()}


@pytest.fixture
def harmless(page, problems):
    """Says whether anything ran; dialogs are noted as problems, requests and errors are by the page itself."""

    def note(dialog):
        problems.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("dialog", note)

    def harmless():
        steps.come_to_rest(page)
        assert page.evaluate("window.flag") is None
        main = page.get_by_test_id("stApp")
        expect(main.locator("iframe, script, img[src='x'], [onerror], [onload]")).to_have_count(0)
        expect(main.locator("a[href^=javascript], img[src*=evil], a[href*=evil]")).to_have_count(0)
        expect(main.locator(".katex")).to_have_count(0)
        assert problems == []

    return harmless


@pytest.mark.exhaustive
def test_hostile_text_is_shown_as_text_from_its_upload_to_each_drawing_of_a_segment(open_page, page, settle, harmless):
    open_page("/data", ".st-key-files")
    refused = {"name": FILE_NAME, "mimeType": "text/plain", "buffer": b"\xff\xfe\xfd"}
    steps.drop(page, [hostile_set(), refused])
    settle(page.locator(".st-key-use-upload"))
    expect(page.get_by_test_id("stCode").filter(has_text=FILE_NAME)).to_be_visible()
    page.get_by_label("Name of this test set").fill(NAMES[2])
    page.keyboard.press("Enter")
    harmless()
    steps.use(page)
    settle(page.locator(".verdict"))
    steps.until(page, page.locator(".verdict").inner_text, names_one)
    steps.expect_table(page, lambda rows: sorted(row[0] for row in rows) == sorted(NAMES))
    steps.until(page, page.locator(".st-key-precisions .ytick text").all_text_contents, are_cut_names)
    chart = page.locator(".st-key-precisions")
    steps.until(page, lambda: hover_label(chart), lambda label: any(name[:20] in label for name in NAMES))
    systems = page.locator(".st-key-systems input")
    systems.scroll_into_view_if_needed()  # a list that is open closes when the page scrolls
    settle(systems)
    systems.click()
    for name in NAMES:
        expect(page.get_by_role("option", name=name, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    harmless()

    steps.go_to_first(page, "segments")
    settle(page.locator(".bs .h"))
    page.locator("h1").click()  # what is typed goes to the page again
    for number, group in enumerate(GROUPS, 1):
        expect(steps.segment_heading(page, number)).to_be_visible()
        check_segment(page, " ".join(group))
        harmless()
        page.keyboard.press("j")
        settle(page)
    page.get_by_text("Every n-gram with its counts").click()
    settle(page)
    check_a_hostile_pattern(page, settle, harmless)
    steps.choose(page, "sort_by", f"lowest BLEU of {NAMES[0]}")
    settle(page)
    harmless()

    steps.go(page, "TER")
    settle(page.locator(".figure .token"))
    page.keyboard.press("ArrowRight")
    harmless()
    check_edits(page)
    harmless()

    steps.go(page, "tBLEU")
    settle(page.locator(".canvas .token"))
    for number in range(4):
        page.locator(".canvas .token").nth(number).hover()
    harmless()


def check_a_hostile_pattern(page, settle, harmless):
    """It is quoted as text, and lists everything."""
    page.get_by_role("button", name="Filter").click()
    page.locator(".st-key-find_regex label").click()
    settle(page)
    page.keyboard.press("Escape")
    search = page.locator(".st-key-find_text input")
    search.fill("<img src=x onerror=window.flag=1>(")
    quoted = page.get_by_test_id("stCode").filter(has_text="<img src=x")
    expect(quoted).to_be_visible()
    harmless()
    search.fill("<img src=x onerror=window.flag=1>")
    expect(quoted).to_have_count(0)
    harmless()
    search.fill("")
    expect(page.locator(".st-key-picker .row").first).to_be_visible()


def names_one(said):
    return any(name in said for name in NAMES)


def are_cut_names(shown):
    """Each may end in an ellipsis."""
    cut = [text.strip().removesuffix("…") for text in shown]
    return len(cut) == len(NAMES) and all(any(name.startswith(text) for name in NAMES) for text in cut)


def check_edits(page):
    """The words drawn are those of the segment in use, and names stand as they are."""
    outputs = page.locator(".outputs").text_content
    steps.until(page, outputs, lambda said: {name for name in NAMES if name in said} == set(NAMES[:2]))

    def is_the_segment(words):
        number = int(steps.expect_parameters(page, lambda _: True).get("segment", 1))
        return "".join(" ".join(GROUPS[number - 1]).split()) in "".join(words)

    steps.expect_drawn(page, is_the_segment)


def hover_label(chart):
    """What a chart says about its first dot; it may still be on the way when it is pointed at."""
    dot = steps.middle(chart.locator(".scatterlayer .point").first)
    for aside in (1, 0):
        chart.page.mouse.move(dot["x"] + aside, dot["y"])
    return chart.locator(".hoverlayer").text_content()


def check_segment(page, text):
    lines = page.locator(".bs .line")
    expect(page.locator(".bs .score")).to_have_count(len(NAMES))
    steps.until(page, lines.locator(".who b").all_text_contents, lambda names: set(NAMES) < set(names))
    steps.until(page, page.locator(".bs h4").all_text_contents, lambda names: names == list(NAMES))
    steps.until(page, lines.first.text_content, lambda said: NOTE in said)
    steps.until(page, lines.nth(1).locator(".words").text_content, lambda words: words == text)
    first = lines.filter(has=page.locator(".h")).first
    read = "tokens => tokens.map(token => token.firstChild.data).join('')"

    def are_the_texts(tokens):
        """They are 13a's, so their text is compared without white space."""
        known = "window.flag" not in text or "window.flag" in tokens
        return known and len(tokens) > len("".join(text.split())) / 2

    steps.until(page, lambda: first.locator(".h").evaluate_all(read), are_the_texts)
    first.locator(".h").first.hover()
    steps.until(page, lambda: steps.tip(first.locator(".h").first), bool)
