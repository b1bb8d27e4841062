//! Parts of the collapsed end of a page: errata, draws of real runs, further figures, the method, and the
//! list of files.

use crate::table::base::{base_sentences, outside_left_out, outside_share};
use crate::table::{CellTable, FilledTable};
use rejudge_collections::Unscored;
use rejudge_collections::descriptor::Kind;
use rejudge_experiment::exec::Subject;
use rejudge_experiment::grid::{Grid, Measure, Selector};
use rejudge_experiment::printed::{Erratum, Explained, RealDraws};
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_experiment::statistics::TEAM_FACTS;
use rejudge_names::plural::{counted, of_number};
use rejudge_pools::JudgmentSet;
use rejudge_tables::frame::Heading;
use rejudge_tables::markdown;
use rejudge_tables::page::{Markdown, MarkdownTable, inert, plain};

use super::names::title;
use super::{drawn, name_to_type, pictures};
use crate::check::Computed;
use crate::check::check_row::CheckRow;
use crate::check::paper_tables::PAPER;
use crate::check::verdict::Verdict;
use crate::table::results::run_command;

/// Returns the errata of the paper, the cells whose computed values agree with the corrections, and the official
/// scores whose differences are explained.
pub(super) fn errata(verdict: &Verdict<'_>) -> Markdown {
    let (expected, mut out) = (verdict.expected, Markdown::default());
    for erratum in &expected.known_errata {
        let rule = if erratum.misprint {
            ""
        } else {
            " (not a misprint: the numbers follow a different rule from the text's)"
        };
        let (name, reason) = (Markdown::code(&erratum.name.value), plain(&erratum.reason));
        out += markdown!("- {}{}: {}{}\n", name, rule, reason, places_of(erratum));
    }
    for CheckRow { cell, computed, .. } in verdict.known_differences() {
        let Some((should_be, computed)) = cell.should_be.as_ref().zip(computed.as_ref()) else { continue };
        let texts = [&cell.address.to_string(), &cell.text, &should_be.text, &computed.value.to_string()];
        let [address, printed, better, computed] = texts.map(|text| inert(text));
        out += markdown!(
            "- {}: printed {}, should be {}, computed {} ({})\n",
            address,
            printed,
            better,
            computed,
            Markdown::code(&should_be.erratum)
        );
    }
    for official in expected.official.iter().filter(|official| official.is_available) {
        for Explained { topic, numbers, reason } in &official.wire.explained {
            let differ = of_number(*numbers, "differs", "differ");
            let texts = [&counted(*numbers, "score"), topic, &official.wire.file.value, reason];
            let [scores, topic, file, reason] = texts.map(|text| inert(text));
            out += markdown!("- {} of topic {} in {} {}: {}\n", scores, topic, file, differ, reason);
        }
    }
    out
}

/// Returns, for example, `. Printed: Table 6, trec04: full, bpref, power 57/9=62.6% (should be 57/91=62.6%)`. The text is
/// empty if the erratum has no cells.
fn places_of(erratum: &Erratum) -> Markdown {
    let mut out = String::new();
    let (mut last, mut separator) = (None, ". Printed: ");
    for Spanned { value: printed, .. } in &erratum.printed {
        let cell = &printed.cell;
        out += separator;
        if last.replace((&cell.table, &cell.panel)) != Some((&cell.table, &cell.panel)) {
            let panel = cell.panel.as_ref().map_or(String::new(), |panel| format!(", {panel}"));
            out += &format!("{}{panel}: ", title(&cell.table));
        }
        let quantity = cell.quantity.as_ref().filter(|name| !name.is_empty());
        let quantity = quantity.map_or(String::new(), |name| format!(", {name}"));
        out += &format!("{}, {}{quantity} {}", cell.row, cell.column, printed.text);
        out.extend(printed.should_be.as_ref().map(|text| format!(" (should be {})", text.value)));
        separator = "; ";
    }
    plain(&out)
}

