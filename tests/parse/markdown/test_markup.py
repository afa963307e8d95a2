from skillpack.parse.markdown.markup import is_block_tag, tag_of


def test_tags_are_known_by_their_name() -> None:
    assert [tag_of(html) for html in ("<B>", "</div >", "<!-- b -->", "b")] == ["b", "div", "", ""]
    assert [is_block_tag(tag) for tag in ("div", "section", "script", "example")] == [True, True, True, False]
