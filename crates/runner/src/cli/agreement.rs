//! `rejudge agreement`: compares other judges' labels with people's judgments.

use std::num::NonZeroU8;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap::builder::ArgPredicate;
use rejudge_collections::descriptor::{JudgeFile, LabelKind, Outside, QrelsFormat, Repeated};
use rejudge_collections::{JudgeBytes, LoadError, Qrels};
use rejudge_eval::own_files::check_stdin;
use rejudge_eval::{AgreementIntervals, AgreementTable, LabelAgreement};
use rejudge_metrics::Verdict;
use rejudge_names::{meant, nearest};
use rejudge_stats::{CONFIDENCE, MAX_SAMPLES, SAMPLES};

use super::GOOD;
use super::args::Global;
use super::args::files::{QrelsArgs, check_not_folder};
use super::args::rules::OTHER_LEVELS;
use super::args::table::TableArgs;
use super::eval::args::{confidence, low_confidence};
use super::eval::named_files::refuse_format_options;
use super::named_collection::{NamedCollection, check_no_collection};
use super::output::Failure;
use crate::audit::OtherJudge;

const USAGE: &str = "rejudge agreement QRELS [NAME=]LABELS.. [OPTIONS]
       rejudge agreement COLLECTION [JUDGE|[NAME=]LABELS].. [OPTIONS]";

/// `rejudge agreement`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = USAGE,
    mut_arg("format", |format| {
        format.default_value_if("confusion", ArgPredicate::Equals("true".into()), Some("wide"))
    })
)]
pub struct Agreement {
    /// Qrels file, or a collection's name (`rejudge data list`), then other judges' labels of the same documents. Options
    /// follow the file: gpt=labels.txt,repeated=last,outside=drop. Without NAME, a judge is named after the file
    ///
    /// After a collection's name, LABELS may also be the name of one of the collection's own judges. If no labels follow, all
    /// of these judges are compared, except judges whose labels are gains or several passes.
    #[arg(value_name = "QRELS LABELS", required_unless_present = "qrels")]
    pub files: Vec<String>,
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub qrels: Option<String>,
    #[command(flatten)]
    pub reading: QrelsArgs,
    /// Compare labels as relevant or not relevant: labels from this level on are relevant
    #[arg(help_heading = "Comparison", short = 'l', long, aliases = OTHER_LEVELS.into_iter().chain(["binary"]), value_name = "LEVEL")]
    pub min_rel: Option<NonZeroU8>,
    /// Also show each judge's confusion matrix: the number of documents for each pair of a level by people and a level
    /// by the judge. The default format is wide; tsv, csv, jsonl and parquet have only the matrix, a row for each pair of
    /// levels
    #[arg(help_heading = "Comparison", long, aliases = ["confusion-matrix", "confusion_matrix"])]
    pub confusion: bool,
    /// Show each coefficient with its percentile bootstrap interval. Topics are drawn with all of their documents, because
    /// the documents of a topic are not independent
    #[arg(help_heading = "Comparison", long, conflicts_with = "per_topic")]
    pub intervals: bool,
    /// Confidence level of the intervals, as 0.95 or 95%
    #[arg(help_heading = "Comparison", long, alias = "confidence-level", default_value_t = CONFIDENCE, requires = "intervals", value_parser = confidence)]
    pub confidence: f64,
    /// Number of samples of the topics
    #[arg(
        help_heading = "Comparison",
        long,
        default_value_t = SAMPLES,
        requires = "intervals",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES))
    )]
    pub samples: u32,
    /// Seed of the samples
    #[arg(help_heading = "Comparison", long, default_value_t = 1, requires = "intervals")]
    pub seed: u64,
    #[command(flatten)]
    pub output: TableArgs,
}

/// The judgments to compare with, and the judges.
struct Judged {
    qrels: PathBuf,
    format: QrelsFormat,
    /// True if a collection is named, so that the judgments are certainly people's.
    are_of_collection: bool,
    judges: Vec<OtherJudge>,
}

impl Judged {
    /// Returns the judgments and the judges that the arguments name.
    fn new(global: &Global, args: &Agreement) -> Result<Self, Failure> {
        let (qrels, labels) = match (&args.qrels, args.files.split_first()) {
            (Some(qrels), _) => (qrels, args.files.as_slice()),
            (None, Some(files)) => files,
            (None, None) => {
                return Err(Failure::usage("no judgments are named: rejudge agreement QRELS LABELS"));
            }
        };
        let collection = NamedCollection::find_judgments(global, Path::new(qrels))?;
        if let Some(collection) = &collection {
            refuse_format_options(&args.reading, &collection.descriptor.id)?;
        }
        if collection.is_none() {
            check_no_collection(global, Path::new(qrels), labels.iter().map(Path::new))?;
        }
        let own_judges = collection.as_ref().map(NamedCollection::judges).unwrap_or_default();
        let mut judges = Vec::new();
        for text in labels {
            let own_judge = own_judges.iter().find(|judge| judge.name == *text && !Path::new(text).exists());
            let judge = match own_judge {
                Some(judge) => Ok(judge.clone()),
                None => OtherJudge::parse(text, false),
            };
            let added = judge.and_then(|judge| judge.add_to(&mut judges));
            added.map_err(|why| Failure::usage(format!("{text}: {why}")))?;
            let (Some(judge), true) = (judges.last(), own_judge.is_none() && !own_judges.is_empty()) else {
                continue;
            };
            if !judge.file.file.exists() {
                let hint = meant(nearest(text, own_judges.iter().map(|judge| judge.name.as_str())));
                return Err(Failure::usage(format!("{text}: neither a file nor a judge of {qrels}{hint}")));
            }
        }
        if labels.is_empty() {
            let (comparable, others): (Vec<_>, Vec<_>) = own_judges.into_iter().partition(|judge| {
                judge.file.labels == LabelKind::Levels && judge.file.repeated != Repeated::Each
            });
            let others: Vec<&str> = others.iter().map(|judge| judge.name.as_str()).collect();
            global.remarks((!others.is_empty()).then(|| {
                let others = others.join(" ");
                format!("left out, because their labels are gains or several passes: {others}")
            }));
            judges = comparable;
        }
        if judges.is_empty() {
            // A table with a column for each judge has no column of grades, and the error says how to split it.
            if collection.is_none() && Path::new(qrels).is_file() {
                Qrels::read(Path::new(qrels), &args.reading.format())?;
            }
            return Err(Failure::usage(format!(
                "no labels are named: rejudge agreement {qrels} LABELS; `rejudge audit {qrels}` counts the judgments"
            )));
        }
        let are_of_collection = collection.is_some();
        let (qrels, format) = match collection {
            Some(collection) => (collection.judgments().qrels, collection.judgments().format),
            None => (qrels.into(), args.reading.format()),
        };
        Ok(Self { qrels, format, are_of_collection, judges })
    }

