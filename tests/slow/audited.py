"""Computes the numbers of audits again from the files by their definitions, without code of rejudge."""

import itertools
import json

from laboratory import demand, judgments, rankings

# The judge labels the first `LABELLED` topics, and every `WRONG`-th of the labels contradicts people.
LABELLED, WRONG = 30, 6
# For each collection, the folder, the name, the order in which its runs were read for the pool (None: trec_eval's), and the
# depth of the pool (None: there is no pool).
COLLECTIONS = [
    ("clef_ehealth_2015", "clef-ehealth-2015", "rank", 10),
    ("trec_dl_2019_passage", "trec-dl-2019", "docno-ascending", 10),
    ("trec_dl_2020_passage", "trec-dl-2020", "docno-ascending", 10),
    ("trec_dl_2021_passage", "trec-dl-2021", "docno-ascending", 10),
    ("trec_covid_round1", "trec-covid-round1", "docno-ascending", 7),
    ("trec8_robust_runs", "trec8-robust", None, 100),
    ("clef_tar_2017", "clef-tar-2017", None, None),
]


def read_files(folder, order):
    """Returns the grades by topic and document, and the rankings by run and topic twice: in trec_eval's order, and in
    the order in which they were read for the pool."""
    by_pool = {
        "rank": lambda line: (line[2], line[3]),
        "docno-ascending": lambda line: (-line[0], line[1]),
    }
    best, read = {}, {}
    for path in sorted((folder / "runs").iterdir()):
        run, found = rankings(path)
        lines = {t: [(score, document, rank, at) for at, (document, rank, score) in enumerate(of)] for t, of in found.items()}
        best_first = {topic: sorted(found, reverse=True) for topic, found in lines.items()}
        in_pool = best_first if order is None else {t: sorted(found, key=by_pool[order]) for t, found in lines.items()}
        best[run], read[run] = ({t: [line[1] for line in of[t]] for t in of} for of in (best_first, in_pool))
    return judgments(folder / "qrels.txt"), best, read


