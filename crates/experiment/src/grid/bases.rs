//! Collections that an experiment pools again.

use rejudge_collections::descriptor::Base;

use super::Collection;
use crate::spec::yaml::YamlError;
use crate::spec::{Catalogue, Entry, Named, RepooledWire};

/// Sets the base of the collections that the experiment pools again. A base that is not on the axis may be on
/// it in another profile, but it must be known.
pub(super) fn repool(
    collections: &mut [Collection],
    repooled: &Named<RepooledWire>,
    catalogue: &Catalogue,
    errors: &mut Vec<YamlError>,
) {
    for (name, RepooledWire { depth }) in &repooled.0 {
        if depth.value == 0 {
            errors.push(depth.error("a pool of depth 0, expected at least 1"));
        }
        match collections.iter_mut().find(|collection| collection.name == name.value) {
            Some(Collection { entry: Entry { descriptor, .. }, .. }) if descriptor.files.is_some() => {
                descriptor.base = Base::Repooled { depth: depth.value };
            }
            Some(_) => {
                errors.push(name.error(format!("`{}` has no files of runs to pool again", name.value)));
            }
            None if catalogue.names().any(|known| known == name.value) => {}
            None => {
                let known: Vec<String> =
                    collections.iter().map(|collection| collection.name.clone()).collect();
                let error = name.error(format!("there is no collection `{}` to pool again", name.value));
                let names = known.iter().map(String::as_str).chain(catalogue.names());
                errors.push(error.suggesting(&name.value, names));
            }
        }
    }
}
