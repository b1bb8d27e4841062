"""Other tools read the same content from each parquet file of results."""

import json
import math

from laboratory import REPOSITORY, demand


def exact_sum(values):
    """Returns the sum of the values that exist, rounded once, so that the order of the rows does not matter."""
    return math.fsum(float(value) for value in values if value is not None and value == value)


def in_polars(path):
    import polars

    frame = polars.read_parquet(path)
    numeric = [name for name, kind in frame.schema.items() if kind.is_numeric()]
    return frame.height, {name: exact_sum(frame[name].to_list()) for name in numeric}


def in_pandas(path):
    import pandas

    frame = pandas.read_parquet(path)
    return len(frame), {name: exact_sum(frame[name].tolist()) for name in frame.select_dtypes("number")}


def in_duckdb(path):
    import duckdb

    table = duckdb.read_parquet(str(path))
    numeric = [name for name, kind in zip(table.columns, table.types) if str(kind) in ("DOUBLE", "BIGINT", "UINTEGER")]
    columns = {name: [row[0] for row in table.project(f'"{name}"').fetchall()] for name in numeric}
    return table.shape[0], {name: exact_sum(values) for name, values in columns.items()}


def provenance(path):
    """Returns `rejudge.manifest` as pyarrow and DuckDB read it."""
    import duckdb
    import pyarrow.parquet

    key = b"rejudge.manifest"
    arrow = (pyarrow.parquet.read_metadata(path).metadata or {}).get(key)
    rows = duckdb.execute("select key, value from parquet_kv_metadata(?)", [str(path)]).fetchall()
    return arrow, dict(rows).get(key)


def parquet_opens(laboratory):
    """Every parquet file of results/sakai-bias opens in Python polars, pandas and DuckDB, with the same number of
    rows, the same sum of each numeric column, and provenance that names the experiment."""
    home = laboratory.results()
    paths, rows, sums = sorted(home.rglob("*.parquet")), 0, 0
    demand(len(paths) >= 4, f"only {len(paths)} parquet files in {home}")
    for path in paths:
        name = path.relative_to(home)
        read = {"polars": in_polars(path), "pandas": in_pandas(path), "DuckDB": in_duckdb(path)}
        first = read["polars"]
        for tool, found in read.items():
            demand(found == first, f"{name}: {tool} reads the rows and sums {found}, but polars reads {first}")
        for value in provenance(path):
            demand(value is not None, f"{name} has no `rejudge.manifest` in its metadata")
            demand(json.loads(value)["experiment"] == "sakai-bias", f"{name}: the provenance names another experiment: {value[:60]}")
        rows, sums = rows + first[0], sums + len(first[1])
    return f"{len(paths)} files, {rows} rows, {sums} sums"


def docs_over_collections(laboratory):
    """The table over collections of docs/yaml.md equals the result of the page's Python code on cells.parquet."""
    import re

    import polars

    page = (REPOSITORY / "docs" / "yaml.md").read_text()
    section = page.split("### Over collections", 1)[1]
    first, example = (re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1] for text in (page, section))
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL)[1]
    folder = laboratory.folder / "results"
    experiment = laboratory.folder / "over-collections.yaml"
    (laboratory.folder / "first.yaml").write_text(first)
    experiment.write_text(f"id: over-collections\nextends: first.yaml\n{example}")
    laboratory.succeed("run", experiment, "--results", folder, "--cache", laboratory.folder / "cache")
    code = code.replace('"results/over-collections/', f'"{folder}/')
    demand(str(folder) in code, "the code of docs/yaml.md does not read results/over-collections")
    found = {}
    exec(code.replace("print(", "table = (", 1), found)
    table = polars.read_parquet(folder / "tables" / "over-collections.parquet")
    computed = found["table"].unpivot(index="depth", variable_name="column", value_name="mean")
    ours = {(row["row"], row["column"]): row["mean"] for row in table.to_dicts()}
    theirs = {(str(row["depth"]), row["column"]): row["mean"] for row in computed.to_dicts()}
    demand(ours.keys() == theirs.keys() and len(ours) == 6, f"the table has the cells {sorted(ours)}, but polars has {sorted(theirs)}")
    for cell, value in ours.items():
        demand(math.isclose(value, theirs[cell], rel_tol=1e-12), f"{cell}: {value}, but polars computes {theirs[cell]}")
    return f"{len(ours)} means over three collections, equal to 1e-12"
