//! `rejudge convert`: writes a run or judgments in another form.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::forms::{FileKind, is_form, kind_of};
use rejudge_collections::{
    LoadError, QrelsLines, RankedRun, Reading, Ties, has_intents, is_run_pattern, judged, read, untagged_name,
};
use rejudge_eval::pooling::level_lines;
use rejudge_metrics::Verdict;
use rejudge_names::plural::counted;
use rejudge_pools::View;
use rejudge_tables::frame::{Format, Frame, Kind, Table, Value};
use serde_json::{Map, json};

use super::GOOD;
use super::args::Global;
use super::args::files::ReadingArgs;
use super::args::table::{bytes, check_can_write, name_of};
use super::named_collection::NamedCollection;
use super::output::{Failure, check_target, is_other_format, write_target};
use crate::layout::compressed_by_extension;

/// `rejudge convert`
#[derive(Debug, ClapArgs)]
#[command(
    override_usage = "rejudge convert RUN [OUTPUT] [OPTIONS]\n       rejudge convert QRELS [OUTPUT] [OPTIONS]"
)]
pub struct Convert {
    /// A run or judgments in any format that `eval` reads (`-` for standard input), then the file to write, as
    /// with -o
    #[arg(value_name = "FILE", required_unless_present_any = ["run", "qrels"])]
    pub files: Vec<PathBuf>,
    /// Tag of the written run: one word [default: the run's own name]
    #[arg(
        long,
        aliases = ["run-tag", "runtag", "run-id", "runid", "run_id", "run-name", "name"],
        value_name = "NAME",
        value_parser = tag,
        help_heading = "Output"
    )]
    pub tag: Option<String>,
    /// Write only the top N documents of each topic of a run
    #[arg(short = 'M', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Output")]
    pub max_rank: Option<u32>,
    /// Write to this file instead of stdout (`-`: stdout). A name that ends in .csv, .tsv, .json or .parquet chooses that
    /// format (JSON as pytrec_eval has it), and names such as run.txt, run.trec or run choose TREC format; .gz, .xz and
    /// .zst compress
    #[arg(
        short, long, aliases = ["out", "outfile", "output-file"], value_name = "FILE", help_heading = "Output"
    )]
    pub output: Option<PathBuf>,
    /// Order of a run's documents with equal scores, or of all its documents. `file-order` keeps the order of the
    /// lines, which is the ranking for NTCIREVAL [default: docno-descending]
    #[arg(long, value_name = "RULE", help_heading = "Input")]
    pub ties: Option<Ties>,
    /// The file is a run. Needed only if it may also be judgments
    #[arg(
        long,
        alias = "runs",
        value_name = "FILE",
        conflicts_with_all = ["qrels", "qrels_format", "grades", "labels"],
        help_heading = "Input"
    )]
    pub run: Option<PathBuf>,
    /// The file has judgments. Needed only if it may also be a run
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub qrels: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Checks that a tag can be written in TREC format.
fn tag(text: &str) -> Result<String, String> {
    let is_word = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
    is_word.then(|| text.to_owned()).ok_or_else(|| "expected one word, such as bm25".to_owned())
}

/// The options by which other tools name the form of the input. We assume that their other options name the
/// form of the output.
const OTHER_INPUT_OPTIONS: [&str; 3] = ["--from", "--input-format", "-f"];

/// The advice if several files are named.
const CONVERTS_SEVERAL: &str =
    "`for run in RUNS; do rejudge convert \"$run\" -o \"DIR/$(basename \"$run\")\"; done` converts several";

/// The extensions of the compressed files that convert can write.
const COMPRESSIONS: [&str; 3] = ["gz", "xz", "zst"];

/// The extensions of archives, and of compressed files that convert cannot write.
const OTHER_COMPRESSIONS: &[&str] = &[
    "7z", "br", "bz", "bz2", "gzip", "lz", "lz4", "lzma", "rar", "snappy", "sz", "tar", "tbz", "tbz2", "tgz",
    "txz", "tzst", "z", "zip", "zstd",
];

/// The byte order mark of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the extension of a file in lower case, or an empty text if there is none.
fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

