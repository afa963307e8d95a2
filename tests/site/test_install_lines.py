from dataclasses import replace

from skillpack import resources
from skillpack.model.agent import Agent
from skillpack.model.entry import State
from skillpack.site.install_lines import Panel, bundle_panels, install_all, install_panels, install_several, verify_line

AGENTS = (
    *(agent for agent in resources.agents() if agent.profile),
    Agent("cursor", "Cursor", ".cursor/skills", None),
)


def _panels(make_prepared, configuration, **entry: object) -> tuple[Panel, ...]:
    return install_panels(make_prepared("pdf", entry=entry).entry, configuration, AGENTS)


def test_every_client_has_its_line(make_prepared, configuration, snapshot) -> None:
    panels = _panels(make_prepared, configuration)
    assert "\n\n".join(f"[{panel.key}] {panel.title}\n{panel.code}" for panel in panels) == snapshot


def test_clients_come_in_the_catalogs_order(make_prepared, configuration) -> None:
    panels = _panels(make_prepared, replace(configuration, clients=("metis", "cursor")))
    assert [(panel.key, panel.title) for panel in panels] == [
        ("metis", "Metis"), ("cursor", "Cursor"), ("any", ""), ("hand", ""),
    ]  # fmt: skip


def test_the_first_known_client_gives_the_folder(make_prepared, configuration) -> None:
    panels = _panels(make_prepared, replace(configuration, clients=("unheard-of", "cursor")))
    assert panels[-1].code.endswith("mkdir -p .cursor/skills/pdf &&\nunzip pdf-2.3.0.zip -d .cursor/skills/pdf")


def test_a_site_without_an_address_says_so(make_prepared, configuration) -> None:
    panels = _panels(make_prepared, replace(configuration, site_url=""))
    assert panels[0].code == "npx skills add SITE_URL/skills/pdf -a claude-code"
    assert panels[-1].code.startswith("curl -fL -o pdf-2.3.0.zip SITE_URL/archives/pdf/pdf-2.3.0.zip &&")


def test_names_that_the_discovery_index_refuses_have_no_such_line(make_prepared, configuration) -> None:
    for changes in ({"name": "größe"}, {"description": ""}, {"description": "x" * 1025}, {"name": "a--b"}):
        assert [panel.key for panel in _panels(make_prepared, configuration, **changes)] == ["metis", "hand"]


def test_a_name_beyond_ascii_is_an_address_all_the_same(make_prepared, configuration) -> None:
    panels = {panel.key: panel.code for panel in _panels(make_prepared, configuration, name="größe")}
    assert panels["metis"] == "skillpack install https://skills.northwind.example/skills/gr%C3%B6%C3%9Fe --global"


def test_what_is_withheld_has_none(make_prepared, configuration) -> None:
    assert _panels(make_prepared, configuration, state=State.WITHHELD) == ()


def test_the_whole_set_and_a_part_of_it(configuration) -> None:
    assert install_all(configuration) == "npx skills add https://skills.northwind.example"
    assert install_several(["a", "b"], configuration) == (
        "npx skills add https://skills.northwind.example \\\n  --skill a \\\n  --skill b"
    )


class TestBundles:
    def test_have_a_line_for_every_client_in_the_catalogs_order(self, make_prepared, configuration) -> None:
        members = [make_prepared(name).entry for name in ("pdf", "xlsx")]
        several = "npx skills add https://skills.northwind.example \\\n  --skill pdf \\\n  --skill xlsx"
        panels = {panel.key: panel.code for panel in bundle_panels(members, configuration, AGENTS)}
        assert list(panels) == ["claude-code", "codex", "metis", "any"]
        assert panels["codex"] == f"{several} \\\n  -a codex"
        assert panels["any"] == several
        assert panels["metis"] == (
            "skillpack install https://skills.northwind.example \\\n  --skill pdf \\\n  --skill xlsx \\\n  --global"
        )

    def test_leave_out_what_a_client_cannot_take(self, make_prepared, configuration) -> None:
        members = [make_prepared("größe").entry, make_prepared("pdf", entry={"state": State.WITHHELD}).entry]
        assert [panel.key for panel in bundle_panels(members, configuration, AGENTS)] == ["metis"]
        assert bundle_panels(members[1:], configuration, AGENTS) == ()


class TestVerifying:
    def test_compares_what_is_installed_with_what_never_changes(self, make_prepared, configuration) -> None:
        assert verify_line(make_prepared("pdf").entry, configuration, AGENTS) == (
            "cd .claude/skills/pdf &&\n"
            "  curl -fsS https://skills.northwind.example/archives/pdf/pdf-2.3.0.SHA256SUMS | sha256sum -c"
        )

    def test_what_stays_offered_of_a_withheld_skill_can_be_compared(self, make_prepared, configuration) -> None:
        held = make_prepared("pdf").entry
        carried = replace(held.release, archive="archives/pdf/pdf-1.0.0.zip")
        line = verify_line(replace(held, state=State.WITHHELD, carried=carried), configuration, AGENTS)
        assert "pdf-1.0.0.SHA256SUMS" in line
        assert not verify_line(replace(held, state=State.WITHHELD), configuration, AGENTS)
