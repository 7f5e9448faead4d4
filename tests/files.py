"""Files of every accepted format, made in memory."""

import gzip
import io
import json
import zipfile

import openpyxl

from tests.bilingual import PO, TMX, XLIFF, XLIFF_2


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def workbook(*sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def patched(data, part, change):
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            content = old.read(info)
            new.writestr(info.filename, change(content) if info.filename == part else content)
    return stream.getvalue()


def with_shared_strings():
    """A workbook as Excel writes it: strings in a part of their own, with rich text and phonetics."""
    main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    types = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    cells = ["<c r='A1' t='s'><v>0</v></c>", "<c r='A2' t='s'><v>1</v></c>"]
    strings = "<si><t>sys</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh sb='0' eb='1'><t>x</t></rPh></si>"
    parts = {
        "[Content_Types].xml": f"<Types xmlns='{package}/content-types'>"
        f"<Override PartName='/xl/workbook.xml' ContentType='{types}.sheet.main+xml'/>"
        f"<Override PartName='/xl/worksheets/sheet1.xml' ContentType='{types}.worksheet+xml'/>"
        f"<Override PartName='/xl/sharedStrings.xml' ContentType='{types}.sharedStrings+xml'/></Types>",
        "_rels/.rels": f"<Relationships xmlns='{package}/relationships'>"
        f"<Relationship Id='r1' Type='{office}/officeDocument' Target='xl/workbook.xml'/></Relationships>",
        "xl/workbook.xml": f"<workbook {main} xmlns:r='{office}'>"
        "<sheets><sheet name='S' sheetId='1' r:id='r1'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships xmlns='{package}/relationships'>"
        f"<Relationship Id='r1' Type='{office}/worksheet' Target='worksheets/sheet1.xml'/>"
        f"<Relationship Id='r2' Type='{office}/sharedStrings' Target='sharedStrings.xml'/></Relationships>",
        SHEET: f"<worksheet {main}><sheetData>"
        f"<row r='1'>{cells[0]}</row><row r='2'>{cells[1]}</row></sheetData></worksheet>",
        "xl/sharedStrings.xml": f"<sst {main}>{strings}</sst>",
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
PLAIN = workbook([["source", "reference", "mine"], ["a", "b", "c"], ["d", "e", "f"]])

ROWS = [["source", "ref", "sys"], ["a", 1, "=1+1"], ["b", True, "x"]]
TEXT = "Ein Satz.\n\nNoch e\u0301iner\u2028hier.\r\nLetzter\n".encode()
TABLE = b'source,ref,sys\n"a, ""b""",c,d\ne,f,"g\nh"\n'
JSONL = b"\n".join(json.dumps({"source": "s", "references": ["r"] * n, "systems": {"A": "h"}}).encode() for n in (1, 2))
NIST = b'<refset setid="t" refid="A"><doc docid="d"><seg id="1">a &amp; b</seg><seg id="2">c</seg></doc>'
WMT = (
    b'<?xml version="1.0"?><dataset><doc id="d"><src><p><seg id="1">a</seg></p></src><ref translator="A">'
    b'<seg id="1">b</seg></ref><hyp system="S"><seg id="1">c</seg></hyp></doc></dataset>'
)
SEEDS = {
    "x.txt": TEXT,
    "x.csv": TABLE,
    "x.tsv": TABLE.replace(b",", b"\t"),
    "x.jsonl": JSONL,
    "x.sgm": NIST,
    "x.xml": WMT,
    "x.txt.gz": gzip.compress(TEXT, mtime=0),
    "x.zip": zipped({"src.txt": TEXT, "d/x.csv": TABLE, "x.xml": WMT, "t.gz": gzip.compress(TEXT, mtime=0)}),
    "x.xlsx": workbook(ROWS),
    "x.xlf": XLIFF.encode(),
    "x.xliff": XLIFF_2.encode(),
    "x.tmx": TMX.encode(),
    "x.po": PO.encode(),
}
