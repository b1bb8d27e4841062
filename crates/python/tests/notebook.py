"""Runs docs/python.ipynb and compares the output of its cells with the stored output.

python notebook.py [--write]     --write: store the new outputs in the notebook (look at the difference, and commit it)
"""

import copy
import re
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "python.ipynb"


def cell_output(cell):
    """The output of a cell as text. Pictures are only counted."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts += [kind for kind in data if kind.startswith("image/")]
        texts.append(output.get("text", "") or data.get("text/plain", ""))
    # The addresses of objects differ from run to run.
    return [re.sub(r"0x[0-9a-f]+", "0x", text) for text in texts if text]


def clean(notebook):
    """The notebook without parts that change from run to run."""
    for cell in notebook.cells:
        cell.get("metadata", {}).clear()
        if cell.cell_type == "code":
            for output in cell.outputs:
                output.get("metadata", {}).clear()
    notebook.metadata.get("language_info", {}).pop("version", None)
    return notebook


def main(write):
    stored = nbformat.read(NOTEBOOK, as_version=4)
    fresh = copy.deepcopy(stored)
    NotebookClient(fresh, timeout=120, kernel_name="python3", resources={"metadata": {"path": NOTEBOOK.parent}}).execute()
    if write:
        nbformat.write(clean(fresh), NOTEBOOK)
        return 0
    cells = 0
    for number, (stored_cell, fresh_cell) in enumerate(zip(stored.cells, fresh.cells)):
        if stored_cell.cell_type == "code":
            cells += 1
            if cell_output(stored_cell) != cell_output(fresh_cell):
                print(f"cell {number} prints\n{cell_output(fresh_cell)}\nand the notebook has\n{cell_output(stored_cell)}")
                return 1
    print(f"{cells} cells print what the notebook has")
    return 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv))
