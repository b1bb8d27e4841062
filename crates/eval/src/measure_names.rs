//! Reads the names of the requested measures, in rejudge's spelling or in another tool's spelling.

use std::collections::BTreeMap;

use rejudge_collections::KeptDocuments;
use rejudge_metrics::{Family, Metric, ambiguous, answer, trec_eval};

use super::spelling;
use super::{EvalError, Preset};

/// The sets of measures in trec_eval that begin with the run's tag and the number of topics.
const RUN_FIRST: [&str; 2] = ["official", "all_trec"];

/// An item in trec_eval's output for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The run's tag.
    RunId,
    /// The number of topics in the summary.
    NumTopics,
    /// A measure, as an index in [`RequestedMeasures::metrics`].
    Measure(usize),
}

/// Returns our name for NTCIREVAL's measure if `name` has a cutoff of four digits, as NTCIREVAL prints it:
/// for example `gRBP@10` for `RBP@0010`. Returns `None` if the cutoff does not have four digits, or if the
/// name means the same measure in both programs.
fn with_four_digits(name: &str) -> Option<String> {
    let (family, cutoff) = name.split_once('@')?;
    let has_four_digits = cutoff.len() == 4 && cutoff.bytes().all(|byte| byte.is_ascii_digit());
    let theirs = ntcireval_family(family).filter(|_| has_four_digits)?;
    Some(format!("{theirs}@{}", cutoff.trim_start_matches('0')))
}

/// Returns the measure that NTCIREVAL calls `family`, if that name means another measure here.
fn ntcireval_family(family: &str) -> Option<&'static str> {
    match family {
        "nDCG" => Some("nDCG(dcg='jk', log=2)"),
        "ERR" => Some("ERR(stop='gain')"),
        "nERR" => Some("nERR(stop='gain')"),
        "RBP" => Some("gRBP"),
        _ => None,
    }
}

/// Returns the measure on condensed lists, from which unjudged documents are removed. Returns `None` if the
/// measure has no such form.
pub(crate) fn condensed(metric: &Metric) -> Option<Metric> {
    let (name, family) = (metric.on_raw_list().to_string(), metric.family().entry().name);
    format!("{family}'{}", name.strip_prefix(family)?).parse().ok()
}

