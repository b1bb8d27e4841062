"""Whether forecasts of runs that were not pooled come true, by measure: computed by definition, without code of rejudge.

TREC-COVID, round 1: the runs that were not pooled, by the judgments of the round; the truth has the later judgments added. Deep Learning
2019 to 2021 and CLEF eHealth 2015: the runs of each team, by the judgments without what it alone contributed and beside the runs of all other
teams; the truth has all judgments.

No forecast is given whose rate is below what is said, and an audit has the numbers computed here."""

import json

from audited import Judged, read_files, table
from laboratory import demand, judgments

# By collection: folder, the level from which on documents are relevant, depth of the pool.
COLLECTIONS = {
    "trec-covid-round1": ("trec_covid_round1", 1, 7),
    "trec-dl-2019": ("trec_dl_2019_passage", 2, 10),
    "trec-dl-2020": ("trec_dl_2020_passage", 2, 10),
    "trec-dl-2021": ("trec_dl_2021_passage", 2, 10),
    "clef-ehealth-2015": ("clef_ehealth_2015", 1, 10),
}
# Those that depend on the top alone have its depth; of the others the top is that of the pool.
MEASURES = {"nDCG@10": 10, "P@10": 10, "P@20": 20, "nDCG@100": 100, "AP": None, "RBP(p=0.8)": None, "RBP(p=0.95)": None}
# The audit that is compared: a team of Deep Learning 2019.
TEAM = "IDST"


class Collection(Judged):
    """Runs under parts of the judgments that are the truth."""

    def __init__(self, data, name):
        import numpy

        folder, self.least, self.depth = COLLECTIONS[name]
        self.folder = data / folder
        grades, rankings, read = read_files(self.folder, None)
        first = {(topic, document) for topic in grades for document in grades[topic]}
        if name == "trec-covid-round1":
            later = judgments(data / "trec_covid_round1_later" / "later.txt")
            for topic, of in later.items():
                grades[topic] = {**of, **grades[topic]}
        super().__init__(grades, rankings, read, self.depth)
        self.first = {t: numpy.array([(t, document) in first for document in grades[t]]) for t in self.topics}
        self.all = {t: levels >= -1 for t, levels in self.levels.items()}
        self.lengths = {t: numpy.array([len(of.get(t, [])) for of in rankings.values()]) for t in self.topics}
        self.teams = table(self.folder / "teams.tsv", header=False)
        pooled = table(self.folder / "pooled.tsv") if (self.folder / "pooled.tsv").exists() else {}
        self.forming = [run for run in self.runs if pooled.get(run, "1") == "1"]

    def scores(self, runs, judged):
        """The score of each run by each measure, and the share of its documents to its top that is judged."""
        import numpy

        rows, found = [self.runs.index(run) for run in runs], {measure: [] for measure in MEASURES}
        ranks = numpy.arange(1, 1001)
        discounts, shares = 1 / numpy.log2(ranks + 1), {top: [] for top in {*MEASURES.values(), None}}
        for topic in self.topics:
            levels = numpy.where(judged[topic], numpy.maximum(self.levels[topic], 0), 0)
            places = self.places[topic][rows]
            gains = numpy.append(levels, 0)[places]
            hits, ideal = gains >= self.least, numpy.sort(levels)[::-1]
            for measure in MEASURES:
                name, _, cutoff = measure.partition("@")
                if name == "nDCG":
                    k = int(cutoff)
                    best = (ideal[:k] * discounts[: len(ideal[:k])]).sum()
                    score = (gains[:, :k] * discounts[:k]).sum(axis=1) / (best or 1)
                elif name == "P":
                    score = hits[:, : int(cutoff)].mean(axis=1)
                elif name == "AP":
                    score = (hits * hits.cumsum(axis=1) / ranks).sum(axis=1) / max((levels >= self.least).sum(), 1)
                else:
                    p = float(name[6:-1])
                    score = (hits * (1 - p) * p ** (ranks - 1)).sum(axis=1)
                found[measure].append(score)
            is_judged = numpy.append(judged[topic], False)[places]
            for top, of_topics in shares.items():
                length = numpy.minimum(self.lengths[topic][rows], top or self.depth)
                share = is_judged[:, : top or self.depth].sum(axis=1) / numpy.maximum(length, 1)
                of_topics.append(numpy.where(length > 0, share, numpy.nan))
        means = {measure: numpy.mean(of_topics, axis=0) for measure, of_topics in found.items()}
        shares = {top: numpy.nanmean(of_topics, axis=0) for top, of_topics in shares.items()}
        return {run: ({m: means[m][at] for m in means}, {k: shares[k][at] for k in shares}) for at, run in enumerate(runs)}

    def without(self, judged, team, forming):
        """The judgments without what only a team has among the pooled runs `forming`."""
        own = self.pool([run for run in forming if self.teams[run] == team], self.depth)
        others = self.pool([run for run in forming if self.teams[run] != team], self.depth)
        return {topic: judged[topic] & (others[topic] | ~own[topic]) for topic in judged}

    def worlds(self):
        """New runs, the pooled runs beside them, and their judgments."""
        if not all(self.first[topic].all() for topic in self.topics):
            yield [run for run in self.runs if run not in self.forming], self.forming, self.first
            return
        for team in sorted({self.teams[run] for run in self.forming}):
            new = [run for run in self.runs if self.teams[run] == team]
            beside = [run for run in self.forming if self.teams[run] != team]
            yield new, beside, self.without(self.all, team, self.forming)


