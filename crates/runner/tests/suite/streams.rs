//! Output streams: readers that stop early, streams that are closed or full, and text that would act on a terminal.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use crate::subtopics::{FIRST, HIERARCHY, MINED, SECOND};
use crate::world::{
    BAD_DATA, EXPERIMENT, Ended, GOOD, NOTHING_CHECKED, QRELS, RUNS, USAGE, World, changed, ended, repository,
};

/// Creates a world in which every verb prints something.
fn world() -> World {
    let world = World::with_files();
    world.write("experiments/small/experiment.yaml", changed(EXPERIMENT, "[tiny-twin]", "[tiny]"));
    world.line("run small --quiet").code(GOOD);
    world.write(
        "labels.tsv",
        "topic\tdocid\tassessor\tlabel\n1\ta\tw\tA\n1\ta\tx\tA\n1\ta\ty\tB\n1\ta\tz\tC\n",
    );
    let scheme = std::fs::read(repository().join("configs/labels/cqa-4.yaml")).unwrap();
    world.write("schemes/cqa-4.yaml", scheme);
    for (file, text) in [("f", FIRST), ("s", SECOND), ("h", HIERARCHY), ("mined", MINED)] {
        world.write(file, text);
    }
    world
}

/// Runs a bash script, in which `"$0" "$@"` is a line of words.
fn in_shell(world: &World, words: &str, script: &str) -> Ended {
    let rejudge = world.command(words.split(' '));
    let mut shell = Command::new("bash");
    shell.args(["-c", script]).arg(rejudge.get_program()).args(rejudge.get_args());
    shell.current_dir(world.path("")).env("REJUDGE_DATA", world.path("data"));
    ended(shell.stdin(Stdio::null()))
}

/// Command lines of the verbs that print results, with their exit codes.
const PRINTING: [(&str, i32); 26] = [
    ("list", GOOD),
    ("list small", GOOD),
    ("plan small", GOOD),
    ("plan small --cells -s draws=3", GOOD),
    ("plan small --resolved", GOOD),
    ("check small", NOTHING_CHECKED),
    ("accept small --dry-run", GOOD),
    ("explain small/teams[collection=tiny]", GOOD),
    ("diff results/small results/small", GOOD),
    ("eval data/tiny/qrels.txt data/tiny/runs/alpha.txt -q", GOOD),
    ("eval data/tiny/qrels.txt data/tiny/runs/alpha.txt --format json -o -", GOOD),
    ("eval data/tiny/qrels.txt data/tiny/runs/alpha.txt --format json -o /dev/stdout", GOOD),
    ("audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --draws 1 -m AP -o audited", GOOD),
    ("measures", GOOD),
    ("measures AP", GOOD),
    ("pool data/tiny/qrels.txt --runs data/tiny/runs pool-depth(depth=2)", GOOD),
    ("pool --runs data/tiny/runs build --depth 2", GOOD),
    ("simulate --like data/tiny/qrels.txt data/tiny/runs --passes 1 --check-draws 1 -o like", GOOD),
    ("convert data/tiny/runs/alpha.txt", GOOD),
    ("labels schemes --schemes schemes", GOOD),
    ("labels consolidate labels.tsv --scheme cqa-4 --schemes schemes", GOOD),
    ("subtopics mining --first f --second s --hierarchy h mined", GOOD),
    ("data list", GOOD),
    ("data verify tiny", GOOD),
    ("--help", GOOD),
    ("eval --version", GOOD),
];

#[test]
fn a_full_stdout_is_an_error() {
    let world = world();
    for (words, _) in PRINTING {
        let _ = std::fs::remove_dir_all(world.path("like"));
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let message = "error: cannot write to stdout: No space left on device";
        ended(world.command(words.split(' ')).stdout(full)).code(BAD_DATA).says(message);
    }
}

#[test]
fn a_closed_stdout_is_no_error() {
    let world = world();
    for (words, code) in PRINTING {
        // The reader leaves before the first line, or stdout is closed.
        for how in ["\"$0\" \"$@\" | :", "\"$0\" \"$@\" >&-"] {
            let _ = std::fs::remove_dir_all(world.path("like"));
            let ended = in_shell(&world, words, &format!("set -o pipefail; {how}")).code(code);
            assert!(!ended.stderr.contains("error: "), "{words}, {how}\n{}", ended.stderr);
        }
    }
}

