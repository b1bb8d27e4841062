"""With the licensed data, every printed cell of the collection is compared; `data get` fetches them with a password."""

import base64
import collections
import gzip
import hashlib
import http.server
import lzma
import os
import pty
import re
import shutil
import termios
import threading
import time

from laboratory import REPOSITORY, Skipped, demand, judgments, lines, rankings

COMPARED = {"match", "mismatch", "inside", "outside"}
NAME, PASSWORD = "me", "dark:s3cret"
LOGIN = base64.b64encode(f"{NAME}:{PASSWORD}".encode()).decode()
COMMIT = "c0ffee" + 34 * "0"
# MAP of the 17 public runs over all 100 topics, as NIST prints it.
REAL = {
    "InexpC2": "0.2249", "MU03rob01": "0.1929", "NLPR03vb10": "0.1055", "SABIR03BASE": "0.2021", "Sel50": "0.2190",
    "THUIRr0301": "0.2597", "UAmsT03RDesc": "0.2065", "UIUC03Rd1": "0.2424", "VTcdhgp1": "0.2649", "aplrob03a": "0.2998",
    "fub03IeOLKe3": "0.2503", "humR03dc": "0.1248", "oce03noXbmD": "0.1986", "pircRBa1": "0.3101", "rutcor03100": "0.0737",
    "uic0301": "0.2404", "uwmtCR0": "0.2763",
}


def every_cell_compared(laboratory):
    """A twin takes the place of TREC 2003, in the form in which a licence holder has it. The outcomes of the cells of
    trec03 are matches, mismatches, inside or outside, and none is skipped."""
    data = laboratory.folder / "data"
    data.mkdir()
    laboratory.succeed("simulate", "trec03-twin", "--as", "trec03", "-o", data / "trec03", "--quiet", data="")
    return compared(laboratory, data, 50)


def compared(laboratory, data, draws, *options):
    """Runs, checks and reports sakai-bias on trec03 alone, in the folder `results`."""
    import polars

    results = laboratory.folder / "results"
    places = ["--results", results, "--cache", laboratory.folder / "cache"]
    changes = ["--only", "collection=trec03", "-s", f"draws={draws}"]
    laboratory.succeed("run", "sakai-bias", *changes, *places, "--quiet", *options, data=data)
    code, _, stderr = laboratory.run("check", "sakai-bias", "--results", results, *options, data=data)
    demand(code in (0, 1), f"check exits with {code}: {stderr[:300]}")
    laboratory.succeed("report", "sakai-bias", "--results", results, "--quiet", *options, data=data)
    demand((results / "report.html").is_file(), "report.html was not written")

    cells = polars.read_parquet(results / "checks.parquet")
    own = cells.filter((polars.col("panel") == "trec03") | ((polars.col("panel") == "") & (polars.col("column") == "trec03")))
    outcomes = collections.Counter(own["outcome"])
    demand(own.height > 200, f"only {own.height} cells of trec03 in checks.parquet")
    left = own.filter(~polars.col("outcome").is_in(COMPARED))
    # No file that the licence holder has here gives the size of the document collection.
    left = left.filter(polars.col("row") != "#docs")
    cases = [f"{c['table']}[{c['row']}, {c['column']}] {c['outcome']}" for c in left.head(3).to_dicts()]
    demand(not cases, f"{left.height} cells of trec03 are not compared: {'; '.join(cases)}")
    return ", ".join(f"{outcomes[name]} {name}" for name in sorted(COMPARED))


class Nist:
    """A host in the place of NIST's: it asks for a password, and serves files by path."""

    def __init__(self, files):
        self.log = []
        nist = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                nist.log.append(self.path)
                known = self.headers.get("Authorization") == f"Basic {LOGIN}"
                body = files.get(self.path, b"") if known else b""
                self.send_response(401 if not known else 200 if self.path in files else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, form, *arguments):
                nist.log.append(form % arguments)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def described(laboratory, nist, name, runs, teams, scores, qrels, counts):
    """Copies the descriptions of collections, and adds `name`, whose runs are on the host and whose other files are in
    a folder. Returns options for the copy, and this folder."""
    configs = laboratory.folder / "configs"
    if not configs.exists():
        shutil.copytree(REPOSITORY / "configs", configs)
    pages = {"all-qrels.txt": qrels, "runs.md": "# Runs\n\n", "results.md": "# Results\n\n"}
    for run in runs:
        address = f"http://{nist.host}/results/trec12/robust/inputs/input.{run}.gz"
        pages["runs.md"] += f"#### {run} \n[**`Input`**]({address}) \n\n- :a: **Run ID:** {run} \n- :b: **Participant:** {teams[run]} \n\n---\n"
        pages["results.md"] += f'#### {run} \n??? example "summary (trec_eval)"\n\t```\n\tmap\t\t\tall\t{scores[run]}\n\n\t```\n---\n'
    published = {}
    for page, text in pages.items():
        path = laboratory.folder / "published" / "team" / "files" / COMMIT / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        published[page] = f"{{path: {page}, sha256: {hashlib.sha256(text.encode()).hexdigest()}, bytes: {len(text.encode())}}}"
    text = (configs / "collections" / "trec03.yaml").read_text().split("\norigin:\n")[0]
    if len(runs) < 78:
        text = text.split("\npublished:\n")[0]
    text = re.sub(r"^counts: .*$", f"counts: {counts}", text, flags=re.MULTILINE)
    text = re.sub(r"^id: .*$", f"id: {name}", text, flags=re.MULTILINE).replace("folder: trec03", f"folder: {name}")
    # The topics of a twin do not have TREC's numbers.
    cut = "{lines: {topics: {from: 601, to: 650}}}" if "\n601 " in qrels else "verbatim"
    text += f"""
origin:
  cite: nobody
  repositories:
    all: {{name: team/files, commit: {COMMIT}, url: "https://example.org/", licence: none}}
  layout:
    - {{from: all, make: {cut}, files: {{qrels.txt: {published["all-qrels.txt"]}}}}}
    - {{from: all, files: {{all-qrels.txt: {published["all-qrels.txt"]}}}}}
    - {{from: all, make: {{trec-browser-teams: {{}}}}, files: {{teams.tsv: {published["runs.md"]}}}}}
    - {{from: all, make: {{trec-browser-scores: {{runs-of: teams.tsv, summaries: {{trec_eval: [map]}}}}}}, files: {{official.tsv: {published["results.md"]}}}}}
  runs: {{of: teams.tsv, host: "{nist.host}", scores: official.tsv, judgments: all-qrels.txt, access: Ask NIST.}}
"""
    (configs / "collections" / f"{name}.yaml").write_text(text)
    return ["--collections", configs / "collections"], laboratory.folder / "published"


