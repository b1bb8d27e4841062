//! What the running text calls a row is the label of one.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::Site;
use super::super::expected::Expected;
use super::Instance;
use super::select::rows_of;
use rejudge_spec::yaml::{Spanned, YamlError};

/// Each name of the text is a part of the label of a row of the table; parts stand between commas.
///
/// Binds no cell: labels are none. The site of a name is `text`, its section and the name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Named {
    /// The table with the rows.
    table: String,
    /// What the text calls them.
    names: Vec<Name>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Name {
    /// Section of the paper.
    section: String,
    /// The name in the text.
    says: Spanned<String>,
}

impl Named {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let instance = |name: &Name| {
            let says = &name.says.value;
            let is_there = rows_of(expected, &self.table, None)
                .any(|row| row.label.split(',').any(|part| part.trim() == says));
            let verdict = match is_there {
                true => Ok(()),
                false => {
                    Err(format!("section {} says `{says}`, no row of {} does", name.section, self.table))
                }
            };
            let at = name.says.at.as_ref().ok_or_else(|| name.says.error("a name without a place"))?;
            Ok(Instance::new(Site::of_text(&name.section, says), at, Vec::new(), Vec::new(), verdict))
        };
        self.names.iter().map(instance).collect()
    }
}
