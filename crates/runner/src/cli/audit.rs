//! `rejudge audit`

use std::path::{Path, PathBuf};

use rejudge_collections::Stamps;
use rejudge_metrics::Metric;

use super::args::Global;
use super::args::audit::Audit;
use super::args::eval::extra_columns;
use super::args::run::Experiment;
use super::eval::gain_rule;
use super::output::{Failure, print, remark};
use super::plan::{catalogue, planned};
use super::run::{How, compute, locked, use_threads};
use super::{GOOD, INTERRUPTED};
use rejudge_audit::{
    Asked, Audited, Beside, EXPERIMENT, Given, Home, Looked, Open, PAGE, Seen, experiment_files, report_files,
};
use rejudge_eval::own::{OwnFiles, check_unchanged, is_name, name_of};
use rejudge_eval::plural::counted;
use rejudge_eval::{Preset, Rules, Wanted, name_of as choice};
use rejudge_grid::cache_key::Ingredients;
use rejudge_grid::{Grid, Overrides, load};
use rejudge_spec::yaml::Spanned;
use rejudge_spec::{Evaluation, EvaluationWire};
use rejudge_store::atomic::replace_within;
use rejudge_table::{Book, fill_all};

/// The measures of an audit that names none: the usual ones, at depth and at the top, and what was made for
/// few judgments.
const MEASURES: &str = "AP nDCG nDCG@10 P@10 Q RBP RR Bpref infAP AP' nDCG' Q'";

pub fn main(global: &Global, args: &Audit) -> Result<u8, Failure> {
    use_threads(args.jobs)?;
    let given = given(args)?;
    let id = args.id.clone().unwrap_or_else(|| given.name());
    if !is_name(&id) {
        let such = name_of(&id).map_or_else(String::new, |name| format!(", such as {name}"));
        return Err(Failure::usage(format!("--id {id}: expected a-z, 0-9 and `-`{such}")));
    }
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from("audit").join(&id));
    let home = Home::of(&path, &given)?;
    let rules = rules(args)?;
    let stamps = Stamps::of(given.inputs());
    let (measures, mut looked): (Vec<String>, Looked) = match &given {
        Given::Judged(files) => {
            let names = args.measures.clone().unwrap_or_else(|| vec![MEASURES.to_owned()]);
            let measures = Wanted::read(&names, &Rules::of(Preset::Trec10))?.metrics;
            let depth = args.depth.map(Into::into);
            let looked = rejudge_audit::look(files, depth, &id, &measures[0], &Evaluation::new(&rules)?)?;
            (measures.iter().map(Metric::to_string).collect(), looked)
        }
        Given::Scores(named) => (
            named.iter().map(|(measure, _)| measure.clone()).collect(),
            rejudge_audit::look_at_scores(named, &id)?,
        ),
    };
    let names: Vec<&str> = measures.iter().map(String::as_str).collect();
    let repeated = if looked.seen.withholds() { Vec::new() } else { rejudge_audit::repeated(&names) };
    if !looked.seen.withholds() {
        looked.assumed.extend(rejudge_audit::note(&names));
    }
    let is_told = |at: &usize| repeated.iter().all(|repeated| repeated.at != *at);
    let told = (0..names.len()).filter(is_told).map(|at| names[at].to_owned()).collect();
    if !global.quiet {
        looked.assumed.iter().for_each(remark);
        if let Given::Judged(files) = &given {
            files.unread(false).iter().for_each(remark);
        }
    }
    let asked = Asked {
        id: format!("audit-{id}"),
        title: format!("Audit of {id}"),
        seed: args.seed,
        draws: args.draws.get(),
        told,
        measures,
        rules: written(args, &rules),
        depth: looked.seen.depth(),
        tops: looked.seen.tops(),
        teams: looked.seen.left_out_teams(),
        sets_aside: looked.seen.sets_aside(),
        judged: matches!(looked.seen, Seen::Files(_)),
    };
    let open = home.open(|folder| locked(folder, || {}))?;
    let files = experiment_files(&asked, &looked, &path)?;
    if args.emit_yaml {
        let here = path.display();
        // To take the report away instead would cost somebody what may have taken hours.
        let refused = match open.beside(&files)? {
            Beside::NoReport => {
                open.write(files, None)?;
                None
            }
            Beside::ItsOwnReport { of } if of == Some(content_there(global, &path)?) => None,
            Beside::ItsOwnReport { .. } => Some(format!(
                "{here} holds a report on judgments, runs or scores that were changed since, which this experiment would \
                 contradict: choose another folder with -o, or audit again without --emit-yaml"
            )),
            Beside::ReportOfAnother => Some(format!(
                "{here} holds the report of another experiment, which this one would contradict: choose another folder with -o"
            )),
        };
        if let Some(why) = refused {
            return Err(Failure::usage(why));
        }
        print(&format!("{}\n", path.join(EXPERIMENT).display()))?;
        return Ok(GOOD);
    }
    carry_out(global, args, &asked, &looked, &stamps, (&path, open, files))
}

