"""The pages of the audit's codes, as the rules of `check` have them."""

import re

import pytest

from skillpack.audit.faults import FAULTS, file_missing
from skillpack.audit.run import rule_pages
from skillpack.model.document import NOWHERE

PAGES = rule_pages()


@pytest.mark.parametrize("page", PAGES, ids=[page.code for page in PAGES])
def test_every_page_says_what_why_and_how(page) -> None:
    paragraphs = page.text.split("\n\n")
    assert re.fullmatch(r"AU\d{3}", page.code)
    assert re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", page.name)
    assert page.family == "AU"
    assert page.source
    assert paragraphs[0].endswith(".")
    assert "\n" not in paragraphs[0]
    assert [one.partition(":")[0] for one in paragraphs[1:]] == ["Why", "Fix"]


def test_pages_are_sorted_and_told_apart() -> None:
    codes = [page.code for page in PAGES]
    assert codes == sorted(set(codes))
    assert len(codes) == len({page.name for page in PAGES}) == len(FAULTS)


def test_a_fault_gives_a_finding_without_severity() -> None:
    found = file_missing("pdf", "archives/pdf/pdf-1.0.0.zip", "catalog.json")
    assert (found.rule, found.subject, found.path, found.span) == ("AU002", "pdf", "catalog.json", NOWHERE)
    assert found.message == "`catalog.json` names `archives/pdf/pdf-1.0.0.zip`, which is not on the site"


def test_a_file_that_no_index_names_is_told_as_well() -> None:
    assert file_missing("", "catalog.json").message == "`catalog.json` is not on the site"


def test_hostile_names_cannot_write_to_a_terminal() -> None:
    found = file_missing("x", "a\x1b[31m\nb", "in\x1bdex")
    assert found.message.isprintable()
    assert found.path.isprintable()
