"""Everything that is installed is pinned by its hash, also what installs it; no lock names a registry."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ("requirements.lock", "requirements-build.lock")


def pinned(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_every_part_has_its_version_and_hashes_and_nothing_else(lock: str) -> None:
    parts = (ROOT / lock).read_text().replace(" \\\n", "").strip().splitlines()
    assert all(re.fullmatch(r"[\w.-]+==\S+( ;[^#]+?)?( +--hash=sha256:[0-9a-f]{64})+", part) for part in parts)


def test_what_builds_and_installs_is_locked_too() -> None:
    assert {"uv", "hatchling", "editables"} <= pinned("requirements-build.lock").keys()


def test_both_locks_agree() -> None:
    one, other = (pinned(lock) for lock in LOCKS)
    assert {name: one[name] for name in one.keys() & other.keys()} == {
        name: other[name] for name in one.keys() & other.keys()
    }


def test_the_makefile_installs_only_from_the_locks_and_fetches_no_build_backend_by_itself() -> None:
    installs = re.findall(r"^\t@?.*(?:pip install|\$\(UV\)).*$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert installs
    for install in installs:
        assert "--require-hashes -r" in install or "--no-deps --no-build-isolation" in install
