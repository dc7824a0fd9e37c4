"""Sums by which we find what was changed in the file, or is missing from it. They stay in it: nobody is told them.

A table's entries are a chain: each sum goes on from the one before. CRC-32 is made for what we look for, bits that a
disk has flipped; it takes a fraction of a microsecond and is one number in a row. (Whoever changes the file on purpose
could put any sum right.)
"""

from zlib import crc32

AGES_SUM = "keep_days * 1000003 + noticed_seq * 10007 + noticed * 31 + coalesce(set_aside + 1, 0)"
WAKE_SUM = "coalesce(wake_at * 31 + 7, 0)"


def first_sum(table: str) -> int:
    """Where the chain of this table begins."""
    return crc32(table.encode(errors="replace"))


def next_sum(before: int, body: bytes) -> int:
    return crc32(body, before)


def snapshot_sum(seq: int, body: bytes) -> int:
    return crc32(body, seq)


def clock_sum(running: int, wall: int | None, gaps: str, stood: str) -> int:
    return crc32(f"{running} {wall} {gaps} {stood}".encode(errors="replace"))
