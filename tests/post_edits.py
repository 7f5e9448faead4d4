"""Two engines' outputs with their post-edits, for tests of what post-editing costs."""

from dataclasses import replace

import pyarrow as pa

from scoring import TestSet
from scoring.testset import PostEdit

SOURCE = ["die Katze saß auf der Matte", "es regnete den ganzen Tag", "wir gehen jetzt nach Hause", "ein Wort"] * 8
OUTPUTS = {
    "good": ["the cat sat on the mat", "it rained all day", "we go home now then", "a word"] * 8,
    "poor": ["a cat on a mat", "all rain", "go we home", "one"] * 8,
}
POST_EDITS = {
    "good": ["the cat sat on the mat", "it rained the whole day", "we go home now", "a word"] * 8,
    "poor": ["a cat sat on a mat", "it rained all day long", "now we go home", "one word"] * 8,
}
RATES = ("0.01", "0.03", "0.06", "0.08", "0.1")


def strings(texts):
    return pa.array(texts, pa.string())


def edited_set(name="job", **changes):
    """No reference, post-edits of both systems, two documents in one domain."""
    plain = TestSet.build(OUTPUTS, {}, SOURCE, name=name)
    documents = strings([f"document {1 + (place >= 16)}" for place in range(len(SOURCE))])
    edits = tuple(PostEdit(system, strings(texts)) for system, texts in POST_EDITS.items())
    return replace(plain, post_edits=edits, documents=documents, domains=strings(["news"] * len(SOURCE)), **changes)


def files_of(texts, ending=""):
    """File name -> bytes, one segment a line."""
    return {f"{name}{ending}.txt": "".join(f"{line}\n" for line in lines).encode() for name, lines in texts.items()}
