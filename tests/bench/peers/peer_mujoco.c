/* The machines of peers.h in MuJoCo: minimal coordinates, soft constraints. The contact is as stiff
 * as the step allows (a time constant of two steps). */
#include <mujoco/mujoco.h>

#include "peers.h"

static char text[64000];
static size_t used;

#define ADD(...) (used += (size_t)snprintf(text + used, sizeof text - used, __VA_ARGS__))

/* a sheet as one body in the other, each on the lead end of the one before */
static void
write_sheet(const struct peer_case *c)
{
    const double i = MASS * SEGMENT * SEGMENT / 12;

    for (int k = 0; k < c->segments; k++) {
        ADD("<body name='s%d' pos='%.9g %.9g 0'>", k, k == 0 ? c->trail[0] : SEGMENT,
            k == 0 ? c->trail[1] : 0.0);
        if (k == 0) {
            ADD("<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>"
                "<joint type='hinge' axis='0 0 1'/>");
        } else {
            ADD("<joint type='hinge' axis='0 0 1' stiffness='%.9g' damping='%.9g'/>", BEND, DAMP);
        }
        ADD("<inertial pos='%.9g 0 0' mass='%.9g' diaginertia='%.9g %.9g %.9g'/>", SEGMENT / 2,
            MASS, i, i, i);
        ADD("<geom type='capsule' fromto='0 0 0 %.9g 0 0' size='%.9g' friction='%.9g 0 0' "
            "contype='1' conaffinity='0'/>",
            SEGMENT, THICKNESS / 2, c->nip ? 0.0 : c->mu);
    }
    for (int k = 0; k < c->segments; k++) {
        ADD("</body>");
    }
}

/* rollers are capsules wide enough for their ends to be far away */
static void
write_rollers(const struct peer_case *c)
{
    static const char shape[] = "<geom type='capsule' fromto='0 0 -1 0 0 1' size='%.9g' "
                                "friction='%.9g 0 0' contype='0' conaffinity='1'/>";

    ADD("<body name='driver' pos='%.9g %.9g 0'>", c->centre[0], c->centre[1]);
    if (c->nip) {
        ADD("<joint type='hinge' axis='0 0 1' armature='1e3'/>"
            "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>");
    }
    ADD(shape, c->radius, c->mu);
    ADD("</body>");
    if (c->nip) {
        ADD("<body name='idler' pos='%.9g %.9g 0'>"
            "<joint type='slide' axis='0 1 0' stiffness='%.9g' springref='%.9g' damping='1'/>"
            "<joint type='hinge' axis='0 0 1'/>"
            "<inertial pos='0 0 0' mass='%.9g' diaginertia='%.9g %.9g %.9g'/>",
            c->idler[0], c->idler[1], c->rate, -c->load / c->rate, c->idler_mass, c->idler_inertia,
            c->idler_inertia, c->idler_inertia);
        ADD(shape, c->idler_radius, c->mu);
        ADD("</body>");
    }
    if (!isnan(c->table)) { /* its normal, z of the plane, points along y */
        ADD("<geom type='plane' pos='0 %.9g 0' zaxis='0 1 0' size='2 2 1' friction='%.9g 0 0' "
            "contype='0' conaffinity='1'/>",
            c->table, c->table_mu);
    }
}

static void
write_model(const struct peer_case *c, double step)
{
    ADD("<mujoco><option timestep='%.12g' gravity='0 %.9g 0' integrator='Euler' "
        "tolerance='1e-12' iterations='200'/>"
        "<size nconmax='400' njmax='2000'/>"
        "<default><geom solref='%.12g 1' solimp='0.99 0.9999 1e-6' condim='3'/></default>"
        "<worldbody>",
        step, -G, 2 * step);
    write_sheet(c);
    write_rollers(c);
    ADD("</worldbody></mujoco>");
}

static void
print(const mjModel *m, const mjData *d, const struct peer_case *c, double t)
{
    const int first = mj_name2id(m, mjOBJ_BODY, "s0");
    const mjtNum *trail = d->xpos + 3 * first, *last = d->xpos + 3 * (first + c->segments - 1),
                 *turn = d->xmat + 9 * (first + c->segments - 1);
    const double lead[2] = {last[0] + SEGMENT * turn[0], last[1] + SEGMENT * turn[3]},
                 end[2] = {trail[0], trail[1]};

    peer_print(t, lead, end);
}

int
main(int argc, char **argv)
{
    const struct peer_case *c = peer_find(argc > 1 ? argv[1] : "");
    const double wanted = argc > 2 ? atof(argv[2]) : 1e-4;
    const int each = (int)ceil(SAMPLE / wanted - 1e-9);
    const double step = SAMPLE / each;
    char error[500] = "";
    mjVFS files;

    write_model(c, step);
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "m.xml", (int)used);
    memcpy(files.filedata[0], text, used);
    mjModel *m = mj_loadXML("m.xml", &files, error, sizeof error);
    if (m == NULL) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    mjData *d = mj_makeData(m);
    const int driver = m->body_dofadr[mj_name2id(m, mjOBJ_BODY, "driver")];
    double cpu = 0;
    for (int k = 0; k * SAMPLE < c->end + 1e-9; k++) {
        if (k > 0) {
            const double start = peer_clock();
            for (int i = 0; i < each; i++) {
                if (c->nip) { /* forward over its top */
                    d->qvel[driver] = -peer_speed(d->time) / c->radius;
                }
                mj_step(m, d);
            }
            cpu += peer_clock() - start;
        }
        mj_kinematics(m, d);
        print(m, d, c, k * SAMPLE);
    }
    printf("cpu %.9g\n", cpu);
    mj_deleteData(d);
    mj_deleteModel(m);
    mj_deleteVFS(&files);
    return 0;
}
