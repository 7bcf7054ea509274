"""The picture of a shared result: its row of squares, as a PNG of four colours."""

from __future__ import annotations

import re
import struct
import zlib
from functools import lru_cache

from service.http.static_file import StaticFile, static_file

WIDTH, HEIGHT = 1200, 630
GAP = 24
LARGEST = 180
"""Side of a square in pixels, if all of them fit."""

COLOURS = {"felt": "18503d", "g": "6fcf97", "y": "ffd666", "r": "e5533d"}
"""Colour of the background and of each square: right, with help or inexact, wrong."""

A_LINE = 10
"""Squares of a line."""

RESULT = re.compile(r"[gyr]{1,20}")


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(pixels: list[int]) -> bytes:
    """Return a line of a PNG, without filter, of pixels with two bits each."""
    fours = zip(*[iter(pixels)] * 4, strict=True)
    return b"\0" + bytes(a << 6 | b << 4 | c << 2 | d for a, b, c, d in fours)


@lru_cache(256)
def squares_picture(row: str) -> StaticFile:
    """Return the picture of a row of squares, each a letter of `COLOURS`."""
    numbers = [[*COLOURS].index(letter) for letter in row]
    lines = [numbers[at : at + A_LINE] for at in range(0, len(numbers), A_LINE)]
    side = min(LARGEST, (WIDTH - GAP) // len(lines[0]) - GAP)
    blank = packed([0] * WIDTH)
    middle = []
    for line in lines:
        pixels = [colour for number in line for colour in [number] * side + [0] * GAP][:-GAP]
        left = (WIDTH - len(lines[0]) * (side + GAP) + GAP) // 2
        middle += [packed([0] * left + pixels + [0] * (WIDTH - left - len(pixels)))] * side + [blank] * GAP
    above = (HEIGHT - len(middle) + GAP) // 2
    rows = ([blank] * above + middle + [blank] * HEIGHT)[:HEIGHT]
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 2, 3, 0, 0, 0))
    data += chunk(b"PLTE", bytes.fromhex("".join(COLOURS.values())))
    return static_file(data + chunk(b"IDAT", zlib.compress(b"".join(rows), 9)) + chunk(b"IEND", b""), "squares.png")
