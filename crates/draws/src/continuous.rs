//! Continuous distributions. TODO(H): normal, exponential, gamma.
