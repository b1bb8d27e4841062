//! `expected.yaml`: the printed tables of a paper and the known facts about them.

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

/// The printed tables of a paper, and what is known about them
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expected {
    /// Always `expected/v1`.
    #[schemars(extend("const" = "expected/v1"))]
    schema: Spanned<String>,
    /// Folder of the experiment under `experiments/`.
    pub experiment: String,
    /// The paper's tables, or panels of them (`table-8/trec03`).
    #[serde(default)]
    #[schemars(with = "Named<PrintedTableWire>")]
    tables: Named<Node>,
    /// Numbers of its running text.
    #[serde(default)]
    #[schemars(with = "Named<PrintedTableWire>")]
    text: Named<Node>,
    /// The places at which the paper is known to be wrong.
    #[serde(default)]
    pub known_errata: Vec<Erratum>,
    /// Cells that no runs and judgments tell, such as the size of the document collection.
    #[serde(default)]
    pub not_in_data: Vec<NotInData>,
    /// Cells that constants of the simulated collections were fitted to, so that they are no evidence for these; parts
    /// of an address that are not given match everything.
    #[serde(default)]
    pub fitted: Vec<Site>,
    /// Numbers that the makers of a collection printed of its real runs (`table/collection`); they are not cells.
    #[serde(default, rename = "official")]
    files: BTreeMap<String, OfficialWire>,
    /// The verdict on each claim of the experiment, by claim and collection, with the draws in which it holds: `holds
    /// 193/200`, or `not-evaluable`.
    #[serde(default)]
    pub recorded: BTreeMap<String, BTreeMap<String, Spanned<String>>>,
    /// Cells that are shown with draws of real runs, which another experiment computes.
    #[serde(default)]
    pub real_draws: Vec<RealDraws>,
    /// When a check fails.
    #[serde(default)]
    pub gate: Gate,
    /// Every printed quantity of the paper's tables and, marked as such, of its text, in the order of the
    /// file.
    #[serde(skip)]
    pub cells: Vec<PrintedCell>,
    /// Numbers that the makers of collections printed for their real runs; they are not included in `cells`.
    #[serde(skip)]
    pub official: Vec<Official>,
    /// Cells that hold a dash: never compared.
    #[serde(skip)]
    pub blanks: Vec<PrintedCell>,
    /// Numbers in the headings of panels; they are not cells.
    #[serde(skip)]
    pub headings: Vec<PrintedCell>,
    /// The captions of tables that only the paper has.
    #[serde(skip)]
    pub captions: BTreeMap<String, String>,
    /// Every transcribed line.
    #[serde(skip)]
    pub rows: Vec<PrintedRow>,
}

/// A row of a table whose numbers no runs and judgments tell.
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
    /// Expected values of an experiment without any: its results must exist, and accepted numbers must be unchanged.
    pub fn none(experiment: &str) -> Self {
        let gate = Gate { fail_on: vec![CheckOutcome::NotComputed], ..Gate::default() };
        Self { experiment: experiment.to_owned(), gate, ..Self::default() }
    }

    /// Returns true if there are no expectations of the numbers.
    pub fn is_nothing(&self) -> bool {
        self.rows.is_empty() && self.official.is_empty() && self.recorded.is_empty()
    }

    /// Reads the file at `path`.
    pub fn load(path: &Path) -> Result<Self, YamlError> {
        Self::from_root(&yaml::read(path)?)
    }

    /// Reads a text, for instance one with a changed digit.
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
        expected.official = files.map(|(key, of)| Official::new(&key, of)).collect::<Result<_, _>>()?;
        let mut known = BTreeMap::new();
        let tables =
            [(std::mem::take(&mut expected.tables), false), (std::mem::take(&mut expected.text), true)];
        for (Named(tables), in_text) in tables {
            for (key, table) in tables {
                expected.add(&key, &table, in_text, &mut known)?;
            }
        }
        expected.correct()?;
        let is_empty =
            |of: &&RealDraws| !expected.cells.iter().any(|cell| of.cells.value.holds(&cell.address));
        if let Some(of) = expected.real_draws.iter().find(is_empty) {
            return Err(of.cells.error("`real-draws`: no cell is printed there"));
        }
        Ok(expected)
    }

    /// The draws of real runs that are shown beside a printed cell.
    pub fn real_draws_of(&self, address: &Address) -> Option<&RealDraws> {
        self.real_draws.iter().find(|of| of.cells.value.holds(address))
    }

    /// Reads the numbers that makers of collections printed, if `folder` returns the folder of the collection.
    pub fn read_official(&mut self, folder: &dyn Fn(&str) -> Option<PathBuf>) -> Result<(), YamlError> {
        for official in &mut self.official {
            if let Some(folder) = folder(&official.collection) {
                official.read(&folder)?;
            }
        }
        Ok(())
    }

    /// Gives the mistaken cells their correct values.
    fn correct(&mut self) -> Result<(), YamlError> {
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
        let all = self.cells.iter().chain(&self.blanks).chain(&self.headings);
        all.into_iter().find(|cell| cell.address == *address).map(|cell| cell.text.as_str())
    }

    /// Returns true if no runs and judgments tell the cell.
    pub fn not_in_data(&self, address: &Address) -> bool {
        self.not_in_data.iter().any(|row| row.table == address.table && row.row == address.row)
    }

    /// Returns true if constants of the twins were fitted to the cell.
    pub fn is_fitted(&self, address: &Address) -> bool {
        self.fitted.iter().any(|site| site.holds(address))
    }
}
