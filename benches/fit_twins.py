"""Fits constants of the bundled twins by simulated moments, and writes them into their descriptions.

    python3 benches/fit_twins.py BINARY DATA [TWIN ..]      needs polars; DATA: the folder that holds `scores`

For each twin, searches for the constants that minimise

    sum over moments  ((target - mean over draws) / scale)^2  +  sum over constants  ((theta - start) / width)^2

The targets are printed cells and published summaries of real runs; `TWINS` names them. The scale of a moment combines
the standard deviation over the draws at the start of a stage, because a printed value is like one draw, the standard
deviation of the printed value's rounding, and 1% of the target. The second sum keeps a constant near its start if the
moments do not depend on it; its widths are in `CONSTANTS`. The draws have their own seed, so that constants are not
fitted to the draws of a report, and the seed is the same at every step (common random numbers). The sum is minimised by
the Levenberg-Marquardt method. Derivatives are forward differences at the start, and Broyden's updates afterwards. A
stage stops when two steps in a row gain less than 1% of the loss, or after its last step. A second stage begins at the
best point of the first, with new scales and derivatives. The result is the best point of the last stage.
"""

import csv
import json
import math
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED = 1_000_003
# By experiment: the number of draws, of steps in a stage, and of stages. A draw of bompada's twins has all runs, 57 to 124
# of them, so that its moments vary less.
SEARCH = {"bompada-incomplete": (6, 8, 2), "sakai-bias": (8, 5, 2), "sakai-late-arrival": (8, 5, 2)}
FITTED, END = "# Fitted by benches/fit_twins.py", "# End of what is written by benches/fit_twins.py"

# By constant: the scale on which it is searched, the width of the penalty on that scale, and its range.
LOG, PLAIN = (math.log, math.exp), (float, float)
CONSTANTS = {
    "quality": (LOG, 0.7, [0.05, 3.0]),
    "separation": (PLAIN, 1.5, [-2.0, 9.0]),
    "technology": (LOG, 0.3, [0.2, 1.0]),
    "relevant-factor": (LOG, 0.7, [0.8, 3.0]),
    "difficulty": (LOG, 0.5, [0.1, 5.0]),
    "left-tail": (PLAIN, 0.5, [0.0, 1.0]),
    "tail-power": (LOG, 0.5, [0.5, 3.0]),
    "run-quality": (LOG, 0.7, [0.01, 1.5]),
    "quality-by-easiness": (PLAIN, 0.5, [-1.0, 1.0]),
    "team-topic": (LOG, 0.7, [0.05, 5.0]),
    "run-topic": (LOG, 0.7, [0.01, 3.0]),
    "interaction-by-easiness": (PLAIN, 0.5, [-1.0, 1.0]),
    "tilt": (LOG, 0.7, [0.02, 3.0]),
    "team-slope": (PLAIN, 1.0, [0.0, 5.0]),
    "run-slope": (PLAIN, 0.7, [0.0, 3.0]),
}
TWIN_CONSTANTS = ["quality", "separation", "technology", "relevant-factor"]
# The model's constants, for effects that a description does not give (crates/twins/src/model.rs).
SHARED = {"difficulty": 2.18, "left-tail": 0.41, "tail-power": 1.0, "run-quality": 0.16, "quality-by-easiness": -0.64, "team-topic": 0.58, "run-topic": 0.48, "interaction-by-easiness": 0.8, "tilt": 0.33, "team-slope": 0.0, "run-slope": 0.0}

# {label of a printed column or row: name of the measure}
NINE = {"AP'": "AP'", "Q'": "Q'", "nDCG'": "nDCG'(dcg='jk', log=2)@1000", "RBP'": "gRBP'", "bpref": "Bpref",
        "AP": "AP", "Q": "Q", "nDCG": "nDCG(dcg='jk', log=2)@1000", "RBP": "gRBP"}
GAINS = "gains={1: 1, 2: 2, 3: 3}"
LATE = {"AveP": "AP", "genAveP": f"genAP({GAINS})", "Q beta=1": f"Q({GAINS})"}
LATE |= {f"Q beta={beta}": f"Q(beta={beta}, {GAINS})" for beta in ("0.1", "10", "100", "1000")}
LATE |= {f"nDCG a={a}": f"nDCG(dcg='jk', log={a}, {GAINS})@1000" for a in (2, 5, 10, 50, 100)}


def rounding_deviation(value):
    """Returns the standard deviation of a number's rounding, which follows from the digits that are written."""
    digits = len(value.rstrip("%").partition(".")[2]) + (2 if value.endswith("%") else 0)
    return 0.5 * 10.0**-digits / math.sqrt(3)


