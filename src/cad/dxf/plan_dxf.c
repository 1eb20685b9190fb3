/* DXF as AutoCAD 2007 writes it: the tables, blocks and objects that it wants, and the entities. */
#include "cad/dxf/plan_dxf.h"

#include <math.h>
#include <string.h>

#include "geometry/piece.h"
#include "math/detmath.h"

#define MM 1000.0

/* Handles that others refer to. Those of layers and entities follow. */
enum {
    TABLES = 0x10, /* nine tables in the order of table_names */
    MODEL_RECORD = 0x20,
    PAPER_RECORD,
    DICTIONARY,
    GROUPS,
    FIRST_FREE = 0x30,
};

struct writer {
    struct quire_text *out;
    unsigned handle; /* the next free one */
};

static void
word(const struct writer *w, int code, const char *text)
{
    quire_text_format(w->out, "%d\n", code);
    for (const char *p = text; *p != '\0'; p++) {
        quire_text_add_char(w->out, strchr("<>/\\\":;?*|=`,\n\r", *p) != NULL ? '_' : *p);
    }
    quire_text_add(w->out, "\n");
}

static void
number(const struct writer *w, int code, double value)
{
    quire_text_format(w->out, "%d\n", code);
    quire_text_number(w->out, value);
    quire_text_add(w->out, "\n");
}

static void
integer(const struct writer *w, int code, long value)
{
    quire_text_format(w->out, "%d\n%ld\n", code, value);
}

static void
reference(const struct writer *w, int code, unsigned handle)
{
    quire_text_format(w->out, "%d\n%X\n", code, handle);
}

/* an item of a table or of the drawing, with its handle and owner */
static void
begin(const struct writer *w, const char *type, unsigned handle, unsigned owner)
{
    word(w, 0, type);
    reference(w, 5, handle);
    reference(w, 330, owner);
}

static void
layer(const struct writer *w, const struct quire_plan_line *line)
{
    struct quire_text name = {0};
    quire_text_format(&name, "%s-%s", line->sort, line->name);
    word(w, 8, name.failed ? "0" : name.data);
    quire_text_clear_part(&name, w->out);
}

/* ---- tables ---- */

static void
begin_record(struct writer *w, const char *type, unsigned table, const char *class,
             const char *name)
{
    begin(w, type, w->handle++, table);
    word(w, 100, "AcDbSymbolTableRecord");
    word(w, 100, class);
    quire_text_format(w->out, "2\n%s\n", name); /* "*Model_Space" keeps its star */
    integer(w, 70, 0);
}

static void
add_layers(struct writer *w, unsigned table, const struct quire_plan *plan)
{
    begin_record(w, "LAYER", table, "AcDbLayerTableRecord", "0");
    integer(w, 62, 7);
    word(w, 6, "Continuous");
    for (size_t i = 0; i < plan->n; i++) {
        struct quire_text name = {0};
        quire_text_format(&name, "%s-%s", plan->line[i].sort, plan->line[i].name);
        begin_record(w, "LAYER", table, "AcDbLayerTableRecord", name.failed ? "0" : name.data);
        integer(w, 62, plan->line[i].colour);
        word(w, 6, "Continuous");
        quire_text_clear_part(&name, w->out);
    }
}

static void
add_line_types(struct writer *w, unsigned table)
{
    static const char *const name[] = {"ByBlock", "ByLayer", "Continuous"};
    for (int i = 0; i < 3; i++) {
        begin_record(w, "LTYPE", table, "AcDbLinetypeTableRecord", name[i]);
        word(w, 3, "");
        integer(w, 72, 65);
        integer(w, 73, 0);
        number(w, 40, 0.0);
    }
}

static void
add_style(struct writer *w, unsigned table)
{
    begin_record(w, "STYLE", table, "AcDbTextStyleTableRecord", "Standard");
    number(w, 40, 0.0);
    number(w, 41, 1.0);
    number(w, 50, 0.0);
    integer(w, 71, 0);
    number(w, 42, 2.5);
    word(w, 3, "txt");
    word(w, 4, "");
}

static void
add_block_records(struct writer *w, unsigned table)
{
    static const char *const name[] = {"*Model_Space", "*Paper_Space"};
    const unsigned next = w->handle;
    for (unsigned i = 0; i < 2; i++) {
        w->handle = MODEL_RECORD + i;
        begin_record(w, "BLOCK_RECORD", table, "AcDbBlockTableRecord", name[i]);
    }
    w->handle = next;
}

static const char *const table_names[] = {"VPORT", "LTYPE", "LAYER",    "STYLE",       "VIEW",
                                          "UCS",   "APPID", "DIMSTYLE", "BLOCK_RECORD"};

static void
add_table(struct writer *w, int i, const struct quire_plan *plan)
{
    const char *name = table_names[i];
    const unsigned handle = TABLES + (unsigned)i;
    word(w, 0, "TABLE");
    word(w, 2, name);
    reference(w, 5, handle);
    integer(w, 330, 0);
    word(w, 100, "AcDbSymbolTable");
    integer(w, 70, 0);
    if (strcmp(name, "LAYER") == 0) {
        add_layers(w, handle, plan);
    } else if (strcmp(name, "LTYPE") == 0) {
        add_line_types(w, handle);
    } else if (strcmp(name, "STYLE") == 0) {
        add_style(w, handle);
    } else if (strcmp(name, "APPID") == 0) {
        begin_record(w, "APPID", handle, "AcDbRegAppTableRecord", "ACAD");
    } else if (strcmp(name, "DIMSTYLE") == 0) {
        word(w, 100, "AcDbDimStyleTable");
    } else if (strcmp(name, "BLOCK_RECORD") == 0) {
        add_block_records(w, handle);
    }
    word(w, 0, "ENDTAB");
}

