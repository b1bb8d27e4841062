//! Descriptions that experiments refer to: collections, label schemes, tasks and measure sets.

use rejudge_experiment::labels::find_scheme;
use rejudge_experiment::spec::yaml::{Spanned, YamlError};
use rejudge_experiment::spec::{Catalogue, Tasks, read_set};

use super::{choice, place, scratch};

/// The first byte chooses the kind of description.
pub fn check(data: &[u8]) {
    let Some((choice, bytes)) = choice(data) else { return };
    scratch::with_file("described.yaml", bytes, |folder| {
        let path = folder.join("described.yaml");
        let file = Spanned { value: path.display().to_string(), at: None };
        let read: Result<(), YamlError> = match choice % 4 {
            0 => Catalogue::open(folder, None).entry(&file).map(|entry| {
                // A valid description of a twin can be drawn. We draw only small ones, because a ranking takes a
                // millisecond.
                let Some(twin) = entry.descriptor.as_twin() else { return };
                let runs: usize = twin.parameters.teams.iter().map(|team| team.runs).sum();
                if twin.parameters.topics * runs <= 4 {
                    let drawn = rejudge_twins::generate(&twin, 1, 1);
                    assert_eq!((drawn.topics().len(), drawn.runs().len()), (twin.parameters.topics, runs));
                }
            }),
            1 => find_scheme(&file.value, folder).map(|named| {
                let gains = named.gains();
                assert!(gains.windows(2).all(|two| two[0].0 < two[1].0), "levels out of order");
            }),
            2 => Tasks::load(&file).map(|tasks| {
                for (_, task) in tasks.iter() {
                    for (.., metric) in task.metrics() {
                        if let Err(error) = metric {
                            place::check_yaml_error(&error);
                        }
                    }
                }
            }),
            _ => read_set(&file).map(|_| ()),
        };
        if let Err(error) = read {
            place::check_yaml_error(&error);
        }
    });
}
