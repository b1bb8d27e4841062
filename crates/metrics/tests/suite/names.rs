//! Names: valid ones with their printed form, and the errors for invalid ones. The file is long because its
//! lists of names have a line each.

use std::collections::HashSet;

use proptest::prelude::*;
use rejudge_metrics::registry::{Cutoff, Domain, Entry, Parameter, Relevance};
use rejudge_metrics::{Family, Metric, SYNONYMS};

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
fn names_of_trec_eval_and_ndeval_are_synonyms() {
    for (elsewhere, ours) in [
        ("map", "AP"),
        ("map_cut_100", "AP@100"),
        ("P_10", "P@10"),
        ("recip_rank", "RR"),
        ("Rprec", "Rprec"),
        ("bpref", "Bpref"),
        ("old_bpref", "OldBpref"),
        ("bpref_old", "OldBpref"),
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("recall_100", "R@100"),
        ("success_5", "Success@5"),
        ("iprec_at_recall_0.10", "IPrec@0.1"),
        ("iprec_at_recall_1.00", "IPrec@1"),
        ("Rprec_mult_0.20", "RprecMult(mult=0.2)"),
        ("relative_P_10", "RelP@10"),
        ("unj_10", "Unjudged@10"),
        ("set_P", "SetP"),
        ("set_F_0.5", "SetF(beta=0.5)"),
        ("ndcg_rel", "nDCGrel"),
        ("G", "G"),
        ("utility", "Utility"),
        ("utility_2,-1,0,0", "Utility(a=2)"),
        ("11pt_avg", "IAP"),
        ("11pt_avg_.25,.5,.75", "IAP(points='0.25,0.5,0.75')"),
        ("rbp", "TopicRBP"),
        ("rbp_p=0.5", "TopicRBP(p=0.5)"),
        // ndeval
        ("alpha-nDCG@20", "alpha_nDCG(weights='ndeval')@20"),
        ("MAP-IA", "AP_IA(weights='ndeval')"),
        ("NRBP", "NRBP"),
        ("strec@10", "StRecall@10"),
    ] {
        assert_eq!(printed(elsewhere), ours);
    }
}

#[test]
fn names_of_ntcireval_are_synonyms_where_they_are_not_ours() {
    for (elsewhere, ours) in [
        ("Q-measure", "Q"),
        ("O-measure", "O-measure"),
        ("P-plus", "P+"),
        ("NCUgu,P", "NCU(stop='gu', beta=0)"),
        ("NCUrb,BR", "NCU(stop='rb', gamma=0.95)"),
        ("AP@0010", "AP(norm='min')@10"),
        ("Q@0010", "Q@10"),
        ("nDCG@0010", "nDCG(dcg='jk', log=2)@10"),
        ("MSnDCG@0010", "nDCG@10"),
        ("MSnDCG@1000", "nDCG@1000"),
        ("nERR@0010", "nERR(stop='gain')@10"),
        ("ERR@0010", "ERR(stop='gain')@10"),
        ("P@0010", "P@10"),
        ("Hit@0001", "Success@1"),
        ("rpref_relative2", "Rpref(form='relative2')"),
        // Ours already, whatever NTCIREVAL means by them.
        ("AP@10", "AP@10"),
        ("AP@1000", "AP@1000"),
        ("nDCG@10", "nDCG@10"),
        ("nDCG@1000", "nDCG@1000"),
        ("nDCG@00010", "nDCG@10"),
        ("ERR", "ERR"),
    ] {
        assert_eq!(printed(elsewhere), ours, "{elsewhere}");
    }
}

#[test]
fn every_synonym_stands_for_a_canonical_name() {
    let mut seen = HashSet::new();
    for (elsewhere, ours) in SYNONYMS {
        assert!(seen.insert(elsewhere), "{elsewhere} is there twice");
        let with_number =
            |name: &str, padded: &str| name.replace("{0k}", padded).replace("{k}", "7").replace("{x}", "0.5");
        assert_eq!(printed(&with_number(elsewhere, "0007")), with_number(ours, "7"));
    }
}

