"""The SDK's own client, in the same process: what it gets in both eras of the protocol."""

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from skillpack.mcp.backend import Backend
from skillpack.mcp.server import SkillServer
from skillpack.metaskill.grant import ProgramGrant
from skillpack.runtime.store import SkillStore, load_skills

SKILL = "---\nname: {0}\ndescription: Does {0} to files. Use when files need {0}.\n{1}---\n\nDo it to $ARGUMENTS.\n"
PROGRAM = 'def run(input):\n    return {"answer": input["word"] * 2}\n'
FILES = {
    "sort/SKILL.md": SKILL.format("sort", "argument-hint: '[folder]'\n"),
    "sort/references/how.md": "How.\n",
    "sort/assets/mark.bin": b"\0\xff",
    "secret/SKILL.md": SKILL.format("secret", "disable-model-invocation: true\n"),
    "inner/SKILL.md": SKILL.format("inner", "user-invocable: false\n"),
    "twice/SKILL.md": SKILL.format("twice", ""),
    "twice/SKILL.star": PROGRAM,
}
ERAS = pytest.mark.parametrize("era", ["legacy", "auto"])
Work = Callable[[Client], Awaitable[None]]


def using(server: SkillServer, work: Work, era: str = "auto") -> None:
    async def main() -> None:
        async with Client(server.protocol, mode=era) as client:
            await work(client)

    anyio.run(main)


@pytest.fixture
def server(write) -> SkillServer:
    return SkillServer(Backend(load_skills(workspace_dir=write(FILES)), programs=ProgramGrant("local")))


