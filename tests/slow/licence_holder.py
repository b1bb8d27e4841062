"""With the licensed data, every printed cell of the collection is compared."""

import collections
import re

from laboratory import REPOSITORY, demand

COMPARED = {"match", "mismatch", "inside", "outside"}


def every_cell_compared(laboratory):
    """A twin stands in for TREC 2003, in the form in which a licence holder has it: the cells of trec03 come out as
    matches, mismatches, inside or outside, and none is skipped."""
    import polars

    description = (REPOSITORY / "configs" / "collections" / "trec03.yaml").read_text()
    folder = re.search(r"^ +folder: *(\S+)", description, re.MULTILINE)[1]
    data, results = laboratory.folder / "data", laboratory.folder / "results"
    data.mkdir()
    laboratory.succeed("simulate", "trec03-twin", "-o", data / folder, "--quiet", data="")
    # NIST's judgments have 2 where the paper's levels have 3 (S).
    qrels = data / folder / "qrels.txt"
    qrels.write_text(re.sub(r" 3$", " 2", qrels.read_text(), flags=re.MULTILINE))

    places = ["--results", results, "--cache", laboratory.folder / "cache"]
    changes = ["-s", "axes.collection=[trec03]", "-s", "draws=50"]
    laboratory.succeed("run", "sakai-bias", *changes, *places, "--quiet", data=data)
    code, _, stderr = laboratory.run("check", "sakai-bias", "--results", results, data=data)
    demand(code in (0, 1), f"check exits with {code}: {stderr[:300]}")

    cells = polars.read_parquet(results / "checks.parquet")
    own = cells.filter((polars.col("panel") == "trec03") | ((polars.col("panel") == "") & (polars.col("column") == "trec03")))
    outcomes = collections.Counter(own["outcome"])
    demand(own.height > 200, f"only {own.height} cells of trec03 in checks.parquet")
    left = own.filter(~polars.col("outcome").is_in(COMPARED))
    # The size of the document collection is in no file that a licence holder has here.
    left = left.filter(polars.col("row") != "#docs")
    cases = [f"{c['table']}[{c['row']}, {c['column']}] {c['outcome']}" for c in left.head(3).to_dicts()]
    demand(not cases, f"{left.height} cells of trec03 are not compared: {'; '.join(cases)}")
    return ", ".join(f"{outcomes[name]} {name}" for name in sorted(COMPARED))
