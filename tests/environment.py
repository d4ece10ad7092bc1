"""The environment of commands that tests start."""

import os

from tests.cli.conftest import VARIABLES


def environment(**settings: str) -> dict[str, str]:
    kept = dict(os.environ)  # noqa: TID251 - the command inherits what it needs to start
    for name in (*VARIABLES, "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        kept.pop(name, None)
    return {**kept, "PYTHONIOENCODING": "utf-8", **settings}
