"""Each check on texts whose findings are known: those of its definition, of pofilter's and Weblate's reports."""

import pyarrow as pa
import pytest

from benchmarks.checks import EXAMPLES, kinds_of
from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from scoring.studies import checks
from scoring.text.languages import find_language


def column(*texts):
    return pa.array(texts, pa.string())


def findings(name, texts):
    """Segment, kind and text of each finding."""
    check = CHECKS[name]()
    found = check.find(texts)
    sides = [(texts.source if kind in check.in_source else texts.outputs) for kind in found.kinds]
    places = zip(found.segments, found.starts, found.ends, found.kinds, sides, strict=True)
    return [(int(n), kind, side[n].as_py()[start:end]) for n, start, end, kind, side in places]


def of_pair(name, source, output, *references, languages=(None, None)):
    """Kind and text of what a check finds in one segment."""
    own, other = (None if code is None else find_language(code) for code in languages)
    texts = CheckedTexts(column(output), column(source), tuple(map(column, references)), other, own)
    return [found[1:] for found in findings(name, texts)]


MISSING, ADDED = "missing number", "added number"
UNIT, CONVERSION = "changed unit or currency", "wrong conversion"


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("Take 15 mg.", "Nehmen Sie 50 mg.", [(ADDED, "50"), (MISSING, "15")]),
        ("Take 15 mg.", "Nehmen Sie 15 g.", [(UNIT, "15")]),
        ("It costs $15.", "Es kostet 15 €.", [(UNIT, "15")]),
        ("1,234.50 people", "1.234,5 Leute", []),
        ("12,34,567 rupees", "1234567 Rupien", []),
        ("12 000 and 7", "12,000 und 7", []),
        ("\u0661\u0662\u0663 and \uff14\uff15", "123 und 45", []),
        ("\u0967\u0968\u0969", "123", []),
        ("three cats", "3 Katzen", []),
        ("3 cats", "drei Katzen", []),
        ("3 cats", "5 Katzen", [(ADDED, "5"), (MISSING, "3")]),
        ("on 04/10/1991", "am 4.10.1991", []),
        ("on 04/10/1991", "am 4.10.1992", [("added date or time", "4.10.1992"), ("missing date or time", "1991")]),
        ("at 3 pm", "um 15 Uhr", []),
        ("at 11:30 p.m.", "um 23.30 Uhr", []),
        ("at 3 pm", "um 16 Uhr", [(ADDED, "16"), (MISSING, "3")]),
        ("5 of them at 11am, noon and 2pm", "fünf um 11, 12 und 14 Uhr", []),
        ("call 988 from 10 a.m.", "von 10.00 Uhr an", [(MISSING, "988")]),
        ("3 cats, 988 dogs", "5 Katzen, Hunde", [(ADDED, "5"), (MISSING, "3"), (MISSING, "988")]),
        ("the 19th century", "le XIXe siècle, le XIX siècle", []),
        ("1.5 million", "1,5 Millionen", []),
        ("15,000 people", "15 tis. lidí", []),
        ("15,000 people", "15 Personen", [(ADDED, "15"), (MISSING, "15,000")]),
        ("1939-45", "1939 bis 1945", []),
        ("100 feet", "30 meters and 100 feet", []),
        ("a 27-foot (8.2-meter) tall monument", "das 8,2 Meter hohe Denkmal", []),
        ("about 80 feet", "etwa 25 Meter", []),
        ("80 feet down", "in 6 m Tiefe", [(CONVERSION, "6")]),
        ("a 550-acre park", "ein 550 Hektar großer Park", [(UNIT, "550")]),
        ("from 20 to 30 miles", "32 bis 48 Kilometer", []),
        ("from 20 to 30 miles", "20 bis 30 Kilometer", [(UNIT, "20")]),
        ("I am 5'5\" tall", "Ich bin 1,65 m groß", []),
        ("5 feet, 2 inches", "1,80 m", [(CONVERSION, "1,80")]),
        ("300 square feet", "28 Quadratmeter", []),
        ("at 86 °F", "bei 30 Grad", []),
        ("at 86 degrees Fahrenheit", "bei 86 °C", [(UNIT, "86")]),
        ("60 miles per hour", "97 km/h", []),
        ("after 24 months", "nach 2 Jahren", []),
        ("within 30 days", "binnen 30 Wochen", [(UNIT, "30")]),
        ("EUR 237 million", "237 Millionen Euro", []),
        ("About £95,000 has been recovered", "Sobre £95,000 ha sido recuperado", []),
        ("About £95,000 has been recovered", "Sobre €95,000 ha sido recuperado", [(UNIT, "95,000")]),
        ("a tax of £3 million", "3 Millionen Pfund Steuern", []),
        ("a tax of £3 million", "3 Millionen US-Dollar Steuern", [(UNIT, "3")]),
        ("up by 3 percentage points", "um 3 Prozent gestiegen", [(UNIT, "3")]),
        ("41.78 lakh cases", "41,78 Millionen Fälle", [("changed scale", "41,78")]),
        ("4.67 lakh cases", "467.000 Fälle", []),
        ("6.2 thousand million euros", "6,2 Milliarden Euro", []),
        ("45 million people", "4,5 Millionen Menschen", [(ADDED, "4,5"), (MISSING, "45")]),
        ("the bicentennial", "das 200-jährige Bestehen", []),
        ("see https://a.org/12", "siehe https://a.org/13", []),
        ("about 45,000 new cases", "viele neue Fälle", [(MISSING, "45,000")]),
    ],
)
def test_numbers(source, output, expected):
    found = of_pair("numbers", source, output)
    if ("missing date or time", "1991") in expected:
        found, expected = [kind for kind, _ in found], ["added date or time", "missing date or time"]
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("source", "output", "said"),
    [
        ("a 550-acre park", "ein 550 Hektar großer Park", "550-acre became 550 Hektar"),
        ("It costs $15.", "Es kostet 15 €.", "$15 became 15 €"),
        ("5 million people", "5 Milliarden Menschen", "5 million became 5 Milliarden"),
        ("a 30 mile trip", "eine Reise von 20 km", "30 mile became 20 km"),
        ("from 20 to 30 miles", "20 bis 30 Kilometer", "20 to 30 miles became 20 bis 30 Kilometer"),
        ("5-10 acres, 3 dogs", "5-10 Hektar, 3 Hunde", "5-10 acres became 5-10 Hektar"),
    ],
)
def test_a_changed_unit_is_said_with_both_sides(source, output, said):
    texts = checks.TextsToCheck({"a": column(output)}, {}, column(source))
    result = checks.run(checks.ChecksRequest(("numbers",)), texts)
    assert result.findings[0].text == said


