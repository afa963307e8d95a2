"""Pages that lead to other pages, as a whole build writes them."""


def test_the_skill_file_has_a_page_and_findings_lead_to_its_lines(catalog) -> None:
    catalog.write("alpha", text="![Remote](https://example.com/x.png)\n\n[Lost](gone.md)")
    catalog.build("site")

    files = catalog.files("site")
    assert b"<a id=L9 href=#L9 aria-label=9>" in files["skills/alpha/files/SKILL.md/index.html"]
    page = files["skills/alpha/index.html"].decode()
    assert 'href="files/SKILL.md/index.html#L11">SKILL.md:11</a>' in page


def test_the_page_for_agents_names_a_marketplace_where_there_is_one(catalog) -> None:
    catalog.write("alpha", "1.0.0")
    catalog.build("bare")
    catalog.configure(catalog='site_url = "https://skills.example.com/"\nowner = { name = "Us" }')
    catalog.build("known")

    for out, there in (("bare", False), ("known", True)):
        files = catalog.files(out)
        assert ("marketplace.json" in files) is there
        assert (b"plugin marketplace add" in files["agents/index.html"]) is there


def test_a_successor_that_is_not_there_is_not_named(catalog) -> None:
    catalog.write("alpha", "1.0.0")
    catalog.write("beta", "1.0.0")
    catalog.configure(
        '[skill.alpha]\nstatus = "deprecated"\nsuccessor = "beta"\n'
        '[skill.beta]\nstatus = "deprecated"\nsuccessor = "omega"\n'
    )
    catalog.build("site")

    files = catalog.files("site")
    assert b'<a href="../beta/index.html">Use beta instead.</a>' in files["skills/alpha/index.html"]
    assert b"omega" not in files["skills/beta/index.html"]
