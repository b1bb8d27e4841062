//! Figures of the prototype of the model (numpy), a row a twin.
//!
//! Bands are those of forty draws, or twenty, with room for the spread between draws: the two share
//! distributions, not random numbers.

/// A figure of the prototype on seeds from 1001: mean and standard deviation between draws.
pub type Band = (f64, f64);

/// What a twin looks like there.
pub struct Prototype {
    pub id: &'static str,
    /// How many seeds.
    pub draws: f64,
    pub nonrelevant: [Band; 3],
    pub relevant: [Band; 3],
    /// Levels 1, 2, 3.
    pub by_level: [Band; 3],
    pub recall: Band,
    /// At 100 and at 1000.
    pub unjudged: [Band; 2],
    pub unique_relevant: Band,
    /// Rank correlation of |U_t| and of |U_t^rel| with print, where they are printed.
    pub like_print: Option<[Band; 2]>,
    /// Smallest, median and largest mean AP of a run.
    pub average_precision: [Band; 3],
}

pub const PROTOTYPE: [Prototype; 10] = [
    Prototype {
        id: "trec03",
        draws: 40.0,
        nonrelevant: [(925.13, 9.39), (324.55, 40.4), (2032.7, 133.0)],
        relevant: [(33.39, 0.71), (3.975, 0.158), (125.47, 6.83)],
        by_level: [(24.0, 2.11), (0.0, 0.0), (9.393, 1.91)],
        recall: (0.924, 0.0196),
        unjudged: [(0.0, 0.0), (0.4772, 0.0028)],
        unique_relevant: (1.973, 0.309),
        like_print: Some([(0.9918, 0.004), (0.6153, 0.148)]),
        average_precision: [(0.1816, 0.0205), (0.3212, 0.0147), (0.4205, 0.0201)],
    },
    Prototype {
        id: "trec04",
        draws: 40.0,
        nonrelevant: [(647.92, 11.7), (193.18, 47.1), (1520.7, 113.0)],
        relevant: [(40.41, 0.979), (3.875, 0.335), (154.0, 17.9)],
        by_level: [(28.19, 2.76), (0.0, 0.0), (12.21, 2.51)],
        recall: (0.895, 0.0217),
        unjudged: [(0.0, 0.0), (0.5682, 0.0041)],
        unique_relevant: (3.241, 0.445),
        like_print: Some([(0.9379, 0.0258), (0.4776, 0.15)]),
        average_precision: [(0.1896, 0.0161), (0.3517, 0.015), (0.4567, 0.0179)],
    },
    Prototype {
        id: "ntcir6-j",
        draws: 40.0,
        nonrelevant: [(1018.1, 20.2), (206.93, 87.3), (1847.8, 129.0)],
        relevant: [(97.06, 3.12), (10.6, 0.928), (336.43, 41.9)],
        by_level: [(31.11, 4.39), (62.76, 5.17), (3.186, 1.99)],
        recall: (0.8101, 0.026),
        unjudged: [(0.0, 0.0), (0.5243, 0.0041)],
        unique_relevant: (11.28, 0.809),
        like_print: Some([(0.9811, 0.0136), (0.8206, 0.0902)]),
        average_precision: [(0.2304, 0.0218), (0.3888, 0.0101), (0.5744, 0.0169)],
    },
    Prototype {
        id: "ntcir6-c",
        draws: 40.0,
        nonrelevant: [(886.54, 15.5), (202.38, 95.7), (1542.8, 96.6)],
        relevant: [(86.17, 2.94), (13.72, 2.24), (334.1, 60.6)],
        by_level: [(34.89, 5.57), (30.96, 5.5), (20.32, 3.88)],
        recall: (0.7848, 0.0268),
        unjudged: [(0.0, 0.0), (0.5694, 0.0033)],
        unique_relevant: (10.79, 0.905),
        like_print: Some([(0.967, 0.0226), (0.4653, 0.247)]),
        average_precision: [(0.1709, 0.0359), (0.3861, 0.0113), (0.5486, 0.026)],
    },
    Prototype {
        id: "trec8",
        draws: 20.0,
        nonrelevant: [(692.51, 14.6), (137.8, 59.2), (1840.2, 265.0)],
        relevant: [(84.96, 1.82), (7.8, 0.41), (318.35, 26.9)],
        by_level: [(84.96, 1.82), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.894, 0.0191),
        unjudged: [(0.0, 0.0), (0.5261, 0.00486)],
        unique_relevant: (6.233, 0.541),
        like_print: None,
        average_precision: [(0.2611, 0.0234), (0.4026, 0.00849), (0.5065, 0.0152)],
    },
    Prototype {
        id: "trec10",
        draws: 20.0,
        nonrelevant: [(601.94, 10.5), (130.35, 54.7), (1549.6, 128.0)],
        relevant: [(65.8, 1.55), (5.95, 0.224), (303.65, 55.6)],
        by_level: [(65.8, 1.55), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.883, 0.0208),
        unjudged: [(0.0, 0.0), (0.5697, 0.00263)],
        unique_relevant: (5.618, 0.621),
        like_print: None,
        average_precision: [(0.3045, 0.0185), (0.3727, 0.00852), (0.4377, 0.0151)],
    },
    Prototype {
        id: "trec12",
        draws: 20.0,
        nonrelevant: [(579.64, 8.51), (106.25, 43.3), (1602.8, 171.0)],
        relevant: [(55.61, 1.15), (4.0, 0.0), (260.55, 25.2)],
        by_level: [(55.61, 1.15), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.8731, 0.0181),
        unjudged: [(0.0, 0.0), (0.5818, 0.00254)],
        unique_relevant: (5.234, 0.36),
        like_print: None,
        average_precision: [(0.2869, 0.0162), (0.3603, 0.00752), (0.4262, 0.0158)],
    },
    Prototype {
        id: "trec14",
        draws: 40.0,
        nonrelevant: [(432.57, 9.58), (88.45, 43.6), (1047.9, 111.0)],
        relevant: [(55.4, 1.6), (4.85, 0.483), (238.18, 39.4)],
        by_level: [(26.94, 2.61), (0.0, 0.0), (28.46, 2.69)],
        recall: (0.8185, 0.0236),
        unjudged: [(0.04034, 0.000591), (0.6753, 0.00275)],
        unique_relevant: (6.67, 0.551),
        like_print: None,
        average_precision: [(0.2542, 0.0251), (0.3745, 0.012), (0.4777, 0.0198)],
    },
    Prototype {
        id: "ntcir5-c",
        draws: 40.0,
        nonrelevant: [(417.67, 7.49), (124.43, 40.1), (931.45, 105.0)],
        relevant: [(61.16, 2.02), (6.75, 0.543), (228.65, 31.0)],
        by_level: [(21.86, 3.35), (31.52, 3.56), (7.784, 2.23)],
        recall: (0.7932, 0.0263),
        unjudged: [(0.0, 0.0), (0.6542, 0.00241)],
        unique_relevant: (8.684, 0.63),
        like_print: None,
        average_precision: [(0.1727, 0.0214), (0.3292, 0.0149), (0.4589, 0.0221)],
    },
    Prototype {
        id: "ntcir5-j",
        draws: 40.0,
        nonrelevant: [(366.79, 8.81), (97.38, 33.0), (854.42, 104.0)],
        relevant: [(88.75, 2.5), (10.68, 0.656), (283.08, 38.7)],
        by_level: [(43.78, 3.53), (42.18, 4.14), (2.785, 1.61)],
        recall: (0.7389, 0.0208),
        unjudged: [(0.0, 0.0), (0.6627, 0.00264)],
        unique_relevant: (14.69, 0.939),
        like_print: None,
        average_precision: [(0.219, 0.0193), (0.3821, 0.0153), (0.5159, 0.0168)],
    },
];
