//! `expected.yaml`: the printed tables of a paper and what is known about them.
//!
//! The structs named `Wire..` mirror the file; [`Expected`] is what the checks work on.
//!
//! Longer than other files: the fields are resolved in one walk, in the order in which they lean on each
//! other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, PrintedCell, PrintedRow, Role, Site};
use super::errata::Erratum;
use super::gate::{FailOn, Gate};
use super::official::{Official, OfficialWire};
use super::placed_number::PlacedNumber;
use super::printed::Printed;
use super::real_draws::RealDraws;
use super::relations::Relation;
use super::table::{PrintedTable, Section};
use rejudge_spec::yaml::{self, Node, Source, Spanned, Value, YamlError, from_node};

/// The printed tables of one paper.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Folder of the experiment under `experiments/`.
    pub experiment: String,
    /// Every printed quantity of the paper's tables and, marked as such, of its text, in the order of the
    /// file.
    pub cells: Vec<PrintedCell>,
    /// Cells that hold a dash: never compared.
    pub blanks: Vec<PrintedCell>,
    /// Cells of other papers that relations need.
    pub quoted: Vec<PrintedCell>,
    /// Numbers of other papers that are placed in a distribution of ours; they are no cells.
    pub placed: Vec<PlacedNumber>,
    /// Numbers in the headings of panels; they are no cells.
    pub headings: Vec<PrintedCell>,
    /// Every transcribed line, quoted ones included.
    pub rows: Vec<PrintedRow>,
    /// What the cells say of each other.
    pub relations: Vec<Relation>,
    /// Where they are known to contradict each other.
    pub known_errata: Vec<Erratum>,
    /// Cells that no runs and judgments tell, such as the size of the document collection.
    pub not_in_data: Vec<NotInData>,
    /// Cells that constants of the twins were fitted to: they are no evidence for the twins.
    pub fitted: Vec<Site>,
    /// Numbers that the makers of collections printed of their real runs; they are none of `cells`.
    pub official: Vec<Official>,
    /// Cells beside which draws of real runs are shown.
    pub real_draws: Vec<RealDraws>,
    /// When a check fails.
    pub gate: Gate,
    /// In how many draws each claim of the experiment was found to hold, by claim and collection: `7/8`, or
    /// `not-evaluable`.
    pub recorded: BTreeMap<String, BTreeMap<String, Spanned<String>>>,
    index: BTreeMap<Site, SiteEntry>,
    of_table: BTreeMap<String, Vec<SiteEntry>>,
}

/// Where a site is kept.
#[derive(Clone, Copy, Debug)]
enum SiteEntry {
    Cell(usize),
    Blank(usize),
    Quoted(usize),
    Heading(usize),
}

/// The sections of the file but its tables, as written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Wire {
    /// Always `expected/v1`.
    #[schemars(extend("const" = "expected/v1"))]
    schema: Spanned<String>,
    /// Folder of the experiment under `experiments/`.
    experiment: String,
    /// What the cells say of each other.
    #[serde(default)]
    relations: Vec<Relation>,
    /// Where they are known to contradict each other.
    #[serde(default)]
    known_errata: Vec<Erratum>,
    /// Cells that no runs and judgments tell, such as the size of the document collection.
    #[serde(default)]
    not_in_data: Vec<NotInData>,
    /// Cells that constants of the twins were fitted to, so that they are no evidence for the twins; what is
    /// not named of an address is all of it.
    #[serde(default)]
    fitted: Vec<Site>,
    /// Numbers that the makers of a collection printed of its real runs (`table/collection`).
    #[serde(default)]
    official: BTreeMap<String, OfficialWire>,
    /// In how many draws each claim of the experiment was found to hold, by claim and collection: `7/8`, or
    /// `not-evaluable`.
    #[serde(default)]
    recorded: BTreeMap<String, BTreeMap<String, Spanned<String>>>,
    /// Cells beside which draws of real runs are shown, which another experiment computes.
    #[serde(default)]
    real_draws: Vec<RealDraws>,
    /// When a check fails.
    #[serde(default)]
    gate: Gate,
}

/// A row of a table whose numbers no runs and judgments tell.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NotInData {
    /// The table.
    pub table: String,
    /// The row.
    pub row: String,
    /// Why.
    pub reason: String,
}