/// Runs the experiment, and writes it with its report if every cell is there.
fn carry_out(
    global: &Global,
    args: &Audit,
    asked: &Asked,
    looked: &Looked,
    stamps: &Stamps,
    (path, open, mut files): (&Path, Open<'_>, Vec<(String, Vec<u8>)>),
) -> Result<u8, Failure> {
    // Until all is computed the experiment lies elsewhere: what lies in the folder belongs together.
    let stage = open.stage()?;
    replace_within(stage.path(), &experiment_files(asked, looked, stage.path())?, &[])?;
    let experiment = Experiment {
        experiment: stage.path().join(EXPERIMENT).to_string_lossy().into_owned(),
        set: Vec::new(),
        profile: None,
        only: Vec::new(),
        cache: Some(args.cache.clone()),
        results: None,
    };
    let planned = planned(global, &experiment)?;
    let computed = compute(global, &planned, How::default())?;
    if computed.code != GOOD {
        computed.say(global, &format!("nothing is written to {}", path.display()));
        if computed.code == INTERRUPTED {
            return Ok(INTERRUPTED);
        }
        let failed = computed.report.failed.len();
        let failed = counted(failed, "cell");
        return Err(Failure::data(format!("{failed} failed: nothing can be said of the others alone")));
    }
    let grid = &planned.grid;
    let book = Book::of_run(&computed.report.groups);
    let (tables, answers) = (fill_all(grid, &book), rejudge_audit::answers(grid, &book, &looked.seen));
    let audited =
        Audited { grid, tables: &tables, seen: &looked.seen, answers: &answers, assumed: &looked.assumed };
    files.extend(report_files(&audited)?);
    let (made, manifest) = computed.made(path.join(EXPERIMENT), How::default())?;
    files.extend(made.with(&manifest)?);
    drop(stage);
    // What was seen of the collection and what was computed of it are read apart.
    check_unchanged(stamps)?;
    open.write(files, Some(content(grid, &planned.plan.ingredients)))?;
    computed.say(global, &format!("results in {}", path.display()));
    let mut short = String::new();
    for answer in &answers {
        short += &format!("{}\n  {}\n", answer.question, answer.short);
    }
    for odd in looked.seen.oddities() {
        short += &format!("{odd}\n");
    }
    print(&format!("{short}{}\n", path.join(PAGE).display()))?;
    Ok(GOOD)
}

/// A hash of what the experiment in a folder is about, as it is now.
fn content_there(global: &Global, folder: &Path) -> Result<String, Failure> {
    let grid = load(&folder.join(EXPERIMENT), &Overrides::default(), &catalogue(global))?;
    Ok(content(&grid, &Ingredients::new(&grid)))
}

/// A hash of what an audit's one collection holds.
fn content(grid: &Grid, ingredients: &Ingredients) -> String {
    ingredients.content[&grid.collections[0].name].clone()
}

/// What the arguments name.
fn given(args: &Audit) -> Result<Given, Failure> {
    match (&args.qrels, &args.runs) {
        (Some(qrels), Some(runs)) => Ok(Given::Judged(OwnFiles {
            qrels: qrels.clone(),
            format: args.qrels_format.into(),
            runs: runs.clone(),
            teams: args.teams.clone(),
            pooled: args.pooled.clone(),
            eligible: None,
            extra_columns: extra_columns(args.extra_columns),
        })),
        _ => Ok(Given::scores(&args.scores, args.measures.as_deref())?),
    }
}

/// The rules that were chosen, on top of those of an experiment that chooses none.
fn rules(args: &Audit) -> Result<EvaluationWire, Failure> {
    let none = EvaluationWire::default();
    let gains = args.gains.as_deref().map(gain_rule).transpose()?;
    Ok(EvaluationWire {
        ties: args.ties.unwrap_or(none.ties),
        no_relevant: args.no_relevant.unwrap_or(none.no_relevant),
        min_rel: args.min_rel.unwrap_or(none.min_rel),
        gains: gains.map(|rule| Spanned { value: rule.wire(), at: None }),
        ..none
    })
}

/// Those of them that were named, as YAML.
fn written(args: &Audit, rules: &EvaluationWire) -> Vec<String> {
    let mut out = Vec::new();
    out.extend(args.ties.map(|ties| format!("ties: {}", choice(ties))));
    out.extend(args.no_relevant.map(|rule| format!("no-relevant: {}", choice(rule))));
    out.extend(args.min_rel.map(|level| format!("min-rel: {level}")));
    out.extend(rules.gains.as_ref().map(|gains| format!("gains: {}", gains.value)));
    out
}
