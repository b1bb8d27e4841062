"""The numbers of an audit, computed again from the files by their definitions, without code of rejudge."""

import gzip
import itertools
import json
import lzma
import os
from collections import defaultdict
from pathlib import Path

from laboratory import Skipped, demand

# So many topics a judge labels, with one label of so many that is not people's.
LABELLED, WRONG = 30, 6
DEPTHS = [1, 5, 9]
# Folders and names of collections with some of their teams, the order in which their runs were read for the pool, and its depth.
COLLECTIONS = [
    ("clef_ehealth_2015", "clef-ehealth-2015", ["ECNU", "GRIUM", "LIMSI"], "rank", 10),
    ("trec_dl_2019_passage", "trec-dl-2019", ["IDST", "srchvrs", "TU-Vienna"], "docno-ascending", 10),
    ("trec_dl_2020_passage", "trec-dl-2020", ["anserini", "reSearch2vec", "PASH"], "docno-ascending", 10),
    ("trec_dl_2021_passage", "trec-dl-2021", ["PASH", "Waterloo_Cormack", "yorku"], "docno-ascending", 10),
    ("trec_covid_round1", "trec-covid-round1", ["BBGhelani", "sabir", "unipd.it"], "docno-ascending", 7),
]


def read_files(folder, order):
    """Grades by topic and document, rankings by run and topic (trec_eval's order), the same as the pool was read, teams by
    run."""
    grades = defaultdict(dict)
    for line in (folder / "qrels.txt").read_text().splitlines():
        topic, _, document, grade = line.split()
        grades[topic][document] = int(grade)
    by_pool = {
        "rank": lambda line: (line[2], line[3]),
        "docno-ascending": lambda line: (-line[0], line[1]),
    }[order]
    rankings, read = {}, {}
    for path in (folder / "runs").iterdir():
        lines = defaultdict(list)
        opened = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
        for number, line in enumerate(opened(path, "rt")):
            topic, _, document, rank, score, run = line.split()
            lines[topic].append((float(score), document, float(rank), number))
        rankings[run] = {t: [line[1] for line in sorted(found, reverse=True)] for t, found in lines.items()}
        read[run] = {t: [line[1] for line in sorted(found, key=by_pool)] for t, found in lines.items()}
    return grades, rankings, read


def table(path):
    """Run -> value of a table that the audit wrote."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return dict(line.split("\t") for line in lines[1:])


def average_precision(ranking, relevant):
    """AP over the first 1000 documents; 0 if no document is relevant."""
    found, total = 0, 0.0
    for rank, document in enumerate(ranking[:1000], 1):
        if document in relevant:
            found += 1
            total += found / rank
    return total / len(relevant) if relevant else 0.0


def labels_of_some_topics(grades, path):
    """Writes a judge who labelled some topics, and returns the documents that are relevant by it."""
    relevant, lines, number = {}, [], 0
    for topic in sorted(grades)[:LABELLED]:
        relevant[topic] = set()
        for document, grade in grades[topic].items():
            number += 1
            label = int(grade > 0) if number % WRONG else int(grade <= 0)
            lines.append(f"{topic} 0 {document} {label}\n")
            if label:
                relevant[topic].add(document)
    path.write_text("".join(lines))
    return relevant


def significant(matrix):
    """The pairs of runs that differ by the t test with Holm's correction, with the better run."""
    import numpy
    from scipy.stats import ttest_rel

    p = {}
    for x, y in itertools.combinations(sorted(matrix), 2):
        first, second = matrix[x], matrix[y]
        p[x, y] = 1.0 if numpy.array_equal(first, second) else float(ttest_rel(first, second).pvalue)
    # Holm: the k-th smallest of m is rejected as long as all before it are, and it is below .05 / (m - k + 1).
    better = {}
    for before, (pair, value) in enumerate(sorted(p.items(), key=lambda found: found[1])):
        if not value * (len(p) - before) < 0.05:
            break
        better[pair] = matrix[pair[0]].mean() > matrix[pair[1]].mean()
    return better, len(p)


