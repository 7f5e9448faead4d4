"""Any texts that are written as XLIFF, TMX or PO by other means are read back, in any order of the units."""

from io import BytesIO
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import assemble, guess_roles, read_columns
from tests.properties import examples

CHARACTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn", "Zs", "Zl", "Zp"])
WORDS = st.lists(st.text(CHARACTERS, min_size=1, max_size=6), min_size=1, max_size=5).map(" ".join)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8)
CODES = st.sampled_from(["", "<x id='1'/>", "<ph>{0}</ph>", "<bpt>&lt;b&gt;<sub>x</sub></bpt>"])


def xliff(pairs, codes="", order=None):
    units = [
        f"<trans-unit id={quoteattr(str(number))}><source>{codes}{escape(source)}</source>"
        f"<target>{escape(target)}{codes}</target></trans-unit>"
        for number, (source, target) in enumerate(pairs)
    ]
    body = "".join(units[place] for place in order or range(len(units)))
    return f"<xliff version='1.2'><file original='a'><body>{body}</body></file></xliff>".encode()


def tmx(pairs):
    root = ElementTree.Element("tmx", version="1.4")
    ElementTree.SubElement(root, "header", srclang="en")
    body = ElementTree.SubElement(root, "body")
    for pair in pairs:
        unit = ElementTree.SubElement(body, "tu")
        for language, text in zip(("en", "de"), pair, strict=True):
            variant = ElementTree.SubElement(unit, "tuv", {"xml:lang": language})
            ElementTree.SubElement(variant, "seg").text = text
    stream = BytesIO()
    ElementTree.ElementTree(root).write(stream, "utf-8", xml_declaration=True)
    return stream.getvalue()


def quoted(text):
    """The text in PO, broken into two lines."""
    escaped = [character.replace("\\", "\\\\").replace('"', '\\"') for character in text]
    middle = len(escaped) // 2
    return '"' + "".join(escaped[:middle]) + '"\n"' + "".join(escaped[middle:]) + '"'


def po(pairs):
    header = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n'
    return "\n".join(
        [
            header,
            *(
                f'msgctxt "{number}"\nmsgid {quoted(source)}\nmsgstr {quoted(target)}\n'
                for number, (source, target) in enumerate(pairs)
            ),
        ]
    ).encode()


def both(file, data):
    return [
        tuple(row) for row in zip(*(column.segments.to_pylist() for column in read_columns(file, data)), strict=True)
    ]


@given(PAIRS, CODES)
@examples(60)
def test_texts_are_read_as_they_were_written(pairs, codes):
    assert both("x.xlf", xliff(pairs, codes)) == pairs
    assert both("x.tmx", tmx(pairs)) == pairs
    assert both("x.po", po(pairs)) == pairs


@given(PAIRS, st.data())
@examples(60)
def test_the_order_of_units_changes_nothing(pairs, draw):
    order = draw.draw(st.permutations(range(len(pairs))))
    columns = [*read_columns("ref.xlf", xliff(pairs)), *read_columns("mt.xlf", xliff(pairs, order=order))]
    test_set = assemble(guess_roles(columns), "set")
    assert test_set.systems[0].segments.equals(test_set.references[0].segments)
