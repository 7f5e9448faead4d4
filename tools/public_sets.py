"""Adds a public test set to the sets that the doctor knows: digests of lines, no text.

python -m tools.public_sets "WMT 2021, English to German, reference A=ref.A.txt" ...
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from scoring.doctor.line_features import measure_lines
from scoring.doctor.public_sets import TABLE, public_record


def main(arguments: Sequence[str]) -> None:
    """Add the records of ``NAME=FILE``, one segment a line, to the table; replace records of the same names."""
    records = json.loads(TABLE.read_text(encoding="utf-8")) if TABLE.exists() else {}
    for argument in arguments:
        name, _, file = argument.rpartition("=")
        lines = Path(file).read_bytes().decode("utf-8").removesuffix("\n").split("\n")
        records[name] = public_record(measure_lines(pa.array(lines, pa.string())))
    TABLE.write_text(f"{json.dumps(dict(sorted(records.items())), indent=2)}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
