"""Agreement by the values of one option as a page writes it."""

import pandas as pd

from scoring.output.numbers import printed_difference
from ui.agreement import sweep_results


def test_printed_numbers_add_up_and_no_difference_is_0():
    columns = {"tau": [0.6334, 0.6186, 0.61862, 0.5], "tau difference": []}
    columns["tau difference"] = [printed_difference(value, 0.6186, 3) for value in columns["tau"]]
    frame = pd.DataFrame({"method": list("abcd")} | columns)
    frame.loc[1, "tau difference"] = None
    cells = sweep_results.style_sweep_table(frame)._translate(False, False)["body"]
    written = [[cell["display_value"] for cell in row if cell["type"] == "td"] for row in cells]
    assert written == [
        ["a", "0.633", "+0.014"],
        ["b", "0.619", ""],
        ["c", "0.619", "0"],
        ["d", "0.500", "−0.119"],
    ]
