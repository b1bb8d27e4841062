//! The verbs, in the groups in which help lists them: the one place where a verb is named.

use clap::builder::StyledStr;
use clap::{Arg, Command as ClapCommand, CommandFactory, Subcommand};

use rejudge_report::table::parquet;

use super::super::output::Failure;
use super::super::{
    accept, audit, check, completion, data, diff, eval, explain, labels, list, man, measures, new, plan,
    pool, report, run, schema, simulate, subtopics, validate,
};
use super::{Args, Global};

/// A line a verb: its module in `cli`, and the struct of its arguments there.
macro_rules! verbs {
    ($($title:literal { $($(#[doc = $about:literal])+ $verb:ident: $variant:ident;)+ })+) => {
        /// The verbs.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($($(#[doc = $about])+ $variant(Box<$verb::$variant>),)+)+
        }

        impl Command {
            /// Does what is asked for; the exit code.
            pub fn carry_out(&self, global: &Global) -> Result<u8, Failure> {
                self.check_parquet()?;
                match self {
                    $($(Self::$variant(args) => $verb::main(global, args),)+)+
                }
            }
        }

        /// Titles with the verbs that help lists under them.
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
        /// Trace a number in a table back to its data
        explain: Explain;
        /// Compare two folders of results
        diff: Diff;
        /// List, download and verify collections
        data: Data;
    }
    "Maintainers" {
        /// Accept results as golden values, after showing what changed
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
    /// Refuses the verbs that read or write results if the program has no parquet, which results are.
    fn check_parquet(&self) -> Result<(), Failure> {
        let is_of_results = matches!(
            self,
            Self::Run(_)
                | Self::Check(_)
                | Self::Report(_)
                | Self::Explain(_)
                | Self::Diff(_)
                | Self::Accept(_)
        );
        if is_of_results && !parquet::IS_BUILT {
            let reason = parquet::NOT_BUILT;
            return Err(Failure::usage(format!(
                "{reason}, and results are parquet files: install it with its default features"
            )));
        }
        Ok(())
    }
}

/// The command line, with its verbs in groups, each with the options that act there.
pub fn command() -> ClapCommand {
    let all = Args::command();
    let shared: Vec<Arg> = all.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let help = grouped(&all);
    let verbs = GROUPS.iter().flat_map(|(_, verbs)| *verbs);
    verbs.fold(all.help_template(help), |all, verb| {
        // The help of the program shows them.
        let folders =
            shared.iter().filter(|arg| ["experiments", "collections"].contains(&arg.get_id().as_str()));
        let hidden: Vec<Arg> = folders.map(|arg| arg.clone().hide(true)).collect();
        // A negative value is a wrong value, not an unknown option.
        let value = |arg: Arg| match arg.get_long().is_some() && arg.get_action().takes_values() {
            true => arg.allow_negative_numbers(true),
            false => arg,
        };
        all.mut_subcommand(verb, |verb| verb.mut_args(value).args(hidden))
    })
}

/// The help page of the program: clap knows no groups of verbs.
fn grouped(all: &ClapCommand) -> StyledStr {
    let styles = all.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let about = |name: &str| {
        let verb = all.find_subcommand(name).and_then(ClapCommand::get_about);
        verb.map(ToString::to_string).unwrap_or_default()
    };
    let width = GROUPS.iter().flat_map(|(_, verbs)| *verbs).map(|verb| verb.len()).max().unwrap_or(0);
    let listed = GROUPS.iter().map(|(title, verbs)| {
        let line = |verb: &&str| format!("  {literal}{verb:<width$}{literal:#}  {}\n", about(verb));
        let verbs: String = verbs.iter().map(line).collect();
        format!("{header}{title}:{header:#}\n{verbs}\n")
    });
    let listed: String = listed.collect();
    format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{listed}\
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
