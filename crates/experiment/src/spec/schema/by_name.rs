//! The schema of rules that a registry names: manipulations of judgments, choices of runs, sets of topics.

use std::borrow::Cow;

use rejudge_pools::{Absent, Domain, Parameter, Rule};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::shapes::{list, only};
use crate::spec::sweep::Swept;

/// The entries of a registry: a rule without arguments by its name, any rule by a map from the name to its arguments.
pub struct ByName<R: ?Sized>(std::marker::PhantomData<R>);

impl<R: Rule> JsonSchema for ByName<R> {
    fn schema_name() -> Cow<'static, str> {
        R::KIND.into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut forms = Vec::new();
        for rule in R::all() {
            let (name, summary) = (rule.name(), rule.summary());
            let must = |parameter: &&Parameter| parameter.absent == Absent::Refused;
            let required: Vec<&str> = rule.parameters().iter().filter(must).map(Parameter::key).collect();
            if required.is_empty() {
                forms.push(json!({"description": summary, "const": name}));
            }
            if rule.parameters().is_empty() {
                continue;
            }
            let properties: Map<String, Value> = rule
                .parameters()
                .iter()
                .map(|parameter| (parameter.key().to_owned(), argument(parameter, generator)))
                .collect();
            let arguments = json!({
                "description": summary, "type": "object", "properties": properties, "required": required,
                "additionalProperties": false,
            });
            forms.push(only(name, &arguments));
        }
        forms.push(json!({"description": "A name with arguments: `pool-depth(depth=10)`", "type": "string", "pattern": r"^[a-z-]+\("}));
        json_schema!({"anyOf": forms})
    }
}

/// Returns the value of a parameter: one, or a sweep over several.
fn argument(parameter: &Parameter, generator: &mut SchemaGenerator) -> Value {
    let mut one = match parameter.domain {
        Domain::Positive | Domain::Draw => json!({"type": "integer", "minimum": 1}),
        Domain::Count => json!({"type": "integer", "minimum": 0}),
        Domain::Words(words) => {
            let words: Vec<Value> =
                words.iter().map(|(word, means)| json!({"const": word, "description": means})).collect();
            json!({"oneOf": words})
        }
        Domain::Teams | Domain::Topics => list(&json!({"type": "string"})),
        Domain::Judges => json!({"anyOf": [{"type": "string"}, list(&json!({"type": "string"}))]}),
        Domain::Team | Domain::Rate | Domain::Measure | Domain::File | Domain::Name => {
            json!({"type": "string"})
        }
    };
    if let Some(value) = parameter.absent.default() {
        one["default"] = value.parse::<u32>().map_or_else(|_| json!(value), |number| json!(number));
    }
    let sweep = generator.subschema_for::<Swept>().to_value();
    let swept = (!parameter.domain.takes_several()).then(|| list(&one));
    let mut forms = vec![one, sweep];
    forms.extend(swept);
    if parameter.absent != Absent::Refused {
        forms.push(json!({"type": "null"}));
    }
    json!({"description": parameter.meaning, "anyOf": forms})
}
