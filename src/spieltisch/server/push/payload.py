"""What a notice says: which table, which game, why. Nothing that is hidden, and nobody's name at a public table."""

from base64 import urlsafe_b64encode
from hashlib import blake2b

from msgspec import Struct, json

from spieltisch.games import game_named
from spieltisch.store import StoredNotice
from spieltisch.table import TableState
from spieltisch.table.outcome import TurnNotice

TOPIC_BYTES = 18  # 24 letters; a topic has at most 32 (RFC 8030)


class NoticeBody(Struct, frozen=True, omit_defaults=True):
    """What is stored of it, the same for all devices."""

    game: str
    who: str | None = None  # who has moved, where the table is private


class Payload(Struct, frozen=True, omit_defaults=True):
    """What the page's service worker gets. It finds the words."""

    table: str
    seat: int
    kind: str
    game: str
    name: str  # the game's, in the device's language
    language: str
    tag: str  # notices of one turn have the same: the later one takes the place of the earlier one
    url: str
    who: str | None = None


def body_of(state: TableState, notice: TurnNotice) -> bytes:
    mover = None if notice.by is None or state.settings.public else state.chairs[notice.by].name
    return json.encode(NoticeBody(state.game.name, mover or None))


def payload_of(notice: StoredNotice) -> bytes:
    body = json.decode(notice.body, type=NoticeBody)
    return json.encode(
        Payload(
            table=notice.table,
            seat=notice.seat,
            kind=notice.kind,
            game=body.game,
            name=game_in(notice.device.language, body.game),
            language=notice.device.language,
            tag=topic_of(notice),
            url=f"/t/{notice.table}",
            who=body.who,
        )
    )


def topic_of(notice: StoredNotice) -> str:
    """Of a turn: a push service keeps only the last one of these, and learns nothing from it."""
    turn = f"{notice.table} {notice.seat} {notice.turn}"
    return urlsafe_b64encode(blake2b(turn.encode(), digest_size=TOPIC_BYTES).digest()).decode()


def game_in(language: str, game: str) -> str:
    """Its name; that of a game which is no longer installed is not known."""
    try:
        return str(game_named(game).texts[language]["name"])
    except (ValueError, KeyError):
        return game
