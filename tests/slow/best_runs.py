"""The best runs by AP (sakai-late-arrival), in the whole collection and within each team."""

import gzip

from laboratory import demand
from peers import Largest

TOP = 30


def best(scores, count):
    """Names of the best runs; of equal scores those whose names come first."""
    return set(sorted(scores, key=lambda run: (-scores[run], run))[:count])


def best_of_teams(scores, team_of, pooled):
    """Names of the best run of each team. Only pooled runs may represent their team."""
    teams = {}
    for run in scores.keys() & pooled:
        score = scores[run]
        teams.setdefault(team_of[run], {})[run] = score
    return {name for of_team in teams.values() for name in best(of_team, 1)}


def chosen_in(choices, collection, draw):
    """The runs chosen in a draw, by form of choice."""
    import polars

    col = polars.col
    of_draw = choices.filter((col("collection") == collection) & (col("draw") == draw))
    return {form: set(group["run"]) for (form,), group in of_draw.partition_by("runs", as_dict=True).items()}


def by_rank(ranked):
    """The documents of (rank, document) as they go by rank, equal ranks in the order of the lines."""
    return [document for _, document in sorted(ranked, key=lambda pair: pair[0])]


def clef(data):
    """Run -> AP by pytrec_eval of all stored runs, the judgments being restricted to the top 10 of the pooled ones;
    run -> team; and the pooled runs. The pool goes by the stored ranks, equal
    ones (KISTI: all 0) in the order of the lines, and AP by score and docno."""
    import pytrec_eval

    folder = data / "clef_ehealth_2015"
    rows = [line.split() for line in (folder / "pooled.tsv").read_text().splitlines()[1:]]
    pooled = {run for run, flag in rows if flag == "1"}
    judgments, runs, ranks, pool = {}, {}, {}, {}
    for path in sorted((folder / "runs").iterdir()):
        for line in gzip.open(path, "rt"):
            topic, _, document, rank, score, tag = line.split()
            runs.setdefault(tag, {}).setdefault(topic, {})[document] = float(score)
            ranks.setdefault((tag, topic), []).append((int(rank), document))
    for run, ranking in runs.items():
        for topic, of in ranking.items():
            ranked = sorted(of, key=lambda document: (of[document], document), reverse=True)
            if run in pooled:
                pool.setdefault(topic, set()).update(by_rank(ranks[run, topic])[:10])
            # pytrec_eval sees scores in single precision, where more of them tie.
            ranking[topic] = {document: float(len(ranked) - at) for at, document in enumerate(ranked)}
    for line in (folder / "qrels.txt").read_text().splitlines():
        topic, _, document, level = line.split()
        if document in pool.get(topic, ()):
            judgments.setdefault(topic, {})[document] = int(level)
    # Topics without a relevant document are dropped.
    judgments = {topic: of for topic, of in judgments.items() if max(of.values()) > 0}
    evaluator = pytrec_eval.RelevanceEvaluator(judgments, {"map"})
    found = {run: evaluator.evaluate(ranking) for run, ranking in runs.items()}
    scores = {run: sum(topic["map"] for topic in of.values()) / len(judgments) for run, of in found.items()}
    return scores, dict(line.split()[:2] for line in (folder / "teams.tsv").read_text().splitlines()), pooled


def by_ap(laboratory):
    """The thirty best runs and the best of each team: of real runs by pytrec_eval's AP of all of them, of each draw of
    the twins by the scores of their thirty runs."""
    import polars

    col = polars.col
    scores, team_of, pooled = clef(laboratory.data())
    folder = laboratory.results("sakai-late-arrival")
    choices = polars.read_parquet(folder / "choices.parquet")
    stored = polars.scan_parquet(folder / "scores.parquet").filter((col("measure") == "AP") & (col("topic") == "all")).collect()
    largest, compared = Largest(), 0
    of_clef = stored.filter(col("collection") == "clef-ehealth-2015")
    for row in of_clef.to_dicts():
        largest.see(row["score"], scores[row["run"]], f"AP of {row['run']}")
    said = largest.check(1e-9, TOP)
    cases = [("clef-ehealth-2015", draw, scores, team_of, pooled) for draw in range(1, 9)]
    for collection in ("ntcir5-c-twin", "ntcir5-j-twin"):
        of_twin = stored.filter((col("collection") == collection) & col("runs").str.starts_with("top"))
        for (draw,), group in of_twin.partition_by("draw", as_dict=True).items():
            of_draw = dict(zip(group["run"], group["score"]))
            demand(len(of_draw) == TOP, f"{collection} has {len(of_draw)} runs")
            # All runs of a twin are pooled.
            cases.append((collection, draw, of_draw, dict(zip(group["run"], group["team"])), of_draw.keys()))
    for collection, draw, of_draw, teams, standing in cases:
        chosen = chosen_in(choices, collection, draw)
        expected = {"top(by=AP,runs=30)": best(of_draw, TOP)}
        expected |= {"best-of-each-team(by=AP)": best_of_teams(of_draw, teams, standing)}
        demand(chosen.keys() == expected.keys(), f"{collection}, draw {draw}: choices are {sorted(chosen)}")
        for form, runs in expected.items():
            wrong = sorted(runs ^ chosen[form])
            demand(not wrong, f"{collection}, draw {draw}, {form}: {', '.join(wrong[:4])} in one only")
            compared += 1
    return f"{compared} choices; AP of {len(scores)} real runs by pytrec_eval, {said}"
