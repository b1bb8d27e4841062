"""The rail: from an empty cache, computes and compares every number that a change of the code must not move.

    tests/rail/run BINARY                  draws 1 and 2 of all experiments, printed scores, oracles, worked examples
    tests/rail/run BINARY --results DIR    the same numbers in results of all draws, and checksums of the papers' tables
    tests/rail/run BINARY --write          write values.parquet, counts.tsv and checksums.tsv anew (from --results DIR)

The expected values are from the commit that ANCHOR names. Each comparison prints a line, `ok NAME: what` or `FAILED
NAME: what`. Exits with 1 if one failed. counts.tsv has the number of values of each comparison, so that a comparison of
nothing fails.

`renamed.tsv` has the new names of cells: experiment, old address, new address (both may end in `*`, which stands for
the same text). `added.tsv` names what was added to the experiments after the anchor: experiment, column (collection,
statistic, component, table), value in this column. Rows with these values are not compared. `moved.tsv` has the
accepted values that changed after the anchor: the old value, the new value (or `absent`), and the reason. The present
value must be the new one; any other accepted value must be that of the anchor. For what changed, values.parquet and
checksums.tsv have the new draws and tables.
"""

import argparse
import csv
import decimal
import functools
import hashlib
import json
import lzma
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import polars
import yaml

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
ANCHOR = (HERE / "ANCHOR").read_text().strip()
PAPERS = ["sakai-bias", "sakai-ncu", "sakai-ntcir", "bompada-incomplete", "sakai-late-arrival"]
DRAWS = 2
# The relative tolerance: a sum in another order may differ in its last bits.
TOLERANCE = 1e-12
# Experiments whose printed scores are in files of the data.
PRINTED_SCORES = ["trec-covid-round1", "trec-dl", "official-by-topic", "open-scores", "trec8-without-own-team"]
PRINTED_TABLES = {"arabzadeh-clarke": "tau", "llmjudge": "agreements"}
# Crates whose tests compare formulas with other tools and worked cases.
ORACLES = ["metrics", "stats", "pools"]
# The columns that identify a number in cells.parquet.
KEY = ["address", "component", "team", "run", "item", "rank", "draw"]


class Rail:
    def __init__(self, binary, results):
        self.binary, self.given = binary, results
        self.passed = self.failed = 0
        self.counts = {row["name"]: int(row["count"]) for row in rows(HERE / "counts.tsv")} if (HERE / "counts.tsv").exists() else {}
        self.counted = {}

    def says(self, name, count, wrong, what):
        """Prints the line of a comparison. It failed if a value is wrong, or if the number of compared values is not
        the expected one."""
        self.counted[name] = count
        expected = self.counts.get(name)
        # A crate may have more tests than counts.tsv says. All other counts must be equal.
        enough = count >= (expected or 0) if name.startswith("oracles of") else count == expected
        if expected is not None and not enough:
            wrong = [f"{count} compared, {expected} expected", *wrong]
        elif expected is None and self.counts:
            wrong = ["counts.tsv does not have it", *wrong]
        if wrong:
            self.failed += 1
            print(f"FAILED {name}: {len(wrong)} wrong of {count}: {'; '.join(map(str, wrong[:3]))}", flush=True)
        else:
            self.passed += 1
            print(f"ok {name}: {count} {what}", flush=True)


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def experiments():
    """Returns the experiments that need only files of the repository and the open collections in REJUDGE_DATA."""
    fetched = {"trec-covid", "trec-covid-later", "trec-covid-bounds-later", "gov2-open-source", "public-data", "toy"}
    found = {path.parent.name for path in (REPOSITORY / "experiments").glob("*/experiment.yaml")}
    return [name for name in sorted(found) if name not in fetched]


def computed(rail, name, folder):
    """Computes the results of draws 1 and 2 of an experiment from an empty cache. Returns their folder, or None if the
    run fails."""
    text = yaml.safe_load((REPOSITORY / "experiments" / name / "experiment.yaml").read_text())
    draws = text.get("draws", 1)
    if isinstance(draws, dict):
        changes = [f"draws.{kind}={min(count, DRAWS)}" for kind, count in draws.items()]
    else:
        changes = [f"draws={min(draws, DRAWS)}"] if draws > DRAWS else []
    words = [word for change in changes for word in ("-s", change)]
    command = [rail.binary, "run", name, *words, "--quiet", "--cache", folder / "cache", "--results", folder / name]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True)
    if done.returncode:
        print(f"FAILED run {name}: exit {done.returncode}: {done.stderr.strip()[:400]}", flush=True)
        rail.failed += 1
        return None
    return folder / name


