"""Spieltisch as it is, but that every declared choice has another number and every record its fields in another order:
`python tests/renumbered.py serve …`. Nothing outside the games may notice.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled rules are kept by their sources, and these stay the same
os.environ["SPIELTISCH_CACHE"] = tempfile.mkdtemp()

DECLARATIONS = "spieltisch.kernel.record"


class Renumbering(MetaPathFinder):
    """Changes how things are declared before the first game declares anything."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path) if name == DECLARATIONS else None
        if spec and spec.loader:
            spec.loader = Renumbered(spec.loader)
        return spec


class Renumbered(Loader):
    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        lay_out, fields_of = module.record, module.fields_of

        def record(declaration: type) -> object:
            return lay_out(type("Reordered", (module.Record,), dict(reversed(fields_of(declaration).items()))))

        vars(module).update(choice=other_numbers, record=record)


def other_numbers(*names: str, **special: int) -> dict[str, int]:
    """They change places; a special number that is alone becomes another negative one."""
    numbers = {name: (place + 1) % len(names) for place, name in enumerate(names)}
    first, *rest = special.values() or (0,)
    others = [*rest, first] if rest else [first - 4]
    return numbers | dict(zip(special, others, strict=False))


sys.meta_path.insert(0, Renumbering())

if __name__ == "__main__":
    from spieltisch.cli import main

    sys.exit(main(sys.argv[1:]))
