"""What a new process does first: a move, then a search's answer. It says so when each is there (see start.py)."""

from spieltisch import Match, bot

match = Match("lobo77", 4, seed=77)
seat = match.actors[0]
match.play(seat, match.moves(seat)[0])
print("moved", flush=True)
bot("search", seed=77).choose(match.seen(match.actors[0]))
print("searched", flush=True)
