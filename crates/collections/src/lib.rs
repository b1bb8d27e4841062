//! Reads and writes the files of test collections: judgments, runs, and tables of teams, intents and scores.
//! The crates for metrics and pools identify documents by numbers instead of ids.
//!
//! [`load`] reads the files that a `Descriptor` names. [`load_numbered`] reads runs for judgments that you
//! have already read, and [`load_rankings`] reads runs without judgments. [`JudgmentFiles::join_runs`] keeps
//! only the parts of runs that measures use. [`load_scores`] reads a collection that consists of score
//! matrices, without judgments or rankings. [`write`](write()) writes a collection. [`QrelsLines`] returns a
//! copy of a qrels file that contains only the judgments of a view.
//!
//! A function that reads a file and returns a `Result` returns an error if the file cannot be read, is not in
//! the expected format, or lists something twice. The error names the file, and the line and column if they
//! are known. A judgment that repeats an earlier one causes only a warning, and the rules for reading runs and
//! labels may allow repeated documents. The `Errors` section of a function lists its other errors.

#![warn(missing_docs)]

pub mod bundled;
pub mod contents;
pub mod descriptor;
mod docids;
mod error;
mod fields;
mod file_text;
pub mod forms;
mod gain_scale;
mod grades;
mod in_memory;
mod intents;
mod intents_table;
mod judge_counts;
mod judges;
mod judgment_files;
mod load;
mod load_rankings;
mod load_teams;
mod printed_scores;
mod qrels;
mod qrels_lines;
mod rank_comparison;
mod ranked_documents;
mod ranked_run;
mod read_runs;
mod reading;
mod repeated_documents;
mod run_check;
mod run_files;
mod run_names;
mod runs;
mod scan;
mod score_matrices;
mod score_remarks;
mod score_table;
mod separated;
mod stray_level;
mod teams;
mod text;
mod text_table;
mod topic_range;
mod units;
mod unscored;
mod write;

pub use error::{LoadError, Located, ReadError, wrong_count};
pub use fields::{Span, has_judgments};
pub use file_text::{FileText, LineColumn, read_as};
pub use forms::{read_lines, untagged_name};
pub use gain_scale::GainScale;
pub use in_memory::{RepeatedRow, Rows, collection_from_rows, join_rows, judged};
pub use intents::{IntentQrels, MAX_INTENTS, check_intent_count, judgments_by_intent, unknown_intent};
pub use intents_table::{
    ByTopic, IntentTable, SeenValues, VerticalProbabilities, parse_by_topic, parse_document_verticals,
    parse_intent_types,
};
pub use judge_counts::JudgeCounts;
pub use judges::{JudgeBytes, Labelled, judge_counts};
pub use judgment_files::{JudgmentFiles, KeepTopics};
pub use load::{DescribedCollection, load, load_described};
pub use load_rankings::{IdsByTopic, RunRankings, load_rankings, ranked_runs, topics_of_runs};
pub use load_teams::{
    NumberedRuns, TeamChoice, TeamFiles, analysed_teams, load_numbered, roster, runs_without_files,
};
pub use printed_scores::{
    PrintedLine, PrintedScore, PrintedTable, PrintedText, ScoresByMeasure, printed_scores,
};
pub use qrels::{JudgedTopic, Qrels};
pub use qrels_lines::{QrelsLines, has_intents};
pub use ranked_documents::{RankedDocument, ranked_documents};
pub use ranked_run::RankedRun;
pub use read_runs::{JoinedRuns, KeptDocuments, ReadRun, join_run, join_runs, name_by_file};
pub use reading::{Reading, ScoreType, Ties};
pub use run_check::{RunCheck, RunCheckAgainst, RunFault};
pub use run_files::{
    all_runs, described_runs, folders_within, has_file_name, is_among_runs, is_run_pattern, pattern_of_files,
    run_files, run_pattern, whole_folder,
};
pub use run_names::{RunFile, run_names};
pub use score_matrices::{ScoreMatrices, load_scores};
pub use score_remarks::{remarks_on_equal_scores, remarks_on_scores};
pub use score_table::{ScoreTable, has_scores};
pub use separated::{SeparatedCell, SeparatedRows, WrongQuote};
pub use stray_level::StrayLevel;
pub use teams::{TopicGroups, name_cell, parse_chosen_runs, parse_marks, parse_teams, text_cell};
pub use text::{LINE_LIMIT, Stamps, decoded, nearest_in_folder, read, uncompressed};
pub use text_table::{Split, TableCell, TableRow, TextTable, ids_in_csv};
pub use units::{Copies, parse_units};
pub use unscored::{Part, Unscored};
pub use write::{MAX_FILE_NAME_BYTES, WriteError, document_names, run_file_name, write};
