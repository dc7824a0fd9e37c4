"""`make format`: what is a table stays one."""

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[1] / ".ci" / "format.py"
SPEC = importlib.util.spec_from_file_location("formatting", FILE)
assert SPEC is not None
assert SPEC.loader is not None
formatting = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(formatting)

TABLE = """def why_not(prize: int, card: int) -> int:
    if prize == 0:            return 1
    elif card < 0:            return 2  # nobody's
    for seat in range(card):  print(seat)
    return 0
"""


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        (TABLE, TABLE),
        ("x = {'a':1}\n", 'x = {"a": 1}\n'),
        ("def f():\n  if True:  return 1\n", "def f():\n    if True:  return 1\n"),
        ("f = lambda x:  x\n", "f = lambda x: x\n"),
        ('text = """\nif a:  b\n"""\n', 'text = """\nif a:  b\n"""\n'),
    ],
    ids=["guards", "the rest", "a guard too far left", "no guard", "in a text"],
)
def test_python(written: str, wanted: str) -> None:
    assert formatting.formatted({"in/a.py": written}) == {"in/a.py": wanted}
