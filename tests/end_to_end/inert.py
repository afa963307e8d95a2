"""What no page, feed, picture or index may hold, whatever skills say: read as browsers and programs read it."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

Reader = Callable[[str, bytes], Iterator[str]]
"""Path and content -> what is wrong."""

UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""What nobody sees; a reader must be told of it."""

EVIL = re.compile(r"evil\.example", re.IGNORECASE)
MARKER = "1337"
"""What `7*191` becomes where somebody reckons it."""

TAGS = frozenset({
    "a", "abbr", "article", "aside", "b", "bdi", "bdo", "blockquote", "body", "br", "button", "caption", "cite",
    "code", "col", "colgroup", "dd", "del", "details", "dfn", "dialog", "div", "dl", "dt", "em", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "i", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "mark", "meta", "nav", "noscript",
    "ol", "option", "p", "path", "pre", "q", "rect", "rp", "rt", "ruby", "s", "samp", "script", "section", "select",
    "small", "span", "strike", "strong", "sub", "summary", "sup", "svg", "table", "tbody", "td", "tfoot", "th",
    "thead", "time", "title", "tr", "u", "ul", "var", "wbr", "circle",
})  # fmt: skip
"""Of all templates, and what skills may write."""

_ATTRIBUTES = re.compile(
    r"(?:aria-[a-z]+|data-[a-z]+|action|alt|autocomplete|autofocus|blocking|charset|checked|class|colspan|content|cx|cy|d|defer|dir"
    r"|fill|for|height|hidden|href|http-equiv|id|lang|loading|name|open|placeholder|popover|popovertarget"
    r"|preserveaspectratio|property|r|rel|role|rowspan|scope|spellcheck|src|start|tabindex|title|type|value|viewbox|width"
    r"|x|y)"
)
_BODY_TAGS = TAGS - {
    "aside", "body", "button", "circle", "dialog", "fieldset", "footer", "form", "head", "header", "html", "input",
    "label", "legend", "link", "main", "meta", "nav", "noscript", "option", "path", "rect", "script", "section",
    "select", "svg", "title",
}  # fmt: skip
_BODY_ATTRIBUTES = frozenset({
    "alt", "aria-label", "aria-labelledby", "class", "colspan", "dir", "height", "href", "id", "loading", "open", "rel",
    "role", "rowspan", "src", "start", "tabindex", "title", "width",
})  # fmt: skip
_VOID = frozenset(["br", "col", "hr", "img", "input", "link", "meta", "wbr", "circle", "path", "rect"])


ALONE = "404.html"
"""The page that brings its style and script, which its policy names by their digests."""


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


