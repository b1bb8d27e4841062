//! Mistakes of a user's first day: inputs of another kind, silent mistakes, and words of other tools.

use crate::cases::{Case, case, cases, lines};
use crate::snapshots::shown;
use crate::world::{BAD_DATA, DIFFERENT, GOOD, USAGE, World, has};

const TOPICS: std::ops::RangeInclusive<usize> = 1..=6;

/// Creates a world with six topics of thirty judged documents each, and runs that have ten of them in
/// different orders.
fn world() -> World {
    let world = World::new();
    let judged = |topic| (0..30).map(move |at| format!("{topic} 0 d{at} {}\n", usize::from(at % 3 == 0)));
    world.write("qrels.txt", TOPICS.flat_map(judged).collect::<String>());
    for (at, run) in ["bm25base_p", "bm25base_rm3", "idst_p1", "idst_p2"].into_iter().enumerate() {
        let list =
            |topic| (topic, (0..10).map(move |rank| format!("d{}", (rank * [1, 3, 7, 9][at] + topic) % 10)));
        world.run(&format!("runs/{run}.run"), run, TOPICS.map(list));
    }
    world
}

/// Writes a copy of a run to `path`, in which `change` changes the columns of each line.
fn with_columns(world: &World, path: &str, change: impl Fn([&str; 6]) -> [String; 6]) {
    let text = world.read("runs/idst_p1.run");
    let words = text.lines().map(|line| <[&str; 6]>::try_from(line.split(' ').collect::<Vec<_>>()).unwrap());
    world.write(path, words.map(|words| change(words).join(" ") + "\n").collect::<String>());
}

#[test]
fn ranks_that_contradict_all_scores_of_a_topic_are_reported() {
    let world = world();
    with_columns(&world, "negated.run", |[t, q, d, rank, score, tag]| {
        [t, q, d, rank, &format!("-{score}"), tag].map(str::to_owned)
    });
    with_columns(&world, "ranks-as-scores.run", |[t, q, d, rank, _, tag]| {
        [t, q, d, rank, rank, tag].map(str::to_owned)
    });
    with_columns(&world, "swapped.run", |[t, q, d, rank, score, tag]| {
        [t, q, d, &format!("{score}.5"), rank, tag].map(str::to_owned)
    });
    // Only the first three documents of each topic were reranked.
    with_columns(&world, "reranked.run", |[t, q, d, rank, score, tag]| {
        let reranked = format!("-{rank}");
        let score = if ["1", "2", "3"].contains(&rank) { reranked.as_str() } else { score };
        [t, q, d, rank, score, tag].map(str::to_owned)
    });
    // JSON without a rank column. The name of a file says nothing about its form.
    let documents: Vec<String> = (1..=10).map(|rank| format!("\"d{}\": {rank}", rank % 10)).collect();
    let topics: Vec<String> =
        TOPICS.map(|topic| format!("\"{topic}\": {{{}}}", documents.join(", "))).collect();
    world.write("ranks-in-json.run", format!("{{{}}}", topics.join(", ")));
    for (name, is_negated) in
        [("one-topic", (|t| t == "1") as fn(&str) -> bool), ("all-but-one", |t| t != "1")]
    {
        with_columns(&world, &format!("{name}.run"), |[t, q, d, rank, score, tag]| {
            let sign = if is_negated(t) { "-" } else { "" };
            [t, q, d, rank, &format!("{sign}{score}"), tag].map(str::to_owned)
        });
    }
    // These are not contradictions: equal scores, ranks that are all 0, and two lines out of order in each topic.
    with_columns(&world, "equal.run", |[t, q, d, rank, _, tag]| [t, q, d, rank, "1", tag].map(str::to_owned));
    with_columns(&world, "zero.run", |[t, q, d, _, score, tag]| {
        [t, q, d, "0", score, tag].map(str::to_owned)
    });
    with_columns(&world, "two-lines.run", |[t, q, d, rank, score, tag]| {
        let rank = match rank {
            "1" => "2",
            "2" => "1",
            _ => rank,
        };
        [t, q, d, rank, score, tag].map(str::to_owned)
    });
    let files = [
        "negated",
        "ranks-as-scores",
        "swapped",
        "one-topic",
        "all-but-one",
        "equal",
        "zero",
        "two-lines",
        "reranked",
        "ranks-in-json",
    ];
    let rows =
        files.map(|file| case(GOOD, format!("eval qrels.txt {file}.run -m AP")).said_without("rules:"));
    cases("ranks_against_scores", &world, rows);
    // If documents are ordered by rank, the scores do not matter.
    let by_rank = world.line("eval qrels.txt negated.run -m AP --ties rank").code(GOOD);
    assert!(!by_rank.stderr.contains("rank:"), "{}", by_rank.stderr);
}

