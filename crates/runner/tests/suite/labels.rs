//! `rejudge labels`: runs bundled schemes on all labels that assessors can give (or on a sample, if there are
//! too many), and compares the levels with the survey's text, written as a function. The file is long because
//! each scheme has a function.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::audited::Noise;
use crate::world::{Ended, GOOD, World, ended, repository};

/// A bundled scheme, as the survey describes it.
struct Bundled {
    name: &'static str,
    assessors: &'static [usize],
    /// The columns, with their values from the worst to the best.
    columns: &'static [(&'static str, &'static [&'static str])],
    /// Returns the level for the assessors' values. A value is given by its index in its column's list.
    level: fn(&[Vec<usize>]) -> usize,
    gains: &'static str,
}

const BINARY: &[&str] = &["0", "1"];
const TERNARY: &[&str] = &["0", "1", "2"];
const CQA: &[(&str, &[&str])] = &[("label", &["C", "B", "A"])];
const NTCIR2: &[(&str, &[&str])] =
    &[("label", &["nonrelevant", "partially-relevant", "relevant", "very-relevant"])];
const MATH: &[(&str, &[&str])] = &[("label", &["nonrelevant", "partially-relevant", "relevant"])];
const STC12: &[(&str, &[&str])] = &[
    ("coherent", BINARY),
    ("topically-relevant", BINARY),
    ("context-independent", BINARY),
    ("non-repetitive", BINARY),
];
const STC13: &[(&str, &[&str])] =
    &[("fluent", BINARY), ("coherent", BINARY), ("self-sufficient", BINARY), ("substantial", BINARY)];
const STC13_JAPANESE: &[(&str, &[&str])] =
    &[("fluent", BINARY), ("coherent", BINARY), ("context-dependent", TERNARY), ("informative", TERNARY)];
const FIFTHS: &str = "1=0.2,2=0.4,3=0.6,4=0.8,5=1,6=1.2,7=1.4,8=1.6,9=1.8,10=2";
const TENTHS: &str = "1=0.1,2=0.2,3=0.3,4=0.4,5=0.5,6=0.6,7=0.7,8=0.8,9=0.9,10=1,\
                      11=1.1,12=1.2,13=1.3,14=1.4,15=1.5,16=1.6,17=1.7,18=1.8,19=1.9,20=2";

fn sum(rows: &[Vec<usize>]) -> usize {
    rows.iter().map(|row| row[0]).sum()
}

/// STC's rule for binary criteria: level 1 if the first two are met, and level 2 if the other two are met as well.
fn two_and_two(row: &[usize]) -> usize {
    match row {
        [1, 1, 1, 1] => 2,
        [1, 1, ..] => 1,
        _ => 0,
    }
}

fn scheme1(row: &[usize]) -> usize {
    if row[0] == 1 && row[1] == 1 { if row[2] == 2 && row[3] == 2 { 2 } else { 1 } } else { 0 }
}

fn scheme2(row: &[usize]) -> usize {
    if row[0] == 1 && row[1] == 1 {
        if row[2] == 2 && row[3] == 2 {
            2
        } else if row[2] == 0 || row[3] == 0 {
            0
        } else {
            1
        }
    } else {
        0
    }
}

/// Returns the label that at least two of three assessors gave, or `otherwise` if there is no such label.
fn majority([a, b, c]: [usize; 3], otherwise: usize) -> usize {
    if a == b || a == c {
        a
    } else if b == c {
        b
    } else {
        otherwise
    }
}

fn three(rows: &[Vec<usize>], score: fn(&[usize]) -> usize) -> [usize; 3] {
    [0, 1, 2].map(|at| score(&rows[at]))
}

/// Makes a scheme from its name, the numbers of assessors, the columns, the function and the gains.
const fn of(
    name: &'static str,
    assessors: &'static [usize],
    columns: &'static [(&'static str, &'static [&'static str])],
    level: fn(&[Vec<usize>]) -> usize,
    gains: &'static str,
) -> Bundled {
    Bundled { name, assessors, columns, level, gains }
}

