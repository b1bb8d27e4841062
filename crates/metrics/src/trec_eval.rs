//! trec_eval's measures: the meaning of its `-m` arguments, the names that it prints, and its number of decimals.
//!
//! `runid`, `num_q` and `relstring` are not measures here; a caller that prints them does so without this module.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::levels::Decimal;
use crate::metric::{Metric, Value};
use crate::registry::{Family, Summary};

/// A measure of trec_eval, or a group of them that differ in one number.
struct Row {
    /// Its name as printed, with `{k}` for a rank or `{x}` for another number.
    name: &'static str,
    /// Our name, with the same mark.
    ours: &'static str,
    /// The arguments that follow its name.
    arguments: Arguments,
    /// Printed without `-m`.
    official: bool,
}

/// The arguments after the name of a measure in `-m name.arguments`, and in the printed names.
enum Arguments {
    /// No arguments.
    None,
    /// Ranks, each of them a measure; those without arguments.
    Ranks(&'static [&'static str]),
    /// Numbers, each of them a measure, printed with two decimals; those without arguments.
    Numbers(&'static [&'static str]),
    /// The values of these parameters, in this order, all of one measure.
    Values(&'static [&'static str]),
    /// Any number of values, all of this parameter of one measure.
    List(&'static str),
    /// Pairs `parameter=value`, all of one measure, which has only this parameter here.
    Pair(&'static str),
    /// Pairs `level=gain`, all of one measure. A level below the highest one that has no pair gains itself.
    Gains,
}

use Arguments::{Gains, List, None as Nothing, Numbers, Pair, Ranks, Values};

const DEPTHS: Arguments = Ranks(&["5", "10", "15", "20", "30", "100", "200", "500", "1000"]);
const RECALLS: Arguments =
    Numbers(&["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]);
const MULTIPLES: Arguments = Numbers(&["0.2", "0.4", "0.6", "0.8", "1", "1.2", "1.4", "1.6", "1.8", "2"]);

const fn row(name: &'static str, ours: &'static str, arguments: Arguments) -> Row {
    Row { name, ours, arguments, official: false }
}

const fn official(name: &'static str, ours: &'static str, arguments: Arguments) -> Row {
    Row { name, ours, arguments, official: true }
}

/// In the order in which trec_eval prints them.
const ROWS: &[Row] = &[
    official("num_ret", "NumRet", Nothing),
    official("num_rel", "NumRel", Nothing),
    official("num_rel_ret", "NumRelRet", Nothing),
    official("map", "AP", Nothing),
    official("gm_map", "GMAP", Nothing),
    official("Rprec", "Rprec", Nothing),
    official("bpref", "Bpref", Nothing),
    official("recip_rank", "RR", Nothing),
    official("iprec_at_recall_{x}", "IPrec@{x}", RECALLS),
    official("P_{k}", "P@{k}", DEPTHS),
    row("recall_{k}", "R@{k}", DEPTHS),
    row("infAP", "infAP", Nothing),
    row("gm_bpref", "GMBpref", Nothing),
    row("Rprec_mult_{x}", "RprecMult(mult={x})", MULTIPLES),
    row("utility", "Utility", Values(&["a", "b", "c", "d"])),
    row("11pt_avg", "IAP", List("points")),
    row("binG", "binG", Nothing),
    row("G", "G", Nothing),
    row("ndcg", "nDCG", Gains),
    row("ndcg_rel", "nDCGrel", Nothing),
    row("Rndcg", "RnDCG", Nothing),
    row("ndcg_cut_{k}", "nDCG@{k}", DEPTHS),
    row("map_cut_{k}", "AP@{k}", DEPTHS),
    row("relative_P_{k}", "RelP@{k}", DEPTHS),
    row("success_{k}", "Success@{k}", Ranks(&["1", "5", "10"])),
    row("set_P", "SetP", Nothing),
    row("set_relative_P", "SetRelP", Nothing),
    row("set_recall", "SetR", Nothing),
    row("set_map", "SetAP", Nothing),
    row("set_F", "SetF", Values(&["beta"])),
    row("num_nonrel_judged_ret", "NumNonrelRet", Nothing),
    row("rbp", "TopicRBP", Pair("p")),
    row("rbp_resid", "RBPresidual", Pair("p")),
    row("unj_{k}", "Unjudged@{k}", Ranks(&["5", "10", "20"])),
];

/// The rows of trec_eval's nickname `set`.
const SET: &[&str] = &[
    "num_ret",
    "num_rel",
    "num_rel_ret",
    "utility",
    "set_P",
    "set_relative_P",
    "set_recall",
    "set_map",
    "set_F",
];

/// Returns the metrics that `trec_eval -m text` prints, in its order. `text` is a measure (`map`), one with
/// cutoffs (`P`: its default ones), one with arguments (`P.5,10`, `iprec_at_recall..10,.20`,
/// `utility.2,-1,0,0`), or a nickname (`official`, `set`, `all_trec`). `runid`, `num_q` and `relstring` are
/// left out of a nickname.
///
/// `None` if trec_eval would refuse the text, or has a measure there that we lack: a printed name
/// (`P_10`, see
/// [`Metric`]'s synonyms), a cutoff that is repeated or is no rank, preferences.
///
/// ```
/// use rejudge_metrics::trec_eval::expand;
/// let names = |text| expand(text).map(|metrics| metrics.iter().map(|m| m.to_string()).collect::<Vec<_>>());
/// assert_eq!(names("P.10,5"), Some(vec!["P@5".to_owned(), "P@10".to_owned()]));
/// assert_eq!(names("iprec_at_recall..20,.10"), Some(vec!["IPrec@0.1".to_owned(), "IPrec@0.2".to_owned()]));
/// assert_eq!(names("utility.2,-1,0,0"), Some(vec!["Utility(a=2)".to_owned()]));
/// assert_eq!(names("success").unwrap(), ["Success@1", "Success@5", "Success@10"]);
/// assert_eq!(names("ndcg.1=0.5,3=9"), Some(vec!["nDCG(gains={1: 0.5, 2: 2, 3: 9})".to_owned()]));
/// assert_eq!(expand("official").unwrap().len(), 28);
/// assert_eq!(names("P.0"), None);
/// ```
pub fn expand(text: &str) -> Option<Vec<Metric>> {
    let of = |rows: &dyn Fn(&Row) -> bool| {
        ROWS.iter().filter(|row| rows(row)).map(|row| row.metrics(None)).collect::<Option<Vec<_>>>()
    };
    let groups = match text {
        "all_trec" => of(&|_| true)?,
        "official" => of(&|row| row.official)?,
        "set" => of(&|row| SET.contains(&row.name))?,
        _ => {
            let (name, arguments) = match text.split_once('.') {
                Some((name, arguments)) => (name, Some(arguments)),
                None => (text, None),
            };
            vec![ROWS.iter().find(|row| row.stem() == name)?.metrics(arguments)?]
        }
    };
    Some(groups.concat())
}

/// Returns the name that trec_eval prints for `metric`, or `None` if trec_eval has no such measure or no name
/// for it: on the condensed list, or with its own `rel` or `gains`, which trec_eval sets for all measures
/// together.
///
/// A recall level or a multiple has two decimals, as trec_eval prints it; the values of `utility`,
/// `11pt_avg` and `set_F` are shortest (`11pt_avg_0.2,0.5`), while trec_eval prints them as typed
/// ([`as_typed`]).
///
/// ```
/// use rejudge_metrics::trec_eval::name;
/// let of = |ours: &str| name(&ours.parse().unwrap());
/// assert_eq!(of("AP@100").as_deref(), Some("map_cut_100"));
/// assert_eq!(of("IPrec@0.1").as_deref(), Some("iprec_at_recall_0.10"));
/// assert_eq!(of("Utility(a=2)").as_deref(), Some("utility_2,-1,0,0"));
/// assert_eq!((of("AP'"), of("AP(rel=2)"), of("Q")), (None, None, None));
/// ```
pub fn name(metric: &Metric) -> Option<String> {
    let rows = ROWS.iter().zip(FAMILIES.iter());
    rows.filter(|(_, family)| **family == metric.family()).find_map(|(row, _)| row.printed(metric))
}

/// The family of each row: a measure is compared with the rows of its own family only, because a comparison parses a name.
static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| ROWS.iter().map(Row::family).collect());

/// Returns the name that trec_eval prints for a measure requested as `text` if trec_eval keeps the arguments
/// as typed: those of `utility`, `11pt_avg`, `ndcg`, `set_F`, `rbp` and `rbp_resid`.
///
/// ```
/// use rejudge_metrics::trec_eval::as_typed;
/// assert_eq!(as_typed("11pt_avg..25,.5").as_deref(), Some("11pt_avg_.25,.5"));
/// assert_eq!(as_typed("11pt_avg_.25,.5").as_deref(), Some("11pt_avg_.25,.5"));
/// assert_eq!((as_typed("11pt_avg"), as_typed("P.5,10")), (None, None));
/// ```
pub fn as_typed(text: &str) -> Option<String> {
    let keeps = |row: &&Row| matches!(row.arguments, Values(_) | List(_) | Pair(_) | Gains);
    ROWS.iter().filter(keeps).find_map(|row| {
        let arguments = text.strip_prefix(row.name)?.strip_prefix(['.', '_'])?;
        row.metrics(Some(arguments)).map(|_| format!("{}_{arguments}", row.name))
    })
}

/// Returns the number of decimals that trec_eval prints of a score of `metric`: none for a count, otherwise four.
///
/// ```
/// use rejudge_metrics::trec_eval::digits;
/// assert_eq!((digits(&"NumRel".parse()?), digits(&"AP".parse()?)), (0, 4));
/// # Ok::<(), rejudge_metrics::NameError>(())
/// ```
pub fn digits(metric: &Metric) -> usize {
    if metric.summary() == Summary::Sum { 0 } else { 4 }
}

/// Returns the names that trec_eval prints, with marks for numbers, and ours.
pub(crate) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.ours)).filter(|(name, ours)| name != ours)
}