/// Splits a text such as `AP, nDCG(dcg='jk', log=2)@1000` at blanks and commas outside of parentheses. We do
/// not split at a comma before a number, because trec_eval separates the arguments of one name by commas, as
/// in `ndcg_cut.5,10`.
pub(crate) fn split_names(text: &str) -> Vec<&str> {
    let (mut names, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (index, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let is_before_number =
            || text[index + 1..].starts_with(|next: char| next.is_ascii_digit() || matches!(next, '.' | '-'));
        if depth <= 0 && (c.is_whitespace() || c == ',' && !is_before_number()) {
            names.push(&text[start..index]);
            start = index + c.len_utf8();
        }
    }
    names.push(&text[start..]);
    names.retain(|name| !name.is_empty());
    names
}

/// Returns true if the whole text is one name: a measure's name, or a name that we can only explain ([`answer`]),
/// for example because it is ambiguous.
pub(crate) fn is_known(text: &str) -> bool {
    answer(text).is_some() || text.parse::<Metric>().is_ok()
}

/// Returns the names in a text. A text with blanks or commas is a single name if `is_name` accepts it. Any
/// other text is split.
pub(crate) fn names_in(text: &str, is_name: impl Fn(&str) -> bool) -> Vec<&str> {
    let text = text.trim();
    if text.contains([' ', ',']) && is_name(text) { vec![text] } else { split_names(text) }
}

/// The requested measures.
#[derive(Clone, Debug, Default)]
pub struct RequestedMeasures {
    /// The items in the order in which they were requested, which is also their order in our output in trec_eval's
    /// format. The measures of a set are in the order in which trec_eval prints them.
    pub items: Vec<Item>,
    /// The measures without duplicates.
    pub metrics: Vec<Metric>,
    /// The measures that were requested by name, and not as a part of a set: index and name.
    named: Vec<(usize, String)>,
    /// The names that trec_eval prints for measures if they differ from `trec_eval::name`, for example with
    /// arguments as they were typed: the measure's index and the name.
    trec_eval_names: Vec<(usize, String)>,
    /// Sentences about how names are read, for example about names that other programs use for another
    /// measure.
    pub notes: Vec<String>,
}

impl RequestedMeasures {
    /// Reads names of measures, of trec_eval's sets (`official`, `all_trec`, `P`), and of its families with
    /// arguments (`ndcg_cut.10,20`). A text may have several names, separated by blanks or commas.
    pub fn read(texts: &[String], preset: Preset) -> Result<Self, EvalError> {
        Self::read_option(("-m", &texts.join(" ")), texts, preset)
    }

    /// Reads names as [`Self::read`] does. Errors show the option and its value.
    pub(crate) fn read_option(
        option: (&str, &str),
        texts: &[String],
        preset: Preset,
    ) -> Result<Self, EvalError> {
        let mut measures = Self::default();
        // Papers have names with blanks and commas, such as `Induced AP` and `NCU_gu,beta=1`.
        for name in texts.iter().flat_map(|text| names_in(text, is_known)) {
            match name {
                "runid" => measures.items.push(Item::RunId),
                "num_q" => measures.items.push(Item::NumTopics),
                _ => measures.add_named(name, preset, option)?,
            }
        }
        if measures.items.is_empty() {
            return Err(EvalError::Usage("no measure is named".to_owned()));
        }
        Ok(measures)
    }

    /// Returns which documents of a run are needed for the scores.
    pub fn documents(&self) -> KeptDocuments {
        let needs_judged = self.metrics.iter().any(Metric::walks_ranking);
        if needs_judged { KeptDocuments::Judged } else { KeptDocuments::Relevant }
    }

    /// Adds the measure or the set called `name`. Errors show the option and its value, which contains the
    /// name.
    fn add_named(
        &mut self,
        name: &str,
        preset: Preset,
        (option, typed): (&str, &str),
    ) -> Result<(), EvalError> {
        if let Some(meanings) = ambiguous(name) {
            return Err(EvalError::argument(option, typed, format!("measure `{name}`: `{name}` {meanings}")));
        }
        let as_ntcireval = if preset == Preset::Ntcir { with_four_digits(name) } else { None };
        // A measure takes precedence over a set. For example, `bpref` is a measure here, and also a family in
        // trec_eval.
        let parsed = as_ntcireval.as_deref().unwrap_or(name).parse::<Metric>();
        if let (Err(_), Some(set)) = (&parsed, trec_eval::expand(name)) {
            if name == "all_trec" {
                self.notes.push("all_trec leaves out relstring, whose value is not a number".to_owned());
            }
            if RUN_FIRST.contains(&name) {
                self.items.extend([Item::RunId, Item::NumTopics]);
            }
            for metric in set {
                self.add_for_preset(metric, preset, name);
            }
            return Ok(());
        }
        let mut possible = if parsed.is_err() { spelling::possible_measures(name) } else { BTreeMap::new() };
        if possible.len() > 1 {
            let names = possible.into_keys().collect::<Vec<_>>().join("`, or `");
            let message = format!("measure `{name}` could be one of several: write `{names}`");
            return Err(EvalError::argument(option, typed, message));
        }
        let parsed = match possible.pop_first() {
            Some((ours, metric)) => {
                self.notes.push(format!("{name} is read as {ours}"));
                Ok(metric)
            }
            None => parsed,
        };
        let metric = parsed.map_err(|error| {
            let hint = match name {
                "all" => "; `all_trec` asks for all measures of trec_eval",
                _ if name.contains(['“', '”', '‘', '’']) => {
                    "; the shell does not take typographic quotes as quotes: type ' or \""
                }
                _ if name.starts_with("ndcg.") => "; gains are given as nDCG(gains={1: 3, 2: 9})",
                _ if name.contains('@') && name.contains(',') => {
                    "; repeat the measure for each cutoff, as in `nDCG@5 nDCG@10`"
                }
                _ if name.split_once('(').map_or(name, |(before, _)| before).contains(',') => {
                    "; separate measures by a blank, or a comma and a blank"
                }
                _ => "",
            };
            EvalError::argument(option, typed, format!("{error}{hint}"))
        })?;
        // The preset decides the divisor only for `AP@k`. Names such as `map_cut_10` (trec_eval's) and
        // `AP(norm='R')@10` already decide it.
        let has_open_divisor =
            metric.family() == Family::AveragePrecision && name.starts_with("AP") && !name.contains("norm");
        let metric = match metric.with_word("norm", "min") {
            Some(over_min) if preset == Preset::Ntcir && has_open_divisor && metric.cutoff().is_some() => {
                over_min
            }
            _ => metric,
        };
        let (family, cutoff) = name.split_once('@').unwrap_or((name, ""));
        if preset == Preset::Ntcir
            && let Some(theirs) = ntcireval_family(family).filter(|_| cutoff.len() < 4)
        {
            self.notes.push(format!(
                "{name} is read as {metric}; the measure that NTCIREVAL calls {family} is {theirs} here: to get it under \
                 that name, write the cutoff with four digits, as in {family}@0010"
            ));
        }
        if name == "rbp" {
            let note =
                "rbp is trec_eval's measure, which is TopicRBP here; the RBP of ir_measures is RBP(p=0.8)";
            self.notes.push(note.to_owned());
        }
        let index = self.add_for_preset(metric, preset, name);
        self.named.push((index, name.to_owned()));
        Ok(())
    }

    /// Adds a measure in the form of the preset's program, but with the name that trec_eval prints for
    /// `metric`. Returns its index.
    fn add_for_preset(&mut self, metric: Metric, preset: Preset, name: &str) -> usize {
        // A name with the parameter `rounding` leaves no choice to the preset.
        let preset_metric = preset.metric(&metric).filter(|_| !name.contains("rounding"));
        let printed_name = preset_metric.as_ref().and_then(|_| trec_eval::name(&metric));
        let index = self.add(preset_metric.unwrap_or(metric));
        self.trec_eval_names.extend(trec_eval::as_typed(name).map(|typed| (index, typed)));
        self.trec_eval_names.extend(printed_name.map(|printed_name| (index, printed_name)));
        index
    }

    /// Replaces each measure by its form on condensed lists, as trec_eval's -J does. Output in trec_eval's
    /// format keeps the names of the measures that were replaced.
    ///
    /// # Errors
    /// If a measure has no such form, or if this form is requested too.
    pub fn judged_only(&mut self) -> Result<(), EvalError> {
        for index in 0..self.metrics.len() {
            let metric = &self.metrics[index];
            if metric.is_condensed() {
                continue;
            }
            let printed_name = self.in_trec_eval(index);
            let condensed = condensed(metric).ok_or_else(|| {
                EvalError::Usage(format!("-J: {metric} has no form without unjudged documents"))
            })?;
            if self.metrics.contains(&condensed) {
                return Err(EvalError::Usage(format!(
                    "-J: {metric} becomes {condensed}, which is requested too"
                )));
            }
            self.metrics[index] = condensed;
            if let Some(printed_name) = printed_name {
                self.trec_eval_names.insert(0, (index, printed_name));
            }
        }
        Ok(())
    }

    /// Returns the name that trec_eval prints for the measure at `index`, or `None` if trec_eval does not
    /// have the measure.
    pub fn in_trec_eval(&self, index: usize) -> Option<String> {
        let other_name = self.trec_eval_names.iter().find(|(measure, _)| *measure == index);
        other_name.map(|(_, name)| name.clone()).or_else(|| trec_eval::name(&self.metrics[index]))
    }

    /// Adds a measure unless it exists already. Returns its index.
    pub fn add(&mut self, metric: Metric) -> usize {
        let index = self.metrics.iter().position(|other| *other == metric).unwrap_or(self.metrics.len());
        if index == self.metrics.len() {
            self.metrics.push(metric);
        }
        if !self.items.contains(&Item::Measure(index)) {
            self.items.push(Item::Measure(index));
        }
        index
    }

    /// Adds the share of judged documents at each cutoff of the measures, or at 10, 100 and 1000 if no
    /// measure has a cutoff.
    pub fn add_judged_report(&mut self) {
        let mut cutoffs: Vec<u32> = self.metrics.iter().filter_map(Metric::cutoff).collect();
        if cutoffs.is_empty() {
            cutoffs = vec![10, 100, 1000];
        }
        cutoffs.sort_unstable();
        cutoffs.dedup();
        for cutoff in cutoffs {
            self.add(format!("Judged@{cutoff}").parse().expect("a family with a cutoff of at least 1"));
        }
    }

    /// Returns the measures that were requested by name, and not as a part of a set. Each is returned with
    /// this name.
    pub fn named(&self) -> impl Iterator<Item = (&Metric, &str)> {
        self.named.iter().map(|(index, name)| (&self.metrics[*index], name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::split_names;

    #[test]
    fn blanks_and_commas_separate_names_but_not_arguments() {
        for (text, names) in [
            ("map,P@10", &["map", "P@10"][..]),
            (" AP ,  nDCG(gains={1: 3, 2: 9})@10, RR", &["AP", "nDCG(gains={1: 3, 2: 9})@10", "RR"]),
            ("ndcg_cut.5,10,map P.5", &["ndcg_cut.5,10", "map", "P.5"]),
            ("iprec_at_recall..10,.20", &["iprec_at_recall..10,.20"]),
            ("utility.2,-1,0,0,bpref", &["utility.2,-1,0,0", "bpref"]),
            (",", &[]),
        ] {
            assert_eq!(split_names(text), names, "{text}");
        }
    }
}
