//! `rejudge rescore`: takes judgments away, scores the runs again, and compares the rankings.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use clap_complete::ArgValueCompleter;
use rejudge_collections::{TeamChoice, TeamFiles, is_run_pattern, nearest_in_folder};
use rejudge_eval::own_files::unread;
use rejudge_eval::{Input, InputFiles, Preset, RequestedMeasures, Rescored, Rescoring, Scores, notes};
use rejudge_experiment::grid::judgment_sets;
use rejudge_names::{meant, nearest, read_call};
use rejudge_pools::{JudgmentRequest, JudgmentSet, Manipulation, Rule};
use rejudge_stats::MAX_SAMPLES;
use rejudge_tables::frame::{Format, Table, no_trec_eval};

use super::args::Global;
use super::args::files::{FileArgs, word_after_flag};
use super::args::rules::OTHER_MEASURES;
use super::args::table::{DigitsArgs, FormArgs};
use super::eval::args::{InputArgs, RuleArgs};
use super::eval::named_files::NamedFiles;
use super::eval::{measure_names, topics_and_rules};
use super::output::{Failure, remark};
use super::pool::{advice_on_seed, contributed_remark, remark_teams};
use super::terminal::use_threads;
use super::{GOOD, completion};

/// The order of the arguments.
const ORDER: &str = "rejudge rescore QRELS RUN.. MANIPULATION";

const USAGE: &str = "rejudge rescore QRELS RUN.. [MANIPULATION..] [OPTIONS]
       rejudge rescore COLLECTION [RUN..] [MANIPULATION..] [OPTIONS]";

/// The default measures.
const USUAL_MEASURES: &str = "AP nDCG@10";

/// The option --leave-one-team-out, and the other names that you may type for it.
const LEAVE_OUT_FLAGS: [&str; 5] =
    ["--leave-one-team-out", "--loto", "--loo", "--leave-one-out", "--leave-team-out"];

/// The ways to take judgments away, for messages.
const TAKE_AWAY: &str = "name a manipulation such as 'pool-depth(depth=10)', or type --depth 5,10 or --rate 0.1,0.5 or \
    --leave-one-team-out";

/// The default number of draws of a random manipulation.
const USUAL_DRAWS: u32 = 20;

const AFTER_HELP: &str = "\
Manipulations are written as for `rejudge pool`, whose --help lists them: 'take-one-team(team=A)'. A list makes a \
row for each value: 'sample(rate=[0.1, 0.5], pool=dropped)'; `team={each: all}` takes each team in turn.";

/// `rejudge rescore`
#[derive(Debug, ClapArgs)]
#[command(override_usage = USAGE, after_help = AFTER_HELP)]
pub struct Rescore {
    /// Qrels file, or a collection's name (`rejudge data list`), then runs as for `eval`, and manipulations in quotes:
    /// 'pool-depth(depth=10)'
    #[arg(value_name = "QRELS RUN MANIPULATION", required_unless_present = "qrels")]
    pub files: Vec<PathBuf>,
    /// Depths of shallower pools: 5,10,20 means 'pool-depth(depth=[5, 10, 20])'
    #[arg(long, alias = "depths", value_name = "K,..", value_delimiter = ',', help_heading = "Judgments")]
    pub depth: Vec<String>,
    /// Rates of random samples: 0.1,0.5 means 'sample(rate=[0.1, 0.5])'
    #[arg(long, alias = "rates", value_name = "SHARE,..", value_delimiter = ',', help_heading = "Judgments")]
    pub rate: Vec<String>,
    /// Leave each team out of the pool in turn: 'leave-one-team-out(team={each: all})'
    #[arg(long, alias = "loto", help_heading = "Judgments")]
    pub leave_one_team_out: bool,
    /// Number of draws of each random manipulation [default: 20]
    #[arg(
        long,
        aliases = ["repeat", "repeats", "n-trials", "trials"],
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SAMPLES)),
        help_heading = "Judgments"
    )]
    pub draws: Option<u32>,
    /// Seed of the draws; `rejudge pool --seed` and an experiment with this seed draw the same judgments [default: 1]
    #[arg(long, help_heading = "Judgments")]
    pub seed: Option<u64>,
    /// Number of top documents that each run contributed, for manipulations of teams [default: the collection's pool depth,
    /// or all documents retrieved]
    #[arg(
        long,
        value_name = "K",
        value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Judgments"
    )]
    pub pool_depth: Option<u32>,
    /// Measures: 'AP nDCG@10' or 'map,P_30', also by NTCIREVAL's names
    #[arg(
        short,
        long,
        aliases = OTHER_MEASURES,
        value_name = "MEASURES",
        default_value = USUAL_MEASURES,
        add = ArgValueCompleter::new(completion::measures)
    )]
    pub measures: Vec<String>,
    /// Qrels file, if it is not the first argument
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub qrels: Option<PathBuf>,
    /// Runs, if they do not follow the qrels file. May be repeated
    #[arg(long, alias = "run", value_name = "DIR", num_args = 1.., help_heading = "Input")]
    pub runs: Vec<PathBuf>,
    #[command(flatten)]
    pub more: FileArgs,
    #[command(flatten)]
    pub rules: RuleArgs,
    #[command(flatten)]
    pub digits: DigitsArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

