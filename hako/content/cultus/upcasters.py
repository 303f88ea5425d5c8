"""What logs of earlier rules lack."""

from __future__ import annotations

from typing import Any


def plans_shown(line: dict[str, Any]) -> dict[str, Any]:
    """To rules 2: who chooses a character alone is shown the plans drawn (cultus.solo.6)."""
    for followed in line.get("then", ()):
        steps = {its["type"]: its for its in followed}
        if "pick_character" in steps:
            steps["pick_character"]["plans"] = steps["pick_plan"]["drawn"]
            line.pop("digest", None)  # the state has them, too
    return line
