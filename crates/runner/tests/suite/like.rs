//! `simulate --like`: simulates a collection from its judgments and runs. The simulation can be shared, even if the files
//! cannot.

use std::collections::BTreeMap;

use crate::cases::{Page, case, cases};
use crate::world::{BAD_DATA, Ended, GOOD, TINY_TWIN, USAGE, World, changed, has, paths, real_data};

/// Creates a world with the original collection, which is itself a draw of a simulated collection. Its team
/// names are easy to recognise.
fn original_world() -> World {
    let world = World::new();
    let teams = ["zebra", "quagga", "okapi", "gnu", "eland"];
    let rows: String = teams
        .iter()
        .zip([0.5, 0.7, 0.9, 1.2, 0.6])
        .map(|(name, oddness)| format!("    - {{name: {name}, runs: 2, oddness: {oddness}}}\n"))
        .collect();
    let (head, _) = TINY_TWIN.split_once("    - {name: one").unwrap();
    let twin = changed(&changed(head, "tiny-twin", "licensed"), "topics: 6", "topics: 12") + &rows;
    world.write(
        "collections/licensed.yaml",
        changed(&twin, "mean: 12, range: [3, 30]", "mean: 15, range: [3, 40]"),
    );
    world.line("simulate licensed -o hand").code(GOOD);
    world
}

/// Returns the columns `given` and `twin` of each statistic.
fn figures(ended: &Ended) -> BTreeMap<&str, (Option<f64>, Option<f64>)> {
    let cells = ended.cells();
    assert_eq!(cells[0], ["statistic", "treatment", "given", "twin", "sd", "ratio"]);
    cells[1..].iter().map(|row| (row[0], (row[2].parse().ok(), row[3].parse().ok()))).collect()
}

#[test]
fn a_twin_is_described_drawn_and_compared_without_a_name() {
    let world = original_world();
    let ended = world
        .line("simulate --like hand/qrels.txt hand/runs --teams hand/teams.tsv -o my-twin --check-draws 4")
        .code(GOOD);
    ended.says("12 topics, 10 runs, 5 teams: from the table of teams\n");
    ended.says("pool of depth 20 of all 10 runs: the judgments imply it\n");
    let figures = figures(&ended);
    let near = |name: &str, room: f64| {
        let (Some(given), Some(twin)) = figures[name] else { panic!("{name}: {:?}", figures[name]) };
        assert!((twin / given - 1.0).abs() < room, "{name}: {twin} for {given}");
    };
    for name in ["runs", "teams", "pool depth", "ranking length, median"] {
        near(name, 1e-9);
    }
    // If a draw pools no relevant document for a topic, the topic does not count in this draw.
    near("topics", 0.1);
    near("R, mean", 0.15);
    near("N, mean", 0.1);
    near("sum of |U|", 0.1);
    near("AP, mean", 0.2);
    assert!(figures["|U| of teams, tau-b with the collection's"].1.unwrap() > 0.7);

    // No output contains a name from the collection. Only the topics of the twin may have similar names.
    let described = world.read("my-twin/my-twin.yaml");
    for name in ["zebra", "quagga", "okapi", "gnu", "eland", "licensed", "hand"] {
        assert!(!described.contains(name) && !world.read("my-twin/teams.tsv").contains(name), "{name}");
    }
    assert!(world.read("my-twin/teams.tsv").starts_with("team01-01\tteam01\n"));
    assert!(described.contains("This description contains no document"));

    // The description can be used in the catalogue, and the files are its first draw.
    world.write("collections/my-twin.yaml", world.read("my-twin/my-twin.yaml"));
    world.line("simulate my-twin -o again").code(GOOD);
    let mut written = world.results("my-twin");
    written.retain(|path, _| path.to_str() != Some("my-twin.yaml"));
    assert!(written == world.results("again"));
    world.change("tiny-twin", "my-twin");
    world.line("run small -s draws=1 --quiet").code(GOOD);
}

