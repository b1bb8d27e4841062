//! Valid names with their printed form, the errors for invalid names, and checks of the registry. The file is
//! long because its lists have a line for each name.

use std::collections::HashSet;

use proptest::prelude::*;
use rejudge_metrics::registry::{Cutoff, Domain, Entry, Parameter, Relevance};
use rejudge_metrics::{Family, Metric, synonyms};

fn printed(name: &str) -> String {
    name.parse::<Metric>().map_or_else(|error| panic!("{error}"), |metric| metric.to_string())
}

fn refused(name: &str) -> String {
    match name.parse::<Metric>() {
        Ok(metric) => panic!("`{name}` is read as {metric}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn names_are_printed_in_one_form() {
    for (name, canonical) in [
        ("AP", "AP"),
        ("AP(judged_only=True)", "AP'"),
        ("AP(judged_only=False)", "AP"),
        ("AP′", "AP'"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("AP(judged_only=True,rel=1)@5", "AP'(rel=1)@5"),
        ("P@010", "P@10"),
        ("MAP(rel=2)", "AP(rel=2)"),
        ("MRR@10", "RR@10"),
        ("NDCG(dcg='exp-log2')@5", "nDCG(gains='exponential')@5"),
        ("Precision@5", "P@5"),
        ("Recall(rel=2)@100", "R(rel=2)@100"),
        ("BPref(rel=2)", "Bpref(rel=2)"),
        ("MAP_IA@10", "AP_IA@10"),
        ("RBP(p=.950)", "RBP(p=0.95)"),
        ("RBP(p=0.80)", "RBP"),
        ("RBP(rel=2, p=0.5)", "RBP(p=0.5, rel=2)"),
        ("gRBP(p=0.95)", "gRBP"),
        ("Q(beta=1.0)", "Q"),
        ("Q(beta=inf)", "Q(beta=inf)"),
        ("Q(gains={2:3,1:.50})", "Q(gains={1: 0.5, 2: 3})"),
        ("nDCG(gains=linear)@5", "nDCG(gains='linear')@5"),
        ("nDCG(dcg='exp-log2')@20", "nDCG(gains='exponential')@20"),
        ("nDCG(dcg='log2')@10", "nDCG@10"),
        ("nDCG'(log=2,dcg=\"jk\")@1000", "nDCG'(dcg='jk', log=2)@1000"),
        ("nDCG( dcg = jk , log = 2.50 )", "nDCG(dcg='jk', log=2.5)"),
        ("Bpref(form='min')", "Bpref"),
        ("I-rec@0010", "I-rec@10"),
        ("D#-nDCG(gamma=.50)@0010", "D#-nDCG@10"),
        ("DIN#-nDCG'(gamma=0.25, gains=linear)@10", "DIN#-nDCG'(gamma=0.25, gains='linear')@10"),
        ("P+Q'(beta=2)@20", "P+Q'(beta=2)@20"),
        ("alpha_nDCG(judged_only=True,rel=2)@5", "alpha_nDCG'(rel=2)@5"),
        ("NRBP(alpha=0.25,beta=0.5)", "NRBP(alpha=0.25)"),
        ("Bpref(form='R')", "Bpref(form='R')"),
        ("Bpref(form=10)", "Bpref(form='10')"),
        ("AP(norm='R')@5", "AP@5"),
        ("Q(norm=min)@5", "Q@5"),
        ("NCU(beta=0, gamma=.70, stop='rb')", "NCU(stop='rb', gamma=0.7, beta=0)"),
        ("NCU(stop=gu, weights=gains)", "NCU(stop='gu')"),
        ("NCU(weights={2: 2, 1: 1}, stop='gu')", "NCU(stop='gu', weights={1: 1, 2: 2})"),
        ("P+(judged_only=True)", "P+'"),
        ("P-measure'@10", "P-measure'@10"),
        ("ERR(max_rel=04)@20", "ERR@20"),
        ("WRR(betas=top, norm=ideal)", "WRR(norm='ideal')"),
        ("IPrec@.10", "IPrec@0.1"),
        ("IPrec(rel=2)@1.0", "IPrec(rel=2)@1"),
        ("IAP(points='.2,0.50,.8')", "IAP(points='0.2,0.5,0.8')"),
        ("IAP(points=\"0,.1,.2,.3,.4,.5,.6,.7,.8,.9,1.0\")", "IAP"),
        ("SetP(relative=True)", "SetRelP"),
        ("SDCG(max_rel=3)@10", "SDCG(max_rel=3)@10"),
        ("INST(max_rel=highest, T=2.0)", "INST(T=2)"),
    ] {
        assert_eq!(printed(name), canonical, "{name}");
    }
}

#[test]
fn every_synonym_is_read_as_a_canonical_name() {
    let mut seen = HashSet::new();
    for (elsewhere, ours) in synonyms() {
        assert!(seen.insert(elsewhere), "{elsewhere} is a duplicate");
        let with_number =
            |name: &str, padded: &str| name.replace("{0k}", padded).replace("{k}", "7").replace("{x}", "0.5");
        assert_eq!(printed(&with_number(elsewhere, "0007")), with_number(ours, "7"));
    }
}

#[test]
fn a_title_in_words_is_the_name_of_its_family() {
    let families = Family::ALL.iter().map(|family| family.entry());
    for entry in families.filter(|entry| entry.title.contains(' ')) {
        let read = |name: &str| name.parse::<Metric>().map_err(|error| error.message);
        assert_eq!(read(entry.title), read(entry.name), "{}", entry.title);
        assert_eq!(read(&entry.title.to_uppercase()), read(entry.name), "{}", entry.title);
        if matches!(entry.cutoff, Cutoff::Required) {
            assert_eq!(
                read(&format!("{}@7", entry.title)),
                read(&format!("{}@7", entry.name)),
                "{}",
                entry.title
            );
        }
    }
    assert_eq!(printed("normalized Discounted Cumulative Gain@10"), "nDCG@10");
}

#[test]
fn errors_say_what_is_wrong_and_where() {
    for (name, message) in [
        ("", "measure ``: found the end, expected the name of a measure"),
        ("NDGC@10", "measure `NDGC@10`: unknown measure `NDGC` (did you mean `nDCG@10`?)"),
        ("NSR", "measure `NSR`: NSR needs a cutoff, as in `NSR@10`"),
        ("iprc", "unknown measure `iprc` (did you mean `IPrec@0.1`?)"),
        ("map@100", "measure `map@100`: unknown measure `map` (did you mean `AP@100`?)"),
        ("epsilon_nDCG", "unknown measure `epsilon_nDCG`"),
        // An offset in the translation `Utility(a=2, b=, c=0, d=0)` would be wrong for the name as it was typed.
        ("utility_2,,0,0", "measure `utility_2,,0,0`: found `,`, expected a value"),
        ("A\u{1b}P", "measure `A\\u{1b}P`: unknown measure `A`"),
        (
            "Q(bta=1)",
            "measure `Q(bta=1)`, byte 2: Q has no parameter `bta` (did you mean `beta`?); it takes `beta`, `norm`, `gains`, `judged_only`",
        ),
        ("RBP(p=1)", "measure `RBP(p=1)`, byte 6: `p` is `1`, expected a decimal above 0 and below 1"),
        (
            "nDCG(dcg='jk')",
            "measure `nDCG(dcg='jk')`, byte 14: nDCG(dcg='jk') needs `log`, a decimal above 1",
        ),
        ("nDCG(log=2)", "measure `nDCG(log=2)`, byte 5: `log` belongs to nDCG(dcg='jk')"),
        ("RBP(p=0.5, p=0.6)", "measure `RBP(p=0.5, p=0.6)`, byte 11: duplicate parameter `p`"),
        ("nDCG(dcg='jk", "measure `nDCG(dcg='jk`, byte 12: found the end, expected the closing quote"),
        ("P", "measure `P`, byte 1: P needs a cutoff, as in `P@10`"),
        ("Rprec@10", "measure `Rprec@10`, byte 5: Rprec takes no cutoff"),
        ("P@0", "measure `P@0`, byte 2: the cutoff is `0`, expected a rank from 1 to 4294967295"),
        ("IPrec@2", "measure `IPrec@2`, byte 6: the recall level is `2`, expected a decimal from 0 to 1"),
    ] {
        assert_eq!(refused(name), message);
    }
}

#[test]
fn the_registry_is_sound() {
    let mut names = HashSet::new();
    for family in Family::ALL {
        let entry = family.entry();
        assert!(names.insert(entry.name), "{} is a duplicate", entry.name);
        assert!([entry.title, entry.formula, entry.source].iter().all(|text| !text.is_empty()));
        for (index, parameter) in entry.parameters.iter().enumerate() {
            assert!(
                !["rel", "gains", "judged_only"].contains(&parameter.name),
                "{}: {}",
                entry.name,
                parameter.name
            );
            if let Some(default) = parameter.default {
                let value = parameter.domain.read(default).expect("a default is of its domain");
                assert_eq!(value.to_string().trim_matches('\''), default, "a default is canonical");
            }
            if let Some((other, word)) = parameter.only_with {
                let earlier = entry.parameters[..index].iter().find(|earlier| earlier.name == other);
                assert!(
                    matches!(earlier, Some(Parameter { domain: Domain::Words(words), .. }) if words.contains(&word))
                );
            }
        }
    }
}

#[test]
fn the_form_of_a_family_shows_what_applies() {
    for (name, form) in [
        ("nDCG", "nDCG(dcg='log2')"),
        ("ERR", "ERR(stop='exp', max_rel=4)"),
        ("IAP", "IAP(points='0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1', rounding='nearest')"),
        ("INST", "INST(T=1, max_rel='highest')"),
        ("Utility", "Utility(a=1, b=-1, c=0, d=0, N=0)"),
        ("IPrec@0.5", "IPrec(rounding='nearest')"),
        ("Rpref(form='N')", "Rpref(form)"),
    ] {
        assert_eq!(name.parse::<Metric>().expect("a name").family().entry().form(), form);
    }
}

/// Returns random texts for a value of the domain, many of them not in the canonical form.
fn value(domain: &'static Domain) -> BoxedStrategy<String> {
    let decimal = |whole: std::ops::Range<u32>| (whole, 1_u64..1_000_000_000, 0_usize..3);
    match domain {
        Domain::Proportion => {
            decimal(0..1).prop_map(|(_, f, zeros)| format!(".{f}{}", "0".repeat(zeros))).boxed()
        }
        Domain::Weight => prop_oneof![
            Just("inf".to_owned()),
            decimal(0..2000).prop_map(|(w, f, zeros)| format!("{}{w}.{f}", "0".repeat(zeros))),
        ]
        .boxed(),
        Domain::LogBase => {
            decimal(1..100).prop_map(|(w, f, zeros)| format!("{w}.{f}{}", "0".repeat(zeros))).boxed()
        }
        Domain::Share => {
            (0_u32..=1000).prop_map(|permille| format!("{}", f64::from(permille) / 1000.0)).boxed()
        }
        Domain::Positive => {
            decimal(0..100).prop_map(|(w, f, zeros)| format!("{w}.{f}{}", "0".repeat(zeros))).boxed()
        }
        Domain::Number => (any::<bool>(), decimal(0..100))
            .prop_map(|(negative, (w, f, _))| format!("{}{w}.{f}", if negative { "-" } else { "" }))
            .boxed(),
        Domain::Level => (1_u8..=255).prop_map(|level| level.to_string()).boxed(),
        Domain::ByLevel => by_level().boxed(),
        Domain::ByLevelOr(words) => {
            prop_oneof![by_level(), prop::sample::select(*words).prop_map(|word| format!("'{word}'")),]
                .boxed()
        }
        Domain::Words(words) => prop::sample::select(*words).prop_map(|word| format!("'{word}'")).boxed(),
        Domain::Shares => prop::collection::vec(value(&Domain::Share), 1..5)
            .prop_map(|shares| format!("'{}'", shares.join(",")))
            .boxed(),
        Domain::RankOr(word) => {
            prop_oneof![Just(format!("'{word}'")), (1_u32..5000).prop_map(|rank| rank.to_string())].boxed()
        }
        Domain::LevelOrHighest => prop_oneof![Just("highest".to_owned()), value(&Domain::Level)].boxed(),
    }
}

/// Returns random numbers by level, as a text with the highest level first.
fn by_level() -> impl Strategy<Value = String> {
    prop::collection::vec(0_u32..100, 1..6).prop_map(|numbers| {
        let entries = (1..).zip(numbers).map(|(level, number): (u32, _)| format!("{level}:{number}.50"));
        format!("{{{}}}", entries.collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(", "))
    })
}

/// Returns random names of the family, with some of its optional parts, and with parameters in reverse order.
fn name(entry: &'static Entry) -> BoxedStrategy<String> {
    let before_cutoff = usize::from(entry.cutoff == Cutoff::Recall);
    let parameters: Vec<_> = entry.parameters[before_cutoff..]
        .iter()
        .map(|parameter| {
            prop::option::of(value(&parameter.domain)).prop_map(move |v| v.map(|v| (parameter, v)))
        })
        .collect();
    let cutoff = match entry.cutoff {
        Cutoff::Required => (1_u32..2000).prop_map(|rank| format!("@{rank}")).boxed(),
        Cutoff::Optional => prop::option::of(1_u32..2000)
            .prop_map(|rank| rank.map(|rank| format!("@{rank}")).unwrap_or_default())
            .boxed(),
        Cutoff::Never => Just(String::new()).boxed(),
        Cutoff::Recall => value(&Domain::Share).prop_map(|recall| format!("@{recall}")).boxed(),
    };
    let gains = if entry.relevance == Relevance::Graded {
        let words = prop::sample::select(vec!["'linear'".to_owned(), "exponential".to_owned()]);
        prop::option::of(prop_oneof![words, by_level()]).boxed()
    } else {
        Just(None).boxed()
    };
    let rel = if entry.relevance == Relevance::Binary {
        prop::option::of(1_u8..).boxed()
    } else {
        Just(None).boxed()
    };
    (parameters, cutoff, rel, gains, prop::option::of(any::<bool>()), any::<bool>())
        .prop_filter_map(
            "a variant needs its parameters",
            move |(values, cutoff, rel, gains, judged_only, prime)| {
                let given: Vec<_> = values.into_iter().flatten().collect();
                let has = |name: &str, text: &str| {
                    given.iter().any(|(p, v)| p.name == name && v.trim_matches('\'') == text)
                };
                let complete = entry.parameters[before_cutoff..].iter().all(|parameter| {
                    let is_given = given.iter().any(|(p, _)| p.name == parameter.name);
                    parameter.only_with.is_none_or(|(other, word)| is_given == has(other, word))
                        && (is_given || parameter.default.is_some() || parameter.only_with.is_some())
                });
                let mut parts: Vec<String> = given.iter().map(|(p, v)| format!("{}={v}", p.name)).collect();
                parts.extend(rel.map(|rel| format!("rel={rel}")));
                parts.extend(gains.map(|gains| format!("gains={gains}")));
                let prime = prime && judged_only.is_none();
                parts.extend(
                    judged_only.map(|flag| format!("judged_only={}", if flag { "True" } else { "False" })),
                );
                parts.reverse();
                let parts = if parts.is_empty() { String::new() } else { format!("({})", parts.join(",")) };
                complete.then(|| format!("{}{}{parts}{cutoff}", entry.name, if prime { "'" } else { "" }))
            },
        )
        .boxed()
}

/// Returns random pairs of names that must mean the same metric. The first name is the family's form, with
/// values for parameters without a default. The second name has only these values. Both have a cutoff if the
/// family requires one, and, at random, if it allows one.
fn form(entry: &'static Entry) -> BoxedStrategy<(String, String)> {
    let after_the_at = usize::from(entry.cutoff == Cutoff::Recall);
    let needed = |parameter: &&Parameter| parameter.default.is_none() && parameter.only_with.is_none();
    let parameters = entry.parameters[after_the_at..].iter().filter(needed);
    let values: Vec<_> = parameters
        .map(|parameter| value(&parameter.domain).prop_map(move |value| (parameter.name, value)))
        .collect();
    let cutoffs: &[&str] = match entry.cutoff {
        Cutoff::Required => &["@10"],
        Cutoff::Optional => &["", "@10"],
        Cutoff::Never => &[""],
        Cutoff::Recall => &["@0.5"],
    };
    (values, prop::sample::select(cutoffs))
        .prop_map(|(values, cutoff)| {
            let (mut form, mut given) = (entry.form(), Vec::new());
            for (name, value) in values {
                given.push(format!("{name}={value}"));
                // Only a parameter without a value is followed by a comma or a bracket.
                for end in [",", ")"] {
                    form = form.replace(&format!("{name}{end}"), &format!("{name}={value}{end}"));
                }
            }
            let given = if given.is_empty() { String::new() } else { format!("({})", given.join(",")) };
            (format!("{form}{cutoff}"), format!("{}{given}{cutoff}", entry.name))
        })
        .boxed()
}

proptest! {
    #[test]
    fn forms_parse((form, name) in prop::sample::select(Family::ALL).prop_flat_map(|f| form(f.entry()))) {
        let parsed: Metric = form.parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
        prop_assert_eq!(parsed, name.parse().map_err(|error| TestCaseError::fail(format!("{error}")))?);
    }

    #[test]
    fn printed_names_parse_back(name in prop::sample::select(Family::ALL).prop_flat_map(|f| name(f.entry()))) {
        let metric: Metric = name.parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
        let again: Metric = metric.to_string().parse().map_err(|error| TestCaseError::fail(format!("{error}")))?;
        prop_assert_eq!(&again, &metric);
        prop_assert_eq!(again.cmp(&metric), std::cmp::Ordering::Equal);
        prop_assert_eq!(again.to_string(), metric.to_string());
        prop_assert_eq!(HashSet::from([again, metric]).len(), 1);
    }

    #[test]
    fn no_text_panics(text in "[A-Za-z_'′(),=@0-9. é+#-]{0,20}") {
        if let Err(error) = text.parse::<Metric>() {
            prop_assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{}", error);
        }
    }

    #[test]
    fn a_name_with_a_flaw_does_not_panic(
        name in prop::sample::select(Family::ALL).prop_flat_map(|f| name(f.entry())),
        at in any::<prop::sample::Index>(),
        flaw in "[a-zé'(),=@ ]",
    ) {
        let mut text = name;
        text.insert_str(at.index(text.len()), &flaw);
        if let Err(error) = text.parse::<Metric>() {
            prop_assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{}", error);
        }
    }
}

#[test]
fn metrics_are_ordered_by_family_then_number() {
    let names = ["RBP(p=0.95)", "AP", "RBP(p=0.5)", "P@10", "P@5"];
    let mut metrics: Vec<Metric> = names.iter().map(|name| name.parse().expect("a good name")).collect();
    metrics.sort();
    let sorted: Vec<String> = metrics.iter().map(Metric::to_string).collect();
    assert_eq!(sorted, ["AP", "RBP(p=0.5)", "RBP(p=0.95)", "P@5", "P@10"]);
}
