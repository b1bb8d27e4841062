//! Equations as they are read: names that stand for cells, and what they come to at a place.

use super::Instance;
use super::equations::Equations;
use super::place::{Coordinate, Labels};
use crate::cell::{PrintedCell, Site};
use crate::equation::{Definition, Equation, Names, Operand, is_name};
use crate::expected::Expected;
use crate::printed::Printed;
use crate::printed_decimal::PrintedDecimal;
use rejudge_spec::yaml::{Position, Spanned, YamlError};

/// The name of the cell at the place itself.
const CELL: &str = "cell";

/// What the equations say, read.
pub(super) struct Reader<'r> {
    wire: &'r Equations,
    /// The names of cells, and whether the equations bind them.
    operands: Vec<(&'r Spanned<String>, &'r Labels, bool)>,
    definitions: Vec<Definition>,
    equations: Vec<Equation>,
    blank: Option<PrintedDecimal>,
    /// Whether an equation speaks of the cell at the place, and no name is given to it.
    binds_place: bool,
}

impl<'r> Reader<'r> {
    /// Reads every text. A name that is not known, or not used, is an error.
    pub(super) fn of(wire: &'r Equations, relation: &Spanned<String>) -> Result<Self, YamlError> {
        if wire.holds.0.is_empty() {
            return Err(relation.error(format!("the relation `{}` has no equation", relation.value)));
        }
        let bound = wire.binds.0.iter().map(|(name, labels)| (name, labels, true));
        let operands: Vec<_> =
            bound.chain(wire.given.0.iter().map(|(name, labels)| (name, labels, false))).collect();
        let named = operands.iter().map(|(name, ..)| *name);
        let named: Vec<&Spanned<String>> =
            named.chain(wire.definitions.0.iter().map(|(name, _)| name)).collect();
        for (i, name) in named.iter().enumerate() {
            is_name(name)?;
            if named[..i].iter().any(|other| other.value == name.value) {
                return Err(name.error(format!("`{}` is named twice", name.value)));
            }
        }
        let mut known: Vec<&str> = operands.iter().map(|(name, ..)| name.value.as_str()).collect();
        let is_place = wire.section.is_none() && !known.contains(&CELL);
        known.extend(is_place.then_some(CELL));
        let mut definitions = Vec::new();
        for (name, text) in &wire.definitions.0 {
            definitions.push(Definition::read(&name.value, text, &known)?);
            known.push(&name.value);
        }
        let read = |text| Equation::read(text, &known);
        let equations: Vec<Equation> = wire.holds.0.iter().map(read).collect::<Result<_, _>>()?;
        let used = equations.iter().map(Equation::names).chain(definitions.iter().map(Definition::names));
        let used: Vec<&str> = used.flatten().collect();
        if let Some(idle) = named.iter().find(|name| !used.contains(&name.value.as_str())) {
            return Err(idle.error(format!("no equation uses `{}`", idle.value)));
        }
        let binds_place = is_place && used.contains(&CELL);
        let blank = wire.blanks.as_ref().map(|text| {
            let number = PrintedDecimal::parse(&text.value);
            number.ok_or_else(|| text.error(format!("`{}` is no number", text.value)))
        });
        Ok(Self { wire, blank: blank.transpose()?, operands, binds_place, definitions, equations })
    }

    /// The first equation.
    pub(super) fn first(&self) -> &Spanned<String> {
        self.equations[0].text()
    }

    /// Checks that each equation works out the one cell that is bound: its name stands alone on a side.
    pub(super) fn works_out_one_cell(&self) -> Result<(), YamlError> {
        let bound = self.operands.iter().filter(|(.., is_bound)| *is_bound);
        let bound = bound.map(|(name, labels, _)| (name.value.as_str(), labels.is_single()));
        let bound: Vec<(&str, bool)> = bound.chain(self.binds_place.then_some((CELL, true))).collect();
        let odd = self.equations.iter().find(|equation| match bound.as_slice() {
            [(name, true)] => !equation.works_out(name),
            _ => true,
        });
        let message =
            "an equation that recomputes binds one cell, whose name stands alone on one side of its `=`";
        odd.map_or(Ok(()), |equation| Err(equation.text().error(message)))
    }

