"""MCP server: the endpoints of the API as tools for AI assistants, over stdio or streamable HTTP.

`paili mcp` starts it; the extra `mcp` has the SDK. Tools, their input schemas and the notation come from the contract
that the engine or the server serves at /openapi.yaml, so that each field is described only once. Answers are short:
three hints of `analyze` unless the call has `top`, and three winning plays of `solve` with their number.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

import anyio
import uvicorn
import yaml
from mcp import MCPError, stdio_server
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

from paili import __version__
from paili.client import Client, Json, Problem

TOOLS = ("analyze", "move", "check", "bid", "game", "solve", "review")
"""Endpoints that become tools if the contract has them."""

TOP = 3
"""Default number of hints and of winning plays in an answer."""

SHARED = "#/components/schemas/"
SCHEME = "paili://"
INSTRUCTIONS = """Judge positions of climbing card games (Dou Dizhu and its family, Guandan) and play them.
Cards are text, one letter each: 3 4 5 6 7 8 9 T J Q K A 2, X the small joker, D the big one (paili://notation).
`game` referees a table and returns a position line for each known hand; `move` plays such a line; `check` tests a play.
A rejected call returns the invalid field and how to fix it. The rules of a game are at paili://rules/{variant}."""

Context: TypeAlias = ServerRequestContext[Any, Any]


# ---- the contract ---------------------------------------------------------------------------------------------------


def fetch_contract(client: Client) -> Json:
    """Return the contract of the engine or of the server. Raises OSError if there is none."""
    reply = client.send("GET", "/openapi.yaml", client.headers | {"Accept-Encoding": "identity"}, None)
    if reply.status != 200:
        raise ConnectionError(f"{client.authority} has no /openapi.yaml: status {reply.status}")
    contract: Json = yaml.load(reply.data, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - both are safe
    return contract


def references(schema: Any) -> Iterator[str]:
    """Yield the names of the shared schemas that a schema refers to."""
    if isinstance(schema, dict):
        if str(schema.get("$ref", "")).startswith(SHARED):
            yield schema["$ref"].removeprefix(SHARED)
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from references(part)


def relocated(schema: Any) -> Any:
    """Return a schema whose references are to its own `$defs`."""
    if isinstance(schema, dict):
        return {name: relocated(part) for name, part in schema.items()}
    if isinstance(schema, list):
        return [relocated(part) for part in schema]
    return schema.replace(SHARED, "#/$defs/") if isinstance(schema, str) else schema


def input_schema(contract: Json, name: str) -> Json:
    """Return the schema of a tool's arguments, with the shared schemas that it uses."""
    shared = contract["components"]["schemas"]
    body = contract["paths"][f"/v1/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    schema = shared[body["$ref"].removeprefix(SHARED)]
    if name == "analyze":
        top = schema["properties"]["top"] | {"default": TOP}
        schema = schema | {"properties": schema["properties"] | {"top": top}}
    names = list(dict.fromkeys(references(schema)))
    for used in names:  # grows during the loop
        names += [other for other in dict.fromkeys(references(shared[used])) if other not in names]
    moved: Json = relocated(schema | {"$defs": {used: shared[used] for used in names}})
    return moved


def tool_list(contract: Json) -> list[Tool]:
    """Return the tools, described by the contract."""
    read_only = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    tools = []
    for name in TOOLS:
        operation = contract["paths"].get(f"/v1/{name}", {}).get("post")
        if operation:
            about = "\n".join(text for key in ("summary", "description") if (text := operation.get(key)))
            schema = input_schema(contract, name)
            tools.append(Tool(name=name, description=about, input_schema=schema, annotations=read_only))
    return tools


# ---- calls ----------------------------------------------------------------------------------------------------------


def shorten_answer(name: str, answer: Json) -> Json:
    """Return an answer of `solve` with its first winning plays and their number; other answers unchanged."""
    plays = answer.get("plays") if name == "solve" else None
    return answer | {"plays": plays[:TOP], "plays_count": len(plays)} if plays and len(plays) > TOP else answer


def advice_of(client: Client, problem: Problem, lang: str) -> str:
    """Return the fix of a problem: the text of its page, or a link to a server's page."""
    if client.authority:
        return problem.help
    fix_for: Callable[[str, str], str] = import_module("paili.engine").fix_for
    return fix_for(problem.code, lang)


def rejection(client: Client, problem: Problem, lang: str) -> CallToolResult:
    """Return the result for a rejected call: each fault with its field and code, and the fix."""
    faults = [f"{fault['pointer'] or '/'} {fault['code']}: {fault['detail']}" for fault in problem.errors]
    fix = advice_of(client, problem, lang)
    lines = [*(faults or [f"{problem.status} {problem}"]), *([fix] if fix else [])]
    return CallToolResult(
        content=[TextContent(text="\n".join(lines))], structured_content=problem.document, is_error=True
    )


def call(client: Client, name: str, arguments: Json, lang: str) -> CallToolResult:
    """Return the result of a tool; *lang* applies if the arguments have no `lang`."""
    body = ({"top": TOP} if name == "analyze" else {}) | {"lang": lang} | arguments
    try:
        answer = shorten_answer(name, client.ask(name, None, body))
    except Problem as problem:
        return rejection(client, problem, str(body["lang"]))
    except OSError as error:
        return CallToolResult(content=[TextContent(text=f"{client.authority}: {error}")], is_error=True)
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return CallToolResult(content=[TextContent(text=text)], structured_content=answer)


# ---- resources ------------------------------------------------------------------------------------------------------


def page_text(page: str) -> str:
    """Return the content of a page of the service as text, a row of a table per line."""
    text = page.partition("<main>")[2].partition("</main>")[0]
    text = re.sub(r'<span class="cards[^"]*"[^>]*aria-label="([^"]*)">.*?</span></td>', r"\1", text)
    text = re.sub(r"<a [^>]*>.*?</a>", "", text)
    text = re.sub(r"</th>", ": ", re.sub(r"</(?:p|h\d|li|tr|ul)>", "\n", text))
    return re.sub(r"\n{2,}", "\n", html.unescape(re.sub(r"<[^>]+>", "", text))).strip() + "\n"


def resource_list(client: Client) -> list[Resource]:
    """Return the resources: the notation, an overview, and the rules of each game."""
    rules = [
        Resource(
            uri=f"{SCHEME}rules/{game['id']}", name=f"rules of {game['name']}", title=game["name_zh"],
            mime_type="text/plain",
        )
        for game in client.variants()["variants"]
    ]  # fmt: skip
    notation = Resource(uri=f"{SCHEME}notation", name="notation of cards and positions", mime_type="text/markdown")
    overview = Resource(uri=f"{SCHEME}llms.txt", name="overview of the service", mime_type="text/markdown")
    return [notation, overview, *rules]


def read_page(client: Client, path: str, lang: str) -> str | None:
    """Return a page of the service; None if it has none at *path*."""
    reply = client.send("GET", path, client.headers | {"Accept-Language": lang, "Accept-Encoding": "identity"}, None)
    return reply.data.decode() if reply.status == 200 else None


def resource_text(client: Client, contract: Json, uri: str, lang: str) -> str | None:
    """Return the text of a resource; None if there is none."""
    name = uri.removeprefix(SCHEME)
    if name == "notation":
        return str(contract["info"]["description"])
    if name == "llms.txt":
        return read_page(client, "/llms.txt", lang)
    match = re.fullmatch(r"rules/(\w+)", name, re.ASCII)
    page = read_page(client, f"/rules/{match[1]}?lang={lang}", lang) if match else None
    return page_text(page) if page else None


# ---- the server -----------------------------------------------------------------------------------------------------


def caller_language(context: Context, usual: str) -> str:
    """Return the language of a caller: that of the HTTP request's headers, else *usual*."""
    headers: Mapping[str, str] = getattr(context.request, "headers", {})
    preferred = headers.get("accept-language", "").strip().lower()
    return "zh" if preferred.startswith("zh") else "en" if preferred.startswith("en") else usual


def mcp_server(client: Client, lang: str) -> Server:
    """Return the MCP server in front of a client. Raises OSError if its server cannot be reached."""
    contract = fetch_contract(client)
    tools = tool_list(contract)
    names = [tool.name for tool in tools]
    resources = resource_list(client)

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    async def call_tool(context: Context, request: CallToolRequestParams) -> CallToolResult:
        if request.name not in names:
            raise MCPError(INVALID_PARAMS, f"no tool {request.name}; there are {', '.join(names)}")
        spoken = caller_language(context, lang)
        return await anyio.to_thread.run_sync(partial(call, client, request.name, request.arguments or {}, spoken))

    async def list_resources(_: Context, __: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(resources=resources)

    async def read_resource(context: Context, request: ReadResourceRequestParams) -> ReadResourceResult:
        text = resource_text(client, contract, request.uri, caller_language(context, lang))
        if text is None:
            raise MCPError(INVALID_PARAMS, f"no resource {request.uri}; resources/list has them all")
        kind = next((known.mime_type for known in resources if known.uri == request.uri), "text/plain")
        return ReadResourceResult(contents=[TextResourceContents(uri=request.uri, mime_type=kind, text=text)])

    return Server(
        "paili", version=__version__, title="Paili 牌力", instructions=INSTRUCTIONS,
        on_list_tools=list_tools, on_call_tool=call_tool, on_list_resources=list_resources,
        on_read_resource=read_resource,
    )  # fmt: skip


async def serve_stdio(server: Server) -> None:
    """Serve one client on standard input and output until it closes them."""
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def serve_http(server: Server, host: str, port: int) -> None:
    """Serve clients at http://HOST:PORT/mcp until interrupted; no state is kept between requests."""
    app = server.streamable_http_app(stateless_http=True, json_response=True, host=host)
    uvicorn.run(app, host=host, port=port, log_level="warning")


def serve_mcp(client: Client, lang: str, address: tuple[str, int] | None) -> int:
    """Run the server, on an *address* for HTTP, else on standard input and output; return the exit status."""
    server = mcp_server(client, lang)
    if address is None:
        anyio.run(serve_stdio, server)
    else:
        serve_http(server, *address)
    return 0
