"""BG-P2 The stop check: the most dice of the middle that could be added, all at once, to the caller's gain.

Each card may be added to in many ways; each way uses dice of certain colours and values. The cards compete for dice, so
the ways are chosen together. Three steps, all exact:

1. *Openings*: for every free place the dice in the middle that would fit it.
2. *Scarce* dice: what could be asked for more often than it is there (a colour with its value, or a colour where any
   value will do). Openings that touch nothing scarce disturb nobody: they are always used. Only the others are varied.
3. For every card the list of its *ways*, each with the scarce dice it uses; then the best three that fit together
   (branch and bound; check.py). Verwirrmix takes what the others leave of a colour.

This is asked once in a pass, so it may have memory of its own.
"""