/// The words of the command line, by their meaning.
struct Words {
    /// The manipulations as they are typed, then the ones that options such as `--depth` stand for.
    manipulations: Vec<String>,
    /// The judgments, runs and measures.
    files: Vec<PathBuf>,
    input: InputArgs,
}

impl Words {
    fn new(args: &Rescore) -> Self {
        let is_manipulation = |path: &&PathBuf| {
            !path.exists() && path.to_str().is_some_and(|word| is_manipulation(word, args.rules.preset))
        };
        // The values of `--runs` go on until the next option, so they may contain manipulations.
        let [(mut manipulations, files), (others, runs)] = [&args.files, &args.runs].map(|words| {
            let (manipulations, files): (Vec<&PathBuf>, Vec<&PathBuf>) =
                words.iter().partition(is_manipulation);
            (manipulations, files.into_iter().cloned().collect::<Vec<PathBuf>>())
        });
        manipulations.extend(others);
        let mut manipulations: Vec<String> =
            manipulations.iter().filter_map(|path| path.to_str()).map(str::to_owned).collect();
        let list = |values: &[String]| values.iter().map(|value| value.trim()).collect::<Vec<_>>().join(", ");
        if !args.depth.is_empty() {
            manipulations.push(format!("pool-depth(depth=[{}])", list(&args.depth)));
        }
        if !args.rate.is_empty() {
            manipulations.push(format!("sample(rate=[{}])", list(&args.rate)));
        }
        if args.leave_one_team_out {
            manipulations.push("leave-one-team-out(team={each: all})".to_owned());
        }
        let FileArgs { reading, filter, .. } = args.more.clone();
        let input = InputArgs {
            qrels: args.qrels.clone(),
            runs,
            reading,
            filter,
            duplicates: None,
            groups: None,
            by_intent: false,
            intent_probabilities: None,
            intent_types: None,
            verticals: None,
            document_verticals: None,
            vertical_level: None,
        };
        Self { manipulations, files, input }
    }

    /// Returns true if a manipulation depends on which runs belong to the same team.
    fn need_teams(&self) -> bool {
        let needs_teams = |text: &String| {
            read_call(text).is_ok_and(|(name, arguments)| {
                let is_about_teams = Manipulation::find(name).is_ok_and(|rule| rule.depends_on_teams());
                // `size` is a number of teams.
                is_about_teams || arguments.iter().flatten().any(|argument| argument.key == "size")
            })
        };
        self.manipulations.iter().any(needs_teams)
    }

