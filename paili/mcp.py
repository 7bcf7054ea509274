"""MCP server: the endpoints of the API as tools for AI assistants, over stdio or streamable HTTP.

`paili mcp` starts it; the extra `mcp` has the SDK. An assistant reads the whole list of tools before its first call, so
the list is short: own descriptions with an example each, and the fields that most calls need, with their types from
the contract at /openapi.yaml. Answers are short too: three hints of `analyze` unless the call has `top`, and three
winning plays of `solve` with their number.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

import anyio
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

TABLE = "variant options seat hand bottom history last last_seat left"
"""Fields of a position; `position` is the same in one line."""

TOOLS: Mapping[str, tuple[str, str]] = {
    "analyze": (
        f"position {TABLE} want top order level for lang",
        """Strength of a hand, its best split into plays, and the legal plays ordered by what remains. Only `hand` is
required; the position is given by fields, or in one line: variant seat hand bottom history, with - for
unknown, and ?CARDS@SEAT as the history if only the play to beat is known.
Example: {"position": "standard landlord_down 34567899JJQ - ?TT@landlord"}""",
    ),
    "move": (
        f"position {TABLE} level seed lang",
        """The play that a robot of a level would choose, with reasons: if none is named, `adept` where a game has
networks, else `club`; `expert` searches. `cards` is "" for a pass. The position is given as for `analyze`.
Example: {"hand": "34567899JJQ", "seat": "landlord_down", "last": "TT", "last_seat": "landlord"}""",
    ),
    "check": (
        f"cards as position {TABLE} lang",
        """Referee of one play: every reading of `cards`, whether they may be played now, and if not, the rule that
they break. Without `hand` the cards are taken as the whole hand; `last` is the play to beat.
Example: {"cards": "345A2"} or {"cards": "99", "hand": "3499", "last": "TT"}""",
    ),
    "bid": (
        "variant options hand bidding bids place bottom lang",
        """Auction of Dou Dizhu: chances to win as landlord and as farmer, the expected points of each legal bid, the
best one, and whether to double. `bids` are those made so far, `place` the caller's place in the auction.
Example: {"hand": "33456789TJQKKAA2X", "bids": ["1"]}""",
    ),
    "deal": (
        "variant options seed profile seat lang",
        """Shuffles and deals a game: hands by seat, the bottom cards, the leader. The same `seed` deals the same
cards. A `profile` deals for practice: `balanced` hands, or an `endgame` puzzle.
Example: {"variant": "paodekuai", "seed": 7}""",
    ),
    "tribute": (
        "options hand role paid order partner_big_jokers lang",
        """Tribute of Guandan: the card to pay (`role` "give") or to return ("return"), with the value of each choice,
or whether it is refused. `options.level` is the level rank.
Example: {"hand": "2s3h3d4c5s6h7d8c9sThJdQcKsAs2hXXD3s4s5h6d7c8s9hTcJs", "role": "give", "options": {"level": "5"}}""",
    ),
    "game": (
        "variant options deal auction tribute history lang",
        """Referee of a whole table: who is on turn, the play to beat, cards left, winner and points. For each known
hand `positions` has the line that `move` plays. An illegal play is an error that points at it.
Example: {"deal": {"hands": {"landlord": "33445566778899TTJJQQ"}}, "history": ["334455667788"]}""",
    ),
    "solve": (
        "variant options hands turn last passes lang",
        """Proof with open hands: which side wins with best play, every winning play, and one line to the end. For
games of two sides, two or more hands, few cards.
Example: {"hands": {"landlord": "345678TT2", "landlord_down": "678JJQQ"}, "turn": "landlord"}""",
    ),
    "review": (
        "variant options deal auction tribute history level seats for lang",
        """Review of a finished game: the chance lost by each decision, the better play, mistakes and luck, judged by
what the seat could know. The game is given as for `game`, with all hands; it takes seconds.
Example: {"deal": {…}, "history": ["3", "5", …], "seats": ["landlord"]}""",
    ),
    "variants": (
        "",
        """The games that can be played, each with its id, names, seats, deck, shapes, house rules with their values,
