/* Results in the formats of other programs. */
#include <quire/convert.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/file.h"
#include "draw/frame_picture.h"
#include "result/folder.h"
#include "vtk/vtk_scene.h"

#define NAME_SIZE  40
#define FLUSH_SIZE 65536
#define DIGITS     9 /* significant ones */

/* Where files go; the first failure stays. */
struct target {
    const struct quire_trajectory *trajectory;
    const char *folder;
    quire_diag *diag;
    quire_status status;
};

static void
file_name(char name[NAME_SIZE], const char *stem, size_t frame, const char *ending)
{
    snprintf(name, NAME_SIZE, "%s-%04zu.%s", stem, frame + 1, ending);
}

/* takes the text */
static void
save(struct target *t, const char *name, struct quire_text *text)
{
    char *path = t->status == QUIRE_OK ? quire_folder_join(t->folder, name) : NULL;
    if (t->status == QUIRE_OK) {
        t->status =
            path == NULL || text->failed
                ? quire_diag_memory_error(t->diag)
                : quire_file_save(path, text->data != NULL ? text->data : "", text->size, t->diag);
    }
    free(path);
    quire_text_clear(text);
}

/* frames of an earlier conversion that had more of them */
static void
remove_rest(struct target *t, const char *stem, const char *ending)
{
    bool more = t->status == QUIRE_OK;
    for (size_t frame = t->trajectory->frames.n; more; frame++) {
        char name[NAME_SIZE];
        file_name(name, stem, frame, ending);
        char *path = quire_folder_join(t->folder, name);
        more = path != NULL && unlink(path) == 0;
        free(path);
    }
}

/* ---- VTK ---- */

typedef void scene_fn(struct quire_mesh *out, const struct quire_trajectory *t, size_t frame);

static void
save_mesh(struct target *t, const char *name, struct quire_mesh *mesh, const char *object)
{
    struct quire_text text = {0};
    quire_mesh_write(&text, mesh, object);
    quire_mesh_clear(mesh);
    save(t, name, &text);
}

static void
save_scenes(struct target *t, scene_fn *scene, const char *stem, const char *object)
{
    for (size_t frame = 0; frame < t->trajectory->frames.n && t->status == QUIRE_OK; frame++) {
        struct quire_mesh mesh = {0};
        char name[NAME_SIZE];
        file_name(name, stem, frame, "vtp");
        scene(&mesh, t->trajectory, frame);
        save_mesh(t, name, &mesh, object);
    }
    remove_rest(t, stem, "vtp");
}

static void
write_index(struct quire_text *out, const struct quire_frames *frames)
{
    const int parts = frames->n_gate > 0 ? 4 : 3;
    quire_text_add(out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                        "byte_order=\"LittleEndian\">\n<Collection>\n");
    for (size_t frame = 0; frame < frames->n; frame++) {
        const char *const stem[] = {"sheets", "rollers", NULL, "gates"};
        for (int part = 0; part < parts; part++) {
            char name[NAME_SIZE] = "machine.vtp";
            if (stem[part] != NULL) {
                file_name(name, stem[part], frame, "vtp");
            }
            quire_text_add(out, "<DataSet timestep=\"");
            quire_text_number(out, frames->time[frame]);
            quire_text_format(out, "\" part=\"%d\" file=\"%s\"/>\n", part, name);
        }
    }
    quire_text_add(out, "</Collection>\n</VTKFile>\n");
}

static void
to_vtk(struct target *t)
{
    struct quire_mesh machine = {0};
    struct quire_text index = {0};
    save_scenes(t, quire_scene_sheets, "sheets", "sheet");
    save_scenes(t, quire_scene_rollers, "rollers", "roller");
    if (t->trajectory->frames.n_gate > 0) {
        save_scenes(t, quire_scene_gates, "gates", "guide");
    }
    quire_scene_guides(&machine, t->trajectory);
    save_mesh(t, "machine.vtp", &machine, "guide");
    write_index(&index, &t->trajectory->frames); /* last: what it names is there when it is there */
    save(t, "trajectory.pvd", &index);
}

/* ---- CSV ---- */

static void
add_numbers(struct quire_text *out, const double *value, size_t n)
{
    quire_text_rounded(out, value, n, DIGITS);
    quire_text_add_char(out, '\n');
}

