"""An address as a square that a camera reads."""

from base64 import b64encode
from io import BytesIO

import segno
from markupsafe import Markup


def qr_code(address: str, label: str) -> Markup:
    """Black on white in any theme, as cameras want it."""
    file = BytesIO()
    segno.make(address, micro=False).save(file, kind="svg", scale=8, border=3, light="#fff", dark="#000", xmldecl=False)
    picture = Markup("data:image/svg+xml;base64,{}").format(b64encode(file.getvalue()).decode("ascii"))
    return Markup('<img class="qr" src="{}" alt="{}">').format(picture, label)
