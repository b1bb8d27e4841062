"""Computes how often the forecasts for runs that were not pooled come true, by measure, from the definitions and
without code of rejudge.

Judgments are withheld, a forecast is made, and the score with all judgments is the truth:

- by round: the runs of TREC-COVID that were not pooled, with the judgments until a round; the truth has the judgments
  of all rounds;
- by team: each team in turn is new, and the documents that it alone contributed are unjudged; or half of the teams are
  new;
- by depth: each team in turn is new, and the pool of the others is shallower.

Each kind of forecast comes true at least as often as is promised, and an audit has the numbers that are computed
here."""

import json
import math
import random

from audited import Judged, read_files, table
from laboratory import demand

# By collection: the folder, the lowest relevant level, and the depth of the pool.
COLLECTIONS = {
    "trec-covid-round1": ("trec_covid_round1", 1, 7),
    "trec-dl-2019": ("trec_dl_2019_passage", 2, 10),
    "trec-dl-2020": ("trec_dl_2020_passage", 2, 10),
    "trec-dl-2021": ("trec_dl_2021_passage", 2, 10),
    "clef-ehealth-2015": ("clef_ehealth_2015", 1, 10),
}
# For each measure, the number of top ranks that it depends on. None: it depends on all ranks, and the depth of the pool is
# used.
MEASURES = {"nDCG@10": 10, "binary nDCG@10": 10, "P@10": 10, "RR@10": 10, "P@20": 20, "AP": None}
# The last rounds of TREC-COVID whose judgments are kept, the number of random halves of the teams, and the depths of
# shallower pools.
ROUNDS, HALVES, DEPTHS = (1, 1.5, 2, 3), 4, (5, 7)
# The share of forecasts that come true, which a card promises.
SAID = 0.9
# A run counts if at least this share of its top becomes unjudged when its team is left out.
LEAST_LOST = 0.02
# The team of Deep Learning 2019 whose runs are new in the audit that is compared.
TEAM = "IDST"


