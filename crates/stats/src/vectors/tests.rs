use super::*;

/// Applies each operation to two sets of lanes.
struct Operations<'a>(&'a Lanes, &'a Lanes);

impl Kernel for Operations<'_> {
    type Output = Vec<Lanes>;

    #[inline(always)]
    fn run<R: Register>(self) -> Vec<Lanes> {
        let (a, b) = (R::load(self.0), R::load(self.1));
        let (one, two) = (R::splat(1.0), R::splat(2.0));
        let results = [
            a.add(b),
            a.sub(b),
            a.mul(b),
            a.div(b),
            a.if_at_least(b, one, two),
            a.if_less(b, one, two),
            // A fused operation would give another result here.
            a.mul(a).add(b),
            R::splat(f64::from(a.less_bits(b))),
        ];
        results
            .map(|register| {
                let mut lanes = [0.0; LANES];
                register.store(&mut lanes);
                lanes
            })
            .to_vec()
    }
}

#[test]
fn every_set_of_registers_computes_the_same() {
    let values = [0.0, -0.0, 0.1, -0.3, 1.0 + f64::EPSILON, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for turn in 0..LANES {
        let turned = std::array::from_fn(|lane| values[(lane + turn) % LANES]);
        let plain = Vectors::Plain.run(Operations(&values, &turned));
        for lane in 0..LANES {
            let (a, b) = (values[lane], turned[lane]);
            let number = |holds| if holds { 1.0 } else { 2.0 };
            let bits =
                (0..LANES).filter(|&lane| values[lane] < turned[lane]).map(|lane| 1 << lane).sum::<u8>();
            let expected =
                [a + b, a - b, a * b, a / b, number(a >= b), number(a < b), a * a + b, f64::from(bits)];
            let found = plain.iter().map(|lanes| lanes[lane]);
            assert!(
                found
                    .zip(expected)
                    .all(|(found, value)| found.to_bits() == value.to_bits() || value.is_nan())
            );
        }
        for vectors in Vectors::available() {
            let found = vectors.run(Operations(&values, &turned));
            for (found, plain) in found.iter().flatten().zip(plain.iter().flatten()) {
                let same = found.to_bits() == plain.to_bits() || found.is_nan() && plain.is_nan();
                assert!(same, "{found} {plain} {vectors:?}");
            }
        }
    }
}

#[test]
fn the_widest_registers_are_available() {
    assert_eq!(Vectors::available().next(), Some(Vectors::Plain));
    assert!(Vectors::available().any(|vectors| vectors == Vectors::widest()));
}
