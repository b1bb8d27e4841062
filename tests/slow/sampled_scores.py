"""Scores under all judgments and under samples of them, with pytrec_eval on a twin's files (bompada-incomplete)."""

import gzip
from fractions import Fraction

from bootstrap import ERRORS, standard_errors
from incomplete_judgments import MEASURES, piece
from laboratory import REPOSITORY, demand
from peers import Largest

RUNS, SAMPLES = 6, 10
RATES = {"0.1": Fraction(1, 10), "0.5": Fraction(1, 2)}


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


def scores(judgments, runs, kept):
    """{(measure, run, topic): score} when `kept` {topic: documents} are judged of a pool of all `judgments`."""
    binary = {topic: {document: int(of[document] > 0) for document in kept[topic]} for topic, of in judgments.items()}
    # trec_eval takes -1 for a document that is in the pool and unjudged.
    pool = {topic: {document: binary[topic].get(document, -1) for document in of} for topic, of in judgments.items()}
    condensed = {
        name: {topic: {d: score for d, score in of.items() if d in kept[topic]} for topic, of in ranking.items()}
        for name, ranking in runs.items()
    }
    found = {}
    for qrels, rankings, names in [
        (binary, runs, {"bpref": "bpref", "ndcg": "NDCG, in place"}),
        (pool, runs, {"infAP": "infAP"}),
        (binary, condensed, {"ndcg": "NDCG"}),
    ]:
        for run, by_topic in evaluated(qrels, rankings, set(names)).items():
            for topic in judgments:
                for theirs, ours in names.items():
                    # A run without a judged document has no line of its own.
                    found[ours, run, topic] = by_topic.get(topic, {}).get(theirs, 0.0)
    return found


def sample(judgments, rate, generator):
    """max(1, floor(f|R|)) relevant and max(10, floor(f|N|)) nonrelevant documents a topic, and never more than all."""
    kept = {}
    for topic, of in judgments.items():
        kept[topic] = set()
        for relevant, least in [(True, 1), (False, 10)]:
            documents = sorted(document for document, level in of.items() if (level > 0) == relevant)
            size = min(len(documents), max(least, int(rate * len(documents))))
            kept[topic] |= set(generator.choice(documents, size, replace=False).tolist())
    return kept


def with_pytrec_eval(laboratory):
    """bpref, infAP and both readings of NDCG: under all judgments topic by topic; under samples, of which the binary
    writes none, the mean over runs against ten samples of our own."""
    import numpy
    import polars

    col = polars.col
    folder, judgments = twin(laboratory)
    runs = some_runs(folder)
    stored = polars.read_parquet(piece(laboratory) / "scores.parquet").filter(col("run").is_in(list(runs)))
    ours = {(row["judgments"], row["measure"], row["run"], row["topic"]): row["score"] for row in stored.to_dicts()}
    largest = Largest()
    for (measure, run, topic), value in scores(judgments, runs, judgments).items():
        largest.see(ours["full", MEASURES[measure], run, topic], value, f"{measure} of {run}, topic {topic}")
    said = largest.check(1e-9, 1000)

    generator, worst = numpy.random.default_rng(20070723), (0.0, "")
    for text, rate in RATES.items():
        means = {measure: [] for measure in MEASURES}
        for _ in range(SAMPLES):
            found = scores(judgments, runs, sample(judgments, rate, generator))
            for measure, of_samples in means.items():
                of_samples.append(numpy.mean([value for (name, _, _), value in found.items() if name == measure]))
        for measure, of_samples in means.items():
            where = f"sample(draw=1,rate={text})", MEASURES[measure]
            of_runs = [ours.get((*where, run, "all")) for run in runs]
            demand(None not in of_runs, f"scores.parquet has no scores of every run under {where}")
            mean = numpy.mean(of_runs)
            away = standard_errors(mean, of_samples, least=1e-6)
            theirs = numpy.mean(of_samples)
            demand(away <= ERRORS, f"{measure} at {text}: {mean:.4f}, {theirs:.4f} by pytrec_eval: {away:.1f} standard errors")
            worst = max(worst, (away, f"{measure} at {text} ({mean:.4f}, {theirs:.4f})"))
    return f"all judgments: {said}; samples: at most {worst[0]:.1f} standard errors away, {worst[1]}"
