//! A scheme that was read and checked. It turns the assessors' answers for an item into one score, and the score into a
//! level.
//!
//! Levels do not depend on the labels that a file happens to contain. Without thresholds, every score above 0 that an
//! item *can* have is a level.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::spec::yaml::{Node, Source, Spanned, YamlError, from_node, parse, read};
use rejudge_collections::bundled::{entries, is_file};
use rejudge_names::Mistyped;
use rejudge_names::plural::{counted, of_number};

use crate::labels::answers::{Answer, Answers, Column};
use crate::labels::definition::{Asker, Assessors, Combine, Definition, Otherwise, Patterns, Threshold};
use crate::labels::number::{Number, Ratio};

/// The largest number of assessors of an item.
const MAX_ASSESSORS: usize = 1000;

/// The largest number of multisets of answers that are enumerated.
const MAX_PATTERNS: u64 = 1_000_000;

/// The highest relevance level that a qrels file can have.
const MAX_LEVEL: u8 = 127;

/// A scheme without errors.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The scheme's name.
    pub id: Spanned<String>,
    /// The title of the scheme.
    pub title: String,
    assessors: Assessors,
    answers: Answers,
    combine: Combine,
    /// The highest score that an assessor can give.
    highest_score: Ratio,
    /// The score of each listed pattern, by its sorted answers; empty unless `combine` is `patterns`.
    patterns: BTreeMap<Vec<Answer>, Ratio>,
    /// The lowest score of each level above 0, ascending.
    steps: Vec<(Ratio, u8)>,
    gains: Vec<(u8, Ratio)>,
}

/// An assessor's answer for an item of a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vote {
    /// The item's index in the topic.
    pub item: u32,
    /// The assessor's number.
    pub assessor: u32,
    pub answer: Answer,
}

/// An item with too few or too many assessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("labels of {found} {}, expected {expected}", if *found == 1 { "assessor" } else { "assessors" })]
pub struct WrongCount {
    /// The number of assessors that the item has.
    pub found: usize,
    /// The number of assessors that the item should have.
    pub expected: Assessors,
}

impl WrongCount {
    /// Returns true if the item has too few assessors, and false if it has too many.
    pub fn is_missing(&self) -> bool {
        self.found < self.expected.at_least
    }
}

