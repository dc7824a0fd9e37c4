"""Rules that other rules call become parts of these: translated once, taken in by each caller, and optimized there.

Left to itself numba makes machine code of every function, with a door to Python and a file in the cache, for its
callers to take in once more. Only what Python calls needs that: some 15 of a game's 130 rules.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import OmittedArg

njit: Any = numba.njit
types: Any = numba.types  # neither they nor all of njit's options have static types


class NoEngine:
    """Where a part would be made ready to run."""

    def set_env(self, name: str, env: object) -> None: ...


class PartLibrary(JITCodeLibrary):
    """Code that waits to be linked; no machine code is made of it."""

    @property
    def codegen(self) -> NoEngine:
        return NoEngine()

    def _optimize_final_module(self) -> None: ...

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class PartCompiler(Compiler):
    def compile_extra(self, function: Callable[..., object]) -> Any:
        self.state.library = PartLibrary(self.state.targetctx.codegen(), function.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(function)


def give_parts(compiled: Any) -> None:
    """Whoever calls this rule from another one takes in its part."""

    @cache
    def part() -> Any:
        options = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        return njit(pipeline_class=PartCompiler, **options)(compiled.py_func)

    def compile_for(*args: object) -> Any:
        return compiled.compile(signature_of(compiled, args))

    compiled._compile_for_args = compile_for
    compiled.get_overload = lambda signature: part().get_overload(signature)
    compiled.get_call_template = lambda args, kws: part().get_call_template(
        tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()}
    )


def signature_of(compiled: Any, args: tuple[object, ...]) -> tuple[Any, ...]:
    """As called from Python: with numbers of any width, it is the machine code for int64 that runs."""
    return tuple(
        types.Omitted(value.value) if isinstance(value, OmittedArg) else widened(compiled.typeof_pyval(value))
        for value in args
    )


def widened(kind: Any) -> Any:
    """One part for each rule: whoever calls it, a constant 3, a byte 3 and a number 3 are all int64 to it.

    Left to itself numba compiles a rule anew for every combination of them, three times on average.
    """
    kind = types.unliteral(kind)
    narrow = isinstance(kind, types.Integer) and (kind.signed or kind.bitwidth < 64)
    return types.int64 if narrow else kind
