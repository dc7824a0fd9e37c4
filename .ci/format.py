"""Python as `ruff format` writes it, but for guards that read as a table: those stay on their lines, aligned.

`python .ci/format.py` rewrites what differs, `--check` names it.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
KEEP = "  # fmt: skip"
GUARD = re.compile(r"^\s*(if|elif|else|for|while|with|case|class|def)\b.*:[ ]+[^#\s](?!.*# fmt: skip).*[^,(\[{:\\]$")


def formatted(sources: dict[str, str]) -> dict[str, str]:
    """By file name. Each guard is marked for ruff, which is started once for all, and the mark taken away again."""
    with tempfile.TemporaryDirectory(prefix="spieltisch-format-") as folder:
        (Path(folder) / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
        files = {name: Path(folder) / "sources" / name for name in sources}
        for name, file in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(marked(sources[name]), encoding="utf-8")
        subprocess.run([Path(sys.executable).with_name("ruff"), "format", "--quiet", "--no-cache", folder], check=True)
        return {name: bare(file.read_text(encoding="utf-8"), sources[name]) for name, file in files.items()}


def guards(source: str) -> set[str]:
    return {line.strip() for line in source.splitlines() if GUARD.match(line)}


def marked(source: str) -> str:
    tables = guards(source)
    return "\n".join(line + KEEP if line.strip() in tables else line for line in source.split("\n"))


def bare(done: str, source: str) -> str:
    tables = guards(source)
    lines = ((line.removesuffix(KEEP), line) for line in done.split("\n"))
    return "\n".join(new if new.strip() in tables else old for new, old in lines)


def main() -> int:
    listed = subprocess.run(["git", "ls-files", "*.py"], capture_output=True, text=True, check=True).stdout
    sources = {name: Path(name).read_text(encoding="utf-8") for name in listed.splitlines()}
    different = {name: wanted for name, wanted in formatted(sources).items() if wanted != sources[name]}
    for name, wanted in different.items():
        print(name)
        if "--check" not in sys.argv:
            Path(name).write_text(wanted, encoding="utf-8")
    return 1 if different and "--check" in sys.argv else 0


if __name__ == "__main__":
    raise SystemExit(main())
