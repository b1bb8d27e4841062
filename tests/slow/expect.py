"""`rejudge eval --expect` names the convention of a table that pytrec_eval, pyNTCIREVAL or the formulas of other tools
computed by another convention than the command's. It names none for a table in which digits were changed."""

import json
import math
import random

from laboratory import demand, judgments, rankings

COLLECTION = "trec_dl_2019_passage"
# The number of values that separates the right convention from the others; below it the command must report that it
# cannot decide.
ENOUGH = 10
# The number of documents of a ranking, which is small for speed.
DEPTH = 200
DIGITS = 4


class World:
    """Judgments and runs, in Python and as files that `rejudge` reads."""

    def __init__(self, laboratory):
        self.laboratory, self.folder = laboratory, laboratory.folder
        source = laboratory.data() / COLLECTION
        self.judgments, self.runs = judgments(source / "qrels.txt"), {}
        for tag, run in map(rankings, sorted((source / "runs").iterdir())):
            scored = {topic: [(document, score) for document, _, score in of] for topic, of in run.items()}
            self.runs[tag] = {topic: scored[topic][:DEPTH] for topic in scored if topic in self.judgments}

    def with_ties(self, draw):
        """Returns runs with many equal scores in random order. Some scores differ in double precision only."""
        of = {}
        for name, run in self.runs.items():
            of[name] = {}
            for topic, ranking in run.items():
                ranking = [(d, 100.0 - rank // 4 + draw.choice([0, 1e-9])) for rank, (d, _) in enumerate(ranking)]
                # Blocks of equal scores are shuffled; scores rise only by amounts below single precision.
                of[name][topic] = [at for start in range(0, len(ranking), 4) for at in
                                   draw.sample(ranking[start:start + 4], len(ranking[start:start + 4]))]
        return of

    def with_gaps(self, draw):
        """Returns runs, each of which lacks some topics."""
        return {name: {t: r for t, r in run.items() if draw.random() > 0.15} for name, run in self.runs.items()}

    def write(self, judgments, runs):
        """Writes the files."""
        (self.folder / "runs").mkdir(exist_ok=True)
        rows = (f"{t} 0 {d} {level}\n" for t, of in judgments.items() for d, level in of.items())
        (self.folder / "qrels").write_text("".join(rows))
        for name, run in runs.items():
            text = "".join(
                f"{t} Q0 {d} {rank} {s!r} {name}\n"
                for t, ranking in run.items()
                for rank, (d, s) in zip(by_score(ranking), ranking)
            )
            (self.folder / "runs" / name).write_text(text)

    def expect(self, table, *options):
        """Returns the exit code and the outcome for a table {(run, measure): printed}."""
        rows = "".join(f"{run},{measure},{value}\n" for (run, measure), value in table.items())
        (self.folder / "table.csv").write_text("run,measure,value\n" + rows)
        files = [self.folder / "qrels", self.folder / "runs"]
        words = ["eval", *files, "--expect", self.folder / "table.csv", "--format", "json", "--quiet", *options]
        code, out, said = self.laboratory.run(*words)
        demand(code in (0, 1), f"eval exits with {code}: {said.strip()}")
        return code, json.loads(out)


def by_score(ranking):
    """Returns the rank of each document by its score. Equal scores keep the order of the file."""
    order = sorted(range(len(ranking)), key=lambda at: -ranking[at][1])
    ranks = [0] * len(ranking)
    for rank, at in enumerate(order, 1):
        ranks[at] = rank
    return ranks


def by_pytrec_eval(judgments, runs, measures, level=1, over=None, judged_only=False):
    """Returns {(run, name): mean} of measures {name: name in pytrec_eval}, over the topics of the judgments, or the
    topics that `over` chooses for a run."""
    import pytrec_eval

    over = over or (lambda run: list(judgments))
    families = {name.rsplit("_", 1)[0] + "." + name.rsplit("_", 1)[1] if name[-1].isdigit() else name
                for name in measures.values()}
    evaluator = pytrec_eval.RelevanceEvaluator(
        judgments, families, relevance_level=level, judged_docs_only_flag=judged_only)
    table = {}
    for run, ranking in runs.items():
        scores = evaluator.evaluate({topic: dict(documents) for topic, documents in ranking.items()})
        topics = over(ranking)
        for name, theirs in measures.items():
            table[run, name] = sum(scores.get(topic, {}).get(theirs, 0.0) for topic in topics) / len(topics)
    return table


def by_pyntcireval(judgments, runs, name, metric):
    """Returns {(run, name): mean} of one measure of pyNTCIREVAL, over the topics of the judgments."""
    from pyNTCIREVAL import Labeler

    table = {}
    levels = 1 + max(level for of in judgments.values() for level in of.values())
    gains = list(range(1, levels))
    for run, rankings in runs.items():
        total = 0.0
        for topic, of in judgments.items():
            labeler = Labeler(of)
            ranked = labeler.label([document for document, _ in rankings.get(topic, [])])
            total += metric(labeler.compute_per_level_doc_num(levels), gains).compute(ranked) if ranked else 0.0
        table[run, name] = total / len(judgments)
    return table


def retrieved_relevant(judgments, runs):
    """Returns {(run, "AP"): mean}. AP is divided by the number of relevant documents that were retrieved, as in
    haystack before its PR 12255."""

    def one(of, ranking):
        hits, total = 0, 0.0
        for rank, (document, _) in enumerate(ranking, 1):
            if of.get(document, 0) > 0:
                hits += 1
                total += hits / rank
        return total / hits if hits else 0.0

    return {(name, "AP"): sum(one(of, run.get(t, [])) for t, of in judgments.items()) / len(judgments) for name, run in runs.items()}


def ideal_of_retrieved(judgments, runs, cutoff):
    """Returns {(run, "nDCG@k"): mean} of nDCG with an ideal list as long as the run's, as in Elasticsearch before its
    PR 154362."""

    def dcg(gains):
        return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))

    def one(of, ranking):
        gains = [max(of.get(document, 0), 0) for document, _ in ranking[:cutoff]]
        ideal = dcg(sorted((max(level, 0) for level in of.values()), reverse=True)[: len(gains)])
        return dcg(gains) / ideal if ideal else 0.0

    key = f"nDCG@{cutoff}"
    return {(name, key): sum(one(of, run.get(t, [])) for t, of in judgments.items()) / len(judgments) for name, run in runs.items()}


