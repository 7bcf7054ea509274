"""Shares of deals won against `club`, written by `python -m arena strengths`; not to be edited by hand."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.strength import Strength

# fmt: off
STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
    "standard": (
        Strength(0.0065, "newcomer", "newcomer", 1),
        Strength(0.1283, "newcomer", "starter", 1),
        Strength(0.1993, "starter", "apprentice", 1),
        Strength(0.2829, "apprentice", "hobbyist", 1),
        Strength(0.3721, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6057, "club", "adept", 1),
        Strength(0.665, "adept", "expert", 1),
    ),
    "contest": (
        Strength(0.0065, "newcomer", "newcomer", 1),
        Strength(0.1283, "newcomer", "starter", 1),
        Strength(0.1993, "starter", "apprentice", 1),
        Strength(0.2829, "apprentice", "hobbyist", 1),
        Strength(0.3721, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6087, "club", "adept", 1),
    ),
    "yuncheng": (
        Strength(0.003, "newcomer", "newcomer", 1),
        Strength(0.1008, "newcomer", "starter", 1),
        Strength(0.1636, "starter", "apprentice", 1),
        Strength(0.2556, "apprentice", "hobbyist", 1),
        Strength(0.365, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5803, "club", "adept", 1),
    ),
    "laizi": (
        Strength(0.0113, "newcomer", "newcomer", 1),
        Strength(0.0827, "newcomer", "starter", 1),
        Strength(0.1587, "starter", "apprentice", 1),
        Strength(0.2123, "apprentice", "hobbyist", 1),
        Strength(0.311, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.58, "club", "adept", 1),
        Strength(0.648, "adept", "expert", 1),
    ),
    "paodekuai": (
        Strength(0.2268, "newcomer", "newcomer", 1),
        Strength(0.269, "newcomer", "starter", 1),
        Strength(0.3408, "starter", "apprentice", 1),
        Strength(0.3986, "apprentice", "hobbyist", 1),
        Strength(0.4504, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5336, "club", "adept", 1),
        Strength(0.601, "adept", "expert", 1),
    ),
    "paodekuai_two": (
        Strength(0.2272, "newcomer", "newcomer", 1),
        Strength(0.2908, "newcomer", "starter", 1),
        Strength(0.3606, "starter", "apprentice", 1),
        Strength(0.3976, "apprentice", "hobbyist", 1),
        Strength(0.4496, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "guandan": (
        Strength(0.0004, "newcomer", "newcomer", 1),
        Strength(0.0179, "newcomer", "starter", 1),
        Strength(0.0421, "starter", "apprentice", 1),
        Strength(0.09, "apprentice", "hobbyist", 1),
        Strength(0.1393, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6, "club", "adept", 1),
    ),
    "zhengshangyou": (
        Strength(0.0098, "newcomer", "newcomer", 1),
        Strength(0.1592, "newcomer", "starter", 1),
        Strength(0.193, "starter", "apprentice", 1),
        Strength(0.2824, "apprentice", "hobbyist", 1),
        Strength(0.3704, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5861, "club", "adept", 1),
    ),
    "standard_two": (
        Strength(0.0134, "newcomer", "newcomer", 1),
        Strength(0.132, "newcomer", "starter", 1),
        Strength(0.2518, "starter", "apprentice", 1),
        Strength(0.3372, "apprentice", "hobbyist", 1),
        Strength(0.3936, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "standard_four": (
        Strength(0.0003, "newcomer", "newcomer", 1),
        Strength(0.0067, "newcomer", "starter", 1),
        Strength(0.0167, "starter", "apprentice", 1),
        Strength(0.0483, "apprentice", "hobbyist", 1),
        Strength(0.0933, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
}