/// Returns the names of the schemes in `folder`, sorted.
pub fn scheme_names(folder: &Path) -> Vec<String> {
    let yaml = entries(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    let mut names: Vec<String> =
        yaml.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    names
}

/// Reads the scheme `name`: the path of a YAML file, or the `id` of a scheme in `folder`.
///
/// # Errors
/// If there is no such scheme, or its file has an error. An error in the file has a position.
pub fn find_scheme(name: &str, folder: &Path) -> Result<Scheme, YamlError> {
    let path = Path::new(name);
    if is_file(path) {
        return Scheme::from_tree(&read(path)?);
    }
    let names = scheme_names(folder);
    if !names.iter().any(|listed| listed == name) {
        let folder = folder.display();
        let message = format!("there is no scheme `{name}`: neither a YAML file nor a scheme in {folder}");
        return Err(YamlError::without_position(message).suggesting(name, names.iter().map(String::as_str)));
    }
    let path: PathBuf = folder.join(format!("{name}.yaml"));
    let scheme = Scheme::from_tree(&read(&path)?)?;
    if scheme.id.value != name {
        let message = format!("the id is `{}`, but the file is named {}", scheme.id.value, path.display());
        return Err(scheme.id.error(message));
    }
    Ok(scheme)
}

impl Scheme {
    /// Reads a scheme from the text of a file. `name` is for messages.
    ///
    /// ```
    /// use rejudge_experiment::labels::{Scheme, to_f64};
    /// // TaskMine (survey, section 4.6): the mean of two scores.
    /// let text = "schema: labels/v1\nid: taskmine\nassessors: 2\nlabels: {3: 3, 2: 2, 1: 1, 0: 0}\ncombine: mean";
    /// let scheme = Scheme::parse("taskmine.yaml", text)?;
    /// let gains = scheme.gains().iter().map(|(level, gain)| format!("{level}={}", to_f64(gain)));
    /// assert_eq!(gains.collect::<Vec<_>>().join(","), "1=0.5,2=1,3=1.5,4=2,5=2.5,6=3");
    /// # Ok::<(), rejudge_experiment::spec::yaml::YamlError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a scheme, for example because an answer has no score or the levels are wrong. The error has
    /// the position.
    pub fn parse(name: &str, text: &str) -> Result<Self, YamlError> {
        let (name, text) = (name.to_owned(), text.to_owned());
        Self::from_tree(&parse(Source { name, folder: PathBuf::new(), text })?)
    }

    fn from_tree(root: &Node) -> Result<Self, YamlError> {
        let definition: Definition = from_node(root)?;
        if definition.schema.value != "labels/v1" {
            let message = format!("the schema is `{}`, expected `labels/v1`", definition.schema.value);
            return Err(definition.schema.error(message));
        }
        let answers = match (&definition.labels, &definition.criteria, &definition.rules) {
            (Some(labels), None, None) => Answers::of_labels(labels)?,
            (None, Some(criteria), Some(rules)) => Answers::of_rules(criteria, rules)?,
            _ => {
                let message =
                    "expected either `labels`, or `criteria` with `rules`, which give the scores of answers";
                return Err(YamlError::at_node(root, message));
            }
        };
        let at_assessors = |message: String| definition.assessors.error(message);
        let assessors: Assessors = definition.assessors.value.parse().map_err(at_assessors)?;
        let max_assessors = assessors.at_most.unwrap_or(MAX_ASSESSORS);
        if assessors.at_least == 0 || max_assessors < assessors.at_least || max_assessors > MAX_ASSESSORS {
            let expected = format!("expected from 1 to {MAX_ASSESSORS}, the lower number first");
            return Err(at_assessors(format!("found {assessors} assessors, {expected}")));
        }
        let (counts, is_limited) = (assessors.at_least..=max_assessors, assessors.at_most.is_some());
        let combine = match definition.combine {
            Some(combine) => combine,
            None if counts == (1..=1) => Spanned { value: Combine::Sum, at: Some(root.at.clone()) },
            None => {
                let message = "the key `combine` is missing: there may be several assessors";
                return Err(YamlError::at_node(root, message));
            }
        };
        let highest_score = answers.iter().map(|answer| answers.score(answer)).max().unwrap_or(Ratio::ZERO);
        let mut scheme = Self {
            id: definition.id,
            title: definition.title,
            assessors,
            answers,
            combine: combine.value.clone(),
            highest_score,
            patterns: BTreeMap::new(),
            steps: Vec::new(),
            gains: Vec::new(),
        };
        match &combine.value {
            Combine::Unanimity { strength } if strength.value.0 < Ratio::ZERO => {
                let message =
                    format!("the strength is {}, expected a number of at least 0", strength.value.0);
                return Err(strength.error(message));
            }
            Combine::Patterns(_) if !is_limited => {
                let message = "the number of assessors has no upper limit, but patterns need one";
                return Err(at_assessors(message.to_owned()));
            }
            Combine::Patterns(patterns) => {
                scheme.patterns = pattern_scores(patterns, &scheme.answers, counts.clone(), at_assessors)?;
            }
            Combine::Favourites { asker: Some(asker) } if !scheme.answers.are_labels => {
                let message =
                    "the asker's best answer is marked by a label, but these assessors answer by criteria";
                return Err(asker.error(message));
            }
            _ => {}
        }
        // All scores that items can have; `None` if there are too many ways to answer. It is also `None` if
        // the number of assessors has no limit, except for favourites, which always score 0 or 1.
        let scores =
            if is_limited || scheme.combines_favourites() { scheme.attainable_scores(counts) } else { None };
        match definition.levels.filter(|levels| !levels.value.is_empty()) {
            Some(levels) => scheme.set_levels(&levels)?,
            None => match scores {
                Some(scores) => {
                    scheme.set_level_for_each_score(&scores).map_err(|message| combine.error(message))?
                }
                None if is_limited => return Err(at_assessors(too_many_patterns())),
                None => {
                    let message = "the number of assessors has no upper limit, so the possible scores of items cannot be listed: add `levels`";
                    return Err(at_assessors(message.to_owned()));
                }
            },
        }
        Ok(scheme)
    }

    fn combines_favourites(&self) -> bool {
        matches!(self.combine, Combine::Favourites { .. })
    }

    /// Returns the number of assessors who label an item, not counting the asker.
    pub fn assessors(&self) -> Assessors {
        self.assessors
    }

    /// Returns the columns of an assessor's answer: `label`, or a column for each criterion.
    pub fn columns(&self) -> &[Column] {
        &self.answers.columns
    }

    /// Returns the answer with these texts in the columns.
    ///
    /// # Errors
    /// If a text is unknown. The error contains the index of its column.
    pub fn answer(&self, texts: &[&str]) -> Result<Answer, (usize, Mistyped)> {
        self.answers.answer(texts)
    }

    /// Returns the asker, an assessor who only marks the best item.
    pub fn asker(&self) -> Option<&Asker> {
        match &self.combine {
            Combine::Favourites { asker } => asker.as_ref().map(|asker| &asker.value),
            _ => None,
        }
    }

    /// Returns the gain of each level from 1. The gain of level 0 is 0.
    pub fn gains(&self) -> &[(u8, Ratio)] {
        &self.gains
    }

    /// Returns the level of each item of a topic. `items` is the number of items.
    ///
    /// `votes` may be in any order, but an assessor may vote only once for an item. `best` are the items that the asker
    /// marked. An item with the wrong number of assessors has no level, but its votes still count when an assessor's
    /// highest rating is found.
    pub fn consolidate(&self, items: usize, votes: &[Vote], best: &[u32]) -> Vec<Result<u8, WrongCount>> {
        let mut answers = vec![Vec::new(); items];
        for vote in votes {
            answers[vote.item as usize].push(vote.answer);
        }
        let favourites = self.combines_favourites().then(|| self.favourites(items, votes, best));
        let level = |(item, answers): (usize, &mut Vec<Answer>)| {
            let (found, Assessors { at_least, at_most }) = (answers.len(), self.assessors);
            if found < at_least || at_most.is_some_and(|at_most| found > at_most) {
                return Err(WrongCount { found, expected: self.assessors });
            }
            Ok(match &favourites {
                Some(favourites) => u8::from(favourites[item]),
                None => self.level(self.score(answers)),
            })
        };
        answers.iter_mut().enumerate().map(level).collect()
    }

    /// Returns true for each item that some assessor rates highest in the topic, and for each that the asker marked.
    fn favourites(&self, items: usize, votes: &[Vote], best: &[u32]) -> Vec<bool> {
        let score = |vote: &Vote| self.answers.score(vote.answer);
        let mut highest = BTreeMap::new();
        for vote in votes {
            let highest = highest.entry(vote.assessor).or_insert(score(vote));
            *highest = (*highest).max(score(vote));
        }
        let mut favourites = vec![false; items];
        for vote in votes.iter().filter(|vote| score(vote) == highest[&vote.assessor]) {
            favourites[vote.item as usize] = true;
        }
        best.iter().for_each(|&item| favourites[item as usize] = true);
        favourites
    }

    /// Returns the score of an item. There must be at least one answer. The answers are sorted in place.
    fn score(&self, answers: &mut [Answer]) -> Ratio {
        answers.sort_unstable_by_key(|&answer| (self.answers.score(answer), answer));
        let scores = answers.iter().map(|&answer| self.answers.score(answer));
        let (count, sum) = (answers.len(), scores.clone().fold(Ratio::ZERO, |sum, score| sum + score));
        let score_at = |place: usize| self.answers.score(answers[place]);
        match &self.combine {
            Combine::Sum => sum,
            Combine::Mean => sum / count as i128,
            Combine::Majority { otherwise } => {
                // If more than half of the sorted scores are equal, the middle one is among them.
                let middle = score_at(count / 2);
                match *otherwise {
                    _ if 2 * scores.filter(|&score| score == middle).count() > count => middle,
                    Otherwise::Score(Number(score)) => score,
                    Otherwise::Lowest => score_at(0),
                    Otherwise::Highest => score_at(count - 1),
                    Otherwise::Median => score_at((count - 1) / 2),
                    Otherwise::Mean => sum / count as i128,
                }
            }
            Combine::Unanimity { .. } if sum == Ratio::ZERO => sum,
            Combine::Unanimity { strength } => {
                let spread = score_at(count - 1) - score_at(0);
                sum + strength.value.0 * count as i128 * (self.highest_score - spread)
            }
            Combine::Patterns(patterns) => {
                answers.sort_unstable();
                let otherwise = || patterns.value.otherwise.as_ref().map(|otherwise| otherwise.value.0);
                self.patterns
                    .get(&*answers)
                    .copied()
                    .or_else(otherwise)
                    .expect("patterns without a score were refused")
            }
            Combine::Favourites { .. } => unreachable!("favourites are decided by topic"),
        }
    }

    /// Returns the level of a score.
    fn level(&self, score: Ratio) -> u8 {
        let reached = self.steps.partition_point(|&(at_least, _)| at_least <= score);
        reached.checked_sub(1).map_or(0, |last| self.steps[last].1)
    }

    /// Returns all scores that items can have, or `None` if there are too many ways to answer.
    fn attainable_scores(&self, counts: RangeInclusive<usize>) -> Option<BTreeSet<Ratio>> {
        let distinct: Vec<Answer> = match &self.combine {
            Combine::Favourites { .. } => return Some([Ratio::ZERO, Ratio::ONE].into()),
            Combine::Patterns(_) => self.answers.iter().collect(),
            // The other rules depend only on the scores of answers.
            _ => self.answers.by_score(),
        };
        Some(multisets(&distinct, counts)?.map(|mut answers| self.score(&mut answers)).collect())
    }

    /// Sets the levels by thresholds. A score below all of them has level 0.
    fn set_levels(&mut self, levels: &Spanned<Vec<Spanned<Threshold>>>) -> Result<(), YamlError> {
        let mut sorted: Vec<&Spanned<Threshold>> = levels.value.iter().collect();
        sorted.sort_by_key(|threshold| threshold.value.level);
        let mut previous_gain = Ratio::ZERO;
        for (expected, threshold) in (1..=u16::from(MAX_LEVEL) + 1).zip(&sorted) {
            let Threshold { level, at_least: Number(at_least), gain } = threshold.value;
            let is_above = self.steps.last().is_none_or(|&(below, _)| at_least > below);
            if u16::from(level) != expected || !is_above || level > MAX_LEVEL {
                let rule = "levels are 1, 2, .. up to 127, each once, with `at-least` rising";
                let message = format!("{rule}; found level {level} with `at-least: {at_least}`");
                return Err(threshold.error(message));
            }
            let gain = gain.map_or(Ratio::from_integer(i128::from(level)), |Number(gain)| gain);
            if gain < previous_gain {
                let expected = format!(
                    "expected a number of at least {previous_gain} (a higher level cannot have a lower gain)"
                );
                return Err(threshold.error(format!("the gain of level {level} is {gain}, {expected}")));
            }
            self.steps.push((at_least, level));
            self.gains.push((level, gain));
            previous_gain = gain;
        }
        if previous_gain == Ratio::ZERO {
            return Err(levels.error("no item can have a gain above 0"));
        }
        Ok(())
    }

    /// Sets a level for each attainable score: 0 is level 0, and the scores above it are levels 1, 2, and so on. Each
    /// score is the gain of its level.
    fn set_level_for_each_score(&mut self, attainable: &BTreeSet<Ratio>) -> Result<(), String> {
        if let Some(score) = attainable.first().filter(|&&score| score < Ratio::ZERO) {
            return Err(format!("an item can score {score}, but a gain cannot be below 0: add `levels`"));
        }
        let scores: Vec<Ratio> = attainable.iter().copied().filter(|&score| score > Ratio::ZERO).collect();
        let count = scores.len();
        if count == 0 {
            return Err("no item can have a gain above 0".to_owned());
        }
        if count > usize::from(MAX_LEVEL) {
            let limit = format!("the highest level is {MAX_LEVEL}: add `levels`");
            return Err(format!("items can have {count} different scores above 0, but {limit}"));
        }
        self.steps = scores.into_iter().zip(1..).collect();
        self.gains = self.steps.iter().map(|&(score, level)| (level, score)).collect();
        Ok(())
    }
}

fn too_many_patterns() -> String {
    format!("the assessors can answer in more than {MAX_PATTERNS} ways: add `levels`, and use no patterns")
}

/// Returns the score of each listed pattern of labels. The other patterns have the score `otherwise`.
fn pattern_scores(
    patterns: &Spanned<Patterns>,
    answers: &Answers,
    counts: RangeInclusive<usize>,
    at_assessors: impl Fn(String) -> YamlError,
) -> Result<BTreeMap<Vec<Answer>, Ratio>, YamlError> {
    if !answers.are_labels {
        return Err(patterns.error("a pattern is made of labels, but these assessors answer by criteria"));
    }
    let are_letters = answers.columns[0].values.iter().all(|label| label.chars().count() == 1);
    let mut scores = BTreeMap::new();
    for (pattern, Number(score)) in &patterns.value.scores.0 {
        let error =
            |message: String| pattern.error(format!("pattern `{}`{message}", pattern.value.escape_debug()));
        // Labels are separated by slashes; if each is one character, the slashes may be left out.
        let text = &pattern.value;
        let letters =
            || text.char_indices().map(|(start, letter)| &text[start..start + letter.len_utf8()]).collect();
        let labels: Vec<&str> =
            if text.contains('/') || !are_letters { text.split('/').collect() } else { letters() };
        let mut pattern_answers = Vec::new();
        for label in labels {
            pattern_answers.push(answers.answer(&[label]).map_err(|(_, unknown)| {
                let message = format!("pattern `{}`: {}", pattern.value.escape_debug(), unknown.message);
                pattern.mistyped(Mistyped { message, ..unknown })
            })?);
        }
        if !counts.contains(&pattern_answers.len()) {
            let (length, at_most) = (pattern_answers.len(), Some(*counts.end()));
            let expected = Assessors { at_least: *counts.start(), at_most };
            let length = counted(length, "label");
            return Err(error(format!(" has {length}, but the number of assessors is {expected}")));
        }
        pattern_answers.sort_unstable();
        if scores.insert(pattern_answers, *score).is_some() {
            return Err(error(" is listed twice: the order of the labels does not matter".to_owned()));
        }
    }
    let labels: Vec<Answer> = answers.iter().collect();
    let possible = multisets(&labels, counts).ok_or_else(|| at_assessors(too_many_patterns()))?;
    let unlisted: Vec<_> = possible.filter(|pattern_answers| !scores.contains_key(pattern_answers)).collect();
    if let (None, Some(first)) = (&patterns.value.otherwise, unlisted.first()) {
        let labels: Vec<&str> = first.iter().map(|&answer| answers.label(answer)).collect();
        let (count, first) = (unlisted.len(), labels.join(if are_letters { "" } else { "/" }));
        let (first, rest) = (first.escape_debug(), "and there is no `otherwise`");
        let have = of_number(count, "has", "have");
        let message = format!("{count} of the patterns {have} no score (the first is `{first}`) {rest}");
        return Err(patterns.error(message));
    }
    Ok(scores)
}

/// Returns every multiset of `answers` of each size in `counts`. Each multiset has its answers in the same order as
/// `answers`. Returns `None` if there are more than [`MAX_PATTERNS`] multisets.
fn multisets(answers: &[Answer], counts: RangeInclusive<usize>) -> Option<impl Iterator<Item = Vec<Answer>>> {
    // There are (kinds + size - 1 choose size) multisets of a size. Up to the limit each division is exact,
    // because each step gives a binomial coefficient.
    let kinds = answers.len() as u64;
    let factor = |chosen: u64, step: u64| (chosen * (kinds + step - 1) / step).min(MAX_PATTERNS + 1);
    let total: u64 = counts.clone().map(|size| (1..=size as u64).fold(1, factor)).sum();
    // Returns the next multiset: the last place that can still rise is raised by 1, and the places after it
    // get the same value.
    let next = move |places: &Vec<usize>| {
        let rising = places.iter().rposition(|&place| place + 1 < answers.len())?;
        let mut next = places.clone();
        next[rising..].fill(places[rising] + 1);
        Some(next)
    };
    let all_places = counts.flat_map(move |size| std::iter::successors(Some(vec![0; size]), next));
    let multisets =
        all_places.map(move |places: Vec<usize>| places.into_iter().map(|place| answers[place]).collect());
    (total <= MAX_PATTERNS).then_some(multisets)
}
