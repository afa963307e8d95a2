"""The links and images that a text writes as HTML."""

from collections.abc import Iterable, Iterator, Mapping

from skillpack.parse.markdown.hidden_text import attributes_of, tag_name
from skillpack.parse.markdown.inline import InlineLink, InlineText

_ADDRESS: Mapping[str, str] = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("img", "source", "video", "audio", "track", "iframe", "embed", "script"), "src"),
    "object": "data",
}
_IMAGES = frozenset({"img", "source"})


def html_links(tags: Iterable[InlineText]) -> Iterator[InlineLink]:
    """Yield the links of tags, each at its tag; an empty address is none.

    Args:
        tags: Opening and closing ones, in their order.
    """
    for tag in tags:
        name = tag_name(tag.text)
        key = _ADDRESS.get(name)
        target = attributes_of(tag.text).get(key, "").strip() if key else ""
        if target:
            yield InlineLink(tag.start, tag.end, target, name in _IMAGES)