def test_marks_of_numbers_are_those_of_the_languages():
    assert of_pair("numbers", "1.234 l", "1.234 l", languages=("en", "de")) == [("notation of the source", "1.234")]
    assert of_pair("numbers", "1.234 l", "1,234 l", languages=("en", "de")) == []
    assert of_pair("numbers", "1,234 l", "1\u202f234 l", languages=("en", "fr")) == []


def test_a_billion_is_another_number_in_german():
    assert of_pair("numbers", "5 billion", "5 Billionen", languages=("en", "de")) == [("changed scale", "5")]
    assert of_pair("numbers", "5 billion", "5 Milliarden", languages=("en", "de")) == []
    assert of_pair("numbers", "5 billion", "5 Billionen") == []


LOST, NEW = "missing placeholder", "added placeholder"


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("Hello %s, %d files", "%d Dateien, %s", []),
        ("Hello %1$s and %2$s", "%2$s und %1$s", []),
        ("Hello %s", "Hallo %d", [(LOST, "%s"), (NEW, "%d")]),
        ("100% of %(name)s", "100 % von %(name)s", []),
        ("Hi {name}", "Hallo {Name}", [(LOST, "{name}"), (NEW, "{Name}")]),
        ("Hi {{ name }}", "Hallo {{name}}", []),
        ("%1 of %2", "%1 von", [(LOST, "%2")]),
        ("You have :count new :messages", "Sie haben :count neue :Nachrichten", [(LOST, ":messages")]),
        ("at 10:30 he said:no", "um 10:30 sagte er: nein", []),
        ("<b>Save</b> now", "<b>Speichern jetzt", [(LOST, "</b>"), ("unclosed tag or brace", "<b>")]),
        ('<a href="x">to</a>', '<a href="y">zu</a>', []),
        ("a<br>b", "a<br/>b", []),
        ("[b]x[/b]", "[b]y", [(LOST, "[/b]"), ("unclosed tag or brace", "[b]")]),
        ("look[s] good", "sieht gut aus", []),
        ("{n, plural, one {# file} other {# files}}", "{n, plural, one {# plik} few {# pliki} other {# plików}}", []),
        (
            "{g, select, male {he {x}} other {they {x}}}",
            "{g, select, mann {er {x}} other {sie {x}}}",
            [(LOST, "male {"), (NEW, "mann {")],
        ),
        ("{n, plural, one {{a}} other {{b}}}", "{n, plural, one {{a}} other {x}}", [(LOST, "{b}")]),
        ("{x}", "{x", [(LOST, "{x}"), ("unclosed tag or brace", "{")]),
    ],
)
def test_placeholders(source, output, expected):
    assert sorted(of_pair("placeholders", source, output)) == sorted(expected)


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("See https://a.org/x.", "Siehe https://a.org/x!", []),
        ("See https://a.org/x", "Siehe https://a.org/y", ["https://a.org/x", "https://a.org/y"]),
        ("Write to me@a.org.", "Schreiben Sie an me@b.org.", ["me@a.org", "me@b.org"]),
        ("in /etc/app/x.conf", "in /etc/app", ["/etc/app", "/etc/app/x.conf"]),
        (r"in C:\Users\x", r"in C:\Benutzer\x", [r"C:\Benutzer\x", r"C:\Users\x"]),
        ("call `run()` first", "zuerst `lauf()` aufrufen", ["`lauf()`", "`run()`"]),
        ("set max_size", "max_size setzen", []),
        ("and/or, 24/7, 1/2", "und/oder, 24/7, 1/2", []),
        ("archive.org is good", "Archive. org ist gut", ["archive.org"]),
        ("see www.a.org/B", "siehe Www.A.org/B", []),
        ("see www.a.org/B", "siehe www.a.org/b", ["www.a.org/B", "www.a.org/b"]),
        ("the Monster.com site", "die monster.com-Seite", []),
        ("write to me@a.org", "schreib an me@A.ORG", []),
    ],
)
def test_links(source, output, expected):
    assert sorted(text for _, text in of_pair("links", source, output)) == expected


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("See https://a.org/one/two", "Siehe https://a.org/one/two", []),
        ('Open <a href="x" class="big">it</a>', '<a href="x" class="big">Öffnen</a>', []),
        ("Hi {user.first.name}", "Hallo {user.first.name}", []),
        ("{user.first.name}", "{user.first.name}", []),
        ("https://a.org", "https://a.org", []),
        ("Open {name}", "Open {name}", ["Open {name}"]),
        ("OK <noise/>", "OK <Lärm/>", []),
        ("Open the file {name} now", "{name} Open the file bitte", ["Open the file"]),
    ],
)
def test_links_and_placeholders_are_no_copies(source, output, expected):
    assert [text for _, text in of_pair("copy", source, output)] == expected


