"""A number on the page Errors leads to the segments with such errors, against a plain loop over errors."""

import numpy as np
import pytest

from scoring import BLEU, TestSet
from scoring.judgments import Annotation, ErrorKind, ErrorSpan
from scoring.judgments.error_density import MAX_KINDS, ErrorKindCount, count_errors
from scoring.studies.error_kinds import ErrorKindsRequest
from ui.context import selection
from ui.errors.jobs import segments_address
from ui.session import state
from ui.session.state import ADDRESS

SYSTEMS = ("A", "B")
CATEGORIES = ("Accuracy/Omission", "accuracy/omission", "accuracy /x", "accuracy", "a/b/c", "a/b", "", "/", "style+x")
SEVERITIES = ("critical", "major", "minor", "odd+odd", "odd", "")
N = 40


@pytest.fixture(scope="module")
def marked():
    random = np.random.default_rng(5)
    drawn = zip(*(random.choice(options, 120) for options in (SYSTEMS, range(N), SEVERITIES, CATEGORIES)), strict=True)
    spans = [ErrorSpan(str(a), int(n), -1, -1, str(how), str(of)) for a, n, how, of in drawn]
    spans += [ErrorSpan("A", n % N, -1, -1, "minor", f"made up {n}") for n in range(MAX_KINDS)]
    judged = {system: np.ones(N, bool) for system in SYSTEMS}
    other = Annotation("other", [ErrorSpan("A", n, -1, -1, "critical", "accuracy") for n in range(N)], judged)
    texts = {system: ["a b"] * N for system in SYSTEMS}
    return TestSet.build(texts, [["a"] * N]).with_judgments(annotations=[Annotation("MQM", spans, judged), other])


def plain_kind(span, level):
    if level == "severity":
        return span.severity or "no severity"
    parts = [part.strip().lower() for part in span.category.split("/") if part.strip()]
    return "/".join(parts[:1] if level == "main" else parts) or "no category"


@pytest.mark.parametrize("level", ["main", "full", "severity"])
@pytest.mark.parametrize("severities", [(), ("major",), ("critical", "major")])
def test_every_number_leads_to_the_segments_with_such_errors(marked, monkeypatch, level, severities):
    counts = count_errors(marked, "MQM", level, severities)
    nowhere = []
    for number, kind in enumerate(counts.counted):
        for system in counts.systems:
            said = segments_address(kind, system, "MQM")
            if said is None:
                nowhere.append(kind.name)
                continue
            monkeypatch.setattr(state, "address_value", lambda name, said=said: said.get(name) or ADDRESS[name])
            part = selection.part_in_use(marked, BLEU(), BLEU(), list(SYSTEMS), selection.filters_in_address(marked))
            expected = {
                span.segment + 1
                for span in marked.annotations[0].spans
                if span.system == system
                and (not severities or span.severity in severities)
                and (not number or plain_kind(span, level) == kind.name.lower())
            }
            assert (set() if part is None else set(part.numbers.tolist())) == expected, kind
    others = {"all other kinds"} if level != "severity" and not severities else set()
    unsaid = {"no severity"} if level == "severity" and not severities else set()
    assert set(nowhere) == others | unsaid


@pytest.mark.parametrize(
    "kind",
    [
        ErrorKind("x" * 201),
        ErrorKind("two\nlines"),
        ErrorKind(severities=("a+b", "c")),
        ErrorKind(severities=tuple(f"severity {number}" for number in range(20))),
        None,
    ],
)
def test_what_no_address_can_say_leads_nowhere(kind):
    assert segments_address(ErrorKindCount("x", kind), "A", "") is None
    assert segments_address(ErrorKindCount("x", ErrorKind("x")), "A" * 201, "") is None


def test_the_signature_says_whose_errors_of_what_and_which_words():
    said = ErrorKindsRequest("MQM", "main", ("major", "critical"), "13a").signature
    assert said.startswith("annotation:MQM|level:main|severity:major+critical|tok:13a|version:BLEUscope-")
    assert "severity" not in ErrorKindsRequest("MQM", "main", (), "13a").signature