/// Returns a table of the printed cells that have draws of real runs.
pub(super) fn draws(verdict: &Verdict<'_>) -> Markdown {
    let drawn = || verdict.rows.iter().filter_map(|row| Some((row, row.draws.as_ref()?.real_draws)));
    let Some((_, first)) = drawn().next() else { return Markdown::default() };
    let row = |(row, runs): (&CheckRow<'_>, &RealDraws)| -> Vec<Markdown> {
        let (central, percentile, draws) = match row.place() {
            Some(place) => (
                if place.is_inside {
                    place.shown.clone()
                } else {
                    format!("{} (outside, {})", place.shown, place.distance_shown())
                },
                format!("{:.1}", place.percentile),
                format!("{} of {}", place.draws, runs.of),
            ),
            None => ("not computed".to_owned(), String::new(), runs.of.clone()),
        };
        let address = &row.cell.address;
        let parts =
            [address.panel.as_ref(), Some(&address.row), Some(&address.column), address.quantity.as_ref()];
        let parts = std::iter::once(title(&address.table)).chain(parts.into_iter().flatten().cloned());
        let label = parts.collect::<Vec<_>>().join(", ");
        let texts = [&label, &row.cell.text, &central, &percentile, &draws, &runs.experiment.value];
        texts.map(|text| plain(text)).into()
    };
    let numbers = ["printed", "real draws: central 99%", "percentile"].map(Heading::numbers);
    let [cell, draws, experiment] = ["cell", "draws", "computed by"].map(Heading::words);
    let columns = [cell].into_iter().chain(numbers).chain([draws, experiment]).collect();
    let table = MarkdownTable { columns, rows: drawn().map(row).collect() };
    markdown!(
        "The paper does not name the runs that it drew, so these numbers cannot be recomputed. But the scores of all \
         runs of their collections are public. Beside each number is the central 99% of the values from random draws of these runs. This is **not \
         a reproduction**: it shows which values other choices of runs would have given. In the percentile, a draw that rounds \
         to the printed number counts half. {} computes the draws.\n\n{}\n",
        Markdown::code(&format!("rejudge run {}", first.experiment.value)),
        table
    )
}

/// Returns figures that the paper does not print.
pub(super) fn figures(plots: &[&FilledTable]) -> Markdown {
    let mut out = Markdown::default();
    plots.iter().for_each(|plot| pictures::figure(&mut out, plot));
    out
}

/// Returns the section on the method: draws, rules, measures, and remarks on the collections.
pub(super) fn method(grid: &Grid, computed: &Computed, kinds: &[Kind]) -> Markdown {
    let drawn: Vec<String> = kinds.iter().filter_map(|kind| drawn::draw_counts(grid, *kind)).collect();
    let drawn = if drawn.is_empty() {
        "nothing is drawn".to_owned()
    } else {
        format!("seed {}, {}", grid.seed, drawn.join("; "))
    };
    let mut out = markdown!("{}; {}.\n", made_by(grid, &computed.manifest().only), inert(&drawn));
    out += rules_in_force(grid, kinds);
    let shown_collections = grid.collections.iter().filter(|c| kinds.contains(&c.entry.descriptor.kind));
    if let Some(sentences) = base_sentences(shown_collections, &computed.manifest().bases) {
        out += markdown!(
            "Of repooled collections only the judgments within a pool of the stored runs are kept: {}. Other collections are used as judged.\n",
            inert(&sentences)
        );
    }
    let outside: Vec<String> = grid
        .collections
        .iter()
        .filter_map(|collection| {
            let share = outside_share(collection, &computed.manifest().bases)?;
            Some(format!("{} {:.0}%", collection.name, 100.0 * share))
        })
        .collect();
    if !outside.is_empty() {
        out += markdown!(
            "Many judged documents are outside the pool: {} of the judgments. If a team is left out, its unique documents \
             outside the pool stay judged, so the changes are smaller than for a team that was never judged.{}\n",
            inert(&outside.join(", ")),
            outside_left_out(grid)
        );
    }
    out += clones(grid, &computed.cell_table, kinds);
    // If every label is the name itself, list the names once.
    let labelled = grid.measures.iter().any(|m| m.label != m.name);
    let measure = |m: &Measure| {
        let name = Markdown::code(&m.name);
        if labelled { markdown!("{} = {}", inert(&m.label), name) } else { name }
    };
    if !grid.measures.is_empty() {
        let measures = Markdown::joined(grid.measures.iter().map(measure), ", ");
        out += markdown!("Measures: {}.\n\n", measures);
    }
    for (collection, remark) in grid.remarks() {
        if kinds.contains(&grid.collections[collection].entry.descriptor.kind) {
            out += markdown!("Remark: {}.\n\n", inert(&remark));
        }
    }
    for (name, parts) in &computed.manifest().unscored {
        if let Some(line) = Unscored::line(parts) {
            out += markdown!("Remark: {}: {}.\n\n", Markdown::code(name), plain(&line));
        }
    }
    out
}

