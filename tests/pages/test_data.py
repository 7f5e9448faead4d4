"""The page Data as Streamlit runs it: files become the test set in use, or are refused with a reason."""

import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from scoring import TestSet
from scoring.judgments import Scores
from tests.bilingual import SOURCES, TARGETS, XLIFF
from tests.files import zipped
from tests.pages.steps import (
    NEWS,
    SHELL,
    WAIT_SECONDS,
    address,
    bleu_of,
    button,
    go,
    html,
    key_of,
    ran,
    ran_until,
    said,
    scored,
    texts,
    title,
    unfold,
    upload,
    value_of,
)
from ui.context import language
from ui.data import drop, keeping
from ui.store import cache, kept
from ui.store.kept import uses

REFERENCE = ("reference.txt", b"the cat sat on the mat\nit was quiet today\n", "text/plain")
FILES = [
    ("source.txt", "die Katze saß auf der Matte\nes war heute ruhig\n".encode(), "text/plain"),
    REFERENCE,
    ("system.good.txt", b"the cat sat on the mat\nit was very quiet today\n", "text/plain"),
    ("system.poor.txt", b"a cat sat on the mat\nquiet\n", "text/plain"),
]
TERMS = ("terms.tsv", b"source\ttarget\nKatze\tcat\n", "text/plain")
LATIN = ("system.latin.txt", "naïve\nà la carte\n".encode("latin-1"), "text/plain")


def test_a_glossary_that_is_dropped_with_a_set_is_kept_with_it(visit):
    at = upload(visit("data"), [*FILES, TERMS])
    assert "2 segments" in at.success[0].value
    said = "terms.tsv is a glossary with 1 term. It is kept with the test set;"
    assert said in " ".join(text.value for text in at.text)
    ran(at.button(key="use-upload").click().run())
    assert kept.server_workspace().test_set(address(at, "set")).glossary == "terms.tsv"
    at = upload(visit("data"), [TERMS])
    assert "Drop it together with the texts" in " ".join(text.value for text in at.text)
    at = upload(visit("data"), [*FILES, ("terms.tsv", b"source\ttarget\nKatze\t\n", "text/plain")])
    assert "terms.tsv, line 2: expected a target" in at.code[0].value
    assert at.success or at.warning


@pytest.mark.exhaustive
def test_uploaded_files_become_the_set_in_use_on_every_page(visit):
    at = upload(visit("data"), FILES)
    assert "2 segments" in at.success[0].value
    ran(at.button(key="use-upload").click().run())
    identity = address(at, "set")
    test_set = cache.open_test_set(identity)
    assert test_set.system_names == ("good", "poor")
    expected = scored(test_set)
    assert expected["good"] > expected["poor"] > 0
    assert bleu_of(go(at, "overview")) == pytest.approx(expected)
    assert "die Katze" not in html(at)
    assert "es war" in html(go(at, "segments"))
    assert title(go(at, "data")) == "Test sets"
    # A link to it shows it to someone else.
    assert bleu_of(visit("overview", set=identity)) == pytest.approx(expected)
    assert "die Katze" in html(visit("segments", set=identity, segment="1"))


def test_a_draft_outlives_a_page_switch_until_it_is_forgotten(visit):
    at = upload(visit("data"), FILES)
    go(at, "overview")
    assert go(at, "data").success
    ran(at.button(key="forget").click().run())
    assert not at.success
    assert [b.key for b in at.button if b.key == "use-upload"] == []


@pytest.mark.exhaustive
def test_the_same_files_can_be_dropped_again_after_they_were_forgotten(visit):
    at = upload(visit("data"), FILES)
    ran(at.button(key="forget").click().run())
    at = go(go(at, "overview"), "data")
    assert upload(at, FILES).success


def test_a_refused_file_keeps_its_reason_visible(visit):
    at = upload(visit("data"), [*FILES, LATIN])
    assert "system.latin.txt" in texts(at)
    assert "0xEF" in texts(at)
    assert not at.success, "all is well is not said while a file is left out"
    assert "The texts line up, but 1 file is left out." in at.warning[0].value, "the others can be used"
    ran(at.button(key="use-upload").click().run())
    assert title(at) == "Overview"
    assert "⚠ system.latin.txt is not used: expected text in UTF-8, found the byte 0xEF" in html(at)
    assert "system.latin.txt" not in html(visit("overview", set=address(at, "set")))
    assert "0xEF" in texts(go(at, "data"))


