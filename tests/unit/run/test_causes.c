/* What is said of sheets that do not get on since something acts late, wrongly or not at all: three
 * nips along a straight path, in the plane, in space, and along a path that runs to the left with
 * other names. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "fixtures/simulate.h"

/* In texts of a machine '@1', '@2', '@3' are the nips' names, and '@-' the sign of places. */
struct variant {
    const char *motion, *heading, *nip[3], *sign, *sheet;
};

static const struct variant variants[] = {
    {"planar", "0 deg", {"n1", "n2", "n3"}, "", ""},
    {"spatial", "0 deg", {"n1", "n2", "n3"}, "", "columns=\"2\""},
    {"planar", "180 deg", {"entry", "middle", "last"}, "-", ""},
};

/* One with a change. NULL: as it should be. */
struct machine {
    const char *drive[3];  /* its <to> corners */
    const char *nip[3];    /* attributes of nips */
    const char *driver[3]; /* attributes and children of drivers: `...>...` */
    const char *rest;      /* rules, guides, other checks */
    const char *said[3];   /* that the text has */
};

#define RUNS(speed)     "<to time=\"20 ms\" speed=\"" speed "\"/>"
#define STOP(time, ...) "<rule name=\"stage\" " time ">" __VA_ARGS__ "</rule>"
#define BRAKE(k)        "<brake drive=\"d" #k "\" ramp=\"10 ms\"/>"
#define SET(k, speed)   "<set drive=\"d" #k "\" speed=\"" speed "\" ramp=\"10 ms\"/>"
#define CLUTCH(name, more)                                                                         \
    " inertia=\"2e-6 kg*m^2\" bearing-torque=\"20 mN*m\"><clutch name=\"" name                     \
    "\" torque=\"300 mN*m\" " more "/>"
#define LIMITER(name) " inertia=\"2e-6 kg*m^2\"><clutch name=\"" name "\" torque=\"0.4 mN*m\"/>"
/* a pad that brakes the sheet, lifted by it */
#define PAD                                                                                        \
    "<guide name=\"pad\" surface=\"sticky\" side=\"@side\"><polyline points=\"@-125 mm, 3 mm; "    \
    "@-140 mm, -1.4 mm; @-150 mm, -1.4 mm\"/><slide direction=\"0, -1\" mass=\"20 g\" "            \
    "rest=\"10 mm\" stiffness=\"200 N/m\" damping=\"2 N*s/m\" from=\"-6 mm\" to=\"1 "              \
    "mm\"/></guide>"
#define GATE(course)                                                                               \
    "<drive name=\"press\" stroke=\"0 mm\">" course "</drive><guide name=\"clamp\" "               \
    "surface=\"steel\" side=\"@side\"><line from=\"@-140 mm, 2 mm\" to=\"@-160 mm, 2 "             \
    "mm\"/><slide "                                                                                \
    "direction=\"0, -1\" drive=\"press\"/></guide>"