class Judged:
    """Mean AP of all runs under any set of judged documents."""

    def __init__(self, grades, rankings, read):
        self.grades, self.rankings, self.read = grades, rankings, read

    def means(self, judged):
        """`judged`: documents by topic."""
        relevant = {t: {d for d in judged[t] if self.grades[t][d] > 0} for t in self.grades}
        return {
            run: sum(average_precision(of_run.get(t, []), relevant[t]) for t in self.grades) / len(self.grades)
            for run, of_run in self.rankings.items()
        }

    def by_topic(self, relevant):
        """AP of all runs on the topics of `relevant`: the documents that are relevant, by topic."""
        import numpy

        return {
            run: numpy.array([average_precision(of_run.get(t, []), relevant[t]) for t in sorted(relevant)])
            for run, of_run in self.rankings.items()
        }

    def pool(self, runs, depth):
        """The judged documents in the top `depth` of `runs`, by topic."""
        tops = {t: {d for run in runs for d in self.read[run].get(t, [])[:depth]} for t in self.grades}
        return {t: tops[t] & self.grades[t].keys() for t in self.grades}


def rank(means, run):
    return 1 + sum(score > means[run] for score in means.values())


def by_definition(laboratory):
    """Scores as judged, leave-one-team-out, shallow pools, documents that each rank contributed, power by the t test with
    Holm's correction, and a judge of some topics beside people on these topics, for AP."""
    if not os.environ.get("REJUDGE_DATA"):
        raise Skipped("REJUDGE_DATA is not set")
    told = [of_collection(laboratory, *collection) for collection in COLLECTIONS]
    return ", ".join([*told, *of_no_pools(laboratory)])


def of_no_pools(laboratory):
    """Judgments of the runs of Deep Learning 2019 that are not a pool of any depth: a budget of documents by topic, move to
    front (Cormack, Palmer and Clarke, SIGIR 1998), and a sample below the top ranks."""
    folder = Path(os.environ["REJUDGE_DATA"]) / "trec_dl_2019_passage"
    grades, rankings, _ = read_files(folder, "rank")
    for name, chosen in (("budget", within_budget), ("move-to-front", moved_to_front), ("stratified", stratified)):
        judged = {}
        for topic, known in grades.items():
            lists = {run: rankings[run].get(topic, []) for run in sorted(rankings)}
            is_relevant = {document for document, grade in known.items() if grade > 1}.__contains__
            judged[topic] = {document: known.get(document, 0) for document in chosen(lists, is_relevant)}
        qrels = laboratory.folder / f"{name}.txt"
        rows = (f"{t} 0 {d} {grade}\n" for t, documents in judged.items() for d, grade in sorted(documents.items()))
        qrels.write_text("".join(rows))
        home = laboratory.folder / name
        laboratory.succeed("audit", qrels, folder / "runs", "-m", "AP", "-l", "2", "--draws", "1", "-o", home)
        yield of_no_pool(home, judged, rankings)


def within_budget(lists, _):
    """The 80 documents that the runs have first."""
    ranks = itertools.zip_longest(*lists.values())
    documents = dict.fromkeys(document for rank in ranks for document in rank if document is not None)
    return itertools.islice(documents, 80)


def moved_to_front(lists, is_relevant):
    """60 documents: the next one of the first run, which goes to the end if that is not relevant."""
    order, judged = list(lists), set()
    while len(judged) < 60:
        rest = ((run, document) for run in order for document in lists[run] if document not in judged)
        run, document = next(rest)
        judged.add(document)
        order.remove(run)
        order.insert(0 if is_relevant(document) else len(order), run)
    return judged


def stratified(lists, _):
    """The top 5 documents of each run, and every third one down to rank 60."""
    top, all_documents = ({d for documents in lists.values() for d in documents[:depth]} for depth in (5, 60))
    return top | set(sorted(all_documents - top)[::3])


