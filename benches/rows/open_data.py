"""Times tasks on TREC Deep Learning 2019 (passages), in the form in which users of the peers have it. Needs REJUDGE_DATA."""

import csv
import lzma
import os
import random
from pathlib import Path

from measuring import Contestant
from places import pinned
from row import Agreement, Contest, Growth, Row

from .text import agreements_of_means

COLLECTION = """schema: collection/v1
id: judged
title: TREC Deep Learning 2019, passages, with JUDGES judges
kind: open
licence: see the collection trec-dl-2019
obtain: made by the benchmark
files:
  folder: judged
  qrels: qrels.txt
  runs: runs/*.txt
  teams: teams.tsv
  judges:
"""

KAPPA = """schema: experiment/v1
id: kappa
title: Kappa of judges
seed: 1
axes:
  collection: [judged]
  runs: [all]
  judgments: [full, {full: {judge: {each: all}}}]
  measure: [nDCG@10]
statistics:
  agreement: {agreement: {}}
tables:
  kappa:
    caption: Kappa
    where: {judgments: "full(judge=*)"}
    rows: judgments.judge
    columns: [{label: kappa, cell: agreement.kappa}]
"""

SAMPLES = """schema: experiment/v1
id: samples
title: Samples of judgments
seed: 1
axes:
  collection: [judged]
  runs: [all]
  judgments: [full, {sample: {rate: {each: [0.1, 0.3, 0.5, 0.7, 0.9]}}}]
  measure: [AP, nDCG, Bpref, RBP(p=0.8)]
statistics:
  tau: {kendall-tau: {versus: full}}
tables:
  taus: {caption: tau, rows: judgments, columns: measure, cell: tau}
"""

JUDGES = (1, 4, 16)
DRAWS = (4, 16, 64)


def laid_out(data, folder):
    """Writes the collection as text, with sixteen judges. A judge has the labels of one model, one in ten of them replaced
    at random."""
    if (folder / "judges" / f"j{JUDGES[-1]}.txt").exists():
        return folder
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    (folder / "judges").mkdir(exist_ok=True)
    for name in ("qrels.txt", "teams.tsv"):
        (folder / name).write_bytes((data / name).read_bytes())
    for path in sorted((data / "runs").glob("*.txt.xz")):
        (folder / "runs" / path.stem.split("__")[1]).write_bytes(lzma.open(path).read())
    lines = lzma.open(data / "judges" / "umbrela_gpt4o.txt.xz", "rt").read().splitlines()
    draw = random.Random(2019)
    for judge in range(1, JUDGES[-1] + 1):
        drawn = (f"{line[:-1]}{draw.randrange(4)}" if draw.random() < 0.1 else line for line in lines)
        (folder / "judges" / f"j{judge}.txt").write_text("\n".join(drawn) + "\n")
    return folder


def means(places, files):
    version, runs, qrels = pinned(), sorted((files / "runs").glob("*.txt")), files / "qrels.txt"
    measures = ("-m", "runid map ndcg bpref infAP", "--format", "trec_eval")
    ours = (places.rejudge, "eval", qrels, *runs, *measures)
    named = {"pytrec_eval": "pytrec_eval-terrier", "ir-measures": "ir-measures", "ranx": "ranx"}
    peers = [
        Contestant(
            f"{peer}, DL 2019",
            (places.peer("trec.py", peer.replace("-", "_"), qrels, *runs),),
            version=version[package],
            # ranx compiles code at its first call, which numba then caches.
            prepare=(places.peer("trec.py", "ranx", qrels, runs[0]),) if peer == "ranx" else (),
        )
        for peer, package in named.items()
    ]
    peers.append(Contestant("elinor, DL 2019", ((places.elinor, "eval", qrels, *runs),), version=version["elinor"]))
    return Contest(
        "DL 2019",
        (Contestant("rejudge eval, DL 2019", (ours,)), *peers),
        rows=(
            Row(
                f"DL 2019: {len(runs)} runs as text to AP, nDCG, bpref, infAP, 1 thread",
                "cpu",
                "rejudge eval, DL 2019",
                peers=tuple(peer.name for peer in peers),
                remark="the published runs of TREC Deep Learning 2019, passages; start-up and reading included",
            ),
        ),
        agreements=lambda measured: agreements_of_means(measured, ", DL 2019"),
    )