#[test]
fn a_title_in_words_is_the_name_of_its_family() {
    let families = Family::ALL.iter().map(|family| family.entry());
    for entry in families.filter(|entry| entry.title.contains(' ')) {
        let read = |name: &str| name.parse::<Metric>().map_err(|error| error.kind);
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
fn what_is_wrong_is_named_with_its_place() {
    for (name, message) in [
        ("", "measure ``: found the end, expected the name of a measure"),
        ("@10", "measure `@10`: found `@`, expected the name of a measure"),
        ("NDGC@10", "measure `NDGC@10`: unknown measure `NDGC` (did you mean `nDCG@10`?)"),
        ("p@10", "measure `p@10`: unknown measure `p` (did you mean `P@10`?)"),
        (
            "precision@10",
            "measure `precision@10`: unknown measure `precision` (did you mean `Precision@10`?)",
        ),
        ("NSR", "measure `NSR`: NSR needs a cutoff, as in `NSR@10`"),
        ("α-nDCG", "measure `α-nDCG`: alpha-nDCG needs a cutoff, as in `alpha-nDCG@10`"),
        (
            "Interpolated Precision",
            "measure `Interpolated Precision`: Interpolated Precision needs a recall level, as in `Interpolated Precision@0.1`",
        ),
        (
            "weighted precision@5",
            "measure `weighted precision@5`: `weighted precision@5` is cg(r) over that of the ideal list at a rank: `nCG@10` \
             is its value at rank 10",
        ),
        ("iprec_at_recall_0.1@3", "measure `iprec_at_recall_0.1@3`: unknown measure `iprec_at_recall_0`"),
        ("P10", "measure `P10`: unknown measure `P10` (did you mean `P@10`?)"),
        ("NDCG20", "measure `NDCG20`: unknown measure `NDCG20` (did you mean `nDCG@20`?)"),
        ("p", "measure `p`: unknown measure `p` (did you mean `P@10`?)"),
        ("iprc", "measure `iprc`: unknown measure `iprc` (did you mean `IPrec@0.1`?)"),
        ("recip_rnk@5", "measure `recip_rnk@5`: unknown measure `recip_rnk` (did you mean `RR@5`?)"),
        ("ndgc_cut_20", "measure `ndgc_cut_20`: unknown measure `ndgc_cut_20` (did you mean `ndcg_cut_20`?)"),
        ("p_20", "measure `p_20`: unknown measure `p_20` (did you mean `P_20`?)"),
        (
            "ndcg_cut_10@5",
            "measure `ndcg_cut_10@5`: `ndcg_cut_10` is nDCG@10 here, and a second cutoff follows: write `nDCG@10` \
             or `nDCG@5`",
        ),
        (
            "ndcg_cut_10@five",
            "measure `ndcg_cut_10@five`: the cutoff is `five`, expected a rank from 1 to 4294967295",
        ),
        (
            "P_10(rel=2)",
            "measure `P_10(rel=2)`: `P_10` is P here, whose cutoff follows an @: write `P(rel=2)@10`",
        ),
        ("RRR", "measure `RRR`: unknown measure `RRR` (did you mean `RR`?)"),
        ("recip_rnk", "measure `recip_rnk`: unknown measure `recip_rnk` (did you mean `recip_rank`?)"),
        ("epsilon_nDCG", "measure `epsilon_nDCG`: unknown measure `epsilon_nDCG`"),
        ("D#nDCG", "measure `D#nDCG`: unknown measure `D#nDCG` (did you mean `D-nDCG`?)"),
        ("#-nDCG", "measure `#-nDCG`: found `#`, expected the name of a measure"),
        ("AP(re-l=1)", "measure `AP(re-l=1)`, byte 5: found `-`, expected `=`"),
        ("P_0", "measure `P_0`: unknown measure `P_0`"),
        // A place in `Utility(a=2, b=, c=0, d=0)` would be none in the name as it was typed.
        ("utility_2,,0,0", "measure `utility_2,,0,0`: found `,`, expected a value"),
        ("A\u{1b}P", "measure `A\\u{1b}P`: unknown measure `A` (did you mean `AP`?)"),
        (
            "RBP(rho=0.8)",
            "measure `RBP(rho=0.8)`, byte 4: RBP has no parameter `rho`; it takes `p`, `rel`, `judged_only`",
        ),
        (
            "Q(bta=1)",
            "measure `Q(bta=1)`, byte 2: Q has no parameter `bta` (did you mean `beta`?); it takes `beta`, `norm`, `gains`, `judged_only`",
        ),
        (
            "nDCG(rel=2)",
            "measure `nDCG(rel=2)`, byte 5: nDCG has no parameter `rel`; it takes `dcg`, `log`, `gains`, `judged_only`",
        ),
        ("RBP(p=1)", "measure `RBP(p=1)`, byte 6: `p` is `1`, expected a decimal above 0 and below 1"),
        (
            "RBP(p=-0.5)",
            "measure `RBP(p=-0.5)`, byte 6: `p` is `-0.5`, expected a decimal above 0 and below 1",
        ),
        (
            "Q(beta=much)",
            "measure `Q(beta=much)`, byte 7: `beta` is `much`, expected a decimal of at least 0, or inf",
        ),
        ("nDCG(dcg='exp')", "measure `nDCG(dcg='exp')`, byte 10: `dcg` is `exp`, expected 'log2' or 'jk'"),
        (
            "nDCG(dcg='jk')",
            "measure `nDCG(dcg='jk')`, byte 14: nDCG(dcg='jk') needs `log`, a decimal above 1",
        ),
        ("nDCG(log=2)", "measure `nDCG(log=2)`, byte 5: `log` belongs to nDCG(dcg='jk')"),
        (
            "nDCG(dcg='jk', log=1)",
            "measure `nDCG(dcg='jk', log=1)`, byte 19: `log` is `1`, expected a decimal above 1",
        ),
        ("AP(rel=0)", "measure `AP(rel=0)`, byte 7: `rel` is `0`, expected a level from 1 to 255"),
        (
            "AP(judged_only=yes)",
            "measure `AP(judged_only=yes)`, byte 15: `judged_only` is `yes`, expected True or False",
        ),
        (
            "AP'(judged_only=True)",
            "measure `AP'(judged_only=True)`, byte 4: duplicate parameter `judged_only`",
        ),
        ("RBP(p=0.5, p=0.6)", "measure `RBP(p=0.5, p=0.6)`, byte 11: duplicate parameter `p`"),
        ("AP(rel=2", "measure `AP(rel=2`, byte 8: found the end, expected `,` or `)`"),
        ("AP(rel)", "measure `AP(rel)`, byte 6: found `)`, expected `=`"),
        ("AP(rel=)", "measure `AP(rel=)`, byte 7: found `)`, expected a value"),
        ("nDCG(dcg='jk", "measure `nDCG(dcg='jk`, byte 12: found the end, expected the closing quote"),
        ("AP()", "measure `AP()`, byte 3: found `)`, expected the name of a parameter"),
        ("P", "measure `P`, byte 1: P needs a cutoff, as in `P@10`"),
        ("P+R", "measure `P+R`: unknown measure `P+R` (did you mean `P+`?)"),
        (
            "NCU(stop='rb')",
            "measure `NCU(stop='rb')`, byte 14: NCU(stop='rb') needs `gamma`, a decimal from 0 to 1",
        ),
        (
            "NCU(stop='gu', weights=much)",
            "measure `NCU(stop='gu', weights=much)`, byte 23: `weights` is `much`, expected 'gains' or a number for each level, as in {1: 1, 2: 3}",
        ),
        ("Rprec@10", "measure `Rprec@10`, byte 5: Rprec takes no cutoff"),
        ("P@0", "measure `P@0`, byte 2: the cutoff is `0`, expected a rank from 1 to 4294967295"),
        ("P@x", "measure `P@x`, byte 2: the cutoff is `x`, expected a rank from 1 to 4294967295"),
        (
            "P@4294967296",
            "measure `P@4294967296`, byte 2: the cutoff is `4294967296`, expected a rank from 1 to 4294967295",
        ),
        ("IPrec", "measure `IPrec`, byte 5: IPrec needs a recall level, as in `IPrec@0.1`"),
        ("IPrec@2", "measure `IPrec@2`, byte 6: the recall level is `2`, expected a decimal from 0 to 1"),
        (
            "IAP(points='0.2,2')",
            "measure `IAP(points='0.2,2')`, byte 12: `points` is `0.2,2`, expected decimals from 0 to 1, as in '0.2,0.5,0.8'",
        ),
        (
            "BPM(max_rel=0)@5",
            "measure `BPM(max_rel=0)@5`, byte 12: `max_rel` is `0`, expected a level from 1 to 255 or 'highest'",
        ),
        (
            "Judged(rel=2)@5",
            "measure `Judged(rel=2)@5`, byte 7: Judged has no parameter `rel`; it takes `judged_only`",
        ),
        ("iprec_at_recall_x", "measure `iprec_at_recall_x`: unknown measure `iprec_at_recall_x`"),
        // Names of others, with more than these names have.
        ("map@100", "measure `map@100`: `map` is AP here, whose cutoff follows an @: write `AP@100`"),
        ("recall@100", "measure `recall@100`: `recall` is R here, whose cutoff follows an @: write `R@100`"),
        (
            "ndcg_cut@10",
            "measure `ndcg_cut@10`: `ndcg_cut` is nDCG here, whose cutoff follows an @: write `nDCG@10`",
        ),
        ("map(rel=2)", "measure `map(rel=2)`: `map` is AP here: write `AP(rel=2)`"),
        (
            "bpref_R(rel=2)",
            "measure `bpref_R(rel=2)`: `bpref_R` is Bpref here: write `Bpref(form='R', rel=2)`",
        ),
        ("bpref@3", "measure `bpref@3`: Bpref takes no cutoff"),
        ("map@x", "measure `map@x`: the cutoff is `x`, expected a rank from 1 to 4294967295"),
        (
            "nDCG(gains={1: 3, 2: 9, 4: 4.5})",
            "measure `nDCG(gains={1: 3, 2: 9, 4: 4.5})`, byte 11: `gains` is `{1: 3, 2: 9, 4: 4.5}`, expected 'linear', 'exponential' or a gain for each level, as in {1: 1, 2: 3}: level 3 has none, but level 4 has one",
        ),
        (
            "nDCG(gains={1: 1, 1: 2})",
            "measure `nDCG(gains={1: 1, 1: 2})`, byte 11: `gains` is `{1: 1, 1: 2}`, expected 'linear', 'exponential' or a gain for each level, as in {1: 1, 2: 3}: level 1 has two",
        ),
        (
            "nDCG(gains={1: -1})",
            "measure `nDCG(gains={1: -1})`, byte 11: `gains` is `{1: -1}`, expected 'linear', 'exponential' or a gain for each level, as in {1: 1, 2: 3}: that of level 1 is `-1`, expected a decimal of at least 0",
        ),
        ("AP nDCG", "measure `AP nDCG`, byte 2: found ` `, expected the end of the name"),
        ("AP′é", "measure `AP′é`, byte 5: found `é`, expected the end of the name"),
    ] {
        assert_eq!(refused(name), message);
    }
}

#[test]
fn the_registry_is_sound() {
    let mut names = HashSet::new();
    for family in Family::ALL {
        let entry = family.entry();
        assert!(names.insert(entry.name), "{} is there twice", entry.name);
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

/// A text of the domain that is not canonical, or the default.
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

/// Numbers by level, the highest level first.
fn by_level() -> impl Strategy<Value = String> {
    prop::collection::vec(0_u32..100, 1..6).prop_map(|numbers| {
        let entries = (1..).zip(numbers).map(|(level, number): (u32, _)| format!("{level}:{number}.50"));
        format!("{{{}}}", entries.collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join(", "))
    })
}

/// A name of the family, with some of its optional parts and parameters in reverse order.
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

/// A family's form with values for parameters without a default and a cutoff if it is allowed, and the name
/// with these values alone.
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
                // Only a name without a value is followed by one of these.
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
    fn no_text_is_a_panic(text in "[A-Za-z_'′(),=@0-9. é+#-]{0,20}") {
        if let Err(error) = text.parse::<Metric>() {
            prop_assert!(error.offset <= text.len() && text.is_char_boundary(error.offset), "{}", error);
        }
    }

    #[test]
    fn a_name_with_a_flaw_is_no_panic(
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