const BUNDLED: &[Bundled] = &[
    of(
        "centre-trec2013",
        &[1],
        &[("label", &["junk", "nonrelevant", "relevant", "highly-relevant", "key", "navigational"])],
        |rows| rows[0][0].saturating_sub(1),
        "1=1,2=2,3=3,4=4",
    ),
    of(
        "cqa-4",
        &[4],
        CQA,
        |rows| {
            let count = |place| rows.iter().filter(|row| row[0] == place).count();
            match (count(2), count(1), count(0)) {
                (4, 0, 0) | (3, 1, 0) => 3,
                (1, 0, 3) | (0, 1, 3) | (0, 0, 4) => 0,
                _ if sum(rows) > 4 => 2,
                _ => 1,
            }
        },
        "1=1,2=2,3=3",
    ),
    of("cqa-9", &[4], CQA, sum, "1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8"),
    of(
        "geotime",
        &[1],
        &[(
            "label",
            &["nonrelevant", "partially-relevant-when", "partially-relevant-where", "fully-relevant"],
        )],
        |rows| [0, 1, 1, 2][rows[0][0]],
        "1=1,2=2",
    ),
    of(
        "imine-vi",
        &[1],
        &[("label", &["spam", "nonrelevant", "relevant", "highly-relevant"])],
        |rows| rows[0][0].saturating_sub(1),
        "1=1,2=2",
    ),
    of(
        "intent-dr",
        &[2],
        &[("label", &["nonrelevant", "relevant", "highly-relevant"])],
        sum,
        "1=1,2=2,3=3,4=4",
    ),
    of("math10", &[1, 2], MATH, |rows| [0, 1, 1, 2, 2][sum(rows) * 2 / rows.len()], "1=1,2=2"),
    of(
        "math11",
        &[2],
        MATH,
        |rows| match (rows[0][0].min(rows[1][0]), rows[0][0].max(rows[1][0])) {
            (_, 0) => 0,
            (1 | 2, 2) => 2,
            _ => 1,
        },
        "1=1,2=2",
    ),
    of("ntcir2-chinese-relaxed", &[3], NTCIR2, |rows| usize::from(sum(rows) >= 3), "1=1"),
    of("ntcir2-chinese-rigid", &[3], NTCIR2, |rows| usize::from(sum(rows) >= 6), "1=1"),
    of("openliveq", &[5], &[("label", BINARY)], sum, "1=1,2=2,3=3,4=4,5=5"),
    of("stc12-chinese", &[1], STC12, |rows| two_and_two(&rows[0]), "1=1,2=3"),
    of("stc12-japanese", &[10], STC12, |rows| rows.iter().map(|row| two_and_two(row)).sum(), TENTHS),
    of(
        "stc13-chinese",
        &[3],
        STC13,
        |rows| rows.iter().map(|row| two_and_two(row)).sum(),
        "1=1,2=2,3=3,4=4,5=5,6=6",
    ),
    of(
        "stc13-chinese-unanimity",
        &[3],
        STC13,
        |rows| {
            let mut scores = three(rows, two_and_two);
            scores.sort_unstable();
            match scores {
                [0, 0, 0] => 0, // 0
                [0, 0, 1] => 1, // 1 + 0.6
                [0, 0, 2] => 2, // 2
                [0, 1, 1] => 3, // 2 + 0.6
                [0, 1, 2] => 4, // 3
                [0, 2, 2] => 5, // 4
                [1, 1, 1] => 6, // 3 + 1.2
                [1, 1, 2] => 7, // 4 + 0.6
                [1, 2, 2] => 8, // 5 + 0.6
                _ => 9,         // 6 + 1.2
            }
        },
        "1=1.6,2=2,3=2.6,4=3,5=4,6=4.2,7=4.6,8=5.6,9=7.2",
    ),
    of(
        "stc13-japanese-scheme1",
        &[5],
        STC13_JAPANESE,
        |rows| rows.iter().map(|row| scheme1(row)).sum(),
        FIFTHS,
    ),
    of(
        "stc13-japanese-scheme2",
        &[5],
        STC13_JAPANESE,
        |rows| rows.iter().map(|row| scheme2(row)).sum(),
        FIFTHS,
    ),
    of(
        "stc14-cecg",
        &[3],
        &[("fluent", BINARY), ("coherent", BINARY), ("emotion-consistent", BINARY)],
        |rows| {
            let score = |row: &[usize]| if row[..2] == [1, 1] { 1 + row[2] } else { 0 };
            majority(three(rows, score), 0)
        },
        "1=1,2=2",
    ),
    of("taskmine", &[2], &[("label", &["0", "1", "2", "3"])], sum, "1=0.5,2=1,3=1.5,4=2,5=2.5,6=3"),
    of(
        "www13-chinese",
        &[3],
        &[("label", &["nonrelevant", "marginally-relevant", "relevant", "highly-relevant"])],
        sum,
        "1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9",
    ),
    of(
        "www13-english",
        &[2],
        &[("label", &["error", "nonrelevant", "relevant", "highly-relevant"])],
        |rows| rows.iter().map(|row| row[0].saturating_sub(1)).sum(),
        "1=1,2=2,3=3,4=4",
    ),
    of(
        "www14-chinese",
        &[3],
        &[("label", &["garbled", "nonrelevant", "marginally-relevant", "relevant", "highly-relevant"])],
        |rows| {
            let scores = three(rows, |row| row[0].saturating_sub(1));
            majority(
                scores,
                scores.into_iter().sum::<usize>()
                    - scores.iter().min().unwrap()
                    - scores.iter().max().unwrap(),
            )
        },
        "1=1,2=2,3=3",
    ),
];

