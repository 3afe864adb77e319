"""Build hook of hatchling: the statements of the encodings, which the program reads instead of parsing these."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StatementsHook(BuildHookInterface[Any]):
    """Adds `pyrout/asp/worlds` to a wheel; an editable installation has the cache."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the statements into a folder of their own, and name it to the builder."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from pyrout.program import rule_sets

        self._made = tempfile.TemporaryDirectory()
        for path in rule_sets.encodings_of_positions():
            name = rule_sets.statements_file(path).relative_to(rule_sets.root())
            target = Path(self._made.name) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(rule_sets.statements_written(path))
        build_data["force_include"][f"{self._made.name}/worlds"] = "pyrout/asp/worlds"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder again."""
        if version != "editable":
            self._made.cleanup()
