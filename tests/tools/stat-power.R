#!/usr/bin/env Rscript
# Writes noncentral.csv (tails by Poisson sums of pbeta and pgamma, of t by quadrature; and R's own pf, pchisq, pt) and power.csv (power.t.test,
# pwr.f2.test, efficiencies of designs from their definitions) to the folder named. Not needed to build or to test. usage: stat-power.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))
suppressMessages(library(pwr))

# ---- noncentral distributions
lines <- "kind,a,b,ncp,x,below,above,r"
note <- function(kind, a, b, ncp, x, t, r)
  lines <<- c(lines, sprintf("%s,%g,%g,%g,%.17g,%.17g,%.17g,%.17g", kind, a, b, ncp, x, t[1], t[2], r))
mixture <- function(ncp, tail) { j <- 0:(ncp / 2 + 40 * sqrt(ncp / 2 + 1) + 100); w <- dpois(j, ncp / 2); c(sum(rev(w * tail(j, TRUE))), sum(rev(w * tail(j, FALSE)))) }
student <- function(n, d, x) {
  density <- function(s) exp(log(2) + n / 2 * log(n / 2) - lgamma(n / 2) + (n - 1) * log(s) - n * s^2 / 2)
  ends <- unique(c(0, pmax(0, 1 + c(-12, -6, -3, -2, -1, -0.5, 0, 0.5, 1, 2, 3, 6, 12, 24) / sqrt(2 * n))))
  mean_of <- function(lower) sum(mapply(function(l, h) integrate(function(s) density(s) * pnorm(x * s - d, lower.tail = lower), l, h, rel.tol = 1e-13, abs.tol = 0, stop.on.error = FALSE)$value, head(ends, -1), ends[-1]))
  c(mean_of(TRUE), mean_of(FALSE))
}
for (a in c(1, 2, 5, 40, 1000)) for (ncp in c(0, 0.5, 10, 200)) {
  mean <- (a + ncp) / a
  for (b in c(1, 5, 30, 1000)) for (x in c(0.02, 0.7, 1, 1.3, 5) * mean) {
    z <- x * a / (x * a + b); y <- b / (x * a + b)
    note("fisher", a, b, ncp, x, mixture(ncp, function(j, low) if (z < 0.5) pbeta(z, a / 2 + j, b / 2, lower.tail = low) else pbeta(y, b / 2, a / 2 + j, lower.tail = !low)), pf(x, a, b, ncp))
  }
  for (x in c(0.02, 0.7, 1, 1.3, 3) * a * mean)
    note("chi-square", a, 0, ncp, x, mixture(ncp, function(j, low) pgamma(x / 2, a / 2 + j, lower.tail = low)), pchisq(x, a, ncp))
}
for (a in c(1, 2, 5, 40, 1000)) for (ncp in c(0, 0.3, 2, 14)) for (x in c(-1.5, 0, 0.4, 0.8 * ncp + 0.1, ncp + 1, 2 * ncp + 3))
  note("student", a, 0, ncp, x, student(a, ncp, x), suppressWarnings(pt(x, a, ncp)))
writeLines(lines, file.path(folder, "noncentral.csv"))

# ---- power
i <- 0
for (case in list(c(20, 1, 0.05), c(5, 2, 0.01), c(60, 0.4, 0.1), c(2, 3, 0.05))) {
  p <- power.t.test(n = case[1], delta = case[2], sd = 1, sig.level = case[3], strict = TRUE)$power
  say("t-test", paste0("case", i), c(case, p)); i <- i + 1
}
i <- 0
for (case in list(c(1, 5, 0.9, 0.05), c(3, 20, 0.8, 0.05), c(10, 89, 0.95, 0.01), c(2, 3, 0.9, 0.1), c(5, 200, 0.5, 0.05))) {
  u <- case[1]; v <- case[2]; limit <- qf(case[4], u, v, lower.tail = FALSE)
  f2 <- uniroot(function(f2) pwr.f2.test(u = u, v = v, f2 = f2, sig.level = case[4])$power - case[3], c(1e-4, 300), tol = 1e-14)$root
  say("f2-test", paste0("case", i), c(case, f2 * (u + v + 1))); i <- i + 1
}

# ---- designs: power of terms by pf, efficiencies by their definitions; terms are columns of model.matrix by `assign`
design <- function(set, formula, data, region, effect = 1.5) {
  save(set, data.frame(y = 0, data)); save(paste0(set, "-region"), data.frame(y = 0, region))
  x <- model.matrix(formula, data); z <- model.matrix(formula, region); n <- nrow(x); p <- ncol(x); term <- attr(x, "assign")
  s <- solve(crossprod(x)); m <- crossprod(x) / n; v <- rowSums((z %*% s) * z)
  say(set, "d", det(m)^(1 / p)); say(set, "a", p / sum(diag(solve(m)))); say(set, "g", p / max(n * v)); say(set, "i", p / mean(n * v))
  say(set, "mean", mean(v)); say(set, "largest", max(v))
  for (t in seq_len(max(term))) {
    at <- which(term == t); rows <- unique(x[, at, drop = FALSE]); c <- s[at, at, drop = FALSE]
    worst <- max(sapply(seq_len(nrow(rows)), function(i) sapply(seq_len(nrow(rows)), function(k) { d <- rows[i, ] - rows[k, ]; sum(d * (c %*% d)) })))
    d1 <- length(at); limit <- qf(0.05, d1, n - p, lower.tail = FALSE)
    power_of <- function(e) 1 - sum(dpois(0:2000, e^2 / worst / 2) * pbeta(limit * d1 / (limit * d1 + n - p), d1 / 2 + 0:2000, (n - p) / 2))
    say(set, paste0("variance", t), worst); say(set, paste0("power", t), power_of(effect))
    say(set, paste0("effect", t), uniroot(function(e) power_of(e) - 0.9, c(1e-3, 50), tol = 1e-13)$root)
  }
}
two <- expand.grid(a = c(-1, 1), b = c(-1, 1), c = c(-1, 1))
fine <- seq(-1, 1, length.out = 11)
design("power-factorial", ~ a + b + c + a:b + a:c, rbind(two, two), two)
composite <- rbind(expand.grid(a = c(-1, 1), b = c(-1, 1)), data.frame(a = c(-1.4, 1.4, 0, 0, 0, 0, 0), b = c(0, 0, -1.4, 1.4, 0, 0, 0)))
design("power-composite", ~ a + b + a:b + I(a^2) + I(b^2), composite, expand.grid(a = fine, b = fine))
words <- data.frame(a = factor(c(1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 2, 1)), b = c(-1, 0, 1, 1, -1, 0, 1, -1, -0.5, 0, 0.5, 1, 1, -1))
design("power-words", ~ a + b + a:b, words, expand.grid(a = factor(1:3), b = fine))
write_all("power.csv")
