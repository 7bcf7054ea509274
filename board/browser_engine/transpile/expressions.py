"""Translate expressions; `$` in the JavaScript is the runtime (`python.js`)."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from board.browser_engine.transpile.environment import Environment
from board.browser_engine.transpile.scopes import defaults, local_name, names_in, parameters
from board.browser_engine.transpile.sources import External, ModuleReference, Reference, Symbol, resolve, unsupported

OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "shl", ast.RShift: "shr", ast.BitAnd: "bitand", ast.BitOr: "bitor",
    ast.BitXor: "bitxor",
}  # fmt: skip
COMPARISONS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}

VALUE_METHODS = frozenset(
    {
        "append", "clear", "count", "encode", "endswith", "extend", "find", "index", "is_integer", "isascii",
        "isdecimal", "isdigit", "join", "lower", "partition", "pop", "remove", "removeprefix",
        "removesuffix", "replace", "rpartition", "rstrip", "sort", "split", "startswith", "strip", "translate",
        "upper",
    }
)  # fmt: skip
"""Supported methods of strings, lists, tuples, numbers and bytes: `$.on` has them, as JavaScript has its own."""

COLLECTION_METHODS = frozenset(
    {"add", "elements", "get", "isdisjoint", "items", "keys", "setdefault", "update", "values"}
)
"""Supported methods of dicts, sets and counters; the classes of `python_types.js` have methods of the same names."""

UNSUPPORTED_METHODS = frozenset(
    name for kind in (str, bytes, int, float, list, tuple, dict, set, Counter) for name in dir(kind) if name[0] != "_"
).difference(VALUE_METHODS, COLLECTION_METHODS)
"""Methods of Python's types that are not supported; JavaScript methods of the same name may differ."""

