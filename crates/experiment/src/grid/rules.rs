//! Rules by name with their arguments, every sweep expanded: the values of the axes `judgments` and `runs`.

use crate::spec::yaml::{Node, Spanned, YamlError, from_node, named};
use crate::spec::{Named, Sweep};
use rejudge_names::Mistyped;
use rejudge_pools::{Arguments, Domain, Parameter, Rule, WithArguments, joined};

use super::resolve::MOST_ERRORS;

/// The data that the values of a rule are checked against.
pub(super) struct Known<'a> {
    /// The collection, for messages.
    pub collection: &'a str,
    /// Its analysed teams; empty if they are unknown.
    pub teams: &'a [String],
    /// Its other judges.
    pub judges: &'a [String],
    /// Never many more values than these, which the caller refuses.
    pub most: u64,
}

/// Returns the rules denoted by `node`: the product of its sweeps, the last parameter changing fastest.
pub(super) fn expand<R: Rule>(
    node: &Node,
    known: &Known<'_>,
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
    // A map gives the number of draws, a text the number of the draw.
    let counts_draws = node.text().is_none();
    let key_of = |parameter: &Parameter| if counts_draws { parameter.key() } else { parameter.name };
    let parameters = rule.parameters();
    for (key, _) in arguments.iter().filter(|(key, _)| !parameters.iter().any(|of| key_of(of) == key.value)) {
        let keys: Vec<&str> = parameters.iter().map(key_of).collect();
        errors.push(key.mistyped(Mistyped::unknown("key", &key.value, &keys)));
    }
    let mut out = vec![Arguments::default()];
    for parameter in parameters {
        let given = arguments.iter().find(|(key, _)| key.value == key_of(parameter));
        let Some((_, Some(sweep))) = given else { continue };
        let values = values(node, parameter, sweep, counts_draws, known, errors);
        let mut wider = Vec::new();
        'product: for arguments in &out {
            for value in &values {
                let mut arguments = arguments.clone();
                arguments.add(parameter, value.clone());
                wider.push(arguments);
                if wider.len() as u64 > known.most {
                    break 'product;
                }
            }
        }
        out = wider;
    }
    if errors.len() > before {
        return Vec::new();
    }
    let made: Result<Vec<_>, Mistyped> =
        out.into_iter().map(|arguments| WithArguments::new(rule, arguments)).collect();
    made.map_err(|error| errors.push(name.mistyped(error))).unwrap_or_default()
}

/// Returns the values of an axis of rules, each once, with the nodes that denote them.
pub(super) fn axis_values<'a, R: Rule>(
    axis: &str,
    nodes: &'a [Node],
    most: u64,
    errors: &mut Vec<YamlError>,
) -> Vec<(WithArguments<R>, &'a Node)> {
    let known = Known { collection: "", teams: &[], judges: &[], most };
    let mut out: Vec<(WithArguments<R>, &Node)> = Vec::new();
    for node in nodes {
        for value in expand(node, &known, errors) {
            if out.iter().any(|(known, _)| *known == value) {
                let message = format!("`{value}` is on the axis `{axis}` already");
                errors.push(YamlError::here(node.typed_at(), message));
            } else {
                out.push((value, node));
            }
        }
    }
    out
}