/// The twin's name changes the draws, but not the constants.
#[test]
fn no_files_writes_only_the_description() {
    let world = original_world();
    let line = "simulate --like hand/qrels.txt hand/runs --teams hand/teams.tsv --passes 3 --check-draws 2";
    world.line(&format!("{line} -o one --id it")).code(GOOD);
    world.line(&format!("{line} -o other --no-files")).code(GOOD);
    let constants = |path: &str| world.read(path).split_once("\ntwin:\n").unwrap().1.to_owned();
    assert_eq!(constants("one/it.yaml"), constants("other/other.yaml"));
    assert_eq!(paths(&world.path("other")), [world.path("other/other.yaml")].into());
}

#[test]
fn keep_names_keeps_the_names_of_teams() {
    let world = original_world();
    let teams = world.read("hand/teams.tsv").replace("\tgnu", "\tGnu of Serengeti");
    world.write("named.tsv", teams);
    world
        .line("simulate --like hand/qrels.txt hand/runs -o x --passes 1 --check-draws 1 --keep-names --teams named.tsv")
        .code(GOOD);
    let teams = world.read("x/teams.tsv");
    has(&teams, "Gnu-of-Serengeti-01\tGnu-of-Serengeti\n");
    has(&teams, "zebra-02\tzebra\n");
    assert!(world.read("x/x.yaml").contains("The teams have their real names"));
}

#[test]
fn unmatched_properties_are_reported() {
    let world = original_world();
    // The collection has levels up to 5, a topic without a relevant document, a topic with one relevant
    // document, and a run that was not pooled and has only one document.
    let qrels: String = world
        .read("hand/qrels.txt")
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split(' ').collect();
            let level = match (cells[0], cells[3]) {
                ("001", _) => "0",
                ("002", "0") => "0",
                ("002", _) => return None,
                (_, "3") => "5",
                (_, level) => level,
            };
            Some(format!("{} 0 {} {level}\n", cells[0], cells[2]))
        })
        .collect();
    let first = qrels.lines().find(|line| line.starts_with("002")).unwrap().to_owned();
    world.write(
        "hand/qrels.txt",
        qrels.replacen(&first, &format!("{}1", first.strip_suffix('0').unwrap()), 1),
    );
    world.write("hand/runs/short", "003 Q0 003-000001 1 1 short\n");
    world.write("hand/teams.tsv", world.read("hand/teams.tsv") + "short\tzebra\n");
    let marks: String = world
        .read("hand/teams.tsv")
        .lines()
        .map(|line| line.split_once('\t').unwrap().0)
        .map(|run| format!("{run}\t{}\n", u8::from(run != "short")))
        .collect();
    world.write("hand/pooled.tsv", format!("run\tpooled\n{marks}"));
    let line = "simulate --like hand/qrels.txt hand/runs --teams hand/teams.tsv -o x --passes 2 --check-draws 1 --pool-depth 5000 --pooled hand/pooled.tsv";
    let mut page = Page::default();
    let ended = page.case(&world, case(GOOD, line).said_without(" in the collection"));
    page.shown("collections_that_are_matched_in_part");
    assert_eq!(figures(&ended)["pooled runs"], (Some(10.0), Some(10.0)));
    assert!(world.read("x/pooled.tsv").contains("team01-03\t0"));
}

