"""Lists of candidates as files, as the programs that make such lists write them."""

import json

from scoring.choosing import Lists


def write_jsonl(lists: Lists) -> bytes:
    """A list a line: of systems their outputs, otherwise all that the lists have."""
    rows = iter(range(len(lists.candidates)))
    return "".join(json.dumps(_list(lists, texts, rows), ensure_ascii=False) + "\n" for texts in lists).encode()


def _list(lists, texts, rows):
    if lists.names:
        return {"systems": dict(zip(lists.names, texts, strict=True))}
    return {"candidates": [_candidate(lists, row, text) for text, row in zip(texts, rows, strict=False)]}


def _candidate(lists, row, text):
    value = {"text": text}
    if lists.decoder_scores is not None:
        value["score"] = float(lists.decoder_scores[row])
    if lists.features is not None:
        value["features"] = dict(zip(lists.feature_names, lists.features[row].tolist(), strict=True))
    return value


def write_moses(lists: Lists) -> bytes:
    """A candidate a line; each feature has a label of its own."""
    return "".join(_lines(lists)).encode()


def _lines(lists):
    for row, (segment, text) in enumerate(zip(lists.segments.tolist(), lists.candidates.to_pylist(), strict=True)):
        fields = [str(segment), text.strip()]
        if lists.features is not None or lists.decoder_scores is not None:
            values = [] if lists.features is None else lists.features[row].tolist()
            fields.append(
                " ".join(f"{name}= {value!r}" for name, value in zip(lists.feature_names, values, strict=True))
            )
        if lists.decoder_scores is not None:
            fields.append(repr(float(lists.decoder_scores[row])))
        yield " ||| ".join(fields) + "\n"
