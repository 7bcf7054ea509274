"""The C core in WebAssembly: constants, structures with pointers of four bytes, and wrappers of functions.

A wrapper takes a 64-bit word as two 32-bit words and returns it through a pointer, because some browsers cannot pass
64-bit integers between JavaScript and WebAssembly.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from service.core.bindings import ffi, lib

SIZES = {
    "uint64_t": 8, "int64_t": 8, "double": 8, "uint32_t": 4, "int32_t": 4, "int": 4, "unsigned int": 4, "size_t": 4,
    "uint16_t": 2, "int16_t": 2, "uint8_t": 1, "char": 1,
}  # fmt: skip
"""Sizes of numbers in bytes."""

POINTER = 4
WORD = "uint64_t"

CONSTANTS = {name: value for name in dir(lib) if isinstance(value := getattr(lib, name), int)}
"""Every constant of the headers."""

ALWAYS = ("memory_size", "net_verify")
"""Functions that `memory.js` calls."""


def size_and_alignment(kind: Any) -> tuple[int, int]:
    """Return size and alignment of a type."""
    if kind.kind == "primitive":
        return SIZES[kind.cname], SIZES[kind.cname]
    if kind.kind == "pointer":
        return POINTER, POINTER
    if kind.kind == "array":
        size, align = size_and_alignment(kind.item)
        return size * kind.length, align
    size, align, _ = lay_out(kind)
    return size, align


def lay_out(kind: Any) -> tuple[int, int, list[list[Any]]]:
    """Return size, alignment and fields of a structure."""
    offset, most, fields = 0, 1, []
    for name, field in kind.fields:
        size, align = size_and_alignment(field.type)
        offset += -offset % align
        fields.append([name, "*" if field.type.kind == "pointer" else field.type.cname, offset])
        offset, most = offset + size, max(most, align)
    return offset + -offset % most, most, fields


def structures() -> dict[str, list[Any]]:
    """Return size and fields of every structure whose fields are declared."""
    layouts = {}
    for name in ffi.list_types()[1]:
        try:
            ffi.sizeof(f"struct {name}")
        except ffi.error:  # an opaque structure
            continue
        size, _, fields = lay_out(ffi.typeof(f"struct {name}"))
        layouts[f"struct {name}"] = [size, fields]
    return layouts


def functions(names: Iterable[str]) -> dict[str, list[Any]]:
    """Return the types of the result and of the parameters of functions."""
    signatures = {}
    for name in sorted({*names, *ALWAYS}):
        kind = ffi.typeof(getattr(lib, name))
        args = [f"{arg.item.cname} *" if arg.kind == "pointer" else arg.cname for arg in kind.args]
        signatures[name] = [kind.result.cname, args]
    return signatures


def wrapper(name: str, kind: list[Any]) -> str:
    """Return the C code of a wrapper; none for a function without 64-bit words."""
    result, args = kind
    if WORD not in (result, *args):
        return ""
    listed, given = [], []
    for i, arg in enumerate(args):
        listed += [f"uint32_t a{i}, uint32_t b{i}"] if arg == WORD else [f"{'void *' if '*' in arg else arg} a{i}"]
        given.append(f"(uint64_t)b{i} << 32 | a{i}" if arg == WORD else f"a{i}")
    call = f"{name}({', '.join(given)})"
    export = f'__attribute__((export_name("c_{name}")))'
    if result == WORD:
        return f"{export} void c_{name}({', '.join([*listed, 'uint64_t *out'])}) {{ *out = {call}; }}\n"
    return f"{export} {result} c_{name}({', '.join(listed)}) {{ return {call}; }}\n"


def wrappers(signatures: dict[str, list[Any]]) -> str:
    """Return the C file of all wrappers."""
    return '#include "robots.h"\n\n' + "".join(wrapper(name, kind) for name, kind in signatures.items())


def exported(signatures: dict[str, list[Any]]) -> list[str]:
    """Return the functions that are exported without a wrapper."""
    return [name for name, kind in signatures.items() if not wrapper(name, kind)]
