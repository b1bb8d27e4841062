"""Every number of a figure has its mark: draws the pictures of the committed reports again, and compares them with the
figures' numbers in CSV."""

import collections
import csv
import re
import xml.etree.ElementTree as ElementTree

from laboratory import REPOSITORY, demand

# The end of a picture's name for a kind of collections; the pictures of the other kinds have no such end.
SUFFIXES = {"open": "-open", "own": "-own", "licensed": "-licensed"}
# A line with more points than this has about nine markers.
FEW = 25
# The width up to which a page of 1400 pixels shows a picture without making its letters smaller.
WIDEST = 1200


def points(path):
    """Returns {picture: {(panel, curve): number of points}} of a figure's CSV."""
    found = collections.defaultdict(collections.Counter)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["mean"]:
                picture = path.stem + SUFFIXES.get(row["kind"], "")
                found[picture][row["panel"], row["column"]] += 1
    return found


def marks(root, classes):
    """Returns {(panel, curve): number of marks of these classes}. A panel may be in pieces, such as `PANEL (1 of
    2)`."""
    found = collections.Counter()
    panels = [group for group in root.iter() if group.get("class") == "panel"]
    for panel in panels:
        title = re.sub(r" \(\d+ of \d+\)$", "", panel.get("data-title"))
        for curve in panel.iter():
            if curve.get("class") == "curve":
                found[title, curve.get("data-label")] += sum(mark.get("class") in classes for mark in curve.iter())
    return found


def every_mark(laboratory):
    """Each number has its dot, its bar, or its marker on a line of at most 25 points; a longer line has at least one
    marker. No picture is wider than a page."""
    laboratory.data()
    counts = collections.Counter()
    for name in sorted({path.parents[1].name for path in REPOSITORY.glob("results/*/figures/*.svg")}):
        for path in sorted((laboratory.results(name) / "figures").glob("*.csv")):
            for picture, expected in points(path).items():
                place = f"{name}, {picture}"
                root = ElementTree.parse(path.with_name(f"{picture}.svg")).getroot()
                demand(float(root.get("width")) <= WIDEST, f"{place} is {root.get('width')} pixels wide, more than {WIDEST}")
                drawn = marks(root, {"marker", "bar"})
                has_lines = any(element.get("class") == "line" for element in root.iter())
                for (panel, curve), count in expected.items():
                    # Without panels, the title is that of the only collection.
                    mine = sum(of for (title, label), of in drawn.items() if label == curve and (not panel or title == panel))
                    enough = 1 <= mine <= count if has_lines and count > FEW else mine == count
                    demand(enough, f"{place}, {panel} {curve}: {mine} marks for {count} numbers")
                    counts["numbers"] += count
                    counts["marks"] += mine
                counts["pictures"] += 1
    demand(counts["pictures"] > 50, f"{counts['pictures']} pictures, fewer than are committed")
    return ", ".join(f"{count} {what}" for what, count in counts.items())