impl Convert {
    /// Returns all paths that are not the value of `-o`: the file to read, and perhaps the file to write.
    fn named_paths(&self) -> Vec<&Path> {
        let named = self.run.iter().chain(&self.qrels);
        named.chain(&self.files).map(PathBuf::as_path).collect()
    }

    /// Returns the file to read, or `None` if no file is named.
    pub fn input(&self) -> Option<&Path> {
        self.named_paths().first().copied()
    }

    /// Returns the file to read and the file to write.
    ///
    /// # Errors
    /// If several files are named, unless the second of two is the file to write. It must not exist: a shell
    /// may have replaced a pattern with two runs, and the second run must not be overwritten.
    fn paths(&self) -> Result<(&Path, &Path), Failure> {
        match (self.named_paths().as_slice(), self.output.as_deref()) {
            ([input], output) => Ok((*input, output.unwrap_or(Path::new("-")))),
            ([input, output], None) if !output.is_file() => Ok((*input, *output)),
            ([_, output], None) => {
                let output = output.display();
                Err(Failure::usage(format!(
                    "{output} exists, and convert takes one file at a time: `-o {output}` replaces it"
                )))
            }
            (paths, _) => {
                let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
                Err(Failure::usage(format!(
                    "convert takes one file at a time, found {}: {CONVERTS_SEVERAL}",
                    paths.join(" ")
                )))
            }
        }
    }

    /// Returns true if these arguments do what the options of another tool in `words` ask for. An option's value
    /// is the form that the input has, or the form that the output will have, or the last rank to write. `words`
    /// may begin with the tool's verb.
    pub fn does(&self, words: &[String]) -> bool {
        let Ok((input, output)) = self.paths() else { return false };
        // A word with one dash may be our own option, as in `-output`.
        let is_other = |word: &&str| !word.starts_with('-') || word.starts_with("--") || word.len() < 3;
        let words = words.iter().skip_while(|word| !word.starts_with('-')).map(String::as_str);
        let mut words = words.filter(is_other);
        while let Some(word) = words.next() {
            let (option, form) =
                word.split_once('=').unwrap_or_else(|| (word, words.next().unwrap_or_default()));
            // A number is the last rank to write.
            let does = if form.parse::<u32>().is_ok() {
                self.max_rank.is_some()
            } else if OTHER_INPUT_OPTIONS.contains(&option) {
                input.is_file() && read(input).is_ok_and(|bytes| is_form(form, &bytes))
            } else {
                Form::from_path(output).is_ok_and(|output| output.name().eq_ignore_ascii_case(form))
            };
            if !does {
                return false;
            }
        }
        true
    }

    /// Returns the kind of the input: a run or judgments.
    fn kind(&self, input: &Path, bytes: &[u8]) -> Result<FileKind, Failure> {
        let has_run_options = self.tag.is_some()
            || self.ties.is_some()
            || self.reading.extra_columns
            || self.reading.repeated.is_some();
        let has_judgment_options = self.reading.format() != QrelsFormat::trec();
        let kind = match (&self.run, &self.qrels) {
            (Some(_), _) => Some(FileKind::Run),
            (None, Some(_)) => Some(FileKind::Judgments),
            (None, None) if has_judgment_options => Some(FileKind::Judgments),
            (None, None) => kind_of(input, bytes).or(has_run_options.then_some(FileKind::Run)),
        };
        let path = input.display();
        match kind {
            None => Err(Failure::usage(format!(
                "{path} may have judgments or a run: `--qrels {path}` converts judgments, `--run {path}` a run"
            ))),
            Some(FileKind::Judgments) if has_run_options => Err(Failure::usage(format!(
                "{path} has judgments, and --tag, --ties, --repeated and --extra-columns are for runs"
            ))),
            Some(kind) => Ok(kind),
        }
    }