@pytest.mark.parametrize(
    ("output", "kind"),
    [
        ("Here is the translation: Hallo", "preamble"),
        ("Sure! Here's the German translation:\nHallo", "preamble"),
        ("Hier ist die Übersetzung: Hallo", "preamble"),
        ("Voici la traduction : Bonjour", "preamble"),
        ("Aquí tienes la traducción: Hola", "preamble"),
        ("以下是翻译：你好", "preamble"),
        ("Вот перевод: Привет", "preamble"),
        ("Translation: Hallo", "preamble"),
        ("Hallo (Note: this translation is informal)", "note"),
        ("Hallo. Let me know if you need anything else.", "note"),
        ("I'm sorry, but I can't translate that.", "refusal"),
        ("Als KI-Sprachmodell habe ich keine Meinung.", "refusal"),
        ("很抱歉，我无法协助完成您的请求。", "refusal"),
        ("Please provide the text you would like me to translate.", "request for the text"),
        ("请提供需要翻译的文本。", "request for the text"),
        ("```\nHallo\n```", "code fence"),
        ("<think>hm</think>Hallo", "thinking"),
        ("**Hallo**", "Markdown"),
        ("Option 1: Hallo. Option 2: Servus.", "alternatives"),
        ("Hallo, Welt: die Übersetzerin kommt an Bord.", None),
        ("Die Note war gut.", None),
    ],
)
def test_talk_of_a_model(output, kind):
    kinds = {found for found, _ in of_pair("talk", "Hello", output)}
    assert (kind in kinds) if kind else not kinds
    assert of_pair("talk", output, output) == []


