"""Shares of deals won against `club`, written by `python -m arena strengths`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.strength import Strength

# fmt: off
STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
    "standard": (
        Strength(0.0155, "newcomer", "newcomer", 1),
        Strength(0.1419, "newcomer", "starter", 1),
        Strength(0.1936, "starter", "apprentice", 1),
        Strength(0.2909, "apprentice", "hobbyist", 1),
        Strength(0.3868, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6057, "club", "adept", 1),
        Strength(0.665, "adept", "expert", 1),
    ),
    "contest": (
        Strength(0.016, "newcomer", "newcomer", 1),
        Strength(0.142, "newcomer", "starter", 1),
        Strength(0.194, "starter", "apprentice", 1),
        Strength(0.2933, "apprentice", "hobbyist", 1),
        Strength(0.3873, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6087, "club", "adept", 1),
    ),
    "yuncheng": (
        Strength(0.0103, "newcomer", "newcomer", 1),
        Strength(0.116, "newcomer", "starter", 1),
        Strength(0.1648, "starter", "apprentice", 1),
        Strength(0.2733, "apprentice", "hobbyist", 1),
        Strength(0.3812, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5803, "club", "adept", 1),
    ),
    "laizi": (
        Strength(0.0083, "newcomer", "newcomer", 1),
        Strength(0.0917, "newcomer", "starter", 1),
        Strength(0.145, "starter", "apprentice", 1),
        Strength(0.225, "apprentice", "hobbyist", 1),
        Strength(0.3417, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.58, "club", "adept", 1),
        Strength(0.648, "adept", "expert", 1),
    ),
    "paodekuai": (
        Strength(0.2224, "newcomer", "newcomer", 1),
        Strength(0.2711, "newcomer", "starter", 1),
        Strength(0.3357, "starter", "apprentice", 1),
        Strength(0.3982, "apprentice", "hobbyist", 1),
        Strength(0.4296, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5336, "club", "adept", 1),
        Strength(0.601, "adept", "expert", 1),
    ),
    "paodekuai_two": (
        Strength(0.2306, "newcomer", "newcomer", 1),
        Strength(0.2971, "newcomer", "starter", 1),
        Strength(0.3547, "starter", "apprentice", 1),
        Strength(0.4022, "apprentice", "hobbyist", 1),
        Strength(0.4359, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "guandan": (
        Strength(0.0042, "newcomer", "newcomer", 1),
        Strength(0.0208, "newcomer", "starter", 1),
        Strength(0.0458, "starter", "apprentice", 1),
        Strength(0.1, "apprentice", "hobbyist", 1),
        Strength(0.1875, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6, "club", "adept", 1),
    ),
    "zhengshangyou": (
        Strength(0.0396, "newcomer", "newcomer", 1),
        Strength(0.2136, "newcomer", "starter", 1),
        Strength(0.2587, "starter", "apprentice", 1),
        Strength(0.352, "apprentice", "hobbyist", 1),
        Strength(0.4199, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5861, "club", "adept", 1),
    ),
    "standard_two": (
        Strength(0.0272, "newcomer", "newcomer", 1),
        Strength(0.2006, "newcomer", "starter", 1),
        Strength(0.2784, "starter", "apprentice", 1),
        Strength(0.3647, "apprentice", "hobbyist", 1),
        Strength(0.4041, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "standard_four": (
        Strength(0.0011, "newcomer", "newcomer", 1),
        Strength(0.0156, "newcomer", "starter", 1),
        Strength(0.0327, "starter", "apprentice", 1),
        Strength(0.0633, "apprentice", "hobbyist", 1),
        Strength(0.1382, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
}