class Collection(Judged):
    """Runs under parts of the judgments; all judgments are the truth."""

    def __init__(self, data, name):
        import numpy

        folder, self.least, self.depth = COLLECTIONS[name]
        self.folder = data / folder
        grades, rankings, read = read_files(self.folder, None)
        rounds = {}
        if name == "trec-covid-round1":
            for file in (self.folder / "qrels.txt", data / "trec_covid_round1_later" / "later.txt"):
                for topic, of_round, document, grade in map(str.split, file.read_text().splitlines()):
                    grades[topic].setdefault(document, int(grade))
                    rounds.setdefault((topic, document), float(of_round))
        super().__init__(grades, rankings, read, self.depth)
        self.rounds = {t: numpy.array([rounds.get((t, document), 0) for document in grades[t]]) for t in self.topics}
        self.highest = max(int(levels.max()) for levels in self.levels.values())
        self.all = {t: levels >= -1 for t, levels in self.levels.items()}
        self.lengths = {t: numpy.array([len(of.get(t, [])) for of in rankings.values()]) for t in self.topics}
        self.teams = table(self.folder / "teams.tsv", header=False)
        pooled = table(self.folder / "pooled.tsv") if (self.folder / "pooled.tsv").exists() else {}
        self.forming = [run for run in self.runs if pooled.get(run, "1") == "1"]

    def scores(self, runs, judged):
        """Returns, by run, the score by each measure, the judged share of each top, and the lowest score that the
        judgments allow. nDCG is lowest if the ideal list has only documents of the highest level."""
        import numpy

        rows, found = [self.runs.index(run) for run in runs], {measure: [] for measure in MEASURES}
        lowest = {measure: [] for measure in MEASURES}
        ranks = numpy.arange(1, 1001)
        discounts, shares = 1 / numpy.log2(ranks + 1), {top: [] for top in {*MEASURES.values(), None}}
        for topic in self.topics:
            levels = numpy.where(judged[topic], numpy.maximum(self.levels[topic], 0), 0)
            places = self.places[topic][rows]
            gains = numpy.append(levels, 0)[places]
            hits, ideal = gains >= self.least, numpy.sort(levels)[::-1]
            relevant = min(int((levels >= self.least).sum()), 10)
            for measure in MEASURES:
                name, _, cutoff = measure.partition("@")
                k = int(cutoff or 0)
                full = discounts[:k].sum()
                if name == "nDCG":
                    score = (gains[:, :k] * discounts[:k]).sum(axis=1)
                    best, full = (ideal[:k] * discounts[: len(ideal[:k])]).sum(), self.highest * full
                elif name == "binary nDCG":
                    score, best = (hits[:, :k] * discounts[:k]).sum(axis=1), discounts[:relevant].sum()
                else:
                    best = full = 1
                    if name == "P":
                        score = hits[:, :k].mean(axis=1)
                    elif name == "RR":
                        score = numpy.where(hits[:, :k].any(axis=1), 1 / (hits[:, :k].argmax(axis=1) + 1), 0)
                    else:
                        score = (hits * hits.cumsum(axis=1) / ranks).sum(axis=1) / max((levels >= self.least).sum(), 1)
                found[measure].append(score / (best or 1))
                lowest[measure].append(score / full)
            is_judged = numpy.append(judged[topic], False)[places]
            for top, of_topics in shares.items():
                length = numpy.minimum(self.lengths[topic][rows], top or self.depth)
                share = is_judged[:, : top or self.depth].sum(axis=1) / numpy.maximum(length, 1)
                of_topics.append(numpy.where(length > 0, share, numpy.nan))
        means, lowest = ({m: numpy.mean(of[m], axis=0) for m in of} for of in (found, lowest))
        shares = {top: numpy.nanmean(of_topics, axis=0) for top, of_topics in shares.items()}
        return {run: tuple({m: of[m][at] for m in of} for of in (means, shares, lowest)) for at, run in enumerate(runs)}

    def without(self, judged, team, forming, depth):
        """Returns the judgments without the documents that only this team's runs have, among the pooled runs
        `forming`."""
        own = self.pool([run for run in forming if self.teams[run] == team], depth)
        others = self.pool([run for run in forming if self.teams[run] != team], depth)
        return {topic: judged[topic] & (others[topic] | ~own[topic]) for topic in judged}

    def worlds(self):
        """Yields the name of a way to withhold judgments, the new runs, the pooled runs, the judgments that are left,
        and the depth of the pool."""
        of_team = {}
        for run in self.forming:
            of_team.setdefault(self.teams[run], []).append(run)
        others = {team: [run for run in self.forming if self.teams[run] != team] for team in sorted(of_team)}
        for until in ROUNDS if any(of.any() for of in self.rounds.values()) else ():
            judged = {topic: self.rounds[topic] <= until for topic in self.topics}
            yield "rounds", [run for run in self.runs if run not in self.forming], self.forming, judged, self.depth
        for team, beside in others.items():
            yield "a team", of_team[team], beside, self.without(self.all, team, self.forming, self.depth), self.depth
        draw = random.Random(1)
        for _ in range(HALVES):
            half = draw.sample(sorted(of_team), max(len(of_team) // 2, 10))
            beside = [run for run in self.forming if self.teams[run] in half]
            new = [run for run in self.forming if self.teams[run] not in half]
            yield "half of the teams", new, beside, self.pool(beside, self.depth), self.depth
        for depth in DEPTHS:
            for team, beside in others.items() if depth < self.depth else ():
                yield "depth", of_team[team], beside, self.pool(beside, depth), depth


class World:
    """The scores and judged shares of the pooled runs with all judgments, and without the documents that only the run's
    own team has."""

    def __init__(self, collection, beside, judged, depth):
        self.teams, self.judged, self.full, self.left = collection.teams, judged, collection.scores(beside, judged), {}
        for team in sorted({self.teams[run] for run in beside}):
            own = [run for run in beside if self.teams[run] == team]
            self.left |= collection.scores(own, collection.without(judged, team, beside, depth))

    def pooled(self, measure):
        """Returns the mean share of judged documents in the top of pooled runs."""
        shares = [shares[MEASURES[measure]] for _, shares, _ in self.full.values()]
        return sum(shares) / len(shares)

    def forecast(self, measure, score, share):
        """Returns the score that a run of a further team exceeds in at most 1 of 10 cases, the number of teams, and the
        growth that leads to this score; None with fewer than nine teams, or if no forecast is possible."""
        top, growths, judged = MEASURES[measure], {}, []
        for run, (left, left_shares, _) in self.left.items():
            full, shares, _ = self.full[run]
            if shares[top] - left_shares[top] >= LEAST_LOST and left[measure] > 0:
                rate = (full[measure] / left[measure] - 1) / (shares[top] - left_shares[top])
                growths[self.teams[run]] = max(rate, growths.get(self.teams[run], rate))
                judged.append(left_shares[top])
        if len(growths) < 9 or not score > 0 or min(judged) > share:
            return None
        place = math.ceil(SAID * (len(growths) + 1) - 1e-9)
        growth = max(0, sorted(growths.values())[place - 1]) * (1 - share)
        return score * (1 + growth), len(growths), growth


def coverage(data, name):
    """Returns, by measure and way of withholding judgments, the forecasts that `audit` makes for new runs, each with
    the truth."""
    collection = Collection(data, name)
    truth = collection.scores(collection.runs, collection.all)
    found = {}
    for withheld, new, beside, judged, depth in collection.worlds():
        if not new:
            continue
        world = World(collection, beside, judged, depth)
        for run, (scores, shares, lowest) in collection.scores(new, judged).items():
            for measure, top in MEASURES.items():
                # If its whole top is judged, there is nothing to forecast.
                if top is None or world.pooled(measure) < 0.75 or shares[top] == 1:
                    continue
                if forecast := world.forecast(measure, scores[measure], shares[top]):
                    # P@k can rise at most by the unjudged share.
                    most = scores[measure] + 1 - shares[top] if measure.startswith("P@") else 1
                    range_ = lowest[measure], min(forecast[0], most)
                    found.setdefault((measure, withheld), []).append((range_, truth[run][0][measure]))
    return found


def rates(forecasts):
    """Returns the share of forecasts that come true, and their mean width."""
    held = sum(least - 1e-9 <= true <= most + 1e-9 for (least, most), true in forecasts)
    width = sum(most - least for (least, most), _ in forecasts)
    return held / len(forecasts), width / len(forecasts)


def by_measure(laboratory):
    """The rates of all collections are as promised, and the numbers of an audit are those that are computed here."""
    data, told = laboratory.data(), []
    for name in COLLECTIONS:
        for (measure, withheld), forecasts in sorted(coverage(data, name).items()):
            held, width = rates(forecasts)
            of = f"{name}, {measure}, {withheld} withheld"
            told.append(f"{of}: {held:.3f} of {len(forecasts)}, width {width:.3f}")
            demand(held >= SAID, told[-1])
    demand(told, "no forecast was made")
    return f"{'; '.join(told)}; {an_audit(laboratory)}"


def an_audit(laboratory):
    """Compares the numbers of an audit in which the runs of one team are new."""
    collection = Collection(laboratory.data(), "trec-dl-2019")
    truth = collection.scores(collection.runs, collection.all)
    of_team = (world for world in collection.worlds() if world[0] == "a team" and collection.teams[world[1][0]] == TEAM)
    _, new, beside, judged, depth = next(of_team)
    world, compared = World(collection, beside, judged, depth), 0
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
        demand(len(numbers) == len(new), f"the audit has {len(numbers)} of {len(new)} new runs")
        for n in numbers:
            scores, shares, lowest = collection.scores([n["run"]], judged)[n["run"]]
            true, bounds = truth[n["run"]][0][measure], (n["own"]["lowest"], n["own"]["highest"])
            demand(bounds[0] - 1e-9 <= true <= bounds[1] + 1e-9, f"{measure} of {n['run']}: {true} is not within {bounds}")
            forecast = world.forecast(measure, scores[measure], shares[MEASURES[measure]])
            pairs = [(n["own"]["judged"], shares[MEASURES[measure]]), (n["own"]["score"], scores[measure])]
            pairs += [(n["pooled"]["judged"], world.pooled(measure))]
            demand(n["has_forecast"] == bool(forecast and MEASURES[measure]), f"{measure} of {n['run']}: the forecast is {forecast}, but the audit has {n}")
            if n["has_forecast"]:
                most, teams, growth = forecast
                demand(lowest[measure] <= bounds[0] + 1e-9, f"{measure} of {n['run']}: {lowest[measure]} is above {bounds}")
                pairs += [(n["growing_teams"], teams), (n["growth"], growth)]
                pairs += [(n["forecast_lowest"], bounds[0]), (n["forecast_highest"], min(most, bounds[1]))]
            for ours, theirs in pairs:
                demand(abs(ours - theirs) < 1e-9, f"{measure} of {n['run']}: {ours} instead of {theirs}, which the definition gives")
            compared += len(pairs)
    return f"{compared} numbers of the audit of {len(new)} new runs"
