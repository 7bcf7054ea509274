"""The MCP server, tested with the SDK's client."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import INVALID_PARAMS
from starlette.testclient import TestClient

from paili import command, command_arguments, mcp, mcp_http
from paili.client import Client as PailiClient
from paili.engine import local
from service.http.state import RequestState
from service.rules.variants import VARIANTS
from service.settings import read_settings
from tests import ROOT
from tests.helpers.contract import read_contract
from tests.helpers.gunicorn import GunicornProcess
from tests.helpers.pages import assert_examples
from tests.helpers.ports import free_port, until_listened_on

PAGE = ROOT / "docs" / "mcp.md"
CONTRACT = yaml.load((ROOT / "openapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
LINE = "standard landlord_down 34567899JJQQKA22D 4KX TT"


def in_own_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a coroutine, run in another thread: browser tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def ask(client: PailiClient, question: Callable[[Client], Awaitable[Any]], lang: str = "en") -> Any:
    """Return the result of a request to a server in this process."""

    async def run() -> Any:
        async with Client(mcp.mcp_server(client, lang)) as connected:
            return await question(connected)

    return in_own_loop(run())


def call(engine: PailiClient, tool: str, server_lang: str = "en", **arguments: Any) -> Any:
    """Return the result of a tool of a server with that language."""
    return ask(engine, lambda connected: connected.call_tool(tool, arguments), server_lang)


def error_of(client: PailiClient, question: Callable[[Client], Awaitable[Any]]) -> MCPError:
    """Return the protocol error that answers a request."""

    async def caught(connected: Client) -> MCPError:
        with pytest.raises(MCPError) as error:
            await question(connected)
        return error.value

    error: MCPError = ask(client, caught)
    return error


@pytest.fixture(scope="module")
def engine() -> PailiClient:
    return local(pages=True)


@pytest.fixture(scope="module")
def tools() -> list[Any]:
    return mcp.tool_list(CONTRACT)


# ---- the contract ---------------------------------------------------------------------------------------------------


def test_the_tools_are_ten_in_twelve_kilobytes(tools: list[Any]) -> None:
    assert [tool.name for tool in tools] == list(mcp.TOOLS)
    listed = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in tools]
    assert len(json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()) <= 12_000
    assert all(200 <= len(tool.description) <= 500 for tool in tools)


@pytest.mark.parametrize("name", mcp.TOOLS)
def test_the_example_in_a_description_is_answered_and_fits_the_schema(
    name: str, tools: list[Any], engine: PailiClient
) -> None:
    tool = next(tool for tool in tools if tool.name == name)
    Draft202012Validator.check_schema(tool.input_schema)
    example = re.search(r"Example: (\{.*?\})(?: or |$)", tool.description)
    assert example
    if name == "review":  # its example is shortened
        return
    arguments = json.loads(example[1])
    assert arguments.keys() <= tool.input_schema.get("properties", {}).keys()
    Draft202012Validator(tool.input_schema).validate(arguments)
    result = call(engine, name, **arguments)
    assert not result.is_error, result.content


def test_the_list_of_games_has_what_a_call_needs(engine: PailiClient) -> None:
    result = call(engine, "variants")
    assert len(result.content[0].text) < 16_000
    games = {game["id"]: game for game in result.structured_content["variants"]}
    assert games.keys() == VARIANTS.keys()
    for name, game in games.items():
        options = {option: values[0] for option, values in game["options"].items()}
        assert engine.deal(1, variant=name, options=options)["hands"].keys() == {*map(str, game["seats"])}


def test_a_line_with_too_few_fields_is_shown_the_fields(engine: PailiClient) -> None:
    text = call(engine, "move", position="斗地主 地主下家 34567899 TT").content[0].text
    line = re.search(r"\((standard .*?)\)", text)
    assert line
    assert "five fields, separated by spaces: variant, seat, hand, bottom and history" in text.splitlines()[-1]
    assert call(engine, "move", position=line[1]).structured_content["move"]["cards"] == "JJ"


# ---- calls ----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def over_stdio(*arguments: str) -> AsyncIterator[Client]:
    """Yield a client of a server that it starts itself."""
    words = ["-m", "paili", "mcp", *arguments]
    async with Client(StdioServerParameters(command=sys.executable, args=words, cwd=ROOT)) as connected:
        yield connected


@asynccontextmanager
async def over_http() -> AsyncIterator[Client]:
    """Yield a client of a server on a port of this machine."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-m", "paili", "mcp", "--port", str(port)], cwd=ROOT) as running:
        try:
            until_listened_on(port)
            async with Client(f"http://127.0.0.1:{port}/mcp") as connected:
                yield connected
        finally:
            running.terminate()