def printed(table):
    return {key: f"{value:.{DIGITS}f}" for key, value in table.items()}


def in_order(runs, key=lambda place, score: -score, descending=True):
    """Returns runs with new scores, which order documents by `key` of place and score, and equal keys by the names of
    documents."""

    def of(ranking):
        by_name = sorted(enumerate(ranking), key=lambda at: at[1][0], reverse=descending)
        order = sorted(by_name, key=lambda at: key(at[0], at[1][1]))
        return [(document, float(-place)) for place, (_, (document, _)) in enumerate(order)]

    return {name: {topic: of(ranking) for topic, ranking in run.items()} for name, run in runs.items()}


def shortened(runs, draw):
    """Returns runs that retrieved few documents for some topics."""
    return {name: {t: r[: draw.choice([3, 6, 1000])] for t, r in run.items()} for name, run in runs.items()}


def levels(judgments, change):
    return {topic: {d: change(level) for d, level in of.items()} for topic, of in judgments.items()}


def made(world):
    """Yields tables of pytrec_eval, pyNTCIREVAL and the formulas above: (the conventions that differ, judgments, runs,
    options, table)."""
    from pyNTCIREVAL import metrics as ntcir

    draw = random.Random(53)
    j, r = dict(world.judgments), world.runs
    # `exact` has the command's order: by scores in double precision, and by docid descending if scores are equal.
    exact = in_order(r)
    ties = world.with_ties(draw)
    ascending = in_order(ties, descending=False)
    gaps, short = world.with_gaps(draw), shortened(exact, draw)
    exact_gaps = {name: {t: exact[name][t] for t in run} for name, run in gaps.items()}
    emptied = {t: ({d: 0 for d in of} if at % 5 == 0 else of) for at, (t, of) in enumerate(j.items())}
    own = list
    exponential = levels(j, lambda level: 2 ** max(level, 0) - 1)
    of = by_pytrec_eval
    yield ["cutoff 15"], j, r, [], of(j, exact, {"P@10": "P_15"})
    yield ["--min-rel 2"], j, r, [], of(j, exact, {"AP": "map", "P@10": "P_10", "R@100": "recall_100"}, level=2)
    yield ["--topics run"], j, gaps, [], of(j, exact_gaps, {"AP": "map", "nDCG@10": "ndcg_cut_10"}, over=own)
    yield ["--topics qrels"], j, gaps, ["--topics", "run"], of(j, exact_gaps, {"AP": "map", "RR": "recip_rank"})
    yield ["--no-relevant drop"], emptied, r, [], of(
        emptied, exact, {"AP": "map"}, over=lambda _: [t for t, x in emptied.items() if any(x.values())])
    yield ["--gains exponential"], j, r, [], of(exponential, exact, {"nDCG@10": "ndcg_cut_10", "nDCG": "ndcg"})
    yield ["binary gains"], j, r, [], of(levels(j, lambda x: int(x > 0)), exact, {"nDCG@10": "ndcg_cut_10"})
    yield ["--ties docno-ascending"], j, ties, [], of(j, ascending, {"P@10": "P_10", "RR": "recip_rank"})
    yield ["--ties file-order"], j, ties, [], of(
        j, in_order(ties, key=lambda place, _: place), {"P@10": "P_10", "RR": "recip_rank"})
    yield ["--ties rank"], j, ties, [], of(
        j, in_order(ties, key=lambda place, score: (-score, place)), {"P@10": "P_10", "RR": "recip_rank"})
    # pytrec_eval itself reads scores in single precision.
    yield ["--score-type f32"], j, ties, [], of(j, ties, {"P@10": "P_10", "nDCG@10": "ndcg_cut_10", "RR": "recip_rank"})
    yield ["R over min(k, R)"], j, r, [], of(j, exact, {"R@100": "relative_P_100"})
    yield ["P over min(k, R)"], j, r, [], of(j, exact, {"P@100": "relative_P_100", "P@200": "relative_P_200"})
    yield ["AP(norm='R')"], j, r, [], {
        (run, "AP(norm='min')@10"): value for (run, _), value in of(j, exact, {"AP": "map_cut_10"}).items()}
    yield ["AP(norm='min')"], j, r, [], by_pyntcireval(
        j, exact, "AP@10", lambda counts, gains: ntcir.AP(counts, gains, 10))
    yield ["--judged-only"], j, r, [], of(j, exact, {"AP": "map", "P@10": "P_10"}, judged_only=True)
    yield ["--max-rank 100"], j, r, [], of(
        j, {n: {t: x[:100] for t, x in run.items()} for n, run in exact.items()}, {"AP": "map", "nDCG": "ndcg"})
    for base in (2, 10):
        yield [f"nDCG(dcg='jk', log={base})"], j, r, [], by_pyntcireval(
            j, exact, "nDCG@20", lambda counts, gains, base=base: ntcir.nDCG(counts, gains, base, 20))
    yield ["P over retrieved"], j, short, [], of(
        j, {n: {t: x[:10] for t, x in run.items()} for n, run in short.items()}, {"P@10": "set_P"})
    yield ["AP over retrieved relevant"], j, r, [], retrieved_relevant(j, exact)
    yield ["ideal list of retrieved"], j, short, [], ideal_of_retrieved(j, short, 10)
    yield ["constant number of topics"], j, r, [], {
        key: value * len(j) / 200 for key, value in of(j, exact, {"AP": "map", "P@10": "P_10"}).items()}
    yield ["cutoff k - 1"], j, r, [], of(j, exact, {"P@10": "P_9", "nDCG@20": "ndcg_cut_19"})
    yield ["values x 100"], j, r, [], {
        key: 100 * value for key, value in of(j, exact, {"AP": "map", "P@10": "P_10"}).items()}
    yield ["digits cut off"], j, r, [], {
        key: math.floor(value * 10**DIGITS) / 10**DIGITS for key, value in of(j, exact, {"AP": "map"}).items()}
    yield ["--min-rel 2", "cutoff 15"], j, r, [], of(j, exact, {"P@10": "P_15"}, level=2)
    yield ["--topics run", "--gains exponential"], j, gaps, [], of(
        exponential, exact_gaps, {"nDCG@10": "ndcg_cut_10"}, over=own)
    yield ["--gains exponential", "ideal list of retrieved"], j, short, [], ideal_of_retrieved(exponential, short, 10)
    yield ["--ties docno-ascending", "--min-rel 2"], j, ties, [], of(
        j, ascending, {"P@10": "P_10", "P@5": "P_5"}, level=2)


