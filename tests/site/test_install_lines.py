import pytest
from msgspec.structs import replace

from skillpack import resources
from skillpack.model.agent import Agent
from skillpack.model.entry import EntryState
from skillpack.site.install_lines import (
    Panel,
    bundle_panels,
    install_all,
    install_panels,
    install_several,
    repository_lines,
    verify_line,
)
from skillpack.sources.spec import SpecKind, parse_spec

AGENTS = (
    *(agent for agent in resources.agents() if agent.profile),
    Agent("cursor", "Cursor", ".cursor/skills", None),
)


def _panels(make_record, configuration, **entry: object) -> tuple[Panel, ...]:
    return install_panels(make_record("pdf", entry=entry).entry, configuration, AGENTS)


def test_every_client_has_its_line(make_record, configuration, snapshot) -> None:
    panels = _panels(make_record, configuration)
    assert "\n\n".join(f"[{panel.key}] {panel.title}\n{panel.code}" for panel in panels) == snapshot


def test_clients_come_in_the_catalogs_order(make_record, configuration) -> None:
    panels = _panels(make_record, replace(configuration, clients=("metis", "cursor")))
    assert [(panel.key, panel.title) for panel in panels] == [
        ("metis", "Metis"), ("cursor", "Cursor"), ("any", ""), ("hand", ""),
    ]  # fmt: skip


def test_the_first_known_client_gives_the_folder(make_record, configuration) -> None:
    panels = _panels(make_record, replace(configuration, clients=("unheard-of", "cursor")))
    assert panels[-1].code.endswith("mkdir -p .cursor/skills/pdf &&\nunzip pdf-2.3.0.zip -d .cursor/skills/pdf")


def test_a_site_without_an_address_says_so(make_record, configuration) -> None:
    panels = _panels(make_record, replace(configuration, site_url=""))
    assert panels[0].code == "npx skills add SITE_URL/skills/pdf -a claude-code"
    assert panels[-1].code.startswith("curl -fL -o pdf-2.3.0.zip SITE_URL/archives/pdf/pdf-2.3.0.zip &&")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": "größe"}, "name"),
        ({"name": "a--b"}, "name"),
        ({"description": ""}, "undescribed"),
        ({"description": "x" * 1025}, "long"),
    ],
)
def test_a_client_that_cannot_take_a_skill_is_told_why_and_another_way(
    changes, why, make_record, configuration
) -> None:
    first, second, *others = _panels(make_record, configuration, **changes)
    assert [(panel.key, panel.why) for panel in (first, second)] == [("claude-code", why), ("codex", why)]
    assert first.code.startswith("skillpack install https://skills.northwind.example/skills/")
    assert first.code.endswith(" --agent claude-code --global")
    assert [(panel.key, panel.why) for panel in others] == [("metis", ""), ("hand", "")]


def test_a_name_beyond_ascii_is_an_address_all_the_same(make_record, configuration) -> None:
    panels = {panel.key: panel.code for panel in _panels(make_record, configuration, name="größe")}
    assert panels["metis"] == "skillpack install https://skills.northwind.example/skills/gr%C3%B6%C3%9Fe --global"


def test_what_is_withheld_has_none(make_record, configuration) -> None:
    assert _panels(make_record, configuration, state=EntryState.WITHHELD) == ()


def test_the_whole_set_and_a_part_of_it(configuration) -> None:
    assert install_all(configuration) == "npx skills add https://skills.northwind.example"
    assert install_several(["a", "b"], configuration) == (
        "npx skills add https://skills.northwind.example \\\n  --skill a \\\n  --skill b"
    )


