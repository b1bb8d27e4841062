//! Tables of teams, pooled runs, groups, duplicates, intents and labels as csv. They mean what the same tables with tabs mean.

use crate::cases::{FILE, Page, case, cases};
use crate::eval_intents::{diversity, score};
use crate::labels::labels;
use crate::snapshots::shown;
use crate::world::{BAD_DATA, DIFFERENT, GOOD, QRELS, World, changed, close, gzip};

/// The lines of [`QRELS`] without the documents that only beta retrieves. They are worked by hand.
fn qrels_without_beta() -> String {
    changed(QRELS, "2 0 b2 2\n", "")
}

fn without_team(world: &World, team: &str, more: &[&str]) -> String {
    let set = format!("leave-one-team-out(team='{team}')");
    let args =
        ["pool", "data/tiny/qrels.txt", "--runs", "data/tiny/runs", "--pool-depth", "9", "--quiet", &set];
    world.rejudge([&args[..], more].concat()).code(GOOD).stdout
}

/// The team of beta has a comma, quotes or a semicolon in its name.
#[test]
fn teams_are_read_from_csv() {
    let world = World::with_files();
    let rows = "gamma,C\nalpha,A\nalpha2,A\n";
    let semicolons = format!("beta;\"B; Inc\"\n{}", rows.replace(',', ";"));
    for (file, text, team) in [
        ("teams.tsv", format!("run\tteam\nbeta\tB, Inc\n{}", rows.replace(',', "\t")), "B, Inc"),
        ("teams.csv", format!("run,team\n{rows}beta,\"B, Inc\"\n"), "B, Inc"),
        ("teams.csv", format!("{rows}beta,\"B, Inc\"\n"), "B, Inc"),
        (
            "TEAMS.CSV",
            format!("Run,Team,Type\r\n{}", "beta,B Inc,automatic\r\ngamma,C,\r\nalpha,A,\r\nalpha2,A,\r\n"),
            "B Inc",
        ),
        (
            "teams.csv",
            format!("\u{feff}\"run\",\"team\"\r\n{rows}# of 2024, \"see\r\n\r\nbeta , B Inc \r\n,\r\n"),
            "B Inc",
        ),
        ("teams", format!("run,team\n{rows}beta,\"B \"\"Inc\"\"\"\n"), "B \"Inc\""),
        ("teams.txt", semicolons.replace("B; Inc", "B;Inc"), "B;Inc"),
        ("teams.csv", format!("run;team\n{semicolons}"), "B; Inc"),
        ("teams.csv", format!("run\tteam\nbeta\tB, Inc\n{}", rows.replace(',', "\t")), "B, Inc"),
        ("teams.csv", format!("beta B_Inc\n{}", rows.replace(',', " ")), "B_Inc"),
    ] {
        world.write(file, &text);
        assert_eq!(without_team(&world, team, &["--teams", file]), qrels_without_beta(), "{file}: {text}");
    }
    world.write("teams.csv.gz", gzip(&format!("{rows}beta,\"B, Inc\"\n")));
    assert_eq!(without_team(&world, "B, Inc", &["--teams", "teams.csv.gz"]), qrels_without_beta());
    // If gamma was not pooled, nobody contributed `1 x1` but beta, and `2 x2` is of alpha.
    world.write("pooled.csv", "run,pooled\ngamma,0\nalpha,1\nalpha2,1\nbeta,1\n");
    let left = without_team(&world, "B, Inc", &["--teams", "teams.csv.gz", "--pooled", "pooled.csv"]);
    assert_eq!(left, changed(&qrels_without_beta(), "1 0 x1 1\n", ""));
}

