"""Trial of the MCP server with the SDK's own client: `python -m dev.mcp_trial [--calls 1000]`.

Over stdio and over streamable HTTP, robots play whole games of every variant with the tool `move`, refereed by the tool
`game`; then every rejected example of the contract is corrected as its rejection suggests, and sent again. Prints
the number of calls, games, protocol errors, illegal plays and rejections of each transport; the exit status is 0 if no
call failed.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client, MCPError, StdioServerParameters
from mcp.types import TextContent

from tests.helpers.contract import read_examples

ROOT = Path(__file__).resolve().parents[1]
COMMAND = ["-m", "paili", "mcp"]
HAND = "34567899JJQQKA22D"
MOST_FIXES = 4
"""Maximum rejections of a request before it counts as not fixable."""

Json = dict[str, Any]


# ---- connections ----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def over_stdio(*arguments: str) -> AsyncIterator[Client]:
    """Yield a client of a server that it starts itself."""
    parameters = StdioServerParameters(command=sys.executable, args=[*COMMAND, *arguments], cwd=ROOT)
    async with Client(parameters) as client:
        yield client


@asynccontextmanager
async def over_http(*arguments: str) -> AsyncIterator[Client]:
    """Yield a client of a server on a free port of this machine."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with subprocess.Popen([sys.executable, *COMMAND, "--port", str(port), *arguments], cwd=ROOT) as server:
        try:
            await until_open(port, server)
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                yield client
        finally:
            server.terminate()


async def until_open(port: int, server: subprocess.Popen[bytes]) -> None:
    """Wait until a port of this machine accepts connections. Raises RuntimeError if the server ends before."""
    until = time.monotonic() + 60
    while server.poll() is None and time.monotonic() < until:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
            continue
        writer.close()
        await writer.wait_closed()
        return
    raise RuntimeError(f"the server does not listen on {port}")


TRANSPORTS = {"stdio": over_stdio, "http": over_http}


# ---- the trial ------------------------------------------------------------------------------------------------------


@dataclass
class McpTrial:
    """Calls of one connection, and their errors."""

    client: Client
    calls: int = 0
    games: int = 0
    plays: int = 0
    protocol_errors: list[str] = field(default_factory=list)
    illegal: list[str] = field(default_factory=list)
    rejections: int = 0
    unfixed: list[str] = field(default_factory=list)

    async def call(self, tool: str, arguments: Json) -> tuple[Json | None, str]:
        """Return the answer of a tool, None for a rejected call, and the text of the result."""
        self.calls += 1
        try:
            result = await self.client.call_tool(tool, arguments)
        except MCPError as error:
            self.protocol_errors.append(f"{tool} {arguments}: {error}")
            return None, ""
        text = "".join(part.text for part in result.content if isinstance(part, TextContent))
        if result.is_error:
            return None, text
        answer = json.loads(text)
        if answer != result.structured_content:
            self.protocol_errors.append(f"{tool}: the text and the structured content differ")
        return answer, text

    async def play_game(self, dealt: Json, level: str) -> None:
        """Play a game to its end with robots of a level; the referee checks each play."""
        table: Json = {"variant": dealt["variant"], "options": dealt["options"], "history": []}
        hands = dict(dealt["hands"])
        if dealt["bottom"]:
            hands["landlord"] += dealt["bottom"]
        table["deal"] = {"hands": hands}
        while True:
            state, text = await self.call("game", table)
            if state is None:
                self.illegal.append(f"{json.dumps(table)}: {text}")
                return
            if state["ended"]:
                self.games += 1
                return
            seat = str(state["turn"]["seat"])
            answer, text = await self.call("move", {"position": state["positions"][seat], "level": level})
            if answer is None:
                self.illegal.append(f"{state['positions'][seat]}: {text}")
                return
            move = answer["move"]
            declared = {"as": move["as"]} if "as" in move else {}
            table["history"].append("" if move["pass"] else {"cards": move["cards"], **declared})
            self.plays += 1

    async def fix_example(self, tool: str, name: str, body: Json) -> None:
        """Send an example; if it is rejected, fix it according to the text of the rejection and send it again."""
        for _ in range(MOST_FIXES):
            answer, text = await self.call(tool, body)
            if answer is not None:
                return
            self.rejections += 1
            body = fixed(body, text)
        self.unfixed.append(f"{tool} {name}: {text}")

    def report(self) -> str:
        """Return the counts in one line."""
        return (
            f"{self.calls} calls, {self.games} games, {self.plays} plays, {len(self.protocol_errors)} protocol errors, "
            f"{len(self.illegal)} illegal plays, {self.rejections} rejections, {len(self.unfixed)} not fixed"
        )


def failures(trial: McpTrial) -> list[str]:
    """Return all failures."""
    return [*trial.protocol_errors, *trial.illegal, *trial.unfixed]


# ---- fixing a rejected call -----------------------------------------------------------------------------------------