def printed(paper, table, **where):
    """Returns the printed cells of the rows that `where` chooses: {(row, quantity, column): value and rounding}."""
    path = ROOT / "results" / paper / "tables" / "paper" / f"{table}.csv"
    if not path.exists():
        sys.exit(f"{path} is missing: `make papers` writes it")
    with path.open(newline="") as file:
        picked = lambda row: row["value"] and all(row[key] == value for key, value in where.items())
        rows = [row for row in csv.DictReader(file) if picked(row)]
    return {(row["row"], row["quantity"], row["column"]): number(row) for row in rows}


def number(row):
    """Returns the value of a printed cell and its rounding. For a known misprint it is the correct value."""
    return float(row["meant"]), rounding_deviation(row["printed"].rpartition("=")[2].replace(",", ""))


def powers_of_bias(collection):
    """Returns power and difference required of the nine measures under full judgments, and mean R and N."""
    table = "table-6" if collection.startswith("trec") else "table-7"
    cells = printed("sakai-bias", table, panel=collection, row="full")
    facts = printed("sakai-bias", "table-1", collection=collection)
    found = {f"dp.{q} {name}": cells["full", q, m] for m, name in NINE.items() for q in ("power", "difference")}
    found["facts.relevant"] = facts["average R", "", collection]
    found["facts.nonrelevant"] = facts["average N", "", collection]
    return found


def powers_and_changes(collection):
    """Returns the powers, and the mean change of AP and of AP' over the teams of Table 4, if only one team's documents are
    judged."""
    cells = printed("sakai-bias", "table-4", panel=collection, quantity="change")
    found = powers_of_bias(collection)
    for measure in ("AP", "AP'"):
        values = [value for (_, _, column), (value, _) in cells.items() if column == measure]
        found[f"take-one-team {measure}"] = (statistics.fmean(values), 0.0005)
    return found


def powers_of_late_arrival(collection):
    """Returns power and difference required of the twelve measures of Table 2 (a) or 3 (a), and mean R."""
    cells = printed("sakai-late-arrival", {"ntcir5-c": "table-2a", "ntcir5-j": "table-3a"}[collection])
    found = {}
    for label, name in LATE.items():
        found[f"dp05.power {name}"] = cells[label, "", "sensitivity"]
        found[f"dp05.difference {name}"] = cells[label, "", "estimated diff."]
    facts = printed("sakai-late-arrival", "table-1")
    return found | {"facts.relevant": facts["average R", "", collection]}


# Summaries of trec_eval's means of all runs of a track, which are published with the tracks' results (usnistgov/trec-browser
# 06c261d0): the mean of MAP over runs; its standard deviation over all runs, over the better three quarters of them, and
# pooled within teams; the mean of P@10.
SUMMARY = ["mean AP", "sd of runs", "sd of better runs", "sd within teams", "mean P@10"]
NIST = {
    "trec8": [0.235, 0.097, 0.0496, 0.034, 0.394],
    "trec10": [0.155, 0.059, 0.0392, 0.036, 0.255],
    "trec12": [0.221, 0.059, 0.0240, 0.025, 0.332],
    "trec14": [0.234, 0.080, 0.0413, 0.051, 0.388],
}
# The interaction of runs and topics within teams. The columns of a score matrix are anonymous, but their means are the
# MAPs that NIST lists by run, and the teams of runs are known. So we found the run of each of the 129 columns (trec8)
# and 78 columns (trec12). For 6 runs of trec8 and 4 of trec12, two columns are close to the run's MAP; we use the
# closer one.
WITHIN = {"trec8": 0.0716, "trec12": 0.0641}


def summaries(collection):
    """Returns NIST's run summaries, the printed mean R, and, if a matrix of scores is public, the spread of topics
    and of the interaction of runs and topics, the latter also within teams."""
    found = {name: (value, 0.0005) for name, value in zip(SUMMARY, NIST[collection])}
    found["facts.relevant"] = printed("bompada-incomplete", "table-1", collection=collection)["avg rels", "", collection]
    matrix = {"trec8": ("adhoc8_ap", 0), "trec12": ("robust2003_eff", 0)}.get(collection)
    found |= spreads_of_matrix(matrix, SPREADS[2:])
    return found | ({"sd of interaction within teams": (WITHIN[collection], 0.00005)} if matrix else {})


