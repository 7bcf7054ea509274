"""Bounds of balanced deals, written by `python -m dev.deal_bounds`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping

# fmt: off
DEAL_BOUNDS: Mapping[str, Mapping[str, int]] = {
    "standard": {"weakest": -93398, "strongest": -40347, "spread": 38599, "lead": 40451, "singles": 5, "bombs": 2},
    "contest": {"weakest": -95127, "strongest": -40498, "spread": 39263, "lead": 41344, "singles": 5, "bombs": 2},
    "yuncheng": {"weakest": -92199, "strongest": -31668, "spread": 41700, "lead": 47792, "singles": 5, "bombs": 2},
    "laizi": {"weakest": -93506, "strongest": -40360, "spread": 39010, "lead": 40877, "singles": 5, "bombs": 2},
    "laizi:1": {"weakest": -80796, "strongest": -13753, "spread": 47430, "lead": 50982, "singles": 5, "bombs": 3},
    "laizi:2": {"weakest": -60523, "strongest": 5842, "spread": 47442, "lead": 55786, "singles": 4, "bombs": 5},
    "paodekuai": {"weakest": -82970, "strongest": -33675, "spread": 32615, "singles": 4, "bombs": 1},
    "paodekuai_two": {"weakest": -77700, "strongest": -35450, "spread": 21620, "singles": 4, "bombs": 1},
    "paodekuai_four": {"weakest": -99080, "strongest": -38055, "spread": 45870, "singles": 6, "bombs": 0},
    "guandan": {"weakest": -80392, "strongest": -13803, "spread": 50377, "lead": 51854, "singles": 5, "bombs": 10},
    "zhengshangyou": {"weakest": -103065, "strongest": -48575, "spread": 40114, "singles": 6, "bombs": 2},
    "zhengshangyou_four": {"weakest": -102993, "strongest": -51035, "spread": 40137, "singles": 7, "bombs": 1},
    "standard_two": {"weakest": -79965, "strongest": -31302, "spread": 21160, "lead": 38707, "singles": 4, "bombs": 2},
    "standard_four": {"weakest": -89801, "strongest": -33910, "spread": 39889, "lead": 57368, "singles": 5, "bombs": 6},
}
