//! Rounds of an evaluation campaign and their years, in tables and in the running text.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::{PrintedCell, Site};
use super::super::expected::Expected;
use super::place::Labels;
use super::{DITTO, Holds, Instance};
use rejudge_spec::yaml::{Spanned, YamlError};

/// Cells such as `3 (2003)` and `3-5 (2002-2005)` give every round one year, the one of the first cell that
/// names it; what the text says of a task's round, or of a round's year, is what the cells say.
///
/// A year is a part of a cell alone, so that the relation binds none. The site of what the text says is
/// `text`, its section and the words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rounds {
    /// The cells with rounds and years.
    #[serde(rename = "in")]
    cells: Labels,
    /// What the text says of rounds and years.
    said: Vec<StatedRound>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StatedRound {
    /// Section of the paper.
    section: String,
    /// Its words.
    says: Spanned<String>,
    /// The round.
    round: u32,
    /// What it is.
    is: RoundMeaning,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
enum RoundMeaning {
    /// The round of a row of the tables.
    Of(String),
    /// The year.
    In(u32),
}

/// The first and the last of the rounds of a cell, each with its year where it is printed.
type Span = [(u32, Option<u32>); 2];

impl Holds for Rounds {
    fn instances<'e>(&self, expected: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let mut years: BTreeMap<u32, (u32, &PrintedCell)> = BTreeMap::new();
        let mut rounds: BTreeMap<&str, Span> = BTreeMap::new();
        let mut instances = Vec::new();
        let mut above = None;
        for cell in self.cells.cells(expected)? {
            let Some(span) = (if cell.text == DITTO { above } else { span(&cell.text) }) else { continue };
            above = Some(span);
            rounds.insert(&cell.address.row, span);
            let mut verdict = Ok(());
            for (round, year) in span.into_iter().filter_map(|(round, year)| Some((round, year?))) {
                let (known, first) = *years.entry(round).or_insert((year, cell));
                if known != year {
                    verdict =
                        Err(format!("round {round} is of {year} here, of {known} in {}", first.address));
                }
            }
            instances.push(Instance::new(
                Site::from(&cell.address),
                &cell.at,
                Vec::new(),
                vec![cell],
                verdict,
            ));
        }
        for said in &self.said {
            let verdict = match &said.is {
                RoundMeaning::Of(row) => match rounds.get(row.as_str()) {
                    Some(span) if span.iter().any(|(round, _)| *round == said.round) => Ok(()),
                    Some([(first, _), _]) => Err(format!("{row} is of round {first}, not {}", said.round)),
                    None => return Err(said.says.error(format!("no row is labelled `{row}`"))),
                },
                RoundMeaning::In(year) => match years.get(&said.round) {
                    Some((known, _)) if known == year => Ok(()),
                    Some((known, first)) => {
                        Err(format!("round {} is of {known} in {}, not of {year}", said.round, first.address))
                    }
                    None => return Err(said.says.error(format!("no cell dates round {}", said.round))),
                },
            };
            let at = said.says.at.as_ref().ok_or_else(|| said.says.error("words without a place"))?;
            let site = Site::of_text(&said.section, &said.says.value);
            instances.push(Instance::new(site, at, Vec::new(), Vec::new(), verdict));
        }
        Ok(instances)
    }
}

/// Reads `3`, `3 (2003)` or `3-5 (2002-2005)`; `None` for anything else.
fn span(text: &str) -> Option<Span> {
    let ends = |part: &str| -> Option<[u32; 2]> {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some([first.parse().ok()?, last.parse().ok()?])
    };
    let (rounds, years) = match text.split_once(" (") {
        Some((rounds, years)) => (rounds, Some(ends(years.strip_suffix(')')?)?)),
        None => (text, None),
    };
    let [first, last] = ends(rounds)?;
    Some([(first, years.map(|years| years[0])), (last, years.map(|years| years[1]))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_with_and_without_years() {
        assert_eq!(span("11"), Some([(11, None), (11, None)]));
        assert_eq!(span("3 (2003)"), Some([(3, Some(2003)), (3, Some(2003))]));
        assert_eq!(span("3-5 (2002-2005)"), Some([(3, Some(2002)), (5, Some(2005))]));
        assert_eq!((span(""), span("3 (2003"), span("〃")), (None, None, None));
    }
}
