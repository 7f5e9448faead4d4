"""Translation files for tests, each with the same two units."""

XLIFF = """<?xml version="1.0" encoding="utf-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="a.html" source-language="en" target-language="de" datatype="html">
<header><skl><internal-file form="base64">aGVsbG8=</internal-file></skl></header>
<body>
<group id="g"><trans-unit id="1"><source>Click <g id="1">here</g> <x id="2"/> now</source>
<target>Hier <g id="1">klicken</g> <x id="2"/> sofort</target></trans-unit></group>
<trans-unit id="2"><source>AT&amp;T &lt; 3</source><target>
  AT&amp;T
  &lt; drei
</target><note>Keep AT&amp;T</note></trans-unit>
</body></file></xliff>
"""
XLIFF_2 = """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
<file id="f1" original="a.html">
<unit id="1"><originalData><data id="d">&lt;br/&gt;</data></originalData>
<segment id="s1"><source>Click <pc id="1">here</pc> <ph id="2" dataRef="d"/> now</source>
<target>Hier <pc id="1">klicken</pc> <ph id="2"/> sofort</target></segment></unit>
<unit id="2"><segment><source>AT&amp;T &lt; 3</source><target>AT&amp;T &lt; drei</target></segment></unit>
</file></xliff>
"""
TMX = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="en-US" segtype="sentence"/><body>
<tu tuid="1"><prop type="x">y</prop><tuv xml:lang="en-US"><seg>Click <hi>here</hi> <ph x="1">{0}</ph> now</seg></tuv>
<tuv xml:lang="de"><seg>Hier <hi>klicken</hi> <bpt i="1">&lt;b&gt;<sub>x</sub></bpt> sofort</seg></tuv></tu>
<tu tuid="2"><tuv xml:lang="en-US"><seg>AT&amp;T &lt; 3</seg></tuv>
<tuv xml:lang="DE"><seg>AT&amp;T &lt; drei</seg></tuv></tu>
</body></tmx>
"""
PO = r"""# A comment
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Language: de\n"

#: a.c:1
msgid "Click here "
"now"
msgstr "Hier klicken "
"sofort"

#, c-format
msgctxt "menu"
msgid "AT&T < 3"
msgstr "AT&T < drei"
"""
SOURCES = ["Click here now", "AT&T < 3"]
TARGETS = ["Hier klicken sofort", "AT&T < drei"]
FILES = {"x.xlf": XLIFF, "x2.xlf": XLIFF_2, "x.tmx": TMX, "x.po": PO}