class _Page(HTMLParser):
    """Reads a page, and notes what should not be there."""

    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path, self.found = path, []
        self.open: list[tuple[str, bool]] = []
        self.ids: set[str] = set()
        self.script = self.policy = ""
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        inside = bool(self.open and self.open[-1][1])
        if tag not in (_BODY_TAGS if inside else TAGS) and not (tag == "style" and self.path == ALONE):
            self.found.append(f"<{tag}>{' in a body' if inside else ''}")
        for name, value in given.items():
            if not (name in _BODY_ATTRIBUTES if inside else _ATTRIBUTES.fullmatch(name)):
                self.found.append(f"<{tag} {name}=…>")
            if UNSEEN.search(value):
                self.found.append(f"<{tag} {name}> holds {UNSEEN.search(value)!r}")
        for name in ("href", "src", "action"):
            if name in given:
                self._address(tag, name, given[name])
        if "id" in given:
            if given["id"] in self.ids:
                self.found.append(f"id {given['id']} twice")
            self.ids.add(given["id"])
            if inside and not given["id"].startswith("s-"):
                self.found.append(f"id {given['id']} of a skill")
        if tag == "meta" and "http-equiv" in given:
            self._meta(given)
        if tag in {"script", "style"}:
            self.script = given.get("type", "src")
        if tag not in _VOID:
            body = inside or (tag == "div" and given.get("class", "").split()[:1] == ["md"])
            self.open.append((tag, body))

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID:
            return
        if tag == "p" and (not self.open or self.open[-1][0] != "p"):
            return
        if not self.open or self.open[-1][0] != tag:
            self.found.append(f"</{tag}> closes {self.open[-1][0] if self.open else 'nothing'}")
            return
        self.open.pop()
        if tag in {"script", "style"}:
            self.script = ""

    def handle_data(self, data: str) -> None:
        if self.script == "application/ld+json":
            json.loads(data)
            if re.search("[<>&\u2028\u2029]", data):
                self.found.append("JSON-LD with marks of HTML")
        elif self.script and not (self.path == ALONE and _digest(data) in self.policy and not EVIL.search(data)):
            self.found.append("an inline script")
        elif self.script:
            return
        else:
            self.text.append(data)
            if UNSEEN.search(data):
                self.found.append(f"hidden in text: {UNSEEN.search(data)!r} in {data[:60]!r} of {self.open[-1:]}")

    def handle_comment(self, data: str) -> None:
        self.found.append(f"a comment: {data[:40]}")

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.found.append(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self.found.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.found.append(f"<![{data}")

    def _meta(self, given: Mapping[str, str]) -> None:
        kind, content = given["http-equiv"].lower(), given.get("content", "")
        if kind == "refresh" and not re.fullmatch(r"0; url=\.\./[\w/%.-]+", content):
            self.found.append(f"refresh {content}")
        if kind == "content-security-policy":
            self.policy = content
        if kind not in {"refresh", "content-security-policy"}:
            self.found.append(f"http-equiv={kind}")

    def _address(self, tag: str, name: str, value: str) -> None:
        stripped = re.sub(r"[\x00-\x20]", "", value)
        scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", stripped)
        loads = tag in {"img", "script", "form"} or (tag == "link" and name == "href")
        allowed = () if loads else ("http", "https", "mailto")
        if (
            scheme
            and scheme[1].lower() not in allowed
            and not value.startswith("https://skills.example.com/some/where/")
        ):
            self.found.append(f"<{tag} {name}={value[:60]}>")
        if stripped.startswith(("//", "/\\", "\\")) or "\\" in value:
            self.found.append(f"<{tag} {name}={value[:60]}>")


def page_faults(path: str, content: bytes) -> Iterator[str]:
    """Yield what is wrong with a page."""
    page = _Page(path)
    page.feed(content.decode())
    page.close()
    yield from page.found
    if [tag for tag, _ in page.open]:
        yield f"left open: {page.open}"
    if MARKER in re.sub(r"[0-9a-f]{12,}", "", " ".join(page.text)):
        yield "something was reckoned"


def xml_faults(path: str, content: bytes) -> Iterator[str]:
    """Yield what is wrong with a feed, a sitemap or a picture."""
    text = content.decode()
    if found := UNSEEN.search(text):
        yield f"holds {found!r}"
    if "<!" in text or "<?" in text.removeprefix("<?xml"):
        yield "a declaration"
    for element in ET.fromstring(content).iter():  # noqa: S314 our own
        tag = element.tag.rpartition("}")[2]
        if tag in {"script", "style", "foreignObject", "iframe", "image", "use", "animate", "set", "img"}:
            yield f"<{tag}>"
        if path.endswith(".svg") and tag in {"a", "link"}:
            yield f"<{tag}>"
        for name, value in element.attrib.items():
            if name.startswith("on") or name == "style":
                yield f"<{tag} {name}={value}>"
            if name.rpartition("}")[2] in {"href", "src"} and urlsplit(value).scheme not in {"https", "http"}:
                yield f"<{tag} {name}={value}>"


def json_faults(path: str, content: bytes) -> Iterator[str]:  # noqa: ARG001 the signature of all
    """Yield what is wrong with an index."""
    json.loads(content)
    if b"</" in content:
        yield "holds `</`"
    if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", content):
        yield "holds control characters"


def data_faults(path: str, content: bytes) -> Iterator[str]:  # noqa: ARG001 the signature of all
    """Yield what is wrong with a script that is data: one call with values of JSON."""
    call = re.fullmatch(r"(skillpack[A-Z][a-z]+)\((.*)\);?\n?", content.decode(), re.DOTALL)
    if call is None:
        yield f"no single call: {content[:60]!r}"
    else:
        try:
            json.loads(f"[{call[2]}]")
        except ValueError:
            yield "its values are no JSON"
    if b"</" in content or b"<!--" in content:
        yield "holds `</` or `<!--`"


def text_faults(path: str, content: bytes) -> Iterator[str]:  # noqa: ARG001 the signature of all
    """Yield what is wrong with a text that people see in a terminal or agents read."""
    if found := UNSEEN.search(content.decode()):
        yield f"holds {found!r}"


def faults(files: Mapping[str, bytes]) -> list[str]:
    """Return what is wrong with a site, each with its path; bytes of skills themselves are what they are."""
    found = []
    for path, content in files.items():
        reader = reader_of(path)
        found += [f"{path}: {says}" for says in reader(path, content)] if reader else []
    return found


def reader_of(path: str) -> Reader | None:
    """Return what reads a file; None for bytes of skills, and for what hosts' formats say byte for byte."""
    top, _, rest = path.partition("/")
    name = path.rpartition("/")[2]
    if top == "archives" or "/raw/" in path or (top == "skills" and name in {"SKILL.md", "SHA256SUMS"}):
        return None
    if top == "assets":
        return data_faults if rest.startswith("search/") else None
    for ending, reader in _READERS.items():
        if name.endswith(ending):
            return reader if top != "prompt" or ending == ".json" else None
    return None


_READERS: Mapping[str, Reader] = {
    ".html": page_faults,
    ".xml": xml_faults,
    ".svg": xml_faults,
    ".json": json_faults,
    ".md": text_faults,
    ".txt": text_faults,
    "_headers": text_faults,
    "_redirects": text_faults,
}