    /// Returns the judgment sets that the manipulations describe. `teams` are the analysed teams of `collection`;
    /// empty if they are not known yet.
    fn sets(&self, collection: &str, teams: &[String]) -> Result<Vec<JudgmentSet>, Failure> {
        let mut sets: Vec<JudgmentSet> = Vec::new();
        for text in &self.manipulations {
            if let Ok((_, Some(arguments))) = read_call(text)
                && let Some(judge) =
                    arguments.iter().find(|argument| ["judge", "fill"].contains(&argument.key))
            {
                return Err(Failure::usage(format!(
                    "{text}: `{}`: `rejudge rescore` uses only people's judgments; `rejudge eval QRELS RUN.. --tau --judge FILE` ranks \
                     by another judge's labels",
                    judge.key
                )));
            }
            let new = judgment_sets(text, collection, teams).map_err(|error| {
                let quotes_text = error.contains(&format!("`{text}`"));
                let advice = advice_on_seed(text) + &advice_on_key(text, &error);
                Failure::usage(if quotes_text { error } else { format!("{text}: {error}{advice}") })
            })?;
            for set in new {
                if sets.contains(&set) {
                    return Err(Failure::usage(format!("{set} is named twice: leave one of them out")));
                }
                sets.push(set);
            }
        }
        Ok(sets)
    }
}

/// Returns true if a word is written as a manipulation, perhaps with a mistake.
fn is_manipulation(word: &str, preset: Preset) -> bool {
    let name = word.split('(').next().unwrap_or_default().trim();
    let is_name = Manipulation::all().iter().any(|rule| rule.name() == name);
    let is_call = word.contains('(') && word.trim_end().ends_with(')') && !name.contains('/');
    is_name || is_call && RequestedMeasures::read(&[word.to_owned()], preset).is_err()
}

/// Returns advice to add to the error about a manipulation, if it lacks a key that it requires.
fn advice_on_key(manipulation: &str, error: &str) -> String {
    let key = error.strip_prefix("the key `").and_then(|rest| rest.strip_suffix("` is missing"));
    let Some(key) = key else { return String::new() };
    let name = manipulation.split('(').next().unwrap_or_default().trim();
    match JudgmentSet::read_without_team(manipulation) {
        Ok(_) if name == "leave-one-team-out" => {
            "; 'leave-one-team-out(team=A)' leaves out one team, --leave-one-team-out each team in turn"
                .to_owned()
        }
        Ok(_) => {
            format!("; '{name}(team=A)' names one team, '{name}(team={{each: all}})' takes each team in turn")
        }
        Err(_) if manipulation.contains('(') => String::new(),
        Err(_) => format!("; write it in brackets: '{name}({key}=..)'"),
    }
}

/// Returns an error about the first word that is neither a file nor a manipulation, if it looks like the name of a
/// manipulation, or if the line has no manipulation. Without this error, the word would count as a run.
fn unknown_word(args: &Rescore, words: &Words) -> Option<Failure> {
    let qrels = args.qrels.as_ref().or(words.files.first())?;
    // A collection's runs are named without their files.
    let is_collection = !qrels.exists();
    let has_manipulation = !words.manipulations.is_empty();
    if is_collection && has_manipulation {
        return None;
    }
    let is_unknown = |path: &&PathBuf| {
        let is_measure = |name: &str| RequestedMeasures::read(&[name.to_owned()], args.rules.preset).is_ok();
        path.as_os_str() != "-"
            && !path.exists()
            && !is_run_pattern(path)
            && !path.to_str().is_some_and(is_measure)
    };
    let runs = words.files.iter().skip(usize::from(args.qrels.is_none())).chain(&words.input.runs);
    for word in runs.filter(is_unknown).filter_map(|path| path.to_str()) {
        let rules = Manipulation::all().iter().map(|rule| rule.name());
        let near = nearest(word, rules).filter(|_| !word.contains(['.', '/', '=']));
        let advice = if LEAVE_OUT_FLAGS.iter().any(|flag| flag.trim_start_matches('-') == word) {
            "; --leave-one-team-out leaves out each team in turn, 'leave-one-team-out(team=A)' one team"
                .to_owned()
        } else if near.is_some() {
            meant(near)
        } else if is_collection || has_manipulation {
            continue;
        } else {
            format!("{}; {TAKE_AWAY}", meant(nearest_in_folder(Path::new(word)).as_deref()))
        };
        return Some(Failure::usage(format!("{word}: neither a file nor a manipulation{advice}")));
    }
    None
}

