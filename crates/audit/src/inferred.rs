//! infAP beside AP: if the judgments are no sample, the two are one measure, but for a constant that smooths
//! infAP and for the few documents that may be marked as pooled and not judged.
//!
//! A sample withholds judgments; leaving a team out, a shallower pool and the judgments as they are do not.
//! So infAP is told beside AP where judgments are sampled, and elsewhere it would look like a second
//! measure that agrees.

use rejudge_eval::plural::{counted, of_number};

use super::inspection::WITHHELD;

/// A measure that is another one of the same list, unless judgments are sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// Its place: the later one of the two.
    pub at: usize,
    /// The place of the other.
    pub of: usize,
}

/// Which of some measures, by their canonical names, are another of them.
pub fn repeated(names: &[&str]) -> Vec<Repeated> {
    let of = |(at, name): (usize, &&str)| {
        let plain = format!("AP{}", name.strip_prefix("infAP")?);
        let of = names.iter().position(|other| *other == plain)?;
        Some(Repeated { at: at.max(of), of: at.min(of) })
    };
    names.iter().enumerate().filter_map(of).collect()
}

/// What is to be said of infAP, if it was asked for and the judgments are no sample: `marked` of `all` documents are
/// pooled and not judged.
pub fn note(names: &[&str], (marked, all): (usize, usize)) -> Option<String> {
    let inferred = names.iter().find(|name| name.starts_with("infAP"))?;
    let is = match repeated(names).first() {
        Some(Repeated { at, of }) => {
            format!("{} is told beside {} only where judgments are sampled", names[*at], names[*of])
        }
        None => format!("read {inferred} as AP, but where judgments are sampled"),
    };
    let so = match marked {
        0 => "The judgments mark no document as pooled and not judged, so that infAP is AP (but for 0.00001, which smooths it)"
            .to_owned(),
        _ => format!(
            "The judgments mark {} of {all} as pooled and not judged. {} too few for a sample (at least {:.0}% in at least half \
             of the topics), and infAP is nearly AP",
            counted(marked, "document"),
            of_number(marked, "It is", "They are"),
            100.0 * WITHHELD
        ),
    };
    Some(format!(
        "{so}: {is}. \
         If these judgments are a sample, infAP needs the documents that were left out, marked as such."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_one_of_a_pair_is_the_repeated_one() {
        assert_eq!(repeated(&["AP", "nDCG", "infAP"]), [Repeated { at: 2, of: 0 }]);
        assert_eq!(repeated(&["infAP", "AP"]), [Repeated { at: 1, of: 0 }]);
        // Other relevant levels make another measure.
        assert_eq!(repeated(&["AP", "infAP(rel=2)"]), []);
        assert_eq!(repeated(&["infAP(rel=2)", "AP(rel=2)", "infAP"]), [Repeated { at: 1, of: 0 }]);
    }

    #[test]
    fn the_note_names_what_is_left_out() {
        let end = |names: &[&str]| {
            note(names, (0, 100)).map(|note| {
                note.split_once(": ").expect("a colon").1.split_once(" If ").expect("a case").0.to_owned()
            })
        };
        let beside = "infAP is told beside AP only where judgments are sampled.";
        assert_eq!(end(&["AP", "infAP"]).as_deref(), Some(beside));
        assert_eq!(
            end(&["Q", "infAP"]).as_deref(),
            Some("read infAP as AP, but where judgments are sampled.")
        );
        assert_eq!(end(&["AP", "Q"]), None);
        let few = note(&["AP", "infAP"], (2, 23_153)).expect("infAP was asked for");
        assert_eq!(
            few.split(" If ").next(),
            Some(
                "The judgments mark 2 documents of 23153 as pooled and not judged. They are too few for a sample (at least \
                 10% in at least half of the topics), and infAP is nearly AP: infAP is told beside AP only where judgments \
                 are sampled."
            )
        );
    }
}