and robot levels. Call it once before you choose `variant` or `options`. It has no arguments; the rules of
one game in words are the resource paili://rules/{id}.
Example: {}""",
    ),
}
"""Fields and description of each tool; those become tools that the contract has. Other fields of the API work too."""

TOP = 3
"""Default number of hints and of winning plays in an answer."""

SHARED = "#/components/schemas/"
SCHEME = "paili://"
INSTRUCTIONS = """Judge positions of climbing card games (Dou Dizhu and its family, Guandan) and play them.
Cards are text, one letter each: 3 4 5 6 7 8 9 T J Q K A 2, X the small joker, D the big one (paili://notation).
Games are named by ids (standard is 斗地主), seats too (landlord, landlord_down 地主下家, landlord_up; or 0 to 3).
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


def brief(schema: Json, shared: Json) -> Json:
    """Return the type of a field with the first sentence of its description, without references and bounds."""
    target = shared[schema["$ref"].removeprefix(SHARED)] if "$ref" in schema else schema
    about = schema.get("description", target.get("description", ""))
    plain = {key: target[key] for key in ("type", "enum") if key in target}
    if "items" in target:
        kind = brief(target["items"], shared).get("type")
        plain["items"] = {"type": kind} if kind else {}
    return plain | ({"description": re.split(r"[.;:] ", about)[0]} if about else {})


def input_schema(contract: Json, name: str, fields: Sequence[str]) -> Json:
    """Return the schema of a tool's arguments."""
    shared = contract["components"]["schemas"]
    body = contract["paths"][f"/v1/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    whole = shared[body["$ref"].removeprefix(SHARED)]
    properties = {field: brief(whole["properties"][field], shared) for field in fields}
    if name == "analyze":
        properties["top"]["default"] = TOP
    required = [field for field in whole.get("required", ()) if field in properties]
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def tool_list(contract: Json) -> list[Tool]:
    """Return the tools that the contract has."""
    read_only = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return [
        Tool(
            name=name, description=about, annotations=read_only,
            input_schema=input_schema(contract, name, fields.split()) if fields else {"type": "object"},
        )
        for name, (fields, about) in TOOLS.items()
        if f"/v1/{name}" in contract["paths"]
    ]  # fmt: skip


# ---- calls ----------------------------------------------------------------------------------------------------------


SHORT_GAME = ("id", "label", "seats", "win")
"""Fields of a game in the answer of `variants`, besides its options and levels."""


def short_game(game: Json) -> Json:
    """Return a game with the values of each option, the default first, and the names of its levels."""
    options = {
        name: [row["default"], *(value for value in row["values"] if value != row["default"])]
        for name, row in game["options"].items()
    }
    levels = [level["id"] for level in game["levels"]]
    return {name: game[name] for name in SHORT_GAME} | {"options": options, "levels": levels}


def shorten_answer(name: str, answer: Json) -> Json:
    """Return a shorter answer of `solve` and `variants`; other answers unchanged."""
    if name == "variants":
        return {"variants": [short_game(game) for game in answer["variants"]]}
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
        answer = shorten_answer(name, client.variants() if name == "variants" else client.ask(name, None, body))
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
            uri=f"{SCHEME}rules/{game['id']}", name=f"rules of {game['label']['en']}", title=game["label"]["zh"],
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


def same_client(client: Client, _: Any) -> Client:
    """Return *client*."""
    return client


def mcp_server(client: Client, lang: str, of_caller: Callable[[Client, Any], Client] = same_client) -> Server:
    """Return the MCP server in front of a client; *of_caller* returns the client for a request over HTTP.

    Raises OSError if its server cannot be reached.
    """
    contract = fetch_contract(client)
    tools = tool_list(contract)
    names = [tool.name for tool in tools]
    resources = resource_list(client)

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    async def call_tool(context: Context, request: CallToolRequestParams) -> CallToolResult:
        if request.name not in names:
            raise MCPError(INVALID_PARAMS, f"no tool {request.name}; there are {', '.join(names)}")
        spoken, caller = caller_language(context, lang), of_caller(client, context.request)
        return await anyio.to_thread.run_sync(partial(call, caller, request.name, request.arguments or {}, spoken))

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


def serve_mcp(client: Client, lang: str) -> int:
    """Run the server on standard input and output until its client closes them; return the exit status."""
    anyio.run(serve_stdio, mcp_server(client, lang))
    return 0
