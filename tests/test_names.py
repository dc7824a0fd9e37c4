"""One name, one thing: no two public classes of the package are called alike."""

import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Iterator

import spieltisch


def test_no_two_public_classes_have_the_same_name() -> None:
    named: dict[str, set[type]] = defaultdict(set)
    for one in public_classes():
        named[one.__name__].add(one)
    twice = {name: sorted(one.__module__ for one in some) for name, some in named.items() if len(kinds(some)) > 1}
    assert not twice


def public_classes() -> Iterator[type]:
    for module in pkgutil.walk_packages(spieltisch.__path__, "spieltisch."):
        if "tests" not in module.name.split(".") and not module.name.endswith("__main__"):
            for one in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(one) and one.__module__ == module.name and not one.__name__.startswith("_"):
                    yield one
    yield spieltisch.Match


def kinds(classes: set[type]) -> set[type]:
    """A class that only fills in another one of its name (spieltisch.Match) is the same thing."""
    return {one for one in classes if not classes.intersection(one.__mro__[1:])}