BOOLEAN_FUNCTIONS = frozenset({"isinstance", "any", "all", "bool"})
"""Functions that return a boolean: a condition on one needs no `truthy`."""

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that a JavaScript number represents exactly."""


class Expressions:
    """Translates expressions of one module, and records the symbols and C functions that they need."""

    def __init__(self, module: str, environment: Environment) -> None:
        self.module = module
        self.environment = environment
        self.scopes: list[set[str]] = []
        self.needs: set[Symbol] = set()
        self.calls: set[str] = set()
        """Functions of the C library that are called."""
        self.temporaries = 0

    # ---- names ------------------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self, names: Sequence[str]) -> Iterator[None]:
        """Make *names* local."""
        self.scopes.append(set(names))
        yield
        self.scopes.pop()

    def is_local(self, name: str) -> bool:
        return any(name in scope for scope in self.scopes)

    def reference_to(self, node: ast.expr) -> Reference | None:
        """Return the module, or the top-level definition of one, that an expression refers to; None otherwise."""
        if isinstance(node, ast.Name):
            return None if self.is_local(node.id) else resolve(self.module, node.id)
        if isinstance(node, ast.Attribute):
            owner = self.reference_to(node.value)
            if isinstance(owner, ModuleReference):
                return resolve(owner.module, node.attr)
            if isinstance(owner, External):
                return External(f"{owner.path}.{node.attr}")
        return None

    def global_name(self, what: Reference, node: ast.expr) -> str:
        """Return the JavaScript name of a reference."""
        if isinstance(what, Symbol):
            if what in self.environment.replacements:
                return self.environment.replacements[what]
            self.needs.add(what)
            return what.js_name
        if isinstance(what, External):
            return "$." + what.path.removeprefix("builtins.").replace(".", "_")
        raise unsupported(self.module, node, "a module used as a value")

    def temporary(self) -> str:
        """Return an unused name."""
        self.temporaries += 1
        return f"$t{self.temporaries}"

    # ---- conditions -------------------------------------------------------------------------------------------------

    def is_boolean(self, node: ast.expr) -> bool:
        """Return whether the translated expression is a JavaScript boolean."""
        if isinstance(node, ast.Compare):
            return True
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.Not)
        if isinstance(node, ast.BoolOp):
            return all(map(self.is_boolean, node.values))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in BOOLEAN_FUNCTIONS and not self.is_local(node.func.id)
        return isinstance(node, ast.Constant) and isinstance(node.value, bool)

    def test(self, node: ast.expr) -> str:
        """Return an expression as a JavaScript boolean."""
        if isinstance(node, ast.BoolOp):
            return "(" + (" && " if isinstance(node.op, ast.And) else " || ").join(map(self.test, node.values)) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        written = self.write(node)
        return written if self.is_boolean(node) else f"$.truthy({written})"

    # ---- one method for each kind of node ---------------------------------------------------------------------------

    def write(self, node: ast.expr) -> str:
        """Return an expression as JavaScript."""
        method: Callable[[Any], str] | None = getattr(self, f"write_{type(node).__name__}", None)
        if method is None:
            raise unsupported(self.module, node, f"the expression {type(node).__name__}")
        return method(node)

    def write_Constant(self, node: ast.Constant) -> str:
        """Return a literal."""
        value = node.value
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        if isinstance(value, int):
            return f"{value}" if abs(value) <= MAX_SAFE_INTEGER else f"{value}n"
        if isinstance(value, float):
            return f"$.F({value!r})"
        if isinstance(value, bytes):
            return f"$.bytes({list(value)})"
        raise unsupported(self.module, node, f"the constant {value!r}")

    def write_Name(self, node: ast.Name) -> str:
        return local_name(node.id) if self.is_local(node.id) else self.global_name(resolve(self.module, node.id), node)

    def write_Attribute(self, node: ast.Attribute) -> str:
        """Return an attribute of a module, of the C library or of a value."""
        owner = self.reference_to(node.value)
        if owner is not None and owner == self.environment.library:
            constant = self.environment.constants.get(node.attr)
            if constant is not None:
                return str(constant)
            self.calls.add(node.attr)
            return f"$.lib.{node.attr}"
        what = self.reference_to(node)
        if what is not None:
            return self.global_name(what, node)
        if node.attr in VALUE_METHODS or node.attr == "__getitem__":
            return f"$.bound({self.write(node.value)}, {json.dumps(node.attr)})"
        return f"{self.write(node.value)}.{node.attr}"

    def write_Yield(self, node: ast.Yield) -> str:
        return f"(yield {self.write(node.value) if node.value else 'null'})"

    def write_YieldFrom(self, node: ast.YieldFrom) -> str:
        """Return `yield from` as JavaScript: its value is the return value of the other generator."""
        return f"(yield* {self.write(node.value)})"

    def elements(self, nodes: Sequence[ast.expr]) -> str:
        """Return elements separated by commas."""
        return ", ".join(
            f"...{self.write(node.value)}" if isinstance(node, ast.Starred) else self.write(node) for node in nodes
        )

    def write_Tuple(self, node: ast.Tuple) -> str:
        return f"$.T({self.elements(node.elts)})"

    def write_List(self, node: ast.List) -> str:
        return f"[{self.elements(node.elts)}]"

    def write_Set(self, node: ast.Set) -> str:
        return f"$.set([{self.elements(node.elts)}])"

    def write_Dict(self, node: ast.Dict) -> str:
        items = [
            f"...{self.write(value)}.items()" if key is None else f"[{self.write(key)}, {self.write(value)}]"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
        return f"$.dict([{', '.join(items)}])"

    def write_JoinedStr(self, node: ast.JoinedStr) -> str:
        parts = [
            self.formatted(part) if isinstance(part, ast.FormattedValue) else self.write(part) for part in node.values
        ]
        return "(" + " + ".join(parts or ['""']) + ")"  # each part is a string

    def formatted(self, node: ast.FormattedValue) -> str:
        spec = self.write(node.format_spec) if node.format_spec else '""'
        conversion = chr(node.conversion) if node.conversion > 0 else ""
        if spec == '""':
            return f"$.{'repr' if conversion == 'r' else 'str'}({self.write(node.value)})"
        return f"$.format({self.write(node.value)}, {spec})"

    def write_BinOp(self, node: ast.BinOp) -> str:
        return f"$.{self.operation(node, node.op)}({self.write(node.left)}, {self.write(node.right)})"

    def operation(self, node: ast.AST, operator: ast.operator) -> str:
        """Return the runtime function of an operator."""
        if type(operator) not in OPERATORS:
            raise unsupported(self.module, node, f"the operator {type(operator).__name__}")
        return OPERATORS[type(operator)]

    def write_UnaryOp(self, node: ast.UnaryOp) -> str:
        """Return a negation."""
        if isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        value = node.operand.value if isinstance(node.operand, ast.Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(value, int | float) and value:
            return self.write_Constant(ast.Constant(-value))
        if isinstance(node.op, ast.USub):
            return f"$.neg({self.write(node.operand)})"
        raise unsupported(self.module, node, f"the operator {type(node.op).__name__}")

    def write_BoolOp(self, node: ast.BoolOp) -> str:
        """Return `and` or `or`, whose value in Python is one of the operands."""
        both = isinstance(node.op, ast.And)
        *firsts, last = node.values
        written = self.write(last)
        for value in reversed(firsts):
            if self.is_boolean(value):
                written = f"({self.write(value)} {'&&' if both else '||'} {written})"
            else:
                written = f"$.{'both' if both else 'either'}({self.write(value)}, () => {written})"
        return written

    def write_Compare(self, node: ast.Compare) -> str:
        """Return comparisons; each operand is evaluated once."""
        operands = [self.write(node.left), *map(self.write, node.comparators)]
        if len(node.ops) == 1:
            return self.comparison(node.ops[0], operands[0], operands[1])
        names = [self.temporary() for _ in operands[1:-1]]
        left, parts = operands[0], []
        for i, operation in enumerate(node.ops):
            last = i == len(node.ops) - 1
            right = operands[-1] if last else f"({names[i]} = {operands[i + 1]})"
            parts.append(self.comparison(operation, left, right))
            left = "" if last else names[i]
        return f"(() => {{ let {', '.join(names)}; return {' && '.join(parts)}; }})()"

    def comparison(self, operation: ast.cmpop, left: str, right: str) -> str:
        """Return one comparison."""
        if isinstance(operation, ast.Is | ast.IsNot):
            return f"({left} {'===' if isinstance(operation, ast.Is) else '!=='} {right})"
        if isinstance(operation, ast.Eq | ast.NotEq):
            return f"{'' if isinstance(operation, ast.Eq) else '!'}$.eq({left}, {right})"
        if isinstance(operation, ast.In | ast.NotIn):
            return f"{'' if isinstance(operation, ast.In) else '!'}$.in({left}, {right})"
        return f"$.{COMPARISONS[type(operation)]}({left}, {right})"

    def write_IfExp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? {self.write(node.body)} : {self.write(node.orelse)})"

    def write_NamedExpr(self, node: ast.NamedExpr) -> str:
        return f"({local_name(node.target.id)} = {self.write(node.value)})"

    def write_Lambda(self, node: ast.Lambda) -> str:
        listed = self.parameters(node.args)
        star = [node.args.vararg.arg] if node.args.vararg else []
        with self.scope([*(argument.arg for argument in parameters(node.args)), *star]):
            return f"(({listed}) => {self.write(node.body)})"

    def parameters(self, arguments: ast.arguments) -> str:
        """Return parameters with their defaults."""
        if arguments.kwarg:
            raise unsupported(self.module, arguments.kwarg, "the parameter **")
        listed = [
            local_name(argument.arg) + ("" if default is None else f" = {self.write(default)}")
            for argument, default in zip(parameters(arguments), defaults(arguments), strict=True)
        ]
        return ", ".join([*listed, *([f"...{local_name(arguments.vararg.arg)}"] if arguments.vararg else [])])

    def write_Subscript(self, node: ast.Subscript) -> str:
        """Return an element or a slice."""
        if isinstance(node.slice, ast.Slice):
            return f"$.slice({self.write(node.value)}, {self.bounds(node.slice)})"
        owner = self.reference_to(node.value)
        if isinstance(owner, External) and owner.path in ("builtins.list", "builtins.dict", "builtins.tuple"):
            return self.write(node.value)  # list[str]
        return f"$.item({self.write(node.value)}, {self.write(node.slice)})"

    def bounds(self, node: ast.Slice) -> str:
        """Return the bounds of a slice."""
        return ", ".join("null" if part is None else self.write(part) for part in (node.lower, node.upper, node.step))

    # ---- comprehensions ---------------------------------------------------------------------------------------------

    def loops(self, generators: Sequence[ast.comprehension], inner: Callable[[], str], first: str | None = None) -> str:
        """Return the loops of a comprehension around the JavaScript that *inner* returns."""
        one, *rest = generators
        iterable = self.write(one.iter) if first is None else first
        names = names_in(one.target)
        with self.scope(names):
            body = self.loops(rest, inner) if rest else inner()
            for condition in reversed(one.ifs):
                body = f"if ({self.test(condition)}) {body}"
            return f"for (const {self.target(one.target)} of {iterable}) {{ {body} }}"

    def single_loop_arguments(self, generators: Sequence[ast.comprehension], inner: Callable[[], str]) -> str:
        """Return the arguments of `$.listOf` and the like: the iterable, the function of an element, the condition."""
        one = generators[0]
        iterable = self.write(one.iter)
        with self.scope(names_in(one.target)):
            each = f"({self.target(one.target)}) =>"
            tests = " && ".join(map(self.test, one.ifs))
            return f"{iterable}, {each} {inner()}" + (f", {each} {tests}" if tests else "")

    def write_ListComp(self, node: ast.ListComp) -> str:
        if len(node.generators) == 1:
            return f"$.listOf({self.single_loop_arguments(node.generators, lambda: self.write(node.elt))})"
        body = self.loops(node.generators, lambda: f"$r.push({self.write(node.elt)});")
        return f"(() => {{ const $r = []; {body} return $r; }})()"

    def write_SetComp(self, node: ast.SetComp) -> str:
        if len(node.generators) == 1:
            return f"$.setOf({self.single_loop_arguments(node.generators, lambda: self.write(node.elt))})"
        body = self.loops(node.generators, lambda: f"$r.add({self.write(node.elt)});")
        return f"(() => {{ const $r = $.set(); {body} return $r; }})()"

    def write_DictComp(self, node: ast.DictComp) -> str:
        """Return a dict comprehension."""
        if len(node.generators) == 1:

            def pair() -> str:
                return f"[{self.write(node.key)}, {self.write(node.value)}]"

            return f"$.dictOf({self.single_loop_arguments(node.generators, pair)})"
        body = self.loops(node.generators, lambda: f"$r.put({self.write(node.key)}, {self.write(node.value)});")
        return f"(() => {{ const $r = $.dict(); {body} return $r; }})()"

    def write_GeneratorExp(self, node: ast.GeneratorExp) -> str:
        """Return a generator; its first iterable is evaluated at once, as in Python."""
        if len(node.generators) == 1:
            return f"$.each({self.single_loop_arguments(node.generators, lambda: self.write(node.elt))})"
        outer = self.write(node.generators[0].iter)
        body = self.loops(node.generators, lambda: f"yield {self.write(node.elt)};", "$i")
        return f"(function* ($i) {{ {body} }})({outer})"

    def target(self, node: ast.expr) -> str:
        """Return the target of an assignment or a loop."""
        if isinstance(node, ast.Name):
            return local_name(node.id) if self.is_local(node.id) else Symbol(self.module, node.id).js_name
        if isinstance(node, ast.Tuple | ast.List):
            return f"[{', '.join('' if is_unused(one) else self.target(one) for one in node.elts)}]"
        if isinstance(node, ast.Starred):
            return f"...{self.target(node.value)}"
        if isinstance(node, ast.Attribute):
            return f"{self.write(node.value)}.{node.attr}"
        raise unsupported(self.module, node, f"the target {type(node).__name__}")


def is_unused(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "_"
