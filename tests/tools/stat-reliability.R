# Writes what R says of fitted distributions and their quantiles, for tests/data/stat/reliability.csv. Not needed to build or to test.
# Three sets that come with R: airquality (Ozone), trees (Volume), and cars (dist); fits by optim() of the likelihood from those of MASS::fitdistr.
# usage: Rscript stat-reliability.R >tests/data/stat/reliability.csv
library(MASS)
options(digits = 17)
say <- function(set, what, value) cat(sprintf("%s,%s,%.17g\n", set, what, value))
cat("set,what,value\n")
sets <- list(ozone = airquality$Ozone[!is.na(airquality$Ozone)], trees = trees$Volume, cars = cars$dist)
tail <- pnorm(-3)
fine <- function(x, density, start) {
  f <- function(p) { v <- -sum(density(x, exp(p[1]), exp(p[2]))); if (is.finite(v)) v else 1e10 }
  p <- log(start)
  for (i in 1:6) p <- optim(p, f, control = list(reltol = 1e-16, maxit = 20000))$par
  for (i in 1:3) p <- optim(p, f, method = "BFGS", control = list(reltol = 1e-16, maxit = 2000))$par
  exp(p)
}
for (name in names(sets)) {
  x <- sets[[name]]
  n <- length(x)
  say(name, "n", n)
  for (i in seq_along(x)) say(name, sprintf("x.%d", i - 1), x[i])
  limits <- c(0.5 * min(x), 2 * max(x))
  say(name, "minimum", limits[1])
  say(name, "maximum", limits[2])
  fits <- list(normal = fitdistr(x, "normal"), lognormal = fitdistr(x, "lognormal"), weibull = suppressWarnings(fitdistr(x, "weibull")), gamma = suppressWarnings(fitdistr(x, "gamma")))
  w <- fine(x, function(x, a, b) dweibull(x, shape = a, scale = b, log = TRUE), unname(fits$weibull$estimate))
  g <- fine(x, function(x, a, b) dgamma(x, shape = a, scale = b, log = TRUE), c(fits$gamma$estimate[[1]], 1 / fits$gamma$estimate[[2]]))
  p <- list(normal = unname(fits$normal$estimate), lognormal = c(exp(fits$lognormal$estimate[[1]]), fits$lognormal$estimate[[2]]), weibull = rev(w), gamma = rev(g))
  q <- list(normal = function(u) qnorm(u, p$normal[1], p$normal[2]), lognormal = function(u) qlnorm(u, log(p$lognormal[1]), p$lognormal[2]),
            weibull = function(u) qweibull(u, p$weibull[2], p$weibull[1]), gamma = function(u) qgamma(u, p$gamma[2], scale = p$gamma[1]))
  d <- list(normal = function(x) pnorm(x, p$normal[1], p$normal[2]), lognormal = function(x) plnorm(x, log(p$lognormal[1]), p$lognormal[2]),
            weibull = function(x) pweibull(x, p$weibull[2], p$weibull[1]), gamma = function(x) pgamma(x, p$gamma[2], scale = p$gamma[1]))
  for (f in names(p)) {
    l <- switch(f, normal = sum(dnorm(x, p[[f]][1], p[[f]][2], log = TRUE)), lognormal = sum(dlnorm(x, log(p[[f]][1]), p[[f]][2], log = TRUE)),
                weibull = sum(dweibull(x, p[[f]][2], p[[f]][1], log = TRUE)), gamma = sum(dgamma(x, p[[f]][2], scale = p[[f]][1], log = TRUE)))
    say(name, paste0(f, ".first"), p[[f]][1])
    say(name, paste0(f, ".second"), p[[f]][2])
    say(name, paste0(f, ".fitdistr"), fits[[f]]$loglik)
    say(name, paste0(f, ".likelihood"), l)
    say(name, paste0(f, ".criterion"), -2 * l + 4 + 12 / (n - 3))
    quantiles <- q[[f]](c(tail, 0.5, 1 - tail))
    say(name, paste0(f, ".pp"), diff(limits) / (quantiles[3] - quantiles[1]))
    say(name, paste0(f, ".ppk"), min((limits[2] - quantiles[2]) / (quantiles[3] - quantiles[2]), (quantiles[2] - limits[1]) / (quantiles[2] - quantiles[1])))
    say(name, paste0(f, ".within"), d[[f]](limits[2]) - d[[f]](limits[1]))
  }
}
