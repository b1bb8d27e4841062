//! trec_eval's measures: the meaning of `-m` arguments, the printed names, and the number of decimals.
//!
//! `runid`, `num_q` and `relstring` are not measures here. Callers print `runid` and `num_q` themselves.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::levels::Decimal;
use crate::metric::{Metric, Value};
use crate::registry::{Family, Summary};

/// A measure of trec_eval, or a group of measures that differ in one number.
struct Row {
    /// The name as trec_eval prints it, with `{k}` for a rank or `{x}` for another number.
    name: &'static str,
    /// Our name, with the same mark.
    ours: &'static str,
    /// The arguments that follow the name.
    arguments: Arguments,
    /// True if trec_eval prints the measure without `-m`.
    official: bool,
}

/// The arguments after the name of a measure in `-m name.arguments`, and in the printed names.
enum Arguments {
    /// No arguments.
    None,
    /// Ranks, with a measure for each rank. The field contains the default ranks.
    Ranks(&'static [&'static str]),
    /// Numbers, with a measure for each number, printed with two decimals. The field contains the default numbers.
    Numbers(&'static [&'static str]),
    /// The values of one or more parameters, for one measure. The field contains the parameters, in the order
    /// of the values.
    Values(&'static [&'static str]),
    /// Any number of values of one parameter, for one measure. The field is the parameter.
    List(&'static str),
    /// One pair `parameter=value`, for one measure. The field is the parameter.
    Pair(&'static str),
    /// Pairs `level=gain`, for one measure. If a level below the highest one is missing, its gain is the level.
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

/// The measures, in the order in which trec_eval prints them.
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

/// Returns the metrics that `trec_eval -m text` prints, in trec_eval's order. `text` is a measure without
/// arguments (`map`, or `P` with trec_eval's default cutoffs), a measure with arguments (`P.5,10`,
/// `iprec_at_recall..10,.20`, `utility.2,-1,0,0`), or a nickname (`official`, `set`, `all_trec`). Nicknames
/// leave out `runid`, `num_q` and `relstring`.
///
/// Returns `None` if trec_eval would refuse the text, or if we cannot compute the measure (preferences, or
/// `ndcg` with a gain other than 0 for level 0). trec_eval refuses, for example, a printed name (`P_10`,
/// which [`Metric`] parses), and a cutoff that is repeated or not a rank.
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
    let metrics_where = |includes: &dyn Fn(&Row) -> bool| {
        ROWS.iter().filter(|row| includes(row)).map(|row| row.metrics(None)).collect::<Option<Vec<_>>>()
    };
    let groups = match text {
        "all_trec" => metrics_where(&|_| true)?,
        "official" => metrics_where(&|row| row.official)?,
        "set" => metrics_where(&|row| SET.contains(&row.name))?,
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

/// Returns the name that trec_eval prints for `metric`, or `None` if trec_eval does not have the measure.
/// Also returns `None` for a measure on the condensed list or with `rel` in its name, for which trec_eval has
/// no name, and for a measure with `gains` in its name, because trec_eval prints gains as typed
/// ([`as_typed`]).
///
/// A recall level or a multiple has two decimals, as trec_eval prints it. The values of `utility`,
/// `11pt_avg`, `set_F`, `rbp` and `rbp_resid` are as short as possible (`11pt_avg_0.2,0.5`), while trec_eval
/// prints them as typed ([`as_typed`]).
///
/// ```
/// use rejudge_metrics::trec_eval::name;
/// let printed = |ours: &str| name(&ours.parse().unwrap());
/// assert_eq!(printed("AP@100").as_deref(), Some("map_cut_100"));
/// assert_eq!(printed("IPrec@0.1").as_deref(), Some("iprec_at_recall_0.10"));
/// assert_eq!(printed("Utility(a=2)").as_deref(), Some("utility_2,-1,0,0"));
/// assert_eq!((printed("AP'"), printed("AP(rel=2)"), printed("Q")), (None, None, None));
/// ```
pub fn name(metric: &Metric) -> Option<String> {
    let rows = ROWS.iter().zip(FAMILIES.iter());
    rows.filter(|(_, family)| **family == metric.family()).find_map(|(row, _)| row.printed(metric))
}

/// The family of each row. Comparing a measure with a row parses a name, so a measure is compared only with the rows of
/// its family.
static FAMILIES: LazyLock<Vec<Family>> = LazyLock::new(|| ROWS.iter().map(Row::family).collect());

/// Returns the name that trec_eval prints for `-m text` if trec_eval prints the arguments as typed, as for
/// `utility`, `11pt_avg`, `ndcg`, `set_F`, `rbp` and `rbp_resid`. Otherwise returns `None`. `text` may also
/// be the printed name.
///
/// ```
/// use rejudge_metrics::trec_eval::as_typed;
/// assert_eq!(as_typed("11pt_avg..25,.5").as_deref(), Some("11pt_avg_.25,.5"));
/// assert_eq!(as_typed("11pt_avg_.25,.5").as_deref(), Some("11pt_avg_.25,.5"));
/// assert_eq!((as_typed("11pt_avg"), as_typed("P.5,10")), (None, None));
/// ```
pub fn as_typed(text: &str) -> Option<String> {
    let prints_as_typed = |row: &&Row| matches!(row.arguments, Values(_) | List(_) | Pair(_) | Gains);
    ROWS.iter().filter(prints_as_typed).find_map(|row| {
        let arguments = text.strip_prefix(row.name)?.strip_prefix(['.', '_'])?;
        row.metrics(Some(arguments)).map(|_| format!("{}_{arguments}", row.name))
    })
}

/// Returns the number of decimals with which trec_eval prints scores of `metric`: none for a count, otherwise four.
///
/// ```
/// use rejudge_metrics::trec_eval::digits;
/// assert_eq!((digits(&"NumRel".parse()?), digits(&"AP".parse()?)), (0, 4));
/// # Ok::<(), rejudge_metrics::NameError>(())
/// ```
pub fn digits(metric: &Metric) -> usize {
    if metric.summary() == Summary::Sum { 0 } else { 4 }
}

/// Returns pairs (trec_eval's printed name, our name), with marks for numbers, for all rows in which the
/// names differ.
pub(crate) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROWS.iter().map(|row| (row.name, row.ours)).filter(|(name, ours)| name != ours)
}

/// Returns our name for a printed name with values of parameters (`utility_2,-1,0,0`, `11pt_avg_.25,.5,.75`);
/// [`names`] returns the other names.
pub(crate) fn translate(printed: &str) -> Option<String> {
    ROWS.iter().find_map(|row| match row.arguments {
        Values(_) | List(_) | Pair(_) | Gains => {
            row.with_values(printed.strip_prefix(row.name)?.strip_prefix('_')?)
        }
        _ => None,
    })
}

impl Row {
    /// Returns the name without its number, as in `-m`: `P` for `P_{k}`.
    fn stem(&self) -> &'static str {
        self.name.split_once("_{").map_or(self.name, |(stem, _)| stem)
    }

    fn family(&self) -> Family {
        let example: Metric = self.with_number(self.ours, "1").parse().expect("a row names a measure");
        example.family()
    }

    /// Returns a name of this row with `number` instead of its mark.
    fn with_number(&self, name: &str, number: &str) -> String {
        name.replace(if matches!(self.arguments, Ranks(_)) { "{k}" } else { "{x}" }, number)
    }

    /// Returns this row's metrics with the arguments of `-m`, or with the default numbers if there are no
    /// arguments. Returns `None` if the arguments do not fit.
    fn metrics(&self, arguments: Option<&str>) -> Option<Vec<Metric>> {
        let numbers = match (&self.arguments, arguments) {
            (Nothing, Some(_)) => return None,
            (Ranks(texts) | Numbers(texts), None) => texts.iter().copied().map(Cow::from).collect(),
            (Ranks(_), Some(arguments)) => sorted(arguments, whole_part)?,
            (Numbers(_), Some(arguments)) => sorted(arguments, Some)?,
            (_, None) => return Some(vec![self.ours.parse().ok()?]),
            (_, Some(arguments)) => return Some(vec![self.with_values(arguments)?.parse().ok()?]),
        };
        numbers.iter().map(|number| self.with_number(self.ours, number).parse().ok()).collect()
    }

    /// Returns our name for this row's measure with these arguments, or `None` if the arguments do not fit.
    fn with_values(&self, arguments: &str) -> Option<String> {
        let parameters: Vec<String> = match self.arguments {
            Values(names) => {
                let values: Vec<&str> = arguments.split(',').collect();
                let pairs = names.iter().zip(&values).map(|(name, value)| format!("{name}={value}"));
                (names.len() == values.len()).then(|| pairs.collect())?
            }
            List(name) => vec![format!("{name}='{arguments}'")],
            Pair(name) => {
                let (parameter, value) = arguments.split_once('=')?;
                (parameter == name).then(|| vec![format!("{name}={value}")])?
            }
            Gains => vec![format!("gains={}", gains(arguments)?)],
            _ => return None,
        };
        Some(format!("{}({})", self.ours, parameters.join(", ")))
    }

    /// Returns the name printed for `metric`, or `None` if the metric does not belong to this row.
    fn printed(&self, metric: &Metric) -> Option<String> {
        let names_metric = |ours: &str| ours.parse().is_ok_and(|parsed: Metric| parsed == *metric);
        let numbered = |ours: &str, printed: &str| {
            names_metric(&self.with_number(self.ours, ours)).then(|| self.with_number(self.name, printed))
        };
        match &self.arguments {
            Ranks(_) => {
                let rank = metric.cutoff()?.to_string();
                numbered(&rank, &rank)
            }
            Numbers(_) => {
                let number = metric.values.iter().flatten().find_map(Value::decimal)?;
                numbered(number.text(), &format!("{:.2}", number.value()))
            }
            _ if names_metric(self.ours) => Some(self.name.to_owned()),
            Nothing | Gains => None,
            Values(names) => {
                let texts = names
                    .iter()
                    .map(|name| metric.value(name).map(without_quotes))
                    .collect::<Option<Vec<_>>>()?;
                self.if_same(metric, texts.join(","))
            }
            List(name) => self.if_same(metric, without_quotes(metric.value(name)?)),
            Pair(name) => self.if_same(metric, format!("{name}={}", without_quotes(metric.value(name)?))),
        }
    }

    /// Returns the name printed with `arguments` if these give `metric`.
    fn if_same(&self, metric: &Metric, arguments: String) -> Option<String> {
        let ours: Metric = self.with_values(&arguments)?.parse().ok()?;
        (ours == *metric).then(|| format!("{}_{arguments}", self.name))
    }
}

/// Returns the arguments, each read by `read`, in numerical order, or `None` if one is not a number or is
/// repeated.
fn sorted<'a>(arguments: &'a str, read: impl Fn(Decimal) -> Option<Decimal>) -> Option<Vec<Cow<'a, str>>> {
    let mut numbers =
        arguments.split(',').map(|text| read(Decimal::parse(text)?)).collect::<Option<Vec<_>>>()?;
    numbers.sort();
    let repeated = numbers.windows(2).any(|pair| pair[0] == pair[1]);
    (!repeated).then(|| numbers.iter().map(|number| Cow::from(number.text().to_owned())).collect())
}

