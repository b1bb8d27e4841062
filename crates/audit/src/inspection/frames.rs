//! runs.parquet and topics.parquet: what was seen, as rows.

use rejudge_pools::inspect::{AtRank, ByRank};

use super::{DEPTHS, InspectedRun, Inspection};
use rejudge_frame::{Frame, Values};

impl Inspection {
    /// The tables, with the names of their files.
    pub fn frames(&self) -> Vec<(&'static str, Frame)> {
        let both = [("runs.parquet", self.frame_of_runs()), ("topics.parquet", self.frame_of_topics())];
        both.into_iter().chain(self.by_rank().map(|found| ("ranks.parquet", frame_of_ranks(found)))).collect()
    }

    /// What was seen of each run.
    fn frame_of_runs(&self) -> Frame {
        let text = |of: &dyn Fn(&InspectedRun) -> String| self.runs.iter().map(of).collect::<Values>();
        let whole = |of: &dyn Fn(usize) -> usize| {
            Values::Whole((0..self.runs.len()).map(|run| Some(of(run) as i64)).collect())
        };
        let number =
            |of: &dyn Fn(usize) -> Option<f64>| Values::Number((0..self.runs.len()).map(of).collect());
        let group = |run: usize| {
            let found = self.identical.iter().position(|(group, _)| group.contains(&self.runs[run].name));
            found.map_or(0, |group| group + 1)
        };
        let ties = |run: usize| self.runs[run].ties.unwrap_or_default();
        let mut frame = Frame::default()
            .with("run", "name of the run", text(&|run| run.name.clone()))
            .with("team", "its team", text(&|run| run.team.clone()))
            .with(
                "looks_pooled",
                "1 where its top documents look as if they had formed the pool",
                whole(&|run| usize::from(self.pool.runs[run].looks_pooled)),
            )
            .with(
                "pooled",
                "1 where it is one of the runs whose pool is made shallower",
                whole(&|run| usize::from(self.runs[run].pooled)),
            )
            .with(
                "complete",
                "share of its topics whose top documents are all judged, to the implied depth",
                number(&|run| Some(self.pool.runs[run].complete_share())),
            )
            .with(
                "lost_topics",
                "topics of which almost nothing is judged",
                whole(&|run| self.pool.runs[run].lost as usize),
            );
        for depth in DEPTHS {
            let about = "share of its top documents that are judged, a topic on average";
            frame = frame.with(
                &format!("judged_{depth}"),
                about,
                number(&|run| Some(self.runs[run].judged.as_ref()?[depth - 1])),
            );
        }
        frame
            .with(
                "documents",
                "documents a topic that it answers, on average",
                number(&|run| self.runs[run].answers.mean),
            )
            .with(
                "lacking",
                "topics that it does not answer",
                whole(&|run| self.runs[run].answers.lacks.len()),
            )
            .with("identical", "runs with the same number above 0 are identical", whole(&group))
            .with("tied", "documents with the score of another one", whole(&|run| ties(run).tied))
            .with(
                "ties_that_matter",
                "groups of equal scores with documents of different levels",
                whole(&|run| ties(run).mattering),
            )
            .with(
                "worst",
                "mean score by the main measure with ties at their worst",
                number(&|run| Some(self.runs[run].bounds?.1)),
            )
            .with("best", "the same with ties at their best", number(&|run| Some(self.runs[run].bounds?.0)))
    }

    /// What is judged of each topic.
    fn frame_of_topics(&self) -> Frame {
        let topics = &self.judgments.topics;
        let whole = |of: &dyn Fn(usize) -> usize| {
            Values::Whole((0..topics.len()).map(|at| Some(of(at) as i64)).collect())
        };
        let mut frame = Frame::default()
            .with("topic", "name of the topic", self.topics.iter().collect())
            .with("relevant", "relevant documents", whole(&|at| topics[at].relevant))
            .with(
                "nonrelevant",
                "judged documents that are not relevant",
                whole(&|at| topics[at].nonrelevant),
            )
            .with("withheld", "documents in the pool without a judgment", whole(&|at| topics[at].pooled));
        for level in 0..self.judgments.levels.len() {
            let of = |at: usize| topics[at].levels.get(level).copied().unwrap_or(0);
            frame = frame.with(&format!("level_{level}"), "judged documents of this level", whole(&of));
        }
        frame
    }
}

/// What each rank adds to the pool.
fn frame_of_ranks(found: &ByRank) -> Frame {
    let whole = |of: &dyn Fn(&AtRank) -> usize| {
        Values::Whole(found.ranks.iter().map(|at| Some(of(at) as i64)).collect())
    };
    Frame::default()
        .with("rank", "rank in the pooled runs", whole(&|at| at.rank))
        .with("new", "documents that no pooled run has above it, over all topics", whole(&|at| at.new))
        .with("judged", "of these, the judged ones", whole(&|at| at.judged))
        .with("relevant", "of these, the relevant ones", whole(&|at| at.relevant))
}
