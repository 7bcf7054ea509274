"""Matches of networks under house rules: `python -m lab.arena options --variant standard`.

Networks are used only under options that a match has covered. The matches of the game in
`service/rules/games/option_matches.py` are completed: for each value of an option that lacks one, `nets` plays against
`club`. A value that leaves cards and plays as they are by default needs no match, nor does one that adds rows which the
networks do not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from textwrap import wrap

from lab.arena.opponents import NETS
from lab.arena.strengths import measured_share
from service.core import engine
from service.core.bindings import CompiledRules
from service.rules.nets import OptionMatches
from service.rules.variant import RuleSet, Variant
from service.rules.variants import VARIANTS

INDENT, GLUE = 8 * " ", "\0"
"""White space of a line, and of a value that stays on one line with its share."""

UNKNOWN = -1.0
"""Share of a match that was not played."""

HEAD = '''"""Matches of networks under house rules, written by `python -m lab.arena options`; do not edit it."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.nets import OptionMatches

# fmt: off
OPTION_MATCHES: Mapping[str, OptionMatches] = {
'''


def plays_of(rules: CompiledRules) -> RuleSet:
    """Return rules without payments, tribute and bids, which change no play."""
    return replace(rules.setup, payment=None, return_max="", bird="", pays_all=False, bid_model=None, first_holds="")


def wanted(variant: Variant) -> list[tuple[str, str]]:
    """Return the values of options that need a row: all but defaults and those that deals draw."""
    return [
        (name, value)
        for name, option in variant.options.items()
        if variant.nets and not option.drawn
        for value in option.values[1:]
    ]


def rules_text(variant: Variant, option: str, value: str) -> str:
    """Return the rules of the match for a value of an option, as the arena reads them."""
    return f"{variant.id}[{option}={value}]"


def option_matches(
    variant: Variant, decks: int, seed: int, jobs: int, on_match: Callable[[str], None]
) -> OptionMatches:
    """Return the matches of a game: those that it has, and the others measured with a number of decks."""
    default, matches = plays_of(engine.rules_for(variant.id)), defaultdict[str, dict[str, float | None]](dict)
    for option, value in wanted(variant):
        win = variant.option_matches.get(option, {}).get(value, UNKNOWN)
        if win == UNKNOWN:
            win, rules = None, engine.rules_for(variant.id, ((option, value),))
            if rules.nets_fit and plays_of(rules) != default:
                win = round(measured_share(rules_text(variant, option, value), NETS, decks, seed, jobs, on_match), 3)
        matches[option][value] = win
    return matches


def module_lines(games: Mapping[str, OptionMatches]) -> Iterator[str]:
    """Yield the lines of the module with the matches of all games."""
    yield HEAD
    for variant, options in games.items():
        yield f'    "{variant}": {{\n'
        for option, wins in options.items():
            row = ", ".join([f'"{value}":{GLUE}{win}' for value, win in wins.items()])
            lines = wrap(f'"{option}": {{{row}}},', 112, initial_indent=INDENT, subsequent_indent=INDENT + "    ")
            yield "\n".join(lines).replace(GLUE, " ") + "\n"
        yield "    },\n"
    yield "}\n"


def write_matches(out: Path, variant: str, matches: OptionMatches) -> None:
    """Write the module: new matches of one game, and those that the others have."""
    games = {one.id: one.option_matches for one in VARIANTS.values() if one.nets}
    out.write_text("".join(module_lines(games | {variant: matches})))
