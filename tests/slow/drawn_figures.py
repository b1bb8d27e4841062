"""Figures agree with their numbers: SVG against CSV, CSV against parquet."""

import math
import re
from xml.etree import ElementTree

from laboratory import demand

EXPERIMENTS = ["bompada-incomplete", "buckley-bpref", "open-scores", "sakai-late-arrival", "sakai-ncu", "voorhees-buckley", "zobel-pools"]
# Kinds of collections by the suffix of a picture's name.
PARTS = {"": {"worked-example", "made-up", "simulated"}, "-open": {"open"}, "-licensed": {"licensed"}}
SVG = "{http://www.w3.org/2000/svg}"
# Places are written with two decimals.
PIXELS = 0.011


def drawn(group):
    """Places (x, y) of the corners of a curve's lines, or of its markers if it has no line."""
    lines = [path.get("d") for path in group.iter(f"{SVG}path") if path.get("class") == "line"]
    return [(float(x), float(y)) for line in lines for x, y in re.findall(r"[ML](-?[0-9.]+) (-?[0-9.]+)", line)]


def straight(numbers, places):
    """The distance of the places from a linear function of the numbers, as on an axis."""
    low, high = numbers.index(min(numbers)), numbers.index(max(numbers))
    span = numbers[high] - numbers[low]
    if span == 0:
        return max(places) - min(places)
    slope = (places[high] - places[low]) / span
    # Both ends are rounded; numbers far from them inherit no more than that.
    return max(abs(places[low] + slope * (number - numbers[low]) - place) for number, place in zip(numbers, places))


def picture(path, rows):
    """Number of curves, and of the points whose height was compared; the SVG must agree with the rows of its CSV."""
    text = path.read_text()
    root = ElementTree.fromstring(text)
    demand(root.tag == f"{SVG}svg", f"{path.name}: the root is {root.tag}")
    titles = [title.text for title in root.findall(f"{SVG}title")]
    demand(len(titles) == 1 and titles[0], f"{path.name}: titles {titles}")
    for element in root.iter():
        for name, value in element.attrib.items():
            if name not in ("aria-label", "data-label", "data-title"):
                demand(not re.search("NaN|inf", value), f"{path.name}: {name}={value[:40]}")
        said = element.text or ""
        demand(not re.search(r"\b(NaN|-?inf)\b", said), f"{path.name}: a text `{said}`")

    labels = list(dict.fromkeys(row["column"] for row in rows))
    entries = [entry for entry in root.iter(f"{SVG}g") if entry.get("class") == "legend-entry"]
    legend = ["".join(entry.find(f"{SVG}text").itertext()) for entry in entries]
    demand(sorted(legend) == sorted(labels), f"{path.name}: the legend has {legend}, the CSV {labels}")
    panels = [group for group in root.iter(f"{SVG}g") if group.get("class") == "panel"]
    # Without panels, the title names the collection, if there is only one.
    only = rows[0]["collection"] if len({row["collection"] for row in rows}) == 1 else ""
    names = list(dict.fromkeys(row["panel"] or only for row in rows))
    found = [panel.get("data-title") for panel in panels]
    demand(found == names, f"{path.name}: panels {found}, the CSV has {names}")
    curves = compared = 0
    for panel, name in zip(panels, names):
        of_panel = [row for row in rows if (row["panel"] or only) == name and row["mean"] is not None]
        columns = list(dict.fromkeys(row["column"] for row in of_panel))
        groups = [group for group in panel.iter(f"{SVG}g") if group.get("class") == "curve"]
        labelled = [group.get("data-label") for group in groups]
        demand(labelled == columns, f"{path.name}, {name}: curves {labelled}, the CSV has {columns}")
        numbers, places = [], []
        for group, column in zip(groups, columns):
            means = [row["mean"] for row in of_panel if row["column"] == column]
            points = drawn(group)
            curves += 1
            # Points that would fall on the line between others are left out of long curves.
            if len(points) == len(means):
                numbers += means
                places += [y for _, y in points]
        if numbers:
            off = straight(numbers, places)
            demand(off <= PIXELS, f"{path.name}, {name}: a point is {off:.2f} pixels from its number")
            compared += len(numbers)
    return curves, compared


def same_numbers(path):
    """The rows of a figure's CSV, which must be those of its parquet file."""
    import polars

    stored = polars.read_parquet(path.with_suffix(".parquet"))
    text = [name for name, kind in stored.schema.items() if kind == polars.String]
    written = polars.read_csv(path, schema_overrides=stored.schema)
    demand(written.columns == stored.columns, f"{path.name}: columns {written.columns}, parquet {stored.columns}")
    written, stored = (frame.with_columns(polars.col(text).fill_null("")) for frame in (written, stored))
    for name in stored.columns:
        demand(written[name].equals(stored[name]), f"{path.name}: {name} is not that of the parquet file")
    for name in ("mean", "sd"):
        values = [value for value in stored[name].to_list() if value is not None]
        demand(all(math.isfinite(value) for value in values), f"{path.name}: {name} has NaN or infinity")
    return stored.to_dicts()


def as_their_numbers(laboratory):
    """Every figure of every experiment: its SVG is XML with a title, without NaN, with the panels, the curves and the
    legend of its CSV, the corners of its lines as high as the numbers say; its CSV holds the parquet file's numbers."""
    pictures = curves = compared = rows_read = 0
    for experiment in EXPERIMENTS:
        folder = laboratory.results(experiment) / "figures"
        found, expected = {path.name for path in folder.glob("*.svg")}, set()
        for path in sorted(folder.glob("*.csv")):
            rows = same_numbers(path)
            rows_read += len(rows)
            for suffix, kinds in PARTS.items():
                of_part = [row for row in rows if row["kind"] in kinds]
                if of_part:
                    expected.add(f"{path.stem}{suffix}.svg")
                    demand(f"{path.stem}{suffix}.svg" in found, f"{experiment}: no {path.stem}{suffix}.svg")
                    more = picture(folder / f"{path.stem}{suffix}.svg", of_part)
                    pictures, curves, compared = pictures + 1, curves + more[0], compared + more[1]
        demand(found == expected, f"{experiment}: pictures of no data: {sorted(found - expected)}")
    demand(pictures >= 20 and compared > 500, f"{pictures} pictures, {compared} points")
    return f"{pictures} pictures, {curves} curves, {compared} points at their height, {rows_read} rows"
