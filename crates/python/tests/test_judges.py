"""Other judges of a collection, against dicts of labels."""

import random

import polars
import pytest
import rejudge
from worlds import ranked, rows, run_lines

DRAW = random.Random(5)
TOPICS = [str(topic) for topic in range(8)]
RUNS, TEAMS = ranked(DRAW, "abc", TOPICS)


def labels(documents, levels):
    return {topic: {f"d{document}": DRAW.choice(levels) for document in documents} for topic in TOPICS}


PEOPLE = labels(range(30), [0, 0, 1, 2])
# The model labels some documents that people did not judge, and does not label some that they judged.
MODEL, OTHER = labels(range(5, 36), [0, 1, 2]), labels(range(30), [0, 1, 2])
GAINS = labels(range(30), [0, 0.25, 1.5])


@pytest.fixture(scope="module")
def collection():
    judges = {"model": MODEL, "other": rejudge.Qrels(OTHER), "gains": rejudge.Judge(GAINS, gains=True)}
    return rejudge.Collection(PEOPLE, RUNS, TEAMS, judges=judges)


def scores(qrels, measure="AP"):
    return rejudge.evaluate(qrels, RUNS, measure, topics="qrels")[measure]


def test_judges_do_not_change_scores_by_people(collection):
    alone = rejudge.Collection(PEOPLE, RUNS, TEAMS)
    assert len(collection) == len(alone) and collection.scores("AP").to_dict() == alone.scores("AP").to_dict()
    for team, without in alone.leave_one_team_out().items():
        assert collection.leave_one_team_out()[team].scores("AP").to_dict() == without.scores("AP").to_dict()
    assert alone.judges == {}
    assert collection.judges["other"] == "240 pairs in 240 lines"
    assert collection.judges["model"] == (
        "248 pairs in 248 lines; 40 judged pairs without a label; 48 labelled pairs that people did not judge"
    )


def test_judged_by_replaces_people(collection):
    by_model = collection.judged_by("model")
    assert repr(by_model).endswith("248 judgments (full(judge=model))>")
    for measure in ("AP", "nDCG@10", "Bpref"):
        assert by_model.scores(measure)[measure] == scores(MODEL, measure)
    # By default tau compares with people's judgments.
    alone = rejudge.Collection(MODEL, RUNS, TEAMS)
    assert by_model.tau("AP") == alone.tau("AP", rejudge.Collection(PEOPLE, RUNS, TEAMS))
    assert by_model.tau("AP", by_model) == 1.0
    for team, without in alone.leave_one_team_out(5).items():
        assert by_model.leave_one_team_out(5)[team].scores("AP")["AP"] == without.scores("AP")["AP"]
    assert by_model.pool_depth(3).scores("AP")["AP"] == alone.pool_depth(3).scores("AP")["AP"]
    power = alone.discriminative_power("AP", test="paired-bootstrap(samples=100)")
    assert by_model.discriminative_power("AP", test="paired-bootstrap(samples=100)") == power


def test_several_judges_are_combined(collection):
    highest = {t: {d: max(labels.get(t, {}).get(d, 0) for labels in (MODEL, OTHER)) for d in MODEL[t] | OTHER[t]} for t in TOPICS}
    assert collection.judged_by(["other", "model"], by="max").scores("AP")["AP"] == scores(highest)
    assert len(collection.judged_by(["other", "model"])) == sum(map(len, highest.values()))


def test_filled_by_labels_only_unjudged_documents(collection):
    filled = {topic: MODEL[topic] | PEOPLE[topic] for topic in TOPICS}
    assert collection.filled_by("model").scores("AP")["AP"] == scores(filled)
    for without in collection.leave_one_team_out().values():
        again = without.filled_by("other")
        # `other` labels every document that people judged, so the team's unique contributions are judged again.
        assert len(without) < len(again) == len(collection)
    shallow = collection.pool_depth(2)
    people = {topic: {d: level for d, level in documents.items() if any(d in list(run[topic])[:2] for run in RUNS.values())} for topic, documents in PEOPLE.items()}
    assert shallow.filled_by("other").scores("AP")["AP"] == scores({topic: OTHER[topic] | people[topic] for topic in TOPICS})


def test_gains(collection):
    def ndcg(run, topic):
        gains = [GAINS[topic].get(document, 0) for document in list(RUNS[run][topic])[:3]]
        ideal = sorted(GAINS[topic].values(), reverse=True)[:3]

        def discounted(gains):
            import math

            return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(gains))

        return discounted(gains) / discounted(ideal)

    scores_at_3 = collection.judged_by("gains").scores("nDCG@3")["nDCG@3"]
    assert scores_at_3 == pytest.approx([sum(ndcg(run, topic) for topic in TOPICS) / 8 for run in sorted(RUNS)])
    with pytest.raises(ValueError, match="the labels are gains: they have no levels, which AP"):
        collection.judged_by("gains").scores("AP(rel=2)")
    with pytest.raises(ValueError, match="on a scale of their own"):
        collection.filled_by("gains")


