"""A small test set, and files of judgments of it in every format."""

import json

import pyarrow as pa

from scoring import TestSet
from scoring.formats import read_contents

SYSTEMS = {
    "Facebook-AI": ["Das ist gut.", "Ein rotes Haus", "", "Ende"],
    "online-B": ["Das ist gut", "Ein Haus in Rot", "Ja", "Schluss"],
}
SOURCE = ["That is good.", "A red house", "Yes", "End"]
REFERENCE = ["Das ist gut!", "Ein rotes Haus.", "Ja.", "Ende."]
SET = TestSet.build(SYSTEMS, {"refA": REFERENCE}, SOURCE)
DOCUMENTS = b"news\tone\nnews\tone\nspeech\ttwo\nspeech\ttwo\n"
IN_DOCUMENTS = TestSet(
    SET.systems,
    SET.references,
    SET.source,
    documents=pa.array(["one", "one", "two", "two"]),
    domains=pa.array(["news", "news", "speech", "speech"]),
)


def lines(*rows):
    return "".join(f"{row}\n" for row in rows).encode()


def tabbed(*rows):
    return lines(*("\t".join(map(str, row)) for row in rows))


def found(file, data, **options):
    """What one file of judgments says."""
    contents = read_contents(file, data, **options)
    assert not contents.columns
    return list(contents.judgments)


def blocks(**scores):
    """A file of mt-metrics-eval; underscores of names stand for hyphens."""
    return tabbed(*((name.replace("_", "-"), score) for name, column in scores.items() for score in column))


SCORES = blocks(Facebook_AI=[-1.0, "None", -5, 0], online_B=[-2.5, 0, "None", -25])
RATINGS = tabbed(
    ("Facebook-AI", json.dumps({"errors": []})),
    (
        "Facebook-AI",
        json.dumps({"errors": [{"start": 4, "end": 9, "category": "style", "severity": "Minor"}]}),
    ),
    ("Facebook-AI", "None"),
    (
        "Facebook-AI",
        json.dumps(
            {"errors": [{"start": 0, "end": 3, "category": "omission", "severity": "major", "is_source_error": True}]}
        ),
    ),
)
MQM_HEADER = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")
MQM = tabbed(
    MQM_HEADER,
    ("Facebook-AI", "d", 1, 1, "r1", SOURCE[0], "Das <v>ist</v> gut.", "Accuracy/Mistranslation", "Major"),
    ("Facebook-AI", "d", 1, 1, "r1", SOURCE[0], "Das ist gut<v>.</v>", "Fluency/Punctuation", "Minor"),
    ("Facebook-AI", "d", 1, 1, "r2", SOURCE[0], "Das ist gut.", "No-error", "No-error"),
    ("Facebook-AI", "d", 1, 3, "r1", "<v>Yes</v>", "", "Accuracy/Omission", "Major"),
    ("online-B", "d", 1, 2, "r1", SOURCE[1], "<v>Ein Haus in Rot</v>", "Non-translation!", "Major"),
)
RANKINGS = lines(
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,system1Number,system1Id,system2Number,system2Id,"
    "system1rank,system2rank",
    "English,German,1,d,1,j,1,Facebook-AI,2,online-B,1,2",
    "English,German,2,d,2,j,1,Facebook-AI,2,online-B,3,2",
    "English,German,3,d,3,j,1,Facebook-AI,2,online-B,2,2",
    "English,German,4,d,4,j,1,Facebook-AI,2,online-B,-1,1",
)


def appraise(annotator, system, item, kind, score, document, spans="[]"):
    quoted = spans.replace('"', '""')
    return f'{annotator},{system},{item},{kind},eng,deu,{score},{document},False,"{quoted}",1.0,2.0'


SPAN = '[{"start_i": 0, "end_i": 2, "severity": "minor", "error_type": null}]'
MISSING = '[{"start_i": "missing", "end_i": "missing", "severity": "major"}]'
APPRAISE = lines(
    appraise("a1", "wmt23.Facebook-AI", 1, "TGT", 80, "one#Facebook-AI", SPAN),
    appraise("a1", "wmt23.Facebook-AI", 2, "TGT", 90, "one#Facebook-AI"),
    appraise("a1", "wmt23.Facebook-AI", 5, "BAD", 20, "one#Facebook-AI#bad1"),
    appraise("a1", "wmt23.Facebook-AI", 6, "BAD", 95, "one#Facebook-AI#bad1"),
    appraise("a2", "wmt23.Facebook-AI", 11, "TGT", 60, "one#Facebook-AI"),
    appraise("a2", "wmt23.Facebook-AI", 12, "TGT", 70, "one#Facebook-AI", MISSING),
    appraise("a2", "ende-tutorial1", 1000001, "TGT", 0, "ende-tutorial1"),
)
ESA = lines(
    json.dumps(
        {
            "langs": "en-de",
            "line_id": 1,
            "tgt": SYSTEMS["Facebook-AI"][1],
            "system": "Facebook-AI",
            "annotator": "a1",
            "esa_score": 70,
            "esa_spans": [{"start_i": 4, "end_i": 8, "severity": "minor"}],
        }
    )
)
METRIC_SCORES = lines(
    json.dumps(
        {
            "language_pair": "en-de_DE",
            "domain": "news",
            "document_id": "one",
            "metric_scores": {"CometKiwi-XL": [0.5, 0.75], "MetricX-24-Hybrid-XL": [-8.0, -2.5]},
        }
    ),
    json.dumps(
        {
            "language_pair": "en-de_DE",
            "domain": "speech",
            "document_id": "two",
            "metric_scores": {"CometKiwi-XL": [0.25, None], "MetricX-24-Hybrid-XL": [-1, -2]},
        }
    ),
)
COMET = json.dumps(
    {
        f"out/{name}.txt": [
            {
                "src": source,
                "mt": text,
                "COMET": 0.5,
                "errors": [{"severity": "minor", "start": 0, "end": len(text[:3])}],
            }
            for source, text in zip(SOURCE, texts, strict=True)
        ]
        for name, texts in SYSTEMS.items()
    },
    indent=4,
).encode()


