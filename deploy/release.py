"""A release: `make release VERSION=0.2.0` raises the version, closes the changelog's section, commits and tags."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT, CHANGELOG = Path("pyproject.toml"), Path("CHANGELOG.md")
VERSION = re.compile(r'^version = "(\d+)\.(\d+)\.(\d+)"$', re.MULTILINE)
OPEN = "## [Unreleased]\n"


class NoRelease(ValueError):
    """Why there is none; nothing was changed."""


def git(folder: Path, *args: str) -> str:
    return subprocess.run(["git", *args], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def release(folder: Path, version: str, today: str) -> None:
    """Everything but building: two files, a commit, a tag."""
    project, changelog = (folder / PROJECT).read_text(), (folder / CHANGELOG).read_text()
    new_project, new_changelog = raised(project, version), closed(changelog, version, today)
    if git(folder, "status", "--porcelain"):
        raise NoRelease("there are changes that are not committed: commit them first")
    if git(folder, "tag", "--list", f"v{version}"):
        raise NoRelease(f"there is a release {version} already: choose a higher version")
    (folder / PROJECT).write_text(new_project)
    (folder / CHANGELOG).write_text(new_changelog)
    git(folder, "commit", "-qam", f"Release {version}")
    git(folder, "tag", "-a", f"v{version}", "-m", f"Spieltisch {version}")


def raised(project: str, version: str) -> str:
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        raise NoRelease(f"a version is written like 1.2.3, not {version!r}")
    found = VERSION.search(project)
    assert found is not None, "pyproject.toml names no version"
    if tuple(map(int, version.split("."))) <= tuple(map(int, found.groups())):
        raise NoRelease(f"{version} does not come after {'.'.join(found.groups())}")
    return VERSION.sub(f'version = "{version}"', project)


def closed(changelog: str, version: str, today: str) -> str:
    """What was unreleased is this version's; a new section is opened above it."""
    _, _, rest = changelog.partition(OPEN)
    if not rest.partition("\n## [")[0].strip():
        raise NoRelease(f"CHANGELOG.md says nothing under {OPEN.strip()}: what is new?")
    return changelog.replace(OPEN, f"{OPEN}\n## [{version}] - {today}\n", 1)


def main() -> int:
    try:
        (version,) = sys.argv[1:] or ("",)
        release(ROOT, version, datetime.now(UTC).date().isoformat())
    except NoRelease as why:
        print(f"no release: {why}", file=sys.stderr)
        return 2
    print(f"Tagged v{version}. Nothing was sent anywhere: git push --follow-tags, and publish what is in dist/.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
