//! The verbs, in the groups in which help lists them: the one place where a verb is named.

use clap::builder::StyledStr;
use clap::{Arg, Command as ClapCommand, CommandFactory, Subcommand};

use super::super::output::Failure;
use super::super::{
    accept, audit, check, completion, data, diff, eval, explain, labels, list, man, measures, new, plan,
    pool, report, run, schema, simulate, subtopics,
};
use super::{Args, Global};

/// The folders of options that a verb reads. Its help shows no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    /// Those of its own arguments.
    Given,
    /// The collections' descriptions.
    Collections,
    /// Those, and the experiments.
    Experiments,
}

impl Reads {
    /// The options of all verbs that do nothing for this one.
    fn idle(self) -> &'static [&'static str] {
        match self {
            Self::Given => &["experiments", "collections"],
            Self::Collections => &["experiments"],
            Self::Experiments => &[],
        }
    }
}

/// Verbs that help lists together.
struct Group {
    title: &'static str,
    /// Name, and what it reads.
    verbs: &'static [(&'static str, Reads)],
}

/// A line a verb: its module in `cli`, what is typed for it, and what it reads.
macro_rules! verbs {
    ($($title:literal { $($(#[doc = $about:literal])+ $verb:ident: $variant:ident($args:ty), $reads:ident;)+ })+) => {
        /// The verbs.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($($(#[doc = $about])+ $variant($args),)+)+
        }

        impl Command {
            /// Does what is asked for; the exit code.
            pub fn carry_out(&self, global: &Global) -> Result<u8, Failure> {
                match self {
                    $($(Self::$variant(args) => $verb::main(global, args),)+)+
                }
            }
        }

        static GROUPS: &[Group] = &[
            $(Group { title: $title, verbs: &[$((stringify!($verb), Reads::$reads)),+] }),+
        ];
    };
}

verbs! {
    "Your files" {
        /// Score and compare runs, with tests and confidence intervals
        eval: Eval(Box<super::eval::Eval>), Given;
        /// Audit a test collection: pool, topics, measures and judges, on one page
        audit: Audit(Box<super::audit::Audit>), Given;
        /// List the measures, or explain one
        measures: Measures(super::Measures), Given;
        /// Score runs of NTCIR's subtopic tasks
        subtopics: Subtopics(super::subtopics::Subtopics), Given;
        /// Write a simulated collection as TREC files, or simulate your own
        simulate: Simulate(Box<super::simulate::Simulate>), Collections;
    }
    "Judgments and labels" {
        /// Build a pool for assessors, or take judgments away
        pool: Pool(Box<super::pool::Pool>), Given;
        /// Merge several assessors' labels into one grade
        labels: Labels(super::labels::Labels), Given;
    }
    "Experiments" {
        /// List the experiments, or describe one
        list: List(super::List), Experiments;
        /// Repeat a published experiment on your own collection
        new: New(super::new::New), Experiments;
        /// Show what `run` would compute
        plan: Plan(super::Plan), Experiments;
        /// Compute an experiment and write its results
        run: Run(Box<super::run::Run>), Experiments;
        /// Compare results with printed values, golden values and claims
        check: Check(super::Check), Experiments;
        /// Write results as an HTML page that opens offline, and as Markdown
        report: Report(super::Report), Experiments;
        /// Trace a number in a table back to its data
        explain: Explain(super::explain::Explain), Experiments;
        /// Compare two folders of results
        diff: Diff(super::Diff), Given;
        /// List, download and verify collections
        data: Data(super::Data), Collections;
    }
    "Maintainers" {
        /// Accept results as golden values, after showing what changed
        accept: Accept(super::Accept), Experiments;
        /// Print the JSON Schema of the YAML files, for an editor
        schema: Schema(super::super::schema::Schema), Given;
    }
    "Shell" {
        /// Print a completion script for your shell
        completion: Completion(super::super::completion::Completion), Given;
        /// Write the manual pages
        man: Man(super::super::man::Man), Given;
    }
}

/// The command line, with its verbs in groups, each with the options that act there.
pub fn command() -> ClapCommand {
    let all = Args::command();
    let shared: Vec<Arg> = all.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    let help = grouped(&all);
    let verbs = GROUPS.iter().flat_map(|group| group.verbs);
    verbs.fold(all.help_template(help), |all, (verb, reads)| {
        // An option that a verb has itself is not handed down to it.
        let idle = shared.iter().filter(|arg| reads.idle().contains(&arg.get_id().as_str()));
        let hidden: Vec<Arg> = idle.map(|arg| arg.clone().hide(true)).collect();
        all.mut_subcommand(verb, |verb| verb.args(hidden))
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
    let width = GROUPS.iter().flat_map(|group| group.verbs).map(|(verb, _)| verb.len()).max().unwrap_or(0);
    let listed = GROUPS.iter().map(|group| {
        let line =
            |(verb, _): &(&str, Reads)| format!("  {literal}{verb:<width$}{literal:#}  {}\n", about(verb));
        let verbs: String = group.verbs.iter().map(line).collect();
        format!("{header}{}:{header:#}\n{verbs}\n", group.title)
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

    #[test]
    fn every_verb_stands_in_a_group_under_its_name() {
        let mut listed: Vec<&str> =
            GROUPS.iter().flat_map(|group| group.verbs).map(|(verb, _)| *verb).collect();
        let all = command();
        let mut verbs: Vec<&str> = all.get_subcommands().map(ClapCommand::get_name).collect();
        listed.sort_unstable();
        verbs.sort_unstable();
        assert_eq!(listed, verbs);
    }

    /// An option is hidden exactly where it does nothing, and accepted everywhere: scripts give it to all.
    #[test]
    fn options_are_shown_where_they_act() {
        let mut all = command();
        all.build();
        for (verb, reads) in GROUPS.iter().flat_map(|group| group.verbs) {
            let verb = all.find_subcommand(verb).unwrap();
            for (option, acts) in [
                ("quiet", true),
                ("log", true),
                ("experiments", *reads == Reads::Experiments),
                ("collections", *reads != Reads::Given),
            ] {
                let found = verb.get_arguments().find(|arg| arg.get_id() == option).unwrap();
                assert_eq!(found.is_hide_set(), !acts, "{} --{option}", verb.get_name());
            }
        }
    }
}
