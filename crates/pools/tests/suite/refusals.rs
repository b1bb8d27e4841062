//! Collections that contradict themselves, and mistakes of the caller.

use rejudge_metrics::Verdict::Level;
use rejudge_pools::{CollectionError, DocIx, Run, Team, TestCollection, Topic, UNINTERNED};

fn topic(name: &str, judged: usize, documents: u32) -> Topic {
    Topic { name: name.into(), verdicts: vec![Level(1); judged], documents }
}

/// Topics of 3 documents, 2 of them judged; runs by team, of 2 teams; rankings.
fn build(
    topics: Vec<Topic>,
    teams: &[usize],
    rankings: Vec<Vec<Vec<DocIx>>>,
) -> Result<TestCollection, CollectionError> {
    let run =
        |(at, &team): (usize, &usize)| Run { name: format!("r{at}"), team, pooled: true, eligible: true };
    let team = |name: &str| Team { name: name.into(), analysed: true };
    TestCollection::new(
        topics,
        teams.iter().enumerate().map(run).collect(),
        vec![team("a"), team("b")],
        rankings,
    )
}

#[test]
fn a_collection_that_contradicts_itself_says_where() {
    let topics = || vec![topic("401", 2, 3), topic("402", 2, 3)];
    let refused = |topics, teams: &[usize], rankings| match build(topics, teams, rankings) {
        Ok(_) => panic!("a collection"),
        Err(error) => error.to_string(),
    };
    let message = refused(vec![topic("401", 3, 3), topic("402", 4, 3)], &[], vec![]);
    assert_eq!(message, "topic `402` has 4 verdicts, but only 3 documents");
    // As many rankings as runs times topics, in another shape.
    let message = refused(topics(), &[0, 1], vec![vec![vec![0]; 4]]);
    assert_eq!(message, "rankings of 1 runs, but there are 2 runs");
    let message = refused(topics(), &[0, 1], vec![vec![vec![0]; 2], vec![vec![0]; 3]]);
    assert_eq!(message, "run `r1` has rankings of 3 topics, but there are 2 topics");
    let message = refused(topics(), &[0, 2], vec![vec![vec![0]; 2]; 2]);
    assert_eq!(message, "run `r1` belongs to team number 2, but there are only 2 teams");
    let message = refused(topics(), &[0], vec![vec![vec![0], vec![2, 3]]]);
    assert_eq!(message, "run `r0`, topic `402`: document number 3 of 3");
    let message = refused(topics(), &[0], vec![vec![vec![0], vec![2, 1, 0, 1]]]);
    assert_eq!(message, "run `r0`, topic `402`: duplicate document number 1");
}

#[test]
fn what_is_short_empty_or_without_a_number_is_no_contradiction() {
    assert!(build(vec![], &[], vec![]).is_ok());
    assert!(build(vec![topic("401", 0, 0)], &[0, 1], vec![vec![vec![]], vec![vec![UNINTERNED; 3]]]).is_ok());
    // One document in two runs, and in two topics, is listed once each time.
    let rankings = vec![vec![vec![2, 0], vec![0, 2]], vec![vec![0, 2], vec![]]];
    assert!(build(vec![topic("401", 2, 3), topic("402", 2, 3)], &[0, 1], rankings).is_ok());
}
