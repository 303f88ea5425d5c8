"""Upcasters: they bring log lines of earlier rules to the current ones."""

from __future__ import annotations

from typing import Any


def plans_shown(line: dict[str, Any]) -> dict[str, Any]:
    """To rules 2: the solo player sees the drawn plans when choosing a character (solo.6)."""
    for followed in line.get("then", ()):
        steps = {step["type"]: step for step in followed}
        if "pick_character" in steps:
            steps["pick_character"]["plans"] = steps["pick_plan"]["drawn"]
            line.pop("digest", None)  # the state has them, too
    return line
