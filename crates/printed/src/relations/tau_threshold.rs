//! From what size on Kendall's tau is significant, as the running text says.

use rejudge_stats::{critical_tau, critical_tau_normal};
use schemars::JsonSchema;
use serde::Deserialize;

use super::super::cell::Site;
use super::super::expected::Expected;
use super::super::printed_decimal::PrintedDecimal;
use super::Instance;
use rejudge_spec::yaml::{Spanned, YamlError};

/// `says` is the threshold of tau for so many runs at the two-sided level `alpha`, rounded as told; by the
/// exact distribution and by the normal one.
///
/// Binds no cell. The site is `text`, the section and what it says.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TauThreshold {
    /// Section of the paper.
    section: String,
    /// How many runs are ranked.
    runs: Spanned<usize>,
    /// The two-sided level.
    alpha: Spanned<String>,
    /// The threshold in the text.
    says: Spanned<String>,
    /// How it was rounded.
    rounded: Rounded,
}

/// To a value above which every tau is significant, or to the nearest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Rounded {
    /// So that every tau above it is significant.
    Up,
    /// To the nearest number.
    Nearest,
}

impl TauThreshold {
    pub(super) fn instances<'e>(&self, _: &'e Expected) -> Result<Vec<Instance<'e>>, YamlError> {
        let no_level = || self.alpha.error(format!("`{}` is no level of significance", self.alpha.value));
        let alpha =
            PrintedDecimal::parse(&self.alpha.value).map(PrintedDecimal::nearest_f64).ok_or_else(no_level)?;
        let alpha = Some(alpha).filter(|alpha| 0.0 < *alpha && *alpha < 1.0).ok_or_else(no_level)?;
        let no_number = || self.says.error(format!("`{}` is not a number", self.says.value));
        let says = PrintedDecimal::parse(&self.says.value).ok_or_else(no_number)?;
        let runs = self.runs.value;
        let thresholds = critical_tau(runs, alpha).zip(critical_tau_normal(runs, alpha));
        let (exact, normal) =
            thresholds.ok_or_else(|| self.runs.error(format!("no tau of {runs} runs is significant")))?;
        let odd = [("exact", exact), ("normal", normal)]
            .into_iter()
            .find(|(_, tau)| self.round(*tau, says) != says.units as f64);
        let verdict = match odd {
            None => Ok(()),
            Some((distribution, tau)) => Err(format!(
                "section {} says {}, the threshold of {runs} runs at {} is {tau:.4} ({distribution})",
                self.section, self.says.value, self.alpha.value
            )),
        };
        let at = self.says.at.as_ref().ok_or_else(no_number)?;
        let site = Site::of_text(&self.section, &self.says.value);
        Ok(vec![Instance::new(site, at, Vec::new(), Vec::new(), verdict)])
    }

    /// The threshold in units of the last digit that the text prints.
    fn round(&self, tau: f64, says: PrintedDecimal) -> f64 {
        let units = tau * 10_f64.powi(says.digits as i32);
        match self.rounded {
            Rounded::Up => units.ceil(),
            Rounded::Nearest => units.round(),
        }
    }
}
