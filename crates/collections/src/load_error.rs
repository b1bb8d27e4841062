//! Why a collection could not be loaded.

use rejudge_names::visible;
use std::path::PathBuf;

use rejudge_pools::{CollectionError, IntentsError, UnitsError};

use crate::error::{FormatError, ReadError};
use crate::teams_by_name::TeamsError;

/// Why a collection could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The collection is drawn from a model.
    #[error("collection `{id}` is simulated: it has no files to load")]
    Simulated {
        /// The collection.
        id: String,
    },
    /// The collection's folder is not there: not a fault, but data that one does not have.
    #[error("collection `{id}`: no folder {}", folder.display())]
    Missing {
        /// The collection.
        id: String,
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Files that are not those any more that were hashed.
    #[error("{} changed while numbers of `{id}` were computed: run again", visible::path(path))]
    Changed {
        /// The collection.
        id: String,
        /// The first such file.
        path: PathBuf,
    },
    /// A file that is not the described one.
    #[error("{}: its sha256 is {found}, expected {expected}", file.display())]
    OtherFile {
        /// The file.
        file: PathBuf,
        /// Its sum.
        found: String,
        /// The sum in the description.
        expected: String,
    },
    /// The labels of another judge cannot be had; what does not ask for them can.
    #[error("{error}")]
    Judge {
        /// The judge.
        name: String,
        /// Why not.
        error: Box<LoadError>,
    },
    /// The collection is score matrices.
    #[error("collection `{id}` is score matrices: it has no judgments and runs")]
    OnlyScores {
        /// The collection.
        id: String,
    },
    /// The collection is no score matrices.
    #[error("collection `{id}` has no score matrices")]
    NoScoreFiles {
        /// The collection.
        id: String,
    },
    /// A measure by which there are no scores.
    #[error("collection `{id}` has no scores by `{}`, only by {known}", measure.escape_debug())]
    UnknownScores {
        /// The collection.
        id: String,
        /// The measure.
        measure: String,
        /// The measures by which there are scores.
        known: String,
    },
    /// Two score matrices of one collection that are not of the same topics or runs.
    #[error("{} has no {what} `{}`, which {} has", without.display(), name.escape_debug(), with.display())]
    UnequalScores {
        /// `topic` or `run`.
        what: &'static str,
        /// Its name.
        name: String,
        /// The file that has it.
        with: PathBuf,
        /// The file that lacks it.
        without: PathBuf,
    },
    /// The first or last topic of the description is not there.
    #[error("topic `{}` of `scores.topics` is not in {}", topic.escape_debug(), file.display())]
    NoSuchTopic {
        /// The topic.
        topic: String,
        /// The score matrix.
        file: PathBuf,
    },
    /// The last topic of the description precedes the first.
    #[error("`scores.topics` is from `{}` to `{}`, but {} has them the other way round", from.escape_debug(), to.escape_debug(), file.display())]
    EmptyTopics {
        /// The first.
        from: String,
        /// The last.
        to: String,
        /// The score matrix.
        file: PathBuf,
    },
    /// A run whose name does not say its team.
    #[error("run `{}` of {} names no team: expected one before `{}`", run.escape_debug(), file.display(), mark.escape_debug())]
    RunWithoutTeam {
        /// The run.
        run: String,
        /// What should follow the team.
        mark: String,
        /// The score matrix.
        file: PathBuf,
    },
    /// A file that cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that is not what its format asks for.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// No run file at all.
    #[error("no run file matches {}", pattern.display())]
    NoRuns {
        /// What was looked for.
        pattern: PathBuf,
    },
    /// Two files hold the same run.
    #[error("{} and {} both hold run `{}`", first.display(), second.display(), run.escape_debug())]
    RepeatedRun {
        /// The run.
        run: String,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A run that the table of teams, or of marks, does not know.
    #[error("run `{}` ({}) is not in {}", run.escape_debug(), file.display(), table.display())]
    UnknownRun {
        /// The run.
        run: String,
        /// Its file.
        file: PathBuf,
        /// The table.
        table: PathBuf,
    },
    /// A later run that the table of teams has.
    #[error(
        "run `{}` ({}) is one of the later runs, of no team that took part, but its team `{}` stands in {}",
        run.escape_debug(), file.display(), team.escape_debug(), table.display()
    )]
    LaterRunOfTeam {
        /// The run.
        run: String,
        /// Its file.
        file: PathBuf,
        /// The team that the table names.
        team: String,
        /// The table.
        table: PathBuf,
    },
    /// A later run that a table of marks has.
    #[error(
        "run `{}` ({}) is one of the later runs, of which none formed the pool, but it stands in {}",
        run.escape_debug(), file.display(), table.display()
    )]
    LaterRunMarked {
        /// The run.
        run: String,
        /// Its file.
        file: PathBuf,
        /// The table.
        table: PathBuf,
    },
    /// Later runs of which only some say their team.
    #[error(
        "{} names a team before `__`, and {} does not: of the later runs the names of all files say a team, or of none",
        with.display(), without.display()
    )]
    LaterRunsMixed {
        /// The first file with a team in its name.
        with: PathBuf,
        /// The first without.
        without: PathBuf,
    },
    /// Runs and a table of runs, or their file names, that do not fit.
    #[error(transparent)]
    Teams(#[from] TeamsError),
    /// Runs of other topics than the judgments.
    #[error("no run has a topic of {}, the first of which is `{}`", qrels.display(), topic.escape_debug())]
    NoCommonTopic {
        /// The judgments.
        qrels: PathBuf,
        /// The first topic of the judgments.
        topic: String,
    },
    /// A team none of whose runs is there.
    #[error("team `{}` of {} has no run among the run files", team.escape_debug(), table.display())]
    TeamWithoutRuns {
        /// The team.
        team: String,
        /// The table.
        table: PathBuf,
    },
    /// A choice of topics that does not fit the files.
    #[error("{why}")]
    Topics {
        /// Why not.
        why: String,
    },
    /// The parts do not fit together.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// Classes and groups do not fit the collection.
    #[error(transparent)]
    Units(#[from] UnitsError),
    /// The judgments by intent do not fit together, or not to the collection.
    #[error(transparent)]
    Intents(#[from] IntentsError),
}