def test_where_the_only_output_is_refused_the_page_says_so_in_its_own_words(visit):
    at = upload(visit("data"), [REFERENCE, LATIN])
    assert "choose its encoding below." in texts(at)
    assert "--encoding" not in texts(at)
    assert "No output is left: system.latin.txt was refused (above)." in said(at)


@pytest.mark.exhaustive
def test_an_encoding_is_a_choice(visit):
    at = upload(visit("data"), [REFERENCE, LATIN])
    assert "0xEF" in texts(at)
    ran(at.selectbox(key="encoding").set_value("windows-1252").run())
    assert "0xEF" not in texts(at)
    ran(at.button(key="use-upload").click().run())
    assert cache.open_test_set(address(at, "set")).system("latin").segments.to_pylist() == ["naïve", "à la carte"]


def test_unequal_counts_are_told_of_the_file_that_differs(visit):
    at = upload(visit("data"), [*FILES, ("system.short.txt", b"one\n", "text/plain")])
    assert not at.success
    assert "system.short.txt has 1 segment; the 4 other files have 2." in said(at)
    assert "In use: News, English to Spanish" in texts(at), "in one line, so that this is in the first screen"
    assert at.button(key="use-upload").disabled
    assert "bleuscope realign" not in texts(at), "a button offers it"


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    "files",
    [
        [("empty.txt", b"", "text/plain")],
        [("binary.dat", bytes(range(256)), "")],
        [("bomb.zip", b"PK\x03\x04", "application/zip")],
        [("x.json", b"{", "application/json")],
        [REFERENCE],
        [REFERENCE, REFERENCE],
    ],
    ids=lambda files: files[0][0],
)
def test_files_that_make_no_set_are_answered_and_leave_the_old_one_in_use(visit, files):
    at = upload(visit("data"), files)
    assert at.error or "These files do not make a test set yet." in said(at)
    assert address(at, "set") == NEWS


def test_fields_within_objects_are_chosen(visit):
    rows = [{"q": {"text": text}, "answer": [{"text": text.upper()}], "reference": text} for text in ("a b", "c d")]
    data = "\n".join(map(json.dumps, rows)).encode()
    at = upload(visit("data"), [("chat_<b>.jsonl", data, "")])
    (menu,) = (menu for menu in at.multiselect if menu.label == "Fields to read")
    assert menu.options == ["q.text", "answer.0.text", "reference"]
    assert "chat_<b>.jsonl has texts within objects or lists." in texts(at)
    before = value_of(at, "files_read")
    ran(menu.set_value(["answer.0.text", "reference"]).run())
    ran_until(at, lambda at: value_of(at, "files_read") != before)
    ran(at.button(key="use-upload").click().run())
    test_set = cache.open_test_set(address(at, "set"))
    assert test_set.references[0].segments.to_pylist() == ["a b", "c d"]
    assert test_set.system("answer.0.text").segments.to_pylist() == ["A B", "C D"]


def test_references_that_leave_segments_without_any_are_not_used(visit):
    rows = (
        b'{"references": ["a b c d", null], "systems": {"A": "a b c d"}}\n'
        b'{"references": [null, "e"], "systems": {"A": "e"}}\n'
    )
    at = upload(visit("data"), [("set.jsonl", rows, "")])
    ran(at.button(key="use-upload").click().run())
    test_set = cache.open_test_set(address(at, "set"))
    at.sidebar.multiselect(key="references").set_value([test_set.reference_names[0]])
    at = go(at, "overview")
    assert "references" in at.warning[0].value
    assert bleu_of(at) == pytest.approx(scored(test_set))


def test_a_link_to_what_is_no_test_set_says_that_it_is_gone(visit):
    identity = cache.keep_given("me", "words", "counts.tsv", b"a\t1\n", pa.array(["a"]))
    assert title(visit("overview", set=identity)) == "This test set is not here"


def test_a_set_that_is_kept_comes_into_use_though_the_run_ends_halfway(visit, monkeypatch):
    """Another message may end it, such as that of a second press."""
    at = upload(visit("data"), FILES)
    use_set, used = language.use_set_with_settings, []

    def halfway(identity):
        used.append(identity)
        if len(used) == 1:
            st.rerun()
        use_set(identity)

    monkeypatch.setattr(language, "use_set_with_settings", halfway)
    ran(at.button(key="use-upload").click().run())
    assert title(at) == "Overview"
    assert used == [address(at, "set")] * 2


