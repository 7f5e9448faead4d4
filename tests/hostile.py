"""Text as an ill-meaning, or merely unlucky, user brings it. Everywhere it must be shown as it is."""

from collections.abc import Iterable

SCRIPTS = (
    "<script>window.flag=1</script>",
    "<img src=x onerror=window.flag=1>",
    '"><svg onload="window.flag=1">',
    "'onmouseover='window.flag=1",
    "</style></span></div><script>window.flag=1</script>",
    '<iframe srcdoc="<script>parent.flag=1</script>"></iframe>',
    "&lt;b&gt; &amp;amp; &#60;i&#62;",
    "<!--",
    "<![CDATA[",
    "{{constructor.constructor('window.flag=1')()}}",
    "%3Cscript%3E",
)
MARKDOWN = (
    "[x](javascript:window.flag=1)",
    "![x](http://evil.example/x.png)",
    "$\\LaTeX$",
    ":red[x]",
    ":material/home:",
    "**bold** _slanted_ `code` ~~gone~~",
    "-> <- -- :smile: :streamlit:",
    "# head",
    "| a | b |",
)
SCRIPTURES = (
    "\u202eevil\u202c",
    "مرحبا بالعالم",
    "👩‍👩‍👧 🏳️‍🌈",
    "a\u2028b",
    "日本語",
    "=1+1",
    "\\N{x} %s {0} {name}",
)
TEXTS = (*SCRIPTS, *MARKDOWN, *SCRIPTURES)


def together(texts: Iterable[str], most: int = 100) -> list[str]:
    """As few as possible that have all of these texts, in this order, in up to ``most`` characters each."""
    found: list[str] = []
    for text in texts:
        if found and len(f"{found[-1]} {text}") <= most:
            found[-1] += f" {text}"
        else:
            found.append(text)
    return found
