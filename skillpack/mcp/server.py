"""A server of the Model Context Protocol over skills: what each request is answered with."""

import base64
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread
import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError

from skillpack import __version__
from skillpack.errors import FetchError, LoadRefusedError, SkillpackError, UnknownSkillError
from skillpack.mcp.address import TEMPLATE, is_text, media_type, parse_uri, skill_uri
from skillpack.mcp.backend import Backend
from skillpack.mcp.extension import EXTENSION, SETTINGS, children, entry
from skillpack.mcp.message import visible_line
from skillpack.parse.document import SKILL_FILE
from skillpack.runtime.resource import read_files
from skillpack.runtime.skill import MOST_BODY_TOKENS, Skill, SkillMetadata
from skillpack.runtime.tool import call_tool, for_mcp

_FRESH = {"ttlMs": 60_000, "cacheScope": "private"}
_PAGE = 200  # entries of a list in one answer
_SHOWN = 50  # files of an opened skill
_ARGUMENTS, _HINT = "arguments", "What the skill is to work on."
_OPENING = frozenset({"skill_load", "load_skill", "use_skill"})  # tools that open a skill
_Context = ServerRequestContext[Any]
_Params = types.PaginatedRequestParams | None
_Listed = TypeVar("_Listed", bound=SkillMetadata)
_Answer = TypeVar("_Answer")


class _Uri(types.PaginatedRequestParams):
    """Parameters of `skills/get` and `resources/directory/read`."""

    uri: str


