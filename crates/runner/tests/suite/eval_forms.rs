//! `rejudge eval`: one table of scores in every format, presets that agree with their programs, wrong
//! arguments, and output files.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;

use crate::cases::{case, cases, lines};
use crate::world::{BAD_DATA, GOOD, USAGE, World};

/// Creates judgments of four topics, and two runs. Topic 3 has no relevant document, and topic 4 is in no
/// run. Some scores tie in single precision.
fn world() -> World {
    let world = World::new();
    world.write("q", "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 x 1\n2 0 y 0\n3 0 z 0\n4 0 w 1\n");
    world.write(
        "r",
        "1 Q0 b 2 1.000000001 me\n1 Q0 c 3 1 me\n1 Q0 u 1 9 me\n2 Q0 x 1 5 me\n3 Q0 z 1 1 me\n9 Q0 z 1 1 me\n",
    );
    world.write("s", "1 Q0 a 1 3 you\n2 Q0 y 1 2 you\n2 Q0 x 2 1 you\n3 Q0 z 1 1 you\n");
    world
}

fn summaries(world: &World, more: &[&str]) -> BTreeMap<String, f64> {
    let args = [&["eval", "q", "r", "s", "--quiet", "-m", "AP"], more].concat();
    let ended = world.rejudge(args).code(GOOD);
    let summaries = ended.cells().into_iter().filter(|row| row[1] == "all");
    summaries.map(|row| (row[0].to_owned(), row[3].parse().unwrap())).collect()
}

#[test]
fn presets_score_as_their_programs_do() {
    let world = world();
    let is = |more: &[&str], me: f64, you: f64| {
        let found = summaries(&world, more);
        for (run, expected) in [("me", me), ("you", you)] {
            assert!((found[run] - expected).abs() < 1e-15, "{more:?} {run}: {} {expected}", found[run]);
        }
    };
    // The run `me` on topic 1 is u, b, c, without a. AP is 1/2 divided by 2. In single precision c comes before b: 1/3
    // divided by 2.
    let (double, single) = (0.25, 1.0 / 6.0);
    is(&[], (double + 1.0) / 4.0, (0.5 + 0.5) / 4.0);
    is(&["--preset", "trec9"], (single + 1.0) / 3.0, (0.5 + 0.5) / 3.0);
    // In the order of the file, b is first and c second. Topic 3 does not count, so these are topics 1, 2 and 4.
    is(&["--preset", "ntcir"], (0.5 + 1.0) / 3.0, (0.5 + 0.5) / 3.0);
    // An option overrides the preset.
    is(&["--preset", "trec9", "--score-type", "f64"], (double + 1.0) / 3.0, 1.0 / 3.0);
    is(&["--topics", "intersection", "--no-relevant", "drop"], (double + 1.0) / 2.0, 0.5);
}

#[test]
fn the_ntcir_preset_divides_by_the_smaller_of_cutoff_and_r() {
    let world = world();
    let names = |measures: &str, more: &[&str]| -> Vec<String> {
        let args = [&["eval", "q", "r", "--quiet", "-m", measures], more].concat();
        world.rejudge(args).code(GOOD).cells().iter().map(|row| row[2].to_owned()).collect()
    };
    let measures = "AP@1 AP(rel=2)@1 Q@1 map_cut_2 map_cut.3";
    assert_eq!(names(measures, &[]), ["AP@1", "AP(rel=2)@1", "Q@1", "AP@2", "AP@3"]);
    // The printed names say `norm='min'`. trec_eval's names keep trec_eval's meaning.
    let theirs = ["AP(norm='min')@1", "AP(norm='min', rel=2)@1", "Q@1", "AP@2", "AP@3"];
    assert_eq!(names(measures, &["--preset", "ntcir"]), theirs);
    // NTCIREVAL prints every cutoff with four digits, and 1000 is also a cutoff.
    let measures = "nDCG@1000 nERR@1000 Q@1000 nDCG@0100 nDCG@100";
    let theirs = [
        "nDCG(dcg='jk', log=2)@1000",
        "nERR(stop='gain')@1000",
        "Q@1000",
        "nDCG(dcg='jk', log=2)@100",
        "nDCG@100",
    ];
    assert_eq!(names(measures, &["--preset", "ntcir"]), theirs);
    assert_eq!(names("nDCG@1000 nERR@1000", &[]), ["nDCG@1000", "nERR@1000"]);
}