/// The expected numbers are those of the tests that read the same tables with blanks.
#[test]
fn units_and_intents_are_read_from_csv() {
    let world = World::new();
    world.write("q", "1 0 a 2\n1 0 b 1\n1 0 c 0\n1 0 d 0\n");
    world.write("r", "1 Q0 b 1 9 me\n1 Q0 a 2 8 me\n1 Q0 c 3 7 me\n1 Q0 d 4 6 me\n");
    for (classes, groups) in [
        ("1,x,a\n1,x,b\n", "topic,group,document,level\n1,g,c,3\n1,g,d,3\n"),
        ("Topic;Class;Document\r\n1;\"x; y\";a\r\n1;\"x; y\";b\r\n;;\r\n", "1;g;c;3\r\n1;g;d;3\r\n"),
    ] {
        world.write("classes", classes);
        world.write("groups", groups);
        close(score(&world, "P@2", &["--duplicates", "classes"]), 0.5);
        let both = ["--duplicates", "classes", "--groups", "groups"];
        close(score(&world, "AP", &both), (1.0 + 2.0 / 4.0) / 2.0);
    }
    let world = diversity();
    world.write("p.csv", "topic;intent;probability;type\n1;1;0,5;nav\n1;2;0,25;\n1;3;0,25;inf\n");
    world.write("t", "1,1,nav\n1,2,inf\n1,3,inf\n");
    world.write("v", "1,1,Web,0.5\n1,1,News,1\n1,2,Web,1\n1,2,News,0\n1,3,Web,1\n1,3,News,0\n");
    world.write("dv.csv", "topic,document,vertical\n1,b,News\n");
    let d = |rank: f64| 1.0 / (1.0 + rank).log2();
    let probabilities = ["--by-intent", "--intent-probabilities", "p.csv"];
    let navigational = d(2.0) / (d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0));
    close(score(&world, "DIN-nDCG@4", &probabilities), navigational);
    let types = ["--by-intent", "--intent-probabilities", "p", "--intent-types", "t"];
    close(score(&world, "DIN-nDCG@4", &types), navigational);
    let verticals = ["--verticals", "v", "--document-verticals", "dv.csv"];
    let ideal = 0.75 * d(1.0) + 0.5 * d(2.0) + 0.25 * d(3.0);
    let weighted = score(&world, "D-nDCG@4", &[&probabilities[..], &verticals[..]].concat());
    close(weighted, (0.75 * d(2.0) + 0.5 * d(4.0)) / ideal);
}

/// The document called `b"1` is quoted as pandas quotes it.
#[test]
fn labels_are_read_from_csv() {
    let world = World::new();
    let rows = [
        "topic,docid,assessor,label",
        "1,a,ann,relevant",
        "1,a,bob,highly-relevant",
        "1,\"b\"\"1\",ann,nonrelevant",
        "1,\"b\"\"1\",\"bob, jr\",error",
        ",,,",
    ];
    let csv = rows.join("\n");
    let tabs = csv.replace("bob, jr", "bob").replace(",,,", "").replace(',', "\t");
    for (file, text) in [("labels.csv", csv.clone()), ("labels", csv), ("labels.tsv", tabs)] {
        world.write(file, &text);
        let ended = labels(&world, &format!("consolidate {file} --scheme www13-english --quiet")).code(GOOD);
        assert_eq!(ended.stdout, "1 0 a 3\n1 0 b\"1 0\n", "{text}");
    }
    let wrong =
        [",ann,relevant", "a b,ann,relevant", "\"a\nb\",ann,relevant", "a,,relevant", "a,ann,"].map(|row| {
            world.write("wrong.csv", format!("topic,docid,assessor,label\n1,{row}\n"));
            labels(&world, "consolidate wrong.csv --scheme www13-english").code(BAD_DATA).stderr
        });
    shown("wrong_rows_of_labels", &wrong.concat());
}

/// A run that a table chooses twice would be compared with itself.
#[test]
fn chosen_runs_are_read_from_csv() {
    let world = World::with_files();
    let choice = "runs: [one-per-team: {file: ../../chosen}]";
    let tiny = changed(&world.read(FILE), "collection: [tiny-twin]", "collection: [tiny]");
    for file in ["chosen.tsv", "chosen.csv"] {
        let choice = choice.replace("chosen", file);
        world.write(FILE, changed(&tiny, "runs: [one-per-team: {}]", &choice));
        let text = "run,team\nalpha2,A\nbeta,B\n".replace(',', if file == "chosen.tsv" { "\t" } else { "," });
        world.write(file, text);
        world.line("run small --results r --quiet").code(GOOD);
        let choices = world.rows("r/choices.parquet").with(&[("draw", "1")]);
        assert_eq!(choices.texts("run"), ["alpha2", "beta"], "{file}");
    }
    let run = |text: &str| {
        case(BAD_DATA, "run small --results r --quiet").write("chosen.csv", text).said_with("error: ")
    };
    let texts = ["beta,B\nalpha,A\nbeta,B\n", "beta,B\nalhpa2,A\n", "run,team\n", "# none\n"];
    cases("chosen_runs_that_are_refused", &world, texts.map(run));
}