def of_no_pool(home, judged, rankings):
    """Compares an audit of judgments without a pool with SciPy and the definitions."""
    import numpy
    import polars
    from scipy.stats import nct, t

    report = json.loads((home / "verdicts.json").read_text())
    answers = {answer["question"]: answer for answer in report["answers"]}
    demand(report["depth"] is None, f"{home.name}: a pool of depth {report['depth']} is invented")
    for question in ("deep", "fair"):
        demand(answers[question]["verdict"] == "cannot-say", f"{home.name}: {answers[question]}")
    relevant = {topic: {d for d, grade in documents.items() if grade > 1} for topic, documents in judged.items()}
    matrix = {
        run: numpy.array([average_precision(of_run.get(topic, []), relevant[topic]) for topic in sorted(relevant)])
        for run, of_run in rankings.items()
    }
    pairs = list(itertools.combinations(matrix.values(), 2))
    variance = sum((x - y).var(ddof=1) for x, y in pairs) / len(pairs)

    def topics(difference):
        """The fewest topics of which a t test at .05 finds the difference with power .8."""
        for n in itertools.count(2):
            limit, shift = t.ppf(0.975, n - 1), difference / (variance / n) ** 0.5
            if nct.sf(limit, n - 1, shift) + nct.cdf(-limit, n - 1, shift) >= 0.8:
                return n

    means = [scores.mean() for scores in matrix.values()]
    expected = {
        ("hidden", "range"): max(means) - min(means),
        ("topics", "variance"): variance,
        ("topics", "small"): topics(0.05),
        ("topics", "large"): topics(0.1),
    }
    for (question, name), value in expected.items():
        ours = answers[question]["numbers"][name]
        demand(abs(ours - value) <= 1e-9 * value, f"{home.name}, {name}: {ours}, by definition {value}")
    cells = polars.read_parquet(home / "cells.parquet")
    cells = cells.filter((polars.col("statistic") == "scores") & (polars.col("judgments") == "full"))
    scores = dict(cells.filter(polars.col("component") == "score").select("run", "value").iter_rows())
    demand(scores.keys() == matrix.keys(), f"{home.name}: scores of {len(scores)} runs")
    for run, ours in scores.items():
        demand(abs(ours - matrix[run].mean()) <= 1e-12, f"{home.name}, AP of {run}: {ours}")
    return f"{len(expected) + len(scores)} numbers of judgments by {home.name}"