def without_added(frame, name):
    """Returns the rows of a table without those that added.tsv names."""
    for row in rows(HERE / "added.tsv"):
        if row["experiment"] == name and row["column"] in frame.columns:
            frame = frame.filter(polars.col(row["column"]).ne_missing(row["value"]))
    return frame


def values(results):
    """Returns draws 1 and 2 of every computed number, with the columns that identify it."""
    cells = without_added(polars.read_parquet(results / "cells.parquet"), results.name)
    cells = cells.filter((polars.col("draw") <= DRAWS) & (polars.col("kind") != "licensed"))
    # A component may have several numbers of one subject, such as the points of a curve: they are distinguished by
    # their order.
    cells = cells.with_columns(polars.col("rank").fill_null(-1), polars.int_range(polars.len()).over(KEY).alias("at"))
    return cells.select(*KEY, "at", "status", "value")


def renamed(name):
    path = HERE / "renamed.tsv"
    return [row for row in rows(path) if row["experiment"] == name] if path.exists() else []


def moved():
    """Returns the accepted values that changed: the old and the new one, by file and cell."""
    path = HERE / "moved.tsv"
    return {(row["file"], row["cell"]): (row["old"], row["new"]) for row in rows(path)} if path.exists() else {}


def with_new_names(old, name):
    """Returns the values of the anchor under the present names of their cells."""
    for row in renamed(name):
        if row["old"].endswith("*"):
            head, to = row["old"][:-1], row["new"][:-1]
            tail = to + polars.col("address").str.slice(len(head.encode()))
            old = old.with_columns(polars.when(polars.col("address").str.starts_with(head)).then(tail).otherwise("address").alias("address"))
        else:
            old = old.with_columns(polars.col("address").replace({row["old"]: row["new"]}))
    return old


def compare_draws(rail, name, results, anchor):
    old = with_new_names(anchor.filter(polars.col("experiment") == name).drop("experiment"), name)
    new = values(results)
    both = old.join(new, on=[*KEY, "at"], how="full", coalesce=True, suffix="_now")
    a, b = polars.col("value"), polars.col("value_now")
    differs = (a.is_null() != b.is_null()) | (a.is_nan() != b.is_nan()).fill_null(False)
    differs |= ((a - b).abs() > TOLERANCE * polars.max_horizontal(a.abs(), b.abs(), polars.lit(1e-300))).fill_null(False) & a.is_not_nan()
    differs |= polars.col("status").ne_missing(polars.col("status_now"))
    wrong = both.filter(differs)
    told = [
        f"{row['address']} {row['component']} {row['team'] or row['run'] or row['item']} draw {row['draw']}: {row['value']} is now {row['value_now']}"
        for row in wrong.to_dicts()
    ]
    rail.says(f"draws of {name}", len(both), told, f"values as at {ANCHOR}")


def at_digits(value, printed):
    """Returns true if a value, rounded to the printed digits, is the printed one. A value that is exactly half way may
    be rounded up or down, because the order of a sum can decide it."""
    if value is None:
        return False
    wanted = decimal.Decimal(printed)
    unit = decimal.Decimal(1).scaleb(wanted.as_tuple().exponent)
    return abs(decimal.Decimal(value) - wanted) <= unit / 2 + decimal.Decimal("1e-12")


def table(results, name, panel=None):
    found = polars.read_parquet(results / "tables" / f"{name}.parquet")
    if panel is not None:
        found = found.filter(polars.col("panel") == panel)
    return {(row["row"], row["column"]): row["mean"] for row in found.to_dicts()}


def printed_scores(rail, name, results, data):
    """Compares scores with the official scores in the collections' own files."""
    expected = yaml.safe_load((REPOSITORY / "experiments" / name / "expected.yaml").read_text())
    for key, official in expected["official"].items():
        of, collection, *measure = key.split("/")
        description = yaml.safe_load((REPOSITORY / "configs" / "collections" / f"{collection}.yaml").read_text())
        folder = description.get("files", description.get("scores"))["folder"]
        if of == "trec-eval":
            printed_by_trec_eval(rail, key, collection, measure[0], data / folder / official["file"], results)
            continue
        if measure:
            file = data / official.get("folder", folder) / official["file"]
            printed_by_topic(rail, key, (collection, *measure), official, file, results)
            continue
        ours, wrong, count = table(results, of, collection), [], 0
        for run, name, value in printed_lines(data / folder / official["file"], official):
            column = official["measures"][name]
            count += 1
            if not at_digits(ours.get((run, column)), value):
                wrong.append(f"{run} {name}: printed {value}, computed {ours.get((run, column))}")
        rail.says(f"printed scores {key}", count, wrong, "official scores at their printed digits")


