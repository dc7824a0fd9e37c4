"""What axe finds serious on a page."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = "rules => axe.run(document, {resultTypes: ['violations'], ...rules})"
EVERYTHING: dict[str, Any] = {}
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}  # all that another light can change
LIGHTS: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def serious_in_any_light(page: Page) -> list[str]:
    """In both themes, of one and the same screen."""
    return [one for theme in LIGHTS for one in serious_in(page, theme)]


def serious_in(page: Page, theme: Literal["light", "dark"]) -> list[str]:
    """In the first light everything is looked at, in the other its colours."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_timeout(60)  # colours change softly
    return serious(page, EVERYTHING if theme == LIGHTS[0] else COLOURS)


def serious(page: Page, rules: dict[str, Any] = EVERYTHING) -> list[str]:
    if not page.evaluate("'axe' in window"):  # once for each page
        page.evaluate(SOURCE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN, rules)["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found if one["impact"] in ("serious", "critical")
    ]
