# Tukey's test by R 4.2.2: the distribution of the studentised range, and all pairs of runs in a two-way
# layout with topics as blocks.
#
#     Rscript crates/stats/tests/suite/oracle/tukey.R
#
# writes studentized_range.tsv and tukey.tsv beside this file. Run it in the project's folder.
here <- "crates/stats/tests/suite/oracle"
options(digits = 17)

grid <- expand.grid(q = c(0.5, 1, 2, 3.5, 4.5, 6, 9), means = c(2, 3, 5, 10, 40, 100), df = c(2, 5, 16, 49, 441, 4851))
grid$p <- ptukey(grid$q, grid$means, grid$df, lower.tail = FALSE)
write.table(grid, file.path(here, "studentized_range.tsv"), sep = "\t", quote = FALSE, row.names = FALSE)

set.seed(7)
cases <- list(few = c(3, 5), usual = c(6, 50), many = c(12, 25))
out <- NULL
for (name in names(cases)) {
  runs <- cases[[name]][1]
  topics <- cases[[name]][2]
  hard <- rbeta(topics, 2, 3)
  plain <- outer(seq(-0.08, 0.08, length.out = runs), hard, "+") + rnorm(runs * topics, 0, 0.1)
  scores <- matrix(round(pmin(1, pmax(0, plain)), 4), runs)
  long <- data.frame(score = as.vector(scores), run = factor(rep(sprintf("r%02d", 1:runs), topics)),
                     topic = factor(rep(1:topics, each = runs)))
  hsd <- TukeyHSD(aov(score ~ run + topic, data = long), "run")$run
  pairs <- do.call(rbind, strsplit(rownames(hsd), "-"))
  place <- function(run) as.integer(sub("r", "", run)) - 1
  out <- rbind(out, data.frame(case = name, runs = runs, topics = topics,
    scores = paste(as.vector(t(scores)), collapse = ","), first = place(pairs[, 1]), second = place(pairs[, 2]),
    difference = hsd[, "diff"], low = hsd[, "lwr"], high = hsd[, "upr"], p = hsd[, "p adj"]))
}
# Only the first row of a case has the scores.
out$scores[duplicated(out$case)] <- "-"
write.table(out, file.path(here, "tukey.tsv"), sep = "\t", quote = FALSE, row.names = FALSE)
