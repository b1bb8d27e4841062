//! The options of a verb, with the names of the options that the user typed.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

/// Options, with the names of the options that the user typed. `explain` has two uses with different options,
/// so it must know these names to refuse the options of the other use.
#[derive(Debug)]
pub struct Typed<A> {
    pub args: A,
    /// The names of the typed options, such as `--results`.
    pub options: Vec<String>,
}

impl<A: Args> Args for Typed<A> {
    fn augment_args(command: Command) -> Command {
        A::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

impl<A: Args> FromArgMatches for Typed<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let command = A::augment_args(Command::new("options"));
        let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let typed = command.get_arguments().filter(|argument| is_typed(argument.get_id().as_str()));
        let options = typed.filter_map(|argument| Some(format!("--{}", argument.get_long()?))).collect();
        Ok(Self { args: A::from_arg_matches(matches)?, options })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
