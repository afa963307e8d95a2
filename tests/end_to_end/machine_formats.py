"""Files for machines, held against what their formats demand; each fault begins with the format's name."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

_SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_SVG = "{http://www.w3.org/2000/svg}"
_MOST_ADDRESSES, _MOST_BYTES, _LONGEST = 50_000, 52_428_800, 2_048
_BLOCK = re.compile(rb'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def faults(files: Mapping[str, bytes], site: str) -> list[str]:
    """Return what is wrong with the files of a site for machines.

    Args:
        files: Path -> content.
        site: Its address, with a slash at the end.
    """
    readers = (sitemap, robots, badges, structured)
    return [f"{reader.__name__}: {said}" for reader in readers for said in reader(files, site)]


def sitemap(files: Mapping[str, bytes], site: str) -> Iterator[str]:
    """Yield faults of sitemap.xml (sitemaps.org, protocol 0.9)."""
    root = ET.fromstring(files["sitemap.xml"])  # noqa: S314 our own
    parts = ["sitemap.xml"]
    if root.tag == f"{_SITEMAP}sitemapindex":
        parts = [(each.findtext(f"{_SITEMAP}loc") or "").removeprefix(site) for each in root]
        if len(parts) > _MOST_ADDRESSES:
            yield "too many parts"
    seen: set[str] = set()
    for part in parts:
        if len(files[part]) > _MOST_BYTES:
            yield f"{part} is too large"
        listed = ET.fromstring(files[part])  # noqa: S314 our own
        if listed.tag != f"{_SITEMAP}urlset" or not 0 < len(listed) <= _MOST_ADDRESSES:
            yield f"{part}: {listed.tag} of {len(listed)}"
        for url in listed:
            names = [child.tag.removeprefix(_SITEMAP) for child in url]
            address = url.findtext(f"{_SITEMAP}loc") or ""
            if url.tag != f"{_SITEMAP}url" or names not in (["loc"], ["loc", "lastmod"]):
                yield f"{part}: {url.tag} with {names}"
            if not address.startswith(site) or len(address) >= _LONGEST or not address.isascii():
                yield f"{part}: {address}"
            if address in seen:
                yield f"{part}: {address} twice"
            seen.add(address)
            if (day := url.findtext(f"{_SITEMAP}lastmod")) is not None:
                date.fromisoformat(day)


def robots(files: Mapping[str, bytes], site: str) -> Iterator[str]:
    """Yield faults of robots.txt (RFC 9309): groups of agents, then rules; the sitemap by its full address."""
    text = files["robots.txt"].decode("ascii")
    lines = [line.partition(":") for line in text.splitlines() if line.strip()]
    names = [name.lower() for name, _, _ in lines]
    if names[:1] != ["user-agent"] or not set(names) <= {"user-agent", "allow", "disallow", "sitemap"}:
        yield f"lines are {names}"
    for name, colon, value in lines:
        if not colon or (name.lower() in {"allow", "disallow"} and not value.strip().startswith("/")):
            yield f"{name}{colon}{value}"
    named = [value.strip() for name, _, value in lines if name.lower() == "sitemap"]
    if named != [f"{site}sitemap.xml"]:
        yield f"it names {named}"


def badges(files: Mapping[str, bytes], site: str) -> Iterator[str]:  # noqa: ARG001 the signature of all
    """Yield faults of badges: pictures with words for those who do not see them, and nothing that runs or loads."""
    found = [path for path in files if path.rpartition("/")[2] == "badge.svg" and "/raw/" not in path]
    if "badge.svg" not in found:
        yield "the catalog has none"
    for path in found:
        root = ET.fromstring(files[path])  # noqa: S314 our own
        tags = {element.tag.removeprefix(_SVG) for element in root.iter()}
        if not tags <= {"svg", "title", "g", "rect", "text"}:
            yield f"{path} holds {tags}"
        title = root.findtext(f"{_SVG}title")
        if not title or root.get("role") != "img" or root.get("aria-label") != title:
            yield f"{path} has no name"
        if not (root.get("width", "").isdigit() and root.get("height", "").isdigit()):
            yield f"{path} has no size"
        if any("url(" in value or "href" in name for each in root.iter() for name, value in each.attrib.items()):
            yield f"{path} loads something"


def structured(files: Mapping[str, bytes], site: str) -> Iterator[str]:
    """Yield faults of JSON-LD: what schema.org and Google's guides want of these types."""
    for path, content in files.items():
        if not path.endswith(".html"):
            continue
        blocks = [json.loads(block) for block in _BLOCK.findall(content)]
        if len(blocks) > 1:
            yield f"{path} holds {len(blocks)}"
        for block in blocks:
            if set(block) != {"@context", "@graph"} or block["@context"] != "https://schema.org":
                yield f"{path}: {block.get('@context')}"
            for node in block["@graph"]:
                yield from (f"{path}: {said}" for said in _node(node, site))


def _node(node: Mapping[str, object], site: str) -> Iterator[str]:
    kind = node.get("@type")
    if any(value in ("", [], {}, None) for value in node.values()):
        yield f"{kind} with something empty"
    if kind == "BreadcrumbList":
        yield from _crumbs(node["itemListElement"], site)
        return
    wanted = {
        "WebSite": {"url", "name", "potentialAction"},
        "DataCatalog": {"url", "name"},
        "SoftwareSourceCode": {"url", "name", "description", "isPartOf"},
    }
    if kind not in wanted or wanted[kind] - set(node):
        yield f"{kind} without {wanted.get(str(kind), set()) - set(node)}"
    for key in ("@id", "url", "codeRepository"):
        address = str(node.get(key, site))
        if urlsplit(address).scheme not in {"https", "http"} or (
            key != "codeRepository" and not address.startswith(site)
        ):
            yield f"{kind}: {key} is {address}"
    if kind == "SoftwareSourceCode":
        if "dateModified" in node:
            date.fromisoformat(str(node["dateModified"]))
        authors = node.get("author", [])
        if not isinstance(authors, list) or any({"@type", "name"} - set(each) for each in authors):
            yield f"authors are {authors}"


def _crumbs(items: object, site: str) -> Iterator[str]:
    if not isinstance(items, list) or len(items) < 2:
        yield "a way of less than two steps"
        return
    for at, item in enumerate(items, 1):
        if item.get("@type") != "ListItem" or item.get("position") != at or not item.get("name"):
            yield f"step {at} is {item}"
        if not str(item.get("item", "")).startswith(site):
            yield f"step {at} leads to {item.get('item')}"