#[test]
fn eval_prints_notes_on_its_rules() {
    let commands = [
        "eval q r s -m AP",
        "eval q r s -m AP --quiet",
        "eval q s -m AP --no-relevant drop",
        "eval q s -m nDCG@10 --preset ntcir",
        "eval q s -m nDCG@0100 --preset ntcir",
    ];
    let all = case(GOOD, "eval q r -m all_trec").said_with("all_trec is");
    cases("notes_of_eval", &world(), lines(GOOD, commands).into_iter().chain([all]));
}

#[test]
fn every_format_has_the_same_scores() {
    let world = world();
    let with = |more: &[&str]| {
        let args =
            [&["eval", "q", "r", "s", "--quiet", "-q", "-m", "AP nDCG(dcg='jk', log=2)@5 NumRelRet"], more];
        world.rejudge(args.concat()).code(GOOD).stdout
    };
    let tsv = with(&[]);
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 2 * 3 * (4 + 1));

    let csv = with(&["--format", "csv"]);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["run", "topic", "measure", "value"]);
    let records: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(records.iter().zip(&rows).all(|(record, row)| record.iter().eq(row.iter().copied())));
    assert_eq!(records.len(), rows.len());

    let json: serde_json::Value = serde_json::from_str(&with(&["--format", "json"])).unwrap();
    assert_eq!(json["rules"]["preset"], "trec10");
    for row in &rows {
        let run = json["runs"].as_array().unwrap().iter().find(|run| run["run"] == row[0]).unwrap();
        let of = if row[1] == "all" { &run["all"] } else { &run["topics"][row[1]] };
        assert_eq!(of[row[2]].as_f64().unwrap(), row[3].parse::<f64>().unwrap(), "{row:?}");
    }

    let json_lines = with(&["--format", "jsonl"]);
    assert_eq!(with(&["--format", "ndjson"]), json_lines);
    assert_eq!(json_lines.lines().count(), rows.len());
    for (line, row) in json_lines.lines().zip(&rows) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(["run", "topic", "measure"].map(|column| object[column].as_str().unwrap()), row[..3]);
        assert_eq!(object["value"].as_f64().unwrap(), row[3].parse::<f64>().unwrap(), "{row:?}");
    }

    // The extension of the file decides the format, unless --format is given.
    let written = |more: &[&str]| {
        with(more);
        world.read(more[1])
    };
    assert_eq!(written(&["-o", "scores.csv"]), csv);
    assert_eq!(written(&["-o", "said.csv", "--format", "tsv"]), tsv);
    assert_eq!(written(&["-o", "scores.txt"]), tsv);
    assert_eq!(written(&["-o", "scores.jsonl"]), json_lines);

    with(&["-o", "scores.parquet"]);
    let stored = world.rows("scores.parquet").0;
    let stored = stored.iter().map(|row| ["run", "topic", "measure", "value"].map(|name| row[name].as_str()));
    assert!(stored.eq(rows.iter().map(|row| [row[0], row[1], row[2], row[3]])));
}

#[test]
fn the_judged_report_is_at_the_cutoffs() {
    let world = world();
    let measures = |more: &[&str]| -> Vec<(String, String)> {
        let args = [&["eval", "q", "r", "--quiet", "--judged-report"], more].concat();
        let ended = world.rejudge(args).code(GOOD);
        ended.cells().iter().map(|row| (row[2].to_owned(), row[3].to_owned())).collect()
    };
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    // One of the top 2 is judged on topic 1. On topics 2 and 3, only one document is retrieved, and it is
    // judged. On topic 4, nothing is retrieved.
    let found = measures(&["-m", "P@2 nDCG@1 P@1"]);
    assert!(found.contains(&pair("Judged@1", "0.5")), "{found:?}");
    assert!(found.contains(&pair("Judged@2", "0.625")), "{found:?}");
    let names: Vec<String> = measures(&["-m", "AP"]).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["AP", "Judged@10", "Judged@100", "Judged@1000"]);
}

#[test]
fn judgments_that_a_measure_cannot_use() {
    let refused = [
        "eval q r -m 'P(rel=3)@5'",
        "eval q r -m infAP",
        "eval q r -m alpha_nDCG@10",
        "eval q r -m P@5 --min-rel 3",
        "eval q r -m AP --gains 1=1",
    ];
    // With withheld judgments, infAP has something to infer.
    let withheld = case(GOOD, "eval q r -m infAP").write("q", "1 0 a 2\n1 0 b 1\n1 0 c -1\n");
    let large = case(BAD_DATA, "eval q r -m AP --preset trec9").write("r", "1 Q0 a 1 1e39 me\n");
    cases(
        "judgments_that_a_measure_cannot_use",
        &world(),
        lines(BAD_DATA, refused).into_iter().chain([withheld, large]),
    );
}