impl Expected {
    /// Those of an experiment that has none: its results must be there, and accepted numbers must be as
    /// they were.
    pub fn none(experiment: &str) -> Self {
        let gate = Gate { fail_on: vec![FailOn::NotComputed], ..Gate::default() };
        Self {
            experiment: experiment.to_owned(),
            cells: Vec::new(),
            blanks: Vec::new(),
            quoted: Vec::new(),
            placed: Vec::new(),
            headings: Vec::new(),
            rows: Vec::new(),
            relations: Vec::new(),
            known_errata: Vec::new(),
            not_in_data: Vec::new(),
            fitted: Vec::new(),
            official: Vec::new(),
            real_draws: Vec::new(),
            gate,
            recorded: BTreeMap::new(),
            index: BTreeMap::new(),
            of_table: BTreeMap::new(),
        }
    }

    /// Whether nothing is expected of the numbers.
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
        let Value::Map(entries) = &root.value else {
            return Err(YamlError::at(root, "expected values are a map, `schema: expected/v1` and so on"));
        };
        // Tables are kept apart because the place of their keys is needed.
        let apart =
            |(key, _): &&(Node, Node)| matches!(key.text(), Some("tables" | "text" | "quoted" | "placed"));
        let rest = entries.iter().filter(|entry| !apart(entry)).cloned().collect();
        let wire: Wire = from_node(&Node { value: Value::Map(rest), at: root.at.clone() })?;
        if wire.schema.value != "expected/v1" {
            return Err(wire
                .schema
                .error(format!("unknown schema `{}`, expected `expected/v1`", wire.schema.value)));
        }
        if let Some(fault) = wire.relations.iter().find_map(Relation::fault) {
            return Err(fault);
        }
        let mut expected = Self {
            relations: wire.relations,
            known_errata: wire.known_errata,
            not_in_data: wire.not_in_data,
            fitted: wire.fitted,
            official: wire
                .official
                .into_iter()
                .map(|(key, of)| Official::new(&key, of))
                .collect::<Result<_, _>>()?,
            real_draws: wire.real_draws,
            gate: wire.gate,
            recorded: wire.recorded,
            ..Self::none(&wire.experiment)
        };
        for (name, section) in [
            ("tables", Section::Tables),
            ("text", Section::Text),
            ("quoted", Section::Quoted),
            ("placed", Section::Placed),
        ] {
            match root.get(name).map(|node| &node.value) {
                Some(Value::Map(tables)) => {
                    for (key, table) in tables {
                        expected.add(PrintedTable::read(key, table, section)?, section)?;
                    }
                }
                Some(_) => return Err(YamlError::at(root, format!("`{name}` must be a map of tables"))),
                None => {}
            }
        }
        expected.correct()?;
        let is_empty = |of: &&RealDraws| !expected.cells.iter().any(|cell| of.cells.holds(&cell.address));
        if let Some(of) = expected.real_draws.iter().find(is_empty) {
            return Err(of.experiment.error(format!("`real-draws`: no cell is printed at {}", of.cells)));
        }
        Ok(expected)
    }

    /// The printed cells beside which draws of real runs are shown, each with these draws.
    pub fn drawn(&self) -> impl Iterator<Item = (&PrintedCell, &RealDraws)> {
        let draws = |address: &Address| self.real_draws.iter().find(|of| of.cells.holds(address));
        self.cells.iter().filter_map(move |cell| Some((cell, draws(&cell.address)?)))
    }

    /// Reads the numbers that makers of collections printed, where `folder` knows where the collection is.
    pub fn read_official(&mut self, folder: &dyn Fn(&str) -> Option<PathBuf>) -> Result<(), YamlError> {
        for official in &mut self.official {
            if let Some(folder) = folder(&official.collection) {
                official.read(&folder, &mut self.rows)?;
            }
        }
        Ok(())
    }

    /// Tells the mistaken cells what they should say. One that is not printed makes its erratum stale,
    /// which is noted when errata are attached.
    fn correct(&mut self) -> Result<(), YamlError> {
        for erratum in &self.known_errata {
            for printed in erratum.printed.iter().map(|printed| &printed.value) {
                if let Some(SiteEntry::Cell(at)) = self.index.get(&Site::from(&printed.cell)) {
                    let cell = &mut self.cells[*at];
                    if let Some(should_be) = erratum.should_be(printed, cell)? {
                        cell.should_be = Some(should_be);
                    }
                }
            }
        }
        Ok(())
    }

    /// The cell, blank, quoted cell or heading at `site`.
    pub fn at(&self, site: &Site) -> Option<&PrintedCell> {
        self.index.get(site).map(|place| self.kept(*place))
    }

    fn kept(&self, place: SiteEntry) -> &PrintedCell {
        match place {
            SiteEntry::Cell(i) => &self.cells[i],
            SiteEntry::Blank(i) => &self.blanks[i],
            SiteEntry::Quoted(i) => &self.quoted[i],
            SiteEntry::Heading(i) => &self.headings[i],
        }
    }

    /// The tables, quoted ones included.
    pub(super) fn tables(&self) -> impl Iterator<Item = &str> {
        self.of_table.keys().map(String::as_str)
    }

    /// The cells of a table, quoted ones included, in the order of the file; neither blanks nor headings.
    pub(super) fn of_table(&self, table: &str) -> impl Iterator<Item = &PrintedCell> {
        let places = self.of_table.get(table).into_iter().flatten();
        places
            .filter(|place| !matches!(place, SiteEntry::Blank(_) | SiteEntry::Heading(_)))
            .map(|place| self.kept(*place))
    }

    /// The numbers in the headings of a table.
    pub(super) fn headings_of(&self, table: &str) -> impl Iterator<Item = &PrintedCell> {
        self.headings.iter().filter(move |heading| heading.address.table == table)
    }

    /// Whether no runs and judgments tell the cell.
    pub fn not_in_data(&self, address: &Address) -> bool {
        self.not_in_data.iter().any(|row| row.table == address.table && row.row == address.row)
    }

    /// Whether constants of the twins were fitted to the cell.
    pub fn is_fitted(&self, address: &Address) -> bool {
        self.fitted.iter().any(|site| site.holds(address))
    }

    /// The marks behind the label of a row, as printed (`*†`); empty without any.
    pub fn marks(&self, table: &str, panel: Option<&str>, row: &str) -> &str {
        let found = self.rows.iter().find(|line| {
            line.role == Role::Cells
                && line.table == table
                && line.panel.as_deref() == panel
                && line.label == row
        });
        found.map_or("", |line| line.flags.as_str())
    }

    /// The cell at `address`, as [`Expected::at`].
    pub fn cell(&self, address: &Address) -> Option<&PrintedCell> {
        self.at(&Site::from(address))
    }

    /// Whether `cell` is one of the paper's own printed quantities.
    pub fn is_own(&self, cell: &PrintedCell) -> bool {
        matches!(self.index.get(&Site::from(&cell.address)), Some(SiteEntry::Cell(_)))
    }

    fn add(&mut self, table: PrintedTable, section: Section) -> Result<(), YamlError> {
        self.rows.extend(table.rows);
        for heading in table.headings {
            self.enter(&heading, SiteEntry::Heading(self.headings.len()))?;
            self.headings.push(heading);
        }
        if let Some(printed_in) = table.printed_in {
            let place = |cell| PlacedNumber { cell, printed_in: printed_in.clone() };
            self.placed.extend(table.cells.into_iter().map(place));
            return Ok(());
        }
        for cell in table.cells {
            if section == Section::Quoted {
                self.enter(&cell, SiteEntry::Quoted(self.quoted.len()))?;
                self.quoted.push(cell);
            } else if cell.value == Printed::Blank {
                self.enter(&cell, SiteEntry::Blank(self.blanks.len()))?;
                self.blanks.push(cell);
            } else {
                self.enter(&cell, SiteEntry::Cell(self.cells.len()))?;
                self.cells.push(cell);
            }
        }
        Ok(())
    }

    fn enter(&mut self, cell: &PrintedCell, place: SiteEntry) -> Result<(), YamlError> {
        self.of_table.entry(cell.address.table.clone()).or_default().push(place);
        match self.index.insert(Site::from(&cell.address), place) {
            Some(_) => Err(YamlError::here(&cell.at, format!("{} is printed twice", cell.address))),
            None => Ok(()),
        }
    }
}