    /// The equations at a place.
    pub(super) fn instance<'e>(&self, expected: &'e Expected, site: Site) -> Result<Instance<'e>, YamlError> {
        let (mut names, mut bound, mut given) = (Vec::new(), Vec::new(), Vec::new());
        if self.binds_place {
            let cell = expected.at(&site).ok_or_else(|| {
                let message = format!("`{CELL}` is the cell at the place, and {site} is more than a cell");
                self.first().error(message)
            })?;
            bound.push(cell);
            names.push((CELL, self.operand(vec![cell], false)));
        }
        for (name, labels, is_bound) in &self.operands {
            let operand = self.cells(expected, &site, name, labels)?;
            // A blank that counts as a number is no printed quantity, and so not bound.
            let cells = operand.cells.iter().copied().filter(|cell| cell.value != Printed::Blank);
            if *is_bound { &mut bound } else { &mut given }.extend(cells);
            names.push((name.value.as_str(), operand));
        }
        let names = Names::of(names, &self.definitions);
        let verdict = self.equations.iter().try_for_each(|equation| equation.holds(&names));
        let at = match bound.first().or(given.first()) {
            Some(cell) => cell.at.clone(),
            None => self.place_of_first()?,
        };
        Ok(Instance::new(site, &at, bound, given, verdict))
    }

    fn place_of_first(&self) -> Result<Position, YamlError> {
        let first = self.first();
        first.at.clone().ok_or_else(|| first.error("an equation without a place"))
    }

    /// The equations of the text, which bind no cell.
    pub(super) fn of_text<'e>(
        &self,
        expected: &'e Expected,
        section: &Spanned<String>,
    ) -> Result<Instance<'e>, YamlError> {
        if let Some(name) = self.wire.binds.0.first().map(|(name, _)| name) {
            let message = "an equation of the text binds no cell: what it needs stands under `given`";
            return Err(name.error(message));
        }
        let places = self.wire.for_each.is_some()
            || Coordinate::ALL.iter().any(|part| self.wire.places.asks_for(*part));
        if places {
            let message = "an equation of the text is at no place of a table: no `for-each`, no `in`";
            return Err(section.error(message));
        }
        let says = match (&self.wire.says, self.wire.holds.0.as_slice()) {
            (Some(says), _) => says,
            (None, [equation]) => equation,
            _ => {
                let message = "the words of the text stand in `says`, since there are several equations";
                return Err(section.error(message));
            }
        };
        let mut instance = self.instance(expected, Site::of_text(&section.value, &says.value))?;
        if self.operands.is_empty()
            && let Some(trouble) = self.trouble()
        {
            return Err(trouble);
        }
        instance.at = self.place_of_first()?;
        Ok(instance)
    }

    /// What cannot be worked out whatever is printed.
    fn trouble(&self) -> Option<YamlError> {
        let names = Names::of(Vec::new(), &self.definitions);
        self.equations.iter().find_map(|equation| Some(equation.text().error(equation.trouble(&names)?)))
    }

    /// The cells that a name stands for at `site`.
    fn cells<'e>(
        &self,
        expected: &'e Expected,
        site: &Site,
        name: &Spanned<String>,
        labels: &Labels,
    ) -> Result<Operand<'e>, YamlError> {
        let seen = labels.seen_from(site, expected)?;
        if !labels.is_single() {
            return Ok(self.operand(seen.cells(expected)?, true));
        }
        if let Some(cell) = seen.site().and_then(|there| expected.at(&there)) {
            return Ok(self.operand(vec![cell], false));
        }
        let at = labels.first().unwrap_or(name);
        match seen.cells(expected)?.as_slice() {
            [cell] => Ok(self.operand(vec![cell], false)),
            [] => {
                let there = seen.site().map(|there| there.to_string()).unwrap_or_default();
                Err(at
                    .error(format!("{there} is not among the printed or quoted cells; the place is {site}")))
            }
            [first, second, ..] => {
                let message = format!(
                    "`{}` stands for several cells, {} and {} among them; a list has `all` or `[..]`",
                    name.value, first.address, second.address
                );
                Err(at.error(message))
            }
        }
    }

    fn operand<'e>(&self, cells: Vec<&'e PrintedCell>, is_list: bool) -> Operand<'e> {
        Operand { cells, is_list, blank: self.blank }
    }
}
