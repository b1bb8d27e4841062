//! What leaving teams out does to their own runs and to the ranking of all, by one measure.

use rejudge_stats::{mean, median};

use super::super::inspection::Inspection;
use super::super::left_out::{Moved, TeamLeftOut, size};
use super::super::numbers::Numbers;
use super::fairness::{Fairness, verdict};
use super::ground::Ground;
use super::listed;
use super::team_table::teams;
use rejudge_eval::plural::counted;
use rejudge_pools::{JudgmentSet, LEAVE_ONE_TEAM_OUT};

/// Most teams whose falls are named in a sentence; the table names all.
const NAMED: usize = 5;

/// What leaving teams out does by one measure.
pub struct Effect {
    pub teams: Vec<TeamLeftOut>,
    pub treated: Vec<Fairness>,
    /// Smallest and mean tau between the rankings of all runs with and without a team.
    pub tau: Option<(f64, f64)>,
}

impl Effect {
    pub fn new(ground: &Ground<'_>, files: &Inspection, measure: usize) -> Option<Self> {
        let teams = teams(&ground.numbers, files, measure);
        let treated: Vec<Fairness> = teams.iter().map(|team| Fairness::of(team, ground.runs)).collect();
        let taus =
            correlations(&ground.numbers, measure, |set| set.is(&LEAVE_ONE_TEAM_OUT) && set.is_of_people());
        let tau = taus.iter().copied().reduce(f64::min).zip(mean(&taus));
        (!teams.is_empty()).then_some(Self { teams, treated, tau })
    }

    pub fn verdict(&self) -> String {
        let names = self.teams.iter().map(|team| team.name.as_str());
        verdict(&names.zip(self.treated.iter().copied()).collect::<Vec<_>>())
    }

    /// The pooled runs of all teams.
    pub fn runs(&self) -> impl Iterator<Item = &Moved> {
        self.teams.iter().flat_map(|team| &team.runs)
    }

    /// The team whose scores change most, and by how much; `None` where all scored 0.
    pub fn most_changed(&self) -> Option<(&TeamLeftOut, f64)> {
        let sizes = self.teams.iter().filter_map(|team| Some((team, team.size()?)));
        sizes.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// By how much scores change: in size, and with the sign.
    pub fn changes(&self) -> String {
        let signed: Vec<f64> = self.runs().filter_map(|run| run.change).collect();
        let Some((size, net)) = size(self.runs()).zip(mean(&signed)) else {
            return "from 0, so no share can be given".to_owned();
        };
        // What rounds to nothing has no sign.
        let percent = |share: f64| match format!("{:+.2}%", 100.0 * share) {
            zero if zero[1..] == *"0.00%" => "0.00%".to_owned(),
            signed => signed,
        };
        // Runs that score next to nothing change most, and carry a mean.
        let middle = median(&signed).map_or_else(String::new, |middle| format!("median {}", percent(middle)));
        // Where all go one way the mean and the mean size say the same.
        if percent(net.abs()) == percent(size) {
            format!("by {} on average ({middle})", percent(net))
        } else {
            format!("by {:.2}% on average, up or down (net {}, {middle})", 100.0 * size, percent(net))
        }
    }

    /// The runs that move most.
    pub fn moves(&self, run: &str) -> String {
        let most = |sign: f64| {
            let rises = || self.runs().map(|run| (sign * run.rise, run));
            let (most, first) = rises()
                .filter(|(rise, _)| *rise > 0.0)
                .reduce(|most, next| if next.0 > most.0 { next } else { most })?;
            let others = match rises().filter(|(rise, _)| *rise == most).count() - 1 {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            Some(format!("{} ({}{others})", counted(most as usize, "rank"), first.run))
        };
        let fall = most(-1.0).map_or_else(
            || format!("No {run} falls in rank"),
            |by| format!("The deepest fall of a {run} is by {by}"),
        );
        let rise = most(1.0)
            .map_or_else(|| "none of these rises".to_owned(), |by| format!("the highest rise by {by}"));
        format!("{fall}, {rise}")
    }

    /// The teams with a run that falls in rank, and by how many, as a sentence with a blank before it.
    pub fn falls(&self) -> String {
        let deepest = |team: &TeamLeftOut| {
            let (run, ranks) = *team.falls().first()?;
            Some((ranks, format!("{run} of {} by {ranks}", team.name)))
        };
        let mut falls: Vec<(f64, String)> = self.teams.iter().filter_map(deepest).collect();
        // Stable: equal falls stay in the order of the teams.
        falls.sort_by(|a, b| b.0.total_cmp(&a.0));
        let named: Vec<String> = falls.iter().take(NAMED).map(|(_, fall)| fall.clone()).collect();
        match falls.len() {
            0 => String::new(),
            all => format!(
                " Runs of {} fall in rank, deepest {}{}.",
                counted(all, "team"),
                listed(&named),
                if all > NAMED { "; the table has the others" } else { "" }
            ),
        }
    }
}

/// Correlations with the ranking by all judgments.
pub fn correlations(numbers: &Numbers<'_>, measure: usize, of: fn(&JudgmentSet) -> bool) -> Vec<f64> {
    let found = numbers.of("tau", "tau", measure).into_iter();
    found.filter(|f| of(f.judgments) && f.draw == 1).map(|f| f.value).collect()
}
