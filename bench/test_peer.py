"""A peer in a folder: copied, installed, started, read, ended; the folder itself stays as it is."""

import os
import shutil
from pathlib import Path

import pytest

from bench.peer import NoPeer, Peer, prepared

SERVER = """
const port = process.argv[process.argv.indexOf("--port") + 1];
require("fs").writeFileSync("pid", String(process.pid));
require("net").createServer().listen(+port, "127.0.0.1", () => console.log("READY", process.pid));
"""
LOADGEN = """
const told = {};
process.argv.forEach((word, i, all) => { told[word.replace("--", "")] = all[i + 1]; });
require("net").connect(+told.port, "127.0.0.1", () => {
  console.log(JSON.stringify({ moves_per_s: +told.tables, server_cpu_us_per_move: +told.seats, p50_ms: +told.warm,
    p99_ms: +told.secs, bytes_per_client_per_move: 28, foreign_cpu_pct: 16, stalled_tables: 0 }));
  process.exit(0);
});
"""
pytestmark = pytest.mark.skipif(shutil.which("npm") is None, reason="needs node and npm")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "package.json").write_text('{"name": "toy", "private": true}')
    (folder / "server.js").write_text(SERVER)
    (folder / "loadgen.js").write_text(LOADGEN)
    return folder


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_is_measured_with_our_load_and_ended(folder: Path) -> None:
    before = sorted(folder.iterdir())
    folder.chmod(0o555)
    with prepared(folder) as peer:
        assert isinstance(peer, Peer)
        reading = peer.measure(10, 0.25, 1.0)
        assert not is_running(int((peer.folder / "pid").read_text()))
    assert (peer.name, reading.moves_per_s, reading.cpu_us, reading.p50_ms, reading.p99_ms) == ("toy", 10, 4, 0.25, 1)
    assert reading.spoilt, "others took 16 % of a core"
    assert sorted(folder.iterdir()) == before
    assert not peer.folder.exists()


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_its_server_is_ended_when_anything_goes_wrong(folder: Path, error: type[BaseException]) -> None:
    with prepared(folder) as peer:
        assert isinstance(peer, Peer)
        with pytest.raises(error), peer.running() as (_, pid):
            raise error
        assert not is_running(pid)


def test_a_server_that_does_not_start_is_named(folder: Path) -> None:
    (folder / "server.js").write_text("process.exit(1)")
    with prepared(folder) as peer:
        assert isinstance(peer, Peer)
        with pytest.raises(RuntimeError, match=r"toy: server\.js ended before it said READY"):
            peer.measure(10, 0.25, 1.0)


def test_a_load_generator_that_fails_is_quoted(folder: Path) -> None:
    (folder / "loadgen.js").write_text("console.error('no such room'); process.exit(2)")
    with prepared(folder) as peer:
        assert isinstance(peer, Peer)
        with pytest.raises(RuntimeError, match="ended with 2:\nno such room"):
            peer.measure(10, 0.25, 1.0)
        assert not is_running(int((peer.folder / "pid").read_text()))


def test_without_a_folder_or_without_node_there_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with prepared(None) as peer:
        assert peer == NoPeer("no peer was given: --peer DIR")
    monkeypatch.setenv("PATH", "")
    with prepared(folder) as peer:
        assert peer == NoPeer("no peer: node or npm is missing here")