def shown(place, id, **more):
    """One segment on a screen of Pearmut, as its log keeps it."""
    outputs = {name: texts[place] for name, texts in SYSTEMS.items()}
    return {"item_id": id, "src": SOURCE[place], "tgt": outputs, **more}


def screen(user, number, *segments, action="submit", **more):
    """What was sent of one: pairs of what was shown, and what was said by system."""
    said = [{name: {"textfield": None, **one} for name, one in by.items()} if by else None for _, by in segments]
    actions = [{"time": 10.5, "action": "load"}, {"time": 14.0, "action": "score"}, {"time": 99.0, "action": action}]
    items = [item for item, _ in segments]
    return {"annotation": said, "actions": actions, "item": items, "user_id": user, "item_i": number} | more


def said(score, *spans, **more):
    """What was said of one output; spans as start, inclusive end and severity."""
    keys = ("start_i", "end_i", "severity", "category")
    return {"score": score, "error_spans": [dict(zip(keys, (*span, None), strict=False)) for span in spans]} | more


PEARMUT_LOG = [
    screen("ann", "welcome_0") | {"item": [{"text": "Your name?", "form": "string"}], "annotation": ["Ann"]},
    screen("ann", 0, (shown(0, "first"), {"Facebook-AI": said(11), "online-B": said(90)}), (shown(1, "second"), None)),
    screen(
        "ann",
        0,
        (shown(0, "first"), {"Facebook-AI": said(80, (4, 6, "minor")), "online-B": said(70)}),
        (shown(1, "second"), {"Facebook-AI": said(60, (15, 15, "major")), "online-B": said(None)}),
    ),
    screen("bob", 0, (shown(0, "first"), {"Facebook-AI": said(20), "online-B": said(100)})),
    screen("bob", 1, (shown(3, "last"), {"Facebook-AI": said(None)}), action="submit_skip"),
    screen("cy", 0, (shown(0, "first"), {"Facebook-AI": said(1)})),
    {"user_id": "cy", "item_i": 0, "annotation": "__RESET__"},
]
PEARMUT = lines(*(json.dumps(entry, ensure_ascii=False) for entry in PEARMUT_LOG))
RATED_HEADER = {
    "format": "bleuscope-ratings",
    "version": 1,
    "name": "",
    "test_set": {"name": "set", "segments": 4},
    "raters": [{"place": 0, "name": "Ann"}],
    "plan": {"protocol": "esa"},
}


def rated(segment, system, kind, score, rater="Ann", spans=(), missing=()):
    """An answer in our own format."""
    keys = ("start", "end", "severity")
    value = {"score": score, "spans": [dict(zip(keys, span, strict=True)) for span in spans], "missing": [*missing]}
    return {"rater": rater, "segment": segment, "systems": [system], "kind": kind, "value": value, "seconds": 1.5}


RATED_LINES = [
    RATED_HEADER,
    rated(1, "Facebook-AI", "plain", 70, spans=[(4, 7, "minor")]),
    rated(1, "Facebook-AI", "plain", 90, "Bob", missing=["major"]),
    rated(1, "Facebook-AI", "repeat", 1),
    rated(1, "Facebook-AI", "damaged", 5),
    rated(2, "online-B", "plain", 40),
]
RATED = lines(*map(json.dumps, RATED_LINES))
FILES = {
    "en-de.mqm.seg.score": SCORES,
    "en-de.mqm.sys.score": tabbed(("Facebook-AI", -2)),
    "en-de.docs": DOCUMENTS,
    "en-de.mqm.merged.seg.rating": RATINGS,
    "mqm.tsv": MQM,
    "mqm_seg.tsv": tabbed(("system", "segId", "mqm"), ("Facebook-AI", 1, -5), ("Facebook-AI", 3, 0)),
    "triples.mqm": tabbed(("Facebook-AI", 1, -5), ("Facebook-AI", 3, 0)),
    "Facebook-AI.comet": lines(0.5, 0.25, "", 1),
    "rankings.csv": RANKINGS,
    "darr.tsv": tabbed(("SID", "BETTER", "WORSE"), (1, "Facebook-AI", "online-B"), (4, "online-B", "Facebook-AI")),
    "esa.csv": APPRAISE,
    "esa.jsonl": ESA,
    "wmt25-scores-Facebook-AI.jsonl": METRIC_SCORES,
    "comet.json": COMET,
    "pearmut.jsonl": PEARMUT,
    "annotations.json": json.dumps({"empty": [], "en-de": PEARMUT_LOG, "other": PEARMUT_LOG[1:4]}).encode(),
    "class.ratings.jsonl": RATED,
}
"""A name and content of each format."""
