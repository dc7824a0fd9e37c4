"""The app's icons, drawn from our emblem (web/public/favicon.svg): `make icons`. A phone wants pixels."""

import re
import sys
from pathlib import Path

import chromium
from playwright.sync_api import sync_playwright

ROUND = 'rx="15"'  # of the ground; a phone cuts its own corners
SAFE = "-4 -4 72 72"  # around what is drawn: a phone may cut a fifth away
ICONS = {"192": (192, "plain"), "512": (512, "plain"), "180": (180, "full"), "maskable": (512, "safe")}
BADGE = 96  # one colour: what Android draws into its status line


def drawn(emblem: str, how: str) -> str:
    if how == "plain":
        return emblem
    ground = emblem.replace(ROUND, "", 1)
    if how == "full":
        return ground
    wide = re.sub(r'<rect width="64" height="64" ', '<rect x="-4" y="-4" width="72" height="72" ', ground, count=1)
    return wide.replace('viewBox="0 0 64 64"', f'viewBox="{SAFE}"', 1)


def badge(emblem: str) -> str:
    """The wolf's head alone, white, with holes for his eyes."""
    head = re.findall(r'<path d="([^"]+)"', emblem)[0]
    eyes = "".join(f"M{x - 2.6} 37a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0 -5.2 0" for x in (27, 37))
    shape = f'<path fill="#fff" fill-rule="evenodd" d="{head}{eyes}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="14 20 36 36">{shape}</svg>'


def make(emblem: Path, folder: Path) -> None:
    text = emblem.read_text(encoding="utf-8")
    wanted = {name: (size, drawn(text, how)) for name, (size, how) in ICONS.items()} | {"badge": (BADGE, badge(text))}
    folder.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.found(), args=chromium.FLAGS)
        for name, (size, svg) in wanted.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{svg}")
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
