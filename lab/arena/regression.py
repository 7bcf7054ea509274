"""Least squares and logistic fits of a few dozen coefficients."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

from service.advice import win_model

STEPS = 7
"""Newton steps of a logistic fit."""

RIDGE = 1e-3
"""Ridge penalty, which bounds the coefficient of a feature that is nearly constant."""

Row = list[float]
Vector = tuple[float, ...]


def solve(matrix: list[Row], right: Row) -> Vector:
    """Return the solution of a system of linear equations, by elimination with pivots."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    out = [0.0] * n
    for i in reversed(range(n)):
        out[i] = (rows[i][n] - sum(rows[i][j] * out[j] for j in range(i + 1, n))) / rows[i][i]
    return tuple(out)


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """Return the scalar product."""
    return math.fsum(map(operator.mul, a, b))


def normal_matrix(columns: list[Row], weights: Row) -> list[Row]:
    """Return the weighted products of all pairs of columns."""
    n = len(columns)
    out = [[0.0] * n for _ in range(n)]
    for i, column in enumerate(columns):
        weighted = list(map(operator.mul, column, weights))
        for j in range(i, n):
            out[i][j] = out[j][i] = dot(weighted, columns[j])
        out[i][i] += RIDGE * len(weights) if i else 0.0
    return out


def columns_of(rows: Sequence[Row]) -> list[Row]:
    """Return the columns of *rows*, after a column of ones."""
    return [[1.0] * len(rows), *map(list, zip(*rows, strict=True))]


def fit_logistic(rows: Sequence[Row], won: Sequence[bool]) -> Vector:
    """Return the coefficients of a logistic model, by Newton's method."""
    columns, coefficients = columns_of(rows), (0.0,) * (len(rows[0]) + 1)
    for _ in range(STEPS):
        chance = [win_model.logistic(coefficients, row) for row in rows]
        errors = [w - p for w, p in zip(won, chance, strict=True)]
        slope = [dot(column, errors) for column in columns]
        step = solve(normal_matrix(columns, [p * (1 - p) for p in chance]), slope)
        coefficients = tuple(a + b for a, b in zip(coefficients, step, strict=True))
    return coefficients


def fit_linear(rows: Sequence[Row], values: Sequence[float]) -> Vector:
    """Return the coefficients of least squares."""
    columns = columns_of(rows)
    return solve(normal_matrix(columns, [1.0] * len(rows)), [dot(column, values) for column in columns])