#[test]
fn slices_are_read_from_csv() {
    let world = World::new();
    let judged = |topic: usize| format!("{topic} 0 r 1\n{topic} 0 x 0\n");
    world.write("q", (1..=20).map(judged).collect::<String>());
    world.run("base", "base", (1..=20).map(|topic| (topic, ["r", "x"])));
    let ranking = |topic: usize| if topic.is_multiple_of(2) { ["x", "r"] } else { ["r", "x"] };
    world.run("new", "new", (1..=20).map(|topic| (topic, ranking(topic))));
    let table = |separator: &str, quoted: &str| {
        let group = |topic: usize| if topic.is_multiple_of(2) { quoted } else { "en" };
        let row = |topic: usize| format!("{topic}{separator}{}{separator}-\n", group(topic));
        format!("topic{separator}language{separator}kind\n{}", (1..=20).map(row).collect::<String>())
    };
    world.write("slices.tsv", table("\t", "de, at"));
    world.write("slices.csv", table(",", "\"de, at\"").replace(",-\n", ",\n"));
    world.write("slices", table(";", "\"de, at\"").replace('\n', "\r\n"));
    let gate = |file: &str| {
        let line =
            format!("eval q new base --compare base --allow RR:.4 --slices {file} --quiet --format tsv");
        world.line(&line).stdout
    };
    let expected = gate("slices.tsv");
    assert!(expected.contains("de, at"), "{expected}");
    assert_eq!([gate("slices.csv"), gate("slices")], [expected.clone(), expected]);
}

/// Lists of ids are csv only by their name, because an id may have a comma.
#[test]
fn ids_are_read_from_csv() {
    let world = World::with_files();
    let scored = |topics: &str| {
        let line = format!("eval data/tiny/qrels.txt data/tiny/runs -m AP --quiet --topics {topics}");
        world.line(&line).code(GOOD).stdout
    };
    world.write("topics.csv", "qid,query\n3,\"apples, pears\"\n1,pears\n");
    world.write("topics", "3 apples, pears\n1 pears\n");
    assert_eq!([scored("topics.csv"), scored("topics")], [scored("1,3"), scored("1,3")]);
    let validate = |ids: &str| {
        world.line(&format!("validate data/tiny/runs/alpha.txt --documents {ids}")).code(DIFFERENT).stdout
    };
    world.write("ids", "a1 apples\nb1\nx2\n");
    world.write("ids.csv", "docno;title\r\na1;\"apples; pears\"\r\nb1;\r\nx2;\r\n");
    assert!(validate("ids").contains("a2"), "only a2 is missing");
    assert_eq!(validate("ids.csv"), validate("ids"));
}

#[test]
fn wrong_tables_name_the_header_that_is_expected() {
    let world = World::with_files();
    let mut page = Page::default();
    let pool = |option: &str, file: &str| {
        let set = if option == "--teams" { "leave-one-team-out(team=B)" } else { "pool-depth(depth=1)" };
        case(BAD_DATA, format!("pool data/tiny/qrels.txt --runs data/tiny/runs {option} {file} '{set}'"))
            .said_with("error: ")
    };
    for (file, text) in [
        ("t.csv", "runid,group\nalpha,A\n"),
        ("t.csv", "run_id;participant;type\nalpha;A;x\n"),
        ("t.csv", ",run,team\n0,alpha,A\n"),
        ("t.csv", "team,run\nA,alpha\n"),
        ("t.tsv", "Group\tSystem\nA\talpha\n"),
        ("t.csv", "run,team\nalpha,A,x\n"),
        ("t.csv", "run,team\nalpha,\n"),
        ("t.csv", "run,team\n,A\n"),
        ("t.csv", "run,team\nalpha,\"University\nof X\"\n"),
        ("t.csv", "run,team\nalpha,\"A\nbeta,B\n"),
        ("t.csv", "run,team\nalpha,\"A\" B\n"),
        ("t.csv", "run,team\nalpha,A\nalpha,B\n"),
        ("t.txt", "alpha v2,My University\n"),
        ("t.csv", ""),
    ] {
        page.case(&world, pool("--teams", file).write(file, text));
    }
    for text in ["run,judged\nalpha,1\n", "run,pooled\nalpha,yes\n", "run,pooled\nalpha,\n"] {
        page.case(&world, pool("--pooled", "p.csv").write("p.csv", text));
    }
    for text in
        ["topic,language,topic\n1,de,2\n", "topic\tTopic\n1\tde\n", "qid,language\n1,de\n", "topic,\n1,de\n"]
    {
        let line = "eval data/tiny/qrels.txt data/tiny/runs --compare alpha --allow RR:.1 --slices s.csv";
        page.case(&world, case(BAD_DATA, line).write("s.csv", text).said_with("error: "));
    }
    for text in ["1,x,a1\n1,,b1\n", "1,x,a1\n1,x\n", "qid,cluster,docno\n1,x,a1\n", "topic,class,document\n"]
    {
        let line = "eval data/tiny/qrels.txt data/tiny/runs -m AP --duplicates d.csv";
        page.case(&world, case(BAD_DATA, line).write("d.csv", text).said_with("error: "));
    }
    page.shown("csv_tables_that_are_refused");
}
