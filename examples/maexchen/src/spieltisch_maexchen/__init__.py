"""Mäxchen, a game for Spieltisch."""

import spieltisch as spieltisch  # it comes first, and finds game.GAME by its entry point
