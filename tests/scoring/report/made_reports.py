"""Reports that tests make of small sets."""

from datetime import date

from scoring import BLEU, CHRF, TER, TestSet
from scoring.judgments import Scores
from scoring.significance import compare, judge
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.report import ReportRequest, build_report

DAY = date(2026, 11, 22)
LIVE = "https://mt.example.org/overview?set=news&systems=a"
REFERENCE = [f"the cat number {n} is on the mat" for n in range(40)]


def reported(test_set, metric=None, groups=None, trials=400, **options):
    metric = metric or BLEU()
    measured = metric.measure(test_set)
    found = compare(metric, measured, trials=trials, groups=groups)
    verdicts = judge(found, measured, groups, most_work=10**6)
    metrics = (metric, *(other for other in (BLEU(), CHRF(), TER()) if other.name != metric.name))
    sums = {of: {name: rows.sum(axis=0) for name, rows in of.measure(test_set).items()} for of in metrics}
    bleu = metric if isinstance(metric, BLEU) else BLEU()
    systems = None if groups is None else tuple((system, tuple(runs)) for system, runs in groups.items())
    compared = ComparisonRequest(metric, test_set.system_names, systems, trials=trials)
    request = ReportRequest(compared, bleu, DAY, address=LIVE, trials=100, **options)
    return build_report(request, test_set, verdicts, measured, sums)


def worse(texts, every, word="dog"):
    return [f"{text} {word}" if number % every == 0 else text for number, text in enumerate(texts)]


def toy(outputs=None, reference=REFERENCE, name="toy", **options):
    outputs = outputs or {"good": worse(reference, 9), "bad": worse(reference, 1)}
    return reported(TestSet.build(outputs, [reference], reference, name=name), **options)


def judged(**more):
    """A set that people judged, who prefer what every metric takes for worse."""
    outputs = {"good": worse(REFERENCE, 9), "bad": worse(REFERENCE, 1)}
    scores = {"MQM": Scores("MQM", {"good": [-5.0] * 39 + [0], "bad": [-1.0] * 40}, is_human=True)}
    scores |= {name: Scores(name, dict.fromkeys(outputs, [0.5] * 40)) for name in ("COMET", "BLEU", *more)}
    return TestSet.build(outputs, [REFERENCE], REFERENCE).with_judgments(scores.values())
