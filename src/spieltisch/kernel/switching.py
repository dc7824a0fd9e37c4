"""Plain until compiled: rules run as plain Python until their machine code is there, and change over unnoticed.

A rule is one object to all who hold it. What changes is its class, and with it what a call of it does; so nothing is to
be told, and afterwards it costs nothing. Rules that call one another in machine code are not concerned.
"""

import pickle
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar

from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from spieltisch.kernel.parts import signature_of

Signature = tuple[Any, ...]  # numba's types of the arguments
Signatures = dict[str, list[Signature]]  # by a rule's lasting name


class Plain(CPUDispatcher):
    """Called from Python, it is the function as it was written."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.py_func(*args, **named)


class Noting(CPUDispatcher):
    """Writes down what Python calls it with."""

    notes: ClassVar[dict[tuple[str, Signature], None]] = {}
    _uuid: str  # the rule's lasting name

    def __call__(self, *args: Any) -> Any:
        self.notes[self._uuid, signature_of(self, args)] = None
        return super().__call__(*args)


class NotPrepared(Exception):
    """The machine code of a rule is not in the cache, or cannot be read."""


_rules: dict[str, Any] = {}
_first_class: Any = CPUDispatcher


def enlist(name: str, compiled: Any) -> None:
    """Every rule, when it is made."""
    _rules[name] = compiled
    compiled.__class__ = _first_class


def _begin_as(first_class: Any) -> None:
    global _first_class
    _first_class = first_class
    for compiled in _rules.values():
        compiled.__class__ = first_class


def begin_plain() -> None:
    """All rules, those too that are made later."""
    _begin_as(Plain)


def begin_compiled() -> None:
    _begin_as(CPUDispatcher)


def note_calls() -> None:
    """From now on, until `take_notes`."""
    Noting.notes.clear()
    _begin_as(Noting)


def take_notes() -> Signatures:
    """What Python called meanwhile."""
    begin_compiled()
    found: Signatures = {}
    for name, signature in Noting.notes:
        found.setdefault(name, []).append(signature)
    return found


def to_bytes(signatures: Signatures) -> bytes:
    return pickle.dumps(signatures)


def from_bytes(written: bytes) -> Signatures:
    """Of a file in the cache, which is trusted as numba's own there are."""
    try:
        signatures: Signatures = pickle.loads(written)
    except Exception as error:  # a file that was cut off may raise anything
        raise NotPrepared(f"the list of calls cannot be read: {type(error).__name__}") from None
    return signatures


def load(signatures: Signatures) -> None:
    """Machine code from the cache, beside plain rules that go on being called. Nothing is compiled."""
    for name, calls in signatures.items():
        for signature in calls:
            load_one(name, signature)


def load_one(name: str, signature: Signature) -> None:
    compiled = _rules.get(name)
    if compiled is None:
        raise NotPrepared(f"there is no rule {name}")
    with global_compiler_lock:
        if signature in compiled.overloads:
            return
        try:
            found = compiled._cache.load_overload(signature, compiled.targetctx)
        except Exception as error:  # a file that was cut off may raise anything
            raise NotPrepared(f"{name} cannot be read from the cache: {type(error).__name__}") from None
        if found is None:
            raise NotPrepared(f"{name} is not in the cache")
        compiled.add_overload(found)


def rules_of(folder: Path, signatures: Signatures) -> list[str]:
    """Those that no other folder's rules call: they may change over by themselves."""
    return [name for name in signatures if folder in _rules[name]._folders]


def is_plain(rule: Callable[..., object]) -> bool:
    return not isinstance(rule, CPUDispatcher) or isinstance(rule, Plain)


def switch(names: Iterable[str]) -> None:
    """These are compiled from now on."""
    for name in names:
        _rules[name].__class__ = CPUDispatcher