def check_secret(laboratory, nist, *texts):
    """The password is in no file that was written, in no output and in no line of the host's log."""
    secrets = ["s3cret", LOGIN.rstrip("=")]
    for path in filter(os.path.isfile, laboratory.folder.rglob("*")):
        content = path.read_bytes()
        demand(not any(secret.encode() in content for secret in secrets), f"{path} has the password")
    for text in [*texts, *nist.log]:
        demand(not any(secret in text for secret in secrets), f"the password is in: {text[:300]}")


def at_a_prompt(laboratory, answers, *arguments, data):
    """Runs the binary on a terminal of its own. `answers` are pairs of a prompt and the keys to type when it appears.
    Returns the exit code, the terminal's output, and whether the terminal shows typed characters afterwards."""
    environment = laboratory.environment(data) | {"HOME": str(laboratory.folder)}
    for name in ("REJUDGE_NIST", "REJUDGE_OFFLINE"):
        environment.pop(name, None)
    ours, theirs = pty.openpty()
    child = os.fork()
    if child == 0:
        os.login_tty(theirs)
        os.chdir(REPOSITORY)
        command = laboratory.command(*arguments)
        os.execve(command[0], command, environment)
    shown, limit = "", time.monotonic() + 60
    os.set_blocking(ours, False)
    code = None
    while time.monotonic() < limit:
        try:
            shown += os.read(ours, 65536).decode()
        except BlockingIOError:
            if code is not None:
                break
            ended, status = os.waitpid(child, os.WNOHANG)
            code = os.waitstatus_to_exitcode(status) if ended else None
            time.sleep(0.01)
        if answers and answers[0][0] in shown:
            os.write(ours, answers[0][1].encode())
            answers = answers[1:]
    if code is None:
        os.kill(child, 9)
        os.waitpid(child, 0)
    has_echo = bool(termios.tcgetattr(ours)[3] & termios.ECHO)
    os.close(ours)
    os.close(theirs)
    demand(code is not None and not answers, f"the command does not end, or does not ask: {shown!r}")
    return code, shown, has_echo


def password_at_a_prompt(laboratory):
    """Without REJUDGE_NIST and .netrc, `data get` asks for the password on a terminal, which does not show it. A wrong
    password and an interrupt at the prompt leave no folder behind."""
    import pytrec_eval

    twin, data = laboratory.folder / "twin", laboratory.folder / "data"
    data.mkdir()
    laboratory.succeed("simulate", "trec03-twin", "--as", "trec03", "-o", twin, "--quiet", data="")
    teams = dict(line.split("\t")[:2] for line in (twin / "teams.tsv").read_text().splitlines())
    evaluator = pytrec_eval.RelevanceEvaluator(judgments(twin / "qrels.txt"), {"map"})
    files, scores = {}, {}
    for path in sorted((twin / "runs").iterdir())[:3]:
        run, topics = rankings(path)
        values = evaluator.evaluate({topic: {document: score for document, _, score in of} for topic, of in topics.items()})
        scores[run] = f"{sum(value['map'] for value in values.values()) / len(values):.4f}"
        files[f"/results/trec12/robust/inputs/input.{run}.gz"] = gzip.compress(("\n".join(lines(path)) + "\n").encode(), 1)
    nist = Nist(files)
    options, published = described(
        laboratory, nist, "trec03-three", scores, teams, scores, (twin / "qrels.txt").read_text(), "{topics: 50, runs: 3}"
    )
    shutil.rmtree(twin)
    name, password = (f"User name for {nist.host}: ", f"{NAME}\n"), ("Password: ", f"{PASSWORD}\n")
    get = ["data", "get", "trec03-three", "--from", published, *options]
    for typed, expected in [("\x03", None), (f"{PASSWORD}-wrong\n", 3), (password[1], 0)]:
        code, shown, has_echo = at_a_prompt(laboratory, [name, ("Password: ", typed)], *get, data=data)
        demand(has_echo, f"the terminal does not show what is typed after the prompt: {shown[-300:]!r}")
        demand(code == expected if expected is not None else code != 0, f"{typed!r} ends with {code}: {shown[-600:]!r}")
        check_secret(laboratory, nist, shown)
        demand((data / "trec03-three").exists() == (code == 0), f"{typed!r} must leave a folder only if it is right: {shown[-300:]!r}")
    return f"{len(files)} runs, an interrupt and a wrong password"


