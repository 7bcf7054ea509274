"""Python's calls as JavaScript: arguments in the order of the parameters, for JavaScript knows no keywords."""

from __future__ import annotations

import ast
import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from browser.expressions import ON_VALUES, UNKNOWN, Expressions
from browser.leave_out import LEFT_OUT
from browser.scopes import local, parameters
from browser.sources import Outside, Symbol, refuse, source

UNDEFINED = "$_undefined"
"""The short name of what a parameter is where its default counts."""


class Calls(Expressions, ABC):
    """Writes calls of one module."""

    def write_Call(self, node: ast.Call) -> str:
        """Return a call."""
        what = self.meaning_of(node.func)
        if isinstance(node.func, ast.Subscript):  # list[Token]()
            return f"{self.write(node.func)}({self.elements(node.args)})"
        if isinstance(what, Outside):
            return self.call_outside(what, node)
        if any(keyword.arg is None for keyword in node.keywords):
            return self.call_unpacked(node)
        if isinstance(what, Symbol):
            signature = self.signature(what)
            return f"{self.write(node.func)}({self.arguments(without(node, what, signature), signature)})"
        if isinstance(node.func, ast.Attribute):
            return self.call_method(node, node.func)
        return f"{self.write(node.func)}({self.arguments(node, None)})"

    def call_outside(self, what: Outside, node: ast.Call) -> str:
        """Return a call of Python's own; keywords go first, as an object."""
        name = self.global_name(what, node.func)
        if what.path == "types.MappingProxyType":
            return self.elements(node.args)  # translated code changes none
        if what.path == "builtins.getattr" and self.is_lib(node.args[0]):
            return f"$.constant({self.write(node.args[1])})"
        if what.path == "builtins.isinstance":
            return f"$.isinstance({self.write(node.args[0])}, [{', '.join(self.types(node.args[1]))}])"
        if what.path == "builtins.super":
            raise refuse(self.module, node, "super() outside of a call of its method")
        keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
        if not keywords:
            return f"{name}({self.elements(node.args)})"
        given = ", ".join(f"{keyword.arg}: {self.write(keyword.value)}" for keyword in keywords if keyword.arg)
        if what.path == "functools.partial":
            return self.partial(node)
        if what.path == "builtins.dict":
            return f"$.dict(Object.entries({{{given}}}))"
        return f"$.kw_{name[2:]}({{{given}}}, {self.elements(node.args)})"

    def partial(self, node: ast.Call) -> str:
        """Return a function some of whose parameters are given, by their places."""
        function = self.meaning_of(node.args[0])
        signature = self.signature(function) if isinstance(function, Symbol) else None
        if not isinstance(signature, ast.arguments):
            raise refuse(self.module, node, "a partial of what is not known")
        names = [argument.arg for argument in parameters(signature)]
        places = {names.index(str(keyword.arg)): self.write(keyword.value) for keyword in node.keywords}
        given = ", ".join(f"{place}: {value}" for place, value in places.items())
        return f"$.kw_functools_partial({{{given}}}, {self.elements(node.args)})"

    def renamed(self, keywords: Sequence[ast.keyword]) -> str:
        """Return keywords as fields of an object."""
        return ", ".join(f"{keyword.arg}: {self.write(keyword.value)}" for keyword in keywords)

    def is_lib(self, node: ast.expr) -> bool:
        """Tell whether an expression is the core's library."""
        return self.meaning_of(node) == Symbol("service.core.bindings", "lib")

    def types(self, node: ast.expr) -> list[str]:
        """Return the types that `isinstance` asks for."""
        if isinstance(node, ast.Tuple):
            return [one for part in node.elts for one in self.types(part)]
        if isinstance(node, ast.BinOp):
            return [*self.types(node.left), *self.types(node.right)]
        return [self.write(node)]

    def call_unpacked(self, node: ast.Call) -> str:
        """Return a call whose fields come from a dict."""
        given = [f"...{self.write(keyword.value)}.items()" for keyword in node.keywords if keyword.arg is None]
        given += [
            f"[{json.dumps(keyword.arg)}, {self.write(keyword.value)}]" for keyword in node.keywords if keyword.arg
        ]
        return f"$.call({self.write(node.func)}, [{self.elements(node.args)}], [{', '.join(given)}])"

    def call_method(self, node: ast.Call, function: ast.Attribute) -> str:
        """Return a call of a method: of JavaScript's own values by `python.js`, else of the value itself."""
        name, owner = function.attr, function.value
        if self.is_lib(owner):
            return f"{self.write(function)}({self.elements(node.args)})"
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
            return f"$.super({local('self')}, $class, {json.dumps(name)})({self.elements(node.args)})"
        if name == "_replace":
            return f"$.replace({self.write(owner)}, {{{self.renamed(node.keywords)}}})"
        if name in ON_VALUES:
            keywords = f", {{{self.renamed(node.keywords)}}}" if node.keywords else ""
            separator = ", " if node.args else ""
            return f"$.on.{name}({self.write(owner)}{separator}{self.elements(node.args)}{keywords})"
        if name in UNKNOWN:
            raise refuse(self.module, node, f"the method {name}")
        signature = self.method_signature(name) if node.keywords else None
        return f"{self.write(owner)}.{name}({self.arguments(node, signature)})"

    def arguments(self, node: ast.Call, signature: ast.arguments | list[str] | None) -> str:
        """Return the arguments of a call in the order of the parameters."""
        written = self.elements(node.args)
        if not node.keywords:
            return written
        if signature is None:
            raise refuse(self.module, node, "keywords for a function that is not known")
        names = signature if isinstance(signature, list) else [one.arg for one in parameters(signature)]
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        rest = names[len(node.args) :]
        unknown = [name for name in given if name not in rest]
        if unknown or any(isinstance(one, ast.Starred) for one in node.args):
            raise refuse(self.module, node, f"no parameter {unknown}")
        last = max(rest.index(str(name)) for name in given)
        more = [self.write(given[name]) if name in given else UNDEFINED for name in rest[: last + 1]]
        return ", ".join([*([written] if written else []), *more])

    def signature(self, what: Symbol) -> ast.arguments | list[str] | None:
        """Return the parameters of a function, or the fields of a class."""
        found = source(what.module).defined[what.name]
        if isinstance(found, ast.FunctionDef):
            return found.args
        if isinstance(found, ast.ClassDef):
            made = next(
                (one for one in found.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None
            )
            if made is not None:
                return [one.arg for one in parameters(made.args)[1:]]
            return [one.target.id for one in fields_of(found)]
        return None

    @abstractmethod
    def method_signature(self, name: str) -> list[str] | None:
        """Return the parameters of the only method of this name in what was read."""


def fields_of(node: ast.ClassDef) -> list[Any]:
    """Return the fields of a named tuple or a data class."""
    return [
        one for one in node.body if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation)
    ]


def without(node: ast.Call, what: Symbol, signature: ast.arguments | list[str] | None) -> ast.Call:
    """Return a call of a class without the fields that are left out."""
    left_out = LEFT_OUT.get(what.name)
    if not left_out or not isinstance(signature, list):
        return node
    names = [*signature[: len(node.args)], *[""] * (len(node.args) - len(signature))]
    listed = [ast.Constant(None) if name in left_out else one for name, one in zip(names, node.args, strict=True)]
    return ast.Call(node.func, listed, [keyword for keyword in node.keywords if keyword.arg not in left_out])