def powers_and_matrix(collection):
    """Returns the powers, and the moments of AP on the new topics of the robust tracks of 2003 and 2004."""
    matrix, names = {
        "trec03": (("robust2003_eff", 50), SPREADS),
        "trec04": (("robust2004_ap", 200), [*SPREADS, "sd within teams", "sd of interaction within teams"]),
    }[collection]
    return powers_of_bias(collection) | spreads_of_matrix(matrix, names)


def spreads_of_matrix(matrix, names):
    if not matrix:
        return {}
    import polars

    file, first = matrix
    frame = polars.read_csv(DATA / "scores" / f"{file}.csv").drop("topic")
    scores = frame.to_numpy()[first:].T.tolist()
    moments = moments_of(scores)
    if "sd within teams" in names:
        teams = dict(polars.read_csv(DATA / "scores" / "robust2004_teams.tsv", separator="\t", has_header=False).rows())
        by_run = polars.DataFrame({"score": scores, "team": [teams[run] for run in frame.columns]})
        moments |= moments_within(by_run)
    return {name: (moments[name], 0.0) for name in names}


def moments_of(scores):
    """Returns the mean of a score matrix (a row for each run, a column for each topic), the spread of runs, of the
    better runs and of topics, and the spread of the residuals without the effects of run and topic."""
    runs, topics = [statistics.fmean(row) for row in scores], [statistics.fmean(column) for column in zip(*scores)]
    mean = statistics.fmean(runs)
    rest = [x - run - topic + mean for row, run in zip(scores, runs) for x, topic in zip(row, topics)]
    spread = {"sd of runs": runs, "sd of topics": topics, "sd of interaction": rest}
    spread["sd of better runs"] = sorted(runs)[len(runs) // 4:]
    return {"mean AP": mean} | {name: statistics.stdev(values) for name, values in spread.items()}


SPREADS = ["mean AP", "sd of runs", "sd of topics", "sd of interaction"]
BOMPADA = ["quality", "separation", "relevant-factor", "difficulty", "left-tail", "tail-power", "run-quality", "team-topic", "run-topic"]
BIAS = ["quality", "technology", "relevant-factor", "quality-by-easiness", "team-topic",
        "interaction-by-easiness", "tilt", "team-slope"]
LATE_ARRIVAL = [name for name in BIAS if name != "technology"] + ["difficulty", "run-quality", "run-topic"]
SMALL = [name for name in BOMPADA if name not in ("difficulty", "team-topic", "run-topic")]
ON_NIST = ("NIST's summaries of runs (MAP: mean, spread of all and of the better three quarters, within teams; mean P@10), mean R of Table 1",
           "all of SIGIR 2007 Tables 3, 4 and 5")
ON_MATRIX = (ON_NIST[0] + ", the spread of AP over topics, and of its interaction with runs, of all and within teams", ON_NIST[1])
ON_BIAS = ("power and difference required under full judgments (IPSJ 2009, Tables 6 and 7), mean R and N (Table 1)",
           "IPSJ 2009 Tables 3 to 5 and 8, the other rows of Tables 6, 7, 9 and 10; EVIA 2008 Tables 4 to 6")
# By twin: the experiment, the targets, the constants, a description of the targets, and the held-out numbers.
TWINS = {
    "trec8-twin": ("bompada-incomplete", summaries, BOMPADA, *ON_MATRIX),
    "trec10-twin": ("bompada-incomplete", summaries, SMALL, *ON_NIST),
    "trec12-twin": ("bompada-incomplete", summaries, BOMPADA, *ON_MATRIX),
    "trec14-twin": ("bompada-incomplete", summaries, SMALL, *ON_NIST),
    "ntcir5-c-twin": ("sakai-late-arrival", powers_of_late_arrival, LATE_ARRIVAL,
                      "power and difference required at alpha .05 with gains 3:2:1 (Table 2a), mean R (Table 1)",
                      "Tables 2b, 2c and 2d"),
    "ntcir5-j-twin": ("sakai-late-arrival", powers_of_late_arrival, LATE_ARRIVAL,
                      "power and difference required at alpha .05 with gains 3:2:1 (Table 3a), mean R (Table 1)",
                      "Tables 3b, 3c and 3d"),
    "trec03-twin": ("sakai-bias", powers_and_matrix, ["separation", *BIAS, "difficulty"],
                    ON_BIAS[0] + ", mean and spreads of AP of the real runs (robust2003-scores)", ON_BIAS[1]),
    "trec04-twin": ("sakai-bias", powers_and_matrix, ["separation", *BIAS, "difficulty", "run-quality", "run-topic"],
                    ON_BIAS[0] + ", mean and spreads of AP of the real runs, of all and within teams (robust2004-scores)", ON_BIAS[1]),
    "ntcir6-j-twin": ("sakai-bias", powers_and_changes, ["separation", *BIAS, "difficulty", "run-quality", "run-topic"],
                      ON_BIAS[0] + ", mean change of AP and AP' in Table 4", ON_BIAS[1].replace("5 and 8,", "5 and 8 but those two means,")),
    "ntcir6-c-twin": ("sakai-bias", powers_of_bias, BIAS, *ON_BIAS),
}

# The options that leave out all but the full judgments, because the targets need no others.
SMALLER = {"sakai-bias": ["-s", "axes.judgments=[full]"], "sakai-late-arrival": []}
ONE_TEAM = ["-s", "axes.judgments=[full, {take-one-team: {team: {each: all}}}]"]
RUNS_ALONE = """schema: experiment/v1
id: runs-alone
title: Scores of all runs of a twin
seed: 1
draws: 1
evaluation: {ties: docno-descending, topics: qrels, no-relevant: drop, emptied-topics: zero, max-rank: 1000, min-rel: 1}
axes: {collection: [trec8-twin], runs: [all], judgments: [full], measure: [AP, P@10]}
statistics: {facts: {collection-facts: {}}, scores: {mean-score: {}}}
tables:
  all:
    caption: What is read
    columns: collection
    rows:
      - {label: R, where: {measure: AP}, cell: facts.relevant}
      - {label: AP, where: {measure: AP}, cell: scores}
      - {label: P@10, where: {measure: P@10}, cell: scores}
"""


class Twin:
    """A twin in a working folder, where values of its constants can be tried."""

    def __init__(self, binary, name, folder):
        self.binary, self.name, self.folder = binary, name, folder
        self.experiment, targets, self.constants, self.on, self.held_out = TWINS[name]
        self.draws, self.steps, self.stages = SEARCH[self.experiment]
        self.targets = targets(name.removesuffix("-twin"))
        for part in ("configs", "experiments"):
            shutil.copytree(ROOT / part, folder / part)
        (folder / "runs-alone.yaml").write_text(RUNS_ALONE)
        self.path = folder / "configs" / "collections" / f"{name}.yaml"
        self.text = self.path.read_text()
        self.matrix = "mean AP" in self.targets

    def start(self):
        effects = re.search(r"^  effects: \{(.*)\}$", self.text, re.M)
        own = dict(pair.split(": ") for pair in effects[1].split(", ")) if effects else {}
        of_twin = lambda name: re.search(rf"^  {name}: (\S+)$", self.text, re.M)[1]
        return {n: float(of_twin(n) if n in TWIN_CONSTANTS else own.get(n, SHARED[n])) for n in self.constants}

    def with_constants(self, values, note=""):
        """Returns the text of the description with these constants, rounded to three decimals."""
        rounded = {name: round(value, 3) for name, value in values.items()}
        text = re.sub(rf"^{re.escape(FITTED)}.*?^{re.escape(END)}\n", "", self.text, flags=re.M | re.S)
        effects = re.search(r"^  effects: \{(.*)\}\n", text, re.M)
        own = dict(pair.split(": ") for pair in effects[1].split(", ")) if effects else {}
        text = re.sub(r"^  effects: .*\n", "", text, flags=re.M)
        for name in rounded.keys() & set(TWIN_CONSTANTS):
            text = re.sub(rf"^  {name}: .*$", f"  {name}: {rounded[name]}", text, flags=re.M)
        own |= {name: str(rounded[name]) for name in self.constants if name not in TWIN_CONSTANTS}
        inside = ", ".join(f"{name}: {own[name]}" for name in SHARED if name in own)
        text = re.sub(r"^(  grade-factors: .*\n)", rf"\1  effects: {{{inside}}}\n", text, flags=re.M)
        return text.replace("twin:\n", f"{note}twin:\n", 1)

    def run(self, experiment, options):
        shutil.rmtree(self.folder / "r", ignore_errors=True)
        command = [self.binary, "run", experiment, "--quiet", "--results", "r", "--cache", "cache",
                   "-s", f"axes.collection=[{self.name}]", "-s", f"seed={SEED}", *options]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        shutil.rmtree(self.folder / "cache", ignore_errors=True)
        if done.returncode or not (self.folder / "r" / "cells.parquet").exists():
            sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stderr}")

    def moments(self, values):
        """Returns {target: its value in each draw}."""
        self.path.write_text(self.with_constants(values))
        found = [{} for _ in range(self.draws)]
        if self.experiment != "bompada-incomplete":
            smaller = ONE_TEAM if "take-one-team AP" in self.targets else SMALLER[self.experiment]
            self.run(self.experiment, ["-s", f"draws.simulated={self.draws}", *smaller])
            self.read_cells(found)
        if self.matrix:
            self.run("runs-alone.yaml", ["-s", f"draws={self.draws}"])
            self.read_cells(found)
            self.read_scores(found)
        return {name: [draw[name] for draw in found] for name in self.targets}

    def read_cells(self, found):
        import polars

        cells = polars.read_parquet(self.folder / "r" / "cells.parquet")
        self.read_changes(cells, found)
        cells = cells.filter(polars.col("judgments") == "full")
        rows = cells.select("statistic", "component", "measure", "draw", "value").iter_rows()
        for statistic, component, measure, draw, value in rows:
            name = f"{statistic}.{component}" + (f" {measure}" if measure else "")
            if name in self.targets and draw:
                found[draw - 1][name] = value

    def read_changes(self, cells, found):
        """Reads the means over the teams of Table 4, which in the paper have a relevant document for every topic."""
        import polars

        one = cells.filter(polars.col("judgments").str.starts_with("take-one-team"), polars.col("component") == "relative")
        teams = {row for row, _, _ in printed("sakai-bias", "table-4", panel=self.name.removesuffix("-twin"), quantity="change")} if one.height else set()
        one = one.filter(polars.col("judgments").str.extract(r"team=([^,)]*)").is_in(sorted(teams)))
        for (draw, measure), of_draw in one.group_by("draw", "measure"):
            found[draw - 1][f"take-one-team {measure}"] = of_draw["value"].mean()

    def read_scores(self, found):
        import polars

        scores = polars.read_parquet(self.folder / "r" / "scores.parquet")
        for (draw,), of_draw in scores.filter(polars.col("topic") != "all").group_by("draw"):
            ap = of_draw.filter(polars.col("measure") == "AP")
            by_run = ap.group_by("run", maintain_order=True).agg("score", polars.col("team").first())
            found[draw - 1] |= moments_of(by_run["score"].to_list())
            found[draw - 1] |= moments_within(by_run)
            p10 = of_draw.filter(polars.col("measure") == "P@10")
            found[draw - 1]["mean P@10"] = p10["score"].mean()


