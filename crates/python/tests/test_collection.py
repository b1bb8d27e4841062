"""Collections that are judged again, against sets of documents."""

import itertools
import pickle
import random
import re

import polars
import pytest
import rejudge
from worlds import ranked, rows

DRAW = random.Random(7)
TOPICS = [str(topic) for topic in range(12)]
RUNS, TEAMS = ranked(DRAW, "abcd", TOPICS)
QRELS = {topic: {f"d{document}": DRAW.choice([0, 0, 1, 2]) for document in range(34)} for topic in TOPICS}


@pytest.fixture(scope="module")
def collection():
    return rejudge.Collection(QRELS, RUNS, TEAMS)


def top(run, topic, depth):
    return list(RUNS[run][topic])[:depth]


def left(keep):
    """Judgments of the documents for which ``keep`` returns true."""
    return {topic: {doc: level for doc, level in documents.items() if keep(topic, doc)} for topic, documents in QRELS.items()}


def scores(qrels, measure="AP"):
    return rejudge.evaluate(qrels, RUNS, measure, topics="qrels")[measure]


def test_all_judgments(collection):
    assert (collection.runs, collection.teams) == (sorted(RUNS), ["a", "b", "c", "d"])
    assert len(collection) == 34 * 12
    assert collection.scores(["AP", "nDCG@10"], per_topic=True).to_dict() == (
        rejudge.evaluate(QRELS, RUNS, ["AP", "nDCG@10"], per_topic=True).to_dict()
    )
    assert collection.tau("AP") == 1.0


@pytest.mark.parametrize("depth", [1, 5, None])
def test_without_a_team(collection, depth):
    for team, without in collection.leave_one_team_out(depth).items():
        contributed = {other_team: [set(itertools.chain(*(top(run, topic, depth) for run in RUNS if TEAMS[run] == other_team))) for topic in TOPICS] for other_team in "abcd"}
        unique = [contributed[team][topic_ix] - set.union(*(contributed[other_team][topic_ix] for other_team in "abcd" if other_team != team)) for topic_ix in range(12)]
        qrels = left(lambda topic, doc: doc not in unique[TOPICS.index(topic)])
        assert len(without) == sum(map(len, qrels.values()))
        assert without.scores("AP")["AP"] == scores(qrels)


def test_judgments_takes_every_manipulation_of_the_registry(collection):
    with pytest.raises(ValueError, match="set: unknown name `nothing`") as error:
        collection.judgments("nothing")
    names = re.findall("`([a-z-]+)`", str(error.value))[1:]
    assert len(names) >= 8 and all(f"``{name}``" in rejudge.Collection.judgments.__doc__ for name in names)
    for set, options, wrong in (
        ("full", {"seed": 1}, "seed: would have no effect: full is not random"),
        ("sample(rate=.5)", {"pool_depth": 3}, "pool_depth: would have no effect"),
        ("take-one-team(team=x)", {}, "there is no team `x`"),
        ("sample(rate=1.5)", {}, "set: .*rate"),
        ("sample(rate=.5)", {"draw": 0}, "draw: 0, expected 1 or more"),
    ):
        with pytest.raises(ValueError, match=wrong):
            collection.judgments(set, **options)
    shallow = collection.pool_depth(3)
    assert repr(shallow).endswith("(pool-depth(depth=3))>")
    assert len(shallow.judgments("sample(rate=0.5, min-nonrelevant=0)", seed=3)) < len(shallow)


def test_a_test_needs_judged_documents_and_topics_in_common():
    foreign = {topic: {f"x{document}": score for document, score in documents.items()} for topic, documents in RUNS["a1"].items()}
    first, last = ({topic: RUNS["a1"][topic] for topic in topics} for topics in (TOPICS[:6], TOPICS[6:]))
    for runs, wrong in (
        ({"a": RUNS["a1"], "f": foreign}, "none of the documents that `f` retrieved is judged"),
        ({"a": first, "f": last}, "have no topic in common"),
    ):
        with pytest.warns(UserWarning), pytest.raises(ValueError, match=wrong):
            rejudge.Collection(QRELS, runs).discriminative_power("AP", test="paired-t")
        with pytest.raises(ValueError, match=wrong):
            rejudge.compare(QRELS, runs, "AP", baseline="a")


def test_a_shallower_pool(collection):
    for depth in (1, 3, 20):
        qrels = left(lambda topic, doc: any(doc in top(run, topic, depth) for run in RUNS))
        shallow = collection.pool_depth(depth)
        assert shallow.scores("AP")["AP"] == scores(qrels)
        # A second manipulation applies to the judgments that the first has left.
        assert len(collection.pool_depth(20).pool_depth(depth)) == len(shallow)


def test_samples(collection):
    half, tenth = (collection.sample(rate, 3, min_nonrelevant=0) for rate in (0.5, 0.1))
    assert len(tenth) < len(half) < len(collection)
    assert half.scores("AP")["AP"] == collection.sample(0.5, 3, min_nonrelevant=0).scores("AP")["AP"]
    assert half.scores("AP")["AP"] != collection.sample(0.5, 4, min_nonrelevant=0).scores("AP")["AP"]
    with pytest.raises(ValueError, match="rate"):
        collection.sample(1.5)
    for rate, plain in ((0.1 + 0.2, 0.3), (1 / 3, 0.333333333333333)):
        assert collection.sample(rate).scores("AP")["AP"] == collection.sample(plain).scores("AP")["AP"]


