//! `expected.yaml`: the printed tables of a paper, with its errata and the conditions of a check.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, PrintedCell, PrintedRow, Site};
use super::errata::Erratum;
use super::gate::Gate;
use super::official::{Official, OfficialWire};
use super::outcome::CheckOutcome;
use super::real_draws::RealDraws;
use super::table::PrintedTableWire;
use crate::spec::Named;
use crate::spec::yaml::{self, Node, Source, Spanned, YamlError, from_node};

/// The printed tables of a paper, with its errata and the conditions of a check.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expected {
    /// Always `expected/v1`.
    #[schemars(extend("const" = "expected/v1"))]
    schema: Spanned<String>,
    /// The folder of the experiment under `experiments/`.
    pub experiment: String,
    /// The paper's tables, or panels of tables (`table-8/trec03`).
    #[serde(default)]
    #[schemars(with = "Named<PrintedTableWire>")]
    tables: Named<Node>,
    /// The numbers in the paper's running text.
    #[serde(default)]
    #[schemars(with = "Named<PrintedTableWire>")]
    text: Named<Node>,
    /// The places where the paper is wrong.
    #[serde(default)]
    pub known_errata: Vec<Erratum>,
    /// Cells that do not follow from runs and judgments, such as the size of the document collection.
    #[serde(default)]
    pub not_in_data: Vec<NotInData>,
    /// Cells to which constants of the simulated collections were fitted, so that they are not evidence for these
    /// collections. Parts of an address that are not given match everything.
    #[serde(default)]
    pub fitted: Vec<Site>,
    /// Files of numbers that the makers of a collection printed for its real runs. They are not cells.
    #[serde(default, rename = "official")]
    files: BTreeMap<String, OfficialWire>,
    /// The verdict on each claim of the experiment, by claim and collection, with the number of draws in which the claim
    /// holds: `holds 193/200`, or `not-evaluable`.
    #[serde(default)]
    pub recorded: BTreeMap<String, BTreeMap<String, Spanned<String>>>,
    /// Cells that are shown beside draws of real runs, which another experiment computes.
    #[serde(default)]
    pub real_draws: Vec<RealDraws>,
    /// The conditions under which a check fails.
    #[serde(default)]
    pub gate: Gate,
    /// Every printed quantity of the paper's tables and text, in the order of the file. `in_text` marks numbers of the
    /// text.
    #[serde(skip)]
    pub cells: Vec<PrintedCell>,
    /// The numbers that the makers of collections printed for their real runs, which are not in `cells`.
    #[serde(skip)]
    pub official: Vec<Official>,
    /// The cells that are empty or contain only a dash. They are not compared.
    #[serde(skip)]
    pub blanks: Vec<PrintedCell>,
    /// The numbers in the headings of panels, which are not cells.
    #[serde(skip)]
    pub headings: Vec<PrintedCell>,
    /// The paper's captions, by table. Reports show a caption if the experiment has no table of that name.
    #[serde(skip)]
    pub captions: BTreeMap<String, String>,
    /// Every transcribed line.
    #[serde(skip)]
    pub rows: Vec<PrintedRow>,
}

/// A row of a table whose numbers do not follow from runs and judgments.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NotInData {
    /// The table.
    pub table: String,
    /// The row.
    pub row: String,
    /// The reason.
    pub reason: String,
}

impl Expected {
    /// Returns the expectations of an experiment without expected.yaml: results must exist, and golden numbers must be
    /// unchanged.
    pub fn without_file(experiment: &str) -> Self {
        let gate = Gate { fail_on: vec![CheckOutcome::NotComputed], ..Gate::default() };
        Self { experiment: experiment.to_owned(), gate, ..Self::default() }
    }

    /// Returns true if no number and no verdict is expected.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.official.is_empty() && self.recorded.is_empty()
    }

    /// Reads the file at `path`.
    pub fn load(path: &Path) -> Result<Self, YamlError> {
        Self::from_root(&yaml::read(path)?)
    }

    /// Reads the text of a file.
    pub fn parse(source: Source) -> Result<Self, YamlError> {
        Self::from_root(&yaml::parse(source)?)
    }

    fn from_root(root: &Node) -> Result<Self, YamlError> {
        let mut expected: Self = from_node(root)?;
        if expected.schema.value != "expected/v1" {
            let message = format!("unknown schema `{}`, expected `expected/v1`", expected.schema.value);
            return Err(expected.schema.error(message));
        }
        let files = std::mem::take(&mut expected.files).into_iter();
        expected.official = files.map(|(key, wire)| Official::new(&key, wire)).collect::<Result<_, _>>()?;
        let mut first_lines = BTreeMap::new();
        let tables =
            [(std::mem::take(&mut expected.tables), false), (std::mem::take(&mut expected.text), true)];
        for (Named(tables), in_text) in tables {
            for (key, table) in tables {
                expected.add(&key, &table, in_text, &mut first_lines)?;
            }
        }
        expected.apply_errata()?;
        for RealDraws { cells, .. } in &expected.real_draws {
            if !expected.cells.iter().any(|cell| cells.value.contains(&cell.address)) {
                return Err(cells.error("`real-draws`: no cell is printed there"));
            }
        }
        Ok(expected)
    }

    /// Returns the draws of real runs that are shown beside a printed cell.
    pub fn real_draws_of(&self, address: &Address) -> Option<&RealDraws> {
        self.real_draws.iter().find(|draws| draws.cells.value.contains(address))
    }

    /// Reads the numbers that makers of collections printed. `folder` returns a collection's folder, if it is available.
    pub fn read_official(&mut self, folder: &dyn Fn(&str) -> Option<PathBuf>) -> Result<(), YamlError> {
        for official in &mut self.official {
            if let Some(folder) = folder(&official.collection) {
                official.read(&folder)?;
            }
        }
        Ok(())
    }

    /// Sets the correct value (`should_be`) of each cell for which an erratum gives one.
    fn apply_errata(&mut self) -> Result<(), YamlError> {
        for erratum in &self.known_errata {
            for printed in erratum.printed.iter().map(|printed| &printed.value) {
                if let Some(cell) = self.cells.iter_mut().find(|cell| cell.address == printed.cell)
                    && let Some(should_be) = erratum.should_be(printed, cell)?
                {
                    cell.should_be = Some(should_be);
                }
            }
        }
        Ok(())
    }

    /// Returns the text printed at `address`, including blanks and numbers of headings.
    pub fn text_at(&self, address: &Address) -> Option<&str> {
        let texts = self.cells.iter().chain(&self.blanks).chain(&self.headings);
        texts.into_iter().find(|cell| cell.address == *address).map(|cell| cell.text.as_str())
    }

    /// Returns true if the cell does not follow from runs and judgments.
    pub fn not_in_data(&self, address: &Address) -> bool {
        self.not_in_data.iter().any(|row| row.table == address.table && row.row == address.row)
    }

    /// Returns true if constants of the twins were fitted to the cell.
    pub fn is_fitted(&self, address: &Address) -> bool {
        self.fitted.iter().any(|site| site.contains(address))
    }
}