def moments_within(by_run):
    """Returns the spread of run means and the interaction of runs and topics, both within teams. `by_run` has a row for each
    run, with its topics' scores in `score` (a list) and its team in `team`."""
    import polars

    means = by_run.with_columns(polars.col("score").list.mean())
    around = means.with_columns(square=(polars.col("score") - polars.col("score").mean().over("team")) ** 2)
    within = around["square"].sum() / (around.height - around["team"].n_unique())
    return {"sd within teams": math.sqrt(within), "sd of interaction within teams": interaction_within(by_run)}


def interaction_within(by_run):
    """Returns the spread of the residuals of each team's scores after subtracting the means of its runs and of its topics,
    pooled over teams. `by_run` has the columns that `moments_within` describes."""
    squares, freedom = 0.0, 0
    for (_,), of_team in by_run.group_by("team", maintain_order=True):
        scores = of_team["score"].to_list()
        runs, topics = [statistics.fmean(row) for row in scores], [statistics.fmean(column) for column in zip(*scores)]
        mean = statistics.fmean(runs)
        squares += loss([x - run - topic + mean for row, run in zip(scores, runs) for x, topic in zip(row, topics)])
        freedom += (len(runs) - 1) * (len(topics) - 1)
    return math.sqrt(squares / freedom)


