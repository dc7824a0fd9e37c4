"""What a messenger shows of a link: a title, a sentence and a picture. Nobody's name, nothing of the link."""

from html import escape

from spieltisch.kernel import Game
from spieltisch.kernel.languages import TEXTS, fill, first_spoken

PICTURE = "preview.png"
TITLE, HEAD_ENDS = "<title>Spieltisch</title>", "</head>"


def language_of(accepted: str) -> str:
    """Of an Accept-Language header: the first of ours that is asked for. (Browsers name the most wanted first.)"""
    tags = [part.split(";")[0].strip() for part in accepted.split(",")]
    return first_spoken(tag for tag in tags if tag not in ("", "*"))


def with_preview(page: str, game: Game | None, language: str, origin: str) -> str:
    """`game`: what is played at the table that the link leads to, if we know it."""
    words = TEXTS[language]["server"]["preview"]
    title = words["title"] if game is None else fill(words["table"], language, {"game": game.texts[language]["name"]})
    shown = {
        "site_name": "Spieltisch",
        "type": "website",
        "title": title,
        "description": words["about"] if game is None else words["invitation"],
        "image": f"{origin}/{PICTURE}",
    }
    metas = "".join(f'<meta property="og:{name}" content="{escape(text)}" />' for name, text in shown.items())
    description = f'<meta name="description" content="{escape(shown["description"])}" />'
    titled = page.replace(TITLE, f"<title>{escape(title)}</title>", 1)
    return titled.replace(HEAD_ENDS, f"{description}{metas}{HEAD_ENDS}", 1)
