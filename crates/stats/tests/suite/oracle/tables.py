"""Formats and writes the tables of the other scripts."""

from pathlib import Path

import numpy as np


def said(value):
    """The shortest text that is read back as the same number; `-` if there is none."""
    return "-" if value is None or np.isnan(value) else repr(float(value))


def many(values):
    return ",".join(map(said, np.ravel(values)))


def labels(values):
    return ",".join("-" if np.isnan(value) else f"{value:g}" for value in values)


def write(script, **tables):
    """Writes each table beside a script, with a line for each row."""
    for name, rows in tables.items():
        lines = ["\t".join(map(str, row)) + "\n" for row in rows]
        Path(script).with_name(f"{name}.tsv").write_text("".join(lines))
