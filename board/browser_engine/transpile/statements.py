"""Translate statements, functions and classes."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Sequence
from typing import Any

from board.browser_engine.transpile.calls import Calls, fields_of
from board.browser_engine.transpile.declarations import plan_declarations
from board.browser_engine.transpile.environment import Environment
from board.browser_engine.transpile.scopes import bound, local_name, names_in, parameters, yields
from board.browser_engine.transpile.sources import External, Symbol, unsupported

UNBRACED = (ast.Return, ast.Raise, ast.Continue, ast.Break, ast.Expr, ast.Assign, ast.AugAssign)
"""Statements that need no braces if their JavaScript is one statement."""

IN_PLACE_OPERATIONS = {"add": "iadd", "bitor": "ior"}
"""Operators that change a list, a set or a dict in place when they are part of an assignment."""


class Statements(Calls):
    """Translates statements of one module."""

    def __init__(self, module: str, environment: Environment) -> None:
        super().__init__(module, environment)
        self.declared: set[ast.stmt] = set()
        """Statements that declare the names that they bind."""

    def block(self, body: Sequence[ast.stmt]) -> str:
        return " ".join(filter(None, map(self.statement, body)))

    def statement(self, node: ast.stmt) -> str:
        method: Callable[[Any], str] | None = getattr(self, f"statement_{type(node).__name__}", None)
        if method is None:
            raise unsupported(self.module, node, f"the statement {type(node).__name__}")
        return method(node)

    def statement_Expr(self, node: ast.Expr) -> str:
        """Return an expression; a docstring is dropped."""
        if isinstance(node.value, ast.Constant):
            return ""
        return f"{self.write(node.value)};"

    def statement_Pass(self, node: ast.Pass) -> str:
        """Return nothing: JavaScript has empty blocks."""
        return ""

    def statement_Assert(self, node: ast.Assert) -> str:
        """Return nothing: assertions are dropped."""
        return ""

    def statement_Continue(self, node: ast.Continue) -> str:
        return "continue;"

    def statement_Break(self, node: ast.Break) -> str:
        return "break;"

    def statement_Return(self, node: ast.Return) -> str:
        """Return `return`; a function without a value returns null."""
        return f"return {self.write(node.value)};" if node.value else "return null;"

    def statement_Assign(self, node: ast.Assign) -> str:
        value = self.write(node.value)
        if len(node.targets) == 1:
            return self.declaration(node) + self.assign(node.targets[0], value)
        name = self.temporary()
        return f"const {name} = {value}; " + " ".join(self.assign(target, name) for target in node.targets)

    def statement_AnnAssign(self, node: ast.AnnAssign) -> str:
        return "" if node.value is None else self.declaration(node) + self.assign(node.target, self.write(node.value))

    def declaration(self, node: ast.stmt) -> str:
        """Return `let` if a statement declares the names that it binds."""
        return "let " if node in self.declared else ""

    def assign(self, target: ast.expr, value: str) -> str:
        """Return the assignment of a translated value."""
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

    def statement_AugAssign(self, node: ast.AugAssign) -> str:
        operation = self.operation(node, node.op)
        name = IN_PLACE_OPERATIONS.get(operation, operation)
        current = ast.parse(ast.unparse(node.target), mode="eval").body
        return self.assign(node.target, f"$.{name}({self.write(current)}, {self.write(node.value)})")

    def statement_If(self, node: ast.If) -> str:
        written = f"if ({self.test(node.test)}) {self.branch(node.body)}"
        return f"{written} else {self.branch(node.orelse)}" if node.orelse else written

    def branch(self, body: Sequence[ast.stmt]) -> str:
        """Return a block, without braces if it is one simple statement."""
        written = self.block(body)
        bare = (
            len(body) == 1
            and isinstance(body[0], UNBRACED)
            and written.count(";") == 1
            and body[0] not in self.declared
        )
        return f" {written}" if bare else f"{{ {written} }}"

    def statement_For(self, node: ast.For) -> str:
        """Return a loop; its target is local to the function, as in Python."""
        if node.orelse:
            raise unsupported(self.module, node, "else of a loop")
        starred = any(isinstance(one, ast.Starred) for one in ast.walk(node.target))
        name = self.temporary()
        head = self.declaration(node) + self.assign(node.target, name) if starred else ""
        target = f"const {name}" if starred else self.declaration(node) + self.target(node.target)
        return f"for ({target} of {self.write(node.iter)}) {{ {head} {self.block(node.body)} }}"

    def statement_While(self, node: ast.While) -> str:
        if node.orelse:
            raise unsupported(self.module, node, "else of a loop")
        return f"while ({self.test(node.test)}) {{ {self.block(node.body)} }}"

    def statement_With(self, node: ast.With) -> str:
        """Return a `with` block; `__exit__` gets no exception and suppresses none."""
        written = self.block(node.body)
        for item in reversed(node.items):
            name = self.temporary()
            entered = f"{name}.__enter__()"
            entered = self.assign(item.optional_vars, entered) if item.optional_vars else f"{entered};"
            manager = self.write(item.context_expr)
            after = f"finally {{ {name}.__exit__(null, null, null); }}"
            written = f"{{ const {name} = {manager}; {entered} try {{ {written} }} {after} }}"
        return written

    def statement_Raise(self, node: ast.Raise) -> str:
        """Return `raise`, of an exception or of the one being handled."""
        return f"$.raise({self.write(node.exc)});" if node.exc else "throw $e;"

    def statement_Try(self, node: ast.Try) -> str:
        """Return `try` with its handlers; the JavaScript has one `catch`."""
        if node.orelse:
            raise unsupported(self.module, node, "else of a try")
        last = f" finally {{ {self.block(node.finalbody)} }}" if node.finalbody else ""
        if not node.handlers:
            return f"try {{ {self.block(node.body)} }}{last}"
        written = "throw $e;"
        for handler in reversed(node.handlers):
            named = f"{local_name(handler.name)} = $e; " if handler.name else ""
            types = ", ".join(self.types(handler.type)) if handler.type else "$.Exception"
            written = f"if ($.isinstance($e, [{types}])) {{ {named}{self.block(handler.body)} }} else {{ {written} }}"
        return f"try {{ {self.block(node.body)} }} catch ($e) {{ {written} }}{last}"

    # ---- functions --------------------------------------------------------------------------------------------------

    def statement_FunctionDef(self, node: ast.FunctionDef) -> str:
        return f"{local_name(node.name)} = {self.function(node)};"

    def function(self, node: ast.FunctionDef, name: str = "", method: bool = False) -> str:
        """Return a function; the first parameter of a method becomes `this`."""
        arguments = parameters(node.args)
        first = local_name(arguments[0].arg) if method else ""
        listed = self.parameters(node.args)
        if method:
            listed = listed.partition(",")[2].strip()
        names = [argument.arg for argument in arguments]
        names += [node.args.vararg.arg] if node.args.vararg else []
        with self.scope([*names, *bound(node.body)]):
            declaring, undeclared = plan_declarations(node.body, [one for one in bound(node.body) if one not in names])
            self.declared |= set(declaring)
            own = list(map(local_name, undeclared))
            lines = [f"const {first} = this;"] if method else []
            lines += [f"let {', '.join(own)};"] if own else []
            star = "*" if yields(node) else ""
            end = "" if isinstance(node.body[-1], ast.Return | ast.Raise) or star else " return null;"
            body = " ".join([*lines, self.block(node.body)]) + end
        head = f"{star}{name}({listed})" if method else f"(function{star} {name}({listed})"
        return f"{head} {{ {body} }}" + ("" if method else ")")

    def decorated(self, node: ast.FunctionDef, written: str) -> str:
        for decorator in reversed(node.decorator_list):
            written = f"{self.write(decorator)}({written})"
        return written

    # ---- the top level ----------------------------------------------------------------------------------------------

    def top_level(self, node: ast.stmt) -> str:
        """Return a statement of a module's top level."""
        if isinstance(node, ast.FunctionDef):
            name = Symbol(self.module, node.name).js_name
            if not node.decorator_list:
                return self.function(node, name)[1:-1]
            return f"const {name} = {self.decorated(node, self.function(node))};"
        if isinstance(node, ast.ClassDef):
            return self.class_definition(node)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(node, ast.AnnAssign) or len(node.targets) == 1:
                return f"const {self.statement(node)}"
            names = [Symbol(self.module, name).js_name for name in names_in(target)]
            return f"let {', '.join(names)}; {self.statement(node)}"
        return self.statement(node)

    def class_definition(self, node: ast.ClassDef) -> str:
        """Return a class: a factory function, made by `$.klass`, `$.namedtuple` or `$.dataclass`."""
        name = Symbol(self.module, node.name).js_name
        bases = [self.reference_to(base) for base in node.bases]
        outside = {base.path for base in bases if isinstance(base, External)}
        marked = [ast.unparse(decorator) for decorator in node.decorator_list]
        if "typing.NamedTuple" in outside or any(mark.startswith("dataclass") for mark in marked):
            kind = "namedtuple" if "typing.NamedTuple" in outside else "dataclass"
            return f"const {name} = $.{kind}({self.record_fields(node)}, {self.members(node, name)});"
        parents = [self.write(base) for base in node.bases if not isinstance(base, ast.Subscript)]
        parent = parents[0] if parents else "null"
        statics = self.statics(node, name)
        return f"const {name} = $.klass({json.dumps(node.name)}, {parent}, {self.members(node, name)});{statics}"

    def field_default(self, value: ast.expr | None) -> str | None:
        """Return the default of a field, "" for none; None if the field is no parameter of the constructor."""
        if value is None:
            return ""
        if isinstance(value, ast.Call) and self.reference_to(value.func) == External("dataclasses.field"):
            given = {keyword.arg: keyword.value for keyword in value.keywords}
            if "init" in given:
                return None
            return f"{self.write(given['default_factory'])}()" if "default_factory" in given else ""
        return self.write(value)

    def record_fields(self, node: ast.ClassDef) -> str:
        """Return the first argument of `$.namedtuple` or `$.dataclass`: name and fields, and the defaults by position.

        Then come the compared fields if not all are compared, the excluded ones, and those that the constructor does
        not take.
        """
        names = [field.target.id for field in fields_of(node)]
        excluded = self.environment.excluded_fields.get(Symbol(self.module, node.name), ())
        left_out = [name for name in names if name in excluded]
        defaults = {
            field.target.id: "" if field.target.id in left_out else self.field_default(field.value)
            for field in fields_of(node)
        }
        computed = [name for name, default in defaults.items() if default is None]
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
        more = [compared if compared != names else [], left_out, computed]
        while more and not more[-1]:
            more.pop()
        tail = "".join(f", {json.dumps(' '.join(one))}" for one in more)
        return f"[{json.dumps(' '.join([node.name, *names]))}, {{{given}}}{tail}]"

    def members(self, node: ast.ClassDef, name: str) -> str:
        """Return the methods of a class as an object."""
        methods = []
        for one in node.body:
            if not isinstance(one, ast.FunctionDef):
                continue
            marks = [ast.unparse(decorator) for decorator in one.decorator_list]
            if "overload" in marks or "classmethod" in marks or one.name in ("__reduce__", "__setattr__"):
                continue
            written = self.function(one, one.name, method=True).replace("$class", name)
            if "cached_property" in marks:
                methods.append(f"get {one.name}() {{ return $.kept(this, {json.dumps(one.name)}, {{ {written} }}); }}")
            else:
                methods.append(f"get {written}" if "property" in marks else written)
        return "{ " + ", ".join(methods) + " }"

    def statics(self, node: ast.ClassDef, name: str) -> str:
        """Return the class variables and class methods."""
        assignments = ""
        for one in node.body:
            if isinstance(one, ast.AnnAssign) and one.value is not None:
                field = ast.unparse(one.target)
                assignments += f" {name}.{field} = {name}.prototype.{field} = {self.write(one.value)};"
            elif isinstance(one, ast.FunctionDef) and "classmethod" in map(ast.unparse, one.decorator_list):
                rest = parameters(one.args)[1:]
                written = self.function(one)
                head = ", ".join(local_name(argument.arg) for argument in rest)
                call = ", ".join([name, *(local_name(argument.arg) for argument in rest)])
                assignments += f" {name}.{one.name} = {name}.prototype.{one.name} = ({head}) => {written}({call});"
        return assignments
