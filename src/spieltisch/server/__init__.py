"""HTTP and WebSocket, seats without accounts, lobby."""

from spieltisch.server.app import lan_address, serve
from spieltisch.server.settings import Limits, ServerSettings

__all__ = ["Limits", "ServerSettings", "lan_address", "serve"]
