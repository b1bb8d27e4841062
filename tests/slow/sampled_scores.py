"""Scores under all judgments, with pytrec_eval on a twin's files (bompada-incomplete)."""

import gzip

from incomplete_judgments import MEASURES, piece
from laboratory import REPOSITORY
from peers import Largest

RUNS = 6


def root_seed():
    """The seed of the experiment, of which its twins are drawn."""
    lines = (REPOSITORY / "experiments" / "bompada-incomplete" / "experiment.yaml").read_text().splitlines()
    return next(line.split()[1] for line in lines if line.startswith("seed:"))


def twin(laboratory):
    """The folder of the experiment's first draw of a twin, and its judgments {topic: {document: level}}."""
    folder, judgments = laboratory.folder / "twin", {}
    laboratory.succeed("simulate", "trec14-twin", "--seed", root_seed(), "--draw", 1, "-o", folder, "--quiet", data="")
    for line in (folder / "qrels.txt").read_text().splitlines():
        topic, _, document, level = line.split()
        judgments.setdefault(topic, {})[document] = int(level)
    return folder, judgments


def some_runs(folder):
    """{run: {topic: {document: score}}} from all over the list, in which runs are sorted by team."""
    files, runs = sorted((folder / "runs").iterdir()), {}
    for path in files[:: len(files) // RUNS][:RUNS]:
        ranking = runs.setdefault(path.name.removesuffix(".gz"), {})
        for line in gzip.open(path, "rt"):
            topic, _, document, _, score, _ = line.split()
            ranking.setdefault(topic, {})[document] = float(score)
    return runs


def evaluated(judgments, runs, measures):
    """{run: {topic: {measure: score}}}."""
    import pytrec_eval

    evaluator = pytrec_eval.RelevanceEvaluator(judgments, measures)
    return {name: evaluator.evaluate(ranking) for name, ranking in runs.items()}


def scores(judgments, runs):
    """{(measure, run, topic): score}."""
    binary = {topic: {document: int(level > 0) for document, level in of.items()} for topic, of in judgments.items()}
    condensed = {
        name: {topic: {d: score for d, score in of.items() if d in judgments[topic]} for topic, of in ranking.items()}
        for name, ranking in runs.items()
    }
    found = {}
    for rankings, names in [
        (runs, {"bpref": "bpref", "ndcg": "NDCG, in place", "infAP": "infAP"}),
        (condensed, {"ndcg": "NDCG"}),
    ]:
        for run, by_topic in evaluated(binary, rankings, set(names)).items():
            for topic in judgments:
                for theirs, ours in names.items():
                    # A run without a judged document has no line of its own.
                    found[ours, run, topic] = by_topic.get(topic, {}).get(theirs, 0.0)
    return found


def with_pytrec_eval(laboratory):
    """bpref, infAP and both readings of NDCG, topic by topic."""
    import polars

    col = polars.col
    folder, judgments = twin(laboratory)
    runs = some_runs(folder)
    stored = polars.read_parquet(piece(laboratory) / "scores.parquet").filter(col("run").is_in(list(runs)))
    ours = {(row["judgments"], row["measure"], row["run"], row["topic"]): row["score"] for row in stored.to_dicts()}
    largest = Largest()
    for (measure, run, topic), value in scores(judgments, runs).items():
        largest.see(ours["full", MEASURES[measure], run, topic], value, f"{measure} of {run}, topic {topic}")
    return largest.check(1e-9, 1000)