def printed_lines(path, official):
    """Yields run, measure and printed number. A file with tabs has a line for each number; a file with commas has a
    line for each run and a column for each measure."""
    counted = [name for name in official["measures"] if name not in official.get("repeated", [])]
    if path.suffix == ".csv":
        with open(path, newline="") as lines:
            yield from ((row["run"], name, row[name]) for row in csv.DictReader(lines) for name in counted)
    else:
        yield from ((row["run"], row["measure"], row["value"]) for row in rows(path) if row["measure"] in counted)


def printed_by_topic(rail, key, of, official, file, results):
    """Compares official scores of runs on topics. The number of scores that differ on a topic must be the one that the
    experiment explains."""
    scores = polars.read_parquet(results / "scores.parquet").filter(
        (polars.col("collection") == of[0]) & (polars.col("measure") == of[1]) & (polars.col("judgments") == "full")
    )
    ours = {(row["topic"], row["run"]): row["score"] for row in scores.to_dicts()}
    runs = set(scores["run"])
    explained = {of_topic["topic"]: of_topic["numbers"] for of_topic in official.get("explained", [])}
    wrong, count, differ = [], 0, dict.fromkeys(explained, 0)
    with open(file, newline="") as lines:
        (_, *names), *table = csv.reader(lines)
    for topic, *values in table:
        for run, printed in zip(names, values):
            if run not in runs:
                continue
            count += 1
            if at_digits(ours.get((topic, run)), printed):
                continue
            if topic in explained:
                differ[topic] += 1
            else:
                wrong.append(f"{run} on {topic}: printed {printed}, computed {ours.get((topic, run))}")
    wrong += [f"{differ[topic]} scores of {topic} differ, {number} are explained" for topic, number in explained.items() if differ[topic] != number]
    known = f", but for {sum(differ.values())} that are explained" if explained else ""
    rail.says(f"printed scores {key}", count, wrong, f"official scores by topic at their printed digits{known}")


def printed_by_trec_eval(rail, key, collection, judgments, pattern, results):
    """Compares scores with the output of `trec_eval -q -m all_trec`, which is a file for each run."""
    measures = yaml.safe_load((REPOSITORY / "experiments" / results.name / "measures.yaml").read_text())["measures"]
    scores = polars.scan_parquet(results / "scores.parquet").filter((polars.col("collection") == collection) & (polars.col("judgments") == judgments))
    scores = scores.select("run", "measure", "topic", "score").collect()
    runs = {run: {(row[1], row[2]): row[3] for row in rows.iter_rows()} for (run,), rows in scores.partition_by("run", as_dict=True).items()}
    topics = str(scores["topic"].n_unique() - 1)
    head, tail = pattern.name.split("*")
    wrong, count = [], 0
    for path in sorted(pattern.parent.glob(pattern.name)):
        run = path.name.removeprefix(head).removesuffix(tail)
        ours = runs.get(run, {})
        for line in lzma.open(path, "rt"):
            name, topic, printed = (field.strip() for field in line.split("\t"))
            if name in ("runid", "relstring"):
                continue
            count += 1
            if name == "num_q":
                equal = printed == topics
            else:
                computed = ours.get((measures[name], topic))
                # Most values are equal when they are printed. A value exactly half way may be printed otherwise, and
                # `at_digits` accepts it.
                equal = computed is not None and ("%.4f" % computed == printed or at_digits(computed, printed))
            if not equal:
                wrong.append(f"{run} {name} on {topic}: printed {printed}")
    rail.says(f"printed scores {key}", count, wrong, "values of trec_eval for runs without their own team")


def printed_tables(rail, name, what, results):
    """Compares the printed tables of an experiment on open data cell by cell."""
    expected = yaml.safe_load((REPOSITORY / "experiments" / name / "expected.yaml").read_text())
    wrong, count = [], 0
    for key, printed in expected["tables"].items():
        of, _, panel = key.partition("/")
        ours = table(results, of, panel or None)
        head, *lines = [re.split(r"\s+\|\s+", line.strip()) for line in printed["cells"].strip().splitlines()]
        for label, *fields in lines:
            for column, field in zip(head[1:], fields):
                if field in ("", "-"):
                    continue
                count += 1
                if not at_digits(ours.get((label, column)), field):
                    wrong.append(f"{key} {label}, {column}: printed {field}, computed {ours.get((label, column))}")
    rail.says(f"printed {what}", count, wrong, "at their printed digits")