/// Returns trec_eval's pairs `1=0.5,3=9` in the form of our parameter `gains`: `{1: 0.5, 2: 2, 3: 9}`.
fn gains(pairs: &str) -> Option<String> {
    let mut by_level = BTreeMap::new();
    for pair in pairs.split(',') {
        let (level, gain) = pair.split_once('=')?;
        let (level, gain) = (level.parse::<u8>().ok()?, Decimal::parse(gain)?);
        if by_level.insert(level, gain.text().to_owned()).is_some() {
            return None;
        }
    }
    // A nonrelevant document gains nothing here.
    if by_level.get(&0).is_some_and(|gain| gain != "0") {
        return None;
    }
    let highest = *by_level.keys().last()?;
    let gain = |level: u8| by_level.get(&level).cloned().unwrap_or_else(|| level.to_string());
    let gains: Vec<String> = (1..=highest).map(|level| format!("{level}: {}", gain(level))).collect();
    Some(format!("{{{}}}", gains.join(", ")))
}

/// Returns the whole part of a rank, because trec_eval reads no more.
fn whole_part(rank: Decimal) -> Option<Decimal> {
    Decimal::parse(rank.text().split('.').next()?)
}

/// Returns a value without its quotes.
fn without_quotes(value: &Value) -> String {
    value.to_string().trim_matches('\'').to_owned()
}
