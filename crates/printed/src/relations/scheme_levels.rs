//! A printed number of levels follows from a scheme of label consolidation.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::Site;
use super::super::expected::Expected;
use super::{Holds, Instance};
use rejudge_labels::find_scheme;
use rejudge_spec::yaml::{Spanned, YamlError};
use rejudge_spec::{Task, Tasks};

/// Of each named task the numbers in its printed levels are those that its schemes make, level 0 included.
/// The schemes say what the paper's text says of assessors and labels, so that the number is computed again.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SchemeLevels {
    /// The file of tasks.
    file: Spanned<String>,
    /// The folder of the schemes.
    schemes: Spanned<String>,
    /// Ids of the tasks.
    tasks: Vec<Spanned<String>>,
}

impl Holds for SchemeLevels {
    const RECOMPUTES: bool = true;

    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let tasks = Tasks::load(&self.file)?;
        self.tasks.iter().map(|name| self.instance(expected, &tasks, name)).collect()
    }
}

impl SchemeLevels {
    fn instance<'e>(
        &self,
        expected: &'e Expected,
        tasks: &Tasks,
        name: &Spanned<String>,
    ) -> Result<Instance<'e>, YamlError> {
        let Some((table, task)) = tasks.all().find(|(_, task)| task.id.value == name.value) else {
            let error = name.error(format!("there is no task `{}`", name.value));
            return Err(error.suggesting(&name.value, tasks.all().map(|(_, task)| task.id.value.as_str())));
        };
        let site = Site {
            table: table.to_owned(),
            row: Some(task.id.value.clone()),
            column: Some("levels".to_owned()),
            ..Site::default()
        };
        let cell =
            expected.at(&site).ok_or_else(|| name.error(format!("{site} is not among the printed cells")))?;
        let made = self.levels_of(task)?;
        let words = cell.text.split(|c: char| !c.is_ascii_digit());
        let mut printed: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
        printed.sort_unstable();
        let verdict = match printed == made {
            true => Ok(()),
            false => {
                let made: Vec<String> = made.iter().map(usize::to_string).collect();
                Err(format!("`{}` is printed, the schemes make {} levels", cell.text, made.join(", ")))
            }
        };
        Ok(Instance::new(site, &cell.at, vec![cell], Vec::new(), verdict))
    }

    /// The numbers of levels that the schemes of a task make, each once, ascending.
    fn levels_of(&self, task: &Task) -> Result<Vec<usize>, YamlError> {
        let folder = self.schemes.path();
        let schemes = task.labels.iter().flat_map(|labels| &labels.0);
        let levels = schemes.map(|name| {
            let scheme = find_scheme(&name.value, &folder).map_err(|e| name.error(e.to_string()))?;
            Ok(scheme.gains().len() + 1)
        });
        let mut levels = levels.collect::<Result<Vec<usize>, YamlError>>()?;
        levels.sort_unstable();
        levels.dedup();
        Ok(levels)
    }
}