/// Returns a clearer error about manipulations that cannot be read, if `--depth` has a wrong depth, or if the
/// arguments of the only manipulation are words of their own, as in `pool-depth depth=10`.
fn clearer_error(args: &Rescore, words: &Words) -> Option<Failure> {
    let is_wrong = |typed: &&String| typed.trim().parse::<u32>().map_or(true, |depth| depth == 0);
    if let Some(wrong) = args.depth.iter().find(is_wrong).map(|typed| typed.trim()) {
        let ends = ["..", "-", ":"].into_iter().find_map(|between| wrong.split_once(between));
        let advice = match ends.map(|(from, to)| (from.parse::<u32>(), to.parse::<u32>())) {
            Some((Ok(from), Ok(to))) if 0 < from && from < to => {
                format!("; every depth is written 'pool-depth(depth={{range: {{from: {from}, to: {to}}}}})'")
            }
            _ => String::new(),
        };
        let wrong = wrong.escape_debug();
        let why = format!("found `{wrong}`, expected whole numbers from 1, as in 5,10,20{advice}");
        return Some(Failure::argument("--depth", &args.depth.join(","), &why));
    }
    let [manipulation] = words.manipulations.as_slice() else { return None };
    let is_argument = |path: &&PathBuf| {
        let word = path.to_string_lossy();
        !path.exists() && word.contains('=') && !word.contains('/')
    };
    let arguments = words.files.iter().chain(&words.input.runs).filter(is_argument);
    let arguments: Vec<_> = arguments.map(|word| word.to_string_lossy()).collect();
    let is_split = !manipulation.contains('(') && !arguments.is_empty();
    is_split.then(|| {
        let arguments = arguments.join(", ");
        Failure::usage(format!("write the manipulation as one word in quotes: '{manipulation}({arguments})'"))
    })
}

/// Refuses options that would have no effect on any of the sets.
fn check_options(args: &Rescore, sets: &[JudgmentSet]) -> Result<(), Failure> {
    let options = [
        ("pool-depth", args.pool_depth, None),
        ("draws", None, args.draws),
        ("seed", None, args.seed.map(|_| 1)),
    ];
    for (option, pool_depth, draw) in options {
        let ignored = |set: &JudgmentSet| {
            JudgmentRequest { set: set.clone(), pool_depth, seed: None, draw }.ignored_option()
        };
        let reasons: Option<Vec<(&str, String)>> = sets.iter().map(ignored).collect();
        if let Some((_, why)) = reasons.and_then(|reasons| reasons.into_iter().next()) {
            return Err(Failure::usage(format!("--{option} would have no effect: {why}")));
        }
    }
    Ok(())
}

/// Returns the source of the teams, and the table of pooled runs. Tables that options name replace those of a
/// collection's description.
fn team_files(args: &Rescore, words: &Words, named: &NamedFiles) -> Result<TeamFiles, Failure> {
    let usual = match &named.collection {
        Some(collection) if words.need_teams() => collection.team_files()?,
        Some(collection) => TeamFiles { teams: TeamChoice::OneEach, ..collection.team_files()? },
        None if words.need_teams() => TeamFiles::default(),
        None => TeamFiles { teams: TeamChoice::OneEach, ..TeamFiles::default() },
    };
    Ok(TeamFiles {
        teams: args.more.teams.clone().map_or(usual.teams, TeamChoice::Table),
        pooled: args.more.pooled.clone().or(usual.pooled),
        left_out: named.left_out.clone(),
        ..usual
    })
}

