"""Shares of deals won against `club`, written by `python -m arena strengths`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.strength import Strength

# fmt: off
STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
    "standard": (
        Strength(0.0065, "newcomer", "newcomer", 1),
        Strength(0.137, "newcomer", "starter", 1),
        Strength(0.214, "starter", "apprentice", 1),
        Strength(0.3267, "apprentice", "hobbyist", 1),
        Strength(0.4248, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6057, "club", "adept", 1),
        Strength(0.665, "adept", "expert", 1),
    ),
    "contest": (
        Strength(0.0065, "newcomer", "newcomer", 1),
        Strength(0.137, "newcomer", "starter", 1),
        Strength(0.214, "starter", "apprentice", 1),
        Strength(0.3267, "apprentice", "hobbyist", 1),
        Strength(0.4248, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6087, "club", "adept", 1),
    ),
    "yuncheng": (
        Strength(0.003, "newcomer", "newcomer", 1),
        Strength(0.1055, "newcomer", "starter", 1),
        Strength(0.182, "starter", "apprentice", 1),
        Strength(0.3058, "apprentice", "hobbyist", 1),
        Strength(0.4193, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5803, "club", "adept", 1),
    ),
    "laizi": (
        Strength(0.0113, "newcomer", "newcomer", 1),
        Strength(0.0872, "newcomer", "starter", 1),
        Strength(0.1842, "starter", "apprentice", 1),
        Strength(0.2855, "apprentice", "hobbyist", 1),
        Strength(0.4083, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.58, "club", "adept", 1),
        Strength(0.648, "adept", "expert", 1),
    ),
    "paodekuai": (
        Strength(0.2268, "newcomer", "newcomer", 1),
        Strength(0.2635, "newcomer", "starter", 1),
        Strength(0.3365, "starter", "apprentice", 1),
        Strength(0.3932, "apprentice", "hobbyist", 1),
        Strength(0.449, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5336, "club", "adept", 1),
        Strength(0.601, "adept", "expert", 1),
    ),
    "paodekuai_two": (
        Strength(0.2272, "newcomer", "newcomer", 1),
        Strength(0.2933, "newcomer", "starter", 1),
        Strength(0.3625, "starter", "apprentice", 1),
        Strength(0.4012, "apprentice", "hobbyist", 1),
        Strength(0.4455, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "guandan": (
        Strength(0.0004, "newcomer", "newcomer", 1),
        Strength(0.02, "newcomer", "starter", 1),
        Strength(0.0855, "starter", "apprentice", 1),
        Strength(0.1978, "apprentice", "hobbyist", 1),
        Strength(0.3435, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6, "club", "adept", 1),
    ),
    "zhengshangyou": (
        Strength(0.0098, "newcomer", "newcomer", 1),
        Strength(0.165, "newcomer", "starter", 1),
        Strength(0.22, "starter", "apprentice", 1),
        Strength(0.351, "apprentice", "hobbyist", 1),
        Strength(0.432, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5861, "club", "adept", 1),
    ),
    "standard_two": (
        Strength(0.0134, "newcomer", "newcomer", 1),
        Strength(0.1412, "newcomer", "starter", 1),
        Strength(0.2702, "starter", "apprentice", 1),
        Strength(0.3718, "apprentice", "hobbyist", 1),
        Strength(0.4412, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "standard_four": (
        Strength(0.0003, "newcomer", "newcomer", 1),
        Strength(0.0103, "newcomer", "starter", 1),
        Strength(0.069, "starter", "apprentice", 1),
        Strength(0.1822, "apprentice", "hobbyist", 1),
        Strength(0.2752, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
}
