from skillpack.site.markdown.hidden_characters import chips, laid_open


def test_code_is_laid_open_within_its_tags() -> None:
    html = '<i class=hs>"a\u202eb"</i> c\u200bd'
    assert laid_open(html) == (
        '<i class=hs>"a<span class="unseen">U+202E</span>b"</i> c<span class="unseen">U+200B</span>d'
    )
    assert laid_open("plain <b>x</b>") == "plain <b>x</b>"
    assert laid_open("a\udc80b") == "a\ufffdb"


def test_chips_set_written_characters_off() -> None:
    assert chips("a⟦U+200B⟧b") == 'a<span class="unseen">U+200B</span>b'
    assert chips("a⟦U+zz⟧b") == "a⟦U+zz⟧b"