def table(path, header=True):
    """Returns {run: value} of a table of two columns."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    return dict(line.split("\t") for line in lines[int(header) :])


def labels_of_some_topics(grades, path):
    """Writes the labels of a judge of some topics, and returns which documents of these topics the judge calls
    relevant."""
    import numpy

    relevant, lines, number = {}, [], 0
    for topic in sorted(grades)[:LABELLED]:
        labels = []
        for document, grade in grades[topic].items():
            number += 1
            labels.append(int(grade > 0) if number % WRONG else int(grade <= 0))
            lines.append(f"{topic} 0 {document} {labels[-1]}\n")
        relevant[topic] = numpy.array(labels) > 0
    path.write_text("".join(lines))
    return relevant


def rounded(means):
    """Returns the means rounded to 12 digits. Means that are equal by arithmetic can differ in the last bits, which
    must not order runs."""
    return [float(f"{mean:.11e}") for mean in means]


def tau_b(x, y):
    from scipy.stats import kendalltau

    return float(kendalltau(rounded(x), rounded(y)).statistic)


def tau_ap_b(x, y):
    """Returns tau_ap,b of Urbano and Marrero (ICTIR 2017), which is the mean of two directions. The value of one
    direction is a mean over the items below the first group of ties: of the items above such an item, take the share
    that is above it in the other ranking too, twice this share, less 1."""
    import numpy

    x, y = numpy.array(rounded(x)), numpy.array(rounded(y))
    directions = []
    for own, other in ((x, y), (y, x)):
        above = own[None, :] > own[:, None]
        agreed = (above & (other[None, :] > other[:, None])).sum(axis=1)
        below = above.any(axis=1)
        directions.append(2 * (agreed[below] / above.sum(axis=1)[below]).mean() - 1)
    return sum(directions) / 2


def top_kept(x, y, k=10):
    """Returns the share of the best items of x (all that tie with the k-th included) that are among as many best items
    of y. If the cut in y falls within a group of ties, each item of the group counts as the share of the group above
    the cut."""
    x, y = rounded(x), rounded(y)
    best = [at for at, own in enumerate(x) if sum(other > own for other in x) < k]
    places = [(len(best) - sum(other > y[at] for other in y), y.count(y[at])) for at in best]
    return sum(min(max(free, 0), tied) / tied for free, tied in places) / len(best)


def topics_needed(matrix):
    """Returns the mean variance of the differences of two runs, and the fewest topics with which a t test at .05 finds
    a difference of .05, and of .1, with power .8."""
    from scipy.stats import nct, t

    pairs = list(itertools.combinations(matrix, 2))
    variance = sum((x - y).var(ddof=1) for x, y in pairs) / len(pairs)

    def topics(difference):
        for n in itertools.count(2):
            limit, shift = t.ppf(0.975, n - 1), difference / (variance / n) ** 0.5
            if nct.sf(limit, n - 1, shift) + nct.cdf(-limit, n - 1, shift) >= 0.8:
                return n

    return {"variance": variance, "needed_for_05": topics(0.05), "needed_for_10": topics(0.1)}


def significant(matrix):
    """Returns the pairs of runs that differ by the t test with Holm's correction, each with True if its first run is
    the better one, and the number of all pairs."""
    import numpy
    from scipy.stats import ttest_rel

    p = {}
    for x, y in itertools.combinations(sorted(matrix), 2):
        first, second = matrix[x], matrix[y]
        p[x, y] = 1.0 if numpy.array_equal(first, second) else float(ttest_rel(first, second).pvalue)
    # By Holm's correction, the k-th smallest of m p-values is rejected if all smaller ones are, and if it is below .05 / (m
    # - k + 1).
    better = {}
    for before, (pair, value) in enumerate(sorted(p.items(), key=lambda found: found[1])):
        if not value * (len(p) - before) < 0.05:
            break
        better[pair] = matrix[pair[0]].mean() > matrix[pair[1]].mean()
    return better, len(p)


class Judged:
    """AP over the first 1000 documents of each run, under any part of the judgments. A part is an array of booleans for
    each topic."""

    def __init__(self, grades, rankings, read, depth):
        import numpy

        self.runs, self.topics = list(rankings), sorted(grades)
        self.levels, self.places, self.ranks = {}, {}, {}
        for topic in self.topics:
            at = {document: number for number, document in enumerate(grades[topic])}
            self.levels[topic] = numpy.array(list(grades[topic].values()))
            # `places` has, by run and rank, the number of the judged document, or the number of judged documents if the
            # document is unjudged. `ranks` has, by run and judged document, its rank.
            places = numpy.full((len(self.runs), 1000), len(at))
            ranks = numpy.full((len(self.runs), len(at)), numpy.inf)
            for number, run in enumerate(self.runs):
                found = [at.get(document, len(at)) for document in rankings[run].get(topic, [])[:1000]]
                places[number, : len(found)] = found
                for rank, document in enumerate(read[run].get(topic, [])[:depth], 1):
                    if document in at:
                        ranks[number, at[document]] = rank
            self.places[topic], self.ranks[topic] = places, ranks

    def by_topic(self, relevant):
        """Returns the AP of each run (a row) on each topic (a column). `relevant` has the relevant documents of each
        topic. On a topic without relevant documents, AP is 0."""
        import numpy

        columns = []
        for topic in sorted(relevant):
            hits = numpy.append(relevant[topic], False)[self.places[topic]]
            sums = (hits * hits.cumsum(axis=1) / numpy.arange(1, 1001)).sum(axis=1)
            columns.append(sums / max(relevant[topic].sum(), 1))
        return numpy.array(columns).T

    def means(self, judged):
        matrix = self.by_topic({topic: judged[topic] & (self.levels[topic] > 0) for topic in self.topics})
        return dict(zip(self.runs, matrix.mean(axis=1)))

    def pool(self, runs, depth):
        """Returns, by topic, the judged documents that one of `runs` has in its top `depth`."""
        rows = [self.runs.index(run) for run in runs]
        return {topic: self.ranks[topic][rows].min(axis=0, initial=float("inf")) <= depth for topic in self.topics}


def rank(means, run):
    own, *others = rounded([means[run], *means.values()])
    return 1 + sum(score > own for score in others)


def by_definition(laboratory):
    """Compares every number of AP in the table of verdicts that needs no random samples, and the verdicts by the
    documented limits: scores, leave-one-team-out, shallow pools, documents that each rank contributed, topics needed,
    power by the t test with Holm's correction, and a judge of some topics beside people on these topics."""
    return ", ".join(of_collection(laboratory, *collection) for collection in COLLECTIONS)


