"""Shares of deals won against `club`, written by `python -m lab.arena strengths`; do not edit it."""

from __future__ import annotations

from collections.abc import Mapping

from service.rules.strength import Strength

# fmt: off
STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
    "standard": (
        Strength(0.1515, "starter", "starter", 1),
        Strength(0.1727, "starter", "apprentice", 1),
        Strength(0.2965, "apprentice", "hobbyist", 1),
        Strength(0.394, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6057, "club", "adept", 1),
        Strength(0.665, "adept", "expert", 1),
    ),
    "contest": (
        Strength(0.151, "starter", "starter", 1),
        Strength(0.172, "starter", "apprentice", 1),
        Strength(0.294, "apprentice", "hobbyist", 1),
        Strength(0.394, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.6087, "club", "adept", 1),
    ),
    "yuncheng": (
        Strength(0.103, "starter", "starter", 1),
        Strength(0.133, "starter", "apprentice", 1),
        Strength(0.285, "apprentice", "hobbyist", 1),
        Strength(0.401, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5803, "club", "adept", 1),
    ),
    "laizi": (
        Strength(0.0705, "starter", "starter", 1),
        Strength(0.1165, "starter", "apprentice", 1),
        Strength(0.2535, "apprentice", "hobbyist", 1),
        Strength(0.391, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.58, "club", "adept", 1),
        Strength(0.648, "adept", "expert", 1),
    ),
    "paodekuai": (
        Strength(0.2015, "starter", "starter", 1),
        Strength(0.2328, "starter", "apprentice", 1),
        Strength(0.3156, "apprentice", "hobbyist", 1),
        Strength(0.4161, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5336, "club", "adept", 1),
        Strength(0.601, "adept", "expert", 1),
    ),
    "paodekuai_two": (
        Strength(0.2115, "starter", "starter", 1),
        Strength(0.2465, "starter", "apprentice", 1),
        Strength(0.3255, "apprentice", "hobbyist", 1),
        Strength(0.405, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "paodekuai_four": (
        Strength(0.2447, "starter", "starter", 1),
        Strength(0.295, "starter", "apprentice", 1),
        Strength(0.3497, "apprentice", "hobbyist", 1),
        Strength(0.4367, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "guandan": (
        Strength(0.0683, "starter", "starter", 1),
        Strength(0.0825, "starter", "apprentice", 1),
        Strength(0.215, "apprentice", "hobbyist", 1),
        Strength(0.3542, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.616, "club", "adept", 1),
    ),
    "zhengshangyou": (
        Strength(0.208, "starter", "starter", 1),
        Strength(0.231, "starter", "apprentice", 1),
        Strength(0.32, "apprentice", "hobbyist", 1),
        Strength(0.394, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5861, "club", "adept", 1),
    ),
    "zhengshangyou_four": (
        Strength(0.331, "starter", "starter", 1),
        Strength(0.3513, "starter", "apprentice", 1),
        Strength(0.4107, "apprentice", "hobbyist", 1),
        Strength(0.4617, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
    "standard_two": (
        Strength(0.133, "starter", "starter", 1),
        Strength(0.168, "starter", "apprentice", 1),
        Strength(0.343, "apprentice", "hobbyist", 1),
        Strength(0.428, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
        Strength(0.5543, "club", "adept", 1),
    ),
    "standard_four": (
        Strength(0.02, "starter", "starter", 1),
        Strength(0.02, "starter", "apprentice", 1),
        Strength(0.17, "apprentice", "hobbyist", 1),
        Strength(0.26, "hobbyist", "regular", 1),
        Strength(0.5, "regular", "club", 1),
    ),
}
