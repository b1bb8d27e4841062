//! A measure as a value: family, parameters, list form, cutoff. `name.rs` reads and prints the name.

use crate::levels::ByLevel;
use crate::levels::Decimal;
use crate::levels::Gains;
use crate::registry::{Cutoff, Family, Summary};
use crate::scorer::ScorerError;

/// A measure with its parameters, e.g. `AP'`, `nDCG@20` or `RBP(p=0.95, rel=2)`.
///
/// You parse a metric from its name, and it prints as its name. The printed name leaves out defaults, has the
/// parameters in a fixed order, and parses back to an equal value.
///
/// ```
/// use rejudge_metrics::{Family, Metric};
/// let metric: Metric = "nDCG(log=2,dcg='jk',judged_only=True)@1000".parse()?;
/// assert_eq!(metric.to_string(), "nDCG'(dcg='jk', log=2)@1000");
/// assert_eq!((metric.family(), metric.is_condensed(), metric.cutoff()), (Family::Ndcg, true, Some(1000)));
/// assert_eq!("map_cut_10".parse::<Metric>()?, "AP@10".parse()?);
/// # Ok::<(), rejudge_metrics::NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Metric {
    pub(crate) family: Family,
    /// One slot for each parameter of the family, in the entry's order, with defaults filled in. A slot is
    /// `None` if the parameter does not apply.
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) rel: Option<u8>,
    pub(crate) gains: Option<Value>,
    pub(crate) condensed: bool,
    pub(crate) cutoff: Option<u32>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A number.
    Decimal(Decimal),
    /// One of the words that the parameter allows.
    Word(&'static str),
    /// A number for each level.
    ByLevel(ByLevel),
    /// Numbers in the order given.
    Decimals(Vec<Decimal>),
}

impl Value {
    /// Returns the number, or `None` if the value is not a number.
    pub(crate) fn decimal(&self) -> Option<&Decimal> {
        match self {
            Self::Decimal(decimal) => Some(decimal),
            _ => None,
        }
    }
}

impl Metric {
    /// Returns the family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// Returns true if the measure is computed on the condensed list (a primed measure).
    pub fn is_condensed(&self) -> bool {
        self.condensed
    }

    /// Returns the rank at which the measure cuts the list, or `None` if its name has no such cutoff.
    pub fn cutoff(&self) -> Option<u32> {
        self.cutoff
    }

    /// Returns false if the score can be computed from the [hits](crate::Hit), the numbers of documents above
    /// each hit, and the number of retrieved documents. Returns true if it also depends on other retrieved
    /// documents, or on intents.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let walks = |name: &str| name.parse().map(|metric: Metric| metric.walks_ranking());
    /// assert_eq!((walks("Bpref")?, walks("Judged@10")?, walks("alpha_nDCG@10")?), (false, true, true));
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn walks_ranking(&self) -> bool {
        self.family.is_by_intent() || self.family.entry().walks_ranking
    }

    /// Returns the level from which a document is relevant, if the name gives one.
    pub fn rel(&self) -> Option<u8> {
        self.rel
    }

    /// Returns the gains, a word or a gain for each level, if the name gives them.
    pub fn gains(&self) -> Option<&Value> {
        self.gains.as_ref()
    }

    /// Returns true if the score depends on levels themselves, and not only on their order and gains.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let depends = |name: &str| name.parse::<Metric>().map(|metric| metric.depends_on_levels());
    /// for name in ["AP(rel=2)", "nDCG(gains='linear')@10", "ERR@10", "INST(max_rel=3)", "GAP", "WRR"] {
    ///     assert!(depends(name)?, "{name}");
    /// }
    /// for name in ["AP", "nDCG@10", "ERR(stop='gain')@10", "INST", "NCU(stop='gu', beta=1)"] {
    ///     assert!(!depends(name)?, "{name}");
    /// }
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn depends_on_levels(&self) -> bool {
        let is_by_level = |value: &Option<Value>| matches!(value, Some(Value::ByLevel(_)));
        self.rel.is_some_and(|rel| rel > 1)
            || self.gains.is_some()
            || self.family.entry().counts_levels
            || self.values.iter().any(is_by_level)
            // `max_rel='highest'` does not count, because it divides by the highest gain, whatever its level.
            || matches!(self.value("max_rel"), Some(Value::Decimal(_)))
    }

    /// Returns the gains with which the measure is computed, from the name or else from the evaluation.
    ///
    /// # Errors
    /// If [`Gains::new`] refuses the gains in the name, or these gains end below the evaluation's highest level.
    pub fn gains_over(&self, evaluation: &Gains) -> Result<Gains, ScorerError> {
        let highest = evaluation.top_level();
        match &self.gains {
            None => Ok(evaluation.clone()),
            Some(Value::Word("exponential")) => Ok(Gains::exponential(highest)),
            Some(Value::ByLevel(map)) => {
                let last = map.last_level();
                if last < highest {
                    return Err(ScorerError::level_above(self, "gains", highest, last));
                }
                Gains::new(map.numbers()).map_err(|cause| ScorerError(format!("{self}: {cause}")))
            }
            Some(_) => Ok(Gains::linear(highest)),
        }
    }