#[test]
fn wrong_arguments_are_refused() {
    let refused = [
        "eval q r --format parquet",
        "eval q r -m runid",
        "eval q r -Z z",
        "eval - - -m AP",
        "eval q r --gains 1",
        "eval q r -m Q --format trec_eval",
        "eval q r -m AP -o q",
        "eval q r -m AP -o ./r",
        "eval q r s -m AP -o s",
        "eval q r -m AP --groups q -o q",
        "eval q r -m P@10,20",
        "eval q r -m NumRelRet,GMUP",
        "eval q r -m ndcg.1=3,1=9",
        "eval q r -m AP --test wilcoxon",
    ];
    cases("wrong_arguments_of_eval", &world(), lines(USAGE, refused));
}

#[test]
fn a_topic_named_all_is_refused_if_rows_would_mix() {
    let world = World::new();
    world.write("q", "1 0 a 1\n# no topic\nall 0 a 1\n");
    world.write("r", "1 Q0 a 1 1 me\nall Q0 b 1 1 me\n");
    let forms = ["tsv", "csv", "trec_eval"];
    let refused = forms.map(|form| format!("eval q r -m map -q --quiet --format {form}"));
    cases("a_topic_called_all", &world, lines(BAD_DATA, refused));
    assert_eq!(world.line("eval q r -m AP --quiet").code(GOOD).stdout, "me\tall\tAP\t0.5\n");
    let json = world.line("eval q r -m AP -q --quiet --format json").code(GOOD).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["runs"][0]["all"]["AP"], 0.5);
    assert_eq!(json["runs"][0]["topics"]["all"]["AP"], 0.0);
}

#[test]
fn judgments_and_runs_may_come_from_standard_input() {
    let world = world();
    let from_files = world.line("eval q r -m AP --quiet").code(GOOD).stdout;
    for (args, file) in [(["eval", "-", "r"], "q"), (["eval", "q", "-"], "r")] {
        let input = std::fs::File::open(world.path(file)).unwrap();
        let mut command = world.command(args);
        command.args(["-m", "AP", "--quiet"]).stdin(input);
        assert_eq!(crate::world::ended(&mut command).code(GOOD).stdout, from_files, "{args:?}");
    }
}

#[test]
fn an_output_that_is_not_an_input_is_replaced() {
    let world = world();

    world.write("old", "old\n");
    world.line("eval q r -m AP -o old --quiet").code(GOOD);
    let scores = world.line("eval q r -m AP --quiet").code(GOOD).stdout;
    assert_eq!(world.read("old"), scores);
    assert_eq!(world.line("eval q r -m AP --quiet -o -").code(GOOD).stdout, scores);
    // The file keeps its permissions.
    let private = || std::fs::Permissions::from_mode(0o600);
    std::fs::set_permissions(world.path("old"), private()).unwrap();
    world.line("eval q r -m AP -o old --quiet").code(GOOD);
    assert_eq!(world.path("old").metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    let world = world();
    let scores = world.line("eval q r -m AP --quiet").code(GOOD).stdout;
    world.write("target", "");
    std::os::unix::fs::symlink(world.path("target"), world.path("link")).unwrap();
    world.line("eval q r -m AP --quiet -o link").code(GOOD);
    assert!(std::fs::symlink_metadata(world.path("link")).unwrap().is_symlink());
    assert_eq!(world.read("target"), scores);
    world.line("eval q r -m AP --quiet -o /dev/null").code(GOOD);
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    cases("a_full_device", &world, [case(BAD_DATA, "eval q r -m AP --quiet -o /dev/full")]);
    assert!(std::fs::metadata("/dev/full").unwrap().file_type().is_char_device());
}

/// An unknown extension is an error. The file must not silently become a tsv file.
#[test]
fn unknown_extensions_of_output_files_are_refused() {
    let world = world();
    let refused =
        ["eval q r -m AP -o plot.bmp", "eval q r -m AP -o scores.tsv.gz", "eval q r --compare all -o t.xlsx"];
    cases("endings_of_output_files", &world, lines(USAGE, refused));
    for (output, format) in
        [("scores", ""), ("scores.txt", ""), ("scores.run", " --format tsv"), ("SCORES.TSV", "")]
    {
        world.line(&format!("eval q r -m AP --quiet -o {output}{format}")).code(GOOD);
        let written = world.read(output);
        assert!(written.starts_with("me\tall\tAP\t"), "{output}: {written}");
    }
}
