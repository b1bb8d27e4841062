//! `configs/labels/<id>.yaml`: how several assessors' labels become a relevance level, as written.
//!
//! ```yaml
//! id: stc13-chinese-unanimity         # behind `schema: labels/v1`
//! assessors: 3                         # or 1-4, or 2- for any number from 2
//! labels: {A: 2, B: 1, C: 0}           # a label's score; or, in its place, criteria and rules:
//! criteria: {fluent: [0, 1], context: [0, 1, 2]}
//! rules:                               # the first that matches
//!   - {when: {fluent: 1, context: [1, 2]}, score: 1}        # also {at-least: 1}, {at-most: 1}
//!   - {score: 0}
//! combine: sum                         # mean, {majority: {otherwise: median}} (or lowest, highest, mean,
//!                                      # a number), {unanimity: {strength: 0.2}},
//!                                      # {patterns: {scores: {AAAB: 3}, otherwise: 1}},
//!                                      # {favourites: {asker: {assessor: asker, best: best}}}
//! levels:                              # absent: each score that can come out is a level, and its gain
//!   - {level: 1, at-least: 2/3}        # gain: the level, unless said
//! ```

use rejudge_labels::{Asker, Assessors, Combination, Criterion, Definition, Ratio, Rule, Scoring, Threshold};
use schemars::JsonSchema;
use serde::Deserialize;

use super::experiment::Named;
use super::label_values::{ConditionWire, NumberWire, OtherwiseWire};
use super::schema;
use crate::yaml::{Node, OneOrMany, Spanned, YamlError};

/// A scheme file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(transform = schema::by_scoring)]
pub(super) struct LabelsWire {
    /// Always `labels/v1`.
    #[schemars(extend("const" = "labels/v1"))]
    pub schema: Spanned<String>,
    /// Its name, that of the file.
    pub id: Spanned<String>,
    /// What it is.
    #[serde(default)]
    pub title: String,
    /// How many assessors label an item: `3`, `1-4`, or `2-` for any number from 2.
    #[schemars(regex(pattern = "^[0-9]+(-[0-9]*)?$"))]
    assessors: Spanned<String>,
    /// The score of each label; or, in its place, `criteria` and `rules`.
    labels: Option<Named<NumberWire>>,
    /// What is asked of an item, and the answers to each question.
    criteria: Option<Named<OneOrMany<String>>>,
    /// The score of the answers: the first rule that matches.
    rules: Option<Vec<RuleWire>>,
    /// How the scores of several assessors become one.
    combine: Option<CombineWire>,
    /// From which score an item has a level; absent: each score that can come out is a level, and its gain.
    #[serde(default)]
    levels: Vec<ThresholdWire>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RuleWire {
    /// What it asks of the criteria; absent: nothing, so that it matches always.
    #[serde(default)]
    when: Named<ConditionWire>,
    /// What such an item is worth.
    score: NumberWire,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct ThresholdWire {
    /// The level.
    level: u8,
    /// The least score that has it: `2`, `0.5`, `2/3`.
    at_least: NumberWire,
    /// Its gain; absent: the level.
    gain: Option<NumberWire>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum CombineWire {
    /// Their sum.
    Sum,
    /// Their mean.
    Mean,
    /// The score that more than half of the assessors gave.
    Majority(MajorityWire),
    /// Their sum, and more the closer they agree.
    Unanimity(UnanimityWire),
    /// A score for each collection of labels.
    Patterns(PatternsWire),
    /// 1 for the items of a topic that some assessor rates highest, and for the choice of who asked; 0 for
    /// the others.
    Favourites(FavouritesWire),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MajorityWire {
    /// Where there is none: `lowest`, `highest`, `median`, `mean`, or a number.
    otherwise: OtherwiseWire,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UnanimityWire {
    /// How much agreement adds: p of the survey's Eq. 13.
    strength: NumberWire,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PatternsWire {
    /// The score of each pattern, such as `AAAB`.
    scores: Named<NumberWire>,
    /// That of any other pattern.
    otherwise: Option<NumberWire>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FavouritesWire {
    /// Who asked, and the label of the answer that they chose.
    asker: Option<AskerWire>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskerWire {
    /// Their name in the column `assessor`.
    assessor: String,
    /// The label of their choice.
    best: String,
}

/// What a file defines; errors that concern the whole point at `root`.
pub(super) fn definition(wire: LabelsWire, root: &Node) -> Result<Definition, YamlError> {
    let assessors = assessors(&wire.assessors)?;
    let numbers = |named: Named<NumberWire>| -> Vec<(String, Ratio)> {
        named.0.into_iter().map(|(name, NumberWire(number))| (name.value, number)).collect()
    };
    let scoring = match (wire.labels, wire.criteria, wire.rules) {
        (Some(labels), None, None) => Scoring::Labels(numbers(labels)),
        (None, Some(criteria), Some(rules)) => Scoring::Rules {
            criteria: criteria
                .0
                .into_iter()
                .map(|(name, values)| Criterion { name: name.value, values: values.0 })
                .collect(),
            rules: rules.into_iter().map(rule).collect(),
        },
        _ => {
            return Err(YamlError::at(
                root,
                "either `labels`, or `criteria` with `rules`, says what a label is worth",
            ));
        }
    };
    let combination = match wire.combine {
        Some(combine) => combination(combine, numbers),
        None if assessors == (Assessors { at_least: 1, at_most: Some(1) }) => Combination::Sum,
        None => {
            return Err(YamlError::at(root, "the key `combine` is missing: there may be several assessors"));
        }
    };
    let threshold = |wire: ThresholdWire| Threshold {
        at_least: wire.at_least.0,
        level: wire.level,
        gain: wire.gain.map(|NumberWire(gain)| gain),
    };
    let levels = wire.levels.into_iter().map(threshold).collect();
    Ok(Definition { assessors, scoring, combination, levels })
}

fn rule(wire: RuleWire) -> Rule {
    let conditions = wire.when.0.into_iter();
    Rule {
        when: conditions.map(|(name, ConditionWire(condition))| (name.value, condition)).collect(),
        score: wire.score.0,
    }
}

fn combination(
    wire: CombineWire,
    numbers: impl Fn(Named<NumberWire>) -> Vec<(String, Ratio)>,
) -> Combination {
    match wire {
        CombineWire::Sum => Combination::Sum,
        CombineWire::Mean => Combination::Mean,
        CombineWire::Majority(wire) => Combination::Majority { otherwise: wire.otherwise.0 },
        CombineWire::Unanimity(wire) => Combination::Unanimity { strength: wire.strength.0 },
        CombineWire::Patterns(wire) => Combination::Patterns {
            scores: numbers(wire.scores),
            otherwise: wire.otherwise.map(|NumberWire(score)| score),
        },
        CombineWire::Favourites(wire) => Combination::Favourites {
            asker: wire.asker.map(|AskerWire { assessor, best }| Asker { assessor, best }),
        },
    }
}

/// `3`, `1-4` or `2-`.
fn assessors(text: &Spanned<String>) -> Result<Assessors, YamlError> {
    let wrong =
        || text.error(format!("found `{}`, expected a number (`3`), a range (`1-4`) or `2-`", text.value));
    let number = |part: &str| part.parse().map_err(|_| wrong());
    let (at_least, at_most) = match text.value.split_once('-') {
        None => (number(&text.value)?, Some(number(&text.value)?)),
        Some((least, "")) => (number(least)?, None),
        Some((least, most)) => (number(least)?, Some(number(most)?)),
    };
    Ok(Assessors { at_least, at_most })
}
