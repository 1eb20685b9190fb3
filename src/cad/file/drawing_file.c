#include "cad/file/drawing_file.h"

#include <string.h>

#include "base/arena.h"
#include "cad/dxf/dxf.h"
#include "cad/svg/svg.h"

/* ---- which format ---- */

static bool
begins_with(const char *bytes, size_t size, const char *mark)
{
    return size >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0;
}

static quire_status
check_bytes(const char *bytes, size_t size, const struct quire_drawing_options *options,
            quire_diag *diag)
{
    static const char save[] = "save it as DXF in ASCII, such as 'DXF 2000'";
    static const struct {
        const char *mark, *what, *hint;
    } others[] = {
        {"AutoCAD Binary DXF", "it is a binary DXF, which is not read", save},
        {"AC10", "it is a DWG, which is not read", save},
        {"%PDF", "it is a PDF, which is not read", "save it as SVG or DXF"},
        {"\x1F\x8B", "it is compressed, as SVGZ files are", "save it as plain SVG"},
        {"PK\x03\x04", "it is a zip archive", "save it as SVG or DXF"},
    };
    const struct quire_place place = quire_drawing_place(options, 0);
    const char *what = size == 0 ? "the file is empty" : NULL, *hint = NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0] && what == NULL; i++) {
        if (begins_with(bytes, size, others[i].mark)) {
            what = others[i].what;
            hint = others[i].hint;
        }
    }
    if (what == NULL && memchr(bytes, '\0', size) != NULL) {
        what = "it is a binary file, no DXF or SVG";
        hint = save;
    }
    return what == NULL
               ? QUIRE_OK
               : quire_diag_error(diag, "E-ENCODING", place, options->object, hint, "%s", what);
}

/* ---- files ---- */

struct quire_drawing_file {
    struct quire_dxf_index *dxf; /* one of them */
    struct quire_svg_index *svg;
};

quire_status
quire_drawing_open(struct quire_drawing_file **out, const char *bytes, size_t size,
                   const struct quire_drawing_options *options, struct quire_arena *arena,
                   quire_diag *diag)
{
    const quire_status status = check_bytes(bytes, size, options, diag);
    struct quire_drawing_file *file = quire_arena_get(arena, 1, sizeof *file);
    if (status != QUIRE_OK || file == NULL) {
        return status != QUIRE_OK ? status : quire_diag_memory_error(diag);
    }
    *out = file;
    const size_t mark = begins_with(bytes, size, "\xEF\xBB\xBF") ? 3 : 0;
    const bool is_xml = bytes[mark + strspn(bytes + mark, " \t\r\n")] == '<';
    return is_xml ? quire_svg_look(&file->svg, bytes, size, options, arena, diag)
                  : quire_dxf_look(&file->dxf, bytes + mark, size - mark, options, arena, diag);
}

quire_status
quire_drawing_take(struct quire_drawing *out, const struct quire_drawing_file *file,
                   const struct quire_drawing_options *options, quire_diag *diag)
{
    *out = (struct quire_drawing){0};
    const quire_status status = file->svg != NULL ? quire_svg_read(out, file->svg, options, diag)
                                                  : quire_dxf_read(out, file->dxf, options, diag);
    if (status != QUIRE_OK) {
        quire_drawing_clear(out);
    }
    return status;
}
