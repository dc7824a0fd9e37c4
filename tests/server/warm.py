"""Loaded once by the process that servers are forked from."""

from spieltisch.warming import warm_up

warm_up()
