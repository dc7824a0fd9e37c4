"""Strength, measured: contests of bots on balanced seats, their shares of wins and their ratings.

For the people who build bots: nothing at a live table may come from here, for one of the players cheats.
"""
