"""What scrolls sideways can be reached by keyboard, and says what it is."""

from skillpack.site.frame import Frame

_CODE = '<pre tabindex="0">'
_TABLE = '<div class="wide" tabindex="0">'


def named(frame: Frame, html: str) -> str:
    """Return a rendered text whose code and tables have a name, in the language of the page.

    The text itself is rendered once for all languages, so names come when it is put on a page.
    """
    for tag, key in ((_CODE, "scrolls.code"), (_TABLE, "scrolls.table")):
        if tag in html:
            html = html.replace(tag, f'{tag[:-1]} role="group" aria-label="{frame.t(key)}">')
    return html
