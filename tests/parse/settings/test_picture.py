"""What may be a logo: a PNG, or an SVG that draws and does nothing else."""

import struct

import pytest

from skillpack.errors import UsageError
from skillpack.model.settings import Picture
from skillpack.parse.settings.picture import read_picture

SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 48 16">{}</svg>'


def _png(width: int, height: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height) + b"rest"


def _svg(inside: str) -> Picture:
    return read_picture(SVG.format(inside).encode(), "brand/a.svg", "logo", what="the logo")


def _refusal(content: str | bytes, path: str = "a.svg") -> UsageError:
    with pytest.raises(UsageError) as caught:
        read_picture(content.encode() if isinstance(content, str) else content, path, "logo", what="the logo")
    return caught.value


def test_a_png_keeps_its_shape() -> None:
    assert read_picture(_png(300, 100), "a/B.PNG", "logo", what="the logo") == Picture("logo.png", "image/png", 96, 32)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ('viewBox="0 0 48 16"', (96, 32)),
        ('viewBox="-1,-1.5 4.5,3"', (48, 32)),
        ('width="64" height="32px" viewBox="0 0 1 1"', (64, 32)),
        ('width="100%" height="1em" viewBox="0 0 1 1"', (32, 32)),
        ('viewBox="0 0 1 1000"', (1, 32)),
    ],
)
def test_an_svg_keeps_its_shape(attributes: str, size: tuple[int, int]) -> None:
    content = f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>'.encode()
    assert read_picture(content, "a.svg", "favicon", what="it") == Picture("favicon.svg", "image/svg+xml", *size)


@pytest.mark.parametrize(
    "inside",
    [
        '<style>@media (prefers-color-scheme: dark) { .a { fill: #fff } }</style><path class="a" d="M0 0h9v9z"/>',
        '<defs><linearGradient id="g"><stop offset="1"/></linearGradient></defs><rect fill="url(#g)" width="9"/>',
        '<g id="a"/><use xlink:href="#a"/><use href="#a"/><circle style="fill: url( \'#g\' )" r="1"/>',
        "<title>Ours &amp; theirs</title><!-- a comment --><text>a @import</text>",
    ],
)
def test_what_draws_is_taken(inside: str) -> None:
    assert _svg(inside).path == "logo.svg"


@pytest.mark.parametrize(
    ("inside", "thing"),
    [
        ("\n<script>alert(1)</script>", "holds `<script>` on line 2"),
        ('<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script>', "holds `<script>`"),
        ("<foreignObject/>", "holds `<foreignObject>`"),
        ('<a href="#x"><g/></a>', "holds `<a>`"),
        ('<image href="data:image/png;base64,AA=="/>', "holds `<image>`"),
        ("<set/>", "holds `<set>`"),
        ('<g onload="x()"/>', "holds the script `onload`"),
        ('<g ONCLICK="x()"/>', "holds the script `ONCLICK`"),
        ('<use href="b.svg#x"/>', "a reference to another file (`href`)"),
        ('<use xlink:href="https://x.example/a.svg#x"/>', "a reference to another file (`href`)"),
        ('<use href=" data:image/svg+xml,x"/>', "a reference to another file (`href`)"),
        ('<g xml:base="https://x.example/"/>', "a reference to another file (`base`)"),
        ('<rect fill="url(https://x.example/a.svg#g)"/>', "a reference to another file (`fill`)"),
        ("<rect style=\"fill: URL( 'a.svg#g')\"/>", "a reference to another file (`style`)"),
        ('<rect style="fill: \\75rl(a.svg)"/>', "a reference to another file (`style`)"),
        ("<style>@import 'a.css';</style>", "a style that loads another file"),
        ("<style>.a { fill: u<![CDATA[rl(a.svg)]]> }</style>", "a style that loads another file"),
        ("<style>.a{}<g/>@import 'a.css';</style>", "holds `<g>`"),
        ("<?xml-stylesheet href='a.css'?>", "holds a processing instruction"),
    ],
)
def test_what_could_run_or_load_anything_is_refused(inside: str, thing: str) -> None:
    with pytest.raises(UsageError) as caught:
        _svg(inside)
    assert str(caught.value).startswith("the logo holds ")
    assert thing in str(caught.value)


def test_entities_are_refused_before_they_grow() -> None:
    text = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + SVG.format("<text>&b;</text>")
    assert "holds a document type on line 1" in str(_refusal(text))


@pytest.mark.parametrize(
    ("content", "path", "message"),
    [
        ("<svg", "a.svg", "the logo is not an SVG: "),
        ("", "a.svg", "the logo is not an SVG: "),
        ('<?xml version="1.0" encoding="nothing"?><svg/>', "a.svg", "the logo is not an SVG: "),
        ("<svg/>", "a.svg", "the logo holds `<svg>` on line 1"),
        ('<g xmlns="http://www.w3.org/2000/svg"/>', "a.svg", "the logo holds `<g>` on line 1"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "a.svg", "the logo has no size"),
        ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 5"/>', "a.svg", "the logo has no size"),
        (b"\xff\xd8\xff\xe0", "a.png", "the logo is not a PNG, whatever its name says"),
        (_png(0, 5), "a.png", "the logo has no size"),
        (_png(5, 5)[:20], "a.png", "the logo has no size"),
        ("GIF89a", "a.gif", "the logo is neither an SVG nor a PNG"),
    ],
)
def test_what_is_no_picture_is_refused(content: str | bytes, path: str, message: str) -> None:
    error = _refusal(content, path)
    assert str(error).startswith(message)
    assert error.hint
