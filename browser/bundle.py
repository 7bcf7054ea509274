"""Everything of the service that some questions need, as one JavaScript module."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from browser.leave_out import REPLACED
from browser.scopes import parameters
from browser.sources import Symbol, path_of, source
from browser.statements import Statements
from service.http.endpoints import ENDPOINTS, Endpoint

STEPS = ("question", "advise", "answer")
"""What an endpoint does between a request that its schema has loaded and its answer."""

BESIDE = {
    "manner_of": Symbol("service.http.requests.load", "manner_of"),
    "told": Symbol("service.http.errors.http_status", "told"),
    "RuleError": Symbol("service.rules.errors", "RuleError"),
}
"""What else is asked from outside, by the names that it has there."""


def step_of(endpoint: Endpoint, step: str) -> Symbol:
    """Return the function of an endpoint's step."""
    function = getattr(endpoint, step)
    return Symbol(function.__module__, function.__name__)


class Item:
    """A statement of a top level: what it gives, what it needs, and its JavaScript."""

    def __init__(self, module: str, node: ast.stmt, bundle: Bundle) -> None:
        self.module, self.node = module, node
        writer = Writer(module, bundle)
        self.text = writer.top(node)
        self.needs, self.calls = writer.needs, writer.calls
        defined = source(module).defined
        self.gives = [Symbol(module, name) for name, statement in defined.items() if statement is node]


class Writer(Statements):
    """Writes a statement of a bundle."""

    def __init__(self, module: str, bundle: Bundle) -> None:
        super().__init__(module, bundle.core)
        self.bundle = bundle

    def method_signature(self, name: str) -> list[str] | None:
        """Return the parameters of the only method of this name in what was read."""
        return self.bundle.methods.get(name)


class Bundle:
    """What some symbols need."""

    def __init__(self, core: Any, kinds: Iterable[str]) -> None:
        self.core = core
        self.kinds = {kind: [step_of(ENDPOINTS[kind], step) for step in STEPS] for kind in kinds}
        self.roots = [*BESIDE.values(), *(symbol for steps in self.kinds.values() for symbol in steps)]
        self.items: dict[tuple[str, int], Item] = {}
        self.order: list[str] = []
        for root in self.roots:
            self.visit(root.module)
        waiting = list(self.roots)
        while waiting:
            waiting += self.collect(waiting.pop())

    def visit(self, module: str) -> None:
        """Note the modules in the order in which Python would run them."""
        if module in self.order or module in self.visiting:
            return
        self.visiting.add(module)
        for where, what in source(module).imported.values():
            if where.startswith("service") and not where.endswith("._native"):
                inner = f"{where}.{what}"
                self.visit(inner if what and path_of(inner) else where)
        self.order.append(module)

    @cached_property
    def visiting(self) -> set[str]:
        """Modules on the way."""
        return set()

    @cached_property
    def methods(self) -> dict[str, list[str]]:
        """Return the parameters of each method, by names that only one class has."""
        found: dict[str, list[list[str]]] = {}
        for module in self.order:
            for node in ast.walk(source(module).tree):
                if isinstance(node, ast.ClassDef):
                    for one in node.body:
                        if isinstance(one, ast.FunctionDef):
                            names = [argument.arg for argument in parameters(one.args)[1:]]
                            found.setdefault(one.name, []).append(names)
        return {name: lists[0] for name, lists in found.items() if len(lists) == 1}

    def collect(self, symbol: Symbol) -> list[Symbol]:
        """Take what gives a symbol; return what that needs."""
        if f"{symbol.module}.{symbol.name}" in REPLACED:
            return []
        node = source(symbol.module).defined[symbol.name]
        key = symbol.module, node.lineno
        if key in self.items:
            return []
        self.items[key] = item = Item(symbol.module, node, self)
        return list(item.needs)

    @property
    def calls(self) -> list[str]:
        """Functions of the core that are called."""
        return sorted({name for item in self.items.values() for name in item.calls})

    def text(self) -> str:
        """Return the JavaScript, every name given before it is used at the top level."""
        rows = sorted(self.items.values(), key=lambda item: (self.order.index(item.module), item.node.lineno))
        return "\n".join(item.text for item in rows)

    def module(self) -> str:
        """Return the JavaScript module: a function of `python.js` that gives what is asked from outside."""
        kinds = [f"{kind}: [{', '.join(symbol.js for symbol in steps)}]" for kind, steps in self.kinds.items()]
        given = [f"{name}: {symbol.js}" for name, symbol in BESIDE.items()]
        end = f"return {{ kinds: {{ {', '.join(kinds)} }}, {', '.join(given)} }};"
        return f"export default function service($, $_undefined) {{\n{self.text()}\n{end}\n}}\n"
