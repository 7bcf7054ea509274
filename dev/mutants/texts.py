"""Mutants of a file: each replaces one token of its text.

A lexer finds the tokens, so comments, strings, preprocessor lines and types are not changed. Mutants that do not
compile, or compile to the same machine code, are excluded by `dev.mutants.__main__`.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Mutant(NamedTuple):
    """A mutation: one token replaced."""

    path: str
    line: int
    at: int
    """Offset in the text."""
    old: str
    new: str
    text: str
    """Text of the line."""
    nth: int = 1
    """Index of the mutant among equal changes of equal lines in the file."""

    @property
    def name(self) -> str:
        """Return a unique name."""
        return f"{self.path}:{self.line} @{self.at} {self.old} -> {self.new or 'nothing'}"

    @property
    def place(self) -> tuple[str, str, str, int]:
        """Return an identity within the file that is independent of line numbers."""
        return self.path, self.text, f"{self.old} -> {self.new}".strip(), self.nth

    def applied(self, text: str) -> str:
        """Return the text with the mutation."""
        assert text[self.at : self.at + len(self.old)] == self.old
        return text[: self.at] + self.new + text[self.at + len(self.old) :]


def mutant_of(path: str, text: str, at: int, old: str, new: str) -> Mutant:
    """Return the mutant of a token at a position of a text."""
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[start : end if end >= 0 else None].strip()
    return Mutant(path, text.count("\n", 0, at) + 1, at, old, new, line)


# ---- C ----------------------------------------------------------------------------------------------------------

C_TOKEN = re.compile(
    r"""/\*.*?\*/|//[^\n]*|^[ \t]*\#(?:\\\n|[^\n])*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'
    |_Static_assert\b[^;]*;|[A-Za-z_]\w*|0x[0-9a-fA-F]+[uUlL]*|\d+\.\d+(?:e-?\d+)?|\d+[uUlL]*
    |<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]]""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)

ALWAYS = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "&&": ("||",), "||": ("&&",), "++": ("--",), "--": ("++",), "+=": ("-=",), "-=": ("+=",), "|=": ("&=",),
    "&=": ("|=",), "<<": (">>",), ">>": ("<<",), "/": ("*",), "%": ("/",), "|": ("&",), "^": ("&",), "!": ("",),
    "~": ("",), "continue": ("break",), "break": ("continue",),
}  # fmt: skip
"""Replacements of a token in any context."""

BINARY = {"+": ("-",), "-": ("+",), "*": ("+",), "&": ("|",)}
"""Replacements of a token between two operands."""

KEYWORDS = frozenset({"return", "case", "sizeof", "const", "static", "struct", "int", "void", "else", "do"})


def is_operand(before: str, token: str) -> bool:
    """Return whether a token ends an operand and is not a type."""
    if token in (")", "]"):
        return True
    typed = before == "struct" or token.endswith("_t") or token in KEYWORDS
    return not typed and (token[:1].isalnum() or token[:1] == "_")


def number_after(token: str) -> str:
    """Return a different number: the next one."""
    digits = token.rstrip("uUlL")
    value = int(digits, 0) + 1
    return (hex(value) if digits.startswith("0x") else str(value)) + token[len(digits) :]


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield calls and assignments that are complete statements on a line."""
    for match in re.finditer(r"^( {4,})((?:\w[\w\[\]\->.]* [-+|&*]?= |\w+\()[^;\n{}]*;)$", text, re.MULTILINE):
        if not match[2].startswith(("return", "if", "for", "while")):
            yield match.start(2), match[2]


def of_c(path: str, text: str) -> Iterator[Mutant]:
    """Yield every mutant of a C file."""
    before, last = "", ""
    for match in C_TOKEN.finditer(text):
        token, at = match[0], match.start()
        if (token[0] in "/\"'#" and token not in ("/", "/=")) or token.lstrip().startswith(("#", "_Static_assert")):
            continue
        others = ALWAYS.get(token, ())
        if token in BINARY and is_operand(before, last):
            others = BINARY[token]
        if token[0].isdigit() and "." not in token:
            others = (number_after(token),)
        for new in others:
            yield mutant_of(path, text, at, token, new)
        before, last = last, token
    for at, statement in statements(text):
        yield mutant_of(path, text, at, statement, ";")


# ---- Python -----------------------------------------------------------------------------------------------------

PYTHON = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
    "and": ("or",), "or": ("and",), "not": ("",), "in": ("not in",), "is": ("is not",), "+": ("-",), "-": ("+",),
    "*": ("+",), "//": ("*",), "%": ("*",), "+=": ("-=",), "-=": ("+=",), "&": ("|",), "|": ("&",), "<<": (">>",),
    ">>": ("<<",), "True": ("False",), "False": ("True",), "continue": ("break",), "break": ("continue",),
    "any": ("all",), "all": ("any",), "min": ("max",), "max": ("min",),
}  # fmt: skip


def is_left_alone(tree: ast.AST) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the ranges of code that tests cannot observe: annotations, imports, assertions."""
    for node in ast.walk(tree):
        for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(part, ast.expr):
                yield span_of(part)
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert):
            yield span_of(node)


def span_of(node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the start and the end of a node."""
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def of_python(path: str, text: str) -> Iterator[Mutant]:
    """Yield every mutant of a Python file."""
    alone = list(is_left_alone(ast.parse(text)))
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    last = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        word, (line, column) = token.string, token.start
        others = PYTHON.get(word, ()) if token.type in (tokenize.OP, tokenize.NAME) else ()
        if word in ("*", "-", "+", "not", "in") and not fits(word, last):
            others = ()
        if token.type == tokenize.NUMBER and word.isdigit():
            others = (str(int(word) + 1),)
        if token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
            last = word
        if any(first <= (line, column) < behind for first, behind in alone):
            continue
        for new in others:
            yield mutant_of(path, text, starts[line - 1] + column, word, new)


def fits(word: str, last: str) -> bool:
    """Return whether an operator with two meanings is between operands, or `not` before a single one."""
    if word == "not":
        return last != "is"
    if word == "in":
        return last != "not"
    return bool(last) and (last[-1].isalnum() or last[-1] in ")]}_\"'") and last not in ("return", "in", "and", "or")


def mutants(path: Path, root: Path) -> list[Mutant]:
    """Return every mutant of a file."""
    text, name = path.read_text(), str(path.relative_to(root))
    met: Counter[tuple[str, str, str]] = Counter()
    mutants_of_file = []
    for mutant in (of_python if path.suffix == ".py" else of_c)(name, text):
        like = mutant.text, mutant.old, mutant.new
        met[like] += 1
        mutants_of_file.append(mutant._replace(nth=met[like]))
    return mutants_of_file
