//! Significant pairs under changed judgments: those of the full judgments, less the misses, plus the false
//! alarms.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::exact::Ratio;
use super::super::expected::Expected;
use super::super::printed::Printed;
use super::Instance;
use super::select::{Fact, Roster, Select, collection, grouped, whole_number};
use rejudge_spec::yaml::{Spanned, YamlError};

/// For each condition and measure, `power` is (full - `misses` + `false-alarms`) / pairs, rounded.
///
/// `full` is the numerator printed in the row `full` of a table. With `mean-over`, misses and false alarms
/// are means over so many teams, that is whole numbers divided by it, and so is the power. Without,
/// they are whole numbers. No more pairs can be missed than were significant, and no more can be false
/// alarms than were not.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Significant {
    /// Power, misses and false alarms.
    cells: Select,
    /// The table whose row `full` holds the counts with the full judgments.
    full: Spanned<String>,
    /// How many runs are tested.
    runs: Fact,
    /// The teams over which misses and false alarms are averaged.
    #[serde(default)]
    mean_over: Option<Roster>,
}

/// The three cells that belong together, and what they are measured against.
struct Column<'e> {
    power: &'e PrintedCell,
    misses: &'e PrintedCell,
    false_alarms: &'e PrintedCell,
    full: &'e PrintedCell,
    runs: &'e PrintedCell,
    teams: i64,
}

impl Significant {
    pub(super) fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let groups = grouped(self.cells.cells(expected)?, |site| site.quantity = None);
        let mut instances = Vec::new();
        for (site, cells) in groups {
            let column = self.column(expected, &site, cells[0])?;
            let verdict = column.verdict();
            let given = vec![column.full, column.runs];
            instances.push(Instance::new(site, &column.power.at, cells, given, verdict));
        }
        Ok(instances)
    }

    fn column<'e>(
        &self,
        expected: &'e Expected,
        site: &Site,
        any: &PrintedCell,
    ) -> Result<Column<'e>, YamlError> {
        let find = |site: Site| {
            expected
                .at(&site)
                .ok_or_else(|| self.full.error(format!("{site} is not among the printed cells")))
        };
        let quantity = |name: &str| find(Site { quantity: Some(name.to_owned()), ..site.clone() });
        let full = Site {
            table: self.full.value.clone(),
            row: Some("full".to_owned()),
            quantity: Some("power".to_owned()),
            ..site.clone()
        };
        let teams = match &self.mean_over {
            Some(roster) => roster.rows(expected, collection(any))?.len(),
            None => 1,
        };
        Ok(Column {
            power: quantity("power")?,
            misses: quantity("misses")?,
            false_alarms: quantity("false-alarms")?,
            full: find(full)?,
            runs: self.runs.of(expected, collection(any))?,
            teams: i64::try_from(teams).unwrap_or(i64::MAX),
        })
    }
}

impl Column<'_> {
    fn verdict(&self) -> Result<(), String> {
        let Printed::Fraction { part: full, .. } = self.full.value else {
            return Err(format!("`{}` is not a number of significant pairs", self.full.text));
        };
        let runs = whole_number(self.runs)?;
        let pairs = runs * (runs - 1) / 2;
        let (misses, false_alarms) = (self.total(self.misses)?, self.total(self.false_alarms)?);
        let full_total = i128::from(full * self.teams);
        let rest = i128::from((pairs - full) * self.teams);
        if *misses.start() > full_total || *false_alarms.start() > rest {
            return Err(format!("more misses or false alarms than {full} and {} pairs allow", pairs - full));
        }
        let percent =
            self.power.value.percent().ok_or_else(|| format!("`{}` is not a percentage", self.power.text))?;
        let significant = full_total - misses.end() + false_alarms.start()
            ..=full_total - misses.start() + false_alarms.end();
        let share = |total: i128| Ratio::new(total * 100, i128::from(pairs * self.teams));
        if significant.clone().any(|total| percent.interval().contains(share(total))) {
            return Ok(());
        }
        let counted = share(*significant.start()).shown(percent.digits);
        Err(format!(
            "power is `{}`, but {full} - {} + {} of {pairs} pairs are {counted}%",
            self.power.text, self.misses.text, self.false_alarms.text
        ))
    }

    /// The totals over all teams that a printed mean may stand for.
    fn total(&self, cell: &PrintedCell) -> Result<std::ops::RangeInclusive<i128>, String> {
        if self.teams == 1 {
            whole_number(cell)?;
        }
        let interval = cell.value.interval().ok_or_else(|| format!("`{}` is not a number", cell.text))?;
        let totals = interval.multiples(self.teams);
        if totals.is_empty() || *totals.end() < 0 {
            return Err(format!("`{}` is not a mean over {} teams", cell.text, self.teams));
        }
        Ok(totals)
    }
}
