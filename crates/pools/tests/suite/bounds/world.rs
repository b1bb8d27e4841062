//! Small random collections, and all fillings of their holes.

use rejudge_metrics::{Gains, Metric, Verdict};
use rejudge_pools::bounds::{Bounding, BoundsError, Retrieved, RunBounds};
use rejudge_pools::{DocIx, JoinedRun, Run, Scorers, Scoring, Team, TestCollection, Topic, View};
use rejudge_stats::Draw;

/// A topic, its runs, and the settings with which they are scored.
pub struct World {
    pub verdicts: Vec<Verdict>,
    pub documents: u32,
    pub rankings: Vec<Vec<DocIx>>,
    pub gains: Gains,
    pub min_rel: u8,
    pub max_rank: Option<u32>,
}

impl World {
    /// Draws a topic with up to seven documents that have a verdict, and two runs with up to five holes in
    /// all. Some judgments are withheld, and some documents are not retrieved by any run.
    pub fn draw(draw: &mut Draw) -> Self {
        loop {
            let world = Self::draw_any(draw);
            if world.holes().len() <= if world.gains.top_level() > 2 { 4 } else { 5 } {
                return world;
            }
        }
    }

    fn draw_any(draw: &mut Draw) -> Self {
        let top = 1 + draw.below(3) as u8;
        let judged = draw.below(8);
        let share = draw.below(4);
        let verdicts: Vec<Verdict> = (0..judged)
            .map(|_| match draw.below(10) {
                0 => Verdict::Pooled,
                number if number <= 3 + share => Verdict::Level(0),
                _ => Verdict::Level(1 + draw.below(u32::from(top)) as u8),
            })
            .collect();
        let documents = judged + draw.below(7);
        let rankings = (0..2).map(|_| ranking(draw, documents)).collect();
        let gains = match draw.below(4) {
            0 => Gains::exponential(top),
            // A level without a gain.
            1 if top > 1 => {
                Gains::new((1..=top).map(|level| (level, f64::from(level - 1)))).expect("good gains")
            }
            _ => Gains::linear(top),
        };
        let min_rel = 1 + draw.below(u32::from(top)) as u8;
        let max_rank = (draw.below(3) == 0).then(|| 1 + draw.below(6));
        Self { verdicts, documents, rankings, gains, min_rel, max_rank }
    }

    fn depth(&self) -> usize {
        self.max_rank.map_or(usize::MAX, |rank| rank as usize)
    }

    /// Returns the documents that a run retrieved and that are not judged.
    pub fn holes(&self) -> Vec<DocIx> {
        let is_hole = |doc: &DocIx| {
            let is_judged = matches!(self.verdicts.get(*doc as usize), Some(Verdict::Level(_)));
            !is_judged
                && self.rankings.iter().any(|ranking| ranking.iter().take(self.depth()).any(|d| d == doc))
        };
        (0..self.documents).filter(is_hole).collect()
    }

    /// Returns the collection with these verdicts.
    pub fn collection(&self, verdicts: Vec<Verdict>) -> TestCollection {
        let topic = Topic { name: "1".into(), verdicts, documents: self.documents };
        let run = |name: &str| Run { name: name.into(), team: 0, pooled: true, eligible: true };
        let team = Team { name: "a".into(), analysed: true };
        let runs = ["x", "y", "z"][..self.rankings.len()].iter().map(|name| run(name)).collect();
        let rankings = self.rankings.iter().map(|ranking| vec![ranking.clone()]).collect();
        TestCollection::new(vec![topic], runs, vec![team], rankings)
    }

    /// Returns the verdicts with these levels for the holes. Other documents stay unjudged.
    pub fn filled(&self, levels: &[u8]) -> Vec<Verdict> {
        let mut verdicts = self.verdicts.clone();
        verdicts.resize(self.documents as usize, Verdict::Pooled);
        for (doc, &level) in self.holes().into_iter().zip(levels) {
            verdicts[doc as usize] = Verdict::Level(level);
        }
        verdicts
    }

    /// Returns scorers with the settings of this collection.
    pub fn scorers(&self, metrics: &[Metric]) -> Scorers {
        Scorers::new(metrics, &self.gains, self.min_rel, self.max_rank).expect("they fit")
    }

    /// Returns the scores of each run by each measure under these verdicts, with 0 if a score is undefined.
    pub fn scores(&self, scorers: &Scorers, verdicts: Vec<Verdict>) -> Vec<Vec<f64>> {
        let collection = self.collection(verdicts);
        let full = View::full(&collection);
        let scoring = Scoring::new(scorers, &collection, &full, None).expect("by document");
        let joined: Vec<JoinedRun> = self.joined(&collection);
        let scores = scoring.scores(&joined, &[0]);
        scores.iter().map(|scores| scores.values().to_vec()).collect()
    }

    /// Returns the runs joined with the judgments.
    pub fn joined(&self, collection: &TestCollection) -> Vec<JoinedRun> {
        (0..self.rankings.len()).map(|run| JoinedRun::new(collection, run, self.depth())).collect()
    }

    /// Returns the bounds by each measure.
    pub fn bounds(&self, metrics: &[Metric]) -> Result<RunBounds, BoundsError> {
        let collection = self.collection(self.verdicts.clone());
        let (full, retrieved) = (View::full(&collection), Retrieved::new(&collection, self.max_rank)?);
        let bounding = Bounding::new(metrics, &self.gains, self.min_rel, &collection, &full, &retrieved)?;
        Ok(bounding.bounds(&self.joined(&collection), &[0]))
    }

    /// Returns every filling.
    pub fn fillings(&self) -> impl Iterator<Item = Vec<u8>> + use<> {
        let (holes, base) = (self.holes().len() as u32, usize::from(self.gains.top_level()) + 1);
        (0..base.pow(holes))
            .map(move |number| (0..holes).map(|hole| (number / base.pow(hole) % base) as u8).collect())
    }
}

/// Draws some of the documents, in random order.
pub fn ranking(draw: &mut Draw, documents: u32) -> Vec<DocIx> {
    let mut rest: Vec<DocIx> = (0..documents).collect();
    let count = draw.below(documents + 1);
    (0..count).map(|_| rest.swap_remove(draw.below(rest.len() as u32) as usize)).collect()
}

/// Parses the names of measures.
pub fn metrics(names: &[&str]) -> Vec<Metric> {
    names.iter().map(|name| name.parse().unwrap_or_else(|error| panic!("{name}: {error}"))).collect()
}
