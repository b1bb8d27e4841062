//! The requested measures by any of their names, in the order of the command line.

use std::collections::BTreeMap;

use rejudge_collections::KeptDocuments;
use rejudge_metrics::{Family, Metric, ambiguous, answer, trec_eval};

use super::spelling;
use super::{EvalError, Preset};

/// trec_eval's sets that begin with the run's tag and the number of topics.
const RUN_FIRST: [&str; 2] = ["official", "all_trec"];

/// One thing to print for a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// The run's tag, which trec_eval prints first.
    RunId,
    /// The number of topics in the summary, which trec_eval prints next.
    NumTopics,
    /// A measure: its place in [`Wanted::metrics`].
    Measure(usize),
}

/// Returns the measure that NTCIREVAL has by this name, if it differs from the one here. The name must have a cutoff of
/// four digits, as NTCIREVAL prints it.
fn of_four_digits(name: &str) -> Option<String> {
    let (family, cutoff) = name.split_once('@')?;
    let has_four_digits = cutoff.len() == 4 && cutoff.bytes().all(|byte| byte.is_ascii_digit());
    let theirs = in_ntcireval(family).filter(|_| has_four_digits)?;
    Some(format!("{theirs}@{}", cutoff.trim_start_matches('0')))
}

/// Returns NTCIREVAL's measure under the name of a family that has another meaning here.
fn in_ntcireval(family: &str) -> Option<&'static str> {
    match family {
        "nDCG" => Some("nDCG(dcg='jk', log=2)"),
        "ERR" => Some("ERR(stop='gain')"),
        "nERR" => Some("nERR(stop='gain')"),
        "RBP" => Some("gRBP"),
        _ => None,
    }
}

/// Returns the measure on lists without unjudged documents; `None` if it has no such form.
pub(crate) fn condensed(metric: &Metric) -> Option<Metric> {
    let (name, family) = (metric.on_raw_list().to_string(), metric.family().entry().name);
    format!("{family}'{}", name.strip_prefix(family)?).parse().ok()
}

/// Splits names at blanks and commas outside of parentheses: `AP, nDCG(dcg='jk', log=2)@1000`. A comma before a number
/// separates arguments of one name of trec_eval's: `ndcg_cut.5,10`.
pub(crate) fn split_names(text: &str) -> Vec<&str> {
    let (mut names, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        let is_argument =
            || text[at + 1..].starts_with(|next: char| next.is_ascii_digit() || matches!(next, '.' | '-'));
        if depth <= 0 && (c.is_whitespace() || c == ',' && !is_argument()) {
            names.push(&text[from..at]);
            from = at + c.len_utf8();
        }
    }
    names.push(&text[from..]);
    names.retain(|name| !name.is_empty());
    names
}

/// The requested measures.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// In the order in which it is printed.
    pub items: Vec<Item>,
    /// The measures, each once.
    pub metrics: Vec<Metric>,
    /// Indices of the measures that were requested by name, not as part of a set, and these names.
    named: Vec<(usize, String)>,
    /// Indices of measures whose arguments trec_eval prints as typed, with the printed name.
    typed: Vec<(usize, String)>,
    /// Sentences on names that are understood as another measure than elsewhere.
    pub notes: Vec<String>,
}

impl Wanted {
    /// Reads texts that are a name each, or several with blanks or commas between them: of measures, of trec_eval's sets (`official`, `all_trec`, `P`)
    /// and families with arguments (`ndcg_cut.10,20`).
    pub fn read(texts: &[String], preset: Preset) -> Result<Self, EvalError> {
        Self::read_of(("-m", &texts.join(" ")), texts, preset)
    }

    /// Reads texts as [`Wanted::read`] does. They are parts of the text of an option, which errors show.
    pub(crate) fn read_of(option: (&str, &str), texts: &[String], preset: Preset) -> Result<Self, EvalError> {
        let mut wanted = Self::default();
        // `Induced AP` and `NCU_gu,beta=1` are names of papers, one each.
        let is_one = |text: &str| {
            text.contains([' ', ',']) && (answer(text).is_some() || text.parse::<Metric>().is_ok())
        };
        let names = texts.iter().map(|text| text.trim());
        for name in names.flat_map(|text| if is_one(text) { vec![text] } else { split_names(text) }) {
            match name {
                "runid" => wanted.items.push(Item::RunId),
                "num_q" => wanted.items.push(Item::NumTopics),
                _ => wanted.add_named(name, preset, option)?,
            }
        }
        if wanted.items.is_empty() {
            return Err(EvalError::Usage("no measure is named".to_owned()));
        }
        Ok(wanted)
    }

    /// Returns the documents that a run must keep to be scored.
    pub fn documents(&self) -> KeptDocuments {
        let walk_ranking = self.metrics.iter().any(Metric::walks_ranking);
        if walk_ranking { KeptDocuments::Judged } else { KeptDocuments::Relevant }
    }