def got(laboratory, nist, name, options, published, data):
    """Gets a collection with the password. Returns how many seconds that took."""
    os.environ["REJUDGE_NIST"] = f"{NAME}:{PASSWORD}"
    os.environ["HOME"] = str(laboratory.folder)
    os.environ.pop("REJUDGE_OFFLINE", None)
    begun = time.monotonic()
    code, stdout, stderr = laboratory.run("data", "get", name, "--from", published, *options, data=data)
    seconds = time.monotonic() - begun
    demand(code == 0, f"data get exits with {code}: {stderr[-600:]}")
    check_secret(laboratory, nist, stdout, stderr)
    return seconds


def from_a_password(laboratory):
    """With an empty folder and a password, a user gets to the report. The 78 runs of a twin take the place of
    NIST's."""
    import pytrec_eval

    twin, data = laboratory.folder / "twin", laboratory.folder / "data"
    data.mkdir()
    laboratory.succeed("simulate", "trec03-twin", "--as", "trec03", "-o", twin, "--quiet", data="")
    qrels = judgments(twin / "qrels.txt")
    teams = dict(line.split("\t")[:2] for line in (twin / "teams.tsv").read_text().splitlines())
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, {"map"})
    files, scores = {}, {}
    for path in sorted((twin / "runs").iterdir()):
        run, topics = rankings(path)
        values = evaluator.evaluate({topic: {document: score for document, _, score in of} for topic, of in topics.items()})
        scores[run] = f"{sum(value['map'] for value in values.values()) / len(values):.4f}"
        text = "\n".join(lines(path)) + "\n"
        files[f"/results/trec12/robust/inputs/input.{run}.gz"] = gzip.compress(text.encode(), 1)
    nist = Nist(files)
    counts = "{topics: 50, runs: 78, teams: 16}"
    options, published = described(laboratory, nist, "trec03", scores, teams, scores, (twin / "qrels.txt").read_text(), counts)
    shutil.rmtree(twin)
    seconds = got(laboratory, nist, "trec03", options, published, data)
    begun = time.monotonic()
    said = compared(laboratory, data, 20, *options)
    return f"{len(files)} runs in {seconds:.1f} s, the page in {time.monotonic() - begun:.0f} s: {said}"


def real_runs_with_a_password(laboratory):
    """The 17 public runs of TREC03, fetched from a host, have the MAP that NIST prints. If the host serves one run in
    the place of another, the command refuses it and names both numbers."""
    real = laboratory.data() / "trec12_robust"
    if not real.is_dir():
        raise Skipped("trec12-17-runs is not here: rejudge data get trec12-17-runs")
    teams = dict(line.split("\t")[:2] for line in (real / "teams.tsv").read_text().splitlines()[1:])
    files = {}
    for run in REAL:
        files[f"/results/trec12/robust/inputs/input.{run}.gz"] = gzip.compress(lzma.open(real / "runs" / f"{run}.xz").read(), 1)
    nist = Nist(files)
    counts = "{topics: 50, runs: 17, teams: 16, judgments: 47932}"
    options, published = described(laboratory, nist, "trec03-real", REAL, teams, REAL, (real / "qrels.txt").read_text(), counts)
    data = laboratory.folder / "data"
    data.mkdir()
    right = files["/results/trec12/robust/inputs/input.aplrob03a.gz"]
    files["/results/trec12/robust/inputs/input.aplrob03a.gz"] = files["/results/trec12/robust/inputs/input.uwmtCR0.gz"]
    os.environ["REJUDGE_NIST"] = f"{NAME}:{PASSWORD}"
    code, _, stderr = laboratory.run("data", "get", "trec03-real", "--from", published, *options, data=data)
    demand(code == 3, f"with a wrong file data get exits with {code}: {stderr[-600:]}")
    for part in ["`aplrob03a`", "`uwmtCR0`", REAL["aplrob03a"], REAL["uwmtCR0"]]:
        demand(part in stderr, f"{part} is not in: {stderr[-600:]}")
    demand(not (data / "trec03-real").exists(), "a folder was written although a run is wrong")
    files["/results/trec12/robust/inputs/input.aplrob03a.gz"] = right
    seconds = got(laboratory, nist, "trec03-real", options, published, data)
    return f"17 of 17 in {seconds:.1f} s"
