"""What a server that was killed has left beside its file: is everything there that it had written?

`-wal` holds the newest commits, frame by frame. SQLite takes them up to the first frame that does not fit, and says
nothing of those after it; so we look first. The mark in the file says that a server was on it: then there must be a
`-wal`. (Formats: https://sqlite.org/walformat.html)
"""

import sqlite3
import struct
import sys
from contextlib import closing
from pathlib import Path

BYTE_ORDER = {0x377F0682: "<", 0x377F0683: ">"}  # of its checksums, by the number with which it begins
HEADER, FRAME = 32, 24  # bytes: before all frames, before the page of each
HEAD = 48  # bytes with which `-shm` begins, twice
LARGEST_PAGE = 65536

Sum = tuple[int, int]


def beside(path: Path, ending: str) -> Path:
    """Where SQLite puts it, also if the name is a link."""
    return Path(f"{path.resolve()}{ending}")


def has_wal(path: Path) -> bool:
    wal = beside(path, "-wal")
    return wal.exists() and wal.stat().st_size > 0


def lost_tail(path: Path) -> str | None:
    """How we know that commits are missing. Under the file's lock, before SQLite tidies away what there is to see."""
    wal, index = beside(path, "-wal"), beside(path, "-shm")
    if not has_wal(path):
        return f"its newest moves were in {wal}, which is not beside it" if is_marked(path) else None
    if not path.exists() or path.stat().st_size == 0:
        return f"there is nothing in it, while {wal} holds its newest moves"
    if lacks_commits(wal.read_bytes(), index.read_bytes() if index.exists() else b""):
        return f"{wal} is damaged or cut off: newer moves were in it than can be read now"
    return None


def is_marked(path: Path) -> bool:
    """A server opened it and did not close it. As the file alone says; nothing is made beside it."""
    if not path.exists():
        return False
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            return bool(connection.execute("select in_use from file").fetchone()[0])
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        return False  # no mark, or no file of ours: that is found elsewhere


def lacks_commits(wal: bytes, index: bytes) -> bool:
    """A crash may tear what was just being written, one commit at most, and nobody was told of that one."""
    page = int.from_bytes(wal[8:12], "big")
    if page < 512 or page > LARGEST_PAGE:
        page = 4096  # its header is damaged
    frames = [wal[at : at + FRAME + page] for at in range(HEADER, len(wal) - FRAME - page + 1, FRAME + page)]
    good = header_sum(wal)
    salt = wal[16:24] if good is not None else frames[0][8:16] if frames else b""
    committed = 0 if good is None else committed_frames(frames, salt, good, BYTE_ORDER[int.from_bytes(wal[:4], "big")])
    if frames_in_index(index, salt) > committed:
        return True
    later = [ends_commit(frame) for frame in frames[committed:] if frame[8:16] == salt]
    return any(later[:-1])


def committed_frames(frames: list[bytes], salt: bytes, before: Sum, order: str) -> int:
    """How many of them SQLite takes."""
    committed = 0
    for n, frame in enumerate(frames, start=1):
        before = checksum(frame[:8] + frame[FRAME:], before, order)
        if frame[8:16] != salt or before != struct.unpack(">2I", frame[16:FRAME]):
            break
        if ends_commit(frame):
            committed = n
    return committed


def ends_commit(frame: bytes) -> bool:
    return frame[4:8] != bytes(4)


def header_sum(wal: bytes) -> Sum | None:
    """With which the frames' checksums begin; None: it is damaged."""
    order = BYTE_ORDER.get(int.from_bytes(wal[:4], "big"))
    if order is None or len(wal) < HEADER:
        return None
    found = checksum(wal[:24], (0, 0), order)
    return found if found == struct.unpack(">2I", wal[24:HEADER]) else None


def frames_in_index(index: bytes, salt: bytes) -> int:
    """What the server noted last, in memory that it shared. After a power cut it may be older, never newer."""
    head = index[:HEAD]
    if len(head) < HEAD or head != index[HEAD : 2 * HEAD] or head[32:40] != salt:
        return 0
    order = "<" if sys.byteorder == "little" else ">"
    if checksum(head[:40], (0, 0), order) != struct.unpack("=2I", head[40:]):
        return 0
    return int.from_bytes(head[16:20], sys.byteorder)


def checksum(content: bytes, before: Sum, order: str) -> Sum:
    one, two = before
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for x, y in zip(words[::2], words[1::2], strict=True):
        one = (one + x + two) & 0xFFFFFFFF
        two = (two + y + one) & 0xFFFFFFFF
    return one, two
