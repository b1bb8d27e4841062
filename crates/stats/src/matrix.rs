//! A matrix of scores with a row for each run and a column for each topic, stored row by row.

use crate::StatsError;

/// A matrix of finite scores with at least one column.
///
/// ```
/// use rejudge_stats::Matrix;
/// let scores = Matrix::new(2, 3, vec![0.5, 0.0, 1.0, 0.25, 0.25, 0.25])?;
/// assert_eq!(scores.row(1), [0.25, 0.25, 0.25]);
/// assert_eq!(scores.row_means(), [0.5, 0.25]);
/// # Ok::<(), rejudge_stats::StatsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// Creates a matrix of `rows` x `cols` values from `data`, which lists the values row by row. `rows` may
    /// be 0.
    ///
    /// # Errors
    /// If `data` has another length, `cols` is 0, or a value is not finite.
    pub fn new(rows: usize, cols: usize, data: Vec<f64>) -> Result<Self, StatsError> {
        if cols == 0 {
            return Err(StatsError("a score matrix needs at least one column".to_owned()));
        }
        if rows.checked_mul(cols) != Some(data.len()) {
            return Err(StatsError(format!("found {} scores, expected {rows} rows of {cols}", data.len())));
        }
        if let Some(index) = data.iter().position(|score| !score.is_finite()) {
            let (row, col, value) = (index / cols, index % cols, data[index]);
            return Err(StatsError(format!("score {value} in row {row}, column {col} is not finite")));
        }
        Ok(Self { rows, cols, data })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of columns, at least 1.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Returns row `i`.
    ///
    /// # Panics
    /// If there is no row `i`.
    pub fn row(&self, i: usize) -> &[f64] {
        assert!(i < self.rows, "there is no row {i}: the matrix has {} rows", self.rows);
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    /// Returns a matrix of these columns in this order. A column may occur several times.
    ///
    /// ```
    /// # use rejudge_stats::Matrix;
    /// let scores = Matrix::new(2, 3, vec![0.1, 0.2, 0.3, 0.4, 0.5, 0.6])?;
    /// assert_eq!(scores.select_columns(&[2, 0])?.row(1), [0.6, 0.4]);
    /// # Ok::<(), rejudge_stats::StatsError>(())
    /// ```
    ///
    /// # Errors
    /// If `columns` is empty.
    ///
    /// # Panics
    /// If a column does not exist.
    pub fn select_columns(&self, columns: &[usize]) -> Result<Self, StatsError> {
        let mut data = Vec::with_capacity(self.rows * columns.len());
        for i in 0..self.rows {
            let row = self.row(i);
            data.extend(columns.iter().map(|&column| row[column]));
        }
        Self::new(self.rows, columns.len(), data)
    }

    /// Returns the mean of each row. The values are summed from left to right.
    pub fn row_means(&self) -> Vec<f64> {
        self.data.chunks_exact(self.cols).map(|row| row.iter().sum::<f64>() / self.cols as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_matrices_are_refused() {
        assert!(Matrix::new(2, 2, vec![0.0; 3]).is_err() && Matrix::new(0, 0, vec![]).is_err());
        let error = Matrix::new(2, 2, vec![0.0, 0.0, 0.0, f64::INFINITY]).expect_err("not finite");
        assert_eq!(error.to_string(), "score inf in row 1, column 1 is not finite");
        assert!(Matrix::new(1, 1, vec![f64::NAN]).is_err());
        assert!(Matrix::new(usize::MAX, 2, vec![0.0; 2]).is_err());
    }

    #[test]
    fn a_matrix_may_have_no_rows() {
        let empty = Matrix::new(0, 5, vec![]).expect("no rows");
        assert!(empty.row_means().is_empty());
    }

    /// Summed from left to right, 1 + 1e-16 + 1e-16 + .. is 1. Summed from right to left, it is larger.
    #[test]
    fn means_are_summed_from_left_to_right() {
        let mut row = vec![1e-16; 10];
        row[0] = 1.0;
        assert_eq!(Matrix::new(1, 10, row).expect("finite").row_means(), [0.1]);
    }

    #[test]
    #[should_panic(expected = "there is no row 1")]
    fn a_row_that_does_not_exist_is_refused() {
        Matrix::new(1, 1, vec![0.0]).expect("finite").row(1);
    }
}
