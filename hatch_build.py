"""Put the rule pack, and its compiled form, into a standard wheel."""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RulesHook(BuildHookInterface[BuilderConfig]):
    """Ship ``rules/`` as ``gpucmp/rules``, with a compiled pack that starts without YAML."""

    scratch: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Add both to the wheel, except to an editable one, which reads the repository's rules."""
        if version == "editable":
            return
        rules = Path(self.root, "rules")
        self.scratch = TemporaryDirectory()
        compiled = Path(self.scratch.name, "compiled.json")
        compiled.write_text(self._compile(rules), encoding="utf-8")
        build_data["force_include"] |= {
            str(rules): "gpucmp/rules",
            str(compiled): "gpucmp/rules/compiled.json",
        }

    def finalize(
        self, version: str, build_data: dict[str, dict[str, str]], artifact_path: str
    ) -> None:
        """Remove the compiled pack; the wheel has its copy."""
        del version, build_data, artifact_path
        if self.scratch:
            self.scratch.cleanup()

    def _compile(self, rules: Path) -> str:
        # The package that is being built, not one that happens to be installed.
        sys.path.insert(0, str(Path(self.root, "src")))
        text: str = import_module("gpucmp.loading").compile_builtin(rules)
        return text
