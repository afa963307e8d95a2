"""A logo or favicon -> `Picture`. An SVG that could run or load anything is refused, never repaired."""

import re
from xml.parsers import expat

from skillpack.errors import UsageError
from skillpack.model.settings import Picture

_SVG = "http://www.w3.org/2000/svg"
_DRAWING = """
svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title desc style
stop linearGradient radialGradient clipPath mask pattern marker
filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
feGaussianBlur feMerge feMergeNode feMorphology feOffset
"""
_ELEMENTS = frozenset(f"{_SVG} {name}" for name in _DRAWING.split())
_LOADS = re.compile(r"""@import|image-set|src\s*\(|url\s*\((?!\s*["']?\s*\#)|\\""", re.IGNORECASE)
_LENGTH = re.compile(r"\s*(\d*\.?\d+)\s*(?:px)?\s*")
_BOX = re.compile(r"\s*[-+.\d]+[\s,]+[-+.\d]+[\s,]+(\d*\.?\d+)[\s,]+(\d*\.?\d+)\s*")
_HEIGHT = 32  # pixels, at which pages show a logo
_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def read_picture(content: bytes, path: str, stem: str, *, what: str) -> Picture:
    """Return the facts about an SVG or a PNG that a page must know.

    Args:
        content: Of the file.
        path: By its suffix it is one or the other.
        stem: Of the name under which it is published.
        what: The file in words, for messages: "the logo `brand/logo.svg`".

    Raises:
        UsageError: It is neither, is broken, has no size, or is an SVG that could run or load anything.
    """
    name = path.lower()
    if name.endswith(".png"):
        return Picture(f"{stem}.png", "image/png", *_png_size(content, what))
    if name.endswith(".svg"):
        return Picture(f"{stem}.svg", "image/svg+xml", *_Svg(what).size(content))
    raise UsageError(f"{what} is neither an SVG nor a PNG", hint="name a file that ends in `.svg` or `.png`")


def _png_size(content: bytes, what: str) -> tuple[int, int]:
    if not content.startswith(_PNG):
        raise UsageError(f"{what} is not a PNG, whatever its name says", hint="save it as a PNG")
    at = len(_PNG)
    width, height = (int.from_bytes(content[start : start + 4], "big") for start in (at, at + 4))
    return _shown_size(width, height, what)


def _shown_size(width: float, height: float, what: str) -> tuple[int, int]:
    """Return width and height for a page, which scales a picture and keeps its shape."""
    if not (width > 0 and height > 0):
        raise UsageError(f"{what} has no size", hint="an SVG needs `viewBox`, or `width` and `height` in pixels")
    return max(1, round(_HEIGHT * width / height)), _HEIGHT


class _Svg:
    """The reading of one SVG."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.root: dict[str, str] = {}
        self.depth = 0
        self.style = ""
        self.in_style = False
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = lambda *_: self.refuse("a document type")
        self.parser.ProcessingInstructionHandler = lambda *_: self.refuse("a processing instruction")

    def size(self, content: bytes) -> tuple[int, int]:
        """Return width and height; nothing in it can run or load anything then."""
        try:
            self.parser.Parse(content, True)  # noqa: FBT003 positional only
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise UsageError(f"{self.what} is not an SVG: {error}", hint="save it as a plain SVG in UTF-8") from error
        lengths = [_LENGTH.fullmatch(self.root.get(key, "")) for key in ("width", "height")]
        if all(lengths):
            width, height = (float(found[1]) for found in lengths if found)
        else:
            box = _BOX.fullmatch(self.root.get("viewBox", ""))
            width, height = (float(box[1]), float(box[2])) if box else (0, 0)
        return _shown_size(width, height, self.what)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take an element that does nothing."""
        local = name.rpartition(" ")[2]
        if name not in _ELEMENTS or self.in_style or (self.depth == 0 and local != "svg"):
            self.refuse(f"`<{local}>`")
        for full, value in attributes.items():
            self.attribute(full.rpartition(" ")[2], value)
        if self.depth == 0:
            self.root = attributes
        self.depth += 1
        self.in_style = local == "style"

    def attribute(self, name: str, value: str) -> None:
        """Take an attribute that does nothing and leads nowhere else."""
        if name.lower().startswith("on"):
            self.refuse(f"the script `{name}`")
        if name == "base" or (name in {"href", "src"} and not value.strip().startswith("#")):
            self.refuse(f"a reference to another file (`{name}`)")
        if _LOADS.search(value):
            self.refuse(f"a reference to another file (`{name}`)")

    def text(self, text: str) -> None:
        """Keep the text of a style: it comes in pieces."""
        if self.in_style:
            self.style += text

    def end(self, _: str) -> None:
        """Take a style that loads nothing."""
        if _LOADS.search(self.style):
            self.refuse("a style that loads another file")
        self.depth -= 1
        self.style, self.in_style = "", False

    def refuse(self, thing: str) -> None:
        """Refuse the picture for what it holds."""
        raise UsageError(
            f"{self.what} holds {thing} on line {self.parser.CurrentLineNumber}",
            hint="save it as a plain SVG without scripts, links and embedded files, or name a PNG",
        )
