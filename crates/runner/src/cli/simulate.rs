//! `rejudge simulate`

use rejudge_collections::descriptor::QrelsFormat;
use rejudge_collections::write;

use super::GOOD;
use super::args::Global;
use super::args::simulate::Simulate;
use super::like;
use super::output::{Failure, check_new, remark};
use rejudge_experiment::spec::yaml::Spanned;
use rejudge_names::plural::counted;

pub fn main(global: &Global, args: &Simulate) -> Result<u8, Failure> {
    if let Some(files) = &args.fit.like {
        return like::main(global, args, files);
    }
    let Some(id) = &args.collection else { return Err(Failure::usage("no collection is named")) };
    let entry = global.catalogue().entry(&Spanned { value: id.clone(), at: None })?;
    check_new(&args.output)?;
    let Some(parameters) = entry.descriptor.as_twin() else {
        return Err(Failure::usage(format!("`{id}` is not a simulated collection")));
    };
    let format = match &args.grades_of {
        None => QrelsFormat::trec(),
        Some(name) => {
            let like = global.catalogue().entry(&Spanned { value: name.clone(), at: None })?;
            let files = like.descriptor.files.as_ref();
            let files =
                files.ok_or_else(|| Failure::usage(format!("`{name}` is not a collection of files")))?;
            files.qrels_format()
        }
    };
    let collection = rejudge_twins::generate(&parameters, args.seed, args.draw);
    write(&collection, &args.output, &format, args.seed).map_err(|e| Failure::data(e.to_string()))?;
    if !global.quiet {
        remark(format_args!(
            "{id}: draw {} of seed {}: {}, {}, {} in {}",
            args.draw,
            args.seed,
            counted(collection.topics().len(), "topic"),
            counted(collection.runs().len(), "run"),
            counted(collection.teams().len(), "team"),
            args.output.display(),
        ));
    }
    Ok(GOOD)
}
