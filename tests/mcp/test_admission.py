"""Which skills are served, and how the others are named."""

import anyio
import pytest
from mcp import Client

from skillpack.mcp.admission import admission
from skillpack.mcp.backend import Backend
from skillpack.mcp.server import SkillServer
from skillpack.runtime.dialect import DIALECTS
from skillpack.runtime.loader import SkillRoot, host_profile
from skillpack.runtime.store import open_store

SKILL = "---\nname: {0}\ndescription: {1}\n{2}---\n\nDo it.\n"
LONG = "Builds things. Use it for building. " * 40  # more than the 1,024 characters that Metis takes
ODD = {
    "long-description/SKILL.md": SKILL.format("long-description", LONG, ""),
    "long-name/SKILL.md": SKILL.format("n" * 80, "Has a long name.", ""),
    "Upper_Case/SKILL.md": SKILL.format("Upper_Case", "Has an odd name.", ""),
    "folder/SKILL.md": SKILL.format("other-name", "Differs from its folder.", ""),
    "no-description/SKILL.md": "---\nname: no-description\n---\n\nDo it.\n",
    "list-of-tools/SKILL.md": SKILL.format("list-of-tools", "Has a list.", "allowed-tools: [Read, Grep]\n"),
    "marked/SKILL.md": "\ufeff" + SKILL.format("marked", "Has a byte order mark.", ""),
    "long-licence/SKILL.md": SKILL.format("long-licence", "Is odd.", f"compatibility: {'x' * 600}\nlicense: [MIT]\n"),
}
NAMES = [
    "Upper_Case",
    "list-of-tools",
    "long-description",
    "long-licence",
    "marked",
    "n" * 80,
    "no-description",
    "other-name",
]
REFUSED: dict[str, str | bytes] = {
    "anchored/SKILL.md": SKILL.format("anchored", "Has an anchor.", "x: &base y\ndisable-model-invocation: true\n"),
    "bytes/SKILL.md": SKILL.format("bytes", "Has bytes.", "").encode() + b"\xff\xfe\xff",
    "nul/SKILL.md": SKILL.format("nul", "Has a NUL.", "") + "\0",
    "unclosed/SKILL.md": "---\nname: unclosed\ndisable-model-invocation: true\n\nDo it.\n",
}


def offer(write, files, dialect: str = "metis") -> Backend:
    chosen = DIALECTS[dialect]
    root = SkillRoot(write(files), "here")
    return Backend(open_store([root], host=admission(host_profile(chosen.profile))), chosen)


async def opened(client: Client, tool: str, **arguments: object) -> tuple[bool, str]:
    result = await client.call_tool(tool, arguments)
    return result.is_error, "\n".join(each.text for each in result.content)


@pytest.mark.parametrize("dialect", ["metis", "instructor", "metaskill"])
def test_limits_of_a_dialect_keep_no_skill_from_an_agent(write, dialect: str) -> None:
    served = offer(write, ODD, dialect)
    tool, argument = {
        "metis": ("skill_load", "name"),
        "instructor": ("load_skill", "skill_name"),
        "metaskill": ("use_skill", "name"),
    }[dialect]

    async def main() -> None:
        async with Client(SkillServer(served).protocol) as client:
            assert [each.name for each in (await client.list_prompts()).prompts] == NAMES
            for name in NAMES:
                failed, text = await opened(client, tool, **{argument: name})
                assert not failed, text
                assert "Do it." in text
            for uri in [each.uri for each in (await client.list_resources()).resources]:
                assert (await client.read_resource(uri)).contents

    anyio.run(main)
    assert served.unserved == ()


def test_people_start_what_only_they_may_and_the_model_does_not(write) -> None:
    hidden = SKILL.format("hidden", LONG, "disable-model-invocation: true\n")
    served = offer(write, {"hidden/SKILL.md": hidden})
    assert list(served.listed()) == []
    assert [skill.name for skill in served.session().metadata("user")] == ["hidden"]


def test_what_cannot_be_read_is_left_out_and_named_with_the_reason(write) -> None:
    served = offer(write, {**REFUSED, "good/SKILL.md": SKILL.format("good", "Is good.", "")})
    assert [skill.name for skill in served.store] == ["good"]
    assert [each.name for each in served.unserved] == ["anchored", "bytes", "nul", "unclosed"]
    assert "YAML anchor" in served.unserved[0].why
    assert "Left out: anchored (yaml parse error: line 4: `&base` is a YAML anchor" in served.instructions
    assert served.instructions.endswith("; and 1 more.\n")

    async def main() -> None:
        async with Client(SkillServer(served).protocol) as client:
            failed, text = await opened(client, "skill_load", name="unclosed")
            assert failed
            assert text == "the skill 'unclosed' is left out here: missing closing `---` for YAML frontmatter"
            assert await opened(client, "skill_load", name="gone") == (True, "no skill registered with name 'gone'")

    anyio.run(main)


def test_of_two_skills_with_one_name_the_second_is_named(write) -> None:
    files = {f"{folder}/SKILL.md": SKILL.format("pdf", f"Is in {folder}.", "") for folder in ("a", "b")}
    (lost,) = offer(write, files).unserved
    assert lost.where.endswith("b/SKILL.md")
    assert lost.why == "another skill has the name 'pdf' and comes first"


@pytest.mark.parametrize(
    ("words", "failed", "said"),
    [
        (4_990, False, ""),
        (6_000, False, "These instructions have about 6,000 tokens; at most 5,000 are advised."),
        (
            31_000,
            True,
            "have about 31,000 tokens, and one call returns at most 30,000: read them at skill://long/SKILL.md",
        ),
    ],
)
def test_instructions_above_a_limit_say_so(write, words: int, failed: bool, said: str) -> None:  # noqa: FBT001
    text = "---\nname: long\ndescription: Is long.\n---\n\n" + "abc\n" * words
    served = offer(write, {"long/SKILL.md": text})

    async def main() -> None:
        async with Client(SkillServer(served).protocol) as client:
            found, answer = await opened(client, "skill_load", name="long")
            assert (found, said in answer) == (failed, True)
            assert ("advised" in answer) == ("advised" in said)

    anyio.run(main)
