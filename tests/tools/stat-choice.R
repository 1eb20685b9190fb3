#!/usr/bin/env Rscript
# Writes choice.csv and data sets to the folder named: best models by AICc of all that keep heredity, diagnostics of runs, Box-Cox powers.
# Not needed to build or to test. usage: stat-choice.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))
suppressMessages({library(MASS); library(leaps); library(boot)})

# ---- the best of all models that keep heredity; terms are vectors of predictors' numbers, as in stat/regressors.h
aicc <- function(m, rank, rss) { k <- rank + 1; m * log(rss / m) + 2 * k + 2 * k * (k + 1) / (m - k - 1) }
within_term <- function(a, b) all(sapply(unique(a), function(p) sum(a == p) <= sum(b == p)))
exhaustive <- function(set, y, x, terms) {
  column <- sapply(terms, function(t) apply(x[, t, drop = FALSE], 1, prod))
  n <- length(terms); m <- length(y); best <- Inf
  needs <- lapply(seq_len(n), function(t) setdiff(which(sapply(terms, within_term, terms[[t]])), t))
  for (mask in 0:(2^n - 1)) {
    keep <- bitwAnd(mask, 2^(seq_len(n) - 1)) > 0
    if (!all(keep[unlist(needs[keep])])) next
    if (m - sum(keep) - 3 <= 0) next
    f <- .lm.fit(cbind(1, column[, keep, drop = FALSE]), y)
    value <- aicc(m, f$rank, sum(f$residuals^2))
    if (value < best) { best <- value; kept <- keep; rss <- sum(f$residuals^2) }
  }
  full <- .lm.fit(cbind(1, column), y)
  say(set, "aicc", best); say(set, "sum", rss); say(set, "full-aicc", aicc(m, full$rank, sum(full$residuals^2)))
  say(set, "kept", as.numeric(kept))
}
second_order <- function(k) c(as.list(seq_len(k)), if (k > 1) combn(k, 2, simplify = FALSE), lapply(seq_len(k), function(i) c(i, i)))
scaled <- function(x) apply(as.matrix(x), 2, function(v) 2 * (v - min(v)) / (max(v) - min(v)) - 1)
coded <- function(set, data, terms) {
  data <- data.frame(data[1], scaled(data[-1])); save(set, data); exhaustive(set, data[[1]], as.matrix(data[-1]), terms)
}
coded("choice-swiss", swiss, c(as.list(1:5), combn(5, 2, simplify = FALSE)))
coded("choice-mtcars", mtcars, as.list(1:10))
coded("choice-stackloss", stackloss[, c(4, 1, 2, 3)], second_order(3))
# main effects of mtcars once more, by leaps: the best of each size
by_size <- summary(regsubsets(mpg ~ ., mtcars, nvmax = 10))
say("choice-mtcars", "leaps", min(aicc(32, seq_along(by_size$rss) + 1, by_size$rss)))

# ---- diagnostics
diagnose <- function(set, formula, data) {
  save(set, data); fit <- lm(formula, data); some <- unique(c(1:5, which.max(hatvalues(fit)), which.max(abs(rstudent(fit))), nrow(data)))
  say(set, "run", some - 1); say(set, "leverage", hatvalues(fit)[some]); say(set, "internal", rstandard(fit)[some])
  say(set, "external", rstudent(fit)[some]); say(set, "cook", cooks.distance(fit)[some]); say(set, "dffits", dffits(fit)[some])
}
diagnose("diagnose-stackloss", stack.loss ~ Air.Flow + Water.Temp + Acid.Conc., stackloss[, c(4, 1, 2, 3)])
diagnose("diagnose-swiss", Fertility ~ Agriculture + Examination + Education + Catholic + Infant.Mortality, swiss)
diagnose("diagnose-quine", Days ~ Eth + Sex + Age + Lrn + Eth:Sex, quine[, c("Days", "Eth", "Sex", "Age", "Lrn")])

# ---- Box-Cox; MASS::boxcox gives the profile at places, its top and the interval are found here by optimize and uniroot
power <- function(set, formula, data, places = c(-1.5, -0.5, 0, 0.015, 0.3, 1, 1.75)) {
  save(set, data)
  profile <- function(lambda) { lambda <<- lambda; boxcox(fit, lambda = lambda, plotit = FALSE, interp = FALSE)$y }
  fit <- lm(formula, data, y = TRUE, qr = TRUE)
  top <- optimize(profile, c(-2, 2), maximum = TRUE, tol = 1e-10)
  wanted <- top$objective - qchisq(0.95, 1) / 2
  end <- function(to) uniroot(function(l) profile(l) - wanted, sort(c(top$maximum, to)), tol = 1e-12)$root
  say(set, "lambda", top$maximum); say(set, "most", top$objective); say(set, "low", end(-2)); say(set, "high", end(2))
  say(set, "place", places); say(set, "profile", sapply(places, profile))
}
power("boxcox-trees", Volume ~ height + girth, data.frame(Volume = trees$Volume, height = log(trees$Height), girth = log(trees$Girth)))
power("boxcox-poisons", time ~ poison + treat, poisons[, c("time", "poison", "treat")])
power("boxcox-quine", Days ~ Eth * Sex * Age * Lrn, data.frame(Days = quine$Days + 1, quine[, c("Eth", "Sex", "Age", "Lrn")]))

# ---- lack of fit: the model against that of the groups, which are saved as the last column
lack <- function(set, formula, data, group) {
  data$group <- group; save(set, data); a <- anova(lm(formula, data), lm(update(formula, . ~ group), data))
  say(set, "pure", a$RSS[2]); say(set, "pure-freedom", a$Res.Df[2]); say(set, "lack", a$"Sum of Sq"[2]); say(set, "lack-freedom", a$Df[2])
  say(set, "lack-f", a$F[2]); say(set, "lack-p", a$"Pr(>F)"[2])
}
lack("lack-cars", dist ~ speed, cars[, c("dist", "speed")], factor(cars$speed))
lack("lack-poisons", time ~ poison + treat, poisons[, c("time", "poison", "treat")], factor(paste(poisons$poison, poisons$treat)))
tooth <- data.frame(len = ToothGrowth$len, supp = ifelse(ToothGrowth$supp == "OJ", -1, 1), dose = ToothGrowth$dose)
lack("lack-toothgrowth", len ~ supp + dose + I(dose^2), tooth, factor(paste(tooth$supp, tooth$dose)))
write_all("choice.csv")
