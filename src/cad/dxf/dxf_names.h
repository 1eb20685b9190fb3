/* Names of layers and blocks: what was written in the code page of a drawing becomes UTF-8. */
#ifndef QUIRE_CAD_DXF_DXF_NAMES_H
#define QUIRE_CAD_DXF_DXF_NAMES_H

#include <iconv.h>

#include "cad/dxf/dxf.h"

struct quire_dxf_page;

/* How names are written. Start with quire_dxf_coding_begin(). */
struct quire_dxf_coding {
    int version; /* of the format: 1015 of "AC1015"; 0: unknown */
    const struct quire_dxf_page *page;
    char unknown[32]; /* the code page that the drawing says and that is not known; "" */
    iconv_t open;     /* of `page` */
    bool is_open;
};

struct quire_dxf_coding quire_dxf_coding_begin(void);
void quire_dxf_coding_end(struct quire_dxf_coding *coding);

/* What $ACADVER, and $DWGCODEPAGE, say. */
void quire_dxf_coding_version(struct quire_dxf_coding *coding, const struct quire_dxf_pair *value);
void quire_dxf_coding_page(struct quire_dxf_coding *coding, const struct quire_dxf_pair *value);

/* Makes a name UTF-8, in the arena where it changes. From AC1021 on names are UTF-8. Before, they
 * are in the code page, that of Western Europe where the drawing says none, unless they are UTF-8
 * with more than Latin-1 has. In all of them \U+XXXX is a character by its number and \M+nXXXX one
 * of an Asian code page. A byte that the page has not is taken for Latin-1. False when memory runs
 * out. */
bool quire_dxf_decode(struct quire_dxf_pair *name, struct quire_dxf_coding *coding,
                      struct quire_arena *arena);

#endif
