"""The contracts that BLEUscope asks of a plug-in, and what each part does."""

import pyarrow as pa
import pytest
from bleuscope.scoring.checks.check import CheckedTexts
from bleuscope.scoring.formats import FormatError
from bleuscope_example.check import Shouting
from bleuscope_example.metric import SharedWordsF1
from bleuscope_example.po import GettextPo

from bleuscope.testing import check_check, check_format, check_metric

PO = b'# a comment\nmsgid ""\nmsgstr "Content-Type: text/plain\\n"\n\nmsgid "Open"\nmsgstr "\xc3\x96ffnen"\n'


def test_the_metric_keeps_the_contract():
    check_metric(SharedWordsF1())


def test_the_score_is_the_one_of_the_formula():
    statistics = SharedWordsF1().statistics(["the cat sat"], [["the cat is here"]])
    assert SharedWordsF1().score(statistics)[0] == pytest.approx(100 * 2 * 2 / (3 + 4))


def test_the_check_keeps_the_contract():
    check_check(Shouting())


def test_capital_letters_are_found_where_the_source_has_none():
    outputs, source = pa.array(["\u00c4h, STOP NOW!", "the NATO", "quiet"]), pa.array(["halt", "die NATO", "LAUT"])
    found = Shouting().find(CheckedTexts(outputs, source))
    assert (found.segments.tolist(), found.starts.tolist(), found.ends.tolist()) == ([0], [4], [12])


def test_the_format_keeps_the_contract():
    check_format(GettextPo(), {"system.a.po": PO})


def test_a_translation_is_read_and_a_template_refused():
    source, translation = GettextPo().read("system.a.po", PO, None)
    assert (source.segments.to_pylist(), translation.segments.to_pylist()) == (["Open"], ["\u00d6ffnen"])
    with pytest.raises(FormatError, match="no msgid with a msgstr"):
        GettextPo().read("a.po", b"# nothing\n", None)
