"""Define patterns (RE2) of invisible characters that the script around them does not need.

The characters have Unicode's property Default_Ignorable_Code_Point, or are blanks that are not white space.
"""

_UNSPACED = (
    r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}\p{Tai_Le}\p{New_Tai_Lue}\p{Tai_Tham}\p{Tai_Viet}\p{Javanese}"
)
"""Scripts without spaces, in which U+200B marks where a line may break."""
_JOINING = (
    r"\x{600}-\x{6ff}\p{Arabic}\p{Syriac}\p{Nko}\p{Mongolian}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Oriya}"
    r"\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}\p{Sinhala}" + _UNSPACED
)
"""Scripts in which U+200C and U+200D separate and join letters."""
_EMOJI = r"\p{So}\p{Sk}\x{1f000}-\x{1faff}\x{fe0f}"
_VARIED = _EMOJI + (
    r"\p{Sm}0-9#*\x{203c}\x{2049}\x{3001}-\x{303d}\x{ff01}-\x{ff1f}"
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Mongolian}\p{Myanmar}\p{Phags_Pa}\p{Manichaean}"
)
"""Characters after which variation selectors choose a shape."""
_SELECTORS = r"\x{180b}-\x{180d}\x{180f}\x{fe00}-\x{fe0f}\x{e0100}-\x{e01ef}"
_FLAG, _TAGS = r"\x{1f3f4}", r"\x{e0020}-\x{e007f}"
_BLANKS = r"\x{115f}\x{1160}\x{2800}\x{3164}\x{ffa0}"
_BLANKS_BETWEEN = r"\x{1100}-\x{11ff}\x{a960}-\x{a97f}\x{d7b0}-\x{d7ff}\x{2801}-\x{28ff}"
"""Characters next to which blanks are meant: Old Hangul's parts of syllables, and Braille."""

ZERO_WIDTH = (
    r"[\x{ad}\x{34f}\x{17b4}\x{17b5}\x{180e}\x{2060}-\x{2065}\x{feff}\x{fff0}-\x{fff8}\x{1bca0}-\x{1bca3}"
    r"\x{1d173}-\x{1d17a}\x{e0000}-\x{e001f}\x{e0080}-\x{e00ff}\x{e01f0}-\x{e0fff}]+"
    rf"|(\A|[^\x{{200b}}{_UNSPACED}])\x{{200b}}+([^\x{{200b}}{_UNSPACED}]|\z)"
    rf"|(\A|[^{_SELECTORS}{_VARIED}])[{_SELECTORS}]+"
    rf"|(\A|[^{_FLAG}{_TAGS}])[{_TAGS}]+"
)
BLANKS = rf"(\A|[^{_BLANKS}{_BLANKS_BETWEEN}])[{_BLANKS}]+([^{_BLANKS}{_BLANKS_BETWEEN}]|\z)"
JOINERS = (
    r"[\x{61c}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{206f}]"
    rf"|(?:\A|[^\x{{200c}}\x{{200d}}{_JOINING}])\x{{200c}}"
    rf"|(?:\A|[^\x{{200c}}\x{{200d}}{_TAGS}{_EMOJI}{_JOINING}])\x{{200d}}"
)
"""Pattern of joiners that no script needs, and of direction marks."""
NONCHARACTERS = r"\x{fdd0}-\x{fdef}\x{fff9}-\x{fffb}" + "".join(
    rf"\x{{{plane:x}fffe}}\x{{{plane:x}ffff}}" for plane in range(17)
)
"""Content of a character class: what Unicode never assigns, and marks of interlinear annotations."""
