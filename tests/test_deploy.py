"""What is made of these sources for others: releases, the container's recipe, the service."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.release import NoRelease, closed, git, raised, release
from server.running import Server
from spieltisch.cli import make_parser

ROOT = Path(__file__).parents[1]
CONTAINER = (ROOT / "Containerfile").read_text(encoding="utf-8")
SERVICE = ROOT / "deploy" / "spieltisch.service"
CHANGES = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Chess.\n\n## [0.1.0] - 2026-11-15\n"


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "0.9.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    git(tmp_path, "init", "-q")
    for name, value in (("user.name", "Anna"), ("user.email", "anna@example.org"), ("commit.gpgsign", "false")):
        git(tmp_path, "config", name, value)
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Begun")
    return tmp_path


def test_a_release_raises_the_version_closes_the_section_and_is_tagged(clone: Path) -> None:
    release(clone, "0.10.0", "2026-12-01")
    assert git(clone, "log", "-1", "--format=%s") == "Release 0.10.0"
    assert git(clone, "describe") == "v0.10.0"
    assert git(clone, "status", "--porcelain") == ""
    assert (clone / "pyproject.toml").read_text() == '[project]\nversion = "0.10.0"\n'
    changes = (clone / "CHANGELOG.md").read_text()
    assert "## [Unreleased]\n\n## [0.10.0] - 2026-12-01\n\n### Added\n\n- Chess." in changes


@pytest.mark.parametrize(
    ("version", "says"),
    [("", "written like 1.2.3"), ("1.2", "written like"), ("v1.2.3", "written like"), ("0.9.0", "come after 0.9.0")],
)
def test_what_is_no_next_version_changes_nothing(clone: Path, version: str, says: str) -> None:
    with pytest.raises(NoRelease, match=says):
        release(clone, version, "2026-12-01")
    assert git(clone, "status", "--porcelain") == ""
    assert git(clone, "tag") == ""


def test_a_release_holds_what_is_committed_and_says_what_is_new(clone: Path) -> None:
    release(clone, "1.0.0", "2026-12-01")
    with pytest.raises(NoRelease, match="says nothing under"):
        release(clone, "1.0.1", "2026-12-02")
    (clone / "CHANGELOG.md").write_text(CHANGES)
    with pytest.raises(NoRelease, match="not committed"):
        release(clone, "1.0.1", "2026-12-02")


def test_these_sources_could_be_released() -> None:
    assert raised((ROOT / "pyproject.toml").read_text(), "99.0.0")
    assert "## [99.0.0] - 2030-01-01" in closed((ROOT / "CHANGELOG.md").read_text(), "99.0.0", "2030-01-01")


# The container


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name} (.+)$", CONTAINER, re.MULTILINE)


def test_the_container_copies_what_there_is() -> None:
    own = [shlex.split(line)[:-1] for line in instructions("COPY") if not line.startswith("--from")]
    ignored = (ROOT / ".dockerignore").read_text().split()
    for name in (name for names in own for name in names):
        assert (ROOT / name).exists(), name
        assert name not in ignored


def test_nobody_in_the_container_is_root_and_all_it_writes_is_in_one_volume() -> None:
    *_, last = CONTAINER.split("\nFROM ")
    assert "\nUSER spieltisch\n" in last
    assert instructions("VOLUME") == ["/data"]
    assert "SPIELTISCH_CACHE=/data/cache" in last
    assert make_parser("serve").parse_args(json.loads(instructions("CMD")[0])).data.is_relative_to("/data")


@pytest.mark.slow
def test_the_containers_health_check_tells_a_server_from_none(server: Server) -> None:
    (line,) = instructions("HEALTHCHECK")
    _, *command = json.loads(line.partition(" CMD ")[2])
    asked = [sys.executable, *(part.replace(":7777/", f":{server.port}/") for part in command)]
    assert subprocess.run(asked, check=False).returncode == 0
    server.stop()
    assert subprocess.run(asked, stderr=subprocess.DEVNULL, check=False).returncode != 0


# The service


def test_the_service_starts_what_the_program_knows() -> None:
    (command,) = re.findall(r"^ExecStart=\S+ (.+)$", SERVICE.read_text(), re.MULTILINE)
    assert make_parser("serve").parse_args(shlex.split(command)).command == "serve"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_finds_no_fault_with_the_service(tmp_path: Path) -> None:
    unit = tmp_path / SERVICE.name
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", SERVICE.read_text(), flags=re.MULTILINE))
    said = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.parametrize("name", ["compose.yaml", "kubernetes.yaml"])
def test_servers_among_others_are_started_with_words_that_we_know(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    words = re.findall(r"^ +- (serve|--\S+)$", text, re.MULTILINE)
    args = make_parser("serve").parse_args(words)
    assert args.data == "postgresql://spieltisch@database/spieltisch"
    assert args.nats == "nats://nats"
    assert args.json_log
