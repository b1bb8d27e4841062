//! Figures that cannot be drawn, and the reasons.

use crate::figures::figure_data::{Axis, Figure, Panel, Scale};
use crate::figures::layout::categorical;
use crate::figures::style::{MOST_CURVES, labels};

/// A figure that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// More curves than there are marks to tell them apart.
    #[error("figure `{figure}` has {curves} curves, more than the {MOST_CURVES} that can be distinguished")]
    TooManyCurves {
        figure: String,
        /// The number of curves.
        curves: usize,
    },
    /// Two curves of one panel have the same label.
    #[error("figure `{figure}`: panel `{panel}` has two curves `{curve}`")]
    SameLabel { figure: String, panel: String, curve: String },
    /// A number that is NaN or infinite.
    #[error("figure `{figure}`: curve `{curve}` has the value {value}, which has no place on paper")]
    NotFinite { figure: String, curve: String, value: f64 },
    /// A number from 0 down on a logarithmic axis.
    #[error("figure `{figure}`: {value} has no place on a logarithmic axis")]
    NotPositive { figure: String, value: f64 },
    /// A place without a name.
    #[error("figure `{figure}`: curve `{curve}` has a point at {value}, which is no category of its panel")]
    NoCategory {
        figure: String,
        curve: String,
        /// The place.
        value: f64,
    },
    /// A range that ends before it begins.
    #[error("figure `{figure}`: the axis `{axis}` goes from {from} to {to}")]
    EmptyRange {
        figure: String,
        /// Label of the axis.
        axis: String,
        /// Its begin.
        from: f64,
        /// Its end.
        to: f64,
    },
    /// A line that would not be seen.
    #[error("figure `{figure}`: the reference `{label}` at {y} is outside the vertical axis")]
    ReferenceOutside {
        figure: String,
        /// Label of the reference.
        label: String,
        y: f64,
    },
}

/// Returns an error if the figure cannot be drawn.
pub(crate) fn check(figure: &Figure) -> Result<(), FigureError> {
    let name = || figure.name.clone();
    let curves = labels(figure).len();
    if curves > MOST_CURVES {
        return Err(FigureError::TooManyCurves { figure: name(), curves });
    }
    for axis in [&figure.x, &figure.y] {
        axis_is_drawable(figure, axis)?;
    }
    for reference in &figure.references {
        let (y, label) = (reference.y, reference.label.clone());
        if !y.is_finite() {
            return Err(FigureError::NotFinite { figure: name(), curve: label, value: y });
        }
        if figure.y.scale == Scale::Log && y <= 0.0 {
            return Err(FigureError::NotPositive { figure: name(), value: y });
        }
        if figure.y.from.is_some_and(|from| y < from) || figure.y.to.is_some_and(|to| y > to) {
            return Err(FigureError::ReferenceOutside { figure: name(), label, y });
        }
    }
    figure.panels.iter().try_for_each(|panel| panel_is_drawable(figure, panel))
}

fn axis_is_drawable(figure: &Figure, axis: &Axis) -> Result<(), FigureError> {
    let name = || figure.name.clone();
    for value in [axis.from, axis.to].into_iter().flatten() {
        if !value.is_finite() {
            return Err(FigureError::NotFinite { figure: name(), curve: axis.label.clone(), value });
        }
        if axis.scale == Scale::Log && value <= 0.0 {
            return Err(FigureError::NotPositive { figure: name(), value });
        }
    }
    match (axis.from, axis.to) {
        (Some(from), Some(to)) if from >= to => {
            Err(FigureError::EmptyRange { figure: name(), axis: axis.label.clone(), from, to })
        }
        _ => Ok(()),
    }
}

fn panel_is_drawable(figure: &Figure, panel: &Panel) -> Result<(), FigureError> {
    let name = || figure.name.clone();
    for (at, curve) in panel.curves.iter().enumerate() {
        let label = || curve.label.clone();
        if panel.curves[..at].iter().any(|other| other.label == curve.label) {
            return Err(FigureError::SameLabel {
                figure: name(),
                panel: panel.title.clone(),
                curve: label(),
            });
        }
        for point in &curve.points {
            let values = [Some(point.x), point.y, point.spread];
            if let Some(value) = values.into_iter().flatten().find(|value| !value.is_finite()) {
                return Err(FigureError::NotFinite { figure: name(), curve: label(), value });
            }
            let categories = categorical(figure);
            let x = (!categories).then_some(point.x);
            for (_, value) in
                [(figure.x.scale, x), (figure.y.scale, point.y)].iter().filter(|(s, _)| *s == Scale::Log)
            {
                if let Some(value) = value.filter(|value| *value <= 0.0) {
                    return Err(FigureError::NotPositive { figure: name(), value });
                }
            }
            let known =
                point.x >= 0.0 && point.x.fract() == 0.0 && (point.x as usize) < panel.categories.len();
            if categories && !known {
                return Err(FigureError::NoCategory { figure: name(), curve: label(), value: point.x });
            }
        }
    }
    Ok(())
}