#[test]
fn files_of_another_kind_are_recognised() {
    let world = world();
    world.write("image.run", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
    world.write("swapped.qrels", "1 d1 0 1\n1 d2 0 0\n");
    world.write("other.qrels", "77 0 z 1\n");
    for name in ["a,b", "c{d}", "e"] {
        world.write(&format!("list/{name}.run"), world.read("runs/idst_p1.run"));
    }
    let mut rows = lines(
        USAGE,
        [
            "eval qrels.txt runs -m AP --compare other.run",
            "eval runs qrels.txt -m AP",
            "pool runs full",
            "pool runs",
            "eval qrels.txt runs -m AP --compare idst_p1 -o f.svg",
            "pool qrels.txt full -o q.json",
            "pool build runs --depth 2 -o pool.csv",
            "eval qrels.txt runs -m AP --compare bm25",
            "eval qrels.txt runs -m ncdg_cut_10",
            "audit qrels.txt list/a,b.run list/c{d}.run",
            "audit qrels.txt list/a,b.run runs/idst_p1.run",
            "validate runs --labels gains",
        ],
    );
    rows[1] = rows[1].clone().write("other.run", world.read("runs/idst_p1.run"));
    rows.extend(lines(
        BAD_DATA,
        [
            "pool build qrels.txt --depth 5",
            "validate image.run",
            "eval qrels.txt image.run -m AP",
            "eval swapped.qrels runs -m AP",
            "agreement qrels.txt x=runs/idst_p1.run",
            "agreement qrels.txt o=other.qrels",
            "eval qrels.txt runs -m AP -m infAP",
            "audit qrels.txt runs/nope.run runs/idst_p1.run",
        ],
    ));
    let rows = rows.into_iter().map(|row| row.said_without("rules:"));
    cases("files_of_another_kind", &world, rows);
}

#[test]
fn an_unreadable_run_does_not_hide_the_next_one() {
    let world = world();
    world.write("runs/a.run", "not a run\n");
    let output = world.line("validate runs").code(BAD_DATA);
    has(&output.stdout, "runs/idst_p2.run: valid");
    let first = |code: i32| {
        let json = world.line("validate --runs runs --json").code(code).json();
        assert_eq!((&json["code"], &json["runs"][1]["verdict"]), (&code.into(), &"valid".into()));
        json["runs"][0].clone()
    };
    assert_eq!(first(BAD_DATA)["verdict"], "unreadable");
    world.write("runs/a.run", "1 Q0 a 1 x me\n");
    world.line("validate runs").code(DIFFERENT);
    let run = first(DIFFERENT);
    assert_eq!((&run["verdict"], &run["faults"][0]["line"]), (&"not valid".into(), &1.into()));
}

#[test]
fn words_of_other_tools_have_tips() {
    let world = world();
    let rows: Vec<Case> = lines(
        USAGE,
        [
            "summary qrels.txt runs",
            "cohen qrels.txt",
            "log",
            "config",
            "run --list",
            "run small --silent",
            "audit qrels.txt runs --open",
            "eval qrels.txt runs -j 2",
            "eval qrels.txt runs --jobs 2",
        ],
    );
    cases("words_that_are_tried_first", &world, rows);
}

/// An audit expects a folder of runs, but a shell replaces `runs/b*` with a list of runs.
#[test]
fn an_audit_takes_a_list_of_runs() {
    let world = world();
    let audit = |runs: &str| {
        world.line(&format!("audit qrels.txt {runs} -o {} --emit-yaml", runs.len())).code(GOOD);
        let described = world.read(format!("{}/collection.yaml", runs.len()));
        described.lines().find_map(|line| line.trim().strip_prefix("runs: ")).unwrap().to_owned()
    };
    let pair = |names: [&str; 2]| names.map(|name| format!("runs/{name}.run")).join(" ");
    assert_eq!(audit(&pair(["bm25base_p", "bm25base_rm3"])), "../runs/bm25base_*.run");
    assert_eq!(audit(&pair(["idst_p1", "bm25base_rm3"])), "../runs/{idst_p1.run,bm25base_rm3.run}");
    let after_option = format!("--runs {}", pair(["bm25base_p", "bm25base_rm3"]));
    assert_eq!(audit(&after_option), "../runs/bm25base_*.run");
    world.line("audit qrels.txt runs/idst_p1.run qrels.txt").code(BAD_DATA);
}

#[test]
fn audits_without_verdicts_give_one_reason() {
    let world = world();
    let [three, all] = ["runs/bm25base_p.run runs/idst_p1.run runs/idst_p2.run", "runs"];
    let rows = [
        case(GOOD, format!("audit qrels.txt {three} --draws 1 --quiet --id mine")).printed(),
        // This audit is about other runs, so it does not replace the first audit.
        case(USAGE, format!("audit qrels.txt {all} --draws 1 --quiet --id mine")),
        case(GOOD, format!("audit qrels.txt {all} --depth 2 --draws 1 --quiet -o other"))
            .printed_with("Judgments from elsewhere"),
    ];
    cases("why_an_audit_says_nothing", &world, rows);
}

/// Without the depth of the pool, claims about teams' contributions and about shallower pools are not tested.
/// The line about the collection's group gives this reason and no other.
#[test]
fn claims_of_teams_need_a_pool_depth() {
    let world = world();
    let claim = |name: &str, set: &str| {
        format!(
            "  {name}: {{claim: of {name}, holds: {{positive: {{of: mean, measure: AP, judgments: \"{set}\"}}}}}}\n"
        )
    };
    let claims = [("all", "full"), ("teams", "take-one-team(*)"), ("shallower", "pool-depth(depth=1)")]
        .map(|(name, set)| claim(name, set));
    world.change("profiles:", &format!("claims:\n{}profiles:", claims.concat()));
    let new = |name: &str, more: &str| {
        let output =
            world.line(&format!("new {name} --qrels qrels.txt --runs runs --extends small{more}")).code(GOOD);
        world.line(&format!("run {name}/experiment.yaml -s axes.runs=[all] --results r-{name}")).code(GOOD);
        world.line(&format!("report {name}/experiment.yaml --results r-{name}")).code(GOOD);
        (output.stderr, world.read(format!("r-{name}/report.md")))
    };
    let untested = "unknown: cannot be tested: the depth of the pool is unknown";
    let on_top = |report: &str| {
        let line = report.lines().find(|line| line.starts_with("- Of unknown pool depth")).unwrap();
        format!("{line}\n")
    };
    let (output, report) = new("unknown", "");
    has(&output, "Claims about left-out teams and shallower pools will not be tested");
    assert_eq!(report.matches(untested).count(), 2, "{report}");
    let mut lines = on_top(&report);
    assert_eq!(report.matches("| ✓ 1 ").count(), 1, "{report}");
    let (output, report) = new("known", " --depth 10 --min-rel 1");
    assert!(!output.contains("will not be tested"), "{output}");
    assert!(!report.contains(untested), "{report}");
    has(&world.read("known/experiment.yaml"), "evaluation: {\"min-rel\":1}");
    world.change("profiles:", &format!("claims:\n{}profiles:", claims[1..].concat()));
    lines += &on_top(&new("untestable", "").1);
    shown("claims_without_a_pool_depth", &lines);
}

#[test]
fn an_experiment_with_few_runs_says_so() {
    let world = world();
    world.line("new few --qrels qrels.txt --runs runs/idst* --extends small").code(GOOD);
    let output = world.line("run few/experiment.yaml").code(GOOD);
    output.says("few: 2 runs are too few: no verdict is given on fewer than 4");
}

/// If a job fails because of its arguments or data, GitHub shows the reason, not only the exit code.
#[test]
fn errors_are_annotated_for_github() {
    let world = world();
    let gate = |more: &str| format!("eval qrels.txt runs --compare idst_p1 --github --allow {more}");
    world.write("bad.csv", "topic,language\n1,de,x\n");
    world.write(
        "slices.csv",
        "topic,language\n".to_owned() + &TOPICS.map(|t| format!("{t},de\n")).collect::<String>(),
    );
    let rows = [
        case(USAGE, gate("AP")).printed(),
        case(USAGE, gate("AP:1")).printed(),
        case(USAGE, gate("AP:.01 --nothing")).printed(),
        case(BAD_DATA, gate("AP:.01 --slices bad.csv")).printed(),
        case(BAD_DATA, gate("AP:.01 --qrels missing.txt")).printed(),
    ];
    cases("errors_for_github", &world, rows);
    let sliced = world.line(&gate("AP:.01 --slices slices.csv -o t.csv").replace("--github ", ""));
    assert_ne!(sliced.code, BAD_DATA, "{}", sliced.stderr);
    has(&world.read("t.csv"), "language=de");
}

#[test]
fn an_unknown_table_is_reported_at_once() {
    let world = World::with_table();
    let rows = lines(USAGE, ["explain small 'y[AP, full]'", "explain small y"]);
    cases("a_table_that_there_is_not", &world, rows);
    world.write("typo.yaml", "id: typo\nextends: small\nextnds: small\n");
    cases(
        "keys_of_an_extending_file",
        &world,
        [case(USAGE, "plan typo.yaml"), case(USAGE, "plan small -s min-rel=2")],
    );
}

/// The mean of AP is (1 + 1/2) / 2 = .75 for `good` and 0 for `bad`. A mean that equals the least mean is accepted.
#[test]
fn means_that_are_too_low() {
    let world = World::new();
    world.write("q", "1 0 a 1\n1 0 b 0\n2 0 a 1\n2 0 b 0\n");
    world.write("good", "1 Q0 a 1 2 good\n2 Q0 b 1 2 good\n2 Q0 a 2 1 good\n");
    world.write("bad", "1 Q0 b 1 1 bad\n2 Q0 b 1 1 bad\n");
    for (least, code) in [
        ("AP:.75", GOOD),
        (".75", DIFFERENT),
        (".5", GOOD),
        ("AP:.76", DIFFERENT),
        ("P@1:.5 AP:.7", GOOD),
        ("P@1:.6", DIFFERENT),
    ] {
        world.rejudge(["eval", "q", "good", "-m", "AP P@1", "--at-least", least]).code(code);
    }
    cases(
        "means_that_are_too_low",
        &world,
        lines(DIFFERENT, ["eval q good bad -m AP --at-least .5"]).into_iter().chain(lines(
            USAGE,
            [
                "eval q good -m AP --at-least high",
                "eval q good -m AP --at-least 'AP>=75%'",
                "eval q good -m AP --at-least '> 0.5'",
                "eval q good -m AP --at-least RR:.5",
                "eval q good -m AP --at-least 45",
                "eval q good -m 'AP CG@5' --at-least 'CG@5:1 AP:1.5'",
                "eval q good bad -m AP --at-least .5 --compare bad",
            ],
        )),
    );
}

/// `cache clear` removes cells, and keeps other files of the folder.
#[test]
fn a_cache_is_cleared() {
    let world = World::with_files();
    world.line("run small --cache cells --quiet").code(GOOD);
    world.write("cells/notes.txt", "mine");
    let cells = || world.line("cache --cache cells").code(GOOD).stdout;
    assert!(!cells().contains("\t0 cells\t"), "{}", cells());
    world.line("cache clear --cache cells").code(GOOD);
    assert_eq!(cells(), "cells\t0 cells\t0 B\n");
    assert_eq!(world.read("cells/notes.txt"), "mine");
    assert_eq!(world.line("cache --cache nowhere").code(GOOD).stdout, "nowhere\t0 cells\t0 B\n");
}

/// `run --report --check` does what the three verbs do one after another.
#[test]
fn a_run_is_reported_and_checked() {
    let world = World::with_files();
    let codes = ["run", "report", "check"].map(|verb| world.line(&format!("{verb} small --quiet")).code);
    let page = world.read("results/small/report.md");
    world.line("run small --results again --quiet --report --check").code(codes[2]);
    assert_eq!(world.read("again/report.md"), page);
    world.line("report small --quiet -o page.html").code(GOOD);
    assert_eq!(world.read("page.html"), world.read("results/small/report.html"));
}
