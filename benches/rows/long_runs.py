"""Times runs with many topics: 50,000 topics of 100 documents, and 1,000,000 topics of 10."""

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Growth, Row

from .text import means_of_peer, means_of_trec_eval

MEASURES = "runid map ndcg bpref infAP"


def agreements(measured):
    ours = means_of_trec_eval(measured["rejudge eval, 50,000 topics"].output())["long"]
    names = ("pytrec_eval", "ir-measures")
    peers = {name: means_of_peer(measured[f"{name}, 50,000 topics"].output())["long"] for name in names}
    return [
        Agreement(
            f"{measure} over 50,000 topics",
            {"rejudge": ours[measure]} | {name: of[measure] for name, of in peers.items()},
            1e-4,
        )
        for measure in ("map", "ndcg", "bpref", "infAP")
    ]


def contests(places):
    version, folder = pinned(), places.workload

    def ours(name):
        return (
            places.rejudge,
            "eval",
            folder / f"{name}.qrels",
            folder / f"{name}.txt",
            "-m",
            MEASURES,
            "--format",
            "trec_eval",
        )

    def peer(name):
        return places.peer("trec.py", name, folder / "long.qrels", folder / "long.txt")

    few = {"repetitions": 3, "few": "about 10 s each"}
    return [
        Contest(
            "50,000 topics",
            (
                Contestant("scan, 50,000 topics", ((places.scan, folder / "long.txt"),)),
                Contestant("rejudge eval, 3,125 topics", (ours("long-16"),)),
                Contestant("rejudge eval, 12,500 topics", (ours("long-4"),)),
                Contestant("rejudge eval, 50,000 topics", (ours("long"),)),
                Contestant(
                    "pytrec_eval, 50,000 topics", (peer("pytrec_eval"),), version=version["pytrec_eval-terrier"], **few
                ),
                Contestant("ir-measures, 50,000 topics", (peer("ir_measures"),), version=version["ir-measures"], **few),
                Contestant(
                    "elinor, 50,000 topics",
                    ((places.elinor, "eval", folder / "long.qrels", folder / "long.txt"),),
                    version=version["elinor"],
                    **few,
                ),
            ),
            rows=(
                Row(
                    "50,000 topics x 100 documents, 1 thread",
                    "cpu",
                    "rejudge eval, 50,000 topics",
                    0.5,
                    peers=("pytrec_eval, 50,000 topics", "ir-measures, 50,000 topics", "elinor, 50,000 topics"),
                    limits=("scan, 50,000 topics",),
                    remark="AP, nDCG, bpref, infAP; 500,000 judgments",
                ),
            ),
            growth=(
                Growth(
                    "topics (text to scores)",
                    "cpu",
                    (
                        (1, "rejudge eval, 3,125 topics"),
                        (4, "rejudge eval, 12,500 topics"),
                        (16, "rejudge eval, 50,000 topics"),
                    ),
                ),
            ),
            agreements=agreements,
        ),
        Contest(
            "1,000,000 topics",
            (
                Contestant("scan, 1,000,000 topics", ((places.scan, folder / "longest.txt"),)),
                Contestant(
                    "rejudge eval, 1,000,000 topics",
                    (ours("longest"),),
                    repetitions=3,
                    few="it is the memory that counts",
                ),
            ),
            rows=(
                Row(
                    "1,000,000 topics x 10 documents, 1 thread",
                    "cpu",
                    "rejudge eval, 1,000,000 topics",
                    limits=("scan, 1,000,000 topics",),
                ),
                Row(
                    "memory: 1,000,000 topics x 10 documents",
                    "peak",
                    "rejudge eval, 1,000,000 topics",
                    114.5,
                    limits=("scan, 1,000,000 topics",),
                    remark="the target is a quarter of the input: 412 MB of lines, 46 MB of judgments",
                ),
            ),
        ),
    ]