class World:
    """What an audit knows of left-out runs."""

    def __init__(self, collection, beside, judged):
        self.teams, self.judged, self.full, self.left = collection.teams, judged, collection.scores(beside, judged), {}
        for team in sorted({self.teams[run] for run in beside}):
            own = [run for run in beside if self.teams[run] == team]
            self.left |= collection.scores(own, collection.without(judged, team, beside))

    def pooled(self, measure):
        """The mean share of judged documents in the top of pooled runs."""
        shares = [shares[MEASURES[measure]] for _, shares in self.full.values()]
        return sum(shares) / len(shares)

    def forecast(self, measure, score, share):
        """Range, number of teams and range of changes of runs of which about as much is judged; None without nine teams."""
        top = MEASURES[measure]
        similar = [run for run in self.left if self.full[run][0][measure] > 0 and abs(self.left[run][1][top] - share) <= 0.1]
        teams = {self.teams[run] for run in similar}
        if len(teams) < 9 or not score > 0 or min(self.left[run][1][top] for run in similar) > share:
            return None
        changes = [self.left[run][0][measure] / self.full[run][0][measure] - 1 for run in similar]
        least, most = min(changes), max(changes)
        highest = score / (1 + min(least, 0)) if least > -1 else float("inf")
        return score / (1 + max(most, 0)), highest, len(teams), least, most


def coverage(data, name):
    """By measure: the forecasts that `audit` gives of new runs, each with the truth."""
    collection = Collection(data, name)
    truth = collection.scores(collection.runs, collection.all)
    found = {}
    for new, beside, judged in collection.worlds():
        world = World(collection, beside, judged)
        for run, (scores, shares) in collection.scores(new, judged).items():
            for measure, top in MEASURES.items():
                forecast = world.forecast(measure, scores[measure], shares[top])
                is_given = top is not None and world.pooled(measure) >= 0.75
                if is_given and forecast and forecast[1] < float("inf"):
                    found.setdefault(measure, []).append((forecast, truth[run][0][measure]))
    return found


def rates(forecasts):
    """The share that is said to hold if teams are exchangeable, and the share that holds."""
    held = sum(least - 1e-9 <= true <= most + 1e-9 for (least, most, *_), true in forecasts)
    said = sum((teams - 1) / (teams + 1) for (_, _, teams, *_), _ in forecasts)
    return said / len(forecasts), held / len(forecasts)


def by_measure(laboratory):
    """Rates said and found of all collections, and the numbers of an audit."""
    data, told = laboratory.data(), []
    for name in COLLECTIONS:
        for measure, forecasts in coverage(data, name).items():
            said, held = rates(forecasts)
            demand(held >= said, f"{name}, {measure}: {said:.3f} of the forecasts are said to hold, {held:.3f} do")
            told.append(f"{name} {measure} {said:.3f}/{held:.3f}")
    demand(told, "no forecast at all")
    return f"said/found: {', '.join(told)}; {an_audit(laboratory)}"


def an_audit(laboratory):
    """An audit whose new runs are those of a team."""
    collection = Collection(laboratory.data(), "trec-dl-2019")
    truth = collection.scores(collection.runs, collection.all)
    new, beside, judged = next(world for world in collection.worlds() if collection.teams[world[0][0]] == TEAM)
    world, compared = World(collection, beside, judged), 0
    files = sorted((collection.folder / "runs").iterdir())
    (laboratory.folder / "runs").mkdir()
    for file in files:
        if not file.name.startswith(f"{TEAM}__"):
            (laboratory.folder / "runs" / file.name).symlink_to(file)
    own = [file for file in files if file.name.startswith(f"{TEAM}__")]
    qrels, cache, out = (laboratory.folder / name for name in ("judged.txt", "cache", "out"))
    left_out = ["--runs", collection.folder / "runs", "--pool-depth", 10, "-o", qrels]
    laboratory.succeed("pool", collection.folder / "qrels.txt", f"leave-one-team-out(team={TEAM})", *left_out)
    for measure in ("nDCG@10", "AP"):
        given = ["--depth", 10, "-m", measure, "-l", 2, "--draws", 1, "-o", out, "--cache", cache]
        laboratory.succeed("audit", qrels, laboratory.folder / "runs", *given, "--new-run", *own)
        answers = json.loads((out / "verdicts.json").read_text())["answers"]
        numbers = [answer["numbers"] for answer in answers if answer["question"] == "new-run"]
        demand(len(numbers) == len(new), f"{len(numbers)} new runs of {len(new)}")
        for n in numbers:
            scores, shares = collection.scores([n["run"]], judged)[n["run"]]
            true, bounds = truth[n["run"]][0][measure], (n["own"]["lowest"], n["own"]["highest"])
            demand(bounds[0] - 1e-9 <= true <= bounds[1] + 1e-9, f"{measure} of {n['run']}: {true} is not within {bounds}")
            forecast = world.forecast(measure, scores[measure], shares[MEASURES[measure]])
            pairs = [(n["own"]["judged"], shares[MEASURES[measure]]), (n["own"]["score"], scores[measure])]
            pairs += [(n["pooled"]["judged"], world.pooled(measure))]
            demand(n["has_forecast"] == bool(forecast and MEASURES[measure]), f"{measure} of {n['run']}: {forecast}, {n}")
            if n["has_forecast"]:
                least, most, teams, lowest, highest = forecast
                pairs += [(n["teams"], teams), (n["lowest_change"], lowest), (n["highest_change"], highest)]
                pairs += [(n["forecast_lowest"], max(least, bounds[0])), (n["forecast_highest"], min(most, bounds[1]))]
            for ours, theirs in pairs:
                demand(abs(ours - theirs) < 1e-9, f"{measure} of {n['run']}: {ours}, by definition {theirs}")
            compared += len(pairs)
    return f"{compared} numbers of the audit of {len(new)} new runs"
