//! Tests the names of judgment sets, choices of runs and sets of topics. The tests of `rejudge_experiment::grid`, which
//! reads YAML, check that a rule means the same in YAML, as text and by keywords.

use rejudge_metrics::Verdict::Level;
use rejudge_pools::{
    Contributions, JudgmentSet, Manipulation, Material, Rule, Run, RunRule, Team, TestCollection, Topic,
    TopicSetRule, View,
};

fn check_entries<R: Rule>() {
    for (at, rule) in R::all().iter().enumerate() {
        let plain = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(plain(rule.name()) && rule.summary().ends_with('.'), "{rule:?}");
        assert!(R::all()[..at].iter().all(|other| other.name() != rule.name()), "duplicate {rule:?}");
        for parameter in rule.parameters() {
            assert!(plain(parameter.name) && !parameter.meaning.is_empty(), "{parameter:?}");
            if let Some(value) = parameter.absent.default() {
                assert_eq!(parameter.read(value).as_deref(), Ok(value), "{parameter:?}");
            }
        }
    }
}

#[test]
fn entries_are_sound() {
    check_entries::<Manipulation>();
    check_entries::<RunRule>();
    check_entries::<TopicSetRule>();
}

#[test]
fn arguments_are_printed_in_the_order_of_their_names_without_defaults() {
    let printed = |text: &str| text.parse::<JudgmentSet>().map(|set| set.to_string());
    assert_eq!(printed("full").as_deref(), Ok("full"));
    assert_eq!(printed("sample(rate=0.1)").as_deref(), Ok("sample(draw=1,rate=0.1)"));
    let all =
        "sample(strata=level,rounding=floor,rate=0.1,pool=dropped,min-relevant=2,min-nonrelevant=10,draw=3)";
    let sorted = "sample(draw=3,min-nonrelevant=10,min-relevant=2,pool=dropped,rate=0.1,strata=level)";
    assert_eq!(printed(all).as_deref(), Ok(sorted));
    assert_eq!(printed("pool-depth(depth=010)").as_deref(), Ok("pool-depth(depth=10)"));
}

#[test]
fn wrong_names_are_refused_with_a_reason() {
    let message = |text: &str| text.parse::<JudgmentSet>().expect_err(text).to_string();
    assert_eq!(message("pool-depth"), "the key `depth` is missing");
    assert_eq!(message("pool-depth(depth=0)"), "`depth`: found `0`, expected a whole number from 1");
    assert_eq!(message("pool-depth(depth=1,depth=2)"), "duplicate key `depth`");
    assert_eq!(
        message("sample(rate=2)"),
        "`rate`: found `2`, expected a decimal fraction from 0 to 1 with at most 15 decimal places"
    );
    assert!(message("sample(rate=10%)").ends_with(" (did you mean `0.1`?)"));
    assert_eq!(
        message("sample(rate=.5,pool=gone)"),
        "`pool`: unknown name `gone`, expected one of `kept`, `dropped`"
    );
    let twice = "`judge`: found `gpt+gpt`, expected a judge, or several with + between them, each once";
    assert_eq!(message("full(judge=gpt+gpt)"), twice);
    assert!(message("ful").starts_with("unknown name `ful`, expected one of `full`, "));
    assert_eq!(message("pool-depth(10)"), "found `10`, expected `key=value`");
    let is_unbalanced = |text: &str| {
        message(text).starts_with(&format!("found `{text}`, expected `name(key=value, ..)` with"))
    };
    assert!(is_unbalanced("pool-depth(depth=10") && is_unbalanced("pool-depth(depth=10) x)"));
    assert_eq!(
        message("take-one-team(team='A' x)"),
        "found `'A' x`, expected a value that is in quotes as a whole"
    );
    for both in ["take-teams", "take-teams(teams=a,fewest-unique=2)"] {
        assert_eq!(message(both), "expected one of `teams: [..]`, `fewest-unique: N` or `random: N`");
    }
}

#[test]
fn a_plus_may_belong_to_the_name_of_a_team() {
    let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 3], documents: 3 };
    let run = |team| Run { name: format!("r{team}"), team, pooled: true, eligible: true };
    let teams = ["a", "a+b", "c"].map(|name| Team { name: name.into(), analysed: true });
    let rankings = vec![vec![vec![0]], vec![vec![1]], vec![vec![2]]];
    let collection = TestCollection::new(vec![topic], (0..3).map(run).collect(), teams.to_vec(), rankings);
    let base = View::full(&collection);
    let contributions = Contributions::new(&collection, &base, 1);
    let material = Material {
        collection: &collection,
        base: &base,
        contributions: &contributions,
        seed: 1,
        key: Material::KEY_OF_FILES,
        draw: 1,
    };
    let judged = |names: &str| {
        let set: JudgmentSet = format!("take-teams(teams={names})").parse().expect("a name");
        set.view(&material).map(|view| view.mask(0).iter().collect::<Vec<_>>())
    };
    assert_eq!(judged("a+b"), Ok(vec![1]));
    assert_eq!(judged("a+b+c"), Ok(vec![1, 2]));
    assert_eq!(judged("c+a"), Ok(vec![0, 2]));
    let error = judged("a+d").expect_err("no team");
    assert_eq!(error.to_string(), "there is no team `d`, only a, a+b, c");
}
