"""Python as `ruff format` writes it, but for guards that read as a table: those stay on their lines, aligned.

`python .ci/format.py` rewrites what differs, `--check` names it.
"""

import re
import subprocess
import sys
from pathlib import Path

KEEP = "  # fmt: skip"
GUARD = re.compile(r"^\s*(if|elif|else|for|while|with|case|class|def)\b.*:[ ]+[^#\s](?!.*# fmt: skip).*[^,(\[{:\\]$")


def formatted(source: str, name: str) -> str:
    """Each guard is marked for ruff, and the mark taken away again."""
    tables = {line.strip() for line in source.splitlines() if GUARD.match(line)}
    marked = "\n".join(line + KEEP if line.strip() in tables else line for line in source.split("\n"))
    command = [Path(sys.executable).with_name("ruff"), "format", "--stdin-filename", name, "-"]
    done = subprocess.run(command, input=marked, capture_output=True, text=True, check=True).stdout
    bare = (line.removesuffix(KEEP) for line in done.split("\n"))
    return "\n".join(new if new.strip() in tables else old for new, old in zip(bare, done.split("\n"), strict=True))


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout
    different = 0
    for file in map(Path, listed.splitlines()):
        source = file.read_text(encoding="utf-8")
        wanted = formatted(source, str(file))
        if wanted != source:
            different += 1
            print(file)
            if "--check" not in sys.argv:
                file.write_text(wanted, encoding="utf-8")
    return 1 if different and "--check" in sys.argv else 0


if __name__ == "__main__":
    raise SystemExit(main())