def goldens(rail):
    """The accepted values of the anchor must still be accepted, under the same names or the new names in renamed.tsv.
    moved.tsv has the exceptions."""
    git = lambda *words: subprocess.run(["git", *words], cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    try:
        names = git("ls-tree", "-r", "--name-only", ANCHOR, "experiments").split()
    except subprocess.CalledProcessError:
        print(f"SKIPPED: goldens: this clone does not have the commit {ANCHOR}", flush=True)
        rail.counted["goldens"] = rail.counts.get("goldens", 0)
        return
    wrong, count, since = [], 0, moved()
    for name in names:
        if "/golden/" not in name:
            continue
        old = {row["cell"]: row["value"] for row in csv.DictReader(git("show", f"{ANCHOR}:{name}").splitlines())}
        path = REPOSITORY / name
        new = {row["cell"]: row["value"] for row in csv.DictReader(path.read_text().splitlines())} if path.exists() else {}
        rules = renamed(name.split("/")[1])
        count += len(old)
        for cell, value in old.items():
            for rule in rules:
                if cell == rule["old"]:
                    cell = rule["new"]
                elif rule["old"].endswith("*") and cell.startswith(rule["old"][:-1]):
                    cell = rule["new"][:-1] + cell.removeprefix(rule["old"][:-1])
            old_value, value_now = since.pop((name, cell), (value, value))
            if old_value != value or new.get(cell, "absent") != value_now:
                wrong.append(f"{name}: {cell}: {value} is now {new.get(cell)}")
    wrong += [f"moved.tsv: {name}: {cell} is no accepted value of the anchor" for name, cell in since]
    rail.says("goldens", count, wrong, f"accepted values as at {ANCHOR}")


def test_programs():
    """Builds the test programs of each crate as `make test` does: with the features of the whole workspace."""
    command = ["cargo", "test", "--workspace", "--no-run", "--message-format=json"]
    built = subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True, check=True)
    found = {}
    for message in map(json.loads, built.stdout.splitlines()):
        if message.get("executable") and message["profile"]["test"]:
            folder = Path(message["manifest_path"]).parent
            found.setdefault(folder.name, []).append((message["executable"], folder))
    return found


def oracles(rail):
    """Runs the tests of the crates that compute: fixtures of other tools, laws and worked cases."""
    programs = test_programs()
    for crate in ORACLES:
        passed, wrong = 0, []
        for program, folder in programs[crate]:
            done = subprocess.run([program, "--quiet"], cwd=folder, capture_output=True, text=True, env={**os.environ, "PROPTEST_RNG_SEED": "1"})
            passed += sum(map(int, re.findall(r"^test result: \w+\. (\d+) passed", done.stdout, re.MULTILINE)))
            failed = re.findall(r"^---- (\S+) stdout ----", done.stdout, re.MULTILINE)
            wrong += failed or ([f"{Path(program).name}: exit {done.returncode}: {done.stderr.strip()[-200:]}"] if done.returncode else [])
        rail.says(f"oracles of {crate}", passed, wrong, "tests of formulas, fixtures and laws")


def worked(rail):
    """Compares the collection that was worked by hand, and the worked examples of the papers."""
    done = subprocess.run([REPOSITORY / "experiments" / "toy" / "run", rail.binary], capture_output=True, text=True)
    numbers = len((REPOSITORY / "experiments" / "toy" / "worked.tsv").read_text().splitlines()) - 1
    rail.says("worked by hand", numbers, [done.stderr.strip()[-300:]] if done.returncode else [], "numbers of the toy collection")
    wrong, count = [], 0
    for name in PAPERS:
        results = rail.folder_of(name)
        if results is None:
            continue
        if not rail.given:
            subprocess.run([rail.binary, "check", name, "--results", results], cwd=REPOSITORY, capture_output=True)
        check = json.loads((results / "check.json").read_text())
        count += sum(check[counts]["recomputed"] for counts in ["printed", "text", "worked-out"])
        wrong += [f"{name}: {failure['message']}" for failure in check["failures"] if failure["kind"] == "mismatch"]
    rail.says("worked in the papers", count, wrong, "printed and worked-out numbers recomputed from the papers' text")