def bounds(places, files):
    runs, qrels = sorted((files / "runs").glob("*.txt")), files / "qrels.txt"
    one, peer = "rejudge eval --bounds, RBP", "Python and numpy, residuals of RBP"

    def agree(measured):
        ours = {}
        for line in csv.DictReader(measured[one].output().splitlines(), delimiter="\t"):
            ours[line["run"]] = float(line["lower"]), float(line["upper"])
        theirs = {}
        for line in measured[peer].output().splitlines():
            run, least, greatest = line.split("\t")
            theirs[run] = float(least), float(greatest)
        sums = [(sum(pair[at] for pair in of.values()) for at in (0, 1)) for of in (ours, theirs)]
        (least, greatest), (their_least, their_greatest) = sums
        return [
            Agreement("least RBP, sum over runs", {"rejudge": least, "numpy": their_least}, 1e-4),
            Agreement("greatest RBP, sum over runs", {"rejudge": greatest, "numpy": their_greatest}, 1e-4),
        ]

    return Contest(
        "bounds",
        (
            Contestant(one, ((places.rejudge, "eval", qrels, *runs, "-m", "RBP(p=0.8)", "--bounds", "--quiet"),)),
            Contestant(peer, (places.peer("judged.py", "bounds", qrels, *runs),), version=pinned()["numpy"]),
        ),
        rows=(
            Row(
                f"DL 2019: bounds of RBP of {len(runs)} runs, 1 thread",
                "cpu",
                one,
                peers=(peer,),
                remark="no public tool bounds other measures: the peer is what one writes for RBP",
            ),
        ),
        agreements=agree,
    )


def ours_with(places, data, name, text, setting, size, judges):
    """Returns the contestant that runs an experiment with this number of judges, with nothing cached."""
    folder = places.scratch(f"judged-{judges}")
    folder.mkdir(parents=True, exist_ok=True)
    listed = "".join(f"    j{at}: judges/j{at}.txt\n" for at in range(1, judges + 1))
    (folder / "judged.yaml").write_text(COLLECTION.replace("JUDGES", str(judges)) + listed)
    experiment = places.scratch(f"{name}.yaml")
    experiment.write_text(text)
    cache, results = places.scratch(f"{name}-cache"), places.scratch(f"{name}-results")
    run = (places.rejudge, "--collections", folder, "--quiet", "run", experiment)
    to = ("--cache", cache, "--results", results)
    commands = [(*run, *to, *setting)]
    if name == "kappa":
        commands.append(("cat", results / "tables" / "kappa.csv"))
    return Contestant(
        f"rejudge run, {size}", tuple(commands), fresh=(cache, results), environment={"REJUDGE_DATA": str(data)}
    )


def judges(places, files):
    most, peer = JUDGES[-1], f"scikit-learn, kappa of {JUDGES[-1]} judges"
    ours = [ours_with(places, files.parent, "kappa", KAPPA, (), f"kappa of {count} judges", count) for count in JUDGES]
    given = [files / "judges" / f"j{at}.txt" for at in range(1, most + 1)]

    def agree(measured):
        table = csv.DictReader(measured[ours[-1].name].output().splitlines())
        of_ours = {line["row"]: float(line["mean"]) for line in table}
        of_peer = dict(line.split("\t") for line in measured[peer].output().splitlines())
        farthest = max(of_ours, key=lambda judge: abs(of_ours[judge] - float(of_peer[judge])))
        values = {"rejudge": of_ours[farthest], "scikit-learn": float(of_peer[farthest])}
        return [Agreement(f"kappa, worst of {len(of_ours)} judges", values, 1e-6)]

    return Contest(
        "judges",
        (
            *ours,
            Contestant(
                peer, (places.peer("judged.py", "kappa", files / "qrels.txt", *given),),
                version=pinned()["scikit-learn"],
            ),
        ),
        rows=(
            Row(
                f"DL 2019: Cohen's kappa of {most} judges with people, 1 thread",
                "cpu",
                ours[-1].name,
                peers=(peer,),
                remark="ours reads and scores the runs too, and writes the tables; the peer reads the judgments alone",
            ),
        ),
        growth=(Growth("judges", "cpu", tuple(zip(JUDGES, (each.name for each in ours)))),),
        agreements=agree,
    )


def draws(places, files):
    ours = [
        ours_with(places, files.parent, "samples", SAMPLES, ("-s", f"draws={count}"), f"{count} draws", 1)
        for count in DRAWS
    ]
    growth = Growth("draws (samples of judgments)", "cpu", tuple(zip(DRAWS, (each.name for each in ours))))
    return Contest("draws", tuple(ours), growth=(growth,))


def contests(places):
    data = os.environ.get("REJUDGE_DATA")
    if not data:
        return []
    files = laid_out(Path(data) / "trec_dl_2019_passage", places.work / "data" / "judged")
    return [make(places, files) for make in (means, bounds, judges, draws)]
