//! Computes with eight numbers at once in the widest registers of the machine. Kernels are compiled for each width.
//!
//! Every operation is an IEEE 754 operation on each number, and no operations are fused, so that all widths give the
//! same bits.

/// The number of lanes. An operation works on one number in each lane.
pub(crate) const LANES: usize = 8;

/// A number for each lane.
pub type Lanes = [f64; LANES];

/// Eight lanes, in one or more registers.
pub trait Register: Copy {
    /// Loads lanes from memory.
    fn load(from: &Lanes) -> Self;
    /// Stores lanes to memory.
    fn store(self, to: &mut Lanes);
    /// Adds the lanes of `other`.
    fn add(self, other: Self) -> Self;
    /// Subtracts the lanes of `other`.
    fn sub(self, other: Self) -> Self;
    /// Multiplies by the lanes of `other`.
    fn mul(self, other: Self) -> Self;
    /// Divides by the lanes of `other`.
    fn div(self, other: Self) -> Self;
    /// Selects, in each lane, `then` if `self >= other`, else `otherwise`. NaN selects `otherwise`.
    fn if_at_least(self, other: Self, then: Self, otherwise: Self) -> Self;
    /// Selects, in each lane, `then` if `self < other`, else `otherwise`. NaN selects `otherwise`.
    fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self;
    /// Returns a bit for each lane, which is 1 if `self < other`. The first lane has the lowest bit.
    fn less_bits(self, other: Self) -> u8;

    /// Returns lanes that are all `value`.
    #[inline(always)]
    fn splat(value: f64) -> Self {
        Self::load(&[value; LANES])
    }
}

/// A computation that is compiled for each set of registers. `run` and all functions that it calls must be
/// `#[inline(always)]`, because otherwise the compiler does not use the wide registers.
pub trait Kernel {
    /// The result of the kernel.
    type Output;
    /// Computes the result.
    fn run<R: Register>(self) -> Self::Output;
}

/// The sets of registers for which kernels are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// The registers that every machine of this architecture has. The compiler chooses the instructions.
    Plain,
    /// Registers of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Registers of 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Vectors {
    /// Returns the sets of registers that this machine has, the narrowest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            (Self::Avx2, is_x86_feature_detected!("avx2")),
            (Self::Avx512, is_x86_feature_detected!("avx512f")),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide: [(Self, bool); 0] = [];
        let wide = wide.into_iter().filter_map(|(vectors, is_detected)| is_detected.then_some(vectors));
        std::iter::once(Self::Plain).chain(wide)
    }

    /// Returns the widest set of registers that this machine has.
    pub fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Plain)
    }

    /// Runs `kernel` on these registers.
    ///
    /// # Panics
    /// If the machine does not have these registers.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Self::Plain => kernel.run::<Lanes>(),
            #[cfg(target_arch = "x86_64")]
            wide => x86::run(wide, kernel),
        }
    }
}

impl Register for Lanes {
    #[inline(always)]
    fn load(from: &Lanes) -> Self {
        *from
    }
    #[inline(always)]
    fn store(self, to: &mut Lanes) {
        *to = self;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] + other[lane])
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] - other[lane])
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] * other[lane])
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] / other[lane])
    }
    #[inline(always)]
    fn if_at_least(self, other: Self, then: Self, otherwise: Self) -> Self {
        std::array::from_fn(|lane| if self[lane] >= other[lane] { then[lane] } else { otherwise[lane] })
    }
    #[inline(always)]
    fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self {
        std::array::from_fn(|lane| if self[lane] < other[lane] { then[lane] } else { otherwise[lane] })
    }
    #[inline(always)]
    fn less_bits(self, other: Self) -> u8 {
        (0..LANES).fold(0, |bits, lane| bits | u8::from(self[lane] < other[lane]) << lane)
    }
}