def solve(matrix, right):
    """Solves a linear system by Gauss-Jordan elimination with pivoting. Systems here have at most a dozen unknowns."""
    rows = [row[:] + [value] for row, value in zip(matrix, right)]
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for other in range(len(rows)):
            if other != column:
                factor = rows[other][column] / rows[column][column]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[column])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


class Search:
    """Constants on the scales of their penalties, and the loss as a function of them."""

    def __init__(self, twin):
        self.twin, start = twin, twin.start()
        self.names = list(start)
        self.centre = self.clip([self.free(name, start[name]) for name in self.names])
        self.spread = {}

    def free(self, name, value):
        (to, _), width, _ = CONSTANTS[name]
        return to(value) / width

    def clip(self, x):
        ends = [[self.free(name, end) for end in CONSTANTS[name][2]] for name in self.names]
        return [min(max(value, low), high) for value, (low, high) in zip(x, ends)]

    def values(self, x):
        return {name: CONSTANTS[name][0][1](value * CONSTANTS[name][1]) for name, value in zip(self.names, x)}

    def text(self, x):
        return json.dumps({name: round(value, 3) for name, value in self.values(x).items()})

    def begin_stage(self, x):
        """Computes the scales of the moments from the draws at `x`. Returns the residuals there."""
        drawn = self.twin.moments(self.values(x))
        self.spread = {m: math.hypot(statistics.stdev(drawn[m]), rounding, 0.01 * abs(target))
                       for m, (target, rounding) in self.twin.targets.items()}
        return self.residuals_of(drawn, x)

    def residuals_of(self, drawn, x):
        targets = self.twin.targets
        distances = [(statistics.fmean(drawn[m]) - targets[m][0]) / self.spread[m] for m in targets]
        return distances + [a - b for a, b in zip(x, self.centre)]

    def residuals(self, x):
        return self.residuals_of(self.twin.moments(self.values(x)), x)

    def derivatives(self, x, now):
        """Returns the derivatives of all residuals by each constant. They are forward differences, or backward differences
        at the end of a range."""
        found = []
        for i in range(len(x)):
            to = lambda step: self.clip(x[:i] + [x[i] + step] + x[i + 1:])
            there = to(0.3) if to(0.3)[i] - x[i] > 0.1 else to(-0.3)
            moved = self.residuals(there)
            found.append([(a - b) / (there[i] - x[i]) for a, b in zip(moved, now)])
        return found


