//! The list of verbs, in the groups of the help page. To add a verb, add a line here.

use clap::builder::StyledStr;
use clap::{Arg, Command as ClapCommand, CommandFactory, Subcommand};

use rejudge_report::table::parquet;

use super::super::output::Failure;
use super::super::{
    accept, agreement, audit, cache, check, completion, convert, data, diff, eval, explain, labels, list,
    man, measures, new, plan, pool, report, rescore, run, schema, simulate, subtopics, validate,
};
use super::{Args, Global};

/// Defines the verbs. Each verb's line names its module in `cli` and, in that module, the struct of the verb's
/// arguments.
macro_rules! verbs {
    ($($title:literal { $($(#[doc = $about:literal])+ $verb:ident: $variant:ident;)+ })+) => {
        /// The verbs.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($($(#[doc = $about])+ $variant(Box<$verb::$variant>),)+)+
        }

        impl Command {
            /// Runs the verb and returns the exit code.
            pub fn carry_out(&self, global: &Global) -> Result<u8, Failure> {
                self.check_parquet(global)?;
                match self {
                    $($(Self::$variant(args) => $verb::main(global, args),)+)+
                }
            }
        }

        /// The groups of the help page, each with its title and verbs.
        static GROUPS: &[(&str, &[&str])] = &[
            $(($title, &[$(stringify!($verb)),+])),+
        ];
    };
}

verbs! {
    "Your files" {
        /// Score and compare runs, with tests and confidence intervals
        eval: Eval;
        /// Check run files: form, ranks against scores, duplicates, topics and documents
        validate: Validate;
        /// Write a run or judgments in another format: TREC, csv, tsv, JSON or parquet
        convert: Convert;
        /// Audit a test collection: pool, topics, measures and judges, on one page
        audit: Audit;
        /// List the measures, or explain one
        measures: Measures;
        /// Score runs of NTCIR's subtopic tasks
        subtopics: Subtopics;
        /// Write a simulated collection as TREC files, or simulate one like your own
        simulate: Simulate;
    }
    "Judgments and labels" {
        /// Build a pool for assessors, or take judgments away
        pool: Pool;
        /// Take judgments away, score all runs again, and compare the rankings
        rescore: Rescore;
        /// Compare judges' labels: kappa, alpha, confusion matrix
        agreement: Agreement;
        /// Merge several assessors' labels into one grade
        labels: Labels;
    }
    "Experiments" {
        /// List the experiments, or describe one
        list: List;
        /// Repeat a published experiment on your own collection
        new: New;
        /// Show what `run` would compute
        plan: Plan;
        /// Compute an experiment and write its results
        run: Run;
        /// Compare results with printed values, golden values and claims
        check: Check;
        /// Write results as an HTML page that opens offline, and as Markdown
        report: Report;
        /// Show how a score came about, document by document, or trace a number in a table back to its data
        explain: Explain;
        /// Compare two folders of results
        diff: Diff;
        /// List, download and verify collections
        data: Data;
        /// Show the size of the cache of finished cells, or clear it
        cache: Cache;
    }
    "Maintainers" {
        /// Accept results as golden values, and show what changed
        accept: Accept;
        /// Print the JSON Schema of the YAML files, for an editor
        schema: Schema;
    }
    "Shell" {
        /// Print a completion script for your shell
        completion: Completion;
        /// Write the manual pages
        man: Man;
    }
}

impl Command {
    /// Refuses verbs that read or write the results of experiments if this program cannot write parquet,
    /// because these results are parquet files.
    fn check_parquet(&self, global: &Global) -> Result<(), Failure> {
        let needs_parquet = match self {
            Self::Run(_) | Self::Check(_) | Self::Report(_) | Self::Diff(_) | Self::Accept(_) => true,
            Self::Explain(explain) => !explain.is_of_score(global),
            _ => false,
        };
        if needs_parquet && !parquet::can_write() {
            let reason = parquet::NOT_BUILT_IN;
            return Err(Failure::usage(format!(
                "{reason}, and results are parquet files: install it with its default features"
            )));
        }
        Ok(())
    }
}

/// Returns the definition of the command line.
pub fn command() -> ClapCommand {
    let program = Args::command();
    let shared: Vec<Arg> = program.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let help = help_page(&program);
    let verbs = GROUPS.iter().flat_map(|(_, verbs)| *verbs);
    verbs.fold(program.help_template(help), |program, verb| {
        // The help page of the program has `--experiments` and `--collections`. The help pages of verbs do
        // not repeat them.
        let folders =
            shared.iter().filter(|arg| ["experiments", "collections"].contains(&arg.get_id().as_str()));
        let hidden: Vec<Arg> = folders.map(|arg| arg.clone().hide(true)).collect();
        program.mut_subcommand(verb, |verb| verb.mut_args(with_negative_numbers).args(hidden))
    })
}

/// Lets an option have a negative number as its value. Otherwise clap would take the value of `--draws -1` for an
/// unknown option.
fn with_negative_numbers(arg: Arg) -> Arg {
    let takes_value = arg.get_long().is_some() && arg.get_action().takes_values();
    if takes_value { arg.allow_negative_numbers(true) } else { arg }
}

/// Returns the help page of the program. clap cannot list verbs in groups, so we write the page ourselves.
fn help_page(program: &ClapCommand) -> StyledStr {
    let styles = program.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let about = |name: &str| {
        let verb = program.find_subcommand(name).and_then(ClapCommand::get_about);
        verb.map(ToString::to_string).unwrap_or_default()
    };
    let width = GROUPS.iter().flat_map(|(_, verbs)| *verbs).map(|verb| verb.len()).max().unwrap_or(0);
    let groups = GROUPS.iter().map(|(title, verbs)| {
        let verbs: String = verbs
            .iter()
            .map(|verb| format!("  {literal}{verb:<width$}{literal:#}  {}\n", about(verb)))
            .collect();
        format!("{header}{title}:{header:#}\n{verbs}\n")
    });
    let groups: String = groups.collect();
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    )
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        command().debug_assert();
    }
}
