//! The arguments of `rejudge plan`.

use clap::Args as ClapArgs;

use crate::session::Choice;

/// `rejudge plan`
#[derive(Debug, ClapArgs)]
pub struct Plan {
    #[command(flatten)]
    pub experiment: Choice,
    /// Print the merged experiment, with the file and line that each value comes from
    #[arg(long)]
    pub resolved: bool,
    /// List the cells that would be computed
    #[arg(long)]
    pub cells: bool,
    /// Print one JSON object
    ///
    /// `experiment`, `title`, `file`; `axes` with the number of values of each (`collection`, `runs`,
    /// `judgments` by collection, `measure`, `rules` that are swept);
    /// `cells` over `score-matrices`; the `shares` of the plan for shards;
    /// `cached` and `to-run` count choices of runs, score matrices and statistics, of all
    /// `collections` (`name`, `kind`, `cached`, `to-run`) and of each; `parts` splits these
    /// by kind (`of`; `all` is the sum of `cached`, `to-run` and `in-common`, which draws share);
    /// `waiting` counts cells whose data are not available, which are in no other count; `why` (`never-computed` and
    /// `computed-otherwise` count statistics, `has-earlier-run`, `changed` lists what is not as it was in
    /// the last run: `setting`, `before`, `now`); `no-data` lists what waits for files (`collection`,
    /// `cells`), `stays-empty` what nothing can fill (`table`, `line`, `why`); `remarks` are sentences.
    /// With --cells `missing` (`address`, `draw`), with --resolved `resolved` (`path`, `value`, `file`,
    /// `line`).
    #[arg(long)]
    pub json: bool,
}
