"""Teams left out of the first round of TREC-COVID, against pytrec_eval on the same files: scores and ranks of their best
runs, before and after, for ten pairs of a team and a measure drawn by lot."""

import lzma
import random
import sys
from collections import Counter
from pathlib import Path

from laboratory import demand

SEED, DRAWN = 20200410, 10
# The names of measures in rejudge and in trec_eval; pytrec_eval has no RBP.
MEASURES = {"nDCG@10": "ndcg_cut_10", "P@5": "P_5", "Bpref": "bpref", "AP": "map"}
CHOICE = "nDCG@10"
TOLERANCE = 1e-9


def lines(path):
    """The lines of a file, compressed or not."""
    import pyarrow

    # pyarrow knows the others by their names.
    with lzma.open(path) if path.suffix == ".xz" else pyarrow.input_stream(str(path)) as stream:
        return stream.read().decode().splitlines()


def table(path):
    return [line.split("\t") for line in lines(path)]


class Round:
    """The files of a round, read by Python."""

    def __init__(self, folder):
        import numpy

        self.judgments, self.runs = {}, {}
        for line in lines(folder / "qrels.txt"):
            topic, _, document, level = line.split()
            self.judgments.setdefault(topic, {})[document] = int(level)
        self.team = dict(table(folder / "teams.tsv"))
        self.pooled = {run for run, is_pooled in table(folder / "pooled.tsv")[1:] if is_pooled == "1"}
        for path in sorted((folder / "runs").iterdir()):
            fields = [line.split() for line in lines(path)]
            if fields[0][5] not in self.pooled:
                continue
            # trec_eval reads scores in single precision.
            scores = numpy.array([row[4] for row in fields], dtype=numpy.float32).tolist()
            ranking = self.runs.setdefault(fields[0][5], {})
            for row, score in zip(fields, scores):
                if row[0] in self.judgments:
                    ranking.setdefault(row[0], {})[row[2]] = score

    def brought(self, depth):
        """{(topic, document): teams} of the documents that pooled runs have up to `depth`, equal scores by ascending document."""
        teams = {}
        for run in self.pooled:
            for topic, ranking in self.runs[run].items():
                for document in sorted(ranking, key=lambda document: (-ranking[document], document))[:depth]:
                    teams.setdefault((topic, document), set()).add(self.team[run])
        return teams

    def without(self, team, brought):
        """The judgments without the unique contributions of `team`."""
        gone = {place for place, teams in brought.items() if teams == {team}}
        return {
            topic: {document: level for document, level in of.items() if (topic, document) not in gone}
            for topic, of in self.judgments.items()
        }

    def means(self, judgments, runs, measures):
        """{(run, measure): mean over all topics}; a run without a topic has 0 there."""
        import pytrec_eval

        evaluator = pytrec_eval.RelevanceEvaluator(judgments, {MEASURES[measure] for measure in measures})
        found = {}
        for run in runs:
            by_topic = evaluator.evaluate(self.runs[run])
            for measure in measures:
                scores = [by_topic.get(topic, {}).get(MEASURES[measure], 0.0) for topic in self.judgments]
                found[run, measure] = sum(scores) / len(scores)
        return found


def rank(of, scores, measure):
    mine = scores[of, measure]
    return 1 + sum(score > mine + 1e-12 for (_, name), score in scores.items() if name == measure)


def compared(folder, cells, collection, depth):
    """The sentence of the test, from the round's files and the cells of an experiment."""
    import polars

    col = polars.col
    read = Round(folder)
    # A team that pooled is represented by a pooled run.
    of_choice = read.means(read.judgments, read.pooled, [CHOICE])
    best = {}
    for run in sorted(read.pooled):
        team = read.team[run]
        if team not in best or of_choice[run, CHOICE] > of_choice[best[team], CHOICE]:
            best[team] = run
    pairs = sorted((team, measure) for team in best for measure in MEASURES)
    drawn = random.Random(SEED).sample(pairs, DRAWN)
    brought, before = read.brought(depth), read.means(read.judgments, best.values(), MEASURES)
    alone = Counter(next(iter(teams)) for teams in brought.values() if len(teams) == 1)
    largest, told = 0.0, []
    for team, measure in drawn:
        after = read.means(read.without(team, brought), best.values(), [measure])
        run = best[team]
        theirs = {
            "before": before[run, measure],
            "after": after[run, measure],
            "rank-before": rank(run, before, measure),
            "rank-after": rank(run, after, measure),
        }
        rows = cells.filter(
            (col("statistic") == "change")
            & (col("collection") == collection)
            & (col("judgments") == f"leave-one-team-out(team={team})")
            & (col("measure") == measure)
        ).to_dicts()
        ours = {row["component"]: row["value"] for row in rows}
        for component, value in theirs.items():
            demand(component in ours, f"{team} and {measure}: no cell `{component}`")
            away = abs(ours[component] - value)
            what = f"{component} of {measure} without {team} ({alone[team]} documents): {ours[component]}"
            demand(away <= TOLERANCE, f"{what}, {value} by pytrec_eval")
            largest = max(largest, away)
        told.append(f"{team} {measure} {theirs['before']:.4f} -> {theirs['after']:.4f}")
    return f"{DRAWN} of {len(pairs)} pairs by seed {SEED}, {4 * DRAWN} numbers, largest difference {largest:.1e}; {'; '.join(told)}"


def first_round(laboratory):
    import polars

    folder = laboratory.data() / "trec_covid_round1"
    cells = polars.read_parquet(laboratory.results("trec-covid-round1") / "cells.parquet")
    return compared(folder, cells, "trec-covid-round1", 7)


if __name__ == "__main__":
    # FOLDER CELLS COLLECTION DEPTH, of another round that is laid out somewhere.
    import polars

    folder, cells, collection, depth = sys.argv[1:]
    print(compared(Path(folder), polars.read_parquet(cells), collection, int(depth)))
