"""Which requests ask about exactly the outputs of a test set."""

from collections.abc import Iterable

from ..judgments.fingerprints import output_fingerprint
from ..testset import TestSet
from .prompts import JudgedTexts
from .request_ids import RequestId


def requests_in_set(request_ids: Iterable[RequestId], test_set: TestSet) -> dict[RequestId, JudgedTexts]:
    """Return the ids of requests about outputs of the test set, in their order, each with the texts that it asks about.

    An id is left out where the test set has no such system or segment, or has another text there.
    """
    source = None if test_set.source is None else test_set.source.to_pylist()
    outputs = {system.name: system.segments.to_pylist() for system in test_set.systems}
    texts_by_request = {}
    for request_id in request_ids:
        place = request_id.segment - 1
        if request_id.system not in outputs or place >= len(test_set):
            continue
        texts = JudgedTexts(outputs[request_id.system][place], "" if source is None else source[place])
        if output_fingerprint(texts.source, texts.translation) == request_id.fingerprint:
            texts_by_request[request_id] = texts
    return texts_by_request
