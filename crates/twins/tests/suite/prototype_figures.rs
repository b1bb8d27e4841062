//! Figures from the model's prototype, which was written independently with numpy and is not in the repository. It used
//! the shared constants of version 3.
//!
//! The two implementations draw from the same distributions, but with different random numbers. So each figure has its
//! standard deviation between draws.

/// A figure of the prototype: the mean over its draws, and the standard deviation between draws. The prototype's seeds
/// start at 1001.
pub type Band = (f64, f64);

/// The statistics of a twin in the prototype.
pub struct Prototype {
    pub id: &'static str,
    /// The number of draws.
    pub draws: f64,
    pub nonrelevant: [Band; 3],
    pub relevant: [Band; 3],
    /// The mean numbers of documents of levels 1, 2 and 3.
    pub by_level: [Band; 3],
    pub recall: Band,
    /// The shares of unjudged documents in the top 100 and the top 1000.
    pub unjudged: [Band; 2],
    pub unique_relevant: Band,
    /// The rank correlations of |U_t| and of |U_t^rel| with the paper's values, if the paper prints them.
    pub like_print: Option<[Band; 2]>,
    /// The smallest, median and largest mean AP of a run.
    pub average_precision: [Band; 3],
}

pub const PROTOTYPE: [Prototype; 10] = [
    Prototype {
        id: "trec03",
        draws: 40.0,
        nonrelevant: [(934.9, 10.2), (317.4, 52.8), (2049.8, 125.0)],
        relevant: [(32.85, 1.03), (3.925, 0.267), (125.2, 9.75)],
        by_level: [(23.62, 2.2), (0.0, 0.0), (9.232, 1.89)],
        recall: (0.909, 0.0285),
        unjudged: [(0.0, 0.0), (0.4752, 0.00304)],
        unique_relevant: (1.764, 0.354),
        like_print: Some([(0.9926, 0.00456), (0.4313, 0.204)]),
        average_precision: [(0.2055, 0.0174), (0.322, 0.0117), (0.4262, 0.0205)],
    },
    Prototype {
        id: "trec04",
        draws: 40.0,
        nonrelevant: [(659.3, 12.3), (190.5, 61.1), (1531.5, 105.0)],
        relevant: [(40.36, 1.38), (3.95, 0.221), (157.3, 20.2)],
        by_level: [(28.15, 3.0), (0.0, 0.0), (12.21, 2.49)],
        recall: (0.894, 0.0305),
        unjudged: [(0.0, 0.0), (0.5647, 0.00423)],
        unique_relevant: (2.56, 0.418),
        like_print: Some([(0.9399, 0.0262), (0.2879, 0.191)]),
        average_precision: [(0.2121, 0.0161), (0.3468, 0.0119), (0.4618, 0.0183)],
    },
    Prototype {
        id: "ntcir6-j",
        draws: 40.0,
        nonrelevant: [(1048.6, 22.6), (159.9, 95.7), (1857.1, 121.0)],
        relevant: [(98.01, 3.79), (10.72, 0.877), (350.9, 41.3)],
        by_level: [(31.47, 4.58), (63.36, 5.33), (3.179, 2.03)],
        recall: (0.8181, 0.0316),
        unjudged: [(0.0, 0.0), (0.5186, 0.00445)],
        unique_relevant: (9.9, 0.868),
        like_print: Some([(0.9765, 0.0156), (0.6205, 0.131)]),
        average_precision: [(0.2458, 0.0205), (0.381, 0.0102), (0.571, 0.0168)],
    },
    Prototype {
        id: "ntcir6-c",
        draws: 40.0,
        nonrelevant: [(906.6, 16.2), (164.9, 97.9), (1539.7, 96.1)],
        relevant: [(86.86, 3.5), (13.15, 2.64), (358.9, 65.4)],
        by_level: [(35.26, 5.72), (31.17, 5.68), (20.42, 3.99)],
        recall: (0.7911, 0.0319),
        unjudged: [(0.0, 0.0), (0.5655, 0.00335)],
        unique_relevant: (9.864, 0.992),
        like_print: Some([(0.9676, 0.0193), (0.2669, 0.279)]),
        average_precision: [(0.2005, 0.0298), (0.3812, 0.0106), (0.5378, 0.0238)],
    },
    Prototype {
        id: "trec8",
        draws: 20.0,
        nonrelevant: [(714.5, 17.9), (118.7, 61.3), (1881.2, 256.0)],
        relevant: [(84.15, 2.42), (7.95, 0.224), (329.6, 24.6)],
        by_level: [(84.15, 2.42), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.8854, 0.0254),
        unjudged: [(0.0, 0.0), (0.5205, 0.00583)],
        unique_relevant: (5.274, 0.608),
        like_print: None,
        average_precision: [(0.2727, 0.0202), (0.3941, 0.00796), (0.5059, 0.0165)],
    },
    Prototype {
        id: "trec10",
        draws: 20.0,
        nonrelevant: [(619.8, 10.9), (118.4, 59.1), (1565.3, 135.0)],
        relevant: [(64.77, 2.13), (5.95, 0.224), (305.8, 65.0)],
        by_level: [(64.77, 2.13), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.8691, 0.0286),
        unjudged: [(0.0, 0.0), (0.5648, 0.00315)],
        unique_relevant: (4.871, 0.615),
        like_print: None,
        average_precision: [(0.3033, 0.0143), (0.3698, 0.00675), (0.4385, 0.0148)],
    },
    Prototype {
        id: "trec12",
        draws: 20.0,
        nonrelevant: [(594.5, 8.92), (101.0, 48.6), (1619.9, 163.0)],
        relevant: [(55.35, 1.56), (4.0, 0.0), (274.0, 21.2)],
        by_level: [(55.35, 1.56), (0.0, 0.0), (0.0, 0.0)],
        recall: (0.8691, 0.0245),
        unjudged: [(0.0, 0.0), (0.5772, 0.00274)],
        unique_relevant: (4.353, 0.319),
        like_print: None,
        average_precision: [(0.2872, 0.0121), (0.3568, 0.00623), (0.4331, 0.0159)],
    },
    Prototype {
        id: "trec14",
        draws: 20.0,
        nonrelevant: [(442.8, 10.8), (74.65, 41.6), (1078.0, 117.0)],
        relevant: [(55.66, 2.21), (4.7, 0.733), (259.2, 35.9)],
        by_level: [(27.52, 2.38), (0.0, 0.0), (28.14, 2.71)],
        recall: (0.8224, 0.0326),
        unjudged: [(0.04038, 0.000689), (0.6715, 0.00295)],
        unique_relevant: (5.514, 0.489),
        like_print: None,
        average_precision: [(0.2617, 0.0221), (0.366, 0.0124), (0.4695, 0.02)],
    },
    Prototype {
        id: "ntcir5-c",
        draws: 40.0,
        nonrelevant: [(426.5, 8.23), (108.9, 51.2), (955.0, 94.8)],
        relevant: [(61.16, 2.54), (6.525, 0.784), (238.8, 32.5)],
        by_level: [(21.95, 3.36), (31.51, 3.69), (7.703, 2.2)],
        recall: (0.7933, 0.033),
        unjudged: [(0.0, 0.0), (0.652, 0.00253)],
        unique_relevant: (7.888, 0.77),
        like_print: None,
        average_precision: [(0.2004, 0.0204), (0.324, 0.0138), (0.4496, 0.0242)],
    },
    Prototype {
        id: "ntcir5-j",
        draws: 40.0,
        nonrelevant: [(377.5, 9.05), (71.53, 33.7), (875.0, 105.0)],
        relevant: [(89.98, 3.28), (10.72, 0.679), (301.8, 40.3)],
        by_level: [(44.55, 3.62), (42.61, 4.3), (2.819, 1.67)],
        recall: (0.7492, 0.0273),
        unjudged: [(0.0, 0.0), (0.6596, 0.00281)],
        unique_relevant: (13.12, 0.864),
        like_print: None,
        average_precision: [(0.2394, 0.0177), (0.3695, 0.0146), (0.5003, 0.0211)],
    },
];
