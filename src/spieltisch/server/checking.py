"""A match file from outside is checked in a process of its own, with limits: `python -m spieltisch.server.checking`."""

import asyncio
import resource
import sys

from msgspec import DecodeError, ValidationError, json

SECONDS = 20
MEMORY = 2 << 30  # bytes of address space


class NotGood(ValueError):
    """What is wrong with the file."""


async def check_elsewhere(body: bytes) -> bytes:
    """The answer's JSON; NotGood says what is wrong, TimeoutError that it took too long."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "spieltisch.server.checking",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        out, _ = await asyncio.wait_for(process.communicate(body), SECONDS)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        raise NotGood(out.decode(errors="replace").strip()[:300] or "it cannot be checked")
    return out


def check(body: bytes) -> bytes:
    from spieltisch.games import game_named
    from spieltisch.kernel.switching import begin_plain
    from spieltisch.server import protocol
    from spieltisch.table import replay

    begin_plain()  # for one match that is quicker than to load what is compiled, let alone to compile it
    try:
        document = json.decode(body, type=replay.Document)
        replay.verify(document, game_named)
    except (ValidationError, DecodeError, RecursionError, UnicodeError) as error:
        raise NotGood(f"not a match file: {error}") from None
    except ValueError as error:
        raise NotGood(str(error)) from None
    return json.encode(protocol.Finished(document, replay.replay_of(document, game_named)))


def main() -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        sys.stdout.buffer.write(check(sys.stdin.buffer.read()))
    except NotGood as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