    /// Compares the labels of each judge with the judgments. Prints a remark if the labels are the judgments
    /// themselves.
    fn agreements(&self, global: &Global, cut: Option<u8>) -> Result<Vec<(String, LabelAgreement)>, Failure> {
        let Self { qrels, format, judges, .. } = self;
        let people = Qrels::read(qrels, format)?;
        let real = |path: &Path| path.canonicalize().ok();
        let mut agreements = Vec::with_capacity(judges.len());
        for OtherJudge { name, file } in judges {
            let path = file.file.display();
            // With the option `iteration`, the judge's labels are only some lines of a file, so the file may be the qrels
            // file itself.
            if file.iteration.is_none() && real(&file.file).is_some_and(|labels| real(qrels) == Some(labels))
            {
                global.remark(format_args!("the labels of {name} are the judgments themselves: {path}"));
            }
            let labels = JudgeBytes::read(name, file, Path::new(""))?.as_qrels(&people);
            let labels = labels.map_err(|error| self.refused(file, &people, error))?;
            let agreement = LabelAgreement::new(&people, &labels, cut);
            if agreement.counts().items() == 0 {
                return Err(Failure::data(format!(
                    "{path}: no pair of topic and document has a label both in this file and in {}: does the file label another \
                     collection?",
                    qrels.display()
                )));
            }
            let highest = people.highest().max(labels.highest());
            if let Some(cut) = cut.filter(|cut| *cut > highest) {
                return Err(Failure::data(format!(
                    "--min-rel {cut}: no label of people or {name} is {cut} or higher; the highest is {highest}"
                )));
            }
            agreements.push((name.clone(), agreement));
        }
        Ok(agreements)
    }

    /// Returns the error about a judge's labels that are refused. The judgments give the scale, so if the labels are above
    /// it, the two files may be in the wrong order, and the error says so. Labels that seem to be counted from 1 would be above
    /// the scale in any order.
    fn refused(&self, file: &JudgeFile, people: &Qrels, error: LoadError) -> Failure {
        let Self { qrels, format, are_of_collection, .. } = self;
        let must_fit = format.labels == LabelKind::Levels
            && file.labels == LabelKind::Levels
            && file.levels.is_empty()
            && file.highest.is_none()
            && file.iteration.is_none()
            && file.outside == Outside::Refuse;
        let may_be_swapped = must_fit
            && !are_of_collection
            && file.file.is_file()
            && Qrels::read(&file.file, format).is_ok_and(|labels| {
                let has_0 = labels.topics().any(|topic| topic.verdicts().contains(&Verdict::Level(0)));
                let highest = people.highest();
                labels.highest() > highest && (has_0 || labels.highest() - highest > 1)
            });
        if !may_be_swapped {
            return error.into();
        }
        let (qrels, labels) = (qrels.display(), file.file.display());
        Failure::data(format!(
            "{error}; the scale is that of {qrels}: if {labels} has people's judgments, swap the two files"
        ))
    }
}

pub fn main(global: &Global, args: &Agreement) -> Result<u8, Failure> {
    global.remarks(low_confidence(args.confidence));
    let judged = Judged::new(global, args)?;
    let files: Vec<&PathBuf> =
        std::iter::once(&judged.qrels).chain(judged.judges.iter().map(|judge| &judge.file.file)).collect();
    check_stdin(files.iter().copied())?;
    args.output.check(files)?;
    check_not_folder(&judged.qrels, None, &judged.format, "rejudge agreement QRELS LABELS")?;
    let judges = judged.agreements(global, args.min_rel.map(NonZeroU8::get))?;
    let intervals = args.intervals.then_some(AgreementIntervals {
        confidence: args.confidence,
        samples: args.samples,
        seed: args.seed,
    });
    let table = AgreementTable {
        judges: &judges,
        min_rel: args.min_rel,
        confusion: args.confusion,
        intervals,
        output: args.output.options(),
    };
    let (table, notes) = table.table(args.output.form.format())?;
    global.remarks(notes);
    args.output.write(table)?;
    Ok(GOOD)
}