/* ---- sections ---- */

static void
begin_section(const struct writer *w, const char *name)
{
    word(w, 0, "SECTION");
    word(w, 2, name);
}

static void
add_header(const struct writer *w, unsigned last_handle)
{
    begin_section(w, "HEADER");
    word(w, 9, "$ACADVER");
    word(w, 1, "AC1021");
    word(w, 9, "$HANDSEED");
    reference(w, 5, last_handle);
    word(w, 9, "$INSUNITS");
    integer(w, 70, 4);
    word(w, 9, "$MEASUREMENT");
    integer(w, 70, 1);
    word(w, 0, "ENDSEC");
}

static void
add_blocks(struct writer *w)
{
    static const char *const name[] = {"*Model_Space", "*Paper_Space"};
    begin_section(w, "BLOCKS");
    for (unsigned i = 0; i < 2; i++) {
        begin(w, "BLOCK", w->handle++, MODEL_RECORD + i);
        word(w, 100, "AcDbEntity");
        word(w, 8, "0");
        word(w, 100, "AcDbBlockBegin");
        quire_text_format(w->out, "2\n%s\n", name[i]);
        integer(w, 70, 0);
        number(w, 10, 0.0);
        number(w, 20, 0.0);
        number(w, 30, 0.0);
        quire_text_format(w->out, "3\n%s\n1\n\n", name[i]);
        begin(w, "ENDBLK", w->handle++, MODEL_RECORD + i);
        word(w, 100, "AcDbEntity");
        word(w, 8, "0");
        word(w, 100, "AcDbBlockEnd");
    }
    word(w, 0, "ENDSEC");
}

static void
add_objects(const struct writer *w)
{
    begin_section(w, "OBJECTS");
    word(w, 0, "DICTIONARY");
    reference(w, 5, DICTIONARY);
    integer(w, 330, 0);
    word(w, 100, "AcDbDictionary");
    integer(w, 281, 1);
    word(w, 3, "ACAD_GROUP");
    reference(w, 350, GROUPS);
    begin(w, "DICTIONARY", GROUPS, DICTIONARY);
    word(w, 100, "AcDbDictionary");
    integer(w, 281, 1);
    word(w, 0, "ENDSEC");
}

/* ---- entities ---- */

static void
add_circle(struct writer *w, const struct quire_plan_line *line)
{
    const struct quire_piece *circle = &line->outline->piece[0];
    begin(w, "CIRCLE", w->handle++, MODEL_RECORD);
    word(w, 100, "AcDbEntity");
    layer(w, line);
    word(w, 100, "AcDbCircle");
    number(w, 10, MM * circle->centre[0]);
    number(w, 20, MM * circle->centre[1]);
    number(w, 30, 0.0);
    number(w, 40, MM * circle->radius);
}

static void
add_vertex(const struct writer *w, const double at[2], double bulge)
{
    number(w, 10, MM * at[0]);
    number(w, 20, MM * at[1]);
    number(w, 42, bulge);
}

/* a bulge grows beyond all bounds towards a full circle: more than half of one is split */
static size_t
parts_of(const struct quire_piece *piece)
{
    return piece->sweep > M_PI ? 2 : 1;
}

static double
bulge_of(const struct quire_piece *piece)
{
    const double quarter = 0.25 * piece->sweep / (double)parts_of(piece);
    return piece->turn * quire_sin(quarter) / quire_cos(quarter);
}

static void
add_polyline(struct writer *w, const struct quire_plan_line *line)
{
    const struct quire_outline *outline = line->outline;
    size_t n = outline->closed ? 0 : 1;
    for (size_t i = 0; i < outline->n; i++) {
        n += parts_of(&outline->piece[i]);
    }
    begin(w, "LWPOLYLINE", w->handle++, MODEL_RECORD);
    word(w, 100, "AcDbEntity");
    layer(w, line);
    word(w, 100, "AcDbPolyline");
    integer(w, 90, (long)n);
    integer(w, 70, outline->closed ? 1 : 0);
    for (size_t i = 0; i < outline->n; i++) {
        const struct quire_piece *piece = &outline->piece[i];
        double middle[2];
        add_vertex(w, piece->from, bulge_of(piece));
        if (parts_of(piece) > 1) {
            quire_piece_at(piece, 0.5 * piece->length, middle, NULL);
            add_vertex(w, middle, bulge_of(piece));
        }
    }
    if (!outline->closed) {
        add_vertex(w, outline->piece[outline->n - 1].to, 0.0);
    }
}

static void
add_entities(struct writer *w, const struct quire_plan *plan)
{
    begin_section(w, "ENTITIES");
    for (size_t i = 0; i < plan->n; i++) {
        const struct quire_outline *outline = plan->line[i].outline;
        if (outline->n == 1 && outline->piece[0].sweep >= 2.0 * M_PI) {
            add_circle(w, &plan->line[i]);
        } else if (outline->n > 0) {
            add_polyline(w, &plan->line[i]);
        }
    }
    word(w, 0, "ENDSEC");
}

void
quire_plan_write_dxf(struct quire_text *out, const struct quire_plan *plan)
{
    struct writer w = {out, FIRST_FREE};
    add_header(&w, FIRST_FREE + 2 * (unsigned)plan->n + 64); /* more than there are */
    begin_section(&w, "TABLES");
    for (int i = 0; i < 9; i++) {
        add_table(&w, i, plan);
    }
    word(&w, 0, "ENDSEC");
    add_blocks(&w);
    add_entities(&w, plan);
    add_objects(&w);
    word(&w, 0, "EOF");
}
