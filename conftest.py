"""Property tests run the same examples everywhere, however slow the machine."""

import os

from hypothesis import settings

EXAMPLES = 30 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 100  # the first of them: plain Python takes its time
settings.register_profile("spieltisch", deadline=None, derandomize=True, database=None, max_examples=EXAMPLES)
settings.load_profile("spieltisch")