type Read<R> = (&'static R, Spanned<String>, Vec<(Spanned<String>, Option<Spanned<Sweep>>)>);

/// Returns a rule, its name, and its arguments as written; `None` for null, as if it were absent.
fn read<R: Rule>(node: &Node) -> Result<Read<R>, YamlError> {
    let (name, arguments) = named(node)?;
    let rule = R::find(&name.value).map_err(|error| name.mistyped(error))?;
    let arguments: Option<Named<_>> = arguments.map(|arguments| from_node(&arguments)).transpose()?;
    Ok((rule, name, arguments.unwrap_or_default().0))
}

/// The hint on defining judges.
const NAMED_BY: &str = "`files.judges` of a collection names them, each with its file";

/// Returns the values of one parameter.
fn values(
    node: &Node,
    parameter: &'static Parameter,
    argument: &Spanned<Sweep>,
    counts_draws: bool,
    known: &Known<'_>,
    errors: &mut Vec<YamlError>,
) -> Vec<String> {
    let sweep = &argument.value;
    // A list is one value of a parameter that takes several names, and a sweep of any other.
    if matches!(sweep, Sweep::List(_)) && parameter.domain.takes_several() {
        return listed(node, parameter, argument, known, errors).into_iter().collect();
    }
    let is_swept = !matches!(sweep, Sweep::One(_));
    if is_swept && sweep.values().next().is_none() {
        errors.push(argument.error("found an empty list, expected one value or more"));
    }
    let mut out = Vec::new();
    let limit = usize::try_from(known.most).unwrap_or(usize::MAX).saturating_add(1);
    for value in sweep.values().take(limit) {
        if errors.len() >= MOST_ERRORS || out.len() >= limit {
            break;
        }
        match (parameter.domain, value.value.as_str()) {
            (Domain::Team, "all") if is_swept => out.extend(known.teams.iter().cloned()),
            (Domain::Judges, "all") if is_swept => {
                if known.judges.is_empty() {
                    let error = placed(node, &value).error(format!("`{}` has no judges", known.collection));
                    errors.push(error.with_help(NAMED_BY));
                }
                out.extend(known.judges.iter().cloned());
            }
            (domain, text) => match parameter.read(text) {
                Err(error) => {
                    errors.push(placed(node, &value).mistyped(error));
                    // The other values of a range are the same mistake.
                    if matches!(sweep, Sweep::Range { .. }) {
                        break;
                    }
                }
                // Expands the number of draws to one value for each.
                Ok(count) if domain == Domain::Draw && counts_draws => {
                    let draws: u32 =
                        count.parse().expect("`Parameter::read` gives a number of draws as it prints a u32");
                    out.extend((1..=draws).take(limit).map(|draw| draw.to_string()));
                }
                Ok(names) if domain.is_of_teams() || domain == Domain::Judges => {
                    let before = errors.len();
                    names
                        .split('+')
                        .for_each(|name| is_known(&placed(node, &value), domain, name, known, errors));
                    out.extend((errors.len() == before).then_some(names));
                }
                Ok(read) => out.push(read),
            },
        }
    }
    out
}

/// Returns the one value of a parameter that takes several names, from a list of them.
fn listed(
    node: &Node,
    parameter: &'static Parameter,
    list: &Spanned<Sweep>,
    known: &Known<'_>,
    errors: &mut Vec<YamlError>,
) -> Option<String> {
    let names: Vec<Spanned<String>> = list.value.values().map(|name| placed(node, &name)).collect();
    let before = errors.len();
    names.iter().for_each(|name| is_known(name, parameter.domain, &name.value, known, errors));
    let value = joined(names.into_iter().map(|name| name.value).collect());
    if value.is_none() {
        errors.push(list.error("found an empty list, expected one name or more"));
    }
    value.filter(|_| errors.len() == before)
}

/// Reports a team or judge that does not exist.
fn is_known(
    at: &Spanned<String>,
    domain: Domain,
    name: &str,
    known: &Known<'_>,
    errors: &mut Vec<YamlError>,
) {
    if domain == Domain::Judges {
        if !known.judges.iter().any(|other| other == name) {
            let error = at.error(format!("`{}` has no judge `{name}`", known.collection));
            errors.push(match known.judges {
                [] => error.with_help(NAMED_BY),
                judges => error.suggesting(name, judges.iter().map(String::as_str)),
            });
        }
        return;
    }
    if domain == Domain::Topics {
        // Files that are not read yet name them.
        return;
    }
    let team = name;
    // Without its data a licensed collection may not know all its teams.
    if !known.teams.is_empty() && !known.teams.iter().any(|other| other == team) {
        let error = at.error(format!("`{}` has no analysed team `{team}`", known.collection));
        let error = error.suggesting(team, known.teams.iter().map(String::as_str));
        let help = || format!("its analysed teams are {}", known.teams.join(", "));
        let help = error.help.clone().unwrap_or_else(help);
        errors.push(error.with_help(help));
    }
}

/// Returns the value at its own position, or at that of the rule.
fn placed(node: &Node, value: &Spanned<String>) -> Spanned<String> {
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

    /// Returns a value that a parameter takes, by a number.
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

    /// Returns the rules denoted by YAML.
    fn expanded<R: Rule>(written: &str) -> Vec<WithArguments<R>> {
        let source = Source { name: String::new(), folder: PathBuf::new(), text: written.to_owned() };
        let node = parse(source).expect("YAML");
        let judges = ["gpt-4o", "a", "b", "c"].map(str::to_owned);
        let known = Known { collection: "c", teams: &[], judges: &judges, most: 1000 };
        let mut errors = Vec::new();
        let rules = expand(&node, &known, &mut errors);
        assert!(errors.is_empty(), "{written}: {errors:?}");
        rules
    }

    /// Keywords, the printed name (used in addresses and keys), typed text, and YAML give the same rule.
    fn is_one_in_every_form<R: Rule>(numbers: &[u32]) -> Result<(), TestCaseError> {
        for rule in R::all() {
            let values = rule.parameters().iter().zip(numbers).map(|(parameter, &number)| {
                let is_given = parameter.absent == Absent::Refused || number % 3 > 0;
                (parameter, is_given.then(|| value(parameter.domain, number)))
            });
            let values: Vec<(&Parameter, Option<String>)> = values.collect();
            let given: Vec<(&str, &str)> = values
                .iter()
                .filter_map(|(parameter, value)| Some((parameter.name, value.as_deref()?)))
                .collect();
            // Some arguments do not go together.
            let Ok(made) = WithArguments::<R>::with(rule, &given) else { continue };
            let printed = made.to_string();
            let typed = given.iter().map(|(name, value)| format!("{name} = {}", in_quotes(value)));
            let typed = format!("{}( {} )", rule.name(), typed.collect::<Vec<_>>().join(" , "));
            for text in [&printed, &typed] {
                prop_assert_eq!(text.parse(), Ok(made.clone()), "{}", text);
                prop_assert_eq!(expanded(&in_quotes(text)), [made.clone()], "{}", text);
            }
            let entries = values.iter().map(|(parameter, value)| match value.as_deref() {
                None => format!("{}: ~", parameter.key()),
                Some(number) if number.parse::<f64>().is_ok() => format!("{}: {number}", parameter.key()),
                Some(text) => format!("{}: {}", parameter.key(), in_quotes(text)),
            });
            let map = format!("{{{}: {{{}}}}}", rule.name(), entries.collect::<Vec<_>>().join(", "));
            // YAML gives the number of draws, a text the number of the draw.
            let read = expanded::<R>(&map).pop();
            prop_assert_eq!(read.as_ref().map(ToString::to_string), Some(printed), "{}", map);
            prop_assert_eq!(read, Some(made), "{}", map);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_rule_is_one_in_every_form(numbers in prop::collection::vec(any::<u32>(), 10)) {
            is_one_in_every_form::<Manipulation>(&numbers)?;
            is_one_in_every_form::<RunRule>(&numbers)?;
            is_one_in_every_form::<TopicSetRule>(&numbers)?;
        }
    }
}
