# Shared by the scripts that write references from R: rows "set,what,value" and data sets by columns.
folder <- commandArgs(TRUE)[1]
options(digits = 17, contrasts = c("contr.sum", "contr.poly"))
out <- character()
say <- function(set, what, value) {
  for (i in seq_along(value)) {
    key <- if (length(value) > 1) paste0(what, ".", i - 1) else what
    out <<- c(out, sprintf("%s,%s,%.17g", set, key, value[i]))
  }
}
# a row of numbers: levels are counted from 0, their columns are marked
save <- function(set, data) {
  shown <- data.frame(lapply(data, function(x) if (is.factor(x)) as.integer(x) - 1L else x))
  names(shown) <- paste0(names(data), ifelse(sapply(data, is.factor), sprintf("@%d", sapply(data, nlevels)), ""))
  lines <- apply(shown, 1, function(row) paste(sprintf("%.17g", row), collapse = ","))
  writeLines(c(paste(names(shown), collapse = ","), lines), file.path(folder, paste0(set, ".csv")))
}
write_all <- function(name) writeLines(c("set,what,value", out), file.path(folder, name))
