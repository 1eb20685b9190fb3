#!/usr/bin/env Rscript
# Writes agreement.csv (bias, limits of agreement and their intervals by R's qt with ncp, F of settings, Deming's line with a jackknife) and the data sets
# agreement-*.csv (columns: setting, side 0 simulated or 1 measured, value) to the folder named. Not needed to build or to test. usage: stat-agreement.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))

deming <- function(x, y, ratio) {
  xx <- sum((x - mean(x))^2); yy <- sum((y - mean(y))^2); xy <- sum((x - mean(x)) * (y - mean(y)))
  slope <- (yy - ratio * xx + sqrt((yy - ratio * xx)^2 + 4 * ratio * xy^2)) / (2 * xy)
  c(slope, mean(y) - slope * mean(x))
}
scatter <- function(value, setting) sqrt(sum((value - ave(value, setting))^2) / (length(value) - length(unique(setting))))
limit <- function(bias, s, freedom, weight, z) bias + c(z * s, s * suppressWarnings(qt(c(0.025, 0.975), freedom, ncp = z * sqrt(weight))) / sqrt(weight))

agree <- function(set, x, x.of, y, y.of) {
  save(paste0("agreement-", set), data.frame(setting = c(x.of, y.of), side = rep(0:1, c(length(x), length(y))), value = c(x, y)))
  at <- sort(unique(x.of)); n <- length(at); z <- qnorm(0.975)
  mx <- sapply(at, function(k) mean(x[x.of == k])); my <- sapply(at, function(k) mean(y[y.of == k]))
  m <- sapply(at, function(k) sum(y.of == k)); r <- sapply(at, function(k) sum(x.of == k)); d <- my - mx
  test <- t.test(my, mx, paired = TRUE)
  sw <- if (length(y) > n) scatter(y, y.of) else 0; sx <- if (length(x) > n) scatter(x, x.of) else 0
  within <- (1 - mean(1 / m)) * sw^2; s <- sqrt(var(d) + within)
  freedom <- if (sw > 0) s^4 / (var(d)^2 / (n - 1) + within^2 / (length(y) - n)) else n - 1
  weight <- n * s^2 / var(d)
  say(set, "bias", c(mean(d), test$conf.int)); say(set, "deviation", s); say(set, "freedom", freedom)
  say(set, "lower", limit(mean(d), s, freedom, weight, -z)); say(set, "upper", limit(mean(d), s, freedom, weight, z))
  if (sw > 0) {
    v <- sw^2 / m + sx^2 / r
    f <- if (sx == 0) { # a model of the differences of single measurements
      a <- anova(lm(dd ~ k, data.frame(dd = y - mx[match(y.of, at)], k = factor(y.of)))); c(a$F[1], a$Df, a[["Pr(>F)"]][1])
    } else {
      below <- (sw^2 * mean(1 / m) + sx^2 * mean(1 / r))^2 / ((sw^2 * mean(1 / m))^2 / (length(y) - n) + (sx^2 * mean(1 / r))^2 / (length(x) - n))
      statistic <- sum((d - weighted.mean(d, 1 / v))^2 / v) / (n - 1)
      c(statistic, n - 1, below, pf(statistic, n - 1, below, lower.tail = FALSE))
    }
    say(set, "f", f)
  }
  ratio <- if (sw > 0 && sx > 0) (sw^2 * mean(1 / m)) / (sx^2 * mean(1 / r)) else 1
  whole <- deming(mx, my, ratio)
  pseudo <- sapply(1:n, function(i) n * whole - (n - 1) * deming(mx[-i], my[-i], ratio))
  for (k in 1:2) say(set, c("slope", "offset")[k], c(whole[k], whole[k] + c(-1, 1) * qt(0.975, n - 2) * sqrt(var(pseudo[k, ]) / n)))
  say(set, "ratio", ratio)
}

# Bland and Altman (1986), table 1: peak flow by a Wright meter and a mini meter, first and second reading [l/min]
wright <- cbind(c(494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427), c(490, 397, 512, 401, 470, 611, 415, 431, 638, 429, 420, 633, 275, 492, 165, 372, 421))
mini <- cbind(c(512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451), c(525, 415, 508, 444, 500, 625, 460, 390, 642, 432, 420, 605, 227, 467, 268, 370, 443))
agree("flow", mini[, 1], 0:16, wright[, 1], 0:16)
agree("flows", c(t(mini)), rep(0:16, each = 2), c(t(wright)), rep(0:16, each = 2))

set.seed(1)
at <- rep(0:7, c(1, 2, 3, 4, 2, 5, 3, 2)); truth <- 0.2 + 0.03 * (0:7)
agree("unequal", truth, 0:7, 1.02 * truth[at + 1] - 0.004 + rnorm(8, 0, 0.002)[at + 1] + rnorm(length(at), 0, 0.003), at)
x.of <- rep(0:11, each = 6); y.of <- rep(0:11, each = 3); truth <- 5 + 2 * (0:11)
agree("drawn", truth[x.of + 1] + rnorm(length(x.of), 0, 0.4), x.of, 0.95 * truth[y.of + 1] + 0.3 + rnorm(length(y.of), 0, 0.2), y.of)
write_all("agreement.csv")
