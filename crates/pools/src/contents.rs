//! Resolves the documents of one topic into contents, so that classes of duplicates and groups of documents can be
//! scored.
//!
//! Duplicates share one content, and every other document has its own. A group is a set of contents. The
//! documentation of the module `units` describes the effect on scores.

use rejudge_metrics::Verdict;

use crate::{DocIx, Mask, TopicRef, TopicUnits};

/// The number of a content within its topic.
pub(crate) type ContentIx = u32;

/// The contents of a topic's documents, and the groups of contents that are relevant only together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The content of each document with a verdict.
    content_of: Vec<ContentIx>,
    /// The level of each of these documents on its own or in a group of one, whichever is higher; 0 if the
    /// document has no level.
    levels: Vec<u8>,
    /// The number of different contents.
    count: usize,
    /// The contents of each group, at least two each.
    groups: Vec<Vec<ContentIx>>,
    /// The level of each group.
    group_levels: Vec<u8>,
    /// For each content, the groups that contain it.
    groups_of: Vec<Vec<u32>>,
}

impl Contents {
    /// Numbers the contents of a topic. Groups with the same contents become one group, with the highest of their levels.
    ///
    /// # Panics
    /// If a class or a group has a document without a verdict.
    pub fn new(topic: TopicRef<'_>, units: &TopicUnits) -> Self {
        let level = |verdict: &Verdict| match verdict {
            Verdict::Level(level) => *level,
            Verdict::Pooled => 0,
        };
        let mut levels: Vec<u8> = topic.verdicts.iter().map(level).collect();
        let mut class_of = vec![None; topic.verdicts.len()];
        for (class, members) in (0..).zip(&units.classes) {
            members.iter().for_each(|&doc| class_of[doc as usize] = Some(class));
        }
        let mut count = units.classes.len() as ContentIx;
        let mut content = |class: Option<ContentIx>| {
            class.unwrap_or_else(|| {
                count += 1;
                count - 1
            })
        };
        let content_of: Vec<ContentIx> = class_of.into_iter().map(&mut content).collect();
        let mut groups = Vec::new();
        for group in &units.groups {
            if let [doc] = group.members[..] {
                levels[doc as usize] = levels[doc as usize].max(group.level);
                continue;
            }
            let mut contents: Vec<_> = group.members.iter().map(|&doc| content_of[doc as usize]).collect();
            contents.sort_unstable();
            groups.push((contents, group.level));
        }
        // Sort in descending order, because `dedup_by` keeps the first of the groups with the same contents, and that
        // group must have the highest level.
        groups.sort_unstable_by(|a, b| b.cmp(a));
        groups.dedup_by(|later, first| later.0 == first.0);
        let mut groups_of = vec![Vec::new(); count as usize];
        for (group, (contents, _)) in (0..).zip(&groups) {
            contents.iter().for_each(|&content| groups_of[content as usize].push(group));
        }
        let (groups, group_levels) = groups.into_iter().unzip();
        Self { content_of, levels, count: count as usize, groups, group_levels, groups_of }
    }

    /// Returns how many documents have a verdict.
    pub fn documents(&self) -> usize {
        self.content_of.len()
    }

    /// Returns the levels of the topic's units, highest first, and N (see the module `units`), if only the documents
    /// in `judged` are judged.
    pub(crate) fn totals(&self, judged: &Mask) -> (Vec<u8>, u32) {
        let mut is_judged = vec![false; self.count];
        let (mut lowest, mut highest) = (vec![u8::MAX; self.count], vec![0; self.count]);
        for doc in judged.iter() {
            let (content, level) = (self.content_of[doc as usize] as usize, self.levels[doc as usize]);
            is_judged[content] = true;
            if level > 0 {
                lowest[content] = level.min(lowest[content]);
                highest[content] = level.max(highest[content]);
            }
        }
        let mut per_level = [0_usize; 256];
        highest.iter().for_each(|&level| per_level[usize::from(level)] += 1);
        let relevant = lowest.iter().zip(&highest).filter(|(lowest, highest)| lowest == highest).count();
        for (contents, &level) in self.groups.iter().zip(&self.group_levels) {
            let is_complete = contents.iter().all(|&content| is_judged[content as usize]);
            per_level[usize::from(level)] += usize::from(is_complete);
        }
        let levels = (1..=u8::MAX).rev();
        let ideal = levels.flat_map(|level| std::iter::repeat_n(level, per_level[usize::from(level)]));
        (ideal.collect(), judged.count() - relevant as u32)
    }
}

/// Memory for a walk down one ranking, reused from list to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walk {
    /// For each content, true if a document with it was seen.
    seen: Vec<bool>,
    /// For each content, true if a document with it counted on its own.
    counted: Vec<bool>,
    /// For each group, how many of its contents were not seen yet.
    missing: Vec<u32>,
    /// The levels of the units that the last document completed.
    complete: Vec<u8>,
}

impl Walk {
    /// Starts at the top of a ranking.
    pub fn start(&mut self, contents: &Contents) {
        for flags in [&mut self.seen, &mut self.counted] {
            flags.clear();
            flags.resize(contents.count, false);
        }
        self.missing.clear();
        self.missing.extend(contents.groups.iter().map(|contents| contents.len() as u32));
    }

    /// Returns the levels of the units that the judged document `doc` completes, the lowest first.
    pub fn see(&mut self, contents: &Contents, doc: DocIx) -> &[u8] {
        self.complete.clear();
        let (level, content) = (contents.levels[doc as usize], contents.content_of[doc as usize] as usize);
        if level > 0 && !std::mem::replace(&mut self.counted[content], true) {
            self.complete.push(level);
        }
        if !std::mem::replace(&mut self.seen[content], true) {
            for &group in &contents.groups_of[content] {
                let missing = &mut self.missing[group as usize];
                *missing -= 1;
                if *missing == 0 {
                    self.complete.push(contents.group_levels[group as usize]);
                }
            }
        }
        self.complete.sort_unstable();
        &self.complete
    }
}