static const struct machine machines[] = {
    {.said = {"PASSED"}},
    {.drive = {RUNS("-300 mm/s")},
     .said = {"nip '@1' turns backward, at -300 mm/s, the others at 300 mm/s"}},
    {.drive = {NULL, RUNS("-300 mm/s")},
     .said = {"nip '@2' turns backward, at -300 mm/s, the others at 300 mm/s"}},
    {.drive = {NULL, NULL, RUNS("-200 mm/s")},
     .said = {"nip '@3' turns backward, at -200 mm/s, the others at 300 mm/s"}},
    {.rest = STOP("time=\"0.37 s\"", BRAKE(1) BRAKE(2) BRAKE(3)),
     .said = {"all drives were stopped by rule 'stage' at 0.37 s",
              "first sign: at 0.37 s rule 'stage' fired"}},
    {.rest = STOP("when=\"s2.lead\"", BRAKE(2)),
     .said = {"a stopped drive holds the sheet; check nip '@2'; the others turn at 300 mm/s; "
              "rule 'stage' stopped nip '@2' at 0.527 s"}},
    {.drive = {"", "", ""},
     .rest = STOP("when=\"s1.lead\"", SET(1, "300 mm/s") SET(2, "300 mm/s")),
     .said = {"no drive has started; rule 'stage', which would start one, never fired"}},
    {.drive = {NULL, ""},
     .rest = STOP("when=\"s2.lead\"", SET(2, "300 mm/s")),
     .said = {"nip '@2'", "; rule 'stage', which would start nip '@2', never fired"}},
    {.rest = STOP("when=\"s2.lead\"", "<reverse drive=\"d2\" ramp=\"10 ms\"/>"),
     .said = {"nip '@2' turns backward, at -300 mm/s, the others at 300 mm/s; rule 'stage' "
              "reversed nip '@2' at 0.527 s"}},
    {.rest = STOP("when=\"s1.lead\"", SET(1, "60 mm/s") SET(2, "60 mm/s") SET(3, "60 mm/s")),
     .said = {"all drives were slowed by rule 'stage' at 0.193 s, to 60 mm/s"}},
    {.driver = {NULL, CLUTCH("k", "")},
     .rest = STOP("when=\"s2.lead\"", "<disengage clutch=\"k\"/>"),
     .said = {"check nip '@2'; the others turn at 300 mm/s",
              "; rule 'stage' disengaged the clutch of nip '@2' at 0.527 s"}},
    {.driver = {NULL, CLUTCH("k", "engaged=\"no\"")},
     .rest = STOP("when=\"exit.lead\"", "<engage clutch=\"k\"/>"),
     .said = {"nip '@2'",
              "; rule 'stage', which would engage the clutch of nip '@2', never fired"}},
    {.nip = {NULL, "open=\"yes\""},
     .rest = STOP("when=\"exit.lead\"", "<close nip=\"@2\"/>") PAD,
     .said = {"nip '@2' should grip it",
              "; rule 'stage', which would close nip '@2', never fired"}},
    {.driver = {LIMITER("a"), LIMITER("b")},
     .rest = PAD,
     .said = {"gives way to the sheet", " mm/s at 0.4 mN*m, its limit"}},
    {.nip = {"load=\"0.1 N\"", "load=\"0.1 N\""},
     .rest = PAD,
     .said = {"has too little grip", "guide 'pad' holds the leading edge"}},
    /* what brakes, however many others stand */
    {.nip = {"load=\"12 N\""},
     .rest = STOP("time=\"0.4 s\"", BRAKE(1) BRAKE(3)),
     .said = {"nip '@1' is the slower; it is stopped, the others turn at 300 mm/s; rule 'stage' "
              "stopped nip '@1' at 0.4 s"}},
    /* a clutch that slips since the next nip is stopped */
    {.drive = {NULL, ""}, .driver = {LIMITER("a")}, .said = {"holds the sheet; check nip '@2'"}},
    /* a rule that answers a jam */
    {.nip = {"load=\"0.1 N\"", "load=\"0.1 N\""},
     .rest = STOP("time=\"0.5 s\"", BRAKE(1) BRAKE(2) BRAKE(3)) PAD,
     .said = {"arrives: failed", "has too little grip"}},
    {.drive = {RUNS("600 mm/s"), RUNS("600 mm/s"), RUNS("600 mm/s")},
     .said = {"check the place and the limit of sensor 'exit', and the speed of all drives, which "
              "turn at 600 mm/s"}},
    {.drive = {NULL, NULL, RUNS("900 mm/s")},
     .said = {"check nip '@3', which turns at 900 mm/s, the others at 300 mm/s"}},
    {.drive = {RUNS("150 mm/s"), RUNS("150 mm/s"), RUNS("150 mm/s")},
     .said = {"check the place and the limit of sensor 'exit', and the speed of all drives, which "
              "turn at 150 mm/s"}},
    {.drive = {NULL, RUNS("150 mm/s")},
     .said = {"nip '@2'", " turns at 150 mm/s, the others at 300 mm/s"}},
    {.rest = GATE("<to time=\"0.7 s\" stroke=\"0 mm\"/><to time=\"0.72 s\" stroke=\"3.8 mm\" "
                  "shape=\"smooth\"/>"),
     .said = {"most in guide 'clamp' (pressing with ", "; guide 'clamp' moved last at 0.72 s"}},
    {.rest = GATE("") STOP("when=\"exit.lead\"", "<set drive=\"press\" stroke=\"0 mm\" "
                                                 "ramp=\"10 ms\"/>"),
     .said = {"PASSED"}},
};

