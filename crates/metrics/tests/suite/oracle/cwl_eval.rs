//! cwl_eval, from the tests of ir_measures (`tests/test_cwl_eval.py`: "based on a manual execution of
//! cwl-eval" on `cwl.qrels` and `cwl.run`).

use super::{compare, gains};
use crate::lists::Case;

#[test]
fn cwl_eval_agrees() {
    for (ranking, missed, expected) in [
        ("1011..1010", "", "AP=0.7087 P@1=1 P@5=0.6 P@10=0.5 P@20=0.25 RBP(p=0.9,rel=1)=0.3501 RR=1"),
        ("11..101110", "", "AP=0.7438 P@1=1 P@5=0.6 P@10=0.6 P@20=0.3 RBP(p=0.9,rel=1)=0.3996 RR=1"),
        ("...0011101", "", "AP=0.3068 P@1=0 P@5=0 P@10=0.4 P@20=0.2 RBP(p=0.9,rel=1)=0.1988 RR=0.1667"),
    ] {
        compare(&Case::parse(ranking, missed), &gains(&[1.0]), 1, expected, 4);
    }
}