class Audit:
    """An audit of AP, whose numbers are compared one by one."""

    def __init__(self, home, judged):
        import polars

        self.home, self.judged, self.compared, self.numbers = home, judged, 0, {}
        self.cells = polars.read_parquet(home / "cells.parquet")
        self.report = json.loads((home / "verdicts.json").read_text())
        self.answers = {answer["question"]: answer for answer in self.report["answers"]}
        self.everything = {topic: levels >= 0 for topic, levels in judged.levels.items()}
        self.full = judged.means(self.everything)

    def agree(self, ours, theirs, what):
        is_near = ours is theirs or None not in (ours, theirs) and abs(ours - theirs) <= 1e-9 * max(1.0, abs(theirs))
        demand(is_near, f"{self.home.name}, {what}: {ours} instead of {theirs}, which the definition gives")
        self.compared += 1

    def cell(self, statistic, judgments, component, theirs, run=""):
        import polars

        wanted = {"statistic": statistic, "judgments": judgments, "component": component, "run": run}
        found = self.cells.filter(*(polars.col(name) == value for name, value in wanted.items()))
        demand(len(found) == 1, f"{len(found)} cells instead of one: {wanted}")
        self.agree(found["value"][0], theirs, " ".join(wanted.values()))

    def number(self, question, name, theirs):
        """Compares a number that the answer to a question uses, unless the answer has no numbers."""
        if self.answers[question]["numbers"]:
            self.agree(self.answers[question]["numbers"].get(name), theirs, f"{name} of {question}")
        self.numbers[name] = theirs

    def taus(self, means):
        order = self.full.keys()
        return [tau([self.full[run] for run in order], [means[run] for run in order]) for tau in (tau_b, tau_ap_b)]

    def of_scores(self):
        for run, score in self.full.items():
            self.cell("scores", "full", "score", score, run)
        self.number("hidden", "score_range", max(self.full.values()) - min(self.full.values()))
        matrix = self.judged.by_topic({topic: levels > 0 for topic, levels in self.judged.levels.items()})
        for name, value in topics_needed(matrix).items():
            self.number("topics", name, value)
        rejected, pairs = significant(dict(zip(self.judged.runs, matrix)))
        self.cell("corrected", "full", "significant", len(rejected))
        self.cell("corrected", "full", "pairs", pairs)

    def of_pool(self, forming, read, grades, depth):
        """Compares the pool of the runs `forming` rank by rank, and shallower pools."""
        import polars

        ranks = polars.read_parquet(self.home / "tables" / "ranks.parquet")
        names = ["new documents", "judged", "relevant"]
        above, by_rank = {topic: set() for topic in grades}, []
        for at in range(depth):
            new = set()
            for topic in grades:
                found = {read[run][topic][at] for run in forming if len(read[run].get(topic, [])) > at} - above[topic]
                above[topic] |= found
                new |= {(topic, document) for document in found}
            judged = [grades[topic][document] for topic, document in new if document in grades[topic]]
            by_rank.append([len(new), len(judged), sum(grade > 0 for grade in judged)])
            for name, count in zip(names, by_rank[-1]):
                found = ranks.filter(polars.col("row") == str(at + 1), polars.col("column") == name)["mean"].to_list()
                self.agree(found[0], count, f"{name} at rank {at + 1}")
        documents, kept, _ = map(sum, zip(*by_rank))
        # The last ranks are the last tenth, or as many ranks of the deeper half as have 100 judged documents.
        lasts = ([sum(column) for column in zip(*by_rank[first:])] for first in range(depth - max(depth // 10, 1), depth // 2 - 1, -1))
        last = [sum(column) for column in zip(*by_rank[depth // 2 :])]
        last = next((found for found in lasts if found[1] >= 100), last)
        self.number("deep", "share_of_pool_judged", kept / documents)
        self.number("deep", "share_of_judgments_in_pool", kept / sum(map(len, grades.values())))
        self.number("deep", "judged_of_last_ranks", last[1])
        self.number("deep", "relevant_share_of_last_ranks", last[2] / last[1] if last[1] else None)
        taus = [self.taus(self.judged.means(self.judged.pool(forming, at))) for at in range(1, depth + 1)]
        for at, of_depth in enumerate(taus, 1):
            for name, value in zip(["tau", "tau-ap"], of_depth):
                self.cell(name, f"pool-depth(depth={at})", "tau", value)
        for name, of_depths in zip(["tau", "tau_ap"], zip(*taus)):
            beyond = [at for at, value in enumerate(of_depths, 1) if not value > 0.9]
            self.number("deep", name, of_depths[-1])
            # No depth suffices if the full depth does not.
            suffices = max(beyond, default=0) + 1
            self.number("deep", f"depth_for_{name}", suffices if suffices <= depth else None)
        self.numbers["depth"] = depth

    def of_teams(self, forming, teams, depth):
        """Compares the judgments without the documents of each team."""
        left = sorted({teams[run] for run in forming})
        changes, seen, much = {}, 0, 0
        for team in left:
            own = [run for run in forming if teams[run] == team]
            theirs = self.judged.pool(own, depth)
            others = self.judged.pool([run for run in forming if teams[run] != team], depth)
            without = self.judged.means({topic: others[topic] | ~theirs[topic] for topic in theirs})
            name = f"leave-one-team-out(team={team})"
            for statistic, value in zip(["tau", "tau-ap"], self.taus(without)):
                self.cell(statistic, name, "tau", value)
            for run in (run for run in self.full if teams[run] == team):
                if self.full[run]:
                    self.cell("change", name, "relative", (without[run] - self.full[run]) / self.full[run], run)
                self.cell("change", name, "rank-before", rank(self.full, run), run)
                self.cell("change", name, "rank-after", rank(without, run), run)
            sizes = [abs(without[run] - self.full[run]) / self.full[run] for run in own if self.full[run]]
            changes[team] = sum(sizes) / len(sizes)
            moves = max(abs(rank(self.full, run) - rank(without, run)) for run in own)
            seen += changes[team] > 0.01 or moves > max(0.05 * len(self.full), 1)
            much += changes[team] > 0.05 or moves > max(0.1 * len(self.full), 1)
        self.number("fair", "mean_change", sum(changes.values()) / len(left))
        self.number("fair", "share_of_teams_changed", seen / len(left))
        self.number("fair", "share_of_teams_changed_much", much / len(left))
        self.number("fair", "teams", len(left))
        worst = self.answers["fair"]["numbers"]["most_changed"]
        demand(changes[worst] == max(changes.values()), f"{self.home.name}: {worst} is not the team that changes most")

    def of_judge(self, name, relevant):
        """Compares the scores by people and by the judge, on the topics that the judge labelled."""
        runs = self.judged.runs
        people = self.judged.by_topic({topic: self.judged.levels[topic] > 0 for topic in relevant})
        judge = self.judged.by_topic(relevant)
        means = people.mean(axis=1), judge.mean(axis=1)
        for statistic, component, value in [("tau", "tau", tau_b), ("tau-ap", "tau", tau_ap_b), ("top", "kept", top_kept)]:
            self.cell(statistic, f"full(judge={name})", component, value(*means))
        (there, pairs), (here, _) = (significant(dict(zip(runs, matrix))) for matrix in (people, judge))
        both = there.keys() & here.keys()
        counts = {
            "agreed": sum(there[pair] == here[pair] for pair in both),
            "reversed": sum(there[pair] != here[pair] for pair in both),
            "lost": len(there.keys() - here.keys()),
            "new": len(here.keys() - there.keys()),
            "undecided": pairs - len(there.keys() | here.keys()),
        }
        for component, count in counts.items():
            self.cell("decisions", f"full(judge={name})", component, count)
        self.agree(self.answers["judges"]["numbers"]["best"]["topics"], len(relevant), "topics of the judge")

    def verdicts(self):
        """Compares the verdicts with those that follow from the numbers by the limits of docs/own-collection.md and of
        the cards."""
        n = self.numbers
        hidden = self.answers["hidden"]["numbers"]
        ordered = hidden["pairs_ordered"] / hidden["pairs"]
        is_open = "depth" not in n or n["share_of_pool_judged"] < 0.9 or n["share_of_judgments_in_pool"] < 0.5
        expected = {
            # The audit has a single measure, and a single sample at each rate.
            "cut": "cannot-say",
            "separates": "not-asked",
            "report": "not-asked",
            "hidden": first(
                ("cannot-say", hidden["mean_width"] > n["score_range"]), ("yes", ordered == 1), ("partly", ordered >= 0.5)
            ),
            "topics": first(
                ("yes", n["needed_for_05"] <= len(self.judged.topics)), ("partly", n["needed_for_10"] <= len(self.judged.topics))
            ),
            "deep": "cannot-say" if is_open else deep(n),
            "fair": "cannot-say"
            if is_open
            else first(
                ("yes", n["share_of_teams_changed"] == 0),
                ("partly", n["share_of_teams_changed_much"] <= 0.5),
            ),
        }
        for question, verdict in expected.items():
            found = self.answers[question]["verdict"]
            demand(found == verdict, f"{self.home.name}, {question}: the verdict is {found} instead of {verdict}, which the limits give")
            self.compared += 1
        demand(("depth" in n) == (self.report["depth"] is not None), f"{self.home.name}: the audit gives the pool depth {self.report['depth']}")


def first(*cases):
    """Returns the verdict of the first case that holds, or `no` if none holds."""
    return next((verdict for verdict, holds in cases if holds), "no")


def deep(n):
    if n["tau"] <= 0.9 or n["share_of_judgments_in_pool"] == 1 and n["depth_for_tau"] >= n["depth"]:
        return "no"
    is_deep = (
        n["tau_ap"] > 0.9
        and max(n["depth_for_tau"], n["depth_for_tau_ap"]) <= n["depth"] / 2
        and n["share_of_judgments_in_pool"] <= 0.9
        and n["relevant_share_of_last_ranks"] == 0
        and n["judged_of_last_ranks"] >= 100
    )
    return "yes" if is_deep else "partly"


def of_collection(laboratory, folder, collection, order, depth):
    folder = laboratory.data() / folder
    home = laboratory.folder / collection
    grades, best, read = read_files(folder, order)
    labels = laboratory.folder / f"{collection}-labels.txt"
    relevant = labels_of_some_topics(grades, labels)
    # Documents are relevant from level 1 on in all collections here, because the judge has no higher level.
    arguments = [collection, "-m", "AP", "--min-rel", "1", "--draws", "1", "--also", f"some={labels}"]
    laboratory.succeed("audit", *arguments, "-o", home, "--cache", laboratory.folder / "cache")
    description = (home / "collection.yaml").read_text()
    read_by = f"\npool-order: {order}\n" in description if order else "pool-order" not in description
    demand(read_by, f"the pool was not read by {order}: {description}")
    teams = table(home / "teams.tsv")
    pooled = table(home / "pooled.tsv") if (home / "pooled.tsv").exists() else dict.fromkeys(best, "1")
    forming = [run for run in best if pooled[run] == "1"]
    audit = Audit(home, Judged(grades, best, read, depth or 0))
    audit.of_scores()
    if depth:
        audit.of_pool(forming, read, grades, depth)
        audit.of_teams(forming, teams, depth)
    audit.of_judge("some", relevant)
    audit.verdicts()
    return f"{audit.compared} numbers and verdicts of {len(best)} runs of {collection}"