TABLE = (
    b"english,deutsch,engine,topic\n"
    b"the cat sat,die Katze sass,die Katze sass,news\n"
    b"it was quiet,es war still,es ist still,news\n"
)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["start", "data"])
def test_what_a_table_does_not_say_is_asked_in_words(visit, page):
    at = upload(visit(page), [("scores.csv", TABLE, "text/csv")])
    assert at.button(key="use-upload").disabled
    (reference,) = (box for box in at.selectbox if "reference" in box.label)
    assert any(option.startswith("deutsch: die Katze") for option in reference.options)
    right = next(number for number, option in enumerate(reference.options) if option.startswith("deutsch"))
    ran(reference.select_index(right).run())
    assert not [box for box in at.selectbox if "reference" in box.label]
    (systems,) = at.main.multiselect
    assert systems.options == ["1. english", "3. engine", "4. topic"]
    ran(systems.set_value([2]).run())
    ran(at.button(key="use-upload").click().run())
    test_set = cache.open_test_set(address(at, "set"))
    assert test_set.system_names == ("engine",)
    assert test_set.reference_names == ("deutsch",)
    assert title(at) == "Overview"


def test_a_set_that_was_used_is_at_hand_at_the_start(visit):
    at = upload(visit("start"), [(name, data + b"\nof this test", kind) for name, data, kind in FILES])
    ran(at.button(key="use-upload").click().run())
    identity = address(at, "set")
    uses().wait()
    ran(go(go(at, "learn"), "start").button(key=f"recent-{identity}").click().run())
    assert title(at) == "Overview"
    options = at.sidebar.selectbox(key="test_set").options
    assert any(option.startswith("good and 1 more") for option in options), (
        "another test may have kept one of this name"
    )


@pytest.mark.exhaustive
def test_a_sample_leads_to_its_verdict(visit):
    at = visit("start")
    ran(at.button(key="use-textbook").click().run())
    assert title(at) == "Overview"
    assert address(at, "set") == "textbook"


def test_commands_for_metrics_that_run_elsewhere_stand_with_the_set_in_use(visit):
    at = visit("data", set=NEWS)
    assert "comet-score" not in texts(at), "folded"
    at = unfold(at, "Compute COMET")
    assert "comet-env/bin/comet-score -s source.txt" in texts(at)
    assert "system.apertium-direct.txt" in texts(at)
    assert "These metrics take one reference" in texts(at)
    (download,) = (found for found in at.get("download_button") if found.proto.label == "The texts as files")
    assert not download.proto.disabled


def test_texts_with_line_breaks_are_counted_over_all_files(visit):
    test_set = TestSet.build({"A": ["a\nb", "c"], "B": ["a\nb", "c"]}, [["r", "r"]], ["s\nt", "s"])
    at = unfold(visit("data", set=key_of(test_set)), "Compute COMET")
    assert at.warning[0].value.startswith("3 texts have line breaks within")
    assert any("without a graphics card add `--gpus 0`." in caption.value.lower() for caption in at.caption)


def test_of_files_of_several_pairs_one_is_chosen(visit):
    pairs = {"en-de": b"das Haus\n", "en-es": b"la casa\n"}
    files = {f"references/{pair}.refA.txt": text for pair, text in pairs.items()}
    files |= {f"system-outputs/{pair}/A.txt": text for pair, text in pairs.items()}
    at = upload(visit("data"), [("wmt.zip", zipped(files), "application/zip")])
    assert button(at, "use-upload") is None
    (choice,) = (box for box in at.selectbox if "pairs of languages" in box.label)
    assert choice.options == ["en-de", "en-es"]
    ran(choice.set_value("en-es").run())
    ran(button(at, "use-upload").click().run())
    kept = cache.open_test_set(address(at, "set"))
    assert kept.name == "wmt, en-es"
    assert kept.segment(0).hypotheses == {"A": "la casa"}