class TestBundles:
    def test_have_a_line_for_every_client_in_the_catalogs_order(self, make_record, configuration) -> None:
        members = [make_record(name).entry for name in ("pdf", "xlsx")]
        several = "npx skills add https://skills.northwind.example \\\n  --skill pdf \\\n  --skill xlsx"
        panels = {panel.key: panel.code for panel in bundle_panels(members, configuration, AGENTS)}
        assert list(panels) == ["claude-code", "codex", "metis", "any"]
        assert panels["codex"] == f"{several} \\\n  -a codex"
        assert panels["any"] == several
        assert panels["metis"] == (
            "skillpack install https://skills.northwind.example \\\n  --skill pdf \\\n  --skill xlsx \\\n  --global"
        )

    def test_tell_why_a_client_cannot_take_one(self, make_record, configuration) -> None:
        members = [make_record("größe").entry, make_record("pdf", entry={"state": EntryState.WITHHELD}).entry]
        panels = {panel.key: panel for panel in bundle_panels(members, configuration, AGENTS)}
        assert list(panels) == ["claude-code", "codex", "metis"]
        assert (panels["codex"].why, panels["metis"].why) == ("name", "")
        assert panels["codex"].code == (
            "skillpack install https://skills.northwind.example \\\n  --skill größe \\\n  --agent codex --global"
        )
        assert bundle_panels(members[1:], configuration, AGENTS) == ()

    def test_name_all_members_even_where_a_client_takes_some_of_them(self, make_record, configuration) -> None:
        members = [make_record("größe").entry, make_record("pdf").entry]
        panels = {panel.key: panel for panel in bundle_panels(members, configuration, AGENTS)}
        assert panels["codex"].code == (
            "npx skills add https://skills.northwind.example \\\n  --skill pdf \\\n  -a codex &&\n"
            "skillpack install https://skills.northwind.example \\\n  --skill größe \\\n  --agent codex --global"
        )
        assert "größe" not in panels["any"].code


class TestVerifying:
    def test_compares_what_is_installed_with_what_never_changes(self, make_record, configuration) -> None:
        assert verify_line(make_record("pdf").entry, configuration, AGENTS) == (
            "cd .claude/skills/pdf &&\n"
            "  curl -fsS https://skills.northwind.example/archives/pdf/pdf-2.3.0.SHA256SUMS | sha256sum -c"
        )

    def test_what_stays_offered_of_a_withheld_skill_can_be_compared(self, make_record, configuration) -> None:
        held = make_record("pdf").entry
        carried = replace(held.release, archive="archives/pdf/pdf-1.0.0.zip")
        line = verify_line(replace(held, state=EntryState.WITHHELD, carried=carried), configuration, AGENTS)
        assert "pdf-1.0.0.SHA256SUMS" in line
        assert not verify_line(replace(held, state=EntryState.WITHHELD), configuration, AGENTS)


@pytest.mark.parametrize(
    ("repository", "npx", "own"),
    [
        ("https://github.com/o/r", "https://github.com/o/r.git", "git+https://github.com/o/r.git"),
        ("https://git.example/o/r.git/", "https://git.example/o/r.git", "git+https://git.example/o/r.git"),
        *(
            (f"https://{address}", f"https://{read}", f"https://{address}")
            for address, read in (
                ("github.com/o/r/tree/main/a/b", "github.com/o/r/tree/main/a/b"),
                ("github.com/o/r/tree/main", "github.com/o/r/tree/main"),
                ("gitlab.com/g/s/r/-/tree/main/a", "gitlab.com/g/s/r/-/tree/main/a"),
                ("gitlab.acme.example/g/r/tree/main/a", "gitlab.acme.example/g/r/-/tree/main/a"),
                # What `npx skills` does not read as a folder is cloned whole.
                ("github.acme.example/o/r/tree/main/a", "github.acme.example/o/r.git"),
                ("codeberg.org/o/r/src/branch/main/a", "codeberg.org/o/r.git"),
            )
        ),
    ],
)
def test_a_repository_installs_from_the_folder_that_its_address_names(repository, npx, own) -> None:
    assert repository_lines(repository) == (f"npx skills add {npx}", f"skillpack install {own} --global")
    spec = parse_spec(own, is_there=lambda _: False)
    assert spec.kind is SpecKind.GIT
    assert spec.wanted == ("main" if "main" in own else "")


def test_a_repository_without_https_has_no_lines() -> None:
    assert repository_lines("") == repository_lines("http://git.example/o/r") == ()


def test_a_line_of_a_repository_is_one_word_to_a_shell() -> None:
    assert repository_lines("https://github.com/o/r/tree/main/a&b;c")[1] == (
        "skillpack install 'https://github.com/o/r/tree/main/a&b;c' --global"
    )
