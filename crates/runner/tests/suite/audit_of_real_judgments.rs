//! What `rejudge audit` says of public judgments, none of which is a plain pool of the stored runs.

use std::path::Path;

use crate::audited::{BASIS, DEEP, FAIR, TOPICS, answer, said};
use crate::world::{GOOD, World, real_data};

#[test]
fn real_judgments_are_not_claimed_to_be_what_they_are_not() {
    let world = World::new();
    let with = |folder: &Path, out: &str, options: &str| {
        let [qrels, runs] = ["qrels.txt", "runs"].map(|name| folder.join(name).into_os_string());
        let args =
            ["audit", "--draws", "1", "-m", "AP", "-o", out].into_iter().chain(options.split_whitespace());
        let files = ["--qrels".into(), qrels, "--runs".into(), runs];
        world.rejudge(args.map(std::ffi::OsString::from).chain(files)).code(GOOD);
        said(&world, out)
    };
    let audit = |folder: &Path, out: &str| with(folder, out, "");
    // Where no depth explains the judgments, nothing is said of who pooled, and a guess is called one.
    if let Some(folder) = real_data("trec_dl_2019_passage") {
        let printed = with(&folder, "dl19", "--min-rel 2 -m nDCG@10");
        let basis = answer(&printed, BASIS);
        assert!(
            basis.contains("(`--min-rel`). nDCG@10 goes by the gain of its level, below 2 too."),
            "{basis}"
        );
        let fair = answer(&printed, FAIR);
        assert!(
            fair.contains("A document that other teams' runs hold only below rank 10 counts as lost."),
            "{fair}"
        );
        let report = std::fs::read_to_string(world.path("dl19/report.md")).unwrap();
        let rows = report.lines().skip_while(|line| !line.contains("looks pooled")).skip(2);
        let looks: Vec<&str> = rows.map_while(|line| line.split('|').nth(3)).map(str::trim).collect();
        assert_eq!(looks, vec!["-"; 37], "{report}");
    }
    // NIST ordered equal scores by ascending ids.
    if let Some(folder) = real_data("trec_dl_2020_passage") {
        let printed = audit(&folder, "dl");
        let basis = answer(&printed, BASIS);
        assert!(basis.contains("Of the 4752 different documents in it 4662 are judged."), "{basis}");
        assert!(basis.contains(", 56.9% at least. As the runs were read for the pool it is 99."), "{basis}");
        assert!(printed.contains("Read so, 238 more tops of 10 documents"), "{printed}");
        assert!(
            printed.contains("As the runs were read for the pool, the top 10 of all 59 runs are judged"),
            "{printed}"
        );
    }
    // Its pool was read by rank.
    if let Some(folder) = real_data("clef_ehealth_2015") {
        let printed = audit(&folder, "clef");
        let order = "By the rank column, it seems. The order of the lines, which may be the same, was not tried. Runs are scored in \
                     another order. Read so, 129 more tops of 10 documents";
        assert!(printed.contains(order), "{printed}");
    }
    // Runs of later years, which did not form the pool.
    if let Some(folder) = real_data("trec8_robust_runs") {
        let printed = audit(&folder, "trec");
        let new = "No stored run looks pooled. If none pooled, they are what a new team's runs would be, and their top 10 are \
                   judged to 99.6% on average, 95.6% at least.";
        assert!(answer(&printed, FAIR).contains(new), "{printed}");
        assert!(answer(&printed, DEEP).contains("only 80.8% are judged, and the limit is 90%"), "{printed}");
        // What a pool costs of which a fifth is unjudged nobody knows.
        assert!(!answer(&printed, TOPICS).contains("would pay for"), "{printed}");
        // A depth that somebody told is held against the judgments.
        let printed = with(&folder, "ten", "--depth 10");
        let told = "which are not the pool of the depth that was told. Assumes depth 10 (--depth): 3.6% of the judgments are in that \
                    pool, and 82 of its 3240 documents are not judged.";
        assert!(answer(&printed, DEEP).contains(told), "{printed}");
        assert!(answer(&printed, FAIR).starts_with("Cannot be said: "), "{printed}");
    }
}
