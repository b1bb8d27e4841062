"""Whether what an audit says of a new run came true: its bounds, and the forecast by left-out teams.

    new_run_covers.py BINARY [COLLECTION..]

TREC-COVID, round 1: the runs that were not pooled, by the judgments of the round; the truth has the later judgments added. Deep Learning
2019 to 2021 and CLEF eHealth 2015: the runs of each team, by the judgments without what it alone brought and beside the runs of all other
teams; the truth has all judgments. A line a measure: new runs, those with a forecast; the share of true scores within the bounds; the share
that forecasts hold if teams are exchangeable, and the share that they held; their mean width; the verdicts."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

DATA = Path(os.environ["REJUDGE_DATA"])
MEASURES = ["nDCG@10", "P@10", "AP", "RBP(p=0.8)"]
# By collection: folder, options of judgments, depth of the pool.
LEFT_OUT = {
    "trec-dl-2019": ("trec_dl_2019_passage", ["--min-rel", "2"], 10),
    "trec-dl-2020": ("trec_dl_2020_passage", ["--min-rel", "2"], 10),
    "trec-dl-2021": ("trec_dl_2021_passage", ["--min-rel", "2"], 10),
    "clef-ehealth-2015": ("clef_ehealth_2015", [], 10),
}
ROUNDING = 1e-9


def run(binary, *words):
    done = subprocess.run([binary, *map(str, words), "--quiet"], capture_output=True, text=True)
    assert done.returncode == 0, f"{words}: {done.stderr}"
    return done.stdout


def linked(folder, files):
    folder.mkdir(parents=True)
    for file in files:
        (folder / file.name).symlink_to(file)
    return folder


def tag(file):
    opened = {".xz": ["xz", "-dc"], ".zst": ["zstd", "-dc"], ".gz": ["gzip", "-dc"]}.get(file.suffix, ["cat"])
    with subprocess.Popen([*opened, file], stdout=subprocess.PIPE, text=True) as text:
        name = text.stdout.readline().split()[5]
        text.kill()
    return name


def asked(binary, world, measure, judged, runs, new, rules, depth, more, truth):
    """Of each new run the verdict, its numbers and the true score."""
    if new:
        out = world / "out"
        subprocess.run(["rm", "-rf", out], check=True)
        words = ["audit", "--qrels", judged, "--runs", runs, "--depth", depth, "-m", measure, "--draws", 1, "-o", out]
        run(binary, *words, *rules, *more, "--cache", world / "cache", "--new-run", *new)
        lines = run(binary, "eval", truth, *new, "-m", measure, *rules).splitlines()
        scores = {line.split("\t")[0]: float(line.split("\t")[3]) for line in lines}
        answers = json.loads((out / "verdicts.json").read_text())["answers"]
        for answer in answers:
            if answer["question"] == "new-run":
                true = scores[answer["numbers"]["run"]]
                if "KEPT" in os.environ:
                    with open(os.environ["KEPT"], "a") as kept:
                        row = {"measure": measure, "verdict": answer["verdict"], "true": true, **answer["numbers"]}
                        print(json.dumps({"runs": str(runs), **row}), file=kept, flush=True)
                yield answer["verdict"], answer["numbers"], true


def covid(binary, world, measure):
    folder = DATA / "trec_covid_round1_later"
    pooled = dict(line.split("\t") for line in (folder / "pooled.tsv").read_text().splitlines())
    files = sorted((folder / "runs").iterdir())
    is_pooled = {file: pooled[tag(file)] == "1" for file in files}
    runs = linked(world / "runs", [file for file in files if is_pooled[file]])
    new = [file for file in files if not is_pooled[file]][:: int(os.environ.get("EVERY", "1"))]
    first = (folder / "qrels.txt").read_text().splitlines()
    known = {(line.split()[0], line.split()[2]) for line in first if len(line.split()) == 4}
    known |= {(line.split()[0], line.split()[-2]) for line in first}
    later = (folder / "later.txt").read_text().splitlines()
    added = [line for line in later if (line.split()[0], line.split()[2]) not in known]
    truth = world / "truth.txt"
    truth.write_text("".join(f"{line}\n" for line in first + added))
    yield from asked(binary, world, measure, folder / "qrels.txt", runs, new, [], 7, [], truth)


def left_out(binary, world, measure, name):
    folder, rules, depth = LEFT_OUT[name]
    folder = DATA / folder
    files = sorted((folder / "runs").iterdir())
    teams = sorted({file.name.split("__")[0] for file in files})
    for team in teams:
        here = world / team
        own = [file for file in files if file.name.startswith(f"{team}__")]
        others = linked(here / "runs", [file for file in files if file not in own])
        more = []
        if (folder / "pooled.tsv").exists():
            tags = {tag(file) for file in files if file not in own}
            lines = (folder / "pooled.tsv").read_text().splitlines()
            pooled_tags = {line.split("\t")[0] for line in lines if line.endswith("\t1")}
            if pooled_tags.isdisjoint(map(tag, own)):
                continue
            kept = [line for line in lines[1:] if line.split("\t")[0] in tags]
            (here / "pooled.tsv").write_text("\n".join([lines[0], *kept]) + "\n")
            more = ["--pooled", here / "pooled.tsv"]
        judged = here / "judged.txt"
        pooled = ["--pooled", folder / "pooled.tsv"] if more else []
        what = f"leave-one-team-out(team={team})"
        run(binary, "pool", folder / "qrels.txt", what, "--runs", folder / "runs", "--pool-depth", depth, *pooled, "-o", judged)
        yield from asked(binary, here, measure, judged, others, own, rules, depth, more, folder / "qrels.txt")


def main():
    binary, *names = sys.argv[1:]
    collections = names or ["trec-covid-round1", *LEFT_OUT]
    for name, measure in ((name, measure) for measure in MEASURES for name in collections):
        with tempfile.TemporaryDirectory() as world:
            world = Path(world)
            is_later = name == "trec-covid-round1"
            rows = list(covid(binary, world, measure) if is_later else left_out(binary, world, measure, name))
        bounded = [(n["own"], true) for _, n, true in rows if n["own"].get("lowest") is not None]
        within = sum(own["lowest"] - ROUNDING <= true <= own["highest"] + ROUNDING for own, true in bounded)
        forecast = [(n, true) for _, n, true in rows if n.get("least") is not None and n.get("most") is not None]
        held = sum(n["least"] - ROUNDING <= true <= n["most"] + ROUNDING for n, true in forecast)
        said = sum((n["teams"] - 1) / (n["teams"] + 1) for n, _ in forecast)
        width = sum(n["most"] - n["least"] for n, _ in forecast)
        verdicts = {verdict: sum(row[0] == verdict for row in rows) for verdict in ["yes", "partly", "no", "cannot-say"]}
        shares = [(within, bounded), (said, forecast), (held, forecast), (width, forecast)]
        shares = [f"{part / len(whole):.3f}" if whole else "-" for part, whole in shares]
        print(name, measure, len(rows), len(forecast), *shares, verdicts, sep="\t", flush=True)


if __name__ == "__main__":
    main()
