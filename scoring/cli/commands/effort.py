"""``effort``: what post-editing costs, by each system's own post-edit."""

import argparse
from collections.abc import Iterator

import pyarrow as pa

from ...counting.usual_draws import MOST_SEED, MOST_TRIALS, SEED, TRIALS
from ...formats import Role
from ...formats.assembly import documents_of
from ...formats.judgments import FoundDocuments
from ...output.numbers import MISSING, counted
from ...studies import effort
from ...studies.effort import BANDS, HTER, EffortRequest, EffortResult, PostEditedTexts, SystemEffort
from ...ter.ter import TER
from ...text.languages import script_of
from ..inputs import Inputs
from ..progress_bar import progress_of
from ..reports.layout import Style, formats_of, json_object, rounded
from ..shared.arguments import add_options, add_output, add_reading, add_systems, number, read_inputs, values
from ..shared.documents import read_documents, stated_documents
from ..shared.system_statistics import warn_of_script

DOCUMENT, DOMAIN = "document", "domain"
MOST_RATE = 1e9


def _tables(result: EffortResult, style: Style) -> list[str]:
    headers = ["system", *_headers(result)]
    tables = [style.table(headers, [[one.system, *_cells(one)] for one in result.systems], n_left=1)]
    tables.append(style.table(_band_headers(result), [*_band_rows(result)], n_left=2))
    if result.groups:
        rows = [[one.group, one.system, *_cells(one)] for one in result.groups]
        tables.append(style.table([result.grouped_by, *headers], rows, n_left=2))
    return tables


def _headers(result: EffortResult) -> list[str]:
    costs = ["cost", "per 1,000", "low", "high"] if result.request.rates else []
    return ["HTER", "low", "high", "untouched %", "low", "high", "segments", "words", *costs]


def _cells(found: SystemEffort) -> list[str]:
    measured = [found.hter, found.hter_low, found.hter_high]
    untouched = [found.untouched, found.untouched_low, found.untouched_high]
    costs = [found.cost, found.cost_per_1000, found.cost_low, found.cost_high] if found.cost is not None else []
    cells = [*(rounded(one) for one in measured), *(rounded(one, 1) for one in untouched)]
    priced = [MISSING if one is None else rounded(one) for one in costs]
    return [*cells, f"{found.segments:,}", f"{found.words:,}", *priced]


def _band_headers(result: EffortResult) -> list[str]:
    return ["system", "HTER", "segments", "words", "% of words", *(["cost"] if result.request.rates else [])]


def _band_rows(result: EffortResult) -> Iterator[list[str]]:
    for found in result.systems:
        for band in found.bands:
            share = rounded(100 * band.words / found.words, 1) if found.words else MISSING
            cost = [] if band.cost is None else [rounded(band.cost)]
            yield [found.system, band.band, f"{band.segments:,}", f"{band.words:,}", share, *cost]


def _opening(result: EffortResult) -> list[str]:
    """What makes the result doubtful stands before who needs less."""
    return [*result.caveats, *result.answers()]


def _notes(result: EffortResult) -> list[str]:
    return result.notes()


def _write_json(result: EffortResult) -> str:
    return json_object(result.record())


FORMATS = {**formats_of(EffortResult.records, _tables, _notes, _opening), "json": _write_json}


def add(command: argparse.ArgumentParser) -> None:
    command.description = (
        "What post-editing costs: how much of each output its post-editor changed (HTER), in which bands, and which"
        " system takes less. Each output needs its own post-edit."
    )
    add = command.add_argument_group("files").add_argument
    help_ = "post-edits, one for each output, in the order of the outputs; an empty line is a segment that was deleted"
    add("references", nargs="+", metavar="PE", help=help_)
    add_systems(add, required=True)
    add("--source", metavar="SRC", help="the source, whose words are priced; default: the words of the post-edits")
    add_reading(add)
    command.set_defaults(run=run, metrics=[TER.name])  # HTER takes texts as TER does, tokenized or not
    add = command.add_argument_group("effort").add_argument
    help_ = f"upper ends of the bands of HTER, default {' '.join(f'{end:g}' for end in BANDS)}; one more is above"
    add("--bands", nargs="+", type=number(float, 0, MOST_RATE), default=list(BANDS), metavar="END", help=help_)
    help_ = "cost of a word in each band, from the least HTER, such as 0.01 0.03 0.06 0.08 0.1"
    add("--rates", nargs="+", type=number(float, 0, MOST_RATE), default=[], metavar="RATE", help=help_)
    add("--by", choices=(DOMAIN, DOCUMENT), help="also by domain or document, as files or --documents say")
    help_ = "domain, tab and document of each segment, a line each, or a file with ids"
    add("--documents", metavar="FILE", help=help_)
    help_ = f"shuffles and resamples, default {TRIALS:,}"
    add("--trials", type=number(int, 1, MOST_TRIALS), default=TRIALS, metavar="R", help=help_)
    add("--seed", type=number(int, 0, MOST_SEED), default=SEED, help=f"of shuffles and resamples, default {SEED}")
    add_options(command, [HTER])
    add_output(command)


def run(options: argparse.Namespace) -> str:
    """What post-editing each system took, rendered."""
    request = EffortRequest(
        HTER.configure(values(options)), tuple(options.bands), tuple(options.rates), options.trials, options.seed
    )
    if options.documents is not None and options.by is None:
        raise ValueError("--documents is for --by domain or --by document; neither is given.")
    texts = _read_texts(options)
    warn_of_script([request.metric], script_of([*texts.post_edits.values()]))
    with progress_of("effort") as on_progress:
        result = effort.run(request, texts, on_progress)
    return FORMATS[options.format](result)


def _read_texts(options: argparse.Namespace) -> PostEditedTexts:
    with read_inputs(options, options.references, options.systems, options.source) as inputs:
        columns = inputs.whole_columns()
        groups = None if options.by is None else _groups(options, inputs)
    outputs, post_edits = columns[Role.SYSTEM], [*columns[Role.REFERENCE].values()]
    if len(outputs) != len(post_edits):
        found = f"found {counted(len(post_edits), 'post-edit')} for {counted(len(outputs), 'output')}"
        raise ValueError(f"Expected one post-edit for each output, in the order of the outputs; {found}.")
    return PostEditedTexts(
        outputs,
        dict(zip(outputs, post_edits, strict=True)),
        next(iter(columns[Role.SOURCE].values()), None),
        groups,
        options.by or "group",
    )


def _groups(options: argparse.Namespace, inputs: Inputs) -> pa.StringArray:
    """The domain or the document of each segment; ``ValueError`` where no file says it."""
    found = [] if options.documents is None else read_documents(options.documents)
    if options.by == DOCUMENT:
        return stated_documents("--by document", inputs, found)
    stated = (one.domains for one in found if isinstance(one, FoundDocuments) and one.domains is not None)
    domains = next(stated, documents_of(inputs.columns)[1])
    if domains is None:
        advice = "Give --documents FILE with domain, tab and document of each segment, a line each."
        raise ValueError(f"--by domain: no file says the domain of each segment. {advice}")
    return domains
