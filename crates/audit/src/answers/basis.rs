//! What the answers rest on: topics, runs, and which judgments each question is asked of.

use rejudge_pools::inspect::FEWEST_TOPICS;

use super::super::cards::Question;
use super::super::inspection::{Inspection, Origin};
use super::coverage::coverage;
use super::ground::{ENOUGH_RUNS, ENOUGH_TOPICS, FEWEST_RUNS, Ground};
use super::{Answer, listed};
use rejudge_eval::plural::{counted, of_number};
use rejudge_pools::{JudgmentSet, POOL_DEPTH};

/// Most runs that are named.
const NAMED: usize = 5;

/// Where fewer teams pooled, to leave one out leaves little of a pool.
const ENOUGH_TEAMS: usize = 5;

pub(super) fn answer(ground: &Ground<'_>) -> Answer {
    let question = Question::Basis;
    let Some(files) = ground.files else {
        let short = format!(
            "The scores of {} for {}.{}",
            counted(ground.runs, "run"),
            counted(ground.topics, "topic"),
            few(ground)
        );
        return Answer { question, short, ..Answer::default() };
    };
    let teams = files.pooled_teams().len();
    let mut short = format!("{}, {}.", counted(ground.topics, "topic"), counted(ground.runs, "run"));
    short += &few(ground);
    if (2..ENOUGH_TEAMS).contains(&teams) {
        // Who pooled is known or inferred, or nobody can say.
        let pooled = if files.origin() == Origin::Pool { " pooled" } else { "" };
        short += &format!(
            " Few teams: {teams}{pooled}. Without one of them the documents of {} are left.",
            counted(teams - 1, "team")
        );
    }
    let aside: Vec<String> = files.set_aside().iter().map(|run| (*run).to_owned()).collect();
    if !aside.is_empty() {
        short += &format!(
            " Some runs have no document for any topic of the judgments. They are set aside, neither compared nor left out: {}.",
            listed(&aside)
        );
    }
    let (judged, relevant) = files.judged();
    short += &format!(
        " {} start from all {judged} judged documents ({relevant} relevant), as they were given. Below, \"all judgments\" are these.",
        if files.left_out_teams().len() > 1 && ground.too_few().is_none() {
            "Scores, tests, samples and leaving a team out"
        } else {
            "Scores, tests and samples"
        }
    );
    if files.holds_relevant_alone() {
        short += " No judged document is nonrelevant, so a document that was judged nonrelevant looks like one that nobody judged. \
                  Bpref, infAP and measures of condensed lists mean nothing here; judged@k and the depth of the pool speak of \
                  relevant documents alone.";
    }
    short += &without_order(ground, files);
    short += &coverage(files);
    short += &levels(ground, files);
    short += &files.budget_in_words();
    short += &base(ground, judged, relevant);
    short += &files.unretrieved_in_words();
    short += &files.short_rankings_in_words(ground.numbers.no_relevant());
    let max_rank = ground.numbers.max_rank();
    let longer = files.longer_than(max_rank);
    if longer > 0 {
        short += &format!(
            " Runs are scored down to rank {max_rank}. {} further, and `eval` would count that.",
            if longer == 1 { "1 goes".to_owned() } else { format!("{longer} go") }
        );
    }
    Answer { question, short, shown: &["facts", "base"], ..Answer::default() }
}

/// What is said of few topics and runs, before any verdict.
fn few(ground: &Ground<'_>) -> String {
    let mut out = String::new();
    match ground.topics {
        ..FEWEST_TOPICS => {
            out += &format!(" Few topics: no verdict is given on fewer than {FEWEST_TOPICS}.");
        }
        FEWEST_TOPICS..ENOUGH_TOPICS => {
            out += &format!(
                " Few topics: Buckley and Voorhees (SIGIR 2000) ask for {ENOUGH_TOPICS} at the least. Verdicts on {} are tentative.",
                ground.topics
            );
        }
        _ => {}
    }
    match ground.runs {
        ..FEWEST_RUNS => {
            out += &format!(" Few runs: no verdict is given on the ranking of fewer than {FEWEST_RUNS}.");
        }
        FEWEST_RUNS..ENOUGH_RUNS => {
            out += &format!(
                " Few runs: of {} a single exchanged pair takes tau-b below .9. Verdicts are tentative.",
                ground.runs
            );
        }
        _ => {}
    }
    out
}

/// From which level on documents are relevant, and which measures do not ask.
fn levels(ground: &Ground<'_>, files: &Inspection) -> String {
    let min_rel = ground.numbers.min_rel();
    let mut out = files.levels_in_words(min_rel);
    let graded = ground.numbers.graded();
    if min_rel > 1 && !out.is_empty() && !graded.is_empty() {
        let by = of_number(graded.len(), "goes by the gain of its level", "go by the gains of the levels");
        out += &format!(" {} {by}, below {min_rel} too.", listed(&graded));
    }
    out
}

/// Runs that no score orders.
fn without_order(ground: &Ground<'_>, files: &Inspection) -> String {
    let names = files.without_order();
    let which = match names.len() {
        0 => return String::new(),
        1 if ground.runs == 1 => "the run".to_owned(),
        all if all == ground.runs => format!("all {all} runs"),
        some => {
            let named: Vec<String> = names.iter().take(NAMED).map(|name| (*name).to_owned()).collect();
            let more = if some > NAMED { ", .." } else { "" };
            format!("{some} of the {} runs ({}{more})", ground.runs, named.join(", "))
        }
    };
    let [key, rule] = ground.numbers.order();
    format!(
        " In {which} all documents of a topic have one {key}. No system orders them but the rule for ties ({rule}): what is said of \
         {} is said of that rule.",
        of_number(names.len(), "it", "them")
    )
}

/// How many of the judgments the base pool keeps, and what that does to the ranking.
fn base(ground: &Ground<'_>, judged: usize, relevant: usize) -> String {
    let Some((files, found)) = ground.files.and_then(|files| Some((files, files.by_rank()?))) else {
        return String::new();
    };
    let whole = found.whole();
    let pool = files.pool_in_words();
    if whole.judged == judged {
        let unjudged = match whole.new - whole.judged {
            0 => String::new(),
            unjudged => format!(", but for {unjudged} that are not judged"),
        };
        return format!(" They are the documents of {pool}{unjudged}, and no others.");
    }
    let asked = match files.origin() {
        Origin::Pool | Origin::ToTheEnds => {
            "The question of depth alone starts from fewer. A pool is made shallower within the tops of the stored runs:"
        }
        Origin::Complete | Origin::Unknown => {
            "The question of depth alone starts from fewer, those in a pool of the stored runs:"
        }
    };
    let mut out = format!(
        " {asked} {pool} keeps {} of the {judged} ({:.1}%; {} of the {relevant} relevant ones).",
        whole.judged,
        100.0 * whole.judged as f64 / judged.max(1) as f64,
        whole.relevant
    );
    if whole.new > whole.judged {
        out += &format!(" Of the {} different documents in it {} are judged.", whole.new, whole.judged);
    }
    let depth = files.depth().unwrap_or_default();
    let is_base = |set: &JudgmentSet| set.is(&POOL_DEPTH) && set.number("depth") == Some(f64::from(depth));
    let taus = ground.numbers.of("tau", "tau", 0);
    if let Some(tau) = taus.iter().find(|f| is_base(f.judgments)).map(|f| f.value) {
        out += &format!(
            " Ranked by {} on these alone the runs agree with the ranking by all at tau-b {tau:.3}.",
            ground.numbers.measures()[0]
        );
    }
    out
}
