"""Loaded once by the process that servers are forked from."""

from spieltisch import hosting

hosting.warm_up()
