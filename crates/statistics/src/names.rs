//! What a statistic may refer to: measures and other statistics of the experiment.

use rejudge_spec::yaml::{Node, Spanned, YamlError};

/// A measure on the axis.
#[derive(Clone, Debug)]
pub struct NamedMeasure {
    /// What tables call it.
    pub label: String,
    /// Its full name.
    pub name: String,
}

/// The names that an experiment has.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The measures on the axis.
    pub measures: &'a [NamedMeasure],
    /// The statistics: their names, what kind each is, and its parameters as written.
    pub statistics: &'a [(Spanned<String>, Spanned<String>, Node)],
}

impl<'a> Names<'a> {
    /// The place and the written parameters of the statistic called `of`, which must be of the kind `kind`;
    /// `otherwise` says why no other will do.
    pub(crate) fn statistic(
        &self,
        of: &Spanned<String>,
        kind: &str,
        otherwise: &str,
    ) -> Result<(usize, &'a Node), YamlError> {
        let Some(at) = self.statistics.iter().position(|(name, ..)| name.value == of.value) else {
            let names = self.statistics.iter().map(|(name, ..)| name.value.as_str());
            let error = of.error(format!("there is no statistic `{}`", of.value));
            return Err(error.suggesting(&of.value, names));
        };
        let (_, found, arguments) = &self.statistics[at];
        if found.value == kind {
            Ok((at, arguments))
        } else {
            Err(of.error(format!("`{}` is {otherwise}", of.value)))
        }
    }
}