/// Returns the rules of each evaluation. If tracks count documents as relevant from different levels, each
/// list of rules names its collections.
fn rules_in_force(grid: &Grid, kinds: &[Kind]) -> Markdown {
    let mut out = Markdown::default();
    let is_one = grid.evaluations.iter().all(|point| point.track_level == grid.evaluations[0].track_level);
    for evaluation in &grid.evaluations {
        let descriptors = grid.collections.iter().map(|collection| &collection.entry.descriptor);
        let evaluated = descriptors
            .filter(|descriptor| kinds.contains(&descriptor.kind) && evaluation.is_for(descriptor));
        let names: Vec<&str> = evaluated.map(|descriptor| descriptor.id.as_str()).collect();
        let scope = match (is_one, names.is_empty()) {
            (true, _) => Markdown::default(),
            (false, true) => continue,
            (false, false) => markdown!(" for {}", plain(&names.join(", "))),
        };
        out += markdown!("Rules in force{}: {}.\n", scope, inert(&evaluation.rules.to_string()));
    }
    out
}

/// Teams with fewer unique documents per topic than this are named, because tables show 0.0 for them.
const FEW_UNIQUE_DOCUMENTS: f64 = 0.05;

/// Returns a sentence for each collection in which some teams contributed hardly any unique documents,
/// if a judgment set chooses the teams with the fewest unique documents (`fewest-unique` without
/// `min-unique`). A judgment set about such teams shows less than a set about other teams, because the runs
/// of such teams nearly repeat other runs. Simulated collections have no sentence.
fn clones(grid: &Grid, cell_table: &CellTable, kinds: &[Kind]) -> Markdown {
    let mut out = Markdown::default();
    let Some(facts) = grid.statistics.iter().position(|statistic| statistic.is(&TEAM_FACTS)) else {
        return out;
    };
    let all = Selector::default().on(grid);
    for (index, collection) in (0..).zip(&grid.collections) {
        let takes_clones = |set: &JudgmentSet| {
            set.argument("fewest-unique").is_some() && set.argument("min-unique").is_none()
        };
        let kind = collection.entry.descriptor.kind;
        if kind == Kind::Simulated || !kinds.contains(&kind) || !collection.judgments.iter().any(takes_clones)
        {
            continue;
        }
        let point = cell_table.fitting(grid, facts as u32, index, &all).next();
        let drawn = point.and_then(|point| cell_table.draws(facts as u32, point).first());
        let numbers = drawn.into_iter().flat_map(|drawn| cell_table.numbers(drawn));
        let teams = numbers.filter_map(|(component, subject, value)| match subject {
            Subject::Team(team) if component == "unique" && value < FEW_UNIQUE_DOCUMENTS => {
                Some(team.as_str())
            }
            _ => None,
        });
        let teams: Vec<&str> = teams.collect();
        if !teams.is_empty() {
            out += markdown!(
                "On {}, {} contributed hardly any unique documents (0.0 a topic): {}. `fewest-unique` takes such teams first, and \
                 with `min-unique: 5` skips them.\n",
                plain(&collection.name),
                inert(&counted(teams.len(), "team")),
                plain(&teams.join(", "))
            );
        }
    }
    out
}

/// Returns the commands that made the page. `only` has the selectors of the run.
fn made_by(grid: &Grid, only: &[String]) -> Markdown {
    let experiment = name_to_type(grid);
    let run = Markdown::code(&run_command(experiment, grid, only));
    if grid.overrides.is_empty() && only.is_empty() {
        let report = Markdown::code(&format!("rejudge report {experiment}"));
        markdown!("Made by {} and {}", run, report)
    } else {
        markdown!("Made by {} and the `rejudge report` that it prints", run)
    }
}

/// Returns a list of the files next to the page.
pub(super) fn files(links: &[(String, String)], has_print: bool) -> Markdown {
    let print = if has_print {
        markdown!(
            "`{}/` has each printed table as `.parquet`, `.csv` and `.tex`, with the simulated values and, except in `.tex`, the \
             computed ones; `checks.parquet` has the outcome of every printed cell. ",
            PAPER
        )
    } else {
        Markdown::default()
    };
    let links = links.iter().map(|(text, address)| Markdown::link(text, address));
    markdown!(
        "{}`tables/` has each computed table, and `cells.parquet` has the numbers of each draw. {}\n",
        print,
        Markdown::joined(links, " · ")
    )
}
