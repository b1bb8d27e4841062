//! The values of the axes `judgments`, `runs` and `topic-sets`: rules with their arguments, after sweeps are expanded.

use crate::spec::yaml::{Node, Spanned, YamlError, from_node, name_and_parameters, typed_node};
use crate::spec::{Named, Sweep};
use rejudge_names::Mistyped;
use rejudge_pools::{Arguments, Domain, JudgmentSet, Parameter, Rule, WithArguments, joined};

use super::resolve::MAX_ERRORS;

/// The values that a rule's parameters can have in a collection.
pub(super) struct PossibleValues<'a> {
    /// The name of the collection, for messages.
    pub collection: &'a str,
    /// The analysed teams; empty if they are unknown.
    pub teams: &'a [String],
    /// The names of the collection's other judges.
    pub judges: &'a [String],
    /// The limit on the number of values. The caller refuses more values, so we stop expanding soon after the limit.
    pub max_values: u64,
}

/// Returns the judgment sets that a typed manipulation describes. A list of values is a sweep, as in
/// `sample(rate=[0.1, 0.5])`, and `{each: all}` takes each of `teams`, the analysed teams of `collection`. If
/// `teams` is empty, the teams are unknown: then `{each: all}` takes none, and names of teams are not checked.
///
/// ```
/// use rejudge_experiment::grid::judgment_sets;
/// let sets = |typed| judgment_sets(typed, "qrels.txt", &["A".to_owned(), "B".to_owned()]);
/// let names: Vec<String> = sets("leave-one-team-out(team={each: all}, depth=[10, 5])")?
///     .iter()
///     .map(ToString::to_string)
///     .collect();
/// assert_eq!(names[..2], ["leave-one-team-out(depth=10,team=A)", "leave-one-team-out(depth=5,team=A)"]);
/// assert_eq!(names.len(), 4);
/// assert!(sets("leave-one-team-out(team=C)").is_err());
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// If the text is not a manipulation, names an unknown team or a judge, or gives more than 10,000 sets.
pub fn judgment_sets(typed: &str, collection: &str, teams: &[String]) -> Result<Vec<JudgmentSet>, String> {
    /// More sets than anyone would compare.
    const MAX_SETS: u64 = 10_000;
    let mut errors = Vec::new();
    let possible = PossibleValues { collection, teams, judges: &[], max_values: MAX_SETS };
    let sets = expand(&typed_node(typed, true), &possible, &mut errors);
    match errors.into_iter().next() {
        Some(error) => Err(YamlError { at: None, ..error }.to_string()),
        None if sets.len() as u64 > MAX_SETS => Err(format!("more than {MAX_SETS} judgment sets")),
        None => Ok(sets),
    }
}

/// Returns the rules that `node` describes: the product of its sweeps, with the last parameter changing fastest.
pub(super) fn expand<R: Rule>(
    node: &Node,
    possible: &PossibleValues<'_>,
    errors: &mut Vec<YamlError>,
) -> Vec<WithArguments<R>> {
    let before = errors.len();
    let (rule, name, arguments) = match read::<R>(node) {
        Ok(read) => read,
        Err(error) => {
            errors.push(error);
            return Vec::new();
        }
    };
    // In a map, `draws: 5` gives five draws. In a text, `draw=5` is only the fifth draw.
    let counts_draws = node.text().is_none();
    let key_of = |parameter: &Parameter| if counts_draws { parameter.key() } else { parameter.name };
    let parameters = rule.parameters();
    for (key, _) in
        arguments.iter().filter(|(key, _)| !parameters.iter().any(|parameter| key_of(parameter) == key.value))
    {
        let keys: Vec<&str> = parameters.iter().map(key_of).collect();
        errors.push(key.mistyped(Mistyped::unknown("key", &key.value, &keys)));
    }
    let mut out = vec![Arguments::default()];
    for parameter in parameters {
        let argument = arguments.iter().find(|(key, _)| key.value == key_of(parameter));
        let Some((_, Some(sweep))) = argument else { continue };
        let values = values(node, parameter, sweep, counts_draws, possible, errors);
        let mut wider = Vec::new();
        'product: for arguments in &out {
            for value in &values {
                let mut arguments = arguments.clone();
                arguments.add(parameter, value.clone());
                wider.push(arguments);
                if wider.len() as u64 > possible.max_values {
                    break 'product;
                }
            }
        }
        out = wider;
    }
    if errors.len() > before {
        return Vec::new();
    }
    let rules: Result<Vec<_>, Mistyped> =
        out.into_iter().map(|arguments| WithArguments::new(rule, arguments)).collect();
    rules.map_err(|error| errors.push(name.mistyped(error))).unwrap_or_default()
}

/// Returns the values of an axis, each with the node that describes it. A value that occurs twice is an error.
pub(super) fn axis_values<'a, R: Rule>(
    axis: &str,
    nodes: &'a [Node],
    max_values: u64,
    errors: &mut Vec<YamlError>,
) -> Vec<(WithArguments<R>, &'a Node)> {
    let possible = PossibleValues { collection: "", teams: &[], judges: &[], max_values };
    let mut out: Vec<(WithArguments<R>, &Node)> = Vec::new();
    for node in nodes {
        for value in expand(node, &possible, errors) {
            if out.iter().any(|(earlier, _)| *earlier == value) {
                let message = format!("`{value}` is on the axis `{axis}` already");
                errors.push(YamlError::at_position(node.typed_at(), message));
            } else {
                out.push((value, node));
            }
        }
    }
    out
}