def fixed(body: Json, text: str) -> Json:
    """Return a request fixed according to the *text* of its rejection: a line `/pointer code: detail`, then advice."""
    pointer, code, detail = re.findall(r"^(/\S*) (\w+): (.*)$", text, re.MULTILINE)[0]
    body = copy.deepcopy(body)
    *way, last = [int(part) if part.isdigit() else part for part in pointer[1:].split("/")]
    holder: Any = body
    for part in way:
        holder = holder[part] if isinstance(holder, list) else holder.setdefault(part, {})
    key = last if isinstance(holder, list) else str(last)
    if isinstance(holder, list) or key in holder or code == "field_missing":
        change(holder, key, code, detail, body)
    elif code in {"seat_unknown", "hand_size"}:
        body.pop("history", None)
    return body


def change(holder: Any, key: Any, code: str, detail: str, body: Json) -> None:
    """Change the field at the pointer of a rejection according to its detail; remove it without a suggested value."""
    value = None if code == "field_missing" else holder[key]
    for pattern, replacement in SUGGESTIONS:
        match = re.search(pattern, detail)
        if match:
            new = replacement(match, value)
            if code == "field_unknown":
                del holder[key]
                key = new
            holder[key] = value if code == "field_unknown" else new
            return
    if option := re.search(r"set options\.(\w+) to (\w+)", detail):
        body.setdefault("options", {})[option[1]] = option[2]
    elif code in OPTION_OF:
        name, setting = OPTION_OF[code]
        body.setdefault("options", {})[name] = setting
    elif code == "hand_size" and "history" in body:
        body["last"] = [None, *body.pop("history")][-1]
    elif code in ("field_missing", "hand_empty"):
        holder[key] = HAND
    elif code == "does_not_beat":
        holder[key] = ""
    elif code == "card_duplicate":
        holder[key] = list(dict.fromkeys(value))
    else:
        del holder[key]


def first_word(match: re.Match[str], _: Any) -> str:
    """Return the first of the listed values."""
    return match[1]


SUGGESTIONS: list[tuple[str, Callable[[re.Match[str], Any], Any]]] = [
    (r"[Dd]id you mean (\w+)", first_word),
    (r"known: (\w+)", first_word),
    (r"games with one: (\w+)", first_word),
    (r"must be one of (\w+)", first_word),
    (r"seats of \w+ are (\w+)", first_word),
    (r"it is (\w+)'s turn", first_word),
    (r"could beat with (\w+)", first_word),
    (r"it is the [a-z_ ]+ (\w+)", first_word),
    (r"at most (\d+)", lambda match, _: int(match[1])),
    (r"has \d+ to (\d+) cards", lambda match, _: int(match[1])),
    (r"may bid (\d)", lambda match, _: int(match[1])),
    (r"; not '(\w)'", lambda match, value: value.replace(match[1], "")),
    (r"write (\w)(\w),", lambda match, value: re.sub(f"{match[1]}(?![shcd])", match[1] + match[2], value)),
    (r"write texts, \"5\"", lambda _, value: [str(card) for card in value]),
]
"""Patterns of suggestions in the detail of a rejection, with the value derived from each and from the current value."""

OPTION_OF = {
    "solo_not_top": ("baodan", "off"),
    "short_refused": ("short_lead", "on"),
    "tears_bomb": ("bomb_split", "on"),
}
"""Options named by the advice of a code, with the value that allows the play."""


# ---- the program ----------------------------------------------------------------------------------------------------


def rejected_examples() -> list[tuple[str, str, Json]]:
    """Return the recorded examples whose fix is not a choice between fields, as tool, name and request."""
    tools, examples = ("analyze", "move", "check", "bid", "game", "solve"), read_examples()
    fixable = [one for one in examples if one.operation in tools and one.name != "cost_too_large"]
    return [(one.operation, one.name, one.request) for one in fixable]


async def try_transport(name: str, calls: int, deals: Mapping[int, Callable[[int], Json]]) -> McpTrial:
    """Return the trial of a transport with at least *calls* calls; *deals* deals a game for each number."""
    async with TRANSPORTS[name]() as client:
        trial = McpTrial(client)
        for tool, example, body in rejected_examples():
            await trial.fix_example(tool, example, body)
        seed = 0
        while trial.calls < calls and not trial.illegal:
            await trial.play_game(deals[seed % len(deals)](seed), "novice" if seed % 2 else "club")
            seed += 1
        return trial


def dealers() -> dict[int, Callable[[int], Json]]:
    """Return a dealer for each game, by number."""
    from paili.engine import local

    client = local()
    games = client.variants()["variants"]

    def dealer(game: Json) -> Callable[[int], Json]:
        wild = {"wild": "random"} if "wild" in game["options"] else {}
        return lambda seed: client.deal(seed, variant=game["id"], options=wild)

    return {number: dealer(game) for number, game in enumerate(games)}


def main(arguments: list[str] | None = None) -> int:
    """Try both transports; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m dev.mcp_trial", description=__doc__)
    parser.add_argument("--calls", type=int, default=1000, help="calls of each transport; default: 1000")
    options = parser.parse_args(arguments)
    wrong: list[str] = []
    for name in TRANSPORTS:
        trial = asyncio.run(try_transport(name, options.calls, dealers()))
        print(f"{name}: {trial.report()}", flush=True)
        wrong += failures(trial)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
