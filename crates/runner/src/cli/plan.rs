//! `rejudge plan`

use super::GOOD;
use super::args::{Global, Plan as PlanArgs};
use super::columns::print_columns;
use super::output::{Failure, print};
use super::plan_summary::PlanSummary;
use rejudge_report::table::results::Results;

pub fn main(global: &Global, args: &PlanArgs) -> Result<u8, Failure> {
    let choice = args.experiment.choice();
    let planned = global.places().planned(&choice)?;
    let results = Results::new(choice.results_folder(&planned.grid));
    let mut shown = PlanSummary::new(&planned, &results);
    if args.resolved {
        shown.list_resolved(&planned.grid);
    } else if args.cells {
        shown.list_missing(&planned);
    }
    match args {
        PlanArgs { json: true, .. } => print(&shown.json())?,
        PlanArgs { resolved: true, .. } | PlanArgs { cells: true, .. } => print(&shown.text())?,
        _ => print_columns(&shown.text(), ": ")?,
    }
    Ok(GOOD)
}
