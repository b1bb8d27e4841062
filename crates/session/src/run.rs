//! A run: what is missing is computed, and the results are written.

use std::path::PathBuf;

use anyhow::Context;
use rejudge_descriptor::DATA_VARIABLE;
use rejudge_store::atomic;
use rejudge_store::lock::Lock;
use rejudge_table::results::{Earlier, MadeOf, Results};

use crate::{Argument, Choice, Computed, EmptyTable, Places, Planned, RunOptions, SessionError, Watch};

/// A run whose results are written.
pub struct Finished {
    /// What was computed.
    pub computed: Computed,
    /// The tables that it left empty.
    pub empty: Vec<EmptyTable>,
    /// The version of the earlier rejudge whose results it wrote over.
    pub earlier_version: Option<String>,
}

impl Finished {
    /// Whether no table is empty that the collections that are here could have filled.
    pub fn is_whole(&self) -> bool {
        !self.empty.iter().any(|table| table.is_wrong)
    }
}

impl Places {
    /// Computes what is missing of the `planned` choice, and writes the results, while nobody else writes
    /// to their folder. Where nothing is missing, and the results are made of this already, they stay.
    ///
    /// # Errors
    /// When the results cannot go there, or the cache or the results cannot be read or written. Cells that
    /// fail are no error: they are in what is returned.
    pub fn carry_out(
        &self,
        choice: &Choice,
        mut planned: Planned,
        results: &Results,
        options: RunOptions<'_>,
        watch: &dyn Watch,
    ) -> Result<Finished, SessionError> {
        let mut file = writable(results, &planned)?;
        let mut waited = false;
        let _lock = Lock::of(&results.folder, |holder| {
            watch.waits(holder, &results.folder);
            waited = true;
        })?;
        // Another run may have computed all of it meanwhile, and somebody have written to the files.
        if waited {
            planned = self.planned(choice)?;
            file = writable(results, &planned)?;
        }
        let folder = results.folder.display();
        atomic::check_writable(&results.folder).with_context(|| format!("cannot write to {folder}"))?;
        let earlier = Earlier::of(results);
        let made_of = MadeOf::of(&planned.grid, &planned.plan, options.keep_scores, options.only);
        if let (Some(earlier), Some(made_of), 0) = (&earlier, &made_of, planned.plan.missing())
            && earlier.are(made_of)
        {
            planned.hashes.keep();
            let computed = Computed::unchanged(planned);
            return Ok(Finished { computed, empty: Vec::new(), earlier_version: None });
        }
        let computed = planned.compute(options, watch)?;
        computed.planned.hashes.keep();
        let filled = computed.filled();
        let empty = computed.empty_tables(&filled, options);
        let made_of = made_of.and_then(|made_of| computed.proof(made_of, &empty));
        let (made, manifest) = computed.made(&filled, file, options, earlier.as_ref(), made_of)?;
        results.write(made, &manifest)?;
        let earlier_version =
            earlier.and_then(|earlier| earlier.manifest.earlier_version().map(str::to_owned));
        Ok(Finished { computed, empty, earlier_version })
    }
}

/// Refuses a folder that results of this experiment cannot go to; its file.
fn writable(results: &Results, planned: &Planned) -> Result<PathBuf, SessionError> {
    let Planned { grid, plan, .. } = planned;
    let file = PathBuf::from(&grid.resolved.at.source.name);
    let refused = |why: String| SessionError::refused(Argument::ResultsFolder, why);
    results.writable_by(&grid.id, &file).map_err(|error| refused(format!("{error:#}")))?;
    let lost = results.would_lose(grid, plan);
    if !lost.is_empty() {
        return Err(refused(format!(
            "{} holds numbers of {}, whose data are not here ({DATA_VARIABLE}): a run would delete them. \
             Remove this folder, or choose another",
            results.folder.display(),
            lost.join(", ")
        )));
    }
    Ok(file)
}
