#!/usr/bin/env Rscript
# Writes mixed.csv and data sets to the folder named: mixed models by lme4 (REML), Satterthwaite's degrees of freedom by lmerTest, Kenward and Roger's by
# pbkrtest. Not needed to build or to test. usage: stat-mixed.R tests/data/stat
here <- dirname(sub("--file=", "", grep("--file=", commandArgs(FALSE), value = TRUE)))
source(file.path(here, "stat-common.R"))
suppressMessages({library(lme4); library(lmerTest); library(pbkrtest); data(Oats, package = "nlme")})

# `groups` are columns of the data, in the order of the model's random terms
fit_all <- function(set, fixed, groups, data) {
  columns <- c(all.vars(fixed), groups); kept <- data[columns]; save(set, kept)
  formula <- as.formula(paste(deparse(fixed), "+", paste0("(1|", groups, ")", collapse = " + ")))
  tight <- lmerControl(optimizer = "nloptwrap", optCtrl = list(xtol_abs = 1e-12, ftol_abs = 1e-14, xtol_rel = 1e-12, ftol_rel = 1e-14, maxeval = 1e5),
                       check.conv.singular = "ignore", check.conv.grad = "ignore", check.conv.hess = "ignore")
  fit <- lmerTest::lmer(formula, kept, REML = TRUE, control = tight)
  say(set, "criterion", REMLcrit(fit))
  v <- as.data.frame(VarCorr(fit)); say(set, "variance", c(v$vcov[match(groups, v$grp)], sigma(fit)^2))
  b <- fixef(fit); k <- length(b); name <- function(what, i) paste0(what, i - 1)
  s <- coef(summary(fit, ddf = "Satterthwaite"))
  adjusted <- vcovAdj(fit)
  for (i in seq_len(k)) {
    l <- as.numeric(seq_len(k) == i); df <- s[i, "df"]; kdf <- get_Lb_ddf(fit, l); kerror <- sqrt(adjusted[i, i])
    say(set, name("value", i), s[i, 1]); say(set, name("error", i), s[i, 2]); say(set, name("freedom", i), df)
    say(set, name("low", i), s[i, 1] - qt(0.975, df) * s[i, 2]); say(set, name("high", i), s[i, 1] + qt(0.975, df) * s[i, 2])
    say(set, name("kr-error", i), kerror); say(set, name("kr-freedom", i), kdf)
    say(set, name("kr-low", i), s[i, 1] - qt(0.975, kdf) * kerror); say(set, name("kr-high", i), s[i, 1] + qt(0.975, kdf) * kerror)
  }
  term <- attr(getME(fit, "X"), "assign")
  for (t in setdiff(unique(term), 0)) {
    l <- diag(k)[term == t, , drop = FALSE]; f <- contestMD(fit, l, ddf = "Satterthwaite"); kr <- KRmodcomp(fit, l)$test["Ftest", ]
    say(set, paste0("f", t), f[["F value"]]); say(set, paste0("f-freedom", t), f[["DenDF"]]); say(set, paste0("f-p", t), f[["Pr(>F)"]])
    say(set, paste0("kr-f", t), kr[["stat"]]); say(set, paste0("kr-f-freedom", t), kr[["ddf"]]); say(set, paste0("kr-f-p", t), kr[["p.value"]])
  }
  # standard errors of variances from lmerTest's covariance of theta and sigma
  theta <- getME(fit, "theta"); sigma <- sigma(fit); at <- match(groups, names(ranef(fit)))
  j <- matrix(0, length(theta) + 1, length(theta) + 1)
  for (i in seq_along(theta)) { j[i, i] <- 2 * theta[i] * sigma^2; j[i, length(theta) + 1] <- 2 * theta[i]^2 * sigma }
  j[length(theta) + 1, length(theta) + 1] <- 2 * sigma
  error <- sqrt(diag(j %*% fit@vcov_varpar %*% t(j))); say(set, "variance-error", error[c(at, length(theta) + 1)])
  say(set, "effect", ranef(fit)[[groups[1]]][1:2, 1])
}
fit_all("mixed-dyestuff", Yield ~ 1, "Batch", Dyestuff)
fit_all("mixed-dyestuff2", Yield ~ 1, "Batch", Dyestuff2)
fit_all("mixed-penicillin", diameter ~ 1, c("plate", "sample"), Penicillin)
pastes <- transform(Pastes, whole = factor(sample)); fit_all("mixed-pastes", strength ~ 1, c("whole", "batch"), pastes)
oats <- data.frame(yield = Oats$yield, nitro = Oats$nitro, Variety = factor(Oats$Variety, levels = c("Golden Rain", "Marvellous", "Victory"), ordered = FALSE),
                   Block = factor(as.character(Oats$Block)))
oats$plot <- factor(paste(oats$Block, oats$Variety)); fit_all("mixed-oats", yield ~ nitro + Variety + nitro:Variety, c("plot", "Block"), oats)
pieces <- transform(cake, temperature = factor(as.character(temperature)), piece = factor(paste(recipe, replicate)))
fit_all("mixed-cake", angle ~ recipe + temperature + recipe:temperature, "piece", pieces)
# a split plot of 8 whole plots in 4 blocks whose blocks scatter less than their plots account for, made without random numbers
split <- expand.grid(sub = c(-1, -0.5, 0.5, 1), plot = 1:8)
split$hard <- c(-1, 1, 1, -1, -1, 1, -1, 1)[split$plot]; split$block <- factor((split$plot + 1) %/% 2)
wave <- sin(12.9898 * seq_len(32)) * 43758.5453; wave <- wave - floor(wave) - 0.5
split$y <- 10 + 2 * split$hard + 1.5 * split$sub + 0.8 * split$hard * split$sub + c(1.1, -1, 0.9, -1.2, -0.8, 1, 0.7, -0.9)[split$plot] + wave
split$plot <- factor(split$plot); fit_all("mixed-split", y ~ hard + sub + hard:sub, c("plot", "block"), split)
# unbalanced and crossed: rows of Penicillin and of the cake are left out
thin <- Penicillin[-c(1, 5, 9, 10, 33, 47, 48, 49, 50, 77, 101, 120, 121, 143), ]; fit_all("mixed-crossed", diameter ~ 1, c("plate", "sample"), thin)
torn <- pieces[-c(2, 3, 17, 40:44, 70, 98, 150, 151, 152, 200, 231, 260), ]; fit_all("mixed-torn", angle ~ recipe + temperature, c("piece"), torn)
write_all("mixed.csv")