class SkillServer:
    """A server over an offer, which may be another one later.

    Attributes:
        offer: What it answers with now.
        protocol: The server of the SDK; its transport runs it.
    """

    def __init__(self, offer: Backend) -> None:
        """Take what there is to offer."""
        self.offer = offer
        self._entries: dict[str, dict[str, Any] | None] = {}
        self._bus = InMemorySubscriptionBus()
        self._older: list[ServerSession] = []  # clients that are told of changes unasked: before 2026-07-28
        self.protocol: Server[Any] = Server(
            "skillpack",
            version=__version__,
            instructions=offer.instructions,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
            on_subscriptions_listen=ListenHandler(self._bus),
        )
        self.protocol.extensions[EXTENSION] = dict(SETTINGS)
        self.protocol.middleware.append(_declare_extensions)
        self.protocol.add_request_handler("skills/list", types.PaginatedRequestParams, self._list_skills)
        self.protocol.add_request_handler("skills/get", _Uri, self._get_skill)
        self.protocol.add_request_handler("resources/directory/read", _Uri, self._read_directory)
        self.protocol.add_notification_handler("notifications/initialized", types.NotificationParams, self._initialized)

    async def replace(self, offer: Backend) -> None:
        """Take another offer, and tell clients which lists changed."""
        before, self.offer = self.offer, offer
        self._entries = {}
        self.protocol.instructions = offer.instructions
        tools = for_mcp(before.tools) != for_mcp(offer.tools)
        if tools:
            await self._bus.publish(ToolsListChanged())
        await self._bus.publish(ResourcesListChanged())
        await self._bus.publish(PromptsListChanged())
        for session in self._older:
            if tools:
                await session.send_tool_list_changed()
            await session.send_resource_list_changed()
            await session.send_prompt_list_changed()

    async def _initialized(self, context: _Context, _: types.NotificationParams) -> None:
        self._older.append(context.session)

    async def _list_tools(self, _: _Context, __: _Params) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate({"tools": for_mcp(self.offer.tools), **_FRESH})

    async def _call_tool(self, _: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        tools = self.offer.tools
        if all(tool.name != params.name for tool in tools):
            raise _refused(f"there is no tool {params.name!r}")
        cancelled = threading.Event()
        call = partial(call_tool, tools, self.offer.session(), params.name, params.arguments or {}, cancelled=cancelled)
        try:
            result = await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        finally:
            cancelled.set()
        if result.is_error:
            texts = [(params.name in _OPENING and self._reason(params.arguments or {})) or result.text]
        else:
            opened = str(result.metadata.get("skill_id", ""))
            texts = [result.text, self._length(opened), await self._other_files(opened)]
        content: list[types.ContentBlock] = [types.TextContent(text=text) for text in texts if text]
        return types.CallToolResult(content=content, is_error=result.is_error)

    def _reason(self, arguments: Mapping[str, Any]) -> str:
        """Return why a skill that is there cannot be opened; empty where the tool's own words are all there is."""
        name = arguments.get("name", arguments.get("skill_name"))
        skill = self.offer.store.get(name) if isinstance(name, str) else None
        most = self.offer.dialect.budgets.most_tokens
        if skill is not None and most is not None and skill.estimated_tokens > most and skill.invocation.by_model:
            return (
                f"the instructions of {name!r} have about {skill.estimated_tokens:,} tokens, and one call returns at "
                f"most {most:,}: read them at {skill_uri(skill.name)}"
            )
        why = next((each.why for each in self.offer.unserved if each.name == name), "") if skill is None else ""
        return f"the skill {name!r} is left out here: {why}" if why else ""

    def _length(self, name: str) -> str:
        """Return that an opened skill is long, and where all of it is; empty where it is not."""
        skill = self.offer.store.get(name)
        if skill is None or not skill.over_body_token_warn:
            return ""
        return (
            f"These instructions have about {skill.estimated_tokens:,} tokens; at most {MOST_BODY_TOKENS:,} are "
            f"advised. If they were cut, all of them are at {skill_uri(name)}."
        )

    async def _other_files(self, name: str) -> str:
        """Return where an opened skill's other files are, for the model; empty where there are none."""
        skill = self.offer.store.get(name)
        files = await _in_thread(partial(read_files, skill)) if skill is not None else {}
        uris = [f"- {skill_uri(name, path)}" for path in files if path != SKILL_FILE]
        return "\n".join(["Its other files are resources:", *uris[:_SHOWN]]) if uris else ""

    async def _list_resources(self, _: _Context, params: _Params) -> types.ListResourcesResult:
        page, following = _page(self.offer.listed(), params)
        rows = [
            {
                "uri": skill_uri(skill.name),
                "name": skill.name,
                "description": visible_line(skill.description),
                "mimeType": "text/markdown",
            }
            for skill in page
            if skill.file is None or skill.file.name == SKILL_FILE
        ]
        return types.ListResourcesResult.model_validate({"resources": rows, **following, **_FRESH})

    async def _list_templates(self, _: _Context, __: _Params) -> types.ListResourceTemplatesResult:
        what = "A file of a skill, by the skill's name and the file's path in its folder."
        row = {"uriTemplate": TEMPLATE, "name": "skill-file", "description": what}
        return types.ListResourceTemplatesResult.model_validate({"resourceTemplates": [row], **_FRESH})

    async def _read_resource(self, _: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        files, name, path = await self._files(params.uri)
        content = files.get(path)
        if content is None:
            raise _refused(f"no resource at {params.uri}")
        row = {"uri": skill_uri(name, path), "mimeType": media_type(path, content)}
        row |= {"text": content.decode()} if is_text(content) else {"blob": base64.b64encode(content).decode()}
        return types.ReadResourceResult.model_validate({"contents": [row], **_FRESH})

    async def _list_prompts(self, _: _Context, params: _Params) -> types.ListPromptsResult:
        page, following = _page(self.offer.session().metadata("user"), params)
        rows = [
            {
                "name": skill.name,
                "description": visible_line(skill.description),
                "arguments": [{"name": _ARGUMENTS, "description": visible_line(hint) or _HINT, "required": False}],
            }
            for skill in page
            for hint in (skill.invocation.hint,)
        ]
        return types.ListPromptsResult.model_validate({"prompts": rows, **following, **_FRESH})

    async def _get_prompt(self, _: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        given = (params.arguments or {}).get(_ARGUMENTS)
        opened = await _in_thread(partial(self.offer.session().activate, params.name, given, audience="user"))
        message = types.PromptMessage(role="user", content=types.TextContent(text=opened.text))
        return types.GetPromptResult(description=visible_line(opened.skill.description), messages=[message])

    async def _list_skills(self, _: _Context, params: types.PaginatedRequestParams) -> dict[str, Any]:
        page, following = _page(self.offer.listed(), params)
        entries = await _in_thread(lambda: [self._entry(skill) for skill in page])
        return {"resultType": "complete", "skills": [each for each in entries if each], **following, **_FRESH}

    async def _get_skill(self, _: _Context, params: _Uri) -> dict[str, Any]:
        name, path = parse_uri(params.uri) or ("", "")
        skill = self.offer.store.get(name)
        found = None if skill is None or path != SKILL_FILE else await _in_thread(partial(self._entry, skill))
        if found is None:
            raise _refused(f"no skill is served at {params.uri}")
        return {"resultType": "complete", "skill": found, **_FRESH}

    async def _read_directory(self, _: _Context, params: _Uri) -> dict[str, Any]:
        files, name, path = await self._files(params.uri)
        found = children(files, name, path)
        if found is None:
            raise _refused(f"{params.uri} is not a directory resource")
        return {"resultType": "complete", "resources": found, **_FRESH}

    async def _files(self, uri: str) -> tuple[Mapping[str, bytes], str, str]:
        """Return the files of the skill that an address lies in, its name, and the path in it."""
        name, path = parse_uri(uri) or ("", "")
        skill = self.offer.store.get(name)
        if skill is None:
            raise _refused(f"no resource at {uri}")
        return await _in_thread(partial(read_files, skill)), name, path

    def _entry(self, skill: Skill) -> dict[str, Any] | None:
        """Return the entry of a skill, computed once as long as nothing changes."""
        entries = self._entries
        if skill.name not in entries:
            try:
                entries[skill.name] = entry(skill)
            except (FetchError, LoadRefusedError):
                return None
        return entries[skill.name]


async def _declare_extensions(ctx: _Context, call_next: CallNext) -> HandlerResult:
    """Answer `initialize` with the extensions too: the SDK leaves them out of what versions before 2026-07-28 say."""
    result = await call_next(ctx)
    if ctx.method != "initialize" or not isinstance(result, dict):
        return result
    capabilities = {**result["capabilities"], "extensions": {EXTENSION: dict(SETTINGS)}}
    return {**result, "capabilities": capabilities}


def _page(skills: Iterable[_Listed], params: _Params) -> tuple[list[_Listed], dict[str, str]]:
    """Return the skills after the cursor, by name, and the field that leads on; none after the last page."""
    after = params.cursor if params is not None and params.cursor else ""
    rest = [skill for skill in skills if skill.name > after]
    return rest[:_PAGE], {"nextCursor": rest[_PAGE - 1].name} if len(rest) > _PAGE else {}


async def _in_thread(work: Callable[[], _Answer]) -> _Answer:
    """Return the result of work that reads files; other requests are answered meanwhile."""
    try:
        return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
    except (UnknownSkillError, LoadRefusedError) as error:
        raise _refused(str(error)) from error
    except SkillpackError as error:
        raise MCPError(types.INTERNAL_ERROR, str(error)) from error


def _refused(message: str) -> MCPError:
    return MCPError(types.INVALID_PARAMS, message)