/// Our name for one that trec_eval prints with the values of parameters (`utility_2,-1,0,0`,
/// `11pt_avg_.25,.5,.75`); [`names`] has the other names.
pub(crate) fn translate(printed: &str) -> Option<String> {
    ROWS.iter().find_map(|row| match row.arguments {
        Values(_) | List(_) | Pair(_) | Gains => {
            row.with_values(printed.strip_prefix(row.name)?.strip_prefix('_')?)
        }
        _ => None,
    })
}

impl Row {
    /// Returns the name that the arguments of `-m` follow.
    fn stem(&self) -> &'static str {
        self.name.split_once("_{").map_or(self.name, |(stem, _)| stem)
    }

    fn family(&self) -> Family {
        let example: Metric = self.with_number(self.ours, "1").parse().expect("a row names a measure");
        example.family()
    }

    /// Returns a name of this row with its number.
    fn with_number(&self, name: &str, number: &str) -> String {
        name.replace(if matches!(self.arguments, Ranks(_)) { "{k}" } else { "{x}" }, number)
    }

    /// Returns the metrics of this row; `arguments` are those of the command line.
    fn metrics(&self, arguments: Option<&str>) -> Option<Vec<Metric>> {
        let one = |name: &str| name.parse::<Metric>().ok();
        let each = |texts: Vec<Cow<'_, str>>| {
            texts.iter().map(|text| one(&self.with_number(self.ours, text))).collect()
        };
        match (&self.arguments, arguments) {
            (Nothing, Some(_)) => None,
            (Ranks(texts) | Numbers(texts), None) => each(texts.iter().copied().map(Cow::from).collect()),
            (Ranks(_), Some(arguments)) => each(sorted(arguments, whole)?),
            (Numbers(_), Some(arguments)) => each(sorted(arguments, Some)?),
            (_, None) => Some(vec![one(self.ours)?]),
            (_, Some(arguments)) => Some(vec![one(&self.with_values(arguments)?)?]),
        }
    }

    /// Our name of the one measure of this row with parameters.
    fn with_values(&self, arguments: &str) -> Option<String> {
        let parameters: Vec<String> = match self.arguments {
            Values(names) => {
                let values: Vec<&str> = arguments.split(',').collect();
                let pairs = names.iter().zip(&values).map(|(name, value)| format!("{name}={value}"));
                (names.len() == values.len()).then(|| pairs.collect())?
            }
            List(name) => vec![format!("{name}='{arguments}'")],
            Pair(name) => {
                let (given, value) = arguments.split_once('=')?;
                (given == name).then(|| vec![format!("{name}={value}")])?
            }
            Gains => vec![format!("gains={}", gains(arguments)?)],
            _ => return None,
        };
        Some(format!("{}({})", self.ours, parameters.join(", ")))
    }

    /// Returns the name printed for `metric` if it is of this row.
    fn printed(&self, metric: &Metric) -> Option<String> {
        let is = |ours: &str| ours.parse().is_ok_and(|known: Metric| known == *metric);
        let number = || metric.values.iter().flatten().find_map(Value::decimal);
        let numbered = |ours: &str, printed: &str| {
            is(&self.with_number(self.ours, ours)).then(|| self.with_number(self.name, printed))
        };
        match &self.arguments {
            Ranks(_) => {
                let rank = metric.cutoff()?.to_string();
                numbered(&rank, &rank)
            }
            Numbers(_) => {
                let number = number()?;
                numbered(number.text(), &format!("{:.2}", number.value()))
            }
            _ if is(self.ours) => Some(self.name.to_owned()),
            Nothing | Gains => None,
            Values(names) => {
                let texts =
                    names.iter().map(|name| metric.value(name).map(text)).collect::<Option<Vec<_>>>()?;
                self.if_same(metric, texts.join(","))
            }
            List(name) => self.if_same(metric, text(metric.value(name)?)),
            Pair(name) => self.if_same(metric, format!("{name}={}", text(metric.value(name)?))),
        }
    }

    /// Returns the name printed with `arguments` if they make `metric`.
    fn if_same(&self, metric: &Metric, arguments: String) -> Option<String> {
        let ours: Metric = self.with_values(&arguments)?.parse().ok()?;
        (ours == *metric).then(|| format!("{}_{arguments}", self.name))
    }
}