async def play_game(connected: Client, deal: dict[str, Any], level: str) -> None:
    """Play a game to its end with robots of a level; the tool `game` checks each play."""

    async def answer(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        result = await connected.call_tool(tool, arguments)
        assert not result.is_error, (tool, arguments, result.content)
        assert json.loads(result.content[0].text) == result.structured_content
        body: dict[str, Any] = result.structured_content
        return body

    hands = deal["hands"] | ({"landlord": deal["hands"]["landlord"] + deal["bottom"]} if deal["bottom"] else {})
    table = {"variant": deal["variant"], "options": deal["options"], "deal": {"hands": hands}, "history": []}
    while not (state := await answer("game", table))["ended"]:
        (due,) = state["due"].values()
        table["history"].append((await answer(due["endpoint"], due["request"] | {"level": level}))["move"])


@pytest.mark.long
@pytest.mark.server
@pytest.mark.parametrize(
    ("transport", "variants"), [(over_stdio, ["laizi", "paodekuai"]), (over_http, ["standard", "guandan"])]
)
def test_games_are_played_over_a_transport(
    engine: PailiClient, transport: Callable[..., Any], variants: list[str]
) -> None:
    deals = [engine.deal(3, variant=variant) for variant in variants]

    async def play_all() -> None:
        async with transport() as connected:
            for deal in deals:
                await play_game(connected, deal, "starter")

    in_own_loop(play_all())


def test_an_answer_is_that_of_the_api_with_three_hints(engine: PailiClient) -> None:
    result = call(engine, "analyze", position=LINE)
    assert not result.is_error
    assert result.structured_content == engine.analyze(LINE, top=mcp.TOP, lang="en")
    assert json.loads(result.content[0].text) == result.structured_content
    assert len(result.structured_content["hints"]) == mcp.TOP
    assert len(call(engine, "analyze", hand="34567899JJQQKA22D", top=5).structured_content["hints"]) == 5


def test_of_many_winning_plays_three_are_listed(engine: PailiClient) -> None:
    hands = {"landlord": "345678TTKK2", "landlord_down": "678JJQQ"}
    whole = engine.solve(hands)
    answer = call(engine, "solve", hands=hands).structured_content
    assert answer["plays"] == whole["plays"][: mcp.TOP]
    assert answer["plays_count"] == len(whole["plays"]) > mcp.TOP
    few = call(engine, "solve", hands={"landlord": "3", "landlord_down": "44"}).structured_content
    assert "plays_count" not in few


def test_texts_are_in_the_language_of_the_call_else_of_the_server(engine: PailiClient) -> None:
    for usual, given, lang in (("en", {}, "en"), ("zh", {}, "zh"), ("zh", {"lang": "en"}, "en")):
        move = call(engine, "move", usual, position=LINE, **given).structured_content["move"]
        assert re.search("[一-鿿]", move["why"][0]["text"]) is None or lang == "zh", move
        assert (lang == "zh") == bool(re.search("[一-鿿]", move["why"][0]["text"]))
        rejected = call(engine, "move", usual, **given)
        assert (lang == "zh") == ("补上指针所指的字段" in rejected.content[0].text)
    for tag in ("en-US", "fr"):
        assert re.search("[一-鿿]", call(engine, "bid", "en", lang=tag).content[0].text) is None


def post_call(caller: TestClient, tool: str, **headers: str) -> Any:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {}}}
    usual = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    return caller.post("/mcp", json=body, headers=usual | headers)