    /// Reads the run. Its tag is the value of `--tag`, or else the run's own.
    ///
    /// # Errors
    /// If the file is not a run, or if its lines have several tags, because such a file has several rankings, which
    /// `--tag` must not join.
    fn read_run(&self, input: &Path, bytes: &[u8]) -> Result<RankedRun, Failure> {
        let max_rank = self.max_rank.map_or(usize::MAX, |rank| rank as usize);
        let ties = self.ties.unwrap_or_default();
        let reading = Reading { max_rank, ties, ..self.reading.to_reading(None) };
        let mut run = RankedRun::parse(input, bytes, &reading)?;
        if let Some(other) = &run.other_tag {
            return Err(Failure::data(format!(
                "{}: found the runs `{}` and `{}`, but a file may contain only one run: \
                 `awk '{{ print > ($6 \".txt\") }}' FILE` writes a file for each",
                input.display(),
                run.tag.escape_debug(),
                other.escape_debug()
            )));
        }
        if let Some(tag) = &self.tag {
            run.tag.clone_from(tag);
        }
        Ok(run)
    }

    /// Returns a remark if the lines of a file in TREC format had to be sorted by score, and `--ties` is not
    /// given. In other forms, such as JSON, the order of the documents often has no meaning.
    fn remark_on_order(&self, run: &RankedRun, bytes: &[u8]) -> Option<String> {
        let moved_topics = run.moved_topics();
        if self.ties.is_some() || moved_topics == 0 || !is_form("trec", bytes) {
            return None;
        }
        Some(format!(
            "{} of {}: the lines were not in the order of their scores, and are written in that order; \
             `--ties file-order` keeps the order of the lines, which is the ranking for NTCIREVAL",
            moved_topics,
            counted(run.topics(), "topic")
        ))
    }

    /// Returns a remark if the JSON file at `output` loses the tag: JSON has no place for it, so readers
    /// name the run after the file. If this name is the tag, nothing is lost.
    ///
    /// # Errors
    /// If the tag is lost, and it was chosen by `--tag`.
    fn remark_on_lost_tag(&self, tag: &str, output: &Path) -> Result<Option<String>, Failure> {
        let name = untagged_name(output);
        let path = output.display();
        match &self.tag {
            _ if name == tag => Ok(None),
            None => Ok(Some(format!(
                "{path}: JSON of topics with documents has no tag, so readers name the run after the file: {name}"
            ))),
            Some(tag) => Err(Failure::usage(format!(
                "--tag {tag}: JSON of topics with documents has no tag: name the file {}",
                output.with_file_name(format!("{tag}.json")).display()
            ))),
        }
    }
}

/// The form of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Lines in TREC format.
    Lines,
    /// JSON of topics with documents.
    Json,
    /// A table: csv, tsv or parquet.
    Table(Format),
}

impl Form {
    /// Returns the form that the name of a file promises.
    ///
    /// # Errors
    /// If convert does not write this form.
    fn from_path(path: &Path) -> Result<Self, Failure> {
        let refused = |reason: &str, instead: &Path| {
            let (path, instead) = (path.display(), instead.display());
            Err(Failure::usage(format!("{path}: {reason}: name a file such as {instead}")))
        };
        let is_compressed = COMPRESSIONS.contains(&extension(path).as_str());
        let plain = if is_compressed { path.with_extension("") } else { path.to_owned() };
        let plain_extension = extension(&plain);
        if OTHER_COMPRESSIONS.contains(&plain_extension.as_str()) {
            return refused(
                &format!(".{plain_extension} is not written, only .gz, .xz and .zst compress"),
                &plain.with_extension("gz"),
            );
        }
        match Format::from_path(&plain) {
            None if is_other_format(&plain) => refused(
                &format!("runs and judgments are not written as {plain_extension}"),
                &plain.with_extension("csv"),
            ),
            // `.txt`, other extensions and no extension mean lines.
            None => Ok(Self::Lines),
            Some(Format::Tsv) if plain_extension != "tsv" => Ok(Self::Lines),
            Some(Format::Json) => Ok(Self::Json),
            Some(Format::JsonLines) => refused("JSON lines are not written", &plain.with_extension("json")),
            Some(format @ (Format::Csv | Format::Tsv | Format::Parquet)) => Ok(Self::Table(format)),
            Some(format) => refused(
                &format!("runs and judgments are not written as {}", name_of(format)),
                &plain.with_extension("txt"),
            ),
        }
    }