def test_passes_are_draws(tmp_path):
    """The first labels of all pairs are the first pass, and so on. Draws beyond the passes deal the labels."""
    passes = [labels(range(30), [0, 1, 2]) for _ in range(3)]
    lines = [f"{topic} 0 {document} {label}\n" for labelled in passes for topic, documents in labelled.items() for document, label in documents.items()]
    (tmp_path / "labels.txt").write_text("".join(lines))
    judge = rejudge.Judge(tmp_path / "labels.txt", repeated="each")
    collection = rejudge.Collection(PEOPLE, RUNS, TEAMS, judges={"m": judge})
    assert "3 labels of each pair as passes" in collection.judges["m"]
    for draw, labelled in enumerate(passes, 1):
        judged = collection.judgments("full(judge=m)", draw=draw)
        assert judged.to_qrels().to_dict() == labelled
        assert judged.scores("AP")["AP"] == scores(labelled)
    assert collection.judged_by("m").to_qrels().to_dict() == passes[0]
    dealt = collection.judgments("full(judge=m)", draw=4).to_qrels().to_dict()
    assert all(dealt[topic][document] in [labels[topic][document] for labels in passes] for topic in TOPICS for document in dealt[topic])
    assert dealt not in passes and dealt != collection.judgments("full(judge=m)", draw=5).to_qrels().to_dict()
    with pytest.raises(ValueError, match="needs two or more labels of every pair"):
        rejudge.Collection(PEOPLE, RUNS, TEAMS, judges={"m": rejudge.Judge(PEOPLE, repeated="each")})


