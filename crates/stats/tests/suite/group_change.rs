//! The error rate of the test: without an effect 5% of draws are flagged. Also cases with too few members or topics.

use rejudge_stats::{Draw, GroupChange, Matrix, Resamples, RunClasses};

const TOPICS: usize = 25;
const DRAWS: u32 = 2_000;
/// The number of runs of each member, for the group and for the comparison group.
const MEMBERS: [&[usize]; 2] = [&[2, 2, 4, 3], &[2, 2, 2, 2, 1, 1, 1, 1, 1]];
const REST: usize = 25;

/// The differences between a judge's scores and the line `0.1 + 0.8 * score`, where `score` is people's
/// score. All fields except `effect` are standard deviations of random effects: of members, of runs, and of
/// interactions of members, of classes and of runs with topics.
struct Judge {
    member: f64,
    run: f64,
    member_topic: f64,
    group_topic: f64,
    run_topic: f64,
    /// The amount added to every score of the group.
    effect: f64,
}

const QUIET: Judge =
    Judge { member: 0.0, run: 0.0, member_topic: 0.0, group_topic: 0.0, run_topic: 0.1, effect: 0.0 };

fn classes() -> RunClasses {
    let mut next = 0;
    let mut take = |count: usize| {
        next += count;
        (next - count..next).collect::<Vec<usize>>()
    };
    let [group, comparison] = MEMBERS.map(|sizes| sizes.iter().map(|&size| take(size)).collect());
    RunClasses { group, comparison, rest: take(REST) }
}

/// Returns scores by people and by the judge. The runs of the group are good, and the runs of the comparison group are
/// nearly as good. The judge sees only four fifths of every difference.
fn scores(judge: &Judge, runs: &RunClasses, draw: &mut Draw) -> [Matrix; 2] {
    let easiness: Vec<f64> = (0..TOPICS).map(|_| 0.6 + 0.2 * draw.normal()).collect();
    let alone: Vec<Vec<usize>> = runs.rest.iter().map(|&run| vec![run]).collect();
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (class, members) in [&runs.group, &runs.comparison, &alone].into_iter().enumerate() {
        let (level, spread) = [(0.1, 0.02), (0.07, 0.03), (0.0, 0.1)][class];
        let of_group: Vec<f64> = (0..TOPICS).map(|_| judge.group_topic * draw.normal()).collect();
        for member in members {
            let shift = judge.member * draw.normal() + if class == 0 { judge.effect } else { 0.0 };
            let of_member: Vec<f64> = (0..TOPICS).map(|_| judge.member_topic * draw.normal()).collect();
            for _ in member {
                let (quality, own) = (level + spread * draw.normal(), shift + judge.run * draw.normal());
                for topic in 0..TOPICS {
                    let score = easiness[topic] + quality + 0.15 * draw.normal();
                    let noise = of_group[topic] + of_member[topic] + judge.run_topic * draw.normal();
                    before.push(score);
                    after.push(0.1 + 0.8 * score + own + noise);
                }
            }
        }
    }
    [before, after].map(|data| Matrix::new(data.len() / TOPICS, TOPICS, data).expect("finite scores"))
}

/// Returns two shares of draws: those in which the interval for the excess rise in score does not contain 0,
/// and those in which the interval for the excess rise in rank does not contain 0.
fn flagged(name: &str, judge: &Judge, draws: u32) -> [f64; 2] {
    let runs = classes();
    let mut counts = [0_u32; 2];
    for number in 0..draws {
        let mut draw = Draw::new(20_190_601, &[name, &number.to_string()]);
        let [before, after] = scores(judge, &runs, &mut draw);
        let resamples = Resamples::draw(200, TOPICS, &mut draw);
        let change = GroupChange::new(&before, &after, &runs, &resamples, 0.05).expect("members");
        counts[0] += u32::from(change.score.differs());
        counts[1] += u32::from(change.rank.differs());
    }
    counts.map(|count| f64::from(count) / f64::from(draws))
}

#[test]
fn one_draw_of_twenty_is_flagged_without_an_effect() {
    for (name, judge) in [
        ("runs and topics", QUIET),
        ("members and topics", Judge { run_topic: 0.05, member_topic: 0.1, ..QUIET }),
        ("groups and topics", Judge { run_topic: 0.05, member_topic: 0.05, group_topic: 0.1, ..QUIET }),
        ("runs", Judge { run: 0.03, ..QUIET }),
        ("members", Judge { member: 0.03, run: 0.005, ..QUIET }),
        ("all", Judge { member: 0.01, run: 0.005, member_topic: 0.05, group_topic: 0.05, ..QUIET }),
    ] {
        let [by_score, by_rank] = flagged(name, &judge, DRAWS);
        println!("{name}: {by_score} by score, {by_rank} by rank");
        // Three standard errors of a share of 5 %.
        let most_off = 3.0 * (0.05 * 0.95 / f64::from(DRAWS)).sqrt();
        for share in [by_score, by_rank] {
            assert!((share - 0.05).abs() <= most_off, "{name}: {share} is not 5 % up to {most_off}");
        }
    }
}

#[test]
fn too_few_members_or_topics_give_no_result() {
    let scores = Matrix::new(4, 2, vec![0.5, 0.4, 0.3, 0.2, 0.1, 0.2, 0.3, 0.5]).expect("scores");
    let resamples = |topics| Resamples::draw(10, topics, &mut Draw::new(1, &["few"]));
    let change = |scores: &Matrix, group: Vec<Vec<usize>>| {
        let runs = RunClasses { group, comparison: vec![vec![2], vec![3]], rest: vec![] };
        GroupChange::new(scores, scores, &runs, &resamples(scores.cols()), 0.05)
    };
    assert!(change(&scores, vec![vec![0], vec![1]]).is_some());
    assert!(change(&scores, vec![vec![0, 1]]).is_none(), "two runs of one member");
    let one_topic = Matrix::new(4, 1, vec![0.5, 0.4, 0.3, 0.2]).expect("scores");
    assert!(change(&one_topic, vec![vec![0], vec![1]]).is_none());
}
