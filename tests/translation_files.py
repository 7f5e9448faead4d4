"""Translation files of every kind for tests, twenty of each, in many spellings."""

import random
from collections.abc import Iterator

N_FILES, N_UNITS = 20, 4
ENDINGS = {"XLIFF 1.2": "xlf", "SDLXLIFF": "sdlxliff", "MQXLIFF": "mqxliff", "XLIFF 2": "xlf", "TMX": "tmx", "PO": "po"}
SOURCES = (
    "Click {}here{} now.",
    "Salt {}&amp; pepper{}, 3 &lt; 4",
    "{}Open{} the door",
    "Schöne {}Grüße{} von mir",
    "{} files {}",
    "Delete {} {} files",
)
TARGETS = (
    "Hier {}klicken{}, bitte.",
    "Salz {}&amp; Pfeffer{}, 3 &lt; 4",
    "Mach {}die Tür{} auf",
    "<![CDATA[x < y]]>",
    "{} Dateien {}",
    "Lösche {} {} Dateien",
)
PLAIN = ("Click here now.", 'Salt \\"n\\" pepper', "%d doors\\n", "Gr\u00fc\u00dfe")


def files_of(kind: str) -> Iterator[tuple[str, bytes]]:
    """Names and bytes of twenty files of a kind of ``ENDINGS``."""
    for number in range(N_FILES):
        draw = random.Random(f"{kind} {number}")
        text, encoding = _WRITERS[kind](draw), draw.choice(["utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1"])
        said = {"utf-8-sig": "utf-8", "latin-1": "iso-8859-1"}.get(encoding, encoding)
        text = text.replace("ENCODING", said)
        if draw.random() < 0.3:
            text = text.replace("\n", "\r\n")
        yield f"job{number}.{ENDINGS[kind]}", text.encode(encoding)


def _codes(draw: random.Random, kind: str) -> tuple[str, str]:
    pairs = {
        "XLIFF 1.2": [('<g id="1">', "</g>"), ('<x id="1"/>', '<x id="2" />'), ('<bpt id="1">&lt;b></bpt>', "")],
        "XLIFF 2": [('<pc id="1">', "</pc>"), ('<ph id="1"/>', ""), ('<sc id="1"/>', '<ec startRef="1"/>')],
        "TMX": [("<hi>", "</hi>"), ('<bpt i="1">{b}</bpt>', '<ept i="1">{/b}</ept>'), ('<ph x="1"/>', "")],
    }
    return ("", "") if draw.random() < 0.3 else draw.choice(pairs[kind])


def _pair(draw: random.Random, kind: str) -> tuple[str, str]:
    number = draw.randrange(len(SOURCES))
    codes = _codes(draw, kind)
    return SOURCES[number].format(*codes), TARGETS[number].format(*codes)


def _head(draw: random.Random) -> str:
    comment = "\n<!-- <target>none</target> & -->" if draw.random() < 0.5 else ""
    return f'<?xml version="1.0" encoding="ENCODING"?>{comment}\n'


def _xliff_1(draw: random.Random) -> str:
    p, q = draw.choice(["", "", "x:"]), draw.choice(["'", '"'])
    name = f"xmlns:{p[:-1]}" if p else "xmlns"
    units = []
    for number in range(N_UNITS):
        source, target = _pair(draw, "XLIFF 1.2")
        source, target = (text.replace("<", f"<{p}").replace(f"<{p}/", f"</{p}") for text in (source, target))
        target = target.replace(f"<{p}!", "<!")
        written = draw.choice(
            [
                f"<{p}target>{target}</{p}target>",
                f"<{p}target state={q}new{q}  >\n {target} </{p}target>",
                f"<{p}target/>",
                f"<{p}target state-qualifier={q}exact-match{q} />",
                "",
            ]
        )
        match = f"<{p}alt-trans origin={q}MT{q}><{p}target>{target}</{p}target></{p}alt-trans>" * draw.randrange(2)
        note = f"<{p}note>state={q}x{q}</{p}note>" * draw.randrange(2)
        space = draw.choice(["\n  ", "", " "])
        approved = draw.choice(["", f" approved={q}yes{q}", f" approved = {q}no{q}"])
        units.append(
            f"<{p}trans-unit id={q}{number}{q}{approved}>{space}<{p}source>{source}</{p}source>{space}{written}"
            f"{note}{match}</{p}trans-unit>"
        )
    body = "\n".join(units)
    return (
        f"{_head(draw)}<{p}xliff version={q}1.2{q} {name}={q}urn:oasis:names:tc:xliff:document:1.2{q}>\n"
        f"<{p}file original={q}a&amp;b.txt{q} source-language={q}en{q} target-language={q}de{q} datatype={q}x{q}>"
        f"<{p}body>\n<{p}group>{body}</{p}group></{p}body></{p}file></{p}xliff>\n"
    )