impl Bundled {
    /// Returns all labels that one assessor can give.
    fn answers(&self) -> Vec<Vec<usize>> {
        self.columns.iter().fold(vec![Vec::new()], |rows, (_, values)| {
            rows.iter().flat_map(|row| (0..values.len()).map(|value| [&row[..], &[value]].concat())).collect()
        })
    }

    /// Returns all labels that `count` assessors can give, in every order. If there are too many, returns a sample, together
    /// with the items that are better in one value.
    fn items(&self, count: usize) -> Vec<Vec<Vec<usize>>> {
        let answers = self.answers();
        let all = answers.len().checked_pow(count as u32).filter(|&all| all <= 5000);
        let pick = |mut number: usize| {
            let mut digit = || (number % answers.len(), number /= answers.len()).0;
            (0..count).map(|_| answers[digit()].clone()).collect::<Vec<_>>()
        };
        if let Some(all) = all {
            return (0..all).map(pick).collect();
        }
        let mut noise = Noise(1);
        let mut draw = |below: usize| noise.below(below);
        let (best, mut items) = (answers.len() - 1, Vec::new());
        for number in 0..400 {
            // With many criteria, most answers score 0. So in three of four items, about half of the answers
            // are the best answer.
            let of = |draw: &mut dyn FnMut(usize) -> usize| match draw(4) {
                0..2 if number % 4 > 0 => best,
                _ => draw(answers.len()),
            };
            let item: Vec<Vec<usize>> = (0..count).map(|_| answers[of(&mut draw)].clone()).collect();
            items.extend(self.better(&item));
            items.push(item);
        }
        items
    }

    /// Returns the items that are one step better in one value.
    fn better(&self, item: &[Vec<usize>]) -> Vec<Vec<Vec<usize>>> {
        let mut items = Vec::new();
        for (assessor, row) in item.iter().enumerate() {
            for (column, &value) in row.iter().enumerate() {
                if value + 1 < self.columns[column].1.len() {
                    let mut better = item.to_vec();
                    better[assessor][column] += 1;
                    items.push(better);
                }
            }
        }
        items
    }

