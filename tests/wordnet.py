"""A small WordNet in the files that NLTK reads, for tests; format: wndb(5WN) of WordNet 3.0."""

from pathlib import Path

SYNSETS: dict[str, list[tuple[str, ...]]] = {
    "noun": [("cat", "true_cat", "feline"), ("guy", "cat", "bloke"), ("dog", "hound"), ("automobile", "car")],
    "adj": [("big", "large"), ("large", "great")],
    "verb": [],
    "adv": [("fast", "quickly")],
}
EXCEPTIONS = {"noun": "oxen ox\n", "adj": "bigger big\n", "verb": "", "adv": ""}
TYPES = {"noun": "n", "adj": "a", "verb": "v", "adv": "r"}
LEXICOGRAPHER_FILES = {"noun": 0, "adj": 1, "verb": 2, "adv": 3}
LICENCE = "  1 WordNet 3.0 Copyright: a made one, a few words long.  \n"


def write_wordnet(folder: Path) -> Path:
    """Writes it where NLTK looks for it below one of the folders of its data path, and gives that folder."""
    root = folder / "corpora" / "wordnet"
    root.mkdir(parents=True)
    for kind, synsets in SYNSETS.items():
        data = LICENCE
        offsets: dict[str, list[str]] = {}
        for words in synsets:
            offset = len(data.encode())
            listed = " ".join(f"{word} 0" for word in words)
            data += (
                f"{offset:08d} {LEXICOGRAPHER_FILES[kind]:02d} {TYPES[kind]} {len(words):02x} {listed} 000 | gloss  \n"
            )
            for word in words:
                offsets.setdefault(word, []).append(f"{offset:08d}")
        index = LICENCE + "".join(
            f"{word} {TYPES[kind]} {len(found)} 0 {len(found)} 0 {' '.join(found)}  \n"
            for word, found in sorted(offsets.items())
        )
        for name, text in ((f"data.{kind}", data), (f"index.{kind}", index), (f"{kind}.exc", EXCEPTIONS[kind])):
            (root / name).write_text(text, encoding="utf-8")
    lexnames = "".join(f"{number:02d}\t{kind}.all\t{number + 1}\n" for kind, number in LEXICOGRAPHER_FILES.items())
    for name, text in (("lexnames", lexnames), ("index.sense", ""), ("cntlist.rev", "")):
        (root / name).write_text(text, encoding="utf-8")
    return folder
