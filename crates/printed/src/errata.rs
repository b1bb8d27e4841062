//! Known errata: printed cells that contradict others, tied to the relation where it shows.
//!
//! An erratum explains a failing relation only at the sites it names. When the relation holds there,
//! or a mistaken cell prints another text than the erratum quotes, the erratum is stale: somebody
//! mended the transcription or the relation, and the list must follow.
//!
//! Where it is certain what a mistaken cell should say, the erratum says so (`should-be`): a computed value
//! is then compared with that too.

use schemars::JsonSchema;
use serde::Deserialize;

use super::cell::{Address, CellKind, PrintedCell, ShouldBe, Site};
use super::expected::Expected;
use super::printed::Printed;
use super::relations::RelationOutcome;
use rejudge_spec::yaml::{Position, Spanned, YamlError};

/// A mistake of the paper.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Erratum {
    /// Its name in reports.
    pub name: Spanned<String>,
    /// What is wrong and what was meant.
    pub reason: String,
    /// `false` where no number is mistaken: they follow another rule than the text states, as another
    /// relation shows, which holds there. Nothing should then be printed otherwise.
    #[serde(default = "yes")]
    pub misprint: bool,
    /// The mistaken cells with their text; a lost mark or a heading beside a table has none.
    #[serde(default)]
    pub printed: Vec<Spanned<PrintedText>>,
    /// Every place where a relation fails because of it; none where real data alone show it.
    #[serde(default)]
    shows_in: Vec<ErratumSite>,
}

fn yes() -> bool {
    true
}

/// A cell and its text.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedText {
    /// The cell, or the number of a heading.
    pub cell: Address,
    /// What is printed there.
    pub text: String,
    /// What should be printed instead, in the same form; absent where that is uncertain, or where it is not
    /// this cell that is mistaken.
    #[serde(default)]
    pub should_be: Option<Spanned<String>>,
}

impl Erratum {
    /// What `cell` should say, as `printed` has it; `None` where that says nothing of it. An error is a
    /// text of another form than the printed one, the printed text itself, or a cell that no computed value
    /// is compared with.
    pub(super) fn should_be(
        &self,
        printed: &PrintedText,
        cell: &PrintedCell,
    ) -> Result<Option<ShouldBe>, YamlError> {
        // Where another text is printed than the erratum quotes, it is stale: `attach` says so.
        let Some(text) = printed.should_be.as_ref().filter(|_| cell.text == printed.text) else {
            return Ok(None);
        };
        if !self.misprint {
            return Err(text.error(format!("erratum `{}` is no misprint", self.name.value)));
        }
        if matches!(cell.kind, CellKind::Words | CellKind::Relation) {
            return Err(text.error(format!("{} is compared with no computed value", cell.address)));
        }
        let value = Printed::parse(&text.value, cell.reading).map_err(|message| text.error(message))?;
        if std::mem::discriminant(&value) != std::mem::discriminant(&cell.value) {
            return Err(text.error(format!("`{}` is no number like the printed `{}`", text.value, cell.text)));
        }
        if value == cell.value {
            return Err(text.error(format!("`{}` is what {} prints", text.value, cell.address)));
        }
        let (erratum, reason) = (self.name.value.clone(), self.reason.clone());
        Ok(Some(ShouldBe { text: text.value.clone(), value, erratum, reason }))
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ErratumSite {
    /// Name of the relation.
    relation: Spanned<String>,
    /// The places where it fails.
    at: Vec<Spanned<Site>>,
}

/// An erratum that no longer shows where it says it does.
#[derive(Clone, Debug)]
pub struct Stale {
    /// Its place in expected.yaml.
    pub at: Option<Position>,
    /// What is found instead.
    pub message: String,
}

/// Attaches each known erratum to the failures it explains and returns the stale ones. An error is
/// an erratum that names a relation that does not exist.
pub fn attach<'e>(
    expected: &'e Expected,
    outcomes: &mut [RelationOutcome<'e>],
) -> Result<Vec<Stale>, YamlError> {
    let mut stale = Vec::new();
    for erratum in &expected.known_errata {
        let mut note = |at: Option<&Position>, message: String| {
            let message = format!("erratum `{}` is stale: {message}", erratum.name.value);
            stale.push(Stale { at: at.cloned(), message });
        };
        for printed in &erratum.printed {
            if let Err(message) = is_printed(expected, &printed.value) {
                note(printed.at.as_ref(), message);
            }
        }
        for showing in &erratum.shows_in {
            let outcome = outcome(outcomes, &showing.relation)?;
            for site in &showing.at {
                if let Err(message) = explain(outcome, erratum, &site.value) {
                    note(site.at.as_ref(), message);
                }
            }
        }
    }
    Ok(stale)
}

fn is_printed(expected: &Expected, printed: &PrintedText) -> Result<(), String> {
    let PrintedText { cell: address, text, .. } = printed;
    let cell = expected.cell(address).ok_or_else(|| format!("{address} is not among the printed cells"))?;
    if cell.text == *text { Ok(()) } else { Err(format!("{address} prints `{}`, not `{text}`", cell.text)) }
}

fn outcome<'o, 'e>(
    outcomes: &'o mut [RelationOutcome<'e>],
    name: &Spanned<String>,
) -> Result<&'o mut RelationOutcome<'e>, YamlError> {
    let names: Vec<&str> = outcomes.iter().map(|outcome| outcome.relation.name.value.as_str()).collect();
    let Some(position) = names.iter().position(|known| *known == name.value) else {
        let error = name.error(format!("no relation is named `{}`", name.value));
        return Err(error.suggesting(&name.value, names));
    };
    Ok(&mut outcomes[position])
}

fn explain<'e>(outcome: &mut RelationOutcome<'e>, erratum: &'e Erratum, site: &Site) -> Result<(), String> {
    let name = &outcome.relation.name.value;
    let instance = outcome.instances.iter_mut().find(|instance| instance.site == *site);
    let instance = instance.ok_or_else(|| format!("relation `{name}` is not applied to {site}"))?;
    if instance.verdict.is_ok() {
        return Err(format!("relation `{name}` holds at {site}"));
    }
    instance.erratum = Some(erratum);
    Ok(())
}
