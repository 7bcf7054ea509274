"""Bundle all functions that some symbols need into one JavaScript module."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from board.browser_engine.transpile.environment import Environment
from board.browser_engine.transpile.scopes import parameters
from board.browser_engine.transpile.sources import NotTranslatedError, Symbol, imported_modules, source
from board.browser_engine.transpile.statements import Statements

Exports = Symbol | Sequence["Exports"] | Mapping[str, "Exports"]
"""Exports of the module: symbols, in arrays and objects."""


def symbols_of(exports: Exports) -> list[Symbol]:
    if isinstance(exports, Symbol):
        return [exports]
    parts = exports.values() if isinstance(exports, Mapping) else exports
    return [symbol for part in parts for symbol in symbols_of(part)]


def write_exports(exports: Exports) -> str:
    if isinstance(exports, Symbol):
        return exports.js_name
    if isinstance(exports, Mapping):
        return f"{{ {', '.join(f'{name}: {write_exports(part)}' for name, part in exports.items())} }}"
    return f"[{', '.join(map(write_exports, exports))}]"


class Item:
    """A translated statement of a module's top level, and the symbols that it needs."""

    def __init__(self, module: str, node: ast.stmt, bundle: Bundle) -> None:
        self.module, self.node = module, node
        translator = Translator(module, bundle)
        self.text = translator.top_level(node)
        self.needs, self.calls = translator.needs, translator.calls


class Translator(Statements):
    """Translates a statement of a bundle."""

    def __init__(self, module: str, bundle: Bundle) -> None:
        super().__init__(module, bundle.environment)
        self.bundle = bundle

    def method_signature(self, name: str) -> list[str] | None:
        """Return the parameters of the method if only one class has a method of this name."""
        return self.bundle.methods.get(name)


class Bundle:
    """Statements needed by some symbols, found by following names and imports."""

    def __init__(self, environment: Environment, exports: Exports) -> None:
        self.environment = environment
        self.exports = exports
        self.items: dict[tuple[str, int], Item] = {}
        self.owners: dict[str, Symbol] = {}
        """The symbol that has each JavaScript name."""
        roots = symbols_of(exports)
        self.order = import_order([root.module for root in roots])
        self.methods = unique_methods(self.order)
        pending = list(roots)
        while pending:
            pending += self.collect(pending.pop())

    def collect(self, symbol: Symbol) -> list[Symbol]:
        """Translate the definition of a symbol; return the symbols that it needs."""
        if symbol in self.environment.replacements:
            return []
        if self.owners.setdefault(symbol.js_name, symbol) != symbol:
            raise NotTranslatedError(f"{symbol} and {self.owners[symbol.js_name]} are both called {symbol.js_name}")
        node = source(symbol.module).defined[symbol.name]
        key = symbol.module, node.lineno
        if key in self.items:
            return []
        self.items[key] = item = Item(symbol.module, node, self)
        return list(item.needs)

    @property
    def calls(self) -> list[str]:
        """Functions of the C library that are called."""
        return sorted({name for item in self.items.values() for name in item.calls})

    def text(self) -> str:
        """Return the JavaScript in the order in which Python would run it: names are defined before their use."""
        rows = sorted(self.items.values(), key=lambda item: (self.order.index(item.module), item.node.lineno))
        return "\n".join(item.text for item in rows)

    def module(self) -> str:
        """Return the JavaScript module: a function that takes the runtime (`python.js`) and returns the exports."""
        end = f"return {write_exports(self.exports)};"
        return f"export default function service($, $_undefined) {{\n{self.text()}\n{end}\n}}\n"


def import_order(roots: Sequence[str]) -> list[str]:
    """Return modules and all that they import, in the order in which Python would run them."""
    order: list[str] = []
    visiting: set[str] = set()

    def visit(module: str) -> None:
        if module in visiting:
            return
        visiting.add(module)
        for imported in imported_modules(module):
            visit(imported)
        order.append(module)

    for root in roots:
        visit(root)
    return order


def unique_methods(modules: Sequence[str]) -> dict[str, list[str]]:
    """Return the parameters of each method whose name only one class has."""
    signatures: dict[str, list[list[str]]] = {}
    for module in modules:
        for node in ast.walk(source(module).tree):
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef):
                        names = [argument.arg for argument in parameters(member.args)[1:]]
                        signatures.setdefault(member.name, []).append(names)
    return {name: lists[0] for name, lists in signatures.items() if len(lists) == 1}
