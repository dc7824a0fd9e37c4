"""`rule`: one Python source, compiled, cached on disk, and never stale."""

import atexit
import hashlib
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable
from functools import cache, cached_property
from itertools import takewhile
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.caching import FunctionCache, IndexDataCacheFile

from spieltisch.kernel.parts import give_parts
from spieltisch.kernel.switching import enlist

F = TypeVar("F", bound=Callable[..., object])

PACKAGE = Path(__file__).parent.parent
KERNEL = PACKAGE / "kernel"
KEPT_CACHES = 6
ROOT = "SPIELTISCH_CACHE"  # in the environment
PROCESS = secrets.token_hex(4)


@cache
def fingerprint(folder: Path) -> str:
    """A hash of all sources in a folder, wherever it lies.

    Bounds checks are a matter of the environment, and not in numba's key either.
    """
    digest = hashlib.sha256(f"boundscheck={os.environ.get('NUMBA_BOUNDSCHECK', '')} {folder.name}".encode())
    for file in sorted(folder.rglob("*")):
        if file.suffix in {".py", ".toml"} and "tests" not in file.relative_to(folder).parts:
            digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def wished_root() -> Path:
    named = os.environ.get(ROOT)
    if named:
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches) if caches else Path.home() / ".cache") / "spieltisch"


@cache
def cache_root() -> Path | None:
    """Where all caches are. Without a home, or with one we may not write to: in a folder that is there as long as we
    are, and which our children are told; and None where nothing can be written at all: then nothing is kept.
    """
    try:
        root = wished_root()
        root.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=root).close()
        return root
    except (OSError, RuntimeError):  # RuntimeError: who has no home
        pass
    try:
        root = Path(tempfile.mkdtemp(prefix="spieltisch-"))
    except OSError:
        return None
    os.environ[ROOT] = str(root)
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    return root


@cache
def cache_for(label: str, folders: frozenset[Path]) -> Path | None:
    """Where is kept what was compiled from just these sources, if anywhere.

    numba's cache notices a changed file, but not that a function from *another* file, inlined long ago, has
    changed: it would go on playing by the old rules. So each state of the sources has a cache of its own.
    """
    root = cache_root()
    digest = hashlib.sha256("".join(sorted(map(fingerprint, folders))).encode())
    try:
        return root and open_cache(root, label, digest.hexdigest()[:16])
    except OSError:
        return None


def open_cache(root: Path, label: str, digest: str) -> Path:
    """The folder for these sources; those of this label whose sources are long gone are removed."""
    folder = root / f"{label}-{digest}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    ours = (old for old in root.iterdir() if re.fullmatch(f"{re.escape(label)}-[0-9a-f]{{16}}", old.name))
    by_last_use = sorted(ours, key=lambda old: old.stat().st_mtime)
    for old in by_last_use[:-KEPT_CACHES]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def folders_of(function: FunctionType) -> frozenset[Path]:
    """Whose sources can end up in its machine code: the kernel's, its own floor's, game's or package's, and those of
    the rules it closes over. (Imports go downward only: see tests/test_floors.py.)
    """
    closed_over = (cell.cell_contents for cell in function.__closure__ or ())
    theirs: list[frozenset[Path]] = [getattr(value, "_folders", frozenset()) for value in closed_over]
    own = own_folder(Path(function.__code__.co_filename))
    return frozenset({KERNEL} if own is None else {KERNEL, own}).union(*theirs)


@cache
def own_folder(file: Path) -> Path | None:
    """The sources that a file belongs to: one of our floors or games, or the whole of a package that is not ours.
    None: it is no package's, and its source is in its rules' names.
    """
    if PACKAGE not in file.parents:
        return outermost_package(file)
    floor, *rest = file.relative_to(PACKAGE).parts
    return PACKAGE / floor / rest[0] if floor == "games" and len(rest) > 1 else PACKAGE / floor


def outermost_package(file: Path) -> Path | None:
    packages = takewhile(lambda folder: (folder / "__init__.py").is_file(), file.parents if file.is_file() else ())
    return next(reversed(list(packages)), None)


def label_of(folders: frozenset[Path]) -> str:
    return "-".join(sorted(folder.name for folder in folders))


