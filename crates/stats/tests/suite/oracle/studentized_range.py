"""The distribution of the studentised range by SciPy 1.17.1, beside R's in studentized_range.tsv.

    Rscript crates/stats/tests/suite/oracle/tukey.R && python crates/stats/tests/suite/oracle/studentized_range.py

adds the column `scipy` to that file. R's loses digits at few degrees of freedom (1e-5 at 2), SciPy's in tiny
probabilities.
"""

from pathlib import Path

from scipy.stats import studentized_range

TABLE = Path(__file__).parent / "studentized_range.tsv"

rows = [line.split("\t")[:4] for line in TABLE.read_text().splitlines()]
out = ["\t".join([*rows[0], "scipy"])]
for q, means, df, p in rows[1:]:
    out.append("\t".join([q, means, df, p, repr(float(studentized_range.sf(float(q), int(means), int(df))))]))
TABLE.write_text("\n".join(out) + "\n")
