"""Cells of sakai-bias on a collection as the paper uses it, TREC-8 with all its runs, computed from the lines of its
files by pytrec_eval (AP) and numpy (AP' of the condensed list)."""

from collections import defaultdict

from laboratory import Skipped, demand, judgments, lines, rankings

TEAMS = ["ntexas", "ge", "claritech", "MIT", "waterloo"]
MEASURES = ["AP", "AP'"]
POOL, LAST = 100, 1000


def table(path):
    """Returns {run: value} of the first two columns of a table with a header."""
    return dict(line.split("\t")[:2] for line in lines(path)[1:])


def in_order(documents):
    """Returns the first LAST documents by score, and by docid if scores are equal, both descending. The pool and the
    scores use this order."""
    return [document for document, _, _ in sorted(documents, key=lambda row: (row[2], row[0]), reverse=True)[:LAST]]


def contributors(runs, pooled, teams):
    """Returns {topic: {document: teams whose pooled runs bring it into the pool}}."""
    found = defaultdict(lambda: defaultdict(set))
    for run, topics in runs.items():
        if pooled[run] == "1":
            for topic, ranking in topics.items():
                for document in ranking[:POOL]:
                    found[topic][document].add(teams[run])
    return found


def by_pytrec_eval(qrels, ranking):
    import pytrec_eval

    scores = {topic: {document: float(LAST - at) for at, document in enumerate(of)} for topic, of in ranking.items()}
    found = pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(scores)
    return sum(found.get(topic, {"map": 0.0})["map"] for topic in qrels) / len(qrels)


def by_numpy(qrels, ranking):
    """Returns the mean AP of the condensed lists, which hold only the judged documents."""
    import numpy

    means = []
    for topic, of in qrels.items():
        relevant = numpy.array([of[document] > 0 for document in ranking.get(topic, []) if document in of], dtype=bool)
        precision = numpy.cumsum(relevant) / numpy.arange(1, len(relevant) + 1)
        means.append(precision[relevant].sum() / sum(grade > 0 for grade in of.values()))
    return float(numpy.mean(means))


def ten_cells(laboratory):
    """Compares the scores of the chosen run of each of five teams, before and after its team's unique documents are
    left out."""
    import polars

    folder = laboratory.data() / "trec8_adhoc"
    if not folder.is_dir():
        raise Skipped("trec8 is not here: rejudge data get trec8")
    results = laboratory.folder / "results"
    laboratory.succeed("run", "sakai-bias", "--only", "collection=trec8", "--results", results, "--quiet")
    cells = polars.read_parquet(results / "cells.parquet").filter((polars.col("statistic") == "change") & (polars.col("draw") == 1))
    chosen = polars.read_parquet(results / "choices.parquet").filter(polars.col("draw") == 1)
    chosen = dict(chosen.select("team", "run").iter_rows())
    full, teams, pooled = judgments(folder / "qrels.txt"), table(folder / "teams.tsv"), table(folder / "pooled.tsv")
    runs = {}
    for path in sorted((folder / "runs").iterdir()):
        tag, topics = rankings(path)
        runs[tag] = {topic: in_order(documents) for topic, documents in topics.items()}
    pool = contributors(runs, pooled, teams)
    for team in TEAMS:
        left = {topic: {document: grade for document, grade in of.items() if pool[topic][document] != {team}} for topic, of in full.items()}
        ranking = runs[chosen[team]]
        for measure, scored in zip(MEASURES, [by_pytrec_eval, by_numpy]):
            address = f"sakai-bias/change[collection=trec8,judgments=leave-one-team-out(team={team}),measure={measure}]"
            ours = dict(cells.filter(polars.col("address") == address).select("component", "value").iter_rows())
            before, after = scored(full, ranking), scored(left, ranking)
            for name, value in [("before", before), ("after", after), ("relative", (after - before) / before)]:
                here = ours.get(name)
                demand(here is not None and abs(here - value) <= 1e-12, f"{address}: {name} is {here}, but other tools compute {value}")