settings: Any = numba.config
njit: Any = numba.njit  # neither they nor all of its options have static types


def lasting_id(function: FunctionType) -> str:
    """The same in every process: its place in the source, the source, and what it closes over."""
    code, file = function.__code__, Path(function.__code__.co_filename)
    owner = "+".join(lasting_text(cell.cell_contents) for cell in function.__closure__ or ())
    source = source_of(file)  # a file outside of any package has no fingerprint
    digest = hashlib.sha256(b"\0".join((owner.encode(), source, code.co_code, str(code.co_firstlineno).encode())))
    return f"{function.__module__}.{function.__qualname__}:{digest.hexdigest()[:16]}"


@cache
def source_of(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def lasting_text(value: object) -> str:
    uuid = getattr(value, "_uuid", None)  # another compiled rule
    if isinstance(uuid, str):
        return uuid
    if value is None or isinstance(value, int | float | str | np.dtype):
        return repr(value)
    if isinstance(value, np.ndarray):  # a table, which is a constant to it
        return f"{value.dtype.str}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    raise TypeError(f"a rule may close over rules, numbers, tables and record types only, not over {value!r}")


class KeptFiles(IndexDataCacheFile):
    """What was cut off, by a power cut or a full disk, is as good as not there: it is compiled again."""

    def _load_index(self) -> dict[Any, Any]:
        try:
            return cast(dict[Any, Any], super()._load_index())
        except Exception:  # garbage may raise anything
            return {}

    def _load_data(self, name: str) -> Any:
        try:
            return super()._load_data(name)
        except Exception:
            return None


class RuleCache:
    """numba's cache of one rule, made when it is first asked: most rules are never called from Python.

    It is kept in the folder that is named by the sources, wherever and whenever they were written: a package that was
    moved or copied finds it again (numba would ask for the same place and time). And each process writes files of its
    own: if two write at the same moment, one may compile again later, but none finds the other's machine code under its
    name.
    """

    def __init__(self, function: FunctionType, name: str, folder: Path) -> None:
        self.function, self.name, self.folder = function, name, folder

    @cached_property
    def kept(self) -> Any:
        settings.CACHE_DIR = str(self.folder)
        kept: Any = FunctionCache(self.function)
        kept._index_key = lambda signature, codegen: (signature, codegen.magic_tuple(), self.name)
        if own_folder(Path(self.function.__code__.co_filename)) is not None:
            files = KeptFiles(str(self.folder), kept._impl.filename_base, source_stamp=self.folder.name)
            files._data_name_pattern = files._data_name_pattern.replace("{", f"{PROCESS}.{{", 1)
            kept._cache_file = files
        return kept

    def load_overload(self, signature: object, target: object) -> Any:
        return self.kept.load_overload(signature, target)

    def save_overload(self, signature: object, compiled: object) -> None:
        self.kept.save_overload(signature, compiled)


def rule(function: F) -> F:
    """Compile a rule: no GIL, cached on disk. With NUMBA_DISABLE_JIT=1 it stays the plain function."""
    return compiled_once(function, nogil=True)


def holds_gil(function: F) -> F:
    """The same for what Python calls and has back within a microsecond: letting go of the GIL would cost far more."""
    return compiled_once(function, nogil=False)


def compiled_once(function: F, nogil: bool) -> F:
    """numba gives each compiled function a random id, and a closure's key in the cache is made of what it closes
    over, pickled, which differs between processes: a search made by a factory would be compiled anew in each. So both
    get a lasting id instead.
    """
    compiled: Any = njit(nogil=nogil, error_model="numpy", no_cfunc_wrapper=True)(function)
    if not hasattr(compiled, "_set_uuid"):  # it stays the plain function
        return cast(F, compiled)
    source = cast(FunctionType, function)
    name, folders = lasting_id(source), folders_of(source)
    if name in compiled._memo:  # a factory was called again
        return cast(F, compiled._memo[name])
    compiled._set_uuid(name)
    compiled._folders = folders
    folder = cache_for(label_of(folders), folders)
    if folder is not None:
        compiled._cache = RuleCache(source, name, folder)
    give_parts(compiled)
    enlist(name, compiled)
    return cast(F, compiled)
