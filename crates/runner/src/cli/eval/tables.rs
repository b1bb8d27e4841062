//! The table that is asked for: scores, bounds, a comparison, intervals or estimates.

use rejudge_collections::descriptor::JudgeFile;
use rejudge_eval::compare::{Against, Comparison};
use rejudge_eval::estimate::{Estimates, Estimator};
use rejudge_eval::intervals::{Intervals, MeanInterval};
use rejudge_eval::{
    BoundedScores, BoundsOf, EvalError, Files, Input, PresetRules, ScoreOutput, Scores, Wanted, Zscores,
    load_filled, load_judge, other_scale,
};
use rejudge_tables::frame::Table;

use super::args::Eval;
use super::given::baseline;
use crate::cli::output::remark;

/// The request for scores.
pub(super) struct ScoreRequest<'a> {
    pub quiet: bool,
    pub args: &'a Eval,
    pub files: &'a Files,
    pub input: &'a Input,
    pub wanted: &'a Wanted,
    pub rules: &'a PresetRules,
}

impl ScoreRequest<'_> {
    /// The table.
    pub fn table(&self, scores: &Scores, zscores: Option<&Zscores>) -> Result<Table, EvalError> {
        let comparison = &self.args.comparison;
        if let Some(of) = self.args.bounds {
            self.bounds(of, scores)
        } else if let (Some(estimator), Some(judge)) = (comparison.estimate, &self.args.judge) {
            self.estimates(estimator, judge, scores)
        } else if let Some(against) = &comparison.compare {
            self.comparison(against, scores)
        } else if let Some(kind) = comparison.intervals {
            self.intervals(kind, scores)
        } else {
            let shown = self.args.output.table.shown();
            let (wanted, rules) = (self.wanted, self.rules);
            let output = ScoreOutput { scores, wanted, rules, shown, zscores };
            output.table(self.args.output.table.form.format())
        }
    }

    fn bounds(&self, of: BoundsOf, scores: &Scores) -> Result<Table, EvalError> {
        let rules = &self.rules.rules;
        let mut bounded = BoundedScores::new(self.input, self.wanted, rules, scores, of)?;
        if let Some(judge) = &self.args.judge {
            let filled = load_filled(self.files, judge, rules)?;
            bounded = bounded.with_filled(Scores::compute(&filled, self.wanted, rules)?);
        }
        self.say(bounded.notes());
        Ok(match of {
            BoundsOf::Runs => bounded.runs(self.rules, self.args.output.table.per_topic),
            BoundsOf::Pairs => bounded.pairs(self.rules),
        })
    }

    fn estimates(
        &self,
        estimator: Estimator,
        judge: &JudgeFile,
        scores: &Scores,
    ) -> Result<Table, EvalError> {
        let (rules, comparison) = (&self.rules.rules, &self.args.comparison);
        let judge = load_judge(self.files, judge, rules)?;
        judge.check(self.wanted, rules, false)?;
        self.say(other_scale(self.input, judge.highest()));
        let judge = Scores::compute(&judge, self.wanted, rules)?;
        let confidence = comparison.confidence;
        let named = |against| baseline(against, self.files, self.input);
        let baseline = comparison.compare.as_deref().map(named).transpose()?;
        let estimates = Estimates { estimator, confidence, baseline };
        estimates.table(scores, &judge, self.rules)
    }

    fn comparison(&self, against: &str, scores: &Scores) -> Result<Table, EvalError> {
        let (asked, drawn) = (&self.args.comparison, &self.args.drawn);
        let comparison = Comparison {
            against: Against::named(baseline(against, self.files, self.input)?),
            test: asked.test,
            correction: asked.correction,
            seed: drawn.seed,
        };
        comparison.table(scores, self.rules)
    }

    fn intervals(&self, kind: MeanInterval, scores: &Scores) -> Result<Table, EvalError> {
        let (samples, seed) = (self.args.drawn.samples, self.args.drawn.seed);
        let intervals = Intervals { kind, confidence: self.args.comparison.confidence, samples, seed };
        intervals.table(scores, self.rules)
    }

    fn say(&self, remarks: impl IntoIterator<Item = String>) {
        if !self.quiet {
            remarks.into_iter().for_each(remark);
        }
    }
}
