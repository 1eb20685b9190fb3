/* Handles of what touches: what they are called, where it says that they touch, and none. */
#include <criterion/criterion.h>
#include <string.h>

#include "fixtures/machine.h"
#include "step/law_history.h"

#define CONTACT                                                                                    \
    "<contact name=\"c\"><normal law=\"linear\" stiffness=\"1e5 N/m\"/></contact>"                 \
    "<pair contact=\"c\"/>"
#define MEDIA                                                                                      \
    "<media name=\"m\" grammage=\"80 g/m^2\" thickness=\"0.1 mm\" modulus-md=\"4 GPa\" "           \
    "modulus-cd=\"2 GPa\"/>"
#define SHEET                                                                                      \
    "<sheet name=\"page\" media=\"m\" length=\"60 mm\" width=\"100 mm\" segments=\"12\">"          \
    "<start from=\"0 mm, 40 mm\"/></sheet>"
#define NIP                                                                                        \
    "<path name=\"p\" from=\"0 mm, 0 mm\"><line length=\"100 mm\"/></path>"                        \
    "<nip name=\"pinch\" path=\"p\" at=\"30 mm\" load=\"2 N\"><driver surface=\"steel\" "          \
    "radius=\"10 mm\"/>"                                                                           \
    "<idler surface=\"steel\" radius=\"8 mm\" mass=\"20 g\"/></nip>"
#define GUIDE                                                                                      \
    "<guide name=\"shelf\" surface=\"steel\" side=\"both\" thickness=\"1 mm\">"                    \
    "<line from=\"0 mm, 60 mm\" to=\"50 mm, 60 mm\"/></guide>"
#define BLOCK                                                                                      \
    "<block name=\"brick\" surface=\"steel\" mass=\"1 g\" width=\"10 mm\" height=\"10 mm\" "       \
    "centre=\"0 mm, 200 mm\"/>"
#define BALL                                                                                       \
    "<solid name=\"marble\" surface=\"steel\" mass=\"1 g\" inertia=\"1e-6 kg*m^2, 1e-6 kg*m^2, "   \
    "1e-6 kg*m^2\" "                                                                               \
    "centre=\"0 mm, 200 mm, 0 mm\"><ball radius=\"5 mm\"/></solid>"

static void
expect_label(const struct machine *m, enum quire_partner_kind kind, const char *word,
             const char *name)
{
    const struct quire_partner_label l = quire_partner_label(m->system, quire_partner(kind, 0));

    cr_assert(l.kind != NULL && l.name != NULL && l.object != NULL, "%s '%s'", word, name);
    cr_expect_str_eq(l.kind, word);
    cr_expect_str_eq(l.name, name);
}

Test(partner, has_a_word_and_a_name)
{
    struct machine m;

    machine_open(&m, CONTACT MEDIA SHEET NIP GUIDE BLOCK);
    expect_label(&m, QUIRE_PARTNER_SHEET, "sheet", "page");
    expect_label(&m, QUIRE_PARTNER_NIP, "nip", "pinch");
    expect_label(&m, QUIRE_PARTNER_GUIDE, "guide", "shelf");
    expect_label(&m, QUIRE_PARTNER_FREE, "body", "brick");
    machine_close(&m);
    machine_open_in_space(&m, CONTACT MEDIA SHEET NIP BALL);
    expect_label(&m, QUIRE_PARTNER_SOLID, "body", "marble");
    const struct quire_partner_label pad =
        quire_partner_label(m.system, quire_partner(QUIRE_PARTNER_PAD, m.system->n_pad - 1));
    cr_expect_str_eq(pad.kind, "roller");
    cr_expect_str_eq(pad.name, m.system->roller[m.system->pad[m.system->n_pad - 1].roller].name);
    machine_close(&m);
}

Test(partner, has_a_column_of_what_sheets_touch)
{
    struct machine m;

    machine_open(&m, CONTACT MEDIA SHEET NIP GUIDE);
    for (int k = 0; k < quire_touch_targets(m.system); k++) {
        const struct quire_partner p = quire_touched_partner(m.system, k);
        cr_expect_eq(quire_touched_column(m.system, p), k);
    }
    cr_expect_eq(quire_touched_column(m.system, quire_partner(QUIRE_PARTNER_NIP, 0)), -1);
    cr_expect_eq(quire_touched_column(m.system, (struct quire_partner){0}), -1);
    machine_close(&m);
}

/* all zero is none: it is nobody's first element */
Test(partner, none_is_not_the_first_body)
{
    struct quire_slide switched = {0};
    struct machine m;
    char text[200];

    machine_open(&m, CONTACT MEDIA SHEET BLOCK);
    cr_expect_null(quire_slide_text(m.system, &switched, text, sizeof text));
    cr_expect_str_eq(text, "contact ''");
    switched.law = m.system->law;
    switched.pair.contactor = quire_partner(QUIRE_PARTNER_SHEET, 0);
    cr_expect_null(quire_slide_text(m.system, &switched, text, sizeof text));
    cr_expect_str_eq(text, "contact 'c'");
    switched.pair.target = quire_partner(QUIRE_PARTNER_FREE, 0);
    cr_expect_eq(quire_slide_text(m.system, &switched, text, sizeof text),
                 m.system->free[0].object);
    cr_expect_str_eq(text, "contact 'c' between sheet 'page' and body 'brick'");
    machine_close(&m);
}