def served(host: str = "127.0.0.1", names: tuple[str, ...] = (), **environ: str) -> TestClient:
    """Return a caller of the application that a server on *host* with these settings would run."""
    settings = read_settings(environ)
    server = mcp.mcp_server(local(pages=True, service=settings), "en", mcp_http.client_of_caller)
    return TestClient(mcp_http.http_app(server, settings, host, names), base_url="http://127.0.0.1:8001")


@pytest.mark.parametrize(("header", "lang"), [("zh-CN,zh;q=0.9", "zh"), ("en-US", "en"), (None, "en"), ("fr", "en")])
def test_over_http_the_language_is_that_of_the_headers(header: str | None, lang: str) -> None:
    headers = {"Accept-Language": header} if header else {}
    with served() as caller:
        text = post_call(caller, "move", **headers).json()["result"]["content"][0]["text"]
    assert (lang == "zh") == bool(re.search("[一-鿿]", text)), text


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8001", "http://localhost:8001", 200),
        ("paili.example", "https://paili.example", 200),
        ("rebound.example:8001", "", 421),
        ("127.0.0.1:8001", "http://rebound.example", 403),
    ],
)
def test_other_names_of_host_and_origin_are_rejected(host: str, origin: str, status: int) -> None:
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    with served(names=("paili.example",)) as caller:
        assert post_call(caller, "variants", **headers).status_code == status


