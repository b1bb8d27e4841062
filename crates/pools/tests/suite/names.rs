//! Laws of the names of judgment sets, choices of runs and sets of topics: whatever a registry holds is
//! printed and parses back.

use proptest::prelude::*;
use rejudge_metrics::Verdict::Level;
use rejudge_pools::{
    Absent, Contributions, Domain, JudgmentSet, Manipulation, ManipulationError, Material, Parameter, Rule,
    Run, RunRule, Team, TestCollection, Topic, TopicSetRule, View, WithArguments,
};

/// Values that a parameter takes, by a number.
fn value(domain: Domain, number: u32) -> String {
    match domain {
        Domain::Judges => ["gpt-4o", "a+b", "c"][number as usize % 3].to_owned(),
        Domain::Team | Domain::Teams => ["uw", "a+b", "x (y)", "z=1"][number as usize % 4].to_owned(),
        Domain::Topics => ["401", "401+q.2"][number as usize % 2].to_owned(),
        Domain::Positive | Domain::Draw => (number % 50 + 1).to_string(),
        Domain::Count => (number % 50).to_string(),
        Domain::Rate => ["0.1", "0.50", "1", ".25"][number as usize % 4].to_owned(),
        Domain::Words(words) => words[number as usize % words.len()].0.to_owned(),
        Domain::Measure => ["AP", "nDCG(dcg='jk', log=2)@10", "RBP(p=0.95)"][number as usize % 3].to_owned(),
        Domain::File => "teams/one each.tsv".to_owned(),
    }
}

/// A name with some of the arguments of a rule.
fn of_rule<R: Rule>(rule: &'static R, numbers: &[u32]) -> Option<WithArguments<R>> {
    let given = |(parameter, &number): (&Parameter, &u32)| {
        let is_given = parameter.absent == Absent::Refused || number % 3 > 0;
        is_given.then(|| (parameter.name, value(parameter.domain, number)))
    };
    let given: Vec<(&str, String)> = rule.parameters().iter().zip(numbers).filter_map(given).collect();
    let named: Vec<(&str, &str)> = given.iter().map(|(name, value)| (*name, value.as_str())).collect();
    WithArguments::with(rule, &named).ok()
}

fn parses_back<R: Rule>(numbers: &[u32]) -> Result<(), TestCaseError> {
    for rule in R::all() {
        let Some(made) = of_rule(*rule, numbers) else { continue };
        let printed = made.to_string();
        let back: Result<WithArguments<R>, _> = printed.parse();
        prop_assert_eq!(back.as_ref().ok(), Some(&made), "{}", printed);
        prop_assert_eq!(back.map(|set| set.to_string()).ok(), Some(printed));
    }
    Ok(())
}

proptest! {
    #[test]
    fn printed_names_parse_back(numbers in prop::collection::vec(any::<u32>(), 10)) {
        parses_back::<Manipulation>(&numbers)?;
        parses_back::<RunRule>(&numbers)?;
        parses_back::<TopicSetRule>(&numbers)?;
    }
}

fn is_sound<R: Rule>() {
    for (at, rule) in R::all().iter().enumerate() {
        let plain = |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(plain(rule.name()) && rule.summary().ends_with('.'), "{rule:?}");
        assert!(R::all()[..at].iter().all(|other| other.name() != rule.name()), "{rule:?} twice");
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
    is_sound::<Manipulation>();
    is_sound::<RunRule>();
    is_sound::<TopicSetRule>();
}

#[test]
fn arguments_stand_in_the_order_of_their_names_without_defaults() {
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
fn what_is_wrong_is_told() {
    let says = |text: &str| text.parse::<JudgmentSet>().expect_err(text).to_string();
    assert_eq!(says("pool-depth"), "the key `depth` is missing");
    assert_eq!(says("pool-depth(depth=0)"), "`depth` is `0`, expected a whole number from 1");
    assert_eq!(says("pool-depth(depth=1,depth=2)"), "duplicate key `depth`");
    assert_eq!(
        says("sample(rate=2)"),
        "rate `2` is not a decimal fraction from 0 to 1 with at most 15 digits"
    );
    assert_eq!(says("sample(rate=.5,pool=gone)"), "`pool` is `gone`, expected one of `kept`, `dropped`");
    let twice = "`judge` is `gpt+gpt`, expected a judge, or several with + between them, each once";
    assert_eq!(says("full(judge=gpt+gpt)"), twice);
    assert!(says("ful").starts_with("unknown name `ful`, expected one of `full`, "));
    assert_eq!(says("pool-depth(10)"), "found `10`, expected `key=value`");
    let is_unbalanced =
        |text: &str| says(text).starts_with(&format!("found `{text}`, expected `name(key=value, ..)` with"));
    assert!(is_unbalanced("pool-depth(depth=10") && is_unbalanced("pool-depth(depth=10) x)"));
    assert_eq!(
        says("take-one-team(team='A' x)"),
        "found `'A' x`, expected a value that is in quotes as a whole"
    );
    for both in ["take-teams", "take-teams(teams=a,fewest-unique=2)"] {
        assert_eq!(says(both), "expected one of `teams: [..]`, `fewest-unique: N` or `random: N`");
    }
}

#[test]
fn a_plus_may_belong_to_the_name_of_a_team() {
    let topic = Topic { name: "1".into(), verdicts: vec![Level(1); 3], documents: 3 };
    let run = |team| Run { name: format!("r{team}"), team, pooled: true, eligible: true };
    let teams = ["a", "a+b", "c"].map(|name| Team { name: name.into(), analysed: true });
    let rankings = vec![vec![vec![0]], vec![vec![1]], vec![vec![2]]];
    let collection = TestCollection::new(vec![topic], (0..3).map(run).collect(), teams.to_vec(), rankings)
        .expect("a sound collection");
    let base = View::full(&collection);
    let contributions = Contributions::new(&collection, &base, 1);
    let material = Material {
        collection: &collection,
        base: &base,
        contributions: &contributions,
        seed: 1,
        key: Material::FILES,
        draw: 1,
    };
    let judged = |names: &str| {
        let set: JudgmentSet = format!("take-teams(teams={names})").parse().expect("a name");
        set.of(&material).map(|view| view.mask(0).iter().collect::<Vec<_>>())
    };
    assert_eq!(judged("a+b"), Ok(vec![1]));
    assert_eq!(judged("a+b+c"), Ok(vec![1, 2]));
    assert_eq!(judged("c+a"), Ok(vec![0, 2]));
    assert_eq!(
        judged("a+d"),
        Err(ManipulationError::NoTeam {
            name: "d".to_owned(),
            teams: ["a", "a+b", "c"].map(str::to_owned).to_vec()
        })
    );
}
