#include "machine/partner.h"

#include "machine/system.h"

struct quire_partner_label
quire_partner_label(const struct quire_system *sys, struct quire_partner partner)
{
    const int k = partner.index;

    switch (partner.kind) {
    case QUIRE_PARTNER_SHEET:
        return (struct quire_partner_label){"sheet", sys->sheet[k].object->name,
                                            sys->sheet[k].object};
    case QUIRE_PARTNER_ROLLER:
        return (struct quire_partner_label){"roller", sys->roller[k].name, sys->roller[k].object};
    case QUIRE_PARTNER_PAD:
        return quire_partner_label(sys, quire_partner(QUIRE_PARTNER_ROLLER, sys->pad[k].roller));
    case QUIRE_PARTNER_GUIDE:
        return (struct quire_partner_label){"guide", sys->guide[k].name, sys->guide[k].object};
    case QUIRE_PARTNER_NIP:
        return (struct quire_partner_label){"nip", sys->nip[k].object->name, sys->nip[k].object};
    case QUIRE_PARTNER_FREE:
        return (struct quire_partner_label){"body", sys->free[k].object->name, sys->free[k].object};
    case QUIRE_PARTNER_SOLID:
        return (struct quire_partner_label){"body", sys->solid[k].object->name,
                                            sys->solid[k].object};
    case QUIRE_PARTNER_NONE: break;
    }
    return (struct quire_partner_label){0};
}

struct quire_partner
quire_touched_partner(const struct quire_system *sys, int column)
{
    const int roller = column - sys->n_guide_view, sheet = roller - sys->n_roller;
    int k = 0;

    if (sheet >= 0) {
        return quire_partner(QUIRE_PARTNER_SHEET, sheet);
    }
    if (roller >= 0) {
        return quire_partner(QUIRE_PARTNER_ROLLER, roller);
    }
    while (sys->guide[k].view != column) {
        k++;
    }
    return quire_partner(QUIRE_PARTNER_GUIDE, k);
}
