"""HTTP and WebSocket, seats without accounts, lobby."""

from spieltisch.server.settings import Limits, ServerSettings

__all__ = ["Limits", "ServerSettings"]
