"""Everything that fastmcp's client gets of a server by the extension for skills, verified, as JSON.

`PYTHON tests/end_to_end/mcp_fastmcp.py COMMAND WORD...` runs in an environment that has fastmcp: it prints name, path
and SHA-256 of every file that it read.
"""

import asyncio
import base64
import hashlib
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.skills.client import SkillsClientExtension


async def read(argv: list[str]) -> dict[str, dict[str, str]]:
    """Return the digests of every file of every skill that is listed; each skill is asked for alone, too."""
    transport = StdioTransport(argv[0], argv[1:], keep_alive=False)
    found: dict[str, dict[str, str]] = {}
    async with Client(transport, extensions=[SkillsClientExtension()]) as client:
        for skill in await client.list_skills():
            if await client.get_skill(skill.uri) != skill:
                raise SystemExit(f"{skill.uri} is another one alone than in the list")
            root = skill.uri.removesuffix("SKILL.md")
            files = found[skill.frontmatter.name] = {}
            for resource in skill.resources:
                (content,) = await client.read_resource(resource.uri)
                raw = content.text.encode() if hasattr(content, "text") else base64.b64decode(content.blob)
                digest = hashlib.sha256(raw).hexdigest()
                if (f"sha256:{digest}", len(raw)) != (resource.digest, resource.size):
                    raise SystemExit(f"{resource.uri} is not what was promised")
                files[resource.uri.removeprefix(root)] = digest
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(read(sys.argv[1:]))))
