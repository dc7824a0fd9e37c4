"""Property tests run the same examples everywhere, however slow the machine."""

from hypothesis import settings

settings.register_profile("spieltisch", deadline=None, derandomize=True, database=None)
settings.load_profile("spieltisch")