/// The registers of x86. The module is private, so that kernels can use them only after `run` has checked that the
/// machine has them.
#[cfg(target_arch = "x86_64")]
#[expect(
    unsafe_code,
    reason = "without these instructions the compiler splits registers, and the bootstrap test takes four times as long"
)]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Kernel, Lanes, Register, Vectors};

    /// Eight lanes in two registers.
    #[derive(Clone, Copy)]
    struct Avx2(__m256d, __m256d);

    /// Eight lanes in one register.
    #[derive(Clone, Copy)]
    struct Avx512(__m512d);

    /// Runs `kernel` on wide registers.
    pub(super) fn run<K: Kernel>(vectors: Vectors, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2")]
        fn avx2<K: Kernel>(kernel: K) -> K::Output {
            kernel.run::<Avx2>()
        }
        #[target_feature(enable = "avx512f")]
        fn avx512<K: Kernel>(kernel: K) -> K::Output {
            kernel.run::<Avx512>()
        }
        assert!(
            Vectors::available().any(|available| available == vectors),
            "this machine has no {vectors:?} registers"
        );
        // SAFETY: we have just checked that the machine has these registers.
        unsafe { if vectors == Vectors::Avx512 { avx512(kernel) } else { avx2(kernel) } }
    }

    // SAFETY (for all code below): `run` has checked that the machine has these instructions, and each pointer points
    // to complete `Lanes`.
    impl Register for Avx512 {
        #[inline(always)]
        fn load(from: &Lanes) -> Self {
            Self(unsafe { _mm512_loadu_pd(from.as_ptr()) })
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes) {
            unsafe { _mm512_storeu_pd(to.as_mut_ptr(), self.0) }
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(unsafe { _mm512_add_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            Self(unsafe { _mm512_sub_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            Self(unsafe { _mm512_mul_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            Self(unsafe { _mm512_div_pd(self.0, other.0) })
        }
        #[inline(always)]
        fn if_at_least(self, other: Self, then: Self, otherwise: Self) -> Self {
            Self(unsafe {
                _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_GE_OQ>(self.0, other.0), otherwise.0, then.0)
            })
        }
        #[inline(always)]
        fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self {
            Self(unsafe {
                _mm512_mask_blend_pd(_mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0), otherwise.0, then.0)
            })
        }
        #[inline(always)]
        fn less_bits(self, other: Self) -> u8 {
            unsafe { _mm512_cmp_pd_mask::<_CMP_LT_OQ>(self.0, other.0) }
        }
    }

    impl Register for Avx2 {
        #[inline(always)]
        fn load(from: &Lanes) -> Self {
            let half = from.as_ptr();
            unsafe { Self(_mm256_loadu_pd(half), _mm256_loadu_pd(half.add(4))) }
        }
        #[inline(always)]
        fn store(self, to: &mut Lanes) {
            let half = to.as_mut_ptr();
            unsafe {
                _mm256_storeu_pd(half, self.0);
                _mm256_storeu_pd(half.add(4), self.1);
            }
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            unsafe { Self(_mm256_add_pd(self.0, other.0), _mm256_add_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            unsafe { Self(_mm256_sub_pd(self.0, other.0), _mm256_sub_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn mul(self, other: Self) -> Self {
            unsafe { Self(_mm256_mul_pd(self.0, other.0), _mm256_mul_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn div(self, other: Self) -> Self {
            unsafe { Self(_mm256_div_pd(self.0, other.0), _mm256_div_pd(self.1, other.1)) }
        }
        #[inline(always)]
        fn if_at_least(self, other: Self, then: Self, otherwise: Self) -> Self {
            unsafe {
                let (low, high) = (
                    _mm256_cmp_pd::<_CMP_GE_OQ>(self.0, other.0),
                    _mm256_cmp_pd::<_CMP_GE_OQ>(self.1, other.1),
                );
                Self(_mm256_blendv_pd(otherwise.0, then.0, low), _mm256_blendv_pd(otherwise.1, then.1, high))
            }
        }
        #[inline(always)]
        fn if_less(self, other: Self, then: Self, otherwise: Self) -> Self {
            unsafe {
                let (low, high) = (
                    _mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0),
                    _mm256_cmp_pd::<_CMP_LT_OQ>(self.1, other.1),
                );
                Self(_mm256_blendv_pd(otherwise.0, then.0, low), _mm256_blendv_pd(otherwise.1, then.1, high))
            }
        }
        #[inline(always)]
        fn less_bits(self, other: Self) -> u8 {
            unsafe {
                let low = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0));
                let high = _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LT_OQ>(self.1, other.1));
                (low | high << 4) as u8
            }
        }
    }
}

#[cfg(test)]
mod tests;
