//! Explains the score of a run on a topic, document by document: the value of the measure if the ranking
//! ended at each rank. This needs no code for particular measures, because every measure can score the
//! top of a ranking.

use std::num::NonZeroU32;

use rejudge_collections::{KeptDocuments, Qrels, RankedDocument, Stamps, Unscored, ranked_documents};
use rejudge_experiment::spec::{Rules, TopicRule};
use rejudge_metrics::registry::Relevance;
use rejudge_metrics::{Gains, Metric, ScorerError, Verdict};
use rejudge_names::plural::{counted, few, of_number};
use rejudge_names::visible::one_line;
use rejudge_pools::{DocIx, JoinedRun, ScoreMatrix, Scoring, TopicIx};
use rejudge_tables::frame::{Cell, Decimals, Frame, Heading, Kind, Sheet, Table, rounded, shortest};
use serde_json::{Map, Value, json};

use super::notes::{only_intent, without_judgments};
use super::own_files::{check_read_again, check_unchanged};
use super::scores::{MAX_NAMED, refuse_unjudged_runs};
use super::topic_choice::unjudged_remark;
use super::{EvalError, Input, InputFiles, PresetRules, RequestedMeasures, TopicChoice};

/// At least this many ranks are shown, unless the user chooses a last rank, the measure has a cutoff, or the
/// run is shorter.
const LEAST_RANKS: u32 = 10;

/// The columns of the rows.
const COLUMNS: [(&str, Kind, &str); 9] = [
    ("run", Kind::Text, "name of the run"),
    ("topic", Kind::Text, "name of the topic"),
    ("measure", Kind::Text, "name of the measure"),
    ("rank", Kind::Whole, "rank of the document; 0: before the first document, if the value is not 0 there"),
    ("docid", Kind::Text, "id of the document"),
    ("score", Kind::Number, "the run's score of the document"),
    (
        "label",
        Kind::Text,
        "level of the document, or its gain, or intent:level; -: unjudged, withheld: pooled without a judgment",
    ),
    ("value", Kind::Number, "the measure of the ranking down to this rank"),
    ("change", Kind::Number, "value minus the value at the rank before"),
];

/// Scores of a run on topics, rank by rank.
pub struct ExplainedScores {
    run: String,
    /// The scores by topic, and within a topic by measure.
    scores: Vec<ExplainedScore>,
    /// Remarks on the files and the rules.
    pub remarks: Vec<String>,
}

/// The score of a run on a topic by a measure, rank by rank.
struct ExplainedScore {
    topic: String,
    metric: Metric,
    score: f64,
    rows: Vec<Row>,
    /// R, the number of relevant documents.
    relevant: usize,
    /// The number of judged documents by label, from the highest level, and last the number of withheld
    /// judgments.
    judged: Vec<(String, usize)>,
    /// The id and the label of each relevant document that the run did not retrieve, from the highest level.
    missed: Vec<(String, String)>,
    /// Sentences that say how the score came about.
    sentences: Vec<String>,
}

/// A rank, with the measure of the ranking down to it. Rank 0 has no document.
struct Row {
    rank: u32,
    document: Option<RankedDocument>,
    label: String,
    value: f64,
    change: f64,
}

/// A topic with the run's ranking, and the settings that all measures share.
struct RankedTopic<'a> {
    input: &'a Input,
    qrels: &'a Qrels,
    topic: TopicIx,
    ranking: &'a [RankedDocument],
    rules: &'a Rules,
    gains: &'a Gains,
    last_rank: Option<NonZeroU32>,
    /// True if documents may be duplicates, or relevant only together.
    has_units: bool,
}

