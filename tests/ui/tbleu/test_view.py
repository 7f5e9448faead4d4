"""What the page tBLEU says around its tables."""

import re

import pytest

from ui.tbleu import view


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("reference.B", "the form that reference.B has of them."),
        ("human <b>", "the form that reference human &lt;b&gt; has of them."),
        (None, "the reference's form of them."),
    ],
)
def test_the_forms_are_those_of_the_reference_by_its_name(reference, said):
    text = re.sub("<[^>]*>", "", view.forms_caption_html(reference)).replace("&#39;", "'")
    assert text.startswith(f"Words of the output and {said} Gain is")