/// A rule, its name, and the arguments by name. An argument that is null counts as absent.
type RuleAsWritten<R> = (&'static R, Spanned<String>, Vec<(Spanned<String>, Option<Spanned<Sweep>>)>);

fn read<R: Rule>(node: &Node) -> Result<RuleAsWritten<R>, YamlError> {
    let (name, arguments) = name_and_parameters(node)?;
    let rule = R::find(&name.value).map_err(|error| name.mistyped(error))?;
    let arguments: Option<Named<_>> = arguments.map(|arguments| from_node(&arguments)).transpose()?;
    Ok((rule, name, arguments.unwrap_or_default().0))
}

/// The hint on how to define judges.
const DEFINE_JUDGES: &str = "define the judges in `files.judges` of the collection, each with its file";

/// Returns the values of one parameter.
fn values(
    node: &Node,
    parameter: &'static Parameter,
    argument: &Spanned<Sweep>,
    counts_draws: bool,
    possible: &PossibleValues<'_>,
    errors: &mut Vec<YamlError>,
) -> Vec<String> {
    let sweep = &argument.value;
    // If a parameter takes several names, a list is one value; for any other parameter it is a sweep.
    if matches!(sweep, Sweep::List(_)) && parameter.domain.takes_list() {
        return joined_names(node, parameter, argument, possible, errors).into_iter().collect();
    }
    let is_swept = !matches!(sweep, Sweep::One(_));
    if is_swept && sweep.values().next().is_none() {
        errors.push(argument.error("found an empty list, expected one value or more"));
    }
    let mut out = Vec::new();
    let limit = usize::try_from(possible.max_values).unwrap_or(usize::MAX).saturating_add(1);
    for value in sweep.values().take(limit) {
        if errors.len() >= MAX_ERRORS || out.len() >= limit {
            break;
        }
        match (parameter.domain, value.value.as_str()) {
            (Domain::Team, "all") if is_swept => out.extend(possible.teams.iter().cloned()),
            (Domain::Judges, "all") if is_swept => {
                if possible.judges.is_empty() {
                    let error =
                        with_position(node, &value).error(format!("`{}` has no judges", possible.collection));
                    errors.push(error.with_help(DEFINE_JUDGES));
                }
                out.extend(possible.judges.iter().cloned());
            }
            (domain, text) => match parameter.read(text) {
                Err(error) => {
                    errors.push(with_position(node, &value).mistyped(error));
                    // All other values of the range would be reported as the same mistake.
                    if matches!(sweep, Sweep::Range { .. }) {
                        break;
                    }
                }
                // A number of draws becomes a value for each draw.
                Ok(count) if domain == Domain::Draw && counts_draws => {
                    let draws: u32 = count
                        .parse()
                        .expect("`Parameter::read` returns a number of draws as the digits of a u32");
                    out.extend((1..=draws).take(limit).map(|draw| draw.to_string()));
                }
                Ok(names) if domain.names_teams() || domain == Domain::Judges => {
                    let before = errors.len();
                    for name in names.split('+') {
                        check_name(&with_position(node, &value), domain, name, possible, errors);
                    }
                    out.extend((errors.len() == before).then_some(names));
                }
                Ok(text) => out.push(text),
            },
        }
    }
    out
}

/// Returns a list of names as the one value of a parameter that takes several names.
fn joined_names(
    node: &Node,
    parameter: &'static Parameter,
    list: &Spanned<Sweep>,
    possible: &PossibleValues<'_>,
    errors: &mut Vec<YamlError>,
) -> Option<String> {
    let names: Vec<Spanned<String>> = list.value.values().map(|name| with_position(node, &name)).collect();
    let before = errors.len();
    for name in &names {
        check_name(name, parameter.domain, &name.value, possible, errors);
    }
    let value = joined(names.into_iter().map(|name| name.value).collect());
    if value.is_none() {
        errors.push(list.error("found an empty list, expected one name or more"));
    }
    value.filter(|_| errors.len() == before)
}

/// Reports a team or judge that does not exist.
fn check_name(
    written: &Spanned<String>,
    domain: Domain,
    name: &str,
    possible: &PossibleValues<'_>,
    errors: &mut Vec<YamlError>,
) {
    if domain == Domain::Judges {
        if !possible.judges.iter().any(|other| other == name) {
            let error = written.error(format!("`{}` has no judge `{name}`", possible.collection));
            errors.push(match possible.judges {
                [] => error.with_help(DEFINE_JUDGES),
                judges => error.suggesting(name, judges.iter().map(String::as_str)),
            });
        }
        return;
    }
    if domain == Domain::Topics {
        // We cannot check names of topics, because the files that contain the topics have not been read yet.
        return;
    }
    // The teams are unknown, for example, if the data of a licensed collection are not available and its
    // description lists no teams.
    if !possible.teams.is_empty() && !possible.teams.iter().any(|other| other == name) {
        let error = written.error(format!("`{}` has no analysed team `{name}`", possible.collection));
        let error = error.suggesting(name, possible.teams.iter().map(String::as_str));
        let help = || {
            let teams = possible.teams.join(", ");
            format!("its analysed teams are {teams}; `{{each: all}}` takes each team in turn")
        };
        let help = error.help.clone().unwrap_or_else(help);
        errors.push(error.with_help(help));
    }
}

/// Returns the value at its own position, or at the rule's position if it has none.
fn with_position(node: &Node, value: &Spanned<String>) -> Spanned<String> {
    Spanned { value: value.value.clone(), at: value.at.clone().or_else(|| Some(node.at.clone())) }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use crate::spec::yaml::{Source, parse};
    use proptest::prelude::*;
    use rejudge_names::in_quotes;
    use rejudge_pools::{Absent, Manipulation, RunRule, TopicSetRule};

    use super::*;

    /// Returns one of the values that a parameter can have; `number` selects it.
    fn value(domain: Domain, number: u32) -> String {
        match domain {
            Domain::Judges => ["gpt-4o", "a+b", "c"][number as usize % 3].to_owned(),
            Domain::Team | Domain::Teams => ["uw", "a+b", "x (y)", "z=1"][number as usize % 4].to_owned(),
            Domain::Topics => ["401", "401+q.2"][number as usize % 2].to_owned(),
            Domain::Positive | Domain::Draw => (number % 50 + 1).to_string(),
            Domain::Count => (number % 50).to_string(),
            Domain::Rate => ["0.1", "0.50", "1", ".25"][number as usize % 4].to_owned(),
            Domain::Words(words) => words[number as usize % words.len()].0.to_owned(),
            Domain::Measure => {
                ["AP", "nDCG(dcg='jk', log=2)@10", "RBP(p=0.95)"][number as usize % 3].to_owned()
            }
            Domain::File => "teams/one each.tsv".to_owned(),
            Domain::Name => "neural runs".to_owned(),
        }
    }

    /// Returns the rules that a YAML text describes.
    fn expanded<R: Rule>(written: &str) -> Vec<WithArguments<R>> {
        let source = Source { name: String::new(), folder: PathBuf::new(), text: written.to_owned() };
        let node = parse(source).expect("the text is YAML");
        let judges = ["gpt-4o", "a", "b", "c"].map(str::to_owned);
        let possible = PossibleValues { collection: "c", teams: &[], judges: &judges, max_values: 1000 };
        let mut errors = Vec::new();
        let rules = expand(&node, &possible, &mut errors);
        assert!(errors.is_empty(), "{written}: {errors:?}");
        rules
    }

    /// Checks that keywords, the printed name (used in addresses and keys), typed text and YAML give the same rule.
    fn check_all_forms<R: Rule>(numbers: &[u32]) -> Result<(), TestCaseError> {
        for rule in R::all() {
            let values = rule.parameters().iter().zip(numbers).map(|(parameter, &number)| {
                let is_set = parameter.absent == Absent::Refused || number % 3 > 0;
                (parameter, is_set.then(|| value(parameter.domain, number)))
            });
            let values: Vec<(&Parameter, Option<String>)> = values.collect();
            let arguments: Vec<(&str, &str)> = values
                .iter()
                .filter_map(|(parameter, value)| Some((parameter.name, value.as_deref()?)))
                .collect();
            // Some arguments exclude each other.
            let Ok(expected) = WithArguments::<R>::with(rule, &arguments) else { continue };
            let printed = expected.to_string();
            let typed = arguments.iter().map(|(name, value)| format!("{name} = {}", in_quotes(value)));
            let typed = format!("{}( {} )", rule.name(), typed.collect::<Vec<_>>().join(" , "));
            for text in [&printed, &typed] {
                prop_assert_eq!(text.parse(), Ok(expected.clone()), "{}", text);
                prop_assert_eq!(expanded(&in_quotes(text)), [expected.clone()], "{}", text);
            }
            let entries = values.iter().map(|(parameter, value)| match value.as_deref() {
                None => format!("{}: ~", parameter.key()),
                Some(number) if number.parse::<f64>().is_ok() => format!("{}: {number}", parameter.key()),
                Some(text) => format!("{}: {}", parameter.key(), in_quotes(text)),
            });
            let map = format!("{{{}: {{{}}}}}", rule.name(), entries.collect::<Vec<_>>().join(", "));
            // A number of draws in YAML becomes a rule for each draw. The last of these is the draw that the text
            // names.
            let read = expanded::<R>(&map).pop();
            prop_assert_eq!(read.as_ref().map(ToString::to_string), Some(printed), "{}", map);
            prop_assert_eq!(read, Some(expected), "{}", map);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_rule_is_the_same_in_every_form(numbers in prop::collection::vec(any::<u32>(), 10)) {
            check_all_forms::<Manipulation>(&numbers)?;
            check_all_forms::<RunRule>(&numbers)?;
            check_all_forms::<TopicSetRule>(&numbers)?;
        }
    }
}