@pytest.mark.parametrize("folders", ["{}", "sources/{}.txt references/{}.refA.txt system-outputs/{}"])
def test_all_sets_of_an_archive_are_kept_and_compared_at_once(visit, folders):
    source, reference, outputs = [*folders.split(), *[folders] * 2][:3]
    names = ("en-de", "en-es") if "sources" in folders else ("talks", "news")
    files = {}
    for name in names:
        source_file = source.format(name) if source.endswith(".txt") else f"{name}/src.txt"
        reference_file = reference.format(name) if reference.endswith(".txt") else f"{name}/ref.txt"
        folder = outputs.format(name) if "/" in outputs else f"{name}/sys"
        texts = b"the cat\nthe %s\n", b"la casa es de aqui\nel perro come %s\n"
        files |= {file: text % name.encode() for file, text in zip((source_file, reference_file), texts, strict=True)}
        files |= {f"{folder}/A.txt": b"la casa es de aqui\nel perro\n", f"{folder}/B.txt": b"casa\nperro\n"}
        people = "".join(f"{system}\t{score}\n" for system in ("A", "B", "refA") for score in (0, -1))
        files |= {f"{folder.removesuffix('/sys')}/MQM.seg.score": people.encode()} if "/sys" in folder else {}
    at = upload(visit("data"), [("wmt.zip", zipped(files), "application/zip")])
    (choice,) = (box for box in at.selectbox if "Or use only one of them" in box.label)
    assert sorted(choice.options) == sorted(names)
    ran(button(at, "keep-campaign").click().run())
    at = ran_until(at, lambda at: title(at) == "Matrix" and "statement" in html(at))
    has_people = any(name.endswith("MQM.seg.score") for name in files)
    assert ("By MQM" if has_people else "By BLEU") in html(at), "judgments are kept, without those of references"
    tables = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    (found,) = (data["sets"] for data in tables if "sets" in data)
    assert sorted(one["name"] for one in found) == sorted(names)


def test_a_set_of_an_archive_that_is_refused_is_named_where_the_others_are_compared(visit):
    files = {}
    for name in ("talks", "news", "mails"):
        files |= {f"{name}/ref.txt": b"la casa es de aqui\nel perro come %s\n" % name.encode()}
        files |= {f"{name}/sys/A.txt": b"la casa es de aqui\nel perro\n", f"{name}/sys/B.txt": b"casa\nperro\n"}
    files["mails/sys/B.txt"] = b"casa\n"
    at = upload(visit("data"), [("wmt.zip", zipped(files), "application/zip")])
    ran(button(at, "keep-campaign").click().run())
    at = ran_until(at, lambda at: title(at) == "Matrix" and "By BLEU" in html(at))
    assert "mails is left out: Expected the same number of segments everywhere" in html(at)
    tables = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    (found,) = (data["sets"] for data in tables if "sets" in data)
    assert [one["name"] for one in found] == ["news", "talks"]
    files |= {f"{name}/sys/B.txt": b"casa\n" for name in ("talks", "news")}
    at = upload(visit("data"), [("wmt.zip", zipped(files), "application/zip")])
    ran(button(at, "keep-campaign").click().run())
    at = ran_until(at, lambda at: at.error)
    assert at.error[0].value == "3 test sets of 3 could not be made:"


def output(name, *lines):
    return f"system.{name}.txt", "".join(f"{line}\n" for line in lines).encode(), "text/plain"


@pytest.fixture
def three():
    """A kept set with three outputs, of which people have judged two."""
    outputs = {"good": ["a b c d", "e f"], "poor": ["a", "e"], "other": ["a b", "e f"]}
    test_set = TestSet.build(outputs, [["a b c d", "e f"]], name="three")
    return key_of(test_set.with_judgments([Scores("MQM", {"good": [1, 2], "poor": [0, 1]}, is_human=True)]))


def test_outputs_are_taken_out_in_a_new_version(visit, three):
    at = visit("data", set=three, systems="good")
    (choice,) = (box for box in at.main.multiselect if box.label == "Outputs to take out")
    ran(choice.set_value(["good", "poor", "other"]).run())
    assert button(at, "remove-outputs").disabled, "one stays"
    (choice,) = (box for box in at.main.multiselect if box.label == "Outputs to take out")
    ran(choice.set_value(["good"]).run())
    ran(button(at, "remove-outputs").click().run())
    left = cache.open_test_set(three)
    assert left.system_names == ("poor", "other")
    assert [set(scores.values) for scores in left.scores] == [{"poor"}]
    assert cache.open_test_set(f"{three}.1").system_names == ("good", "poor", "other")
    assert "version 2 of 2" in texts(at)


def test_samples_and_older_versions_lose_no_outputs(visit, three):
    assert button(visit("data", set=NEWS), "remove-outputs") is None
    kept.keep_as_version(
        kept.find_kept_version(three), cache.open_test_set(three), cache.open_test_set(three).without_systems(["other"])
    )
    assert button(visit("data", set=f"{three}.1"), "remove-outputs") is None
    assert button(visit("data", set=three), "remove-outputs") is not None


