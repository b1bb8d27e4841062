//! Tests of `rejudge_pools::inspect` on real collections, and on a twin with a known pool depth.

use std::path::{Path, PathBuf};

use rejudge_collections::descriptor::{DATA_VARIABLE, QrelsFormat};
use rejudge_collections::{Qrels, Reading, TeamChoice, TeamFiles, Ties, load_numbered, read, run_files};
use rejudge_pools::TestCollection;
use rejudge_pools::inspect::{identical_runs, implied_depth, judged_depths};

use crate::bundled::{described, skipped};

/// Returns the folder of a real collection. If it is missing, prints a message and returns `None`.
fn folder(collection: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(DATA_VARIABLE).map(|root| Path::new(&root).join(collection));
    let existing = folder.filter(|folder| folder.is_dir());
    if existing.is_none() {
        skipped(&format!("{collection} is not under {DATA_VARIABLE}"));
    }
    existing
}

fn load(folder: &Path, is_marked: bool, ties: Ties) -> TestCollection {
    let runs = run_files(&[folder.join("runs")]).expect("a folder");
    let path = folder.join("qrels.txt");
    let bytes = read(&path).expect("readable");
    let qrels = Qrels::parse(&path, &bytes, &QrelsFormat::trec()).expect("good judgments");
    let pooled = is_marked.then(|| folder.join("pooled.tsv"));
    let (teams, reading) = (
        TeamFiles { teams: TeamChoice::OneEach, pooled, ..TeamFiles::default() },
        Reading { ties, ..Reading::default() },
    );
    load_numbered(&qrels, &path, &runs, &teams, &reading).expect("good files").collection
}

/// The judgments of these collections imply no pool depth under three orders of ties, because no pool of the
/// stored runs is judged to its depth and also contains nine tenths of the judgments. CLEF eHealth 2015 and
/// TREC-COVID were pooled from the marked runs and from runs that are not stored. The TREC Deep Learning
/// track added documents by a classifier. The runs of TREC-8 come from later years, and CLEF TAR was judged
/// completely. The medians come from a Python script.
#[test]
fn real_judgments_imply_no_pool_depth() {
    for (name, is_marked, median) in [
        ("clef_ehealth_2015", false, 10),
        ("clef_ehealth_2015", true, 10),
        ("trec_dl_2019_passage", false, 15),
        ("trec_dl_2020_passage", false, 16),
        ("trec_dl_2021_passage", false, 14),
        ("trec_covid_round1", false, 7),
        ("trec_covid_round1", true, 7),
        ("trec8_robust_runs", false, 87),
        ("clef_tar_2017", false, 602),
    ] {
        let Some(folder) = folder(name) else { continue };
        for ties in [Ties::DocnoDescending, Ties::DocnoAscending, Ties::Rank] {
            let collection = load(&folder, is_marked, ties);
            assert_eq!(implied_depth(&collection), None, "{name} {ties:?}");
            let mut depths = judged_depths(&collection);
            depths.sort_unstable();
            if ties == Ties::DocnoDescending {
                assert_eq!(depths[depths.len() / 2], median, "{name}");
            }
        }
    }
}

#[test]
fn a_twin_implies_its_pool_depth() {
    let descriptor = described("ntcir5-c-twin");
    let collection = rejudge_twins::generate(&descriptor.as_twin().expect("a twin"), 1, 0);
    assert_eq!(implied_depth(&collection), Some(100));
}

/// The TREC-8 runs jass and jassv2 differ only in three documents of equal scores, at the ends of the
/// rankings for two topics.
#[test]
fn identical_real_runs_are_found() {
    for (name, expected) in [
        ("clef_ehealth_2015", &[(2, 0), (3, 0), (2, 0)][..]),
        ("trec8_robust_runs", &[(2, 3)]),
        ("clef_tar_2017", &[]),
    ] {
        let Some(folder) = folder(name) else { continue };
        let groups = identical_runs(&load(&folder, false, Ties::DocnoDescending));
        let sizes: Vec<(usize, usize)> = groups.iter().map(|group| (group.runs.len(), group.ends)).collect();
        assert_eq!(sizes, expected, "{name}");
    }
}
