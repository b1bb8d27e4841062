"""Error rates of the verdicts of `eval --allow`: repeats the simulation of docs/dev/gate.md with other numbers of
samples."""

import pathlib

from laboratory import called, demand

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = 4000


def rows(page):
    """Returns the cells of each row of the table of errors in the page."""
    table = page[page.index("| errors |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def error_rates(laboratory):
    """The demands of the page hold in this simulation too (it ends with an error otherwise), and the page's shares
    agree with those of this simulation."""
    simulated = called(["cargo", "run", "--release", "--quiet", "-p", "rejudge-stats", "--example", "gate", SAMPLES], cwd=ROOT)
    page = (ROOT / "docs" / "dev" / "gate.md").read_text()
    ours, documented = rows(simulated), rows(page)
    demand([row[:2] for row in ours] == [row[:2] for row in documented], "docs/dev/gate.md has other rows: make gate")
    for one, other in zip(ours, documented):
        # Cells are ranges of shares. The limit is five standard errors of a share of a half, which has the largest standard
        # error.
        pairs = zip("–".join(one[2:7]).split("–"), "–".join(other[2:7]).split("–"), strict=True)
        apart = max(abs(float(a) - float(b)) for a, b in pairs)
        demand(apart < 250 / SAMPLES**0.5, f"{one} differs from {other} of docs/dev/gate.md: make gate")
    return f"{len(ours)} rows by {SAMPLES} samples"
