/* Noise: parameters that the machine does not choose, with their distributions. */
#include <math.h>

#include "model/object.h"

#include "design/params.h"

/* arguments in the order of the distribution's parameters (probability/distribution.h) */
#define ARGUMENT(i_, name_, help_)                                                                 \
    QUIRE_TEXT(struct quire_noise_params, argument[i_], name_, QUIRE_REQUIRED, help_)
#define PARAMETER                                                                                  \
    QUIRE_TEXT(struct quire_noise_params, parameter, "parameter", QUIRE_REQUIRED,                  \
               "parameter of the model that scatters"),                                            \
        QUIRE_REAL(struct quire_noise_params, cost, "cost", "", QUIRE_OPTIONAL,                    \
                   QUIRE_FROM_TO(0, 1e12),                                                         \
                   "cost of a piece with the present tolerance, in any unit (for tolerances); "    \
                   "default: the tolerance is not changed",                                        \
                   NULL),                                                                          \
        QUIRE_REAL(struct quire_noise_params, cost_exponent, "cost-exponent", "", "1",             \
                   QUIRE_POSITIVE,                                                                 \
                   "cost exponent: half the tolerance costs 2^cost-exponent times as much (for "   \
                   "tolerances)",                                                                  \
                   NULL)
#define PER                                                                                        \
    QUIRE_CHOICE(struct quire_noise_params, per, "per", "run|block", "run",                        \
                 "block: drawn once for each block or whole plot, and shared by all its runs")

#define NOISE(symbol_, variant_, help_, equation_, example_)                                       \
    const struct quire_kind quire_kind_noise_##symbol_ = {                                         \
        .family = &quire_family_noise,                                                             \
        .element = "noise",                                                                        \
        .selector = "distribution",                                                                \
        .variant = variant_,                                                                       \
        .size = sizeof(struct quire_noise_params),                                                 \
        .fields = symbol_##_fields,                                                                \
        .help = help_,                                                                             \
        .equation = equation_,                                                                     \
        .example = example_,                                                                       \
    }

static const struct quire_field normal_fields[] = {
    PARAMETER,
    ARGUMENT(0, "mean", "mean, with its unit"),
    ARGUMENT(1, "deviation", "standard deviation, with its unit"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(normal, "normal",
      "Normal (Gaussian) noise: the sum of many small causes. It has no bounds; for quantities "
      "that must stay positive use another distribution.",
      "density(x) = exp(-(x - mean)^2/(2 deviation^2)) / (deviation sqrt(2 pi))",
      "<noise parameter=\"curl\" distribution=\"normal\" mean=\"0 m^-1\" deviation=\"0.5 m^-1\"/>");

static const struct quire_field truncated_fields[] = {
    PARAMETER,
    ARGUMENT(0, "mean", "mean of the whole normal distribution"),
    ARGUMENT(1, "deviation", "standard deviation of the whole normal distribution"),
    ARGUMENT(2, "low", "lower cut-off"),
    ARGUMENT(3, "high", "upper cut-off"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(truncated, "truncated-normal",
      "Normal noise truncated to the range from low to high, for example after an inspection.",
      "density(x) proportional to exp(-(x - mean)^2/(2 deviation^2)) for low <= x <= high",
      "<noise parameter=\"thickness\" distribution=\"truncated-normal\" mean=\"0.1 mm\" "
      "deviation=\"5 um\" low=\"0.09 mm\" high=\"0.11 mm\"/>");

static const struct quire_field uniform_fields[] = {
    PARAMETER,       ARGUMENT(0, "low", "least value"), ARGUMENT(1, "high", "largest value"), PER,
    QUIRE_FIELD_END,
};
NOISE(uniform, "uniform",
      "All values between low and high are equally likely. Use it for a tolerance if only its "
      "limits are known.",
      "density(x) = 1/(high - low) for low <= x <= high",
      "<noise parameter=\"shift\" distribution=\"uniform\" low=\"-1 mm\" high=\"1 mm\"/>");

static const struct quire_field lognormal_fields[] = {
    PARAMETER,
    ARGUMENT(0, "median", "median, positive"),
    ARGUMENT(
        1, "deviation",
        "standard deviation of the natural logarithm, a plain number; 0.1: about 10 % up or down"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(
    lognormal, "lognormal",
    "The logarithm is normal. For positive values that scatter by ratios, for example stiffness "
    "and friction.",
    "ln x is normal with mean ln(median) and standard deviation `deviation`",
    "<noise parameter=\"modulus\" distribution=\"lognormal\" median=\"4 GPa\" deviation=\"0.1\"/>");

static const struct quire_field triangular_fields[] = {
    PARAMETER,
    ARGUMENT(0, "low", "least value"),
    ARGUMENT(1, "mode", "most likely value"),
    ARGUMENT(2, "high", "largest value"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(triangular, "triangular",
      "A smallest, a most likely and a largest value, as estimated by an expert.",
      "density(x) rises linearly from low to mode and falls to high",
      "<noise parameter=\"humidity_swell\" distribution=\"triangular\" low=\"0\" mode=\"0.1 %\" "
      "high=\"0.4 %\"/>");

static const struct quire_field weibull_fields[] = {
    PARAMETER,
    ARGUMENT(0, "scale", "scale, exceeded by 36.8 % of all values; positive"),
    ARGUMENT(1, "shape", "shape, a plain number; 1: exponential, 3.6: nearly symmetric"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(weibull, "weibull",
      "Positive values with a long or a short tail: wear, lifetimes, strengths.",
      "P(X > x) = exp(-(x/scale)^shape), x >= 0",
      "<noise parameter=\"wear\" distribution=\"weibull\" scale=\"0.1 mm\" shape=\"1.5\"/>");

static const struct quire_field discrete_fields[] = {
    PARAMETER,
    ARGUMENT(0, "levels",
             "list of values, separated by commas: quantities, or words such as names of media"),
    QUIRE_TEXT(
        struct quire_noise_params, argument[1], "weights", QUIRE_OPTIONAL,
        "relative frequencies of the values: numbers separated by commas; default: all equal"),
    PER,
    QUIRE_FIELD_END,
};
NOISE(discrete, "discrete",
      "A few values, each with its probability, for example the media fed to a machine. Outer "
      "designs that draw their points keep the weights (latin-hypercube, sobol, saltelli). In an "
      "array, each level must occur in proportion to its weight.",
      "P(X = level i) = weight i / sum of weights",
      "<noise parameter=\"medium\" distribution=\"discrete\" levels=\"plain-80, card-300\" "
      "weights=\"9, 1\"/>");