pub fn main(global: &Global, args: &Rescore) -> Result<u8, Failure> {
    use_threads(None)?;
    let words = Words::new(args);
    if let Some(failure) = unknown_word(args, &words) {
        return Err(failure);
    }
    if words.manipulations.is_empty() {
        return Err(Failure::usage(format!("no judgments are taken away: {TAKE_AWAY}")));
    }
    // Mistakes are reported before files are read. The teams are not known yet.
    words.sets("", &[]).map_err(|error| clearer_error(args, &words).unwrap_or(error))?;
    args.digits.check(args.form.format())?;
    if args.form.format() == Format::TrecEval {
        return Err(Failure::usage(no_trec_eval("the table of rescored runs")));
    }
    if args.more.teams.is_some() && !words.need_teams() {
        return Err(Failure::usage("--teams would have no effect: no manipulation is about teams"));
    }
    let named = NamedFiles::find(global, &words.files, &words.input, args.rules.preset, false, ORDER)?;
    if let Some(team) = word_after_flag(&LEAVE_OUT_FLAGS, &named.files.runs) {
        let team = team.display();
        return Err(Failure::usage(format!(
            "{team} is not a file, and --leave-one-team-out takes no value, because it leaves out each team in turn; \
             'leave-one-team-out(team={team})' leaves out one team"
        )));
    }
    let names = measure_names(&args.measures, USUAL_MEASURES, &named.measures);
    let mut measures = RequestedMeasures::read(&names, args.rules.preset)?;
    if args.rules.judged_only {
        measures.judged_only()?;
    }
    let (topics, rules) = topics_and_rules(global, &args.rules, named.min_rel())?;
    let teams = team_files(args, &words, &named)?;
    let pool_depth = args.pool_depth.or(named.pool_depth());
    let has_tables_of_collection = named.collection.is_some();
    let files = InputFiles { topics, ..named.files };
    let tables = args.more.teams.iter().chain(&args.more.pooled);
    args.form.check(files.paths().chain(tables))?;
    let (input, source) = Input::load_with_teams(&files, &teams, &rules.rules)?;
    let collection = &input.judgments;
    let analysed = collection.teams().iter().filter(|team| team.analysed).map(|team| team.name.clone());
    let qrels = input.qrels.display().to_string();
    let sets = words.sets(&qrels, &analysed.collect::<Vec<String>>())?;
    if sets.is_empty() {
        return Err(Failure::data(format!("{qrels}: no team has a pooled run")));
    }
    check_options(args, &sets)?;
    if args.more.pooled.is_some() && !sets.iter().any(JudgmentSet::depends_on_runs) {
        return Err(Failure::usage("--pooled would have no effect: no manipulation is about runs"));
    }
    // As in experiments, infAP needs a manipulation that can withhold judgments.
    input.check(&measures, &rules.rules, sets.iter().any(JudgmentSet::withholds))?;
    let scores = Scores::compute(&input, &measures, &rules.rules)?;
    global.remarks(notes(&input, &measures, &scores, &rules));
    let is_about_teams = sets.iter().any(|set| set.rule().depends_on_teams());
    if words.need_teams() && !global.quiet {
        let lacks_teams = args.more.teams.is_none() && !has_tables_of_collection;
        unread(&[], &files.judgments.qrels, lacks_teams, false).iter().for_each(remark);
        remark_teams(collection, &source);
    }
    if is_about_teams {
        global.remark(contributed_remark(pool_depth.map_or(usize::MAX, |depth| depth as usize)));
    }
    let rescoring = Rescoring {
        input: &input,
        scores: &scores,
        measures: &measures,
        rules: &rules,
        pool_depth,
        seed: args.seed.unwrap_or(1),
        draws: args.draws.unwrap_or(USUAL_DRAWS),
    };
    let Rescored { table, notes } = rescoring.table(&sets, args.form.format() == Format::Svg)?;
    global.remarks(notes);
    args.form.write(&Table { decimals: args.digits.decimals(), ..table })?;
    Ok(GOOD)
}