/* Copies a text with its tokens replaced. */
static void
fill(char *out, size_t size, const char *text, const struct variant *v)
{
    size_t n = strlen(out);

    for (; *text != '\0' && n + 64 < size; text++) {
        const char *word = NULL;
        if (*text == '@' && text[1] >= '1' && text[1] <= '3') {
            word = v->nip[text[1] - '1'];
        } else if (*text == '@' && text[1] == '-') {
            word = v->sign;
        } else if (strncmp(text, "@side", 5) == 0) {
            word = v->sign[0] == '-' ? "left" : "right";
            text += 3;
        }
        if (word != NULL) {
            n += (size_t)snprintf(out + n, size - n, "%s", word);
            text++;
        } else {
            out[n++] = *text;
        }
    }
    out[n] = '\0';
}

static void
add_nip(char *out, size_t size, const struct machine *m, int k, const struct variant *v)
{
    char text[2000];

    snprintf(text, sizeof text,
             "<drive name=\"d%d\" speed=\"0 mm/s\">%s</drive><nip name=\"@%d\" path=\"main\" "
             "at=\"%d mm\" %s rate=\"500 N/m\" max-gap=\"2 mm\" %s><driver radius=\"10 mm\" "
             "surface=\"rubber\" drive=\"d%d\" %s</driver><idler radius=\"10 mm\" "
             "surface=\"rubber\" mass=\"20 g\" inertia=\"1e-6 kg*m^2\"/></nip>",
             k + 1, m->drive[k] != NULL ? m->drive[k] : RUNS("300 mm/s"), k + 1, 100 * k,
             m->nip[k] != NULL && strstr(m->nip[k], "load") != NULL ? "" : "load=\"6 N\"",
             m->nip[k] != NULL ? m->nip[k] : "", k + 1, m->driver[k] != NULL ? m->driver[k] : ">");
    fill(out, size, text, v);
}

#define NORMAL                                                                                     \
    "<normal law=\"mtt-boundary\" stiffness=\"2e5 N/m^1.3\" exponent=\"1.3\" damping=\"0.5 "       \
    "N*s/m\" boundary-penetration=\"0.02 mm\" reference-length=\"5 mm\"/><friction "               \
    "law=\"mtt-linear\" "
#define CHANNEL(name, from, to)                                                                    \
    "<channel name=\"" name "\" path=\"main\" from=\"" from "\" to=\"" to                          \
    "\" gap=\"3 mm\" mouth=\"1.5 mm\" surface=\"steel\"/>"

