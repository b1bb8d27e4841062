//! `rejudge eval`

pub mod args;
mod expect;
mod given;
mod options;
mod reproduces;
mod rules;
mod tables;

use std::path::Path;

use rejudge_eval::{EvalError, Input, Scores, Zscores, load_for_bounds, notes};
use rejudge_tables::frame::Format;

use super::GOOD;
use super::args::Global;
use super::output::{Failure, remark};
use super::threads::use_threads;
pub use args::Eval;
use given::Given;
use tables::ScoreRequest;

pub fn main(global: &Global, args: &Eval) -> Result<u8, Failure> {
    use_threads(None)?;
    let topics = rules::topic_choice(&args.rules)?;
    let rules = rules::rules(&args.rules)?.for_topics(topics.as_ref());
    let given = Given::new(global, args, rules.preset)?;
    if let Some(file) = &args.expect {
        return expect::main(global, args, file, given, (topics, &rules));
    }
    let wanted = given.wanted(args, rules.preset)?;
    args.output.table.form.check(given.inputs(args))?;
    let format = args.output.table.form.format();
    options::check(args, &wanted)?;
    if args.judge.is_some() && given.inputs(args).any(|path| path.as_os_str() == "-") {
        return Err(Failure::usage("--judge reads files again, and standard input (`-`) can be read once"));
    }
    if !args.reproduces.is_empty() {
        return reproduces::main(global, args, &wanted, given, (topics, &rules));
    }
    let zscores = args.output.zscores.as_deref().map(read_zscores).transpose()?;
    let files = given.files(args, topics);
    let input = match args.bounds {
        None => Input::load(&files, &rules.rules)?,
        Some(_) => load_for_bounds(&files, &rules.rules)?,
    };
    input.check(&wanted, &rules.rules, format == Format::TREC_EVAL)?;
    let scores = Scores::compute(&input, &wanted, &rules.rules)?;
    if !global.quiet {
        notes(&input, &wanted, &scores, &rules).into_iter().for_each(remark);
    }
    let asked = ScoreRequest {
        quiet: global.quiet,
        args,
        files: &files,
        input: &input,
        wanted: &wanted,
        rules: &rules,
    };
    args.output.table.form.write(&asked.table(&scores, zscores.as_ref())?)?;
    Ok(GOOD)
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Usage(message) => Self::usage(message),
            EvalError::Argument(error) => Self::argument(*error),
            EvalError::Data(message) => Self::data(message),
            EvalError::Located(error) => (*error).into(),
        }
    }
}

fn read_zscores(path: &Path) -> Result<Zscores, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::data(format!("{}: {e}", path.display())))?;
    Ok(Zscores::parse(path, &text)?)
}
