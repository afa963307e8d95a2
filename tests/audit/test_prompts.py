import pytest

from skillpack import resources
from skillpack.audit.known import Known
from skillpack.audit.prompts import prompt_faults
from skillpack.prompt.formats import published_formats

PUBLISHED = published_formats(resources.profiles().values())


@pytest.mark.parametrize("form", PUBLISHED.values(), ids=list(PUBLISHED))
class TestEachFormat:
    def test_the_skills_that_a_build_wrote_are_found(self, form, findings) -> None:
        assert not [found for found in findings() if found[2] == f"prompt/{form.file}"]

    def test_a_skill_that_is_not_in_it_is_told(self, form, site, findings) -> None:
        site[f"prompt/{form.file}"] = "".join(form.style.index([])).encode()
        told = {found for found in findings() if found[2] == f"prompt/{form.file}"}
        assert told >= {("AU005", name, f"prompt/{form.file}") for name in ("alone", "folder")}

    def test_a_skill_that_must_not_be_in_it_is_told(self, form, site) -> None:
        told = list(prompt_faults(site, {"folder": Known("withheld")}, [form]))
        assert (form.file, "folder") in {(found.path.removeprefix("prompt/"), found.subject) for found in told}

    def test_a_file_that_is_missing_is_told(self, form, site, findings) -> None:
        del site[f"prompt/{form.file}"]
        assert ("AU002", "", "agents/index.html") in findings()


@pytest.mark.parametrize(
    ("file", "line"), [("instructor.txt", b"- [people]: Forged.\n"), ("metis.md", b"- people: Forged.\n")]
)
def test_what_only_people_may_start_is_in_no_file(site, findings, file: str, line: bytes) -> None:
    site[f"prompt/{file}"] += line
    assert findings() == [("AU005", "people", f"prompt/{file}")]


def test_what_a_host_does_not_load_is_not_in_its_file(site, findings) -> None:
    assert b"d\xc3\xa9velopper" not in site["prompt/metis.md"]
    assert b"d\xc3\xa9velopper" in site["prompt/ash.md"]
    site["prompt/metis.md"] += "- développer: Forged.\n".encode()
    assert findings() == [("AU005", "développer", "prompt/metis.md")]