def names(outcome):
    return [[convention["name"] for convention in by] for by in outcome["explained"]["by"]]


def conventions_named(laboratory):
    """The right convention is named for tables that differ by one or two conventions, and none for tables with wrong
    digits."""
    world = World(laboratory)
    alone, said = 0, []
    for right, judgments, runs, options, table in made(world):
        world.write(judgments, runs)
        code, outcome = world.expect(printed(table), *options)
        demand(code == 1, f"{right}: no value differs")
        named, telling = names(outcome), outcome["explained"]["telling"]
        counts = f"{len(outcome['differing'])} of {outcome['values']} differ, {len(named)} named, {telling} tell"
        said.append(f"{' + '.join(right)}: {counts}")
        demand(any(set(right) == set(by) for by in named), f"{said[-1]}, but the right convention is not named: {named}")
        demand(telling < ENOUGH or len(named) == 1, f"{said[-1]}, but several conventions are named: {named}")
        alone += len(named) == 1 and telling >= ENOUGH
    said.append(wrong_tables(world))
    return f"{len(said) - 1} tables off by a convention or two, {alone} with the right one alone; {said[-1]}"


def wrong_tables(world):
    """No convention is named for tables of the command's own conventions in which digits were changed."""
    world.write(world.judgments, world.runs)
    exact = in_order(world.runs)
    measures = {"AP": "map", "P@10": "P_10", "nDCG@10": "ndcg_cut_10"}
    good = printed(by_pytrec_eval(dict(world.judgments), exact, measures))
    code, outcome = world.expect(good)
    demand(code == 0 and not outcome["differing"], f"the right table differs: {outcome['differing'][:3]}")
    draw = random.Random(1)
    for count in (1, 12, len(good)):
        wrong = dict(good)
        for key in draw.sample(sorted(good), count):
            digits = list(good[key])
            at = draw.randrange(2, len(digits))
            digits[at] = draw.choice([d for d in "0123456789" if d != digits[at]])
            wrong[key] = "".join(digits)
        code, outcome = world.expect(wrong)
        demand(code == 1 and len(outcome["differing"]) == count, f"{len(outcome['differing'])} values differ instead of {count}")
        demand(names(outcome) == [], f"{count} digits were changed, and conventions are named: {names(outcome)}")
    return f"none named where 1, 12 and {len(good)} digits were typed over"
