//! The audit for people: as Markdown, as a page of cards, and its verdicts as JSON for programs. Longer than
//! other files, since the three forms say the same and are kept in step here.

use std::fmt::Write;

use rejudge_pools::inspect::{COMPLETE, EVEN, EXPLAINS, NEARLY_ALL};

use super::answers::{AGREE, Answer, DRY, ENOUGH_DRAWS, FAIR, LEADS, LOOKED_AT, NEARLY};
use super::cards::{Card, Verdict};
use super::evidence::{SCORES, evidence, show};
use super::inspection::{Inspection, Remark};
use super::natural::natural;
use super::other_judge::SeenJudge;
use super::scored::Scored;
use rejudge_eval::plural::counted;
use rejudge_figures::sketch;
use rejudge_grid::Grid;
use rejudge_page::{Cell, Column, MarkdownTable, Part, Picture, Section, plain};
use rejudge_table::FilledTable;

/// What was seen before anything was computed.
pub enum AuditSubject {
    /// Of judgments and runs.
    Files(Box<Inspection>),
    /// Of score matrices.
    Scores(Scored),
}

impl AuditSubject {
    /// The teams that are left out, one by one.
    pub fn left_out_teams(&self) -> Vec<String> {
        match self {
            Self::Files(inspection) => inspection.left_out_teams(),
            Self::Scores(_) => Vec::new(),
        }
    }

    /// Whether there are runs without a document for any topic.
    pub fn sets_aside(&self) -> bool {
        matches!(self, Self::Files(inspection) if !inspection.set_aside().is_empty())
    }

    /// Returns true if the judgments are marked as a sample, or are not known.
    pub fn is_sample(&self) -> bool {
        match self {
            Self::Files(inspection) => inspection.is_sample(),
            Self::Scores(_) => true,
        }
    }

    /// How many documents are marked as pooled and not judged, and how many are in the qrels.
    pub fn marked_and_all(&self) -> (usize, usize) {
        match self {
            Self::Files(inspection) => inspection.marked_and_all(),
            Self::Scores(_) => (0, 0),
        }
    }

    /// Names of the other judges that `of` takes.
    pub fn judges(&self, of: impl Fn(&SeenJudge) -> bool) -> Vec<String> {
        match self {
            Self::Files(inspection) => {
                let judges = inspection.judges().iter().filter(|judge| of(judge));
                judges.map(|judge| judge.counts.name.clone()).collect()
            }
            Self::Scores(_) => Vec::new(),
        }
    }

    /// The rule by which a judge is compared on the topics that it labelled, if one did not label all of them.
    pub fn rule_on_topics(&self) -> Option<String> {
        let some = self.judges(|judge| judge.leaves_topics() && !judge.counts.is_the_same);
        (!some.is_empty()).then(|| "emptied-topics: drop-unlabelled".to_owned())
    }

    /// Depth of the pool that can be made shallower.
    pub fn depth(&self) -> Option<u32> {
        match self {
            Self::Files(inspection) => inspection.depth(),
            Self::Scores(_) => None,
        }
    }

    /// Where a document of a team must stand to be taken for one that the team brought.
    pub fn tops(&self) -> String {
        match self {
            Self::Files(inspection) => inspection.tops(),
            Self::Scores(_) => String::new(),
        }
    }

    /// What a user should know before any number.
    pub fn oddities(&self) -> Vec<Remark> {
        match self {
            Self::Files(inspection) => inspection.oddities(),
            Self::Scores(scored) => scored.oddities(),
        }
    }
}

/// An audit whose experiment has been run.
pub struct Audited<'a> {
    /// The experiment.
    pub grid: &'a Grid,
    /// Its tables and figures.
    pub tables: &'a [FilledTable],
    /// What was seen of the files.
    pub seen: &'a AuditSubject,
    /// What the cells answer.
    pub answers: &'a [Answer],
    /// What was assumed that the user did not say.
    pub assumed: &'a [String],
}

/// The report as Markdown: the verdicts, then what each rests on, then how it was done.
pub fn report(of: &Audited<'_>) -> String {
    let mut out = format!("# {}\n\n{}\n", title(of), in_a_line(of));
    let mut table = MarkdownTable::new(["", "", "", ""].map(Column::words));
    for (answer, card) in cards(of) {
        let number = if card.number[0].is_empty() {
            Cell::NOTHING
        } else {
            Cell::markdown(&format!("**{}** {}", plain(&card.number[0]), plain(&card.number[1])))
        };
        let verdict = Cell::markdown(&format!("{} **{}**", plain(&card.sign), plain(&card.word)));
        table.row([Cell::text(&answer.question.to_string()), verdict, Cell::text(&card.sentence), number]);
    }
    let _ = writeln!(out, "{table}");
    for (answer, card) in cards(of) {
        let _ = write!(
            out,
            "## {}\n\n{} **{}** {}\n\n{}{}",
            answer.question,
            plain(&card.sign),
            plain(&card.word),
            plain(&card.sentence),
            small_print(card),
            evidence(of, answer)
        );
    }
    for (name, text) in rest(of) {
        let _ = writeln!(out, "## {name}\n\n{}\n", text.trim_end());
    }
    out
}

