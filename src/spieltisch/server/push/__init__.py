"""Notices on people's devices: "it is your turn". Stored with the move that caused them, sent after it."""
