//! The registry entry of a family of measures: its name, formula, parameters and source.

use crate::metric::Metric;
use crate::parameter::{GAINS, JUDGED_ONLY, Parameter, REL};
use crate::scorer::{IntentKernel, Kernel, ScorerError, Seen, Setting};
use crate::summary::Summary;

/// The registry entry of a family of measures.
#[derive(Debug)]
pub struct Entry {
    /// The name, such as `nDCG`.
    pub name: &'static str,
    /// The title of the family.
    pub title: &'static str,
    /// The formula in one line.
    pub formula: &'static str,
    /// Parameters in the order in which they are printed, without `rel`, `gains` and `judged_only`, which
    /// many families share.
    pub parameters: &'static [Parameter],
    /// The kind of cutoff that a name carries, if any.
    pub cutoff: Cutoff,
    /// The criterion by which a document is relevant.
    pub relevance: Relevance,
    /// The summary that turns topic scores into a run's score.
    pub summary: Summary,
    /// True if a higher value is better. It is false for counts, for shares of judged or unjudged documents,
    /// and for the residual of RBP.
    pub higher_is_better: bool,
    /// The paper and the equation, or the tool and its name for the measure.
    pub source: &'static str,
    /// True if the kernel walks the ranking to find documents of level 0 or without a level, which are not
    /// hits.
    pub(crate) walks_ranking: bool,
    /// True if the score depends not only on gains, but also on the number of levels above or below a
    /// document's level.
    pub(crate) counts_levels: bool,
    pub(crate) kernel: Measure,
}

/// The function that scores a list, or that builds a scoring function from the parameters in a name.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Measure {
    /// Scores a list; returns `None` if the measure is undefined for the topic.
    Plain(fn(&Seen<'_>) -> Option<f64>),
    /// Builds the kernel. Fails if the setting does not fit, for example if a table ends below the highest
    /// level.
    Resolved(fn(&Metric, &Setting<'_>) -> Result<Kernel, ScorerError>),
    ByIntent(fn(&Metric, &Setting<'_>) -> Result<IntentKernel, ScorerError>),
}

impl Entry {
    /// The defaults of a binary measure: no parameters, no cutoff, the mean over topics.
    pub(crate) const BINARY: Self = Self {
        name: "",
        title: "",
        formula: "",
        parameters: &[],
        cutoff: Cutoff::Never,
        relevance: Relevance::Binary,
        summary: Summary::Mean,
        higher_is_better: true,
        source: "",
        walks_ranking: false,
        counts_levels: false,
        kernel: Measure::Plain(|_| None),
    };

    /// The defaults of a graded measure.
    pub(crate) const GRADED: Self = Self { relevance: Relevance::Graded, ..Self::BINARY };

    /// Returns the parameters that the family shares with other families. A name may leave them out.
    pub(crate) fn shared(&self) -> &'static [Parameter] {
        match self.relevance {
            Relevance::Binary => &[REL, JUDGED_ONLY],
            Relevance::Graded => &[GAINS, JUDGED_ONLY],
            Relevance::Any => &[JUDGED_ONLY],
        }
    }

    /// Returns the family's name with the parameters of the default variant at their defaults. A parameter
    /// without a default is printed without a value, as in `Rpref(form)`. [`Cutoff::mark`] returns a mark for
    /// the cutoff that may follow. If all these parameters have defaults, the result and the family's name
    /// mean the same measure at any cutoff: `nDCG(dcg='log2')@10` is `nDCG@10`.
    ///
    /// ```
    /// use rejudge_metrics::Metric;
    /// let entry = |name: &str| name.parse::<Metric>().map(|metric| metric.family().entry());
    /// assert_eq!(entry("NCU")?.form(), "NCU(stop='u', beta=1)");
    /// let precision = entry("P@10")?;
    /// assert_eq!((precision.form(), precision.cutoff.mark()), ("P".to_owned(), "@k"));
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn form(&self) -> String {
        let default = |name| self.parameters.iter().find(|parameter| parameter.name == name)?.default;
        let applies = |parameter: &&Parameter| {
            parameter.only_with.is_none_or(|(selector, word)| default(selector) == Some(word))
        };
        let after_the_at = usize::from(self.cutoff == Cutoff::Recall);
        let mut parameters: Vec<String> = Vec::new();
        for parameter in self.parameters.iter().skip(after_the_at).filter(applies) {
            let value = parameter.default.and_then(|default| parameter.domain.read(default));
            parameters.push(match value {
                Some(value) => format!("{}={value}", parameter.name),
                None => parameter.name.to_owned(),
            });
        }
        match &parameters[..] {
            [] => self.name.to_owned(),
            _ => format!("{}({})", self.name, parameters.join(", ")),
        }
    }
}

/// The kind of cutoff (`@20`) that a name of the family carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutoff {
    /// A name must have a cutoff.
    Required,
    /// A name may have a cutoff; without one the whole list counts.
    Optional,
    /// A name must not have a cutoff.
    Never,
    /// A name must have a recall level, as in `IPrec@0.1`. It is the value of the family's first parameter,
    /// `recall`, which cannot be given in parentheses.
    Recall,
}

impl Cutoff {
    /// Returns the mark for the cutoff in documentation: `@k` for a required cutoff, `[@k]` for an optional
    /// one, `@recall` for a recall level, or an empty text.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Required => "@k",
            Self::Optional => "[@k]",
            Self::Never => "",
            Self::Recall => "@recall",
        }
    }
}

/// The criterion by which a document is relevant for a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relevance {
    /// A level of `rel` or above. `rel` is in the name, or else in the settings of the evaluation.
    Binary,
    /// A gain above 0.
    Graded,
    /// The family has no such criterion, because its scores depend on which documents are judged, whatever
    /// their level.
    Any,
}