/// What stands on a card in small print, as a list.
fn small_print(card: &Card) -> String {
    match card.small_print.as_slice() {
        [] => String::new(),
        lines => lines.iter().map(|line| format!("- {}\n", plain(line))).collect::<String>() + "\n",
    }
}

/// The same as a page: a card a question, everything else folded away below the scores.
pub fn page(of: &Audited<'_>, figure: &dyn Fn(&str) -> Option<Picture>) -> String {
    let cards: Vec<rejudge_page::Card> = cards(of).map(|(answer, card)| shown(of, answer, card)).collect();
    let (line, rest) = (in_a_line(of), rest(of));
    let parts: Vec<Part<'_>> = rest.iter().map(|(name, markdown)| Part { name, markdown }).collect();
    let (open, folded) = parts.split_at(1);
    let open = open.iter().copied().map(Section::Text);
    let sections = open.chain(folded.iter().copied().map(Section::Folded));
    let first = [Section::Text(Part::whole(&line)), Section::Cards(&cards)];
    let sections: Vec<Section<'_>> = first.into_iter().chain(sections).collect();
    rejudge_page::page(&title(of), &sections, figure)
}

/// The answers as JSON, for programs: verdicts with their values, every reserve, what is to be known of the
/// files.
pub fn verdicts(of: &Audited<'_>) -> serde_json::Value {
    let verdict = |card: &Card| {
        serde_json::json!({
            "is": card.verdict,
            "tentative": card.is_tentative,
            "sentence": card.sentence,
            "number": card.number[0],
            "number-is": card.number[1],
            "finding": card.finding,
            "small-print": card.small_print,
        })
    };
    let answer = |answer: &Answer| {
        serde_json::json!({
            "question": answer.question,
            "asked": answer.question.to_string(),
            "verdict": answer.card.as_ref().map(verdict),
            "why": answer.short,
        })
    };
    let remark = |remark: Remark| serde_json::json!({ "of": remark.head, "known": remark.text });
    serde_json::json!({
        "measure": of.grid.measures[0].label,
        "answers": of.answers.iter().map(answer).collect::<Vec<_>>(),
        "remarks": of.seen.oddities().into_iter().map(remark).collect::<Vec<_>>(),
    })
}

/// The answers that have a verdict.
fn cards<'a>(of: &'a Audited<'_>) -> impl Iterator<Item = (&'a Answer, &'a Card)> {
    of.answers.iter().filter_map(|answer| Some((answer, answer.card.as_ref()?)))
}

/// A card of the page.
fn shown(of: &Audited<'_>, answer: &Answer, card: &Card) -> rejudge_page::Card {
    let class = match card.verdict {
        Verdict::Yes => "yes",
        Verdict::Partly => "partly",
        Verdict::No => "no",
        Verdict::CannotSay | Verdict::NotAsked => "unsaid",
    };
    let [number, number_is] = card.number.clone();
    rejudge_page::Card {
        question: answer.question.to_string(),
        class: class.to_owned(),
        sign: card.sign.clone(),
        word: card.word.clone(),
        sentence: card.sentence.clone(),
        number,
        number_is,
        small_print: card.small_print.clone(),
        picture: card.picture.as_ref().map_or_else(String::new, sketch),
        evidence: evidence(of, answer),
    }
}

fn title(of: &Audited<'_>) -> String {
    format!("Audit of {}", of.grid.collections[0].name)
}

/// What was audited, and by what.
fn in_a_line(of: &Audited<'_>) -> String {
    let seen = match of.seen {
        AuditSubject::Files(inspection) => format!("{}. ", inspection.in_a_line()),
        AuditSubject::Scores(_) => String::new(),
    };
    format!("{seen}Verdicts are about {}.\n", plain(&of.grid.measures[0].label))
}

/// What is no question with a verdict: name and Markdown of each section, the scores first.
fn rest(of: &Audited<'_>) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut scores = String::new();
    show(&mut scores, of, SCORES, None);
    show(&mut scores, of, "compared", None);
    out.push(("Scores".to_owned(), scores));
    let oddities: String = of.seen.oddities().iter().map(|odd| format!("- {}\n", odd.markdown())).collect();
    if !oddities.is_empty() {
        out.push(("What to know of these files".to_owned(), oddities + &unpooled_runs(of)));
    }
    let without_card = of.answers.iter().filter(|answer| answer.card.is_none());
    out.extend(without_card.map(|answer| (answer.question.to_string(), evidence(of, answer))));
    if let AuditSubject::Files(inspection) = of.seen {
        let mut files = String::new();
        inspection.write(&mut files);
        out.push(("The files".to_owned(), files));
    }
    let mut done = String::new();
    method(&mut done, of);
    out.push(("How it was done".to_owned(), done));
    out
}