impl ExplainedScores {
    /// Scores the run of `files` on the topics of `choice`, as [`Scores`](crate::Scores) does, and explains
    /// each score. Ranks are shown down to `last_rank`. If it is `None`, they are shown down to the last rank
    /// that changes the score, but at least down to the measure's cutoff, or if it has none, down to rank
    /// 10. All topics of `files` are read, because some measures depend on the highest level of any topic.
    ///
    /// # Errors
    /// If there is not exactly one run, the run is a stream (which can be read only once), a file is wrong or
    /// changes meanwhile, a measure does not fit the judgments, or none of the topics is scored.
    pub fn compute(
        files: &InputFiles,
        choice: &TopicChoice,
        measures: &RequestedMeasures,
        preset_rules: &PresetRules,
        last_rank: Option<NonZeroU32>,
    ) -> Result<Self, EvalError> {
        let [path] = files.runs.as_slice() else {
            let count = counted(files.runs.len(), "run");
            return Err(EvalError::Usage(format!("expected one run to explain, found {count}")));
        };
        check_read_again([path.as_path()])?;
        let stamps = Stamps::new([path.clone()]);
        let rules = &preset_rules.rules;
        let (input, qrels) = Input::load_with_ids(files, rules, KeptDocuments::Judged)?;
        input.check(measures, rules, false)?;
        refuse_unjudged_runs(&input)?;
        let reading = rules.reading(files.reading);
        let names: Vec<&str> = input.judgments.names().iter().collect();
        let is_chosen = choice.choose(&names, files, &reading)?;
        let (mut topics, mut reasons) = (Vec::new(), Vec::new());
        for topic in (0..names.len()).filter(|&topic| is_chosen[topic]) {
            match left_out(&input, rules, topic) {
                None => topics.push(topic),
                Some(reason) => reasons.push(reason),
            }
        }
        if topics.is_empty() {
            return Err(EvalError::Data(few(&reasons, MAX_NAMED, "; ")));
        }
        let topic_names: Vec<&str> = topics.iter().map(|&topic| names[topic]).collect();
        let rankings = ranked_documents(&qrels, path, &reading, &topic_names)?;
        check_unchanged(&stamps)?;
        let gains = input.gains(measures, rules)?;
        let scorers = input.scorers(measures, rules)?;
        let wrong = |error: ScorerError| EvalError::Usage(error.to_string());
        let scoring = Scoring::new(&scorers, &input.judgments, &input.view, input.intents.as_deref());
        let scoring = scoring.map_err(wrong)?;
        let run = &input.runs[0];
        let mut scores = Vec::new();
        for (&topic, ranking) in topics.iter().zip(&rankings) {
            let score = |run: &JoinedRun| scoring.scores([run], [topic]);
            let by_rank: Vec<Vec<ScoreMatrix>> =
                (0..=ranking.len() as u32).map(|rank| score(&run.kept.top(topic, rank))).collect();
            let whole = score(&run.kept);
            let (input, qrels, gains, has_units) = (&input, &qrels, &gains, files.judgments.has_units());
            let ranked = RankedTopic { input, qrels, topic, ranking, rules, gains, last_rank, has_units };
            for (measure, metric) in measures.metrics.iter().enumerate() {
                let values: Vec<f64> = by_rank.iter().map(|scores| scores[measure].of_run(0)[0]).collect();
                scores.push(ranked.explain(metric, &values, whole[measure].score(0, 0)).map_err(wrong)?);
            }
        }
        let unjudged: Vec<String> =
            choice.names_missing_from(&names.iter().copied().collect()).map(str::to_owned).collect();
        let remarks = std::iter::once(format!("rules: {preset_rules}"))
            .chain(Unscored::line(&input.unscored))
            .chain(only_intent(&input))
            .chain(without_judgments(&input, run))
            .chain(measures.notes.iter().cloned())
            .chain(unjudged_remark(&unjudged))
            .chain(reasons)
            .collect();
        Ok(Self { run: run.name.clone(), scores, remarks })
    }

    /// Returns the title and the sentences of each score.
    pub fn sentences(&self) -> impl Iterator<Item = String> {
        self.scores
            .iter()
            .flat_map(|explained| std::iter::once(self.title(explained)).chain(explained.sentences.clone()))
    }

    /// Returns a row for each rank, a table for people for each score, and JSON with all parts of the scores.
    pub fn table(&self, rules: &PresetRules) -> Table {
        let mut rows = Frame::new(COLUMNS);
        for explained in &self.scores {
            let measure = explained.metric.to_string();
            for Row { rank, document, label, value, change } in &explained.rows {
                rows.push([
                    (&self.run).into(),
                    (&explained.topic).into(),
                    (&measure).into(),
                    (*rank).into(),
                    document.as_ref().map_or("", |document| &document.id).into(),
                    document.as_ref().map(|document| document.score).into(),
                    label.into(),
                    (*value).into(),
                    (*change).into(),
                ]);
            }
        }
        let sheets = self.scores.iter().map(|explained| explained.sheet(self.title(explained))).collect();
        let fields = rules.fields();
        let rules: Map<String, Value> =
            fields.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        let scores: Vec<Value> = self.scores.iter().map(|explained| explained.json(&self.run)).collect();
        let json = json!({ "rules": rules, "scores": scores });
        Table { sheets: Some(sheets), json: Some(json), ..super::rules::table_by(fields, "ranks", rows, "") }
    }

