#!/usr/bin/env Rscript
# Writes linear models of data sets that come with R, as R's lm, predict and glm see them: <set>.csv and models.csv in the folder named.
# Not needed to build or to test. usage: stat-models.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))
rss <- function(y, x) sum(qr.resid(qr(x, tol = 1e-10), y)^2)
rank <- function(x) qr(x, tol = 1e-10)$rank
# sums of squares by leaving out, of the columns as lm made them; `within` says which terms contain others
anova_by_columns <- function(fit, type) {
  x <- model.matrix(fit); y <- model.response(model.frame(fit)); term <- attr(x, "assign")
  label <- attr(terms(fit), "term.labels"); parts <- strsplit(gsub("I\\((.*)\\^2\\)", "\\1:\\1", label), ":")
  count <- function(part, of) sum(of == part)
  holds <- function(a, b) all(sapply(unique(parts[[a]]), function(p) count(p, parts[[a]]) <= count(p, parts[[b]])))
  sapply(seq_along(label), function(t) {
    keep <- if (type == 3) term != t else !(term %in% which(sapply(seq_along(label), function(o) o == t || holds(t, o))))
    with <- keep | term == t
    c(rss(y, x[, keep, drop = FALSE]) - rss(y, x[, with, drop = FALSE]), rank(x[, with, drop = FALSE]) - rank(x[, keep, drop = FALSE]))
  })
}
linear <- function(set, formula, data, point = NULL) {
  save(set, data)
  fit <- lm(formula, data); s <- summary(fit); error <- s$sigma^2; df <- fit$df.residual
  known <- !is.na(coef(fit))
  b <- coef(fit); se <- b; se[known] <- s$coefficients[, 2]; p <- b; p[known] <- s$coefficients[, 4]
  say(set, "coefficient", b); say(set, "error", se); say(set, "p", p)
  limits <- confint(fit, level = 0.95); say(set, "low", limits[, 1]); say(set, "high", limits[, 2])
  say(set, "deviation", s$sigma); say(set, "r2", s$r.squared); say(set, "adjusted", s$adj.r.squared)
  say(set, "f", s$fstatistic[1]); say(set, "f-p", pf(s$fstatistic[1], s$fstatistic[2], s$fstatistic[3], lower.tail = FALSE))
  h <- hatvalues(fit); say(set, "press", sum((resid(fit) / (1 - h))^2)); say(set, "leverage", h[1])
  x <- model.matrix(fit)[, known]
  vif <- sapply(2:ncol(x), function(j) sum((x[, j] - mean(x[, j]))^2) / rss(x[, j], x[, -j]))
  full <- rep(NA, length(b)); full[which(known)[-1]] <- vif; say(set, "inflation", full)
  suppressWarnings({
    say(set, "mean", predict(fit, data[1, ], interval = "confidence", level = 0.95)[1, ])
    say(set, "new", predict(fit, data[1, ], interval = "prediction", level = 0.95)[1, ])
  })
  one <- anova(fit); n <- nrow(one) - 1
  tests <- list(`1` = rbind(one$"Sum Sq"[1:n], one$Df[1:n]), `2` = anova_by_columns(fit, 2), `3` = anova_by_columns(fit, 3))
  for (type in names(tests)) {
    t <- tests[[type]]
    # R leaves terms without freedom out of the first
    for (i in seq_len(ncol(t))) {
      f <- t[1, i] / t[2, i] / error
      say(set, sprintf("anova%s.%d.sum", type, i), t[1, i]); say(set, sprintf("anova%s.%d.freedom", type, i), t[2, i])
      say(set, sprintf("anova%s.%d.p", type, i), if (t[2, i] > 0) pf(f, t[2, i], df, lower.tail = FALSE) else NA)
    }
  }
  if (!is.null(point)) {
    y <- model.response(model.frame(fit)); each <- lm(y ~ point); lack <- deviance(fit) - deviance(each); free <- df - each$df.residual
    say(set, "pure", deviance(each))
    if (free > 0) {
      f <- lack / free / (deviance(each) / each$df.residual)
      say(set, "lack-f", f); say(set, "lack-p", pf(f, free, each$df.residual, lower.tail = FALSE))
    }
  }
}
logistic <- function(set, formula, data) {
  save(set, data)
  fit <- glm(formula, binomial, data, control = glm.control(epsilon = 1e-15, maxit = 100))
  # glm's errors are those of the last but one iteration
  x <- model.matrix(fit); mu <- fitted(fit); error <- sqrt(diag(solve(t(x) %*% (x * mu * (1 - mu)))))
  say(set, "coefficient", coef(fit)); say(set, "error", error); say(set, "p", 2 * pnorm(-abs(coef(fit) / error)))
  say(set, "deviance", deviance(fit)); say(set, "null-deviance", fit$null.deviance)
}
data(warpbreaks, npk, mtcars, airquality, swiss, PlantGrowth, ToothGrowth, stackloss, infert)
linear("warpbreaks", breaks ~ wool + tension + wool:tension, warpbreaks, factor(paste(warpbreaks$wool, warpbreaks$tension)))
linear("npk", yield ~ block + N + P + K + N:P + N:K + P:K + N:P:K, npk[, c("yield", "block", "N", "P", "K")])
cars <- data.frame(mpg = mtcars$mpg, cyl = factor(mtcars$cyl), am = factor(mtcars$am), wt = mtcars$wt)
linear("mtcars", mpg ~ cyl + am + wt + cyl:am, cars)
air <- na.omit(airquality)[, c("Ozone", "Wind", "Temp")]; air$Wind <- (air$Wind - 10) / 10; air$Temp <- (air$Temp - 78) / 20
linear("airquality", Ozone ~ Wind + Temp + I(Wind^2) + Wind:Temp + I(Temp^2), air)
linear("swiss", Fertility ~ Agriculture + Examination + Education + Catholic + Infant.Mortality, swiss)
linear("plantgrowth", weight ~ group, PlantGrowth, PlantGrowth$group)
tooth <- data.frame(len = ToothGrowth$len, supp = ToothGrowth$supp, dose = ToothGrowth$dose)
linear("toothgrowth", len ~ supp + dose + supp:dose, tooth, factor(paste(tooth$supp, tooth$dose)))
linear("stackloss", stack.loss ~ Air.Flow + Water.Temp + Acid.Conc., stackloss[, c("stack.loss", "Air.Flow", "Water.Temp", "Acid.Conc.")])
logistic("infert", case ~ age + parity + induced + spontaneous, infert[, c("case", "age", "parity", "induced", "spontaneous")])
logistic("engines", vs ~ mpg, mtcars[, c("vs", "mpg")])
for (case in list(c(0, 300), c(3, 2000), c(0, 30), c(7, 20), c(20, 20), c(1, 1))) {
  set <- sprintf("rate-%d-%d", case[1], case[2])
  say(set, "exact", binom.test(case[1], case[2], conf.level = 0.95)$conf.int)
  say(set, "wilson", suppressWarnings(prop.test(case[1], case[2], conf.level = 0.95, correct = FALSE))$conf.int)
  say(set, "bound.low", binom.test(case[1], case[2], conf.level = 0.95, alternative = "greater")$conf.int[1])
  say(set, "bound.high", binom.test(case[1], case[2], conf.level = 0.95, alternative = "less")$conf.int[2])
}
for (table in list(c(5, 100, 1, 100), c(0, 50, 12, 150), c(3, 7, 9, 11)))
  say(paste(c("fisher", table), collapse = "-"), "p", fisher.test(matrix(c(table[1], table[2] - table[1], table[3], table[4] - table[3]), 2))$p.value)
x <- swiss$Fertility; n <- length(x); t <- t.test(x)
say("summary", "mean", mean(x)); say("summary", "deviation", sd(x)); say("summary", "median", median(x)); say("summary", "robust", mad(x))
say("summary", "percentile", quantile(x, c(.01, .05, .25, .5, .75, .95, .99), names = FALSE)); say("summary", "mean-interval", t$conf.int)
say("summary", "deviation-interval", sd(x) * sqrt((n - 1) / qchisq(c(.975, .025), n - 1)))
cp <- (100 - 40) / (6 * sd(x)); cpk <- min(100 - mean(x), mean(x) - 40) / (3 * sd(x))
say("summary", "cp", cp); say("summary", "cpk", cpk); say("summary", "cp-interval", cp * sqrt(qchisq(c(.025, .975), n - 1) / (n - 1)))
say("summary", "cpk-interval", cpk + qnorm(c(.025, .975)) * sqrt(1 / (9 * n) + cpk^2 / (2 * (n - 1))))
say("summary", "ratios", c(-10 * log10(mean(x^2)), -10 * log10(mean(1 / x^2)), 10 * log10(mean(x)^2 / var(x))))
writeLines(c("set,what,value", out), file.path(folder, "models.csv"))