static void
write_machine(char *out, size_t size, const struct machine *m, const struct variant *v)
{
    char path[200];

    out[0] = '\0';
    snprintf(path, sizeof path,
             "<path name=\"main\" from=\"0 mm, 0 mm\" heading=\"%s\"><line length=\"330 "
             "mm\"/></path>",
             v->heading);
    fill(out, size,
         "<settings><run end=\"1.4 s\"/></settings><media name=\"paper\" grammage=\"80 g/m^2\" "
         "thickness=\"0.1 mm\" modulus-md=\"4 GPa\" modulus-cd=\"2 GPa\" damping-ratio=\"0.1\" "
         "damping-frequency=\"160 Hz\"/><contact name=\"grip\"><normal law=\"mtt-indentation\" "
         "force=\"8 N\" at-penetration=\"0.05 mm\" exponent=\"1.5\" damping=\"1e8 N*s/m^2.5\" "
         "indentation-exponent=\"1.5\"/><friction law=\"mtt-step\" dynamic-coefficient=\"0.9\" "
         "threshold-velocity=\"1 mm/s\"/></contact><contact name=\"glide\">" NORMAL
         "static-coefficient=\"0.25\" dynamic-coefficient=\"0.2\" static-velocity=\"1 mm/s\" "
         "dynamic-velocity=\"1.5 mm/s\"/></contact><contact name=\"stick\">" NORMAL
         "static-coefficient=\"1.25\" dynamic-coefficient=\"1\" static-velocity=\"1 mm/s\" "
         "dynamic-velocity=\"1.5 mm/s\"/></contact><pair media=\"*\" surface=\"rubber\" "
         "contact=\"grip\"/><pair media=\"*\" surface=\"steel\" contact=\"glide\"/><pair "
         "media=\"*\" surface=\"sticky\" contact=\"stick\"/>",
         v);
    fill(out, size, path, v);
    fill(out, size,
         CHANNEL("c0", "-200 mm", "-12 mm") CHANNEL("c1", "12 mm", "88 mm")
             CHANNEL("c2", "112 mm", "188 mm") CHANNEL("c3", "212 mm", "330 mm"),
         v);
    for (int k = 0; k < 3; k++) {
        add_nip(out, size, m, k, v);
    }
    snprintf(path, sizeof path,
             "<sheet name=\"page\" media=\"paper\" length=\"150 mm\" width=\"80 mm\" "
             "segments=\"40\" %s><start path=\"main\" lead=\"5 mm\"/></sheet>",
             v->sheet);
    fill(out, size, path, v);
    fill(out, size,
         "<sensor name=\"s1\" kind=\"edge\" path=\"main\" at=\"60 mm\"/><sensor name=\"s2\" "
         "kind=\"edge\" path=\"main\" at=\"160 mm\"/><sensor name=\"exit\" kind=\"edge\" "
         "path=\"main\" at=\"300 mm\"/><check kind=\"stall\"/><check kind=\"buckle\"/><check "
         "name=\"arrives\" kind=\"arrival\" sensor=\"exit\" earliest=\"0.85 s\" latest=\"1.3 "
         "s\"/>",
         v);
    fill(out, size, m->rest != NULL ? m->rest : "", v);
}

static void
expect(const struct machine *m, size_t number, const struct variant *v)
{
    static char text[20000];
    quire_model *model;

    write_machine(text, sizeof text, m, v);
    quire_run *run = simulate_parts(&model, v->motion, text, NULL);
    for (size_t k = 0; k < 3 && m->said[k] != NULL; k++) {
        char said[300] = "";
        fill(said, sizeof said, m->said[k], v);
        cr_expect(strstr(quire_run_summary_text(run), said) != NULL,
                  "machine %zu, %s, '%s': no '%s' in\n%s", number, v->motion, v->nip[0], said,
                  quire_run_summary_text(run));
    }
    cr_expect(strstr(quire_run_summary_text(run), "no known cause") == NULL);
    quire_run_destroy(run);
    quire_model_destroy(model);
}

Test(causes, of_what_acts_late_wrongly_or_not_at_all_in_the_plane)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        expect(machines + i, i, variants);
    }
}

Test(causes, of_what_acts_late_wrongly_or_not_at_all_in_space)
{
    for (size_t i = 2; i < sizeof machines / sizeof *machines; i += 4) { /* they take longer */
        expect(machines + i, i, variants + 1);
    }
}

Test(causes, of_what_acts_late_wrongly_or_not_at_all_the_other_way)
{
    for (size_t i = 1; i < sizeof machines / sizeof *machines; i += 2) {
        expect(machines + i, i, variants + 2);
    }
}