    /// Returns the summary that turns topic scores into a run's score.
    pub fn summary(&self) -> Summary {
        self.family.entry().summary
    }

    /// Returns the same measure on the raw list.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// assert_eq!("Q'".parse::<Metric>()?.on_raw_list(), "Q".parse()?);
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn on_raw_list(&self) -> Self {
        Self { condensed: false, ..self.clone() }
    }

    /// Returns the same measure with another word for a parameter, or `None` if the family does not have the
    /// parameter, the parameter does not take the word, or the other parameters do not fit the word.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let metric: Metric = "Bpref".parse()?;
    /// assert_eq!(metric.with_word("form", "R"), Some("Bpref(form='R')".parse()?));
    /// assert_eq!(metric.with_word("form", "Q"), None);
    /// // With `dcg='jk'`, `log` is required.
    /// assert_eq!("nDCG".parse::<Metric>()?.with_word("dcg", "jk"), None);
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn with_word(&self, parameter: &str, word: &str) -> Option<Self> {
        let parameters = self.family.entry().parameters;
        let slot = parameters.iter().position(|candidate| candidate.name == parameter)?;
        let value = parameters[slot].domain.read(word).filter(|value| matches!(value, Value::Word(_)))?;
        let mut changed = self.clone();
        changed.values[slot] = Some(value);
        // Parsing checks the other parameters and fills in their defaults, because the word decides which of
        // them apply.
        changed.to_string().parse().ok()
    }

    /// Returns the measure `form` with this measure's cutoff, list (raw or condensed), `rel` and gains.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let metric: Metric = "nDCG(gains='exponential')@10".parse()?;
    /// let other = metric.in_form(&"nDCG(dcg='jk', log=2)".parse()?);
    /// assert_eq!(other.to_string(), "nDCG(dcg='jk', log=2, gains='exponential')@10");
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    #[must_use]
    pub fn in_form(&self, form: &Self) -> Self {
        Self { family: form.family, values: form.values.clone(), ..self.clone() }
    }

    /// Returns the same measure at another cutoff, or on the whole list if `cutoff` is `None`. Returns `None`
    /// if the cutoff is 0, if names of the family never have a rank as cutoff, or if they must have one and
    /// `cutoff` is `None`.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let metric: Metric = "AP@10".parse()?;
    /// assert_eq!(metric.with_cutoff(Some(20)), Some("AP@20".parse()?));
    /// assert_eq!(metric.with_cutoff(None), Some("AP".parse()?));
    /// assert_eq!("P@10".parse::<Metric>()?.with_cutoff(None), None);
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn with_cutoff(&self, cutoff: Option<u32>) -> Option<Self> {
        let has_form = match self.family.entry().cutoff {
            Cutoff::Required => cutoff.is_some(),
            Cutoff::Optional => true,
            Cutoff::Never | Cutoff::Recall => false,
        };
        (has_form && cutoff != Some(0)).then(|| Self { cutoff, ..self.clone() })
    }

    /// Returns the same measure without `rel` and `gains`, so that the evaluation gives them.
    #[must_use]
    pub fn without_own_levels(&self) -> Self {
        Self { rel: None, gains: None, ..self.clone() }
    }

    /// Returns the value of one of the family's own parameters, from the name or by default. Returns `None`
    /// if the parameter does not apply, or if the family shares it (`rel`, `gains`) or does not have it.
    ///
    /// ```
    /// use rejudge_metrics::{Metric, Value};
    /// let metric: Metric = "nDCG(dcg='jk', log=2)".parse()?;
    /// assert_eq!(metric.value("dcg"), Some(&Value::Word("jk")));
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn value(&self, parameter: &str) -> Option<&Value> {
        let parameters = self.family.entry().parameters;
        parameters.iter().zip(&self.values).find(|(candidate, _)| candidate.name == parameter)?.1.as_ref()
    }

    /// Returns the cutoff. Call this only for families whose names must have a cutoff.
    pub(crate) fn required_cutoff(&self) -> u32 {
        self.cutoff.expect("a name of this family does not parse without a cutoff")
    }

    /// Returns the value of a parameter that applies, and that the registry declares as a number.
    pub(crate) fn number(&self, parameter: &str) -> f64 {
        match self.value(parameter) {
            Some(Value::Decimal(decimal)) => decimal.value(),
            other => unreachable!("the registry declares {parameter} as a number, found {other:?}"),
        }
    }

    /// Returns the value of a parameter that applies, and that the registry declares as a word.
    pub(crate) fn word(&self, parameter: &str) -> &'static str {
        match self.value(parameter) {
            Some(Value::Word(word)) => word,
            other => unreachable!("the registry declares {parameter} as a word, found {other:?}"),
        }
    }

    /// Returns the value of a parameter that applies, and that the registry declares as a list of numbers.
    pub(crate) fn numbers(&self, parameter: &str) -> Vec<f64> {
        match self.value(parameter) {
            Some(Value::Decimals(decimals)) => decimals.iter().map(Decimal::value).collect(),
            other => unreachable!("the registry declares {parameter} as numbers, found {other:?}"),
        }
    }
}
