//! The rules that affect scores, and presets that follow other programs.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU32};

use rejudge_collections::{ScoreType, Ties};
use rejudge_experiment::spec::yaml::to_compact;
use rejudge_experiment::spec::{NoRelevant, RuleChoices, RuleDescription, Rules, TopicRule};
use rejudge_metrics::Metric;
use rejudge_tables::frame::{Frame, Table, in_line};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A named set of rules. The command and Python share the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// As trec_eval 10 with -c: double precision, equal scores by docno descending, all topics of the qrels.
    #[default]
    Trec10,
    /// As trec_eval 9 and pytrec_eval: single precision, only the topics that a run has, interpolated
    /// precision from ⌊xR + 0.9⌋ relevant documents.
    Trec9,
    /// As NTCIREVAL: order of the file, 1000 documents, topics without relevant documents left out, AP@l
    /// over min(l, R).
    Ntcir,
}

/// Returns the rules of an evaluation in the order of the help page. The rule for emptied topics is left out, because only
/// experiments need it.
pub fn evaluation_rules() -> impl Iterator<Item = RuleDescription> {
    Rules::descriptions().into_iter().filter(|rule| rule.name != Rules::EMPTIED_TOPICS)
}

/// The rules that are used, and the preset that they started from.
#[derive(Clone, Debug, PartialEq)]
pub struct PresetRules {
    /// The preset.
    pub preset: Preset,
    /// The rules.
    pub rules: Rules,
    /// The choice of topics as it was typed. `None` if all topics are scored.
    pub only_topics: Option<String>,
    /// The lowest relevant level of the collection, if it replaced the preset's because the user chose none.
    pub collection_min_rel: Option<NonZeroU8>,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 3] = [Self::Trec10, Self::Trec9, Self::Ntcir];

    /// Returns the rules of this preset.
    pub fn rules(self) -> Rules {
        let trec10 = Rules { max_rank: None, ..Rules::default() };
        match self {
            Self::Trec10 => trec10,
            Self::Trec9 => Rules { score_type: ScoreType::F32, topics: TopicRule::Run, ..trec10 },
            Self::Ntcir => Rules {
                ties: Ties::FileOrder,
                no_relevant: NoRelevant::Drop,
                max_rank: const { NonZeroU32::new(1000) },
                ..trec10
            },
        }
    }
}

impl Preset {
    /// Returns the measure that replaces `metric` under this preset, or `None` if `metric` stays. Only
    /// [`Self::Trec9`] replaces measures, because trec_eval 9 rounds recall levels in its own way.
    /// NTCIREVAL's variants are separate measures here, which names with a cutoff of four digits select
    /// ([`crate::RequestedMeasures`]).
    ///
    /// ```
    /// use rejudge_eval::Preset;
    /// let iprec: rejudge_metrics::Metric = "IPrec@0.1".parse()?;
    /// assert_eq!(Preset::Trec9.metric(&iprec), Some("IPrec(rounding='trec9')@0.1".parse()?));
    /// assert_eq!((Preset::Trec10.metric(&iprec), Preset::Trec9.metric(&"AP".parse()?)), (None, None));
    /// # Ok::<(), rejudge_metrics::NameError>(())
    /// ```
    pub fn metric(self, metric: &Metric) -> Option<Metric> {
        match self {
            Self::Trec9 => metric.with_word("rounding", "trec9").filter(|other| other != metric),
            Self::Trec10 | Self::Ntcir => None,
        }
    }
}

impl PresetRules {
    /// Returns the preset's rules. A rule in `choices` replaces the preset's rule.
    pub fn new(preset: Preset, choices: &RuleChoices) -> Self {
        Self { preset, rules: choices.over(preset.rules()), only_topics: None, collection_min_rel: None }
    }

    /// Makes a table of `rows` with these rules in its description. The text `settings` follows the rules. It
    /// has further settings, each of which begins with `; `.
    pub(crate) fn table(&self, name: &str, rows: Frame, settings: &str) -> Table {
        table_by(self.fields(), name, rows, settings)
    }

    /// Returns the names and values of the preset, of the rules of an evaluation and of the choice of topics
    /// (if there is one), as they are typed on the command line.
    pub fn fields(&self) -> Vec<(String, String)> {
        let mut fields = vec![("preset".to_owned(), to_compact(&self.preset))];
        fields.extend(self.rules.typed().into_iter().filter(|(name, _)| name != Rules::EMPTIED_TOPICS));
        fields.extend(self.only_topics.iter().map(|typed| ("only-topics".to_owned(), typed.clone())));
        fields
    }
}

/// Makes a table of `rows` with the rules of its scores in its description. The text `settings` follows the
/// rules. It has further settings, each of which begins with `; `. If another program computed the scores,
/// `rules` is empty.
pub(crate) fn table_by(rules: Vec<(String, String)>, name: &str, rows: Frame, settings: &str) -> Table {
    let rules_and_settings = format!("{}{settings}", in_line(&rules));
    let about = rules_and_settings.trim_start_matches("; ").to_owned();
    Table { name: name.to_owned(), rows, rules, about, ..Table::default() }
}

impl fmt::Display for PresetRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_line(&self.fields()))
    }
}
