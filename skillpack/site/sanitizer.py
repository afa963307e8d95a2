"""The second net behind the renderer: HTML -> HTML with a few tags and attributes and nothing that could run.

The sanitizer reads HTML as browsers do, which takes longer than all the rest of a body. So HTML of ours that it would
leave as it is, which one pattern tells, is not given to it.
"""

import re

import nh3

from skillpack.site.raw_html import KNOWN

_PLAIN = r"[^<>&\x00-\x08\x0b-\x1f\xa0]++|&(?:amp|lt|gt);"
_VALUE = r"""(?:[^<>&"\x00-\x1f\xa0]|&(?:amp|quot);)*+"""
_ID = r"s-[^<>&\"\s:]*+"
_ADDRESS = r"(?:(?:https?|mailto):)?+(?:[A-Za-z0-9_~./?\#=%,;+@!()*$-]|&amp;)*+"
_WORDS = r"</?(?:code|strong|em|s)>|<span\ class=\"(?:box|comment|tag|tag\ own|unseen)\">|</span>|<br>"

_OURS = re.compile(
    rf"""(?:
      {_PLAIN} | {_WORDS}
    | </?(?:li|td|p|tr|ul|th|ol|thead|tbody|table|blockquote)> | </(?:h[1-6]|div|figure|pre)> | <hr>
    | <ol\ start="[0-9]{{1,9}}"> | <li\ class="todo"> | <t[dh]\ class="(?:end|mid)"> | <h[1-6]\ id="{_ID}">
    | <div\ class="comment"> | <div\ class="wide"\ tabindex="0"> | <figure\ class="code"> | <pre\ tabindex="0">
    | <a\ (?:class="anchor"\ href="\#{_ID}"\ aria-labelledby="{_ID}"
          | (?:class="ext"\ )?+href="{_ADDRESS}"(?:\ rel="nofollow\ noopener")?+(?:\ title="{_VALUE}")?+
          | class="dead"\ title="{_VALUE}")>
      (?:{_PLAIN} | {_WORDS})*+ </a>
    )*+""",
    re.VERBOSE,
)
"""HTML in the spelling of the sanitizer, of tags and attributes that it lets pass; links hold no links.

Whether each tag is closed in its place is not told: tokens of Markdown are.
"""


def sanitized(html: str, *, foreign: bool) -> str:
    """Return HTML that is safe on our pages.

    Args:
        html: Made from tokens of Markdown.
        foreign: Whether tags that somebody wrote are among ours; they may be left open.
    """
    if not foreign and _OURS.fullmatch(html):
        return html
    return CLEANER.clean(html)


CLEANER = nh3.Cleaner(
    tags=set(KNOWN),
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
