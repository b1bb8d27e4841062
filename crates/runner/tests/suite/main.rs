//! The binary as its users meet it: each test makes a small world of collections and experiments in a
//! temporary folder, runs `rejudge` there, and looks at what it says, writes and returns.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests, too, say what must be")]
#![expect(clippy::unwrap_used, reason = "tests say what must be by unwrapping it")]

mod audit;
mod audit_emitted;
mod audit_folders;
mod audit_grounds;
mod audit_inputs;
mod audit_measures;
mod audit_verdicts;
mod audited;
mod bases;
mod choices;
mod ci;
mod commands;
mod compare;
mod comparisons;
mod completion;
mod concurrency;
mod corpus;
mod damage;
mod determinism;
mod errata;
mod eval;
mod eval_forms;
mod eval_intents;
mod examples;
mod failures;
mod figures;
mod files;
mod given;
mod grammar;
mod incomplete;
mod incremental;
mod interrupts;
mod ir_measures;
mod keys;
mod labels;
mod labels_files;
mod licensed;
mod like;
mod limits;
mod machine;
mod manual;
mod measures;
mod misconfigured;
mod mutations;
mod outside;
mod pages;
mod pair_tests;
mod papers;
mod pool;
mod reliability;
mod reports;
mod samples;
mod schemas;
mod shards;
mod slurm;
mod streams;
mod subtopics;
mod subtopics_mistakes;
mod survey_words;
mod transcriptions;
mod trec_eval;
mod world;
