#!/usr/bin/env Rscript
# Writes mixture.csv and data sets to the folder named: Scheffe's models without a constant.
# Not needed to build or to test. usage: stat-mixture.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))

# The first column is the response, the others are components (as they are, not as shares) and, behind `n`, other factors from -1 to 1. R2 and the
# test of the model are about the mean, which lies in the columns.
mixture <- function(set, data, n, pairs) {
  save(set, data)
  y <- data[[1]]; x <- as.matrix(data[2:(n + 1)]); x <- x / rowSums(x)
  rest <- as.matrix(data[-(1:(n + 1))])
  both <- cbind(x, rest)
  column <- both
  for (i in seq_len(ncol(both))) for (j in seq_len(ncol(both))) if (pairs && i < j) column <- cbind(column, both[, i] * both[, j])
  fit <- lm(y ~ column - 1); s <- summary(fit); m <- length(y); rss <- sum(residuals(fit)^2)
  total <- sum((y - mean(y))^2)
  say(set, "value", unname(coef(fit))); say(set, "error", unname(s$coefficients[, 2]))
  say(set, "deviation", s$sigma); say(set, "freedom", fit$df.residual); say(set, "r2", 1 - rss / total)
  press <- sum((residuals(fit) / (1 - hatvalues(fit)))^2)
  say(set, "predicted-r2", 1 - press / total)
  f <- ((total - rss) / (fit$rank - 1)) / (rss / fit$df.residual); say(set, "f", f); say(set, "p", pf(f, fit$rank - 1, fit$df.residual, lower.tail = FALSE))
}

# J. A. Cornell, Experiments with Mixtures, 2nd ed., Wiley 1990, table 2.3: elongation of yarn
half <- 0.5
yarn <- data.frame(
  elongation = c(11.0, 12.4, 15.0, 14.8, 16.1, 8.8, 10.0, 10.0, 9.7, 11.8, 16.8, 16.0, 17.7, 16.4, 16.6),
  x1 = rep(c(1, half, 0, 0, 0, half), c(2, 3, 2, 3, 2, 3)),
  x2 = rep(c(0, half, 1, half, 0, 0), c(2, 3, 2, 3, 2, 3)),
  x3 = rep(c(0, 0, 0, half, 1, half), c(2, 3, 2, 3, 2, 3)))
mixture("mixture-yarn", yarn, 3, TRUE)

# R. A. McLean, V. L. Anderson, Technometrics 8 (1966) 447: brightness of flares, in percent of the weight
flare <- data.frame(
  brightness = c(75, 180, 195, 300, 145, 230, 220, 350, 220, 260, 190, 310, 260, 410, 425),
  magnesium = c(40, 40, 60, 60, 40, 40, 60, 60, 50, 50, 40, 60, 50, 50, 50),
  nitrate = c(10, 10, 10, 10, 47, 42, 27, 22, 10, 34.5, 27.25, 17.25, 23.5, 21, 22.25),
  strontium = c(47, 42, 27, 22, 10, 10, 10, 10, 34.5, 10, 27.25, 17.25, 23.5, 21, 22.25),
  binder = c(3, 8, 3, 8, 3, 8, 3, 8, 5.5, 5.5, 5.5, 5.5, 3, 8, 5.5))
mixture("mixture-flare", flare, 4, TRUE)

# made up: a centroid design of three components at two temperatures
set.seed(4)
share <- rbind(c(1, 0, 0), c(0, 1, 0), c(0, 0, 1), c(1, 1, 0) / 2, c(1, 0, 1) / 2, c(0, 1, 1) / 2, c(1, 1, 1) / 3)
share <- rbind(share, share)
heat <- rep(c(-1, 1), each = 7)
made <- data.frame(y = round(5 + 3 * share[, 1] - 2 * share[, 2] + 8 * share[, 1] * share[, 3] + share[, 2] * heat + rnorm(14, 0, 0.3), 3),
                   a = share[, 1], b = share[, 2], c = share[, 3], heat = heat)
mixture("mixture-heat", made, 3, FALSE)
write_all("mixture.csv")
