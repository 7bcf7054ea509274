"""Python's statements, functions and classes as JavaScript."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Sequence
from typing import Any

from browser.calls import Calls, fields_of
from browser.leave_out import LEFT_OUT
from browser.places import declared
from browser.scopes import bound, local, names_in, parameters, yields
from browser.sources import Outside, Symbol, refuse

BARE = (ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Expr, ast.Assign, ast.AugAssign)
"""Statements that need no braces where they are one statement in JavaScript too."""

IN_PLACE = {"add": "iadd", "bitor": "ior"}
"""What changes a list or a dict in its place."""


class Statements(Calls):
    """Writes statements of one module."""

    def __init__(self, module: str, core: Any) -> None:
        super().__init__(module, core)
        self.declared: set[ast.stmt] = set()
        """Statements that declare what they bind."""

    def block(self, body: Sequence[ast.stmt]) -> str:
        """Return statements one after the other."""
        return " ".join(filter(None, map(self.state, body)))

    def state(self, node: ast.stmt) -> str:
        """Return a statement as JavaScript."""
        found: Callable[[Any], str] | None = getattr(self, f"state_{type(node).__name__}", None)
        if found is None:
            raise refuse(self.module, node, f"the statement {type(node).__name__}")
        return found(node)

    def state_Expr(self, node: ast.Expr) -> str:
        """Return an expression; a docstring is nothing."""
        if isinstance(node.value, ast.Constant):
            return ""
        if isinstance(node.value, ast.Yield):
            return f"yield {self.write(node.value.value) if node.value.value else 'null'};"
        if isinstance(node.value, ast.YieldFrom):
            return f"yield* {self.write(node.value.value)};"
        return f"{self.write(node.value)};"

    def state_Pass(self, node: ast.Pass) -> str:
        """Return nothing."""
        return ""

    def state_Assert(self, node: ast.Assert) -> str:
        """Return nothing: it states what cannot be."""
        return ""

    def state_Continue(self, node: ast.Continue) -> str:
        """Return the same."""
        return "continue;"

    def state_Break(self, node: ast.Break) -> str:
        """Return the same."""
        return "break;"

    def state_Return(self, node: ast.Return) -> str:
        """Return the same."""
        return f"return {self.write(node.value)};" if node.value else "return null;"

    def state_Assign(self, node: ast.Assign) -> str:
        """Return an assignment to one target or several."""
        value = self.write(node.value)
        if len(node.targets) == 1:
            return self.declaring(node) + self.assign(node.targets[0], value)
        name = self.temporary()
        return f"const {name} = {value}; " + " ".join(self.assign(target, name) for target in node.targets)

    def state_AnnAssign(self, node: ast.AnnAssign) -> str:
        """Return an assignment without its annotation."""
        return "" if node.value is None else self.declaring(node) + self.assign(node.target, self.write(node.value))

    def declaring(self, node: ast.stmt) -> str:
        """Return the word by which a statement declares what it binds, if it does."""
        return "let " if node in self.declared else ""

    def assign(self, target: ast.expr, value: str) -> str:
        """Return an assignment of what is written."""
        if isinstance(target, ast.Subscript):
            owner = self.write(target.value)
            if isinstance(target.slice, ast.Slice):
                return f"$.setslice({owner}, {self.bounds(target.slice)}, {value});"
            return f"$.setitem({owner}, {self.write(target.slice)}, {value});"
        if isinstance(target, ast.Tuple | ast.List):
            if any(isinstance(one, ast.Subscript) for one in target.elts):
                name = self.temporary()
                parts = [self.assign(one, f"{name}[{i}]") for i, one in enumerate(target.elts)]
                return f"const {name} = [...{value}]; {' '.join(parts)}"
            starred = [i for i, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
            if starred and starred[0] < len(target.elts) - 1:
                before, after = starred[0], len(target.elts) - 1 - starred[0]
                names = [one.value if isinstance(one, ast.Starred) else one for one in target.elts]
                return f"[{', '.join(map(self.target, names))}] = $.spread({value}, {before}, {after});"
        return f"{self.target(target)} = {value};"

    def state_AugAssign(self, node: ast.AugAssign) -> str:
        """Return `+=` and the like."""
        operation = self.operation(node, node.op)
        name = IN_PLACE.get(operation, operation)
        current = ast.parse(ast.unparse(node.target), mode="eval").body
        return self.assign(node.target, f"$.{name}({self.write(current)}, {self.write(node.value)})")

    def state_If(self, node: ast.If) -> str:
        """Return a condition."""
        written = f"if ({self.test(node.test)}) {self.branch(node.body)}"
        return f"{written} else {self.branch(node.orelse)}" if node.orelse else written

    def branch(self, body: Sequence[ast.stmt]) -> str:
        """Return statements as one, without braces where it is a simple one."""
        written = self.block(body)
        bare = len(body) == 1 and isinstance(body[0], BARE) and written.count(";") == 1 and body[0] not in self.declared
        return f" {written}" if bare else f"{{ {written} }}"

    def state_For(self, node: ast.For) -> str:
        """Return a loop; what it binds is the function's, as in Python."""
        if node.orelse:
            raise refuse(self.module, node, "else of a loop")
        starred = any(isinstance(one, ast.Starred) for one in ast.walk(node.target))
        name = self.temporary()
        head = self.declaring(node) + self.assign(node.target, name) if starred else ""
        target = f"const {name}" if starred else self.declaring(node) + self.target(node.target)
        return f"for ({target} of {self.write(node.iter)}) {{ {head} {self.block(node.body)} }}"

    def state_While(self, node: ast.While) -> str:
        """Return a loop."""
        if node.orelse:
            raise refuse(self.module, node, "else of a loop")
        return f"while ({self.test(node.test)}) {{ {self.block(node.body)} }}"

    def state_With(self, node: ast.With) -> str:
        """Return a block that is left in order."""
        written = self.block(node.body)
        for item in reversed(node.items):
            name = self.temporary()
            entered = f"{name}.__enter__()"
            entered = self.assign(item.optional_vars, entered) if item.optional_vars else f"{entered};"
            manager = self.write(item.context_expr)
            after = f"finally {{ {name}.__exit__(null, null, null); }}"
            written = f"{{ const {name} = {manager}; {entered} try {{ {written} }} {after} }}"
        return written

    def state_Raise(self, node: ast.Raise) -> str:
        """Return a fault, or the one at hand again."""
        return f"$.raise({self.write(node.exc)});" if node.exc else "throw $e;"

    def state_Try(self, node: ast.Try) -> str:
        """Return a block with what it does about faults."""
        if node.orelse:
            raise refuse(self.module, node, "else of a try")
        last = f" finally {{ {self.block(node.finalbody)} }}" if node.finalbody else ""
        if not node.handlers:
            return f"try {{ {self.block(node.body)} }}{last}"
        written = "throw $e;"
        for handler in reversed(node.handlers):
            named = f"{local(handler.name)} = $e; " if handler.name else ""
            types = ", ".join(self.types(handler.type)) if handler.type else "$.Exception"
            written = f"if ($.isinstance($e, [{types}])) {{ {named}{self.block(handler.body)} }} else {{ {written} }}"
        return f"try {{ {self.block(node.body)} }} catch ($e) {{ {written} }}{last}"

    # ---- functions --------------------------------------------------------------------------------------------------

    def state_FunctionDef(self, node: ast.FunctionDef) -> str:
        """Return a function within a function."""
        return f"{local(node.name)} = {self.function(node)};"

    def function(self, node: ast.FunctionDef, name: str = "", method: bool = False) -> str:
        """Return a function; of a method without its first parameter, which is `this`."""
        arguments = parameters(node.args)
        first = local(arguments[0].arg) if method else ""
        listed = self.parameters(node.args)
        if method:
            listed = listed.partition(",")[2].strip()
        names = [argument.arg for argument in arguments]
        names += [node.args.vararg.arg] if node.args.vararg else []
        with self.scope([*names, *bound(node.body)]):
            found, undeclared = declared(node.body, [one for one in bound(node.body) if one not in names])
            self.declared |= set(found)
            own = list(map(local, undeclared))
            lines = [f"const {first} = this;"] if method else []
            lines += [f"let {', '.join(own)};"] if own else []
            star = "*" if yields(node) else ""
            end = "" if isinstance(node.body[-1], ast.Return | ast.Raise) or star else " return null;"
            body = " ".join([*lines, self.block(node.body)]) + end
        head = f"{star}{name}({listed})" if method else f"(function{star} {name}({listed})"
        return f"{head} {{ {body} }}" + ("" if method else ")")

    def decorated(self, node: ast.FunctionDef, written: str) -> str:
        """Return a function as its decorators make it."""
        for decorator in reversed(node.decorator_list):
            written = f"{self.write(decorator)}({written})"
        return written

    # ---- the top level ----------------------------------------------------------------------------------------------

    def top(self, node: ast.stmt) -> str:
        """Return a statement of the top level."""
        if isinstance(node, ast.FunctionDef):
            name = Symbol(self.module, node.name).js
            if not node.decorator_list:
                return self.function(node, name)[1:-1]
            return f"const {name} = {self.decorated(node, self.function(node))};"
        if isinstance(node, ast.ClassDef):
            return self.klass(node)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(node, ast.AnnAssign) or len(node.targets) == 1:
                return f"const {self.state(node)}"
            names = [Symbol(self.module, name).js for name in names_in(target)]
            return f"let {', '.join(names)}; {self.state(node)}"
        return self.state(node)

    def klass(self, node: ast.ClassDef) -> str:
        """Return a class: a function that makes one, with its methods."""
        name = Symbol(self.module, node.name).js
        bases = [self.meaning_of(base) for base in node.bases]
        outside = {base.path for base in bases if isinstance(base, Outside)}
        marked = [ast.unparse(decorator) for decorator in node.decorator_list]
        if "typing.NamedTuple" in outside or any(mark.startswith("dataclass") for mark in marked):
            kind = "namedtuple" if "typing.NamedTuple" in outside else "dataclass"
            return f"const {name} = $.{kind}({self.facts(node)}, {self.members(node, name)});"
        parents = [self.write(base) for base in node.bases if not isinstance(base, ast.Subscript)]
        parent = parents[0] if parents else "null"
        statics = self.statics(node, name)
        return f"const {name} = $.klass({json.dumps(node.name)}, {parent}, {self.members(node, name)});{statics}"

    def field_default(self, value: ast.expr | None) -> str | None:
        """Return the default of a field, "" for none; None if it is not given when one is made."""
        if value is None:
            return ""
        if isinstance(value, ast.Call) and self.meaning_of(value.func) == Outside("dataclasses.field"):
            given = {keyword.arg: keyword.value for keyword in value.keywords}
            if "init" in given:
                return None
            return f"{self.write(given['default_factory'])}()" if "default_factory" in given else ""
        return self.write(value)

    def facts(self, node: ast.ClassDef) -> str:
        """Return the name of a class and its fields, and their defaults by their places.

        Then come the fields that are compared, where not all are, those that are left out, those that are not given.
        """
        names = [field.target.id for field in fields_of(node)]
        left_out = [name for name in names if name in LEFT_OUT.get(node.name, ())]
        defaults = {
            field.target.id: "" if field.target.id in left_out else self.field_default(field.value)
            for field in fields_of(node)
        }
        later = [name for name, default in defaults.items() if default is None]
        given = ", ".join(
            f"{place}: () => {default}"
            for place, default in enumerate(value for value in defaults.values() if value is not None)
            if default
        )
        compared = [
            field.target.id
            for field in fields_of(node)
            if not (field.value is not None and "compare=False" in ast.unparse(field.value))
        ]
        more = [compared if compared != names else [], left_out, later]
        while more and not more[-1]:
            more.pop()
        told = "".join(f", {json.dumps(' '.join(one))}" for one in more)
        return f"[{json.dumps(' '.join([node.name, *names]))}, {{{given}}}{told}]"

    def members(self, node: ast.ClassDef, name: str) -> str:
        """Return the methods of a class as an object."""
        found = []
        for one in node.body:
            if not isinstance(one, ast.FunctionDef):
                continue
            marks = [ast.unparse(decorator) for decorator in one.decorator_list]
            if "overload" in marks or "classmethod" in marks or one.name in ("__reduce__", "__setattr__"):
                continue
            written = self.function(one, one.name, method=True).replace("$class", name)
            if "cached_property" in marks:
                found.append(f"get {one.name}() {{ return $.kept(this, {json.dumps(one.name)}, {{ {written} }}); }}")
            else:
                found.append(f"get {written}" if "property" in marks else written)
        return "{ " + ", ".join(found) + " }"

    def statics(self, node: ast.ClassDef, name: str) -> str:
        """Return what belongs to a class itself."""
        found = ""
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and one.value is not None:
                field = ast.unparse(one.target)
                found += f" {name}.{field} = {name}.prototype.{field} = {self.write(one.value)};"
            elif isinstance(one, ast.FunctionDef) and "classmethod" in map(ast.unparse, one.decorator_list):
                rest = parameters(one.args)[1:]
                written = self.function(one)
                head = ", ".join(local(argument.arg) for argument in rest)
                call = ", ".join([name, *(local(argument.arg) for argument in rest)])
                found += f" {name}.{one.name} = {name}.prototype.{one.name} = ({head}) => {written}({call});"
        return found