def loss(residuals):
    return sum(value * value for value in residuals)


def stage(search, x):
    """Searches from `x`. Returns the best point, its residuals, and the loss at the start."""
    now = search.begin_stage(x)
    before, slopes = loss(now), search.derivatives(x, now)
    print(f"{search.twin.name}: loss {before:.1f} at {search.text(x)}", flush=True)
    damping, still = 0.3, 0
    for number in range(search.twin.steps):
        normal = [[sum(a * b for a, b in zip(p, q)) for q in slopes] for p in slopes]
        for i, row in enumerate(normal):
            row[i] *= 1.0 + damping
        step = solve(normal, [-sum(a * b for a, b in zip(p, now)) for p in slopes])
        there = search.clip([a + max(min(b, 1.0), -1.0) for a, b in zip(x, step)])
        step = [a - b for a, b in zip(there, x)]
        if loss(step) < 1e-6:
            break
        found = search.residuals(there)
        expected = [value + sum(s * p[k] for s, p in zip(step, slopes)) for k, value in enumerate(now)]
        slopes = [[d + (f - e) * s / loss(step) for d, f, e in zip(p, found, expected)] for p, s in zip(slopes, step)]
        gain = 1.0 - loss(found) / loss(now)
        print(f"  step {number + 1}: {loss(found):.1f} {search.text(there)}", flush=True)
        still = still + 1 if gain < 0.01 else 0
        damping = min(damping * 4.0, 100.0) if gain < 0.0 else damping / 3.0
        if gain > 0.0:
            x, now = there, found
        if still == 2:
            break
    return x, now, before


def fit(twin):
    search = Search(twin)
    x, losses = search.centre, []
    for _ in range(twin.stages):
        x, now, before = stage(search, x)
        losses.append(f"{before:.0f} to {loss(now):.0f}")
    facts = [f"{FITTED}, seed {SEED}, {twin.draws} draws: loss {', then '.join(losses)}, of {len(twin.targets)} moments.",
             f"Constants: {', '.join(search.names)}.", f"On: {twin.on}.", f"Held out: {twin.held_out}.", END]
    note = [f"# {line}" for fact in facts for line in textwrap.wrap(fact.removeprefix("# "), 116, break_on_hyphens=False)]
    for moment, value in zip(twin.targets, now):
        print(f"    {moment}: {twin.targets[moment][0]:.3f}, off by {value:+.2f} sd")
    return twin.with_constants(search.values(x), "".join(f"{line}\n" for line in note))


def main():
    for name in sys.argv[3:] or TWINS:
        with tempfile.TemporaryDirectory() as folder:
            text = fit(Twin(str(Path(sys.argv[1]).resolve()), name, Path(folder)))
        (ROOT / "configs" / "collections" / f"{name}.yaml").write_text(text)


if __name__ == "__main__":
    DATA = Path(sys.argv[2])
    main()