/// The output may be a pipe that the shell made.
#[test]
fn a_pipe_by_its_name_is_written_to() {
    let world = world();
    let words = "eval data/tiny/qrels.txt data/tiny/runs/beta.txt -m AP --quiet";
    for how in [
        "-o >(cat > got); wait $!",
        "-o /dev/stdout | cat > got",
        "-o /dev/fd/1 > got",
        "-o /dev/fd/3 3>&1 | cat > got",
    ] {
        in_shell(&world, words, &format!("\"$0\" \"$@\" {how}")).code(GOOD);
        let got = world.read("got");
        assert_eq!(got, "beta\tall\tAP\t0.7222222222222222\n", "{how}");
        std::fs::remove_file(world.path("got")).unwrap();
    }
}

/// Remarks, warnings and errors also work without a reader.
#[test]
fn a_full_or_closed_stderr_changes_nothing() {
    let world = world();
    world.write("twice", format!("{QRELS}1 0 a1 2\n"));
    let cases = [
        ("run small", GOOD),
        // This command prints a warning.
        ("eval twice data/tiny/runs/alpha.txt -m AP", GOOD),
        ("eval nothing data/tiny/runs/alpha.txt", USAGE),
        ("eval data/tiny/qrels.txt nothing.txt", BAD_DATA),
        ("eval --nonsense", USAGE),
    ];
    for (words, code) in cases {
        for how in ["2> /dev/full", "2>&-", "> /dev/null 2>&1"] {
            in_shell(&world, words, &format!("\"$0\" \"$@\" {how}")).code(code);
        }
    }
}

/// Text that clears the screen, sets the title, and writes from right to left.
const ACTS: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}";

/// Returns true if no character of a text acts on a terminal.
fn is_harmless(text: &str) -> bool {
    !text
        .chars()
        .any(|c| (c.is_control() && c != '\n' && c != '\t') || ('\u{202a}'..='\u{202e}').contains(&c))
}

/// Messages quote the wrong text. The quotation is escaped, so that it cannot act on the terminal.
#[test]
fn names_in_messages_are_escaped() {
    let world = World::with_files();
    let text = |text: &str| text.replace("alpha", &format!("al{ACTS}pha"));
    world.write(&format!("data/{ACTS}"), "no judgments");
    world.write("wild/qrels.txt", QRELS.replace("1 0 a1 2", &format!("1 0 a{ACTS}1 high")));
    world.write("wild/twice.txt", QRELS.replace("1 0 a1 2", &format!("1 0 a{ACTS} 1\n1 0 a{ACTS} 2")));
    world.write("wild/run", text(RUNS[0].1) + &text(RUNS[0].1));
    world.write("wild/other", RUNS[0].1.replace("1 Q0", &format!("{ACTS} Q0")));
    world.write("wild/runs/a", text(RUNS[0].1));
    world.write("wild/runs/b", text(RUNS[0].1));
    world.write("wild/teams.tsv", format!("no{ACTS}body\tA\n"));
    let name = format!("data/{ACTS}");
    let (q, left_out) = ("data/tiny/qrels.txt", format!("leave-one-team-out(team={ACTS})"));
    let commands: [&[&str]; 13] = [
        &["eval", &name, "data/tiny/runs/alpha.txt"],
        &["eval", "wild/qrels.txt", "data/tiny/runs/alpha.txt"],
        &["eval", "wild/twice.txt", "data/tiny/runs/alpha.txt"],
        &["eval", q, "wild/run"],
        &["eval", q, "wild/other"],
        &["eval", q, "wild/runs/a", "wild/runs/b"],
        &["eval", q, "wild/runs/a", "-m", ACTS],
        &["eval", q, "wild/runs/a", "wild/runs/b", "--compare", ACTS],
        &["run", ACTS],
        &["run", "small", "--only", ACTS],
        &["run", "small", "-s", ACTS],
        &["pool", q, "--runs", "wild/runs", "--teams", "wild/teams.tsv", &left_out],
        &["data", "verify", ACTS],
    ];
    for command in commands {
        let ended = world.rejudge(command);
        assert!(!ended.stderr.is_empty(), "{command:?} says something");
        assert!(is_harmless(&ended.stderr), "{command:?}\n{:?}", ended.stderr);
    }
    // The text is in an experiment, and the message shows its line.
    for (from, to) in
        [("title: A small", format!("nonsense{ACTS}: A small")), ("[AP,", format!("[A{ACTS}P,"))]
    {
        for form in ["plain", "quoted"] {
            let to = if form == "plain" { to.clone() } else { to.replace(ACTS, "\\e[2J\\a") };
            world.write("experiments/small/experiment.yaml", changed(EXPERIMENT, from, &to));
            let ended = world.line("run small").code(USAGE);
            assert!(is_harmless(&ended.stderr), "{from} {form}\n{:?}", ended.stderr);
        }
    }
}