def test_a_server_with_keys_wants_one_and_charges_its_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RequestState, "units", lambda _: 1)
    with served("0.0.0.0", PAILI_KEYS="first-key,second-key", PAILI_RATE_LIMIT="2/day") as caller:
        denied = post_call(caller, "variants")
        assert (denied.status_code, denied.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert post_call(caller, "variants", Authorization="Bearer third-key").status_code == 401
        for key in ("first-key", "second-key"):
            answers = [post_call(caller, "move", Authorization=f"Bearer {key}").json() for _ in range(3)]
            texts = [answer["result"]["content"][0]["text"] for answer in answers]
            assert ["/hand" in text for text in texts] == [True, True, False]
            assert texts[2].startswith("429")


def test_without_keys_only_this_machine_is_served(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PAILI_KEYS", raising=False)
    monkeypatch.setattr(mcp_http, "serve_http", lambda *_: pytest.fail("it serves"))
    for host in ("0.0.0.0", "::", "example.com", "192.0.2.7"):
        with pytest.raises(SystemExit, match="2"):
            command.main(["mcp", "--port", "8001", "--host", host, "--lang", "en"])
        assert f"--host {host} can be reached from other machines" in capsys.readouterr().err
    assert all(mcp_http.is_loopback(host) for host in ("127.0.0.1", "127.0.0.9", "localhost", "[::1]"))


def test_a_call_without_a_hand_names_it(engine: PailiClient) -> None:
    result = call(engine, "move")
    assert result.is_error
    assert result.content[0].text.startswith("/hand field_missing: a position needs `hand`")
    assert result.structured_content["errors"][0]["pointer"] == "/hand"


def test_an_unknown_tool_is_an_error_of_the_protocol_that_lists_the_tools(engine: PailiClient) -> None:
    error = error_of(engine, lambda client: client.call_tool("play", {}))
    assert error.message.startswith("no tool play; there are analyze, move")
    assert error.code == INVALID_PARAMS


# ---- resources ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_resource_can_be_read(engine: PailiClient, lang: str) -> None:
    async def read_all(client: Client) -> dict[str, str]:
        listed = (await client.list_resources()).resources
        return {row.uri: (await client.read_resource(row.uri)).contents[0].text for row in listed}

    texts = ask(engine, read_all, lang)
    assert texts.keys() == {"paili://notation", "paili://llms.txt", *(f"paili://rules/{name}" for name in VARIANTS)}
    for name, variant in VARIANTS.items():
        rules = texts[f"paili://rules/{name}"]
        assert rules.startswith(f"{variant.zh if lang == 'zh' else variant.name}\n")
        assert "<" not in rules
        assert re.search(r"^[^:\n]+: ([46])(.{0,2} \1){3}", rules, re.MULTILINE), rules  # a bomb
    assert "`X` the small joker" in texts["paili://notation"]


@pytest.mark.parametrize(
    "uri", ["paili://rules/whist", "paili://rules/../healthz", "paili://deck", "file:///etc/passwd"]
)
def test_an_unknown_resource_is_an_error(engine: PailiClient, uri: str) -> None:
    error = error_of(engine, lambda client: client.read_resource(uri))
    assert error.message.startswith(f"no resource {uri}")
    assert error.code == INVALID_PARAMS


def test_the_overview_names_pages_and_games_that_exist(client: FlaskClient) -> None:
    answer = client.get("/llms.txt")
    assert answer.mimetype == "text/plain"
    text = answer.get_data(as_text=True)
    links = re.findall(r"\]\((/[^)]*)\)", text)
    assert {f"/rules/{name}" for name in VARIANTS} < set(links)
    paths = read_contract()["paths"]
    assert set(re.findall(r"(?<=POST )/\S+(?=\])", text)) == {path for path in paths if "post" in paths[path]}
    for link in set(links):
        with client.get(link) as page:
            assert page.status_code in (200, 302), link


# ---- servers --------------------------------------------------------------------------------------------------------


@pytest.mark.server
def test_a_server_answers_as_the_engine_does(engine: PailiClient, server: GunicornProcess) -> None:
    address = f"http://127.0.0.1:{server.port}"
    calls = (("analyze", {"position": LINE}), ("check", {"cards": "99", "hand": "3499"}), ("move", {}))

    async def run() -> list[Any]:
        async with over_stdio("--url", address, "--lang", "en") as remote:
            return [await remote.call_tool(tool, arguments) for tool, arguments in calls]

    *answers, rejected = in_own_loop(run())
    for (tool, arguments), answer in zip(calls, answers, strict=False):
        assert answer.content == call(engine, tool, **arguments).content
    assert rejected.content[0].text.endswith(f"{address}/problems/field_missing")


def test_a_server_that_is_not_there_ends_the_command_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["mcp", "--url", "http://127.0.0.1:1", "--lang", "en"]) == 1
    assert "the server cannot be reached" in capsys.readouterr().err
    assert command.main(["mcp", "--server", "localhost", "--lang", "zh"]) == 2
    assert "服务器写作" in capsys.readouterr().err


def test_a_server_that_went_away_is_named_in_the_result() -> None:
    gone = PailiClient("http://127.0.0.1:1")
    result = mcp.call(gone, "move", {"hand": "3"}, "en")
    assert result.is_error
    assert "http://127.0.0.1:1" in result.content[0].text


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("mcp", "paili.mcp"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    for lang, text in (("en", "needs the extra `mcp`"), ("zh", "需要另装 `mcp`")):
        assert command.main(["mcp", "--lang", lang]) == 1
        assert text in capsys.readouterr().err


def test_the_page_shows_what_happens() -> None:
    with ThreadPoolExecutor(1) as pool:  # it runs loops of its own
        pool.submit(assert_examples, PAGE, least=6).result()
    text = PAGE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    offered = {flag for row in command_arguments.MCP for flag in row.flags}
    assert all(flag in text for flag in offered)
    json.loads(re.findall(r"```json\n(.*?)```", text, re.DOTALL)[0])
