"""What is sent as it lies there: where the built page is, and which kinds of files there are."""

from importlib.resources import files

PAGE = files("spieltisch.server") / "page"
BROUGHT = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
}  # by a game of another package, too
TYPES = {**BROUGHT, ".html": "text/html", ".webmanifest": "application/manifest+json"}
APP = ("sw.js", "app.webmanifest")  # what makes the page an app: asked for anew at every start, or it would grow old
