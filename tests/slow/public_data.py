"""Counts the papers' numbers about collections in the experiment `public-data` from the lines of public judgments and
rosters."""

import csv
import os
from collections import Counter, defaultdict
from pathlib import Path

from laboratory import Skipped, demand, judgments

FOLDERS = ["trec03", "trec04", "trec8", "trec10", "trec14"]
# Runs and teams as NIST lists them.
RUNS = {"trec03": (78, 16), "trec04": (110, 14), "trec8": (129, 41), "trec10": (97, 29), "trec14": (57, 14)}


def folder_of_data(laboratory):
    """Returns a data folder with the five collections: REJUDGE_DATA if it has them, or a folder made from
    REJUDGE_CLONES."""
    data = laboratory.data()
    if all((data / f"{name}_public").is_dir() for name in FOLDERS):
        return data
    clones = os.environ.get("REJUDGE_CLONES")
    if not clones:
        names = " ".join(f"{name}-public" for name in FOLDERS)
        raise Skipped(f"{names} are not here, and REJUDGE_CLONES names no folder of clones (owner/name) to lay them out from")
    mine = laboratory.folder / "data"
    mine.mkdir()
    for name in ["trec8_robust_runs", "trec12_robust", "scores"]:
        (mine / name).symlink_to(data / name)
    sources = [word for path in sorted(Path(clones).glob("*/*")) for word in ("--from", path)]
    laboratory.succeed("data", "get", *(f"{name}-public" for name in FOLDERS), *sources, data=mine)
    return mine


def facts(path):
    """Returns the numbers that tables of the papers print for judgments."""
    topics = {topic: Counter(of.values()) for topic, of in judgments(path).items()}
    relevant = [sum(count for level, count in of.items() if level > 0) for of in topics.values()]
    others = [sum(count for level, count in of.items() if level <= 0) for of in topics.values()]
    mean = lambda counts: sum(counts) / len(topics)
    return {
        "topics": len(topics), "relevant": mean(relevant), "range": (min(relevant), max(relevant)),
        "nonrelevant": mean(others), "range of others": (min(others), max(others)),
        "S": mean([of[2] for of in topics.values()]), "B": mean([of[1] for of in topics.values()]),
    }


def teams(path):
    """Returns {team: number of runs}."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    demand(len({run for run, _ in rows}) == len(rows), f"{path.name} has a run twice")
    return Counter(team for _, team in rows)


def as_counted(laboratory):
    """Compares each number in the tables of public-data with one that is counted here."""
    import polars

    data = folder_of_data(laboratory)
    results = laboratory.folder / "results"
    laboratory.succeed("run", "public-data", "--results", results, "--quiet", data=data)
    said = laboratory.succeed("check", "public-data", "--results", results, data=data)
    headline = "60 printed numbers of real judgments and rosters recomputed, 0 off, 5 different for a known reason"
    demand(headline in said, f"check says {said.splitlines()[:1]}, expected {headline}")
    of = {name: facts(data / f"{name}_public" / "qrels.txt") for name in ["trec03", "trec04", "trec10"]}
    of["trec8"] = facts(data / "trec8_robust_runs" / "qrels.txt")
    of["trec12"] = facts(data / "trec12_robust" / "qrels.txt")
    rosters = {name: teams(data / f"{name}_public" / "roster.tsv") for name in FOLDERS}
    for name, roster in rosters.items():
        demand((roster.total(), len(roster)) == RUNS[name], f"{name} has {roster.total()} runs of {len(roster)} teams")
    # The printed averages of TREC04 are 49/50 of the counted ones.
    trec04 = of["trec04"]
    for name, printed in [("relevant", 41.2), ("nonrelevant", 654.6), ("S", 12.5), ("B", 28.8)]:
        demand(abs(trec04[name] * 49 / 50 - printed) <= 0.05 + 1e-9, f"49/50 of {trec04[name]} is not {printed}")
    with open(data / "scores" / "robust2003_eff.csv", newline="") as file:
        scores = list(csv.DictReader(file))
    wanted = {
        "#topics": lambda name: of[name]["topics"], "topics": lambda name: of[name]["topics"],
        "average N": lambda name: of[name]["nonrelevant"], "average R": lambda name: of[name]["relevant"],
        "avg rels": lambda name: of[name]["relevant"],
        "S-relevant": lambda name: of[name]["S"], "B-relevant": lambda name: of[name]["B"],
        "range N": lambda name: sum(of[name]["range of others"]), "range R": lambda name: sum(of[name]["range"]),
        "#all runs": lambda name: rosters[name].total(), "runs": lambda name: rosters[name].total(),
        "#teams": lambda name: len(rosters[name]), "groups": lambda name: len(rosters[name]),
    }
    tables = {path.stem: polars.read_parquet(path) for path in (results / "tables").glob("*.parquet")}
    counted = 0
    for table in ["sakai-bias-table-1", "sakai-bias-table-2", "sakai-ncu-table-3", "bompada-incomplete-table-1"]:
        sums = defaultdict(float)
        for row in tables[table].drop_nulls("mean").iter_rows(named=True):
            sums[row["collection"], row["row"]] += row["mean"]
        for (collection, row), value in sums.items():
            name = collection.removesuffix("-public").replace("trec8-robust", "trec8").replace("trec12-17-runs", "trec12")
            if collection == "robust2003-all-scores":
                expected = len(scores)
            else:
                expected = rosters[name][row] if table == "sakai-bias-table-2" else wanted[row](name)
            demand(abs(value - expected) < 1e-9, f"{table}, {row} of {collection}: {value}, but {expected} is counted")
            counted += 1
    demand(counted == 65, f"{counted} numbers were compared, expected 65")
    return f"{counted} numbers counted again; {same_means(data, scores)} means of robust 2003 are NIST's MAPs"


def same_means(data, scores):
    """Checks that the mean over all topics of each run in the score matrix is a MAP that NIST prints, and returns the
    number of runs. This shows that the scores are AP, which their source does not say."""
    runs = [name for name in scores[0] if name != "topic"]
    means = Counter(f"{sum(float(row[run]) for row in scores) / len(scores):.4f}" for run in runs)
    with open(data / "trec03_public" / "official.tsv", newline="") as file:
        printed = Counter(row["value"] for row in csv.DictReader(file, delimiter="\t") if row["measure"] == "map")
    demand(means == printed, f"means that NIST does not print: {sorted((means - printed).elements())}")
    return means.total()
