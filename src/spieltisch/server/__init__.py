"""HTTP and WebSocket, seats without accounts, lobby."""

from spieltisch.server.app import lan_address, serve
from spieltisch.server.settings import Limits, Settings

__all__ = ["Limits", "Settings", "lan_address", "serve"]
