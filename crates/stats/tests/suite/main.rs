//! Tests of the crate's public interface: properties, cases worked by hand, and values from papers and other
//! programs.

#![allow(clippy::panic, reason = "helpers of tests may panic like tests")]

mod agreement;
mod bootstrap;
mod bootstrap_exact;
mod certainty;
mod confusion;
mod correction;
mod decisions;
mod draws;
mod error_correlation;
mod exponential_decay;
mod group_change;
mod knee;
mod krippendorff;
mod noncentral_f;
mod oracle;
mod paired_test;
mod randomisation;
mod ranking;
mod rbo;
mod reproduction;
mod swap_rates;
mod t_test;
mod tau;
mod tau_ap;
mod ties;
mod top;
mod tukey;
mod wilcoxon;
