"""A contest's shares as a picture: a point and an interval for each bot, and the line of parity."""

from html import escape
from math import ceil
from pathlib import Path

from spieltisch.lab.contest import BadContest
from spieltisch.lab.report import ContestOutcome, title_of
from spieltisch.lab.scores import Score

LEFT, WIDTH, TOP, ROW, MARGIN = 110, 480, 64, 34, 40  # pixels
LETTER = 8  # pixels, of the title
TICK = 0.1  # of a share
STYLE = """text { font: 13px system-ui, sans-serif; fill: #222 } .title { font-size: 15px; font-weight: 600 }
.small { font-size: 11px; fill: #666 } .grid { stroke: #e4e4e4 } .parity { stroke: #b3401f; stroke-dasharray: 5 4 }
.interval { stroke: #1f5fa8; stroke-width: 3; stroke-linecap: round } circle { fill: #1f5fa8 }"""


def check_plot(file: Path) -> None:
    """Before anything is played for it."""
    if file.suffix.lower() != ".svg":
        raise BadContest(f"a plot is an SVG picture: its name ends in .svg, not as {file.name} does")
    new = not file.exists()
    try:
        file.open("ab").close()
        if new:
            file.unlink()
    except OSError as error:
        raise BadContest(f"{file} cannot be written: {error.strerror}") from None


def as_svg(outcome: ContestOutcome) -> str:
    """Shares from 0 to the tenth above the highest."""
    ticks = min(ceil(max(outcome.parity, *(score.high for score in outcome.scores)) / TICK), 10)
    scale = WIDTH / (ticks * TICK)
    bottom = TOP + ROW * len(outcome.scores)
    title = escape(title_of(outcome))
    width, height = max(LEFT + WIDTH, LETTER * len(title)) + MARGIN, bottom + MARGIN
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{title}</title><style>{STYLE}</style>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        f'<text class="title" x="16" y="26">{title}</text>',
        *(grid_line(LEFT + tick * TICK * scale, bottom, f"{tick * TICK:.0%}") for tick in range(ticks + 1)),
        *parity_line(LEFT + outcome.parity * scale, bottom, f"parity {outcome.parity:.1%}"),
        *(row(score, scale, TOP + ROW * index + ROW // 2) for index, score in enumerate(outcome.scores)),
        "</svg>\n",
    ])  # fmt: skip


def grid_line(x: float, bottom: int, label: str) -> str:
    line = f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}"/>'
    return f'{line}<text class="small" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{label}</text>'


def parity_line(x: float, bottom: int, label: str) -> tuple[str, str]:
    return (
        f'<line class="parity" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{bottom}"/>',
        f'<text class="small" x="{x:.1f}" y="{TOP - 12}" text-anchor="middle">{label}</text>',
    )


def row(score: Score, scale: float, y: int) -> str:
    share, low, high = (LEFT + value * scale for value in (score.win_share, score.low, score.high))
    return (
        f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(score.name)}</text>'
        f'<line class="interval" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
        f'<circle cx="{share:.1f}" cy="{y}" r="5"/>'
        f'<text class="small" x="{share:.1f}" y="{y - 9}" text-anchor="middle">{score.win_share:.1%}</text>'
    )