def row_checksum(path, experiment):
    """Returns the number of rows of a parquet table, and a checksum of the rows in their order. Numbers are written
    with ten digits, which the order of a sum does not change."""
    frame = without_added(polars.read_parquet(path), experiment)
    digest = hashlib.sha256()
    for column in frame:
        written = "%.10g".__mod__ if column.dtype.is_float() else str
        texts = ["" if value is None else written(value) for value in column.to_list()]
        digest.update("\n".join([column.name, *texts, ""]).encode())
    return len(frame), digest.hexdigest()[:32]


def paper_tables(results):
    for paper in PAPERS:
        for path in sorted((results / paper).rglob("*.parquet")):
            name = path.relative_to(results / paper)
            # Files that `check` writes are not results of the run.
            if name.name == "checks.parquet" or "variants" in name.parts:
                continue
            added = {"experiment": paper, "column": "table", "value": name.stem} in rows(HERE / "added.tsv")
            if not added:
                yield paper, str(name), path


def checksums(rail, results):
    expected = {(row["paper"], row["table"]): (int(row["rows"]), row["checksum"]) for row in rows(HERE / "checksums.tsv")}
    now = {(paper, name): row_checksum(path, paper) for paper, name, path in paper_tables(results)}
    for paper in PAPERS:
        names = sorted(key for key in expected.keys() | now.keys() if key[0] == paper)
        wrong = [f"{name}: {expected.get((paper, name))} is now {now.get((paper, name))}" for _, name in names if expected.get((paper, name)) != now.get((paper, name))]
        rail.says(f"tables of {paper}", len(names), wrong, "parquet tables row by row")


def write(rail, results):
    """Writes values.parquet and checksums.tsv from results of all draws, which the anchor's program made."""
    frames = [values(results / name).insert_column(0, polars.lit(name).alias("experiment")) for name in experiments()]
    polars.concat(frames).write_parquet(HERE / "values.parquet", compression="zstd", compression_level=22, statistics=False)
    lines = [f"{paper}\t{name}\t{count}\t{checksum}\n" for paper, name, path in paper_tables(results) for count, checksum in [row_checksum(path, paper)]]
    (HERE / "checksums.tsv").write_text("paper\ttable\trows\tchecksum\n" + "".join(lines))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("binary", type=Path)
    arguments.add_argument("--results", type=Path)
    arguments.add_argument("--write", action="store_true")
    arguments.add_argument("--oracles", action=argparse.BooleanOptionalAction, default=True)
    asked = arguments.parse_args()
    rail = Rail(asked.binary.resolve(), asked.results)
    if not os.environ.get("REJUDGE_DATA"):
        sys.exit("rail: REJUDGE_DATA must name the folder of the open collections: the printed scores are in it")
    data = Path(os.environ["REJUDGE_DATA"]).resolve()
    os.environ["REJUDGE_DATA"] = str(data)
    if asked.write:
        write(rail, asked.results)
    with tempfile.TemporaryDirectory(prefix="rejudge-rail-") as temporary:
        temporary = Path(temporary)
        available = experiments()

        @functools.cache
        def folder_of(name):
            """Returns the folder of an experiment's results, which are computed at the first call; None if there are
            none."""
            if name not in available:
                return None
            return asked.results / name if asked.results else computed(rail, name, temporary)

        rail.folder_of = folder_of
        anchor = polars.read_parquet(HERE / "values.parquet")
        # The anchor has no values of newer experiments, whose accepted or printed numbers are compared elsewhere.
        known = set(anchor["experiment"])
        for name in available:
            if name in known and (results := folder_of(name)):
                compare_draws(rail, name, results, anchor)
        for name in PRINTED_SCORES:
            if results := folder_of(name):
                printed_scores(rail, name, results, data)
        for name, what in PRINTED_TABLES.items():
            if results := folder_of(name):
                printed_tables(rail, name, what, results)
        goldens(rail)
        if asked.results:
            checksums(rail, asked.results)
        if asked.oracles:
            oracles(rail)
        worked(rail)
    if asked.write:
        (HERE / "counts.tsv").write_text("name\tcount\n" + "".join(f"{name}\t{count}\n" for name, count in rail.counted.items()))
    # Tables of all draws are compared only with --results.
    missing = {name for name in rail.counts if name not in rail.counted}
    missing -= {name for name in missing if name.startswith("tables of") and not asked.results}
    missing -= {name for name in missing if name.startswith("oracles of") and not asked.oracles}
    for name in sorted(missing):
        print(f"FAILED {name}: it was not compared")
    print(f"rail: {rail.passed} passed, {rail.failed + len(missing)} failed")
    return 1 if rail.failed or missing else 0


if __name__ == "__main__":
    sys.exit(main())
