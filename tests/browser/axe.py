"""What axe finds serious on a page."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = "() => axe.run(document, {resultTypes: ['violations']})"


def serious_in_any_light(page: Page) -> list[str]:
    """In both themes, of one and the same screen."""
    found: list[str] = []
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(60)  # colours change softly
        found += serious(page)
    return found


def serious(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):  # once for each page
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN)["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in ("serious", "critical")
    ]