def _sdl(draw: random.Random) -> str:
    units = []
    for number in range(N_UNITS):
        (one, first), (two, second) = _pair(draw, "XLIFF 1.2"), _pair(draw, "XLIFF 1.2")
        mark, end = '<mrk mtype="seg" mid="{}">', "</mrk>"
        target = draw.choice(
            [
                "",
                "<target />",
                f"<target>{mark.format(1)}{first}{end} {mark.format(2)}{second}{end}</target>",
                f'<target><g id="9">{mark.format(1)}{first}{end} <mrk mtype="seg" mid="2"/></g></target>',
            ]
        )
        units.append(
            f'<trans-unit id="u{number}"><source>{one} {two}</source>'
            f'<seg-source><g id="9">{mark.format(1)}{one}{end} {mark.format(2)}{two}{end}</g></seg-source>{target}'
            f'<sdl:seg-defs><sdl:seg id="1" conf="Draft" percent="80"/><sdl:seg id="2"  conf="Translated">'
            f"<sdl:value>x</sdl:value></sdl:seg></sdl:seg-defs></trans-unit>"
        )
    return (
        f'{_head(draw)}<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" version="1.2"'
        ' xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="a.docx" source-language="en-US"'
        ' target-language="de-DE" datatype="x-sdlfilterframework2"><header><sdl:x>target state="y"</sdl:x></header>'
        f"<body>{''.join(units)}</body></file></xliff>"
    )


def _mq(draw: random.Random) -> str:
    units = []
    for number in range(N_UNITS):
        source, target = _pair(draw, "XLIFF 1.2")
        status = draw.choice(["NotStarted", "PartiallyEdited", "ManuallyConfirmed", "Proofread"])
        target = "" if status == "NotStarted" else target
        units.append(
            f'<trans-unit id="{number}" mq:status="{status}" mq:percent="75">\n'
            f'<source xml:space="preserve">{source}</source>\n<target xml:space="preserve">{target}</target>\n'
            f"<mq:minorversions/></trans-unit>\n"
        )
    return (
        f'{_head(draw)}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:mq="MQXliff">'
        f'<file original="a" source-language="en" target-language="de" datatype="x-memoq"><body>\n{"".join(units)}'
        "</body></file></xliff>"
    )


def _xliff_2(draw: random.Random) -> str:
    units = []
    for number in range(N_UNITS):
        segments = []
        for part in range(draw.randint(1, 2)):
            source, target = _pair(draw, "XLIFF 2")
            state = draw.choice(["", ' state="initial"', ' state="final" subState="x:y"'])
            written = draw.choice(
                [f"<target>{target}</target>", f"<target xml:lang='de'>{target}</target>", "<target/>", ""]
            )
            segments.append(f'<segment id="s{part}"{state}>\n<source>{source}</source>{written}</segment>')
        notes = draw.choice(["", "<notes><note>a</note></notes>\n", "<notes/>"])
        units.append(
            f'<unit id="u{number}">\n{notes}{"<ignorable><source> </source></ignorable>".join(segments)}</unit>'
        )
    return (
        f'{_head(draw)}<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">'
        f'<file id="f">{"".join(units)}</file></xliff>'
    )


def _tmx(draw: random.Random) -> str:
    units = []
    for number in range(N_UNITS):
        source, target = _pair(draw, "TMX")
        third = '\n<tuv xml:lang="fr"><seg>Autre</seg></tuv>' * draw.randrange(2)
        written = draw.choice(
            [
                f'\n  <tuv xml:lang="de"><prop type="x">y</prop><seg>{target}</seg></tuv>',
                f"\n<tuv lang='DE'>\n<seg >{target}</seg>\n</tuv>",
                '<tuv xml:lang="de"><seg/></tuv>',
                "" if number else '<tuv xml:lang="de"><seg>a</seg></tuv>',
            ]
        )
        units.append(
            f'<tu tuid="{number}">\n  <tuv xml:lang="en">\n   <seg>{source}</seg>\n  </tuv>{third}{written}</tu>\n'
        )
    return (
        f'{_head(draw)}<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header srclang="en"/><body>\n'
        f"{''.join(units)}</body></tmx>"
    )


def _po(draw: random.Random) -> str:
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ENCODING\\n"\n"Language: de\\n"\n'
    messages = [header]
    for number in range(N_UNITS):
        source = f"{number} {draw.choice(PLAIN)}"
        target = draw.choice([f'"{source} !"', '""', f'""\n"{source} "\n"  x"', f'  "{source}"'])
        context = f'msgctxt "c{number}"\n' * draw.randrange(2)
        comment = draw.choice(["", "# by hand\n", "#: a.c:1\n#, c-format\n"])
        messages.append(f'{comment}{context}msgid "{source}"\nmsgstr {target}\n')
    plural = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "viele"\n'
    return "\n".join([*messages, plural, '#~ msgid "old"\n#~ msgstr "alt"\n'])


_WRITERS = {
    "XLIFF 1.2": _xliff_1,
    "SDLXLIFF": _sdl,
    "MQXLIFF": _mq,
    "XLIFF 2": _xliff_2,
    "TMX": _tmx,
    "PO": _po,
}
