"""Translate calls: keyword arguments become positional, as JavaScript has no keywords."""

from __future__ import annotations

import ast
import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import Any

from board.browser_engine.transpile.expressions import UNSUPPORTED_METHODS, VALUE_METHODS, Expressions
from board.browser_engine.transpile.scopes import local_name, parameters
from board.browser_engine.transpile.sources import External, Symbol, source, unsupported

UNDEFINED = "$_undefined"
"""Argument for a parameter with its default value."""


class Calls(Expressions, ABC):
    """Translates calls of one module."""

    def write_Call(self, node: ast.Call) -> str:
        """Return a call."""
        what = self.reference_to(node.func)
        if isinstance(node.func, ast.Subscript):  # list[Token]()
            return f"{self.write(node.func)}({self.elements(node.args)})"
        if isinstance(what, External):
            return self.call_external(what, node)
        if any(keyword.arg is None for keyword in node.keywords):
            return self.call_unpacked(node)
        if isinstance(what, Symbol):
            signature = self.signature(what)
            call = without_excluded_fields(node, self.environment.excluded_fields.get(what, ()), signature)
            return f"{self.write(node.func)}({self.arguments(call, signature)})"
        if isinstance(node.func, ast.Attribute):
            return self.call_method(node, node.func)
        return f"{self.write(node.func)}({self.arguments(node, None)})"

    def call_external(self, what: External, node: ast.Call) -> str:
        """Return a call of Python's own function; keyword arguments become an object, the first argument."""
        name = self.global_name(what, node.func)
        if what.path == "types.MappingProxyType":
            return self.elements(node.args)  # translated code does not change these
        if what.path == "builtins.getattr" and self.is_lib(node.args[0]):
            return f"$.constant({self.write(node.args[1])})"
        if what.path == "builtins.isinstance":
            return f"$.isinstance({self.write(node.args[0])}, [{', '.join(self.types(node.args[1]))}])"
        if what.path == "builtins.super":
            raise unsupported(self.module, node, "super() outside of a call of its method")
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
        """Return a partial function; its keyword arguments become an object by position."""
        function = self.reference_to(node.args[0])
        signature = self.signature(function) if isinstance(function, Symbol) else None
        if not isinstance(signature, ast.arguments):
            raise unsupported(self.module, node, "a partial of an unknown function")
        names = [argument.arg for argument in parameters(signature)]
        places = {names.index(str(keyword.arg)): self.write(keyword.value) for keyword in node.keywords}
        given = ", ".join(f"{place}: {value}" for place, value in places.items())
        return f"$.kw_functools_partial({{{given}}}, {self.elements(node.args)})"

    def object_fields(self, keywords: Sequence[ast.keyword]) -> str:
        return ", ".join(f"{keyword.arg}: {self.write(keyword.value)}" for keyword in keywords)

    def is_lib(self, node: ast.expr) -> bool:
        library = self.environment.library
        return library is not None and self.reference_to(node) == library

    def types(self, node: ast.expr) -> list[str]:
        """Return the types of the second argument of `isinstance`."""
        if isinstance(node, ast.Tuple):
            return [one for part in node.elts for one in self.types(part)]
        if isinstance(node, ast.BinOp):
            return [*self.types(node.left), *self.types(node.right)]
        return [self.write(node)]

    def call_unpacked(self, node: ast.Call) -> str:
        given = [f"...{self.write(keyword.value)}.items()" for keyword in node.keywords if keyword.arg is None]
        given += [
            f"[{json.dumps(keyword.arg)}, {self.write(keyword.value)}]" for keyword in node.keywords if keyword.arg
        ]
        return f"$.call({self.write(node.func)}, [{self.elements(node.args)}], [{', '.join(given)}])"

    def call_method(self, node: ast.Call, function: ast.Attribute) -> str:
        """Return a method call; methods of strings, lists and other JavaScript values are functions of `$.on`."""
        name, owner = function.attr, function.value
        if self.is_lib(owner):
            return f"{self.write(function)}({self.elements(node.args)})"
        if isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super":
            return f"$.super({local_name('self')}, $class, {json.dumps(name)})({self.elements(node.args)})"
        if name == "_replace":
            return f"$.replace({self.write(owner)}, {{{self.object_fields(node.keywords)}}})"
        if name in VALUE_METHODS:
            keywords = f", {{{self.object_fields(node.keywords)}}}" if node.keywords else ""
            separator = ", " if node.args else ""
            return f"$.on.{name}({self.write(owner)}{separator}{self.elements(node.args)}{keywords})"
        if name in UNSUPPORTED_METHODS:
            raise unsupported(self.module, node, f"the method {name}")
        signature = self.method_signature(name) if node.keywords else None
        return f"{self.write(owner)}.{name}({self.arguments(node, signature)})"

    def arguments(self, node: ast.Call, signature: ast.arguments | list[str] | None) -> str:
        """Return the arguments of a call in the order of the parameters."""
        written = self.elements(node.args)
        if not node.keywords:
            return written
        if signature is None:
            raise unsupported(self.module, node, "keyword arguments of an unknown function")
        names = signature if isinstance(signature, list) else [one.arg for one in parameters(signature)]
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        rest = names[len(node.args) :]
        unknown = [name for name in given if name not in rest]
        if unknown or any(isinstance(one, ast.Starred) for one in node.args):
            raise unsupported(self.module, node, f"no parameter {unknown}")
        last = max(rest.index(str(name)) for name in given)
        more = [self.write(given[name]) if name in given else UNDEFINED for name in rest[: last + 1]]
        return ", ".join([*([written] if written else []), *more])

    def signature(self, what: Symbol) -> ast.arguments | list[str] | None:
        """Return the parameters of a function, or the fields of a class."""
        definition = source(what.module).defined[what.name]
        if isinstance(definition, ast.FunctionDef):
            return definition.args
        if isinstance(definition, ast.ClassDef):
            initializer = next(
                (one for one in definition.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None
            )
            if initializer is not None:
                return [one.arg for one in parameters(initializer.args)[1:]]
            return [one.target.id for one in fields_of(definition)]
        return None

    @abstractmethod
    def method_signature(self, name: str) -> list[str] | None:
        """Return the parameters of the method if only one class has a method of this name."""


def fields_of(node: ast.ClassDef) -> list[Any]:
    """Return the fields of a named tuple or a data class."""
    return [
        one for one in node.body if isinstance(one, ast.AnnAssign) and "ClassVar" not in ast.unparse(one.annotation)
    ]


def without_excluded_fields(
    node: ast.Call, excluded: Collection[str], signature: ast.arguments | list[str] | None
) -> ast.Call:
    if not excluded or not isinstance(signature, list):
        return node
    names = [*signature[: len(node.args)], *[""] * (len(node.args) - len(signature))]
    listed = [ast.Constant(None) if name in excluded else one for name, one in zip(names, node.args, strict=True)]
    return ast.Call(node.func, listed, [keyword for keyword in node.keywords if keyword.arg not in excluded])