def test_tau(collection):
    def by_pairs(scores_a, scores_b):
        signs_a = [(scores_a[a] > scores_a[b]) - (scores_a[a] < scores_a[b]) for a, b in itertools.combinations(range(8), 2)]
        signs_b = [(scores_b[a] > scores_b[b]) - (scores_b[a] < scores_b[b]) for a, b in itertools.combinations(range(8), 2)]
        return sum(map(int.__mul__, signs_a, signs_b)) / (sum(map(abs, signs_a)) * sum(map(abs, signs_b))) ** 0.5

    shallow = collection.pool_depth(1)
    assert shallow.tau("AP") == pytest.approx(by_pairs(shallow.scores("AP")["AP"], collection.scores("AP")["AP"]))
    assert shallow.tau("AP", shallow) == 1.0
    with pytest.raises(ValueError, match="expected one"):
        collection.tau("AP nDCG")


def test_discriminative_power(collection):
    power = collection.discriminative_power("AP", test="paired-bootstrap(samples=200)")
    assert 0 <= power <= 1 and power == collection.discriminative_power("AP", test="paired-bootstrap(samples=200)")
    assert collection.discriminative_power("AP", alpha=0.5, test="paired-bootstrap(samples=200)") >= power


def test_a_twin(collection):
    twin = collection.twin(1)
    assert len(twin.topics) == 12 and len(twin.runs) == 8 and len(twin.teams) == 4
    assert twin.scores("AP").to_dict() == collection.twin(1).scores("AP").to_dict()
    assert twin.scores("AP").to_dict() != collection.twin(2).scores("AP").to_dict()
    for option in ("depth", "draw"):
        with pytest.raises(ValueError, match=f"^{option}: 0, expected 1 or more"):
            collection.twin(1, **{option: 0})


def test_teams_in_a_frame():
    teams = polars.DataFrame({"run": list(TEAMS), "team": list(TEAMS.values())})
    runs = {name: polars.DataFrame(rows(run, ["qid", "docno", "score"])) for name, run in RUNS.items()}
    collection = rejudge.Collection(QRELS, runs, teams)
    assert collection.teams == ["a", "b", "c", "d"] and collection.scores("AP")["AP"] == scores(QRELS)


def test_teams_that_do_not_match_the_runs():
    with pytest.raises(ValueError, match="run `a1` has no team"):
        rejudge.Collection(QRELS, RUNS, {"a2": "a"})
    with pytest.raises(ValueError, match="team `z` has no run"):
        rejudge.Collection(QRELS, RUNS, TEAMS | {"z1": "z"})
    with pytest.raises(TypeError, match="teams: int"):
        rejudge.Collection(QRELS, RUNS, 3)


def test_files(tmp_path, collection):
    collection.save(tmp_path / "whole")
    files = sorted((tmp_path / "whole/runs").iterdir())
    again = rejudge.Collection(tmp_path / "whole/qrels.txt", files, TEAMS)
    assert again.scores("AP", per_topic=True).to_dict() == collection.scores("AP", per_topic=True).to_dict()
    without = collection.leave_one_team_out()["a"]
    without.save(tmp_path / "left")
    assert rejudge.evaluate(tmp_path / "left/qrels.txt", RUNS, "AP", topics="qrels")["AP"] == without.scores("AP")["AP"]


def test_runs_for_the_command_keep_their_lines(tmp_path):
    qrels, path, lines = {"1": {"a": 1, "b": 0}}, tmp_path / "run", "1 Q0 b 2 1 x\n1 Q0 a 7 2 x\n"
    path.write_text(lines)
    for at, (runs, ties, written) in enumerate([
        (path, "file-order", lines),
        (path, "rank", lines),
        ({"y": path}, "rank", lines.replace("x", "y")),
        ({"x": {"1": {"b": 1.0, "a": 2.0}}}, "file-order", "1 Q0 b 0 1 x\n1 Q0 a 0 2 x\n"),
    ]):
        rejudge.Collection(qrels, runs, ties=ties)._write(tmp_path / str(at))
        assert (tmp_path / str(at) / "runs/0000").read_text() == written


def test_ranked_files_keep_their_ranks(tmp_path):
    qrels, path = {"1": {"a": 1, "b": 0}}, tmp_path / "run"
    path.write_text("1 Q0 a 7 2 x\n1 Q0 b 2 1 x\n")
    ranked = rejudge.Collection(qrels, path, ties="rank")
    assert ranked.to_runs().to_dict() == {"x": {"1": {"a": 7.0, "b": 2.0}}}
    ranked.save(tmp_path / "saved")
    again = rejudge.Collection(qrels, tmp_path / "saved/runs", ties="rank")
    for reread in (again, pickle.loads(pickle.dumps(ranked))):
        assert reread.scores("RR")["RR"] == ranked.scores("RR")["RR"] == [0.5]


def test_bounds_contain_the_scores_of_filled_judgments(collection):
    bounds = collection.bounds(["AP", "P@10"]).to_dict()
    assert list(bounds) == ["run", "topic", "measure", "value", "lower", "upper", "bounds", "condensed"]
    assert bounds["value"][: 2] == [scores(QRELS, measure)[0] for measure in ("AP", "P@10")]
    retrieved = {topic: set(itertools.chain(*(RUNS[run][topic] for run in RUNS))) for topic in TOPICS}
    for _ in range(20):
        filled = {topic: {doc: DRAW.choice([0, 2]) for doc in retrieved[topic]} | QRELS[topic] for topic in TOPICS}
        for at, measure in enumerate(["AP", "P@10"]):
            pairs = zip(bounds["lower"][at::2], scores(filled, measure), bounds["upper"][at::2], strict=True)
            assert all(low - 1e-9 <= score <= high + 1e-9 for low, score, high in pairs)
    with pytest.raises(ValueError, match="no bounds are derived for OldBpref"):
        collection.bounds("OldBpref")
