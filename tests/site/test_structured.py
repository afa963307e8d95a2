import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from skillpack.model.entry import EntryState, PageRecord
from skillpack.model.settings import Configuration
from skillpack.site.structured import of_catalog, of_skill

SITE = "https://skills.northwind.example/"


@pytest.fixture
def skill(make_record) -> PageRecord:
    return make_record("release-notes", entry={"tags": ("git", "writing"), "authors": ("Ann",), "license": "MIT"})


def _of(skill, configuration) -> list[dict[str, object]]:
    return json.loads(of_skill(skill.entry, skill.details, configuration))["@graph"]


def test_home_page_as_search_engines_read_it(configuration, snapshot) -> None:
    assert json.loads(of_catalog(configuration)) == snapshot


def test_page_of_a_skill_as_search_engines_read_it(skill, configuration, snapshot) -> None:
    assert _of(skill, configuration) == snapshot


def test_pages_hold_it(site, bare_site) -> None:
    for path, kind in (("index.html", "DataCatalog"), ("skills/release-notes/index.html", "SoftwareSourceCode")):
        (block,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', site[path].decode())
        assert kind in [each["@type"] for each in json.loads(block)["@graph"]]
        assert b"ld+json" not in bare_site[path]


def test_what_is_not_published_has_none(skill, configuration) -> None:
    assert of_skill(replace(skill.entry, state=EntryState.WITHHELD), skill.details, configuration) == ""
    assert of_skill(skill.entry, skill.details, Configuration()) == ""
    assert of_catalog(Configuration()) == ""


def test_what_nobody_said_is_left_out(skill, configuration) -> None:
    entry = replace(skill.entry, tags=(), authors=(), license="", release=replace(skill.entry.release, date="soon"))
    code = json.loads(of_skill(entry, skill.details, configuration))["@graph"][0]
    assert not {"keywords", "author", "license", "dateModified", "codeRepository"} & set(code)


def test_a_yanked_release_is_not_offered(skill, configuration) -> None:
    entry = replace(skill.entry, release=replace(skill.entry.release, yanked="leaks"))
    assert "encoding" not in json.loads(of_skill(entry, skill.details, configuration))["@graph"][0]


def test_only_addresses_of_the_web_are_told(skill, configuration) -> None:
    details = replace(skill.details, source="javascript:alert(1)")
    assert "codeRepository" not in json.loads(of_skill(skill.entry, details, configuration))["@graph"][0]
    details = replace(skill.details, source="https://git.example.com/x")
    code = json.loads(of_skill(skill.entry, details, configuration))["@graph"][0]
    assert code["codeRepository"] == "https://git.example.com/x"


@given(text=st.text() | st.sampled_from(["</script>", "<!--", "<script", "]]>", "\u2028", "&lt;/script&gt;"]))
def test_no_text_ends_the_block(text, make_record) -> None:
    skill = make_record("pdf", entry={"description": text, "license": text, "authors": (text,), "tags": (text,)})
    block = of_skill(skill.entry, skill.details, Configuration(title=text, site_url=SITE))
    assert not re.search("[<>&\u2028\u2029]", block)
    assert block.isprintable()
    assert json.loads(block)["@graph"][0].get("description", "") == text