    /// Returns the name of the form, as people type it.
    fn name(self) -> String {
        match self {
            Self::Lines => "trec".to_owned(),
            Self::Json => name_of(Format::Json),
            Self::Table(format) => name_of(format),
        }
    }
}

/// The content of the input.
enum Content {
    Run(RankedRun),
    Judgments { lines: QrelsLines, format: QrelsFormat },
}

impl Content {
    /// Returns the bytes of a file in this form, before compression.
    fn bytes(&self, form: Form) -> Result<Vec<u8>, Failure> {
        match form {
            Form::Lines => self.trec_lines(),
            Form::Json => Ok(self.json()),
            Form::Table(format) => {
                let rows = self.table();
                if format == Format::Tsv {
                    check_quotes(&rows)?;
                }
                bytes(format, &Table { rows, ..Table::default() })
            }
        }
    }

    fn trec_lines(&self) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Run(run) => Ok(run.trec_lines().into_bytes()),
            Self::Judgments { lines, format } if format.is_plain_trec() => {
                let bytes = lines.bytes();
                Ok(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).to_vec())
            }
            // Labels become levels.
            Self::Judgments { lines, .. } => {
                let view = View::full(&judged(lines.qrels()));
                let text = level_lines(lines.qrels(), &view, &QrelsFormat::trec());
                Ok(text.expect("TREC format has a grade for every verdict").into_bytes())
            }
        }
    }

    fn json(&self) -> Vec<u8> {
        const IN_MEMORY: &str = "names and numbers are written to memory";
        match self {
            Self::Run(run) => serde_json::to_vec(run).expect(IN_MEMORY),
            Self::Judgments { lines, .. } => {
                let mut topics = Map::new();
                for (topic, document, grade) in grades(lines) {
                    let grade = match grade {
                        Value::Number(gain) => json!(gain),
                        Value::Whole(level) => json!(level),
                        Value::Text(_) => unreachable!("grades are numbers"),
                    };
                    topics.entry(topic).or_insert_with(|| json!({}))[document] = grade;
                }
                serde_json::to_vec(&topics).expect(IN_MEMORY)
            }
        }
    }

    fn table(&self) -> Frame {
        match self {
            Self::Run(run) => run.table(),
            Self::Judgments { lines, .. } => {
                let kind = if lines.qrels().gains().is_some() { Kind::Number } else { Kind::Whole };
                let mut table = Frame::new([
                    ("topic", Kind::Text, "name of the topic"),
                    ("docid", Kind::Text, "id of the document"),
                    ("grade", kind, "grade; a negative one means that the judgment is withheld"),
                ]);
                for (topic, document, grade) in grades(lines) {
                    table.push([topic.into(), document.into(), grade]);
                }
                table
            }
        }
    }

    /// Returns a remark on what was written, and a remark on comments that look like lines but were not
    /// written.
    fn remarks(&self, form: Form) -> Vec<String> {
        let (summary, comments) = match self {
            Self::Run(run) => {
                let (topics, documents) =
                    (counted(run.topics(), "topic"), counted(run.rows().count(), "document"));
                (format!("run {}: {topics}, {documents}", run.tag), run.comments.clone())
            }
            Self::Judgments { lines, format } => {
                let qrels = lines.qrels();
                let judgments = qrels.topics().map(|topic| topic.judgments().len()).sum();
                let counts = [counted(qrels.topics().len(), "topic"), counted(judgments, "judgment")];
                // Comments are copied with the lines.
                let is_copied = form == Form::Lines && format.is_plain_trec();
                (counts.join(", "), qrels.topics_of_comments().filter(|_| !is_copied))
            }
        };
        let comments = comments.map(|topics| format!("not written: {topics}"));
        std::iter::once(summary).chain(comments).collect()
    }
}

/// Returns each judgment: topic, document, and the level or gain, or -1 if the judgment is withheld.
fn grades(lines: &QrelsLines) -> impl Iterator<Item = (&str, &str, Value<'static>)> {
    let qrels = lines.qrels();
    let grade = move |verdict| match (verdict, qrels.gains()) {
        (Verdict::Level(level), Some(gains)) => Value::Number(Some(gains.gain(level))),
        (Verdict::Level(level), None) => Value::Whole(Some(level.into())),
        (Verdict::Pooled, Some(_)) => Value::Number(Some(-1.0)),
        (Verdict::Pooled, None) => Value::Whole(Some(-1)),
    };
    qrels.topics().flat_map(move |topic| {
        topic.judgments().map(move |(document, verdict)| (topic.name(), document, grade(verdict)))
    })
}