def test_wrong_script_and_language():
    english = "The cat was not there, and it has been that way for all of the years."
    german = "Die Katze ist nicht da, und das war auch so in den Jahren mit der Frau."
    russian = "Кошки там не было, и так было все эти годы у них."
    texts = CheckedTexts(column(english, russian, german, "OK", "Das ist 不 so"), None, (), find_language("de"))
    assert [(n, kind) for n, kind, _ in findings("language", texts)] == [
        (0, "wrong language"),
        (1, "wrong script"),
        (4, "letters of another script"),
    ]
    quoted = CheckedTexts(texts.outputs, None, (texts.outputs,), texts.language)
    assert findings("language", quoted) == [], "a reference has the same"


def test_constant_output_needs_three_sources_or_five_of_few_words():
    source, sets = column(*"abcdefgh"), "constant output"
    outputs = column("One and the same.", "One and the same.", "One and the same.", "No", "No", "No", "No", "x")
    assert [n for n, kind, _ in findings("constant", CheckedTexts(outputs, source)) if kind == sets] == [0, 1, 2]
    five = CheckedTexts(column("No", "No", "No", "No", "No"), column(*"abcde"), (column("No", *"bcde"),))
    assert [n for n, _, _ in findings("constant", five)] == [1, 2, 3, 4]
    same = CheckedTexts(column("One two three", "One two three", "One two three"), column("a", "a", "A"))
    assert findings("constant", same) == []


@pytest.mark.parametrize(
    ("output", "language", "expected"),
    [
        ("Leute, die die Wahl haben", "de", []),
        ("Leute, die die Wahl haben", None, ["die die"]),
        ("Leute, die die die Wahl haben", "de", ["die die die"]),
        ("Leute, die die Wahl Wahl haben", "de", ["Wahl Wahl"]),
        ("Das ist es, weil ich Spiele spiele.", "de", []),
        ("Das ist es, weil ich Spiele spiele.", None, ["Spiele spiele"]),
        ("Ja. Spiele spiele ich.", "de", ["Spiele spiele"]),
        ("So sehr wir sie mögen mögen", "de", []),
        ("Vous vous trompez", "fr", []),
        ("the the election", "en", ["the the"]),
    ],
)
def test_words_that_a_language_has_twice_are_no_repetition(output, language, expected):
    found = of_pair("repetition", "People that have the choice", output, languages=(None, language))
    assert [text for _, text in found] == expected


