"""A match file for the coach."""

from collections.abc import Sequence

from spieltisch.coach.standing import StoodIn
from spieltisch.table.messages import SeatChange


def stood_in_by(changes: Sequence[SeatChange]) -> StoodIn:
    """When a bot played for somebody who was gone."""

    def stood_in(seat: int, row: int) -> bool:
        before = [change.what for change in changes if change.seat == seat and change.row <= row]
        return next((what == "stood_in" for what in reversed(before) if what in ("stood_in", "back")), False)

    return stood_in
