//! Cases as JUnit XML, which CI systems show as tests. Nothing in it changes between equal checks.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::cases::{Case, CaseOutcome};
use rejudge_printed::Failure;

/// The report of several experiments, by name.
pub fn junit<'a>(experiments: impl IntoIterator<Item = (&'a str, &'a [Case])>) -> anyhow::Result<String> {
    let mut report = Report::new("rejudge check");
    for (name, cases) in experiments {
        let mut suite = TestSuite::new(name);
        suite.add_test_cases(cases.iter().map(|case| test_case(name, case)));
        report.add_test_suite(suite);
    }
    Ok(report.to_string()?)
}

fn test_case(experiment: &str, case: &Case) -> TestCase {
    let status = match &case.outcome {
        CaseOutcome::Passed => TestCaseStatus::success(),
        CaseOutcome::Skipped(why) => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why.as_str());
            status
        }
        CaseOutcome::Failed(failures) => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            if let Some(Failure { kind, message, .. }) = failures.first() {
                status.set_type(kind.word()).set_message(message.as_str());
            }
            let all: Vec<&str> = failures.iter().map(|failure| failure.message.as_str()).collect();
            status.set_description(all.join("\n"));
            status
        }
    };
    let mut test = TestCase::new(case.about.to_string(), status);
    test.set_classname(format!("{experiment}.{}", case.about.class()));
    if let Some(at) = &case.at {
        test.extra.insert("file".into(), at.source.name.as_str().into());
        test.extra.insert("line".into(), at.line.to_string().into());
    }
    if !case.says.is_empty() {
        test.set_system_out(case.says.as_str());
    }
    test
}