def test_omission_and_overlong_outputs():
    source = ["A sentence of some words, and a few more."] * 200 + ["One sentence is here. Another one is there."]
    outputs = ["Ein Satz mit ein paar Worten, und mehr da."] * 199
    outputs += ["Ein Satz mit", "Ein Satz ist hier."]
    texts = CheckedTexts(column(*outputs), column(*source))
    assert findings("omission", texts) == [(199, "cut off", ""), (200, "missing sentence", "")]
    long = CheckedTexts(column(*["Ja"] * 200, "Ja, das ist so, und noch viel mehr als das."), column(*["Yes"] * 201))
    assert [n for n, _, _ in findings("too_long", long)] == [200]


@pytest.mark.parametrize(
    ("share", "reference_share", "is_found"),
    [
        (0.69, 1.0, True),
        (0.71, 1.0, False),
        (0.6, 0.85, False),
        (0.6, 0.9, True),
        (0.55, None, False),
        (0.45, None, True),
    ],
)
def test_an_output_that_lacks_a_part_is_far_shorter_than_usual_where_the_reference_is_not(
    share, reference_share, is_found
):
    source, usual, whole = "the source " * 10, ["x" * 100] * 20, "x" * 100
    of_reference = [] if reference_share is None else [column(*usual, whole[: round(100 * reference_share)])]
    texts = CheckedTexts(column(*usual, whole[: round(100 * share)]), column(*[source] * 21), tuple(of_reference))
    assert ((20, "missing part", "") in findings("omission", texts)) == is_found
    short = CheckedTexts(texts.outputs, column(*["A source."] * 21), texts.references)
    assert "missing part" not in {kind for _, kind, _ in findings("omission", short)}


@pytest.mark.parametrize(
    ("n_bytes", "share", "is_found"),
    [(70, 0.45, True), (70, 0.55, False), (150, 0.55, True), (150, 0.62, False), (250, 0.62, True), (250, 0.67, False)],
)
def test_without_a_reference_longer_sources_may_be_less_short(n_bytes, share, is_found):
    source = "x" * n_bytes
    texts = CheckedTexts(column(*[source] * 20, source[: round(share * n_bytes)]), column(*[source] * 21))
    assert bool(findings("omission", texts)) == is_found


@pytest.mark.parametrize(
    ("output", "references", "is_found"),
    [
        ("Er sprach von den Protesten seit dem Tod am 25.", ["Er sprach am 25. Mai von Protesten seit dem Tod."], True),
        ("Er sprach von den Protesten seit dem Tod am 25.", ["Er sprach vom Tod am 25. Mai.", "Tod am 25."], False),
        ("Er sprach von den Protesten seit dem Tod am 25.", ["Er sprach am 25.5. von Protesten."], False),
        ("Er sprach von den Protesten seit dem Tod am 25.", [], False),
        ("Er sprach von den Werken der Firma oOh!", ["Er sprach von oOh! als Firma, und von mehr."], True),
        ("Er sprach von den Werken der Firma oOh!", [], True),
        ("„Er sprach von der Firma oOh!“", [], True),
        ("Er sprach von den Werken der Firma oOh", [], False),
        ("Er sprach von Firmen und Werken um 850 v. C.", ["Er sprach von 850 v. C. und Firmen und Werken."], False),
        ("Er sprach von Firmen und Werken am 5.", ["Er sprach am 5. Mai von Firmen und Werken."], True),
        ("Er sprach von den Werken der Firma oOh! als Firma, von Geld und mehr, und oOh!", [], False),
    ],
)
def test_an_output_that_ends_where_the_references_go_on_lacks_a_part(output, references, is_found):
    source = "He spoke about the works of oOh! as a company, and more than that on May 25."
    usual = ["x" * len(source)] * 20
    others = [column(*usual, reference) for reference in references]
    texts = CheckedTexts(column(*usual, output), column(*[source] * 21), tuple(others))
    assert ((20, "missing part", "") in findings("omission", texts)) == is_found