    fn title(&self, explained: &ExplainedScore) -> String {
        format!("{} of {} on topic {}", explained.metric, one_line(&self.run), one_line(&explained.topic))
    }
}

/// Returns the reason why the rules leave a topic out of the scores, or `None` if it is scored.
fn left_out(input: &Input, rules: &Rules, topic: TopicIx) -> Option<String> {
    let (run, name) = (&input.runs[0], one_line(&input.judgments.names()[topic]));
    if !rules.counts_topic(&input.view, topic) {
        return Some(format!(
            "topic {name} has no relevant document, and the rule `no-relevant drop` leaves it out"
        ));
    }
    let needs_run = rules.topics != TopicRule::Qrels;
    (needs_run && !run.kept.has(topic)).then(|| {
        let (run, rule) = (one_line(&run.name), rules.value("topics"));
        format!("run {run} has no document of topic {name}, and the rule `topics {rule}` leaves it out")
    })
}

impl RankedTopic<'_> {
    /// Explains a score, which is `None` if it is undefined. `values` has the measure of the ranking down to
    /// each rank, from rank 0.
    fn explain(
        &self,
        metric: &Metric,
        values: &[f64],
        score: Option<f64>,
    ) -> Result<ExplainedScore, ScorerError> {
        let retrieved = self.ranking.len() as u32;
        let shown = match self.last_rank {
            Some(rank) => rank.get().min(retrieved),
            None => {
                let is_change =
                    |&rank: &u32| values[rank as usize].to_bits() != values[rank as usize - 1].to_bits();
                let last_change = (1..=retrieved).rev().find(is_change).unwrap_or(0);
                last_change.max(metric.cutoff().unwrap_or(LEAST_RANKS).min(retrieved))
            }
        };
        let labels = self.labels();
        let row = |rank: u32| {
            let value = values[rank as usize];
            let Some(place) = (rank as usize).checked_sub(1) else {
                return Row { rank, document: None, label: String::new(), value, change: value };
            };
            let (document, label) = (Some(self.ranking[place].clone()), labels[place].clone());
            Row { rank, document, label, value, change: value - values[place] }
        };
        let rows: Vec<Row> = (u32::from(values[0] == 0.0)..=shown).map(row).collect();
        let rel = self.relevant_from(metric)?;
        let (relevant, missed) = (self.input.view.relevant(self.topic, rel), self.missed(rel));
        let name = &self.input.judgments.names()[self.topic];
        let source = match score {
            None => "undefined, because no document is relevant".to_owned(),
            Some(_) if retrieved == 0 => format!("the run has no document of topic {}", one_line(name)),
            Some(score) if score.to_bits() != values[shown as usize].to_bits() => {
                format!("the changes above, and {:+} at lower ranks", score - values[shown as usize])
            }
            Some(_) => "the sum of the changes".to_owned(),
        };
        let score = score.unwrap_or(0.0);
        let mut explained = ExplainedScore {
            topic: name.to_owned(),
            metric: metric.clone(),
            score,
            rows,
            relevant,
            judged: self.judged(),
            missed,
            sentences: vec![format!("{metric} = {score}: {source}")],
        };
        let (counts, relevant) = (self.counts(&explained, rel), self.relevant(&explained.missed, rel, shown));
        let unjudged = explained.unjudged();
        let units = self.has_units.then(|| {
            "a class of duplicates counts at its first document, a group at the rank where it is complete"
                .to_owned()
        });
        let entry = metric.family().entry();
        let formula = format!(
            "{}: {} [{}]; `rejudge measures {}` has an example",
            entry.title, entry.formula, entry.source, entry.name
        );
        explained
            .sentences
            .extend([counts, relevant].into_iter().chain(unjudged).chain(units).chain([formula]));
        Ok(explained)
    }

    /// Returns the lowest level at which a document is relevant to a measure.
    fn relevant_from(&self, metric: &Metric) -> Result<u8, ScorerError> {
        Ok(match metric.family().entry().relevance {
            Relevance::Graded => metric.gains_over(self.gains)?.relevant_from(),
            Relevance::Binary | Relevance::Any => metric.rel().unwrap_or(self.rules.min_rel.get()),
        })
    }

    /// Returns the level of a document of the judgments, or `None` if its judgment is withheld.
    fn level(&self, doc: DocIx) -> Option<u8> {
        match self.input.view.verdicts(self.topic)[doc as usize] {
            Verdict::Level(level) if self.input.view.keeps(self.topic, doc) => Some(level),
            _ => None,
        }
    }

    /// Returns a level as text, or the level's gain if the judgments have gains.
    fn label(&self, level: u8) -> String {
        self.input.view.gains().map_or_else(|| level.to_string(), |gains| gains.gain(level).to_string())
    }

    /// Returns the label of each retrieved document, by rank.
    fn labels(&self) -> Vec<String> {
        let mut labels = vec![UNJUDGED.to_owned(); self.ranking.len()];
        let (ranks, documents) = self.input.runs[0].kept.seen(self.topic);
        for (&rank, &doc) in ranks.iter().zip(documents) {
            labels[rank as usize - 1] = match self.level(doc) {
                Some(level) => self.by_intent(doc).unwrap_or_else(|| self.label(level)),
                None => WITHHELD.to_owned(),
            };
        }
        labels
    }

    /// Returns the level of a document for each intent to which it is relevant, as `intent:level`, or `0` if
    /// it is relevant to none. Returns `None` if the judgments are not by intent.
    fn by_intent(&self, doc: DocIx) -> Option<String> {
        let intents = self.input.intents.as_ref()?;
        let names = intents.names(self.topic);
        let levels = &intents.topic(self.topic).levels[doc as usize * names.len()..][..names.len()];
        let relevant = names.iter().zip(levels).filter(|(_, level)| **level > 0);
        let pairs: Vec<String> =
            relevant.map(|(name, level)| format!("{}:{level}", one_line(name))).collect();
        Some(if pairs.is_empty() { "0".to_owned() } else { pairs.join(" ") })
    }

    /// Returns the number of judged documents with each label, from the highest level. Withheld judgments
    /// come last.
    fn judged(&self) -> Vec<(String, usize)> {
        let documents = self.input.view.verdicts(self.topic).len() as DocIx;
        let mut counts = [0; 256];
        let mut withheld = 0;
        for doc in 0..documents {
            match self.level(doc) {
                Some(level) => counts[usize::from(level)] += 1,
                None => withheld += 1,
            }
        }
        let levels = (0..=u8::MAX).rev().map(|level| (self.label(level), counts[usize::from(level)]));
        levels.chain([(WITHHELD.to_owned(), withheld)]).filter(|(_, count)| *count > 0).collect()
    }

    /// Returns the id and the label of each document of level `rel` or above that the run did not retrieve,
    /// from the highest level.
    fn missed(&self, rel: u8) -> Vec<(String, String)> {
        let judged = self.qrels.topic_at(self.topic);
        let (_, retrieved) = self.input.runs[0].kept.seen(self.topic);
        let documents = 0..self.input.view.verdicts(self.topic).len() as DocIx;
        let levels = documents.filter_map(|doc| Some((doc, self.level(doc)?)));
        let mut missed: Vec<(DocIx, u8)> =
            levels.filter(|(doc, level)| *level >= rel && !retrieved.contains(doc)).collect();
        missed.sort_by_key(|(_, level)| std::cmp::Reverse(*level));
        missed.iter().map(|&(doc, level)| (judged.document(doc).to_owned(), self.label(level))).collect()
    }

    /// Returns a sentence with R and the number of judged documents of each level. Documents of level `rel`
    /// or above are relevant.
    fn counts(&self, explained: &ExplainedScore, rel: u8) -> String {
        let scale = if self.input.view.gains().is_some() { "gain" } else { "level" };
        let judged = explained.judged.iter().map(|(label, count)| match label.as_str() {
            WITHHELD => format!("{count} withheld"),
            label => format!("{count} at {scale} {label}"),
        });
        let judged: Vec<String> = judged.collect();
        let judged = if judged.is_empty() { "none".to_owned() } else { few(&judged, MAX_NAMED, ", ") };
        let (relevant, rel) = (explained.relevant, self.label(rel));
        format!("R = {relevant} ({scale} {rel} or above); judged documents: {judged}")
    }

    /// Returns a sentence about the documents of level `rel` or above: those down to rank `shown`, those at
    /// lower ranks, and the `missed` ones, which the run did not retrieve.
    fn relevant(&self, missed: &[(String, String)], rel: u8, shown: u32) -> String {
        let (ranks, documents) = self.input.runs[0].kept.seen(self.topic);
        let is_relevant = |doc: DocIx| self.level(doc).is_some_and(|level| level >= rel);
        let relevant_ranks = ranks.iter().zip(documents).filter(|(_, doc)| is_relevant(**doc));
        let (above, below): (Vec<u32>, Vec<u32>) =
            relevant_ranks.map(|(&rank, _)| rank).partition(|&rank| rank <= shown);
        let at_lower_ranks = match below.first() {
            Some(first) => format!(", {} from rank {first} on", below.len()),
            None => String::new(),
        };
        let is_cut = self.rules.depth() == self.ranking.len();
        let down_to = if is_cut { format!(" down to rank {}", self.ranking.len()) } else { String::new() };
        let names: Vec<String> =
            missed.iter().map(|(id, label)| format!("{} ({label})", one_line(id))).collect();
        let list =
            if names.is_empty() { String::new() } else { format!(": {}", few(&names, MAX_NAMED, ", ")) };
        let (above, missed) = (above.len(), missed.len());
        format!("relevant documents: {above} above{at_lower_ranks}, {missed} not retrieved{down_to}{list}")
    }
}