async def text_of(client: Client, name: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(name, arguments)
    return result.content[0].text


class Anything(types.Result, extra="allow"):
    """Whatever is answered."""


class Asked(types.Request[dict[str, Any], str]):
    """A request of any method."""


async def asked(client: Client, method: str, **params: object) -> dict[str, Any]:
    """Send a request that the SDK has no method for."""

    result = await client.session.send_request(Asked(method=method, params=params), Anything)
    return result.model_dump(by_alias=True)


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(MCPError) as caught:
        await work
    assert caught.value.error.code == types.INVALID_PARAMS
    return caught.value.error.message


@ERAS
def test_a_model_finds_and_opens_a_skill(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["skill_search", "skill_load", "run_metaskill"]
        assert [tool.annotations.read_only_hint for tool in tools] == [True, True, False]
        found = await text_of(client, "skill_search", {"query": "SORT to"})
        assert found == "Skills that match (1):\n- sort [workspace] — Does sort to files. Use when files need sort."
        assert await text_of(client, "skill_search", {"query": "Zebra"}) == "No skills match."
        assert tools[0].input_schema["properties"]["query"]["maxLength"] == 1024
        for _ in range(5):  # nobody says where a conversation starts: no call is held back for an earlier one
            opened = await text_of(client, "skill_load", {"name": "sort"})
            assert opened == "# Skill: sort (source: workspace)\n\nDo it to $ARGUMENTS.\n"

    using(server, work, era)


@ERAS
def test_what_a_tool_cannot_do_it_says_to_the_model(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        for arguments in ({"name": "gone"}, {"name": "secret"}, {"name": ""}, {"nam": "sort"}, {"name": 3}):
            assert (await client.call_tool("skill_load", arguments)).is_error
        assert await refused(client.call_tool("no-such-tool", {})) == "there is no tool 'no-such-tool'"

    using(server, work, era)


@ERAS
def test_an_opened_skill_says_where_its_other_files_are(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        opened = await client.call_tool("skill_load", {"name": "sort"})
        assert opened.content[1].text == (
            "Its other files are resources:\n- skill://sort/assets/mark.bin\n- skill://sort/references/how.md"
        )
        assert len((await client.call_tool("skill_load", {"name": "inner"})).content) == 1

    using(server, work, era)


@ERAS
def test_a_program_runs_where_it_is_granted(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        text = await text_of(client, "run_metaskill", {"name": "twice", "input": {"word": "ha"}})
        assert text.startswith("[Metaskill: twice")
        assert '"answer":"haha"' in text

    using(server, work, era)


@ERAS
def test_files_of_skills_are_resources(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        listed = (await client.list_resources()).resources
        assert [each.uri for each in listed] == [f"skill://{name}/SKILL.md" for name in ("inner", "sort", "twice")]
        assert {each.mime_type for each in listed} == {"text/markdown"}
        templates = (await client.list_resource_templates()).resource_templates
        assert [each.uri_template for each in templates] == ["skill://{name}/{+path}"]
        how = (await client.read_resource("skill://sort/references/how.md")).contents[0]
        assert (how.text, how.mime_type) == ("How.\n", "text/markdown")
        mark = (await client.read_resource("skill://sort/assets/mark.bin")).contents[0]
        assert (mark.blob, mark.mime_type) == ("AP8=", "application/octet-stream")
        assert (await client.read_resource("skill://secret/SKILL.md")).contents[0].text == FILES["secret/SKILL.md"]

    using(server, work, era)


@ERAS
@pytest.mark.parametrize(
    "uri",
    [
        "skill://sort/../twice/SKILL.md",
        "skill://sort/%2e%2e/twice/SKILL.md",
        "skill://sort//etc/passwd",
        "skill://sort/references",
        "skill://gone/SKILL.md",
        "skill://../SKILL.md",
        "file:///etc/passwd",
    ],
)
def test_nothing_else_is_read(server: SkillServer, uri: str, era: str) -> None:
    async def work(client: Client) -> None:
        assert await refused(client.read_resource(uri)) == f"no resource at {uri}"

    using(server, work, era)


@ERAS
def test_what_people_may_start_is_a_prompt(server: SkillServer, era: str) -> None:
    async def work(client: Client) -> None:
        prompts = (await client.list_prompts()).prompts
        hints = {prompt.name: prompt.arguments[0].description for prompt in prompts}
        usual = "What the skill is to work on."
        assert hints == {"secret": usual, "sort": "[folder]", "twice": usual}
        found = await client.get_prompt("sort", {"arguments": "my files"})
        assert "Do it to my files." in found.messages[0].content.text
        assert await refused(client.get_prompt("gone")) == "no skill registered with name 'gone'"
        assert "only the model may start it" in await refused(client.get_prompt("inner"))

    using(server, work, era)


def test_the_extension_lists_entries_with_digests(server: SkillServer) -> None:
    async def work(client: Client) -> None:
        assert client.server_capabilities.extensions == {"io.modelcontextprotocol/skills": {"directoryRead": True}}
        listed = await asked(client, "skills/list")
        assert [each["frontmatter"]["name"] for each in listed["skills"]] == ["inner", "sort", "twice"]
        assert listed["resultType"] == "complete"
        assert (await asked(client, "skills/get", uri="skill://sort/SKILL.md"))["skill"] == listed["skills"][1]
        hidden = await asked(client, "skills/get", uri="skill://secret/SKILL.md")
        assert hidden["skill"]["frontmatter"]["disable-model-invocation"] is True
        message = await refused(asked(client, "skills/get", uri="skill://gone/SKILL.md"))
        assert message == "no skill is served at skill://gone/SKILL.md"

    using(server, work)


def test_the_extension_reads_folders(server: SkillServer) -> None:
    async def work(client: Client) -> None:
        found = await asked(client, "resources/directory/read", uri="skill://sort")
        assert [each["name"] for each in found["resources"]] == ["SKILL.md", "assets", "references"]
        message = await refused(asked(client, "resources/directory/read", uri="skill://sort/SKILL.md"))
        assert message == "skill://sort/SKILL.md is not a directory resource"

    using(server, work)


def test_long_lists_come_in_pages(write) -> None:
    names = [f"skill-{number:03}" for number in range(450)]
    root = write({f"{name}/SKILL.md": SKILL.format(name, "") for name in names})
    server = SkillServer(Backend(load_skills(workspace_dir=root)))

    async def work(client: Client) -> None:
        for method, key in (("resources/list", "resources"), ("prompts/list", "prompts"), ("skills/list", "skills")):
            found, cursor, pages = [], None, 0
            while cursor is not None or not pages:
                page = await asked(client, method, **({"cursor": cursor} if cursor else {}))
                found += page[key]
                cursor, pages = page.get("nextCursor"), pages + 1
            assert (len(found), pages) == (450, 3)

    using(server, work)


async def change(server: SkillServer, write) -> None:
    write({"count/SKILL.md": SKILL.format("count", ""), "count/SKILL.star": PROGRAM})
    await server.replace(server.offer.refreshed())


def test_older_clients_are_told_of_what_changed(server: SkillServer, write) -> None:
    heard: list[str] = []

    async def note(message: object) -> None:
        heard.append(str(getattr(message, "method", message)))

    async def main() -> None:
        async with Client(server.protocol, mode="legacy", message_handler=note) as client:
            await client.list_tools()
            await change(server, write)
            assert "count" in [prompt.name for prompt in (await client.list_prompts()).prompts]

    anyio.run(main)
    assert heard == [f"notifications/{each}/list_changed" for each in ("tools", "resources", "prompts")]


def test_clients_that_listen_are_told_of_what_changed(server: SkillServer, write) -> None:
    async def work(client: Client) -> None:
        async with client.listen(tools_list_changed=True, resources_list_changed=True) as changes:
            await change(server, write)
            heard = [type(await anext(changes)).__name__ for _ in range(2)]
        assert heard == ["ToolsListChanged", "ResourcesListChanged"]
        tool = (await client.list_tools()).tools[-1]
        assert tool.input_schema["properties"]["name"]["enum"] == ["count", "twice"]

    using(server, work)


def test_an_empty_store_is_served() -> None:
    server = SkillServer(Backend(SkillStore.empty()))

    async def work(client: Client) -> None:
        assert (await asked(client, "skills/list"))["skills"] == []
        assert (await client.list_resources()).resources == []

    using(server, work)
