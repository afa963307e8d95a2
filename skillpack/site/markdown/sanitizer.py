"""The second net behind the renderer: HTML -> HTML with a few tags and attributes and nothing that could run."""

import nh3

from skillpack.parse.markdown.markup import KNOWN_TAGS

CLEANER = nh3.Cleaner(
    tags=set(KNOWN_TAGS),
    clean_content_tags=set(),  # nothing disappears: a script that slipped through would be shown as text
    attributes={
        "a": {"href", "title", "rel", "aria-labelledby"},
        "abbr": {"title"},
        "bdo": {"dir"},
        "details": {"open"},
        "div": {"tabindex"},
        "img": {"src", "alt", "title", "loading", "width", "height"},
        "ol": {"start"},
        "pre": {"tabindex"},
        "span": {"title"},
        "td": {"colspan", "rowspan"},
        "th": {"colspan", "rowspan"},
        **{f"h{level}": {"id"} for level in range(1, 7)},
    },
    allowed_classes={
        "a": {"anchor", "dead", "ext"},
        "div": {"comment", "wide", "end", "mid"},
        "figure": {"code"},
        "li": {"todo"},
        "p": {"end", "mid"},
        "td": {"end", "mid"},
        "th": {"end", "mid"},
        "i": {f"h{kind}" for kind in "acdfiknsx"},
        "span": {"box", "comment", "dead", "own", "tag", "unseen"},
    },
    link_rel=None,
    url_schemes={"http", "https", "mailto"},
)