/// The label of a document without a judgment.
const UNJUDGED: &str = "-";
/// The label of a document whose judgment is withheld.
const WITHHELD: &str = "withheld";

impl ExplainedScore {
    /// Returns a sentence about the unjudged documents that are shown, if there are any.
    fn unjudged(&self) -> Option<String> {
        let documents = self.rows.iter().filter(|row| row.document.is_some());
        let unjudged =
            documents.clone().filter(|row| [UNJUDGED, WITHHELD].contains(&row.label.as_str())).count();
        let (shown, are) = (counted(documents.count(), "document"), of_number(unjudged, "is", "are"));
        let meaning = match self.metric.family().entry().relevance {
            _ if self.metric.is_condensed() => {
                format!(" and skipped: {} looks at the condensed list", self.metric)
            }
            Relevance::Any => format!(", which affects {}", self.metric),
            Relevance::Binary | Relevance::Graded => String::new(),
        };
        (unjudged > 0).then(|| format!("{unjudged} of the {shown} above {are} unjudged{meaning}"))
    }

    /// Returns the table for people.
    fn sheet(&self, title: String) -> Sheet {
        let columns = ["rank", "docid", "score", "label", "value", "change"]
            .map(|name| if name == "docid" { Heading::words(name) } else { Heading::numbers(name) });
        let decimals = Decimals::for_topics();
        let row = |row: &Row| -> Vec<Cell> {
            let document = row.document.as_ref();
            // `0` without a sign means that the value does not change. A small change that is rounded to 0
            // has a sign.
            let change =
                if row.change == 0.0 { "0".to_owned() } else { format!("{:+.*}", decimals.0, row.change) };
            vec![
                row.rank.to_string().into(),
                document.map_or_else(String::new, |document| document.id.clone()).into(),
                document.map_or_else(String::new, |document| shortest(document.score)).into(),
                row.label.clone().into(),
                rounded(row.value, decimals).into(),
                change.into(),
            ]
        };
        Sheet {
            title,
            columns: columns.into(),
            rows: self.rows.iter().map(row).collect(),
            notes: self.sentences.clone(),
            ..Sheet::default()
        }
    }

    fn json(&self, run: &str) -> Value {
        let entry = self.metric.family().entry();
        let ranks = self.rows.iter().map(|Row { rank, document, label, value, change }| {
            json!({
                "rank": rank,
                "docid": document.as_ref().map(|document| &document.id),
                "score": document.as_ref().map(|document| document.score),
                "label": label,
                "value": value,
                "change": change,
            })
        });
        let judged: Map<String, Value> =
            self.judged.iter().map(|(label, count)| (label.clone(), json!(count))).collect();
        let missed = self.missed.iter().map(|(id, label)| json!({ "docid": id, "label": label }));
        json!({
            "run": run,
            "topic": self.topic,
            "measure": self.metric.to_string(),
            "score": self.score,
            "relevant": self.relevant,
            "judged": judged,
            "not-retrieved": missed.collect::<Vec<_>>(),
            "formula": entry.formula,
            "source": entry.source,
            "ranks": ranks.collect::<Vec<_>>(),
        })
    }
}
