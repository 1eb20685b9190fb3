# Writes predictions of linear and logistic models at the mean of each variable: tests/data/stat/predict.csv.
# Not needed to build or to test. usage: Rscript stat-predict.R >tests/data/stat/predict.csv
cat("set,what,value\n")
say <- function(set, what, value) cat(sprintf("%s,%s,%.17g\n", set, what, value))

linear <- function(set, data, response) {
    names(data)[names(data) == response] <- "y"
    x <- setdiff(names(data), "y")
    f <- as.formula(paste("y ~ (", paste(x, collapse = " + "), ")^2 +", paste0("I(", x, "^2)", collapse = " + ")))
    m <- lm(f, data)
    at <- as.data.frame(t(colMeans(data)))
    mean <- predict(m, at, interval = "confidence")
    run <- predict(m, at, interval = "prediction")
    say(set, "mean", mean[1]); say(set, "mean.low", mean[2]); say(set, "mean.high", mean[3])
    say(set, "run.low", run[2]); say(set, "run.high", run[3])
}
linear("swiss", swiss, "Fertility")
linear("stackloss", stackloss, "stack.loss")
linear("airquality", na.omit(airquality)[, c(1, 3, 4)], "Ozone")

share <- function(set, data, happened) {
    data$happened <- happened
    m <- glm(happened ~ ., binomial, data, epsilon = 1e-14)
    at <- as.data.frame(t(colMeans(data)))
    link <- predict(m, at, se.fit = TRUE)
    say(set, "jam", plogis(link$fit))
    say(set, "jam.low", plogis(link$fit - qnorm(0.975) * link$se.fit))
    say(set, "jam.high", plogis(link$fit + qnorm(0.975) * link$se.fit))
}
share("swiss", swiss[, 2:6], swiss$Fertility > 70)
share("stackloss", stackloss[, c(2, 3)], stackloss$stack.loss > 13)
share("airquality", na.omit(airquality)[, c(3, 4)], na.omit(airquality)$Ozone > 40)