def of_collection(laboratory, folder, collection, some_teams, order, pool_depth):
    import polars
    from scipy.stats import kendalltau

    folder = Path(os.environ["REJUDGE_DATA"]) / folder
    home = laboratory.folder / collection
    grades, rankings, read = read_files(folder, order)
    labels = laboratory.folder / f"{collection}-labels.txt"
    relevant = labels_of_some_topics(grades, labels)
    arguments = [collection, "-m", "AP", "--draws", "1", "--also", f"some={labels}"]
    laboratory.succeed("audit", *arguments, "-o", home, "--cache", laboratory.folder / "cache")
    description = (home / "collection.yaml").read_text()
    demand(f"\npool-order: {order}\n" in description, f"the pool was not read by {order}: {description}")
    cells = polars.read_parquet(home / "cells.parquet")
    scores = polars.read_parquet(home / "scores.parquet")
    teams = table(home / "teams.tsv")
    pooled = table(home / "pooled.tsv") if (home / "pooled.tsv").exists() else dict.fromkeys(rankings, "1")
    forming = [run for run in rankings if pooled[run] == "1"]
    judged = Judged(grades, rankings, read)
    everything = {t: set(grades[t]) for t in grades}
    base = judged.pool(forming, pool_depth)
    full, by_base = judged.means(everything), judged.means(base)
    compared = 0

    def tau_b(x, y):
        return float(kendalltau([x[run] for run in rankings], [y[run] for run in rankings]).statistic)

    def cell(statistic, judgments, component, run=""):
        nonlocal compared
        wanted = {"statistic": statistic, "judgments": judgments, "component": component, "run": run}
        found = cells
        for name, value in wanted.items():
            found = found.filter(polars.col(name) == value)
        demand(len(found) == 1, f"{len(found)} cells of {wanted}")
        compared += 1
        return found["value"][0]

    def agree(ours, theirs, what):
        demand(abs(ours - theirs) <= 1e-12 * max(1.0, abs(theirs)), f"{what}: {ours}, by definition {theirs}")

    for run, score in full.items():
        agree(cell("scores", "full", "score", run), score, f"AP of {run}")
    for team in some_teams:
        theirs = judged.pool([run for run in forming if teams[run] == team], pool_depth)
        others = judged.pool([run for run in forming if teams[run] != team], pool_depth)
        without = judged.means({t: everything[t] - (theirs[t] - others[t]) for t in grades})
        name = f"leave-one-team-out(team={team})"
        agree(cell("tau", name, "tau"), tau_b(full, without), f"tau of {name}")
        for run in (run for run in rankings if teams[run] == team):
            change = (without[run] - full[run]) / full[run]
            agree(cell("change", name, "relative", run), change, f"change of {run}")
            agree(cell("change", name, "rank-before", run), rank(full, run), f"rank of {run}")
            agree(cell("change", name, "rank-after", run), rank(without, run), f"rank of {run} under {name}")
    for depth in (depth for depth in DEPTHS if depth < pool_depth):
        shallow = judged.means(judged.pool(forming, depth))
        name = f"pool-depth(depth={depth})"
        agree(cell("tau", name, "tau"), tau_b(full, shallow), f"tau of {name}")
    name = f"pool-depth(depth={pool_depth})"
    agree(cell("tau", name, "tau"), tau_b(full, by_base), "tau of the pool with all judgments")
    ranks = polars.read_parquet(home / "tables" / "ranks.parquet")
    above = {t: set() for t in grades}
    for depth in range(1, pool_depth + 1):
        tops = {t: {d for run in forming for d in read[run].get(t, [])[:depth]} for t in grades}
        new = [(t, d) for t in grades for d in tops[t] - above[t]]
        counts = {
            "new documents": len(new),
            "judged": sum(d in grades[t] for t, d in new),
            "relevant": sum(grades[t].get(d, 0) > 0 for t, d in new),
        }
        for name, count in counts.items():
            found = ranks.filter(polars.col("row") == str(depth), polars.col("column") == name)["mean"].to_list()
            demand(found == [count], f"{name} at rank {depth}: {found}, by definition {count}")
            compared += 1
        above = tops
    # The answers that the verdicts are compared with.
    answers = {answer["question"]: answer for answer in json.loads((home / "verdicts.json").read_text())["answers"]}
    kept, everyone = sum(map(len, base.values())), sum(map(len, everything.values()))
    documents = sum(map(len, above.values()))
    left = [team for team in sorted(set(teams.values())) if any(teams[run] == team for run in forming)]
    by_team, beyond = [], 0
    for team in left:
        theirs = judged.pool([run for run in forming if teams[run] == team], pool_depth)
        others = judged.pool([run for run in forming if teams[run] != team], pool_depth)
        without = judged.means({t: everything[t] - (theirs[t] - others[t]) for t in grades})
        own = [run for run in forming if teams[run] == team]
        by_team.append(sum(abs(without[run] - full[run]) / full[run] for run in own) / len(own))
        moves = max(abs(rank(full, run) - rank(without, run)) for run in own)
        beyond += by_team[-1] > 0.05 or moves > 0.1 * len(rankings)
    expected = {"explains": kept / everyone, "filled": kept / documents}
    if answers["fair"]["numbers"].get("change") is not None:
        expected |= {"change": sum(by_team) / len(left), "unfair": beyond / len(left), "teams": len(left)}
    for name, number in expected.items():
        agree(answers["fair"]["numbers"][name], number, f"{name} of a new team")
        compared += 1
    of_topics = scores.filter((polars.col("judgments") == "full") & (polars.col("topic") != "all")).sort("run", "topic")
    matrix = {run: group["score"].to_numpy() for (run,), group in of_topics.group_by(["run"], maintain_order=True)}
    rejected, pairs = significant(matrix)
    agree(cell("corrected", "full", "significant"), len(rejected), "pairs after Holm's correction")
    agree(cell("corrected", "full", "pairs"), pairs, "pairs")
    # On the topics that the judge labelled, by people and by the judge.
    people = judged.by_topic({t: {d for d, grade in grades[t].items() if grade > 0} for t in relevant})
    judge = judged.by_topic(relevant)
    name = "full(judge=some)"
    means = [{run: scores.mean() for run, scores in of.items()} for of in (people, judge)]
    agree(cell("tau", name, "tau"), tau_b(*means), f"tau of {name}")
    there, here = significant(people)[0], significant(judge)[0]
    both = there.keys() & here.keys()
    counts = {
        "agreed": sum(there[pair] == here[pair] for pair in both),
        "reversed": sum(there[pair] != here[pair] for pair in both),
        "lost": len(there.keys() - here.keys()),
        "new": len(here.keys() - there.keys()),
    }
    for component, count in counts.items():
        agree(cell("decisions", name, component), count, f"{component} pairs of {name}")
    topics = answers["judges"]["numbers"]["best"]["topics"]
    demand(topics == len(relevant), f"the judge is compared on {topics} topics, not {len(relevant)}")
    return f"{compared} numbers of {len(rankings)} runs of {collection}"
