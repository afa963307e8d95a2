"""RFC 4287's musts, as far as a document alone can break them, and that each text says its language."""

import re
from datetime import datetime
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

ATOM = "{http://www.w3.org/2005/Atom}"
XML = "{http://www.w3.org/XML/1998/namespace}"
XHTML = "{http://www.w3.org/1999/xhtml}"
_MOMENT = re.compile(
    r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)"
)
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+")
_IRI = re.compile(r"[^\s<>\"{}|\\^`\x00-\x20]+")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_RELATION = re.compile(r"[a-z][a-z0-9.-]*|[a-z][a-z0-9+.-]*:[^\s<>\"]+")
_TEXTS = frozenset({"title", "subtitle", "summary", "rights"})
_FEED = {
    "author",
    "category",
    "contributor",
    "generator",
    "icon",
    "id",
    "link",
    "logo",
    "rights",
    "subtitle",
    "title",
    "updated",
    "entry",
}
_ENTRY = {
    "author",
    "category",
    "content",
    "contributor",
    "id",
    "link",
    "published",
    "rights",
    "source",
    "summary",
    "title",
    "updated",
}


def faults(document: bytes) -> list[str]:
    """Return what is wrong with a feed; section numbers are those of the RFC."""
    feed = ET.fromstring(document)  # noqa: S314 our own
    if feed.tag != f"{ATOM}feed":
        return ["2: the root is no feed"]
    found = [*_children(feed, _FEED), *_common(feed), *_self(feed), *_addresses(feed)]
    if not _LANGUAGE.fullmatch(feed.get(f"{XML}lang", "")):
        found.append("2: no language")
    entries = feed.findall(f"{ATOM}entry")
    seen: set[str | None] = set()
    for entry in entries:
        found += [*_children(entry, _ENTRY), *_common(entry), *_content(entry)]
        if not entry.findall(f"{ATOM}author") and not feed.findall(f"{ATOM}author"):
            found.append("4.1.2: an entry without an author in a feed without one")
        key = entry.findtext(f"{ATOM}id")
        if key in seen:
            found.append(f"4.2.6: two entries with {key}")
        seen.add(key)
    if list(feed)[-len(entries) :] != entries and entries:
        found.append("4.1.1: something follows an entry")
    return found


def _addresses(feed: ET.Element) -> list[str]:
    """Return the addresses that are relative where nothing says to what (2, 4.2.7.1)."""
    if feed.get(f"{XML}base") or any(each.get(f"{XML}base") for each in feed.iter()):
        return ["2: a base, which readers forget"]
    named = [each.get("href", "") for each in feed.iter(f"{ATOM}link")]
    named += [each.text or "" for name in ("uri", "icon", "logo") for each in feed.iter(f"{ATOM}{name}")]
    named += [each.get(key, "") for each in feed.iter() for key in ("src", "scheme") if key in each.attrib]
    return [f"4.2.7.1: {each} is relative" for each in named if not urlsplit(each).scheme]


def _is_moment(text: str) -> bool:
    try:
        return _MOMENT.fullmatch(text) is not None and bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def _children(parent: ET.Element, known: set[str]) -> list[str]:
    names = [child.tag.removeprefix(ATOM) for child in parent]
    wrong = [f"4.1: <{name}> in {parent.tag}" for name in names if name not in known]
    single = (
        "id",
        "title",
        "updated",
        "subtitle",
        "summary",
        "content",
        "published",
        "generator",
        "icon",
        "logo",
        "rights",
    )
    wrong += [f"4.1: {name} {names.count(name)} times" for name in single if names.count(name) > 1]
    return wrong + [f"4.1: no {name}" for name in ("id", "title", "updated") if name not in names]


def _common(parent: ET.Element) -> list[str]:
    found = []
    for child in parent:
        name = child.tag.removeprefix(ATOM)
        text = child.text or ""
        if name in _TEXTS and (child.get("type", "text") != "text" or len(child)):
            found.append(f"3.1.1: {name} is not plain")
        if name == "updated" and not _is_moment(text):
            found.append(f"3.3: {text} is no moment")
        if name == "id" and not (urlsplit(text).scheme and _IRI.fullmatch(text)):
            found.append(f"4.2.6: {text} is no absolute IRI")
        if name == "author":
            found += _person(child)
        if name == "category" and not child.get("term"):
            found.append("4.2.2: a category without a term")
        if name == "link":
            found += _link(child)
    links = [link.attrib for link in parent.findall(f"{ATOM}link") if link.get("rel", "alternate") == "alternate"]
    kinds = [(link.get("type"), link.get("hreflang")) for link in links]
    return found + ["4.1: two alternates of one kind"] * (len(kinds) != len(set(kinds)))


def _person(person: ET.Element) -> list[str]:
    names = [child.tag.removeprefix(ATOM) for child in person]
    wrong = names.count("name") != 1 or not set(names) <= {"name", "uri", "email"} or not person.findtext(f"{ATOM}name")
    uri = person.findtext(f"{ATOM}uri")
    return ["3.2: a person"] * wrong + ["3.2.2: no IRI"] * (uri is not None and not _IRI.fullmatch(uri))


def _link(link: ET.Element) -> list[str]:
    found = [] if _IRI.fullmatch(link.get("href", "")) else [f"4.2.7: {link.get('href')}"]
    found += [] if _RELATION.fullmatch(link.get("rel", "alternate")) else [f"4.2.7.2: {link.get('rel')}"]
    found += [] if _TYPE.fullmatch(link.get("type", "a/b")) else [f"4.2.7.3: {link.get('type')}"]
    return found + ([] if link.get("length", "0").isdigit() else ["4.2.7.6: length"])


def _self(feed: ET.Element) -> list[str]:
    links = [link.get("href") for link in feed.findall(f"{ATOM}link") if link.get("rel") == "self"]
    return [] if links == [feed.findtext(f"{ATOM}id")] else ["4.1.1: no link to itself"]


def _content(entry: ET.Element) -> list[str]:
    content = entry.find(f"{ATOM}content")
    links = [link for link in entry.findall(f"{ATOM}link") if link.get("rel") == "alternate"]
    if content is None:
        return [] if links else ["4.1.2: neither content nor an alternate"]
    one = [child.tag for child in content] == [f"{XHTML}div"]
    return [] if content.get("type") == "xhtml" and one and not (content.text or "").strip() else ["4.1.3.3: content"]