/// Without tables, teams come from file names, and all runs form the pool. A table can mark runs that did not contribute.
#[test]
fn only_marked_runs_form_the_pool() {
    let world = original_world();
    let mut files: Vec<_> =
        std::fs::read_dir(world.path("hand/runs")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts: Vec<String> = files
        .iter()
        .map(|file| String::from_utf8(rejudge_collections::read(file).unwrap().to_vec()).unwrap())
        .collect();
    let tag = |text: &str| text.split_whitespace().nth(5).unwrap().to_owned();
    let teams = world.read("hand/teams.tsv");
    for text in &texts {
        let tag = tag(text);
        let team = teams.lines().find_map(|line| line.strip_prefix(&format!("{tag}\t"))).unwrap();
        world.write(&format!("mine/{team}__{tag}.run"), text);
    }
    // Half of this run's documents are in no other run, and have no judgment.
    let late = texts[0].lines().enumerate().map(|(at, line)| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let [topic, _, document, rank, score, _] = cells[..] else { panic!("{line}") };
        let other = if at % 2 == 0 { "-other" } else { "" };
        format!("{topic} Q0 {document}{other} {rank} {score} late\n")
    });
    world.write("mine/zebra__late.run", late.collect::<String>());
    world.write("mine/notes.txt", "no run");
    world.write("alone.txt", world.read("hand/qrels.txt"));
    let line = "simulate --like alone.txt mine/*.run --passes 1 --check-draws 1 --id x -o";
    let mut page = Page::default();
    let all = format!("{line} x --pool-depth 20");
    page.case(&world, case(GOOD, all).said_without(" in the collection"));
    assert!(!world.path("x/pooled.tsv").exists());
    // The late run is marked as not pooled. The judgments of the other runs imply the depth.
    let marks: String = texts.iter().map(|text| format!("{}\t1\n", tag(text))).collect();
    world.write("marks.tsv", format!("run\tpooled\nlate\t0\n{marks}"));
    let marked = format!("{line} y --pooled marks.tsv");
    page.case(&world, case(GOOD, marked).said_without(" in the collection"));
    assert!(world.read("y/pooled.tsv").contains("team01-03\t0\n"));
    page.shown("where_a_twin_has_its_runs_from");
}

#[test]
fn mistakes_are_named() {
    let world = original_world();
    world.write("none.txt", "001 0 nowhere 1\n");
    world.write("one/run", "001 Q0 001-000001 1 1 one\n");
    let teams = world.read("hand/teams.tsv");
    let one_team = |line: &str| format!("{}\tus\n", line.split_once('\t').unwrap().0);
    world.write("all.tsv", teams.lines().map(one_team).collect::<String>());
    let rows = [
        (USAGE, "hand/runs hand/qrels.txt -o x"),
        (USAGE, "hand/qrels.txt hand/runs -o x --id A"),
        (USAGE, "hand/qrels.txt hand/runs -o x --passes 0"),
        (USAGE, "hand/qrels.txt hand/runs -o x --as licensed"),
        (USAGE, "hand/qrels.txt -o x"),
        (USAGE, "hand/qrels.txt hand/runs -o hand"),
        (BAD_DATA, "hand/teams.tsv hand/runs -o x"),
        (BAD_DATA, "nowhere hand/runs -o x"),
        (BAD_DATA, "hand/qrels.txt nowhere -o x"),
        (BAD_DATA, "hand/qrels.txt hand/runs/*.none -o x"),
        (BAD_DATA, "hand/qrels.txt one --teams hand/teams.tsv -o x"),
        (BAD_DATA, "hand/qrels.txt hand/runs -o x --teams all.tsv"),
        (BAD_DATA, "none.txt hand/runs -o x"),
    ];
    let rows = rows.map(|(code, words)| case(code, format!("simulate --like {words}")));
    let passes = case(USAGE, "simulate licensed -o x --passes 3");
    cases("mistakes_of_simulate_like", &world, rows.into_iter().chain([passes]));
    assert!(!world.path("x").exists());
    world.line("simulate -o x").code(USAGE);
    world.line("simulate licensed --like hand/qrels.txt hand/runs -o x").code(USAGE);
}

/// The collection has 46 runs of 22 teams, and was pooled to depth 100. The prototype of the fit was tried on
/// this collection.
#[test]
fn real_runs_have_a_twin() {
    let Some(data) = real_data("trec8_robust_runs") else { return };
    let world = World::new();
    let data = data.display();
    let files = format!("{data}/qrels.txt {data}/runs --teams {data}/teams.tsv");
    let ended = world.line(&format!("simulate --like {files} -o x --check-draws 4")).code(GOOD);
    let figures = figures(&ended);
    let rooms = [
        ("R, mean", 0.06),
        ("N, mean", 0.06),
        ("sum of |U|", 0.12),
        ("AP, mean", 0.08),
        ("AP, sd over runs", 0.15),
    ];
    for (name, room) in rooms {
        let (Some(given), Some(twin)) = figures[name] else { panic!("{name}") };
        assert!((twin / given - 1.0).abs() < room, "{name}: {twin} for {given}");
    }
    ended.says("24.4% of the judgments are in the pool of depth 100 of these runs");
}
