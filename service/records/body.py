"""Conversion between a record and the body of `POST /v1/game`, in both directions without loss.

A body contains the cards of a record as text. Cards in other notations are written into a record as text; `lang` and
`match.winner`, which do not describe the game, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from service.records.ddz import PASS, PLAY, TAGS, Record, RecordError, read_records
from service.rules import cards as c
from service.rules.errors import Bilingual, RuleError, brief, quoted, step
from service.rules.variants import DEFAULT_VARIANT, MOST_KEYS, VARIANTS

Body = dict[str, Any]

HANDED = re.compile(r"(\w+)>(\w+):(\w+)", re.ASCII)
"""A card of a finished tribute, with its giver and receiver."""

MEDIA_TYPE = "text/x-ddz"
"""Media type of a record in a request."""


def text_of(data: bytes) -> str:
    """Return the text of a record in UTF-8, or in GBK as older Chinese programs write it; damaged bytes are marked."""
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode(errors="replace")


# ---- from a record ------------------------------------------------------------------------------------------------


def number_or_word(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdecimal() and len(word) < 4 else word


def record_fault(record: Record, name: str, message: Bilingual) -> RecordError:
    pointer = TAGS[name]
    return RecordError("field_invalid", message, pointer, record.place_of(pointer))


def tag_pairs(record: Record, name: str, separator: str, joiner: str | None = None) -> dict[str, str]:
    """Return a tag of pairs, such as `landlord:334 landlord_up:55`, as a mapping."""
    pairs: dict[str, str] = {}
    items = record.tags[name].split(joiner, MOST_KEYS)
    if len(items) > MOST_KEYS:
        message = Bilingual(f"{name} has at most {MOST_KEYS} parts", f"`{name}` 最多{MOST_KEYS}项")
        raise record_fault(record, name, message)
    for item in filter(None, items):
        key, is_pair, value = item.partition(separator)
        if not (key and is_pair) or key in pairs:
            form = f"name{separator}value"
            message = Bilingual(
                f"{name} is written {form} for each part, once; not {brief(item)}",
                f"`{name}` 的每一项写成 `{form}`，各写一次；不能写成{quoted(item)}",
            )
            raise record_fault(record, name, message)
        pairs[key] = value
    return pairs


def play_value(play: str) -> Any:
    """Return a play of a record as an element of a history."""
    if ":" not in play and "=" not in play:
        return play
    seat, colon, rest = play.rpartition(":")
    cards, equals, declared = rest.partition("=")
    value: Body = {"seat": number_or_word(seat)} if colon else {}
    value["cards"] = cards
    return value | ({"as": declared} if equals else {})


def check_stated(record: Record, options: Mapping[str, str]) -> None:
    """Raise RecordError "field_missing" for an unstated game, or an unstated option that each deal has anew."""
    if "Variant" not in record.tags:
        raise unstated(record, "Variant", "the game", "玩法", DEFAULT_VARIANT)
    game = VARIANTS.get(record.tags["Variant"])
    for name, option in game.options.items() if game else ():
        if option.of_deal and name not in options:
            value = f"{name}={option.values[-1]}"
            raise unstated(record, "Options", f"the option {name}", f"选项 `{name}`", value)


def unstated(record: Record, tag: str, name: str, name_zh: str, example: str) -> RecordError:
    if record.lines:
        message = Bilingual(
            f'the record does not state {name}: write [{tag} "{example}"] with its value',
            f'牌谱没有写明{name_zh}：请加上标签，如 `[{tag} "{example}"]`',
        )
    else:  # a game of another format has no tags to write
        option = f"--option {example}" if tag == "Options" else f"--variant {example}"
        message = Bilingual(
            f"the file does not state {name}: supply it with `paili convert {option}`",
            f"文件没有写明{name_zh}：请用 `paili convert {option}` 补上",
        )
    return RecordError("field_missing", message, TAGS[tag], record.place_of(TAGS[tag]))


def body_of_record(record: Record) -> Body:
    """Return a record as the body of `POST /v1/game`.

    Raises RecordError for a tag that cannot be parsed, and for an unstated game or option of the deal, which have no
    default here. Values are checked later, by the referee.
    """
    tags = record.tags
    body: Body = {"variant": tags.get("Variant", DEFAULT_VARIANT)}
    if "Options" in tags:
        body["options"] = tag_pairs(record, "Options", "=", ",")
    deal: Body = {"hands": tag_pairs(record, "Deal", ":")} if "Deal" in tags else {}
    if "Bottom" in tags:
        deal["bottom"] = tags["Bottom"]
    auction: Body = {"bidding": tags["Bidding"]} if "Bidding" in tags else {}
    auction |= {
        field: [number_or_word(word) for word in tags[name].split()]
        for name, field in (("Auction", "bids"), ("Doubled", "doubled"))
        if name in tags
    }
    body |= {name: part for name, part in (("deal", deal), ("auction", auction)) if part}
    body |= match_and_tribute(record)
    body["history"] = [play_value(play) for play in record.plays] if record.plays else []
    check_stated(record, body.get("options", {}))
    return body


def moved_value(record: Record, item: str) -> Body:
    """Return a card of a finished tribute, such as `3>0:Ac`.

    Raises RecordError for any other text.
    """
    parts = HANDED.fullmatch(item)
    if parts is None:
        message = Bilingual(
            f"Tribute is written from>to:card for each card; not {brief(item)}",
            f"`Tribute` 的每一张写成 `从>到:牌`；不能写成{quoted(item)}",
        )
        raise record_fault(record, "Tribute", message)
    giver, receiver, card = parts.groups()
    return {"from": number_or_word(giver), "to": number_or_word(receiver), "card": card}


def match_and_tribute(record: Record) -> Body:
    """Return the standing of the match and the tribute, if the record has them."""
    tags, body = record.tags, Body()
    match: Body = {"levels": tags["Levels"].split()} if "Levels" in tags else {}
    if "Playing" in tags:
        match["playing"] = number_or_word(tags["Playing"])
    if "Failures" in tags:
        match["failures"] = [number_or_word(word) for word in tags["Failures"].split()]
    tribute: Body = {"order": [number_or_word(word) for word in tags["Order"].split()]} if "Order" in tags else {}
    for name, field in (("Paid", "paid"), ("Returned", "returned")):
        if name in tags:
            tribute[field] = tag_pairs(record, name, ":")
    if "ToFirst" in tags:
        tribute["to_first"] = number_or_word(tags["ToFirst"])
    if "Tribute" in tags:
        tribute["moved"] = [moved_value(record, item) for item in tags["Tribute"].split()]
    body |= {name: part for name, part in (("match", match), ("tribute", tribute)) if part}
    return body


def only_record(text: str) -> Record:
    """Return the only game of a text.

    Raises RecordError for a text that cannot be parsed or has several games; RuleError for a text without a game.
    """
    records = read_records(text.split("\n"))
    record = next(records, None)
    if record is None:
        message = Bilingual(
            'no game here: a record begins with a tag, [Variant "standard"]',
            '这里没有牌局：记录以标签开头，如 `[Variant "standard"]`',
        )
        raise RuleError("field_missing", message, "")
    other = next(records, None)
    if other is not None:
        message = Bilingual("one game in a request; a second one begins here", "一次请求只能有一局；第二局从这里开始")
        raise RecordError("field_conflict", message, "", other.place_of(""))
    return record


# ---- to a record --------------------------------------------------------------------------------------------------


def card_text(value: Any, notation: str, pointer: str) -> str:
    """Return cards of a body as text of a record: ranks, with the suits that the value has.

    Raises RuleError "card_unknown" for a value that is no list of cards.
    """
    form = c.NOTATIONS[notation]
    tokens: list[Any] = list(form.split(value)) if isinstance(value, str) and form.split else []
    for item in value if isinstance(value, (list, tuple)) else ():
        tokens += form.split(item) if isinstance(item, str) and form.split else [item]
    words = {token: card for card, token in c.written_in(notation).items()}
    if notation == c.TEXT.id:
        words = {token: str(token) for token in form.tokens}
    unknown = next((token for token in tokens if token not in words), None)
    if unknown is not None or (not tokens and value not in ("", [])) or (isinstance(value, str) and not form.split):
        shown = value if unknown is None else unknown
        message = Bilingual(
            f"{notation} cards are {form.about}; not {brief(shown)}",
            f"`{notation}` 记法：{form.about.zh}；不能是{quoted(shown)}",
        )
        raise RuleError("card_unknown", message, pointer)
    return "".join([words[token] for token in tokens])


def play_text(value: Any, notation: str, pointer: str) -> str:
    """Return a play of a body as text of a record."""
    seat, declared = "", ""
    if isinstance(value, Mapping):
        seat = f"{value['seat']}:" if value.get("seat") is not None else ""
        declared = f"={declared_text(value['as'], notation, f'{pointer}/as')}" if value.get("as") is not None else ""
        value = value.get("cards", "")
    if c.is_pass(value):
        return f"{seat}{PASS}"
    return f"{seat}{card_text(value, notation, pointer)}{declared}"


def declared_text(value: Any, notation: str, pointer: str) -> str:
    """Return declared cards, which may also be text of ranks, as text of a record."""
    try:
        return card_text(value, notation, pointer)
    except RuleError:
        return card_text(value, c.TEXT.id, pointer)


def spaced(words: Iterable[Any]) -> str:
    return " ".join(map(str, words))


def record_of_body(body: Mapping[str, Any], notes: Mapping[str, str] | None = None) -> Record:
    """Return the record of a body of `POST /v1/game`, with *notes* as further tags.

    Raises RuleError for cards that its notation does not have. A body whose fields have wrong types may raise
    TypeError, AttributeError or KeyError.
    """
    notation = body.get("notation") or c.TEXT.id
    if notation not in c.NOTATIONS:
        message = Bilingual(f"no notation {brief(notation)}", f"没有{quoted(notation)}这种记法")
        raise RuleError("field_invalid", message, "/notation")
    tags = {"Variant": str(body.get("variant") or DEFAULT_VARIANT)}
    if body.get("options"):
        tags["Options"] = ",".join([f"{name}={option_text(value)}" for name, value in body["options"].items()])
    deal, auction = body.get("deal") or {}, body.get("auction") or {}
    if deal.get("hands"):
        tags["Deal"] = hands_text(deal["hands"], notation, "/deal/hands")
    if deal.get("bottom") is not None:
        tags["Bottom"] = card_text(deal["bottom"], notation, "/deal/bottom")
    if "bidding" in auction:
        tags["Bidding"] = str(auction["bidding"])
    for name, key in (("Auction", "bids"), ("Doubled", "doubled")):
        if key in auction:
            tags[name] = spaced(auction[key])
    tags |= match_tags(body.get("match") or {}) | tribute_tags(body.get("tribute") or {}, notation)
    plays = [play_text(value, notation, f"/history/{i}") for i, value in enumerate(body.get("history") or ())]
    check_plays(plays)
    return Record(tags | dict(notes or {}), plays)


def check_plays(plays: Sequence[str]) -> None:
    """Raise RuleError "card_unknown" for a play that a record cannot contain."""
    wrong = next((at for at, play in enumerate(plays) if not PLAY.fullmatch(play)), None)
    if wrong is not None:
        message = Bilingual(f"no play in {brief(plays[wrong])}", f"{quoted(plays[wrong])}里没有牌")
        raise RuleError("card_unknown", message, f"/history/{wrong}")


def option_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def hands_text(hands: Mapping[str, Any], notation: str, pointer: str) -> str:
    return spaced(f"{seat}:{card_text(value, notation, pointer + step(seat))}" for seat, value in hands.items())


def match_tags(match: Mapping[str, Any]) -> dict[str, str]:
    tags = {"Levels": spaced(match["levels"])} if "levels" in match else {}
    tags |= {"Playing": str(match["playing"])} if "playing" in match else {}
    return tags | ({"Failures": spaced(match["failures"])} if "failures" in match else {})


def tribute_tags(tribute: Mapping[str, Any], notation: str) -> dict[str, str]:
    """Return the tags of a tribute: one in progress, or the cards of a finished one."""
    tags = {"Order": spaced(tribute["order"])} if "order" in tribute else {}
    for name, key in (("Paid", "paid"), ("Returned", "returned")):
        if key in tribute:
            tags[name] = hands_text(tribute[key], notation, TAGS[name])
    if "moved" in tribute:
        moved = [(one["from"], one["to"], one["card"]) for one in tribute["moved"]]
        cards = [card_text(card, notation, f"{TAGS['Tribute']}/{i}/card") for i, (_, _, card) in enumerate(moved)]
        tags["Tribute"] = spaced([f"{one[0]}>{one[1]}:{card}" for one, card in zip(moved, cards, strict=True)])
    return tags | ({"ToFirst": str(tribute["to_first"])} if tribute.get("to_first") is not None else {})