/// Returns the arguments in numerical order, each parsed by `read`; `None` if one is not a number or is repeated.
fn sorted<'a>(arguments: &'a str, read: impl Fn(Decimal) -> Option<Decimal>) -> Option<Vec<Cow<'a, str>>> {
    let mut numbers =
        arguments.split(',').map(|text| read(Decimal::parse(text)?)).collect::<Option<Vec<_>>>()?;
    numbers.sort();
    let repeated = numbers.windows(2).any(|pair| pair[0] == pair[1]);
    (!repeated).then(|| numbers.iter().map(|number| Cow::from(number.text().to_owned())).collect())
}

/// Returns the gains of trec_eval's pairs `1=0.5,3=9` as the value of our parameter: `{1: 0.5, 2: 2, 3: 9}`.
fn gains(pairs: &str) -> Option<String> {
    let mut of_level = BTreeMap::new();
    for pair in pairs.split(',') {
        let (level, gain) = pair.split_once('=')?;
        let (level, gain) = (level.parse::<u8>().ok()?, Decimal::parse(gain)?);
        if of_level.insert(level, gain.text().to_owned()).is_some() {
            return None;
        }
    }
    // A nonrelevant document gains nothing here.
    if of_level.get(&0).is_some_and(|gain| gain != "0") {
        return None;
    }
    let highest = *of_level.keys().last()?;
    let gain = |level: u8| of_level.get(&level).cloned().unwrap_or_else(|| level.to_string());
    let gains: Vec<String> = (1..=highest).map(|level| format!("{level}: {}", gain(level))).collect();
    Some(format!("{{{}}}", gains.join(", ")))
}

/// Returns the whole part of a rank, which is all that trec_eval reads of it.
fn whole(rank: Decimal) -> Option<Decimal> {
    Decimal::parse(rank.text().split('.').next()?)
}

/// Returns a value without its quotes.
fn text(value: &Value) -> String {
    value.to_string().trim_matches('\'').to_owned()
}