/// Reports, pages and figures contain no control characters, whatever the names of runs and teams. Pages and
/// figures do not contain markup from names either.
#[test]
fn names_in_pages_are_escaped() {
    // ASCII control characters in names are refused. These are the special characters that remain.
    const TURNS: &str = "\u{9b}2J\u{202e}";
    let world = World::with_files();
    for (name, text) in RUNS {
        let tag = format!("{name}{TURNS}<script>alert(1)</script>");
        world.write(&format!("data/tiny/runs/{name}.txt"), text.replace(name, &tag));
    }
    let row =
        |(name, _): (&str, &str)| format!("{name}{TURNS}<script>alert(1)</script>\tT{TURNS}{}\n", &name[..1]);
    world.write("teams.tsv", RUNS.map(row).concat());
    let audit =
        "audit --qrels data/tiny/qrels.txt --runs data/tiny/runs --teams teams.tsv --draws 1 -m AP -o out";
    world.line(audit).code(GOOD);
    let mut pages = 0;
    for (path, bytes) in world.results("out") {
        let form = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if ["html", "md", "svg"].contains(&form.as_str()) {
            pages += 1;
            let text = String::from_utf8(bytes).unwrap();
            let acts = |c: &char| (c.is_control() && !['\n', '\t', '\r'].contains(c)) || *c == '\u{202e}';
            let odd = text.chars().find(acts);
            assert_eq!(odd, None, "{}", path.display());
            assert!(form == "md" || !text.contains("<script>alert"), "{}", path.display());
        }
    }
    assert!(pages >= 2, "report.md and report.html");
}

/// Text from YAML appears in Markdown, HTML and LaTeX. Captions keep their emphasis, and no other markup has an effect.
#[test]
fn texts_in_pages_act_neither_as_html_nor_as_latex() {
    const HOSTILE: &str =
        "<img src=x onerror=alert(1)> ![p](http://x/p.png) \\input{x} $1^2$ 50% a_b & c {d} \u{202e}e";
    let world = World::with_files();
    let quoted = |name: &str| format!("'{name} {HOSTILE}'");
    let text = changed(EXPERIMENT, "title: A small experiment", &format!("title: {}", quoted("title")));
    let table = format!(
        "tables:\n  shown:\n    caption: {}\n    panels: [{{label: {}, where: {{collection: tiny-twin}}}}]\n    columns: measure\n    rows:\n      - {{label: {}, cell: tau, where: {{judgments: 'pool-depth(depth=1)'}}}}\n",
        quoted("caption"),
        quoted("panel"),
        quoted("label")
    );
    world.write(
        "experiments/small/experiment.yaml",
        changed(&text, "profiles:", &format!("{table}profiles:")),
    );
    world.line("run small --results r --quiet").code(GOOD);
    world.line("report small --results r --quiet").code(GOOD);
    let mut looked = Vec::new();
    for (path, bytes) in world.results("r") {
        let form = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !["html", "md", "tex", "svg"].contains(&form.as_str()) {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        let acts: &[&str] = match form.as_str() {
            "html" | "svg" => &["<img src=x", "src=\"http", "\u{202e}"],
            "md" => &[" <img", "'<img", " ![p](http", "\u{202e}"],
            _ => &["\\input{", " $1^2$", "50% ", "a_b", " & c {d}"],
        };
        for act in acts {
            assert!(!text.contains(act), "{}: {act} in\n{text}", path.display());
        }
        if text.contains("caption") || text.contains("label") {
            looked.push(form);
        }
    }
    looked.sort();
    looked.dedup();
    assert_eq!(looked, ["html", "md", "tex"]);
}

/// Cells of csv files are data. A spreadsheet may take a name for a formula, but we write it as it is in the run file, so
/// that it can be read back. docs/dev/limits.md says this.
#[test]
fn a_cell_that_begins_as_a_formula_is_not_changed() {
    let world = World::with_files();
    for ((name, text), tag) in RUNS.iter().zip(["=1+1", "+a", "-b", "@c"]) {
        world.write(&format!("data/tiny/runs/{name}.txt"), text.replace(name, tag));
    }
    let csv = world.line("eval data/tiny/qrels.txt data/tiny/runs -m AP --format csv").code(GOOD).stdout;
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let runs: std::collections::BTreeSet<String> =
        reader.records().map(|record| record.unwrap()[0].to_owned()).collect();
    assert_eq!(runs.into_iter().collect::<Vec<_>>(), ["+a", "-b", "=1+1", "@c"]);
    let page = std::fs::read_to_string(repository().join("docs/dev/limits.md")).unwrap();
    assert!(page.contains("`=`, `+`, `-` or `@`"));
}