/// Refuses ids and tags in quotes, because readers of tsv remove the quotes.
fn check_quotes(rows: &Frame) -> Result<(), Failure> {
    let is_quoted = |id: &&str| id.len() > 1 && id.starts_with('"') && id.ends_with('"');
    // Judgments have no tag.
    for column in ["topic", "docid", "tag"] {
        let quoted = rows.text(column).ok().and_then(|ids| ids.iter().find(is_quoted));
        if let Some(id) = quoted {
            let id = id.escape_debug();
            return Err(Failure::data(format!(
                "{column} `{id}`: readers of tsv remove the quotes: name a .csv, .json or .parquet file"
            )));
        }
    }
    Ok(())
}

/// Refuses a folder, a pattern, or the name of a collection, because convert reads one file.
fn check_one_file(global: &Global, input: &Path) -> Result<(), Failure> {
    let path = input.display();
    let several =
        |noun: &str| Failure::usage(format!("{path}: expected a file, found {noun}: {CONVERTS_SEVERAL}"));
    if input.is_dir() {
        return Err(several("a folder"));
    }
    if is_run_pattern(input) {
        return Err(several("a pattern"));
    }
    // If no collection has the name, `find` may take the path of a missing file for an id of ir_datasets.
    if input.to_str().is_some_and(|name| !input.exists() && NamedCollection::exists(global, name))
        && let Some(collection) = NamedCollection::find(global, input)?
    {
        let qrels = collection.judgments().qrels;
        return Err(Failure::usage(format!(
            "{path} is a collection, and convert reads one file, such as {}",
            qrels.display()
        )));
    }
    Ok(())
}

pub fn main(global: &Global, args: &Convert) -> Result<u8, Failure> {
    let (input, output) = args.paths()?;
    if output.is_dir() {
        let (folder, file) = (output.display(), output.join("run.txt"));
        return Err(Failure::usage(format!("{folder} is a folder: name a file, such as {}", file.display())));
    }
    let form = Form::from_path(output)?;
    if let Form::Table(format) = form {
        check_can_write(format)?;
    }
    check_target(Some(output), [&input.to_owned()])?;
    check_one_file(global, input)?;
    let bytes = read(input).map_err(LoadError::from)?;
    let (mut lost_intents, mut lost_order) = (false, None);
    let content = match args.kind(input, &bytes)? {
        FileKind::Run => {
            let run = args.read_run(input, &bytes)?;
            lost_order = args.remark_on_order(&run, &bytes);
            Content::Run(run)
        }
        _ => {
            if args.max_rank.is_some() {
                return Err(Failure::usage("--max-rank is for a run: judgments have no ranks"));
            }
            let format = args.reading.format();
            let has_intents = format.is_plain_trec() && has_intents(input, &bytes);
            let original = has_intents.then(|| bytes.clone());
            let lines = QrelsLines::parse(input, bytes, &format)?;
            // Lines that are copied keep their second column.
            lost_intents =
                original.is_some_and(|bytes| form != Form::Lines || !bytes.ends_with(lines.bytes()));
            Content::Judgments { lines, format }
        }
    };
    let lost_tag = match &content {
        Content::Run(run) if form == Form::Json => args.remark_on_lost_tag(&run.tag, output)?,
        _ => None,
    };
    // `compressed_by_extension` recognises only extensions in lower case.
    let written = compressed_by_extension(&output.with_extension(extension(output)), content.bytes(form)?);
    write_target(output, &written.map_err(|error| Failure::data(format!("{error:#}")))?)?;
    let lost_intents = lost_intents
        .then(|| "not written: the intents of the judgments, which --by-intent of eval needs".to_owned());
    let remarks = content.remarks(form).into_iter().chain(lost_tag).chain(lost_order);
    global.remarks(remarks.chain(lost_intents));
    Ok(GOOD)
}