def test_outputs_of_a_name_that_is_there_replace_it_if_the_visitor_says_so(visit, three):
    at = upload(visit("data", set=three), [output("good", "a b x d", "e f")])
    assert button(at, "add-outputs") is None
    (box,) = (box for box in at.checkbox if box.label.startswith("Replace the old outputs"))
    ran(box.check().run())
    ran(button(at, "add-outputs").click().run())
    after = cache.open_test_set(three)
    assert after.system_names == ("good", "poor", "other")
    assert after.system("good").segments.to_pylist() == ["a b x d", "e f"]
    assert [set(scores.values) for scores in after.scores] == [{"poor"}], "what was judged is not there any more"


@pytest.mark.exhaustive
def test_a_translation_file_with_the_source_of_the_set_in_use_is_an_output_for_it(visit):
    key = key_of(TestSet.build({"a": TARGETS}, [TARGETS], source=SOURCES, name="job"))
    at = upload(visit("data", set=key), [("mt.xlf", XLIFF.encode(), "text/xml")])
    ran(button(at, "add-outputs").click().run())
    assert cache.open_test_set(key).system_names == ("a", "mt")
    other = XLIFF.replace("AT&amp;T &lt; 3", "Another text").encode()
    assert button(upload(visit("data", set=key), [("mt.xlf", other, "text/xml")]), "add-outputs") is None


def test_an_output_that_is_too_short_for_the_set_in_use_is_told_so_first(visit, three):
    at = upload(visit("data", set=three), [output("new", "a b")])
    assert at.error[0].value == "These outputs cannot be added to the test set in use."
    assert "system.new.txt has 1 segment, three has 2." in texts(at)


def test_a_set_that_is_gone_is_one_sentence(visit, three):
    at = upload(visit("data", set=three), [output("new", "a b", "e f")])
    kept.visitor_workspace().delete(three)
    kept.forget_lookups()
    ran_until(ran(button(at, "add-outputs").click().run()), lambda at: value_of(at, keeping.KEEPING) is None)
    said = [*at.main.warning, *at.main.error]
    (gone,) = (box for box in said if "does not make" not in box.value and "do not make" not in box.value)
    assert "it was deleted" in gone.value
    assert "system.new.txt" in str(at.dataframe[0].value), "what was dropped is still there"


def test_files_that_a_new_server_does_not_have_are_missed(visit):
    """As after a restart: the browser sends what it shows to a session that is new."""
    before = upload(visit("data"), FILES)
    after = AppTest.from_file(SHELL, default_timeout=WAIT_SECONDS)
    after.switch_page("../pages/data.py")
    ran(after._run(before._tree.get_widget_states()))
    assert drop.LOST in texts(after)
    assert drop.LOST in texts(ran(after.run())), "until others are dropped"
    assert drop.LOST not in texts(upload(after, FILES))
    assert drop.LOST not in texts(visit("data"))


def test_an_older_version_has_a_chip_that_leads_to_the_newest(visit, three):
    kept.keep_as_version(
        kept.find_kept_version(three), cache.open_test_set(three), cache.open_test_set(three).without_systems(["other"])
    )
    at = visit("segments", set=f"{three}.1")
    assert button(at, "chip-version").label == "version 1 of 2"
    ran(button(at, "chip-version").click().run())
    assert (title(at), address(at, "set")) == ("Segments", three)
    assert button(at, "chip-version") is None


def test_statistics_of_a_larger_set_open_as_a_sample_and_the_page_says_so(visit):
    stream = io.BytesIO()
    sample = [{"segment": n, "references": ["a b"], "outputs": [f"a {n}"]} for n in (7, 40)]
    metric = {"label": "BLEU", "decimals": 2, "scores": {"mt": 12.345}}
    about = {"n_segments": 10**8, "systems": ["mt"], "references": ["r"], "metrics": [metric], "sample": sample}
    rows = pa.table({"segment": [1]}).replace_schema_metadata({b"bleuscope": json.dumps(about)})
    pq.write_table(rows, stream)
    at = upload(visit("data"), [("all.parquet", stream.getvalue(), "")])
    assert "is a sample of its segments" in at.warning[0].value
    assert any("Scores of all 100,000,000: BLEU mt 12.35." in text.value for text in at.text)
    ran(at.button(key="use-upload").click().run())
    assert len(cache.open_test_set(address(at, "set"))) == 2
