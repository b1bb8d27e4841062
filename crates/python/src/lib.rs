//! The Python package `rejudge`: scores, comparisons and collections from frames, dicts and files.
//!
//! An input goes from `source`, which inspects a Python object, to `rows` and `arrow_columns`, which hold its
//! rows, and then to `judgments` and `runs`, which can be scored. `evaluate`, `gate`, `intervals`,
//! `estimates`, `by_topic`, `agreement`, `collection`, `described` and `experiments` are the operations. The
//! first four and some methods of a `collection` return a `table`, which can be drawn as a `plot`. Anything
//! that takes a long time goes through `work`, which releases the interpreter. The part that is written in
//! Python is in `python/rejudge`.

#![warn(missing_docs)]

mod agreement;
mod arrow_columns;
mod by_topic;
mod change;
mod collection;
mod described;
mod estimates;
mod evaluate;
mod exceptions;
mod experiments;
mod full_collection;
mod gate;
mod grid;
mod in_range;
mod intents;
mod intervals;
mod judges;
mod judgments;
mod measures;
mod one_value;
mod parquet;
mod plot;
mod rows;
mod rules;
mod run_rows;
mod runs;
mod source;
mod table;
mod teams;
mod warnings;
mod work;

use pyo3::prelude::*;
use rejudge_collections::bundled;
use rejudge_session::BUNDLED;

/// The native module. Users import its names from `rejudge/__init__.py`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    work::keep_panic_messages();
    parquet::register();
    bundled::register(BUNDLED);
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("InternalError", module.py().get_type::<work::InternalError>())?;
    module.add_class::<table::Tabular>()?;
    module.add_class::<judgments::PyQrels>()?;
    module.add_class::<judges::PyJudge>()?;
    module.add_class::<runs::PyRuns>()?;
    module.add_class::<collection::Collection>()?;
    module.add_class::<table::PyTable>()?;
    module.add_class::<plot::Plot>()?;
    module.add_class::<by_topic::TopicMeasures>()?;
    module.add_class::<by_topic::TopicScorer>()?;
    module.add_function(wrap_pyfunction!(described::load, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::compare, module)?)?;
    module.add_function(wrap_pyfunction!(gate::gate, module)?)?;
    module.add_function(wrap_pyfunction!(intervals::intervals, module)?)?;
    module.add_function(wrap_pyfunction!(estimates::estimates, module)?)?;
    module.add_function(wrap_pyfunction!(agreement::agreement, module)?)?;
    module.add_function(wrap_pyfunction!(measures::measures, module)?)?;
    module.add_function(wrap_pyfunction!(by_topic::trec_measures, module)?)?;
    module.add_function(wrap_pyfunction!(by_topic::measure_name, module)?)?;
    module.add_function(wrap_pyfunction!(by_topic::families, module)?)?;
    module.add_function(wrap_pyfunction!(rules::rule_keywords, module)?)?;
    module.add_function(wrap_pyfunction!(work::set_threads, module)?)?;
    module.add_function(wrap_pyfunction!(table::_table, module)?)?;
    module.add_function(wrap_pyfunction!(judgments::_qrels_by_intent, module)?)?;
    module.add_function(wrap_pyfunction!(runs::_runs, module)?)?;
    module.add_function(wrap_pyfunction!(judges::_judge, module)?)?;
    module.add_function(wrap_pyfunction!(collection::_collection, module)?)?;
    module.add_function(wrap_pyfunction!(described::_loaded, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::run, module)?)?;
    module.add_function(wrap_pyfunction!(experiments::_report, module)?)?;
    module.add_function(wrap_pyfunction!(work::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(work::_sleep, module)?)?;
    Ok(())
}
