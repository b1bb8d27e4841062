"""Scores runs in parquet with polars. A user has to write these lines, because no library reads such runs.

python tables.py write WORKLOAD          makes runs-csv and runs-parquet beside the runs of a workload, unless they exist
python tables.py polars QRELS RUN..      prints run, measure and mean
"""

import sys
from pathlib import Path

import polars

TEXT = {"separator": " ", "has_header": False}


def write(workload):
    names = {"qid": polars.String, "q0": polars.String, "docno": polars.String, "rank": polars.Int64, "score": polars.Float64}
    for path in sorted(Path(workload, "runs").glob("*.txt")):
        run = polars.read_csv(path, new_columns=[*names, "run"], schema_overrides=[*names.values(), polars.String], **TEXT)
        for form, written in (("csv", polars.DataFrame.write_csv), ("parquet", polars.DataFrame.write_parquet)):
            folder = Path(workload, f"runs-{form}")
            folder.mkdir(exist_ok=True)
            target = folder / f"{path.stem}.{form}"
            if not target.exists():
                written(run.drop("q0"), target)


def discount(rank):
    return 1 / (rank + 1).log(2)


def means(qrels, runs):
    """Returns AP and nDCG of each run. Equal scores are ordered by docno, descending."""
    names = {"qid": polars.String, "zero": polars.String, "docno": polars.String, "level": polars.Int64}
    judged = polars.read_csv(qrels, new_columns=list(names), schema_overrides=list(names.values()), **TEXT)
    level, rank = polars.col("level"), polars.col("rank")
    relevant = judged.filter(level > 0).drop("zero")
    ideal = relevant.sort("qid", "level", descending=[False, True])
    ideal = ideal.with_columns(rank=polars.int_range(1, polars.len() + 1).over("qid"))
    ideal = ideal.group_by("qid").agg(R=polars.len(), ideal=(level * discount(rank)).sum())
    for path in runs:
        run = polars.read_parquet(path, columns=["qid", "docno", "score"])
        run = run.sort("qid", "score", "docno", descending=[False, True, True])
        run = run.with_columns(rank=polars.int_range(1, polars.len() + 1).over("qid"))
        hits = run.join(relevant, on=["qid", "docno"]).sort("qid", "rank")
        hits = hits.with_columns(nth=polars.int_range(1, polars.len() + 1).over("qid"))
        found = hits.group_by("qid").agg(ap=(polars.col("nth") / rank).sum(), ndcg=(level * discount(rank)).sum())
        scored = ideal.join(found, on="qid", how="left").fill_null(0.0)
        scored = scored.select(polars.col("ap") / polars.col("R"), polars.col("ndcg") / polars.col("ideal")).mean()
        for measure, of in (("map", "ap"), ("ndcg", "ndcg")):
            yield Path(path).stem, measure, scored[of][0]


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        for row in means(sys.argv[2], sys.argv[3:]):
            print(*row, sep="\t")
