//! The file with the labels of another judge, such as a model, in addition to a collection's judgments by people.

use std::path::PathBuf;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use crate::descriptor::checksums::Sum;
use crate::descriptor::qrels_format::Labels;

/// A file of labels (`topic iteration document label`), and rules for reading them. Without rules, the path is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, remote = "Self")]
#[schemars(transform = or_path)]
pub struct JudgeFile {
    /// The file.
    pub file: PathBuf,
    /// Only lines with this text in the second column, the iteration, count. Some tracks write the round of judging there.
    /// Absent: all lines count.
    pub iteration: Option<String>,
    /// The scale of the labels.
    #[serde(default)]
    pub labels: LabelKind,
    /// The highest label, if labels are levels; absent: the highest level of people's judgments. A label above it or below 0
    /// is outside the scale.
    pub highest: Option<u8>,
    /// Label as written -> level, for a judge with another scale. Any other label is outside the scale.
    #[serde(default)]
    pub levels: Labels,
    /// The treatment of a pair of topic and document with several labels.
    #[serde(default)]
    pub repeated: Repeated,
    /// The treatment of a label outside the scale.
    #[serde(default)]
    pub outside: Outside,
    /// True if people gave the labels, for example in a later round. Captions then do not say
    /// that the labels are one pass of a judge.
    #[serde(default)]
    pub people: bool,
    /// SHA-256 of the contents, in hexadecimal.
    pub sha256: Option<Sum>,
}

/// The scale of labels, or of people's grades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LabelKind {
    /// Whole numbers. Fractions are rounded in qrels, and refused in a judge's labels.
    #[default]
    Levels,
    /// The gains of documents, which may be fractions. A document with a gain above 0 is relevant.
    Gains,
}

/// The treatment of a pair of topic and document with several labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repeated {
    /// The file is refused if the labels of a pair differ.
    #[default]
    Refuse,
    /// The first label counts.
    First,
    /// The last label counts.
    Last,
    /// The mean of the labels counts. If labels are levels, it is rounded to the nearest level, halves up.
    Mean,
    /// Each label counts: the first labels of all pairs are the judge's first pass, the second ones its second, and so
    /// on. A pass is a draw of an experiment. The pair with the fewest labels decides how many passes there are; later
    /// labels are left out.
    Each,
}

/// The treatment of a label outside the scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outside {
    /// The file is refused.
    #[default]
    Refuse,
    /// The label becomes the nearest end of the scale. Not allowed with `levels`, which has no ends.
    Clamp,
    /// The label is left out, and so is a label that is not a number, such as `NaN` for a failed answer. A pair without any
    /// other label is unjudged.
    Drop,
}

impl JudgeFile {
    /// Describes a file of levels. Reading it returns an error if a label is outside the scale, or the labels of a pair
    /// differ.
    pub fn new(file: PathBuf) -> Self {
        Self { file, ..Self::default() }
    }

    /// Returns true if a judge may have this name: letters, digits, `.`, `_` and `-`, but not `all`.
    pub fn is_name(name: &str) -> bool {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !name.is_empty() && name != "all" && name.chars().all(is_allowed)
    }

    /// Returns the options that differ from the defaults, as keys of the description with their values.
    pub fn options(&self) -> Map<String, Value> {
        fn changed<T: Serialize + Default + PartialEq>(value: &T) -> Option<Value> {
            (*value != T::default()).then(|| json!(value))
        }
        let options = [
            ("labels", changed(&self.labels)),
            ("repeated", changed(&self.repeated)),
            ("outside", changed(&self.outside)),
            ("highest", changed(&self.highest)),
            ("iteration", changed(&self.iteration)),
            ("levels", changed(&self.levels)),
            ("people", changed(&self.people)),
        ];
        options.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }

    /// Returns the rules that change the labels, as a text for cache keys. The key `people` is left out, because it
    /// does not change a label.
    pub fn rules(&self) -> String {
        let rules = self.options().into_iter().filter(|(key, _)| key != "people");
        let rules = rules.map(|(key, value)| match value {
            Value::String(word) => format!("{key} {word}"),
            value => format!("{key} {value}"),
        });
        rules.collect::<Vec<_>>().join(", ")
    }

    /// Returns a message about the first option that is invalid or contradicts another option, or `None` if
    /// there is none.
    pub fn contradiction(&self) -> Option<&'static str> {
        if self.iteration.as_deref().is_some_and(|iteration| iteration.trim().is_empty()) {
            return Some(
                "no line has an empty `iteration`: name the iteration to read, or leave out the key to read all lines",
            );
        }
        if self.labels == LabelKind::Gains && (self.highest.is_some() || !self.levels.is_empty()) {
            return Some("`highest` and `levels` apply to labels that are levels, but these are gains");
        }
        if self.highest.is_some() && !self.levels.is_empty() {
            return Some("`highest` has no effect, because `levels` lists all labels");
        }
        if self.outside == Outside::Clamp && !self.levels.is_empty() {
            return Some(
                "`outside: clamp` is not possible with `levels`, because a label that is not listed has no nearest end of the scale",
            );
        }
        None
    }
}

/// Allows a path instead of the object in the schema.
fn or_path(schema: &mut schemars::Schema) {
    let object = std::mem::take(schema.ensure_object());
    let path = serde_json::json!({"description": "The file", "type": "string"});
    schema.insert("anyOf".to_owned(), serde_json::json!([path, object]));
}

/// Parses a path, with or without keys and values after it: `labels.txt`, or `labels.txt,repeated=last,labels=gains`.
impl FromStr for JudgeFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let mut map = Map::new();
        map.insert("file".to_owned(), parts.next().unwrap_or_default().into());
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| {
                format!("found `{part}`, expected a key and a value after the file, such as `repeated=last`")
            })?;
            if key == "levels" {
                let message =
                    "`levels` is a map of labels to levels, which only a description in YAML can have";
                return Err(message.to_owned());
            }
            let typed = match key {
                "highest" => value.parse::<u8>().ok().map(Value::from),
                "people" => value.parse::<bool>().ok().map(Value::from),
                _ => None,
            };
            if map.insert(key.to_owned(), typed.unwrap_or_else(|| value.into())).is_some() {
                return Err(format!("duplicate key `{key}`"));
            }
        }
        let judge: Self = serde_json::from_value(map.into()).map_err(|error| error.to_string())?;
        judge.contradiction().map_or(Ok(judge), |reason| Err(reason.to_owned()))
    }
}

impl<'de> Deserialize<'de> for JudgeFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PathOrObject;
        impl<'de> serde::de::Visitor<'de> for PathOrObject {
            type Value = JudgeFile;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a path, or {file: .., repeated: .., outside: ..}")
            }

            fn visit_str<E: serde::de::Error>(self, path: &str) -> Result<JudgeFile, E> {
                Ok(JudgeFile::new(PathBuf::from(path)))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<JudgeFile, A::Error> {
                // Because of `remote = "Self"`, this calls the derived function, not the trait method that we are in.
                JudgeFile::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_any(PathOrObject)
    }
}