    /// Returns the items as a table of labels, with a document of one topic for each item.
    fn table(&self, items: &[Vec<Vec<usize>>]) -> String {
        let mut text = "topic\tdocid\tassessor".to_owned();
        self.columns.iter().for_each(|(name, _)| write!(text, "\t{name}").unwrap());
        for (number, item) in items.iter().enumerate() {
            for (assessor, row) in item.iter().enumerate() {
                write!(text, "\n7\td{number}\ta{assessor}").unwrap();
                for (&value, (_, values)) in row.iter().zip(self.columns) {
                    write!(text, "\t{}", values[value]).unwrap();
                }
            }
        }
        text + "\n"
    }
}

/// Runs `rejudge labels ..` with the bundled schemes.
#[track_caller]
pub fn labels(world: &World, words: &str) -> Ended {
    let mut command = world.command(["labels"]);
    command.args(words.split(' ')).arg("--schemes").arg(repository().join("configs/labels"));
    ended(&mut command)
}

#[test]
fn all_possible_labels_have_the_level_of_the_survey() {
    let world = World::new();
    world.write("run", "7 Q0 d1 1 2 me\n7 Q0 d0 2 1 me\n");
    for bundled in BUNDLED {
        let name = bundled.name;
        let items: Vec<_> = bundled.assessors.iter().flat_map(|&count| bundled.items(count)).collect();
        world.write("labels.tsv", bundled.table(&items));
        labels(&world, &format!("consolidate labels.tsv --scheme {name} -o out.qrels --gains out.gains"))
            .code(GOOD);
        let qrels = world.read("out.qrels");
        assert_eq!(qrels.lines().count(), items.len(), "{name}");
        let mut levels = BTreeMap::new();
        for (number, (line, item)) in qrels.lines().zip(&items).enumerate() {
            let level = (bundled.level)(item);
            assert_eq!(line, format!("7 0 d{number} {level}"), "{name}: {item:?}");
            levels.insert(item, level);
        }
        let (mut steps, mut falls) = (0, Vec::new());
        for (item, level) in &levels {
            for better in bundled.better(item) {
                let Some(above) = levels.get(&better) else { continue };
                steps += 1;
                if above < level {
                    falls.push(format!("{item:?} is of level {level}, {better:?} of {above}"));
                }
            }
        }
        assert!(steps >= 2, "{name}: {steps} steps");
        // In CECG, three different labels give L0. So a better label can destroy a majority.
        assert_eq!(falls.is_empty(), name != "stc14-cecg", "{name}: {falls:#?}");
        let gains = world.read("out.gains");
        assert_eq!(gains, format!("{}\n", bundled.gains), "{name}");
        let reached = levels.values().collect::<BTreeSet<_>>().len();
        let known = gains.split(',').count() + 1;
        assert!(
            reached == known || items.len() > 5000 || reached + 4 > known,
            "{name}: {reached} of {known} levels"
        );
        world.line(&format!("eval out.qrels run -m nDCG --gains {}", gains.trim())).code(GOOD);
    }
}

#[test]
fn schemes_are_listed() {
    let world = World::new();
    let listed = labels(&world, "schemes").code(GOOD);
    let mut names: Vec<&str> = BUNDLED.iter().map(|bundled| bundled.name).chain(["cqa-favourites"]).collect();
    names.sort_unstable();
    assert_eq!(listed.lines().iter().map(|line| line.split('\t').next().unwrap()).collect::<Vec<_>>(), names);
    let taskmine = "taskmine\t2\tlabel\t1=0.5,2=1,3=1.5,4=2,5=2.5,6=3\tNTCIR-11 IMine TaskMine";
    assert!(listed.lines().contains(&taskmine), "{}", listed.stdout);
}