/// The runs that look unpooled where they are too many for a sentence: a page folds such a list away.
fn unpooled_runs(of: &Audited<'_>) -> String {
    let AuditSubject::Files(inspection) = of.seen else { return String::new() };
    match inspection.many_unpooled() {
        names if names.is_empty() => String::new(),
        mut names => {
            names.sort_by(|a, b| natural(a, b));
            let names: Vec<String> =
                names.into_iter().map(|name| format!("`{}`", name.replace('`', "'"))).collect();
            format!("\nThe {} unpooled runs: {}\n", names.len(), names.join(", "))
        }
    }
}

/// What was computed, and by which rules.
fn method(out: &mut String, of: &Audited<'_>) {
    let _ = writeln!(
        out,
        "Made by `rejudge audit`; seed {}, {} of whatever is random. `rejudge run experiment.yaml` in this folder \
         gives the same numbers. These are the numbers of files that a user gave; nobody has checked where they come from.\n",
        of.grid.seed,
        counted(of.grid.draws_of(0) as usize, "draw")
    );
    for assumed in of.assumed {
        let _ = writeln!(out, "- {assumed}");
    }
    if let AuditSubject::Files(_) = of.seen {
        let _ = writeln!(
            out,
            "- A team is left out: what only its runs have in their tops is taken out of the judgments, down to the depth of the pool. \
             Its runs are its pooled ones, where not all pooled. What nobody's runs have there cannot be anybody's, and stays. A team \
             is taken alone: nothing is kept but what it has there (Zobel, SIGIR 1998; Sakai, IPSJ 2009). All runs are then scored again.\n\
             - A team is treated fairly under two conditions. The scores of these runs of its own change by at most {:.0}% on average, \
             up or down. None of them moves by more than {:.0}% of the ranks (one is always allowed). It is nearly so to {:.0}% and \
             {:.0}%. These limits are this report's, not the literature's.\n\
             - A pool of depth k keeps the judgments of the documents that one of its runs has in its top k. Its ranking of the runs is \
             compared with that by all judgments, however these were made. It says what a shallower pool would have told. What \
             deeper judgments would tell, the last ranks say: how many relevant documents they still brought (Zobel, SIGIR 1998). Above \
             {:.0}% of the new judged ones the pool is not exhausted.\n\
             - A measure is not recommended where less than {:.0}% of the ranks to its cutoff are judged. If it has none, the top 10 \
             count. A measure that passes over unjudged documents may always be recommended. This limit is this report's.\n\
             - A depth is inferred under three conditions. At least two runs are judged to it for {:.0}% of the topics. They break there. \
             Their tops hold at least {:.0}% of the judged documents.\n\
             - A sample at one rate for all ranks is inferred where no depth is, under three conditions. Topics have unequally many \
             judged documents. Less than {:.0}% of any of the ranks 1 to 5, 6 to 10, 11 to 20 and 21 to 50 are judged. The share of \
             each differs by at most {:.0}% of it from that of all. These limits, too, are this report's.\n\
             - A sample keeps a share of the relevant and of the nonrelevant documents of each topic, at least 1 and 10 \
             (Bompada et al., SIGIR 2007).\n\
             - Rankings are compared by tau-b, which allows for runs of equal scores. tau-AP,b (Urbano and Marrero, ICTIR 2017) does so \
             too, and weighs the top more. Both are 1 for equal rankings, ties or not. Two rankings agree where they are above {AGREE} \
             (Voorhees, SIGIR 1998). A depth or rate is given from which on all deeper or larger ones agree. A judgment set under which \
             all runs score alike agrees with none.",
            100.0 * FAIR.0,
            100.0 * FAIR.1,
            100.0 * NEARLY.0,
            100.0 * NEARLY.1,
            100.0 * DRY,
            100.0 * LOOKED_AT,
            100.0 * COMPLETE,
            100.0 * EXPLAINS,
            100.0 * NEARLY_ALL,
            100.0 * EVEN
        );
    }
    let _ = writeln!(
        out,
        "- Power is the share of the pairs of runs that differ significantly at .05. The test is the paired bootstrap of 1,000 \
         samples (Sakai, SIGIR 2006). The estimated difference required is the largest that was needed. Holm's correction \
         for the number of pairs is made on p values of the paired t test: 1,000 samples know no level between 0 and .001."
    );
    let _ = writeln!(
        out,
        "- Measures are ranked by each criterion, in each draw of whatever is random. The mean of their ranks says which comes \
         first in a draw. One leads that comes first, alone or level with others, in at least {:.0}% of the draws. Else none is \
         named, nor is any of fewer than {ENOUGH_DRAWS} draws. These limits too are this report's.",
        100.0 * LEADS
    );
    for evaluation in &of.grid.evaluations {
        let _ = writeln!(out, "- Rules in force: {}.", evaluation.rules);
    }
}
