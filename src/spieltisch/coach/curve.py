"""Everybody's share of winning along a match, as a picture."""

from collections.abc import Sequence
from html import escape

from spieltisch.coach.report import Analysis

LEFT, TOP, WIDTH, HEIGHT, MARGIN = 48, 40, 720, 280, 32  # pixels
LINE = 18  # pixels between names
COLOURS = ("#1f5fa8", "#b3401f", "#2e7d4f", "#8a5a00", "#6a3d9a", "#00788a", "#a3195b", "#555555")
STYLE = """text { font: 13px system-ui, sans-serif; fill: #222 } .small { font-size: 11px; fill: #666 }
.title { font-size: 15px; font-weight: 600 } .grid { stroke: #e4e4e4 } polyline { fill: none; stroke-width: 2 }"""


def as_svg(analysis: Analysis) -> str:
    title = escape(f"Shares of winning along a match of {analysis.game}")
    width, height = LEFT + WIDTH + 5 * MARGIN, TOP + HEIGHT + 2 * MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{title}</title><style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="title" x="16" y="24">{title}</text>',
        *(grid_line(percent) for percent in range(0, 101, 25)),
        f'<text class="small" x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 20}" text-anchor="end">rows of the log</text>',
        *(curve(analysis, seat) for seat in range(analysis.seats)),
        *(label(name, seat) for seat, name in enumerate(analysis.names)),
        "</svg>\n",
    ])  # fmt: skip


def grid_line(percent: int) -> str:
    y = height_of(percent / 100)
    line = f'<line class="grid" x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
    return f'{line}<text class="small" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'


def height_of(share: float) -> float:
    return TOP + HEIGHT * (1 - share)


def curve(analysis: Analysis, seat: int) -> str:
    scale = WIDTH / max(analysis.standings[-1].rows, 1)
    points = [(LEFT + scale * standing.rows, height_of(standing.shares[seat])) for standing in analysis.standings]
    return f'<polyline stroke="{COLOURS[seat]}" points="{listed(points)}"/>'


def listed(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def label(name: str, seat: int) -> str:
    x, y = LEFT + WIDTH + 12, TOP + LINE * (seat + 1)
    return f'<text x="{x}" y="{y}" style="fill: {COLOURS[seat]}">{escape(name)}</text>'
