# Profile intervals of R (nls, MASS::confint), to be compared with those of stat-calibrate.py. usage: Rscript stat-calibrate.R
fit <- nls(rate ~ Vm * conc / (K + conc), Puromycin, subset = state == "treated", start = c(Vm = 200, K = 0.05))
print(summary(fit)$coefficients, digits = 12)
print(MASS:::confint.nls(fit), digits = 9)