def test_grades_of_people_may_be_gains(tmp_path):
    import math
    import pickle

    import numpy

    ratings, run = {"1": {"a": 0.5, "b": 0.25, "c": 1.0}, "2": {"a": 0.4, "b": 0.0, "c": -1.0}}, {"1": {"a": 3.0, "b": 2.0, "c": 1.0}, "2": {"a": 2.0, "b": 3.0, "c": 1.0}}
    # Computed by hand. If ratings were rounded, a and b of topic 1 would have 1 and 0.
    first = (0.5 + 0.25 / math.log2(3) + 0.5) / (1 + 0.5 / math.log2(3) + 0.125)
    expected = pytest.approx([(first + 1 / math.log2(3)) / 2])
    lines = "".join(f"{topic} 0 {document} {grade}\n" for topic, documents in ratings.items() for document, grade in documents.items())
    (tmp_path / "qrels.txt").write_text(lines)
    (tmp_path / "x.txt").write_text(run_lines(run, "x"))
    for source in (ratings, polars.DataFrame(rows(ratings, ["qid", "docno", "label"])), tmp_path / "qrels.txt"):
        qrels = rejudge.Qrels(source, gains=True)
        assert rejudge.evaluate(qrels, {"x": run}, "nDCG@10")["nDCG@10"] == expected
        assert qrels.to_dict() == ratings and rejudge.Qrels(qrels.to_dict(), gains=True) == qrels
        assert pickle.loads(pickle.dumps(qrels)) == qrels and qrels.select(["1"]).to_dict() == {"1": ratings["1"]}
        assert polars.DataFrame(qrels)["relevance"].to_list() == [0.5, 0.25, 1.0, 0.4, 0.0, -1.0]
    collection = rejudge.Collection(qrels, {"x": run}, judges={"same": rejudge.Judge(qrels, gains=True)})
    for judged in (collection, collection.judged_by("same")):
        assert judged.scores("nDCG@10")["nDCG@10"] == expected
    assert collection.to_qrels() == qrels
    described = "schema: collection/v1\nid: rated\ntitle: t\nkind: own\nfiles: {folder: ., qrels: qrels.txt, labels: gains, runs: x.txt, teams: teams.tsv}\n"
    (tmp_path / "rated.yaml").write_text(described)
    (tmp_path / "teams.tsv").write_text("x\tX\n")
    assert rejudge.load(tmp_path / "rated.yaml").scores("nDCG@10")["nDCG@10"] == expected
    labels = numpy.array([[0.5, 0.25, 1.0], [0.4, 0.0, -1.0]])
    scores = numpy.array([[3.0, 2.0, 1.0], [2.0, 3.0, 1.0]])
    assert rejudge.evaluate(rejudge.Qrels(labels, gains=True), scores, "nDCG@10")["nDCG@10"] == expected
    for call, message in [
        (lambda: rejudge.evaluate(qrels, {"x": run}, "ERR@10"), "the labels are gains: they have no levels, which ERR"),
        (lambda: rejudge.evaluate(qrels, {"x": run}, "nDCG", gains="exponential"), "`gains`, which maps levels to gains, would have no effect"),
        (lambda: rejudge.Qrels({"1": {"a": math.inf}}, gains=True), "inf, expected a gain"),
        (lambda: rejudge.agreement(qrels, qrels), "labels that are gains have no levels"),
        (lambda: rejudge.Qrels(ratings), "expected a whole number"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()


def test_frames_and_files(tmp_path, collection):
    frame = polars.DataFrame(rows(MODEL, ["qid", "docno", "label"]))
    lines = "".join(f"{topic} 0 {document} {label}\n" for topic, documents in MODEL.items() for document, label in documents.items())
    (tmp_path / "labels.txt").write_text(lines)
    judges = {"frame": frame, "file": tmp_path / "labels.txt", "text": str(tmp_path / "labels.txt")}
    frames = rejudge.Collection(PEOPLE, RUNS, TEAMS, judges=judges)
    for name in judges:
        assert frames.judged_by(name).scores("AP")["AP"] == collection.judged_by("model").scores("AP")["AP"]
    # Runs may be files too.
    for run, run_documents in RUNS.items():
        (tmp_path / run).write_text(run_lines(run_documents, run))
    files = rejudge.Collection(PEOPLE, {run: tmp_path / run for run in RUNS}, TEAMS, judges=judges)
    assert files.judged_by("frame").scores("AP").to_dict() == frames.judged_by("frame").scores("AP").to_dict()


def test_wrong_labels_are_refused(tmp_path):
    (tmp_path / "twice.txt").write_text("1 0 a 2\n1 0 a 1\n1 0 b 0\n")
    people, run = {"1": {"a": 1, "b": 2}}, {"x": {"1": {"a": 2.0, "b": 1.0}}}

    def collection_with(labels, **options):
        return rejudge.Collection(people, run, judges={"m": rejudge.Judge(labels, **options)})

    twice = tmp_path / "twice.txt"
    last = collection_with(twice, repeated="last")
    assert "1 pair with different labels" in last.judges["m"]
    assert last.judged_by("m").scores("nDCG@1")["nDCG@1"] == [1.0]
    assert collection_with({"1": {"a": 1, "b": 0}}, levels={1: 2, 0: 0}).judges["m"] == "2 pairs in 2 lines"
    for labels, options, message in [
        (twice, {}, "judged label 1 here and label 2"),
        ({"1": {"a": 7}}, {}, "judges: `m`: topic `1`, document `a`: label `7` is outside the scale, expected 0 to 2"),
        ({"1": {"a": 0.5}}, {}, "judges: `m`: topic `1`, document `a`: label `0.5` is a fraction"),
        ({"1": {"a": 7}}, {"outside": "clip"}, "outside: unknown name `clip`"),
        ({"9": {"a": 1}}, {}, "no line labels a document of a judged topic"),
        ({"1": {"a b": 1}}, {}, "`a b` is not an id"),
        ({"#1": {"a": 1}}, {}, "topic `#1` cannot be in a file, because its lines would be comments"),
        ({"\ufeff1": {"a": 1}}, {}, "because a byte order mark at the start of a file is removed"),
        (twice, {"repeated": "newest"}, "repeated: unknown name `newest`"),
        (twice, {"repeated": "last,outside=drop"}, "repeated: unknown name `last,outside=drop`"),
        (twice, {"gains": True, "highest": 3}, "`highest` and `levels` apply to labels that are levels"),
    ]:
        with pytest.raises(ValueError, match=message.replace("(", r"\(")):
            collection_with(labels, **options)
    with pytest.raises(ValueError, match="`all` is not a valid name of a judge"):
        rejudge.Collection(people, run, judges={"all": people})
    with pytest.raises(TypeError, match="judges: list"):
        rejudge.Collection(people, run, judges=[people])
    with pytest.raises(FileNotFoundError):
        rejudge.Collection(people, run, judges={"m": tmp_path / "none"})
    collection = rejudge.Collection(people, run, judges={"m": people})
    with pytest.raises(ValueError, match="there is no judge `n`, the judges are `m`"):
        collection.judged_by("n")
    with pytest.raises(ValueError, match="`by` combines several judges"):
        collection.judged_by("m", by="mean")
    with pytest.raises(TypeError, match="judge: 3, expected names"):
        collection.judged_by(3)


def test_saved_judgments_are_those_of_the_judge(tmp_path, collection):
    collection.judged_by("model").save(tmp_path / "saved")
    assert rejudge.evaluate(tmp_path / "saved/qrels.txt", RUNS, "AP", topics="qrels")["AP"] == collection.judged_by("model").scores("AP")["AP"]


def test_an_error_in_a_file_of_labels_has_its_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels").write_text("1 0 a 2\n1 0 b 0.5\n")
    run = {"x": {"1": {"a": 1.0}}}
    with pytest.raises(ValueError, match=r"^labels:2:7: label `0.5` is a fraction"):
        rejudge.Collection({"1": {"a": 2}}, run, judges={"m": "labels"})
