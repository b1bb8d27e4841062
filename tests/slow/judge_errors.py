"""Correlated errors of judges and changes of discriminative power (llm-judges) computed again by numpy and SciPy, from the published files."""

from itertools import combinations

from group_changes import best, labels, ndcg
from peers import Largest

YEARS = (2019, 2020, 2021)
# A judge of two labels: 1 is level 2.
SCALE = {"binary_gpt4": 2, "binary_gpt4o": 2, "binary_llama3.2": 2}
POWERS = ("umbrela_gpt4", "umbrela_gpt4o", "umbrela_llama3.2", "binary_gpt4", "binary_gpt4o", "binary_llama3.2")


def judged(folder, judge):
    """{topic: {document: level}}; of a repeated pair the last label."""
    found = labels(next((folder / "judges").glob(f"{judge}.txt*")))
    return {topic: {document: SCALE.get(judge, 1) * label for document, label in of.items()} for topic, of in found.items()}


def errors(people, judge, cut):
    """{(topic, document): judge less people}, of levels or of relevance."""

    def of(label):
        return label if cut is None else float(label >= cut)

    pairs = ((topic, document) for topic, judged in people.items() for document in judged)
    return {
        (topic, document): of(judge[topic][document]) - of(people[topic][document])
        for topic, document in pairs
        if document in judge.get(topic, {})
    }


def mean_correlation(people, judges, cut):
    import numpy

    of_judges = [errors(people, judge, cut) for judge in judges]
    correlations = []
    for one, other in combinations(of_judges, 2):
        both = sorted(one.keys() & other.keys())
        correlations.append(numpy.corrcoef([one[pair] for pair in both], [other[pair] for pair in both])[0, 1])
    return numpy.mean(correlations)


def power(scores):
    import scipy.stats

    p = [scipy.stats.ttest_rel(one, other).pvalue for one, other in combinations(scores, 2)]
    # Of runs that are equal on all topics there is no p value: they do not differ.
    return sum(value < 0.05 for value in p) / len(p)


def from_files(laboratory):
    """Every correlation of the table `errors`, and discriminative power by people and by six judges."""
    import polars

    data = laboratory.data()
    cells = polars.read_parquet(laboratory.results("llm-judges") / "cells.parquet")
    cells = cells.filter((polars.col("status") == "ok") & (polars.col("draw") == 1))
    correlations, powers = Largest(), Largest()
    for year in YEARS:
        folder = data / f"trec_dl_{year}_passage"
        people = labels(folder / "qrels.txt")
        known = {judge: judged(folder, judge) for judge in POWERS}
        of_year = cells.filter(polars.col("collection") == f"trec-dl-{year}")
        for statistic, cut in (("errors", 2), ("errors-of-levels", None)):
            of_statistic = of_year.filter(polars.col("statistic") == statistic)
            for judgments in of_statistic["judgments"].unique().to_list():
                names = judgments.removesuffix(")").split("judge=")[1].split("+")
                found = of_statistic.filter(polars.col("judgments") == judgments)
                found = dict(zip(found["component"], found["value"]))
                rho = mean_correlation(people, [known[name] for name in names], cut)
                worth = len(names) / (1 + (len(names) - 1) * rho)
                correlations.see(found["correlation"], rho, f"{year}, {judgments}, {statistic}")
                correlations.see(found["effective-judges"], worth, f"{year}, {judgments}, {statistic}, worth")
        runs = [best(path)[1] for path in sorted((folder / "runs").iterdir())]
        topics = sorted(people)
        before = power([ndcg(run, people, topics) for run in runs])
        for judge in POWERS:
            after = power([ndcg(run, known[judge], topics) for run in runs])
            found = of_year.filter((polars.col("statistic") == "power-change") & (polars.col("judgments") == f"full(judge={judge})"))
            found = dict(zip(found["component"], found["value"]))
            for component, expected in (("before", before), ("after", after), ("change", after - before)):
                powers.see(found[component], expected, f"{year}, {judge}, {component}")
    correlations = correlations.check(1e-9, 2 * 2 * 6 * len(YEARS))
    return f"{correlations}; power: {powers.check(1e-9, 3 * len(POWERS) * len(YEARS))}"