@pytest.mark.parametrize(("source", "is_found"), [("We have to live with them, and we", False), ("Live. We do", True)])
def test_a_reference_that_makes_two_sentences_of_one_does_not_go_on(source, is_found):
    source = f"{source:x<50}."
    output, reference = "So we have to live with them,ok with them.", "We have to live with them. That is all there is."
    usual = ["x" * len(source)] * 20
    texts = CheckedTexts(column(*usual, output), column(*[source] * 21), (column(*usual, reference),))
    assert bool(findings("omission", texts)) == is_found


@pytest.mark.parametrize(
    ("source", "output", "references", "expected"),
    [
        ("Is it so?", "Ist es so.", [], [("other final mark", ".")]),
        ("Is it so?", "是吗？", [], []),
        ("It is.", "それは。", [], []),
        ("It is", "Es ist.", ["Es ist so."], []),
        ("(so)", "(so", [], [("unpaired bracket", "(")]),
        ("1) so", "1) so", [], []),
        ('"So" it is', "„So ist es", [], [("unpaired quotation mark", "„")]),
        ("So, it is", "So , ist es", [], [("space before a mark", " ")]),
    ],
)
def test_punctuation(source, output, references, expected):
    assert of_pair("punctuation", source, output, *references) == expected


def test_french_has_a_space_before_high_marks():
    assert of_pair("punctuation", "Really?", "Vraiment?", languages=(None, "fr")) == [("space before a mark", "?")]
    assert of_pair("punctuation", "Really?", "Vraiment\u202f?", languages=(None, "fr")) == []


@pytest.mark.parametrize(
    ("source", "output", "references", "expected"),
    [
        ("He met Miller there.", "Er traf dort Mille.", ["Er traf Miller."], ["Miller"]),
        ("He met Miller there.", "Er traf dort Mille.", ["Er traf Miller.", "Er traf den Müller."], []),
        ("He met Miller there.", "Er traf dort MILLERS Frau.", ["Er traf Miller."], []),
        ("He is in São Paulo.", "Er ist in Sao Paulo.", ["Er ist in São Paulo."], []),
        ("Miller is there.", "Er ist da.", ["Miller ist da."], []),
        ("NATO is there.", "Die OTAN ist da.", ["NATO ist da."], ["NATO"]),
        ("A Song of Ice and Fire", "Ein Lied", ["A Song of Ice and Fire"], []),
        ("Он купил iPhone вчера.", "Er kaufte gestern ein Telefon.", ["Er kaufte ein iPhone."], ["iPhone"]),
        ("他昨天买了iPhone手机", "Er kaufte ein Telefon", ["Er kaufte ein iPhone"], ["iPhone"]),
        ("He met Miller there.", "Он встретил Миллера.", ["Он встретил Miller."], []),
    ],
)
def test_names(source, output, references, expected):
    assert [text for _, text in of_pair("names", source, output, *references)] == expected


def test_names_are_not_looked_for_in_german_or_without_a_reference():
    german = CheckedTexts(column("the house"), column("das Haus"), (column("the Haus"),), None, find_language("de"))
    assert "all nouns" in CHECKS["names"]().why_not(german)
    assert CHECKS["names"]().why_not(CheckedTexts(column("a"), column("b"))) == "it needs a reference"
    source, output = ["We saw Anna there."] * 2, ["Wir sahen sie dort."] * 2
    reference = pa.array([None, "Wir sahen Anna dort."], pa.string())
    found = findings("names", CheckedTexts(column(*output), column(*source), (reference,)))
    assert [(segment, text) for segment, _, text in found] == [(1, "Anna")], "the first has no reference"


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.what for example in EXAMPLES])
def test_examples_of_pofilter_and_weblate(example):
    assert kinds_of(example) == example.kinds