    /// Adds what `name` names, which is a part of the text of an option.
    fn add_named(
        &mut self,
        name: &str,
        preset: Preset,
        (option, typed): (&str, &str),
    ) -> Result<(), EvalError> {
        if let Some(meanings) = ambiguous(name) {
            return Err(EvalError::argument(option, typed, format!("measure `{name}`: `{name}` {meanings}")));
        }
        let as_ntcireval = if preset == Preset::Ntcir { of_four_digits(name) } else { None };
        // Names of rejudge have priority: `bpref` is a measure here and a family there.
        let parsed = as_ntcireval.as_deref().unwrap_or(name).parse::<Metric>();
        if let (Err(_), Some(set)) = (&parsed, trec_eval::expand(name)) {
            if name == "all_trec" {
                self.notes.push("all_trec is without relstring, which is no number".to_owned());
            }
            if RUN_FIRST.contains(&name) {
                self.items.extend([Item::RunId, Item::NumTopics]);
            }
            for metric in set {
                self.add_of_preset(metric, preset, name);
            }
            return Ok(());
        }
        let mut meant = if parsed.is_err() { spelling::meant(name) } else { BTreeMap::new() };
        if meant.len() > 1 {
            let names = meant.into_keys().collect::<Vec<_>>().join("`, or `");
            let says = format!("measure `{name}` could be one of several: write `{names}`");
            return Err(EvalError::argument(option, typed, says));
        }
        let parsed = match meant.pop_first() {
            Some((ours, metric)) => {
                self.notes.push(format!("{name} is read as {ours}"));
                Ok(metric)
            }
            None => parsed,
        };
        let metric = parsed.map_err(|error| {
            let hint = match name {
                "all" => "; `all_trec` asks for all measures of trec_eval",
                _ if name.starts_with("ndcg.") => "; gains are given as nDCG(gains={1: 3, 2: 9})",
                _ if name.split_once('(').map_or(name, |(before, _)| before).contains(',') => {
                    "; separate measures by a blank, or a comma and a blank"
                }
                _ => "",
            };
            EvalError::argument(option, typed, format!("{error}{hint}"))
        })?;
        // Only `AP@k` in the spelling used here: `map_cut_10` is trec_eval's, and `AP(norm='R')@10` is explicit.
        let is_open =
            metric.family() == Family::AveragePrecision && name.starts_with("AP") && !name.contains("norm");
        let metric = match metric.with_word("norm", "min") {
            Some(over_min) if preset == Preset::Ntcir && is_open && metric.cutoff().is_some() => over_min,
            _ => metric,
        };
        let (family, cutoff) = name.split_once('@').unwrap_or((name, ""));
        if preset == Preset::Ntcir
            && let Some(theirs) = in_ntcireval(family).filter(|_| cutoff.len() < 4)
        {
            self.notes.push(format!(
                "{name} is read as {metric}; NTCIREVAL's {family} is {theirs}, which a cutoff of four digits selects \
                 here ({family}@0010)"
            ));
        }
        if name == "rbp" {
            let says = "rbp is trec_eval's, which is TopicRBP here; ir_measures' is RBP(p=0.8)";
            self.notes.push(says.to_owned());
        }
        let place = self.add_of_preset(metric, preset, name);
        self.named.push((place, name.to_owned()));
        Ok(())
    }

    /// Adds the measure of `name` as the preset's program has it, under the name that trec_eval prints. Returns its position.
    fn add_of_preset(&mut self, metric: Metric, preset: Preset, name: &str) -> usize {
        // A name with the parameter leaves nothing open.
        let of_preset = preset.metric(&metric).filter(|_| !name.contains("rounding"));
        let printed = of_preset.as_ref().and_then(|_| trec_eval::name(&metric));
        let place = self.add(of_preset.unwrap_or(metric));
        self.keep_typed(place, name);
        self.typed.extend(printed.map(|printed| (place, printed)));
        place
    }

    /// Takes each measure on the list without unjudged documents, as trec_eval's -J does; trec_eval prints
    /// the same names.
    ///
    /// # Errors
    /// If a measure has no such form.
    pub fn judged_only(&mut self) -> Result<(), EvalError> {
        for place in 0..self.metrics.len() {
            let metric = &self.metrics[place];
            if metric.is_condensed() {
                continue;
            }
            let printed = self.in_trec_eval(place);
            let condensed = condensed(metric).ok_or_else(|| {
                EvalError::Usage(format!("-J: {metric} has no form on judged documents alone"))
            })?;
            if self.metrics.contains(&condensed) {
                return Err(EvalError::Usage(format!(
                    "-J: {metric} becomes {condensed}, which is requested too"
                )));
            }
            self.metrics[place] = condensed;
            if let Some(printed) = printed {
                self.typed.insert(0, (place, printed));
            }
        }
        Ok(())
    }

    fn keep_typed(&mut self, place: usize, name: &str) {
        self.typed.extend(trec_eval::as_typed(name).map(|typed| (place, typed)));
    }

    /// Returns the name that trec_eval prints for the measure at `place`, or `None` if it has no such measure.
    pub fn in_trec_eval(&self, place: usize) -> Option<String> {
        let typed = self.typed.iter().find(|(known, _)| *known == place);
        typed.map(|(_, name)| name.clone()).or_else(|| trec_eval::name(&self.metrics[place]))
    }

    /// Adds a measure unless it exists already; returns its position.
    pub fn add(&mut self, metric: Metric) -> usize {
        let place = self.metrics.iter().position(|known| *known == metric).unwrap_or(self.metrics.len());
        if place == self.metrics.len() {
            self.metrics.push(metric);
        }
        if !self.items.contains(&Item::Measure(place)) {
            self.items.push(Item::Measure(place));
        }
        place
    }

    /// Adds the share of judged documents at every cutoff of the measures, or at 10, 100 and 1000 if none has a cutoff.
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

    /// The measures asked for by a name of their own, and these names.
    pub fn named(&self) -> impl Iterator<Item = (&Metric, &str)> {
        self.named.iter().map(|(place, name)| (&self.metrics[*place], name.as_str()))
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