static void
add_nodes(struct quire_text *out, const struct quire_trajectory *t, size_t frame, size_t sheet)
{
    const struct quire_frames *f = &t->frames;
    const bool spatial = f->column[sheet] > 0;
    const size_t m = spatial ? f->column[sheet] : 1, size = spatial ? 3 : 2;
    size_t n;
    const int32_t *line = quire_frames_sheet(f, frame, sheet, &n),
                  *at = spatial ? quire_frames_nodes(f, frame, sheet) : line;
    for (size_t i = 0; at != NULL && i < n * m; i++) {
        const double place[3] = {1e-6 * at[size * i], 1e-6 * at[size * i + 1],
                                 spatial ? 1e-6 * at[size * i + 2] : 0.0};
        quire_text_number(out, f->time[frame]);
        quire_text_add_char(out, ',');
        quire_text_csv_cell(out, t->machine.sheet[sheet].name);
        quire_text_format(out, ",%zu,%zu,", i / m, i % m);
        add_numbers(out, place, 3);
    }
}

static void
add_rollers(struct quire_text *out, const struct quire_trajectory *t, size_t frame)
{
    for (size_t i = 0; i < t->machine.n_roller; i++) {
        const int32_t *at = quire_frames_roller(&t->frames, frame, i);
        const double place[2] = {1e-6 * at[0], 1e-6 * at[1]};
        if (at[0] != QUIRE_FRAMES_ABSENT && at[1] != QUIRE_FRAMES_ABSENT) {
            quire_text_number(out, t->frames.time[frame]);
            quire_text_add_char(out, ',');
            quire_text_csv_cell(out, t->machine.roller[i].name);
            quire_text_add_char(out, ',');
            add_numbers(out, place, 2);
        }
    }
}

static void
to_csv(struct target *t)
{
    struct quire_text nodes = {0}, rollers = {0};
    quire_text_add(&nodes, "time [s],sheet,station,column,x [m],y [m],z [m]\n");
    quire_text_add(&rollers, "time [s],roller,x [m],y [m]\n");
    for (size_t frame = 0; frame < t->trajectory->frames.n; frame++) {
        for (size_t i = 0; i < t->trajectory->frames.n_sheet; i++) {
            add_nodes(&nodes, t->trajectory, frame, i);
        }
        add_rollers(&rollers, t->trajectory, frame);
    }
    save(t, "nodes.csv", &nodes);
    save(t, "rollers.csv", &rollers);
}

/* ---- SVG ---- */

static void
to_svg(struct target *t)
{
    struct quire_frame_picture picture;
    const bool seen = quire_frame_picture_begin(&picture, t->trajectory);
    for (size_t frame = 0; seen && frame < t->trajectory->frames.n && t->status == QUIRE_OK;
         frame++) {
        struct quire_text text = {0};
        char name[NAME_SIZE];
        file_name(name, "frame", frame, "svg");
        quire_frame_picture_write(&text, &picture, frame);
        save(t, name, &text);
    }
    remove_rest(t, "frame", "svg");
}

static void
to_strip(struct target *t)
{
    struct quire_text text = {0};
    quire_frame_strip_write(&text, t->trajectory);
    if (text.size > 0 || text.failed) {
        save(t, "strip.svg", &text);
    }
}

/* ---- all ---- */

static const char *const formats[] = {"vtk", "csv", "svg", "strip", NULL};
static void (*const writer[])(struct target *) = {to_vtk, to_csv, to_svg, to_strip};

const char *const *
quire_convert_formats(void)
{
    return formats;
}

static quire_status
convert(struct target *t, const char *directory, const char *format, const char *output,
        void (*write)(struct target *))
{
    char *folder = output != NULL ? strdup(output) : quire_folder_join(directory, format);
    struct quire_folder made;
    if (folder == NULL) {
        return quire_diag_memory_error(t->diag);
    }
    t->folder = folder;
    t->status = quire_folder_check(folder, t->diag);
    if (t->status == QUIRE_OK) {
        t->status = quire_folder_begin(&made, folder, t->diag);
    }
    if (t->status == QUIRE_OK) {
        write(t);
        quire_folder_end(&made);
    }
    free(folder);
    return t->status;
}

quire_status
quire_convert(const char *directory, const char *format, const char *output, size_t *n_frame,
              quire_diag *diag)
{
    if (directory == NULL || format == NULL) {
        return quire_diag_misuse(diag, __func__);
    }
    struct quire_trajectory trajectory;
    size_t which = 0;
    while (formats[which] != NULL && strcmp(formats[which], format) != 0) {
        which++;
    }
    if (formats[which] == NULL) {
        return quire_diag_error(diag, "E-USAGE", quire_nowhere(), NULL,
                                "vtk, csv, svg and strip are there", "no format is named '%s'",
                                format);
    }
    quire_status status = quire_trajectory_load(&trajectory, directory, diag);
    if (status == QUIRE_OK) {
        struct target t = {.trajectory = &trajectory, .diag = diag};
        status = convert(&t, directory, format, output, writer[which]);
        if (n_frame != NULL) {
            *n_frame = trajectory.frames.n;
        }
        quire_trajectory_clear(&trajectory);
    }
    return status;
}
