"""Who may ask, and how often. Addresses are held in memory only, and only as long as they count."""

from collections import deque
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

from spieltisch.server.settings import Limits, ServerSettings

HOUR = 3600
OWN_NAMES = ("localhost", "127.0.0.1", "::1")
ANYWHERE = ("0.0.0.0", "::")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Server": "Spieltisch",
}


class AllowedHosts:
    """The names under which a browser may ask: a page of another site cannot reach us by pointing its name here."""

    def __init__(self, names: tuple[str, ...], any_address: bool) -> None:
        self._names = {name.lower() for name in names}
        self._any_address = any_address

    def allows(self, host: str) -> bool:
        """Of a Host header."""
        name = name_in(f"//{host}")
        return name in self._names or (self._any_address and is_address(name))

    def allows_origin(self, origin: str | None, host: str) -> bool:
        """Programs send none; a browser's must be the very host it asks."""
        return origin is None or (origin.lower().partition("://")[2] == host.lower() and self.allows(host))


def allowed_hosts(settings: ServerSettings) -> AllowedHosts:
    return AllowedHosts((*OWN_NAMES, settings.host, *settings.names), any_address=settings.host in ANYWHERE)


def name_in(url: str) -> str:
    """Empty: there is none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:  # brackets that fit no address
        return ""


def is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Addresses:
    """How many tables each address has opened of late."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._openings: dict[str, deque[float]] = {}

    def may_open(self, address: str) -> bool:
        """A table; counted for an hour."""
        now = monotonic()
        for known in list(self._openings):
            while self._openings[known] and self._openings[known][0] < now - HOUR:
                self._openings[known].popleft()
            if not self._openings[known]:
                del self._openings[known]
        openings = self._openings.setdefault(address, deque())
        if len(openings) >= self._limits.tables:
            return False
        openings.append(now)
        return True


class Pace:
    """So many messages a second on average, and a few more at once."""

    __slots__ = ("_burst", "_last", "_left", "_rate")

    def __init__(self, limits: Limits) -> None:
        self._rate, self._burst = limits.rate, limits.burst
        self._left = float(limits.burst)
        self._last = monotonic()

    def allows(self) -> bool:
        now = monotonic()
        self._left = min(self._left + (now - self._last) * self._rate, self._burst)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
